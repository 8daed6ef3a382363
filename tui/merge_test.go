package tui

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"compactlens/loader/watch"
)

// As many findings as before are the findings from before only where they are: of the
// same rule in the same place, however far an edit moved that.
func TestFindingsAsBefore(t *testing.T) {
	with := func(state string) string { return strings.Replace(lined, "41 pass", state, 1) }
	for _, c := range []struct{ old, new, want string }{
		{lined + "\n", lined[:len(lined)-9], "1 finding, another than before"},
		{with("a & b"), with("a & c"), "1 finding as before"},
		{with("a & b"), with("some more\na & b"), "1 finding as before"},
		{with("a & b"), with("a &amp; b & c"), "1 finding, another than before"},
		{with("a & b"), with("a < b"), "1 finding, another than before"},
		{with("a & b and c & d"), with("a & b and c < d"), "2 findings, 1 of them new"},
		{with("a & b and c & d"), with("1 < 2 and 2 < 3"), "2 findings, 2 of them new"},
		{with("a & b and c & d"), with("x a & b and c & d y"), "2 findings as before"},
		{lined[:len(lined)-9], lined[:len(lined)-12], "1 finding as before"},
	} {
		d := driveFiles(t, 120, 40, map[string]string{"a.xml": c.old})
		d.changed(map[string]string{"a.xml": c.new})
		d.expect("reloaded 14:02:11 · " + c.want + " · ")
		if t.Failed() {
			t.Fatalf("%q to %q", c.old, c.new)
		}
	}
}

// A file that cannot be read any more is not called gone where it is there: what it is
// is said.
func TestWhatBecameOfAFile(t *testing.T) {
	for name, c := range map[string]struct {
		now              string
		notice, row, why string
	}{
		"emptied": {"", "a.xml is empty now; showing what was read", "empty · ", "a.xml is empty since 14:02"},
		"no text": {"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00", "a.xml cannot be read now; showing what was read", "unreadable · ", "a.xml cannot be read since 14:02"},
		"no more": {"-", "a.xml is gone; showing what was read", "gone · ", "a.xml is gone since 14:02"},
	} {
		d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good})
		become := func(now string) {
			t.Helper()
			if now == "-" {
				if err := os.Remove(d.path("a.xml")); err != nil {
					t.Fatal(err)
				}
				d.tell(watch.Change{Paths: []string{d.path("a.xml")}})
				return
			}
			d.changed(map[string]string{"a.xml": now})
		}
		become(c.now)
		d.expect(c.notice, c.row+"xml_syntax", c.why, "go build && go test")
		if c.now != "-" {
			d.absent("gone")
			become("-") // and then it is
			d.expect("a.xml is gone; showing what was read", "gone · xml_syntax", "a.xml is gone since 14:02")
			d.absent("empty", "cannot be read")
		}
		become(manyFaults)
		d.expect("a.xml is back")
		d.absent("gone", "showing what was read")
		d.press("e")
		become(c.now)
		if c.now == "" {
			d.expect("the file is empty now; this is a copy of what it held")
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good, "c.xml": good})
	d.changed(map[string]string{"a.xml": "", "b.xml": ""})
	d.expect("2 files are empty now; showing what was read")
	d = driveFiles(t, 120, 40, map[string]string{"a.xml": manyFaults, "b.xml": good, "c.xml": good})
	if err := os.Remove(d.path("b.xml")); err != nil {
		t.Fatal(err)
	}
	d.changed(map[string]string{"a.xml": ""})
	d.expect("2 files are gone or cannot be read now; showing what was read")
}

// What a reload makes anew in Update does not grow by something for each file: that is
// done in the command.
func TestReloadMakesNothingForFilesThatStay(t *testing.T) {
	const many = 300
	files := map[string]string{}
	for i := range many {
		files[fmt.Sprintf("%03d.xml", i)] = good
	}
	d := driveFiles(t, 100, 30, files)
	d.write(t, "000.xml", manyFaults)
	msg, is := d.app.reload(changedMsg{id: d.app.opened, paths: []string{d.path("000.xml")}})().(reloadedMsg)
	if !is || msg.err != nil || msg.contents.byKey == nil {
		t.Fatalf("%v %v", is, msg.err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m := d.app.merge(msg)
	runtime.ReadMemStats(&after)
	if len(m.changed) != 1 || len(m.added) != 0 || len(m.lost) != 0 {
		t.Errorf("%d changed, %d added, %d dropped", len(m.changed), len(m.added), len(m.lost))
	}
	if n := after.Mallocs - before.Mallocs; n > many/2 {
		t.Errorf("%d things were made for %d files", n, many)
	}
}
