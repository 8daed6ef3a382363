package diagnose

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"compactlens/core/inspect"
	"compactlens/core/similar"
	"compactlens/core/source"
	"compactlens/core/summary"
)

// rootName is the name of the contract's root element.
const rootName = "conversation_summary"

// escapeCharacter matches ESC, raw or as a reference.
var escapeCharacter = regexp.MustCompile(`(?i)^(\x1b|&#(0*27|x0*1b);?)`)

// badCharacter tells terminal output from the bytes of a binary.
func (s *scene) badCharacter(f *inspect.Finding) hit {
	b, at := s.frame(f)
	if escapeCharacter.Match(at.Of(b)) {
		if bytes.HasPrefix(b[at.End:], []byte("[")) || bytes.HasPrefix(b[at.End:], []byte("]")) {
			return is("code-in-section", Certain, "It is the start of a terminal's escape sequence.")
		}
		return is("code-in-section", Likely, "The escape character begins the sequences of a terminal.")
	}
	return is("", Likely)
}

// nested tells lists, sections and quoted tags inside a section apart.
func (s *scene) nested(f *inspect.Finding) hit {
	name := tagName(s.stretch(f, 128))
	switch {
	case strings.EqualFold(name, rootName):
		return is("quoted-tag", Likely, "The root element's own name stands as a tag inside a section.")
	case isSection(name):
		return is("nested-sections", Certain, "The element "+quoted(name)+" has a section's name.")
	case name == "section":
		return is("sections-as-attributes", Likely)
	case toolTag(name):
		return is("tool-markup-leak", Certain, "The element "+quoted(name)+" belongs to a tool call.")
	}
	return is("", Certain, "The element is "+quoted(name)+".")
}

// markup recognises tags of tool calls among code and quoted markup.
func (s *scene) markup(f *inspect.Finding) hit {
	if name := tagName(s.stretch(f, 128)); toolTag(name) && !isHTML(name) {
		return is("tool-markup-leak", Certain, "The element "+quoted(name)+" belongs to a tool call.")
	}
	return is("", Certain)
}

// extraSection recognises sections that are named in an attribute.
func (s *scene) extraSection(f *inspect.Finding) hit {
	tag := s.tag(f)
	if named := attributeNames(tag); tagName(tag) == "section" && len(named) > 0 {
		return is("sections-as-attributes", Certain, "The element section names its section in an attribute.")
	}
	if isScratchpad(tagName(tag)) {
		return is("", Likely, "The element "+quoted(tagName(tag))+" is one that models think aloud in.")
	}
	return is("", Certain, "The element is "+quoted(tagName(tag))+".")
}

// tag returns the whole tag that a finding is about or inside of.
func (s *scene) tag(f *inspect.Finding) []byte {
	b, at := s.frame(f)
	start := at.Start
	if start >= len(b) || b[start] != '<' {
		if i := bytes.LastIndexByte(b[:min(start, len(b))], '<'); i >= 0 {
			start = i
		}
	}
	end := bytes.IndexByte(b[min(start, len(b)):], '>')
	if end < 0 {
		return b[min(start, len(b)):min(start+256, len(b))]
	}
	return b[start : start+end+1]
}

// attributeName matches the names of a tag's attributes.
var attributeName = regexp.MustCompile(`\s([\w:.-]+)\s*=`)

// attributeNames returns the names of the attributes in a tag.
func attributeNames(tag []byte) []string {
	var names []string
	for _, m := range attributeName.FindAllSubmatch(tag, -1) {
		names = append(names, string(m[1]))
	}
	return names
}

// attribute tells sections that were written as attributes from an attribute that
// says something more about a tag.
func (s *scene) attribute(f *inspect.Finding) hit {
	for _, name := range attributeNames(s.tag(f)) {
		if isSection(name) {
			return is("sections-as-attributes", Certain, "The attribute "+quoted(name)+" has a section's name.")
		}
	}
	return is("", Certain)
}

// toolTags are the names of the elements of tool-call formats.
var toolTags = []string{"parameter", "parameters", "invoke", "function_calls", "function_call", "function", "tool_call", "tool_calls", "tool_use", "tool", "arguments", "tool_result", "function_results", "result", "output"}

// toolTag reports whether name is that of an element of a tool-call format.
func toolTag(name string) bool {
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	for _, t := range toolTags {
		if strings.EqualFold(name, t) {
			return true
		}
	}
	return false
}

// strayEnd recognises end tags of tool calls and of quoted markup.
func (s *scene) strayEnd(f *inspect.Finding) hit {
	name := tagName(s.stretch(f, 128))
	switch {
	case isSection(name) && f.Rule.ID == "summary/stray-end-tag":
		return is("unclosed-section", Likely, "The end tag "+quoted(name)+" has a section's name.")
	case toolTag(name):
		return is("tool-markup-leak", Certain, "The end tag "+quoted(name)+" belongs to a tool call.")
	case f.Rule.ID != "summary/mismatched-close" || name == "":
		return is("", Certain)
	case isHTML(name):
		return is("code-in-section", Likely, "The end tag "+quoted(name)+" is one of HTML.")
	}
	return is("", Certain)
}

// htmlTags are the HTML elements that summaries quote.
var htmlTags = []string{"a", "b", "body", "br", "code", "div", "em", "h1", "h2", "h3", "head", "html", "i", "img", "input", "li", "ol", "p", "pre", "script", "span", "strong", "style", "table", "td", "th", "tr", "ul"}

func isHTML(name string) bool {
	for _, t := range htmlTags {
		if strings.EqualFold(name, t) {
			return true
		}
	}
	return false
}

// malformedTag tells code from a section's own tag that was written wrongly.
func (s *scene) malformedTag(f *inspect.Finding) hit {
	tag := s.tag(f)
	if name := tagName(tag); isSection(name) || strings.EqualFold(name, rootName) {
		if len(attributeNames(tag)) > 0 {
			return is("attribute-on-tag", Certain)
		}
		return is("mismatched-close", Likely, "The tag of "+quoted(name)+" is not well formed.")
	}
	return is("", Likely)
}

// namedSection matches an element section that says in an attribute which one.
var namedSection = regexp.MustCompile(`<section\s[^>]*=`)

// missingSection recognises sections that are missing because they were written
// in another way: as attributes, as named elements or under headings.
func (s *scene) missingSection(*inspect.Finding) hit {
	if s.has("summary/root-attribute") || s.has("summary/self-closed-root") {
		if i := bytes.Index(s.summary, []byte("<"+rootName)); i >= 0 {
			end := bytes.IndexByte(s.summary[i:], '>')
			for _, name := range attributeNames(s.summary[i : i+max(end, 0)]) {
				if isSection(name) {
					return is("sections-as-attributes", Certain)
				}
			}
		}
	}
	if namedSection.Match(s.summary[:min(len(s.summary), lookLimit)]) {
		return is("sections-as-attributes", Likely)
	}
	if s.plainInRoot() {
		return s.straight()
	}
	return is("", Certain)
}

// misspelt tells another separator from a slip of the pen.
func (s *scene) misspelt(f *inspect.Finding) hit {
	return spelling(tagName(s.tag(f)))
}

// spelling compares a name with the contract's names.
func spelling(name string) hit {
	fold := func(n string) string {
		return strings.ToLower(strings.NewReplacer("-", "", "_", "", ".", "").Replace(n))
	}
	for _, n := range append(summary.SectionNames(), rootName) {
		if name != n && fold(name) == fold(n) {
			if strings.EqualFold(name, n) {
				return is("wrong-case", Certain)
			}
			return is("hyphen-for-underscore", Certain, quoted(name)+" is written instead of "+n+".")
		}
	}
	return is("", Likely, quoted(name)+" is near to a contract's name.")
}

// between recognises characters between sections that nobody can see.
func (s *scene) between(f *inspect.Finding) hit {
	b, at := s.frame(f)
	text := at.Of(b)
	if invisible(text) {
		return is("invisible-between", Certain)
	}
	if s.plainInRoot() {
		return s.straight()
	}
	return is("", Certain)
}

// plainInRoot reports whether text stands in the root and no section at all.
func (s *scene) plainInRoot() bool {
	for _, sec := range s.v.Sections {
		if sec.ID != summary.None {
			return false
		}
	}
	return s.has("summary/text-between-sections") && holdsRoot(s.summary)
}

// straight names the cause of text without sections.
func (s *scene) straight() hit {
	if headings(s.summary) >= 2 {
		return is("markdown-headings", Likely, "Lines are headings with the names of sections.")
	}
	return is("text-without-sections", Certain, "There is text in the root and not one of the five sections.")
}

// invisible reports whether b holds characters and none that can be seen.
func invisible(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n <= 1 || !unicode.IsSpace(r) && !unseen(r) {
			return false
		}
		b = b[n:]
	}
	return true
}

// unseen reports whether r takes no ink: format characters, and letters and signs
// that are blank by design.
func unseen(r rune) bool {
	switch r {
	case 0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0, 0x034F, 0x17B4, 0x17B5:
		return true
	}
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector)
}

// wrongRoot tells a scratchpad, a misspelt root and another vocabulary apart.
func (s *scene) wrongRoot(f *inspect.Finding) hit {
	b, at := s.frame(f)
	return s.foreign(b, at.Start)
}

// foreign says what the element that b has at start is, instead of the root.
func (s *scene) foreign(b []byte, start int) hit {
	start += max(bytes.IndexByte(b[start:], '<'), 0)
	name := tagName(b[start:])
	if h := spelling(name); h.id != "" {
		return h
	}
	if behind := b[min(start+1, len(b)):]; holdsRoot(behind) {
		inside := bytes.Index(behind, []byte("</"+name))
		if root := bytes.Index(behind, []byte("<"+rootName)); inside > root && !isScratchpad(name) {
			return is("wrapped-summary", Certain, "The root element stands inside the element "+quoted(name)+".")
		}
		return is("scratchpad-first", Certain, "The root element stands behind the element "+quoted(name)+".")
	}
	if isScratchpad(name) {
		return is("scratchpad-first", Likely, "The element "+quoted(name)+" is one that models think aloud in, and no root element follows.")
	}
	if similar.Distance(name, rootName) <= 4 {
		return is("misspelt-section", Likely, quoted(name)+" is near to "+rootName+".")
	}
	ours := 0
	for _, n := range summary.SectionNames() {
		if bytes.Contains(b, []byte("<"+n)) {
			ours++
		}
	}
	if ours >= 3 {
		return is("other-vocabulary", Certain, "The root element is "+quoted(name)+"; the sections in it are the contract's.")
	}
	return is("other-vocabulary", Likely, "The root element is "+quoted(name)+", and the sections are not the contract's.")
}

// scratchpad names the element.
func (s *scene) scratchpad(f *inspect.Finding) hit {
	return is("", Certain, "The element "+quoted(tagName(s.stretch(f, 128)))+" stands before the root.")
}

// replacement tells half a surrogate from bytes that were no UTF-8.
func (s *scene) replacement(f *inspect.Finding) hit {
	if s.e.Reply.File == nil || !f.Place.InFile {
		return is("", Possible)
	}
	raw := f.Place.File.Of(s.e.Reply.File.Bytes())
	switch {
	case surrogateEscape.Match(raw):
		return is("lone-surrogate", Certain, "In the file it is written "+quoted(string(raw))+".")
	case !utf8.Valid(raw):
		return is("broken-utf8", Certain, "In the file there is a byte that is no UTF-8.")
	}
	return is("lone-surrogate", Possible, "U+FFFD stands in the file itself: it was put there before.")
}

// surrogateEscape matches the escape of half a surrogate pair, at any depth of
// escaping.
var surrogateEscape = regexp.MustCompile(`(?i)\\u[d][89a-f][0-9a-f]{2}`)

// place is a place in the summary, as findings want it.
func (s *scene) place(at source.Span) inspect.Place {
	return inspect.Place{File: s.v.Summary.Map.Span(at), InFile: true, Summary: at, InSummary: true}
}
