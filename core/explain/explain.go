// Package explain is the reference: for every name that findings, verdicts,
// journals and errors use, what it is, why it is so and what to do about it. It
// gathers the tables of the other packages and adds what they leave out. It is pure.
package explain

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"compactlens/core/diagnose"
	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/lifecycle"
	"compactlens/core/similar"
)

// Kind is what a name names.
type Kind string

// The kinds, in the order of the reference.
const (
	KindReason       Kind = "reason of an invalid summary"
	KindRule         Kind = "rule"
	KindAdvice       Kind = "advice"
	KindCause        Kind = "cause"
	KindReject       Kind = "reject reason"
	KindAttemptCause Kind = "cause behind a reject reason"
	KindInput        Kind = "input field"
	KindPolicy       Kind = "policy field"
	KindError        Kind = "error"
)

// Kinds returns the kinds in the order of the reference.
func Kinds() []Kind {
	return []Kind{KindReason, KindRule, KindAdvice, KindCause, KindReject, KindAttemptCause, KindInput, KindPolicy, KindError}
}

// Entry is what there is to say about one name.
type Entry struct {
	Name   string // as findings, files and errors spell it
	Kind   Kind
	Number int      // of a reject reason, as journals store it; 0 else
	Title  string   // a noun phrase; may be empty
	What   string   // what it is or wants
	Why    string   // why it is so, or how it is recognised; may be empty
	Next   string   // what to do about it
	Bad    string   // an example that shows it; may be empty
	Good   string   // the same, mended; may be empty
	See    []string // related names
}

// All returns every entry, by kind and within it in the order of its table. The
// slice is shared; it must not be changed.
func All() []Entry { return entries() }

// entries never change once they are made.
var entries = sync.OnceValue(func() []Entry {
	return slices.Concat(reasonEntries(), ruleEntries(), causeEntries(), rejectEntries(), attemptEntries(), inputEntries(), policyEntries(), errorEntries())
})

// Lookup returns the entry of a name. The exact name comes first; then case, - for
// _ and a left-out room ("cut" for "json/cut") are overlooked where one entry alone
// is meant. A reject reason is found by its number too.
func Lookup(name string) (Entry, bool) {
	all := entries()
	name = strings.TrimSpace(name)
	same := []func(e Entry) bool{
		func(e Entry) bool { return e.Name == name },
		func(e Entry) bool { return e.Number > 0 && name == strconv.Itoa(e.Number) },
		func(e Entry) bool { return fold(e.Name) == fold(name) },
		func(e Entry) bool { return last(e.Name) == fold(name) },
	}
	for i, is := range same {
		var found []Entry
		for _, e := range all {
			if is(e) {
				found = append(found, e)
			}
		}
		if len(found) == 1 || len(found) > 0 && i == 0 {
			return found[0], true
		}
	}
	return Entry{}, false
}

// Suggest returns up to limit names that name may be meant for, the nearest first.
func Suggest(name string, limit int) []string {
	var names []string
	for _, e := range entries() {
		names = append(names, e.Name)
	}
	if e := slices.IndexFunc(entries(), func(e Entry) bool { return last(e.Name) == fold(name) }); e >= 0 {
		var same []string // several rooms have it
		for _, n := range names {
			if last(n) == fold(name) && len(same) < limit {
				same = append(same, n)
			}
		}
		return same
	}
	near := similar.Nearest(name, names, limit)
	for _, n := range names { // then those that have it in their middle
		if len(near) < limit && len(name) >= 3 && strings.Contains(fold(n), fold(name)) && !slices.Contains(near, n) {
			near = append(near, n)
		}
	}
	return near
}

func fold(name string) string { return strings.ToLower(strings.ReplaceAll(name, "-", "_")) }

// last returns the folded name without the room or package before it.
func last(name string) string {
	name = fold(name)
	return name[strings.LastIndexAny(name, "/.")+1:]
}

// reasonEntries are the ten reasons, in the order their checks run.
func reasonEntries() []Entry {
	var all []Entry
	bundles := bundleExamples()
	for _, r := range reasons {
		e := Entry{Name: string(r.reason), Kind: KindReason, Title: r.title, What: r.what, Why: r.why, Next: r.next}
		for _, rule := range inspect.Rules() {
			if rule.Reason != r.reason {
				continue
			}
			e.See = append(e.See, rule.ID)
			if e.Bad == "" { // a text alone says more than an attempt around it
				e.Bad, e.Good = rule.Bad, rule.Good
			}
		}
		for _, id := range e.See {
			if example, ok := bundles[id]; ok && e.Bad == "" {
				e.Bad, e.Good = example[0], example[1]
			}
		}
		all = append(all, e)
	}
	return all
}

// ruleEntries are the rules of findings and of advice.
func ruleEntries() []Entry {
	var faults, advice []Entry
	bundles := bundleExamples()
	for _, r := range inspect.Rules() {
		e := Entry{Name: r.ID, Kind: KindRule, Title: r.Title, What: "Wanted: " + r.What + ".", Why: r.Why, Next: r.Mend, Bad: r.Bad, Good: r.Good}
		if example, ok := bundles[r.ID]; ok && r.Bad == "" {
			e.Bad, e.Good = example[0], example[1]
		}
		if r.Reason != "" {
			e.See = append(e.See, string(r.Reason))
		}
		if r.Severity == inspect.SeverityAdvice {
			e.Kind = KindAdvice
			advice = append(advice, e)
			continue
		}
		faults = append(faults, e)
	}
	return append(faults, advice...)
}

// causeEntries are the named causes of findings.
func causeEntries() []Entry {
	var all []Entry
	for _, c := range diagnose.Causes() {
		all = append(all, Entry{Name: c.ID, Kind: KindCause, Title: c.Title, What: c.What, Why: "Recognised by: " + lower(c.Sign), Next: c.Next})
	}
	return all
}

// lower makes a sentence the end of another.
func lower(s string) string {
	if len(s) > 1 && s[0] >= 'A' && s[0] <= 'Z' && (s[1] >= 'a' && s[1] <= 'z' || s[1] == ' ') {
		return string(s[0]-'A'+'a') + s[1:]
	}
	return s
}

// rejectEntries are the fourteen reject reasons, in the order of their numbers.
func rejectEntries() []Entry {
	var all []Entry
	for _, r := range rejects {
		e := Entry{Name: r.reason.String(), Kind: KindReject, Number: int(r.reason), Title: r.title, What: r.reason.Meaning(), Why: r.why, Next: r.next}
		for _, id := range lifecycle.CauseIDs() {
			if id.Reason() == r.reason && string(id) != e.Name {
				e.See = append(e.See, string(id))
			}
		}
		all = append(all, e)
	}
	return all
}

// attemptEntries are the causes that a journal tells apart behind a reject reason,
// and the ends of attempts without one.
func attemptEntries() []Entry {
	next := map[event.CompactRejectReason]string{}
	for _, r := range rejects {
		next[r.reason] = r.next
	}
	var all []Entry
	for _, id := range lifecycle.CauseIDs() {
		if _, same := event.ParseCompactRejectReason(string(id)); same {
			continue // the reason's own entry says it
		}
		e := Entry{Name: string(id), Kind: KindAttemptCause, What: id.Text(), Next: next[id.Reason()]}
		switch r := id.Reason(); {
		case r != 0:
			e.See = []string{r.String()}
			e.Why = "Told from the attempt's events; the recorded reason is " + r.String() + "."
		case id == lifecycle.CauseCommitted:
			e.Why, e.Next = "There is a CompactionCommitted.", "Nothing."
		default:
			e.Why, e.Next = "Told from the attempt's events; there is no terminal event with a reason of the contract.", "Start the compaction again; look at the process log of that time."
		}
		all = append(all, e)
	}
	return all
}

// inputEntries are the fields of a CompactionInput.
func inputEntries() []Entry {
	var all []Entry
	for _, f := range inputs {
		all = append(all, Entry{Name: string(f.field), Kind: KindInput, Title: f.title, What: f.what, Why: f.why, Next: f.next, Bad: f.bad, Good: f.good, See: []string{"loop.CompactionInputError"}})
	}
	return all
}

// policyEntries are the fields of a CompactionPolicy.
func policyEntries() []Entry {
	var all []Entry
	for _, f := range policies {
		all = append(all, Entry{Name: string(f.field), Kind: KindPolicy, Title: f.title, What: f.what, Why: f.why, Next: f.next, Bad: f.bad, Good: f.good, See: []string{"loop.CompactionPolicyError"}})
	}
	return all
}

// errorEntries are the typed errors and their kinds.
func errorEntries() []Entry {
	var all []Entry
	for _, e := range errorTypes {
		all = append(all, Entry{Name: e.name, Kind: KindError, What: e.what, Why: e.why, Next: e.next})
	}
	for _, e := range errorKinds {
		all = append(all, Entry{Name: e.name, Kind: KindError, What: e.what, Why: e.why, Next: e.next, See: []string{e.of}})
	}
	for _, k := range lifecycle.CoordinationKinds() {
		all = append(all, Entry{Name: "coordination/" + string(k), Kind: KindError, What: k.Text(), Why: whyUnwritten, Next: nextLog, See: []string{"lifecycle.CompactionCoordinationError"}})
	}
	for _, k := range lifecycle.FinalizationKinds() {
		all = append(all, Entry{Name: "finalization/" + string(k), Kind: KindError, What: k.Text(), Why: whyUnwritten, Next: nextLog, See: []string{"lifecycle.CompactionFinalizationError"}})
	}
	return all
}
