package tui

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
	"compactlens/loader"
	"compactlens/tui/play"
)

// Lists in layers that were scrolled in a small window are drawn whole in a large one.
func TestListsInLayersGrow(t *testing.T) {
	for _, open := range []string{":", "D", "y", "T"} {
		d := drive(t, galleryContents(t), 120, 40)
		d.press(open)
		d.send(tea.WindowSizeMsg{Width: 60, Height: 6})
		d.press(strings.Repeat("down ", 60))
		d.text()
		for _, h := range []int{1, 5, 7, 40, 6, 24} {
			d.send(tea.WindowSizeMsg{Width: 60, Height: h})
			if err := fits(d.app.View(), 60, h); err != nil {
				t.Errorf("%s in %d rows: %v", open, h, err)
			}
		}
	}
}

// While verdicts are hidden, no name, heading or layer tells what is wrong.
func TestHiddenVerdictsHaveNeutralNames(t *testing.T) {
	c := galleryContents(t)
	var telling []string
	for _, g := range c.groups {
		for _, it := range g.items {
			telling = append(telling, it.name)
		}
		if g.inner {
			telling = append(telling, g.title+" ")
		}
	}
	for _, size := range [][2]int{{200, 50}, {120, 40}, {80, 24}, {44, 12}, {30, 8}} {
		d := drive(t, c, size[0], size[1])
		if d.app.veils {
			t.Fatal("they are hidden from the start")
		}
		d.press("V")
		for range 4 {
			for _, k := range strings.Fields("tab D esc y esc X esc : esc m a esc z z tab s r t tab") {
				d.press(k)
				d.absent(telling...)
			}
			d.press("3 1 n")
		}
		d.press("G V V")
		d.absent(telling...)
		if it := d.app.reader.item; size[1] > 12 {
			d.expect(it.neutral)
			d.press("space")
			d.expect(capital(it.lesson.rule.Title))
		}
		d.press("V V V") // all are shown
	}
}

// From fault to fault one comes to hidden answers whether they have any or not.
func TestFaultsOfHiddenAnswers(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.press("V space") // many-faults.xml is revealed; good.xml, which is next, is not
	for range 4 {
		d.press("]")
	}
	d.expect("good.xml", "verdict hidden")
}

// What is given by hand while verdicts are hidden is hidden, too, and is not edited before
// its verdict is revealed.
func TestHandsOnHiddenVerdicts(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.app.now = twoMinutesPastTwo
	d.press("V s")
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(manyFaults), Paste: true})
	d.expect("verdict hidden", "+ pasted")
	d.absent("REJECTED")
	d.press("e")
	d.expect("e: the verdict is hidden", "+ pasted")
	d.absent("REJECTED")
	d.press("space e")
	d.expect("✗ REJECTED", "a copy")
	d.press("esc")
	d.expect("✗ REJECTED")
}

// A former answer stays hidden where all are, and what is marked on it leads to the
// newest.
func TestRevisionsMeetTheRest(t *testing.T) {
	open := func() *liveDriver {
		d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
		d.changed(map[string]string{"a.xml": mendedOnce})
		d.press("(")
		d.expect("revision 1 of 2")
		return d
	}
	d := open()
	d.press("V")
	d.absent("REJECTED", "^^")
	d.press("V ")
	d.expect("✗ REJECTED")

	d = open()
	d.press("m a n ' a")
	if it := d.app.reader.item; it != d.app.list.all[0] {
		t.Errorf("the mark leads to %v", it.crumbs)
	}

	d = open()
	d.press("& a . x m l enter")
	d.expect("revision 1 of 2")
	d.changed(map[string]string{"a.xml": good})
	d.expect("revision 1 of 3")
	d.press("y")
	d.expect("the answer lies in no file", "it was not read from a file")
	d.press("esc")

	// Its text edited in a copy cannot be saved over the file it was in.
	path := d.path("a.xml")
	d.press("e x ctrl+s ctrl+u")
	d.typed(path)
	d.press("enter")
	d.expect("not saved: this is where the answer itself comes from")
	if b, err := os.ReadFile(path); err != nil || string(b) != good {
		t.Errorf("the file holds %q, %v", b, err)
	}
	d.press("esc esc k") // the prompt stayed open
	d.expect("+ edited")
	if s := d.app.reader.item.scratch; s == nil || s.of != d.app.list.all[0] {
		t.Error("what was edited is no answer of the attempt")
	}
	d.changed(map[string]string{"a.xml": manyFaults})
	if s := d.app.reader.item.scratch; s == nil || s.of != d.app.list.all[0] || d.app.list.all[1] != d.app.reader.item {
		t.Errorf("the scratch answer does not stand below its attempt:\n%s", d.text())
	}
}

// Nothing is exported over what is open, and a changed view is not exported by the name
// of what it was.
func TestExportsMeetChanges(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.txt": manyFaults, "b.txt": good})
	path := d.path("b.txt")
	d.press("X ctrl+u")
	d.typed(path)
	d.press("enter enter enter")
	d.expect("this is where the answer itself comes from")
	if b, err := os.ReadFile(path); err != nil || string(b) != good {
		t.Errorf("the file holds %q, %v", b, err)
	}
	d.press("esc X ctrl+u")
	out := filepath.Join(t.TempDir(), "out.html")
	d.typed(out)
	d.changed(map[string]string{"a.txt": good})
	d.press("enter")
	d.expect("what is shown is another now; enter exports that")
	d.press("enter")
	d.expect("Written: ")
	if b, err := os.ReadFile(out); err != nil || !bytes.Contains(b, []byte("ACCEPTED")) && !bytes.Contains(b, []byte("accepted")) {
		t.Errorf("%v: %s", err, b)
	}
}

// A comparison follows the files: what is in them now is compared, at the same change.
func TestComparingMeetsChanges(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
	d.changed(map[string]string{"a.xml": mendedOnce})
	d.press("D enter")
	d.expect("revision 1 of 2", "go build and go test")
	d.changed(map[string]string{"a.xml": strings.Replace(mendedOnce, "go build and go test", "go vet and go test", 1)})
	d.expect("go vet and go test")
	d.absent("go build and go test")
	d.press("D")
	d.changed(map[string]string{"a.xml": good})
	d.press("esc y")
	d.press("esc")
	if it := d.app.reader.item; it != d.app.list.all[0] {
		t.Error("another item is shown")
	}
}

// Who edits a copy while its file changes is told, once for each change, and an
// interruption loses nothing, whatever lies over the text.
func TestEditingMeetsChanges(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
	d.press("e x")
	d.changed(map[string]string{"b.xml": manyFaults})
	d.absent("has changed since")
	d.changed(map[string]string{"a.xml": good})
	d.expect("the file has changed since; this is a copy of what it held")
	d.press("y")
	d.expect("Summary · a copy of what the file held before") // as long as that is so
	d.changed(map[string]string{"b.xml": good})
	d.absent("has changed since")
	if err := os.Remove(d.path("a.xml")); err != nil {
		t.Fatal(err)
	}
	d.changed(map[string]string{"b.xml": manyFaults})
	for _, over := range []string{"", "ctrl+s", "f1"} {
		d.press(over + " ctrl+c")
		d.expect("Leave the changed text?")
		d.press("esc")
		if over != "" {
			d.press("esc")
		}
	}
	d.press("ctrl+s ctrl+c k")
	if len(d.app.layers) != 0 {
		t.Errorf("%d layers are left", len(d.app.layers))
	}
	d.expect("+ edited")
}

// What somebody wrote is not lost where it makes no answer.
func TestKeepingWhatIsNoAnswer(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.press("s e ctrl+home")
	d.press(strings.Repeat("ctrl+x ", 20) + "esc k")
	d.expect("not kept: it holds no text")
	d.press("ctrl+v enter esc k")
	d.expect("+ edited")
	if got := string(d.app.reader.item.evidence.Reply.File.Bytes()); got != manyFaults+"\n" {
		t.Errorf("it holds %q", got)
	}
}

// The newest attempt is none that was given by hand.
func TestFollowingMeetsScratchAnswers(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": good, "b.xml": good})
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(manyFaults), Paste: true})
	d.press("F")
	if it := d.app.reader.item; it.scratch != nil {
		t.Errorf("a scratch answer is followed:\n%s", d.text())
	}
	d.changed(map[string]string{"c.xml": manyFaults})
	if it := d.app.reader.item; it.name != "c.xml" {
		t.Errorf("%s is followed", it.name)
	}
}

// The command that is copied judges what is shown, or there is none.
func TestCommandsOfScratchAnswers(t *testing.T) {
	command := func(d *driver) string {
		t.Helper()
		b, err := d.app.subject().command()
		if err != nil {
			return err.Error()
		}
		return string(b)
	}
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults})
	other := filepath.Join(t.TempDir(), "other.xml")
	if err := os.WriteFile(other, []byte(good), 0o600); err != nil {
		t.Fatal(err)
	}
	d.press("O")
	d.typed(other)
	d.press("enter")
	if got, want := command(d.driver), "compactlens check "+other; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(good), Paste: true})
	if got, want := command(d.driver), "the answer was given by hand and lies in no file"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	w, err := loader.Open(context.Background(), []string{kindFolder(t, "journal")}, loader.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	j := drive(t, contentsOf(w), 120, 40)
	for j.app.reader.item.attempt == nil || j.app.reader.item.attempt.ID.IsZero() {
		j.press("n")
	}
	id := j.app.reader.item.attempt.ID.String()
	j.press("O")
	j.typed(other)
	j.press("enter")
	if got := command(j); !strings.Contains(got, "--reply "+other+" --attempt "+id) {
		t.Errorf("%q", got)
	}
}

// kindFolder returns a folder with the files of a kind of input.
func kindFolder(t *testing.T, kind string) string {
	t.Helper()
	dir := t.TempDir()
	inputs(t, kind, dir)
	return dir
}

// A verdict on what a file held before is not taken for one on what it holds now.
func TestVerdictsOnFormerAnswers(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults})
	it := d.app.reader.item
	late := judgedMsg{id: d.app.opened, next: -1, verdicts: map[*item]*judged{it: judge(it.evidence)}}
	now := *it
	now.evidence = summaryItem("", good).evidence
	now.judged = judge(now.evidence)
	late.verdicts[&now] = late.verdicts[it]
	d.app.replaceItem(it, &now)
	d.app.selectItem(0)
	d.send(late)
	if got := d.app.reader.judged.verdict.Decision; got != inspect.Accepted {
		t.Errorf("it is %v", got)
	}
}

// In the editor ctrl+z stops the program as it does elsewhere: where nobody could go on
// with it, that is said.
func TestStoppingWhileEditing(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.press("s e")
	_, cmd := d.app.Update(tea.KeyMsg{Type: tea.KeyCtrlZ})
	for _, m := range messages(cmd) {
		if typeName(m) == "tea.SuspendMsg" {
			t.Error("Bubble Tea stops it, which waits for ever without a shell")
		}
	}
}

// An editor is started once, however often its key is pressed, and a script waits for
// its end.
func TestOneEditorAtATime(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.app.streams.getenv = func(string) string { return "vi" }
	first := d.app.editOutside()
	if first == nil || d.app.editOutside() != nil {
		t.Fatal("two editors are started")
	}
	script, faults := play.Parse([]byte("n n"))
	if faults != nil {
		t.Fatal(faults)
	}
	at := d.app.reader.item
	d.app.player = player{steps: script.Steps, on: true, after: func(time.Duration, tea.Msg) tea.Cmd { return nil }}
	d.send(playMsg{})
	if d.app.reader.item != at {
		t.Error("the script goes on while the editor is started")
	}
	ready := first().(outsideReady)
	if _, err := os.Stat(ready.folder); err != nil {
		t.Fatal(err)
	}
	d.app.Update(outsideFailed{outside(ready), os.ErrPermission})
	d.send(playMsg{})
	if d.app.reader.item == at {
		t.Error("the script does not go on")
	}
	d.app.streams.folders.finish()
	if _, err := os.Stat(ready.folder); err == nil {
		t.Error("the folder of the copy is left behind")
	}
	late, _ := d.app.editOutside()().(outsideFailed)
	if late.err == nil {
		t.Error("a copy is written after the end")
	}
}

// A scratch answer from a file is judged anew once its file was edited, also where other
// files are watched, and stays below its attempt.
func TestEditingTheFileOfAScratchAnswer(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults})
	other := filepath.Join(t.TempDir(), "other.xml")
	if err := os.WriteFile(other, []byte(manyFaults), 0o600); err != nil {
		t.Fatal(err)
	}
	d.press("O")
	d.typed(other)
	d.press("enter")
	d.expect("+ other.xml", "✗ REJECTED")
	it := d.app.reader.item
	d.press("m a p")
	if err := os.WriteFile(other, []byte(good), 0o600); err != nil {
		t.Fatal(err)
	}
	again, err := it.attempt.Reply.Again(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	d.send(againMsg{outside: outside{opening: d.app.opened, item: it, path: other, own: true}, reply: again})
	d.press("' a")
	d.expect("+ other.xml", "✓ ACCEPTED")
	if len(d.app.list.all) != 2 || d.app.list.all[1].scratch == nil {
		t.Errorf("it stands elsewhere:\n%s", d.text())
	}
	d.changed(map[string]string{"a.xml": good})
	d.expect("+ other.xml", "✓ ACCEPTED")
}
