package tui

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/source"
	"compactlens/themes/highlight"
	"compactlens/tui/canvas"
	"compactlens/tui/edit"
)

// longTexts are texts of a size: of many lines, and all on one line.
func longTexts(size int) map[string][]byte {
	const part = "some text of a summary, and some more of it"
	lines := func(sep string) []byte {
		return []byte("<conversation_summary><goal>" + strings.Repeat(part+sep, size/(len(part)+1)) + "</goal></conversation_summary>")
	}
	return map[string][]byte{"lines": lines("\n"), "one line": lines(" ")}
}

// typing returns an editing of text with the cursor in the middle, and what types a
// key in it and draws it. The judging goes on beside it, as it does for a fast typist.
func typing(a *App, text []byte) (e *editing, key func(k tea.KeyMsg)) {
	e = &editing{buffer: edit.New(text), display: source.Display{}, asked: 0, giveUp: func() {}, finding: -1, shown: &editJudgment{}}
	e.of = summaryItem("long.xml", good)
	e.shown.verdict = e.of.judge(context.Background()).verdict
	e.view.SetInsert(true)
	e.view.SetText(e.buffer.Text(), highlight.XML, e.display)
	e.setSize(120, 40)
	e.view.SetCursor(len(text) / 2)
	c := &canvas.Canvas{}
	return e, func(k tea.KeyMsg) {
		e.press(a, k)
		c.Reset(120, 40)
		e.draw(c.Area())
	}
}

// typed letters, line ends, deletions and what undoes them.
var typedKeys = []tea.KeyMsg{
	{Type: tea.KeyRunes, Runes: []rune("x")}, {Type: tea.KeyRunes, Runes: []rune("&")}, {Type: tea.KeyEnter},
	{Type: tea.KeyBackspace}, {Type: tea.KeyLeft}, {Type: tea.KeyDelete}, {Type: tea.KeyCtrlUnderscore}, {Type: tea.KeyUp}, {Type: tea.KeyDown},
}

// The cost of a key does not depend on how long the text is.
func BenchmarkEditKey(b *testing.B) {
	for _, size := range []int{1 << 10, 1 << 20, 23 << 20} {
		for name, text := range longTexts(size) {
			b.Run(fmt.Sprintf("%s/%dKB", name, size>>10), func(b *testing.B) {
				_, key := typing(&App{ctx: b.Context()}, text)
				b.ReportAllocs()
				i := 0
				for b.Loop() {
					key(typedKeys[i%len(typedKeys)])
					i++
				}
			})
		}
	}
}

// What a key makes anew does not grow with the text: not with its size, and hardly with
// the number of its parts.
func TestAKeyCostsTheSameInALongText(t *testing.T) {
	made := func(text []byte) int {
		_, key := typing(&App{ctx: t.Context()}, text)
		var before, after runtime.MemStats
		const rounds = 4
		for i := range 1 + rounds {
			if i == 1 { // what is made once is made
				runtime.ReadMemStats(&before)
			}
			for _, k := range typedKeys {
				key(k)
			}
		}
		runtime.ReadMemStats(&after)
		return int(after.TotalAlloc-before.TotalAlloc) / rounds / len(typedKeys)
	}
	for name, text := range longTexts(8 << 20) {
		short := longTexts(256 << 10)[name]
		if a, b := made(short), made(text); b > a+a/2 {
			t.Errorf("%s: %d bytes are made anew in a text of %d bytes, %d in one of %d", name, a, len(short), b, len(text))
		}
	}
}
