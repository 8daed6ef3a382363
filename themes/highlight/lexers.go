package highlight

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"

	"compactlens/themes"
)

// Language is what a text is written in. The zero value is plain text.
type Language uint8

const (
	Plain Language = iota
	XML
	JSON
	Markdown
	Code  // of any usual programming language, or a difference of it
	Reply // JSON with plain text around it, as models answer: a fence, prose
)

// Guess returns what a text seems to be written in, by how it begins.
func Guess(b []byte) Language {
	t := bytes.TrimSpace(b[:min(len(b), 64)])
	if len(t) == 0 {
		return Markdown
	}
	switch {
	case t[0] == '{', t[0] == '[':
		return JSON
	case t[0] == '<':
		return XML
	case codeStart.Match(t):
		return Code
	}
	return Markdown
}

// codeStart is how files of code begin, and listings of them with numbered lines.
var codeStart = regexp.MustCompile(`^([0-9]+\t|(package|import|func|def|class|use|from|const|struct|static) \w|#!/|#include|//|/\*|diff --git|CREATE |SELECT )`)

// lexer returns the lexer of l, made on first use; nil for plain text.
//
// The rules are our own: importing Chroma's collection would parse some three
// hundred definitions at every start of the program, and its JSON rules take a
// string whole, where escapes are what a reader of a captured reply looks for.
func (l Language) lexer() chroma.Lexer {
	switch l {
	case XML:
		return xmlLexer()
	case JSON:
		return jsonLexer()
	case Markdown:
		return markdownLexer()
	case Code:
		return codeLexer()
	}
	return nil
}

// leave goes back to the state around this one, to the root where a piece began
// inside.
var leave = chroma.MutatorFunc(func(s *chroma.LexerState) error {
	if len(s.Stack) > 1 {
		s.Stack = s.Stack[:len(s.Stack)-1]
	} else {
		s.Stack = []string{"root"}
	}
	return nil
})

var xmlLexer = sync.OnceValue(func() chroma.Lexer {
	const name = `[\w:.-]+`
	return chroma.Coalesce(chroma.MustNewLexer(&chroma.Config{Name: "summary XML", DotAll: true}, func() chroma.Rules {
		return chroma.Rules{
			"root": {
				{Pattern: `[^<&]+`, Type: chroma.Text},
				{Pattern: `&(#[0-9]+|#x[0-9A-Fa-f]+|[A-Za-z]\w*);`, Type: chroma.NameEntity},
				{Pattern: `<!--`, Type: chroma.Comment, Mutator: chroma.Push("comment")},
				{Pattern: `<[!?]`, Type: chroma.CommentPreproc, Mutator: chroma.Push("declaration")},
				{Pattern: `</?` + name, Type: chroma.NameTag, Mutator: chroma.Push("tag")},
				{Pattern: `[<&]`, Type: chroma.Error},
			},
			"comment": {
				{Pattern: `-->`, Type: chroma.Comment, Mutator: leave},
				{Pattern: `[^-]+|-`, Type: chroma.Comment},
			},
			// A declaration, an instruction or CDATA: up to the next ">".
			"declaration": {
				{Pattern: `[^>]*>`, Type: chroma.CommentPreproc, Mutator: leave},
				{Pattern: `[^>]+`, Type: chroma.CommentPreproc},
			},
			"tag": {
				{Pattern: `\s*/?>`, Type: chroma.NameTag, Mutator: leave},
				{Pattern: `\s+`, Type: chroma.Text},
				{Pattern: name, Type: chroma.NameAttribute},
				{Pattern: `"[^"<]*"|'[^'<]*'`, Type: chroma.LiteralString},
				{Pattern: `=`, Type: chroma.Operator},
				{Pattern: `(?=[<&])`, Type: chroma.Text, Mutator: leave},
				{Pattern: `.`, Type: chroma.Error, Mutator: leave},
			},
		}
	}))
})

var jsonLexer = sync.OnceValue(func() chroma.Lexer {
	return chroma.Coalesce(chroma.MustNewLexer(&chroma.Config{Name: "reply JSON", DotAll: true}, func() chroma.Rules {
		return chroma.Rules{
			"root": {
				{Pattern: `\s+`, Type: chroma.Text},
				{Pattern: `"(\\.|[^"\\]){0,64}"(?=\s*:)`, Type: chroma.NameTag},
				{Pattern: `"`, Type: chroma.LiteralString, Mutator: chroma.Push("string")},
				{Pattern: `[{}\[\],:]`, Type: chroma.Punctuation},
				{Pattern: `-?[0-9][0-9.eE+-]*`, Type: chroma.LiteralNumber},
				{Pattern: `(true|false|null)\b`, Type: chroma.KeywordConstant},
				{Pattern: `[^\s"{}\[\],:]+`, Type: chroma.Error},
			},
			"string": {
				{Pattern: `"`, Type: chroma.LiteralString, Mutator: leave},
				{Pattern: `\\(u[0-9A-Fa-f]{4}|.)`, Type: chroma.LiteralStringEscape},
				{Pattern: `[^"\\]+`, Type: chroma.LiteralString},
				{Pattern: `\\`, Type: chroma.Error},
			},
		}
	}))
})

var markdownLexer = sync.OnceValue(func() chroma.Lexer {
	return chroma.Coalesce(chroma.MustNewLexer(&chroma.Config{Name: "Markdown"}, func() chroma.Rules {
		return chroma.Rules{
			"root": {
				{Pattern: "#{1,6} [^\n]*", Type: chroma.GenericHeading},
				{Pattern: "```[^\n]*", Type: chroma.CommentPreproc, Mutator: chroma.Push("fence")},
				{Pattern: "`[^`\n]+`", Type: chroma.LiteralString},
				{Pattern: `\*\*[^*\n]+\*\*`, Type: chroma.GenericStrong},
				{Pattern: "[^#`*\n]+|[#`*\n]", Type: chroma.Text},
			},
			"fence": append([]chroma.Rule{{Pattern: "```[^\n]*", Type: chroma.CommentPreproc, Mutator: leave}}, lineStart...),
			"line":  line,
		}
	}))
})

var codeLexer = sync.OnceValue(func() chroma.Lexer {
	return chroma.Coalesce(chroma.MustNewLexer(&chroma.Config{Name: "code"}, func() chroma.Rules {
		return chroma.Rules{"root": lineStart, "line": line}
	}))
})

// lineStart and line colour what most languages have in common, line by line: what
// counts at the start of a line, and the rest of it. They see a text as it is
// displayed, with blanks for tabs. Strings and comments are bounded, because a
// pattern that fails behind a long stretch is tried again at its next character.
var (
	lineStart = []chroma.Rule{
		{Pattern: `\n`, Type: chroma.Text},
		{Pattern: `\+[^\n]*`, Type: chroma.GenericInserted},
		{Pattern: `-[^\n]*`, Type: chroma.GenericDeleted},
		{Pattern: `@@[^\n]*|diff --git[^\n]*`, Type: chroma.GenericHeading},
		{Pattern: ` *#[^\n]*`, Type: chroma.Comment},
		{Pattern: ` *[0-9]+ +`, Type: chroma.LineNumbers, Mutator: chroma.Push("line")},
		chroma.Default(chroma.Push("line")),
	}
	line = []chroma.Rule{
		{Pattern: `\n`, Type: chroma.Text, Mutator: leave},
		{Pattern: `[A-Za-z_]\w*`, Type: chroma.EmitterFunc(word)},
		{Pattern: ` #[^\n]*`, Type: chroma.Comment},
		{Pattern: `[ ,.;:(){}\[\]=&|!<>%^~?*+@$-]`, Type: chroma.Text},
		{Pattern: `//[^\n]*|/\*[^\n]{0,80}?\*/`, Type: chroma.Comment},
		{Pattern: "\"(\\\\.|[^\"\\\\\n]){0,80}\"|'(\\\\.|[^'\\\\\n]){0,80}'|`[^`\n]{0,80}`", Type: chroma.LiteralString},
		{Pattern: `[0-9][0-9A-Fa-fxX_.]*`, Type: chroma.LiteralNumber},
		{Pattern: `[^\n]`, Type: chroma.Text},
	}
)

// word tells keywords from other names.
func word(groups []string, _ *chroma.LexerState) chroma.Iterator {
	t := chroma.Token{Type: chroma.Text, Value: groups[0]}
	if keywords[t.Value] {
		t.Type = chroma.Keyword
	}
	return chroma.Literator(t)
}

// keywords are words that many languages keep for themselves.
var keywords = func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(`and as async await bool break case catch class const continue def default defer
		elif else enum export extends false fn for from func function go if impl import in int interface let map match
		mut new nil None not null or package pass private protected pub public raise range return select self static
		string struct super switch this throw trait true True False try type use var void while with yield`) {
		all[w] = true
	}
	return all
}()

// looks says how a kind of token is shown. A kind that is not here looks like its
// category, and then like text.
var looks = map[chroma.TokenType]themes.Style{
	chroma.NameTag:             themes.Tag,
	chroma.NameAttribute:       themes.Attr,
	chroma.NameEntity:          themes.Entity,
	chroma.LiteralString:       themes.Value,
	chroma.LiteralStringEscape: themes.Entity,
	chroma.LiteralNumber:       themes.Literal,
	chroma.KeywordConstant:     themes.Literal,
	chroma.Punctuation:         themes.Dim,
	chroma.Operator:            themes.Dim,
	chroma.Comment:             themes.Comment,
	chroma.CommentPreproc:      themes.Comment,
	chroma.GenericHeading:      themes.Tag | themes.Bold,
	chroma.GenericStrong:       themes.Text | themes.Bold,
	chroma.GenericInserted:     themes.Value,
	chroma.GenericDeleted:      themes.Comment,
	chroma.LineNumbers:         themes.Faint,
	chroma.Keyword:             themes.Attr,
	chroma.Error:               themes.Text, // the lexer's opinion is no verdict
}

// look returns how t is shown.
func look(t chroma.TokenType) themes.Style {
	for _, kind := range [...]chroma.TokenType{t, t.SubCategory(), t.Category()} {
		if s, ok := looks[kind]; ok {
			return s
		}
	}
	return themes.Text
}
