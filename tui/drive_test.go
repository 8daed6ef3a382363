package tui

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/spinner"
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/content"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/keymap"
	"compactlens/tui/play"
)

// driver plays the part of Bubble Tea: it runs commands one after the other and
// gives their messages back.
type driver struct {
	t   *testing.T
	app *App
}

func testTheme(light bool, profile themes.Profile) *themes.Theme {
	return themes.New(themes.ForBackground(!light), themes.Options{Profile: profile})
}

// drive opens c in a window of w by h cells.
func drive(t *testing.T, c *contents, w, h int) *driver {
	t.Helper()
	return driveTheme(t, c, w, h, testTheme(false, themes.NoColor))
}

func driveTheme(t *testing.T, c *contents, w, h int, theme *themes.Theme) *driver {
	t.Helper()
	d := &driver{t: t, app: newApp(context.Background(), theme, func(context.Context, func(string)) (*contents, error) { return c, nil })}
	d.send(tea.WindowSizeMsg{Width: w, Height: h})
	d.do(d.app.Init())
	return d
}

func (d *driver) send(msg tea.Msg) {
	d.t.Helper()
	_, cmd := d.app.Update(msg)
	d.do(cmd)
	d.oneEach()
}

// oneEach fails where two actions that do something now have the same key.
func (d *driver) oneEach() {
	d.t.Helper()
	owner := make(map[string]string)
	for i := range d.app.actions {
		c := &d.app.actions[i]
		if !c.valid(d.app) {
			continue
		}
		for _, k := range c.key.Keys() {
			if other := owner[k]; other != "" {
				d.t.Fatalf("%q is a key of %s and of %s:\n%s", k, other, c.id, d.text())
			}
			owner[k] = c.id
		}
	}
}

// do runs a command and what follows from it, but for the spinner, which would
// turn for ever.
func (d *driver) do(cmd tea.Cmd) {
	d.t.Helper()
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil, spinner.TickMsg, tea.QuitMsg:
	case tea.BatchMsg:
		for _, c := range msg {
			d.do(c)
		}
	default:
		if list := reflect.ValueOf(msg); list.Type().Kind() == reflect.Slice && list.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
			for i := range list.Len() { // one after the other
				d.do(list.Index(i).Interface().(tea.Cmd))
			}
			return
		}
		d.send(msg)
	}
}

// press presses keys, named as in scripts, separated by blanks.
func (d *driver) press(keys string) {
	d.t.Helper()
	for k := range strings.FieldsSeq(keys) {
		s, faults := play.Parse([]byte(k))
		if faults != nil || len(s.Steps) != 1 { // characters that scripts have another use for
			s.Steps = []play.Step{{Key: keymap.Message(k)}}
		}
		d.send(s.Steps[0].Key)
	}
}

var sgr = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// text returns the frame without styles.
func (d *driver) text() string {
	lines := strings.Split(sgr.ReplaceAllString(d.app.View(), ""), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func (d *driver) expect(want ...string) {
	d.t.Helper()
	got := d.text()
	for _, s := range want {
		if !strings.Contains(got, s) {
			d.t.Errorf("no %q on the screen:\n%s", s, got)
		}
	}
}

func (d *driver) absent(not ...string) {
	d.t.Helper()
	got := d.text()
	for _, s := range not {
		if strings.Contains(got, s) {
			d.t.Errorf("%q is on the screen:\n%s", s, got)
		}
	}
}

// fits fails where a frame is not as its window wants it: as many lines as it is
// high, none wider, and no control byte but the theme's own sequences.
func fits(frame string, w, h int) error {
	plain := sgr.ReplaceAllString(frame, "")
	lines := strings.Split(plain, "\n")
	if !utf8.ValidString(plain) {
		return errors.New("the frame is not UTF-8")
	}
	if len(lines) != max(h, 1) {
		return errors.New("the frame has another height")
	}
	for _, l := range lines {
		if source.Width(l) > w {
			return errors.New("wider than the window: " + l)
		}
		for _, r := range l {
			if r < 0x20 || r >= 0x7F && r < 0xA0 || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == 0x200B || r == 0xFEFF {
				return errors.New("a character that must not be shown: " + l)
			}
		}
	}
	return nil
}

const manyFaults = `<conversation_summary>
  <goal>Make go test -race ./internal/yard pass every time.</goal>
  <constraints>Keep the CSV column order; no new dependency.</constraints>
  <decisions>One retry with backoff, owned by the worker.
- the clock stands behind an interface, 日本語 comments stay</decisions>
  <state>Ran go build && go test; 41 of 43 pass.</state>
  <open_items>Vec<String> in the exporter</open_items>
</conversation_summary>`

const good = `<conversation_summary><goal>Port the exporter</goal><constraints>Keep the column order</constraints>` +
	`<decisions>One retry</decisions><state>41 of 43 tests pass</state><open_items>Fix the clock test</open_items></conversation_summary>`

const identity = `"version":1,"basis":{"revision":7,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"},"model":{"provider":"anthropic","model":"example-model-1"},` +
	`"request_fingerprint":"3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f"`

func summaryItem(name, text string) *item {
	b := []byte(text)
	return &item{name: name, crumbs: []string{name}, evidence: inspect.Evidence{
		Reply: inspect.Reply{Form: inspect.FormSummary, File: source.NewText(b), Text: inspect.Excerpt{Bytes: b}},
	}}
}

// replyItem is a whole reply with all the evidence there can be.
func replyItem(name, text string, tokens uint64) *item {
	b := []byte(text)
	it := &item{name: name, trigger: "manual", crumbs: []string{"loop 1453", "attempt " + name}, outcome: outcome{kind: outcomeRejected, word: "invalid_summary (9)"}}
	it.evidence = inspect.Evidence{
		Reply:            inspect.Reply{Form: inspect.FormText, File: source.NewText(b), Text: inspect.Excerpt{Bytes: b}},
		Usage:            inspect.Know(&content.Usage{OutputTokens: tokens}, "response"),
		OutputBytes:      inspect.Know(int64(65536), "journal"),
		MaxSummaryTokens: inspect.Know(uint64(4096), "preset carbon"),
		Identity: inspect.Identity{
			Revision: inspect.Know(uint64(7), "journal"), ThroughEventID: inspect.Know("0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10", "journal"),
			Provider: inspect.Know("anthropic", "journal"), Model: inspect.Know("example-model-1", "journal"),
			Fingerprint: inspect.Know(strings.Repeat("3f", 32), "journal"),
		},
	}
	it.recorded = []line{{text: "Rejected: invalid_summary (9)"}}
	it.facts = []line{{label: "took", text: "2.415 s"}}
	return it
}

// sample holds one item of every sort.
func sample() *contents {
	journal := group{title: "harborline", note: "21 attempts", items: []*item{
		replyItem("8", "{"+identity+`,"summary":"`+strings.ReplaceAll(good, `"`, `\"`)+`"}`, 150),
		replyItem("9", "{"+identity+`,"notes":"x","summary":"`+strings.ReplaceAll(good, `"`, `\"`)+`"}`, 150),
		replyItem("10", "{"+identity+`,"summary":"`+strings.ReplaceAll(good, `"`, `\"`)+`"}`, 5102),
		{name: "11", trigger: "auto", crumbs: []string{"loop 1453", "attempt 11"}, outcome: outcome{kind: outcomeRejected, word: "stale_basis (5)"},
			recorded: []line{{text: "Rejected: stale_basis (5)"}, {label: "reply", text: "none in hand; give it with --reply FILE"}}, facts: []line{{label: "took", text: "12 ms"}}},
		{name: "12", trigger: "auto", crumbs: []string{"loop 1453", "attempt 12"}, outcome: outcome{kind: outcomeCommitted}, facts: []line{{label: "ended", text: "committed"}}},
		{name: "13", trigger: "manual", crumbs: []string{"loop 1453", "attempt 13"}, outcome: outcome{kind: outcomeOpen}, facts: []line{{label: "ended", text: "no terminal event"}}},
	}}
	loose := group{title: "outputs", items: []*item{
		summaryItem("many-faults.xml", manyFaults), summaryItem("good.xml", good), summaryItem("empty.xml", ""),
		{name: "broken.jsonl", problem: true, crumbs: []string{"broken.jsonl"}, facts: []line{{text: "line 3 is no JSON", style: themes.Warning}}},
	}}
	return &contents{title: "store", groups: []group{loose, journal}}
}

// spinnerTick returns a tick like those that were on their way when the opening ended.
func (a *App) spinnerTick() spinner.TickMsg { return spinner.TickMsg{} }

// messages returns what a command and those it batches answer.
func messages(cmd tea.Cmd) (all []tea.Msg) {
	if cmd == nil {
		return nil
	}
	msg := cmd()
	batch, is := msg.(tea.BatchMsg)
	if !is {
		return []tea.Msg{msg}
	}
	for _, c := range batch {
		all = append(all, messages(c)...)
	}
	return all
}

// typeName returns the name of a message's type.
func typeName(m tea.Msg) string { return fmt.Sprintf("%T", m) }
