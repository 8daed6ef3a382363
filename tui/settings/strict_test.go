package settings

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// marked takes the marks « out of a text and returns where they stood, as line and
// column.
func marked(text string) (plain string, at []string) {
	line, column := 1, 1
	var out strings.Builder
	for _, r := range text {
		switch r {
		case '«':
			at = append(at, fmt.Sprintf("%d:%d", line, column))
			continue
		case '\n':
			line, column = line+1, 0
		}
		column++
		out.WriteRune(r)
	}
	return out.String(), at
}

// faults returns where the faults of err are.
func faults(t *testing.T, err error) (at []string, text string) {
	t.Helper()
	if err == nil {
		return nil, ""
	}
	var f *FileError
	if !errors.As(err, &f) || len(f.Faults) == 0 {
		t.Fatalf("not a FileError: %v", err)
	}
	for _, x := range f.Faults {
		at = append(at, fmt.Sprintf("%d:%d", x.Line, x.Column))
	}
	return at, err.Error()
}

func TestConfigFaults(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"all is well", "theme = 'light'\nmouse = false # why not\nascii=true\n", ""},
		{"byte order mark", "\uFEFFtheme = 'light'\n«x = 1\n", "unknown key"},
		{"unknown key, and what was meant", "theme = 'dark'\n«them = 'dark'\n", "did you mean theme?"},
		{"unknown key, like none", "«colour_of_the_sky = 'dark'\n", "the keys are theme, color, preset"},
		{"several", "«a = 1\nmouse = «'no'\n  «b = 2\n", "mouse must be true or false"},
		{"unknown table", "theme = 'dark'\n[«kays]\n", "unknown table"},
		{"key in a table", "[«a]\n«b = 1\n", `unknown key "a.b"`},
		{"dotted", "a.«b = 1\n", `unknown key "a.b"`},
		{"a period in a name", "«\"a.b\" = 1\n", `unknown key "\"a.b\""`},
		{"inline table", "theme = «{ name = 'x' }\n", "theme must be a text in quotes"},
		{"column in code points", "theme = 'ü日本' ; «\n", ""},
		{"wrong kind", "theme = «3\n", "theme must be a text in quotes"},
		{"array", "«theme = ['a']\n", "theme must be a text in quotes"},
		{"no such value", "preset = «'mainframe'\n", "preset must be one of carbon, coderig, none"},
		{"no such clipboard", "clipboard = «'on'\n", "clipboard must be one of auto, osc52, tools, off"},
		{"no such colour", "color = «'maybe'\n", "color must be one of auto, never, always"},
		{"twice", "theme = 'dark'\n\n«theme = 'light'\n", "the first is on line 1"},
		{"no end of the text", "theme = 'dark«\n", ""},
		{"no value", "theme =«\n", ""},
		{"array of tables", "[[«theme]]\n", "theme must be a text"},
	} {
		if c.name == "column in code points" {
			c.text = "theme = «ü日本\n"
		}
		if c.name == "inline table" {
			c.text = "theme = «{ «name = 'x' }\n"
		}
		text, want := marked(c.text)
		var s Settings
		err := s.file("config.toml", []byte(text), actions)
		got, message := faults(t, err)
		if fmt.Sprint(got) != fmt.Sprint(want) || !strings.Contains(message, c.want) {
			t.Errorf("%s: %v %s, want %v %s", c.name, got, message, want, c.want)
		}
	}
	var s Settings
	err := s.file("c.toml", []byte("theme = '\xff'\n"), actions)
	if at, message := faults(t, err); fmt.Sprint(at) != "[1:10]" || !strings.Contains(message, "c.toml:1:10: the file is not UTF-8") {
		t.Errorf("not UTF-8: %v %s", at, message)
	}
}

func FuzzFile(f *testing.F) {
	for _, seed := range []string{
		Default(actions), "theme = 'x'", "[colors]\ntext = '#102030 red 20'\n", "a = [1, {b = 2}]", "[[a.b]]\n\"\\u00e9\" = 1979-05-27", "x = \"\"\"\na\\\n\"\"\"", "='", "[", "a = {", "\xff",
		"base = 'dark'\ncolors = { text = 'blue', error = \"#ff0000\" }",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var s Settings
		for _, err := range []error{s.file("a.toml", b, actions), second(parseTheme("a.toml", b))} {
			at, _ := faults(t, err)
			for _, x := range at {
				var line, column int
				if _, err := fmt.Sscanf(x, "%d:%d", &line, &column); err != nil || line < 1 || column < 1 || line > strings.Count(string(b), "\n")+1+strings.Count(string(b), "\r") {
					t.Errorf("a fault at %s of %q", x, b)
				}
			}
		}
	})
}

func second[T any](_ T, err error) error { return err }
