package history

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"compactlens/core/content"
)

// MaxToolResultRunes is how long a tool result may be in a request, the mark of
// what was cut out included, in code points.
const MaxToolResultRunes = 2000

// The texts that stand for what a request leaves out.
const (
	toolCallFormat    = "[called tool: %s]"
	omittedFormat     = "[%s omitted for compaction]"
	refusalFormat     = "[model refused: %s]"
	truncatedFormat   = "[tool result truncated for compaction: omitted %d runes]"
	toolTextSeparator = "\n" // between the blocks of one tool result
)

// ProjectionError reports a block that has no text form in a request. The attempt
// is rejected with event.CompactRejectUnavailable.
type ProjectionError struct {
	Index int // of the message, 0-based
	Type  content.BlockType
}

func (e *ProjectionError) Error() string {
	return fmt.Sprintf("history: message %d: a %s block cannot be projected", e.Index+1, e.Type)
}

// Project turns messages into text as a request has it: roles, usage and the order
// of blocks stay; a tool call becomes its name, thinking, images, sounds and
// documents a mark, a refusal a mark with its text; the blocks of a tool result
// become one text of at most MaxToolResultRunes, cut out of its middle. The
// messages given are not changed. The error is a *ProjectionError.
func Project(messages []content.Message) ([]content.Message, error) {
	projected := make([]content.Message, len(messages))
	for i, m := range messages {
		texts := make([]string, 0, len(m.Content()))
		for _, b := range m.Content() {
			text, ok := projectBlock(b)
			if !ok {
				return nil, &ProjectionError{Index: i, Type: b.Type()}
			}
			texts = append(texts, text)
		}
		switch m := m.(type) {
		case *content.UserMessage:
			projected[i] = &content.UserMessage{Blocks: textBlocks(texts)}
		case *content.SystemMessage:
			projected[i] = &content.SystemMessage{Blocks: textBlocks(texts)}
		case *content.AIMessage:
			projected[i] = &content.AIMessage{Blocks: textBlocks(texts), Usage: m.Usage}
		case *content.ToolResultMessage:
			if len(texts) > 0 {
				texts = []string{truncate(strings.Join(texts, toolTextSeparator))}
			}
			projected[i] = &content.ToolResultMessage{Blocks: textBlocks(texts), ToolUseID: m.ToolUseID, IsError: m.IsError}
		}
	}
	return projected, nil
}

func projectBlock(b content.Block) (text string, ok bool) {
	switch b := b.(type) {
	case *content.TextBlock:
		return b.Text, true
	case *content.RefusalBlock:
		return fmt.Sprintf(refusalFormat, b.Text), true
	case *content.ToolUseBlock:
		return fmt.Sprintf(toolCallFormat, b.Name), true
	case *content.ThinkingBlock, *content.ImageBlock, *content.AudioBlock, *content.DocumentBlock:
		return fmt.Sprintf(omittedFormat, b.Type()), true
	}
	return "", false
}

func textBlocks(texts []string) []content.Block {
	blocks := make([]content.Block, len(texts))
	for i, text := range texts {
		blocks[i] = &content.TextBlock{Text: text}
	}
	return blocks
}

// truncate keeps the start and the end of text around a mark that counts itself.
func truncate(text string) string {
	runes := utf8.RuneCountInString(text)
	if runes <= MaxToolResultRunes {
		return text
	}
	// The mark's length depends on the number in it, which depends on the mark's
	// length. The number only grows, so this ends.
	omitted := runes - MaxToolResultRunes
	mark := fmt.Sprintf(truncatedFormat, omitted)
	for keep := MaxToolResultRunes - len(mark); runes-keep != omitted; keep = MaxToolResultRunes - len(mark) {
		omitted = runes - keep
		mark = fmt.Sprintf(truncatedFormat, omitted)
	}
	keep := runes - omitted
	head := keep / 2
	return text[:runeOffset(text, head)] + mark + text[runeOffset(text, runes-(keep-head)):]
}

// runeOffset returns the byte offset of the n-th code point.
func runeOffset(text string, n int) int {
	for offset := range text {
		if n == 0 {
			return offset
		}
		n--
	}
	return len(text)
}
