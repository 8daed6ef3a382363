// Package editor finds the text editor that somebody uses and says how it is
// started at a place of a file. It runs nothing and reads nothing but the
// environment it is given.
package editor

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Place is where the editor is to put its cursor. All count from 1; the zero value
// is no place.
type Place struct {
	Line   int
	Column int // code points
	Byte   int // bytes of the line: what some editors call a column
}

// Command is an editor as an environment variable names it.
type Command struct {
	Words []string // the program and its own arguments; at least one
	From  string   // the variable
}

// NotSetError reports that no variable names an editor.
type NotSetError struct{}

func (*NotSetError) Error() string { return "no editor is set; set VISUAL or EDITOR" }

// QuoteError reports a variable whose quotes do not close.
type QuoteError struct{ From string }

func (e *QuoteError) Error() string { return e.From + " has a quote that does not close" }

// variables are asked in this order.
var variables = [...]string{"VISUAL", "EDITOR"}

// Choose returns the editor of an environment. The error is a *NotSetError or a
// *QuoteError.
func Choose(getenv func(string) string) (Command, error) {
	for _, name := range variables {
		text := getenv(name)
		if strings.TrimSpace(text) == "" {
			continue
		}
		words, ok := split(text)
		if !ok || len(words) == 0 {
			return Command{}, &QuoteError{From: "$" + name}
		}
		return Command{Words: words, From: "$" + name}, nil
	}
	return Command{}, &NotSetError{}
}

// String names the editor for people.
func (c Command) String() string { return strings.Join(c.Words, " ") + " (" + c.From + ")" }

// split takes a command apart as a shell does: quotes keep blanks together, a
// backslash takes the next character as it is, between double quotes only before
// one of $ ` " and itself. Nothing is expanded.
func split(s string) (words []string, ok bool) {
	var word strings.Builder
	begun := false // of a word, also of an empty one in quotes
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && quote != '\'':
			if i+1 == len(s) {
				return nil, false
			}
			if quote == '"' && strings.IndexByte("$`\"\\", s[i+1]) < 0 {
				word.WriteByte(c)
			}
			i++
			word.WriteByte(s[i])
			begun = true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '"' || c == '\'':
			quote, begun = c, true
		case strings.IndexByte(" \t\n", c) >= 0:
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteByte(c)
			begun = true
		}
	}
	if begun {
		words = append(words, word.String())
	}
	return words, quote == 0
}

// shape says how an editor is told the place, in arguments in which the words
// {file}, {line}, {column} and {byte} stand for what they say.
type shape struct {
	names []string // of programs, without a version or a path
	args  []string
	wait  []string // makes it wait until the file is closed; the first is added where none of them is there
}

// shapes is the table of editors. Any other gets the file alone.
var shapes = []shape{
	{[]string{"vim", "nvim", "gvim", "mvim", "view", "vimx", "neovim"}, []string{"+call cursor({line},{byte})", "{file}"}, nil},
	{[]string{"vi", "ex", "nvi", "elvis", "joe", "jmacs", "jpico", "pico", "mg", "zile", "mcedit", "jove"}, []string{"+{line}", "{file}"}, nil},
	{[]string{"hx", "helix"}, []string{"{file}:{line}:{column}"}, nil},
	{[]string{"nano", "rnano", "ne"}, []string{"+{line},{column}", "{file}"}, nil},
	{[]string{"emacs", "emacsclient", "xemacs", "micro", "kak"}, []string{"+{line}:{column}", "{file}"}, nil},
	{[]string{"code", "code-insiders", "code-oss", "codium", "vscodium", "cursor", "windsurf", "positron"}, []string{"--goto", "{file}:{line}:{column}"}, []string{"--wait", "-w"}},
	{[]string{"subl", "sublime_text", "zed", "zeditor", "zedit", "lapce"}, []string{"{file}:{line}:{column}"}, []string{"--wait", "-w"}},
	{[]string{"kate"}, []string{"--line", "{line}", "--column", "{column}", "{file}"}, []string{"--block", "-b"}},
	{[]string{"mate"}, []string{"--line", "{line}:{column}", "{file}"}, []string{"--wait", "-w"}},
	{[]string{"gedit", "xed", "pluma"}, []string{"+{line}:{column}", "{file}"}, []string{"--wait", "-w"}},
	{[]string{"bbedit"}, []string{"+{line}:{column}", "{file}"}, []string{"--wait", "-w"}},
	{[]string{"idea", "goland", "pycharm", "clion", "webstorm", "rubymine", "rustrover", "phpstorm"}, []string{"--line", "{line}", "--column", "{column}", "{file}"}, []string{"--wait"}},
	{[]string{"jed"}, []string{"{file}", "-g", "{line}"}, nil},
}

// program returns the name of the editor's program: without its path, an ending of
// Windows and, as in vim.basic, what tells it from its siblings.
func (c Command) program() string {
	name := strings.ToLower(filepath.Base(c.Words[0]))
	name = strings.TrimSuffix(name, ".exe")
	name, _, _ = strings.Cut(name, ".")
	return name
}

// shape returns the editor's row; ok is false where it has none.
func (c Command) shape() (s shape, ok bool) {
	name := c.program()
	for _, s := range shapes {
		if slices.Contains(s.names, name) {
			return s, true
		}
	}
	return shape{}, false
}

// At returns the arguments that open the file at path, which should be absolute, at
// p: those that the variable gives first. An editor with a window of its own is
// told to wait until the file is closed.
func (c Command) At(path string, p Place) []string {
	args := slices.Clone(c.Words[1:])
	s, ok := c.shape()
	if ok && len(s.wait) > 0 && !slices.ContainsFunc(args, func(a string) bool { return slices.Contains(s.wait, a) }) {
		args = append(args, s.wait[0])
	}
	if !ok || p == (Place{}) {
		return append(args, path)
	}
	values := strings.NewReplacer("{file}", path, "{line}", strconv.Itoa(p.Line), "{column}", strconv.Itoa(p.Column), "{byte}", strconv.Itoa(p.Byte))
	for _, a := range s.args {
		args = append(args, values.Replace(a))
	}
	return args
}

// RunError reports an editor that did not run, or that ended with an error.
type RunError struct {
	Command Command
	Err     error // an *exec.Error or *exec.ExitError
}

func (e *RunError) Error() string { return fmt.Sprintf("%s: %v", e.Command, e.Err) }

func (e *RunError) Unwrap() error { return e.Err }
