package journal

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// Sniff tells from the first bytes of a file of size bytes whether it is a journal
// and of which form.
func Sniff(head []byte, size int64) (Form, bool) {
	if isLog(head, size) {
		return Frames, true
	}
	for i, rest := 0, head; i < 64 && len(rest) > 0; i++ {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		rest = after
		line = bytes.TrimSpace(line)
		if !whole && int64(len(head)) < size {
			return Lines, bytes.HasPrefix(line, []byte(`{"v":1,"kind":"`)) // a first line longer than the head
		}
		if len(line) > 0 && line[0] == '{' && isRecord(line) {
			return Lines, true
		}
	}
	return Lines, false
}

// isLog reports whether a log of frames begins at head. One damaged frame at the
// beginning does not hide the log.
func isLog(head []byte, size int64) bool {
	table := crc32.MakeTable(crc32.Castagnoli)
	const upper = 12 // the upper half of the sequence in a header, which is zero
	for at := 0; at+headerSize+2 <= len(head); at++ {
		zero := bytes.IndexByte(head[at+upper:], 0)
		if at += zero; zero < 0 || at+headerSize+2 > len(head) {
			return false
		}
		length := int64(binary.LittleEndian.Uint32(head[at:]))
		sequence := binary.LittleEndian.Uint64(head[at+8:])
		if sequence == 0 || sequence > 1<<24 || length < 2 || length > maxPayload {
			continue
		}
		payload := head[at+headerSize:]
		if payload[0] != '{' && !bytes.HasPrefix(payload, []byte(magic)) {
			continue
		}
		if int64(len(payload)) < length {
			// too long to check, or cut off; the first frame is believed
			if at == 0 && sequence == 1 {
				return true
			}
			continue
		}
		if crc32.Checksum(payload[:length], table) == binary.LittleEndian.Uint32(head[at+4:]) {
			return true
		}
	}
	return false
}

// isRecord reports whether a line is an event, a command or an envelope of one.
func isRecord(line []byte) bool {
	if isEnvelope(line) {
		e, t := openEnvelope(line)
		return t == nil && len(e.kind) > 0
	}
	typ, version, id := false, false, false
	whole := members(line, func(key, value []byte) bool {
		switch string(key) {
		case "type":
			typ = len(unquoted(value)) > 0
		case "v":
			version = value[0] >= '0' && value[0] <= '9'
		case "event_id", "command_id":
			id = true
		}
		return true
	})
	return whole && typ && (version || id)
}
