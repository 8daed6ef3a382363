// Package similar finds the name that somebody meant. It is pure and imports
// nothing of this project.
package similar

import (
	"slices"
	"strings"
)

// Distance returns in how many characters a and b differ: put in, left out,
// changed, or exchanged with the neighbour.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	var rooms [3][33]int // of names of usual length, on the stack
	before, last, row := rooms[0][:], rooms[1][:], rooms[2][:]
	if len(y) >= len(row) {
		before, last, row = make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	}
	row = row[:len(y)+1]
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		before, last, row = last, row, before[:len(y)+1]
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(y)]
}

// Nearest returns up to limit of the names that name may be meant for, the
// nearest first: those that differ in at most a third of its characters, without
// regard to case and to the separators _, - and /, and those that end or begin with
// it. Names longer than 64 bytes are like none.
func Nearest(name string, names []string, limit int) []string {
	want := fold(name)
	if want == "" || len(want) > 64 {
		return nil
	}
	type candidate struct {
		name string
		far  int
	}
	var found []candidate
	for _, n := range names {
		have := fold(n)
		far := Distance(want, have)
		if part := have[strings.LastIndexByte(have, ' ')+1:]; part != have {
			far = min(far, Distance(want, part)+1) // the room of a rule may be left out
		}
		if len(want) >= 3 && (strings.HasPrefix(have, want) || strings.HasSuffix(have, want)) {
			far = min(far, 1)
		}
		if far*3 <= max(len(want), 3) {
			found = append(found, candidate{n, far})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return a.far - b.far })
	var out []string
	for _, c := range found[:min(len(found), limit)] {
		out = append(out, c.name)
	}
	return out
}

// fold returns name in small letters with one separator within a room and a blank
// behind it.
func fold(name string) string {
	return strings.NewReplacer("-", "", "_", "", "/", " ").Replace(strings.ToLower(name))
}
