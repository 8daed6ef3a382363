package highlight

import (
	"slices"
	"strings"
	"testing"

	"compactlens/core/source"
	"compactlens/themes"
)

// Around the JSON of a reply, which stands between the marks, everything is plain.
func TestReplyInProse(t *testing.T) {
	for _, c := range []struct {
		text string
		want Language
	}{
		{"Here it is, return null for 12:\n\n```json\n«{\"a\": 1, \"b\": {\"c\": null}}»\n```\nif not, return it {as it was\n", Reply},
		{"use x for it:\n«{\"a\": [1, {}]}»\n12 null", Reply},
		{"«{\"a\": {\"c\": 1}, \"b\": \"cut", Reply},
		{"«{\"a\": {\"c\": 1}", Reply},
		{"```\n«{\n  \"a\": null", Reply},
		{"«{}»\n", Reply},
		{"use of null and 12 is not what I do.", Plain},
		{"I'm sorry, I can't.", Markdown},
		{"<conversation_summary>{\"a\": 1}", XML},
		{"", Markdown},
	} {
		before, rest, marked := strings.Cut(c.text, "«")
		inside, behind, closed := strings.Cut(rest, "»")
		b := []byte(before + inside + behind)
		got := GuessReply(b)
		if got != c.want {
			t.Errorf("%q is %v, want %v", b, got, c.want)
		}
		if !marked || got != Reply {
			continue
		}
		want := source.Span{Start: len(before), End: len(b)}
		if closed {
			want.End = len(before) + len(inside)
		}
		if in := jsonIn(source.NewText(b)); in != want {
			t.Errorf("the JSON of %q is at %v, want %v", b, in, want)
		}
		at, text := 0, New(source.NewText(b), Reply)
		for _, r := range text.Runs(nil, source.Span{End: len(b)}) {
			if r.Style != themes.Text && (at < want.Start || r.End > want.End) {
				t.Errorf("%q is coloured in %q", b[at:r.End], b)
			}
			at = r.End
		}
		if at != len(b) {
			t.Errorf("the runs of %q end at %d", b, at)
		}
		alone := New(source.NewText(b[want.Start:want.End]), JSON).Runs(nil, source.Span{End: want.Len()})
		mine := text.Runs(nil, want)
		for i := range alone {
			alone[i].End += want.Start
		}
		if !slices.Equal(alone, mine) {
			t.Errorf("%q: %v, want %v", b, mine, alone)
		}
	}
}

// A change of a reply keeps what stands around its JSON plain.
func TestSplicedReply(t *testing.T) {
	const before, inside, behind = "Here 12 is:\n", "{\"a\": 1, \"b\": \"x\"}", "\nif null"
	text := New(source.NewText([]byte(before+inside+behind)), Reply)
	for _, c := range []struct {
		b    string
		at   int
		from int
	}{
		{"Here are 12:\n" + inside + behind, 5, len("Here are 12:\n")},
		{before + "{\"a\": 12345, \"b\": \"x\"}" + behind, len(before) + 6, len(before)},
		{before + inside + "\nif null or 34", len(before + inside + behind), len(before)},
	} {
		b := []byte(c.b)
		got := text.Spliced(source.NewText(b), c.at).Runs(nil, source.Span{End: len(b)})
		if want := New(source.NewText(b), Reply).Runs(nil, source.Span{End: len(b)}); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", b, got, want)
		}
	}
}
