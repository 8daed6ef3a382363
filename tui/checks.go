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
		room := a.W - checkNames - 4
		a.Fit(3+checkNames+1, y, room, shortFigure(a, s, text, room), style)
	}
}

// shortFigure returns text, which is the figure of a check; where that is wider than room,
// by how much its limit is missed instead.
func shortFigure(a canvas.Area, s inspect.Stage, text string, room int) string {
	over := s.Gauge.Over()
	if over == 0 || a.Width(text) <= room {
		return text
	}
	by := "+" + inspect.Thousands(over)
	if long := by + " over " + inspect.Thousands(s.Gauge.Limit); a.Width(long) <= room {
		return long
	}
	return by
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
	const label = "checks "
	if decided < 0 {
		x := drawSigns(a, a.Text(1, 0, label, themes.Dim), v)
		a.Fit(x+1, 0, a.W-x-2, "all that apply passed", themes.Dim)
		return
	}
	s := v.Stages[decided]
	st := stageState(s.Status)
	text, style := stageFigure(s)
	name, verdict, signs := s.ID.String(), " "+st.word, len(v.Stages)+1
	room := a.W - 1 - len(name) - 2 - 1 // for the rest, beside the text
	if s.Gauge.Limit > 0 {
		room -= a.Width(text)
	} else {
		room = len(label) + signs + len(verdict) // a sentence may be cut
	}
	// What is left out first is what says least.
	if room < len(label)+signs+len(verdict) {
		verdict = ""
	}
	x := 1
	if room >= len(label)+signs {
		x = a.Text(x, 0, label, themes.Dim)
	}
	if room >= signs {
		x = drawSigns(a, x, v) + 1
	} else {
		x = a.Text(x, 0, st.sign, st.style) + 1
	}
	x = a.Fit(x, 0, a.W-x-1, name+verdict, st.style|themes.Bold)
	x += 2
	a.Fit(x, 0, a.W-x, shortFigure(a, s, text, a.W-x), style)
}

// drawSigns draws the signs of all checks, and returns the column behind them.
func drawSigns(a canvas.Area, x int, v *inspect.Verdict) int {
	for _, s := range v.Stages {
		st := stageState(s.Status)
		x = a.Text(x, 0, st.sign, st.style)
	}
	return x
}

// signGap is how many cells stand between a sign and the name of its check: none, but
// where the sign is a letter.
func signGap(a canvas.Area) int {
	if a.Display().ASCII {
		return 1
	}
	return 0
}

// stripNames returns how many cells stand between the names of all checks, their signs
// in front of them, on a; 0 where there is no room for them.
func stripNames(a canvas.Area, v *inspect.Verdict) int {
	const margins, most = 2, 3
	need := margins - 1
	for _, s := range v.Stages {
		need += 1 + signGap(a) + len(s.ID.String()) + 1
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
		x = a.Text(x, 0, st.sign, st.style) + signGap(a)
		x = a.Text(x, 0, s.ID.String(), name) + gap
	}
	if decided >= 0 {
		text, style := stageFigure(v.Stages[decided])
		if w := a.Width(text); x+w < a.W {
			a.Text(x, 0, text, style)
		}
	}
}
