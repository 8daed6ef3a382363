package settings

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"compactlens/tui/keymap"
)

// actions are some that can be given keys.
var actions = []keymap.Row{
	{ID: "next-fault", Title: "next fault", Keys: []string{"]"}},
	{ID: "page-down", Title: "a page down", Keys: []string{"pgdown", " "}},
	{ID: "more", Title: "a step more", Keys: []string{"right"}, Where: 1},
	{ID: "ahead", Title: "ahead", Keys: []string{"right"}, Where: 2},
	{ID: "help", Title: "all keys", Keys: []string{"?"}, Needed: true},
	{ID: "quit", Title: "quit", Keys: []string{"q", "ctrl+c"}, Needed: true},
}

func TestKeys(t *testing.T) {
	var s Settings
	if err := s.file("config.toml", []byte("theme = 'light'\n[keys]\nnext-fault = 'e'\npage-down = ['space', \"f\"]\nahead = []\n\"more\" = 'right'\n"), actions); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"next-fault": {"e"}, "page-down": {" ", "f"}, "more": {"right"}, "ahead": nil, "help": {"?"}, "quit": {"q", "ctrl+c"}}
	if !reflect.DeepEqual(s.Keys, want) || s.Theme != "light" {
		t.Errorf("%+v", s.Keys)
	}
}

func TestKeyFaults(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "[keys]\n", ""},
		{"unknown action", "[keys]\n«next-falt = 'e'\n", `unknown action "next-falt"; did you mean next-fault?`},
		{"two faults in order", "«them = 1\n[keys]\n«fly = 'e'\nhelp = «'Escape'\n", `"Escape" is sent as another key; write esc`},
		{"unknown key in a list", "[keys]\nnext-fault = ['e', «'ctlr+e']\n", "did you mean ctrl+e?"},
		{"a digit", "[keys]\nnext-fault = «'4'\n", "digits are counts"},
		{"a number", "[keys]\nnext-fault = «4\n", "keys.next-fault must be the name of a key in quotes, or a list of such names"},
		{"a number in a list", "[keys]\nnext-fault = ['e', «4]\n", "or a list of such names"},
		{"taken", "[keys]\n\nnext-fault = [«'?', 'x']\n", `"?" is a key of help, too`},
		{"taken by another line", "[keys]\nhelp = 'x'\nnext-fault = «'x'\n", `"x" is a key of help, too, and both can be meant; that is said on line 2`},
		{"not reachable", "[keys]\n«quit = []\n", "quit needs a key"},
		{"taken from help", "[keys]\nnext-fault = '?'\n«help = []\n", "help needs a key"},
		{"always quits", "[keys]\nnext-fault = «'ctrl+c'\n", "ctrl+c always quits"},
		{"no table", "keys = «'x'\n", "keys must be a table"},
		{"what was meant", "«key = 'x'\n", "did you mean keys?"},
		{"inline", "keys = { next-fault = «'4', help = 'h' }\n", "digits are counts"},
	} {
		text, want := marked(c.text)
		var s Settings
		got, message := faults(t, s.file("config.toml", []byte(text), actions))
		if fmt.Sprint(got) != fmt.Sprint(want) || !strings.Contains(message, c.want) {
			t.Errorf("%s: %v %s, want %v %s", c.name, got, message, want, c.want)
		}
	}
}

func TestDefaultKeys(t *testing.T) {
	text := Default(actions)
	for _, want := range []string{"\n#[keys]\n", "\n# a page down\n#page-down = [\"pgdown\", \"space\"]\n", "\n# next fault\n#next-fault = \"]\"\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in the default:\n%s", want, text)
		}
	}
}
