package testfile_test

import (
	"bytes"
	"errors"
	"io/fs"
	"testing"

	"compactlens/core/testfile"
)

func TestRead(t *testing.T) {
	if b := testfile.Must(t, "captures/verdicts.json"); !bytes.HasPrefix(b, []byte("[")) {
		t.Errorf("a plain file begins with %.20q", b)
	}
	named := testfile.Must(t, "positions/cases.jsonl.gz")
	if !bytes.HasPrefix(named, []byte("{")) {
		t.Errorf("a compressed file begins with %.20q", named)
	}
	if b := testfile.Must(t, "positions/cases.jsonl"); !bytes.Equal(b, named) {
		t.Error("without its ending a compressed file reads otherwise")
	}
	if _, err := testfile.Read("positions/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}
