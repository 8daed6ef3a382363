package background

import (
	"reflect"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

type here struct{}

// The module's name is part of the cure: initialisation goes by import path.
func TestPathSortsBeforeBubbleTea(t *testing.T) {
	own := reflect.TypeFor[here]().PkgPath()
	theirs := reflect.TypeFor[tea.Program]().PkgPath()
	if own >= theirs {
		t.Errorf("%q would be initialised after %q", own, theirs)
	}
}
