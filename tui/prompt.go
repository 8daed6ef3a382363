package tui

import (
	"slices"
	"unicode"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// promptLimit bounds the characters of what is typed into a prompt.
const promptLimit = 1000

// prompt is one row, the last of the window, in which something is typed.
type prompt struct {
	input textinput.Model
	lead  string // what stands in front of it
}

// newPrompt returns a prompt that holds text.
func newPrompt(lead, text string) prompt {
	input := textinput.New()
	input.Prompt, input.CharLimit = "", promptLimit
	input.Cursor.SetMode(cursor.CursorStatic)         // nothing is drawn while nothing changes
	input.KeyMap.Paste = key.NewBinding()             // the clipboard comes as a paste of the terminal
	input.KeyMap.DeleteWordForward = key.NewBinding() // see deleteWord
	input.Focus()
	input.SetValue(text)
	input.CursorEnd()
	return prompt{input: input, lead: lead}
}

func (p *prompt) text() string { return p.input.Value() }

// edit applies a key and reports whether the text changed.
func (p *prompt) edit(k tea.KeyMsg) bool {
	before := p.text()
	if key.Matches(k, textinput.DefaultKeyMap.DeleteWordForward) {
		p.deleteWord()
	} else {
		p.input, _ = p.input.Update(k) // its commands only make the cursor blink
	}
	return p.text() != before
}

// deleteWord deletes the word behind the cursor, with the blanks before it. The input
// line's own way panics where no word is there.
func (p *prompt) deleteWord() {
	all, at := []rune(p.text()), p.input.Position()
	end := at
	for end < len(all) && unicode.IsSpace(all[end]) {
		end++
	}
	for end < len(all) && !unicode.IsSpace(all[end]) {
		end++
	}
	p.input.SetValue(string(slices.Delete(all, at, end)))
	p.input.SetCursor(at)
}

// draw draws the prompt on a, one row: the text around the cursor, and at the
// right a note, which gives way to it.
func (p *prompt) draw(a canvas.Area, note string, style themes.Style) {
	a.Fill(themes.Text)
	x := a.Text(1, 0, p.lead, themes.Accent|themes.Bold)
	end := a.W - 1
	if w := a.Width(note); w > 0 {
		// A note that is too long is cut where it leaves the text half of the row, and a few
		// cells while nothing is typed.
		room := (end - x) / 2
		if p.text() == "" {
			room = min(room, untyped)
		}
		w = min(w, max(end-x-max(p.width(a)+2, room), 0))
		a.Fit(end-w, 0, w, note, style)
		end -= w + 1
	}
	field := a.Sub(x, 0, end-x, 1)
	if field.Empty() {
		return
	}
	d := a.Display()
	d.Flat = true
	runes := []rune(p.text())
	at := len(string(runes[:min(p.input.Position(), len(runes))]))
	cells := append(d.Cells(nil, []byte(p.text()), 0, 0), source.Cell{Text: " ", Width: 1, Source: source.Span{Start: len(p.text()), End: len(p.text()) + 1}})
	behind := 0 // width of all up to and with the cursor
	for _, c := range cells {
		if c.Source.Start <= at {
			behind += c.Width
		}
	}
	x = min(field.W-behind, 0)
	for _, c := range cells {
		s := themes.Text
		if c.Source.Contains(at) {
			s |= themes.Reverse
		}
		field.Put(x, 0, c, s)
		x += c.Width
	}
}

// untyped is how many cells are left to a text that is still empty.
const untyped = 8

// width returns the cells the text needs on a.
func (p *prompt) width(a canvas.Area) int { return a.Width(p.text()) }

// lastRow returns the row of a window that prompts are on.
func lastRow(c canvas.Area) canvas.Area { return c.Sub(0, c.H-1, c.W, 1) }
