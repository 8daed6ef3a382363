package play

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// written writes the steps of a script.
func written(s Script) string {
	var out []string
	for _, x := range s.Steps {
		switch x.Kind {
		case Sleep:
			out = append(out, fmt.Sprintf("%d:sleep %v", x.Line, x.Pause))
		case Wait:
			out = append(out, fmt.Sprintf("%d:wait %q", x.Line, x.Text))
		default:
			out = append(out, fmt.Sprintf("%d:%s", x.Line, x.Key))
		}
	}
	return strings.Join(out, ", ")
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "",
		"# nothing\n\n  # more":          "",
		"j k":                            "1:j, 1:k",
		"j # down\r\nctrl+d  space\tesc": "1:j, 2:ctrl+d, 2: , 2:esc",
		"\uFEFF] [":                      "1:], 1:[",
		"1 2 G":                          "1:1, 1:2, 1:G",
		`/ "a b" enter`:                  `1:/, 1:a, 1: , 1:b, 1:enter`,
		`"#\"日\\"`:                       `1:#, 1:", 1:日, 1:\`,
		"sleep 300ms\nsleep\n2s":         "1:sleep 300ms, 2:sleep 2s",
		`wait "xml syntax" q`:            `1:wait "xml syntax", 1:q`,
		"sleep 0s alt+x f5":              "1:sleep 0s, 1:alt+x, 1:f5",
	} {
		s, faults := Parse([]byte(text))
		if got := written(s); got != want || faults != nil {
			t.Errorf("%q: %s %v, want %s", text, got, faults, want)
		}
	}
	s, _ := Parse([]byte("sleep 1s j sleep 500ms"))
	if s.Length() != 1500*time.Millisecond {
		t.Errorf("%v long", s.Length())
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"j\n  «jj", `"jj" names no key`},
		{"«Enter", "did you mean enter?"},
		{"sleep «soon", "sleep wants how long, such as 300ms or 2s, at most 10m0s"},
		{"sleep «-1s", "sleep wants"},
		{"sleep «11m", "sleep wants"},
		{"j «sleep", "sleep wants how long"},
		{"«wait\n", "wait wants a text in quotes behind it"},
		{"wait «REJECTED", "wait wants a text in quotes behind it"},
		{`wait «""`, "wait wants a text"},
		{`日 «"abc`, "no text in quotes"},
		{`«"a\nb"`, "no text in quotes"},
		{`«"a\q" j`, "no text in quotes"},
		{"«xx\n«yy", "names no key"},
		{"«\xff", "names no key"},
	} {
		var want []string
		line, column := 1, 1
		for _, r := range c.text {
			switch r {
			case '«':
				want = append(want, fmt.Sprintf("%d:%d", line, column))
				continue
			case '\n':
				line, column = line+1, 0
			}
			column++
		}
		_, faults := Parse([]byte(strings.ReplaceAll(c.text, "«", "")))
		var got, messages []string
		for _, f := range faults {
			got = append(got, fmt.Sprintf("%d:%d", f.Line, f.Column))
			messages = append(messages, f.Message)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || !strings.Contains(strings.Join(messages, "; "), c.want) {
			t.Errorf("%q: %v %q, want %v %s", c.text, got, messages, want, c.want)
		}
	}
	if _, faults := Parse([]byte(strings.Repeat("j ", MaxSteps+1))); len(faults) != 1 {
		t.Errorf("a long script: %v", faults)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"j k", `/ "a b" enter`, "sleep 300ms wait \"x\" # no", "\"", "sleep", "wait 3", "\uFEFF5 alt+space", "\"\\u00e9\"", "\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, faults := Parse(b)
		lines := strings.Count(string(b), "\n") + 1
		for _, x := range faults {
			if x.Line < 1 || x.Line > lines || x.Column < 1 || x.Message == "" {
				t.Errorf("a fault at %d:%d of %q: %q", x.Line, x.Column, b, x.Message)
			}
		}
		for _, x := range s.Steps {
			if x.Line < 1 || x.Line > lines || x.Kind == Press && x.Key.String() == "" || x.Kind == Wait && x.Text == "" || x.Pause < 0 {
				t.Errorf("a step of %q: %+v", b, x)
			}
		}
	})
}
