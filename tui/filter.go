package tui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// filter says which items the list shows: those that every term matches. The zero
// value is none and shows all.
type filter struct {
	words string // as typed
	terms []term
	seen  bool // what it matches was shown before verdicts were hidden
}

// term is one word of a filter, in lower case: text, or field:text, either with !
// in front to have those that do not match.
type term struct {
	field field
	text  string
	not   bool
}

type field uint8

const (
	fieldAny     field = iota // names, headings, triggers, what is said of an item, reasons and rules
	fieldReason               // why it is rejected, or was by its journal
	fieldVerdict              // accepted, rejected, undetermined, committed, no terminal, unreadable
	fieldRule                 // a rule that one of its findings breaks
	fields
)

// fieldNames are what stands before the colon.
func fieldNames() [fields]string {
	return [fields]string{fieldReason: "reason", fieldVerdict: "verdict", fieldRule: "rule"}
}

// parseFilter reads words separated by blanks. Everything is a filter: what is no
// field before a colon belongs to the text.
func parseFilter(words string) filter {
	f := filter{words: strings.Join(strings.Fields(words), " ")}
	for w := range strings.FieldsSeq(strings.ToLower(words)) {
		var t term
		w, t.not = strings.CutPrefix(w, "!")
		t.text = w
		for i, name := range fieldNames() {
			if text, is := strings.CutPrefix(w, name+":"); is && name != "" {
				t.field, t.text = field(i), text
			}
		}
		if t.text != "" {
			f.terms = append(f.terms, t)
		}
	}
	return f
}

func (f *filter) active() bool { return len(f.terms) > 0 }

// matches reports whether the item it of group g is shown. Who hides the verdicts on what
// a filter lists has seen what that is, and it stays listed.
func (f *filter) matches(g *group, it *item) bool {
	if it.veil.on && f.seen && it.veil.seen {
		return it.veil.listed
	}
	for _, t := range f.terms {
		if it.veil.on && t.field != fieldAny {
			return false // neither it nor its opposite is told
		}
		found := slices.ContainsFunc(it.words(g, t.field), func(s string) bool { return strings.Contains(strings.ToLower(s), t.text) })
		if found == t.not {
			return false
		}
	}
	return true
}

// words returns what a field of it says; of one whose verdict is hidden, what the list
// shows of it and nothing else.
func (it *item) words(g *group, f field) []string {
	if it.veil.on {
		if f != fieldAny {
			return nil
		}
		title, _ := g.heading()
		return append(slices.Clone(it.trail()), it.called(), it.trigger, title)
	}
	var v *inspect.Verdict
	if it.judged != nil && it.hasReply() {
		v = it.judged.verdict
	}
	switch f {
	case fieldReason:
		return it.reasons(v)
	case fieldVerdict:
		return it.verdicts(v)
	case fieldRule:
		return rulesOf(v)
	}
	own := append(slices.Clone(it.crumbs), it.name, it.trigger, g.title, it.state().word)
	return slices.Concat(own, it.reasons(v), rulesOf(v))
}

// reasons returns why it is rejected by v, or was by its journal or by figures, in words
// and as the contract writes it.
func (it *item) reasons(v *inspect.Verdict) []string {
	words := []string{it.outcome.word, inWords(it.outcome.word)}
	if v != nil {
		words = append(words, string(v.Reason))
	}
	if it.refused() {
		words = append(words, it.outcome.late, inWords(it.outcome.late))
	}
	return words
}

// rulesOf returns the rules that the findings of v break; v may be nil.
func rulesOf(v *inspect.Verdict) (rules []string) {
	if v == nil {
		return nil
	}
	for i := range v.Findings {
		rules = append(rules, v.Findings[i].Rule.ID)
	}
	return rules
}

// verdicts returns the verdict on it and what was recorded.
func (it *item) verdicts(v *inspect.Verdict) []string {
	var out []string
	if v != nil {
		out = append(out, v.Decision.String())
	}
	switch {
	case it.idle:
		out = append(out, "nothing to judge")
	case it.problem:
		out = append(out, "unreadable")
	case it.outcome.kind == outcomeCommitted:
		out = append(out, "committed")
	case it.outcome.kind == outcomeRejected, it.refused():
		out = append(out, "rejected")
	case it.outcome.kind == outcomeOpen:
		out = append(out, "no terminal", "open")
	}
	return out
}

// setFilter shows the items that words match and selects the preferred one, where
// it is among them, else the first.
func (a *App) setFilter(words string, preferred *item) tea.Cmd {
	a.list.filter = parseFilter(words)
	return a.refilter(preferred)
}

// filterRemedy says how to see everything again, and why less is found while verdicts
// are hidden.
func (a *App) filterRemedy() string {
	remedy := a.keyOf("back") + " shows all"
	if a.veils {
		return remedy + "; hidden verdicts match nothing"
	}
	return remedy
}

// refilter lists anew what the filter matches.
func (a *App) refilter(preferred *item) tea.Cmd {
	a.list.remedy = a.filterRemedy()
	a.list.build()
	if it := a.reader.item; it != nil && it.revision != nil {
		a.list.replace(it.revision.of, it) // a former answer is gone on with
	}
	a.fresh = false
	i := a.list.index(preferred)
	if i < 0 {
		i = a.list.index(preferred.newestOf()) // the files may have changed since
	}
	a.list.selectIndex(i)
	if a.list.current() == a.reader.item {
		return nil // nothing moves in the other panes
	}
	return a.selectItem(i)
}

// refilterJudged lists anew after verdicts came, which can change what matches.
func (a *App) refilterJudged() tea.Cmd {
	if !a.list.filter.active() {
		return nil
	}
	return a.refilter(a.reader.item)
}

// index returns the index of it among the items listed, -1 where it is not.
func (l *list) index(it *item) int {
	return slices.IndexFunc(l.items, func(row int) bool { return l.rows[row].item == it })
}

// canFilter reports whether there is something to filter.
func canFilter(a *App) bool { return len(a.list.all) > 1 }

// filterPrompt is the layer in which a filter is typed. The list follows.
type filterPrompt struct {
	prompt
	list   *list // the interface's
	before *item // what was shown when it opened
	keys   filterKeys
}

type filterKeys struct{ accept, close, next, previous key.Binding }

func newFilterPrompt(a *App) *filterPrompt {
	return &filterPrompt{prompt: newPrompt("filter ", a.list.filter.words), list: &a.list, before: a.reader.item, keys: filterKeys{
		accept: bind("keep", "enter", "enter"), close: bind("clear", "esc", "esc"),
		next: bind("next attempt", "↓", "down"), previous: bind("previous attempt", "↑", "up"),
	}}
}

func (p *filterPrompt) setSize(int, int) {}

func (p *filterPrompt) press(a *App, k tea.KeyMsg) (bool, tea.Cmd) {
	switch {
	case key.Matches(k, p.keys.close):
		return false, a.setFilter("", p.before)
	case key.Matches(k, p.keys.accept):
		return false, nil
	case key.Matches(k, p.keys.next):
		return true, a.stepItem(1)
	case key.Matches(k, p.keys.previous):
		return true, a.stepItem(-1)
	case p.edit(k):
		return true, a.setFilter(p.text(), p.before)
	}
	return true, nil
}

func (p *filterPrompt) draw(c canvas.Area) {
	note, style := grouped(len(p.list.items))+" of "+grouped(len(p.list.all)), themes.Dim
	if len(p.list.items) == 0 {
		style = themes.Warning
	}
	if p.text() == "" {
		note += "  name, reason, rule  !text  reason: verdict: rule:"
	}
	p.prompt.draw(lastRow(c), note, style)
}
