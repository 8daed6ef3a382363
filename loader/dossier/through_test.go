package dossier

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/hostile"
	"compactlens/core/inspect"
	"compactlens/core/report"
	"compactlens/core/source"
	"compactlens/core/testfile"
	"compactlens/loader"
	"compactlens/loader/tokens"
)

// folder writes hostile files, and one of every hostile name that the system takes.
func folder(t *testing.T, text string) string {
	t.Helper()
	files, err := hostile.Files(testfile.Read, text)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, b := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range hostile.Names() {
		_ = os.WriteFile(filepath.Join(dir, name+".xml"), []byte("<conversation_summary/>"), 0o600)
	}
	return dir
}

// written fails where an output holds what it must not. JSON must still be JSON.
func written(t *testing.T, name string, out []byte) {
	t.Helper()
	if err := hostile.Check(out, hostile.Lines); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	for _, form := range []string{"json", "jsonl", "sarif"} {
		for d := json.NewDecoder(bytes.NewReader(out)); strings.HasSuffix(name, form); {
			var v any
			if err := d.Decode(&v); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// throughAll writes everything that can be written of a workspace.
func throughAll(t *testing.T, name string, w *loader.Workspace) {
	t.Helper()
	b := NewBook(w)
	for _, spent := range []bool{false, true} {
		if spent && thin > 1 {
			continue
		}
		r, err := b.Report(context.Background(), ReportOptions{Counter: &tokens.O200k{}, Tokens: spent})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Formats() {
			for _, ascii := range []bool{false, true} {
				var out bytes.Buffer
				if err := f.Write(&out, r, report.TextOptions{ASCII: ascii}); err != nil {
					t.Errorf("%s as %s: %v", name, f.Name, err)
				}
				written(t, name+" as "+f.Name, out.Bytes())
			}
		}
	}
	var before *Dossier
	for i, d := range dossiers(t, w) {
		if i%thin != 0 {
			continue
		}
		if before != nil {
			both(t, name, before, d)
		}
		before = d
	}
	if all, err := b.WhatIf(context.Background(), "", nil); err == nil {
		for form, write := range map[string]func(io.Writer, []report.WhatIf, report.TextOptions) error{"text": report.WhatIfText, "json": report.WhatIfJSON} {
			var out bytes.Buffer
			_ = write(&out, all, report.TextOptions{})
			written(t, name+", what if, as "+form, out.Bytes())
		}
	}
	for _, s := range w.Sources {
		w, err := loader.Open(context.Background(), []string{s.Path}, loader.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []FixOptions{{Meaning: true}, {Meaning: true, ASCII: true}} {
			var out bytes.Buffer
			_, err = NewBook(w).Fix(context.Background(), &out, o)
			if err != nil {
				out.WriteString(source.Printable(err.Error()))
			}
			written(t, name+", fix of "+source.Printable(s.Path)+" as text", out.Bytes())
		}
	}
}

// both writes how two attempts differ.
func both(t *testing.T, name string, x, y *Dossier) {
	t.Helper()
	d, err := y.Compare(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	for form, write := range map[string]func(io.Writer, report.Diff, report.TextOptions) error{"text": report.DiffText, "json": report.DiffJSON} {
		for _, ascii := range []bool{false, true} {
			var out bytes.Buffer
			if err := write(&out, d, report.TextOptions{ASCII: ascii}); err != nil {
				t.Error(err)
			}
			written(t, name+", difference as "+form, out.Bytes())
		}
	}
}

// Nothing hostile in a file, or in its name, comes out of any report, whatever its
// format, of a review or of a comparison.
func TestNothingHostileIsWritten(t *testing.T) {
	w := open(t, loader.Options{}, folder(t, hostile.All()))
	if len(w.Attempts) < 60 {
		t.Errorf("only %d attempts were read", len(w.Attempts))
	}
	throughAll(t, "all", w)
}

// The same of random texts.
func TestNothingRandomIsWritten(t *testing.T) {
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 0))
		e := reply("<conversation_summary><goal>" + hostile.Random(r, 2000) + "</goal><state>" + hostile.Random(r, 200))
		throughFormats(t, e)
		throughFormats(t, reply(`{"version":1,"summary":"`+hostile.Random(r, 500)))
	}
}

func reply(text string) inspect.Evidence {
	b := []byte(text)
	return inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormText, File: source.NewText(b), Text: inspect.Excerpt{Bytes: b}}}
}

// throughFormats judges evidence and writes the report of it, with the bytes of the
// answer wherever a report can have them.
func throughFormats(t *testing.T, e inspect.Evidence) {
	t.Helper()
	x := string(e.Reply.File.Bytes())
	d := Judge(e)
	r := report.Report{
		Attempts: []report.Attempt{{Source: x, Name: x, ID: x, Loop: x, Session: x, Journal: x, Match: x, Cause: x, CauseText: x, Notes: []string{x}, Trigger: x, Terminal: x, RejectReason: x, RejectCode: 1, Verdict: &d.Verdict, File: e.Reply.File}},
		Problems: []report.Problem{{Source: x, Place: x, Message: x, Fatal: true}},
	}
	for _, f := range report.Formats() {
		var out bytes.Buffer
		if err := f.Write(&out, r, report.TextOptions{}); err != nil {
			t.Error(err)
		}
		written(t, f.Name, out.Bytes())
	}
}

func FuzzNothingHostileIsWritten(f *testing.F) {
	for _, x := range hostile.Texts() {
		f.Add("<conversation_summary><goal>" + x.Text)
	}
	f.Fuzz(func(t *testing.T, text string) { throughFormats(t, reply(text)) })
}
