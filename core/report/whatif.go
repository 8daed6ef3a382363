package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/whatif"
)

// WhatIfSchema names the JSON interface of what-if.
const WhatIfSchema = "compactlens/whatif/v1"

// WhatIf is one attempt decided again under other limits.
type WhatIf struct {
	Source string // untrusted
	Name   string // how a person would call the attempt; may be empty
	ID     string // attempt UUID; may be empty

	Settings []whatif.Setting
	Unused   []whatif.Knob // set, but nothing that is known depends on them
	Lost     bool          // the input limit could not be made anew from what is known and was set
	Was, Now whatif.Outcome
	Flips    []whatif.Flip // the nearest values at which Now would end differently
	Mends    []whatif.Flip // those after which it would be accepted
}

// WhatIfText writes the steps, the result and the flips of each attempt.
func WhatIfText(w io.Writer, all []WhatIf, o TextOptions) error {
	t := texter{w: bufio.NewWriter(w), o: o, display: source.Display{ASCII: o.ASCII}}
	for i, a := range all {
		if i > 0 {
			t.line("")
		}
		t.whatIf(a)
	}
	return t.w.Flush()
}

func (t *texter) whatIf(a WhatIf) {
	words := t.result(a.Now.Result)
	if a.Was.Result != a.Now.Result {
		words += ", was " + t.result(a.Was.Result)
	}
	t.line(t.paint(RoleStrong, t.safe(join(" ", a.Source, a.Name))), ": ", words)
	for _, s := range a.Settings {
		was := "unknown"
		if k := a.Was.Limits[s.Knob]; k.Set {
			was = inspect.Thousands(k.Value)
		}
		t.line(fmt.Sprintf("  set %s %s %s %s %s", s.Knob, was, t.display.Arrow(), inspect.Thousands(s.Value), s.Knob.Info().Unit))
	}
	for _, k := range a.Unused {
		t.line("  ", t.paint(RoleAdvice, k.String()+" changes nothing: nothing that is known of the attempt depends on it"))
	}
	if a.Lost {
		t.line("  ", t.paint(RoleAdvice, "the input limit stays as it is: it is made of window, reserve and margin, and not all of them are known"))
	}
	if a.Now.Note != "" {
		t.line("  ", t.paint(RoleDim, a.Now.Note))
	}
	for _, s := range a.Now.Steps {
		sign, role := t.sign(s.Status)
		t.line("  ", t.paint(role, fmt.Sprintf("%s %-14s", sign, s.ID)), " ", t.safe(s.Detail))
		if s.ID == whatif.StepAnswer && len(a.Now.Verdict.Stages) > 0 {
			t.line("      ", t.strip(&a.Now.Verdict))
		}
	}
	t.replacement(&a.Now.Replacement)
	for _, f := range a.Mends {
		t.line("  ", t.paint(RoleGood, "accepted with "+f.Knob.String()+" "+f.Range()))
	}
	for _, f := range a.Flips {
		if !slices.Contains(a.Mends, f) {
			t.line("  ", t.paint(RoleDim, "otherwise with "), f.Knob.String()+" "+f.Range()+": ", t.result(f.Result))
		}
	}
}

// result writes how an attempt would end.
func (t *texter) result(r whatif.Result) string {
	switch r.Decision {
	case inspect.Accepted:
		return t.paint(RoleGood, r.String())
	case inspect.Rejected:
		return t.paint(RoleError, "rejected "+r.String())
	}
	return t.paint(RoleAdvice, r.String())
}

type jsonWhatIf struct {
	Source      string           `json:"source"`
	Name        string           `json:"name,omitempty"`
	Attempt     string           `json:"attempt,omitempty"`
	Settings    []jsonSetting    `json:"settings"`
	Unused      []string         `json:"unused,omitempty"`
	LimitLost   bool             `json:"input_limit_lost,omitempty"`
	Was         jsonResult       `json:"was"`
	Now         jsonResult       `json:"now"`
	Note        string           `json:"note,omitempty"`
	Limits      []jsonLimit      `json:"limits"`
	InputLimit  *uint64          `json:"input_limit,omitempty"` // as set or computed
	Steps       []jsonStep       `json:"steps"`
	Stages      []jsonStage      `json:"stages"`
	Replacement *jsonReplacement `json:"replacement,omitempty"`
	Mends       []jsonFlip       `json:"mends"`
	Flips       []jsonFlip       `json:"flips"`
}

type jsonSetting struct {
	Name  string `json:"name"`
	Value uint64 `json:"value"`
}

type jsonLimit struct {
	Name  string `json:"name"`
	Unit  string `json:"unit"`
	Value uint64 `json:"value"`
	From  string `json:"from,omitempty"`
}

type jsonResult struct {
	Verdict      string `json:"verdict"`
	RejectReason string `json:"reject_reason,omitempty"`
	RejectCode   int    `json:"reject_code,omitempty"`
	Reason       string `json:"reason,omitempty"`
}

type jsonStep struct {
	Name   string `json:"name"`
	Status string `json:"status"`
	Detail string `json:"detail,omitempty"`
	Value  uint64 `json:"value,omitempty"`
	Limit  uint64 `json:"limit,omitempty"`
	Unit   string `json:"unit,omitempty"`
}

type jsonFlip struct {
	Name  string     `json:"name"`
	Value uint64     `json:"value"`
	Side  string     `json:"side"` // "from": at the value and above; "to": at it and below
	Then  jsonResult `json:"then"`
}

// WhatIfJSON writes all as one document of the interface named by WhatIfSchema. The
// options concern text alone.
func WhatIfJSON(w io.Writer, all []WhatIf, _ TextOptions) error {
	out := struct {
		Schema   string       `json:"schema"`
		Attempts []jsonWhatIf `json:"attempts"`
	}{WhatIfSchema, []jsonWhatIf{}}
	for _, a := range all {
		out.Attempts = append(out.Attempts, whatIfJSON(a))
	}
	e := newEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(out)
}

func whatIfJSON(a WhatIf) jsonWhatIf {
	j := jsonWhatIf{
		Source: a.Source, Name: a.Name, Attempt: a.ID, LimitLost: a.Lost, Was: resultJSON(a.Was.Result), Now: resultJSON(a.Now.Result), Note: a.Now.Note,
		Settings: []jsonSetting{}, Limits: []jsonLimit{}, Steps: []jsonStep{}, Stages: []jsonStage{}, InputLimit: number(a.Now.InputLimit),
		Replacement: replacementJSON(&a.Now.Replacement), Mends: flipsJSON(a.Mends), Flips: flipsJSON(a.Flips),
	}
	for _, s := range a.Settings {
		j.Settings = append(j.Settings, jsonSetting{s.Knob.String(), s.Value})
	}
	for _, k := range a.Unused {
		j.Unused = append(j.Unused, k.String())
	}
	for _, i := range whatif.Knobs() {
		if k := a.Now.Limits[i.Knob]; k.Set {
			j.Limits = append(j.Limits, jsonLimit{i.Name, i.Unit, k.Value, k.From})
		}
	}
	for _, s := range a.Now.Steps {
		j.Steps = append(j.Steps, jsonStep{Name: s.ID.String(), Status: s.Status.String(), Detail: s.Detail, Value: s.Gauge.Value, Limit: s.Gauge.Limit, Unit: s.Gauge.Unit})
	}
	for _, s := range a.Now.Verdict.Stages {
		j.Stages = append(j.Stages, jsonStage{Name: s.ID.String(), Status: s.Status.String(), Detail: s.Detail, From: s.Gauge.From})
	}
	return j
}

func resultJSON(r whatif.Result) jsonResult {
	j := jsonResult{Verdict: r.Decision.String(), Reason: string(r.Reason)}
	if r.Reject != event.CompactRejectReason(0) {
		j.RejectReason, j.RejectCode = r.Reject.String(), int(r.Reject)
	}
	return j
}

func flipsJSON(all []whatif.Flip) []jsonFlip {
	out := []jsonFlip{}
	for _, f := range all {
		side := "to"
		if f.Up {
			side = "from"
		}
		out = append(out, jsonFlip{f.Knob.String(), f.Value, side, resultJSON(f.Result)})
	}
	return out
}
