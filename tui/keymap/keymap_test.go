package keymap

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"]": "]", "n": "n", "N": "N", "ä": "ä", "日": "日", "space": " ", " ": " ", "alt+space": "alt+ ", "enter": "enter", "ctrl+x": "ctrl+x", "alt+x": "alt+x",
		"alt+enter": "alt+enter", "f5": "f5", "shift+tab": "shift+tab", "shift+right": "shift+right", "ctrl+home": "ctrl+home", "pgdown": "pgdown", "+": "+", "alt++": "alt++", "alt+3": "alt+3", `\`: `\`,
	} {
		if got, err := Parse(text); got != want || err != nil {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"":            `"" names no key`,
		"5":           "digits are counts",
		"ctrl+i":      "write tab",
		"alt+ctrl+m":  "write alt+enter",
		"Escape":      "write esc",
		"shift+a":     "write A",
		"Enter":       "did you mean enter?",
		"ctlr+x":      "did you mean ctrl+x?",
		"f99":         "names no key",
		"nn":          "names no key: that is one character",
		"\x1b":        "names no key",
		"\xff":        "names no key",
		"ctrl+shift+": "names no key",
		"alt+":        "names no key",
	} {
		got, err := Parse(text)
		var e *NameError
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v; want %s", text, got, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a", "ctrl+x", "alt+space", "shift+a", "", "\x00", "alt+alt+x", "日"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name, err := Parse(s)
		if err != nil {
			var e *NameError
			if !errors.As(err, &e) || name != "" {
				t.Fatalf("%q: %q, %v", s, name, err)
			}
			return
		}
		if m := Message(name); m.String() != name {
			t.Fatalf("%q: the message is %q", name, m.String())
		}
		if again, err := Parse(Text(name)); again != name || err != nil {
			t.Fatalf("%q: %q is written %q, which is %q, %v", s, name, Text(name), again, err)
		}
	})
}

const (
	viewA Contexts = 1 << iota
	viewB
)

func rows() []Row {
	return []Row{
		{ID: "next", Keys: []string{"n", "right"}, Where: viewA},
		{ID: "step", Keys: []string{"s", "right"}, Where: viewB},
		{ID: "search", Keys: []string{"/"}},
		{ID: "help", Keys: []string{"?", "f1"}, Needed: true},
		{ID: "quit", Keys: []string{"q", "ctrl+c"}, Needed: true},
	}
}

func TestApply(t *testing.T) {
	if all := Conflicts(rows()); all != nil {
		t.Fatalf("the rows themselves: %q", all)
	}
	for _, c := range []struct {
		name    string
		choices []Choice
		want    map[string][]string // what changes
	}{
		{"nothing", nil, nil},
		{"another key", []Choice{{"search", []string{"f"}}}, map[string][]string{"search": {"f"}}},
		{"no key", []Choice{{"search", nil}}, map[string][]string{"search": nil}},
		{"exchanged", []Choice{{"search", []string{"?"}}, {"help", []string{"/"}}}, map[string][]string{"search": {"?"}, "help": {"/"}}},
		{"a key that was given up", []Choice{{"next", []string{"x"}}, {"search", []string{"n"}}}, map[string][]string{"next": {"x"}, "search": {"n"}}},
		{"the same elsewhere", []Choice{{"next", []string{"s"}}}, map[string][]string{"next": {"s"}}},
		{"always a way out", []Choice{{"quit", []string{"Q"}}}, map[string][]string{"quit": {"Q", "ctrl+c"}}},
		{"a name", []Choice{{"search", []string{"space", "alt+x"}}}, map[string][]string{"search": {" ", "alt+x"}}},
	} {
		got, faults := Apply(rows(), c.choices)
		want := map[string][]string{}
		for _, r := range rows() {
			want[r.ID] = r.Keys
		}
		for id, keys := range c.want {
			want[id] = keys
		}
		if faults != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %+v", c.name, got, faults)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name    string
		choices []Choice
		want    string // "CHOICE.KEY message" of each
	}{
		{"unknown", []Choice{{"serch", []string{"f"}}}, `0.-1 unknown action "serch"; did you mean search?`},
		{"like none", []Choice{{"fly", []string{"f"}}}, `0.-1 unknown action "fly"; "compactlens config init" lists the actions`},
		{"no name", []Choice{{"search", []string{"f", "Enter"}}}, `0.1 "Enter" names no key; did you mean enter?`},
		{"twice", []Choice{{"search", []string{"f", "f"}}}, `0.1 "f" stands twice`},
		{"no way out", []Choice{{"quit", nil}}, `0.-1 quit needs a key, or it could not be reached`},
		{"no help", []Choice{{"search", []string{"x"}}, {"help", nil}}, `1.-1 help needs a key, or it could not be reached`},
		{"taken", []Choice{{"search", []string{"x", "?"}}}, `0.1 "?" is a key of help, too, and both can be meant; give help another key, or none: help = []`},
		{"taken before", []Choice{{"quit", []string{"/"}}}, `0.0 "/" is a key of search, too, and both can be meant; give search another key, or none: search = []`},
		{"two choices", []Choice{{"help", []string{"space"}}, {"search", []string{"space"}}}, `1.0 (0) "space" is a key of help, too, and both can be meant`},
		{"the other way round", []Choice{{"search", []string{"x"}}, {"help", []string{"x"}}}, `1.0 (0) "x" is a key of search, too, and both can be meant`},
		{"ctrl+c", []Choice{{"search", []string{"ctrl+c"}}}, "0.0 ctrl+c always quits"},
		{"ctrl+c, though quit has another", []Choice{{"search", []string{"ctrl+c"}}, {"quit", []string{"Q"}}}, "0.0 ctrl+c always quits"},
		{"taken in both views", []Choice{{"search", []string{"right"}}}, `0.0 "right" is a key of next, too, and both can be meant; give next another key, or none: next = [] | ` +
			`0.0 "right" is a key of step, too, and both can be meant; give step another key, or none: step = []`},
	} {
		_, faults := Apply(rows(), c.choices)
		var got []string
		for _, f := range faults {
			other := ""
			if f.Other >= 0 {
				other = fmt.Sprintf("(%d) ", f.Other)
			}
			got = append(got, fmt.Sprintf("%d.%d %s%s", f.Choice, f.Key, other, f.Message))
		}
		if s := strings.Join(got, " | "); s != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, s, c.want)
		}
	}
}

func TestConflicts(t *testing.T) {
	all := append(rows(), Row{ID: "more", Keys: []string{"right", "?"}, Where: viewB})
	if got := strings.Join(Conflicts(all), ", "); got != "right: step and more, ?: help and more" {
		t.Error(got)
	}
}

func TestShown(t *testing.T) {
	for want, keys := range map[string][]string{"": nil, "j ↓": {"j", "down"}, "space": {" "}, "shift+→": {"shift+right"}, "pgdn pgup": {"pgdown", "pgup", "x"}, "alt+space": {"alt+ "}, "Q": {"Q", "ctrl+c"}, "ctrl+c": {"ctrl+c"}} {
		if got := Shown(keys); got != want {
			t.Errorf("%q: %s, want %s", keys, got, want)
		}
	}
}
