package capture

import (
	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/wire"
)

// Bundle is an attempt bundle: one file with what is known of an attempt. Each
// part may be missing.
type Bundle struct {
	Figures                  // the policy; the identity is the input's
	Request      *Request    // the input
	Input        source.Span // its JSON in the file
	Response     *Response
	RetainedTail source.Span // a JSON array of messages in the file
	Post         Post
	CountError   string // why counting failed; untrusted
	BasisNow     *event.ContextBasis
	Outcome      event.CompactRejectReason // 0 is none
}

// Post is the size of the request after the replacement, in tokens.
type Post struct {
	InputTokens inspect.Known[uint64] // of the complete request
	InputLimit  inspect.Known[uint64]
	TailTokens  inspect.Known[uint64] // of the request with the retained tail alone
	TailBytes   inspect.Known[uint64] // of the retained tail as it was counted; bytes
}

// ReadBundle reads an attempt bundle, a document of file.
func ReadBundle(file *source.Text, doc wire.Document) Bundle {
	const from = "bundle"
	n := root(doc)
	b := Bundle{Figures: readLimits(n.key("policy"), from)}
	if in := n.key("input"); in.is(wire.Object) {
		r := readInput(in, within(in), Neutral)
		r.Identity = readIdentity(in, in.key("basis"), in.key("model"), from)
		if r.MaxSummaryTokens.Set {
			r.MaxSummaryTokens.From = from
		}
		b.Request, b.Input, b.Identity = &r, in.v.Span, r.Identity
	}
	if v := n.key("response"); v.is(wire.Object) {
		if r, ok := ReadResponse(file, wire.Document{Text: doc.Text, Root: v.v}); ok {
			if r.Usage.Set {
				r.Usage.From = from
			}
			b.Response = &r
		}
	}
	if v := n.key("retained_tail"); v.is(wire.Array) {
		b.RetainedTail = v.v.Span
	}
	post := n.key("post")
	for _, f := range []struct {
		key string
		to  *inspect.Known[uint64]
	}{{"input_tokens", &b.Post.InputTokens}, {"input_limit", &b.Post.InputLimit}, {"tail_tokens", &b.Post.TailTokens}, {"tail_bytes", &b.Post.TailBytes}} {
		if v, ok := post.key(f.key).uint(); ok {
			*f.to = inspect.Know(v, from)
		}
	}
	b.CountError = n.key("count", "error").str()
	if v := n.key("basis_now"); v.is(wire.Object) {
		id := readIdentity(v, v, node{}, from)
		if through, err := event.ParseUUID(id.ThroughEventID.Value); err == nil && id.Revision.Set {
			b.BasisNow = &event.ContextBasis{Revision: id.Revision.Value, ThroughEventID: through}
		}
	}
	b.Outcome, _ = event.ParseCompactRejectReason(n.key("outcome").str())
	return b
}

// within returns the JSON of a value with its way back to the document.
func within(n node) inspect.Excerpt {
	var m source.MapBuilder
	m.Verbatim(0, n.v.Span.Start)
	return inspect.Excerpt{Bytes: n.v.Span.Of(n.text), Map: m.Done(n.v.Span.Len(), n.v.Span.End)}
}

// Hook is what a compaction hook saw of one attempt: the only record of the
// sub-reason of a refusal.
type Hook struct {
	AttemptID event.UUID
	Outcome   int      // 1 completed, 2 denied, 3 failed, 4 canceled
	Errors    []string // the error chain, outermost first; untrusted
}

// ReadHook reads one line of a hook's file.
func ReadHook(line []byte) (h Hook, ok bool) {
	n := root(wire.Parse(line))
	if !isHooks(n) {
		return h, false
	}
	id, err := event.ParseUUID(n.key("attempt_id").str())
	if err != nil {
		return h, false
	}
	h.AttemptID = id
	if v, ok := n.key("outcome").uint(); ok && v < 256 {
		h.Outcome = int(v)
	}
	for _, e := range n.key("error_chain").items() {
		h.Errors = append(h.Errors, e.str())
	}
	return h, true
}
