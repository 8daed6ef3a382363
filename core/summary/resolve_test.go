package summary

import (
	"bytes"
	"encoding/xml"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf8"

	"compactlens/core/source"
)

// spanMark reads a text in which «…» encloses a span.
func spanMark(t *testing.T, s string) ([]byte, source.Span) {
	t.Helper()
	before, rest, ok := strings.Cut(s, "«")
	in, after, closed := strings.Cut(rest, "»")
	if !ok || !closed {
		t.Fatalf("no mark in %q", s)
	}
	return []byte(before + in + after), source.Span{Start: len(before), End: len(before) + len(in)}
}

// The same marks stand in the summary and in what it resolves to.
func TestResolve(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		count          int
	}{
		{"an entity", "<goal>a «&amp;» b</goal>", "<goal>a «&» b</goal>", 1},
		{"all five", "«&lt;&gt;&amp;&quot;&apos;»", "«<>&\"'»", 5},
		{"one of several", "&lt;&gt;«&amp;»&quot;&apos;", "<>«&»\"'", 5},
		{"decimal", "x«&#233;»y", "x«é»y", 1},
		{"hexadecimal", "«&#x65E5;»本", "«日»本", 1},
		{"a line feed", "a«&#10;»b", "a«\n»b", 1},
		{"half a pair", "«&#xD800;»", "«\uFFFD»", 1},
		{"behind one", "&amp;«amp;»", "&«amp;»", 1},
		{"twice escaped stays once", "«&amp;»lt;", "«&»lt;", 1},
		{"none", "<goal>«a»</goal>", "<goal>«a»</goal>", 0},
		{"a bare ampersand", "a «&&» b &lt;", "a «&&» b <", 1},
		{"an unknown entity", "«&nbsp;» &lt;", "«&nbsp;» <", 1},
		{"a forbidden character", "«&#0;» &lt;", "«&#0;» <", 1},
		{"without its end", "«&lt»&lt;", "«&lt»<", 1},
		{"cut", "&lt; «&am»", "< «&am»", 1},
		{"in an attribute", `<goal a="«&lt;»">&lt;</goal>`, `<goal a="«&lt;»"><</goal>`, 1},
		{"in a comment", "<!-- «&lt;» -->&lt;", "<!-- «&lt;» --><", 1},
		{"in a CDATA section", "<![CDATA[«&lt;»]]>&lt;", "<![CDATA[«&lt;»]]><", 1},
		{"in one without an end", "&lt;<![CDATA[«&lt;»", "<<![CDATA[«&lt;»", 1},
		{"over a long run", "&lt;" + strings.Repeat("x", 2000) + "«&gt;»" + strings.Repeat("y", 2000), "<" + strings.Repeat("x", 2000) + "«>»" + strings.Repeat("y", 2000), 2},
		{"behind bare ones", "&lt;" + strings.Repeat("& ", 2000) + "«&gt;»", "<" + strings.Repeat("& ", 2000) + "«>»", 2},
		{"text behind markup", "&lt;<state>«a»&gt;</state>", "<<state>«a»></state>", 2},
	} {
		in, at := spanMark(t, c.in)
		want, to := spanMark(t, c.want)
		got := Resolve(in)
		if string(got.Bytes) != string(want) || got.Count != c.count {
			t.Errorf("%s: %d resolved in %q, want %d in %q", c.name, got.Count, got.Bytes, c.count, want)
			continue
		}
		if s := got.Map.Span(to); s != at {
			t.Errorf("%s: %v is written at %v, want %v", c.name, to, s, at)
		}
		if s := got.Map.DecodedSpan(at); s != to {
			t.Errorf("%s: %v resolves to %v, want %v", c.name, at, s, to)
		}
	}
}

// roundTrip checks a resolved text against its map, byte by byte: what is written
// where the map says resolves to it, and there and back is the same place.
func roundTrip(t *testing.T, b []byte) {
	t.Helper()
	r := Resolve(b)
	end := 0
	for at := 0; at < len(r.Bytes); {
		_, n := utf8.DecodeRune(r.Bytes[at:])
		s := source.Span{Start: at, End: at + n}
		written := r.Map.Span(s)
		if written.Start != end || written.End <= written.Start || written.End > len(b) {
			t.Fatalf("%q: %v is written at %v, behind %d", b, s, written, end)
		}
		end = written.End
		how, what := written.Of(b), s.Of(r.Bytes)
		if !bytes.Equal(how, what) {
			if ref := readReference(how, 0); ref.kind != KindNone || ref.end != len(how) || string(ref.char) != string(what) {
				t.Fatalf("%q: %q is written %q", b, what, how)
			}
		}
		for k := range written.Len() {
			if back := r.Map.Decoded(written.Start + k); back < s.Start || back >= s.End {
				t.Fatalf("%q: byte %d of %q leads to %d, not to %v", b, k, how, back, s)
			}
		}
		if back := r.Map.DecodedSpan(written); back != s {
			t.Fatalf("%q: %v leads back to %v, not to %v", b, written, back, s)
		}
		at += n
	}
	if end != len(b) {
		t.Fatalf("%q: the map ends at %d", b, end)
	}
}

func TestResolveThereAndBack(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	pieces := []string{"&amp;", "&lt;", "&#233;", "&#x1F469;", "&", "&nbsp;", "text ", "日本", "<goal>", "</goal>", "<a b='&lt;'>", "\xff", "<!--&gt;-->", strings.Repeat("run ", 200)}
	for range 300 {
		var b []byte
		for range r.Intn(60) {
			b = append(b, pieces[r.Intn(len(pieces))]...)
		}
		roundTrip(t, b)
	}
}

// characterData returns the character data of a document as encoding/xml reads it.
func characterData(b []byte) (string, bool) {
	d := xml.NewDecoder(bytes.NewReader(b))
	var out strings.Builder
	for {
		t, err := d.Token()
		if t == nil {
			return out.String(), err != nil && err.Error() == "EOF"
		}
		if c, is := t.(xml.CharData); is {
			out.Write(c)
		}
	}
}

// FuzzResolve holds what is resolved against encoding/xml, where that takes the text.
func FuzzResolve(f *testing.F) {
	for _, s := range []string{"<a>&lt;&#65;</a>", "&", "<a b='&amp;'>x &gt; y</a>", "<![CDATA[&lt;]]>", "<!--&lt;--> &amp;", "<a>&#xD800;</a>", "<?p &lt;?>"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		roundTrip(t, b)
		if want, ok := characterData(b); ok && !bytes.ContainsAny(b, "\r") && !bytes.Contains(b, []byte("<!")) && !bytes.Contains(b, []byte("<?")) {
			r := Resolve(b)
			var got []byte
			at := 0
			for _, it := range newScan(b).items {
				tag := r.Map.DecodedSpan(it.span)
				got = append(got, r.Bytes[at:tag.Start]...)
				at = tag.End
			}
			if got = append(got, r.Bytes[at:]...); string(got) != want {
				t.Errorf("%q resolves to %q, encoding/xml reads %q", b, got, want)
			}
		}
	})
}

func BenchmarkResolve(b *testing.B) {
	text := bytes.Repeat([]byte("<state>a &amp;&amp; b, some more text of the usual sort, Map&lt;K, V&gt;</state>\n"), 100<<20/80)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Resolve(text)
	}
}
