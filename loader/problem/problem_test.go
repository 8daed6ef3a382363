package problem

import (
	"errors"
	"io/fs"
	"testing"
)

func TestEveryKindHasARow(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Kinds() {
		if k.String() == "" || seen[k.String()] || k.row().what == "" {
			t.Errorf("kind %d: row %+v", k, k.row())
		}
		seen[k.String()] = true
	}
}

func TestError(t *testing.T) {
	for _, c := range []struct {
		in   Problem
		want string
	}{
		{Problem{}, "cannot be read; check that it exists and that you may read it"},
		{Problem{Path: "a", Kind: Binary}, "a: is binary data of no known form"},
		{Problem{Path: "a", Kind: BlankLine, Place: Place{Offset: 7, Line: 2}}, "a:2: the line is blank"},
		{Problem{Path: "a", Kind: SequenceGap, Place: Place{Offset: 7, Sequence: 4}, Detail: "2 records"},
			"a: record 4 at byte 7: records are missing here: 2 records; the runtime refuses this log; everything else is read"},
		{Problem{Kind: Unknown, Place: Place{Offset: 9}}, "byte 9: is nothing this program reads"},
	} {
		if got := c.in.Error(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if err := error(&Problem{Err: fs.ErrPermission}); !errors.Is(err, fs.ErrPermission) {
		t.Error("the cause is not found")
	}
}
