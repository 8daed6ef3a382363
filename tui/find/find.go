// Package find looks for a word or a regular expression in bytes. It is pure: no
// terminal, no files. It works in stretches, so that a search through a very long
// text on one line can be stopped.
package find

import (
	"bytes"
	"context"
	"encoding/binary"
	"regexp"
	"sort"
	"strings"
	"unicode"

	"compactlens/core/source"
)

// Query is what is looked for. The zero value finds nothing.
type Query struct {
	literal []byte         // nil for a regular expression
	folded  bool           // literal is in lower case and ASCII letters match in both
	pattern *regexp.Regexp // nil for a literal
}

// SyntaxError reports that a regular expression is none.
type SyntaxError struct{ Reason string } // may hold a piece of the expression

func (e *SyntaxError) Error() string { return e.Reason }

// Compile returns the query for text. Without an upper-case letter in it, case
// does not matter. The error is a *SyntaxError.
func Compile(text string, isRegexp bool) (Query, error) {
	if text == "" {
		return Query{}, nil
	}
	fold := !hasUpper(text, isRegexp)
	if !isRegexp && (!fold || isASCII(text)) {
		return Query{literal: []byte(text), folded: fold}, nil
	}
	flags := "(?m)"
	if fold {
		flags = "(?mi)"
	}
	if !isRegexp {
		text = regexp.QuoteMeta(text)
	}
	// The expression is tried alone first: the flags would show in the error.
	if _, err := regexp.Compile(text); err != nil {
		return Query{}, &SyntaxError{Reason: strings.TrimPrefix(err.Error(), "error parsing regexp: ")}
	}
	pattern, err := regexp.Compile(flags + text)
	if err != nil {
		return Query{}, &SyntaxError{Reason: strings.TrimPrefix(err.Error(), "error parsing regexp: ")}
	}
	return Query{pattern: pattern}, nil
}

// hasUpper reports whether s has an upper-case letter; those behind a backslash,
// like \S or \W, do not count in an expression.
func hasUpper(s string, isRegexp bool) bool {
	escaped := false
	for _, r := range s {
		switch {
		case escaped:
			escaped = false
		case isRegexp && r == '\\':
			escaped = true
		case unicode.IsUpper(r):
			return true
		}
	}
	return false
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

// Empty reports whether q finds nothing at all.
func (q Query) Empty() bool { return len(q.literal) == 0 && q.pattern == nil }

// Hits are the places where something was found, from first to last; none overlap
// and none is empty.
type Hits struct {
	Spans []source.Span
	More  bool // there are more than Limit
}

// Limit bounds how many hits are kept: a letter in a text of a hundred megabytes
// would otherwise need more memory than the text.
const Limit = 1 << 20

// stretch is how many bytes are searched between two looks at the context, and
// reach how far behind its end a match of a regular expression may extend. Only
// lines longer than a stretch are cut, and only matches longer than reach can be
// missed there.
const (
	stretch = 256 << 10
	reach   = 4 << 10
)

// All returns the hits of q in b. It stops when ctx ends, with ctx's error.
func (q Query) All(ctx context.Context, b []byte) (Hits, error) {
	switch {
	case q.pattern != nil:
		return q.matches(ctx, b)
	case len(q.literal) > 0:
		return q.words(ctx, b)
	}
	return Hits{}, ctx.Err()
}

// words finds a literal.
func (q Query) words(ctx context.Context, b []byte) (Hits, error) {
	var hits Hits
	var lower []byte
	size := len(q.literal)
	for at := 0; at+size <= len(b); {
		if err := ctx.Err(); err != nil {
			return hits, err
		}
		end := min(at+stretch+size-1, len(b))
		part := b[at:end]
		if q.folded {
			lower = appendLower(lower[:0], part)
			part = lower
		}
		next := max(end-size+1, at+1) // where a hit may begin that is not whole in this stretch
		for from := 0; ; {
			i := bytes.Index(part[from:], q.literal)
			if i < 0 {
				break
			}
			if len(hits.Spans) == Limit {
				hits.More = true
				return hits, nil
			}
			start := at + from + i
			hits.Spans = append(hits.Spans, source.Span{Start: start, End: start + size})
			from += i + size
			next = max(next, start+size)
		}
		at = next
	}
	return hits, ctx.Err()
}

// appendLower appends b with its ASCII letters in lower case: offsets stay. It looks at
// eight bytes at once: adding to their lower seven bits carries into the top bit where
// a byte is at least A, or above Z.
func appendLower(dst, b []byte) []byte {
	const ones, tops, size = 0x0101010101010101, 0x8080808080808080, 8
	at := len(dst)
	dst = append(dst, b...)
	for ; at+size <= len(dst); at += size {
		w := binary.LittleEndian.Uint64(dst[at:])
		low := w &^ tops
		upper := (low + (0x80-'A')*ones) &^ (low + (0x7F-'Z')*ones) &^ w & tops
		binary.LittleEndian.PutUint64(dst[at:], w|upper>>2)
	}
	for ; at < len(dst); at++ {
		if c := dst[at]; 'A' <= c && c <= 'Z' {
			dst[at] += 'a' - 'A'
		}
	}
	return dst
}

// matches finds a regular expression.
func (q Query) matches(ctx context.Context, b []byte) (Hits, error) {
	var hits Hits
	for at := 0; at < len(b); {
		if err := ctx.Err(); err != nil {
			return hits, err
		}
		end, limit := len(b), len(b) // what is looked at, and where a match must begin before
		if at+stretch < len(b) {
			end, limit = at+stretch, at+stretch-reach
			if i := bytes.LastIndexByte(b[at+stretch/2:end], '\n'); i >= 0 {
				end = at + stretch/2 + i + 1
				limit = end
			}
		}
		from := before(b, at)
		next := limit
		for _, m := range q.pattern.FindAllIndex(b[from:end], -1) {
			s := source.Span{Start: from + m[0], End: from + m[1]}
			if s.Empty() || s.Start < at {
				continue
			}
			if s.Start >= limit {
				break
			}
			if len(hits.Spans) == Limit {
				hits.More = true
				return hits, nil
			}
			hits.Spans = append(hits.Spans, s)
			next = max(next, s.End)
		}
		at = next
	}
	return hits, ctx.Err()
}

// before returns the offset of the character in front of at, which ^ and \b look
// at.
func before(b []byte, at int) int {
	for n := 0; at > 0 && n < 4; n++ {
		at--
		if b[at]&0xC0 != 0x80 {
			break
		}
	}
	return at
}

// From returns the index of the first hit that does not begin before offset; the
// first of all where there is none, and -1 without hits.
func (h Hits) From(offset int) int {
	i := sort.Search(len(h.Spans), func(i int) bool { return h.Spans[i].Start >= offset })
	switch {
	case len(h.Spans) == 0:
		return -1
	case i == len(h.Spans):
		return 0
	}
	return i
}
