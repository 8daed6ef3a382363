package tui

import (
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/tui/play"
)

// player plays a script: it presses its keys as if they were typed. The zero value
// plays nothing.
type player struct {
	steps []play.Step
	next  int  // index of the step that comes next
	on    bool // it plays
	polls int  // how often the text that is waited for was looked for

	after func(time.Duration, tea.Msg) tea.Cmd // answers later; nil takes the time it says
}

// playMsg asks for the next step.
type playMsg struct{}

// The bounds of waiting for a text: how often it is looked for, and how many times.
const (
	pollPause = 25 * time.Millisecond
	pollLimit = 400
)

// begin plays the script, once there is something to press keys in.
func (p *player) begin() tea.Cmd {
	if p.on = len(p.steps) > p.next; !p.on {
		return nil
	}
	return p.later(0)
}

// later asks for the next step after a pause.
func (p *player) later(d time.Duration) tea.Cmd {
	switch {
	case p.after != nil:
		return p.after(d, playMsg{})
	case d == 0:
		return func() tea.Msg { return playMsg{} }
	}
	return tea.Tick(d, func(time.Time) tea.Msg { return playMsg{} })
}

// play does the next step.
func (a *App) play() tea.Cmd {
	p := &a.player
	if !p.on {
		return nil
	}
	if p.next == len(p.steps) {
		p.on = false
		return nil
	}
	s := p.steps[p.next]
	if s.Kind == play.Wait && !a.shows(s.Text) {
		if p.polls++; p.polls > pollLimit {
			a.stopPlay(fmt.Sprintf("the script stopped on line %d: what it waits for does not come", s.Line))
			return nil
		}
		return p.later(pollPause)
	}
	if s.Kind == play.Press && a.streams.busy {
		return p.later(pollPause) // the key is meant for what comes when the editor has ended
	}
	p.next++
	p.polls = 0
	switch s.Kind {
	case play.Press:
		a.fresh, a.notice = false, ""
		return tea.Sequence(guarded(a.keys(s.Key)), p.later(0))
	case play.Sleep:
		return p.later(s.Pause)
	}
	return p.later(0)
}

// stopPlay gives the keys back to whoever sits there.
func (a *App) stopPlay(why string) {
	a.player.on = false
	a.notify(why)
}

// interrupt stops a script where somebody presses a key, which does nothing else; the
// one that always quits does that.
func (a *App) interrupt(k tea.KeyMsg) bool {
	p := &a.player
	if !p.on || k.String() == "ctrl+c" {
		return false
	}
	line := 0
	if p.next < len(p.steps) {
		line = p.steps[p.next].Line
	}
	a.stopPlay(fmt.Sprintf("the script stopped before line %d; the keys are yours", line))
	return true
}

// shows reports whether text is on the screen, on one row.
func (a *App) shows(text string) bool { return strings.Contains(plainFrame(a.View()), text) }

// plainFrame returns a frame without its styles.
func plainFrame(frame string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(frame, "\x1b[")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		_, frame, _ = strings.Cut(rest, "m")
	}
}
