package capture

import (
	"bytes"
	"slices"

	"compactlens/core/wire"
)

// foreign are the files of other agents and of tools that trace them, each told by
// what no other has. They hold no attempt of the runtime; a person who opens one is to
// learn which file it is.
var foreign = []struct {
	about string
	is    func(node) bool
}{
	{"a session of Claude Code, another agent", func(n node) bool {
		return n.key("sessionId").is(wire.String) && n.has("parentUuid", "isSidechain") || n.key("type").str() == "summary" && n.has("leafUuid")
	}},
	{"a session of the Codex CLI, another agent", func(n node) bool {
		types := []string{"session_meta", "turn_context", "response_item", "event_msg", "compacted"}
		return n.key("payload").is(wire.Object) && slices.Contains(types, n.key("type").str())
	}},
	{"a session of pi, another agent", func(n node) bool {
		return n.key("type").str() == "session" && n.key("version").is(wire.Number) && n.key("cwd").is(wire.String)
	}},
	{"a session of the Gemini CLI, another agent", func(n node) bool {
		return n.has("sessionId", "projectHash") || n.first().key("parts").is(wire.Array) && n.first().has("role")
	}},
	{"a session of opencode, another agent", func(n node) bool {
		return n.key("info", "id").is(wire.String) && n.key("messages").first().has("info", "parts")
	}},
	{"a log of Inspect AI", func(n node) bool { return n.key("eval").is(wire.Object) && n.key("samples").is(wire.Array) }},
	{"a trace of Langfuse", func(n node) bool { return n.key("trace").is(wire.Object) && n.key("observations").is(wire.Array) }},
	{"a run of LangSmith", func(n node) bool { return n.has("run_type", "trace_id") }},
	{"conversations to train a model with", func(n node) bool {
		return n.key("conversations").first().has("from", "value") || n.first().key("conversations").first().has("from", "value")
	}},
}

// has reports whether an object has members of all these names, of whatever value.
func (n node) has(names ...string) bool {
	for _, name := range names {
		if n.member(name).v.Kind == wire.NoValue {
			return false
		}
	}
	return true
}

// aboutForeign names the form of a document of somebody else; empty where it is of
// none that is known.
func aboutForeign(n node) string {
	for _, f := range foreign {
		if f.is(n) {
			return f.about
		}
	}
	return ""
}

// AboutLines says what JSON lines are that are none of the runtime's, by the first of
// them that tells.
func AboutLines(b []byte) string {
	const looked = 16 // lines; sessions begin with what tells them apart
	if len(b) > 0 && len(bytes.TrimSpace(b)) == 0 {
		return "nothing but blanks"
	}
	for range looked {
		line, rest, more := bytes.Cut(b, []byte("\n"))
		n := root(wire.Parse(line))
		if about := aboutForeign(n); about != "" {
			return about
		}
		if n.key("messages").first().has("role", "content") {
			return "conversations to train a model with"
		}
		if !more {
			break
		}
		b = rest
	}
	return "JSON lines of another form"
}
