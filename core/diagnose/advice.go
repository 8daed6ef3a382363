package diagnose

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"compactlens/core/inspect"
	"compactlens/core/ledger"
	"compactlens/core/source"
	"compactlens/core/summary"
	"compactlens/core/wire"
)

// Advise adds to v what is to be said about things that the contract accepts, as
// findings of SeverityAdvice behind all others. It changes no decision. Sections
// that v does not know are not looked at.
func Advise(e inspect.Evidence, v *inspect.Verdict, ctx Context) {
	s := newScene(e, v, ctx)
	texts := s.sections()
	s.adviseWords(texts)
	s.adviseSame(texts)
	s.adviseOrders(texts)
	s.adviseEscapes(texts)
	s.adviseInvisible(texts)
	s.adviseLanguage(texts)
	s.adviseSecrets(texts)
	s.adviseCutSentence(texts)
	s.adviseReplacement()
	s.adviseSize()
	s.adviseCap()
	s.adviseKeys()
}

// sectionText is what one section says.
type sectionText struct {
	id    summary.SectionID
	place inspect.Place
	raw   []byte          // as it stands in the summary
	text  []byte          // trimmed
	near  [][]source.Span // what words.near says of raw
}

// sections returns the sections of a summary that the grammar could be read of.
// Where it is broken, sections may hold markup; advice on those would be about the
// fault.
func (s *scene) sections() []sectionText {
	all := make([]sectionText, 0, len(s.v.Sections))
	for i := range s.v.Sections {
		sec := &s.v.Sections[i]
		raw := sec.Place.Summary.Of(s.summary)
		if bytes.IndexByte(raw, '<') >= 0 || sec.ID == summary.None {
			continue
		}
		all = append(all, sectionText{id: sec.ID, place: sec.Place, raw: raw, text: bytes.TrimSpace(raw), near: words.near(raw)})
	}
	return all
}

// read returns the trimmed text as a reader gets it: with its entities resolved.
func (t sectionText) read() []byte { return resolve(t.text) }

// longestEntity is the length in bytes of the longest of the entities.
const longestEntity = len("&quot;")

// longer reports whether read is longer than limit bytes.
func (t sectionText) longer(limit int) bool {
	least := len(t.text) - (longestEntity-1)*bytes.Count(t.text, []byte("&"))
	return least > limit || len(t.read()) > limit
}

// begin returns the first bytes of read, at most limit.
func (t sectionText) begin(limit int) []byte {
	text := resolve(t.text[:min(len(t.text), longestEntity*limit)])
	return text[:min(len(text), limit)]
}

// entities are the five that a section may hold.
var entities = [...]struct{ name, text string }{{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", `"`}, {"&apos;", "'"}, {"&amp;", "&"}}

// resolve returns b with its entities resolved; b itself where it has none.
func resolve(b []byte) []byte {
	i := bytes.IndexByte(b, '&')
	if i < 0 {
		return b
	}
	out := make([]byte, 0, len(b))
	for ; i >= 0; i = bytes.IndexByte(b, '&') {
		out = append(out, b[:i]...)
		b = b[i:]
		text, size := "&", 1
		for _, e := range entities {
			if len(b) >= len(e.name) && string(b[:len(e.name)]) == e.name {
				text, size = e.text, len(e.name)
				break
			}
		}
		out = append(out, text...)
		b = b[size:]
	}
	return append(out, b...)
}

// advise adds advice about a stretch of a section, given in the section's bytes.
func (s *scene) advise(rule string, t sectionText, at source.Span, want, got string) *inspect.Finding {
	f := inspect.Advise(s.v, rule, s.place(at.Shift(t.place.Summary.Start)), t.id.String(), want, got)
	f.Section = t.id
	return f
}

// whole returns the trimmed bytes of a section as a span in it.
func (t sectionText) whole() source.Span {
	start := len(t.raw) - len(bytes.TrimLeftFunc(t.raw, unicode.IsSpace))
	return source.Span{Start: start, End: max(start, len(bytes.TrimRightFunc(t.raw, unicode.IsSpace)))}
}

// placeholderText matches a whole section that says nothing.
var placeholderText = regexp.MustCompile(`(?i)^[\[({<*_-]*\s*((no |the )?(conversation )?summary (is |was )?(unavailable|not available|here|goes here|omitted|truncated|pending|of (the )?conversation|text|placeholder)?|no summary( (is )?available)?|(older|previous|earlier) messages (were|have been) (removed|omitted|truncated|dropped|compacted|summari[sz]ed)|conversation (was |has been )?(truncated|omitted|compacted|summari[sz]ed)( here)?|(insert|add|put|your|the user'?s?) (the |your )?(goal|state|summary|text|content|constraints|decisions|items)( here)?|(goal|state|constraints|decisions|open[_ ]items)( goes)? here|placeholder|lorem ipsum.*|todo|tbd|tba|n/?a|not applicable|not specified|unknown|undefined|null|\.{2,}|…|x{3,}|see above|as above|same as (above|before)|content omitted|redacted)\s*[\])}>*_.!-]*$`)

// errorText matches a section that begins like an error message or a refusal.
var errorText = regexp.MustCompile(`(?i)^(error (generating|creating|while|during)\b|(an? )?error occurred|error:? (http )?(rate limit|timeout|overloaded|context length|internal|request failed|[45]\d\d\b)|exception:|traceback \(|(failed|could not|unable|cannot|can't)( to)? (summari[sz]e|(generate|create|produce|write) (an?|the) (conversation )?(summary|response|answer))|rate limit (exceeded|reached|error)|too many requests|internal server error|service unavailable|request timed out|(http )?(429 too|500 internal|502 bad|503 service|504 gateway|529 )|i('m| am|’m) sorry\b|i (cannot|can't|can’t) (help|assist|do|provide|summari[sz]e|continue)\b|as an ai (language )?model)`)

// Nothing that placeholderText is meant for is longer than wordsLimit bytes, and
// what errorText matches lies, with the byte behind it, within the first errorLimit.
const (
	wordsLimit = 512
	errorLimit = 128
)

// mayBeError reports whether text begins with a letter or digit that something which
// errorText matches begins with; letters beyond ASCII fold to some of them.
func mayBeError(text []byte) bool {
	return len(text) > 0 && (text[0] >= utf8.RuneSelf || bytes.IndexByte([]byte("aefchutris45"), text[0]|0x20) >= 0)
}

// adviseWords looks for placeholders and error messages in goal and state. In the
// other sections n/a is an honest answer, and a rate limit may be a constraint.
func (s *scene) adviseWords(texts []sectionText) {
	for _, t := range texts {
		if t.id != summary.Goal && t.id != summary.State {
			continue
		}
		if begin := t.begin(errorLimit); mayBeError(begin) && errorText.Match(begin) {
			s.advise(inspect.AdviceErrorText, t, t.whole(), "", string(t.read()))
		} else if !t.longer(wordsLimit) && placeholderText.Match(t.read()) {
			s.advise(inspect.AdvicePlaceholder, t, t.whole(), "", string(t.read()))
		}
	}
}

// adviseSame looks for one text in all sections.
func (s *scene) adviseSame(texts []sectionText) {
	said := make([]*sectionText, 0, summary.OpenItems)
	for i := range texts {
		if len(texts[i].text) == 0 {
			continue
		}
		said = append(said, &texts[i])
		if len(said) == 2 && differ(said[0].begin(errorLimit), said[1].begin(errorLimit)) {
			return
		}
	}
	if len(said) < 3 {
		return
	}
	text := said[0].read()
	for _, t := range said[1:] {
		if !bytes.EqualFold(t.read(), text) {
			return
		}
	}
	f := s.advise(inspect.AdviceRepeatedSection, *said[1], said[1].whole(), "", string(said[1].read()))
	f.Related = append(f.Related, inspect.Related{Place: s.place(said[0].whole().Shift(said[0].place.Summary.Start)), Label: "the same, first here"})
}

// differ reports whether no texts that begin with a and b are the same but for
// case, as far as ASCII alone tells that.
func differ(a, b []byte) bool {
	for i := range min(len(a), len(b)) {
		x, y := a[i], b[i]
		if x >= utf8.RuneSelf || y >= utf8.RuneSelf {
			return false
		}
		if x != y && unicode.ToLower(rune(x)) != unicode.ToLower(rune(y)) {
			return true
		}
	}
	return false
}

// orders match text that speaks with somebody else's voice: a chat template's
// marks, a line that begins with a role, an order to forget what was agreed.
var orders = []form{
	{words: []string{"system", "developer", "human", "assistant"}, fold: true, line: true, may: leads,
		pattern: regexp.MustCompile(`(?m)^[\s>*-]*((?:(?:SYSTEM|DEVELOPER|HUMAN|ASSISTANT|Human|Assistant)(?: (?:message|prompt|note|instruction))?:|(?:System|Developer): (?:[Ii]gnore|[Yy]ou |[Dd]o not|[Nn]ever|[Aa]lways|[Pp]lease|[Ff]rom now|[Nn]ew |[Oo]verride))[^\n]*)`)},
	{words: []string{"&lt;", "[INST]", "[/INST]", "###"}, may: marks,
		pattern: regexp.MustCompile(`((?:&lt;|<)\|(im_start|im_end|system|user|assistant|end|endoftext)\|(?:&gt;|>)|\[/?INST\]|(?:&lt;|<)(/?)(system|system-reminder|instructions?)(?:&gt;|>)|###\s*(Instruction|System):?)`)},
	{words: []string{"ignore", "disregard", "forget", "override", "bypass"}, fold: true, begins: true,
		pattern: regexp.MustCompile(`(?i)\b((ignore|disregard|forget|override|bypass)\s+(all |any |everything |the |your |these |those |of |user'?s? )*(previous|prior|above|earlier|preceding|system|safety|user'?s?|existing|original|former)\s+(\w+\s+)?(instructions?|rules?|limits?|constraints?|prompts?|messages?|guidelines|wishes|requests?))`)},
	{words: []string{"you are now", "new instruction", "new system instruction", "do not tell", "do not inform", "do not mention", "do not reveal"}, fold: true, begins: true,
		pattern: regexp.MustCompile(`(?i)\b(you are now (a|an|in|the)\b[^.\n]{0,60}|new (system )?instructions?:|do not (tell|inform|mention|reveal)( this)?( to)? the user)`)},
}

// marks reports whether what stands at the offset is the start of a chat
// template's mark rather than an escaped < of other text.
func marks(b []byte, at int) bool {
	rest, is := bytes.CutPrefix(b[at:], []byte("&lt;"))
	return !is || len(rest) > 0 && (rest[0] == '|' || rest[0] == '/' || rest[0] == 's' || rest[0] == 'i')
}

// adviseOrders looks for text that gives orders, once in each section.
func (s *scene) adviseOrders(texts []sectionText) {
	for _, t := range texts {
		if t.near == nil {
			continue
		}
		first := source.Span{Start: len(t.raw)}
		for i := range orders {
			words.all(t.raw, t.near, i, func(m []int) {
				if m[2] < first.Start {
					first = source.Span{Start: m[2], End: m[3]}
				}
			})
		}
		if !first.Empty() {
			s.advise(inspect.AdviceInstruction, t, first, "", string(first.Of(t.raw)))
		}
	}
}

// twice matches an entity that was escaped again.
var twice = regexp.MustCompile(`&amp;(lt|gt|amp|quot|apos|nbsp|#x?[0-9a-fA-F]+);`)

// mayBeTwice reports whether twice may match in b: something stands directly
// behind an escaped ampersand.
func mayBeTwice(b []byte) bool {
	for {
		i := bytes.Index(b, []byte("&amp;"))
		if i < 0 || i+len("&amp;") >= len(b) {
			return false
		}
		b = b[i+len("&amp;"):]
		if bytes.IndexByte([]byte("lgaqn#"), b[0]) >= 0 && twice.Match(append([]byte("&amp;"), b[:min(len(b), entityLimit)]...)) {
			return true
		}
	}
}

// entityLimit is more bytes than an entity has behind its ampersand.
const entityLimit = 16

// once matches any reference to a character that markup uses.
var once = regexp.MustCompile(`&(lt|amp|gt|#0*(38|60)|#x0*(26|3c));`)

// adviseEscapes looks for entities that were escaped twice, once in each section.
// A summary that also escapes once speaks of escaping, or of HTML: its author knows
// how it is done.
func (s *scene) adviseEscapes(texts []sectionText) {
	if !slices.ContainsFunc(texts, func(t sectionText) bool { return mayBeTwice(t.raw) }) {
		return
	}
	for _, t := range texts {
		if once.Match(twice.ReplaceAll(t.raw, nil)) {
			return
		}
	}
	for _, t := range texts {
		all := twice.FindAllIndex(t.raw, -1)
		if len(all) == 0 {
			continue
		}
		first := source.Span{Start: all[0][0], End: all[0][1]}
		got := string(first.Of(t.raw))
		f := s.advise(inspect.AdviceOverEscaped, t, first, string(resolve([]byte(got))), got)
		for _, m := range all[1:min(len(all), 8)] {
			f.Related = append(f.Related, inspect.Related{Place: s.place(source.Span{Start: m[0], End: m[1]}.Shift(t.place.Summary.Start)), Label: "and here"})
		}
	}
}

// adviseInvisible looks for sections that are not blank to the contract and hold
// nothing that can be seen.
func (s *scene) adviseInvisible(texts []sectionText) {
	for _, t := range texts {
		if len(t.text) > 0 && invisible(t.raw) {
			s.advise(inspect.AdviceInvisible, t, source.Span{End: len(t.raw)}, "", string(t.read()))
		}
	}
}

// maxReplacements bounds the lost characters that are pointed at one by one.
const maxReplacements = 8

// adviseReplacement looks for characters that were lost on the way.
func (s *scene) adviseReplacement() {
	lost := []byte(string(utf8.RuneError))
	var f *inspect.Finding
	for at, n := 0, 0; n < maxReplacements; n++ {
		i := bytes.Index(s.summary[at:], lost)
		if i < 0 {
			return
		}
		place := s.place(source.Span{Start: at + i, End: at + i + len(lost)})
		at += i + len(lost)
		if f == nil {
			f = inspect.Advise(s.v, inspect.AdviceReplacementChar, place, "", "", string(lost))
			continue
		}
		f.Related = append(f.Related, inspect.Related{Place: place, Label: "and here"})
	}
}

// adviseSize compares the summary with what it replaces. Where that is no longer than the
// shortest summary there is, every summary is longer, and that says nothing of this one.
func (s *scene) adviseSize() {
	was := s.ctx.ReplacedBytes
	if !was.Set || !s.v.HasSummary || s.v.Stage(inspect.StageXML).Status == inspect.Failed || uint64(len(s.summary)) <= was.Value || was.Value <= uint64(len(ledger.SmallestSummary)) {
		return
	}
	inspect.Advise(s.v, inspect.AdviceLonger, s.place(source.Span{End: len(s.summary)}), "",
		fmt.Sprintf("%s bytes", inspect.Thousands(was.Value)), fmt.Sprintf("%s bytes", inspect.Thousands(uint64(len(s.summary)))))
}

// adviseCap looks at how near the answer came to its cap. What is over the budget
// is a fault and no advice.
func (s *scene) adviseCap() {
	out, limit := s.v.Tokens.Output, s.v.Tokens.Limit
	if limit.Set && out.Set && out.Value > limit.Value || s.has("json/cut") || s.has("summary/truncated") || s.has("summary/unclosed-root") {
		return
	}
	end := s.place(source.At(len(s.summary)))
	if !s.v.HasSummary {
		end = inspect.Place{}
	}
	var signs []string
	if s.finish() == endCap {
		signs = append(signs, "finish reason "+s.e.Reply.FinishReason)
	}
	if limit.Set && out.Set && limit.Value > 0 && out.Value == limit.Value {
		signs = append(signs, "exactly "+inspect.Thousands(out.Value)+" tokens")
	}
	switch {
	case len(signs) > 0 && s.v.HasSummary:
		inspect.Advise(s.v, inspect.AdviceAtCap, end, "", "", strings.Join(signs, ", ")).SetStage(inspect.StageTokenLimit)
	case limit.Set && out.Set && limit.Value > 0 && out.Value >= limit.Value-limit.Value/50:
		f := inspect.Advise(s.v, inspect.AdviceNearCap, end, "", "", fmt.Sprintf("%s of %s tokens", inspect.Thousands(out.Value), inspect.Thousands(limit.Value)))
		f.SetStage(inspect.StageTokenLimit)
	}
}

// danglers are words that end no sentence.
var danglers = map[string]bool{
	"a": true, "an": true, "the": true, "and": true, "or": true, "but": true, "of": true, "to": true, "for": true, "with": true,
	"without": true, "in": true, "on": true, "at": true, "by": true, "from": true, "that": true, "which": true, "who": true, "because": true,
	"when": true, "while": true, "if": true, "then": true, "is": true, "are": true, "was": true, "were": true, "be": true, "been": true,
	"has": true, "have": true, "will": true, "should": true, "must": true, "can": true, "its": true, "their": true, "our": true, "this": true,
	"these": true, "into": true, "as": true, "not": true, "so": true, "than": true,
}

// dangles reports whether text has several words, of which the last ends no
// sentence.
func dangles(text []byte) bool {
	i := bytes.LastIndexFunc(text, func(r rune) bool { return r == '(' || r < utf8.RuneSelf && isBlank(byte(r)) })
	return bytes.Contains(text, []byte(" ")) && danglers[strings.ToLower(string(text[i+1:]))]
}

// adviseCutSentence looks at the last thing the summary says. Lists of phrases end
// without a full stop, so only an end that nobody writes counts, unless the model
// was stopped at a cap.
func (s *scene) adviseCutSentence(texts []sectionText) {
	var last sectionText
	for _, t := range texts {
		if len(t.text) > 0 {
			last = t
		}
	}
	if len(last.text) == 0 || s.v.Stage(inspect.StageXML).Status == inspect.Failed {
		return
	}
	text := last.text
	if i := bytes.LastIndexByte(text, '&'); i >= 0 && len(text)-i < entityLimit { // its last character may be written as an entity
		text = last.read()
	}
	r, _ := utf8.DecodeLastRune(text)
	sure, _ := s.capped()
	switch {
	case dangles(text), strings.ContainsRune(",([{“‘&+=", r):
	case sure == Certain && !unicode.In(r, unicode.Po, unicode.Pe, unicode.Pf, unicode.So):
	default:
		return
	}
	at := last.whole()
	if i := bytes.LastIndexAny(last.raw[:at.End], " \n\t"); i > at.Start {
		at.Start = i + 1
	}
	s.advise(inspect.AdviceCutSentence, last, at, "", string(at.Of(last.raw)))
}

// adviseKeys looks at keys that the runtime's decoder lets pass.
func (s *scene) adviseKeys() {
	if s.e.Reply.Form == inspect.FormSummary || !s.hasText {
		return
	}
	r := s.wire()
	for _, id := range wire.Fields() {
		f := r.Fields[id]
		if f.Key.Empty() {
			continue
		}
		want := id.Key()
		if got := string(wire.Unquote(s.text.Bytes, f.Key)); got != want {
			s.adviseKey(inspect.AdviceKeySpelling, f.Key, want, got)
		}
	}
	for _, key := range r.Repeated {
		s.adviseKey(inspect.AdviceRepeatedKey, key, "", string(wire.Unquote(s.text.Bytes, key)))
	}
}

func (s *scene) adviseKey(rule string, at source.Span, want, got string) {
	place := inspect.Place{File: s.text.Map.Span(at), InFile: true}
	inspect.Advise(s.v, rule, place, "", want, got).SetStage(inspect.StageWire)
}
