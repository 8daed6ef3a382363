package similar

import "testing"

func BenchmarkDistance(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Distance("open_itmes", "open_items")
	}
}
