package capture

import (
	"bytes"
	"compactlens/core/wire"
	"path"
	"strings"
)

// Kind is what a document is.
type Kind uint8

// The kinds of documents.
const (
	KindUnknown  Kind = iota
	KindSummary       // the summary's XML alone
	KindReply         // the text of an answer: JSON that holds a summary, also broken
	KindResponse      // an answer with its blocks, or an error, in some dialect
	KindRequest       // a compaction request, bare or in a provider's body
	KindBundle        // an attempt bundle
	KindIdentity      // an identity to compare with
	KindHooks         // lines that a compaction hook wrote
)

var kindNames = [...]string{"unknown", "summary", "reply", "response", "request", "bundle", "identity", "hooks"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[0]
}

// Detected is what a document was found to be. Doc is the parsed JSON where the
// document is JSON; its root is what the kind is of, which may be one value of the
// whole.
type Detected struct {
	Kind  Kind
	Doc   wire.Document
	About string // of KindUnknown: what it is, as far as it can be told
}

// rootTag begins every summary.
const rootTag = "<conversation_summary"

// Detect tells what the document is that name names. asked says that a person
// named the file itself, so that it is meant to be a summary or a reply where
// nothing speaks against it.
func Detect(b []byte, name string, asked bool) Detected {
	name = ParseName(name).Base
	text := bytes.TrimLeft(bytes.TrimPrefix(b, []byte("\uFEFF")), " \t\r\n")
	if len(text) > 0 && (text[0] == '{' || text[0] == '[') {
		if d := detectJSON(b, asked, name); d.Kind != KindUnknown || d.About != "" {
			return d
		}
	}
	json, sure := jsonAt(text)
	xml := bytes.Index(text, []byte(rootTag))
	ext := strings.ToLower(path.Ext(name))
	plain := asked || ParseName(name).Role == RoleReply || ext == ".txt" || ext == ".json" || ext == ".xml" || ext == ""
	const near = 16 // bytes of a code fence, for files whose name says nothing
	switch {
	case sure && (xml < 0 || json < xml) && (plain || json < near):
		return Detected{Kind: KindReply, Doc: wire.Parse(b)}
	case ext == ".xml", xml >= 0 && (plain || startsWithRoot(text)):
		return Detected{Kind: KindSummary}
	case isHTML(text):
		return Detected{Kind: KindResponse} // a gateway's error page
	case json == 0, ParseName(name).Role == RoleReply, asked && ext == ".json":
		return Detected{Kind: KindReply, Doc: wire.Parse(b)}
	case bytes.HasPrefix(text, []byte("data:")), bytes.HasPrefix(text, []byte("event:")):
		return Detected{About: "a stream of server-sent events"}
	case asked && len(text) > 0:
		return Detected{Kind: KindSummary}
	}
	return Detected{About: "text"}
}

// startsWithRoot reports whether the root is the first thing in the text, but for
// a code fence.
func startsWithRoot(text []byte) bool {
	if bytes.HasPrefix(text, []byte("```")) {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	return bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte(rootTag))
}

// Markup reports whether a text holds a summary's root, or begins with a tag.
func Markup(text []byte) bool {
	return bytes.Contains(text, []byte(rootTag)) || bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\uFEFF")), " \t\r\n"), []byte("<"))
}

func isHTML(text []byte) bool {
	head := bytes.ToLower(text[:min(len(text), 64)])
	return bytes.HasPrefix(head, []byte("<!doctype html")) || bytes.HasPrefix(head, []byte("<html"))
}

// replyKeys are the keys of a reply as they stand in its text.
var replyKeys = []string{`"version"`, `"basis"`, `"model"`, `"request_fingerprint"`, `"summary"`}

// jsonAt returns where the JSON of a reply begins in a text: the first { that a
// key of a reply follows, of which one can be sure, else 0 where the text begins
// like an object, else -1.
func jsonAt(text []byte) (at int, sure bool) {
	for at := 0; ; at++ {
		i := bytes.IndexByte(text[at:], '{')
		if i < 0 {
			break
		}
		at += i
		inside := bytes.TrimLeft(text[at+1:], " \t\r\n")
		for _, k := range replyKeys {
			if len(inside) >= len(k) && strings.EqualFold(string(inside[:len(k)]), k) {
				return at, true
			}
		}
	}
	if len(text) == 0 || text[0] != '{' {
		return -1, false
	}
	inside := bytes.TrimLeft(text[1:], " \t\r\n")
	if len(inside) > 0 && inside[0] != '"' {
		return -1, false
	}
	return 0, false
}

// detectJSON tells what a document that begins like JSON is.
func detectJSON(b []byte, asked bool, name string) Detected {
	doc := wire.Parse(b)
	n := root(doc)
	d := Detected{Doc: doc}
	named := ParseName(name).Role
	switch {
	case !n.is(wire.Object) && len(doc.Faults) > 0:
		return Detected{} // text that begins with a bracket
	case !n.is(wire.Object):
		if about := aboutForeign(n); about != "" {
			d.About = about
		} else if asked || named == RoleReply {
			d.Kind = KindReply
		} else {
			d.About = "JSON of another form"
		}
	case isBundle(n):
		d.Kind = KindBundle
	case isRequest(n):
		d.Kind = KindRequest
	case isHooks(n):
		d.Kind = KindHooks
	case isIdentity(n):
		d.Kind = KindIdentity
	case replyMembers(doc) >= 2:
		d.Kind = KindReply
	case responseReader(n) != nil:
		d.Kind = KindResponse
	case n.key("request").is(wire.Object) && responseReader(n.key("response")) != nil:
		d.Kind, d.Doc.Root = KindResponse, n.key("response").v // a gateway's record of both
	default:
		if _, ok := ReadRequest(doc); ok {
			d.Kind = KindRequest
		} else if len(doc.Faults) > 0 && replyMembers(doc) == 0 {
			return Detected{} // the text tells more than what could be parsed
		} else if about := aboutForeign(n); about != "" && replyMembers(doc) == 0 {
			d.About = about
		} else if asked || named == RoleReply || replyMembers(doc) == 1 && bytes.Contains(b, []byte("conversation_summary")) {
			d.Kind = KindReply
		} else {
			d.About = "JSON of another form"
		}
	}
	return d
}

// replyMembers counts the keys of a reply that a document has.
func replyMembers(doc wire.Document) (count int) {
	r := wire.ReplyOf(doc)
	for _, f := range []wire.FieldID{wire.FieldVersion, wire.FieldBasis, wire.FieldModel, wire.FieldFingerprint, wire.FieldSummary} {
		if !r.Fields[f].Key.Empty() {
			count++
		}
	}
	if r.Fields[wire.FieldBasis].Key.Empty() && r.Fields[wire.FieldFingerprint].Key.Empty() && r.Fields[wire.FieldSummary].Key.Empty() {
		return 0 // version and model alone are anybody's
	}
	return count
}

func isBundle(n node) bool {
	count := 0
	for _, key := range []string{"policy", "input", "response", "post", "outcome", "basis_now", "count"} {
		if n.key(key).is(wire.Object) || key == "outcome" && n.key(key).is(wire.String) {
			count++
		}
	}
	if n.key("retained_tail").is(wire.Array) {
		count++
	}
	return count >= 2 && (n.key("policy").is(wire.Object) || isRequest(n.key("input")) || n.key("response", "blocks").is(wire.Array))
}

// isIdentity reports whether an object is a flat identity. One with a basis inside
// is a reply or request of which parts are missing.
func isIdentity(n node) bool {
	_, ok := ReadFigures(wire.Document{Text: n.text, Root: n.v}, "")
	return ok && (n.key("through_event_id").there() || n.key("revision").there()) &&
		!n.key("basis").there() && !n.key("summary").there() && !n.key("attempt_id").there() && !n.key("type").there()
}

// isHooks reports whether an object is what a compaction hook saw at an attempt's
// end.
func isHooks(n node) bool {
	return n.key("attempt_id").is(wire.String) && n.key("outcome").is(wire.Number) && (n.key("error_chain").there() || n.key("has_output").there())
}

// Binary names the form of binary data by its first bytes, or says that text
// stands there.
func Binary(head []byte) (about string, binary bool) {
	for _, m := range []struct{ magic, about string }{
		{"SQLite format 3\x00", "an SQLite database"}, {"PK\x03\x04", "a zip archive"}, {"\x89PNG", "a picture"},
		{"\x28\xb5\x2f\xfd", "zstd-compressed data"}, {"BZh", "bzip2-compressed data"}, {"\xfd7zXZ", "xz-compressed data"},
		{"%PDF-", "a PDF document"}, {"\x7fELF", "a program"},
	} {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m.about, true
		}
	}
	if _, reply := jsonAt(head); reply || bytes.Contains(head, []byte(rootTag)) {
		return "", false
	}
	controls := 0
	for _, c := range head {
		if c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != 0x1B && c != '\f' {
			controls++
		}
	}
	return "", controls*50 > len(head)
}
