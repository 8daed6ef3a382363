package loader

import (
	"fmt"
	"slices"

	"compactlens/loader/capture"
	"compactlens/loader/problem"
)

// aloneKinds are the problems of evidence that lies beside nothing it belongs to. They
// come of the other files, not of the file itself.
var aloneKinds = map[Kind]problem.Kind{KindHooks: problem.HooksAlone, KindRequest: problem.RequestAlone, KindIdentity: problem.IdentityAlone}

// useless makes a problem of each of the paths, which people named, of which nothing
// can be judged or used: it is the worst of those that the file has, or says what is
// missing beside it. A folder that is empty, or in which everything was passed over,
// has one of its own. A journal without a compaction is only noted.
func (o *opener) useless(paths []string) {
	u := o.uses()
	for i, path := range paths {
		if o.entered[i] || slices.ContainsFunc(o.under[i], u.used) {
			continue
		}
		at := slices.IndexFunc(o.under[i], func(s *Source) bool { return s.Path == path && s.Kind != KindStore })
		if at >= 0 {
			o.under[i][at].useless(u)
			continue
		}
		for _, s := range o.under[i] {
			kind, alone := aloneKinds[s.Kind]
			if alone && !slices.ContainsFunc(s.Problems, (*problem.Problem).Idle) {
				s.report(kind, "", nil)
			}
		}
		o.w.Sources = append(o.w.Sources, uselessFolder(path, o.under[i]))
	}
}

// uselessFolder returns the source that has the problem of a folder of which nothing is
// of use.
func uselessFolder(path string, files []*Source) *Source {
	s := &Source{Path: path, Asked: true, name: capture.ParseName(path)}
	kind, detail := problem.Nothing, ""
	switch n := len(files); {
	case slices.ContainsFunc(files, func(f *Source) bool { return f.index != nil }):
		kind = problem.NoAttempt
	case n == 1:
		detail = "its one file has no attempt, answer or summary"
	case n > 1:
		detail = fmt.Sprintf("none of its %d files has an attempt, an answer or a summary", n)
	}
	s.report(kind, detail, nil)
	s.Problems[0].Whole = kind != problem.NoAttempt || slices.ContainsFunc(files, func(f *Source) bool { return f.index != nil && f.cutOff() })
	return s
}

// uses is what of the sources is put to use.
type uses struct {
	sources map[*Source]bool // journals with attempts, requests that have an answer, hooks
	answers bool             // there is an attempt that is more than a request
}

// uses finds out, after everything was matched.
func (o *opener) uses() uses {
	u := uses{sources: map[*Source]bool{}}
	hooks := map[*capture.Hook]bool{}
	of := func(a *Attempt) {
		if a.Session == nil && a.Reply == nil && a.Bundle == nil {
			return // a request alone
		}
		u.answers = true
		if a.Request != nil {
			u.sources[a.Request.Source] = true
		}
		if a.Hook != nil {
			hooks[a.Hook] = true
		}
	}
	for _, s := range o.w.Sources {
		if s.attempt != nil {
			of(s.attempt)
		}
		for _, session := range s.sessions {
			for _, a := range session.Attempts {
				of(a)
			}
			for _, in := range append([]*Source{s, session.Source}, session.AlsoIn...) {
				u.sources[in] = u.sources[in] || len(session.Attempts) > 0
			}
		}
	}
	for _, s := range o.w.Sources {
		for i := range s.hooks {
			u.sources[s] = u.sources[s] || hooks[&s.hooks[i]]
		}
	}
	return u
}

// used reports whether something of the source is judged, or says something about what
// is. An identity says something about any answer to those who ask for it.
func (u uses) used(s *Source) bool {
	return s.read.reply != nil || s.read.attempt != nil || u.sources[s] ||
		u.answers && (s.Kind == KindIdentity || s.request != nil)
}

// useless makes the problem of a file that was named and is of no use.
func (s *Source) useless(u uses) {
	if kind, alone := aloneKinds[s.Kind]; alone {
		s.report(kind, "", nil)
	} else if s.index != nil && !s.cutOff() {
		s.report(problem.NoAttempt, "", nil)
		return // a session need not have been compacted, and its last line may be being written
	}
	if len(s.Problems) == 0 {
		s.report(problem.Nothing, "", nil)
	}
	worst := 0
	for i, p := range s.Problems {
		if p.Severity() > s.Problems[worst].Severity() {
			worst = i
		}
	}
	if s.undamaged() {
		worst = len(s.Problems) - 1 // what was missing, behind what was noted on the way
	}
	own := *s.Problems[worst] // what was read may be shared with what was opened before
	own.Whole = true
	s.Problems[worst] = &own
}

// cutOff reports whether what lies behind some place of a compressed file is lost.
func (s *Source) cutOff() bool {
	return slices.ContainsFunc(s.Problems, func(p *problem.Problem) bool { return p.Kind == problem.BadGzip })
}

// ofReading returns the problems that reading a file met, without what its use came to.
func ofReading(all []*problem.Problem) []*problem.Problem {
	var out []*problem.Problem
	for _, p := range all {
		if p.Idle() {
			continue
		}
		own := *p
		own.Whole = false
		out = append(out, &own)
	}
	return out
}
