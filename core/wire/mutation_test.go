package wire

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"compactlens/core/source"
)

// jsonTokens cuts JSON without white space in strings' places into its tokens.
var jsonTokens = regexp.MustCompile(`"(?:\\.|[^"\\])*"|[{}\[\]:,]|[0-9]+|\s+`)

// Each token of a good reply is deleted, doubled and put behind the next one, and
// junk is put before it and into strings: some fault stands at the place, and the
// other fields are not called missing or unknown for it.
func TestMutations(t *testing.T) {
	tokens := jsonTokens.FindAllString(good, -1)
	if strings.Join(tokens, "") != good {
		t.Fatal("the tokens are not the whole")
	}
	junk := []string{
		"x", ",", ":", "}", "{", "]", "[", `"`, "'", "// c\n", "/* c */", "null", "true", "1", `\`, "\x00", "“", "…", "```", "NaN", "\n\n", `""`, "undefined", "<x>",
	}
	total, found, few := 0, 0, 0
	try := func(done, text string, at source.Span) {
		check(t, []byte(text))
		faults := DecodeReply([]byte(text)).Faults
		if len(faults) == 0 {
			return
		}
		total++
		if len(faults) <= 3 {
			few++
		} else {
			t.Logf("%s: %+v", done, faults)
		}
		if slices.ContainsFunc(faults, func(f Fault) bool {
			return slices.ContainsFunc(append([]source.Span{f.Span, f.Related}, f.Also...), func(s source.Span) bool { return s.Start <= at.End && s.End >= at.Start })
		}) {
			found++
		} else {
			t.Logf("%s at %v: %+v", done, at, faults)
		}
	}
	at := 0
	for i, token := range tokens {
		before, after := strings.Join(tokens[:i], ""), strings.Join(tokens[i+1:], "")
		try("delete "+token, before+after, source.At(at))
		try("double "+token, before+token+token+after, source.Span{Start: at, End: at + 2*len(token)})
		if i+1 < len(tokens) {
			try("swap "+token+tokens[i+1], before+tokens[i+1]+token+strings.Join(tokens[i+2:], ""), source.Span{Start: at, End: at + len(token) + len(tokens[i+1])})
		}
		for _, j := range junk {
			try(fmt.Sprintf("put %q before %s", j, token), before+j+token+after, source.Span{Start: at, End: at + len(j)})
			if token[0] == '"' {
				try(fmt.Sprintf("put %q into %s", j, token), before+token[:2]+j+token[2:]+after, source.Span{Start: at + 2, End: at + 2 + len(j)})
			}
		}
		at += len(token)
	}
	fmt.Printf("mutations of a reply: %d, at the place %.4f, by three faults at most %.4f\n", total, float64(found)/float64(total), float64(few)/float64(total))
	if found*1000 < total*990 || few*1000 < total*990 {
		t.Error("too few faults stand at the place, or too many beside it")
	}
}

// A bracket too many or too few says nothing of the fields: they are all there.
func TestBrackets(t *testing.T) {
	for _, c := range []struct {
		in   string
		kind FaultKind
	}{
		{strings.Replace(good, `},"model"`, `}«}»,"model"`, 1), ExtraClose},
		{strings.Replace(good, `7,`, `7«}»,`, 1), ExtraClose},
		{strings.Replace(good, `"p",`, `"p"«}»,`, 1), ExtraClose},
		{strings.Replace(good, `1,`, `1«}»,`, 1), ExtraClose},
		{strings.Replace(good, `1,`, "1«}»\n", 1), ExtraClose},
		{good + "«}»", ExtraClose},
		{good + " «}\n]»", ExtraClose},
		{strings.Replace(good, `},"model"`, `«»,"model"`, 1), MissingClose},
		{strings.Replace(good, `},"request`, `«»,"request`, 1), MissingClose},
	} {
		before, rest, _ := strings.Cut(c.in, "«")
		in, after, _ := strings.Cut(rest, "»")
		text, want := before+in+after, source.Span{Start: len(before), End: len(before) + len(in)}
		check(t, []byte(text))
		r := DecodeReply([]byte(text))
		if len(r.Faults) != 1 || r.Faults[0].Kind != c.kind || r.Faults[0].Span != want {
			t.Errorf("%s: %+v", text, r.Faults)
		}
		for id, f := range r.Fields {
			if !f.Set {
				t.Errorf("%s: no %v", text, FieldID(id))
			}
		}
	}
	// What is not the reply's own brackets stays what it was.
	for in, want := range map[string]FaultKind{
		good + `, and more`:   ProseAfter,
		good + `,"more`:       ProseAfter,
		good[:len(good)-1]:    Cut,
		`[1]]`:                ExtraClose,
		`{"basis":{"x":1,"y"`: Cut,
	} {
		if f := DecodeReply([]byte(in)).Faults; len(f) == 0 || f[0].Kind != want {
			t.Errorf("%s: %+v", in, f)
		}
	}
}

// A doubled quote before a key, and a closing quote behind a backslash, are found where
// they stand, and everything else is read as it was meant.
func TestQuotesAtTheirPlace(t *testing.T) {
	for _, in := range []string{
		strings.Replace(good, `"version"`, `"«"»version"`, 1),
		strings.Replace(good, `"revision"`, `"«"»revision"`, 1),
		strings.Replace(good, `"summary"`, `"«"»summary"`, 1),
		strings.Replace(good, `"p",`, `"p«\»",`, 1),
		strings.Replace(good, `"p",`, `"say \"p«\»" ,`+"\n ", 1),
		strings.Replace(good, `"p",`, `"p\\«\»",`, 1),
		strings.Replace(good, `"m"},`, `"m«\»"},`, 1),
	} {
		before, rest, _ := strings.Cut(in, "«")
		in, after, marked := strings.Cut(rest, "»")
		text, want := before+in+after, source.Span{Start: len(before), End: len(before) + len(in)}
		check(t, []byte(text))
		r := DecodeReply([]byte(text))
		if !marked || len(r.Faults) != 1 || r.Faults[0].Kind != UnexpectedByte || r.Faults[0].Span != want {
			t.Errorf("%s: %+v", text, r.Faults)
		}
		for id, f := range r.Fields {
			if !f.Set {
				t.Errorf("%s: no %v", text, FieldID(id))
			}
		}
	}
	// What is no such quote stays what it was.
	for _, c := range []struct {
		in   string
		kind FaultKind
		at   int
	}{
		{`{"" "version":1}`, UnexpectedByte, 4},
		{`{""version 1}`, UnexpectedByte, 3},
		{`{"":1}`, UnknownField, 1},
		{`{"summary":"a\","version":1}`, UnexpectedByte, 13},
		{`{"summary":"a\\","version":1x}`, UnexpectedByte, 28},
		{`{"summary":"a\" b, "version":1}`, UnexpectedByte, 20},
		{`{"summary":"a\"}`, Cut, 16},
	} {
		check(t, []byte(c.in))
		f := DecodeReply([]byte(c.in)).Faults
		if len(f) == 0 || f[0].Kind != c.kind || f[0].Span.Start != c.at {
			t.Errorf("%s: %+v", c.in, f)
		}
	}
}
