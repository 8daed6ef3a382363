package tui

import (
	"fmt"
	"strconv"

	"compactlens/core/source"
)

// paneNote is a few words about what is shown, for the pane's title.
type paneNote struct {
	text string
	room int // cells it may need as one moves about, so that the title stays as it is
}

// textNotes returns what the title says of the text shown and of where in it the
// cursor is, from the longest to the shortest. how says how the text is shown; with
// always, however little room there is.
func (r *reader) textNotes(how string, always bool) []paneNote {
	at, ok := r.cursor()
	if !ok {
		return []paneNote{{how, source.Width(how)}}
	}
	text := r.trueText()
	n := text.LineOf(at)
	place := grouped(n+1) + ":…"
	if at-text.Line(n).Start <= farInLine {
		p := text.Position(at)
		place = fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	line := place
	room := len(strconv.Itoa(text.LineCount())) + len(":1234")
	bare := paneNote{place, room}
	if i := r.sectionAtCursor(); i >= 0 {
		all := r.judged.verdict.Sections
		place = fmt.Sprintf("%s %d/%d · %s", all[i].ID, i+1, len(all), place)
	}
	if r.judged != nil && len(r.judged.verdict.Sections) > 0 {
		room += len("constraints 1/5 - ")
	}
	size := grouped(text.Len())
	exact, exactRoom := place+" · byte "+grouped(at), room+len(" - byte ")+len(size)
	whole, wholeRoom := how+" · "+exact+" of "+size, source.Width(how)+len(" - ")+exactRoom+len(" of ")+len(size)
	if always {
		n := source.Width(how) + len(" - ")
		return []paneNote{{whole, wholeRoom}, {how + " · " + exact, n + exactRoom}, {how + " · " + place, n + room}, {how + " · " + line, n + bare.room}, {how, n}, bare}
	}
	return []paneNote{{whole, wholeRoom}, {exact, exactRoom}, {place, room}, bare}
}

// fitNote returns the longest of notes, which are in the order of their length, that
// has room in a title. rest is the room that all the rest of the title needs; only the
// first of several notes leaves it that much.
func fitNote(notes []paneNote, width, rest int) string {
	const around, least = 7, 16 // blanks and a little of the rule; the name of what is shown
	for i, n := range notes {
		if i > 0 || len(notes) == 1 {
			rest = min(rest, least)
		}
		if n.room+rest+around <= width {
			return n.text
		}
	}
	return ""
}
