package journal

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"compactlens/loader/problem"
)

// lines scans a file of lines.
func (s *scanner) lines() error {
	want := bufferSize
	line := s.x.n
	for at := s.last.offset; at < s.win.size; {
		b, err := s.win.at(at, want)
		if err != nil {
			s.report(problem.Unreadable, problem.Place{Offset: at}, "", err)
			return s.ctx.Err()
		}
		last := at+int64(len(b)) >= s.win.size
		end := bytes.LastIndexByte(b, '\n') + 1
		switch {
		case last:
			end = len(b)
		case end == 0 && want < maxEnvelope:
			want = min(2*want, maxEnvelope)
			continue
		case end == 0:
			next := s.lineAfter(at + int64(len(b)))
			line++
			s.begin(at, 0)
			s.leave(&trouble{kind: problem.LineTooLong, detail: fmt.Sprintf("%d bytes, at most %d", next-at, maxEnvelope)}, problem.Place{Offset: at, Size: next - at, Line: line})
			at, want = next, bufferSize
			continue
		}
		valid := utf8.Valid(b[:end])
		for p := 0; p < end; {
			n := bytes.IndexByte(b[p:end], '\n') + 1
			if n == 0 {
				n = end - p
			}
			line++
			s.line(b[p:p+n], valid, problem.Place{Offset: at + int64(p), Size: int64(n), Line: line})
			p += n
		}
		at += int64(end)
		want = bufferSize
		if err := s.progress(at); err != nil {
			return err
		}
	}
	return s.progress(s.win.size)
}

// lineAfter returns the offset after the next line feed from at on.
func (s *scanner) lineAfter(at int64) int64 {
	for at < s.win.size {
		if at = s.win.data(at); at >= s.win.size {
			break
		}
		b, err := s.win.at(at, bufferSize)
		if err != nil || len(b) == 0 || s.ctx.Err() != nil {
			break
		}
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			return at + int64(i) + 1
		}
		at += int64(len(b))
	}
	return s.win.size
}

// line classifies one line. valid says that it is known to be UTF-8.
func (s *scanner) line(b []byte, valid bool, at problem.Place) {
	s.begin(at.Offset, 0)
	whole := b[len(b)-1] == '\n'
	s.last.cut = !whole
	b = trim(b)
	switch {
	case len(b) == 0:
		if !whole {
			return // spaces after the last line feed
		}
		s.leave(&trouble{kind: problem.BlankLine}, at)
	case !valid && !utf8.Valid(b):
		s.leave(&trouble{kind: problem.NotUTF8}, at)
	case isEnvelope(b):
		s.payload(b, at)
	case b[0] == '{' && s.bare(b, at):
	case !whole && b[0] == '{':
		s.leave(&trouble{kind: problem.HalfLine}, at)
	default:
		s.leave(&trouble{kind: problem.NotJSON}, at)
	}
}

// trim returns a line without JSON's white space at its ends.
func trim(b []byte) []byte {
	if n := len(b); n > 1 && b[0] > ' ' && b[n-1] == '\n' && b[n-2] > ' ' {
		return b[:n-1] // as nearly all are
	}
	return bytes.Trim(b, " \t\r\n")
}

// isEnvelope reports whether a line holds an envelope, not a bare event.
func isEnvelope(b []byte) bool {
	if bytes.HasPrefix(b, []byte(`{"v":1,"kind":"`)) {
		return b[len(b)-1] == '}'
	}
	if len(b) > 2 && b[1] == '"' && b[2] != 'v' && b[2] != 'k' && b[2] != 'i' && b[2] != 'b' {
		return false
	}
	if first := firstKey(b); first != "v" && first != "kind" && first != "id" && first != "body" {
		return false
	}
	kind, body := false, false
	whole := members(b, func(key, value []byte) bool {
		kind = kind || string(key) == "kind"
		body = body || string(key) == "body" && value[0] == '"'
		return true
	})
	return whole && kind && body
}

// firstKey returns the first key of an object, where it is short.
func firstKey(b []byte) string {
	p := space(b, 0)
	if p >= len(b) || b[p] != '{' {
		return ""
	}
	p = space(b, p+1)
	if p >= len(b) || b[p] != '"' {
		return ""
	}
	head := b[p+1 : min(len(b), p+6)]
	if i := bytes.IndexByte(head, '"'); i >= 0 {
		return string(head[:i])
	}
	return ""
}
