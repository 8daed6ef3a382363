package ledger

import (
	"fmt"
	"strings"
	"testing"

	"compactlens/core/content"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/summary"
)

// bytewise takes every byte for a token, which makes sums easy.
type bytewise struct{}

func (bytewise) Name() string          { return "bytes" }
func (bytewise) Count(text []byte) int { return len(text) }
func (bytewise) Ends(text []byte) []int {
	ends := make([]int, len(text))
	for i := range ends {
		ends[i] = i + 1
	}
	return ends
}

const head = `{"version":1,"basis":{"revision":7,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"},` +
	`"model":{"provider":"p","model":"m"},"request_fingerprint":"3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f","summary":"`

// reply is a reply whose sections say so many letters each, with some characters
// escaped.
func reply(goal, constraints, decisions, state, open int) string {
	var b strings.Builder
	b.WriteString(head + "\\u003cconversation_summary>")
	for i, n := range []int{goal, constraints, decisions, state, open} {
		name := summary.SectionNames()[i]
		fmt.Fprintf(&b, "<%s>%s</%s>", name, strings.Repeat("a", n), name)
	}
	return b.String() + "</conversation_summary>\"}"
}

func evidence(text string, usage *content.Usage, limit uint64) (inspect.Evidence, inspect.Verdict) {
	b := []byte(text)
	e := inspect.Evidence{
		Reply: inspect.Reply{Form: inspect.FormResponse, Role: "assistant", File: source.NewText(b),
			Blocks: []inspect.Block{{Type: "text", Text: inspect.Excerpt{Bytes: b, Map: source.Offsets(0, len(b))}, Span: source.Span{End: len(b)}}}},
		Usage: inspect.Know(usage, "test"), MaxSummaryTokens: inspect.Know(limit, "test"),
	}
	return e, inspect.Judge(e)
}

func split(t *testing.T, text string, usage *content.Usage, limit uint64, c Counter) Answer {
	t.Helper()
	e, v := evidence(text, usage, limit)
	s, ok := SplitAnswer(e, &v, c)
	if !ok {
		t.Fatal("no split")
	}
	return s.Against(e.MaxSummaryTokens)
}

func rows(a Answer) string {
	var out []string
	for _, r := range a.Rows {
		out = append(out, fmt.Sprintf("%s %d", r.Name(), r.Tokens))
	}
	return strings.Join(out, ", ")
}

func total(a Answer) (n uint64) {
	for _, r := range a.Rows {
		n += r.Tokens
	}
	return n
}

// What a section costs is what writes it, and everything adds up to the report.
func TestRowsAddUpToTheReport(t *testing.T) {
	text := reply(10, 20, 300, 400, 5)
	envelope := len(text) - 735
	a := split(t, text, &content.Usage{OutputTokens: uint64(len(text) + 90), ReasoningTokens: 90}, 1<<20, bytewise{})
	if got, want := rows(a), fmt.Sprintf("reasoning 90, envelope %d, goal 10, constraints 20, decisions 300, state 400, open_items 5", envelope); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if a.Method != "bytes, scaled to the reported total" || a.Note != "" || a.Over != 0 || a.End.Known {
		t.Errorf("%+v", a)
	}
	for _, c := range []Counter{bytewise{}, Quarter{}} {
		for out := uint64(1); out < 4000; out += 37 {
			a := split(t, text, &content.Usage{OutputTokens: out, ReasoningTokens: out / 5}, 50, c)
			if total(a) != out {
				t.Fatalf("%s: %d tokens reported, the rows have %d: %s", c.Name(), out, total(a), rows(a))
			}
		}
	}
}

// A report that is far above the text is not spread over the text.
func TestWhatIsNotInTheText(t *testing.T) {
	text := reply(10, 20, 300, 400, 5)
	a := split(t, text, &content.Usage{OutputTokens: 9000}, 4096, bytewise{})
	if want := fmt.Sprintf("not in the text %d", 9000-len(text)); !strings.HasPrefix(rows(a), want) || a.Note == "" || !strings.Contains(a.Method, "beside") {
		t.Errorf("%s; %s; %s", rows(a), a.Method, a.Note)
	}
	if a.Over != 4904 || a.CutsFit || !a.End.Known || !a.End.BeforeText || a.End.Text != 0 {
		t.Errorf("%+v", a)
	}
}

func TestWithoutAReport(t *testing.T) {
	text := reply(10, 20, 300, 400, 5)
	a := split(t, text, nil, 500, bytewise{})
	if total(a) != uint64(len(text)) || !strings.Contains(a.Method, "not scaled") || a.Output.Set {
		t.Errorf("%s; %+v", rows(a), a)
	}
	if a.Over != uint64(len(text))-500 || a.End.Text != 500 {
		t.Errorf("over %d, ends at %d", a.Over, a.End.Text)
	}
}

// Thinking whose tokens are not reported is counted, and comes before the text.
func TestThinkingIsCounted(t *testing.T) {
	text := reply(10, 20, 300, 400, 5)
	e, _ := evidence(text, &content.Usage{OutputTokens: uint64(len(text) + 200)}, 600)
	e.Reply.Blocks = append([]inspect.Block{{Type: "thinking", Text: inspect.Excerpt{Bytes: []byte(strings.Repeat("t", 200))}}}, e.Reply.Blocks...)
	v := inspect.Judge(e)
	s, _ := SplitAnswer(e, &v, bytewise{})
	a := s.Against(e.MaxSummaryTokens)
	if !strings.HasPrefix(rows(a), "reasoning 200, envelope") || !a.Rows[0].Estimate {
		t.Error(rows(a))
	}
	if a.End.Text != 400 {
		t.Errorf("ends at %d", a.End.Text)
	}
}

// The end of the budget is the byte of the summary at which the first n tokens are
// used up, also behind escapes.
func TestEndInTheSummary(t *testing.T) {
	text := reply(10, 20, 300, 400, 5)
	b := []byte(text)
	mark := strings.Index(text, "<state>") + len("<state>") + 37
	a := split(t, text, &content.Usage{OutputTokens: uint64(len(text))}, uint64(mark), bytewise{})
	if !a.End.Known || a.End.BeforeText || a.End.Text != mark || a.End.Beyond.File != (source.Span{Start: mark, End: len(b)}) {
		t.Fatalf("%+v", a.End)
	}
	_, v := evidence(text, nil, 1)
	want := strings.Index(string(v.Summary.Bytes), "<state>") + len("<state>") + 37
	if !a.End.Beyond.InSummary || a.End.Beyond.Summary != (source.Span{Start: want, End: len(v.Summary.Bytes)}) {
		t.Errorf("%+v, want from %d", a.End.Beyond, want)
	}
	// In the envelope before and behind the summary.
	if a := split(t, text, &content.Usage{OutputTokens: uint64(len(text))}, 20, bytewise{}); a.End.Beyond.Summary.Start != 0 || !a.End.Beyond.InSummary {
		t.Errorf("%+v", a.End)
	}
	if a := split(t, text, &content.Usage{OutputTokens: uint64(len(text))}, uint64(len(text)-1), bytewise{}); a.End.Beyond.InSummary || !a.End.Known {
		t.Errorf("%+v", a.End)
	}
}

// The longest sections are cut first, to one length, and the cuts make it fit
// exactly.
func TestCuts(t *testing.T) {
	text := reply(10, 20, 300, 400, 5)
	for _, c := range []struct {
		over uint64
		cuts string
	}{
		{1, "state 1"}, {100, "state 100"}, {101, "decisions 1, state 100"}, {300, "decisions 100, state 200"},
		{699, "decisions 299, state 399, constraints 1"},
	} {
		a := split(t, text, &content.Usage{OutputTokens: uint64(len(text))}, uint64(len(text))-c.over, bytewise{})
		sum := uint64(0)
		var got []string
		for _, r := range a.Rows {
			sum += r.Cut
			if r.Cut > 0 {
				got = append(got, fmt.Sprintf("%s %d", r.Name(), r.Cut))
			}
			if r.Cut > r.Tokens || (r.Section == summary.State || r.Section == summary.Goal) && r.Cut == r.Tokens && r.Tokens > 0 {
				t.Errorf("over %d: %s is cut by %d of %d", c.over, r.Name(), r.Cut, r.Tokens)
			}
			blank := r.Section == summary.Goal || r.Section == summary.State // may not be
			if r.Kind == Section && r.Alone != (r.Tokens > c.over || r.Tokens == c.over && !blank) {
				t.Errorf("over %d: %s alone is %v", c.over, r.Name(), r.Alone)
			}
		}
		if sum != c.over || !a.CutsFit || a.Over != c.over {
			t.Errorf("over %d: cuts %v add up to %d", c.over, got, sum)
		}
		if c.over < 699 && strings.Join(got, ", ") != c.cuts {
			t.Errorf("over %d: %v, want %s", c.over, got, c.cuts)
		}
	}
	if a := split(t, text, &content.Usage{OutputTokens: uint64(len(text))}, 3, bytewise{}); a.CutsFit {
		t.Error("sections that are too small are said to be enough")
	}
}

func TestNothingToSplit(t *testing.T) {
	var v inspect.Verdict
	for _, e := range []inspect.Evidence{{}, {Reply: inspect.Reply{Form: inspect.FormResponse}}, {Reply: inspect.Reply{Form: inspect.FormText}}} {
		if _, ok := SplitAnswer(e, &v, Quarter{}); ok {
			t.Errorf("%+v is split", e)
		}
	}
}

// A broken answer is split as far as it can be read; nothing panics, and the sum
// holds.
func FuzzSplit(f *testing.F) {
	f.Add(reply(3, 0, 5, 2, 1), uint64(400), uint64(20), uint64(100))
	f.Add("no json", uint64(0), uint64(0), uint64(1))
	f.Add(reply(3, 0, 5, 2, 1)[:270], uint64(1<<63), uint64(1<<62), uint64(0))
	f.Add(strings.ReplaceAll(reply(1, 1, 1, 1, 1), "</goal>", "<goal>"), uint64(90), uint64(91), uint64(5))
	f.Add(reply(3, 0, 5, 2, 1), uint64(28), uint64(28), uint64(1))         // reasoning took it all
	f.Add(reply(3, 0, 5, 2, 1), uint64(1<<63), uint64(0), uint64(1<<63-1)) // more than an int holds
	f.Add(reply(3, 0, 5, 2, 1), uint64(1), uint64(0), uint64(0))
	f.Fuzz(func(t *testing.T, text string, out, reasoning, limit uint64) {
		e, v := evidence(text, &content.Usage{OutputTokens: out, ReasoningTokens: reasoning}, limit)
		for _, c := range []Counter{bytewise{}, Quarter{}} {
			s, ok := SplitAnswer(e, &v, c)
			if !ok {
				return
			}
			a := s.Against(e.MaxSummaryTokens)
			if a.Output.Set && total(a) != out {
				t.Errorf("%d reported, %d in the rows", out, total(a))
			}
			cut := uint64(0)
			for _, r := range a.Rows {
				cut += r.Cut
			}
			if a.CutsFit && cut != a.Over {
				t.Errorf("over %d, cuts %d", a.Over, cut)
			}
			if a.End.Text < 0 || a.End.Text > len(text) {
				t.Errorf("ends at %d of %d", a.End.Text, len(text))
			}
		}
	})
}
