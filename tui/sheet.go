package tui

import (
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// sheetRow draws one row of a sheet on an area one row high.
type sheetRow func(a canvas.Area)

// sheet is a body made of rows that depend on its width, and scrolls. The zero value
// is empty.
type sheet struct {
	make func(w int) []sheetRow // nil for an empty sheet
	rows []sheetRow
	w, h int
	top  int
}

// margin is what a sheet leaves free on both sides, in cells.
const margin = 2

// refresh shows other rows in the place of those before; what is on screen stays as
// near as it can.
func (s *sheet) refresh(make func(w int) []sheetRow) {
	s.make, s.rows = make, nil
	if make != nil && s.w > 2*margin {
		s.rows = make(s.w - 2*margin)
	}
	s.clamp()
}

func (s *sheet) setSize(w, h int) {
	if w == s.w && h == s.h {
		return
	}
	s.w, s.h = w, h
	s.refresh(s.make)
}

func (s *sheet) clamp() { s.top = max(min(s.top, len(s.rows)-s.h), 0) }

func (s *sheet) draw(a canvas.Area, _ bool) {
	if n := len(s.rows); n > s.h && s.h > 0 { // a scroll bar, as texts have
		length := max(s.h*s.h/n, 1)
		from := s.top * (s.h - length) / (n - s.h)
		for y := range length {
			a.Text(a.W-1, from+y, "▐", themes.Border)
		}
	}
	a = a.Sub(margin, 0, a.W-2*margin, a.H)
	for y := range min(a.H, len(s.rows)-s.top) {
		s.rows[s.top+y](a.Sub(0, y, a.W, 1))
	}
}

func (s *sheet) move(n int)   { s.top += n; s.clamp() }
func (s *sheet) scroll(n int) { s.move(n) }
func (s *sheet) home()        { s.top = 0 }
func (s *sheet) end()         { s.top = len(s.rows); s.clamp() }

// height returns limit: of most sheets rows come later than the sheet.
func (s *sheet) height(limit int) int { return limit }

// reveal scrolls as little as is needed to show a row.
func (s *sheet) reveal(row int) {
	s.top = min(s.top, row)
	s.top = max(s.top, row-s.h+1)
	s.clamp()
}
