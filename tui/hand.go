package tui

import (
	"bytes"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/loader"
	"compactlens/tui/paste"
)

// paste takes what was pasted: for a layer as keys, else as an answer of the selected
// attempt.
func (a *App) paste(k tea.KeyMsg) tea.Cmd {
	p := paste.Paste{Bytes: []byte(string(k.Runes))}
	if a.pastes != nil {
		if held, ok := a.pastes.Take(string(k.Runes)); ok {
			p = held
		}
	}
	if n := len(a.layers); n > 0 {
		if l, is := a.layers[n-1].(paster); is {
			return l.paste(a, p.Bytes)
		}
		k.Runes = []rune(string(p.Bytes[:min(len(p.Bytes), promptLimit*utf8.UTFMax)]))
		return a.press(k)
	}
	if p.Cut {
		a.notify("what was pasted is larger than " + bytesWords(paste.Limit) + "; put it into a file and open it with " + a.keyOf("open-reply"))
		return nil
	}
	return a.pasted(p.Bytes)
}

// paster is a layer that takes what is pasted as the bytes they are.
type paster interface {
	paste(a *App, b []byte) tea.Cmd
}

// pasted judges pasted text as another answer of the selected attempt.
func (a *App) pasted(b []byte) tea.Cmd {
	if a.contents == nil {
		a.notify("nothing is open yet that an answer could belong to")
		return nil
	}
	m := handMsg{opening: a.opened, of: a.attemptShown(), how: "pasted", at: a.clock()}
	a.notify("judging " + count(len(b), "byte") + " pasted …")
	ctx, key := a.ctx, a.keyOf("open-reply")
	return func() tea.Msg {
		if path, ok := droppedFile(b); ok {
			return m.open(ctx, path)
		}
		text, returns := lineFeeds(b)
		m.note = "as the terminal gave it: some change control characters in what is pasted. A file opened with " + key + " is exact."
		if returns {
			m.doubt = "line ends as line feeds"
			m.note = "line ends are read as line feeds, because a terminal changes them. " + m.note
		}
		m.reply, m.err = loader.ReadReply("pasted", text)
		return m
	}
}

// lineFeeds returns pasted text with the line ends that it had before the terminal
// made carriage returns of them, and whether there were any.
func lineFeeds(b []byte) (text []byte, any bool) {
	if bytes.IndexByte(b, '\r') < 0 {
		return b, false
	}
	text = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n")), true
}
