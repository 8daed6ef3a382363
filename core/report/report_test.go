package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"compactlens/core/content"
	"compactlens/core/golden"
	"compactlens/core/inspect"
	"compactlens/core/source"
)

func excerptOf(b []byte) inspect.Excerpt {
	return inspect.Excerpt{Bytes: b, Map: source.Offsets(0, len(b))}
}

func sample() Report {
	sum := []byte("<conversation_summary>\n  <goal>Port it\u202e</goal>\n  <constraints/>\n  <decisions/>\n  <state>日本 go build && go test\x1b[0m</state>\n  <open_items/>\n</conversation_summary>\n")
	bad := inspect.Judge(inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormSummary, File: source.NewText(sum), Text: excerptOf(sum)}})
	reply := []byte(`{"version":1,"summary":"<conversation_summary/>"}`)
	over := inspect.Judge(inspect.Evidence{
		Reply:            inspect.Reply{Form: inspect.FormText, File: source.NewText(reply), Text: excerptOf(reply)},
		Usage:            inspect.Know(&content.Usage{OutputTokens: 5102}, "flag"),
		MaxSummaryTokens: inspect.Know[uint64](4096, "preset"),
	})
	none := inspect.Judge(inspect.Evidence{})
	return Report{
		Attempts: []Attempt{
			{Source: "bad\x1b.xml", File: source.NewText(sum), Verdict: &bad},
			{Source: "reply.json", Name: "attempt 2 of 3", ID: "31ae1485", Trigger: "manual", Terminal: "rejected", RejectReason: "invalid_summary", RejectCode: 9, Match: "matched by name", File: source.NewText(reply), Verdict: &over},
			{Source: "s.jsonl", Name: "attempt 3 of 3", Trigger: "automatic", Terminal: "none", Verdict: &none},
		},
		Problems: []Problem{{Source: "x.log", Place: "byte 40", Message: "the checksum is wrong", Kind: "checksum", Severity: "damage"}},
	}
}

func TestText(t *testing.T) {
	var out bytes.Buffer
	if err := Text(&out, sample(), TextOptions{}); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/sample.text", out.String())
	out.Reset()
	if err := Text(&out, sample(), TextOptions{ASCII: true}); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(out.String(), "\n") {
		if strings.ContainsAny(line, "│✓✗·…\x1b\u202e") {
			t.Errorf("not ASCII: %q", line)
		}
	}
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	if err := JSON(&out, sample()); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/sample.json", out.String())
	if !json.Valid(out.Bytes()) || bytes.IndexByte(out.Bytes(), 0x1b) >= 0 {
		t.Error("not clean JSON")
	}
}

func TestExcerptMarks(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for _, c := range []struct{ in, mark string }{
		{"a «&» b", "  ^"},
		{"日本«&&»x", "    ^^"},
		{"ab«»", "  ^"},
		{"ab«»c", "  ^"},
		{"«ab\ncd»e", "^^"},
		{"a«\n»b", " ^"},
		{"a«\x1b»b", " ^"},
		{"a«\xff»b", " ^^^^"},
		{"\t«x»", "    ^"},
	} {
		before, rest, _ := strings.Cut(c.in, "«")
		in, after, _ := strings.Cut(rest, "»")
		x := cut(source.NewText([]byte(before+in+after)), source.Span{Start: len(before), End: len(before + in)}, source.Display{})
		if x.mark != c.mark {
			t.Errorf("%q: text %q, mark %q, want %q", c.in, x.text, x.mark, c.mark)
		}
		if all := x.parts[0] + x.parts[1] + x.parts[2]; all != x.text || source.Width(x.parts[0]) != strings.Index(x.mark, "^") {
			t.Errorf("%q: the parts are %q of %q", c.in, x.parts, x.text)
		}
	}
	x := cut(source.NewText([]byte(long+"&"+long)), source.Span{Start: 5000, End: 5001}, source.Display{})
	if source.Width(x.text) > excerptWidth+2 || !strings.HasPrefix(x.text[len("…")+strings.Index(x.mark, "^")-1:], "&") {
		t.Errorf("long line: %q %q", x.text, x.mark)
	}
}

// A finding by itself reads as among the others.
func TestAFindingAlone(t *testing.T) {
	r := sample()
	r.Attempts[0].Fixes = map[int]Fix{1: {Risk: "safe", Title: "write & as &amp;", Edits: []Edit{{Start: 1, End: 2, Text: "&amp;"}}}}
	var all, allJSON bytes.Buffer
	if err := Text(&all, r, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := JSON(&allJSON, r); err != nil {
		t.Fatal(err)
	}
	var parsed struct {
		Attempts []struct{ Findings []json.RawMessage }
	}
	if err := json.Unmarshal(allJSON.Bytes(), &parsed); err != nil {
		t.Fatal(err)
	}
	for k, a := range r.Attempts {
		for i := range a.Verdict.Findings {
			var one, oneJSON, compact, wanted bytes.Buffer
			if err := FindingText(&one, a, i, TextOptions{}); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(all.String(), one.String()) || !strings.Contains(one.String(), a.Verdict.Findings[i].Rule.ID) {
				t.Errorf("not in the report: %s", one.String())
			}
			if err := FindingJSON(&oneJSON, a, i); err != nil {
				t.Fatal(err)
			}
			if json.Compact(&compact, oneJSON.Bytes()) != nil || json.Compact(&wanted, parsed.Attempts[k].Findings[i]) != nil || compact.String() != wanted.String() {
				t.Errorf("%s\nwant %s", compact.String(), wanted.String())
			}
		}
	}
}

// Two verdicts: one on the answer, and one on the attempt.
func TestRefusedAfterwards(t *testing.T) {
	sum := []byte("<conversation_summary><goal>g</goal><constraints/><decisions/><state>s</state><open_items/></conversation_summary>")
	v := inspect.Judge(inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormSummary, File: source.NewText(sum), Text: excerptOf(sum)}})
	open := v
	open.Decision = inspect.Undetermined
	r := Report{Attempts: []Attempt{
		{Source: "a", Verdict: &v, Refused: "stale_basis"}, {Source: "b", Verdict: &open, Refused: "interrupted"}, {Source: "c", Verdict: &v},
	}}
	for name, want := range map[string][]string{
		"text":     {"a: rejected stale_basis, the answer passed its checks", "b: rejected interrupted, the checks of the answer are undetermined", "c: accepted", "2 accepted (1 of them refused afterwards), 0 rejected, 1 undetermined"},
		"json":     {`"verdict": "accepted"`, `"refused_afterwards": "stale_basis"`, `"refused_afterwards": 1`},
		"html":     {"✗ rejected stale_basis, the answer passed its checks"},
		"markdown": {"accepted, then refused `stale_basis`"},
		"junit": {`failures="0" skipped="1" errors="0"`, "<system-out>rejected stale_basis, the answer passed its checks</system-out>",
			"<system-out>rejected interrupted, the checks of the answer are undetermined</system-out>"},
		"sarif":  {`"ruleId": "stale_basis"`, `"ruleIndex": -1`, `"level": "note"`, `"text": "rejected stale_basis, the answer passed its checks"`},
		"github": {"::notice file=a,title=stale_basis::rejected stale_basis, the answer passed its checks\n"},
		"linear": {"stale_basis"},
	} {
		f, _ := FormatByName(name)
		var out bytes.Buffer
		if err := f.Write(&out, r, TextOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(out.String(), w) {
				t.Errorf("%s: no %q in\n%s", name, w, out.String())
			}
		}
	}
	if left := r.Failures().Attempts; len(left) != 2 {
		t.Errorf("%d attempts are left as failures", len(left))
	}
}

// What a cause and the rule of a finding both advise is said once; where no finding is
// written, the cause says it.
func TestAdviceIsSaidOnce(t *testing.T) {
	sum := []byte("<conversation_summary><goal>g</goal><constraints/><decisions/>x<state>s</state><open_items/></conversation_summary>")
	v := inspect.Judge(inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormSummary, File: source.NewText(sum), Text: excerptOf(sum)}})
	v.Findings[0].Cause = "text-between"
	mend := v.Findings[0].Rule.Mend // "Move the text into a section."
	for _, c := range []struct {
		id, next string
		said     bool // by the cause
	}{
		{"text-between", "Move it into a section.", false},
		{"text-between", "Move it into a section; say so in the prompt.", true},
		{"another", "Move it into a section.", true},
	} {
		r := Report{Attempts: []Attempt{{Source: "a", Verdict: &v, Diagnoses: []Diagnosis{{ID: c.id, Title: "between", Text: "Text stands there.", Next: c.next}}}}}
		for _, name := range []string{"text", "linear", "html"} {
			f, _ := FormatByName(name)
			var out bytes.Buffer
			if err := f.Write(&out, r, TextOptions{}); err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(out.String(), c.next); got != c.said || !strings.Contains(out.String(), mend) {
				t.Errorf("%s: the cause %s says %q: %v\n%s", name, c.id, c.next, got, out.String())
			}
		}
		var alone bytes.Buffer
		if err := LinearAttempt(&alone, r.Attempts[0], TextOptions{}); err != nil || !strings.Contains(alone.String(), c.next) {
			t.Errorf("without its findings the attempt does not say %q: %v\n%s", c.next, err, alone.String())
		}
	}
}

// A summary alone that passes is accepted by the one check that applies to it: whoever
// tells of it in words says so, and JSON marks it. What a journal committed passed all.
func TestASummaryAloneIsAcceptedByXML(t *testing.T) {
	sum := []byte("<conversation_summary><goal>g</goal><constraints/><decisions/><state>s</state><open_items/></conversation_summary>")
	v := inspect.Judge(inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormSummary, File: source.NewText(sum), Text: excerptOf(sum)}})
	whole := v
	whole.Form = inspect.FormText
	for _, c := range []struct {
		name string
		a    Attempt
		want bool
	}{
		{"alone", Attempt{Source: "a", Verdict: &v}, true}, {"refused", Attempt{Source: "a", Verdict: &v, Refused: "stale_basis"}, true},
		{"committed", Attempt{Source: "a", Verdict: &v, Terminal: "committed"}, false}, {"a reply", Attempt{Source: "a", Verdict: &whole}, false},
	} {
		for _, f := range Formats() {
			var out bytes.Buffer
			if err := f.Write(&out, Report{Attempts: []Attempt{c.a}}, TextOptions{}); err != nil {
				t.Fatal(err)
			}
			said := strings.Contains(out.String(), "xml alone")
			switch f.Name {
			case "text", "linear", "html", "markdown":
				if want := c.want && c.name != "refused"; said != want {
					t.Errorf("%s, %s: that xml alone was checked is said: %v\n%s", c.name, f.Name, said, out.String())
				}
			case "json":
				if got := strings.Contains(out.String(), `"xml_alone": true`); got != c.want || !strings.Contains(out.String(), `"verdict": "accepted"`) {
					t.Errorf("%s: %s", c.name, out.String())
				}
			}
		}
	}
}
