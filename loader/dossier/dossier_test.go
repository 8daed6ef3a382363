package dossier

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/golden"
	"compactlens/core/inspect"
	"compactlens/core/ledger"
	"compactlens/core/repair"
	"compactlens/core/whatif"
	"compactlens/loader"
)

func open(t *testing.T, opt loader.Options, paths ...string) *loader.Workspace {
	t.Helper()
	w, err := loader.Open(context.Background(), paths, opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func dossiers(t *testing.T, w *loader.Workspace) []*Dossier {
	t.Helper()
	b := NewBook(w)
	var all []*Dossier
	for _, a := range w.Attempts {
		d, err := b.Open(context.Background(), a)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	return all
}

const (
	cases    = "../../testdata/cases"
	journals = "../../testdata/journals"
)

// Every case with its verdict, its causes, its repairs and what they come to.
func TestCases(t *testing.T) {
	names, err := filepath.Glob(cases + "/[0-9]*")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	var out bytes.Buffer
	for _, name := range names {
		for _, d := range dossiers(t, open(t, loader.Options{Against: cases + "/IDENTITY.json"}, name)) {
			fmt.Fprintf(&out, "%s: %v %v\n", filepath.Base(name), d.Verdict.Decision, d.Verdict.Reason)
			for _, x := range d.Diagnoses {
				fmt.Fprintf(&out, "\tcause %s\n", x.ID)
			}
			for i := range d.Verdict.Findings {
				if r, ok := d.Plan.For(i); ok {
					fmt.Fprintf(&out, "\t%s: repair %v\n", d.Verdict.Findings[i].Rule.ID, r.Risk)
				}
			}
			for _, risk := range []repair.Risk{repair.Safe, repair.ChangesMeaning} {
				if o, _ := d.Mend(t.Context(), risk); len(o.Passes) > 0 {
					fmt.Fprintf(&out, "\tmended %v: %v %v\n", risk, o.Verdict.Decision, o.Verdict.Reason)
				}
			}
		}
	}
	golden.Check(t, "testdata/cases.txt", out.String())
}

// Every attempt of the journals with its cause, its transcript and its request.
func TestJournals(t *testing.T) {
	names, err := filepath.Glob(journals + "/*.jsonl*")
	if err != nil || len(names) == 0 {
		t.Fatal("no journals", err)
	}
	var out bytes.Buffer
	for _, name := range names {
		if strings.Contains(name, ".hooks.") {
			continue
		}
		fmt.Fprintf(&out, "%s\n", filepath.Base(name))
		for _, d := range dossiers(t, open(t, loader.Options{}, name)) {
			likely := ""
			if d.Cause.Likely {
				likely = " likely"
			}
			fmt.Fprintf(&out, "\t%d %v: cause%s %s", d.Attempt.Number, d.Attempt.Terminal, likely, d.Cause.ID)
			if d.Recorded {
				fmt.Fprintf(&out, ", summary %v", d.Verdict.Decision)
			}
			if tr, err := d.Transcript(); err == nil {
				fmt.Fprintf(&out, ", %d messages, head %d", len(tr.Context.Messages), tr.Head)
			}
			if r, err := d.Request(); err == nil {
				fmt.Fprintf(&out, ", request %d bytes %x", len(r.JSON), sha256.Sum256(r.JSON))
			} else {
				fmt.Fprintf(&out, ", request: %v", err)
			}
			fmt.Fprintln(&out)
		}
	}
	golden.Check(t, "testdata/journals.txt", out.String())
}

func TestLedgerAndModel(t *testing.T) {
	for _, d := range dossiers(t, open(t, loader.Options{}, cases+"/113-reasoning-eats-budget.attempt.json")) {
		a, ok := d.Ledger(ledger.Quarter{})
		if !ok || a.Over == 0 || len(a.Rows) < 5 {
			t.Errorf("ledger %v %+v", ok, a)
		}
		m := d.Model()
		if m == nil {
			t.Fatal("no model")
		}
		_ = whatif.Knobs()
	}
}

// What cannot be worked out is said, and never guessed.
func TestWithoutJournal(t *testing.T) {
	d := dossiers(t, open(t, loader.Options{}, cases+"/066-valid-minimal.xml"))[0]
	if _, err := d.Transcript(); err == nil {
		t.Error("a bare summary has a transcript")
	}
	if _, err := d.Request(); err == nil {
		t.Error("a bare summary has a request")
	}
}

func TestCancelled(t *testing.T) {
	w := open(t, loader.Options{}, journals)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewBook(w).Open(ctx, w.Attempts[0]); err == nil {
		t.Error("a cancelled context is not noticed")
	}
}

// Every captured request is rebuilt byte for byte from the attempt's journal, and
// from the session's log in a store.
func TestRequestsAreRebuilt(t *testing.T) {
	dirs := []string{journals}
	if dir := os.Getenv("JOURNALS_DIR"); dir != "" {
		dirs = append(dirs, dir)
	}
	rebuilt, total := 0, 0
	for _, dir := range dirs {
		// The store comes first, so that its sessions are the rows and the files their copies.
		for _, paths := range [][]string{{dir}, {filepath.Join(dir, "store"), dir}} {
			if _, err := os.Stat(paths[0]); err != nil {
				continue
			}
			for _, d := range dossiers(t, open(t, loader.Options{}, paths...)) {
				if d.Attempt.Session == nil || d.Attempt.Request == nil {
					continue
				}
				total++
				want := d.Attempt.Request.Text().Bytes
				switch r, err := d.Request(); {
				case err != nil:
					t.Errorf("%s %s: %v", d.Attempt.Source.Path, d.Attempt.Name(), err)
				case !bytes.Equal(r.JSON, want):
					t.Errorf("%s %s: %d bytes, the captured request has %d", d.Attempt.Source.Path, d.Attempt.Name(), len(r.JSON), len(want))
				default:
					rebuilt++
				}
			}
		}
	}
	fmt.Printf("rebuilt %d of %d\n", rebuilt, total)
	if total == 0 {
		t.Error("no request was compared")
	}
}

// One repair alone mends its own fault and leaves the others.
func TestMendOne(t *testing.T) {
	d := dossiers(t, open(t, loader.Options{}, "../../testdata/cases/028-html-in-state.xml"))[0]
	for i := range d.Plan.Repairs {
		o, ok := d.MendOne(t.Context(), i)
		if !ok || len(o.Verdict.Findings) != len(d.Verdict.Findings)-1 || o.Verdict.Decision == inspect.Accepted {
			t.Errorf("repair %d: %v %+v", i, ok, o.Verdict.Findings)
		}
	}
	if _, ok := d.MendOne(t.Context(), len(d.Plan.Repairs)); ok {
		t.Error("a repair that is not there was made")
	}
	cut := dossiers(t, open(t, loader.Options{}, "../../testdata/cases/008-cut-mid-word.xml"))[0]
	if _, ok := cut.MendOne(t.Context(), 0); ok {
		t.Error("a refused repair was made")
	}
}
