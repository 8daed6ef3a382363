package tui

import (
	"context"
	"io"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/spinner"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/source"
	"compactlens/loader/tokens"
	"compactlens/themes"
	"compactlens/tui/canvas"
	"compactlens/tui/paste"
)

// App is the model of the whole interface.
type App struct {
	theme   *themes.Theme
	actions []action
	open    opener
	version string

	keepSizes func(Sizes) error // keeps sizes that were chosen; nil keeps none
	ctx       context.Context   // ends with the program; commands that can take long look at it

	w, h    int
	layout  layout
	fitted  fitted
	more    int // rows that the detail pane has beyond the usual
	focus   pane
	zoom    bool
	sizes   Sizes
	grip    grip
	mouseOn bool    // the mouse is the program's
	layers  []layer // what lies over the panes; the last gets the keys

	loading  *loading // nil once the contents are there
	failed   string   // why they are not; untrusted
	contents *contents
	opened   int      // which opening the contents came from; answers about an older one are dropped
	working  *working // nil while no item is being worked out whole
	sight    sight
	judging  bool // the items of the list are being judged

	list     list
	reader   reader
	counter  tokens.O200k // loads its vocabulary when something is counted
	detail   page
	above    string // title of the detail pane
	search   search
	jumps    jumps
	removed  []*item // answers given by hand that were taken off the list, the last one last
	brink    *brink  // nil where the next step stays in the item
	crossing crossing
	veils    bool // verdicts are hidden until somebody asks
	count    int  // typed in front of the next key, 0 for none
	looks    looks
	keeper   keeper
	player   player
	copying  copying
	plain    io.Writer // the terminal itself, for what is printed without decoration; nil for none
	notice   string    // said in place of the hints; untrusted
	live     live

	streams streams
	pastes  *paste.Reader    // keeps what is pasted; nil leaves it in the keys
	now     func() time.Time // nil is time.Now

	canvas canvas.Canvas
	frame  string
	fresh  bool // frame shows what is
}

// opener opens what the interface shows. It runs in a command, calls report now
// and then with a few words, and stops when ctx ends.
type opener func(ctx context.Context, report func(string)) (*contents, error)

// layer is something over the panes that gets the keys first.
type layer interface {
	// press handles a key. It returns false where the layer is to be closed.
	press(a *App, k tea.KeyMsg) (stay bool, cmd tea.Cmd)
	setSize(w, h int)
	draw(c canvas.Area)
}

// loading is an opening that has not ended.
type loading struct {
	id       int
	cancel   context.CancelFunc
	progress *progress
	spinner  spinner.Model
}

// openedMsg ends an opening.
type openedMsg struct {
	id       int
	contents *contents
	err      error
	changes  changes // of the files; nil where they are not watched
}

func newApp(ctx context.Context, theme *themes.Theme, open opener) *App {
	return &App{ctx: ctx, theme: theme, open: open, actions: actions(), layout: arrange(0, 0, Sizes{}, 0, false, 0), live: newLive()}
}

// setASCII has everything drawn with ASCII characters, before anything is shown.
func (a *App) setASCII(on bool) {
	a.canvas.ASCII = on
	d := source.Display{ASCII: on}
	a.reader.display, a.reader.facts.display, a.detail.display = d, d, d
	a.nameKeys()
}

// Init begins to open.
func (a *App) Init() tea.Cmd {
	ctx, cancel := context.WithCancel(a.ctx)
	a.opened++
	turning := spinner.MiniDot
	if a.canvas.ASCII {
		turning = spinner.Line
	}
	l := &loading{id: a.opened, cancel: cancel, progress: &progress{}, spinner: spinner.New(spinner.WithSpinner(turning))}
	a.loading = l
	open, begin, whole := a.open, a.live.begin, a.ctx
	return tea.Batch(l.spinner.Tick, func() tea.Msg {
		var changes changes
		if begin != nil {
			changes = begin(whole) // before anything is read, so that no change is missed
		}
		c, err := open(ctx, l.progress.report)
		if c != nil {
			judgeFirst(ctx, c)
		}
		return openedMsg{id: l.id, contents: c, err: err, changes: changes}
	})
}

// Update routes a message.
func (a *App) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	defer func() { cmd = tea.Batch(cmd, a.arrive(), a.seekShown(), a.link()); a.leaveNewest(); a.refit() }()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.resize(msg.Width, msg.Height)
	case playMsg:
		return a, a.play()
	case tea.KeyMsg:
		if a.interrupt(msg) {
			return a, nil
		}
		a.endFlash()
		a.fresh, a.notice, a.streams.failed = false, "", ""
		return a, a.keys(msg)
	case tea.MouseMsg:
		return a, a.mouse(msg)
	case spinner.TickMsg:
		return a, a.tick(msg)
	case openedMsg:
		return a, a.show(msg)
	case keptMsg:
		return a, a.kept(msg)
	case foundMsg:
		a.found(msg)
	case arrival:
		a.fresh = false
		return a, msg.arrive(a)
	case judgedMsg:
		return a, tea.Batch(a.take(msg), a.refilterJudged(), a.fetch())
	case crossedMsg:
		return a, tea.Batch(a.crossed(msg), a.fetch())
	case doneMsg:
		return a, a.done(msg)
	case materialMsg:
		a.fetched(msg)
	case copyMsg:
		return a, msg.arrive(a)
	case printedMsg:
		return a, a.printed(msg)
	case changedMsg, reloadedMsg, lateMsg, settledMsg, flashEndMsg:
		return a, a.liveMsg(msg)
	}
	return a, nil
}

// View returns the frame, drawn anew only where something changed.
func (a *App) View() string {
	if !a.fresh {
		a.frame, a.fresh = a.draw(), true
	}
	return a.frame
}

// keys takes a message of keys apart: those typed quickly come as one.
func (a *App) keys(k tea.KeyMsg) tea.Cmd {
	if k.Paste {
		return a.paste(k)
	}
	if k.Type != tea.KeyRunes || len(k.Runes) < 2 || a.editing() != nil {
		return a.press(k)
	}
	var all []tea.Cmd
	for _, r := range k.Runes {
		all = append(all, a.press(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: k.Alt}), a.link())
	}
	return tea.Batch(all...)
}

// press gives a key to the top layer or else to the table of actions.
func (a *App) press(k tea.KeyMsg) tea.Cmd {
	interrupted := k.String() == "ctrl+c"
	if e := a.unsaved(); e != nil && interrupted {
		a.push(&leaving{e: e})
		return nil
	}
	if n := len(a.layers); n > 0 && !interrupted {
		stay, cmd := a.layers[n-1].press(a, k)
		if !stay {
			a.layers = slices.Delete(a.layers, n-1, n) // it may have laid another one above itself
		}
		return cmd
	}
	if a.countDigit(k) {
		return nil
	}
	a.jumps.pending = nil // somebody wants something else
	a.crossing.forget()
	brink := a.brink
	defer func() {
		if a.brink == brink {
			a.brink = nil
		}
	}()
	for i := range a.actions {
		if c := &a.actions[i]; key.Matches(k, c.key) && c.valid(a) {
			cmd := c.run(a)
			a.count = 0
			return cmd
		}
	}
	a.count = 0
	a.explain(k)
	return nil
}

// push lays l over everything.
func (a *App) push(l layer) {
	l.setSize(a.w, a.h)
	a.layers = append(a.layers, l)
}

// dropLayer takes l away, wherever it lies.
func (a *App) dropLayer(l layer) {
	a.layers = slices.DeleteFunc(a.layers, func(x layer) bool { return x == l })
}

// back closes one thing: an opening that still runs, the search, the repair, the filter,
// the zoom, or the list or detail that covers the text.
func (a *App) back() tea.Cmd {
	switch {
	case a.loading != nil:
		a.loading.cancel()
	case a.search.active():
		a.endSearch()
	case a.reader.kind == viewRepair && a.focus == paneText:
		return a.leaveRepair()
	case a.list.filter.active():
		return a.setFilter("", a.reader.item)
	case a.zoom:
		a.setZoom(false)
	case a.layout.divider < 0:
		a.setFocus(paneText)
	}
	return nil
}

func (a *App) resize(w, h int) {
	if w == a.w && h == a.h {
		return
	}
	wide := a.layout.divider >= 0
	a.w, a.h, a.fresh = w, h, false
	if a.contents != nil {
		a.detail.refresh(a.described()) // its order depends on the room there is
	}
	a.arrange()
	switch isWide := a.layout.divider >= 0; {
	case wide && !isWide && a.focus == paneList && !a.zoom:
		a.setFocus(paneText) // the list would cover what one came to see
	case !wide && isWide && a.focus == paneText && len(a.list.items) > 1:
		a.setFocus(paneList)
	}
	for _, l := range a.layers {
		l.setSize(w, h)
	}
}

// arrange lays the panes out anew.
func (a *App) arrange() {
	if now := a.fitFor(); now != a.fitted {
		usual := a.lay(0)
		if a.reader.w != usual.text.w { // the rows of a text depend on its width
			a.size(usual)
		}
		a.fitted, a.more = now, a.fit(&usual)
	}
	a.size(a.lay(a.more))
}

// lay returns how the panes lie with so many rows more for the detail pane.
func (a *App) lay(more int) layout {
	l := arrange(a.w, a.h, a.sizes, a.focus, a.zoom, more)
	if it := a.list.current(); it != nil && it.lesson != nil {
		l.teach()
	}
	return l
}

// size gives the panes their places.
func (a *App) size(now layout) {
	a.layout = now
	l := &a.layout
	if !l.list.empty() {
		a.list.setSize(l.list.w, l.list.h)
	}
	if !l.text.empty() {
		a.reader.setSize(l.text.w, l.text.h)
	}
	if !l.detail.empty() {
		a.detail.setSize(l.detail.w-4, l.detail.h)
	}
}

func (a *App) setFocus(p pane) { a.focus = p; a.arrange() }
func (a *App) setZoom(on bool) { a.zoom = on; a.arrange() }

func (a *App) stepFocus(n int) {
	a.setFocus(pane((int(a.focus) + n + int(panes)) % int(panes)))
}

// show takes what was opened.
func (a *App) show(msg openedMsg) tea.Cmd {
	if a.loading == nil || msg.id != a.loading.id {
		return nil
	}
	a.loading.cancel()
	a.loading, a.fresh, a.working, a.sight, a.judging = nil, false, nil, sight{}, false
	if msg.err != nil {
		a.failed = msg.err.Error()
	}
	if msg.contents == nil {
		return a.player.begin()
	}
	a.contents = msg.contents
	a.list.set(a.contents)
	if a.layout.divider >= 0 && len(a.list.items) > 1 {
		a.focus = paneList
	}
	a.arrange()
	if msg.err == nil { // what was stopped on purpose is not read in full by itself
		a.live.changes = msg.changes
	}
	return tea.Batch(a.selectItem(a.first()), a.judgeFrom(0), a.followNewest(nil), a.awaitChange(), a.player.begin())
}

// first returns the item to begin with: the first that is rejected, else the first
// that has an answer.
func (a *App) first() int {
	for _, wanted := range []func(*item) bool{(*item).rejected, (*item).hasReply} {
		if i := slices.IndexFunc(a.list.items, func(row int) bool { return wanted(a.list.rows[row].item) }); i >= 0 {
			return i
		}
	}
	return 0
}

// selectItem selects the i-th item of the list and shows it.
func (a *App) selectItem(i int) tea.Cmd {
	a.leaveRevision()
	a.list.selectIndex(i)
	it := a.list.current()
	if was := a.reader.item; it != nil && (was == nil || (was.lesson == nil) != (it.lesson == nil)) {
		a.arrange()
	}
	a.reader.show(it)
	a.describe()
	return tea.Batch(a.look(it), a.workOut(), a.fetch())
}

// stepItem selects the next item, or the one before.
func (a *App) stepItem(n int) tea.Cmd {
	if i := a.list.selected + n; i >= 0 && i < len(a.list.items) {
		return a.selectItem(i)
	}
	return nil
}

// tick turns the spinner while something is being opened, and not otherwise.
func (a *App) tick(msg spinner.TickMsg) tea.Cmd {
	if a.loading == nil {
		return nil
	}
	var cmd tea.Cmd
	a.loading.spinner, cmd = a.loading.spinner.Update(msg)
	a.fresh = false
	return cmd
}
