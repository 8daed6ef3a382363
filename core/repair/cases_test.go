package repair

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"compactlens/core/content"
	"compactlens/core/inspect"
	"compactlens/core/pulse/pulsetest"
	"compactlens/core/source"
	"compactlens/core/testfile"
	"compactlens/core/wire"
	"compactlens/loader/capture"
)

// bare returns the evidence of a summary or a reply's text alone.
func bare(form inspect.Form, b []byte) inspect.Evidence {
	return inspect.Evidence{Reply: inspect.Reply{Form: form, File: source.NewText(b), Text: inspect.Excerpt{Bytes: b, Map: source.Offsets(0, len(b))}}}
}

// recheck mends b up to a risk.
func recheck(form inspect.Form, b []byte, upTo Risk) Outcome {
	e := bare(form, b)
	return mendAll(e, inspect.Judge(e), upTo, nil)
}

// fate is what becomes of a case.
type fate string

const (
	fine     fate = "needs nothing"
	mendable fate = "accepted after safe repairs"
	consent  fate = "accepted after repairs that change the meaning"
	lost     fate = "never accepted"
	noAnswer fate = "holds no answer"
)

// cases says of each case what a person would say of it: can it be mended without
// changing its meaning?
var cases = map[string]fate{
	"001-fenced-xml.xml":                         mendable,
	"003-analysis-block-first.xml":               mendable,
	"006-root-summary.xml":                       consent,
	"008-cut-mid-word.xml":                       lost,
	"011-cut-before-root-close.xml":              lost,
	"013-stray-closers-inside.xml":               mendable,
	"016-self-closed-root.xml":                   lost,
	"018-missing-open-items.xml":                 mendable,
	"021-duplicate-state.xml":                    consent,
	"023-nested-item-list.xml":                   consent,
	"026-less-than-code.xml":                     mendable,
	"028-html-in-state.xml":                      mendable,
	"031-cdata-for-code.xml":                     mendable,
	"033-xml-declaration.xml":                    mendable,
	"036-pretty-printed.xml":                     fine,
	"038-attribute-on-section.xml":               consent,
	"041-wrong-case-root.xml":                    mendable,
	"043-mismatched-close.xml":                   mendable,
	"046-state-zero-width.xml":                   fine,
	"048-nul-char.xml":                           mendable,
	"051-tool-call-bracketed.xml":                lost,
	"053-quoted-root-inside.xml":                 mendable,
	"056-error-as-summary.xml":                   lost,
	"058-valid-placeholder.xml":                  fine,
	"061-valid-instruction-inside.xml":           fine,
	"063-valid-over-escaped.xml":                 fine,
	"066-valid-minimal.xml":                      fine,
	"068-json-fence-unclosed.txt":                mendable,
	"071-json-raw-newline.txt":                   mendable,
	"073-json-cut.txt":                           lost,
	"076-extra-field.json":                       mendable,
	"078-version-string.json":                    mendable,
	"081-uuid-uppercase.json":                    mendable,
	"083-fingerprint-uppercase.json":             mendable,
	"086-revision-old.json":                      lost,
	"088-model-swapped.json":                     lost,
	"091-good-wire-bad-xml.json":                 mendable,
	"093-keys-other-case.json":                   fine,
	"096-valid-wire-spaced.json":                 fine,
	"098-thinking-only.attempt.json":             lost,
	"101-refusal-block.attempt.json":             lost,
	"103-no-blocks.attempt.json":                 lost,
	"106-byte-limit-masks-fence.attempt.json":    lost,
	"108-usage-zero-output.attempt.json":         lost,
	"111-over-token-limit.attempt.json":          lost,
	"113-reasoning-eats-budget.attempt.json":     lost,
	"116-transcript-empty.attempt.json":          noAnswer,
	"118-transcript-unknown-role.attempt.json":   noAnswer,
	"121-tail-unanswered-call.attempt.json":      noAnswer,
	"123-tail-parallel-results.attempt.json":     noAnswer,
	"126-input-short-results.attempt.json":       noAnswer,
	"128-post-at-limit.attempt.json":             fine,
	"131-tail-too-large.attempt.json":            noAnswer,
	"133-tail-image-overcounted.attempt.json":    noAnswer,
	"136-stale-basis.attempt.json":               fine,
	"138-interrupted.attempt.json":               noAnswer,
	"141-execution-failed-overload.attempt.json": noAnswer,
	"143-lane-full.attempt.json":                 noAnswer,
}

// evidence reads a case as it would be read by the program; the identity file
// tells what a reply has to answer.
func evidence(t *testing.T, name string, b []byte) (inspect.Evidence, Rebuild) {
	t.Helper()
	if strings.HasSuffix(name, ".attempt.json") {
		rebuild := func(file []byte) (inspect.Evidence, bool) {
			text := source.NewText(file)
			bundle := capture.ReadBundle(text, wire.Parse(file))
			e := inspect.Evidence{OutputBytes: bundle.OutputBytes, MaxSummaryTokens: bundle.MaxSummaryTokens, Identity: bundle.Identity}
			if bundle.Response != nil {
				e.Reply, e.Usage = bundle.Response.Reply, bundle.Response.Usage
			}
			return e, bundle.Response != nil
		}
		e, _ := rebuild(b)
		return e, rebuild
	}
	if strings.HasSuffix(name, ".xml") {
		return bare(inspect.FormSummary, b), nil
	}
	known, err := os.ReadFile("../../testdata/cases/IDENTITY.json")
	if err != nil {
		t.Fatal(err)
	}
	figures, ok := capture.ReadFigures(wire.Parse(known), "test")
	if !ok {
		t.Fatal("the identity cannot be read")
	}
	e := bare(inspect.FormOutput, b)
	e.Identity, e.OutputBytes, e.MaxSummaryTokens = figures.Identity, figures.OutputBytes, figures.MaxSummaryTokens
	e.Usage = inspect.Know(&content.Usage{OutputTokens: 310}, "test")
	return e, nil
}

func TestCases(t *testing.T) {
	entries, err := os.ReadDir("../../testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	count := map[fate]int{}
	for _, entry := range entries {
		name := entry.Name()
		if name == "INDEX.tsv" || name == "IDENTITY.json" {
			continue
		}
		want, ok := cases[name]
		if !ok {
			t.Errorf("%s: nobody says what becomes of it", name)
			continue
		}
		b, err := os.ReadFile("../../testdata/cases/" + name)
		if err != nil {
			t.Fatal(err)
		}
		before := slices.Clone(b)
		e, rebuild := evidence(t, name, b)
		v := inspect.Judge(e)
		plan := Make(e, v)
		safely := mendAll(e, v, Safe, rebuild)
		boldly := mendAll(e, v, ChangesMeaning, rebuild)
		if !bytes.Equal(b, before) {
			t.Fatalf("%s: the input was changed", name)
		}
		got := lost
		switch {
		case e.Reply.Form == inspect.FormNone:
			got = noAnswer
		case v.Decision == inspect.Accepted && len(plan.Repairs) == 0:
			got = fine
		case safely.Verdict.Decision == inspect.Accepted:
			got = mendable
		case boldly.Verdict.Decision == inspect.Accepted:
			got = consent
		}
		count[got]++
		if got != want {
			t.Errorf("%s: %s, want %s; %+v", name, got, want, plan.Repairs)
		}
		if got == lost && safely.Left.Count(Refused) == 0 {
			t.Errorf("%s: nothing says why it is not mended: %+v", name, safely.Left.Repairs)
		}
		if got == fine && (len(safely.Passes) > 0 || len(boldly.Passes) > 0) {
			t.Errorf("%s: needs nothing and was changed", name)
		}
		for i := range v.Findings {
			if _, ok := plan.For(i); !ok && v.Findings[i].Severity == inspect.SeverityError {
				t.Errorf("%s: no repair says anything of %s", name, v.Findings[i].Rule.ID)
			}
		}
	}
	for _, f := range []fate{fine, mendable, consent, lost, noAnswer} {
		fmt.Printf("cases: %d %s\n", count[f], f)
	}
}

// An answer inside a bundle is mended where it lies; the rest of the file stays as
// it is, byte for byte.
func TestMendsInsideABundle(t *testing.T) {
	b, err := os.ReadFile("../../testdata/cases/106-byte-limit-masks-fence.attempt.json")
	if err != nil {
		t.Fatal(err)
	}
	b = bytes.Replace(b, []byte(`"output_bytes": 400`), []byte(`"output_bytes": 65536`), 1)
	b = bytes.Replace(b, []byte("41 of 43 tests pass"), []byte(`say \\\"a && b\\\" <b>`), 1)
	e, rebuild := evidence(t, "x.attempt.json", b)
	o := mendAll(e, inspect.Judge(e), Safe, rebuild)
	if o.Verdict.Decision != inspect.Accepted || !o.Settled {
		t.Fatalf("%v %v: %+v", o.Verdict.Decision, o.Verdict.Reason, o.Left.Repairs)
	}
	want := strings.NewReplacer("```json\\n", "", "\\n```", "", "&&", "&amp;&amp;", "<b>", "&lt;b>").Replace(string(b))
	if string(o.File) != want {
		t.Errorf("got\n%s\nwant\n%s", o.File, want)
	}
}

// position is one line of the corpus of faulty summaries.
type position struct {
	ID     string `json:"id"`
	Raw    []byte `json:"raw_b64"`
	Faults []struct {
		Kind string `json:"kind"`
		Name string `json:"name"`
	} `json:"faults"`
}

func positions(t *testing.T) []position {
	t.Helper()
	z := bytes.NewReader(testfile.Must(t, "positions/cases.jsonl"))
	var all []position
	d := json.NewDecoder(bufio.NewReader(z))
	for d.More() {
		var p position
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// person holds the faults that need a person: their repair changes the meaning, or
// there is none.
const person = " blank-goal blank-state duplicate-section extra-section misspelt-section nested-section-or-item prose-after prose-before " +
	"root-attribute second-root section-attribute self-closed-root swapped-sections text-between-sections truncated wrong-root-name missing-section "

// After the safe repairs only faults are left that need a person, and a document
// with no such fault is accepted.
func TestSafeRepairsLeaveWhatNeedsAPerson(t *testing.T) {
	docs, accepted, asked, faults, left := 0, 0, 0, 0, 0
	for _, p := range positions(t) {
		docs++
		faults += len(p.Faults)
		o := recheck(inspect.FormSummary, p.Raw, Safe)
		left += len(o.Left.Repairs)
		if o.Left.Count(Safe) > 0 || !o.Settled {
			t.Errorf("%s: safe repairs are left: %+v", p.ID, o.Left.Repairs)
		}
		needed := map[string]bool{}
		for _, f := range p.Faults {
			if strings.Contains(person, " "+f.Kind+" ") {
				needed[f.Kind] = true
			}
		}
		for _, r := range o.Left.Repairs {
			if kind := strings.TrimPrefix(r.Rule, "summary/"); !needed[kind] {
				t.Errorf("%s: %s is left, and nobody put it there", p.ID, kind)
			}
		}
		if len(needed) == 0 && o.Verdict.Decision != inspect.Accepted {
			t.Errorf("%s: %v", p.ID, o.Verdict.Reason)
		}
		if o.Verdict.Decision == inspect.Accepted {
			accepted++
		}
		if recheck(inspect.FormSummary, p.Raw, ChangesMeaning).Verdict.Decision == inspect.Accepted {
			asked++
		}
		sameReading(t, p.ID, p.Raw, o.File)
	}
	fmt.Printf("positions: %d documents with %d faults; %d accepted after safe repairs, %d with consent; %d faults left after safe repairs\n", docs, faults, accepted, asked, left)
	if docs == 0 {
		t.Error("no document was looked at")
	}
}

// sameReading checks that a reader finds the same text in the sections of two
// summaries.
func sameReading(t *testing.T, name string, before, after []byte) {
	t.Helper()
	was, is := Reading(before), Reading(after)
	if len(was) == 0 {
		return // the scanner found no section in it
	}
	for _, section := range []string{"goal", "constraints", "decisions", "state", "open_items"} {
		if was[section] != is[section] {
			t.Errorf("%s: %s reads otherwise\n was %q\n is  %q\n of  %q\n got %q", name, section, was[section], is[section], before, after)
		}
	}
}

// mendAll is Recheck with a context that does not end.
func mendAll(e inspect.Evidence, v inspect.Verdict, upTo Risk, rebuild Rebuild) Outcome {
	o, err := Recheck(context.Background(), e, v, upTo, rebuild)
	if err != nil {
		panic(err)
	}
	return o
}

// Wherever the context ends, mending stops with its error and with passes that are
// whole.
func TestRecheckStops(t *testing.T) {
	b := []byte("<conversation_summary><goal>a & b</goal><constraints/><decisions>c < d</decisions><state>e <b>f</b> & g</state><open_items/></conversation_summary>")
	e := inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormSummary, File: source.NewText(b), Text: inspect.Excerpt{Bytes: b}}}
	v := inspect.Judge(e)
	want := mendAll(e, v, ChangesMeaning, nil)
	for n := 0; ; n++ {
		if n > 1000 {
			t.Fatal("it never ends")
		}
		o, err := Recheck(pulsetest.UpTo(n), e, v, ChangesMeaning, nil)
		if err == nil {
			if !bytes.Equal(o.File, want.File) || len(o.Passes) != len(want.Passes) {
				t.Errorf("%q in %d passes, want %q in %d", o.File, len(o.Passes), want.File, len(want.Passes))
			}
			return
		}
		if err != context.Canceled || len(o.Passes) > len(want.Passes) {
			t.Fatalf("stopped after %d looks: %v, %d passes", n, err, len(o.Passes))
		}
		if _, err := inspect.JudgeContext(pulsetest.UpTo(0), e); err == nil {
			t.Fatal("an ended context judges")
		}
	}
}

// More markup than is kept of a text hides no section: all of it is mended at once.
func TestVeryMuchMarkupIsMended(t *testing.T) {
	const many = 70_000 // above what is kept
	part := strings.Repeat("a <!-- b --> <c> ", many)
	b := []byte("<conversation_summary><goal>" + part + "</goal><constraints/><decisions>" + part + "</decisions><state>c & d</state><open_items/></conversation_summary>")
	e := bare(inspect.FormSummary, b)
	v := inspect.Judge(e)
	if !v.More || len(v.Sections) != 5 {
		t.Errorf("more: %v, %d sections", v.More, len(v.Sections))
	}
	o := mendAll(e, v, Safe, nil)
	if o.Verdict.Decision != inspect.Accepted || len(o.Passes) > 3 || !o.Settled {
		t.Errorf("%v in %d passes", o.Verdict.Decision, len(o.Passes))
	}
}

// More faults than are kept of a text make no repair of it less safe.
func TestVeryManyFaultsAreMended(t *testing.T) {
	const many = 70_000 // above what is kept
	b := []byte("<conversation_summary><goal>" + strings.Repeat("a & b ", many) + "</goal><constraints/><decisions/><state>c & d</state><open_items/></conversation_summary>")
	e := inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormSummary, File: source.NewText(b), Text: inspect.Excerpt{Bytes: b}}}
	v := inspect.Judge(e)
	if !v.More || len(v.Sections) != 5 {
		t.Errorf("more: %v, %d sections", v.More, len(v.Sections))
	}
	o := mendAll(e, v, Safe, nil)
	if o.Verdict.Decision != inspect.Accepted || len(o.Passes) > 3 || !o.Settled {
		t.Errorf("%v in %d passes", o.Verdict.Decision, len(o.Passes))
	}
}
