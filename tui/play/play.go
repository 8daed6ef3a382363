// Package play reads scripts of keys: what a demonstration or a test types, with
// pauses and with what is waited for. It is pure: it reads no file and presses
// nothing itself.
//
// A script holds words separated by blanks and line ends, and comments from a # at
// the start of a word to the end of the line:
//
//	j ctrl+d space     keys, by their names
//	"goal"             a text that is typed, a character at a time
//	sleep 300ms        a pause
//	wait "REJECTED"    waits until the text is on the screen
package play

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/tui/keymap"
)

// Kind is what a step does.
type Kind uint8

// The kinds of steps.
const (
	Press Kind = iota // a key
	Sleep             // a pause
	Wait              // for a text on the screen
)

// Step is one thing that a script does. Only the fields of its kind are set.
type Step struct {
	Kind  Kind
	Key   tea.KeyMsg
	Pause time.Duration
	Text  string
	Line  int // of the script, 1-based
}

// Script is what is played. The zero value plays nothing.
type Script struct{ Steps []Step }

// Fault is something in a script that is not understood.
type Fault struct {
	Line, Column int    // 1-based, the column in code points
	Message      string // may quote the script: untrusted
}

// The bounds of a script.
const (
	MaxSteps = 100_000
	maxPause = 10 * time.Minute
)

// The words that are no keys.
const (
	sleepWord = "sleep"
	waitWord  = "wait"
)

// Parse reads a script. Where there are faults, they are all returned, in order, and
// the script is of no use.
func Parse(b []byte) (Script, []Fault) {
	p := parser{line: 1}
	for text := range strings.Lines(strings.TrimPrefix(string(b), "\uFEFF")) {
		p.words(strings.TrimRight(text, "\r\n"))
		p.line++
	}
	if p.pending != "" {
		p.fault(p.at, "%s wants %s behind it", p.pending, wanted(p.pending))
	}
	if len(p.script.Steps) > MaxSteps {
		p.faults = append(p.faults, Fault{1, 1, fmt.Sprintf("the script has more than %d steps", MaxSteps)})
	}
	return p.script, p.faults
}

type parser struct {
	script  Script
	faults  []Fault
	line    int
	pending string // the word that wants another behind it
	at      place  // of it
}

// place is a line and a column of a script.
type place struct{ line, column int }

func (p *parser) fault(at place, format string, args ...any) {
	p.faults = append(p.faults, Fault{at.line, at.column, fmt.Sprintf(format, args...)})
}

func wanted(word string) string {
	if word == sleepWord {
		return "how long, such as 300ms or 2s"
	}
	return "a text in quotes"
}

// words takes the words of one line.
func (p *parser) words(text string) {
	column := 1
	for text != "" {
		if r, n := utf8.DecodeRuneInString(text); unicode.IsSpace(r) {
			text, column = text[n:], column+1
			continue
		}
		if text[0] == '#' {
			return
		}
		word, quoted := next(text)
		p.word(place{p.line, column}, word, quoted)
		text, column = text[len(word):], column+utf8.RuneCountInString(word)
	}
}

// next returns the first word of text, a quoted one with its quotes.
func next(text string) (word string, quoted bool) {
	if text[0] != '"' {
		if i := strings.IndexFunc(text, unicode.IsSpace); i >= 0 {
			return text[:i], false
		}
		return text, false
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return text[:i+1], true
		}
	}
	return text, true
}

// word takes a word.
func (p *parser) word(at place, word string, quoted bool) {
	text := ""
	if quoted {
		var err error
		if text, err = strconv.Unquote(word); err != nil || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
			p.fault(at, "this is no text in quotes: it ends on its line and holds characters that can be seen; keys such as enter are written by name")
			p.pending = ""
			return
		}
	}
	switch pending, begun := p.pending, p.at; {
	case pending == sleepWord:
		p.pending = ""
		d, err := time.ParseDuration(word)
		if err != nil || d < 0 || d > maxPause {
			p.fault(at, "%s wants %s, at most %v", sleepWord, wanted(sleepWord), maxPause)
			return
		}
		p.add(Step{Kind: Sleep, Pause: d, Line: begun.line})
	case pending == waitWord:
		p.pending = ""
		if !quoted || text == "" {
			p.fault(at, "%s wants %s behind it", waitWord, wanted(waitWord))
			return
		}
		p.add(Step{Kind: Wait, Text: text, Line: begun.line})
	case quoted:
		for _, r := range text {
			p.add(Step{Kind: Press, Key: keymap.Message(string(r)), Line: at.line})
		}
	case word == sleepWord, word == waitWord:
		p.pending, p.at = word, at
	default:
		p.key(at, word)
	}
}

// key takes the name of a key.
func (p *parser) key(at place, word string) {
	name, err := keymap.Parse(word)
	if len(word) == 1 && word[0] >= '0' && word[0] <= '9' {
		name, err = word, nil // a count, which no action can have
	}
	if err != nil {
		p.fault(at, "%s", err.Error())
		return
	}
	p.add(Step{Kind: Press, Key: keymap.Message(name), Line: at.line})
}

func (p *parser) add(s Step) { p.script.Steps = append(p.script.Steps, s) }

// Length returns how long the pauses of a script are together.
func (s Script) Length() (d time.Duration) {
	for _, x := range s.Steps {
		d += x.Pause
	}
	return d
}
