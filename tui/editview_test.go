package tui

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
	"compactlens/core/source"
)

// typed types s as it is.
func (d *driver) typed(s string) {
	d.t.Helper()
	for _, r := range s {
		switch r {
		case '\n':
			d.press("enter")
		default:
			d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
		}
	}
}

func (d *driver) alt(r rune) { d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: true}) }

// edited opens the first item, a summary of that text, for editing.
func editText(t *testing.T, text string) (*driver, *editing) {
	t.Helper()
	d := drive(t, &contents{groups: []group{{items: []*item{summaryItem("a.xml", text)}}}}, 100, 30)
	d.app.now = twoMinutesPastTwo
	d.press("s e")
	e := d.app.editing()
	if e == nil {
		t.Fatalf("nothing is edited:\n%s", d.text())
	}
	return d, e
}

// What keys do to a text. In it | is the cursor, before and after.
func TestEditKeys(t *testing.T) {
	for _, c := range []struct{ name, before, keys, after string }{
		{"typing", "a|b", "x y", "axy|b"},
		{"enter and tab", "a|b", "enter tab", "a\n\t|b"},
		{"backspace", "ab|c", "backspace", "a|c"},
		{"backspace over a cluster", "ae\u0301|c", "backspace", "a|c"},
		{"backspace over a line's end", "a\r\n|b", "backspace", "a|b"},
		{"backspace at the start", "|a", "backspace", "|a"},
		{"delete", "a|bc", "delete", "a|c"},
		{"delete a line's end", "a|\nb", "delete", "a|b"},
		{"delete at the end", "a|", "delete", "a|"},
		{"delete a byte that is no UTF-8", "a|\xffb", "delete", "a|b"},
		{"a word back", "one two |three", "ctrl+w", "one |three"},
		{"cut to the end", "one| two\nthree", "ctrl+k", "one|\nthree"},
		{"cut the line's end", "one|\nthree", "ctrl+k", "one|three"},
		{"cut twice and put in", "one| two\nthree", "ctrl+k ctrl+k end ctrl+v", "onethree two\n|"},
		{"cut to the start", "one two| three\nfour", "ctrl+u", "| three\nfour"},
		{"cut a line and put it in below", "one\nt|wo\nthree\n", "ctrl+x down ctrl+v", "one\nthree\ntwo\n|"},
		{"cut two lines", "o|ne\ntwo\nthree\n", "ctrl+x ctrl+x ctrl+end ctrl+v", "three\none\ntwo\n|"},
		{"a cut after a move is another", "o|ne\ntwo\nthree\n", "ctrl+x down ctrl+x ctrl+v", "two\nthree\n|"},
		{"home and end", "one\nt|wo\nthree", "home x end y", "one\nxtwoy|\nthree"},
		{"up and down keep the column", "long\na\nlong|", "up up x", "longx|\na\nlong"},
		{"left and right", "ab|c", "left left right x", "ax|bc"},
		{"words", "one two| three", "ctrl+left x ctrl+right y", "one xtwo y|three"},
		{"undo", "a|b", "x y ctrl+_", "a|b"},
		{"undo twice", "a|b", "x left y ctrl+_ ctrl+_", "a|b"},
		{"undo and again", "a|b", "x y ctrl+_ ctrl+r", "axy|b"},
		{"nothing to undo", "a|b", "ctrl+_ ctrl+r", "a|b"},
	} {
		at := strings.IndexByte(c.before, '|')
		d, e := editText(t, strings.Replace(c.before, "|", "", 1))
		e.view.SetCursor(at)
		d.press(c.keys)
		text, cursor := string(e.buffer.Text().Bytes()), e.view.Cursor()
		if got := text[:cursor] + "|" + text[cursor:]; got != c.after {
			t.Errorf("%s: %q with %s: %q, want %q", c.name, c.before, c.keys, got, c.after)
		}
		if !bytes.Equal(e.view.Text().Bytes(), e.buffer.Text().Bytes()) {
			t.Errorf("%s: the text shown is another", c.name)
		}
		if e.stale() {
			t.Errorf("%s: the verdict is not on the text as it is", c.name)
		}
	}
}

// Random keys: what is shown is what the buffer holds, the cursor is on a character
// and on screen, the verdict is that of the text, and undoing all gives the start.
func TestRandomKeys(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	keys := strings.Fields("a & < enter tab backspace delete ctrl+k ctrl+u ctrl+w ctrl+x ctrl+v left right up down home end ctrl+left ctrl+right ctrl+home ctrl+end pgup pgdown ctrl+_ ctrl+r ctrl+n ctrl+t ctrl+t")
	for range 8 {
		start := manyFaults + "\xff e\u0301 日本"
		d, e := editText(t, start)
		for range 150 {
			k := keys[r.Intn(len(keys))]
			if e.lens != nil {
				k = "ctrl+t"
			}
			d.press(k)
			if at := e.view.Cursor(); at > len(e.buffer.Text().Bytes()) || e.view.Under().Start != at || !e.view.Shows(at) {
				t.Fatalf("after %s the cursor is at %d, on %v", k, at, e.view.Under())
			}
			if !bytes.Equal(e.view.Text().Bytes(), e.buffer.Text().Bytes()) {
				t.Fatalf("after %s the text shown is another", k)
			}
		}
		want := inspect.Judge(summaryItem("", string(e.buffer.Text().Bytes())).evidence)
		if e.shown.verdict.Decision != want.Decision || e.shown.verdict.Reason != want.Reason {
			t.Errorf("%v %v, want %v %v", e.shown.verdict.Decision, e.shown.verdict.Reason, want.Decision, want.Reason)
		}
		for range 200 {
			d.press("ctrl+_")
		}
		if string(e.buffer.Text().Bytes()) != start || e.changed() != "unchanged" {
			t.Errorf("all undone: %q", e.buffer.Text().Bytes())
		}
	}
}

// The fault is edited away in the copy, the whole reply is judged, and the copy is
// kept as another answer; the attempt itself stays as it is.
func TestEditAFaultAway(t *testing.T) {
	c := sample()
	c.groups[1].items[0] = replyItem("8", replyOf(strings.Replace(good, "One retry", "One & <b>retry", 1)), 150)
	d := drive(t, c, 120, 40)
	d.app.now = twoMinutesPastTwo
	d.press("n n n n")
	d.expect("REJECTED xml_syntax")
	before := *d.app.reader.item
	d.press("e")
	d.expect("scratch · unchanged · 2 → 2 findings", "Summary · a copy", "reported for the original: 150")
	d.typed("and")
	d.press("delete")
	d.expect("scratch · edited · 2 → 1 finding", "REJECTED xml_structure")
	d.press("ctrl+n delete delete delete")
	d.expect("2 → 0 findings", "UNDETERMINED", "Nothing speaks against this answer, but")
	d.press("esc")
	d.expect("Leave the changed text?")
	d.press("esc")
	d.expect("UNDETERMINED", "Summary · a copy")
	d.press("esc k")
	d.expect("+ edited 14:02", "UNDETERMINED")
	it := d.app.reader.item
	if it.scratch == nil || it.scratch.of.name != "8" || it.evidence.Reply.Form != inspect.FormText {
		t.Errorf("%+v", it)
	}
	if got := string(it.evidence.Reply.File.Bytes()); !strings.HasPrefix(got, "{"+identity) || !strings.Contains(got, "One and retry") {
		t.Errorf("the answer is %s", got)
	}
	d.press("p")
	if now := d.app.reader.item; now.judged != before.judged || now.evidence.Reply.File != before.evidence.Reply.File {
		t.Error("the attempt itself changed")
	}
}

// An edit that makes another fault the one the checks stop at selects that, wherever the
// cursor is; one that leaves it as it was leaves the selection, too.
func TestEditsSelectTheNewPrimary(t *testing.T) {
	text := strings.Replace(lined, "41 pass", "Ran go build && go test and n < 3", 1)
	d, e := editText(t, text)
	primary := func(want bool) {
		t.Helper()
		if f := e.shown.verdict.Findings[e.finding]; f.Primary != want {
			t.Fatalf("finding %d is selected, %s:\n%s", e.finding, f.Message, d.text())
		}
	}
	primary(true)
	d.typed("hello & <b> ")
	d.expect("4 findings")
	primary(true)
	d.press("ctrl+n ctrl+n ctrl+n") // on the last one, and a word before it
	primary(false)
	d.typed("x ")
	primary(false)
	at := e.finding
	d.press("home right right right right right right right right x") // before all of them
	primary(false)
	if e.finding != at {
		t.Errorf("finding %d is selected, was %d", e.finding, at)
	}
	d.press("ctrl+p ctrl+p ctrl+p")
	primary(true)
	d.press("delete") // the first is mended: what comes next is selected
	primary(true)
}

// Leaving asks once, and only where something would be lost; ctrl+c asks, too.
func TestLeavingAnEditing(t *testing.T) {
	d, _ := editText(t, good)
	d.press("esc")
	if d.app.editing() != nil {
		t.Error("an unchanged text asks")
	}
	d.press("e x esc d")
	d.expect("the changes were dropped")
	if len(d.app.list.items) != 1 {
		t.Error("something was kept")
	}
	d.press("e x backspace esc")
	if len(d.app.layers) != 0 {
		t.Error("a text that is as it was asks")
	}
	d.press("e x ctrl+c")
	d.expect("Leave the changed text?")
	if _, cmd := d.app.Update(tea.KeyMsg{Type: tea.KeyCtrlC}); cmd == nil {
		t.Error("the second ctrl+c does not quit")
	}
}

func TestSavingAnEditedText(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "copy.xml")
	d, _ := editText(t, good)
	d.typed("x")
	save := func(path string) {
		d.press("ctrl+s ctrl+u")
		d.typed(path)
		d.press("enter")
	}
	save(path)
	d.expect("saved, 233 bytes: ", "scratch · saved")
	d.press("esc")
	if d.app.editing() != nil {
		t.Fatal("a saved text asks")
	}
	d.press("e")
	e := d.app.editing()
	d.typed("yy")
	save(path)
	d.expect("There is a file of this name")
	if b, _ := os.ReadFile(path); !bytes.HasPrefix(b, []byte("x<")) {
		t.Errorf("it was written over: %q", b)
	}
	d.press("enter")
	d.expect("saved, 234 bytes: ")
	if b, _ := os.ReadFile(path); !bytes.HasPrefix(b, []byte("yy<")) {
		t.Errorf("%q", b)
	}
	save(filepath.Join(dir, "missing", "copy.xml"))
	d.expect("not saved: cannot write the new content: no such file or directory", filepath.Join("missing", "copy.xml"))
	d.absent(".tmp")
	if !e.buffer.Changed() || e.buffer.Unsaved() {
		t.Error("what was saved is not known any more")
	}
}

// Nothing is saved over what the answer came from, by whatever name.
func TestEvidenceIsNotWrittenOver(t *testing.T) {
	dir := t.TempDir()
	file, link, store := filepath.Join(dir, "a.xml"), filepath.Join(dir, "link.xml"), filepath.Join(dir, "store")
	if err := os.WriteFile(file, []byte(good), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(store, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		source, target string
		want           bool
	}{
		{file, file, true}, {file, link, true}, {file, filepath.Join(dir, "new.xml"), false},
		{store, filepath.Join(store, "new.xml"), true}, {store, filepath.Join(dir, "new.xml"), false}, {"pasted", file, false},
	} {
		if got := sameFile(c.source, c.target); got != c.want {
			t.Errorf("%s over %s: %v", filepath.Base(c.target), filepath.Base(c.source), got)
		}
	}
}

func TestMendWhileEditing(t *testing.T) {
	d, e := editText(t, manyFaults)
	d.alt('m')
	d.expect("mended: write & as &amp;", "2 → 1 finding")
	if !strings.Contains(string(e.buffer.Text().Bytes()), "build &amp;&amp; go") {
		t.Errorf("%s", e.buffer.Text().Bytes())
	}
	d.alt('m')
	d.expect("2 → 0 findings", "ACCEPTED")
	d.alt('m')
	d.expect("there is no repair for it")
	d.press("ctrl+_ ctrl+_")
	if e.changed() != "unchanged" {
		t.Error("a repair is not undone at once")
	}
}

// A paste into the text is put in as it is, where the text stands alone; in a JSON
// string there is only UTF-8.
func TestPasteWhileEditing(t *testing.T) {
	d, e := editText(t, good)
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("a\rb"), Paste: true})
	if !strings.HasPrefix(string(e.buffer.Text().Bytes()), "a\nb<") {
		t.Errorf("%q", e.buffer.Text().Bytes())
	}
	if e.paste(d.app, []byte("\xff")); !bytes.HasPrefix(e.buffer.Text().Bytes(), []byte("a\nb\xff<")) {
		t.Errorf("%q", e.buffer.Text().Bytes())
	}
	d.press("ctrl+_ ctrl+_")
	if e.changed() != "unchanged" {
		t.Errorf("a paste is not undone at once: %q", e.buffer.Text().Bytes())
	}
	d = driveByHand(t, 120, 40)
	d.press("n n n n s e")
	e = d.app.editing()
	if e.paste(d.app, []byte("\xff")); !bytes.HasPrefix(e.buffer.Text().Bytes(), []byte("\uFFFD<")) {
		t.Errorf("%q", e.buffer.Text().Bytes())
	}
}

// A verdict that comes back after the text has changed again is dropped, one is asked
// for at a time, and the newest text is judged in the end.
func TestStaleVerdictsWhileEditing(t *testing.T) {
	d, e := editText(t, good)
	_, first := d.app.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("&")})
	_, second := d.app.Update(tea.KeyMsg{Type: tea.KeyBackspace})
	d.expect("judging …")
	if !e.stale() || e.asked != e.version-1 {
		t.Fatalf("version %d, asked %d", e.version, e.asked)
	}
	d.do(second)
	if !e.stale() {
		t.Fatal("two are judged at a time")
	}
	d.do(first)
	if e.stale() || e.shown.verdict.Decision != inspect.Accepted {
		t.Errorf("version %d of %d: %v", e.shown.version, e.version, e.shown.verdict.Decision)
	}
	_, late := d.app.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("&")})
	d.press("esc d e")
	d.do(late) // of an editing that was left
	d.expect("unchanged", "ACCEPTED")
}

func TestEditingByMouse(t *testing.T) {
	d, e := editText(t, strings.Replace(good, "41 of", strings.Repeat("0123456789\n", 100), 1))
	d.press("ctrl+home")
	d.send(tea.MouseMsg{X: 10, Y: 6, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	if p := e.view.Text().Position(e.view.Cursor()); p.Line != 3 {
		t.Errorf("clicked on line %d", p.Line)
	}
	d.send(tea.MouseMsg{X: 10, Y: 5, Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
	if p := e.view.Text().Position(e.view.Offset()); p.Line != 3 {
		t.Errorf("scrolled to line %d", p.Line)
	}
}

// The screens of editing, from opening it to leaving.
func TestEditGoldens(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 10}} {
		for _, s := range []struct{ name, keys string }{
			{"edit", "e"}, {"edit-changed", "e a n d delete delete"}, {"edit-difference", "e a n d delete delete ctrl+t"},
			{"edit-leave", "e x esc"}, {"edit-save", "e x ctrl+s"}, {"edit-keys", "e f1"}, {"edit-reply", "n n n n n e"},
		} {
			d := drive(t, sample(), size[0], size[1])
			d.press(s.keys)
			kept(t, fmt.Sprintf("%s-%dx%d.txt", s.name, size[0], size[1]), d.text())
		}
		for _, light := range []bool{false, true} {
			theme := testTheme(light, 3)
			d := driveTheme(t, sample(), size[0], size[1], theme)
			d.press("e a n d delete")
			kept(t, fmt.Sprintf("edit-%dx%d-%s.ansi", size[0], size[1], theme.Palette().Name), strings.ReplaceAll(d.app.View(), "\x1b", "␛"))
		}
	}
}

func TestEditingFitsEverySize(t *testing.T) {
	t.Chdir(t.TempDir()) // keys may come to write a file
	d := drive(t, hostile(), 80, 24)
	d.press("s e")
	keys := []string{"x", "ctrl+n", "ctrl+t", "ctrl+t", "f1", "esc", "down", "ctrl+k", "ctrl+s", "esc", "esc", "esc", "pgdown", "enter"}
	var walk thinned
	for i, h := 0, 1; h <= 40; h++ {
		for w := 1; w <= 130; w += 3 {
			if walk.skips() {
				continue
			}
			d.send(tea.WindowSizeMsg{Width: w, Height: h})
			if err := fits(d.app.View(), w, h); err != nil {
				t.Fatalf("%dx%d: %v", w, h, err)
			}
			d.press(keys[i%len(keys)])
			i++
			if d.app.editing() == nil && len(d.app.layers) == 0 {
				t.Fatal("it was left")
			}
		}
	}
}

func BenchmarkTyping(b *testing.B) {
	for _, lines := range []bool{true, false} {
		text := strings.Repeat("  <state>some text, and some more of it here</state>\n", 1<<20/53)
		name := "lines"
		if !lines {
			text, name = strings.ReplaceAll(text, "\n", " "), "oneLine"
		}
		b.Run(name, func(b *testing.B) {
			it := summaryItem("large.xml", text)
			it.judged = judge(it.evidence)
			app := newApp(b.Context(), testTheme(false, 3), nil)
			app.loading = &loading{cancel: func() {}}
			app.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
			app.Update(openedMsg{contents: &contents{groups: []group{{items: []*item{it}}}}})
			app.reader.setKind(viewSummary)
			app.editInPlace()
			e := app.editing()
			e.view.SetCursor(len(text) / 2)
			k := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("x")}
			for b.Loop() {
				app.Update(k)
				app.View()
			}
			_ = source.Span{}
		})
	}
}
