package dossier

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/loader"
)

// BenchmarkFix mends files full of faults and shows what was done: the time per byte
// must not grow with the size.
func BenchmarkFix(b *testing.B) {
	for _, c := range []struct{ name, part string }{
		{"ampersands", "word & more text that fills the line,\n"},
		{"mixed", "this & that, List<String> and a < b, &nbsp; ]]> x\x01y <!-- z --> <![CDATA[x < y]]> plain words to fill the line with\n"},
		{"dense", "&"},
		{"one line", "a < b & c, "},
	} {
		for _, size := range []int{1 << 20, 20 << 20} {
			b.Run(fmt.Sprintf("%s/%dMB", c.name, size>>20), func(b *testing.B) {
				var text strings.Builder
				text.WriteString("<conversation_summary>")
				for _, name := range []string{"goal", "constraints", "decisions", "state", "open_items"} {
					fmt.Fprintf(&text, "<%s>%s</%s>", name, strings.Repeat(c.part, size/5/len(c.part)), name)
				}
				text.WriteString("</conversation_summary>")
				path := filepath.Join(b.TempDir(), "faulty.xml")
				if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(text.Len()))
				b.ReportAllocs()
				for b.Loop() {
					w, err := loader.Open(context.Background(), []string{path}, loader.Options{}, nil)
					if err != nil {
						b.Fatal(err)
					}
					if _, err := NewBook(w).Fix(context.Background(), io.Discard, FixOptions{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
