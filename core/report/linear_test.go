package report

import (
	"bytes"
	"strings"
	"testing"

	"compactlens/core/source"
)

// The linear form says whatever the text form says, and draws nothing.
func TestLinearSaysTheSame(t *testing.T) {
	r := sample()
	r.Attempts[0].Diagnoses = []Diagnosis{{Title: "code", Text: "Code was written.", Next: "Write &amp;; say so in the prompt."}}
	r.Attempts[0].Fixes = map[int]Fix{0: {Risk: "changes_meaning", Title: "write & as &amp;", Reason: "it is another text"}}
	r.Attempts[0].Notes = []string{"the fixed part is ≈ 20"}
	var out bytes.Buffer
	if err := Linear(&out, r, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	said := out.String()
	want := []string{"Cause: code: Code was written.", "Next: Write &amp;; say so in the prompt.", "Repair, changes meaning: write & as &amp;; it is another text", "Note: the fixed part is about 20",
		"Problem: x.log, byte 40: the checksum is wrong", "Totals: 0 accepted, 2 rejected, 1 undetermined"}
	for _, a := range r.Attempts {
		name, word := a.Headline()
		want = append(append(append(want, name, word), a.facts()...), a.Verdict.Missing...)
		for _, s := range a.Verdict.Stages {
			if len(a.Verdict.Stages) > 1 {
				want = append(want, s.ID.String())
			}
		}
		for _, f := range a.Verdict.Findings {
			want = append(want, f.Rule.ID, f.Message, f.Expected, f.Mend())
			if f.Primary {
				want = append(want, f.Rule.Why)
			}
		}
	}
	for _, w := range want {
		if !strings.Contains(said, source.Printable(w)) {
			t.Errorf("nothing is said of %q in:\n%s", w, said)
		}
	}
	for _, l := range strings.Split(said, "\n") {
		if strings.TrimSpace(l) != l || strings.Contains(l, "  ") {
			t.Errorf("a line with blanks for columns: %q", l)
		}
	}
	if strings.ContainsAny(said, "│┃━─✓✗·≈█▸╰^=\t\x1b\u202e") {
		t.Errorf("something is drawn:\n%s", said)
	}
}

func TestLinearExcerpts(t *testing.T) {
	for in, want := range map[string]string{
		"a «&» b":           "Line 1 reads: a & b\nIt is about: &\n",
		"x\n ab«»c":         "Line 2 reads: abc\nIt is about: the place before c\n",
		"a«b\nc\nd»":        "Line 1 reads: ab\nIt is about: b and on for 2 more lines\n",
		"a«\n»b":            "Line 1 reads: a\nIt is about: the end of the line\n",
		"a«b\nc»":           "Line 1 reads: ab\nIt is about: b and on for one more line\n",
		"a«\x1b»[31m\u202e": "Line 1 reads: a␛[31m⟨U+202E⟩\nIt is about: ␛\n",
	} {
		before, rest, _ := strings.Cut(in, "«")
		marked, after, _ := strings.Cut(rest, "»")
		var out bytes.Buffer
		s := newSpeaker(&out, TextOptions{})
		s.excerpt(source.NewText([]byte(before+marked+after)), source.Span{Start: len(before), End: len(before + marked)})
		s.w.Flush()
		if out.String() != want {
			t.Errorf("%q: %q, want %q", in, out.String(), want)
		}
	}
}
