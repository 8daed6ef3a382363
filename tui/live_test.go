package tui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/testfile"
	"compactlens/loader"
	"compactlens/loader/watch"
	"compactlens/themes"
)

// queue tells of the changes that a test made.
type queue struct{ all []watch.Change }

func (q *queue) Next(context.Context) (watch.Change, error) {
	if len(q.all) == 0 {
		return watch.Change{}, context.Canceled
	}
	c := q.all[0]
	q.all = q.all[1:]
	return c, nil
}

// liveDriver drives the interface on files that change.
type liveDriver struct {
	*driver
	dir   string
	queue queue
	ticks []tea.Msg // that a clock would bring
	fail  error     // of opening again
}

// two past two, when everything happens.
func twoPastTwo() time.Time { return time.Date(2026, 11, 30, 14, 2, 11, 0, time.UTC) }

// driveFiles opens a folder with files.
func driveFiles(t *testing.T, w, h int, files map[string]string) *liveDriver {
	t.Helper()
	d := &liveDriver{dir: t.TempDir()}
	for name, text := range files {
		d.write(t, name, text)
	}
	open := Options{Open: func(ctx context.Context, _ func(loader.Progress)) (*loader.Workspace, error) {
		return loader.Open(ctx, []string{d.dir}, loader.Options{}, nil)
	}}.opener()
	d.driver = &driver{t: t, app: newApp(context.Background(), testTheme(false, themes.NoColor), open)}
	d.app.live.begin = func(context.Context) changes { return &d.queue }
	d.app.live.reopen = func(ctx context.Context, c *contents, paths []string) (*contents, error) {
		if d.fail != nil {
			return nil, d.fail
		}
		return reopen(ctx, c, paths)
	}
	d.app.now = twoPastTwo
	d.app.live.tick = func(_ time.Duration, msg tea.Msg) tea.Cmd {
		d.ticks = append(d.ticks, msg)
		return nil
	}
	d.send(tea.WindowSizeMsg{Width: w, Height: h})
	d.do(d.app.Init())
	return d
}

// path returns the path of a file.
func (d *liveDriver) path(name string) string { return filepath.Join(d.dir, name) }

func (d *liveDriver) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(d.path(name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// changed writes files and has the interface told of it.
func (d *liveDriver) changed(files map[string]string) {
	d.t.Helper()
	c := watch.Change{}
	for name, text := range files {
		d.write(d.t, name, text)
		c.Paths = append(c.Paths, d.path(name))
	}
	d.tell(c)
}

// tell has the interface told of a change.
func (d *liveDriver) tell(c watch.Change) {
	d.t.Helper()
	d.queue.all = append(d.queue.all, c)
	d.do(d.app.awaitChange())
	if err := fits(d.app.View(), d.app.w, d.app.h); err != nil {
		d.t.Error(err)
	}
}

// later brings what the clock would.
func (d *liveDriver) later() {
	d.t.Helper()
	ticks := d.ticks
	d.ticks = nil
	for _, msg := range ticks {
		d.send(msg)
	}
}

// mendedOnce is manyFaults with its first fault mendedOnce.
var mendedOnce = strings.Replace(manyFaults, "go build && go test", "go build and go test", 1)

func TestAChangeIsShown(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
	n := d.app.reader.item.findings()
	d.changed(map[string]string{"a.xml": mendedOnce})
	d.expect(fmt.Sprintf("reloaded 14:02:11 · %d → %s", n, count(n-1, "finding")), "go build and go test")
	d.absent("go build && go test")
	d.press("z z") // any key takes the notice away
	d.absent("reloaded")
	d.changed(map[string]string{"a.xml": good})
	d.expect(fmt.Sprintf("%d → 0 findings · accepted", n-1), "ACCEPTED")
	d.later()
	d.absent("reloaded")
	d.changed(map[string]string{"b.xml": manyFaults})
	d.expect(fmt.Sprintf("b.xml: 0 → %s · rejected", count(n, "finding")), "ACCEPTED")
	d.changed(map[string]string{"a.xml": good + " ", "b.xml": good, "c.xml": good})
	d.expect("1 more changed · new: c.xml")
}

// What is the same says nothing and moves nothing.
func TestNothingChanged(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
	d.press("n p ] s")
	before := d.text()
	text := d.app.reader.text.Text()
	d.changed(map[string]string{"a.xml": manyFaults})
	if got := d.text(); got != before || d.app.reader.text.Text() != text {
		t.Errorf("the screen changed:\n%s\nbefore:\n%s", got, before)
	}
	if len(d.ticks) != 0 {
		t.Errorf("something is to come: %v", d.ticks)
	}
}

// long is a summary with a fault in its state, below others that fill the screen.
func long(before, state string) string {
	var b strings.Builder
	b.WriteString("<conversation_summary>\n<goal>Port it</goal>\n<constraints>")
	for i := range 60 {
		fmt.Fprintf(&b, "keep rule %d in mind\n", i)
	}
	b.WriteString(before + "</constraints>\n<decisions>One retry</decisions>\n<state>")
	for i := range 60 {
		fmt.Fprintf(&b, "step %d of the port is done\n", i)
	}
	b.WriteString(state + "</state>\n<open_items>Fix the clock</open_items>\n</conversation_summary>")
	return b.String()
}

// The place is kept by section and line, or by the finding the cursor is on.
func TestThePlaceIsKept(t *testing.T) {
	row := func(d *liveDriver, words string) int {
		for i, l := range strings.Split(d.text(), "\n") {
			if strings.Contains(l, words) {
				return i
			}
		}
		return -1
	}
	t.Run("on a finding", func(t *testing.T) {
		d := driveFiles(t, 120, 40, map[string]string{"a.xml": long("", "tests && more pass")})
		was := row(d, "tests && more")
		d.changed(map[string]string{"a.xml": long("a line\nand another\n", "new line\ntests && more pass")})
		if now := row(d, "tests && more"); now != was || was < 0 {
			t.Errorf("the finding is on row %d, it was on %d:\n%s", now, was, d.text())
		}
		if r := &d.app.reader; r.strayed() {
			t.Error("the cursor is not on the finding")
		}
	})
	t.Run("elsewhere", func(t *testing.T) {
		d := driveFiles(t, 120, 40, map[string]string{"a.xml": long("", "tests && more pass")})
		d.press("2 0 k ctrl+u")
		at := d.app.reader.view().Cursor()
		words := strings.TrimSpace(d.lineAt(at))
		was := row(d, words)
		d.changed(map[string]string{"a.xml": long("a line\nand another\n", "tests pass")})
		if now := row(d, words); now != was || was < 0 || !strings.Contains(d.lineAt(d.app.reader.view().Cursor()), words) {
			t.Errorf("%q is on row %d, it was on %d; the cursor on %q", words, now, was, d.lineAt(d.app.reader.view().Cursor()))
		}
	})
	t.Run("scrolled away from the cursor", func(t *testing.T) {
		d := driveFiles(t, 120, 40, map[string]string{"a.xml": long("", "tests && more pass")})
		d.app.reader.scroll(-40)
		top := strings.TrimSpace(d.lineAt(d.app.reader.view().Offset()))
		d.changed(map[string]string{"a.xml": long("", "new\ntests && more pass")})
		if now := strings.TrimSpace(d.lineAt(d.app.reader.view().Offset())); now != top {
			t.Errorf("the window begins with %q, it did with %q", now, top)
		}
	})
	for _, view := range []string{"a", "f", "b", "w", "r", "l", "s"} {
		d := driveFiles(t, 120, 40, map[string]string{"a.json": "{" + identity + `,"summary":` + fmt.Sprintf("%q", long("", "x && y")) + "}", "b.xml": good})
		d.press(view)
		kind := d.app.reader.kind
		d.changed(map[string]string{"a.json": "{" + identity + `,"summary":` + fmt.Sprintf("%q", long("z", "x && y")) + "}"})
		if d.app.reader.kind != kind {
			t.Errorf("%s: the view is %s", view, d.app.reader.kind.title())
		}
		d.expect("reloaded", "1 finding as before")
	}
}

func (d *liveDriver) lineAt(offset int) string {
	t := d.app.reader.textShown()
	return string(t.Line(t.LineOf(offset)).Of(t.Bytes()))
}

// The list keeps its window and what is selected while files come and go around it.
func TestTheListStays(t *testing.T) {
	files := map[string]string{}
	for i := range 60 {
		files[fmt.Sprintf("f%02d.xml", i)] = good
	}
	d := driveFiles(t, 120, 40, files)
	d.press("40 g")
	d.app.list.scroll(3)
	name, top := d.app.reader.item.name, d.app.list.top
	d.changed(map[string]string{"f59.xml": manyFaults, "z.xml": good})
	if d.app.reader.item.name != name || d.app.list.top != top || d.app.list.current() != d.app.reader.item {
		t.Errorf("%s at %d, was %s at %d", d.app.reader.item.name, d.app.list.top, name, top)
	}
	d.changed(map[string]string{"a.xml": good}) // before it
	if d.app.reader.item.name != name {
		t.Errorf("%s, was %s", d.app.reader.item.name, name)
	}
}

func TestAFileThatIsGone(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": good, "b.xml": manyFaults, "c.xml": good})
	d.press("n p")
	if err := os.Remove(d.path("b.xml")); err != nil {
		t.Fatal(err)
	}
	d.tell(watch.Change{Paths: []string{d.path("b.xml")}})
	d.expect("b.xml is gone since 14:02; showing what was read", "gone · xml_syntax", "reloaded 14:02:11 · b.xml is gone", "go build && go test")
	if names := d.names(); names != "a.xml b.xml c.xml" {
		t.Errorf("the list has %s", names)
	}
	d.changed(map[string]string{"c.xml": manyFaults})
	d.absent("reloaded 14:02:11 · b.xml is gone")
	if names := d.names(); names != "a.xml b.xml c.xml" {
		t.Errorf("the list has %s", names)
	}
	d.changed(map[string]string{"b.xml": good})
	d.expect("→ 0 findings · accepted", "ACCEPTED")
	d.absent("is gone since")
	for _, name := range []string{"a.xml", "b.xml", "c.xml"} {
		if err := os.Remove(d.path(name)); err != nil {
			t.Fatal(err)
		}
	}
	d.tell(watch.Change{})
	d.expect("3 files are gone")
	if names := d.names(); names != "a.xml b.xml c.xml" {
		t.Errorf("the list has %s", names)
	}
}

// names returns the names of all items that could be read.
func (d *liveDriver) names() string {
	var all []string
	for _, it := range d.app.list.all {
		if !it.problem {
			all = append(all, it.name)
		}
	}
	return strings.Join(all, " ")
}

// A file that comes into an empty folder is what one waited for.
func TestAFileThatComes(t *testing.T) {
	d := driveFiles(t, 120, 40, nil)
	d.expect("NOTHING TO JUDGE")
	d.changed(map[string]string{"a.xml": manyFaults})
	d.expect("REJECTED", "new: a.xml", "&& must be written")
	d.absent("NOTHING TO JUDGE")
}

// Marks, jumps, the filter and the search go on after a change.
func TestMarksAfterAChange(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
	d.press("tab m q n m w p")
	d.changed(map[string]string{"a.xml": mendedOnce, "b.xml": good + "\n"})
	d.press("' w")
	if name := d.app.reader.item.name; name != "b.xml" {
		t.Errorf("the mark leads to %s", name)
	}
	d.press("' q")
	if name := d.app.reader.item.name; name != "a.xml" {
		t.Errorf("the mark leads to %s", name)
	}
	d.press("ctrl+o")
	if name := d.app.reader.item.name; name != "b.xml" {
		t.Errorf("back leads to %s", name)
	}
}

// An answer about what was there before is dropped.
func TestStaleResults(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
	old := d.app.reader.item
	verdicts := map[*item]*judged{old: old.judged}
	d.changed(map[string]string{"a.xml": good})
	d.send(judgedMsg{id: d.app.opened, verdicts: verdicts, next: -1})
	d.send(materialMsg{id: d.app.opened, item: old, material: &material{}})
	d.send(doneMsg{id: d.app.opened, item: old, keep: func(*App) { t.Error("an older answer is kept") }})
	d.expect("ACCEPTED")
	if d.app.reader.material != nil {
		t.Error("an older material is kept")
	}
	// Nor is a reading of files that another one overtook.
	before := d.text()
	d.send(lateMsg{reloadedMsg{id: d.app.opened, since: d.app.live.reloads - 1, contents: &contents{}}})
	d.send(reloadedMsg{id: d.app.opened - 1, contents: &contents{}})
	d.send(changedMsg{id: d.app.opened - 1})
	if d.text() != before {
		t.Errorf("an older reading is shown:\n%s", d.text())
	}
}

func TestFilesThatCannotBeReadAgain(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults})
	d.fail = errors.New("the disk is on fire")
	d.changed(map[string]string{"a.xml": good})
	d.expect("cannot be read again: the disk is on fire", "REJECTED")
	d.fail = nil
	d.tell(watch.Change{})
	d.expect("ACCEPTED")
}

// A reload does not take the keys of a prompt, and its items stay valid.
func TestAChangeUnderAPrompt(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
	d.press("& b")
	d.changed(map[string]string{"a.xml": mendedOnce, "b.xml": good + "\n"})
	d.press(". x m l")
	d.expect("1 of 2")
	d.press("esc")
	if name := d.app.reader.item.name; name != "a.xml" {
		t.Errorf("the filter leaves one at %s", name)
	}
}

// journalLines returns the lines of a journal of the project, decompressed.
func journalLines(t *testing.T, name string) [][]byte {
	t.Helper()
	return bytes.SplitAfter(bytes.TrimSpace(testfile.Must(t, "journals/"+name)), []byte("\n"))
}

func TestAJournalThatGrows(t *testing.T) {
	lines := journalLines(t, "live-invalid-summaries.jsonl.gz")
	half := lines[:len(lines)/2]
	text := func(lines [][]byte) string { return string(bytes.Join(lines, nil)) }
	d := driveFiles(t, 120, 40, map[string]string{"j.jsonl": text(half)})
	n := len(d.app.list.items)
	d.press("n n")
	name := d.app.reader.item.name
	d.changed(map[string]string{"j.jsonl": text(half) + string(lines[len(half)][:20])})
	d.absent("cut short", "Not readable")
	if len(d.ticks) != 1 {
		t.Fatalf("%d things are waited for after half a record", len(d.ticks))
	}
	d.later()
	d.expect("Not readable")
	d.changed(map[string]string{"j.jsonl": text(lines[:len(half)+20])})
	d.absent("Not readable")
	if d.app.reader.item.name != name || len(d.app.list.items) <= n {
		t.Errorf("on %s, was on %s; %d attempts, were %d", d.app.reader.item.name, name, len(d.app.list.items), n)
	}
	d.expect("new")
	d.press("F")
	d.expect("following")
	last := d.app.list.items[len(d.app.list.items)-1]
	if d.app.reader.item != d.app.list.rows[last].item {
		t.Errorf("following begins at %s", d.app.reader.item.name)
	}
	d.changed(map[string]string{"j.jsonl": text(lines)})
	if it := d.app.reader.item; it.name != "21" && it.name != fmt.Sprint(len(d.app.list.items)) {
		t.Errorf("followed to %s", it.name)
	}
	d.expect("following")
	d.press("p")
	d.expect("no longer following")
	d.press("j")
	d.absent("following")
	d.press("F F")
	d.absent("following:")
}

// An attempt that runs keeps its row when it ends. What does not concern the one shown
// is not worked out anew.
func TestAnAttemptThatEnds(t *testing.T) {
	lines := journalLines(t, "live-invalid-summaries.jsonl.gz")
	until := func(typ string, from int) int {
		for i, l := range lines[from:] {
			if bytes.Contains(l, []byte(`"type":"`+typ+`"`)) {
				return from + i + 1
			}
		}
		t.Fatalf("there is no %s", typ)
		return 0
	}
	text := func(n int) string { return string(bytes.Join(lines[:n], nil)) }
	begun := until("HustleStarted", len(lines)/2)
	ended := until("CompactWaiterRejected", begun)
	d := driveFiles(t, 120, 40, map[string]string{"j.jsonl": text(begun)})
	d.press("n")
	it := d.app.reader.item
	d.expect("NO TERMINAL")
	d.changed(map[string]string{"j.jsonl": text(ended)})
	d.expect("now invalid_summary", "REJECTED")
	if now := d.app.reader.item; now.name != it.name || it.newestOf() != now || !now.judged.whole {
		t.Errorf("on %s, was on %s", now.name, it.name)
	}
	judged := d.app.reader.judged
	d.changed(map[string]string{"j.jsonl": text(until("HustleStarted", ended))})
	if d.app.reader.judged != judged || d.app.reader.item == it {
		t.Error("an attempt that stays as it was is worked out anew, or not shown from the new reading")
	}
}

func TestRevisions(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
	d.press("(")
	d.expect("(: there is no older revision")
	d.changed(map[string]string{"a.xml": mendedOnce})
	d.expect("( shows what was there before")
	d.press(")")
	d.expect("): there is no newer revision")
	d.changed(map[string]string{"a.xml": good})
	d.press("(")
	d.expect("revision 2 of 3 · 14:02:11", "go build and go test", "REJECTED")
	d.press("(")
	d.expect("revision 1 of 3", "go build && go test")
	d.press("( (")
	d.expect("revision 1 of 3")
	d.changed(map[string]string{"b.xml": manyFaults})
	d.expect("revision 1 of 3", "b.xml: 0 →")
	d.changed(map[string]string{"a.xml": good + "\n"})
	d.expect("revision 1 of 4", "go build && go test")
	d.press(")")
	d.expect("revision 2 of 4")
	d.press("5 )")
	d.absent("revision")
	d.expect("white space stands behind the root")
	d.press("n p (")
	d.expect("revision 3 of 4 · 14:02:11", "ACCEPTED")
	d.press("n p")
	d.absent("revision") // another attempt and back: the newest
	for i := range maxRevisions + 5 {
		d.changed(map[string]string{"a.xml": strings.Replace(manyFaults, "41", fmt.Sprint(i), 1)})
	}
	d.press("100 (")
	d.expect(fmt.Sprintf("revision 1 of %d", maxRevisions))
	size := 0
	for it, all := range d.app.live.revisions.of {
		if it.heir != nil {
			t.Error("revisions of an item that is not shown")
		}
		for _, k := range all[:len(all)-1] {
			size += k.evidence.Reply.File.Len()
		}
	}
	if size != d.app.live.revisions.size {
		t.Errorf("%d bytes are kept, %d counted", size, d.app.live.revisions.size)
	}
}

// All answers together are bounded, too.
func TestRevisionsAreBounded(t *testing.T) {
	var r revisions
	big := strings.Repeat("x", maxRevisionBytes/4)
	a, b := summaryItem("a", big), summaryItem("b", big)
	for i := range 4 {
		for _, it := range []**item{&a, &b} {
			next := summaryItem((*it).name, big)
			r.add(change{*it, next}, twoPastTwo().Add(time.Duration(i)*time.Second))
			r.of[next] = r.of[*it]
			delete(r.of, *it)
			*it = next
		}
	}
	if r.size > maxRevisionBytes || len(r.of[a]) < 2 || len(r.of[b]) < 2 {
		t.Errorf("%d bytes, %d and %d revisions", r.size, len(r.of[a]), len(r.of[b]))
	}
}

// The rows of what changed are marked until the next key or a moment later.
func TestChangedRowsAreMarked(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": good, "b.xml": good, "c.xml": good})
	d.changed(map[string]string{"b.xml": manyFaults, "d.xml": good})
	d.expect(" •✗ b.xml", " •✓ d.xml", "  ✓ c.xml")
	d.press("z z")
	d.absent("•")
	d.changed(map[string]string{"b.xml": good})
	d.expect(" •✓ b.xml")
	d.later()
	d.absent("•")
}

// An answer given by hand stays below its attempt whatever becomes of the files.
func TestScratchAnswersStay(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
	d.paste(good)
	scratch := d.app.reader.item
	if scratch.scratch == nil {
		t.Fatal("nothing was given")
	}
	d.changed(map[string]string{"a.xml": mendedOnce, "0.xml": good})
	if d.app.reader.item != scratch || d.app.list.current() != scratch || scratch.scratch.of != d.app.list.all[1] {
		t.Errorf("it is not what is shown, or belongs to another:\n%s", d.text())
	}
	if names := d.names(); names != "0.xml a.xml pasted 14:02 b.xml" {
		t.Errorf("the list has %s", names)
	}
	// One that arrives after the change belongs to what is there now.
	of := d.app.list.all[1]
	d.changed(map[string]string{"a.xml": good})
	reply, err := loader.ReadReply("x", []byte(manyFaults))
	if err != nil {
		t.Fatal(err)
	}
	d.send(handMsg{opening: d.app.opened, of: of, reply: reply, how: "edited", at: twoPastTwo()})
	if names := d.names(); names != "0.xml a.xml pasted 14:02 edited 14:02 b.xml" {
		t.Errorf("the list has %s", names)
	}
}

// An answer can be compared with what it was.
func TestFormerItems(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
	labels := func() string {
		var all []string
		for _, it := range d.app.formerItems(d.app.reader.item) {
			name, _, _ := strings.Cut(it.crumb(), " ·")
			all = append(all, name)
		}
		return strings.Join(all, ", ")
	}
	if got := labels(); got != "" {
		t.Errorf("at first: %s", got)
	}
	d.changed(map[string]string{"a.xml": mendedOnce})
	d.changed(map[string]string{"a.xml": good})
	if got := labels(); got != "revision 2 of 3, revision 1 of 3" {
		t.Errorf("of the newest: %s", got)
	}
	d.press("(")
	if got := labels(); got != "a.xml, revision 1 of 3" {
		t.Errorf("of one before: %s", got)
	}
	e := d.app.formerItems(d.app.reader.item)[1].evidence
	if string(e.Reply.File.Bytes()) != manyFaults {
		t.Errorf("its answer is %s", e.Reply.File.Bytes())
	}
}

// D compares an answer with what it was, the one that was in the file first as the old
// one, whichever is shown.
func TestCompareRevisions(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults})
	d.press("D")
	d.absent("Compare")
	d.changed(map[string]string{"a.xml": mendedOnce})
	for _, keys := range []string{"D enter", "( D enter"} {
		d.press(keys)
		d.expect("Compare", "revision 1 of 2", "go build && go test", "go build and go test")
		if l, is := d.app.layers[len(d.app.layers)-1].(*diffLayer); !is || l.old.revision == nil || l.new.revision != nil {
			t.Errorf("%q: the older one is not the old one", keys)
		}
		d.press("esc )")
	}
	d.changed(map[string]string{"a.xml": good})
	d.press("( D down enter") // of the second with the first
	d.expect("revision 2 of 3", "revision 1 of 3")
	if l, is := d.app.layers[len(d.app.layers)-1].(*diffLayer); !is || l.old.revision.index != 0 {
		t.Error("the older one is not the old one")
	}
	d.press("esc ( D down enter") // and the other way round
	if l, is := d.app.layers[len(d.app.layers)-1].(*diffLayer); !is || l.old.revision.index != 0 || l.new.revision == nil {
		t.Error("the older one is not the old one, from the older one")
	}
}

// Whatever happens to the files, and however much of it is told of at once, what is
// shown in the end is what is there.
func TestWhateverHappens(t *testing.T) {
	texts := []string{good, manyFaults, mendedOnce, "", "no summary", good + "\n"}
	for seed := range uint64(15) {
		r := rand.New(rand.NewPCG(seed, 1))
		d := driveFiles(t, 120, 40, map[string]string{"a.xml": good, "b.xml": manyFaults})
		for range 25 {
			name := string(rune('a'+r.IntN(4))) + ".xml"
			if r.IntN(3) == 0 {
				_ = os.Remove(d.path(name)) // perhaps it is not there
			} else {
				d.write(t, name, texts[r.IntN(len(texts))])
			}
			switch r.IntN(4) {
			case 0:
				d.tell(watch.Change{Paths: []string{d.path("a.xml"), d.path("b.xml"), d.path("c.xml"), d.path("d.xml")}})
			case 1:
				d.press([]string{"n", "p", "]", "(", ")", "F", "a", "s", "& x esc", "tab", "m q", "' q", "ctrl+o"}[r.IntN(13)])
			}
		}
		d.tell(watch.Change{Paths: []string{d.path("a.xml"), d.path("b.xml"), d.path("c.xml"), d.path("d.xml")}})
		want := map[string]string{}
		fresh, err := loader.Open(context.Background(), []string{d.dir}, loader.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range contentsOf(fresh).groups {
			for _, it := range g.items {
				if it.hasReply() {
					it.judged = judge(it.evidence)
				}
				want[it.name] = it.state().word
			}
		}
		for _, it := range d.app.list.all {
			if !it.gone.IsZero() {
				if _, err := os.Stat(it.path()); err == nil && want[it.name] != "unreadable" {
					t.Errorf("seed %d: %s is there", seed, it.name)
				}
				continue
			}
			if word, is := want[it.name]; !is || word != it.state().word {
				t.Errorf("seed %d: %s is %q, want %q", seed, it.name, it.state().word, word)
			}
			delete(want, it.name)
		}
		for name, word := range want {
			if word != "unreadable" {
				t.Errorf("seed %d: %s is not listed", seed, name)
			}
		}
		if t.Failed() {
			t.Fatal(d.text())
		}
	}
}

// liveScreens are what following files looks like.
var liveScreens = map[string]func(d *liveDriver){
	"changed": func(d *liveDriver) { d.changed(map[string]string{"a.xml": mendedOnce, "b.xml": good}) },
	"gone": func(d *liveDriver) {
		if err := os.Remove(d.path("a.xml")); err != nil {
			d.t.Fatal(err)
		}
		d.tell(watch.Change{})
	},
	"revision": func(d *liveDriver) {
		d.changed(map[string]string{"a.xml": mendedOnce})
		d.changed(map[string]string{"a.xml": good})
		d.press("(")
	},
	"following": func(d *liveDriver) { d.press("F z z") },
}

func TestGoldenLive(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {50, 15}, {30, 8}} {
		for name, play := range liveScreens {
			d := driveFiles(t, size[0], size[1], map[string]string{"a.xml": manyFaults, "b.xml": manyFaults})
			at := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
			for i, it := range d.app.list.all { // a.xml is the newest
				it.attempt.Source.Modified = at.Add(-time.Duration(i) * time.Hour)
			}
			play(d)
			kept(t, fmt.Sprintf("live-%s-%dx%d.txt", name, size[0], size[1]), d.text())
			if size[0] < 80 || name == "following" {
				continue
			}
			for _, light := range []bool{false, true} {
				d.app.theme, d.app.fresh = testTheme(light, themes.TrueColor), false
				kept(t, fmt.Sprintf("live-%s-%dx%d-%s.ansi", name, size[0], size[1], d.app.theme.Palette().Name), strings.ReplaceAll(d.app.View(), "\x1b", "␛"))
			}
		}
	}
}

// Every size of window shows every state of following files.
func TestLiveInEverySize(t *testing.T) {
	for name, play := range liveScreens {
		d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
		play(d)
		for w := 1; w <= 130; w += 7 {
			for h := 1; h <= 44; h += 3 {
				d.send(tea.WindowSizeMsg{Width: w, Height: h})
				if err := fits(d.app.View(), w, h); err != nil {
					t.Fatalf("%s at %dx%d: %v", name, w, h, err)
				}
			}
		}
	}
}

// BenchmarkReload brings 10,000 files together with themselves after one changed.
func BenchmarkReload(b *testing.B) {
	dir := b.TempDir()
	path := filepath.Join(dir, "00000.xml")
	for i := range 10_000 {
		if err := os.WriteFile(fmt.Sprintf("%s/%05d.xml", dir, i), []byte(manyFaults), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	w, err := loader.Open(b.Context(), []string{dir}, loader.Options{}, nil)
	if err != nil {
		b.Fatal(err)
	}
	a := newApp(b.Context(), testTheme(false, themes.NoColor), nil)
	a.live.reopen, a.live.changes = reopen, &queue{}
	a.contents = contentsOf(w)
	a.list.set(a.contents)
	a.resize(120, 40)
	a.reader.show(a.list.current())
	for i := 0; b.Loop(); i++ {
		if err := os.WriteFile(path, []byte(good+strings.Repeat(" ", i%2)), 0o600); err != nil {
			b.Fatal(err)
		}
		msg := a.reload(changedMsg{paths: []string{path}})()
		begin := time.Now()
		a.reloaded(msg.(reloadedMsg))
		b.ReportMetric(float64(time.Since(begin).Microseconds()), "µs-in-update")
	}
}

// That nobody tells of changes is said once, with the reason, and does not hide what was
// said before; then all is as before.
func TestFallingBackToLooking(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults})
	d.app.notify("said before")
	d.tell(watch.Change{Polls: "the file system of /far tells of no changes"})
	d.expect("said before · the files are looked at every second: the file system of /far tells of no changes")
	d.press("z z")
	d.absent("looked at")
	d.changed(map[string]string{"a.xml": good})
	d.expect("0 findings · accepted")
	d.app.live.every = 500 * time.Millisecond
	d.tell(watch.Change{Polls: "no memory"})
	d.expect("every 500ms: no memory")
}
