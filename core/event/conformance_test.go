package event

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"testing"

	"compactlens/core/conformance"
	"compactlens/core/content"
)

// eventWant is a verdict of kind event or event_direct.
type eventWant struct {
	OK              bool   `json:"ok"`
	Event           string `json:"event"`
	CanonicalBytes  int    `json:"canonical_bytes"`
	CanonicalSHA256 string `json:"canonical_sha256"`
	CanonicalError  any    `json:"canonical_error"`
	Error           string `json:"error"`
	Field           string `json:"field"`
	Rule            string `json:"rule"`
	Type            string `json:"type"`
	Why             string `json:"why"`
	Limit           string `json:"limit"`
	Got             int    `json:"got"`
	Max             int    `json:"max"`
	Version         uint32 `json:"version"`
}

// verdictOf states what Decode said in the corpus' words.
func verdictOf(e Event, err error) eventWant {
	var (
		invalid *InvalidEventError
		decode  *DecodeError
		unknown *UnknownTypeError
		schema  *UnsupportedSchemaError
		limit   *LimitError
		block   *content.LimitError
		context *ContextError
	)
	switch {
	case err == nil:
		return eventWant{OK: true, Event: string(e.Type())}
	case errors.As(err, &invalid):
		return eventWant{Error: "invalid_event", Event: string(invalid.Event), Field: string(invalid.Field), Rule: string(invalid.Rule)}
	case errors.As(err, &decode):
		w := eventWant{Error: "decode", Type: string(decode.Type), Why: string(decode.Why)}
		if errors.As(err, &limit) {
			w.Got, w.Max = limit.Got, limit.Max
		}
		if errors.As(err, &block) {
			w.Limit = string(block.Limit)
		}
		return w
	case errors.As(err, &unknown):
		return eventWant{Error: "unknown_type", Type: unknown.Type}
	case errors.As(err, &schema):
		return eventWant{Error: "unsupported_schema", Version: schema.Version}
	case errors.As(err, &limit):
		return eventWant{Error: "limit", Got: limit.Got, Max: limit.Max}
	case errors.As(err, &context):
		return eventWant{Error: "context", Field: string(context.Field)}
	}
	return eventWant{Error: fmt.Sprintf("%T", err)}
}

func TestConformanceEvent(t *testing.T) {
	conformance.Run(t, "event", func(c conformance.Case) (string, error) {
		raw, err := c.Bytes("raw")
		if err != nil {
			return "", err
		}
		var want eventWant
		if err := c.Want(&want); err != nil {
			return "", err
		}
		e, err := Decode(raw)
		got := verdictOf(e, err)
		if got.OK {
			canonical, err := Encode(e)
			if err != nil {
				got.CanonicalError = want.CanonicalError
				if want.CanonicalError == nil {
					return fmt.Sprintf("encode: %v", err), nil
				}
			} else {
				sum := sha256.Sum256(canonical)
				got.CanonicalBytes, got.CanonicalSHA256 = len(canonical), hex.EncodeToString(sum[:])
			}
		}
		return differ(got, want), nil
	})
}

func TestConformanceEventDirect(t *testing.T) {
	conformance.Run(t, "event_direct", func(c conformance.Case) (string, error) {
		raw, err := c.Bytes("raw")
		if err != nil {
			return "", err
		}
		name, err := conformance.Field[Type](c, "event")
		if err != nil {
			return "", err
		}
		var want eventWant
		if err := c.Want(&want); err != nil {
			return "", err
		}
		e, err := UnmarshalAs(name, raw)
		if err == nil {
			err = e.Validate()
		}
		return differ(verdictOf(e, err), want), nil
	})
}

func differ(got, want eventWant) string {
	if fmt.Sprint(got) == fmt.Sprint(want) {
		return ""
	}
	return fmt.Sprintf("got %+v, want %+v", got, want)
}

func TestConformanceMeasurement(t *testing.T) {
	type verdict struct {
		OK         bool   `json:"ok"`
		Error      string `json:"error"`
		Field      string `json:"field"`
		CauseField string `json:"cause_field"`
	}
	conformance.Run(t, "measurement", func(c conformance.Case) (string, error) {
		raw, err := c.Bytes("raw")
		if err != nil {
			return "", err
		}
		var got, want verdict
		if err := c.Want(&want); err != nil {
			return "", err
		}
		m, err := DecodeMeasurement(raw)
		var (
			context *ContextError
			key     *ModelKeyError
		)
		switch {
		case err != nil:
			got.Error = "decode"
		case errors.As(m.Validate(), &context):
			got.Error, got.Field = "field", string(context.Field)
			if errors.As(context, &key) {
				got.CauseField = string(key.Field)
			}
		default:
			got.OK = true
		}
		if got != want {
			return fmt.Sprintf("got %+v, want %+v", got, want), nil
		}
		return "", nil
	})
}

func TestConformanceReplyID(t *testing.T) {
	type verdict struct {
		OK    bool   `json:"ok"`
		ID    string `json:"id"`
		Error string `json:"error"`
		Field string `json:"field"`
	}
	conformance.Run(t, "reply_id", func(c conformance.Case) (string, error) {
		var got, want verdict
		if err := c.Want(&want); err != nil {
			return "", err
		}
		ids := make(map[string]UUID)
		for _, name := range []string{"attempt", "command"} {
			text, err := conformance.Field[string](c, name)
			if err != nil {
				return "", err
			}
			if ids[name], err = ParseUUID(text); err != nil {
				got = verdict{Error: "uuid", Field: name}
				break
			}
		}
		if got.Error == "" {
			resolved, err := conformance.Field[bool](c, "resolved")
			if err != nil {
				return "", err
			}
			got = verdict{OK: true, ID: WaiterReplyID(ids["attempt"], ids["command"], resolved).String()}
		}
		if got != want {
			return fmt.Sprintf("got %+v, want %+v", got, want), nil
		}
		return "", nil
	})
}
