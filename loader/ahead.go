package loader

import (
	"bytes"
	"time"

	"compactlens/loader/capture"
	"compactlens/loader/journal"
	"compactlens/loader/work"
)

// Small documents are read and told apart on all processors before their turn; the
// workspace is put together from them in order.
const (
	aheadFiles = 256       // files at a time
	aheadSize  = 256 << 10 // bytes of the largest
)

// ahead is a document that was read before its turn.
type ahead struct {
	modified time.Time
	content  []byte
	detected capture.Detected
}

// readAhead reads those of the sources that are small documents. What it cannot
// tell, or read, is left to the source's turn.
func (o *opener) readAhead(sources []*Source) error {
	if len(sources) < 2 {
		return o.ctx.Err()
	}
	return work.Each(o.ctx, len(sources), func(i int) {
		s := sources[i]
		if len(s.Problems) == 0 && s.Kind != KindStore {
			s.again = o.holds(s)
		}
		if s.again == nil && s.stdin == nil && s.store == nil && s.Kind != KindStore && len(s.Problems) == 0 && s.Size <= aheadSize {
			room, _ := o.room.Get().(*[aheadSize + 1]byte)
			if room == nil {
				room = new([aheadSize + 1]byte)
			}
			s.lookAhead(room[:])
			o.room.Put(room)
		}
	})
}

// lookAhead reads the source if it is a document. room is as large as any of them
// and one byte more.
func (s *Source) lookAhead(room []byte) {
	n, modified, err := smallFile(s.Path, room)
	if err == nil && plain(room[:n]) {
		b := bytes.Clone(room[:n])
		s.ahead = &ahead{modified: modified, content: b, detected: s.detect(b)}
	}
}

// plain reports whether b is the content of a document, and neither compressed nor
// a journal nor binary.
func plain(b []byte) bool {
	if len(b) < 2 || b[0] == 0x1F && b[1] == 0x8B || b[0] == 0xFF || b[0] == 0xFE {
		return false
	}
	head := b[:min(len(b), headSize)]
	if _, is := journal.Sniff(head, int64(len(b))); is {
		return false
	}
	_, binary := capture.Binary(head)
	return !binary
}
