package event

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

var (
	errDuplicateKey = errors.New("duplicate field")
	errTooDeep      = fmt.Errorf("arrays and objects are nested more than %d levels deep, the most that the runtime reads", MaxRecordNesting)
	errUnusual      = errors.New("unusual envelope")
)

// scanDuplicates reports a key that repeats one of the same object, at any depth
// of the first JSON value in raw, compared in lower case: errDuplicateKey. Any
// other error is malformed JSON. Which of two faults comes first matters, so the
// value is read from left to right.
func scanDuplicates(raw []byte) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var stack []map[string]bool // the keys so far of each open object; nil for an array
	wantKey := false
	for {
		token, err := dec.Token()
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case json.Delim:
			switch token {
			case '{', '[':
				if len(stack) == MaxRecordNesting {
					return errTooDeep
				}
				var keys map[string]bool
				if token == '{' {
					keys = make(map[string]bool)
				}
				stack = append(stack, keys)
			default:
				stack = stack[:len(stack)-1]
			}
		case string:
			if wantKey {
				key := strings.ToLower(token)
				keys := stack[len(stack)-1]
				if keys[key] {
					return errDuplicateKey
				}
				keys[key] = true
				wantKey = false
				continue
			}
		}
		if len(stack) == 0 {
			return nil
		}
		wantKey = stack[len(stack)-1] != nil
	}
}
