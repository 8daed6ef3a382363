package source

import (
	"bytes"
	"slices"
	"sort"
	"sync"
	"unicode/utf8"
)

// A text that somebody edits is a row of chunks, so that a change costs what the chunk
// that it is in costs, and a look at each of the others. Chunks are never changed; the
// texts before and after a change share those that it does not touch.

// chunkSize is about how many bytes are in a chunk: so few that one is made anew in
// some microseconds, so many that a hundred megabytes are not very many of them.
const chunkSize = 16 << 10

// chunk is a piece of a text, with what is known of it.
type chunk struct {
	b     []byte
	feeds int // line feeds in it

	indexed sync.Once
	start   []int32 // offset of the first byte behind each line feed

	counted sync.Once
	columns int // code points
	units   int // UTF-16 units
}

func newChunk(b []byte) *chunk { return &chunk{b: b, feeds: bytes.Count(b, []byte{'\n'})} }

// starts returns where in the chunk lines begin.
func (c *chunk) starts() []int32 {
	c.indexed.Do(func() {
		if c.feeds == 0 {
			return
		}
		c.start = make([]int32, 0, c.feeds)
		for at := 0; ; {
			i := bytes.IndexByte(c.b[at:], '\n')
			if i < 0 {
				return
			}
			at += i + 1
			c.start = append(c.start, int32(at))
		}
	})
	return c.start
}

// count returns how many code points and UTF-16 units there are. No character reaches
// over the border of a chunk.
func (c *chunk) count() (columns, units int) {
	c.counted.Do(func() { c.columns, c.units = countCharacters(c.b, len(c.b)) })
	return c.columns, c.units
}

// rope is a row of chunks, none of them empty, and where each begins.
type rope struct {
	chunks []*chunk
	at     []int // offset of each chunk, and the text's size
	feeds  []int // line feeds before each chunk, and in all of the text
}

// newRope makes a rope of chunks.
func newRope(chunks []*chunk) *rope {
	r := &rope{chunks: chunks, at: make([]int, len(chunks)+1), feeds: make([]int, len(chunks)+1)}
	for i, c := range chunks {
		r.at[i+1], r.feeds[i+1] = r.at[i]+len(c.b), r.feeds[i]+c.feeds
	}
	return r
}

// cutUp returns b in chunks, which share its bytes.
func cutUp(b []byte) []*chunk {
	chunks := make([]*chunk, 0, len(b)/chunkSize+1)
	for len(b) > 0 {
		end := len(b)
		if end > 2*chunkSize {
			end = chunkSize
			for end < len(b) && !apart(b, end) {
				end++
			}
		}
		chunks, b = append(chunks, newChunk(b[:end:end])), b[end:]
	}
	return chunks
}

// apart reports whether no character can reach over offset at of b.
func apart(b []byte, at int) bool {
	for i := range utf8.UTFMax { // behind three bytes that continue one, a fourth does not
		if at-i < 0 || utf8.RuneStart(b[at-i]) {
			return i == 0
		}
	}
	return true
}

// find returns the index of the chunk that offset lies in, the last at the end.
func (r *rope) find(offset int) int {
	return max(min(sort.SearchInts(r.at, offset+1)-1, len(r.chunks)-1), 0)
}

// slice returns the bytes of s: shared where they are in one chunk.
func (r *rope) slice(s Span) []byte {
	s = s.Clamp(r.at[len(r.chunks)])
	if s.Empty() {
		return nil
	}
	i := r.find(s.Start)
	if s.End <= r.at[i+1] {
		return s.Shift(-r.at[i]).Of(r.chunks[i].b)
	}
	out := make([]byte, 0, s.Len())
	for ; i < len(r.chunks) && r.at[i] < s.End; i++ {
		b := r.chunks[i].b
		out = append(out, b[max(s.Start-r.at[i], 0):min(s.End-r.at[i], len(b))]...)
	}
	return out
}

// splice returns the rope with text in the place of the bytes of s, which lie in it.
func (r *rope) splice(s Span, text []byte) *rope {
	from, to := 0, 0 // the chunks that are made anew
	if len(r.chunks) > 0 {
		from, to = r.find(s.Start), r.find(s.End)+1
	}
	for {
		middle := text
		if from < to {
			middle = slices.Concat(r.slice(Span{r.at[from], s.Start}), text, r.slice(Span{s.End, r.at[to]}))
		}
		small := len(middle) < chunkSize/4 // no chunk is made that is much smaller than others
		switch {
		case from > 0 && (small || !border(r.chunks[from-1].b, middle)):
			from--
		case to < len(r.chunks) && (small || !border(middle, r.chunks[to].b)):
			to++
		default:
			return newRope(slices.Concat(r.chunks[:from], cutUp(middle), r.chunks[to:]))
		}
	}
}

// border reports whether no character can reach from the end of a to the start of b.
func border(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 {
		return true
	}
	at := min(len(a), utf8.UTFMax-1)
	return apart(append(a[len(a)-at:len(a):len(a)], b[0]), at)
}

// equal reports whether two ropes hold the same bytes. What they share costs next to
// nothing.
func (r *rope) equal(other *rope) bool {
	if r.at[len(r.chunks)] != other.at[len(other.chunks)] {
		return false
	}
	var a, b []byte // what is left of the chunks looked at
	i, j := 0, 0
	for {
		if len(a) == 0 && i < len(r.chunks) {
			a, i = r.chunks[i].b, i+1
		}
		if len(b) == 0 && j < len(other.chunks) {
			b, j = other.chunks[j].b, j+1
		}
		n := min(len(a), len(b))
		if n == 0 {
			return true
		}
		if &a[0] != &b[0] && !bytes.Equal(a[:n], b[:n]) {
			return false
		}
		a, b = a[n:], b[n:]
	}
}

// lineStart returns the offset of the first byte of line n, which is there.
func (r *rope) lineStart(n int) int {
	if n == 0 {
		return 0
	}
	i := sort.SearchInts(r.feeds, n) - 1 // the chunk with the n-th line feed
	return r.at[i] + int(r.chunks[i].starts()[n-1-r.feeds[i]])
}

// lineOf returns the index of the line that offset lies in.
func (r *rope) lineOf(offset int) int {
	if len(r.chunks) == 0 {
		return 0
	}
	i := r.find(offset)
	starts, in := r.chunks[i].starts(), offset-r.at[i]
	return r.feeds[i] + sort.Search(len(starts), func(k int) bool { return int(starts[k]) > in })
}

// count returns how many code points and UTF-16 units stand from one offset, at which
// a character begins, to another.
func (r *rope) count(from, to int) (columns, units int) {
	for i := r.find(from); i < len(r.chunks) && from < to; i++ {
		c, end := r.chunks[i], min(to, r.at[i+1])
		var n, u int
		if from == r.at[i] && end == r.at[i+1] {
			n, u = c.count()
		} else {
			n, u = countCharacters(c.b[from-r.at[i]:], end-from)
		}
		columns, units, from = columns+n, units+u, end
	}
	return columns, units
}
