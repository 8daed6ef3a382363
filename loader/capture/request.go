package capture

import (
	"compactlens/core/content"
	"compactlens/core/inspect"
	"compactlens/core/wire"
)

// Request is a captured compaction request: the JSON the runtime sends, bare or
// as the user's message of a provider's request body.
type Request struct {
	Dialect          Dialect // Neutral where it is bare
	Text             inspect.Excerpt
	Identity         inspect.Identity // From is "request"
	MaxSummaryTokens inspect.Known[uint64]
	Messages         int // of the transcript
}

// fromRequest is how values learned here say where they come from.
const fromRequest = "request"

// texts lists, by dialect, where the user's text stands in a request body. An
// empty step is the first item of an array whose role is the user's, or the first.
var texts = []struct {
	dialect Dialect
	path    []string
}{
	{OpenAI, []string{"messages", "", "content"}},
	{Anthropic, []string{"messages", "", "content", "", "text"}},
	{Gemini, []string{"contents", "", "parts", "", "text"}},
	{OpenAIResponses, []string{"input", "", "content", "", "text"}},
	{OpenAIResponses, []string{"input", "", "content"}},
	{OpenAIResponses, []string{"input"}},
}

// ReadRequest reads a compaction request from doc. ok is false where there is none
// in it.
func ReadRequest(doc wire.Document) (r Request, ok bool) {
	n := root(doc)
	if isRequest(n) {
		return readInput(n, inspect.Excerpt{Bytes: doc.Text}, Neutral), true
	}
	for _, t := range texts {
		v := n
		for _, step := range t.path {
			if step != "" {
				v = v.key(step)
				continue
			}
			v = v.user()
		}
		if !v.is(wire.String) {
			continue
		}
		text := v.excerpt()
		if in := root(wire.Parse(text.Bytes)); isRequest(in) {
			d := t.dialect
			if d == Anthropic && !n.key("max_tokens").there() && !n.key("model").there() {
				d = BedrockConverse
			}
			return readInput(in, text, d), true
		}
	}
	return r, false
}

// user returns the first item of an array that speaks as the user, else the first.
func (n node) user() node {
	for _, item := range n.items() {
		if item.key("role").str() == "user" {
			return item
		}
	}
	return n.first()
}

// isRequest reports whether n has the members of a compaction request.
func isRequest(n node) bool {
	return n.key("transcript").v.Kind != wire.NoValue && (n.key("basis").there() || n.key("max_summary_tokens").there())
}

// readInput reads the identity and budget of the request that n is.
func readInput(n node, text inspect.Excerpt, d Dialect) Request {
	r := Request{Dialect: d, Text: text, Messages: len(n.key("transcript").v.Items)}
	r.Identity = readIdentity(n, n.key("basis"), n.key("model"), fromRequest)
	if v, ok := n.key("max_summary_tokens").uint(); ok {
		r.MaxSummaryTokens = inspect.Know(v, fromRequest)
	}
	return r
}

// readIdentity reads the five parts of an identity where they are well formed.
func readIdentity(n, basis, model node, from string) (id inspect.Identity) {
	if v, ok := basis.key("revision").uint(); ok {
		id.Revision = inspect.Know(v, from)
	}
	if s := basis.key("through_event_id").str(); wire.IsCanonicalUUID(s) {
		id.ThroughEventID = inspect.Know(s, from)
	}
	if v := model.key("provider"); v.is(wire.String) {
		id.Provider = inspect.Know(v.str(), from)
	}
	if v := model.key("model"); v.is(wire.String) {
		id.Model = inspect.Know(v.str(), from)
	}
	if s := n.key("request_fingerprint").str(); wire.IsFingerprint(s) {
		id.Fingerprint = inspect.Know(s, from)
	}
	return id
}

// Figures are what a file says of an attempt beside the reply: an identity file, or
// the policy of a bundle.
type Figures struct {
	Identity         inspect.Identity
	MaxSummaryTokens inspect.Known[uint64]
	OutputBytes      inspect.Known[int64]
	InputBytes       inspect.Known[int64]
	InputLimit       inspect.Known[uint64] // tokens
	Usage            inspect.Known[*content.Usage]
}

// ReadFigures reads an identity file: the five parts of the identity, flat or
// nested as in a request, and limits beside them. ok is false where it has none.
func ReadFigures(doc wire.Document, from string) (f Figures, ok bool) {
	n := root(doc)
	f = readLimits(n, from)
	f.Identity = readIdentity(n, n, n, from)
	if n.key("basis").is(wire.Object) || n.key("model").is(wire.Object) {
		f.Identity = readIdentity(n, n.key("basis"), n.key("model"), from)
	}
	id := f.Identity
	return f, id.ThroughEventID.Set || id.Fingerprint.Set || id.Revision.Set
}

// readLimits reads the limits of a bundle's policy or an identity file.
func readLimits(n node, from string) (f Figures) {
	if v, ok := n.key("max_summary_tokens").uint(); ok {
		f.MaxSummaryTokens = inspect.Know(v, from)
	}
	if v, ok := n.key("output_bytes").uint(); ok && v < 1<<62 {
		f.OutputBytes = inspect.Know(int64(v), from)
	}
	if v, ok := n.key("input_bytes").uint(); ok && v < 1<<62 {
		f.InputBytes = inspect.Know(int64(v), from)
	}
	if v, ok := n.key("input_limit").uint(); ok {
		f.InputLimit = inspect.Know(v, from)
	}
	return f
}

// Echo returns the identity that an answer's text claims, as far as it can be
// read, also of a text that is fenced, cut or has prose around it.
func Echo(text []byte) (id inspect.Identity) {
	r := wire.DecodeReply(text)
	const from = "reply"
	if f := r.Fields[wire.FieldRevision]; f.Set {
		id.Revision = inspect.Know(f.Uint, from)
	}
	for _, p := range []struct {
		field wire.FieldID
		to    *inspect.Known[string]
	}{
		{wire.FieldThroughEventID, &id.ThroughEventID}, {wire.FieldProvider, &id.Provider},
		{wire.FieldModelName, &id.Model}, {wire.FieldFingerprint, &id.Fingerprint},
	} {
		if f := r.Fields[p.field]; f.Set {
			*p.to = inspect.Know(f.Text, from)
		}
	}
	return id
}
