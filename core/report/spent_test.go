package report

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"

	"compactlens/core/content"
	"compactlens/core/golden"
	"compactlens/core/inspect"
	"compactlens/core/ledger"
	"compactlens/core/source"
)

// spent is a report with ledgers: an answer over its budget by sections that can be
// cut, one whose reasoning took it all, and a request that cannot fit.
func spent() Report {
	body := "<conversation_summary><goal>Port it</goal><constraints>" + strings.Repeat("keep the order; ", 10) + "</constraints><decisions>" +
		strings.Repeat("one retry, owned by the worker; ", 40) + "</decisions><state>" + strings.Repeat("tests pass; ", 30) + "</state><open_items/></conversation_summary>"
	reply := []byte(`{"version":1,"basis":{"revision":7,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"},"model":{"provider":"p","model":"m"},` +
		`"request_fingerprint":"3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f","summary":"` + body + `"}`)
	var r Report
	for _, u := range []content.Usage{{OutputTokens: 640}, {OutputTokens: 5000, ReasoningTokens: 4700}} {
		e := inspect.Evidence{
			Reply:            inspect.Reply{Form: inspect.FormText, File: source.NewText(reply), Text: excerptOf(reply)},
			Usage:            inspect.Know(&u, "response"),
			MaxSummaryTokens: inspect.Know[uint64](500, "preset carbon"),
		}
		v := inspect.Judge(e)
		s, ok := ledger.SplitAnswer(e, &v, ledger.Quarter{})
		if !ok {
			panic("no split")
		}
		a := s.Against(e.MaxSummaryTokens)
		r.Attempts = append(r.Attempts, Attempt{Source: "reply.json", File: e.Reply.File, Verdict: &v, Ledger: &a})
	}
	limit := inspect.Know[uint64](160_000, "bundle")
	for _, sizes := range []ledger.Sizes{
		{Limit: limit, Fixed: inspect.Know[uint64](20_000, "measured"), Tail: inspect.Know[uint64](90_000, "bytes/4"), Summary: inspect.Know[uint64](900, "bytes/4"), MaxSummary: inspect.Know[uint64](4096, "")},
		{Limit: limit, Kept: inspect.Know[uint64](161_000, "bundle"), MaxSummary: inspect.Know[uint64](4096, "")},
	} {
		none := inspect.Judge(inspect.Evidence{})
		x := ledger.Replace(sizes)
		r.Attempts = append(r.Attempts, Attempt{Source: "attempt.json", Verdict: &none, Replacement: &x})
	}
	return r
}

func TestLedgers(t *testing.T) {
	for _, name := range []string{"text", "json", "html"} {
		f, _ := FormatByName(name)
		var out bytes.Buffer
		if err := f.Write(&out, spent(), TextOptions{}); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "testdata/spent."+name, out.String())
	}
	var out bytes.Buffer
	if err := Text(&out, spent(), TextOptions{ASCII: true}); err != nil {
		t.Fatal(err)
	}
	for _, r := range out.String() {
		if r > 0x7E {
			t.Errorf("not ASCII: %q", r)
		}
	}
}

// The page holds the elements it is made of and nothing that came from a file: no
// element, no attribute, no script.
func TestHTMLHoldsNoForeignMarkup(t *testing.T) {
	evil := `</pre><script>alert(1)</script><img src=x onerror="y"> & "' ` + "\x1b]0;t\a\u202e"
	sum := []byte("<conversation_summary><goal>" + evil + "</goal><" + evil + "></conversation_summary>")
	v := inspect.Judge(inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormSummary, File: source.NewText(sum), Text: excerptOf(sum)}})
	r := Report{
		Attempts: []Attempt{
			{Source: evil, Name: evil, Trigger: evil, ID: evil, Match: evil, Notes: []string{evil}, CauseText: evil, File: source.NewText(sum), Verdict: &v,
				Diagnoses: []Diagnosis{{Title: evil, Text: evil, Next: evil}}, Fixes: map[int]Fix{0: {Risk: "safe", Title: evil, Reason: evil}}},
		},
		Problems: []Problem{{Source: evil, Place: evil, Message: evil}},
	}
	r.Attempts = append(append(r.Attempts, spent().Attempts...), sample().Attempts...)
	var out bytes.Buffer
	if err := HTML(&out, r); err != nil {
		t.Fatal(err)
	}
	elements := strings.Fields("html head meta title style body header main h1 h2 h3 p section article span strong code pre mark a table caption tr td i ol li dl dt dd")
	attributes := strings.Fields("lang charset name content http-equiv class id href style")
	d := xml.NewDecoder(&out)
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		if !slices.Contains(elements, start.Name.Local) {
			t.Errorf("an element %s", start.Name.Local)
		}
		for _, a := range start.Attr {
			if !slices.Contains(attributes, a.Name.Local) || a.Name.Local == "style" && !strings.HasPrefix(a.Value, "width:") || a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#a") {
				t.Errorf("an attribute %s=%q", a.Name.Local, a.Value)
			}
		}
	}
}
