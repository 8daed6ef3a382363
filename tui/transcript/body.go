package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"compactlens/core/content"
	"compactlens/core/history"
	"compactlens/core/source"
	"compactlens/core/wire"
	"compactlens/themes"
	"compactlens/themes/highlight"
)

// body is the text of a block and how it is shown.
type body struct {
	label   string       // a row of its own in front: what it is, or the tool that is called; may be untrusted
	about   string       // beside the label
	call    bool         // the label is the name of a tool, with its input beside it while folded
	text    *source.Text // may be empty
	colours *highlight.Text
	style   themes.Style // of the text where it has no colours of its own
	rows    int          // shown while it is folded
}

// lines returns how many lines the text is shown on: nothing stands behind a line
// feed at its end.
func (b *body) lines() int {
	n := b.text.LineCount()
	if n > 1 && b.text.Line(n-1).Empty() {
		n--
	}
	return n
}

// How many rows of a block are shown while it is folded. A few more are shown
// rather than hidden.
const (
	textRows     = 60
	resultRows   = 8
	thinkingRows = 3
	slackRows    = 2
)

// bodyOf returns the body of a block of message i.
func (d *Document) bodyOf(p part, projected bool) *body {
	m := d.source.Messages[p.message]
	blocks := m.Content()
	block := blocks[p.block]
	rows := textRows
	if m.Role() == content.RoleTool {
		rows = resultRows
	}
	if projected && d.projects(int(p.message)) {
		return d.projectedBody(m, p, rows)
	}
	if b := blockBody(block, rows); b != nil {
		return b
	}
	return plainBody("", "a block of no type", themes.Error)
}

// projectedBody returns what a request has in the place of a block.
func (d *Document) projectedBody(m content.Message, p part, rows int) *body {
	if d.omitted[int(p.message)] {
		return plainBody("", wire.OmittedToolResult, themes.Warning)
	}
	projected, err := history.Project([]content.Message{m})
	if err != nil {
		return plainBody("", "this block has no text form: no request can be made of it", themes.Error)
	}
	text := ""
	if texts := projected[0].Content(); int(p.block) < len(texts) {
		if t, ok := texts[p.block].(*content.TextBlock); ok {
			text = t.Text
		}
	}
	switch b := m.Content()[p.block].(type) {
	case *content.TextBlock:
		if m.Role() == content.RoleTool && text != b.Text {
			return textBody(text, rows)
		}
	default:
		return plainBody("", text, themes.Comment)
	}
	return textBody(text, rows)
}

// blockBody returns the body of a block as the journal has it, nil for none.
func blockBody(block content.Block, rows int) *body {
	switch b := block.(type) {
	case *content.TextBlock:
		if b != nil {
			return textBody(b.Text, rows)
		}
	case *content.ThinkingBlock:
		if b != nil {
			t := plainBody("thinking", b.Thinking, themes.Dim)
			t.about, t.rows = size(len(b.Thinking)), thinkingRows
			if b.Thinking == "" {
				t.about = "not in the journal, only its signature"
			}
			return t
		}
	case *content.RefusalBlock:
		if b != nil {
			return plainBody("refusal", b.Text, themes.Warning)
		}
	case *content.ToolUseBlock:
		if b != nil {
			return callBody(b)
		}
	case *content.ImageBlock:
		if b != nil {
			return mediaBody("image", b.MediaType, b.Source.URL, len(b.Source.Data), "")
		}
	case *content.AudioBlock:
		if b != nil {
			return mediaBody("audio", b.MediaType, "", len(b.Data), "")
		}
	case *content.DocumentBlock:
		if b != nil {
			return mediaBody("document", b.MediaType, b.Name, len(b.Data), b.Text)
		}
	case *content.ToolResultBlock:
		if b != nil {
			return resultBody(b, rows)
		}
	}
	return nil
}

// textBody returns the body of a text, coloured by what it looks like.
func textBody(s string, rows int) *body {
	b := []byte(s)
	return &body{text: source.NewText(b), colours: highlight.New(source.NewText(b), highlight.Guess(b)), rows: rows}
}

// plainBody returns the body of a text in one style.
func plainBody(label, s string, style themes.Style) *body {
	return &body{label: label, text: source.NewText([]byte(s)), style: style, rows: textRows}
}

// maxPretty bounds the bytes of a tool's input that are laid out line by line.
const maxPretty = 1 << 20

// callBody returns the body of a tool call: its input, laid out.
func callBody(b *content.ToolUseBlock) *body {
	var pretty bytes.Buffer
	if len(b.Input) > maxPretty || json.Indent(&pretty, b.Input, "", "  ") != nil {
		pretty.Reset()
		pretty.Write(b.Input)
	}
	text := pretty.Bytes()
	return &body{label: b.Name, call: true, text: source.NewText(text), colours: highlight.New(source.NewText(text), highlight.JSON)}
}

// mediaBody returns the body of something that is no text, with what is known of it.
func mediaBody(what, mediaType, name string, bytes int, text string) *body {
	parts := []string{mediaType, name}
	if bytes > 0 {
		parts = append(parts, size(bytes))
	}
	about := ""
	for _, s := range parts {
		if s != "" && about != "" {
			about += " · "
		}
		about += s
	}
	b := plainBody(what, text, themes.Text)
	b.about, b.rows = about, resultRows
	return b
}

// resultBody returns the body of a tool result inside a message: the texts in it.
func resultBody(r *content.ToolResultBlock, rows int) *body {
	var texts []string
	var walk func(blocks []content.Block)
	walk = func(blocks []content.Block) {
		for _, block := range blocks {
			if inner, ok := block.(*content.ToolResultBlock); ok && inner != nil {
				walk(inner.Content)
				continue
			}
			if b := blockBody(block, rows); b != nil {
				if b.label != "" {
					texts = append(texts, "["+b.label+" "+b.about+"]")
				}
				if b.text.Len() > 0 {
					texts = append(texts, string(b.text.Bytes()))
				}
			}
		}
	}
	walk(r.Content)
	b := textBody(strings.Join(texts, "\n"), rows)
	b.label, b.about = "tool result", r.ToolUseID
	return b
}

// size writes a number of bytes.
func size(n int) string {
	switch {
	case n == 1:
		return "1 byte"
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 100_000:
		return fmt.Sprintf("%d,%03d bytes", n/1000, n%1000)
	case n < 10<<20:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}

// contentSize returns the bytes of text and data in blocks.
func contentSize(blocks []content.Block) (n int) {
	for _, block := range blocks {
		switch b := block.(type) {
		case *content.TextBlock:
			if b != nil {
				n += len(b.Text)
			}
		case *content.ImageBlock:
			if b != nil {
				n += len(b.Source.Data)
			}
		case *content.DocumentBlock:
			if b != nil {
				n += len(b.Data) + len(b.Text)
			}
		case *content.ToolResultBlock:
			if b != nil {
				n += contentSize(b.Content)
			}
		}
	}
	return n
}
