package journal

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"compactlens/loader/problem"
)

// A frame is a header and a payload. All numbers are little endian: the payload's
// length (u32), its CRC-32C (u32) and the sequence (u64), which begins at 1. The
// CRC covers neither length nor sequence.
const headerSize = 16

// maxSearch bounds the bytes whose checksum is tried while looking for the next
// whole frame of one log.
const maxSearch = 256 << 20

type frame struct {
	length   uint32
	crc      uint32
	sequence uint64
}

// sum returns the CRC-32C of b.
func (s *scanner) sum(b []byte) uint32 { return crc32.Checksum(b, s.castagnoli) }

// headAt reads the frame header at offset; ok is false where fewer bytes are left.
func (s *scanner) headAt(offset int64) (f frame, ok bool, err error) {
	b, err := s.win.at(offset, headerSize)
	if len(b) < headerSize {
		return f, false, err
	}
	return frame{binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint64(b[8:])}, true, nil
}

// frames scans a store's log.
func (s *scanner) frames() error {
	next := max(s.last.next, 1) // the sequence that is due
	told := s.last.offset
	for at := s.last.offset; at < s.win.size; {
		f, ok, err := s.headAt(at)
		if err != nil {
			return s.broken(at, err)
		}
		if ok || at == 0 { // how the record before was read depends on a whole header
			s.begin(at, next)
		}
		size := headerSize + int64(f.length)
		var b []byte
		if ok && f.length <= maxPayload && f.length > 0 && at+size <= s.win.size {
			if b, err = s.win.at(at, int(size)); err != nil {
				return s.broken(at, err)
			}
		}
		if int64(len(b)) == size && s.sum(b[headerSize:]) == f.crc {
			next = s.whole(b[headerSize:], f, next, at)
			at += size
		} else if at, next, err = s.damaged(at, f, ok, next); err != nil {
			return err
		}
		if at-told >= bufferSize {
			told = at
			if err := s.progress(at); err != nil {
				return err
			}
		}
	}
	return s.progress(s.win.size)
}

// broken reports that the file cannot be read from at on.
func (s *scanner) broken(at int64, err error) error {
	s.report(problem.Unreadable, problem.Place{Offset: at}, "", err)
	return s.ctx.Err()
}

// whole takes a frame whose checksum is right and returns the sequence due next.
func (s *scanner) whole(payload []byte, f frame, next uint64, at int64) uint64 {
	place := problem.Place{Offset: at, Size: headerSize + int64(len(payload)), Sequence: f.sequence}
	if f.sequence < s.newest {
		s.descents = append(s.descents, s.x.n)
	}
	s.newest = f.sequence
	if f.sequence == next {
		s.payload(payload, place)
		return next + 1
	}
	s.held = append(s.held[:0], payload...) // what follows reads elsewhere
	after, ok, _ := s.headAt(at + place.Size)
	switch {
	case ok && after.sequence == next+1 && f.sequence != next+1:
		place.Sequence = next
		s.report(problem.SequenceField, place, "", nil)
		s.payload(s.held, place)
		return next + 1
	case f.sequence > next:
		s.report(problem.SequenceGap, place, fmt.Sprintf("%d before this one", f.sequence-next), nil)
		s.payload(s.held, place)
		return f.sequence + 1
	case s.repeats(f.sequence):
		s.leave(&trouble{kind: problem.SequenceRepeat}, place)
		return next
	}
	s.report(problem.SequenceRepeat, place, "with other content, which is read too", nil)
	s.payload(s.held, place)
	return f.sequence + 1
}

// repeats reports whether the log already has a frame of this sequence with the
// payload in s.held. Sequences ascend between the descents.
func (s *scanner) repeats(sequence uint64) bool {
	const furthest = 64 // descents looked behind
	start := 0
	for i, end := range append(s.descents, s.x.n) {
		if i > furthest {
			break
		}
		if at := s.seek(sequence, start, end); at >= 0 {
			b := make([]byte, len(s.held))
			n, _ := s.win.src.ReadAt(b, at+headerSize)
			return n == len(b) && bytes.Equal(b, s.held)
		}
		start = end
	}
	return false
}

// seek returns the offset of the frame with the given sequence among the entries
// from lo to hi, or -1.
func (s *scanner) seek(sequence uint64, lo, hi int) int64 {
	var b [8]byte
	for lo < hi {
		mid := (lo + hi) / 2
		at := s.x.At(mid).Offset
		if n, _ := s.win.src.ReadAt(b[:], at+8); n < len(b) {
			return -1
		}
		switch here := binary.LittleEndian.Uint64(b[:]); {
		case here == sequence:
			return at
		case here < sequence:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return -1
}

// damaged takes what stands at offset at, where no whole frame begins, and
// returns where to read on and the sequence due there.
func (s *scanner) damaged(at int64, f frame, header bool, next uint64) (int64, uint64, error) {
	place := problem.Place{Offset: at, Size: s.win.size - at, Sequence: next}
	zero, err := s.zeroFrom(at)
	if err != nil {
		return at, next, err
	}
	if zero {
		s.last.cut = true
		s.leave(&trouble{kind: problem.ZeroTail, detail: fmt.Sprintf("%d bytes", place.Size)}, place)
		return s.win.size, next, nil
	}
	if !header {
		s.last.cut = true
		s.leave(&trouble{kind: problem.TornTail, detail: fmt.Sprintf("%d bytes of its header", place.Size)}, place)
		return s.win.size, next, nil
	}
	if end := at + headerSize + int64(f.length); f.length > 0 && f.length <= maxPayload && s.follows(end, next+1) {
		place.Size = end - at
		s.leave(&trouble{kind: problem.Checksum}, place)
		return end, next + 1, nil
	}
	found, err := s.search(at+1, next)
	if err != nil {
		return at, next, err
	}
	if found < 0 {
		kind, detail := problem.TornTail, fmt.Sprintf("%d of %d bytes of its payload", place.Size-headerSize, f.length)
		if f.length > maxPayload || at+headerSize+int64(f.length) <= s.win.size {
			kind, detail = problem.LengthField, f.says()+"; no whole record follows"
			if s.searched > maxSearch {
				detail = fmt.Sprintf("%s; no whole record was found behind it, and no more than %d bytes are tried", f.says(), maxSearch)
			}
		}
		s.last.cut = kind == problem.TornTail
		s.leave(&trouble{kind: kind, detail: detail}, place)
		return s.win.size, next, nil
	}
	place.Size = found - at
	s.leave(&trouble{kind: problem.LengthField, detail: fmt.Sprintf("%s; the next whole record begins %d bytes on", f.says(), found-at)}, place)
	after, _, err := s.headAt(found)
	if err == nil && after.sequence == next+1 {
		next++ // the one damaged record was this one
	}
	return found, next, nil
}

// says tells what length a frame claims, and the bound where that is above it.
func (f frame) says() string {
	if f.length > maxPayload {
		return fmt.Sprintf("it says %d bytes, and a record has at most %d", f.length, maxPayload)
	}
	return fmt.Sprintf("it says %d bytes", f.length)
}

// follows reports whether a frame of the given sequence, or the end of the file,
// stands at offset.
func (s *scanner) follows(offset int64, sequence uint64) bool {
	if offset == s.win.size {
		return true
	}
	f, ok, err := s.headAt(offset)
	return err == nil && ok && f.sequence == sequence && f.length > 0 && f.length <= maxPayload
}

// zeroFrom reports whether only zero bytes stand from at on.
func (s *scanner) zeroFrom(at int64) (bool, error) {
	for at < s.win.size {
		if at = s.win.data(at); at >= s.win.size {
			break
		}
		b, err := s.win.at(at, bufferSize)
		if err != nil || s.ctx.Err() != nil {
			return false, s.ctx.Err()
		}
		for _, c := range b {
			if c != 0 {
				return false, nil
			}
		}
		at += int64(len(b))
	}
	return true, nil
}

// search returns the offset of the first whole frame from at on whose sequence
// can follow, or -1.
func (s *scanner) search(at int64, next uint64) (int64, error) {
	const furthest = 1 << 24 // records that may be missing
	for at+headerSize < s.win.size {
		if err := s.ctx.Err(); err != nil {
			return -1, err
		}
		b, err := s.win.at(at, bufferSize)
		if err != nil || len(b) < headerSize {
			return -1, s.ctx.Err()
		}
		n := len(b) - headerSize + 1
		i := 0
		for ; i < n; i++ {
			sequence := binary.LittleEndian.Uint64(b[i+8:])
			if sequence-next > furthest {
				continue
			}
			length := binary.LittleEndian.Uint32(b[i:])
			if length < 2 || length > maxPayload || at+int64(i)+headerSize+int64(length) > s.win.size {
				continue
			}
			break
		}
		at += int64(i)
		if i == n {
			continue
		}
		f, _, err := s.headAt(at)
		if err != nil {
			return -1, s.ctx.Err()
		}
		if s.searched += int64(f.length); s.searched > maxSearch {
			return -1, nil
		}
		if p, err := s.win.at(at+headerSize, int(f.length)); err == nil && s.sum(p) == f.crc {
			return at, nil
		}
		at++
	}
	return -1, nil
}
