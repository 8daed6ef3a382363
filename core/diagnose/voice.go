package diagnose

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/summary"
)

// voiceLimit is how many bytes at the start of a text are looked at to tell what
// kind of text it is.
const voiceLimit = 4096

// voice is one kind of text that is no summary, told by how it begins.
type voice struct {
	cause string
	begin *regexp.Regexp // matched against the trimmed start
	why   string
}

// voices are tried in order. They never change.
var voices = []voice{
	{"tool-call", regexp.MustCompile(`(?i)^(\x60{3}\w*\s*)?(\[(assistant |called )?tool[ _]?(call|use|:)|\[TOOL_CALLS\]|\[function[ _]call|<\|?(antml:)?(tool_calls?|tool_use|function_calls?|invoke|function|tool_code)\b|<\|tool|tool_code\b|functions\.\w+)`), "The text begins like a tool call."},
	{"tool-call", regexp.MustCompile(`(?s)^(\x60{3}\w*\s*)?\[?\s*\{\s*"(name|tool|tool_name|function|action|recipient_name)"\s*:.{0,200}"(arguments|parameters|input|args|action_input|tool_input)"\s*:`), "The text is the JSON of a tool call."},
	{"gateway-page", regexp.MustCompile(`(?i)^<(!doctype html|html\b|head\b|center\b)`), "The text begins like an HTML page."},
	{"error-text", regexp.MustCompile(`(?i)^((an? )?(\w+ )?(error|exception)\b[\w ]{0,40}(:|occurred)|traceback \(|fatal:|failed to |could not (generate|create|summari[sz]e)|unable to (generate|create|summari[sz]e)|request failed|(http )?[45]\d\d[ :]|rate limit|too many requests|(internal server|service) (error|unavailable)|overloaded|\{\s*"(error|type"\s*:\s*"error)")`), "The text begins like an error message."},
	{"refusal", regexp.MustCompile(`(?i)^((i['’]?m|i am) (very )?(sorry|unable|not able)|sorry,|i (can['’]?t|cannot|can not|won['’]?t|will not|must decline|am not comfortable)\b|as an ai\b|unfortunately,? i (can|am)|i apologi[sz]e)`), "The text begins like a refusal."},
}

// voiceOf tells what kind of text b is, by its beginning; of a text that is like
// none of them nothing.
func voiceOf(b []byte) hit {
	b = bytes.TrimLeftFunc(b[:min(len(b), voiceLimit)], func(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' })
	for _, v := range voices {
		if v.begin.Match(b) {
			return is(v.cause, Likely, v.why)
		}
	}
	if n := headings(b); n >= 2 && b[0] != '<' {
		return is("markdown-headings", Likely, "Lines are headings with the names of sections.")
	}
	return hit{sure: Likely}
}

// heading matches a line that is, in Markdown or plain text, a heading with the
// name of a section.
var heading = regexp.MustCompile(`(?im)^\s{0,3}(#{1,6}\s+|\*\*|__|\d+[.)]\s+)?(goals?|constraints|decisions|state|current state|open[ _-]items|next steps)\s*(\*\*|__)?\s*:?\s*(\*\*|__)?\s*(.*)$`)

// headings counts the lines of b that are headings of different sections.
func headings(b []byte) int {
	seen := map[string]bool{}
	for _, m := range heading.FindAllSubmatch(b[:min(len(b), lookLimit)], -1) {
		marked := len(m[1]) > 0 || len(m[3]) > 0 || bytes.Contains(m[0], []byte(":"))
		if marked {
			seen[strings.ToLower(string(m[2]))] = true
		}
	}
	return len(seen)
}

// escapedRoot matches the root element where it was escaped once too often.
var escapedRoot = regexp.MustCompile(`(?i)(&lt;|\\u003c|\\+x3c|%3c)/?conversation_summary|\\"(version|summary|basis)\\"\s*:`)

// lookLimit is how many bytes of a text are searched for a pattern that would stand
// at its beginning.
const lookLimit = 64 << 10

// doubly recognises a text that was escaped once too often.
func doubly(b []byte) (hit, bool) {
	if m := escapedRoot.Find(b[:min(len(b), lookLimit)]); m != nil {
		what := "&lt;"
		if m[0] == '\\' {
			what = "a backslash escape"
		}
		return is("doubly-escaped", Likely, "The format stands in the text with "+what+" where a character should be."), true
	}
	return hit{}, false
}

// scratchpads are names of elements that models think aloud in. Any other name is
// recognised by the root that comes behind the element.
var scratchpads = []string{
	"analysis", "think", "thinking", "thought", "thoughts", "reasoning", "scratchpad", "assessment", "reflection", "plan", "planning",
	"draft", "review", "notes", "inner_monologue", "monologue", "antthinking", "chain_of_thought", "cot", "brainstorm", "deliberation",
}

// isScratchpad reports whether an element of this name is where a model thinks.
func isScratchpad(name string) bool {
	for _, s := range scratchpads {
		if strings.EqualFold(name, s) {
			return true
		}
	}
	return false
}

// answerIn reports whether the answer itself stands in b: the root element, or the
// JSON object that holds it.
func (s *scene) answerIn(b []byte) bool {
	return holdsRoot(b) || s.e.Reply.Form != inspect.FormSummary && bytes.Contains(b, []byte(`"summary"`))
}

// whole tells what the text that a check looks at is, where it holds no answer at
// all: then every fault of its form comes from that.
func (s *scene) whole(stage inspect.StageID) hit {
	name, text := "text", s.text.Bytes
	switch stage {
	case inspect.StageJSON, inspect.StageWire:
	case inspect.StageXML:
		if s.v.HasSummary {
			name, text = "summary", s.summary
		}
	default:
		return hit{}
	}
	h, known := s.others[name]
	if !known {
		if held := holdsRoot(text) || name == "text" && s.answerIn(text); !held && len(text) > 0 {
			h = voiceOf(text)
		}
		if s.others == nil {
			s.others = map[string]hit{}
		}
		s.others[name] = h
	}
	return h
}

// opening looks at text that stands before the answer, or instead of it.
func (s *scene) opening(f *inspect.Finding) hit {
	b, at := s.frame(f)
	if f.Rule.ID == "summary/no-root" || f.Rule.ID == "json/no-json" {
		at.Start, at.End = 0, len(b)
	}
	text := bytes.TrimSpace(at.Of(b))
	if name := tagName(text); len(text) > 0 && text[0] == '<' && isScratchpad(name) {
		return is("scratchpad-first", Certain, "The element "+quoted(name)+" stands before the answer.")
	}
	if f.Rule.ID == "json/no-json" && holdsRoot(b) {
		return is("xml-without-json", Certain, "The text holds the root element and no JSON object.")
	}
	if s.replyAsSummary() {
		return is("reply-as-summary", Certain, "The text is a JSON object with a field summary.")
	}
	if s.answerIn(b[at.End:]) {
		if h := voiceOf(text); h.id == "tool-call" {
			return h
		}
		return is("", Certain)
	}
	if len(text) > 0 && text[0] == '<' && f.Rule.ID == "summary/no-root" {
		return s.foreign(b, at.Start)
	}
	if h, ok := doubly(b); ok {
		return h
	}
	switch s.finish() {
	case endRefusal:
		return is("refusal", Certain, s.finishSentence()...)
	case endTool:
		return is("tool-call", Likely, s.finishSentence()...)
	}
	if len(text) > 0 {
		return is("continued-conversation", Possible, "There is text, and neither JSON nor the root element.")
	}
	return hit{sure: Likely}
}

// replyAsSummary reports whether the whole reply was given where the summary alone
// belongs.
func (s *scene) replyAsSummary() bool {
	return s.e.Reply.Form == inspect.FormSummary && bytes.HasPrefix(bytes.TrimSpace(s.summary), []byte("{")) && bytes.Contains(s.summary, []byte(`"summary"`))
}

// closing looks at text that stands behind the answer.
func (s *scene) closing(f *inspect.Finding) hit {
	if s.replyAsSummary() {
		return is("reply-as-summary", Certain)
	}
	text := bytes.TrimSpace(s.stretch(f, voiceLimit))
	if h := voiceOf(text); h.id == "tool-call" {
		return h
	}
	if toolTag(tagName(text)) {
		return is("tool-markup-leak", Certain)
	}
	if f.Rule.ID == "json/second-value" && !bytes.Contains(text, []byte(`"summary"`)) {
		return is("prose-after", Likely, "What stands behind the object is JSON, but no reply.")
	}
	return hit{sure: Certain}
}

// fence says whether the fence is closed.
func (s *scene) fence(f *inspect.Finding) hit {
	for _, r := range f.Related {
		if r.Place.InFile {
			return is("", Certain)
		}
	}
	b, at := s.frame(f)
	if at.Start == 0 && bytes.Count(b, []byte("```")) == 1 {
		return is("", Certain, "The fence is opened and never closed.")
	}
	return is("", Certain)
}

// quoted returns a name from the input fit for a sentence.
func quoted(name string) string {
	if r := []rune(name); len(r) > 40 {
		name = string(r[:39]) + "…"
	}
	return source.Printable(name)
}

// blank reports whether b is nothing but white space, as the contract trims it.
func blank(b []byte) bool { return len(bytes.TrimSpace(b)) == 0 }

// isSection reports whether name is, but for the case of its letters, that of a
// section.
func isSection(name string) bool {
	return summary.SectionByName(strings.ToLower(name)) != summary.None
}
