// Package repair turns findings into edits that a person can review: which bytes
// to put where, at what risk, and why some things are never mended. It never
// writes anything and never changes its input. It is pure.
//
// A repair is safe only where nobody has to guess and the text that a reader finds
// in each section stays the same; Reading says exactly what that is. A repair
// that moves, joins, renames or drops what was written changes the meaning, and
// is applied only where somebody asks for it. What was never written, or claims to
// be something else, is refused: a cut text, a refusal, another vocabulary's
// summary, a blank goal, a wrong identity.
package repair

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"compactlens/core/inspect"
	"compactlens/core/source"
)

// Risk says what a repair does to the meaning. The zero value is Safe.
type Risk uint8

const (
	Safe           Risk = iota // every section reads as before
	ChangesMeaning             // something written is moved, joined, renamed or dropped
	Refused                    // there is nothing to do that would not invent something
)

// String returns the risk as the command line and the JSON spell it.
func (r Risk) String() string {
	if r > Refused {
		r = Refused
	}
	return [...]string{"safe", "changes_meaning", "refused"}[r]
}

// Edit replaces the bytes in Span by Text. An empty Span is a place to put Text
// at; an empty Text deletes.
type Edit struct {
	Span source.Span
	Text string
}

// Repair is what can be done about one finding.
type Repair struct {
	Finding int    // index into the verdict's findings; -1 where none tells of the fault
	Rule    string // id of the rule that is broken
	Risk    Risk
	Title   string // what is done, as a short sentence without a full stop
	Reason  string // why nothing is done, or what changes; may be empty where Risk is Safe

	// Edits are in bytes of the file as it lies on disk, ready to be written
	// there: in order of place, none over another. Nothing where Risk is Refused.
	Edits []Edit

	// SummaryEdits are the same in bytes of the decoded summary. Nothing where the
	// repair concerns what is around it.
	SummaryEdits []Edit

	textEdits []Edit // the same in bytes of the reply's text, of what concerns that
	first     bool   // made before all others of its risk
}

// Plan is what can be done about an answer. The zero value does nothing.
type Plan struct {
	Repairs []Repair // in the order of the verdict's findings

	file *source.Text
}

// Make says what can be done about each fault of the answer in e, on which v was
// decided. Advice asks for no repair.
func Make(e inspect.Evidence, v inspect.Verdict) Plan {
	p, _ := MakeContext(context.Background(), e, v) // that context does not end
	return p
}

// MakeContext is Make that gives up when ctx ends: of a long text it is looked at
// between sections. The error is the context's, and the plan is none then.
func MakeContext(ctx context.Context, e inspect.Evidence, v inspect.Verdict) (Plan, error) {
	if e.Reply.Form == inspect.FormNone || e.Reply.File == nil {
		return Plan{}, ctx.Err()
	}
	m := maker{ctx: ctx, e: e, v: v, p: Plan{file: e.Reply.File}}
	if v.Decision == inspect.Accepted {
		return m.p, ctx.Err()
	}
	for _, step := range [...]func(){m.replyFaults, m.summaryFaults, m.rest, m.verify} {
		if step(); ctx.Err() != nil {
			return Plan{}, ctx.Err()
		}
	}
	if e.Reply.Damage != inspect.Undamaged {
		for i := range m.p.Repairs { // what was written is not known
			m.p.Repairs[i].refuse("the compressed file is damaged; get it again, whole")
		}
	}
	slices.SortStableFunc(m.p.Repairs, func(a, b Repair) int {
		return cmp.Compare(uint(a.Finding), uint(b.Finding)) // those without a finding last
	})
	return m.p, nil
}

// Count returns how many repairs of the plan have the risk.
func (p Plan) Count(risk Risk) int {
	n := 0
	for _, r := range p.Repairs {
		if r.Risk == risk {
			n++
		}
	}
	return n
}

// For returns the first repair for the finding with this index.
func (p Plan) For(finding int) (Repair, bool) {
	for _, r := range p.Repairs {
		if r.Finding == finding {
			return r, true
		}
	}
	return Repair{}, false
}

// Apply makes the repairs up to a risk in a copy of file, which must be the bytes
// that the plan was made for; of any other it returns a copy and applies nothing.
//
// Where two repairs touch the same bytes, the safer one is made, then the one that
// begins first; the other is left for a plan made of the result. Recheck does
// that until nothing is left to do.
func (p Plan) Apply(file []byte, upTo Risk) (out []byte, applied []Repair) {
	if p.file == nil || !bytes.Equal(p.file.Bytes(), file) {
		return slices.Clone(file), nil
	}
	made, edits := p.order(upTo)
	slices.Sort(made)
	for _, i := range made {
		applied = append(applied, p.Repairs[i])
	}
	return splice(file, edits), applied
}

// ApplyOne makes the repair with this index alone, in a copy of file as Apply
// does.
func (p Plan) ApplyOne(file []byte, index int) []byte {
	if p.file == nil || index < 0 || index >= len(p.Repairs) || !bytes.Equal(p.file.Bytes(), file) {
		return slices.Clone(file)
	}
	return splice(file, p.Repairs[index].Edits)
}

// first puts the repair that is to be made before all others in front.
func first(a, b Repair) int {
	switch {
	case a.first == b.first:
		return 0
	case a.first:
		return -1
	}
	return 1
}

// order returns the indices of the repairs that can be made together, those that
// win over others first, and their edits in order of place.
func (p Plan) order(upTo Risk) (made []int, edits []Edit) {
	var order []int
	for i, r := range p.Repairs {
		if r.Risk <= upTo && r.Risk != Refused && len(r.Edits) > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := p.Repairs[i], p.Repairs[j]
		return cmp.Or(cmp.Compare(a.Risk, b.Risk), first(a, b), cmp.Compare(a.Edits[0].Span.Start, b.Edits[0].Span.Start))
	})
	var set editSet
	for _, i := range order {
		if set.add(p.Repairs[i].Edits) {
			made = append(made, i)
		}
	}
	return made, set.edits
}
