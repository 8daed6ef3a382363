package tui

import (
	"strings"
	"testing"
)

// What is made for a view, or for a layer, is not made any more once that is left: the
// command comes back without having done it, and looking again makes it anew.
func TestLeavingStopsTheWork(t *testing.T) {
	text := strings.Replace(good, "41 of 43", "a &lt; b & c", 1)
	two := func() *driver {
		return drive(t, &contents{groups: []group{{title: "x", items: []*item{summaryItem("first", text), summaryItem("second", good)}}}}, 120, 40)
	}
	t.Run("resolving", func(t *testing.T) {
		d := two()
		a := d.app
		d.press("s")
		cmd := a.toggleResolved()
		a.toggleResolved()
		if msg, is := cmd().(doneMsg); !is {
			t.Errorf("%T", msg)
		} else if msg.keep(a); a.reader.resolving.made != nil {
			t.Error("it was resolved for nobody")
		}
		d.press("d")
		d.expect("< b & c", "entities resolved")
		a.reader.resolving.made = nil
		cmd = a.resolveEntities()
		d.press("a")
		if cmd().(doneMsg).keep(a); a.reader.resolving.made != nil {
			t.Error("it was resolved though the view was left")
		}
		d.press("s")
		d.expect("< b & c", "entities resolved")
	})
	t.Run("mending", func(t *testing.T) {
		d := two()
		a := d.app
		a.reader.kind = viewRepair
		cmd := a.mendAnswer()
		d.press("s")
		if cmd().(doneMsg).keep(a); a.reader.repair.made != nil {
			t.Error("it was mended though the view was left")
		}
		d.press("f")
		d.expect("After it")
	})
	t.Run("comparing", func(t *testing.T) {
		d := two()
		a := d.app
		cmd := a.compareItems(nil, a.list.all[0], a.list.all[1])
		d.expect("comparing …")
		d.press("esc")
		if msg := cmd(); msg != nil {
			t.Errorf("it was compared for nobody: %T", msg)
		}
		l := &diffLayer{notice: func() string { return "" }}
		l.old, l.new = a.list.all[0], a.list.all[1]
		first, second := l.make(a), l.make(a)
		if first() != nil || second() == nil {
			t.Error("an older comparison goes on beside the newer one")
		}
	})
}
