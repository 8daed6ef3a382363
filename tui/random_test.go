package tui

import (
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	corpus "compactlens/core/hostile"
	"compactlens/core/testfile"
	"compactlens/loader"
	"compactlens/themes"
)

var (
	seeds = flag.Uint64("seeds", 1, "how many scripts of random keys are played on each kind of input")
	seed0 = flag.Uint64("seed", 1, "the seed of the first of them")
)

// presses is how many keys, mouse events, pastes and resizes a script has.
const presses = 10_000 / (1 + 7*(thin-1)/8)

// logOf returns a store's log of envelopes, one a line.
func logOf(ledger []byte) (log []byte) {
	for i, line := range strings.Split(strings.TrimSpace(string(ledger)), "\n") {
		log = binary.LittleEndian.AppendUint32(log, uint32(len(line)))
		log = binary.LittleEndian.AppendUint32(log, crc32.Checksum([]byte(line), crc32.MakeTable(crc32.Castagnoli)))
		log = binary.LittleEndian.AppendUint64(log, uint64(i+1))
		log = append(log, line...)
	}
	return log
}

// kindsOfInput are folders of files, one for each kind of input there is: what
// their files are called here, and the test data that they are made from.
var kindsOfInput = map[string]map[string]string{
	"store":    {"streams/a.log": "journals/live-invalid-summaries.ledger.jsonl", "streams/b.log": "journals/live-committed-manual.ledger.jsonl", "streams/c.log": "journals/live-shutdown-while-running.ledger.jsonl"},
	"journal":  {"a.jsonl": "journals/live-invalid-summaries.jsonl", "a.response-1.json": "journals/live-invalid-summaries.response-1.json", "a.response-4.json": "journals/live-invalid-summaries.response-4.json", "m.jsonl": "journals/session-multiloop.jsonl", "m.output-1.json": "journals/session-multiloop.output-1.json", "m.input-1.json": "journals/session-multiloop.input-1.json"},
	"reply":    {"a.json": "cases/091-good-wire-bad-xml.json", "b.txt": "cases/068-json-fence-unclosed.txt", "c.json": "cases/088-model-swapped.json", "IDENTITY.json": "cases/IDENTITY.json"},
	"provider": {"a.response.json": "captures/anthropic.valid.response.json", "b.response.json": "captures/openai.over-token-budget.response.json", "c.response.json": "captures/gemini.thinking-then-text.response.json", "d.response.json": "captures/openai.html-gateway.response.json", "e.request.json": "captures/anthropic.request.json"},
	"bundle":   {"a.attempt.json": "cases/111-over-token-limit.attempt.json", "b.attempt.json": "cases/121-tail-unanswered-call.attempt.json", "c.attempt.json": "cases/128-post-at-limit.attempt.json", "d.attempt.json": "cases/098-thinking-only.attempt.json"},
	"summary":  {"a.xml": "cases/026-less-than-code.xml", "b.xml": "cases/066-valid-minimal.xml", "c.xml": "cases/011-cut-before-root-close.xml", "d.xml": "cases/036-pretty-printed.xml", "e.xml": "cases/063-valid-over-escaped.xml"},
}

// inputs returns the contents of a kind of input, whose files are written into dir.
func inputs(t *testing.T, kind, dir string) *contents {
	t.Helper()
	files := map[string][]byte{}
	switch from, plain := kindsOfInput[kind]; {
	case kind == "gallery":
		w, err := loader.Gallery(context.Background(), loader.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return contentsOf(w)
	case kind == "nothing":
		return &contents{}
	case kind == "broken":
		journal := mustRead(t, "journals/live-invalid-summaries.jsonl")
		log := logOf(mustRead(t, "journals/live-committed-manual.ledger.jsonl"))
		log[len(log)/3]++
		files = map[string][]byte{
			"torn.jsonl": journal[:len(journal)*2/3], "store/streams/a.log": log[:len(log)-7], "binary.xml": []byte("\x00\x01\x02"), "empty.xml": nil, "bad.gz": []byte("\x1f\x8bno"),
			"cut.xml": mustRead(t, "cases/008-cut-mid-word.xml"), "line.xml": []byte(strings.Repeat("<a", 50_000)), "deep.json": []byte(strings.Repeat("[", 20_000)),
		}
	case kind == "hostile":
		var err error
		if files, err = corpus.Files(testfile.Read, corpus.All()); err != nil {
			t.Fatal(err)
		}
	case plain:
		for name, data := range from {
			if files[name] = mustRead(t, data); kind == "store" {
				files[name] = logOf(files[name])
			}
		}
	}
	for name, b := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if kind == "hostile" {
		for _, name := range corpus.Names() {
			_ = os.WriteFile(filepath.Join(dir, name+".xml"), []byte("<conversation_summary/>"), 0o600) // where the system takes the name
		}
	}
	return openFiles(t, dir)
}

func mustRead(t *testing.T, name string) []byte {
	t.Helper()
	b, err := testfile.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// script plays a script of random events on the interface.
type script struct {
	*driver
	r    *rand.Rand
	past []string // what was done, the newest last

	shown string // the frame that was looked at last
}

// newScript shows c in a window of 80x24, without what goes by the clock.
func newScript(t *testing.T, c *contents, seed uint64, theme *themes.Theme) *script {
	p := &script{driver: &driver{t: t, app: newApp(context.Background(), theme, nil)}, r: rand.New(rand.NewPCG(seed, 0))}
	p.app.now = func() time.Time { return time.Unix(0, 0).UTC() }
	p.app.mouseOn = true
	p.app.loading = &loading{cancel: func() {}}
	p.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	p.send(openedMsg{contents: c})
	return p
}

// event returns a random event: mostly a key of the table of actions or one that
// layers have.
func (p *script) event() tea.Msg {
	r := p.r
	switch n := r.IntN(100); {
	case n < 55:
		c := &p.app.actions[r.IntN(len(p.app.actions))]
		keys := c.key.Keys()
		return keyNamed(keys[r.IntN(len(keys))])
	case n < 70:
		return keyNamed([]string{"esc", "enter", "up", "down", "left", "right", "home", "end", "backspace", "delete", "tab", "ctrl+u", "ctrl+w", "ctrl+a", "ctrl+e", "ctrl+r", "ctrl+t", "pgdown", "shift+down", "alt+d", "alt+backspace", "alt+f", "alt+b", "ctrl+k", "alt+delete"}[r.IntN(25)])
	case n < 78:
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: p.text(1 + r.IntN(6)), Alt: r.IntN(10) == 0}
	case n < 82:
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: p.text(r.IntN(200)), Paste: true}
	case n < 95:
		return tea.MouseMsg{
			X: r.IntN(p.app.w+3) - 1, Y: r.IntN(p.app.h+3) - 1, Action: tea.MouseAction(r.IntN(3)),
			Button: tea.MouseButton(r.IntN(12)), Ctrl: r.IntN(9) == 0, Shift: r.IntN(9) == 0,
		}
	case n < 98:
		return tea.WindowSizeMsg{Width: r.IntN(1 + r.IntN(140)), Height: r.IntN(1 + r.IntN(45))}
	case n < 99:
		return p.app.spinnerTick()
	}
	return tea.WindowSizeMsg{Width: 100, Height: 30}
}

// text returns text that may be typed. It leads to no file elsewhere.
func (p *script) text(n int) []rune {
	s := p.typed(corpus.Random(p.r, n))
	return s[:min(len(s), n)]
}

// keyNamed returns the key of that name.
func keyNamed(name string) tea.KeyMsg {
	rest, alt := strings.CutPrefix(name, "alt+")
	for t := tea.KeyType(-128); t < 128; t++ {
		if (tea.KeyMsg{Type: t}).String() == rest && rest != "" && t != tea.KeyRunes {
			return tea.KeyMsg{Type: t, Alt: alt}
		}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(rest), Alt: alt}
}

// step plays one event and fails where the frame is not as it must be.
func (p *script) step() {
	p.t.Helper()
	msg := p.event()
	p.past = append(p.past[max(len(p.past)-30, 0):], fmt.Sprintf("%T %q", msg, msg))
	p.send(msg)
	frame := p.app.View()
	if frame == p.shown {
		return
	}
	p.shown = frame
	if err := corpus.Check([]byte(frame), corpus.Lines|corpus.Styles); err != nil {
		p.t.Fatalf("%v after\n%s", err, strings.Join(p.past, "\n"))
	}
	if err := fits(frame, p.app.w, p.app.h); err != nil {
		p.t.Fatalf("%dx%d: %v after\n%s", p.app.w, p.app.h, err, strings.Join(p.past, "\n"))
	}
}

// Ten thousand random events on each kind of input: nothing panics, every frame fits
// its window and holds nothing hostile, and the same seed gives the same screens.
func TestRandomEvents(t *testing.T) {
	home := t.TempDir()
	for _, kind := range []string{"store", "journal", "reply", "provider", "bundle", "summary", "gallery", "broken", "hostile", "nothing"} {
		for seed := *seed0; seed < *seed0+*seeds; seed++ {
			t.Run(fmt.Sprintf("%s/seed=%d", kind, seed), func(t *testing.T) {
				theme := testTheme(seed%2 == 0, themes.NoColor)
				again := inputs(t, kind, filepath.Join(home, kind))
				p := newScript(t, inputs(t, kind, filepath.Join(home, kind)), seed, theme)
				t.Chdir(home) // what is written without a folder is written here
				defer func() {
					if v := recover(); v != nil {
						t.Fatalf("panic: %v after\n%s\n%s", v, strings.Join(p.past, "\n"), debug.Stack())
					}
				}()
				const compared = presses / 10
				var frames []string
				for i := range presses {
					p.step()
					if i < compared && i%50 == 49 {
						frames = append(frames, p.app.View())
					}
				}
				q := newScript(t, again, seed, theme)
				for i := range compared {
					q.step()
					if i%50 == 49 && q.app.View() != frames[i/50] {
						t.Fatalf("after %d events the same seed gives\n%s\nand before\n%s\nafter\n%s", i+1, q.app.View(), frames[i/50], strings.Join(q.past, "\n"))
					}
				}
			})
		}
	}
}

// typed returns what of a text may be typed.
func (p *script) typed(text string) []rune {
	return []rune(strings.NewReplacer("/", "", "~", "", "\x00", "").Replace(text))
}
