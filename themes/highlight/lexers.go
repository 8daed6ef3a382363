package highlight

import (
	"bytes"
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
)

// Guess returns what a text seems to be written in, by how it begins.
func Guess(b []byte) Language {
	t := bytes.TrimSpace(b[:min(len(b), 64)])
	if len(t) == 0 {
		return Markdown
	}
	switch t[0] {
	case '{', '[':
		return JSON
	case '<':
		return XML
	}
	return Markdown
}

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
				{Pattern: "```[^\n]*", Type: chroma.CommentPreproc},
				{Pattern: "`[^`\n]+`", Type: chroma.LiteralString},
				{Pattern: `\*\*[^*\n]+\*\*`, Type: chroma.GenericStrong},
				{Pattern: "[^#`*\n]+|[#`*\n]", Type: chroma.Text},
			},
		}
	}))
})

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
