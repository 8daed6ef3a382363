package terminal

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"
)

// question asks for the background's colour (OSC 11) and then for the terminal's
// attributes, which all terminals answer: their answer ends the waiting where the
// first question is not understood.
const question = "\x1b]11;?\x1b\\\x1b[c"

// Ask asks the terminal that controls this process for its background and waits
// at most limit.
func Ask(limit time.Duration) Background {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return Background{}
	}
	defer tty.Close()
	state, err := term.MakeRaw(tty.Fd())
	if err != nil {
		return Background{}
	}
	defer term.Restore(tty.Fd(), state)
	r, err := cancelreader.NewReader(tty)
	if err != nil {
		return Background{}
	}
	defer r.Close()
	if _, err := tty.WriteString(question); err != nil {
		return Background{}
	}
	stop := time.AfterFunc(limit, func() { r.Cancel() })
	defer stop.Stop()

	var answer []byte
	buffer := make([]byte, 256)
	for len(answer) < 4<<10 {
		n, err := r.Read(buffer)
		answer = append(answer, buffer[:n]...)
		if err != nil {
			b := parse(answer)
			b.Late = !attributes(answer)
			return b
		}
		if attributes(answer) {
			break
		}
	}
	return parse(answer)
}

// attributes reports whether b holds the whole answer to the second question:
// ESC [ ? … c.
func attributes(b []byte) bool {
	i := bytes.Index(b, []byte("\x1b[?"))
	return i >= 0 && bytes.IndexByte(b[i:], 'c') > 0
}

// parse finds the answer to the first question in b: ESC ] 11 ; rgb:RRRR/GGGG/BBBB,
// with one to four hexadecimal digits a channel.
func parse(b []byte) Background {
	_, rest, ok := bytes.Cut(b, []byte("\x1b]11;rgb"))
	if !ok {
		return Background{}
	}
	rest = bytes.TrimPrefix(rest, []byte("a"))
	end := bytes.IndexAny(rest, "\a\x1b")
	if end < 0 || rest[0] != ':' {
		return Background{}
	}
	channels := bytes.Split(rest[1:end], []byte("/"))
	if len(channels) < 3 {
		return Background{}
	}
	var light float64
	for i, weight := range [3]float64{0.299, 0.587, 0.114} {
		digits := string(channels[i])
		v, err := strconv.ParseUint(digits, 16, 16)
		if err != nil || digits == "" || len(digits) > 4 {
			return Background{}
		}
		light += weight * float64(v) / float64(uint(1)<<(4*len(digits))-1)
	}
	return Background{Known: true, Dark: light < 0.5}
}
