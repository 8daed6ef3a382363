package tui

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/repair"
	"compactlens/core/source"
	"compactlens/tui/edit"
)

// mend makes the safe repair of the selected finding, once it is planned.
func (e *editing) mend(a *App) tea.Cmd {
	if e.stale() {
		e.say("the text is still being judged", false)
		return nil
	}
	m := plannedMsg{e: e, version: e.version, finding: e.finding}
	d, ctx := e.shown.dossier, a.ctx
	return func() tea.Msg {
		planned, err := d.WithPlan(ctx)
		if err != nil {
			return nil // the program ends
		}
		m.repair, m.any = planned.Plan.For(m.finding)
		return m
	}
}

// plannedMsg brings the repair of a finding.
type plannedMsg struct {
	e       *editing
	version int
	finding int
	repair  repair.Repair
	any     bool
}

// arrive makes the repair as one change, where the text is still the one it is for.
func (m plannedMsg) arrive(a *App) tea.Cmd {
	e, r := m.e, m.repair
	if m.version != e.version || !slices.Contains(a.layers, layer(e)) {
		return nil
	}
	edits := r.SummaryEdits
	if !e.draft.Summary && e.draft.Bare() {
		edits = r.Edits
	}
	switch {
	case !m.any || r.Risk == repair.Refused:
		e.say("there is no repair for it: "+cmp.Or(r.Reason, "nothing is known that mends it"), false)
		return nil
	case r.Risk != repair.Safe:
		e.say("its repair changes the meaning: "+r.Title+"; do it by hand", false)
		return nil
	case len(edits) == 0:
		e.say("its repair is not in this text", false)
		return nil
	}
	whole := source.Span{Start: edits[0].Span.Start, End: edits[len(edits)-1].Span.End}
	var text []byte
	at := whole.Start
	for _, x := range edits {
		text = append(append(text, e.buffer.Text().Slice(source.Span{Start: at, End: x.Span.Start})...), x.Text...)
		at = x.Span.End
	}
	e.say("mended: "+r.Title, false)
	return e.replace(a, whole, text, edit.Other)
}
