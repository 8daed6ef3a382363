package repair

import (
	"bytes"
	"testing"

	"compactlens/core/inspect"
)

// Where repairs would go to and fro for ever, mending stops, and mending the result again
// changes nothing.
func TestRepairsThatGoToAndFro(t *testing.T) {
	b := []byte("<conversation_summary><constraints>0</constraints><decigoons></state/de<isions>&lt;&amp;aaa;</state><open_items>copen_items></open_items></conversation_summary>")
	o := recheck(inspect.FormSummary, b, ChangesMeaning)
	if !o.Settled || len(o.Passes) >= maxPasses {
		t.Fatalf("settled %v in %d passes: %q", o.Settled, len(o.Passes), o.File)
	}
	file := b
	for _, pass := range o.Passes { // they are those that led there
		p := Make(bare(inspect.FormSummary, file), inspect.Judge(bare(inspect.FormSummary, file)))
		next, made := p.Apply(file, ChangesMeaning)
		if len(made) != len(pass) {
			t.Fatalf("%d repairs, want %d", len(made), len(pass))
		}
		file = next
	}
	if !bytes.Equal(file, o.File) {
		t.Errorf("the passes lead to %q, and not to %q", file, o.File)
	}
	if again := recheck(inspect.FormSummary, o.File, ChangesMeaning); !bytes.Equal(again.File, o.File) || !again.Settled {
		t.Errorf("mended again: %q, settled %v", again.File, again.Settled)
	}
}
