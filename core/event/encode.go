package event

import "encoding/json"

// Encode writes one of the four compaction events of a journal in the canonical
// form of a record: compact, top-level keys sorted by byte with type and v among
// them, escaped for HTML, empty parts of the header left out. It applies Validate.
// Every error is an *EncodeError or one of Validate's; other events have no
// canonical form here.
func Encode(e Event) ([]byte, error) {
	switch e.(type) {
	case *CompactionCommitted, *CompactionRejected, *CompactWaiterResolved, *CompactWaiterRejected:
	default:
		return nil, &EncodeError{Type: e.Type()}
	}
	if err := e.Validate(); err != nil {
		return nil, err
	}
	payload, err := json.Marshal(e)
	if err != nil {
		return nil, &EncodeError{Type: e.Type(), Err: err}
	}
	var record map[string]json.RawMessage
	if err := json.Unmarshal(payload, &record); err != nil {
		return nil, &EncodeError{Type: e.Type(), Err: err}
	}
	for key, value := range map[string]any{"type": e.Type(), "v": SchemaVersion} {
		if record[key], err = json.Marshal(value); err != nil {
			return nil, &EncodeError{Type: e.Type(), Err: err}
		}
	}
	raw, err := json.Marshal(record)
	if err != nil {
		return nil, &EncodeError{Type: e.Type(), Err: err}
	}
	return raw, nil
}
