package dossier

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"compactlens/core/inspect"
	"compactlens/loader"
)

// Every answer of the cases and captures can be edited as its summary and as its
// text: unchanged it is judged as before, and a change in its middle is read back.
func TestDrafts(t *testing.T) {
	ctx := context.Background()
	summaries, texts := 0, 0
	for _, dir := range []string{"cases", "captures"} {
		w, err := loader.Open(ctx, []string{filepath.Join("..", "..", "testdata", dir)}, loader.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range w.Attempts {
			if a.Reply == nil || a.Reply.Reply.Form == inspect.FormNone {
				continue
			}
			d := Judge(a.Evidence())
			d.Attempt = a
			for _, whole := range []bool{false, true} {
				f, ok := d.Draft(whole)
				if !ok {
					continue
				}
				if f.Summary {
					summaries++
				} else {
					texts++
				}
				same, ok := f.Judge(f.Text)
				if !ok || same.Verdict.Decision != d.Verdict.Decision || same.Verdict.Reason != d.Verdict.Reason || !bytes.Equal(same.Evidence.Reply.File.Bytes(), d.Evidence.Reply.File.Bytes()) {
					t.Errorf("%s, unchanged: ok %v, %v %v", a.Source.Path, ok, same.Verdict.Decision, same.Verdict.Reason)
				}
				at := len(f.Text) / 2
				for at > 0 && f.Text[at]&0xC0 == 0x80 {
					at--
				}
				want := append(append(bytes.Clone(f.Text[:at]), "\"é\\ & \n\""...), f.Text[at:]...)
				e, ok := f.Judge(want)
				if f.Summary && (!ok || !bytes.Equal(e.Draft.Text, want)) {
					t.Errorf("%s: changed: ok %v, %q", a.Source.Path, ok, e.Draft.Text)
				}
				if e.Dossier == nil || !bytes.Equal(a.Reply.Reply.File.Bytes(), d.Evidence.Reply.File.Bytes()) {
					t.Errorf("%s: %+v", a.Source.Path, e)
				}
			}
		}
	}
	if summaries < 60 || texts < 40 {
		t.Errorf("only %d summaries and %d texts were looked at", summaries, texts)
	}
}

// Mending a fault by hand in the gallery's case makes it accepted.
func TestDraftMends(t *testing.T) {
	w, err := loader.Gallery(context.Background(), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewBook(w).Open(context.Background(), w.Attempts[7])
	if err != nil {
		t.Fatal(err)
	}
	f, ok := d.Draft(false)
	if !ok || !f.Summary || f.Bare() {
		t.Fatalf("%v %+v", ok, f)
	}
	at, ok := f.At(d.Verdict.Findings[0].Place)
	if !ok || string(f.Text[at:at+2]) != "&&" {
		t.Fatalf("the fault is at %d, %v", at, ok)
	}
	e, ok := f.Judge(bytes.ReplaceAll(f.Text, []byte("&&"), []byte("and")))
	if !ok || e.Verdict.Decision != inspect.Accepted || d.Verdict.Decision != inspect.Rejected {
		t.Errorf("%v %v, %+v", ok, e.Verdict.Decision, e.Verdict.Findings)
	}
	whole, ok := d.Draft(true)
	if !ok || whole.Summary || whole.Text[0] != '{' {
		t.Fatalf("%v %+v", ok, whole)
	}
	if at, ok = whole.At(d.Verdict.Findings[0].Place); !ok || string(whole.Text[at:at+2]) != "&&" {
		t.Errorf("in the text, the fault is at %d, %v", at, ok)
	}
	if got := string(f.Valid([]byte("a\xffb\xe6\x97"))); got != "a\uFFFDb\uFFFD\uFFFD" {
		t.Errorf("%q", got)
	}
}
