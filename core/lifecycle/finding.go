package lifecycle

import (
	"compactlens/core/event"
)

// FindingID names a way in which a journal contradicts itself.
type FindingID string

// The findings.
const (
	FindingTwoTerminals       FindingID = "two_terminals"
	FindingReplyContradicts   FindingID = "reply_contradicts_terminal"
	FindingReplyNoTerminal    FindingID = "reply_without_terminal"
	FindingReplyMissing       FindingID = "reply_missing"
	FindingReplyForged        FindingID = "reply_id_forged"
	FindingRepliedTwice       FindingID = "replied_twice"
	FindingReplyStranger      FindingID = "reply_to_stranger"
	FindingPostContextOtherID FindingID = "post_context_elsewhere"
)

// findings is the one table of the findings.
var findings = []struct {
	id           FindingID
	text         string
	stopsRestore bool
}{
	{FindingTwoTerminals, "The attempt has two terminal events; the first one counts here.", true},
	{FindingReplyContradicts, "A reply says otherwise than the attempt's terminal event.", true},
	{FindingReplyNoTerminal, "A reply gives a reason that only an attempt with a terminal event can have, and there is none.", true},
	{FindingReplyMissing, "A command that waited got no reply: appending it failed, or the process died in between; a restore adds the reply.", false},
	{FindingReplyForged, "The reply's event id is not the one computed from its attempt, command and outcome.", true},
	{FindingRepliedTwice, "A command that waited got two replies from one attempt.", true},
	{FindingReplyStranger, "A reply names a command that the attempt's terminal event does not list.", true},
	{FindingPostContextOtherID, "The commit's measurement belongs to another place than the commit itself.", false},
}

// FindingIDs returns all findings in the order of their table.
func FindingIDs() []FindingID {
	ids := make([]FindingID, len(findings))
	for i, row := range findings {
		ids[i] = row.id
	}
	return ids
}

// Text says in one sentence what the finding means; of an unknown one nothing.
func (id FindingID) Text() string {
	for _, row := range findings {
		if row.id == id {
			return row.text
		}
	}
	return ""
}

// StopsRestore reports whether the runtime refuses to restore a session with it.
func (id FindingID) StopsRestore() bool {
	for _, row := range findings {
		if row.id == id {
			return row.stopsRestore
		}
	}
	return false
}

// Finding is a contradiction and the records that show it.
type Finding struct {
	ID       FindingID
	Evidence []Evidence
	Command  event.UUID // whose reply it is about; zero where that does not apply
}

func (a *Attempt) find(id FindingID, evidence ...Evidence) {
	a.Findings = append(a.Findings, Finding{ID: id, Evidence: evidence})
}

// second reports a further terminal, which is not followed.
func (a *Attempt) second(e Evidence) bool {
	if !a.terminal() {
		return false
	}
	a.find(FindingTwoTerminals, a.Terminal, e)
	return true
}

func (a *Attempt) checkCommit(e Evidence, c *event.CompactionCommitted) {
	own := event.ContextBasis{Revision: c.Basis.Revision + 1, ThroughEventID: c.EventID}
	// Commits made before there were retained tails measured at the basis itself.
	if c.PostContext.Basis != own && c.PostContext.Basis != c.Basis {
		a.find(FindingPostContextOtherID, e)
	}
}

// checkReply judges what a single reply shows; what only the whole journal shows is
// judged by checkReplies.
func (a *Attempt) checkReply(e Evidence, h event.Header, reply Waiter, committed event.UUID) {
	if h.EventID != event.WaiterReplyID(a.ID, reply.CommandID, reply.Resolved) {
		a.findFor(FindingReplyForged, reply.CommandID, e)
	}
	if !a.terminal() || reply.Reason == event.CompactRejectControlLaneFull {
		return
	}
	if a.waiter(reply.CommandID) == nil {
		a.findFor(FindingReplyStranger, reply.CommandID, a.Terminal, e)
	}
	if a.contradicts(reply, committed) {
		a.findFor(FindingReplyContradicts, reply.CommandID, a.Terminal, e)
	}
}

func (a *Attempt) contradicts(reply Waiter, committed event.UUID) bool {
	if a.Outcome == OutcomeCommitted {
		return !reply.Resolved || committed != a.Committed.EventID
	}
	return reply.Resolved || reply.Reason != a.RejectReason
}

func (a *Attempt) findFor(id FindingID, command event.UUID, evidence ...Evidence) {
	a.Findings = append(a.Findings, Finding{ID: id, Evidence: evidence, Command: command})
}

// checkReplies judges the replies when no more records follow. It may run again.
func (a *Attempt) checkReplies() {
	kept := a.Findings[:0:0]
	for _, f := range a.Findings {
		if f.ID != FindingReplyMissing && f.ID != FindingReplyNoTerminal {
			kept = append(kept, f)
		}
	}
	a.Findings = kept
	for _, w := range a.Waiters {
		none := w.Reply == (Evidence{})
		switch {
		case a.terminal() && none:
			a.findFor(FindingReplyMissing, w.CommandID, a.Terminal)
		case !a.terminal() && !none && w.Reason != event.CompactRejectShuttingDown && w.Reason != event.CompactRejectInterrupted:
			a.findFor(FindingReplyNoTerminal, w.CommandID, w.Reply)
		}
	}
}
