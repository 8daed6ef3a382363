package history

import (
	"fmt"

	"compactlens/core/content"
	"compactlens/core/event"
)

// Policy is what an application's compaction policy says of a request. A journal
// does not hold it.
type Policy struct {
	KeepRecentSegments int    // most segments kept word for word
	KeepRecentTokens   uint64 // most tokens kept, by Weight; the last segment is kept whatever it weighs
	MaxSummaryTokens   uint64 // most output tokens of the summary
	Generation         Generation
}

// Generation is how a runtime makes a request of a transcript.
type Generation uint8

// The two generations. The first release of the second is v0.25.0.
const (
	GenerationTail  Generation = iota // keeps a tail, projects to text, leaves old tool results out
	GenerationWhole                   // sends the whole transcript as it is
)

// The parser revisions the known applications give their compaction hustle.
const (
	policyRevisionWhole = "harness-compaction-parser-v1"
	policyRevisionTail  = "harness-compaction-parser-v2"
)

// GenerationOf reads the generation off a hustle's policy revision. The revision is
// the application's to choose, so this is a hint; ok is false for unknown ones.
func GenerationOf(policyRevision string) (g Generation, ok bool) {
	switch policyRevision {
	case policyRevisionWhole:
		return GenerationWhole, true
	case policyRevisionTail:
		return GenerationTail, true
	}
	return GenerationTail, false
}

func (g Generation) String() string {
	if g == GenerationWhole {
		return "whole transcript (before v0.25.0)"
	}
	return "head and retained tail"
}

// Weight estimates a message's tokens as the tail is cut by them: the bytes of its
// journal JSON divided by 4, rounded up.
func Weight(m content.Message) (uint64, error) {
	raw, err := content.AppendJournal(nil, m)
	if err != nil {
		return 0, err
	}
	return uint64(len(raw)+3) / 4, nil
}

// RequestBytes estimates the bytes that a message takes in a model request by its
// journal JSON without the usage, which is never sent. The request's own encoding is
// not in a journal.
func RequestBytes(m content.Message) (uint64, error) {
	if ai, ok := m.(*content.AIMessage); ok {
		m = &content.AIMessage{Blocks: ai.Blocks}
	}
	raw, err := content.AppendJournal(nil, m)
	return uint64(len(raw)), err
}

// NothingToCompactError reports a transcript of which nothing is older than the
// retained tail. The attempt is rejected with event.CompactRejectUnavailable.
type NothingToCompactError struct {
	Messages int // in the transcript
	Derived  int // of them made by a model
	Retained int // of them in the tail
	Least    int // of them in the tail that every policy keeps
}

func (e *NothingToCompactError) Error() string {
	return fmt.Sprintf("history: nothing to compact: %d of %d messages are retained", e.Retained, e.Messages)
}

// Cut splits the context's messages: head is what gets summarised, tail what stays
// word for word.
//
// Behind the derived prefix a segment begins at each user message. Going back from
// the end, the last segment is kept, then older ones while there are fewer than
// KeepRecentSegments and their weight with the next stays within KeepRecentTokens.
// A cut between a tool call and its result moves back to the start of the call's
// segment.
//
// The error is an *event.PairingError for a transcript whose tool calls do not fit
// together, a *content.MessageError, or a *NothingToCompactError.
func (c Context) Cut(p Policy) (head, tail []content.Message, err error) {
	if err := content.Validate(c.Messages); err != nil {
		return nil, nil, err
	}
	if err := event.ValidatePairing(c.Messages); err != nil {
		return nil, nil, err
	}
	if p.Generation == GenerationWhole {
		if len(c.Messages) == 0 {
			return nil, nil, &NothingToCompactError{}
		}
		return c.Messages, nil, nil
	}
	at, err := c.cutIndex(p)
	if err != nil {
		return nil, nil, err
	}
	if at <= c.Derived {
		least, err := c.LeastTail()
		if err != nil {
			return nil, nil, err
		}
		return nil, nil, &NothingToCompactError{Messages: len(c.Messages), Derived: c.Derived, Retained: len(c.Messages) - at, Least: len(c.Messages) - least}
	}
	return c.Messages[:at:at], c.Messages[at:], nil
}

// LeastTail returns the index of the first message that every policy keeps: the last
// segment is always kept, and what its open calls belong to. The error is a
// *content.MessageError.
func (c Context) LeastTail() (int, error) { return c.cutIndex(Policy{KeepRecentSegments: 1}) }

// cutIndex returns the index of the first retained message.
func (c Context) cutIndex(p Policy) (int, error) {
	at, segments := len(c.Messages), 0
	var total, segment uint64
	for i := len(c.Messages) - 1; i >= c.Derived; i-- {
		w, err := Weight(c.Messages[i])
		if err != nil {
			return 0, &content.MessageError{Index: i, Err: err}
		}
		segment += w
		if c.Messages[i].Role() != content.RoleUser {
			continue
		}
		if segments > 0 && (segments >= p.KeepRecentSegments || total+segment > p.KeepRecentTokens) {
			break
		}
		at, total, segment = i, total+segment, 0
		segments++
	}
	return c.beforeOpenCalls(at), nil
}

// beforeOpenCalls moves a cut back until no tool call before it has its result
// behind it.
func (c Context) beforeOpenCalls(at int) int {
	for at > c.Derived && callsOpen(c.Messages[:at]) {
		at--
		for at > c.Derived && c.Messages[at].Role() != content.RoleUser {
			at--
		}
	}
	return at
}

func callsOpen(messages []content.Message) bool {
	open := make(map[string]bool)
	for _, m := range messages {
		switch m := m.(type) {
		case *content.AIMessage:
			for _, b := range m.Blocks {
				if call, ok := b.(*content.ToolUseBlock); ok {
					open[call.ID] = true
				}
			}
		case *content.ToolResultMessage:
			delete(open, m.ToolUseID)
		}
	}
	return len(open) > 0
}
