package summary

import (
	"fmt"
	"strings"
	"testing"
)

// proseOf holds the sorts of text that the benchmarks are made of.
var proseOf = []struct{ name, text string }{
	{"ascii", "The outbox writer retries with back-off; 41 of 43 tests pass.\nNext: cmd/gateway/main.go [flags] -> (see #12), \"quoted\" text.\n"},
	{"escaped", "if n &lt; limit &amp;&amp; ok { return &quot;x&quot; } // Map&lt;K, V&gt;\n"},
	{"multibyte", "Перенести экспорт счетов; 会話の要約を作る、次に進む。 – “Ünïcödé” 👍\n"},
}

// sized returns an accepted summary of about size bytes.
func sized(text string, size int) []byte {
	part := strings.Repeat(text, max(1, (size-160)/5/len(text)))
	var b strings.Builder
	b.WriteString("<conversation_summary>\n")
	for _, name := range SectionNames() {
		fmt.Fprintf(&b, "<%s>%s</%s>\n", name, part, name)
	}
	b.WriteString("</conversation_summary>")
	return []byte(b.String())
}

// BenchmarkVerdict sets the scanner beside a verdict made with encoding/xml, and
// beside finding all faults.
func BenchmarkVerdict(b *testing.B) {
	for _, p := range proseOf {
		for _, size := range []int{2 << 10, 20 << 10, 1 << 20} {
			doc := sized(p.text, size)
			for _, side := range []struct {
				name string
				run  func([]byte) Class
			}{
				{"decide", func(b []byte) Class { return Decide(b).Class }},
				{"inspect", func(b []byte) Class { return Inspect(b).Class }},
				{"encodingxml", oracle},
			} {
				b.Run(fmt.Sprintf("%s/%d/%s", p.name, size, side.name), func(b *testing.B) {
					b.SetBytes(int64(len(doc)))
					b.ReportAllocs()
					for b.Loop() {
						if c := side.run(doc); c != Accepted {
							b.Fatal(c)
						}
					}
				})
			}
		}
	}
}
