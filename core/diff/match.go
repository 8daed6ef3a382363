package diff

import "compactlens/core/pulse"

// match is a run of n equal things: from a on in the one row, from b on in the
// other.
type match struct{ a, b, n int }

// maxEdits bounds how many things two rows may differ in before they are no longer
// compared in full: the work and the memory grow with its square.
const maxEdits = 1000

// matches returns the runs that a and b have in common, in order: a longest common
// subsequence after Myers, or, where they differ in too much, what is equal at
// both ends and place by place: then coarse is true.
func matches(p *pulse.Pulse, a, b []int) (out []match, coarse bool) {
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	if start > 0 {
		out = append(out, match{0, 0, start})
	}
	middleA, middleB := a[start:len(a)-end], b[start:len(b)-end]
	inner, ok := shortest(p, &row{ids: middleA}, &row{ids: middleB})
	if !ok {
		inner = inPlace(middleA, middleB)
	}
	for _, m := range inner {
		out = append(out, match{m.a + start, m.b + start, m.n})
	}
	if end > 0 {
		out = append(out, match{len(a) - end, len(b) - end, end})
	}
	return out, !ok
}

// row is a row of things by their numbers, those that are equal by the same. It may
// be numbered only as far as somebody looks.
type row struct {
	ids  []int
	more func([]int) []int // appends the next numbers, none at the end; nil where ids holds all
}

// has reports whether the row has a thing i.
func (r *row) has(i int) bool { return i < len(r.ids) || r.more != nil && r.reach(i) }

// reach numbers the row up to i, where it is as long.
func (r *row) reach(i int) bool {
	for i >= len(r.ids) && r.more != nil {
		n := len(r.ids)
		if r.ids = r.more(r.ids); len(r.ids) == n {
			r.more = nil
		}
	}
	return i < len(r.ids)
}

// inPlace returns the runs that are equal at the same place, if a and b are of one
// length.
func inPlace(a, b []int) []match {
	if len(a) != len(b) {
		return nil
	}
	var out []match
	for i := range a {
		if a[i] != b[i] {
			continue
		}
		if k := len(out) - 1; k >= 0 && out[k].a+out[k].n == i {
			out[k].n++
		} else {
			out = append(out, match{i, i, 1})
		}
	}
	return out
}

// shortest returns the runs that stay in a shortest script from a to b. ok is
// false where that has more than maxEdits steps.
func shortest(p *pulse.Pulse, a, b *row) (out []match, ok bool) {
	if !a.has(0) || !b.has(0) {
		return nil, true
	}
	a.has(maxEdits)
	b.has(maxEdits)
	limit := min(len(a.ids)+len(b.ids), maxEdits)
	// reach[k+limit] is how far along a a path on diagonal k gets; trace keeps the
	// part of it that was in use before each step.
	reach := make([]int, 2*limit+2)
	var trace [][]int
	for d := 0; d <= limit; d++ {
		trace = append(trace, append([]int(nil), reach[limit-d:limit+d+2]...))
		for k := -d; k <= d; k += 2 {
			x := 0
			switch {
			case d == 0:
			case k == -d || k != d && reach[limit+k-1] < reach[limit+k+1]:
				x = reach[limit+k+1]
			default:
				x = reach[limit+k-1] + 1
			}
			y := x - k
			from := x
			for a.has(x) && b.has(y) && a.ids[x] == b.ids[y] {
				x, y = x+1, y+1
			}
			if p.Beat(1 + x - from) {
				return nil, false
			}
			reach[limit+k] = x
			if !a.has(x) && !b.has(y) {
				return backtrack(trace, len(a.ids), len(b.ids)), true
			}
		}
	}
	return nil, false
}

// backtrack follows the path back from the ends x and y of both rows.
func backtrack(trace [][]int, x, y int) []match {
	var out []match
	keep := func(toX, toY int) { // the diagonal from (toX, toY) to (x, y)
		if n := min(x-toX, y-toY); n > 0 {
			out = append(out, match{x - n, y - n, n})
		}
	}
	for d := len(trace) - 1; d > 0; d-- {
		reach, k := trace[d], x-y
		at := func(k int) int { return reach[k+d] }
		from := k - 1
		if k == -d || k != d && at(k-1) < at(k+1) {
			from = k + 1
		}
		beforeX := at(from)
		beforeY := beforeX - from
		afterX, afterY := beforeX, beforeY+1
		if from == k-1 {
			afterX, afterY = beforeX+1, beforeY
		}
		keep(afterX, afterY)
		x, y = beforeX, beforeY
	}
	keep(0, 0)
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}
