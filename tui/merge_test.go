package tui

import (
	"fmt"
	"runtime"
	"testing"
)

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
