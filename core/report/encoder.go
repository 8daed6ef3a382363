package report

import (
	"encoding/json"
	"io"

	"compactlens/core/source"
)

// newEncoder returns an encoder of JSON that can be shown on a terminal as it is.
func newEncoder(w io.Writer) *json.Encoder { return json.NewEncoder(visibleJSON{w}) }

// visibleJSON escapes what must not be shown. An encoder writes a whole value at a
// time, so that no character is split.
type visibleJSON struct{ w io.Writer }

func (v visibleJSON) Write(b []byte) (int, error) {
	if _, err := v.w.Write(source.AppendJSON(make([]byte, 0, len(b)+len(b)/8), b)); err != nil {
		return 0, err
	}
	return len(b), nil
}
