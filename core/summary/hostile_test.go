package summary

import (
	"fmt"
	"strings"
	"testing"
)

// hostile are texts made to cost more than their size.
var hostile = []string{
	"<", "&", "& ", "<goal>", "</goal>", "<a>", "</a>", "<a", "<a b='", "<a b=\"c", "<?a ", "<!a ", "<!--", "<![CDATA[", "]]>", "<!a '", "<b ", "<b>", "<br>", "<x></y>", "<a></a>",
	"<conversation_summary>", "</conversation_summary>", "<conversation_summary><goal>", "<goal></conversation_summary>", "<goal/>", "<x/>", "<goal><x>", "<x><goal>", "\x00 ", "\xff ", "&#1",
	"<A<", "<!a <!-- ", "<?a?><goal>", "```\n", "<goal></x>", "</x><!-- -->", "<!-- - -- ", "<!x<goal>>", "<? ", "<-", "List<? ", "<gaol>",
}

// repeated returns part repeated to about size bytes, inside a summary's goal or
// alone.
func repeated(part string, size int, wrapped bool) []byte {
	text := strings.Repeat(part, size/len(part))
	if wrapped {
		text = in(text)
	}
	return []byte(text)
}

// TestHostile counts how far the scanner looks in vain: never more than a small
// multiple of the text.
func TestHostile(t *testing.T) {
	if b := repeated("<a>", 1<<18, true); !Inspect(b).Cut {
		t.Error("a text of too many tags is not said to be cut")
	}
	for _, part := range hostile {
		for _, wrapped := range []bool{false, true} {
			b := repeated(part, 1<<14, wrapped)
			checkReport(t, b)
			if r := Inspect(b); len(r.Faults) > MaxFaults {
				t.Errorf("%q: %d faults", part, len(r.Faults))
			}
			s := newScan(b)
			if s.vain > (maxVain+1)*len(b) {
				t.Errorf("%q: looked through %d bytes of %d in vain", part, s.vain, len(b))
			}
			if len(s.items) > MaxMarkup+maxTags || len(s.flaws) > MaxMarkup {
				t.Errorf("%q: %d items, %d flaws", part, len(s.items), len(s.flaws))
			}
		}
	}
}

// BenchmarkHostile shows that the speed does not fall with the size.
func BenchmarkHostile(b *testing.B) {
	for _, part := range hostile {
		for _, size := range []int{64 << 10, 1 << 20} {
			doc := repeated(part, size, true)
			b.Run(fmt.Sprintf("%q/%d", part, size), func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				for b.Loop() {
					Inspect(doc)
				}
			})
		}
	}
}
