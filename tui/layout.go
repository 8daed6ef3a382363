package tui

import "compactlens/core/inspect"

// pane names what can have the focus.
type pane uint8

const (
	paneText pane = iota
	paneDetail
	paneList
	panes // number of panes
)

// title returns the pane's name.
func (p pane) title() string { return [...]string{"Text", "Finding", "Attempts"}[p] }

// rect is a part of the screen in cells. One without cells is not shown.
type rect struct{ x, y, w, h int }

func (r rect) empty() bool            { return r.w <= 0 || r.h <= 0 }
func (r rect) contains(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// layout says what is where on the screen.
type layout struct {
	words bool // too small for panes: the verdict is told in words, in body

	title, strip, hints        rect
	list, checks, text, detail rect // insides, without their rules
	head                       rect // above the text: what a lesson teaches
	body                       rect // all between title and hints
	divider                    int  // column of the rule between left and right, -1 for none
}

// The sizes at which the layout changes, in cells.
const (
	wideWidth, wideHeight   = 100, 18
	wordsWidth, wordsHeight = 40, 10
	checkRows               = inspect.Checks
	manyChecks              = 12 // rows from which more would be empty
)

// arrange returns the layout of a window. With zoom, the pane that has the focus
// gets all of the body. The detail pane has so many rows more than usual, unless s says
// how high it is.
func arrange(w, h int, s Sizes, focus pane, zoom bool, more int) layout {
	l := layout{divider: -1}
	if w < wordsWidth || h < wordsHeight {
		l.words, l.body = true, rect{0, 0, w, h}
		return l
	}
	l.title = rect{0, 0, w, 1}
	l.hints = rect{0, h - 1, w, 1}
	l.body = rect{0, 1, w, h - 2}
	switch {
	case zoom:
		l.alone(focus)
	case w >= wideWidth && h >= wideHeight:
		l.wide(s, more)
	default:
		l.narrow(s, focus, more)
	}
	return l
}

// alone gives the whole body to one pane.
func (l *layout) alone(p pane) {
	inside := rect{l.body.x, l.body.y + 1, l.body.w, l.body.h - 1}
	switch p {
	case paneList:
		l.list = inside
	case paneDetail:
		l.detail = inside
	default:
		l.text = inside
	}
}

// wide puts list and checks on the left, text and detail on the right. The rules
// above checks and detail are one, but where the detail is so high or so low that
// it would be no size for the checks, or has more rows than usual.
func (l *layout) wide(s Sizes, more int) {
	left := s.left(l.body.w, min(max(l.body.w/3, 38), 46))
	right := l.body.w - left - 1
	rows := l.body.h - 1
	usual := s.below(rows, lowerRows(rows, checkRows))
	below := s.below(rows, usual+more)
	checks := min(max(usual, checkRows), manyChecks) // the list stays as it is, whatever the detail needs
	l.divider = left
	top, end := l.body.y+1, l.body.y+l.body.h
	l.list = rect{0, top, left, rows - checks - 1}
	l.checks = rect{0, end - checks, left, checks}
	l.text = rect{left + 1, top, right, rows - below - 1}
	l.detail = rect{left + 1, end - below, right, below}
}

// lowerRows returns how high the lower panes are if nobody wants them otherwise, of
// all rows: three tenths of the first forty, and a quarter of the others.
func lowerRows(rows, least int) int {
	const few = 40
	return max(min(rows, few)*3/10+max(rows-few, 0)/4, least)
}

// narrow is one column: the checks on one row, the text, the detail below. The
// list takes the place of text and detail while it has the focus, the detail that
// of the text where there is little room.
func (l *layout) narrow(s Sizes, focus pane, more int) {
	l.strip = rect{0, l.body.y, l.body.w, 1}
	rows := l.body.h - 2 // without strip and the first rule
	top := l.body.y + 2
	whole := rect{0, top, l.body.w, rows}
	below := 0
	if rows >= 10 {
		below = s.below(rows, max(min(rows/3, 9), lowerRows(rows, 4))+more)
	}
	switch {
	case focus == paneList:
		l.list = whole
	case below == 0 && focus == paneDetail:
		l.detail = whole
	case below == 0:
		l.text = whole
	default:
		l.text = rect{0, top, l.body.w, rows - below - 1}
		l.detail = rect{0, top + rows - below, l.body.w, below}
	}
}
