package tui

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/bubbles/spinner"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/source"
	"compactlens/loader"
	"compactlens/tui/edit"
	"compactlens/tui/find"
)

// gone are the things that messages may belong to, none of which is shown any more.
type gone struct {
	opening int
	item    *item
	judged  *judged
	editing *editing
	reply   *loader.Reply
	reloads int
	search  int
	chore   int
}

// staleMessages returns late messages by the names of their types: what was begun when
// something else was shown, or open.
func staleMessages(t *testing.T, g gone) map[string][]tea.Msg {
	verdicts := map[*item]*judged{g.item: g.judged}
	other := judgedMsg{id: g.opening - 1, verdicts: verdicts, next: 0}
	former := judgedMsg{id: g.opening, verdicts: verdicts, next: -1}
	reload := reloadedMsg{id: g.opening - 1, contents: sample(), since: g.reloads - 1}
	lens := &editDiff{}
	q := newQuestion("title", "", "")
	layer := &diffLayer{id: 2}
	return map[string][]tea.Msg{
		"openedMsg":   {openedMsg{id: g.opening - 1, contents: sample()}, openedMsg{id: g.opening, contents: sample()}, openedMsg{id: g.opening - 1, err: errors.New("late")}},
		"playMsg":     {playMsg{}},
		"TickMsg":     {spinner.TickMsg{}},
		"keptMsg":     {keptMsg{number: g.chore - 1, err: errors.New("late")}},
		"foundMsg":    {foundMsg{id: g.search - 1, hits: find.Hits{Spans: []source.Span{{Start: 0, End: 5}}}}, foundMsg{id: g.search}},
		"judgedMsg":   {other, former},
		"crossedMsg":  {crossedMsg{judgedMsg: other, crossing: -1, steps: 1, to: g.item}, crossedMsg{judgedMsg: former, crossing: -1, steps: 1, to: g.item}},
		"doneMsg":     {doneMsg{id: g.opening, item: g.item, keep: forgetAll}, doneMsg{id: g.opening - 1, item: g.item, keep: forgetAll}},
		"materialMsg": {materialMsg{id: g.opening, item: g.item, material: &material{}}, materialMsg{id: g.opening - 1, item: g.item}},
		"changedMsg":  {changedMsg{id: g.opening - 1}},
		"reloadedMsg": {reload},
		"lateMsg":     {lateMsg{reload}, lateMsg{reloadedMsg{id: g.opening, since: g.reloads - 1, contents: sample()}}},
		"settledMsg":  {settledMsg{g.reloads - 1}},
		"flashEndMsg": {flashEndMsg{-1}},
		"indexedMsg":  {indexedMsg{id: g.opening, item: g.item}, indexedMsg{id: g.opening - 1, item: g.item}},
		"handMsg":     {handMsg{opening: g.opening - 1, of: g.item, reply: g.reply, how: "pasted"}},
		"againMsg":    {againMsg{outside: outside{opening: g.opening - 1, item: g.item}, reply: g.reply}, againMsg{outside: outside{opening: g.opening, item: g.item}, reply: g.reply}},
		"leftMsg":     {leftMsg{g.editing, true}, leftMsg{g.editing, false}},
		"answeredMsg": {answeredMsg{g.editing, handMsg{opening: g.opening, reply: g.reply, how: "edited"}}, answeredMsg{g.editing, handMsg{opening: g.opening, err: errors.New("late")}}},
		"savedMsg":    {savedMsg{e: g.editing, path: "late.xml"}, savedMsg{e: g.editing, err: fs.ErrExist}, savedMsg{e: g.editing, err: errors.New("late")}},
		"plannedMsg":  {plannedMsg{e: g.editing, version: g.editing.version, any: true}},
		"comparedMsg": {comparedMsg{e: g.editing, lens: lens}},
		"editJudgedMsg": {
			editJudgedMsg{e: g.editing, version: g.editing.version}, editJudgedMsg{e: g.editing, version: g.editing.version - 1}, editJudgedMsg{e: g.editing, version: g.editing.version, judgment: g.editing.shown},
		},
		"completionMsg": {completionMsg{question: q, typed: "", text: "late"}, completionMsg{question: q, typed: "else"}},
		"copyMsg": {
			copyMsg{func(a *App) tea.Cmd { return nil }}, // what it belongs to is looked at inside, in the tests of menus and comparisons
			layerMade(t, layer, g.item),
		},
	}
}

// forgetAll leaves nothing to be shown.
func forgetAll(a *App) { a.reader.show(nil) }

// layerMade returns what is made for a comparison that is closed, and older than its
// newest.
func layerMade(t *testing.T, l *diffLayer, it *item) tea.Msg {
	a := drive(t, sample(), 80, 24).app
	l.old, l.new = it, it
	msg := l.make(a)()
	l.id++
	return msg
}

// untimely are messages that always say something: somebody waits for each of them, and
// it comes once.
var untimely = map[string]string{
	"cameBack":      "the terminal is back",
	"outsideEnded":  "the editor has ended",
	"outsideFailed": "the editing came to nothing",
	"outsideReady":  "the copy to be edited is there",
	"unchangedMsg":  "the editor changed nothing",
	"writtenMsg":    "a file was written, or could not be",
	"printedMsg":    "the terminal is back",
}

// What comes late changes nothing that is seen, whatever is shown by then; every type
// of message is either tried here or always of use.
func TestStaleMessages(t *testing.T) {
	reply, err := loader.ReadReply("pasted", []byte(good))
	if err != nil {
		t.Fatal(err)
	}
	was := summaryItem("gone.xml", manyFaults)
	was.judged = judge(was.evidence)
	e := &editing{of: was, buffer: edit.New([]byte(manyFaults)), version: 3, asked: 3, giveUp: func() {}, finding: -1}
	e.shown = &editJudgment{verdict: was.judged.verdict, dossier: was.judged.dossier}
	for _, keys := range []string{"", "s", "a", "e", "e x", "/ o", "& a", "y", "X", "D", ":", "?", "V", "l", "j j l", "O"} {
		d := drive(t, sample(), 120, 40)
		d.app.live.reloads = 5
		if keys != "" {
			d.press(keys)
		}
		g := gone{opening: d.app.opened, item: was, judged: was.judged, editing: e, reply: reply, reloads: 5, search: d.app.search.id, chore: d.app.keeper.last}
		for name, all := range staleMessages(t, g) {
			for i, msg := range all {
				before := d.app.draw()
				_, cmd := d.app.Update(msg)
				for _, more := range messages(cmd) {
					if more != nil {
						d.app.Update(more)
					}
				}
				if now := d.app.draw(); now != before {
					t.Errorf("%q: %s %d changes the frame:\n%s\nit was\n%s", keys, name, i, plainFrame(now), plainFrame(before))
				}
			}
		}
	}
	tried := staleMessages(t, gone{editing: e, item: was, judged: was.judged, reply: reply})
	for _, name := range messageTypes(t) {
		if _, is := untimely[name]; len(tried[name]) == 0 && !is {
			t.Errorf("messages of type %s are not tried", name)
		}
	}
}

// messageTypes returns the names of the types that Update knows, and of those that know
// what is to be done when they arrive.
func messageTypes(t *testing.T) []string {
	names := map[string]bool{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, is := d.(*ast.FuncDecl)
			if !is || f.Recv == nil {
				continue
			}
			of, plain := f.Recv.List[0].Type.(*ast.Ident)
			if f.Name.Name == "arrive" && plain {
				names[of.Name] = true
			}
			if f.Name.Name != "Update" || name != "app.go" {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				c, is := n.(*ast.CaseClause)
				if !is {
					return true
				}
				for _, x := range c.List {
					switch x := x.(type) {
					case *ast.Ident:
						names[x.Name] = true
					case *ast.SelectorExpr:
						names[x.Sel.Name] = true
					}
				}
				return true
			})
		}
	}
	var all []string
	for name := range names {
		switch name {
		case "WindowSizeMsg", "KeyMsg", "MouseMsg", "arrival": // from the terminal; an interface
		default:
			all = append(all, name)
		}
	}
	if len(all) < 20 {
		t.Errorf("only %q were found", all)
	}
	return all
}

// What was read of one file brings nothing back of another that was read meanwhile.
func TestReadingsThatCross(t *testing.T) {
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": good, "b.xml": good})
	first := d.app.reload(changedMsg{id: d.app.opened, paths: []string{d.path("a.xml")}})
	d.write(t, "a.xml", manyFaults)
	early := first()
	d.changed(map[string]string{"b.xml": manyFaults})
	d.send(early)
	for _, it := range d.app.list.all {
		if it.findings() == 0 {
			t.Errorf("%s is shown as it was:\n%s", it.name, d.text())
		}
	}
}

// The same for what runs for a menu or a clipboard: closed, it makes nothing more.
func TestStaleCopies(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	cmd := d.app.openCopyMenu()
	d.press("esc")
	before := d.text()
	d.do(cmd)
	if got := d.text(); got != before {
		t.Errorf("a closed menu changes the frame:\n%s", got)
	}
	first := d.app.copyOut("first", []byte("1"))
	second := d.app.copyOut("second", []byte("2"))
	d.do(second)
	d.do(first)
	d.expect("second: ")
	d.absent("first: ")
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	cancel()
	if all := d.app.subject().offers(ctx, copyables()); all[0].text != nil {
		t.Error("a closed menu goes on making what it offers")
	}
}
