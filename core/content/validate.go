package content

// Validate reports the first message of the list that is nil, holds a nil block
// or nests tool results deeper than MaxNesting. The error is a *MessageError
// around *NilMessageError, *NilBlockError or *LimitError. It does not look at
// roles, pairing or text: those are rules of the places messages stand in.
func Validate(messages []Message) error {
	for i, m := range messages {
		if err := validateMessage(m); err != nil {
			return &MessageError{Index: i, Err: err}
		}
	}
	return nil
}

func validateMessage(m Message) error {
	if IsNil(m) {
		return &NilMessageError{}
	}
	return validateBlocks(m.Content(), 0)
}

// validateBlocks checks a list that stands inside level tool results.
func validateBlocks(blocks []Block, level int) error {
	for i, b := range blocks {
		if b == nil || b.isNil() {
			return &NilBlockError{Index: i}
		}
		result, ok := b.(*ToolResultBlock)
		if !ok {
			continue
		}
		if level+1 > MaxNesting {
			return &LimitError{Limit: LimitNesting, Got: level + 1, Max: MaxNesting}
		}
		if err := validateBlocks(result.Content, level+1); err != nil {
			return err
		}
	}
	return nil
}

// IsNil reports whether m is a nil interface or holds a nil pointer.
func IsNil(m Message) bool { return m == nil || m.isNil() }
