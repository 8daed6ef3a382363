package main

import (
	"os/exec"
	"testing"
)

// The whole table can be made, with inputs a thousandth as large. What it says is not
// looked at: a busy machine has no figures.
func TestTable(t *testing.T) {
	for _, name := range []string{"cat", "grep"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatalf("the table needs %s: %v", name, err)
		}
	}
	if err := run(t.Context(), "", 0.001, t.TempDir()); err != nil {
		t.Fatal(err)
	}
}
