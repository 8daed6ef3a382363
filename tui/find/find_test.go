package find

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"compactlens/core/source"
)

// marked takes «…» out of s and returns the spans they enclosed.
func marked(s string) (string, []source.Span) {
	var spans []source.Span
	var out strings.Builder
	for s != "" {
		switch {
		case strings.HasPrefix(s, "«"):
			spans = append(spans, source.At(out.Len()))
			s = s[len("«"):]
		case strings.HasPrefix(s, "»"):
			spans[len(spans)-1].End = out.Len()
			s = s[len("»"):]
		default:
			out.WriteByte(s[0])
			s = s[1:]
		}
	}
	return out.String(), spans
}

func TestAll(t *testing.T) {
	for _, c := range []struct {
		query    string
		isRegexp bool
		text     string
	}{
		{"goal", false, "<«goal»>The «Goal»</«GOAL»>"},
		{"Goal", false, "<goal>The «Goal»</GOAL>"},
		{"aa", false, "«aa»«aa»a"},
		{"a.c", false, "abc «a.c»"},
		{"a.c", true, "«abc» «A.C»"},
		{"größe", false, "«Größe» GRÖSSE «GRÖßE»"},
		{`\S+x`, true, "«abX» «ax»"},
		{`^b`, true, "ab\n«b»b"},
		{`\bin\b`, true, "inside «in» win"},
		{"x*", true, "«xx»a«x»"},
		{"日本", false, "a «日本» b"},
		{"", false, "abc"},
	} {
		text, want := marked(c.text)
		q, err := Compile(c.query, c.isRegexp)
		if err != nil {
			t.Fatal(err)
		}
		got, err := q.All(context.Background(), []byte(text))
		if err != nil || !slices.Equal(got.Spans, want) {
			t.Errorf("%q in %q: %v %v, want %v", c.query, text, got.Spans, err, want)
		}
	}
}

func TestBadExpression(t *testing.T) {
	_, err := Compile("a(b", true)
	var bad *SyntaxError
	if !errors.As(err, &bad) || strings.Contains(bad.Reason, "(?m") {
		t.Errorf("%v", err)
	}
	if _, err := Compile("a(b", false); err != nil {
		t.Errorf("a literal has no syntax: %v", err)
	}
}

// Hits on the borders of stretches are found once, on one long line and on many.
func TestBorders(t *testing.T) {
	for _, fill := range []string{"-", "-\n"} {
		b := []byte(strings.Repeat(fill, 3*stretch/len(fill)))
		var want []source.Span
		for _, at := range []int{0, stretch - reach - 1, stretch - 2, 2*stretch - 2*reach - 1, 2*stretch + 1, len(b) - 3} {
			copy(b[at:], "Key")
			want = append(want, source.Span{Start: at, End: at + 3})
		}
		for _, query := range []string{"key", "Key"} {
			for _, isRegexp := range []bool{false, true} {
				q, err := Compile(query, isRegexp)
				if err != nil {
					t.Fatal(err)
				}
				got, err := q.All(context.Background(), b)
				if err != nil || !slices.Equal(got.Spans, want) {
					t.Errorf("%q %v %q: %v %v, want %v", query, isRegexp, fill, got.Spans, err, want)
				}
			}
		}
	}
}

func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, isRegexp := range []bool{false, true} {
		q, err := Compile("a", isRegexp)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := q.All(ctx, []byte("aaa")); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v", isRegexp, err)
		}
	}
}

func TestLimit(t *testing.T) {
	q, err := Compile("a", false)
	if err != nil {
		t.Fatal(err)
	}
	got, err := q.All(context.Background(), bytes.Repeat([]byte("a"), Limit+5))
	if err != nil || !got.More || len(got.Spans) != Limit {
		t.Errorf("%d hits, more %v, %v", len(got.Spans), got.More, err)
	}
}

func TestFrom(t *testing.T) {
	h := Hits{Spans: []source.Span{{Start: 3, End: 4}, {Start: 8, End: 9}}}
	for offset, want := range map[int]int{0: 0, 3: 0, 4: 1, 8: 1, 9: 0} {
		if got := h.From(offset); got != want {
			t.Errorf("from %d: %d, want %d", offset, got, want)
		}
	}
	if got := (Hits{}).From(0); got != -1 {
		t.Errorf("without hits: %d", got)
	}
}

func FuzzAll(f *testing.F) {
	f.Add("go", false, []byte("goal Go"))
	f.Add("[a-z]+", true, []byte("ab\xff\ncd"))
	f.Fuzz(func(t *testing.T, query string, isRegexp bool, b []byte) {
		q, err := Compile(query, isRegexp)
		if err != nil {
			return
		}
		hits, err := q.All(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		end := 0
		for _, s := range hits.Spans {
			if s.Empty() || s.Start < end || s.End > len(b) {
				t.Fatalf("%q in %q: %v", query, b, hits.Spans)
			}
			end = s.End
		}
	})
}

func BenchmarkOneLine(b *testing.B) {
	text := []byte(strings.Repeat("a summary of what was said, Without an end; ", 60<<20/44))
	for _, c := range []struct {
		name, query string
		isRegexp    bool
	}{{"literal", "nowhere", false}, {"regexp", "no[w]here", true}} {
		b.Run(c.name, func(b *testing.B) {
			q, _ := Compile(c.query, c.isRegexp)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				_, _ = q.All(context.Background(), text)
			}
		})
	}
}

// Letters are made small wherever they stand, and nothing else is touched.
func TestAppendLower(t *testing.T) {
	for c := range 256 {
		for at := range 11 {
			b := []byte("\xff@[`{Z\x80A\x7f\xc1\xda")
			b[at] = byte(c)
			want := append([]byte("x"), b...)
			for i, c := range want {
				if 'A' <= c && c <= 'Z' {
					want[i] = c - 'A' + 'a'
				}
			}
			if got := appendLower([]byte("x"), b); string(got) != string(want) {
				t.Fatalf("%q: got %q, want %q", b, got, want)
			}
		}
	}
}
