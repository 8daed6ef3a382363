package summary

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"compactlens/core/source"
)

// mutant is an accepted summary with one token changed: what was done, where, and
// the kinds that would say so.
type mutant struct {
	done   string
	text   string
	places []source.Span // of what was put in, or where something went
	kinds  []Kind

	gone int // bytes of the accepted summary that went from the place
}

// tokensOf cuts an accepted summary into its tokens.
func tokensOf(text string) (tokens []string, kinds []tokenKind) {
	r := reader{b: []byte(text)}
	var t token
	for r.next(&t); t.kind != tokenEOF; r.next(&t) {
		tokens = append(tokens, string(t.span.Of(r.b)))
		kinds = append(kinds, t.kind)
	}
	return tokens, kinds
}

// junk is what is inserted, and the kinds that name it in a section, between
// sections and outside the root.
var junk = []struct {
	text                     string
	section, between, around []Kind
}{
	{"&", []Kind{KindBareAmpersand}, []Kind{KindTextBetween}, []Kind{KindProseBefore, KindProseAfter}},
	{"a < b", []Kind{KindBareLessThan}, []Kind{KindTextBetween, KindBareLessThan}, []Kind{KindProseBefore, KindProseAfter}},
	{"&nbsp;", []Kind{KindHTMLEntity}, []Kind{KindHTMLEntity}, []Kind{KindProseBefore, KindProseAfter}},
	{"]]>", []Kind{KindCDATAEnd}, []Kind{KindTextBetween}, []Kind{KindProseBefore, KindProseAfter}},
	{"\x1b", []Kind{KindIllegalChar}, []Kind{KindIllegalChar}, []Kind{KindProseBefore, KindProseAfter}},
	{"\xff", []Kind{KindInvalidUTF8}, []Kind{KindInvalidUTF8}, []Kind{KindProseBefore, KindProseAfter}},
	{"<!-- x -->", []Kind{KindComment}, []Kind{KindComment}, []Kind{KindComment}},
	{"<?x y?>", []Kind{KindProcessingInstruction}, []Kind{KindProcessingInstruction}, []Kind{KindProcessingInstruction}},
	{"<!DOCTYPE x>", []Kind{KindDoctype}, []Kind{KindDoctype}, []Kind{KindDoctype}},
	{"<![CDATA[x]]>", []Kind{KindCDATASection}, []Kind{KindCDATASection}, []Kind{KindCDATASection}},
	{"<b>x</b>", []Kind{KindHTMLTag}, []Kind{KindExtraSection, KindHTMLTag}, []Kind{KindScratchpad, KindElementAfter}},
	{"<br>", []Kind{KindHTMLTag}, []Kind{KindExtraSection, KindHTMLTag}, []Kind{KindScratchpad, KindElementAfter}},
	{"<item>x</item>", []Kind{KindNested}, []Kind{KindExtraSection}, []Kind{KindScratchpad, KindElementAfter}},
	{"<T>", []Kind{KindGenerics}, []Kind{KindExtraSection}, []Kind{KindScratchpad, KindElementAfter}},
	{"</x>", []Kind{KindStrayEndTag}, []Kind{KindStrayEndTag}, []Kind{KindStrayEndTag}},
	{"<state>x</state>", []Kind{KindNested}, []Kind{KindDuplicateSection}, []Kind{KindScratchpad, KindElementAfter}},
	{"<goal/>", []Kind{KindNested}, []Kind{KindDuplicateSection}, []Kind{KindScratchpad, KindElementAfter}},
	{"words", nil, []Kind{KindTextBetween}, []Kind{KindProseBefore, KindProseAfter}},
	{"\n", nil, nil, []Kind{KindLeadingNewline, KindTrailingNewline}},
	{"\n```\n", nil, []Kind{KindTextBetween}, []Kind{KindCodeFence}},
}

// mutants returns all mutants of an accepted summary that are refused.
func mutants(text string) []mutant {
	tokens, kinds := tokensOf(text)
	var all []mutant
	add := func(done string, from, to int, put string, expect []Kind) {
		before, after := strings.Join(tokens[:from], ""), strings.Join(tokens[to:], "")
		m := mutant{done: done, text: before + put + after, kinds: expect, places: []source.Span{{Start: len(before), End: len(before) + len(put)}}, gone: len(text) - len(before) - len(after)}
		if Decide([]byte(m.text)).Class != Accepted {
			all = append(all, m)
		}
	}
	depth := 0
	for i, token := range tokens {
		isRoot := strings.Contains(token, rootName)
		empty := strings.HasSuffix(token, "/>")
		var gone, twice []Kind
		switch {
		case kinds[i] == tokenText:
			gone = []Kind{KindBlankGoal, KindBlankState}
		case empty:
			gone, twice = []Kind{KindMissingSection}, []Kind{KindDuplicateSection}
		case kinds[i] == tokenStart && isRoot:
			gone, twice = []Kind{KindNoRoot}, []Kind{KindSecondRoot}
		case kinds[i] == tokenStart:
			gone, twice = []Kind{KindUnopenedSection}, []Kind{KindNested, KindUnclosedSection}
		case isRoot:
			gone, twice = []Kind{KindTruncated}, []Kind{KindStrayEndTag}
		default:
			gone, twice = []Kind{KindUnclosedSection}, []Kind{KindStrayEndTag}
		}
		add("delete "+token, i, i+1, "", gone)
		add("duplicate "+token, i, i+1, token+token, twice)
		if i+1 < len(tokens) {
			add("swap "+token+" "+tokens[i+1], i, i+2, tokens[i+1]+token, nil)
		}
		for _, j := range junk {
			expect := [][]Kind{j.around, j.between, j.section}[depth]
			add("insert "+j.text+" before "+token, i, i, j.text, expect)
		}
		switch {
		case kinds[i] == tokenStart && !empty:
			depth++
		case kinds[i] == tokenEnd:
			depth--
		}
	}
	for _, j := range junk {
		add("append "+j.text, len(tokens), len(tokens), j.text, j.around)
	}
	return all
}

// names reports whether some finding stands where the mutation was made and, if
// it is known what it should be called, is called so.
func (m *mutant) names(r Report) bool {
	for _, f := range r.Faults {
		if m.kinds != nil && !slices.Contains(m.kinds, f.Kind) {
			continue
		}
		places := append([]source.Span{f.Span, f.Stop}, f.Also...)
		for _, r := range f.Related {
			places = append(places, r.Span)
		}
		for _, s := range places {
			if touches(s, m.places[0]) {
				return true
			}
		}
	}
	return false
}

// has reports whether the section id stands among those found.
func has(r Report, id SectionID) bool {
	return slices.ContainsFunc(r.Sections, func(s Section) bool { return s.ID == id })
}

func TestMutations(t *testing.T) {
	texts := []string{
		valid,
		"<conversation_summary><goal>Move the exporter</goal><constraints>Keep the order</constraints><decisions>One retry</decisions><state>41 of 43</state><open_items>Fix the clock</open_items></conversation_summary>",
		"<conversation_summary>\r\n  <goal>\r\n  a &lt; b\r\n  </goal>\r\n  <constraints />\r\n  <decisions></decisions>\r\n  <state>会話</state >\r\n  <open_items/>\r\n</conversation_summary>",
	}
	total, named, alone, shown := 0, 0, 0, 0
	for _, text := range texts {
		for _, m := range mutants(text) {
			r := Inspect([]byte(m.text))
			checkReport(t, []byte(m.text))
			total++
			for _, f := range r.Faults {
				if f.Kind == KindMissingSection && has(r, f.Section) {
					t.Errorf("%s: %v is called missing, and it is there: %q", m.done, f.Section, m.text)
				}
			}
			ok := m.names(r)
			if ok {
				named++
			}
			if len(r.Faults) == 1 {
				alone++
			}
			if (!ok || len(r.Faults) > 1) && shown < 60 {
				shown++
				var got []string
				for _, f := range r.Faults {
					got = append(got, fmt.Sprintf("%v %d-%d", f.Kind, f.Span.Start, f.Span.End))
				}
				t.Logf("named %v: %s at %v: %v\n%q", ok, m.done, m.places[0], got, m.text)
			}
		}
	}
	fmt.Printf("mutations: %d, named %.4f, by one finding %.4f\n", total, ratio(named, total), ratio(alone, total))
	if ratio(named, total) < 0.99 {
		t.Error("less than 99 % named")
	}
}

// and returns the text with the changes of m and of n, which comes behind it, and n
// as it stands there. It reports false where they touch.
func (m mutant) and(n mutant, text string) (string, mutant, bool) {
	at, then := m.places[0], n.places[0]
	if at.Start+m.gone >= then.Start {
		return "", mutant{}, false
	}
	n.text = m.text[:at.End] + text[at.Start+m.gone:then.Start] + n.text[then.Start:]
	n.places = []source.Span{then.Shift(at.Len() - m.gone)}
	return n.text, n, true
}

// Two changes are named as each by itself is, but for the few where one hides what
// the other did: a section that is neither opened nor closed is text.
func TestPairsOfMutations(t *testing.T) {
	text := "<conversation_summary><goal>Move the exporter</goal><constraints>Keep the order</constraints><decisions>One retry</decisions><state>41 of 43</state><open_items>Fix the clock</open_items></conversation_summary>"
	all := mutants(text)
	r := rand.New(rand.NewPCG(5, 6))
	total, named, few := 0, 0, 0
	for total < 10_000 {
		first := all[r.IntN(len(all))]
		both, second, ok := first.and(all[r.IntN(len(all))], text)
		if !ok || Decide([]byte(both)).Class == Accepted {
			continue
		}
		total++
		report := Inspect([]byte(both))
		checkReport(t, []byte(both))
		for _, f := range report.Faults {
			if f.Kind == KindMissingSection && has(report, f.Section) {
				t.Errorf("%s, %s: %v is called missing, and it is there: %q", first.done, second.done, f.Section, both)
			}
		}
		if first.names(report) && second.names(report) {
			named++
		}
		if len(report.Faults) <= 3 {
			few++
		}
	}
	fmt.Printf("pairs of mutations: %d, both named %.4f, by three findings at most %.4f\n", total, ratio(named, total), ratio(few, total))
	if ratio(named, total) < 0.995 || ratio(few, total) < 0.99 {
		t.Error("too many pairs are not named, or by too many findings")
	}
}
