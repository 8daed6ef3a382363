package repair

import "fmt"

// Counted is a repair that is said once for all that are the same in words.
type Counted struct {
	Rule, Title, Reason string
	Risk                Risk
	Times               int
}

// Tally counts repairs that are the same in words, in the order in which each is met
// first.
func Tally(all []Repair) []Counted {
	var out []Counted
	at := map[Counted]int{}
	for _, r := range all {
		c := Counted{Rule: r.Rule, Title: r.Title, Reason: r.Reason, Risk: r.Risk}
		i, met := at[c]
		if !met {
			i = len(out)
			at[c] = i
			out = append(out, c)
		}
		out[i].Times++
	}
	return out
}

// String returns what is done, with how often where that is more than once.
func (c Counted) String() string {
	if c.Times > 1 {
		return fmt.Sprintf("%s: %s (%d times)", c.Rule, c.Title, c.Times)
	}
	return c.Rule + ": " + c.Title
}
