package tui

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/tui/keymap"
)

// action is something a key does. The table of them drives the keys, the hints and
// the help, so that none can say what another does not do.
type action struct {
	id     string // stable, for a user's own keys
	group  string // heading in the help
	key    key.Binding
	hint   string            // words for the bar of hints; empty for none
	hints  func(*App) string // the same where it depends; nil goes by hint, and without that it leads all others
	always bool              // the hint stands at the right, whatever else there is
	early  bool              // it does something while nothing is open, too
	where  keymap.Contexts   // the views it can be valid in; 0 for all
	when   func(*App) bool   // whether it does something now; nil for always
	why    func(*App) string // why it does nothing now, where it does not; nil for a usual word
	run    func(*App) tea.Cmd
}

// does makes the function of an action that needs no command.
func does(f func(*App)) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd {
		f(a)
		return nil
	}
}

// bind names keys and says what they do. The first key is the one that is shown.
func bind(title, shown string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(shown, title))
}

// actions returns the table. The order is that of the hints and of the help.
func actions() []action {
	all := []action{
		{id: "next-fault", group: "Faults", key: bind("next fault, then the next attempt's", "]", "]"), hint: "next fault", when: canStepFault, why: withoutFault, run: func(a *App) tea.Cmd { return a.stepFault(a.times()) }},
		{id: "previous-fault", group: "Faults", key: bind("previous fault, then the attempt before's", "[", "["), when: canStepFault, why: withoutFault, run: func(a *App) tea.Cmd { return a.stepFault(-a.times()) }},

		{id: "view-findings", group: "Faults", key: bind("all findings", "a", "a"), hint: "all", when: canView(viewFindings), why: withoutView(viewFindings), run: view(viewFindings)},
		{id: "view-repair", group: "Faults", where: allBut(viewRepair), key: bind("the repair of this finding", "f", "f"), hint: "repair", when: canView(viewRepair), why: withoutView(viewRepair), run: view(viewRepair)},

		{id: "next-attempt", group: "Attempts", key: bind("next attempt", "n", "n"), hint: "next attempt", when: hasItems, why: because("there is no other attempt"), run: func(a *App) tea.Cmd { return a.stepItemTimes(1) }},
		{id: "previous-attempt", group: "Attempts", key: bind("previous attempt", "p", "p"), hint: "previous", when: hasItems, why: because("there is no other attempt"), run: func(a *App) tea.Cmd { return a.stepItemTimes(-1) }},
		{id: "open", group: "Attempts", key: bind("look at the selected attempt; of what the cursor is on, more", "enter", "enter"), hint: "open", when: canEnter, why: because("there is nothing more of it to open"), run: does((*App).enter)},

		{id: "next-message", group: "Transcript", where: in(viewTranscript), key: bind("next message", "}", "}"), hint: "next message", when: onTranscript, run: does(func(a *App) { a.reader.transcript.StepMessage(a.times()) })},
		{id: "previous-message", group: "Transcript", where: in(viewTranscript), key: bind("this message, and the one before", "{", "{"), when: onTranscript, run: does(func(a *App) { a.reader.transcript.StepMessage(-a.times()) })},
		{id: "partner", group: "Transcript", where: in(viewTranscript), key: bind("from a tool call to its result, and back", "%", "%"), hint: "call and result", when: hasPartner, why: because("there is no tool call or result at the cursor"), run: does(func(a *App) { a.jumped(); a.reader.transcript.Partner() })},
		{id: "cut", group: "Transcript", where: in(viewTranscript), key: bind("where the compaction cuts", "c", "c"), hint: "cut", when: hasCut, why: because("nothing is cut here"), run: does(func(a *App) { a.jumped(); a.reader.transcript.GotoCut() })},
		{id: "unfold-all", group: "Transcript", where: in(viewTranscript), key: bind("unfold all, or fold all", "o", "o"), hint: "unfold all", when: onTranscript, run: does(func(a *App) { a.reader.transcript.SetUnfolded(!a.reader.transcript.Unfolded()) })},

		{id: "view-summary", group: "Views", key: bind("the decoded summary", "s", "s"), hint: "summary", when: canDecode, why: withoutView(viewSummary), run: (*App).showDecoded},
		{id: "view-reply", group: "Views", key: bind("the reply as it lies on disk", "r", "r"), hint: "reply", when: canView(viewReply), why: withoutView(viewReply), run: view(viewReply)},
		{id: "view-life", group: "Views", key: bind("the life of the attempt, as its journal tells it", "l", "l"), hint: "life", when: canView(viewLife), why: withoutView(viewLife), run: view(viewLife)},
		{id: "view-budget", group: "Views", key: bind("what the tokens were spent on", "b", "b"), hint: "budget", when: canView(viewBudget), why: withoutView(viewBudget), run: view(viewBudget)},
		{id: "view-whatif", group: "Views", key: bind("the attempt under other limits", "w", "w"), hint: "what if", when: canView(viewWhatIf), why: withoutView(viewWhatIf), run: view(viewWhatIf)},
		{id: "view-transcript", group: "Views", key: bind("the messages, with the place where the compaction cuts", "t", "t"), hint: "transcript", when: canView(viewTranscript), why: withoutView(viewTranscript), run: view(viewTranscript)},
		{id: "view-request", group: "Views", key: bind("the request, made again from the journal", "R", "R"), hint: "request", when: canView(viewRequest), why: withoutView(viewRequest), run: view(viewRequest)},
		{id: "view-sent", group: "Views", key: bind("what was sent instead of what is easier to read, and back", "v", "v"), hint: "as sent", when: canToggleSent, why: because("nothing here is shown otherwise than it was sent"), run: does((*App).toggleSent)},

		{id: "search", group: "Search", key: bind("search the text", "/", "/"), hint: "search", when: canSearch, why: because("there is no text here to search"), run: does(func(a *App) { a.setFocus(paneText); a.push(newSearchPrompt(a)) })},
		{id: "next-hit", group: "Search", key: bind("next hit", "N", "N"), when: hasHits, why: withoutHits, run: does(func(a *App) { a.stepHit(a.times()) })},
		{id: "previous-hit", group: "Search", key: bind("previous hit", "P", "P"), when: hasHits, why: withoutHits, run: does(func(a *App) { a.stepHit(-a.times()) })},
		{id: "filter", group: "Search", key: bind("filter by name, reason or rule; !text, verdict:", "&", "&"), when: canFilter, why: because("there is nothing to filter"), run: does(func(a *App) { a.setFocus(paneList); a.push(newFilterPrompt(a)) })},
		{id: "palette", group: "Search", key: bind("go to 120:14, @4096, 50%, goal; or any action", ":", ":", "ctrl+g"), hint: "go to", run: does(func(a *App) { a.push(newPalette(a)) })},

		{id: "next-pane", group: "Panes", key: bind("next pane", "tab", "tab"), hint: "pane", run: does(func(a *App) { a.stepFocus(1) })},
		{id: "previous-pane", group: "Panes", key: bind("previous pane", "shift+tab", "shift+tab"), run: does(func(a *App) { a.stepFocus(-1) })},
		{id: "zoom", group: "Panes", key: bind("the pane alone, and back", "z", "z"), hint: "zoom", run: does(func(a *App) { a.setZoom(!a.zoom) })},

		{id: "down", group: "Moving", key: bind("down; 5j five rows, as with most keys", "j ↓", "j", "down"), run: func(a *App) tea.Cmd { return a.moveTimes(1) }},
		{id: "up", group: "Moving", key: bind("up", "k ↑", "k", "up"), run: func(a *App) tea.Cmd { return a.moveTimes(-1) }},
		{id: "half-down", group: "Moving", key: bind("half a page down", "ctrl+d", "ctrl+d"), run: func(a *App) tea.Cmd { return a.moveTimes(a.page() / 2) }},
		{id: "half-up", group: "Moving", key: bind("half a page up", "ctrl+u", "ctrl+u"), run: func(a *App) tea.Cmd { return a.moveTimes(-a.page() / 2) }},
		{id: "page-down", group: "Moving", key: bind("a page down", "pgdn", "pgdown", "ctrl+f"), run: func(a *App) tea.Cmd { return a.moveTimes(a.page()) }},
		{id: "page-up", group: "Moving", key: bind("a page up", "pgup", "pgup", "ctrl+b"), run: func(a *App) tea.Cmd { return a.moveTimes(-a.page()) }},
		{id: "top", group: "Moving", key: bind("to the start; 12g to line, message, attempt 12", "g home", "g", "home"), run: func(a *App) tea.Cmd { return a.toCountOrEdge(false) }},
		{id: "bottom", group: "Moving", key: bind("to the end; 12G to line, message, attempt 12", "G end", "G", "end"), run: func(a *App) tea.Cmd { return a.toCountOrEdge(true) }},
		{id: "jump-back", group: "Moving", key: bind("back to where one jumped from", "ctrl+o", "ctrl+o", "alt+left"), when: canGoBack, why: because("there is nowhere to go back to"), run: func(a *App) tea.Cmd { return a.stepJump(a.times()) }},
		{id: "jump-ahead", group: "Moving", key: bind("ahead again", "ctrl+n", "ctrl+n", "alt+right"), when: canGoAhead, why: because("there is nowhere to go ahead to"), run: func(a *App) tea.Cmd { return a.stepJump(-a.times()) }},
		{id: "set-mark", group: "Moving", key: bind("mark this place with a letter", "m", "m"), when: hasShown, run: does(func(a *App) { a.push(newMarkPrompt(a, true)) })},
		{id: "go-to-mark", group: "Moving", key: bind("go to a mark; '' goes back", "'", "'"), when: hasShown, run: does(func(a *App) { a.push(newMarkPrompt(a, false)) })},

		{id: "theme", group: "Program", early: true, key: bind("the colours, shown while choosing", "T", "T"), run: does(func(a *App) { a.push(newPicker(a)) })},
		{id: "help", group: "Program", early: true, key: bind("all keys", "?", "?", "f1"), hint: "all keys", always: true, run: does(func(a *App) { a.push(newHelp(a)) })},
		{id: "back", group: "Program", early: true, key: bind("close what is open, one layer at a time", "esc", "esc"), run: (*App).back},
		{id: "suspend", group: "Program", early: true, key: bind("stop the program until the shell's fg", "ctrl+z", "ctrl+z"), run: suspend},
		{id: "quit", group: "Program", early: true, key: bind("quit", "q", "q", "ctrl+c"), hint: "quit", always: true, run: func(*App) tea.Cmd { return tea.Quit }},
	}
	// What only one view has comes first, in the hints and in the help.
	return slices.Concat(whatIfActions(), repairActions(), all, lessonActions(), cursorActions(), rawActions(), copyActions(), diffActions(), editActions(), removalActions(), liveActions(), sizeActions())
}

func hasFaults(a *App) bool {
	return a.reader.judged != nil && len(a.reader.judged.verdict.Findings) > 0
}

func hasItems(a *App) bool { return len(a.list.items) > 1 }

func hasShown(a *App) bool { return a.reader.item != nil }

func inList(a *App) bool { return a.focus == paneList }

// canView returns whether the item has the view, and it is not the one shown.
func canView(k viewKind) func(*App) bool {
	return func(a *App) bool { return a.reader.has(k) && a.reader.kind != k }
}

func view(k viewKind) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd {
		a.jumped()
		return a.choose(k)
	}
}

// words returns the words for the bar of hints, empty for none.
func (c *action) words(a *App) string {
	if c.hints != nil {
		return c.hints(a)
	}
	return c.hint
}

// valid reports whether the action does something now.
func (c *action) valid(a *App) bool {
	return (a.contents != nil || c.early) && c.where.Overlap(in(a.reader.kind)) && (c.when == nil || c.when(a))
}
