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

// drawStrip draws the checks on one row: all of them by name where there is room, else
// all their signs; then in words the one that decided, or what is unknown.
func drawStrip(a canvas.Area, v *inspect.Verdict) {
	decided := -1
	for i, s := range v.Stages {
		if s.Status == inspect.Failed || s.Status == inspect.Unknown && decided < 0 {
			decided = i
		}
	}
	if named := stripNames(a, v); named > 0 {
		drawNamed(a, v, decided, named)
		return
	}
	x := a.Text(1, 0, "checks", themes.Dim) + 1
	for _, s := range v.Stages {
		st := stageState(s.Status)
		x = a.Text(x, 0, st.sign, st.style)
	}
	x++
	if decided < 0 {
		a.Fit(x, 0, a.W-x-1, "all that apply passed", themes.Dim)
		return
	}
	s := v.Stages[decided]
	st := stageState(s.Status)
	x = a.Fit(x, 0, a.W-x-1, s.ID.String()+" "+st.word, st.style|themes.Bold)
	text, style := stageFigure(s)
	a.Fit(x+2, 0, a.W-x-3, text, style)
}

// stripNames returns how many cells stand between the names of all checks, their signs
// in front of them, on a; 0 where there is no room for them.
func stripNames(a canvas.Area, v *inspect.Verdict) int {
	const margins, most = 2, 3
	need := margins - 1
	for _, s := range v.Stages {
		need += 1 + len(s.ID.String()) + 1
	}
	if len(v.Stages) < 2 || need > a.W {
		return 0
	}
	return min(1+(a.W-need)/(len(v.Stages)-1), most)
}

// drawNamed draws the checks by name, so many cells apart, and the figure of the one that
// decided where there is room behind them.
func drawNamed(a canvas.Area, v *inspect.Verdict, decided, gap int) {
	x := 1
	for i, s := range v.Stages {
		st := stageState(s.Status)
		name := themes.Dim
		if i == decided {
			name = st.style | themes.Bold
		}
		x = a.Text(x, 0, st.sign, st.style)
		x = a.Text(x, 0, s.ID.String(), name) + gap
	}
	if decided >= 0 {
		text, style := stageFigure(v.Stages[decided])
		if w := a.Width(text); x+w < a.W {
			a.Text(x, 0, text, style)
		}
	}
}
