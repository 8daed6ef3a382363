package tui

import (
	"bytes"
	"encoding/json"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/history"
	"compactlens/core/rawjson"
	"compactlens/core/source"
	"compactlens/core/wire"
	"compactlens/loader"
	"compactlens/loader/dossier"
	"compactlens/themes"
	"compactlens/tui/textview"
	"compactlens/tui/transcript"
)

// material is what the transcript and the request of an attempt are shown from. It
// is made in a command, when one of them is looked at, and never changed.
type material struct {
	transcript *transcript.Document // nil where there is none; noTranscript says why
	request    *request             // nil where there is none; noRequest says why

	noTranscript, noRequest []line
}

// request is the JSON that asked for the summary.
type request struct {
	facts  []line
	sent   laidOut
	pretty laidOut // for reading; its text is nil where it is too large
}

// laidOut is a text with notes.
type laidOut struct {
	text  *source.Text
	notes []textview.Note
}

// materialMsg brings the material of an item.
type materialMsg struct {
	id       int // of the opening
	item     *item
	material *material
}

// hasMaterial reports whether an attempt can have a transcript and a request at all.
func (it *item) hasMaterial() bool {
	return it != nil && it.attempt != nil && (it.attempt.Session != nil || it.attempt.Request != nil)
}

// fetch makes what the view that is looked at shows of the item.
func (a *App) fetch() tea.Cmd { return tea.Batch(a.fetchMaterial(), a.fetchExtras()) }

// fetchMaterial makes the material of the item shown, where one of its views is
// looked at.
func (a *App) fetchMaterial() tea.Cmd {
	r := &a.reader
	if r.kind != viewTranscript && r.kind != viewRequest || r.material != nil || r.fetching == r.item || r.judged == nil || !r.judged.whole {
		return nil
	}
	r.fetching = r.item
	id, it, d := a.opened, r.item, r.item.judged.dossier // also where the verdict is hidden: this shows none
	return func() tea.Msg { return materialMsg{id: id, item: it, material: newMaterial(d)} }
}

// fetched keeps material that came back, where it is still what is shown.
func (a *App) fetched(msg materialMsg) {
	if r := &a.reader; msg.id == a.opened && msg.item == r.item {
		r.setMaterial(msg.material)
		a.fresh = false
	}
}

// newMaterial makes the material of an attempt. Its time is linear in the
// transcript.
func newMaterial(d *dossier.Dossier) *material {
	m := &material{}
	captured, from := capturedRequest(d.Attempt)
	if d.Attempt.Session == nil {
		m.fromCapture(captured, from)
		return m
	}
	if d.Life != nil && d.Life.Basis.Revision == 0 {
		m.noTranscript = []line{{text: "The attempt ended before it looked at the transcript, so it has no place in it.", style: themes.Bold}}
		m.noRequest = []line{{text: "The attempt ended before a request was made.", style: themes.Bold}}
		return m
	}
	t, err := d.Transcript()
	if err != nil {
		m.noTranscript, m.noRequest = troubleLines(d, err), troubleLines(d, err)
		return m
	}
	r, err := d.Request()
	s := transcript.Source{Messages: t.Context.Messages, Derived: t.Context.Derived, Head: t.Head, Cut: t.Cut}
	if err != nil {
		m.noRequest = troubleLines(d, err)
	} else {
		s.Omitted = r.Omitted
		m.request = rebuilt(d, r, captured, from)
	}
	m.transcript = transcript.NewDocument(s)
	return m
}

// capturedRequest returns the text of the request in hand and its file's path, nil
// where there is none.
func capturedRequest(a *loader.Attempt) (text []byte, path string) {
	if a.Request == nil {
		return nil, ""
	}
	return a.Request.Text().Bytes, a.Request.Source.Path
}

// fromCapture makes the material of a request that somebody captured.
func (m *material) fromCapture(text []byte, path string) {
	in, err := wire.DecodeRequest(text)
	if err != nil {
		m.noTranscript = []line{{text: "The request in hand is not one that the contract knows.", style: themes.Warning | themes.Bold}, {label: "because", text: err.Error()}}
	} else {
		m.transcript = transcript.NewDocument(transcript.Source{Messages: in.Transcript, Sent: true})
	}
	if text == nil {
		m.noRequest = []line{{text: "The request can no longer be read.", style: themes.Warning | themes.Bold}, {label: "file", text: path}}
		return
	}
	m.request = newRequest(text, nil)
	m.request.facts = []line{{label: "captured", text: path}, {label: "size", text: count(len(text), "byte")}}
}

// rebuilt returns the request that was made again from the journal.
func rebuilt(d *dossier.Dossier, r history.Request, captured []byte, path string) *request {
	q := newRequest(r.JSON, r.Omitted)
	add := func(label, text string, style themes.Style) {
		q.facts = append(q.facts, line{label: label, text: text, style: style})
	}
	words := count(len(r.JSON), "byte")
	if limit, from := inputBytes(d); limit > 0 {
		words += " of " + grouped(int(limit)) + " (" + from + ")"
	}
	add("size", words+", made again from the journal as it was sent", themes.Text)
	add("holds", fmt.Sprintf("%s to be summarised; %s kept word for word", count(len(r.Head), "message"), count(len(r.Retained), "message")), themes.Text)
	if n := len(r.Omitted); n > 0 {
		add("left out", fmt.Sprintf("%s, the oldest first, to get below the limit: whole it has %s", count(n, "tool result"), count(int(r.FullSize), "byte")), themes.Warning)
	}
	switch {
	case captured == nil:
	case bytes.Equal(captured, r.JSON):
		add("captured", "the same, byte for byte: "+path, themes.Passed)
	default:
		add("captured", fmt.Sprintf("another one, from byte %s on: %s", grouped(common(captured, r.JSON)), path), themes.Warning)
	}
	return q
}

// inputBytes returns the byte limit of an attempt's request and where it was
// learned; 0 where it is not known.
func inputBytes(d *dossier.Dossier) (limit int64, from string) {
	if d.Life != nil {
		if own, ok := d.Life.InputBytes(); ok {
			return own, "journal"
		}
	}
	k := d.Attempt.Figures().InputBytes
	return k.Value, k.From
}

// common returns how many bytes a and b begin with that are the same.
func common(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// maxPretty bounds the bytes of a request that is laid out for reading.
const maxPretty = 16 << 20

// newRequest returns the views of a request's JSON in which the tool results at
// these indices of the transcript were left out.
func newRequest(text []byte, omitted []int) *request {
	q := &request{sent: laidOut{source.NewText(text), omittedNotes(text, omitted)}}
	var pretty bytes.Buffer
	if len(text) <= maxPretty && json.Indent(&pretty, text, "", "  ") == nil {
		q.pretty = laidOut{source.NewText(pretty.Bytes()), omittedNotes(pretty.Bytes(), omitted)}
		q.pretty.text.LineCount() // builds the index here and not while drawing
	}
	q.sent.text.LineCount()
	return q
}

// omittedNotes marks what stands in a request for the tool results left out.
func omittedNotes(text []byte, omitted []int) (notes []textview.Note) {
	r, ok := rawjson.Parse(text)
	if !ok || len(omitted) == 0 {
		return nil
	}
	member := func(object int, key string) (at int, ok bool) {
		if r.Kind(object) != '{' {
			return 0, false
		}
		_ = r.Members(object, func(k string, value int) error { // no error comes of it
			if k == key {
				at, ok = value, true
			}
			return nil
		})
		return at, ok
	}
	all, ok := member(r.Value(), "transcript")
	if !ok || r.Kind(all) != '[' {
		return nil
	}
	messages := r.Elements(all)
	for _, i := range omitted {
		if i >= len(messages) {
			break
		}
		if at, ok := member(messages[i], "blocks"); ok {
			notes = append(notes, textview.Note{
				Span: source.Span{Start: at, End: r.End(at)}, Level: textview.Advice,
				Message: fmt.Sprintf("message %s: the tool result was left out here to get below the limit", grouped(i+1)),
			})
		}
	}
	return notes
}
