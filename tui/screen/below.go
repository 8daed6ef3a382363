package screen

import "strconv"

// The modes that say whether a program is there that draws below the prompt: Bubble Tea
// hides the cursor as long as it has the terminal.
const (
	hide = "\x1b[?25l"
	show = "\x1b[?25h"
)

// NewBelow returns a screen that draws below the prompt and leaves the last frame there,
// in place of the alternate screen. It goes from row to row of the frame by steps from
// where the cursor is, because where on the terminal the frame stands is not known.
func NewBelow(t Terminal) *Screen { return start(t, true) }

// changesBelow is changes for a screen that draws below the prompt.
func (s *Screen) changesBelow() (b []byte) {
	if s.shown == nil {
		b = append(s.to(b, 0), below...)
	}
	for y, row := range s.frame {
		if y < len(s.shown) && s.shown[y] == row {
			continue
		}
		b = append(s.to(b, y), wipe...)
		b = append(b, row...)
	}
	if n := len(s.frame); len(s.shown) > n {
		b = append(s.to(b, n), below...)
		b = s.to(b, n-1) // what is gone takes no row from what comes after the program
	}
	s.shown, s.rows = s.frame, len(s.frame)
	return b
}

// to appends what goes to the start of row y of the frame. Below the last row of the
// terminal it makes another.
func (s *Screen) to(b []byte, y int) []byte {
	if up := s.row - y; up > 0 {
		b = strconv.AppendInt(append(b, "\x1b["...), int64(up), 10)
		b = append(b, 'A')
	}
	for range y - s.row {
		b = append(b, '\n')
	}
	s.row = y
	return append(b, '\r')
}

// away appends what goes to the row below the frame, for who has the terminal next.
func (s *Screen) away(b []byte) []byte {
	if s.active && s.rows > 0 {
		b = s.to(b, s.rows)
	}
	return b
}
