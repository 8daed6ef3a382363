package tui

import (
	"compactlens/core/inspect"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// checkNames is the width of the column of the checks' names.
const checkNames = 12

// drawChecks draws every check with its sign, name and figure, one a row.
//
// It has a column for the widest figure: "5,102 / 4,096 (+1,006)".
func drawChecks(a canvas.Area, v *inspect.Verdict) {
	for y, s := range v.Stages {
		st := stageState(s.Status)
		a.Text(1, y, st.sign, st.style)
		name := themes.Text
		if s.Status == inspect.NotReached {
			name = themes.Dim
		}
		if s.Status == inspect.Failed {
			name = st.style | themes.Bold
		}
		a.Fit(3, y, checkNames, s.ID.String(), name)
		text, style := stageFigure(s)
		if v.Form == inspect.FormSummary && s.Status == inspect.NotReached {
			text = "needs the whole reply"
		}
		a.Fit(3+checkNames+1, y, a.W-checkNames-4, text, style)
	}
}

// stageFigure returns what stands beside a check: its figure, or what it says.
func stageFigure(s inspect.Stage) (string, themes.Style) {
	switch {
	case s.Gauge.Limit > 0 && s.Status == inspect.Failed:
		return s.Gauge.String(), themes.Error
	case s.Gauge.Limit > 0:
		return s.Gauge.String(), themes.Dim
	case s.Status == inspect.NotReached && s.Detail == "":
		return "not reached", themes.Faint
	case s.Status == inspect.NotReached:
		return s.Detail, themes.Faint
	case s.Status == inspect.Failed:
		return s.Detail, themes.Error
	case s.Status == inspect.Unknown:
		return s.Detail, themes.Warning
	}
	return s.Detail, themes.Dim
}

// drawStrip draws the checks on one row: all their signs, then in words the one
// that decided, or what is unknown.
func drawStrip(a canvas.Area, v *inspect.Verdict) {
	x := 1
	decided := -1
	for i, s := range v.Stages {
		st := stageState(s.Status)
		x = a.Text(x, 0, st.sign, st.style)
		if s.Status == inspect.Failed || s.Status == inspect.Unknown && decided < 0 {
			decided = i
		}
	}
	x++
	if decided < 0 {
		a.Fit(x, 0, a.W-x-1, "all checks that apply passed", themes.Dim)
		return
	}
	s := v.Stages[decided]
	st := stageState(s.Status)
	x = a.Fit(x, 0, a.W-x-1, s.ID.String()+" "+st.word, st.style|themes.Bold)
	text, style := stageFigure(s)
	a.Fit(x+2, 0, a.W-x-3, text, style)
}
