package tui

import (
	"errors"
	"strings"
	"testing"

	"compactlens/core/source"
)

func TestParsePlace(t *testing.T) {
	text := source.NewText([]byte("ab\ncdé日\r\n\nlast"))
	for _, c := range []struct {
		in     string
		kind   placeKind
		offset int    // -1 for an error
		reason string // a piece of it
	}{
		{"1", placeLine, 0, ""},
		{"2", placeLine, 3, ""},
		{" 2:4 ", placeLine, 7, ""},
		{"2:5", placeLine, 10, ""},
		{"2:6", placeLine, -1, "line 2 has 4 columns"},
		{"5", placeLine, -1, "the text has 4 lines"},
		{"0", placeLine, -1, "count from 1"},
		{"2:", placeLine, -1, "column behind : must be a number"},
		{"2x", placeLine, -1, "the line must be a number"},
		{"99999999999999999999", placeLine, -1, "must be a number"},
		{"@0", placeByte, 0, ""},
		{"@17", placeByte, 17, ""},
		{"@18", placeByte, -1, "the text has 17 bytes"},
		{"@", placeByte, -1, "must be a number"},
		{"0%", placePercent, 0, ""},
		{"50%", placePercent, 8, ""},
		{"100%", placePercent, 17, ""},
		{"101%", placePercent, -1, "100%"},
		{"msg 17", placeMessage, -1, ""},
		{"msg17", placeMessage, -1, ""},
		{"msg", placeMessage, -1, "must be a number"},
		{"attempt 3", placeAttempt, -1, ""},
		{"attempt 3x", placeNone, -1, ""},
		{"attempt", placeNone, -1, ""},
		{"attempt ", placeNone, -1, ""},
		{"goal", placeNone, -1, ""},
		{"", placeNone, -1, ""},
		{"%", placeNone, -1, ""},
		{"msgs", placeNone, -1, ""},
	} {
		p, err := parsePlace(c.in)
		offset := -1
		if err == nil && p.kind != placeNone && p.kind < placeMessage {
			offset, err = p.in(text)
		}
		if err != nil {
			offset = -1
		}
		if p.kind != c.kind || offset != c.offset {
			t.Errorf("%q: kind %d offset %d %v, want %d %d", c.in, p.kind, offset, err, c.kind, c.offset)
		}
		var bad *PlaceError
		switch {
		case c.reason == "" && err != nil:
			t.Errorf("%q: %v", c.in, err)
		case c.reason != "" && (!errors.As(err, &bad) || !strings.Contains(bad.Reason, c.reason)):
			t.Errorf("%q: %v, want %q", c.in, err, c.reason)
		}
	}
}

func FuzzParsePlace(f *testing.F) {
	for _, s := range []string{"120:14", "@4096", "50%", "msg 17", "attempt 3", "goal"} {
		f.Add(s)
	}
	text := source.NewText([]byte("one\ntwo\n日本\xff"))
	f.Fuzz(func(t *testing.T, s string) {
		p, err := parsePlace(s)
		if err != nil || p.kind == placeNone || p.kind >= placeMessage {
			return
		}
		if offset, err := p.in(text); err == nil && (offset < 0 || offset > text.Len()) {
			t.Errorf("%q: %d", s, offset)
		}
	})
}

func TestFuzzy(t *testing.T) {
	for _, c := range []struct {
		pattern, better, worse string // worse is empty where it must not match
	}{
		{"nf", "next fault", "half a page down"},
		{"zoom", "the zoom", ""},
		{"page", "a page down", "previous fault"},
		{"na", "next attempt", "in a"},
		{"half down", "half a page down", "half a page up"},
		{"foo", "foot notes", "hide verdicts until asked for, or show them"},
		{"erdict", "the verdict", ""},
		{"e", "edit", "the verdict"},
		{"日", "x 日本", "abc"},
	} {
		best, ok := fuzzy(c.pattern, c.better)
		worse, also := fuzzy(c.pattern, c.worse)
		if !ok || also && worse >= best {
			t.Errorf("%q: %q %d %v, %q %d %v", c.pattern, c.better, best, ok, c.worse, worse, also)
		}
	}
}

func TestPalette(t *testing.T) {
	for _, c := range []struct {
		name, write, keys string
		want, not         []string
	}{
		{"it opens with all", "", "", []string{"Go to, or do", "goal", "section", "more below"}, nil},
		{"a line", "7", "", []string{"to line 7"}, []string{"Go to, or do"}},
		{"and column", "7:20", "enter", []string{"all keys"}, []string{"to line"}},
		{"no such line", "120", "enter", []string{"the text has 8 lines", ":120"}, nil},
		{"a byte", "@99", "", []string{"to byte 99"}, nil},
		{"an action by its other name", "zoom", "", []string{"▸ the pane alone"}, nil},
		{"is done", "pane alone", "enter", []string{"Attempts"}, []string{"Go to, or do", "Checks"}},
		{"that opens something", "all keys", "enter", []string{"Keys", "Faults"}, []string{"Go to, or do"}},
		{"the second one", "pane", "down enter", nil, []string{"Go to, or do"}},
		{"not now", "the decoded summary", "enter", []string{"it is shown already"}, nil},
		{"no such thing", "xyzzy", "enter", []string{"no place, section or action is called so"}, nil},
		{"corrected", "xyzzy", "ctrl+u", []string{"section"}, []string{"is called so"}},
		{"a message", "msg 3", "enter", []string{"look at the transcript first"}, nil},
		{"closed", "7", "esc", []string{"all keys"}, []string{":7"}},
	} {
		d := drive(t, sample(), 120, 40)
		d.press(":")
		d.write(c.write)
		d.press(c.keys)
		d.expect(c.want...)
		d.absent(c.not...)
		if t.Failed() {
			t.Fatalf("after %s", c.name)
		}
	}
}

func TestGoTo(t *testing.T) {
	text := strings.Repeat("some words on a line\n", 499) + "some words on the last"
	for write, row := range map[string]string{"120": "│120 ", "120:14": "│120 ", "@4200": "│201 ", "50%": "│250 ", "500": "│500 ", "100%": "│500 "} {
		d := drive(t, &contents{groups: []group{{title: "x", items: []*item{summaryItem("x", text)}}}}, 100, 30)
		d.press(":")
		d.write(write)
		d.press("enter")
		d.expect(row)
		d.absent(" 1  ")
	}
	d := drive(t, sample(), 120, 40)
	d.press("n n n n n :") // a reply; its section is in the summary
	d.write("state")
	d.press("enter")
	d.expect("▸ Summary Reply")
}

func TestGoToAMessage(t *testing.T) {
	d := drive(t, openFiles(t, journals+"live-committed-old-tool-results-stubbed.jsonl.gz"), 120, 40)
	d.press("t :")
	d.write("msg 17")
	d.press("enter")
	d.expect("message 17 of 43")
	d.press(":")
	d.write("msg 44")
	d.press("enter")
	d.expect("there are messages 1 to 43")
}

func TestGoToAnAttempt(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.press(":")
	d.write("attempt 2")
	d.expect("to attempt 2 of the list")
	d.press("enter")
	d.expect("▸ ✓ good.xml")
	d.press("ctrl+o")
	d.expect("▸ ✗ many-faults.xml")
	d.press(":")
	d.write("attempt 11")
	d.press("enter")
	d.expect("the list has attempts 1 to 10")
}

// No key means two things at a time, whatever is added to the table.
func TestNoKeyMeansTwoThings(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	for range d.app.list.items {
		for _, k := range strings.Fields("s r l t R a f b w") {
			d.press(k)
			for p := range panes {
				d.app.setFocus(p)
				seen := map[string]string{}
				for _, c := range d.app.actions {
					for _, k := range c.key.Keys() {
						if !c.valid(d.app) {
							continue
						}
						if other := seen[k]; other != "" {
							t.Fatalf("in %s, %q is both %s and %s", d.app.reader.kind.title(), k, other, c.id)
						}
						seen[k] = c.id
					}
				}
			}
		}
		d.press("n")
	}
}

// Nonsense is nothing, a whole name goes before all that is near to it, and a section
// that is not there is not taken for something else.
func TestPaletteKnowsNonsense(t *testing.T) {
	for _, c := range []struct{ write, want string }{
		{"foo", "no place, section or action is called so"},
		{"help", "▸ all keys"},
		{"hide-verdicts", "▸ hide verdicts until asked for"},
		{"next fault", "▸ next fault, then"},
		{"decisions", "there is no decisions section here"},
	} {
		d := drive(t, &contents{groups: []group{{items: []*item{summaryItem("a", strings.Replace(good, "<decisions>One retry</decisions>", "", 1)), summaryItem("b", good)}}}}, 120, 40)
		d.press(":")
		d.write(c.write)
		if strings.HasPrefix(c.want, "▸") {
			d.expect(c.want)
			continue
		}
		veils := d.app.veils
		d.press("enter")
		d.expect(c.want, ":"+c.write)
		if d.app.veils != veils {
			t.Errorf("%s hid the verdicts", c.write)
		}
	}
}
