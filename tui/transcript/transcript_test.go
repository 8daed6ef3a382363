package transcript

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"compactlens/core/content"
	"compactlens/core/source"
	"compactlens/tui/canvas"
)

func user(text string) content.Message {
	return &content.UserMessage{Blocks: []content.Block{&content.TextBlock{Text: text}}}
}

func assistant(blocks ...content.Block) content.Message {
	return &content.AIMessage{Blocks: blocks, Usage: &content.Usage{InputTokens: 900, OutputTokens: 60}}
}

func says(text string) content.Block { return &content.TextBlock{Text: text} }

func call(id, name, input string) content.Block {
	return &content.ToolUseBlock{ID: id, Name: name, Input: json.RawMessage(input)}
}

func result(id string, failed bool, texts ...string) content.Message {
	m := &content.ToolResultMessage{ToolUseID: id, IsError: failed}
	for _, t := range texts {
		m.Blocks = append(m.Blocks, says(t))
	}
	return m
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// sample is a short conversation of which the last two messages are kept.
func sample() Source {
	return Source{
		Messages: []content.Message{
			user("<conversation_summary/>"),
			user("Look at the clock."),
			assistant(&content.ThinkingBlock{Thinking: "Which clock?"}, says("I'll read it."), call("a", "Read", `{"path":"clock.go"}`), call("b", "Bash", `{}`)),
			result("a", false, numbered(20)),
			result("b", true, "exit 1"),
			user("And?"),
			assistant(call("c", "Read", `{"path":"x"}`)),
		},
		Derived: 1, Head: 5, Cut: true, Omitted: []int{3},
	}
}

func view(s Source, w, h int) *View {
	v := &View{}
	v.SetDocument(NewDocument(s), source.Display{})
	v.SetSize(w, h)
	return v
}

func draw(v *View) string {
	var c canvas.Canvas
	c.Reset(v.w, v.h)
	v.Draw(c.Area(), true)
	return c.Plain()
}

func TestDraw(t *testing.T) {
	v := view(sample(), 60, 34)
	same(t, "as the journal has it", draw(v), `
  1 ┃ user            the summary of an earlier compaction
    ┃ <conversation_summary/>

  2 │ user
    │ Look at the clock.
    │
  3 │ assistant                            900 in · 60 out
    │ thinking  12 bytes
    │ Which clock?
    │ I'll read it.
    │ ▸ Read  { "path": "clock.go" }       ✓ 4 · 150 bytes
    │ ▸ Bash                                  ✗ error in 5
  4 │ tool Read                                  answers 3
    │ line 1
    │ line 2
    │ line 3
    │ line 4
    │ line 5
    │ line 6
    │ line 7
    │ line 8
    │ … 12 lines more, 95 bytes
  5 │ tool Bash                        ✗ error · answers 3
    │ exit 1

    ━━ above: summarised · below: 2 kept word for word ━━━

  6 ┃ user
    ┃ And?
    ┃
  7 ┃ assistant                            900 in · 60 out
    ┃ ▸ Read  { "path": "x" }                  ? no result`)
	v.SetProjected(true)
	same(t, "as the request has it", draw(v), `
  1 ┃ user            the summary of an earlier compaction
    ┃ <conversation_summary/>

  2 │ user
    │ Look at the clock.
    │
  3 │ assistant                            900 in · 60 out
    │ [thinking omitted for compaction]
    │ I'll read it.
    │ [called tool: Read]
    │ [called tool: Bash]
  4 │ tool Read                left out to fit · answers 3
    │ [old tool result omitted for compaction]
  5 │ tool Bash                        ✗ error · answers 3
    │ exit 1

    ━━ above: summarised · below: 2 kept word for word ━━━

  6 ┃ user
    ┃ And?
    ┃
  7 ┃ assistant                            900 in · 60 out
    ┃ ▸ Read  { "path": "x" }                  ? no result`)
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	got, want = strings.TrimRight(got, "\n"), strings.Trim(want, "\n")
	if got != want {
		t.Errorf("%s:\n%s\nwant\n%s", what, got, want)
	}
}

func TestBlocks(t *testing.T) {
	v := view(Source{Messages: []content.Message{
		assistant(
			&content.RefusalBlock{Text: "No."},
			&content.ImageBlock{MediaType: "image/png", Source: content.ImageSource{URL: "https://example.com/a.png", Data: make([]byte, 3000)}},
			&content.AudioBlock{MediaType: "audio/wav", Data: make([]byte, 1)},
			&content.DocumentBlock{MediaType: "text/plain", Name: "a.txt", Text: "its text"},
			&content.ToolResultBlock{ToolUseID: "x", Content: []content.Block{says("inner"), &content.ImageBlock{MediaType: "image/gif"}}},
			&content.ThinkingBlock{Signature: "s"},
			(*content.TextBlock)(nil),
		),
		&content.UserMessage{},
		result("nowhere", false, "stray"),
		&content.SystemMessage{Blocks: []content.Block{says("Be brief.")}},
	}}, 60, 24)
	same(t, "blocks", draw(v), `
  1 │ assistant                            900 in · 60 out
    │ refusal
    │ No.
    │ image  image/png · https://example.com/a.png · 3,00…
    │ audio  audio/wav · 1 byte
    │ document  text/plain · a.txt
    │ its text
    │ tool result  x
    │ inner
    │ [image image/gif]
    │ thinking  not in the journal, only its signature
    │ a block of no type
    │
  2 │ user  empty
  3 │ tool                                 answers no call
    │ stray
    │
  4 │ system
    │ Be brief.`)
}

// A tool result of several blocks is one text in the request, shortened in the
// middle.
func TestProjectionOfResults(t *testing.T) {
	s := Source{Messages: []content.Message{user("a"), assistant(call("a", "Read", `{}`)), result("a", false, strings.Repeat("x", 3000), "second")}}
	v := view(s, 60, 60)
	if got := draw(v); !strings.Contains(got, "second") {
		t.Errorf("the journal has two blocks:\n%s", got)
	}
	v.SetProjected(true)
	v.SetUnfolded(true)
	got := draw(v)
	if strings.Count(got, "truncated for compaction") != 1 || !strings.Contains(got, "second") {
		t.Errorf("the request has one text:\n%s", got)
	}
	s.Sent = true // a captured request is what was sent already
	if v := view(s, 60, 60); draw(v) != func() string { v.SetProjected(true); return draw(v) }() {
		t.Error("a request is projected again")
	}
}

func TestFolds(t *testing.T) {
	v := view(sample(), 60, 20)
	v.Goto(3)
	v.MoveBy(3) // into the result
	if !v.Toggle() {
		t.Fatal("a long result cannot be unfolded")
	}
	v.MoveBy(30)
	v.ScrollBy(-4)
	if got := draw(v); !strings.Contains(got, "line 20") || strings.Contains(got, "lines more") {
		t.Errorf("unfolded:\n%s", got)
	}
	v.Goto(3) // its heading folds it as well
	if !v.Toggle() || !strings.Contains(draw(v), "12 lines more") {
		t.Errorf("folded again:\n%s", draw(v))
	}
	v.Goto(1)
	if v.Toggle() {
		t.Error("a short text can be folded")
	}
	v.Goto(2)
	if !v.Toggle() {
		t.Fatal("a call cannot be unfolded")
	}
	if got := draw(v); !strings.Contains(got, "▾ Read") || !strings.Contains(got, `│   "path": "clock.go"`) {
		t.Errorf("the call's input:\n%s", got)
	}
	v.SetUnfolded(true)
	v.End()
	if got := draw(v); !v.Unfolded() || !strings.Contains(got, `┃   "path": "x"`) {
		t.Errorf("all unfolded:\n%s", got)
	}
}

func TestPartners(t *testing.T) {
	v := view(sample(), 60, 12)
	v.Goto(2)
	if !v.HasPartner() || !v.Partner() || v.Message() != 3 {
		t.Errorf("from the message with the call one comes to %d", v.Message()+1)
	}
	if !v.Partner() || v.Message() != 2 || !strings.Contains(cursorRow(v), "▸ Read") {
		t.Errorf("back to %q", cursorRow(v))
	}
	v.MoveBy(1)
	if !v.Partner() || v.Message() != 4 {
		t.Errorf("the second call's result is in %d", v.Message()+1)
	}
	v.Goto(6)
	if v.HasPartner() || v.Partner() {
		t.Error("a call without result has one")
	}
	v.SetProjected(true)
	v.Goto(4)
	if !v.Partner() || !strings.Contains(cursorRow(v), "[called tool: Bash]") {
		t.Errorf("in the request: %q", cursorRow(v))
	}
}

// cursorRow returns the row the cursor is on.
func cursorRow(v *View) string {
	lines := strings.Split(draw(v), "\n")
	return lines[v.above(v.h)]
}

func TestMoving(t *testing.T) {
	v := view(sample(), 60, 8)
	if v.HasCut() {
		v.GotoCut()
	}
	if v.Message() != 5 || !strings.Contains(cursorRow(v), "6 ┃ user") {
		t.Errorf("the cut is at %q", cursorRow(v))
	}
	v.MoveBy(1)
	v.StepMessage(-1)
	if v.Message() != 5 {
		t.Error("back from inside a message goes to its own heading first")
	}
	v.StepMessage(-2)
	if v.Message() != 3 {
		t.Errorf("two back is %d", v.Message()+1)
	}
	v.StepMessage(100)
	if v.Message() != 6 {
		t.Errorf("far ahead is %d", v.Message()+1)
	}
	v.Home()
	v.ScrollBy(3)
	if at := v.above(v.h); at != 0 || v.cursor == (anchor{}) {
		t.Errorf("the cursor is left behind, at row %d", at)
	}
	v.Click(2)
	if v.above(v.h) != 2 {
		t.Errorf("a click on row 2 is on %d", v.above(v.h))
	}
	v.End()
	v.ScrollBy(-3)
	if v.above(v.h) != 7 {
		t.Errorf("the cursor is not on the last row but on %d", v.above(v.h))
	}
}

// random makes a conversation of every sort of block.
func random(r *rand.Rand) Source {
	var s Source
	for range 1 + r.Intn(12) {
		id := fmt.Sprint(r.Intn(6))
		text := strings.Repeat([]string{"word ", "日本語", "a\x1b[31m\u202e", "\n", "{\"a\":1}", "<b>&", strings.Repeat("x", 300)}[r.Intn(7)], r.Intn(40))
		switch r.Intn(4) {
		case 0:
			s.Messages = append(s.Messages, user(text))
		case 1:
			s.Messages = append(s.Messages, assistant(says(text), call(id, text, `{"k":"`+strings.Repeat("v", r.Intn(100))+`"}`), &content.ThinkingBlock{Thinking: text}))
		case 2:
			s.Messages = append(s.Messages, result(id, r.Intn(2) == 0, text, text))
		case 3:
			s.Messages = append(s.Messages, &content.SystemMessage{Blocks: []content.Block{&content.DocumentBlock{Name: text, Text: text}}})
		}
	}
	s.Head, s.Cut = r.Intn(len(s.Messages)+1), r.Intn(2) == 0
	s.Derived = min(r.Intn(2), s.Head)
	return s
}

// rows walks all rows forwards, and back again.
func rows(t *testing.T, v *View) []anchor {
	t.Helper()
	all := []anchor{{}}
	for {
		next, ok := v.next(all[len(all)-1])
		if !ok {
			break
		}
		all = append(all, next)
	}
	at := v.last()
	for i := len(all) - 1; ; i-- {
		if at != all[i] {
			t.Fatalf("row %d: backwards %v, forwards %v", i, at, all[i])
		}
		before, ok := v.previous(at)
		if !ok {
			if i != 0 {
				t.Fatalf("the start is reached at row %d", i)
			}
			return all
		}
		at = before
	}
}

// Whatever is done, the cursor is on screen, the window full where it can be, and
// the rows the same in both directions.
func TestAnyWay(t *testing.T) {
	for seed := range int64(60) {
		r := rand.New(rand.NewSource(seed))
		v := view(random(r), 10+r.Intn(80), 1+r.Intn(20))
		for range 40 {
			switch r.Intn(10) {
			case 0:
				v.SetSize(1+r.Intn(90), 1+r.Intn(30))
			case 1:
				v.SetProjected(!v.Projected())
			case 2:
				v.Toggle()
			case 3:
				v.Partner()
			case 4:
				v.SetUnfolded(!v.Unfolded())
			case 5:
				v.Goto(r.Intn(14) - 1)
			case 6:
				v.ScrollBy(r.Intn(40) - 20)
			case 7:
				v.End()
			default:
				v.MoveBy(r.Intn(40) - 20)
			}
			draw(v)
			all := rows(t, v)
			if !v.shows(v.cursor) {
				t.Fatalf("seed %d: the cursor %v is not on screen", seed, v.cursor)
			}
			if below := len(all) - index(all, v.top); below < v.h && v.top != (anchor{}) {
				t.Fatalf("seed %d: %d rows stay empty", seed, v.h-below)
			}
		}
	}
}

func index(all []anchor, a anchor) int {
	for i := range all {
		if all[i] == a {
			return i
		}
	}
	return len(all)
}

func TestNothing(t *testing.T) {
	for _, v := range []*View{{}, view(Source{}, 40, 10), view(sample(), 0, 0)} {
		v.MoveBy(3)
		v.ScrollBy(3)
		v.Home()
		v.End()
		v.Goto(2)
		v.GotoCut()
		v.StepMessage(1)
		v.SetProjected(true)
		v.SetUnfolded(true)
		v.Click(2)
		if v.Toggle() || v.Partner() || v.HasPartner() {
			t.Error("there is something in nothing")
		}
		draw(v)
	}
}

// long is a conversation of n messages.
func long(n int) Source {
	s := Source{Head: n - 10, Cut: true}
	for i := range n / 3 {
		id := fmt.Sprint(i)
		s.Messages = append(s.Messages, user("Go on."), assistant(says(numbered(5)), call(id, "Read", `{"path":"a"}`)), result(id, false, numbered(100)))
	}
	return s
}

// A frame of a long transcript costs no more than one of a short one.
func BenchmarkFrame(b *testing.B) {
	for _, n := range []int{30, 20_007} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			v := view(long(n), 120, 40)
			var c canvas.Canvas
			v.Goto(n / 2)
			for i := 0; b.Loop(); i++ {
				v.MoveBy(20 - i%2*40)
				c.Reset(120, 40)
				v.Draw(c.Area(), true)
			}
		})
	}
}

func BenchmarkEnds(b *testing.B) {
	v := view(long(20_007), 120, 40)
	for i := 0; b.Loop(); i++ {
		if v.End(); i%2 == 0 {
			v.Home()
		}
		v.SetSize(120-i%2, 40)
	}
}

func BenchmarkNewDocument(b *testing.B) {
	s := long(20_007)
	for b.Loop() {
		NewDocument(s)
	}
}

// Every text has room for its places, and what is found is shown.
func TestFind(t *testing.T) {
	letter := func(_ context.Context, text []byte) (spans []source.Span, more bool, err error) {
		for i, c := range text {
			if c == 'o' {
				spans = append(spans, source.Span{Start: i, End: i + 1})
			}
		}
		return spans, false, nil
	}
	total := 0
	for seed := range int64(40) {
		r := rand.New(rand.NewSource(seed))
		s := random(r)
		s.Omitted = []int{r.Intn(len(s.Messages))}
		v := view(s, 30+r.Intn(60), 5+r.Intn(20))
		for _, projected := range []bool{false, true} {
			v.SetProjected(projected)
			f := &v.doc.forms[v.form]
			for i, p := range f.parts {
				if room := v.doc.room(p, projected); p.block >= 0 && v.body(i).text.Len() >= room {
					t.Fatalf("seed %d: part %v has %d bytes and room for %d", seed, p, v.body(i).text.Len(), room)
				}
			}
			hits, more, err := v.doc.Find(context.Background(), projected, letter)
			if more || err != nil {
				t.Fatal(more, err)
			}
			total += len(hits)
			v.SetHits(hits, 0)
			for i := 0; i < len(hits); i += 1 + r.Intn(20) {
				v.Visit(hits[i].Start)
				draw(v)
				if !v.Shows(hits[i].Start) || !v.shows(v.cursor) {
					t.Fatalf("seed %d: hit %d is not on screen", seed, i)
				}
				v.ScrollTo(v.Place())
			}
		}
	}
	if total < 1000 {
		t.Errorf("only %d hits", total)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := NewDocument(sample()).Find(ctx, false, letter); err == nil {
		t.Error("a cancelled search goes on")
	}
}

// A hit in what is folded unfolds it; one in a tool's input unfolds the call.
func TestFindInFolds(t *testing.T) {
	v := view(sample(), 60, 12)
	for _, word := range []string{"line 17", "clock.go", "Which"} {
		hits, _, _ := v.doc.Find(context.Background(), false, func(_ context.Context, text []byte) (spans []source.Span, more bool, err error) {
			if i := strings.Index(string(text), word); i >= 0 {
				spans = append(spans, source.Span{Start: i, End: i + len(word)})
			}
			return spans, false, nil
		})
		if len(hits) != 1 {
			t.Fatalf("%q is found %d times", word, len(hits))
		}
		v.SetHits(hits, 0)
		v.Visit(hits[0].Start)
		if got := cursorRow(v); !strings.Contains(got, word) {
			t.Errorf("%q: the cursor is on %q", word, got)
		}
	}
}
