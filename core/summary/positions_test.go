package summary

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"testing"

	"compactlens/core/source"
	"compactlens/core/testfile"
)

// planted is a fault that is known to be in a text.
type planted struct {
	Kind    string  `json:"kind"`
	Start   int     `json:"start"` // offset in bytes, 0-based
	End     int     `json:"end"`   // exclusive
	Also    [][]int `json:"also"`
	Primary bool    `json:"primary"`
}

// places returns everywhere the fault may be said to be.
func (p planted) places() []source.Span {
	all := []source.Span{{Start: p.Start, End: p.End}}
	for _, a := range p.Also {
		all = append(all, source.Span{Start: a[0], End: a[1]})
	}
	return all
}

// touches reports whether two places overlap; where one is empty they may be one
// byte apart.
func touches(a, b source.Span) bool {
	if a.Empty() || b.Empty() {
		return a.Start <= b.End+1 && b.Start <= a.End+1
	}
	return a.Start < b.End && b.Start < a.End
}

// score adds up how well reports match what was planted.
type score struct {
	cases, reasons, primaries int
	faults, found, own, exact int
	errors, extras, kinds     int
	byKind                    map[string][2]int // planted and found under a finding of their own
}

// add judges one report. It returns what is wrong with it, or nothing.
func (s *score) add(r Report, reason string, faults []planted) (complaints []string) {
	if s.byKind == nil {
		s.byKind = map[string][2]int{}
	}
	s.cases++
	s.faults += len(faults)
	s.errors += len(r.Faults)
	if r.Class.String() == reason {
		s.reasons++
	} else {
		complaints = append(complaints, fmt.Sprintf("reason %s, not %s", r.Class, reason))
	}
	edges := make([][]int, len(faults))
	hit := make([]bool, len(r.Faults))
	for i, p := range faults {
		exact, kind := false, false
		for j, f := range r.Faults {
			for k, place := range p.places() {
				if !touches(f.Span, place) {
					continue
				}
				if n := len(edges[i]); n == 0 || edges[i][n-1] != j {
					edges[i] = append(edges[i], j)
				}
				hit[j] = true
				exact = exact || k == 0 && f.Span == place
				kind = kind || f.Kind.String() == p.Kind
			}
		}
		count := s.byKind[p.Kind]
		count[0]++
		if len(edges[i]) > 0 {
			s.found++
			count[1]++
		} else {
			complaints = append(complaints, fmt.Sprintf("missed %s at %d-%d", p.Kind, p.Start, p.End))
		}
		s.byKind[p.Kind] = count
		if exact {
			s.exact++
		}
		if kind {
			s.kinds++
		}
		if p.Primary {
			on := false
			for _, j := range edges[i] {
				on = on || j == r.Primary
			}
			if on {
				s.primaries++
			} else {
				complaints = append(complaints, fmt.Sprintf("primary is not %s at %d-%d", p.Kind, p.Start, p.End))
			}
		}
	}
	for j, ok := range hit {
		if !ok {
			s.extras++
			f := r.Faults[j]
			complaints = append(complaints, fmt.Sprintf("extra %s at %d-%d", f.Kind, f.Span.Start, f.Span.End))
		}
	}
	n := pairUp(edges)
	s.own += n
	if n < len(faults) {
		complaints = append(complaints, fmt.Sprintf("%d findings of their own for %d faults", n, len(faults)))
	}
	return complaints
}

// pairUp returns how many faults can each have a finding of their own.
func pairUp(edges [][]int) int {
	owner := map[int]int{}
	var put func(i int, seen map[int]bool) bool
	put = func(i int, seen map[int]bool) bool {
		for _, j := range edges[i] {
			if seen[j] {
				continue
			}
			seen[j] = true
			if o, taken := owner[j]; !taken || put(o, seen) {
				owner[j] = i
				return true
			}
		}
		return false
	}
	n := 0
	for i := range edges {
		if put(i, map[int]bool{}) {
			n++
		}
	}
	return n
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

func (s *score) String() string {
	return fmt.Sprintf("%d cases, %d faults: reason %.4f, recall %.4f, own finding %.4f, precision %.4f, primary %.4f, exact span %.4f, kind %.4f",
		s.cases, s.faults, ratio(s.reasons, s.cases), ratio(s.found, s.faults), ratio(s.own, s.faults),
		ratio(s.errors-s.extras, s.errors), ratio(s.primaries, s.cases), ratio(s.exact, s.faults), ratio(s.kinds, s.faults))
}

func TestPositions(t *testing.T) {
	z := bytes.NewReader(testfile.Must(t, "positions/cases.jsonl"))
	var s score
	for dec := json.NewDecoder(z); ; {
		var c struct {
			ID     string    `json:"id"`
			Raw    []byte    `json:"raw_b64"`
			Reason string    `json:"reason"`
			Faults []planted `json:"faults"`
		}
		if err := dec.Decode(&c); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		for _, complaint := range s.add(Inspect(c.Raw), c.Reason, c.Faults) {
			t.Errorf("%s: %s", c.ID, complaint)
		}
	}
	fmt.Printf("positions: %v\n", &s)
	if s.cases == 0 {
		t.Error("no case was judged")
	}
}
