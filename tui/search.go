package tui

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
	"compactlens/tui/find"
	"compactlens/tui/textview"
	"compactlens/tui/transcript"
)

// search is what is looked for in the text, and what was found. The zero value
// looks for nothing.
type search struct {
	words    string // as typed
	isRegexp bool
	bad      string // why words are no regular expression
	query    find.Query

	id      int                // of the newest search; answers of others are dropped
	cancel  context.CancelFunc // stops it; nil while none runs
	text    sought             // what was, or is being, searched; nil for nothing
	origin  int                // offset that the first hit is looked for from; -1 to stay where one is
	hits    find.Hits
	current int // index into hits, -1 for none
}

// sought is something that can be searched. Two of them are equal where they hold
// the same.
type sought interface {
	all(ctx context.Context, q find.Query) (find.Hits, error)
}

// soughtText is a text.
type soughtText struct{ *source.Text }

func (s soughtText) all(ctx context.Context, q find.Query) (find.Hits, error) {
	return q.All(ctx, s.Bytes())
}

// soughtTranscript is a transcript in one of its forms.
type soughtTranscript struct {
	*transcript.Document
	projected bool
}

func (s soughtTranscript) all(ctx context.Context, q find.Query) (hits find.Hits, err error) {
	hits.Spans, hits.More, err = s.Find(ctx, s.projected, func(ctx context.Context, text []byte) ([]source.Span, bool, error) {
		h, err := q.All(ctx, text)
		return h.Spans, h.More, err
	})
	return hits, err
}

// hitView is a view that shows what a search found, by offsets.
type hitView interface {
	SetHits(hits []source.Span, current int)
	Place() int       // where the cursor is, or the first on screen where it is out of sight
	Visit(offset int) // puts the cursor there, and scrolls where that is out of sight
}

// foundMsg ends a search.
type foundMsg struct {
	id   int
	hits find.Hits
	err  error
}

// onText reports whether a text is shown, in which places are lines and bytes.
func onText(a *App) bool { return a.reader.textShown() != nil }

// canSearch reports whether something is shown that can be searched.
func canSearch(a *App) bool { return a.reader.soughtShown() != nil }

// hasHits reports whether there are hits to step through.
func hasHits(a *App) bool { return len(a.search.hits.Spans) > 0 && canSearch(a) }

// soughtShown returns what the reader shows that can be searched, nil for nothing.
func (r *reader) soughtShown() sought {
	if r.showsTranscript() {
		return soughtTranscript{r.transcript.Document(), r.transcript.Projected()}
	}
	if text := r.textShown(); text != nil {
		return soughtText{text}
	}
	return nil
}

// hitView returns where hits are shown, nil where nothing can be searched.
func (r *reader) hitView() hitView {
	if r.showsTranscript() {
		return &r.transcript
	}
	if v := r.view(); v != nil {
		return v
	}
	return nil
}

// textShown returns the text that the reader shows, nil where it shows none.
func (r *reader) textShown() *source.Text {
	if v := r.view(); v != nil {
		return v.Text()
	}
	return nil
}

// view returns where a text is shown, nil where none is.
func (r *reader) view() *textview.View {
	switch {
	case (r.judged != nil || r.item != nil && r.item.indexed) && (r.kind == viewSummary || r.kind == viewReply), r.kind == viewRepaired:
		return &r.text
	case r.showsRequest():
		return &r.request.text
	}
	return nil
}

// seek looks for words anew, from offset on.
func (a *App) seek(words string, isRegexp bool, offset int) tea.Cmd {
	s := &a.search
	s.stop()
	s.words, s.isRegexp, s.bad = words, isRegexp, ""
	s.hits, s.current, s.text, s.origin = find.Hits{}, -1, nil, offset
	query, err := find.Compile(words, isRegexp)
	if err != nil {
		s.bad = err.Error()
	}
	s.query = query
	a.fresh = false
	a.showHits()
	return a.seekShown()
}

// seekShown searches the text that is shown, unless that was done. It is asked
// after every message, because much can change what is shown.
func (a *App) seekShown() tea.Cmd {
	s, text := &a.search, a.reader.soughtShown()
	if s.query.Empty() || text == s.text {
		return nil
	}
	if s.text != nil {
		s.origin = -1
	}
	s.stop()
	s.text, s.hits, s.current = text, find.Hits{}, -1
	a.showHits()
	if text == nil {
		return nil
	}
	ctx, cancel := context.WithCancel(a.ctx)
	s.id++
	s.cancel = cancel
	id, query := s.id, s.query
	return func() tea.Msg {
		hits, err := text.all(ctx, query)
		return foundMsg{id: id, hits: hits, err: err}
	}
}

// found takes the hits of the newest search and shows the first from the origin.
func (a *App) found(msg foundMsg) {
	s := &a.search
	if msg.id != s.id || s.cancel == nil {
		return
	}
	s.stop()
	a.fresh = false
	if msg.err != nil {
		return
	}
	s.hits = msg.hits
	if s.text != a.reader.soughtShown() {
		return
	}
	if s.origin >= 0 {
		s.current = s.hits.From(s.origin)
		a.revealHit()
	} else {
		s.current = s.hits.From(a.reader.hitView().Place())
	}
	a.showHits()
}

// stop ends a search that runs.
func (s *search) stop() {
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
}

// active reports whether something is looked for.
func (s *search) active() bool { return s.words != "" }

// end forgets the search.
func (a *App) endSearch() {
	a.search.stop()
	a.search = search{id: a.search.id, current: -1}
	a.showHits()
}

// showHits marks the hits in the text that is shown, and none in others.
func (a *App) showHits() {
	r := &a.reader
	for _, v := range []hitView{&r.text, &r.request.text, &r.transcript} {
		v.SetHits(nil, -1)
	}
	if v := r.hitView(); v != nil && r.soughtShown() == a.search.text {
		v.SetHits(a.search.hits.Spans, a.search.current)
	}
}

// stepHit looks at the hit n further on, around the ends.
func (a *App) stepHit(n int) {
	s := &a.search
	if size := len(s.hits.Spans); size > 0 && canSearch(a) {
		to := s.current + n
		s.current = (to%size + size) % size
		switch {
		case to >= size:
			a.notify("round the end: from the start again")
		case to < 0:
			a.notify("round the start: from the end again")
		}
		a.revealHit()
		a.showHits()
	}
}

// revealHit puts the cursor on the hit looked at.
func (a *App) revealHit() {
	if s := &a.search; s.current >= 0 {
		a.reader.hitView().Visit(s.hits.Spans[s.current].Start)
	}
}

// count says which hit is looked at and how many there are: "3/118".
func (s *search) count() string {
	switch {
	case !s.active() || s.bad != "":
		return ""
	case s.cancel != nil:
		return "searching…"
	case len(s.hits.Spans) == 0:
		return "no hit"
	}
	more := ""
	if s.hits.More {
		more = "+"
	}
	return grouped(s.current+1) + "/" + grouped(len(s.hits.Spans)) + more
}

// chip returns what the title of the text says of the search.
func (s *search) chip() []part {
	if !s.active() || s.text == nil {
		return nil
	}
	return []part{{"/" + shorten(s.words) + "  " + s.count(), themes.Accent}}
}

// searchPrompt is the layer in which the words are typed. The text follows.
type searchPrompt struct {
	prompt
	search *search // the interface's
	before search  // what was looked for when it opened
	origin int     // where the cursor was then
	from   spot    // where one was then
	keys   searchKeys
}

// searchKeys are the keys of the prompt that are not those of a line of text.
type searchKeys struct{ accept, close, kind, next, previous key.Binding }

func newSearchPrompt(a *App) *searchPrompt {
	p := &searchPrompt{prompt: newPrompt("/", ""), search: &a.search, before: a.search, origin: a.reader.hitView().Place(), from: a.here()}
	p.keys = searchKeys{
		accept: bind("keep", "enter", "enter"), close: bind("close", "esc", "esc"), kind: bind("regexp", "ctrl+r", "ctrl+r"),
		next: bind("next hit", "↓", "down"), previous: bind("previous hit", "↑", "up"),
	}
	a.endSearch()
	a.search.isRegexp = p.before.isRegexp
	return p
}

func (p *searchPrompt) setSize(int, int) {}

func (p *searchPrompt) press(a *App, k tea.KeyMsg) (bool, tea.Cmd) {
	s := p.search
	switch {
	case key.Matches(k, p.keys.close):
		a.endSearch()
		p.scrollBack(a)
		return false, nil
	case key.Matches(k, p.keys.accept):
		if p.text() == "" && p.before.active() { // as in other programs: the same again
			return false, a.seek(p.before.words, s.isRegexp, p.origin)
		}
		if s.bad == "" && p.text() != "" {
			a.jumpedFrom(p.from)
		}
		return s.bad != "", nil
	case key.Matches(k, p.keys.kind):
		return true, a.seek(p.text(), !s.isRegexp, p.origin)
	case key.Matches(k, p.keys.next):
		a.stepHit(1)
	case key.Matches(k, p.keys.previous):
		a.stepHit(-1)
	case p.edit(k):
		if p.text() == "" {
			p.scrollBack(a)
		}
		return true, a.seek(p.text(), s.isRegexp, p.origin)
	}
	return true, nil
}

// scrollBack returns to where the text was when the prompt opened.
func (p *searchPrompt) scrollBack(a *App) {
	switch r := &a.reader; {
	case r.showsTranscript():
		r.transcript.ScrollTo(p.origin)
	case onText(a):
		r.showSpot(p.from)
	}
}

// draw draws the prompt with what was found.
func (p *searchPrompt) draw(c canvas.Area) {
	s := p.search
	kind, style := "literal", themes.Dim
	if s.isRegexp {
		kind = "regexp"
	}
	note := s.count()
	switch {
	case s.bad != "":
		note, style = s.bad, themes.Error
	case note != "":
		if len(s.hits.Spans) == 0 && s.cancel == nil {
			style = themes.Warning
		}
		note += "   "
		fallthrough
	default:
		note += kind + ", " + p.keys.kind.Help().Key + " changes"
	}
	p.prompt.draw(lastRow(c), note, style)
}
