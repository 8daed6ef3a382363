package tui

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/themes"
	"compactlens/tui/keymap"
)

func TestTheFaultIsVisibleWithoutAKey(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {50, 15}, {40, 10}, {30, 8}} {
		d := drive(t, sample(), size[0], size[1])
		d.expect("xml_syntax", "must be written &amp;")
		if size[0] >= wordsWidth {
			d.expect("REJECTED", "^^")
		}
		if size[0] < wordsWidth {
			d.expect("rejected", "line 6 column 23")
		}
	}
}

func TestKeys(t *testing.T) {
	for _, c := range []struct {
		name, keys string
		w, h       int
		want       []string
		not        []string
	}{
		{"next attempt", "n", 120, 40, []string{"✓ ACCEPTED", "2/10"}, []string{"must be written"}},
		{"keys typed at once", "nn", 120, 40, []string{"3/10", "empty.xml"}, nil},
		{"back again", "n p", 120, 40, []string{"1/10", "^^"}, nil},
		{"not before the first", "p p", 120, 40, []string{"1/10"}, nil},
		{"the list moves the selection", "j j j", 120, 40, []string{"4/10", "line 3 is no JSON"}, nil},
		{"to the last", "G", 120, 40, []string{"10/10", "no terminal event", "NO TERMINAL"}, nil},
		{"and to the first", "G g", 120, 40, []string{"1/10"}, nil},
		{"a wire fault shows the reply", "n n n n n", 120, 40, []string{"REJECTED wire", "▸ ✗ 9", "notes", "^"}, nil},
		{"a reply has a summary", "n n n n n s", 120, 40, []string{"Summary Reply Life", "<goal>Port"}, []string{"through_event_id"}},
		{"the journal", "n n n n n l", 120, 40, []string{"2.415 s"}, nil},
		{"over the budget", "G k k k", 120, 40, []string{"token_limit", "5,102 / 4,096 (+1,006)"}, nil},
		{"no answer in hand", "G k k", 120, 40, []string{"stale_basis (5)", "give it with --reply FILE", "no answer in hand"}, nil},
		{"zoom", "tab z", 120, 40, []string{"[zoom]", "^^"}, []string{"Checks", "Attempts"}},
		{"zoom and back", "tab z z", 120, 40, []string{"Checks", "Attempts"}, []string{"[zoom]"}},
		{"esc ends the zoom", "z esc", 120, 40, []string{"Checks"}, nil},
		{"help", "?", 120, 40, []string{"Keys", "half a page down", "more below"}, nil},
		{"help closes", "? esc", 120, 40, []string{"Checks"}, []string{"half a page down"}},
		{"help scrolls", "? G", 80, 24, []string{"unfold all, or fold all"}, []string{"Faults"}},
		{"q closes the help alone", "? q", 120, 40, []string{"Checks"}, []string{"half a page down"}},
		{"the list on a narrow screen", "shift+tab", 80, 24, []string{"▸ Attempts", "many-faults.xml", "harborline"}, []string{"Finding 1"}},
		{"enter looks at it", "shift+tab j enter", 80, 24, []string{"ACCEPTED", "<goal>"}, []string{"▸ Attempts"}},
		{"esc leaves the list", "shift+tab esc", 80, 24, []string{"Finding 1"}, nil},
		{"the detail on a small screen", "tab", 50, 11, []string{"expected", "repair"}, []string{"^^"}},
	} {
		d := drive(t, sample(), c.w, c.h)
		d.press(c.keys)
		if t.Failed() {
			return
		}
		d.expect(c.want...)
		d.absent(c.not...)
		if t.Failed() {
			t.Fatalf("after %s: %q", c.name, c.keys)
		}
	}
}

func TestQuit(t *testing.T) {
	for _, k := range []tea.KeyMsg{{Type: tea.KeyRunes, Runes: []rune("q")}, {Type: tea.KeyCtrlC}} {
		d := drive(t, sample(), 80, 24)
		if k.Type == tea.KeyCtrlC {
			d.press("?") // ctrl+c passes every layer
		}
		_, cmd := d.app.Update(k)
		if cmd == nil {
			t.Fatalf("%v does not quit", k)
		}
		if _, is := cmd().(tea.QuitMsg); !is {
			t.Errorf("%v does not quit", k)
		}
	}
}

func TestPastedTextIsNoCommand(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("nqz?"), Paste: true})
	if n := len(d.app.layers); n > 0 || d.app.zoom {
		t.Error("a paste was taken for commands")
	}
	d.expect("+ pasted", "nqz?") // it was judged as an answer
}

func TestNothingIsDrawnAnewWhenNothingChanged(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.app.View()
	d.send(struct{}{})
	d.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	d.send(tea.FocusMsg{})
	if !d.app.fresh {
		t.Error("the frame would be drawn anew")
	}
}

func TestStaleAnswersAreDropped(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.send(openedMsg{id: d.app.opened - 1, contents: &contents{title: "old"}})
	d.absent("old")
	other := summaryItem("good.xml", good)
	d.send(judgedMsg{id: d.app.opened - 1, verdicts: map[*item]*judged{d.app.list.current(): judge(other.evidence)}, next: -1})
	d.expect("REJECTED")
}

func TestOpening(t *testing.T) {
	release := make(chan struct{})
	app := newApp(context.Background(), testTheme(false, themes.NoColor), func(ctx context.Context, report func(string)) (*contents, error) {
		report("harborline.jsonl · 12,000 records")
		close(release)
		<-ctx.Done()
		return nil, ctx.Err()
	})
	d := &driver{t: t, app: app}
	d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	cmds := app.Init()().(tea.BatchMsg)
	d.expect("compactlens", "opening")
	result := make(chan tea.Msg)
	go func() { result <- cmds[1]() }()
	<-release
	d.send(app.loading.spinner.Tick()) // its frame shows the newest progress
	d.expect("12,000 records", "esc")
	d.press("esc")
	d.send(<-result)
	d.expect("context canceled")
	d.absent("opening")
	if cmd := app.tick(app.spinnerTick()); cmd != nil {
		t.Error("the spinner turns while nothing is opened")
	}
}

func TestOpeningFails(t *testing.T) {
	app := newApp(context.Background(), testTheme(false, themes.NoColor), func(context.Context, func(string)) (*contents, error) {
		return nil, errors.New("no such file: \x1b[2J")
	})
	for _, size := range [][2]int{{80, 24}, {20, 4}} {
		d := &driver{t: t, app: app}
		d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.do(app.Init())
		d.expect("no such file", "␛")
	}
}

func TestAnEmptyWorkspace(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {20, 4}} {
		d := drive(t, &contents{title: "nothing"}, size[0], size[1])
		d.press("n ] j G tab z ? esc l s r enter")
		if err := fits(d.app.View(), size[0], size[1]); err != nil {
			t.Error(err)
		}
	}
}

func TestResizeKeepsTheFaultInSight(t *testing.T) {
	long := strings.Replace(manyFaults, "  <state>", strings.Repeat("line\n", 300)+"  <state>", 1)
	d := drive(t, &contents{groups: []group{{items: []*item{summaryItem("a", long)}}}}, 120, 40)
	for _, size := range [][2]int{{80, 24}, {200, 60}, {41, 11}, {120, 40}} {
		d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.expect("^^")
	}
}

func TestMouse(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	l := d.app.layout
	d.send(tea.MouseMsg{X: 3, Y: l.list.y + 2, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.expect("2/10", "ACCEPTED")
	d.send(tea.MouseMsg{X: l.text.x + 3, Y: l.text.y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	d.expect("▸ Summary")
	d.send(tea.WindowSizeMsg{Width: 120, Height: 20})
	d.send(tea.MouseMsg{X: 3, Y: l.list.y, Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown})
	d.expect("▸ Summary") // the wheel does not take the focus
	if d.app.list.top != wheelRows {
		t.Errorf("the list was scrolled by %d rows", d.app.list.top)
	}
}

func TestActionsAgree(t *testing.T) {
	ids := map[string]bool{}
	for _, c := range actions() {
		if c.id == "" || ids[c.id] || c.group == "" || c.key.Help().Key == "" || c.key.Help().Desc == "" || c.run == nil {
			t.Errorf("action %q is incomplete or stands twice", c.id)
		}
		ids[c.id] = true
		for _, k := range c.key.Keys() {
			if name, err := keymap.Parse(keymap.Text(k)); err != nil || name != k {
				t.Errorf("%s: %q is no name of a key: %v", c.id, k, err)
			}
		}
	}
	if all := keymap.Conflicts(KeyRows()); all != nil {
		t.Errorf("keys that two actions have in one view; name the views of both: %s", strings.Join(all, ", "))
	}
}
