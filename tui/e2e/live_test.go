package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/testfile"
)

// replace puts a file with text in the place of one, as editors do.
func replace(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

// A file that changes is shown as it is now, in every way that is told of changes.
func TestLive(t *testing.T) {
	for _, flags := range [][]string{nil, {"--poll=100ms"}} {
		dir := t.TempDir()
		file := filepath.Join(dir, "summary.xml")
		replace(t, file, bareAmpersand)
		s := start(t, append(flags, dir)...)
		s.expect("REJECTED", "&& must be written", "all keys")
		replace(t, file, strings.Replace(bareAmpersand, "&&", "and", 1))
		s.expect("1 → 0 findings", "accepted", "ACCEPTED")
		s.press("(")
		s.expect("revision 1 of 2", "REJECTED", "&& must be written")
		s.press(")")
		s.expect("ACCEPTED")
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		s.expect("summary.xml is gone since", "showing what was read")
		replace(t, file, bareAmpersand)
		s.expect("0 → 1 finding", "rejected")
		replace(t, filepath.Join(dir, "other.xml"), bareAmpersand)
		s.expect("new: other.xml", "2/2")
		s.press("q")
		s.ends()
	}
}

// A journal that grows shows its attempts as they land.
func TestLiveJournal(t *testing.T) {
	lines := bytes.SplitAfter(testfile.Must(t, "journals/live-invalid-summaries.jsonl.gz"), []byte("\n"))
	file := filepath.Join(t.TempDir(), "session.jsonl")
	half := len(lines) / 2
	if err := os.WriteFile(file, bytes.Join(lines[:half], nil), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, "--follow", file)
	s.expect("following", "attempt ", "all keys")
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, line := range lines[half:] {
		if _, err := f.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	s.expect("attempt 21 of 21")
	s.press("p")
	s.expect("no longer following", "attempt 20 of 21")
	s.press("q")
	s.ends()
}

// What is not to be watched is left as it is.
func TestNotLive(t *testing.T) {
	file := filepath.Join(t.TempDir(), "summary.xml")
	replace(t, file, bareAmpersand)
	s := start(t, "--no-watch", "--follow", file)
	s.expect("REJECTED", "all keys")
	replace(t, file, strings.Replace(bareAmpersand, "&&", "and", 1))
	s.press("a")
	s.expect("state: && must be written")
	s.press("q")
	s.ends()
}
