package tui

import (
	"fmt"
	"strings"
	"time"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// moment is a block that tells of one record of an attempt's life, or of a state
// that left none.
type moment struct {
	when  string // the time, or how long after the first; may be empty
	stage string // the state that begins here; empty for a further record of it
	state state  // sign and style; its word is not shown
	name  string // of the record; may be untrusted
	text  string // what there is to say of it; may be untrusted
	place string // where it lies; at the right end
}

// The columns of moments, at their widest and without the states.
const (
	momentWhen  = 12
	momentStage = 11
	stagesFrom  = 44 // cells from which the states have a column; before the name in narrower ones
	whenFrom    = 36 // cells from which the times have one
)

func (m moment) rows(d source.Display, w int) []pageRow {
	r := pageRow{}
	x := 0
	if w >= whenFrom {
		r.pieces = append(r.pieces, piece{momentWhen - source.Width(m.when), m.when, themes.Dim})
		x = momentWhen + 2
	}
	if w >= stagesFrom {
		r.pieces = append(r.pieces, piece{x, m.stage, themes.Text | themes.Bold})
		x += momentStage
	}
	r.pieces = append(r.pieces, piece{x, m.state.sign, m.state.style})
	x += 2
	words := m.text
	if w < stagesFrom && m.stage != "" {
		m.name = strings.TrimSuffix(m.stage+" · "+m.name, " · ")
	}
	if m.name != "" && words != "" {
		words = m.name + "  " + words
	} else if m.name != "" {
		words = m.name
	}
	var rows []pageRow
	used := 0
	for i, part := range canvas.Wrap(d, words, w-x) {
		if i > 0 {
			r = pageRow{}
		}
		name := ""
		if i == 0 {
			name = part[:min(len(d.String(m.name)), len(part))]
		}
		if name != "" {
			r.pieces = append(r.pieces, piece{x, name, m.nameStyle()})
		}
		r.pieces = append(r.pieces, piece{x + source.Width(name), part[len(name):], themes.Dim})
		rows = append(rows, r)
		used = x + source.Width(part)
	}
	if m.place == "" {
		return rows
	}
	at := w - source.Width(m.place)
	if used+2 > at {
		rows = append(rows, pageRow{})
	}
	last := &rows[len(rows)-1]
	last.pieces = append(last.pieces, piece{max(at, x), m.place, themes.Faint})
	return rows
}

// nameStyle has the name of a record that is at fault stand out.
func (m moment) nameStyle() themes.Style {
	switch {
	case m.state.style == themes.Error || m.state.style == themes.Warning:
		return m.state.style
	case m.state.sign == aroundSign:
		return themes.Dim
	}
	return themes.Text
}

// aroundSign is the sign of records around an attempt's own.
const aroundSign = "·"

// clock writes the times of one life: that of its first record as it is, others as
// how long after it they are.
type clock struct{ first time.Time }

func (c clock) write(t time.Time) string {
	switch {
	case t.IsZero():
		return "no time"
	case c.first.IsZero() || t.Equal(c.first):
		return t.UTC().Format("15:04:05.000")
	}
	return elapsed(t.Sub(c.first))
}

// elapsed writes a difference of times, with its sign.
func elapsed(d time.Duration) string {
	sign := "+"
	if d < 0 {
		sign, d = "-", -d
	}
	switch {
	case d < time.Second:
		return fmt.Sprintf("%s%d ms", sign, d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%s%.3f s", sign, d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%s%d min %02d s", sign, int(d.Minutes()), int(d.Seconds())%60)
	case d < 100*time.Hour:
		return fmt.Sprintf("%s%d h %02d min", sign, int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%s%d days", sign, int(d.Hours())/24)
}
