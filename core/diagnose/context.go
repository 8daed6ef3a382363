package diagnose

import (
	"bytes"

	"compactlens/core/content"
	"compactlens/core/inspect"
)

// userSample is how many bytes of what the user wrote tell the language.
const userSample = 4 << 10

// Replaces takes in the messages that a summary replaces, learned from what from names.
func (c *Context) Replaces(messages []content.Message, from string) {
	c.UserText, c.ReplacedBytes = userText(messages), inspect.Know(textBytes(messages), from)
}

// userText returns the beginning of what the user wrote.
func userText(messages []content.Message) []byte {
	var out bytes.Buffer
	for _, m := range messages {
		if u, ok := m.(*content.UserMessage); ok {
			for _, b := range u.Blocks {
				if t, ok := b.(*content.TextBlock); ok {
					out.WriteString(t.Text)
					out.WriteByte('\n')
				}
			}
		}
		if out.Len() >= userSample {
			break
		}
	}
	return out.Bytes()[:min(out.Len(), userSample)]
}

// textBytes counts the bytes of text in messages.
func textBytes(messages []content.Message) (n uint64) {
	for _, m := range messages {
		for _, b := range m.Content() {
			if t, ok := b.(*content.TextBlock); ok {
				n += uint64(len(t.Text))
			}
		}
	}
	return n
}
