package tui

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/tui/keymap"
)

// stepper runs commands one by one and lets a test look in between.
type stepper struct {
	*driver
	todo []tea.Cmd
}

// openLarge opens two large summaries of the same fault and a small one. The first is
// selected.
func openLarge(t *testing.T) *stepper {
	t.Helper()
	dir := t.TempDir()
	text := strings.Repeat("The worker retries & waits.\n", 2*quickBytes/28)
	large := "<conversation_summary><goal>" + text + "</goal><constraints/><decisions/><state>Done</state><open_items/></conversation_summary>"
	for name, content := range map[string]string{
		"a.xml": large, "b.xml": large,
		"c.xml": "<conversation_summary><goal>x</goal><constraints/><decisions/><state>Done</state><open_items/></conversation_summary>",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := openFiles(t, dir)
	q := &stepper{driver: &driver{t: t, app: newApp(context.Background(), testTheme(false, 0), func(context.Context, func(string)) (*contents, error) { return c, nil })}}
	q.give(tea.WindowSizeMsg{Width: 100, Height: 24})
	q.app.Init()
	q.give(openedMsg{id: q.app.opened, contents: c})
	return q
}

// give gives the interface a message and keeps what is to be done then.
func (q *stepper) give(msg tea.Msg) {
	_, cmd := q.app.Update(msg)
	q.add(cmd)
}

func (q *stepper) add(cmd tea.Cmd) {
	if cmd != nil {
		q.todo = append(q.todo, cmd)
	}
}

// step runs the next command and returns what it brought; ok is false where none is
// left.
func (q *stepper) step() (msg tea.Msg, ok bool) {
	if len(q.todo) == 0 {
		return nil, false
	}
	cmd := q.todo[0]
	q.todo = q.todo[1:]
	switch msg = cmd(); m := msg.(type) {
	case tea.BatchMsg:
		for _, c := range m {
			q.add(c)
		}
	case nil:
	default:
		q.give(msg)
	}
	return msg, true
}

// until runs commands until one brings what is.
func (q *stepper) until(is func(tea.Msg) bool) {
	q.t.Helper()
	for {
		msg, ok := q.step()
		if !ok {
			q.t.Fatal("it does not come")
		}
		if is(msg) {
			return
		}
	}
}

func (q *stepper) rest() {
	for ok := true; ok; {
		_, ok = q.step()
	}
}

func isIndexed(msg tea.Msg) bool { _, is := msg.(indexedMsg); return is }

// The text of a large answer is there at once, the verdict comes when it is known,
// and then what can be mended.
func TestLargeAnswerIsShownUnjudged(t *testing.T) {
	q := openLarge(t)
	q.until(isIndexed)
	q.expect("The worker retries & waits.", "CHECKING …", "checking …")
	it := q.app.list.current()
	if it.judged != nil {
		t.Fatal("it is judged already")
	}
	q.until(func(tea.Msg) bool { return it.judged != nil })
	q.expect("REJECTED", "xml_syntax")
	if it.judged.dossier.Planned || q.app.reader.textShown() != it.evidence.Reply.File {
		t.Error("the verdict waited for the plan, or the text was read again")
	}
	q.rest()
	if !it.judged.dossier.Planned || !it.judged.whole {
		t.Error("the plan did not come")
	}
	q.expect("REJECTED", "safe")
}

// Who reads while the answer is judged stays where they are.
func TestVerdictMovesNobody(t *testing.T) {
	q := openLarge(t)
	q.until(isIndexed)
	q.app.setFocus(paneText)
	for range 30 {
		q.give(tea.KeyMsg{Type: tea.KeyDown})
	}
	before := q.app.reader.text.Cursor()
	q.rest()
	if got := q.app.reader.text.Cursor(); before == 0 || got != before {
		t.Errorf("the cursor went from %d to %d", before, got)
	}
	q.expect("REJECTED")
}

// Another selection ends the work on a large answer; it is done when nothing else is.
func TestAnotherSelectionEndsJudging(t *testing.T) {
	q := openLarge(t)
	first := q.app.list.all[0]
	q.until(isIndexed)
	q.add(q.app.selectItem(1))
	if !q.app.sight.missed {
		t.Error("the work on the first one goes on")
	}
	q.until(func(msg tea.Msg) bool {
		m, is := msg.(judgedMsg)
		return is && len(m.verdicts) == 0 && m.next < 0 && !m.worked
	})
	if first.judged != nil {
		t.Error("it was judged all the same")
	}
	q.rest()
	for i, it := range q.app.list.all {
		if it.judged == nil {
			t.Errorf("item %d was never judged", i)
		}
	}
}

// While the answer is judged, and then its repairs worked out, the keys of repairs say
// so: neither is it said that there is none, nor do they do anything else.
func TestKeysOfARepairThatIsToCome(t *testing.T) {
	q := openLarge(t)
	q.app.live.changes = &queue{}
	q.until(isIndexed)
	it := q.app.list.current()
	press := func(k string) {
		q.give(keymap.Message(k))
	}
	press("f")
	q.expect("f: the answer is still being judged")
	press("F")
	q.expect("F: the answer is still being judged")
	q.until(func(tea.Msg) bool { return it.judged != nil })
	q.absent("still being judged")
	if it.judged.dossier.Planned {
		t.Fatal("the plan is there already")
	}
	press("F")
	q.expect("F: the repair is still being worked out")
	press("f")
	q.expect("f: the repair is still being worked out")
	if q.app.live.following {
		t.Error("F follows")
	}
	q.rest()
	q.absent("still being worked out")
	press("f")
	q.expect("Repair of finding 1")
	press("F")
	q.expect("All safe repairs")
	if q.app.live.following {
		t.Error("F follows")
	}
	press("s")
	press("F")
	q.expect("following")
}

// Whatever one does before the verdict, the text stays one that can be looked at.
func TestKeysBeforeTheVerdict(t *testing.T) {
	for i := range actions() {
		q := openLarge(t)
		q.until(isIndexed)
		q.app.setFocus(paneText)
		if c := &q.app.actions[i]; c.valid(q.app) && c.id != "suspend" && c.id != "quit" {
			q.give(keymap.Message(c.key.Keys()[0]))
			q.app.View()
			q.give(tea.KeyMsg{Type: tea.KeyDown})
			q.app.View()
		}
	}
}
