package conformance

import (
	"fmt"
	"io/fs"
	"os"
	"testing"
)

// shown is how many disagreements of a kind are listed.
const shown = 20

// Run compares every case of a kind with judge, prints the score and fails on one
// difference. It reads the corpora of this repository, from the folder of a
// package two levels below its top, and those in the folder that the environment
// variable CONFORMANCE_DIR names. Judge returns what differs from the verdict, or
// nothing.
func Run(t *testing.T, kind string, judge func(Case) (string, error)) {
	t.Helper()
	var others []fs.FS
	if dir := os.Getenv("CONFORMANCE_DIR"); dir != "" {
		others = append(others, os.DirFS(dir))
	}
	total, failed, err := Check(kind, judge, os.DirFS("../../testdata/conformance"), others...)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("conformance %s: %d of %d\n", kind, total-len(failed), total)
	for i, line := range failed {
		if i == shown {
			t.Errorf("and %d more", len(failed)-i)
			break
		}
		t.Error(line)
	}
	if total == 0 {
		t.Error("no case was judged")
	}
}
