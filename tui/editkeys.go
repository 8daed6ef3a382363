package tui

import (
	"bytes"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/source"
	"compactlens/tui/edit"
)

// editKey is something a key does while a text is edited. All other keys that write a
// character write it.
type editKey struct {
	key   key.Binding
	hint  string // words for the row of hints; empty for none
	moves bool   // the cursor moves and nothing changes
	cuts  bool   // it cuts, and cuts one after the other are put back together
	run   func(e *editing, a *App) tea.Cmd
}

// moving makes the function of a key that moves the cursor.
func moving(f func(e *editing)) func(*editing, *App) tea.Cmd {
	return func(e *editing, _ *App) tea.Cmd {
		f(e)
		return nil
	}
}

// editKeys returns the table. The order is that of the hints and of the list of keys.
func editKeys() []editKey {
	return []editKey{
		{key: bind("save the whole answer, with this text in it, to a new file", "ctrl+s", "ctrl+s"), hint: "save as", run: func(e *editing, a *App) tea.Cmd { e.askWhere(a); return nil }},
		{key: bind("what differs from the original, and back", "ctrl+t", "ctrl+t"), hint: "difference", run: (*editing).toggleDiff},
		{key: bind("undo", "ctrl+_", "ctrl+_", "alt+u"), hint: "undo", run: func(e *editing, a *App) tea.Cmd { return e.follow(a, e.buffer.Undo()) }},
		{key: bind("do again what was undone", "alt+r", "alt+r", "ctrl+r"), run: func(e *editing, a *App) tea.Cmd { return e.follow(a, e.buffer.Redo()) }},
		{key: bind("next fault", "ctrl+n", "ctrl+n"), hint: "next fault", moves: true, run: moving(func(e *editing) { e.stepFault(1) })},
		{key: bind("previous fault", "ctrl+p", "ctrl+p"), moves: true, run: moving(func(e *editing) { e.stepFault(-1) })},
		{key: bind("make the safe repair of the selected fault", "alt+m", "alt+m"), hint: "mend", run: (*editing).mend},

		{key: bind("a character to the left", "←", "left", "ctrl+b"), moves: true, run: moving(func(e *editing) { e.view.StepCharacter(-1) })},
		{key: bind("a character to the right", "→", "right", "ctrl+f"), moves: true, run: moving(func(e *editing) { e.view.StepCharacter(1) })},
		{key: bind("a row up", "↑", "up"), moves: true, run: moving(func(e *editing) { e.move(-1) })},
		{key: bind("a row down", "↓", "down"), moves: true, run: moving(func(e *editing) { e.move(1) })},
		{key: bind("a word to the left", "alt+b", "alt+b", "ctrl+left", "alt+left"), moves: true, run: moving(func(e *editing) { e.view.StepWord(-1) })},
		{key: bind("a word to the right", "alt+f", "alt+f", "ctrl+right", "alt+right"), moves: true, run: moving(func(e *editing) { e.view.StepWord(1) })},
		{key: bind("the line's start", "home", "home", "ctrl+a"), moves: true, run: moving(func(e *editing) { e.view.LineStart() })},
		{key: bind("the line's end", "end", "end", "ctrl+e"), moves: true, run: moving(func(e *editing) { e.view.LineEnd() })},
		{key: bind("a page up", "pgup", "pgup"), moves: true, run: moving(func(e *editing) { e.move(-max(e.layout.text.h, 2)) })},
		{key: bind("a page down", "pgdn", "pgdown"), moves: true, run: moving(func(e *editing) { e.move(max(e.layout.text.h, 2)) })},
		{key: bind("the text's start", "ctrl+home", "ctrl+home", "alt+<"), moves: true, run: moving(func(e *editing) { e.view.SetCursor(0) })},
		{key: bind("the text's end", "ctrl+end", "ctrl+end", "alt+>"), moves: true, run: moving(func(e *editing) { e.view.SetCursor(e.buffer.Text().Len()) })},

		{key: bind("a new line", "enter", "enter", "ctrl+j"), run: func(e *editing, a *App) tea.Cmd { return e.put(a, []byte("\n"), edit.Typing) }},
		{key: bind("a tab", "tab", "tab"), run: func(e *editing, a *App) tea.Cmd { return e.put(a, []byte("\t"), edit.Typing) }},
		{key: bind("delete the character before the cursor", "backspace", "backspace"), run: func(e *editing, a *App) tea.Cmd {
			return e.deleteTo(a, func() { e.view.StepCharacter(-1) })
		}},
		{key: bind("delete the character under the cursor", "delete", "delete", "ctrl+d"), run: func(e *editing, a *App) tea.Cmd {
			return e.replace(a, e.view.Under(), nil, edit.Behind)
		}},
		{key: bind("delete the word before the cursor", "ctrl+w", "ctrl+w", "alt+backspace"), run: func(e *editing, a *App) tea.Cmd {
			return e.deleteTo(a, func() { e.view.StepWord(-1) })
		}},
		{key: bind("delete the word behind the cursor", "alt+d", "alt+d", "alt+delete"), run: func(e *editing, a *App) tea.Cmd {
			return e.deleteTo(a, func() { e.view.StepWord(1) })
		}},
		{key: bind("cut to the line's end; there, the line's end", "ctrl+k", "ctrl+k"), cuts: true, run: func(e *editing, a *App) tea.Cmd { return e.cutLine(a, e.view.Cursor()) }},
		{key: bind("cut to the line's start", "ctrl+u", "ctrl+u"), cuts: true, run: func(e *editing, a *App) tea.Cmd { return e.cutBefore(a) }},
		{key: bind("cut the line", "ctrl+x", "ctrl+x"), cuts: true, run: func(e *editing, a *App) tea.Cmd { return e.cutLine(a, -1) }},
		{key: bind("put in what was cut; a paste of the terminal is put in, too", "ctrl+v", "ctrl+v", "ctrl+y"), run: func(e *editing, a *App) tea.Cmd {
			return e.put(a, e.clip, edit.Other)
		}},

		{key: bind("these keys", "f1", "f1"), hint: "keys", run: func(e *editing, a *App) tea.Cmd { a.push(newEditHelp(a)); return nil }},
		{key: bind("stop the program until the shell's fg", "ctrl+z", "ctrl+z"), run: func(_ *editing, a *App) tea.Cmd { return suspend(a) }},
	}
}

// editCloses closes the editing. It stands apart from the table because it answers
// otherwise.
func editCloses() key.Binding {
	return bind("leave; what was changed is asked about", "esc", "esc", "ctrl+c")
}

// press does what a key does, or writes its character.
func (e *editing) press(a *App, k tea.KeyMsg) (stay bool, cmd tea.Cmd) {
	if e.keeping {
		return true, nil
	}
	e.notice, e.failed = "", false
	if key.Matches(k, editCloses()) {
		if e.lens != nil && k.Type == tea.KeyEsc {
			e.closeDiff()
			return true, nil
		}
		return e.close(a), nil
	}
	if e.lens != nil && e.pressDiff(k) {
		return true, nil
	}
	for _, c := range editKeys() {
		if !key.Matches(k, c.key) {
			continue
		}
		if !c.cuts {
			e.cutting = false
		}
		cmd = c.run(e, a)
		e.cutting = c.cuts
		if c.moves {
			e.buffer.Break()
			e.selectAtCursor()
		}
		return true, cmd
	}
	e.cutting = false
	if k.Type == tea.KeyRunes && !k.Alt || k.Type == tea.KeySpace {
		return true, e.put(a, []byte(string(k.Runes)), edit.Typing)
	}
	return true, nil
}

// pressDiff moves in the difference. It reports false of keys that do something else.
func (e *editing) pressDiff(k tea.KeyMsg) bool {
	l := e.lens
	switch k.String() {
	case "ctrl+t", "ctrl+s", "f1", "ctrl+z":
		return false
	case "up", "k":
		l.move(-1)
	case "down", "j":
		l.move(1)
	case "pgup":
		l.move(-max(l.h, 2))
	case "pgdown", " ":
		l.move(max(l.h, 2))
	case "home", "g":
		l.home()
	case "end", "G":
		l.end()
	}
	return true
}

func (e *editing) move(n int) { e.view.MoveBy(n) }

// deleteTo deletes from the cursor to where step leads.
func (e *editing) deleteTo(a *App, step func()) tea.Cmd {
	from := e.view.Cursor()
	step()
	to := e.view.Cursor()
	if to < from {
		return e.replace(a, source.Span{Start: to, End: from}, nil, edit.Before)
	}
	return e.replace(a, source.Span{Start: from, End: to}, nil, edit.Behind)
}

// cut deletes s and keeps it to be put in again.
func (e *editing) cut(a *App, s source.Span, before bool) tea.Cmd {
	text := e.buffer.Text().Slice(s)
	switch {
	case !e.cutting:
		e.clip = bytes.Clone(text)
	case before:
		e.clip = append(bytes.Clone(text), e.clip...)
	default:
		e.clip = append(e.clip[:len(e.clip):len(e.clip)], text...)
	}
	return e.replace(a, s, nil, edit.Other)
}

// cutLine cuts the line that the cursor is in, from the offset on and without its
// line end, or that alone where nothing else is left; all of it where from is
// negative.
func (e *editing) cutLine(a *App, from int) tea.Cmd {
	t := e.view.Text()
	n := t.LineOf(e.view.Cursor())
	s := t.Line(n)
	next := t.Len()
	if n+1 < t.LineCount() {
		next = t.Line(n + 1).Start
	}
	switch {
	case from < 0:
		s.End = next
	case from >= s.End:
		s = source.Span{Start: from, End: next}
	default:
		s.Start = from
	}
	return e.cut(a, s, false)
}

// cutBefore cuts what stands before the cursor in its line.
func (e *editing) cutBefore(a *App) tea.Cmd {
	t, at := e.view.Text(), e.view.Cursor()
	return e.cut(a, source.Span{Start: t.Line(t.LineOf(at)).Start, End: at}, true)
}
