package diagnose

import (
	"bytes"
	"fmt"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/wire"
)

// rawControl tells a raw line break from characters that have no business in any
// text.
func (s *scene) rawControl(f *inspect.Finding) hit {
	switch at := s.stretch(f, 1); {
	case bytes.ContainsAny(at, "\n\r\t"):
		return is("raw-newline", Certain)
	case bytes.Contains(at, []byte{0x1b}):
		return is("code-in-section", Certain, "It is the start of a terminal's escape sequence.")
	}
	return hit{sure: Certain}
}

// looseJSON tells a slip in the JSON from a text that only looks like JSON at its
// first character.
func (s *scene) looseJSON(*inspect.Finding) hit {
	b := s.text.Bytes
	if !holdsRoot(b) || bytes.HasPrefix(bytes.TrimSpace(b), []byte(`{\"`)) {
		if h, ok := doubly(b); ok {
			return h
		}
	}
	return hit{sure: Likely}
}

// notAnObject looks at JSON that is no object.
func (s *scene) notAnObject(f *inspect.Finding) hit {
	b := s.stretch(f, voiceLimit)
	switch {
	case len(b) > 0 && b[0] == '"':
		if h, ok := doubly(b); ok {
			return h
		}
	case bytes.HasPrefix(b, []byte("[")) && s.answerIn(b):
		return is("", Certain, "The object stands in an array.")
	}
	return hit{sure: Certain}
}

// keyAt returns the key that a finding is about.
func (s *scene) keyAt(f *inspect.Finding) string {
	b, at := s.frame(f)
	return string(wire.Unquote(b, at))
}

// unknownField tells a field too many from one that is misspelt and from an answer
// of another kind.
func (s *scene) unknownField(f *inspect.Finding) hit {
	if h := s.otherObject(); h.id != "" {
		return h
	}
	key := s.keyAt(f)
	if isSection(key) {
		return is("sections-as-json", Certain, "The field "+quoted(key)+" has a section's name.")
	}
	if meant := spelt(key); meant != "" {
		return is("misspelt-key", Certain, "The key "+quoted(key)+" stands for "+meant+".")
	}
	return is("", Certain, "The field is called "+quoted(key)+".")
}

// bodyKeys are keys that a provider's response has beside others.
var bodyKeys = []string{"choices", "candidates", "stop_reason", "usage", "usageMetadata", "finish_reason", "content", "output", "object"}

// otherObject recognises a JSON object that is something else than the reply: a
// provider's body, the request, or an object around the reply.
func (s *scene) otherObject() hit {
	if s.keys != nil {
		return *s.keys
	}
	seen := map[string]bool{}
	h := hit{}
	for i := range s.v.Findings {
		f := &s.v.Findings[i]
		if f.Rule.ID != "wire/unknown-field" {
			continue
		}
		key := s.keyAt(f)
		seen[key] = true
		b, at := s.frame(f)
		value := bytes.TrimLeft(b[at.End:min(at.End+voiceLimit, len(b))], " \t\r\n:")
		if bytes.HasPrefix(value, []byte("{")) && bytes.Contains(value, []byte(`"request_fingerprint"`)) && !s.wire().Fields[wire.FieldSummary].Set {
			h = is("wrapped-reply", Certain, "The reply stands in a field "+quoted(key)+".")
		}
	}
	body := 0
	for _, k := range bodyKeys {
		if seen[k] {
			body++
		}
	}
	switch {
	case s.wire().Fields[wire.FieldSummary].Set:
	case seen["transcript"] && seen["max_summary_tokens"]:
		h = is("echoed-request", Certain, "It has a transcript and a budget, as a request has.")
	case body >= 2, seen["choices"], seen["candidates"], seen["content"] && seen["role"]:
		h = is("provider-body", Likely, "It has the keys of a provider's response.")
	}
	s.keys = &h
	return h
}

// contractKeys are the keys of a reply.
var contractKeys = []string{"version", "basis", "revision", "through_event_id", "model", "provider", "request_fingerprint", "summary"}

// spelt returns the contract's key that key is another spelling of, empty where it
// is none.
func spelt(key string) string {
	fold := func(k string) string {
		return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "", ".", "").Replace(k))
	}
	for _, k := range contractKeys {
		if fold(k) == fold(key) {
			return k
		}
	}
	return ""
}

// wrongType recognises a summary that was written as an object of sections.
func (s *scene) wrongType(f *inspect.Finding) hit {
	if b := s.stretch(f, voiceLimit); len(b) > 0 && b[0] == '{' && bytes.Contains(b, []byte(`"goal"`)) {
		return is("sections-as-json", Certain, "The summary is an object.")
	}
	return hit{sure: Certain}
}

// missingField takes a field for misspelt, or for written as sections, where
// another key says so.
func (s *scene) missingField(f *inspect.Finding) hit {
	if h := s.otherObject(); h.id != "" {
		return is(h.id, h.sure)
	}
	for i := range s.v.Findings {
		other := &s.v.Findings[i]
		if other.Rule.ID != "wire/unknown-field" {
			continue
		}
		key := s.keyAt(other)
		if meant := spelt(key); meant != "" && strings.HasSuffix(f.Message, missing(meant)) {
			return is("misspelt-key", Certain)
		}
		if isSection(key) && strings.HasSuffix(f.Message, missing("summary")) {
			return is("sections-as-json", Certain)
		}
	}
	return hit{sure: Certain}
}

// missing is how the message about a missing field ends.
func missing(key string) string { return key + " is missing" }

// slips returns in how many places two texts of one length differ, -1 where the
// lengths do.
func slips(a, b string) int {
	if len(a) != len(b) {
		return -1
	}
	n := 0
	for i := range len(a) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// slipSentence says how far a copied id is from the request's.
func slipSentence(name, got, want string) string {
	switch n := slips(got, want); {
	case n > 0 && n <= len(want)/4:
		return fmt.Sprintf("%s differs from the request's in %d of %d characters.", name, n, len(want))
	case n < 0:
		return fmt.Sprintf("%s has %d characters instead of %d.", name, len(got), len(want))
	}
	return name + " is not the request's."
}
