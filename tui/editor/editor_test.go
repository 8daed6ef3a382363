package editor

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		visual, editor string
		want           []string
		from           string
	}{
		{"", "vi", []string{"vi"}, "$EDITOR"},
		{"code -w", "vi", []string{"code", "-w"}, "$VISUAL"},
		{"  ", "vi", []string{"vi"}, "$EDITOR"},
		{"", `"/opt/My Editor/ed" --flag ''`, []string{"/opt/My Editor/ed", "--flag", ""}, "$EDITOR"},
		{"", `/opt/My\ Editor/ed`, []string{"/opt/My Editor/ed"}, "$EDITOR"},
		{"", `emacs -nw --eval '(setq x "a b")'`, []string{"emacs", "-nw", "--eval", `(setq x "a b")`}, "$EDITOR"},
		{"", `e "a\"b\x\\"`, []string{"e", `a"b\x\`}, "$EDITOR"},
		{"", "e\t-a\n", []string{"e", "-a"}, "$EDITOR"},
		{"", `e 'a\'`, []string{"e", `a\`}, "$EDITOR"},
		{"", "e $HOME `x`", []string{"e", "$HOME", "`x`"}, "$EDITOR"},
	} {
		got, err := Choose(func(name string) string { return map[string]string{"VISUAL": c.visual, "EDITOR": c.editor}[name] })
		if err != nil || !slices.Equal(got.Words, c.want) || got.From != c.from {
			t.Errorf("%q %q: %v, %q", c.visual, c.editor, err, got)
		}
	}
	for _, broken := range []string{`"vi`, `vi '`, `vi \`, `""x"`} {
		var quote *QuoteError
		if _, err := Choose(func(string) string { return broken }); !errors.As(err, &quote) || quote.From != "$VISUAL" {
			t.Errorf("%q: %v", broken, err)
		}
	}
	var unset *NotSetError
	if _, err := Choose(func(string) string { return "" }); !errors.As(err, &unset) {
		t.Error(err)
	}
}

func TestAt(t *testing.T) {
	const path = "/a b/f.xml"
	for _, c := range []struct{ editor, want string }{
		{"vim", "+call cursor(5,24)|/a b/f.xml"},
		{"/usr/bin/nvim -u NONE", "-u|NONE|+call cursor(5,24)|/a b/f.xml"},
		{"vim.basic", "+call cursor(5,24)|/a b/f.xml"},
		{"vi", "+5|/a b/f.xml"},
		{"hx", "/a b/f.xml:5:23"},
		{"nano", "+5,23|/a b/f.xml"},
		{"emacs -nw", "-nw|+5:23|/a b/f.xml"},
		{"emacsclient -t", "-t|+5:23|/a b/f.xml"},
		{"code", "--wait|--goto|/a b/f.xml:5:23"},
		{"code -w", "-w|--goto|/a b/f.xml:5:23"},
		{"Code.exe --wait", "--wait|--goto|/a b/f.xml:5:23"},
		{"subl", "--wait|/a b/f.xml:5:23"},
		{"zed", "--wait|/a b/f.xml:5:23"},
		{"kak", "+5:23|/a b/f.xml"},
		{"micro", "+5:23|/a b/f.xml"},
		{"kate -b", "-b|--line|5|--column|23|/a b/f.xml"},
		{"goland", "--wait|--line|5|--column|23|/a b/f.xml"},
		{"ed", "/a b/f.xml"},
		{"env vim", "vim|/a b/f.xml"},
	} {
		e, err := Choose(func(string) string { return c.editor })
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(e.At(path, Place{Line: 5, Column: 23, Byte: 24}), "|"); got != c.want {
			t.Errorf("%s: %s, want %s", c.editor, got, c.want)
		}
		if got := e.At(path, Place{}); got[len(got)-1] != path {
			t.Errorf("%s without a place: %q", c.editor, got)
		}
	}
}

// No name stands in two rows, and every row opens the file.
func TestShapes(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range shapes {
		for _, n := range s.names {
			if seen[n] {
				t.Errorf("%s stands in two rows", n)
			}
			seen[n] = true
		}
		if !strings.Contains(strings.Join(s.args, " "), "{file}") {
			t.Errorf("%v opens no file", s.names)
		}
	}
}

// Whatever stands in a variable is taken apart without a panic, and words that are
// quoted come back as they were.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{"", `code -w`, `"a b" c\ d 'e'`, `'`, `\`, `"\x"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		split(s)
		words, ok := split("x '" + strings.ReplaceAll(s, "'", `'\''`) + "'")
		if !ok || len(words) != 2 || words[1] != s {
			t.Errorf("%q came back as %q", s, words)
		}
	})
}
