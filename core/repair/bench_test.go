package repair

import (
	"fmt"
	"strings"
	"testing"

	"compactlens/core/inspect"
)

// BenchmarkManyFields plans the repairs of an object with very many unknown fields. What
// it costs grows with the text, not faster.
func BenchmarkManyFields(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var text strings.Builder
			for i := range n {
				fmt.Fprintf(&text, `,"field %d":%d`, i, i)
			}
			e := bare(inspect.FormText, []byte("{"+text.String()[1:]+"}"))
			v := inspect.Judge(e)
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				Make(e, v)
			}
		})
	}
}
