package tui

import (
	"math"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/whatif"
	"compactlens/themes"
)

// whatIfView is the panel of limits that can be changed, with what the attempt would
// come to. The zero value has decided nothing.
type whatIfView struct {
	sheet
	reading *judged // what the model is being made of, or was made of
	model   *whatif.Model
	limits  whatif.Limits // as they were
	was     whatif.Outcome

	settings []whatif.Setting // what is tried, one for each knob at most
	tried    int              // counts the changes, so that an old decision is dropped
	now      *decided         // nil until it is there
	selected int              // index into whatif.Knobs
	first    []int            // the first row of each knob, and the row behind the last
}

// decided is an attempt decided under other limits.
type decided struct {
	limits   whatif.Limits
	lost     bool // the input limit could not be made anew
	outcome  whatif.Outcome
	mends    []whatif.Flip
	profiles map[whatif.Knob]whatif.Profile // of the knobs whose change can be computed
}

// decide decides m's attempt with settings made.
func decide(m *whatif.Model, limits whatif.Limits, settings []whatif.Setting) *decided {
	d := &decided{profiles: map[whatif.Knob]whatif.Profile{}}
	d.limits, d.lost = limits.Apply(settings, "what-if")
	d.outcome = m.Compute(d.limits)
	d.mends = m.Mends(d.limits)
	for _, i := range whatif.Knobs() {
		if p, ok := m.Profile(d.limits, i.Knob); ok {
			d.profiles[i.Knob] = p
		}
	}
	return d
}

// decideAgain makes the model of the attempt, where a view shows what comes of it.
func (a *App) decideAgain() tea.Cmd {
	r := &a.reader
	j := a.settled()
	if j == nil || r.kind != viewBudget && r.kind != viewWhatIf || r.whatif.reading == j {
		return nil
	}
	r.whatif.reading = j
	settings := slices.Clone(r.whatif.settings)
	return a.later(func() func(*App) {
		m, limits := j.dossier.Model(), j.dossier.Limits()
		was, now := m.Compute(limits), decide(m, limits, settings)
		return func(a *App) {
			r := &a.reader
			v := &r.whatif
			v.model, v.limits, v.was = m, limits, was
			if len(v.settings) == len(settings) {
				v.now = now
			}
			r.budget.next = &was.Replacement
			r.layWhatIf()
			r.layBudget()
		}
	})
}

// set tries a value of the selected knob.
func (v *whatIfView) set(value uint64) {
	k := v.knob()
	v.unset(k.Knob)
	if was := v.limits[k.Knob]; !was.Set || was.Value != value {
		v.settings = append(v.settings, whatif.Setting{Knob: k.Knob, Value: value})
	}
	v.tried++
}

// unset goes back to what the knob was.
func (v *whatIfView) unset(k whatif.Knob) {
	v.settings = slices.DeleteFunc(v.settings, func(s whatif.Setting) bool { return s.Knob == k })
	v.tried++
}

// knob returns the selected knob.
func (v *whatIfView) knob() whatif.Info { return whatif.Knobs()[v.selected] }

// value returns what a knob is under the limits that are tried; computed says that
// it is not a limit by itself but follows from others.
func (v *whatIfView) value(k whatif.Knob) (value inspect.Known[uint64], computed bool) {
	for _, s := range v.settings {
		if s.Knob == k {
			return inspect.Know(s.Value, "what-if"), false
		}
	}
	if v.now == nil {
		return v.limits[k], false
	}
	if own := v.now.limits[k]; own.Set {
		return own, false
	}
	return v.now.profiles[k].Current, true
}

// retry decides the attempt anew under what is tried.
func (a *App) retry() tea.Cmd {
	a.reader.layWhatIf()
	v := &a.reader.whatif
	m, limits, settings, tried := v.model, v.limits, slices.Clone(v.settings), v.tried
	if m == nil {
		return nil
	}
	return a.later(func() func(*App) {
		now := decide(m, limits, settings)
		return func(a *App) {
			if v := &a.reader.whatif; v.tried == tried {
				v.now = now
				a.reader.layWhatIf()
			}
		}
	})
}

// layWhatIf lays the panel out anew.
func (r *reader) layWhatIf() {
	v := &r.whatif
	v.refresh(func(w int) []sheetRow { return v.lay(r.display, w) })
	v.revealSelected()
}

// move moves the selection, and with it the window.
func (v *whatIfView) move(n int) {
	v.selected = max(min(v.selected+n, len(whatif.Knobs())-1), 0)
	v.revealSelected()
}

func (v *whatIfView) home() { v.move(-len(whatif.Knobs())) }
func (v *whatIfView) end()  { v.move(len(whatif.Knobs())) }

// bound writes the values of a flip for a narrow column.
func bound(f whatif.Flip) string {
	if f.Up {
		return "≥ " + inspect.Thousands(f.Value)
	}
	return "≤ " + inspect.Thousands(f.Value)
}

// resultState returns the sign and colour of how an attempt would end.
func resultState(r whatif.Result) state {
	switch r.Decision {
	case inspect.Accepted:
		return state{signPassed, "accepted", themes.Passed}
	case inspect.Rejected:
		return state{signError, "rejected", themes.Error}
	}
	return state{signUnknown, "undetermined", themes.Warning}
}

// resultWords returns the result in one word of the contract.
func resultWords(r whatif.Result) string { return r.String() }

// lines says in the detail pane what comes of the limits that are tried.
func (v *whatIfView) lines() (title string, lines []line) {
	if v.now == nil {
		return "What if", nil
	}
	o := &v.now.outcome
	now := resultState(o.Result)
	title = "What if · " + now.sign + " " + resultWords(o.Result)
	words := func(r whatif.Result) string {
		switch {
		case r.Decision == inspect.Rejected:
			return "rejected " + resultWords(r)
		case r.Decision == inspect.Undetermined && o.Verdict.Form == inspect.FormNone:
			return "undetermined for want of an answer"
		}
		return resultWords(r)
	}
	head := "As it was: " + words(o.Result)
	switch {
	case len(v.settings) == 0:
	case o.Result == v.was.Result:
		head = "Still " + words(o.Result)
	default:
		head = "Would be " + words(o.Result) + ", was " + words(v.was.Result)
	}
	if recorded := v.recorded(); recorded != 0 && len(v.settings) == 0 && o.Reject != recorded {
		head = "Recorded as rejected " + recorded.String() + "; by what is known now: " + words(o.Result)
	}
	lines = append(lines, line{text: head, style: now.style | themes.Bold})
	for _, f := range v.now.mends {
		lines = append(lines, line{label: "accepted", text: "with " + f.Knob.String() + " " + f.Range(), style: themes.Passed})
	}
	k := v.knob()
	lines = append(lines, line{label: "what", text: k.What + v.origin(k)})
	if v.now.lost {
		lines = append(lines, line{label: "but", style: themes.Warning, text: "The input limit stays as it is: it is made of window, reserve and margin, and not all of them are known."})
	}
	for _, s := range o.Steps {
		st := stageState(s.Status)
		style := themes.Text
		if s.Status != inspect.Passed {
			style = st.style
		}
		lines = append(lines, line{label: st.sign + " " + inWords(s.ID.String()), text: s.Detail, style: style})
	}
	if o.Replacement.Known() {
		lines = append(lines, line{label: "request", text: o.Replacement.Headline()})
	}
	if o.Note != "" {
		lines = append(lines, line{label: "note", text: o.Note, style: themes.Dim})
	}
	lines = append(lines, line{label: "open", text: "type a value", key: true})
	return title, lines
}

// recorded returns the reason that was recorded of the attempt; 0 for none.
func (v *whatIfView) recorded() event.CompactRejectReason {
	if v.reading == nil || v.reading.dossier.Attempt == nil {
		return 0
	}
	return v.reading.dossier.Attempt.RejectReason
}

// origin says what the knob was and how that is known.
func (v *whatIfView) origin(k whatif.Info) string {
	was := v.limits[k.Knob]
	words := ""
	switch value, computed := v.value(k.Knob); {
	case was.Set:
		words = "; was " + inspect.Thousands(was.Value)
		if was.From != "" {
			words += " (" + was.From + ")"
		}
	case computed && value.Set:
		words = "; computed from " + value.From
	default:
		words = "; not known, type a value to try one"
	}
	return words
}

// step changes the selected knob by so many of its steps; an unknown one begins at
// its first step.
func (v *whatIfView) step(n int) {
	k := v.knob()
	value, _ := v.value(k.Knob)
	step := k.Step * uint64(max(n, -n))
	next := value.Value
	switch {
	case n > 0 && next > math.MaxUint64-step:
		next = math.MaxUint64
	case n > 0:
		next += step
	default:
		next -= min(step, next)
	}
	v.set(max(next, k.Min))
}

// jump goes to the nearest value above, or below, at which the attempt would end
// otherwise.
func (v *whatIfView) jump(up bool) bool {
	if v.now == nil {
		return false
	}
	for _, f := range v.now.profiles[v.knob().Knob].Flips() {
		if f.Up == up {
			v.set(f.Value)
			return true
		}
	}
	return false
}

// tried returns the verdict under limits that are tried, nil where none are.
func (r *reader) tried() *inspect.Verdict {
	v := &r.whatif
	if r.kind != viewWhatIf || v.now == nil || len(v.settings) == 0 {
		return nil
	}
	return &v.now.outcome.Verdict
}
