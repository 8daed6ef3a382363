package terminal

import (
	"bytes"
	"io"
)

// File is the input of a terminal: an *os.File.
type File interface {
	io.ReadWriteCloser
	Fd() uintptr
	Name() string
}

// Input is a terminal's input without the answers that Ask did not wait for: they
// would be taken for keys.
type Input struct {
	File
	answers filter
}

// NewInput returns f without late answers.
func NewInput(f File) *Input { return &Input{File: f} }

// Read reads keys. It may return no bytes and no error.
func (i *Input) Read(p []byte) (int, error) {
	n, err := i.File.Read(p)
	return i.answers.strip(p[:n]), err
}

// filter removes answers from a stream of input, also where one is split between
// two reads behind its first two bytes.
type filter struct {
	end  func(byte) bool // nil outside an answer
	left int             // bytes an answer may still have
}

// longest bounds an answer, so that no input is lost to one that never ends.
const longest = 128

// strip removes answers from p in place and returns what is left.
func (f *filter) strip(p []byte) int {
	kept := 0
	for at := 0; at < len(p); at++ {
		switch {
		case f.end != nil:
			f.left--
			if f.end(p[at]) || f.left <= 0 {
				f.end = nil
			}
		case bytes.HasPrefix(p[at:], []byte("\x1b]")):
			// Ends with BEL, or with ESC \, of which the backslash comes last.
			f.end, f.left = func(c byte) bool { return c == '\a' || c == '\\' }, longest
			at++
		case bytes.HasPrefix(p[at:], []byte("\x1b[?")):
			f.end, f.left = func(c byte) bool { return c >= '@' && c <= '~' }, longest
			at += 2
		default:
			p[kept] = p[at]
			kept++
		}
	}
	return kept
}
