package repair

import (
	"maps"
	"slices"

	"compactlens/core/summary"
	"compactlens/core/wire"
)

// A text is read at most maxTrials times to find the repairs that are not what they
// look like, and a long one less often: at most about trialBytes of it.
const (
	maxTrials  = 64
	trialBytes = 4 << 20
)

// mayTry counts a reading of a text of size bytes and reports whether it may be
// made.
func (m *maker) mayTry(size int) bool {
	m.trials++
	return m.trials <= min(maxTrials, 2+trialBytes/(size+1))
}

// verify reads what the repairs, made together, would come to, and takes back what
// they must not do. In a text that is far from a summary the sections are partly
// guessed, and a tag put in order may change the guess: a repair that does so is
// not safe. And a text that breaks off must still be seen to break off.
func (m *maker) verify() {
	var laws []law
	if x, ok := m.text(); ok && m.cut {
		laws = append(laws, staysCut(x.Bytes, func(r *Repair) []Edit { return r.textEdits }, jsonCut)...)
	}
	if b := m.v.Summary.Bytes; m.v.HasSummary {
		edits := func(r *Repair) []Edit { return r.SummaryEdits }
		if breaksOff(m.rep.Faults) {
			laws = append(laws, staysCut(b, edits, cutOff)...)
		}
		var was map[string]string // read once there is something to compare it with
		same := func(e []Edit) bool {
			if was == nil {
				was = reading(m.ctx, b, m.rep.Sections)
			}
			now := splice(b, e)
			return len(was) == 0 || maps.Equal(reading(m.ctx, now, summary.Inspect(now).Sections), was)
		}
		laws = append(laws, law{Safe, len(b), edits, same, ChangesMeaning, "with this done, words would count to another section than before"})
	}
	for broken := true; broken; { // taking one back may break another
		broken = false
		for _, l := range laws {
			if m.ctx.Err() != nil {
				return
			}
			broken = m.keep(l) || broken
		}
	}
}

// law is what the repairs up to a risk, made together, must hold.
type law struct {
	upTo   Risk
	size   int // bytes of the text
	edits  func(*Repair) []Edit
	good   func([]Edit) bool
	risk   Risk   // of a repair that breaks it
	reason string // why
}

// staysCut returns the laws that b, in which cut finds that it breaks off, does so
// after the repairs.
func staysCut(b []byte, edits func(*Repair) []Edit, cut func([]byte) bool) []law {
	good := func(e []Edit) bool { return cut(splice(b, e)) }
	return []law{{Safe, len(b), edits, good, Refused, cutText}, {ChangesMeaning, len(b), edits, good, Refused, cutText}}
}

// keep makes sure that l holds, and reports whether it had to take repairs back.
func (m *maker) keep(l law) (broken bool) {
	for {
		made, _ := m.p.order(l.upTo)
		var all editSet
		for _, i := range made {
			all.add(l.edits(&m.p.Repairs[i]))
		}
		if len(all.edits) == 0 || l.good(all.edits) {
			return broken
		}
		broken = true
		var kept editSet
		for _, i := range made {
			if m.ctx.Err() != nil {
				return false
			}
			r := &m.p.Repairs[i]
			if len(l.edits(r)) == 0 {
				continue
			}
			next := editSet{edits: slices.Clone(kept.edits)}
			next.add(l.edits(r))
			if m.mayTry(l.size) && l.good(next.edits) {
				kept = next
				continue
			}
			if l.risk == Refused {
				r.refuse(l.reason)
			} else {
				r.Risk, r.Reason = l.risk, l.reason
			}
		}
	}
}

// refuse makes r a repair that does nothing.
func (r *Repair) refuse(reason string) {
	r.Risk, r.Title, r.Reason = Refused, "not mended", reason
	r.Edits, r.SummaryEdits, r.textEdits = nil, nil, nil
}

// cutOff reports whether the summary b breaks off.
func cutOff(b []byte) bool { return breaksOff(summary.Inspect(b).Faults) }

// breaksOff reports whether the text with these faults breaks off.
func breaksOff(all []summary.Fault) bool {
	return slices.ContainsFunc(all, func(f summary.Fault) bool { return f.Kind == summary.KindTruncated })
}

// jsonCut reports whether the reply's JSON breaks off.
func jsonCut(b []byte) bool {
	return slices.ContainsFunc(wire.DecodeReply(b).Faults, func(f wire.Fault) bool { return f.Kind == wire.Cut })
}
