// Package scroll moves windows over rows that are made only when they are looked at.
//
// The views wrap their lines on demand and know no number of rows, so a place is a value of
// the view's own, and the way to the row beside it is a step. Nothing here costs more than
// the rows that are gone over. It may import nothing.
package scroll

// Step returns the row beside a, and false where a is the outermost.
type Step[A any] func(a A) (A, bool)

// Steps are the two ways through the rows of a view.
type Steps[A any] struct {
	Next, Previous Step[A]
}

// Move returns the row that lies n rows below a, above it where n is negative, and the
// outermost row where there are not so many.
func (s Steps[A]) Move(a A, n int) A {
	step := s.Next
	if n < 0 {
		step, n = s.Previous, -n
	}
	for range n {
		to, ok := step(a)
		if !ok {
			break
		}
		a = to
	}
	return a
}

// Bottom returns the last row of a window of height rows whose first is top.
func (s Steps[A]) Bottom(top A, height int) A { return s.Move(top, max(height-1, 0)) }

// Clamp returns the first row of a window of height rows that was to begin with top: an
// earlier one where the window would show nothing below the last row.
func (s Steps[A]) Clamp(top A, height int) A {
	at := top
	for below := 1; below < height; below++ {
		next, ok := s.Next(at)
		if !ok {
			return s.Move(top, below-height)
		}
		at = next
	}
	return top
}
