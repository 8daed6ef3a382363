package capture

import (
	"path/filepath"
	"strconv"
	"strings"
)

// Role is what a file's name says the file is.
type Role uint8

const (
	RoleNone    Role = iota
	RoleReply        // output, response, reply or answer
	RoleRequest      // input, request or prompt
)

// roleWords lists the words people name captures with.
var roleWords = map[string]Role{
	"output": RoleReply, "response": RoleReply, "reply": RoleReply, "answer": RoleReply,
	"input": RoleRequest, "request": RoleRequest, "prompt": RoleRequest,
}

// Name is a file's name taken apart. NAME.response-3.json has the stem NAME, the
// role of a reply and the number 3; response-3.json has no stem.
type Name struct {
	Base   string // without folders and .gz
	Stem   string // what files of one capture have in common
	Role   Role
	Word   string // the role's word, e.g. "response"
	Number int    // from 1; 0 is none
}

// journalEndings are what a journal's name has behind the stem.
var journalEndings = []string{".ledger.jsonl", ".jsonl", ".ndjson", ".log"}

// ParseName takes the name of a file apart.
func ParseName(path string) Name {
	base := filepath.Base(path)
	base = strings.TrimSuffix(base, ".gz")
	n := Name{Base: base, Stem: base}
	for _, end := range journalEndings {
		if stem, ok := strings.CutSuffix(base, end); ok {
			n.Stem = stem
			return n
		}
	}
	if dot := strings.LastIndexByte(base, '.'); dot >= 0 {
		n.Stem = base[:dot]
	}
	for end := len(base); end >= 0; {
		start := strings.LastIndexByte(base[:end], '.') + 1
		word, number, numbered := strings.Cut(base[start:end], "-")
		end = start - 1
		role, ok := roleWords[word]
		if !ok {
			continue
		}
		v, err := strconv.Atoi(number)
		if numbered && (err != nil || v < 1) {
			continue
		}
		n.Role, n.Word, n.Number, n.Stem = role, word, v, base[:max(end, 0)]
		return n
	}
	return n
}
