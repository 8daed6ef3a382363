package repair

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"compactlens/core/golden"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/wire"
)

// A summary and a reply around it that the tests break in one place.
const (
	goodSummary = "<conversation_summary><goal>Port it</goal><constraints>Keep order</constraints><decisions>One retry</decisions><state>Done</state><open_items>None</open_items></conversation_summary>"
	goodReply   = `{"version":1,"basis":{"revision":7,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"},"model":{"provider":"anthropic","model":"example-model-1"},` +
		`"request_fingerprint":"3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f","summary":"` + goodSummary + `"}`
)

func state(content string) string { return strings.Replace(goodSummary, "Done", content, 1) }

func in(old, with string) string { return strings.Replace(goodSummary, old, with, 1) }

func inReply(old, with string) string { return strings.Replace(goodReply, old, with, 1) }

// formOf guesses whether text is a summary or a reply, for the examples.
func formOf(rule string) inspect.Form {
	if strings.HasPrefix(rule, "summary/") {
		return inspect.FormSummary
	}
	return inspect.FormText
}

// The golden file shows for the bad example of every rule what is done about it.
func TestEveryRule(t *testing.T) {
	var out strings.Builder
	for _, r := range inspect.Rules() {
		if r.Reason == "" || r.Bad == "" {
			continue // advice, or nothing that text alone can show
		}
		fmt.Fprintf(&out, "%s\n", r.ID)
		b := []byte(r.Bad)
		e := bare(formOf(r.ID), b)
		plan := Make(e, inspect.Judge(e))
		if len(plan.Repairs) == 0 {
			t.Errorf("%s: its own example finds no repair", r.ID)
			continue
		}
		i := max(slices.IndexFunc(plan.Repairs, func(p Repair) bool { return p.Rule == r.ID }), 0)
		made := plan.Repairs[i]
		if made.Rule != r.ID {
			fmt.Fprintf(&out, "\tseen as %s\n", made.Rule)
		}
		fmt.Fprintf(&out, "\t%v: %s\n", made.Risk, made.Title)
		if made.Reason != "" {
			fmt.Fprintf(&out, "\tbecause %s\n", made.Reason)
		}
		if (made.Risk == Safe) == (made.Reason != "") || (made.Risk == Refused) == (len(made.Edits) > 0) {
			t.Errorf("%s: %+v", r.ID, made)
		}
		for _, e := range made.Edits {
			fmt.Fprintf(&out, "\t\t%q -> %q\n", e.Span.Of(b), e.Text)
		}
	}
	golden.Check(t, "testdata/rules.txt", out.String())
}

func TestSafeRepairsOfSummaries(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"two ampersands", state("a && b &c"), state("a &amp;&amp; b &amp;c")},
		{"comparison", state("n < 3 && x<y"), state("n &lt; 3 &amp;&amp; x&lt;y")},
		{"type parameters", state("Arc<Mutex<Vec<&str>>>"), state("Arc&lt;Mutex&lt;Vec&lt;&amp;str>>>")},
		{"placeholder", state("run --config <path> now"), state("run --config &lt;path> now")},
		{"HTML kept as text", state(`a <b>bold</b> <br/> <a href="?x=1&y=2">z</a>`), state(`a &lt;b>bold&lt;/b> &lt;br/> &lt;a href="?x=1&amp;y=2">z&lt;/a>`)},
		{"stray end tag", state("done</parameter> and"), state("done&lt;/parameter> and")},
		{"end of CDATA", state("m[i[0]]>0"), state("m[i[0]]&gt;0")},
		{"entities of HTML", state("1&nbsp;MB &eacute; &LT; &nvlt; &rarr;"), state("1&#160;MB é &lt; &lt;\u20d2 →")},
		{"unknown entity", state("a &foo; b"), state("a &amp;foo; b")},
		{"no semicolon", state("a &lt b &amp&amp; c &#65 d"), state("a &lt; b &amp;&amp; c &#65; d")},
		{"numbers", state("&#X41; &#x1F6O0; &#1114112; &#0; &#x1f;"), state("&#x41; &#x1F6;O0; &amp;#1114112; ␀ ␟")},
		{"controls", state("a\x00b \x07 c\fd"), state("a␀b ␇ c d")},
		{"colours", state("\x1b[31mred\x1b[0m &#27;[1mbold"), state("red bold")},
		{"escape alone", state("a\x1bb"), state("a␛b")},
		{"not characters", state("a\ufffeb\uffffc"), state("a\ufffdb\ufffdc")},
		{"not UTF-8", state("caf\xe9 \xf0\x9f\x91"), state("caf\ufffd \ufffd\ufffd\ufffd")},
		{"CDATA", state("<![CDATA[if a<b && c > d]]> x"), state("if a&lt;b &amp;&amp; c > d x")},
		{"CDATA without end", state("a <![CDATA[ b"), state("a &lt;![CDATA[ b")},
		{"comment", state("a<!-- b --> c"), state("a c")},
		{"instruction in text", state("<?php echo 1 ?> x"), state("&lt;?php echo 1 ?> x")},
		{"document type in text", state("a <!DOCTYPE html> b"), state("a &lt;!DOCTYPE html> b")},
		{"quoted root", state("use <conversation_summary> first"), state("use &lt;conversation_summary> first")},

		{"fence", "```xml\n" + goodSummary + "\n```\n", goodSummary},
		{"fence never closed", "```\n" + goodSummary, goodSummary},
		{"white space", "\n  " + goodSummary + " \n", goodSummary},
		{"mark, declaration, type", "\uFEFF<?xml version='1.0'?>\n<!DOCTYPE x>\n" + goodSummary + "\n", goodSummary},
		{"instruction before", `<?xml-stylesheet href="a"?>` + goodSummary, goodSummary},
		{"scratchpad", "<think>hm <goal> hm</think>\n" + goodSummary, goodSummary},
		{"wrapper", "<answer>\n" + goodSummary + "\n</answer>", goodSummary},
		{"all in CDATA", " <![CDATA[" + goodSummary + "]]>\n", goodSummary},
		{"comment between", in("<goal>", "<!-- x --><goal>"), goodSummary},
		{"the same again", goodSummary + "\n" + goodSummary, goodSummary},

		{"missing constraints", in("<constraints>Keep order</constraints>", ""), in("<constraints>Keep order</constraints>", "<constraints/>")},
		{"missing two", in("<constraints>Keep order</constraints><decisions>One retry</decisions>", ""), in("<constraints>Keep order</constraints><decisions>One retry</decisions>", "<constraints/><decisions/>")},
		{"missing on a line", "<conversation_summary>\n <goal>g</goal>\n <constraints/>\n <state>s</state>\n <open_items/>\n</conversation_summary>",
			"<conversation_summary>\n <goal>g</goal>\n <constraints/>\n <decisions/>\n <state>s</state>\n <open_items/>\n</conversation_summary>"},
		{"not closed and the next missing", in("</constraints><decisions>One retry</decisions>", ""), in("<decisions>One retry</decisions>", "<decisions/>")},
		{"missing last", in("<open_items>None</open_items>", ""), in("<open_items>None</open_items>", "<open_items/>")},
		{"empty duplicate", in("<open_items>", "<state> </state><open_items>"), goodSummary},
		{"same duplicate", in("<open_items>", "<state> Done</state><open_items>"), goodSummary},
		{"case", in("<goal>Port it</goal>", "<Goal>Port it</Goal>"), goodSummary},
		{"separators", in("<open_items>None</open_items>", "<open-items>None</open-items>"), goodSummary},
		{"camel case", in("<open_items>None</open_items>", "<openItems>None</openItems>"), goodSummary},
		{"prefix", in("<goal>Port it</goal>", "<x:goal>Port it</x:goal>"), goodSummary},
		{"root's case", strings.ReplaceAll(goodSummary, "conversation_summary", "Conversation_Summary"), goodSummary},
		{"root's prefix", strings.ReplaceAll(goodSummary, "conversation_summary", "s:conversation_summary"), goodSummary},
		{"name space", in("<conversation_summary>", `<conversation_summary xmlns="u" xmlns:x='v'>`), goodSummary},
		{"wrong end tag", in("</decisions>", "</decision>"), goodSummary},
		{"no end tag", in("</decisions>", ""), goodSummary},
		{"no end tag of the last", in("</open_items>", ""), goodSummary},
		{"no start tag", in("<state>", ""), goodSummary},
		{"no end tag of the root", "```\n" + in("</conversation_summary>", "") + "\n```", goodSummary},
		{"blank in a tag", in("</state>", "</ state>"), goodSummary},
		{"a rule between", in("<state>", "---\n<state>"), in("<state>", "\n<state>")},
		{"unseen between", in("<state>", "\u200b<state>"), goodSummary},
	} {
		o := recheck(inspect.FormSummary, []byte(c.in), Safe)
		if string(o.File) != c.want || o.Verdict.Decision != inspect.Accepted {
			t.Errorf("%s: %v %v\n of  %q\n got %q\nwant %q\nleft %+v", c.name, o.Verdict.Decision, o.Verdict.Reason, c.in, o.File, c.want, o.Left.Repairs)
		}
		sameReading(t, c.name, []byte(c.in), o.File)
	}
}

func TestRepairsThatChangeTheMeaning(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"swapped", in("<goal>Port it</goal><constraints>Keep order</constraints>", "<constraints>Keep order</constraints><goal>Port it</goal>"), goodSummary},
		{"swapped with faults in them", in("<goal>Port it</goal><constraints>Keep order</constraints>", "<constraints>a & b</constraints>\n<goal>c < d</goal>"),
			in("<goal>Port it</goal><constraints>Keep order</constraints>", "<goal>c &lt; d</goal>\n<constraints>a &amp; b</constraints>")},
		{"first comes last", "<conversation_summary>" + strings.Replace(goodSummary[len("<conversation_summary>"):], "<goal>Port it</goal>", "", 1)[:len(goodSummary)-len("<conversation_summary>")-len("<goal>Port it</goal>")-len("</conversation_summary>")] + "<goal>Port it</goal></conversation_summary>", goodSummary},
		{"two states", in("<open_items>", "<state>old</state><open_items>"), in("Done", "Done\nold")},
		{"two states apart", in("<constraints>", "<state>old</state><constraints>"), in("Done", "old\nDone")},
		{"extra", in("<open_items>", "<notes>a & b</notes><open_items>"), in("Done", "Done\nnotes: a &amp; b")},
		{"extra first", in("<goal>", "<notes>x</notes><goal>"), in("<goal>", "<goal>notes: x\n")},
		{"text between", in("<state>", "and more<state>"), in("One retry", "One retry\nand more")},
		{"items", in("None", "<item>a</item>\n<item>b &amp; c</item>"), in("None", "- a\n- b &amp; c")},
		{"items on one line", in("None", "see <item>a</item><item>b</item>"), in("None", "see \n- a\n- b")},
		{"element in a sentence", state("in <file>a.go</file> now"), state("in a.go now")},
		{"attribute", in("<state>", `<state status="green">`), goodSummary},
		{"misspelt", in("<goal>Port it</goal>", "<gaol>Port it</gaol>"), goodSummary},
		{"another root", strings.ReplaceAll(goodSummary, "conversation_summary", "summary"), goodSummary},
		{"no root", strings.TrimSuffix(strings.TrimPrefix(goodSummary, "<conversation_summary>"), "</conversation_summary>"), goodSummary},
		{"prose", "Here it is:\n" + goodSummary + "\nLet me know.", goodSummary},
		{"element behind", goodSummary + "<notes>x</notes>", goodSummary},
		{"second summary", goodSummary + "\n" + state("other"), goodSummary},
	} {
		safely := recheck(inspect.FormSummary, []byte(c.in), Safe)
		boldly := recheck(inspect.FormSummary, []byte(c.in), ChangesMeaning)
		if safely.Verdict.Decision == inspect.Accepted {
			t.Errorf("%s: accepted after safe repairs", c.name)
		}
		if string(boldly.File) != c.want || boldly.Verdict.Decision != inspect.Accepted {
			t.Errorf("%s: %v %v\n of  %q\n got %q\nwant %q\nleft %+v", c.name, boldly.Verdict.Decision, boldly.Verdict.Reason, c.in, boldly.File, c.want, boldly.Left.Repairs)
		}
		for _, pass := range boldly.Passes {
			for _, r := range pass {
				if r.Risk == ChangesMeaning && r.Reason == "" {
					t.Errorf("%s: %s does not say what changes", c.name, r.Title)
				}
			}
		}
	}
}

func TestNeverMended(t *testing.T) {
	for name, text := range map[string]string{
		"cut in a section":         goodSummary[:120],
		"cut in a tag":             goodSummary[:len(goodSummary)-5],
		"cut before the root ends": in("</conversation_summary>", ""),
		"cut and fenced":           "```xml\n" + goodSummary[:120],
		"cut with other faults":    "\n" + state("a & b")[:150],
		"empty":                    "",
		"prose":                    "I cannot help with that.",
		"a tool call":              `[Assistant tool call]: shell({"cmd":"go test"})`,
		"an error":                 "Error generating summary: rate limit exceeded",
		"another vocabulary":       "<state_snapshot><overall_goal>g</overall_goal><key_knowledge>k</key_knowledge></state_snapshot>",
		"blank goal":               in("Port it", " "),
		"goal of markup alone":     in("Port it", "<goal here>"),
		"goal of a placeholder":    in("Port it", "<placeholder>"),
		"goal of controls":         in("Port it", "\x00\x1b[31m"),
		"goal that is not UTF-8":   in("Port it", "\xff\xfe"),
		"goal of a comment":        in("Port it", "<!-- todo -->"),
		"state in an empty CDATA":  state("<![CDATA[ ]]>"),
		"no state":                 in("<state>Done</state>", ""),
		"root alone":               "<conversation_summary/>",
		"CDATA over sections":      in("Done</state>", "<![CDATA[Done</state>]]>"),
	} {
		o := recheck(inspect.FormSummary, []byte(text), ChangesMeaning)
		if o.Verdict.Decision != inspect.Rejected || o.Left.Count(Refused) == 0 {
			t.Errorf("%s: %v, left %+v, file %q", name, o.Verdict.Decision, o.Left.Repairs, o.File)
		}
	}
	for name, text := range map[string]string{
		"cut":               goodReply[:300],
		"cut and fenced":    "```json\n" + goodReply[:300] + "\n```",
		"no JSON":           "I could not do that.",
		"a bare summary":    goodSummary,
		"missing field":     inReply(`"provider":"anthropic",`, ""),
		"null field":        inReply(`"anthropic"`, "null"),
		"another version":   inReply(`"version":1`, `"version":2`),
		"version too large": inReply(`"version":1`, `"version":1000`),
		"a mangled id":      inReply("0190c3f2", "0190c3"),
		"not one id":        inReply("3f3f3f", "3f3f3g"),
		"cut summary":       inReply("</open_items></conversation_summary>", ""),
		"blank state":       inReply("Done", ""),
		"another envelope":  `{"text":"words","summary_text":"more words"}`,
		"strange JSON":      inReply(`"version":1`, `version=1`),
	} {
		o := recheck(inspect.FormText, []byte(text), ChangesMeaning)
		if o.Verdict.Decision != inspect.Rejected || o.Left.Count(Refused) == 0 {
			t.Errorf("reply, %s: %v, left %+v, file %q", name, o.Verdict.Decision, o.Left.Repairs, o.File)
		}
	}
}

func TestSafeRepairsOfReplies(t *testing.T) {
	quoted := strings.ReplaceAll(strings.ReplaceAll(goodReply, `\`, `\\`), `"`, `\"`)
	for _, c := range []struct{ name, in, want string }{
		{"fence", "```json\n" + goodReply + "\n```\n", goodReply + "\n"},
		{"mark", "\uFEFF" + goodReply, goodReply},
		{"raw line break", inReply("Port it", "Port\n\tit\x01"), inReply("Port it", `Port\n\tit␁`)},
		{"wrong escapes", inReply("Port it", `C:\it \'x\' \u12`), inReply("Port it", `C:\\it 'x' \\u12`)},
		{"unescaped quotes", inReply("Port it", `Port "it" now`), inReply("Port it", `Port \"it\" now`)},
		{"single quotes", strings.Replace(goodReply, `"version"`, `'version'`, 1), goodReply},
		{"single quotes with quotes in them", inReply(`"anthropic"`, `'a"b'`), inReply(`"anthropic"`, `"a\"b"`)},
		{"commas", inReply(`10"},`, `10",}`), inReply(`10"},`, `10"},`)},
		{"comma too many", inReply(`10"}`, `10",}`), goodReply},
		{"upper case", strings.Replace(inReply("0190c3f2", "0190C3F2"), "3f3f", "3F3f", 1), goodReply},
		{"UUID in braces", inReply(`"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"`, `"{0190c3f27a1e7c449d1b5a6f2b8e4c10}"`), goodReply},
		{"version in quotes", inReply(`"version":1`, `"version":"1"`), goodReply},
		{"revision as a fraction", inReply(`"revision":7`, `"revision":7.0`), goodReply},
		{"keys of another style", strings.NewReplacer("request_fingerprint", "requestFingerprint", "through_event_id", "through-event-id").Replace(goodReply), goodReply},
		{"field without words", inReply(`"summary"`, `"confidence":0.8,"summary"`), goodReply},
		{"last field without words", strings.TrimSuffix(goodReply, "}") + `, "ok": true}`, goodReply},
		{"in an object", `{"output": ` + goodReply + `}`, goodReply},
		{"in an array", "[" + goodReply + "]", goodReply},
		{"in a string", `"` + quoted + `"`, goodReply},
		{"twice", goodReply + "\n" + goodReply, goodReply},
		{"faults in the summary", inReply("Done", `a && \"b\" <b>\n\u001b[1m`), inReply("Done", `a &amp;&amp; \"b\" &lt;b>\n`)},
		{"CDATA with quotes", inReply("Done", `<![CDATA[say \"a\" < \\b]]>`), inReply("Done", `say \"a\" &lt; \\b`)},
		{"on both levels", "```json\n" + inReply("Done", "a &\nb") + "\n```", inReply("Done", `a &amp;\nb`)},
	} {
		o := recheck(inspect.FormText, []byte(c.in), Safe)
		if string(o.File) != c.want {
			t.Errorf("%s:\n of  %q\n got %q\nwant %q\nleft %+v", c.name, c.in, o.File, c.want, o.Left.Repairs)
		}
		if v := o.Verdict; v.Decision == inspect.Rejected && c.name != "commas" {
			t.Errorf("%s: %v", c.name, v.Reason)
		}
	}
}

func TestRepairsOfRepliesThatChangeTheMeaning(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"prose", "Here it is:\n" + goodReply + "\nLet me know.", goodReply},
		{"two replies", goodReply + "\n" + inReply("Done", "Not done"), goodReply},
		{"field with words", inReply(`"summary"`, `"notes":{"a":["b"]},"summary"`), goodReply},
		{"two states", inReply("<open_items>", `<state>say \"x\"</state><open_items>`), inReply("Done", `Done\nsay \"x\"`)},
		{"misspelt key", inReply(`"summary"`, `"sumary"`), goodReply},
		{"summary under another name", inReply(`"summary"`, `"conversation"`), goodReply},
		{"text in a fence", "```json and words\n" + goodReply + "\n```", goodReply},
	} {
		safely := recheck(inspect.FormText, []byte(c.in), Safe)
		boldly := recheck(inspect.FormText, []byte(c.in), ChangesMeaning)
		if safely.Verdict.Decision != inspect.Rejected {
			t.Errorf("%s: not rejected after safe repairs", c.name)
		}
		if string(boldly.File) != c.want || boldly.Verdict.Decision == inspect.Rejected {
			t.Errorf("%s: %v\n of  %q\n got %q\nwant %q\nleft %+v", c.name, boldly.Verdict.Reason, c.in, boldly.File, c.want, boldly.Left.Repairs)
		}
	}
}

// A summary in a provider's body stands in two JSON strings; what is written to
// the file is escaped as often.
func TestEditsAreEscapedAsOftenAsTheyStandInStrings(t *testing.T) {
	text := inReply("<state>Done</state>", `<state>say \"a\" <![CDATA[x\"y]]> & z</state><state>b \"c\"</state>`)
	body := `{"content":"` + quoteInside(text) + `"}`
	rebuild := func(file []byte) (inspect.Evidence, bool) {
		b, m := wire.UnquoteMapped(file, source.Span{Start: len(`{"content":`), End: len(file) - 1})
		return inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormOutput, File: source.NewText(file), Text: inspect.Excerpt{Bytes: b, Map: m, Layers: 1}}}, true
	}
	e, _ := rebuild([]byte(body))
	v := inspect.Judge(e)
	o := mendAll(e, v, Safe, rebuild)
	if want := `{"content":"` + quoteInside(inReply("<state>Done</state>", `<state>say \"a\" x\"y &amp; z</state><state>b \"c\"</state>`)) + `"}`; string(o.File) != want {
		t.Errorf("got %s\nwant %s", o.File, want)
	}
	want := `{"content":"` + quoteInside(inReply("Done", `say \"a\" x\"y &amp; z\nb \"c\"`)) + `"}`
	o = mendAll(e, v, ChangesMeaning, rebuild) // moves text with quotes and a line break
	if string(o.File) != want {
		t.Errorf("got %s\nwant %s", o.File, want)
	}
	if Bare(e) != nil {
		t.Error("an answer inside a body passes for a bare one")
	}
	if o := mendAll(e, v, Safe, nil); o.Settled || string(o.File) != body || len(o.Passes) > 0 {
		t.Errorf("mended without a way to read the result: %+v", o)
	}
}

func TestApplyKeepsItsInput(t *testing.T) {
	b := []byte(state("a & b"))
	e := bare(inspect.FormSummary, b)
	plan := Make(e, inspect.Judge(e))
	before := slices.Clone(b)
	out, made := plan.Apply(b, Safe)
	if !bytes.Equal(b, before) || string(out) != state("a &amp; b") || len(made) != 1 {
		t.Errorf("%q %q %+v", b, out, made)
	}
	other := []byte(state("a & c"))
	if out, made := plan.Apply(other, Safe); !bytes.Equal(out, other) || made != nil {
		t.Errorf("applied to another file: %q", out)
	}
	if out := plan.ApplyOne(other, 0); !bytes.Equal(out, other) {
		t.Errorf("applied to another file: %q", out)
	}
	if out, made := (Plan{}).Apply(b, ChangesMeaning); !bytes.Equal(out, b) || made != nil {
		t.Errorf("the zero plan does something: %q", out)
	}
}

func TestEditSet(t *testing.T) {
	edit := func(start, end int, text string) Edit { return Edit{source.Span{Start: start, End: end}, text} }
	var s editSet
	for _, c := range []struct {
		edits []Edit
		ok    bool
	}{
		{[]Edit{edit(5, 8, "x")}, true},
		{[]Edit{edit(5, 8, "x")}, true},                   // the same again
		{[]Edit{edit(5, 8, "y")}, false},                  // another text
		{[]Edit{edit(0, 1, ""), edit(7, 9, "")}, false},   // one of two
		{[]Edit{edit(5, 5, "a"), edit(8, 8, "b")}, true},  // at the edges
		{[]Edit{edit(6, 6, "c")}, false},                  // inside
		{[]Edit{edit(5, 5, "d")}, true},                   // behind what was put there before
		{[]Edit{edit(2, 4, ""), edit(20, 21, "z")}, true}, // around
	} {
		if got := s.add(c.edits); got != c.ok {
			t.Errorf("%v: %v", c.edits, got)
		}
	}
	if got := string(splice([]byte("0123456789012345678901234"), s.edits)); got != "014adxb890123456789z1234" {
		t.Error(got, s.edits)
	}
}

// Repairs that read the same are said once.
func TestTally(t *testing.T) {
	all := []Repair{
		{Rule: "a", Title: "x", Finding: 1}, {Rule: "b", Title: "y", Risk: Refused, Reason: "why", Finding: 2},
		{Rule: "a", Title: "x", Finding: 3}, {Rule: "a", Title: "x", Reason: "another", Finding: 4},
	}
	var got []string
	for _, c := range Tally(all) {
		got = append(got, c.String())
	}
	if want := []string{"a: x (2 times)", "b: y", "a: x"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
