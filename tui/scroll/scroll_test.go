package scroll_test

import (
	"testing"

	"compactlens/tui/scroll"
)

// ten are the rows 0 to 9.
var ten = scroll.Steps[int]{
	Next:     func(a int) (int, bool) { return a + 1, a < 9 },
	Previous: func(a int) (int, bool) { return a - 1, a > 0 },
}

func TestMove(t *testing.T) {
	for _, c := range []struct{ at, n, want int }{
		{4, 0, 4}, {4, 3, 7}, {4, -3, 1}, {4, 5, 9}, {4, 6, 9}, {4, -5, 0}, {0, -1, 0}, {9, 1, 9},
	} {
		if got := ten.Move(c.at, c.n); got != c.want {
			t.Errorf("from %d by %d: %d, want %d", c.at, c.n, got, c.want)
		}
	}
}

func TestWindows(t *testing.T) {
	for _, c := range []struct{ top, height, clamped, bottom int }{
		{0, 4, 0, 3}, {6, 4, 6, 9}, {7, 4, 6, 9}, {9, 4, 6, 9}, {9, 1, 9, 9}, {3, 0, 3, 3},
		{5, 20, 0, 9}, {0, 20, 0, 9}, {0, 10, 0, 9}, {1, 10, 0, 9},
	} {
		top := ten.Clamp(c.top, c.height)
		if top != c.clamped {
			t.Errorf("%d rows from %d begin with %d, want %d", c.height, c.top, top, c.clamped)
		}
		if got := ten.Bottom(top, c.height); got != c.bottom {
			t.Errorf("%d rows from %d end with %d, want %d", c.height, top, got, c.bottom)
		}
	}
}
