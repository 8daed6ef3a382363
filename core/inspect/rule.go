package inspect

import (
	"slices"
	"strings"
	"unicode/utf8"

	"compactlens/core/loop"
	"compactlens/core/source"
)

// Rule is one row of the rule table: everything there is to say about one kind of
// finding, apart from where it is.
type Rule struct {
	ID     string                    // stable, e.g. "summary/bare-ampersand"
	Reason loop.InvalidSummaryReason // what the runtime answers if this comes first; empty for advice

	Severity Severity // advice never decides
	Title    string   // a noun phrase
	Say      string   // the message; {name}, {want} and {got} are filled in
	What     string   // what the rule wants, as a phrase
	Why      string   // one sentence: why the contract, or for advice a reader, wants it
	Mend     string   // one sentence: how to make it pass
	Bad      string   // the smallest summary or reply that breaks exactly this rule; empty where text alone cannot
	Also     string   // a rule that Bad breaks, too, and maybe first, because it cannot break this one alone; empty for none
	Good     string   // the same, mended
	Conceal  bool     // what stands at the place is not to be quoted
}

// Rules returns the whole table, in the order of the checks. The slice is shared;
// it must not be changed.
func Rules() []Rule { return ruleTable }

// RuleByID returns the rule with an id. An id without a row is a defect of this
// package; it yields a rule that says only its id, and a test looks for it.
func RuleByID(id string) *Rule {
	if i, ok := ruleIndex[id]; ok {
		return &ruleTable[i]
	}
	return &Rule{ID: id, Title: id, Say: id}
}

// ruleTable and ruleIndex never change after initialisation.
var (
	ruleTable = slices.Concat(replyRules(), summaryRules(), adviceRules())
	ruleIndex = func() map[string]int {
		index := make(map[string]int, len(ruleTable))
		for i, r := range ruleTable {
			index[r.ID] = i
		}
		return index
	}()
)

// clipLimit bounds the bytes of the input that a finding quotes: it may be about
// all of a large file.
const clipLimit = 240

// clip returns s, or its beginning where it is long, cut between characters.
func clip(s string) string {
	if len(s) <= clipLimit {
		return s
	}
	end := clipLimit
	for end > clipLimit-4 && !utf8.RuneStart(s[end]) {
		end--
	}
	return strings.Clone(s[:end]) + "…"
}

// head returns the bytes of s in b, as far as clip keeps them.
func head(b []byte, s source.Span) string {
	s = s.Clamp(len(b))
	s.End = min(s.End, s.Start+clipLimit+1)
	return clip(string(s.Of(b)))
}

// gotLimit bounds the code points of the input that a message quotes.
const gotLimit = 40

// say fills in a rule's message. The values may be untrusted; they come out fit to
// be shown.
func say(text, name, want, got string) string {
	return strings.NewReplacer("{name}", quote(name), "{want}", source.Printable(want), "{got}", quote(got)).Replace(text)
}

// quote returns s fit to be shown on one line and not too long.
func quote(s string) string {
	n, cut := 0, 0
	for at := range s {
		if n == gotLimit-1 {
			cut = at
		}
		if n++; n > gotLimit { // the rest may be as long as an answer
			s = string([]rune(s[:cut])) + "…"
			break
		}
	}
	return source.Printable(s)
}

// replace is strings.Replace of the first occurrence, for the examples.
func replace(s, old, with string) string { return strings.Replace(s, old, with, 1) }
