package loader

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"
)

// All there is up to the limit, nothing of what is longer, and what came before an error.
func TestReadPieces(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789"), 3*pieceSize/10)
	for _, size := range []int{0, 1, pieceSize - 1, pieceSize, pieceSize + 1, 2*pieceSize + 7} {
		for name, from := range map[string]func(io.Reader) io.Reader{"whole": func(r io.Reader) io.Reader { return r }, "half": iotest.HalfReader, "with the end": iotest.DataErrReader} {
			for _, limit := range []int64{int64(size), int64(size) + 1, 1 << 40} {
				b, more, err := readPieces(from(bytes.NewReader(text[:size])), limit)
				if b == nil || !bytes.Equal(b, text[:size]) || more || err != nil {
					t.Errorf("%d, %s, at most %d: %d bytes, %v, %v", size, name, limit, len(b), more, err)
				}
			}
			if b, more, err := readPieces(from(bytes.NewReader(text[:size+1])), int64(size)); b != nil || !more || err != nil {
				t.Errorf("%d, %s, one too much: %d bytes, %v, %v", size, name, len(b), more, err)
			}
		}
		for _, fails := range []error{io.ErrUnexpectedEOF, errors.New("fails")} {
			b, more, err := readPieces(io.MultiReader(bytes.NewReader(text[:size]), iotest.ErrReader(fails)), 1<<40)
			if !bytes.Equal(b, text[:size]) || more || !errors.Is(err, fails) {
				t.Errorf("%d, %v: %d bytes, %v, %v", size, fails, len(b), more, err)
			}
		}
	}
}
