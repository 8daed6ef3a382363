package loader

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"compactlens/core/event"
)

// explicit applies the options that name an attempt and its reply.
func (o *opener) explicit() error {
	opt := o.w.options
	if opt.AttemptID == "" && opt.ReplyFile == "" {
		return nil
	}
	a, err := o.w.attemptNamed(opt.AttemptID)
	if err != nil {
		return err
	}
	r, from := o.w.replyNamed(opt.ReplyFile)
	if r == nil {
		return &UsageError{Option: "reply", Value: opt.ReplyFile, Why: "it is no reply that could be read; give a captured response, its text, or a summary"}
	}
	if from == a {
		return nil
	}
	if from != nil && from.Session != nil {
		from.Reply, from.ReplyMatch = nil, Match{}
	} else {
		o.w.remove(from)
	}
	a.Reply = r
	a.ReplyMatch = Match{By: ByOption, Confidence: Certain, Reasons: []string{"you said so"}}
	return nil
}

// attemptNamed finds the journal's attempt with this number, up to 999, or whose id begins
// with the text; the only one, where the text is empty.
func (w *Workspace) attemptNamed(text string) (*Attempt, error) {
	var all, found []*Attempt
	number, err := strconv.Atoi(text)
	numbered := err == nil && len(text) < 4 // no id then, which would be found by chance
	for _, a := range w.Attempts {
		if a.Session == nil {
			continue
		}
		if all = append(all, a); numbered && number == len(all) {
			return a, nil
		}
		if !numbered && strings.HasPrefix(a.Key(), strings.ToLower(text)) {
			found = append(found, a)
		}
	}
	fail := func(why string) error { return &UsageError{Option: "attempt", Value: text, Why: why} }
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) == 0:
		if len(all) == 0 {
			return nil, fail("there is no such attempt; give the journal that it is in")
		}
		return nil, fail(fmt.Sprintf("there is no such attempt; there are %s", candidates(all)))
	}
	return nil, fail(fmt.Sprintf("several attempts have this id: %s", candidates(found)))
}

// candidates names attempts by their ids, and how many more there are.
func candidates(all []*Attempt) string {
	const shown = 4
	var names []string
	for _, a := range all[:min(len(all), shown)] {
		names = append(names, a.Key())
	}
	if n := len(all) - shown; n > 0 {
		names = append(names, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(names, ", ")
}

// Key names an attempt for people and scripts: its id, else that of its model call,
// else its number in the session or its path.
func (a *Attempt) Key() string {
	switch {
	case !a.ID.IsZero():
		return a.ID.String()
	case a.Call != nil:
		return "call-" + event.UUID(a.Call.RunID).String()
	case a.Session != nil && len(a.Waiters) > 0:
		return "command-" + a.Waiters[0].CommandID.String()
	}
	return a.Source.Path
}

// replyNamed finds a reply by its file; the only loose one, where path is empty.
func (w *Workspace) replyNamed(path string) (r *Reply, from *Attempt) {
	loose := 0
	for _, a := range w.Attempts {
		if a.Reply == nil {
			continue
		}
		if path != "" && a.Reply.Source.Path == path {
			return a.Reply, a
		}
		for _, t := range a.Reply.Twins {
			if path != "" && t.Source.Path == path {
				return t, a
			}
		}
		if path == "" && a.Session == nil {
			r, from = a.Reply, a
			loose++
		}
	}
	if loose != 1 {
		return nil, nil
	}
	return r, from
}

// remove takes a loose attempt out of the workspace.
func (w *Workspace) remove(a *Attempt) {
	w.Attempts = slices.DeleteFunc(w.Attempts, func(have *Attempt) bool { return have == a })
}
