package tui

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/source"
	"compactlens/core/summary"
)

// place is somewhere in a text, as people write it. Only the fields of its kind
// are set.
type place struct {
	kind    placeKind
	line    int // 1-based
	column  int // code points, 1-based
	offset  int // bytes, 0-based
	percent int
	message int // 1-based
	attempt int // 1-based, in the list
}

type placeKind uint8

const (
	placeNone    placeKind = iota // it is no place
	placeLine                     // 120 or 120:14
	placeByte                     // @4096
	placePercent                  // 50%
	placeMessage                  // msg 17
	placeAttempt                  // attempt 13
)

// PlaceError says why something that looks like a place is none.
type PlaceError struct{ Reason string }

func (e *PlaceError) Error() string { return e.Reason }

// These words stand before the number of a message and of an attempt.
const (
	messageWord = "msg"
	attemptWord = "attempt"
)

// parsePlace reads a place. What does not look like one has the kind placeNone and
// no error; the error is a *PlaceError.
func parsePlace(s string) (place, error) {
	s = strings.TrimSpace(s)
	number := func(s, what string) (int, error) {
		n, err := strconv.ParseUint(strings.ReplaceAll(strings.TrimSpace(s), ",", ""), 10, 31)
		if err != nil {
			return 0, &PlaceError{Reason: what + " must be a number"}
		}
		return int(n), nil
	}
	var p place
	var err error
	numbered := func(word string) (rest string, ok bool) {
		rest, ok = strings.CutPrefix(s, word)
		return rest, ok && strings.TrimLeft(rest, " 0123456789,") == ""
	}
	message, isMessage := numbered(messageWord)
	attempt, isAttempt := numbered(attemptWord)
	switch {
	case s == "":
	case isMessage:
		p.kind = placeMessage
		p.message, err = number(message, "the message behind "+messageWord)
	case isAttempt && attempt != "": // the word alone is the beginning of an action
		p.kind = placeAttempt
		p.attempt, err = number(attempt, "the attempt behind "+attemptWord)
	case s[0] == '@':
		p.kind = placeByte
		p.offset, err = number(s[1:], "the byte behind @")
	case s[0] < '0' || s[0] > '9':
	case strings.HasSuffix(s, "%"):
		p.kind = placePercent
		if p.percent, err = number(s[:len(s)-1], "the part before %"); err == nil && p.percent > 100 {
			err = &PlaceError{Reason: "there is no more than 100%"}
		}
	default:
		p.kind, p.column = placeLine, 1
		line, column, hasColumn := strings.Cut(s, ":")
		if p.line, err = number(line, "the line"); err == nil && hasColumn {
			p.column, err = number(column, "the column behind :")
		}
		if err == nil && (p.line == 0 || p.column == 0) {
			err = &PlaceError{Reason: "lines and columns count from 1"}
		}
	}
	return p, err
}

// in returns the offset of p in t. The error is a *PlaceError.
func (p place) in(t *source.Text) (int, error) {
	switch p.kind {
	case placeByte:
		if p.offset > t.Len() {
			return 0, &PlaceError{Reason: "the text has " + count(t.Len(), "byte")}
		}
		return p.offset, nil
	case placePercent:
		return t.Len()/100*p.percent + t.Len()%100*p.percent/100, nil
	}
	if p.line > t.LineCount() {
		return 0, &PlaceError{Reason: "the text has " + count(t.LineCount(), "line")}
	}
	offset, line := t.Offset(p.line, p.column), t.Line(p.line-1)
	if p.column > 1 && offset == line.End { // the only place where the column can be too large
		if n := utf8.RuneCount(line.Of(t.Bytes())); p.column > n+1 {
			return 0, &PlaceError{Reason: fmt.Sprintf("line %s has %s", grouped(p.line), count(n, "column"))}
		}
	}
	return offset, nil
}

// String says what p is.
func (p place) String() string {
	switch p.kind {
	case placeByte:
		return "byte " + grouped(p.offset)
	case placePercent:
		return strconv.Itoa(p.percent) + "% of the text"
	case placeMessage:
		return "message " + grouped(p.message)
	case placeAttempt:
		return "attempt " + grouped(p.attempt) + " of the list"
	case placeLine:
		if p.column > 1 {
			return "line " + grouped(p.line) + " column " + grouped(p.column)
		}
		return "line " + grouped(p.line)
	}
	return ""
}

// goTo goes to p, in the text, the transcript or the list; with try, it only looks
// whether it could. The error is a *PlaceError; nothing moved then.
func (a *App) goTo(p place, try bool) (tea.Cmd, error) {
	switch p.kind {
	case placeMessage:
		return nil, a.goToMessage(p.message, try)
	case placeAttempt:
		if n := len(a.list.items); p.attempt < 1 || p.attempt > n {
			return nil, &PlaceError{Reason: "the list has attempts 1 to " + grouped(n)}
		}
		if try {
			return nil, nil
		}
		a.jumped()
		return a.selectItem(p.attempt - 1), nil
	}
	r := &a.reader
	if !onText(a) {
		return nil, &PlaceError{Reason: "there is no text here to go to a place in"}
	}
	offset, err := p.in(r.trueText())
	if err == nil && !try {
		a.jumped()
		a.setFocus(paneText)
		r.view().Reveal(r.shownSpan(source.At(offset)).Start)
	}
	return nil, err
}

// goToMessage goes to message n of the transcript. The error is a *PlaceError.
func (a *App) goToMessage(n int, try bool) error {
	if !onTranscript(a) {
		return &PlaceError{Reason: "there are no messages here; look at the transcript first"}
	}
	r := &a.reader
	if all := r.transcript.Document().Len(); n < 1 || n > all {
		return &PlaceError{Reason: "there are messages 1 to " + grouped(all)}
	}
	if !try {
		a.jumped()
		a.setFocus(paneText)
		r.transcript.Goto(n - 1)
	}
	return nil
}

// sectionPlaces returns the sections that can be gone to, and those that are not here
// under their whole names alone.
func (a *App) sectionPlaces() []choice {
	var out []choice
	r := &a.reader
	here := map[summary.SectionID]bool{}
	if r.judged != nil && r.has(viewSummary) {
		for _, s := range r.judged.verdict.Sections {
			at, found := s.Element.Summary.Start, s.Element.InSummary
			if !found {
				continue
			}
			here[s.ID] = true
			out = append(out, choice{title: s.ID.String(), note: "section", valid: true, run: does(func(a *App) {
				a.jumped()
				if a.reader.kind != viewSummary {
					a.reader.setKind(viewSummary)
				}
				a.setFocus(paneText)
				a.reader.text.Reveal(a.reader.shownSpan(source.At(at)).Start)
			})})
		}
	}
	for id := summary.Goal; id <= summary.OpenItems; id++ {
		if !here[id] {
			out = append(out, choice{title: id.String(), note: "section", named: true, why: "there is no " + id.String() + " section here"})
		}
	}
	return out
}
