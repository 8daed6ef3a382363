package tui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// spot is a place one was at: an item, a view of it, and where in it.
type spot struct {
	item *item
	kind viewKind
	at   int // offset under a text's cursor, message of a transcript, or row of a page
	top  int // offset of the first byte on screen, of a text
}

// jumpLimit bounds the places that are remembered to go back to.
const jumpLimit = 100

// jumps are the places gone from, in both directions, and the marks that were set.
// The zero value has none.
type jumps struct {
	behind, ahead []spot // the last is the nearest
	marks         map[rune]spot
	pending       *spot // where to go once it can be shown; nil for nowhere
}

// here returns where one is.
func (a *App) here() spot {
	r := &a.reader
	s := spot{item: r.item, kind: r.kind}
	switch {
	case onTranscript(a):
		s.at = r.transcript.Message()
	case onText(a):
		s.at, _ = r.cursor()
		s.top = r.trueSpan(source.At(r.view().Offset())).Start
	default:
		s.at = r.facts.top
	}
	return s
}

// jumped remembers where one is, before something goes elsewhere.
func (a *App) jumped() { a.jumpedFrom(a.here()) }

func (a *App) jumpedFrom(s spot) {
	j := &a.jumps
	j.ahead = nil
	j.behind = remember(j.behind, s)
}

// remember adds s to spots, unless it is the last already.
func remember(spots []spot, s spot) []spot {
	if n := len(spots); s.item == nil || n > 0 && spots[n-1] == s {
		return spots
	}
	if len(spots) == jumpLimit {
		spots = slices.Delete(spots, 0, 1)
	}
	return append(spots, s)
}

func canGoBack(a *App) bool  { return len(a.jumps.behind) > 0 }
func canGoAhead(a *App) bool { return len(a.jumps.ahead) > 0 }

// stepJump goes back to the n-th place gone from, or ahead again where n is
// negative.
func (a *App) stepJump(n int) tea.Cmd {
	from, to := &a.jumps.behind, &a.jumps.ahead
	if n < 0 {
		from, to, n = to, from, -n
	}
	at := a.here()
	for ; n > 0 && len(*from) > 0; n-- {
		*to = remember(*to, at)
		at = (*from)[len(*from)-1]
		*from = (*from)[:len(*from)-1]
	}
	return a.visit(at)
}

// visit goes to s. What has to be worked out before it can be shown is waited for.
func (a *App) visit(s spot) tea.Cmd {
	var cmd tea.Cmd
	if s.item != a.reader.item {
		s.item = s.item.newestOf() // the files may have changed since
	}
	if s.item != a.reader.item {
		if a.list.index(s.item) < 0 && a.list.filter.active() {
			cmd = a.setFilter("", a.reader.item)
		}
		i := a.list.index(s.item)
		if i < 0 {
			a.notify("what was there is in the list no more")
			return cmd
		}
		cmd = tea.Batch(cmd, a.selectItem(i))
	}
	if a.layout.text.empty() {
		a.setFocus(paneText)
	}
	a.jumps.pending = &s
	return tea.Batch(cmd, a.arrive())
}

// arrive shows the place that is waited for, where it can be shown. It is asked
// after every message.
func (a *App) arrive() tea.Cmd {
	s, r := a.jumps.pending, &a.reader
	if s == nil {
		return nil
	}
	if s.item != r.item {
		a.jumps.pending = nil
		return nil
	}
	var cmd tea.Cmd
	if r.kind != s.kind {
		if !r.has(s.kind) {
			return nil
		}
		cmd = a.choose(s.kind)
	}
	if r.showSpot(*s) {
		a.jumps.pending, a.fresh = nil, false
	}
	return cmd
}

// showSpot shows the place of s in the view that is shown. It reports false where its
// material is still being made.
func (r *reader) showSpot(s spot) bool {
	switch {
	case r.showsTranscript():
		r.transcript.Goto(s.at)
	case r.textShown() != nil:
		r.view().ScrollTo(r.shownSpan(source.At(s.top)).Start)
		r.setCursor(s.at)
	case s.kind >= viewFindings: // they begin at their start
	case s.kind == viewLife || r.material != nil:
		r.facts.home()
		r.facts.move(s.at)
	default:
		return false
	}
	return true
}

// markPrompt is the layer that waits for the letter of a mark.
type markPrompt struct {
	set   bool // to set it, else to go to it
	known string
	close key.Binding
}

func newMarkPrompt(a *App, set bool) *markPrompt {
	var known []string
	for r := 'a'; r <= 'z'; r++ {
		if _, is := a.jumps.marks[r]; is {
			known = append(known, string(r))
		}
	}
	return &markPrompt{set: set, known: strings.Join(known, " "), close: bind("close", "esc", "esc")}
}

func (p *markPrompt) setSize(int, int) {}

func (p *markPrompt) press(a *App, k tea.KeyMsg) (bool, tea.Cmd) {
	if key.Matches(k, p.close) {
		return false, nil
	}
	letter := ' '
	if k.Type == tea.KeyRunes && len(k.Runes) == 1 {
		letter = k.Runes[0]
	}
	s, is := a.jumps.marks[letter]
	switch {
	case p.set && letter >= 'a' && letter <= 'z' && a.reader.item != nil:
		if a.jumps.marks == nil {
			a.jumps.marks = make(map[rune]spot)
		}
		a.jumps.marks[letter] = a.here()
		a.notify("mark " + string(letter) + " set; " + a.keyOf("go-to-mark") + " " + string(letter) + " comes back")
	case p.set:
		a.notify("no mark set: a mark is a letter from a to z")
	case letter == '\'' && canGoBack(a):
		return false, a.stepJump(1)
	case letter == '\'':
		a.notify("there is nowhere to go back to")
	case is:
		a.jumped()
		return false, a.visit(s)
	case letter >= 'a' && letter <= 'z':
		a.notify("mark " + string(letter) + " is not set; " + a.keyOf("set-mark") + " " + string(letter) + " sets it")
	default:
		a.notify("there is no such mark: marks are letters from a to z")
	}
	return false, nil
}

func (p *markPrompt) draw(c canvas.Area) {
	row := lastRow(c)
	row.Fill(themes.Text)
	title, note := "go to mark", "no mark is set"
	if p.known != "" {
		note = "set: " + p.known
	}
	switch {
	case p.set:
		title = "set mark"
		note = "a letter from a to z   " + note
	default:
		note += "   ' goes back"
	}
	x := row.Text(1, 0, title, themes.Accent|themes.Bold)
	row.Fit(x+2, 0, row.W-x-3, note, themes.Dim)
}
