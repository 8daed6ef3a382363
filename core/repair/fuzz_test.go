package repair

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"compactlens/core/inspect"
	"compactlens/core/summary"
	"compactlens/core/wire"
)

// checkRepairs states what repairing any text must hold.
func checkRepairs(t *testing.T, form inspect.Form, b []byte) {
	before := slices.Clone(b)
	e := bare(form, b)
	v := inspect.Judge(e)
	plan := Make(e, v)
	checkPlan(t, b, plan)
	for _, r := range plan.Repairs {
		if r.Finding < 0 && !r.first {
			t.Errorf("a repair of nothing that was found: %+v in %q", r, b)
		}
	}
	for i, f := range v.Findings {
		if _, ok := plan.For(i); !ok && f.Severity == inspect.SeverityError {
			t.Errorf("nothing is said of %s in %q", f.Rule.ID, b)
		}
	}
	if v.Decision != inspect.Rejected && len(plan.Repairs) > 0 {
		t.Errorf("%v, and there are repairs: %q %+v", v.Decision, b, plan.Repairs)
	}
	for _, upTo := range []Risk{Safe, ChangesMeaning} {
		once := mendAll(e, v, upTo, nil)
		if !once.Settled {
			t.Fatalf("%v: not settled after %d passes: %q, now %q", upTo, len(once.Passes), b, once.File)
		}
		checkPlan(t, once.File, once.Left)
		if twice := recheck(form, once.File, upTo); !bytes.Equal(twice.File, once.File) || len(twice.Passes) > 0 {
			t.Errorf("%v: %q\n once  %q\n twice %q", upTo, b, once.File, twice.File)
		}
		if upTo == Safe && v.HasSummary && once.Verdict.HasSummary {
			sameReading(t, "safe", javaScript(v.Summary.Bytes), javaScript(once.Verdict.Summary.Bytes))
		}
		if once.Verdict.Decision != inspect.Rejected && v.Decision == inspect.Rejected && hopeless(b, form) {
			t.Errorf("%v: a text that breaks off was made whole: %q, now %q", upTo, b, once.File)
		}
	}
	if !bytes.Equal(b, before) {
		t.Errorf("the input was changed: %q, was %q", b, before)
	}
}

// javaScript returns b with the escape \' read as JavaScript reads it; JSON knows
// none, and the checks take it as it stands.
func javaScript(b []byte) []byte { return bytes.ReplaceAll(b, []byte(`\'`), []byte("'")) }

// hopeless reports whether the text breaks off in the scanner's eyes.
func hopeless(b []byte, form inspect.Form) bool {
	if form == inspect.FormSummary {
		return slices.ContainsFunc(summary.Inspect(b).Faults, func(f summary.Fault) bool { return f.Kind == summary.KindTruncated })
	}
	return slices.ContainsFunc(wire.DecodeReply(b).Faults, func(f wire.Fault) bool { return f.Kind == wire.Cut })
}

// checkPlan checks that every repair can be made by itself and says why it is what
// it is.
func checkPlan(t *testing.T, file []byte, p Plan) {
	t.Helper()
	for _, r := range p.Repairs {
		at := 0
		for i, e := range r.Edits {
			if e.Span.Start < at || e.Span.End < e.Span.Start || e.Span.End > len(file) {
				t.Fatalf("%s: edit %d of %+v is out of place in %q", r.Rule, i, r.Edits, file)
			}
			at = e.Span.End
			if string(e.Span.Of(file)) == e.Text {
				t.Errorf("%s: an edit that changes nothing: %+v in %q", r.Rule, e, file)
			}
		}
		if (r.Risk == Refused) != (len(r.Edits) == 0) || (r.Risk != Safe) != (r.Reason != "") || r.Title == "" || r.Rule == "" {
			t.Errorf("%+v in %q", r, file)
		}
	}
}

func FuzzRepair(f *testing.F) {
	for _, r := range inspect.Rules() {
		if strings.HasPrefix(r.ID, "summary/") {
			f.Add([]byte(r.Bad))
		}
	}
	for _, s := range []string{
		goodSummary, state("a<b<!-- -->c]]<!-- -->>d&l<!-- -->t;"), state("<![CDATA[a]]]]>>b"),
		in("<goal>", "<goal><goal>"), in("</goal>", "</goal></goal>"), "```\n<x>" + goodSummary + "</x>\n```",
		state("<b><item>x</item></b><i>"), in("<goal>", "<x:Goal a='b'>"), goodSummary + state("x & y") + "z",
		"<!DOCTYPE x [<!ENTITY a \"b\">]>" + goodSummary, in("</conversation_summary>", "</x></y>"),
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		checkRepairs(t, inspect.FormSummary, b)
	})
}

func FuzzRepairReply(f *testing.F) {
	for _, r := range inspect.Rules() {
		if !strings.HasPrefix(r.ID, "summary/") && len(r.Bad) < 4096 {
			f.Add([]byte(r.Bad))
		}
	}
	for _, s := range []string{
		goodReply, inReply("Done", `a & \"b\" <c>`), "```json\n" + inReply("Done", "a\n<b") + "\n```", `'{"a":'`,
		inReply(`"summary"`, `"x":1,"y":[],"summary"`), inReply("Done", `\'<![CDATA[\"]]>`), `{"version":"1","version":{}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		checkRepairs(t, inspect.FormText, b)
	})
}

var (
	texts = flag.Int("texts", 1500, "how many random texts to mend")
	seed  = flag.Uint64("seed", 1, "where the random texts begin")
)

// fragments are what random texts are made of.
var fragments = []string{
	"<conversation_summary>", "</conversation_summary>", "<goal>", "</goal>", "<constraints>", "</constraints>", "<decisions>", "</decisions>",
	"<state>", "</state>", "<open_items>", "</open_items>", "<goal/>", "<constraints/>", "<decisions />", "<state a='b'>", "<Goal>", "</Goal>", "<open-items>", "</open-items>",
	"<x:state>", "</x:state>", "<s:conversation_summary>", "<Conversation_Summary>", "</Conversation_Summary>", "<summary>", "</summary>", "<notes>", "</notes>", "<item>", "</item>",
	"<b>", "</b>", "<br/>", "<goal", "</state", "< state>", "<state/ >", "<goal xmlns='u'>", "<conversation_summary/>", "<analysis>", "</analysis>", "<gaol>", "</gaol>",
	"text", "a & b", " ", "\n", "  ", "n < 3", "x<y>z", "&amp;", "&nbsp;", "&foo;", "&lt", "&#27;[1m", "&#X41;", "\x00", "\x1b[0m", "\xff", "]]>", "]]", ">", "<![CDATA[", "<![CDATA[q<r]]>",
	"<!-- c -->", "<!--", "-->", "<?php x ?>", "<?xml version='1.0'?>", "<!DOCTYPE x>", "<!", "<?", "```", "```xml\n", "\n```", "\uFEFF", "\u200b", "---", "Here it is:", "\"", "\\", "'",
}

// random returns a summary that is broken in a few places, or fragments alone.
func random(r *rand.Rand) []byte {
	var out []byte
	if r.IntN(4) == 0 {
		for range r.IntN(24) {
			out = append(out, fragments[r.IntN(len(fragments))]...)
		}
		return out
	}
	out = []byte(goodSummary)
	for range 1 + r.IntN(4) {
		at := r.IntN(len(out) + 1)
		for at > 0 && r.IntN(3) > 0 && (at == len(out) || out[at] != '<') {
			at--
		}
		end := at
		switch r.IntN(4) {
		case 0:
			end = min(len(out), at+r.IntN(20))
		case 1:
			if i := bytes.IndexByte(out[at:], '>'); i >= 0 {
				end = at + i + 1
			}
		}
		out = slices.Replace(out, at, end, []byte(fragments[r.IntN(len(fragments))])...)
		if len(out) == 0 {
			break
		}
	}
	if r.IntN(8) == 0 {
		out = out[:r.IntN(len(out)+1)]
	}
	return out
}

func TestRandomTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 2))
	for range *texts {
		b := random(r)
		checkRepairs(t, inspect.FormSummary, b)
		reply := []byte(inReply(goodSummary, quoteInside(string(b))))
		if r.IntN(2) == 0 {
			reply = []byte(inReply(goodSummary, string(b))) // nothing is escaped
		}
		checkRepairs(t, inspect.FormText, reply)
		if t.Failed() {
			return
		}
	}
}

// Bytes that are not UTF-8 stay what the decoder makes of them, also where what
// parts them is deleted.
func TestDeletedBetweenBrokenBytes(t *testing.T) {
	b := []byte(inReply("Done", "a\xe2\x80\\u001b[1m\x8bb"))
	o := recheck(inspect.FormText, b, Safe)
	if want := inReply("Done", "a\xe2\uFFFD\x8bb"); string(o.File) != want {
		t.Errorf("got %q\nwant %q", o.File, want)
	}
}

// The edits in the summary's frame and those in the file's are the same: made in
// either, the same summary comes out.
func TestBothFramesAgree(t *testing.T) {
	for _, r := range inspect.Rules() {
		if !strings.HasPrefix(r.ID, "summary/") || r.Bad == "" {
			continue
		}
		file := []byte(inReply(goodSummary, quoteInside(r.Bad)))
		e := bare(inspect.FormText, file)
		v := inspect.Judge(e)
		if !v.HasSummary {
			t.Fatalf("%s: no summary in %q", r.ID, file)
		}
		plan := Make(e, v)
		for i, p := range plan.Repairs {
			if len(p.SummaryEdits) == 0 {
				continue
			}
			mended := plan.ApplyOne(file, i)
			reply := wire.DecodeReply(mended)
			want := splice(v.Summary.Bytes, p.SummaryEdits)
			if got := reply.SummaryText(); !bytes.Equal(got, want) && utf8Of(want) != string(got) {
				t.Errorf("%s: %+v\n file    %q\n summary %q", r.ID, p, got, want)
			}
		}
	}
}

// utf8Of returns b as a JSON string gives it.
func utf8Of(b []byte) string { return strings.ToValidUTF8(string(b), "\uFFFD") }

// Repairs of one file, made one after another by hand, come to the same as all at
// once where they do not touch.
func TestRepairsCompose(t *testing.T) {
	b := []byte("\n" + state("a & b < c <br> \x00") + "\n")
	e := bare(inspect.FormSummary, b)
	plan := Make(e, inspect.Judge(e))
	all, made := plan.Apply(b, Safe)
	if len(made) != len(plan.Repairs) || len(made) < 6 {
		t.Fatalf("%d of %d made: %+v", len(made), len(plan.Repairs), plan.Repairs)
	}
	for len(b) > 0 {
		e := bare(inspect.FormSummary, b)
		plan := Make(e, inspect.Judge(e))
		if len(plan.Repairs) == 0 {
			break
		}
		b = plan.ApplyOne(b, len(plan.Repairs)-1)
	}
	if !bytes.Equal(all, b) {
		t.Errorf("at once %q\n by one %q", all, b)
	}
}

// More faults than a verdict lists are mended all the same.
func TestMoreFaultsThanAreListed(t *testing.T) {
	many := strings.Repeat("a & b < c\n", 20000)
	for form, text := range map[inspect.Form]string{
		inspect.FormSummary: state(many),
		inspect.FormText:    inReply("Done", strings.Repeat("a &\nb\n", 3000)),
	} {
		o := recheck(form, []byte(text), Safe)
		if !o.Settled || o.Verdict.Stage(inspect.StageXML).Status != inspect.Passed && form == inspect.FormSummary || o.Left.Count(Safe) > 0 || len(o.Passes) > 8 {
			t.Errorf("%v: settled %v after %d passes: %v", form, o.Settled, len(o.Passes), o.Verdict.Reason)
		}
	}
}

var sinkOutcome Outcome

func BenchmarkRecheck(b *testing.B) {
	text := []byte(state(strings.Repeat("if a < b && c > d { use Vec<String> } // 10&nbsp;ms\n", 400)))
	e := bare(inspect.FormSummary, text)
	v := inspect.Judge(e)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		sinkOutcome = mendAll(e, v, Safe, nil)
	}
	if sinkOutcome.Verdict.Decision != inspect.Accepted {
		b.Fatal(sinkOutcome.Verdict.Reason)
	}
}
