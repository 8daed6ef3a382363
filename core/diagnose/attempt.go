package diagnose

import (
	"errors"
	"fmt"
	"regexp"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/ledger"
	"compactlens/core/loop"
	"compactlens/core/wire"
)

// Outcome is what is known of an attempt beside the model's answer. Every part is
// optional; the zero value says nothing.
type Outcome struct {
	Recorded event.CompactRejectReason // as a journal or bundle has it; 0 is none
	Request  error                     // what wire.DecodeRequest or wire.FitRequest said of the request
	Results  int                       // tool messages with content in a request that was too large
	Tail     error                     // what event.ValidateRetained said of the kept messages
	Said     string                    // what a provider or counter answered instead; untrusted

	InputLimit inspect.Known[uint64] // tokens
	MaxSummary inspect.Known[uint64] // tokens of the summary budget
	TailTokens inspect.Known[uint64] // the kept messages with the fixed part around them
	TailBytes  inspect.Known[uint64] // the kept messages as they were counted
	ImageBytes inspect.Known[uint64] // of base64 in them
	PostTokens inspect.Known[uint64] // the request after replacement
	Basis      event.ContextBasis    // what was summarised
	BasisNow   event.ContextBasis    // the loop's basis when the summary was there; zero is not known

	Kept      Kept // whether fewer messages could be kept
	CannotFit bool // not even the last segment with the shortest summary stays below the limit
}

// Kept says which messages are kept word for word. The zero value is not known.
type Kept uint8

const (
	KeptUnknown Kept = iota
	KeptMore         // more than every policy keeps
	KeptLast         // the last segment alone, which every policy keeps
	KeptNone         // none: the runtime sends the whole transcript
)

// smaller returns what can be done about a cause that is one of size, as far as that
// depends on which messages are kept; empty where the cause's own advice holds.
func (o Outcome) smaller(id string) string {
	room := id == "tail-too-large"
	switch {
	case id != "summary-too-large" && !room:
		return ""
	case o.CannotFit:
		return "No policy and no summary can make it fit: what every policy keeps, or the fixed part, must become smaller, or the limit larger."
	case o.Kept == KeptMore && room:
		return "Keep fewer messages, lower the summary budget, or raise the limit."
	case o.Kept == KeptMore:
		return "Keep fewer messages or ask for a shorter summary; look at the fixed part, which no compaction makes smaller."
	case o.Kept == KeptLast && room:
		return "What is kept is what every policy keeps, the last segment: lower the summary budget, raise the limit, or compact before a segment grows so large."
	case o.Kept == KeptLast:
		return "What is kept is what every policy keeps, the last segment: ask for a shorter summary, or raise the limit; look at the fixed part, which no compaction makes smaller."
	case o.Kept == KeptNone:
		return "No messages are kept: ask for a shorter summary, or raise the limit; look at the fixed part, which no compaction makes smaller."
	}
	return ""
}

// causes names what the outcome says by itself, in the order in which an attempt
// goes through it.
func (o Outcome) causes() []hit {
	var all []hit
	for _, look := range []func(Outcome) hit{Outcome.request, Outcome.tail, Outcome.tailSize, Outcome.post, Outcome.moved} {
		if h := look(o); h.id != "" {
			all = append(all, h)
		}
	}
	if h := o.recorded(); h.id != "" && len(all) == 0 {
		all = append(all, h)
	}
	return all
}

// request looks at a request that does not decode or does not fit.
func (o Outcome) request() hit {
	if o.Request == nil {
		return hit{}
	}
	var large *loop.CompactionInputTooLargeError
	var role *content.UnknownRoleError
	var block *content.UnknownBlockError
	var field *loop.CompactionInputError
	var message *content.MessageError
	where := ""
	if errors.As(o.Request, &message) {
		where = fmt.Sprintf("Message %d of the transcript is at fault.", message.Index+1)
	}
	switch {
	case errors.As(o.Request, &large):
		return is("input-too-large", Certain, o.tooLarge(large)...)
	case errors.As(o.Request, &role):
		return is("unknown-role", Certain, told("The role is "+quoted(role.Role)+".", where)...)
	case errors.As(o.Request, &block):
		return is("unknown-block", Certain, told("The block's type is "+quoted(block.Type)+".", where)...)
	case errors.As(o.Request, &field) && field.Field == loop.InputTranscript && field.Err == nil:
		return is("nothing-to-summarise", Certain, "The transcript holds no message.")
	case errors.As(o.Request, &field):
		return is("malformed-request", Certain, told("The field "+string(field.Field)+" is invalid.", where)...)
	}
	var form *wire.RequestWireError
	if errors.As(o.Request, &form) {
		return is("malformed-request", Certain, "It is not a request of version 1.")
	}
	return is("malformed-request", Likely)
}

// told returns the sentences that say something.
func told(sentences ...string) []string {
	var out []string
	for _, s := range sentences {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func (o Outcome) tooLarge(e *loop.CompactionInputTooLargeError) []string {
	why := []string{fmt.Sprintf("The request has %s bytes, the limit is %s.", inspect.Thousands(uint64(max(e.Size, 0))), inspect.Thousands(uint64(max(e.Limit, 0))))}
	switch {
	case o.Results > 0 && e.FullSize == e.Size && e.Limit > 0:
		why = append(why, fmt.Sprintf("None of the %d tool results is longer than what would stand in its place, so leaving them out gains nothing.", o.Results))
	case e.FullSize > e.Size:
		why = append(why, fmt.Sprintf("Leaving out old tool results gained %s bytes.", inspect.Thousands(uint64(e.FullSize-e.Size))))
	}
	return why
}

// tail looks at kept messages that do not fit together.
func (o Outcome) tail() hit {
	if o.Tail == nil {
		return hit{}
	}
	var pair *event.PairingError
	if !errors.As(o.Tail, &pair) {
		return is("tail-shape", Certain)
	}
	where := fmt.Sprintf("Kept message %d is where it is noticed.", pair.Index+1)
	switch pair.Fault {
	case event.PairingUnansweredCalls:
		return is("unanswered-call", Certain, fmt.Sprintf("%d calls are open at the end.", pair.Open))
	case event.PairingCallsOpen:
		return is("unanswered-call", Certain, where)
	case event.PairingNoSuchCall:
		return is("orphan-result", Certain, where)
	}
	return is("tail-shape", Certain, where, sentence(string(pair.Fault)))
}

// tailSize looks at kept messages that leave no room.
func (o Outcome) tailSize() hit {
	limit, tail := o.InputLimit, o.TailTokens
	if _, large := ledger.NoRoom(tail, o.MaxSummary, limit); !large {
		return hit{}
	}
	why := fmt.Sprintf("%s tokens of kept messages and %s of summary budget reach the limit of %s.",
		inspect.Thousands(tail.Value), inspect.Thousands(o.MaxSummary.Value), inspect.Thousands(limit.Value))
	switch {
	case o.ImageBytes.Value > 0 && ledger.Sum(tail.Value-min(tail.Value, o.ImageBytes.Value/4), o.MaxSummary.Value) < limit.Value:
		return is("image-overcounted", Certain, why, fmt.Sprintf("%s bytes of them are images, counted as %s tokens of text.", inspect.Thousands(o.ImageBytes.Value), inspect.Thousands(o.ImageBytes.Value/4)))
	case o.TailBytes.Set && ledger.Estimate(o.TailBytes.Value) == tail.Value && tail.Value > limit.Value:
		return is("image-overcounted", Possible, why, fmt.Sprintf("%s bytes were counted as a quarter as many tokens; kept messages as large as this are usually images or other base64.", inspect.Thousands(o.TailBytes.Value)))
	}
	return is("tail-too-large", Certain, why)
}

// post looks at the size after replacement.
func (o Outcome) post() hit {
	if _, large := ledger.TooLarge(o.PostTokens, o.InputLimit); !large {
		return hit{}
	}
	why := fmt.Sprintf("%s tokens after replacement, the limit is %s.", inspect.Thousands(o.PostTokens.Value), inspect.Thousands(o.InputLimit.Value))
	if o.PostTokens.Value == o.InputLimit.Value {
		why += " Equal counts as too large."
	}
	return is("summary-too-large", Certain, why)
}

// moved compares the basis now with what was summarised.
func (o Outcome) moved() hit {
	if o.BasisNow == (event.ContextBasis{}) || o.BasisNow == o.Basis || o.Basis == (event.ContextBasis{}) {
		return hit{}
	}
	return is("basis-moved", Certain, fmt.Sprintf("Revision %d was summarised, and the loop is at %d.", o.Basis.Revision, o.BasisNow.Revision))
}

// byReason is the cause of a recorded rejection where nothing more is known. An
// invalid summary has none: its causes are in the answer.
var byReason = map[event.CompactRejectReason]string{
	event.CompactRejectControlLaneFull:      "lane-full",
	event.CompactRejectShuttingDown:         "shut-down",
	event.CompactRejectInterrupted:          "user-interrupt",
	event.CompactRejectCanceled:             "call-canceled",
	event.CompactRejectStaleBasis:           "basis-moved",
	event.CompactRejectProgressPublication:  "not-announced",
	event.CompactRejectUnavailable:          "nothing-older",
	event.CompactRejectExecutionFailed:      "provider-failed",
	event.CompactRejectContextCountFailed:   "count-failed",
	event.CompactRejectSummaryTooLarge:      "summary-too-large",
	event.CompactRejectInternal:             "runtime-broke",
	event.CompactRejectContextLimitUnknown:  "limit-unknown",
	event.CompactRejectRetainedTailTooLarge: "tail-too-large",
}

// said are the failures that providers name in so many words.
var said = []struct {
	word *regexp.Regexp
	why  string
}{
	{regexp.MustCompile(`(?i)overload|capacity|\b529\b|\b503\b|unavailable`), "The provider says that it is overloaded."},
	{regexp.MustCompile(`(?i)rate.?limit|too many requests|\b429\b|quota`), "The provider says that too much was asked of it."},
	{regexp.MustCompile(`(?i)context.?length|too long|too large|maximum context|prompt is too`), "The provider says that the request is too long for the model."},
	{regexp.MustCompile(`(?i)content.?filter|safety|policy|blocked|moderation`), "The provider says that a filter stopped the request."},
	{regexp.MustCompile(`(?i)time.?out|timed out|deadline`), "It ran into a time limit."},
	{regexp.MustCompile(`(?i)auth|api.?key|\b401\b|\b403\b|credential|permission`), "The provider did not accept the key."},
	{regexp.MustCompile(`(?i)surrogate|utf-?8|unicode|invalid.*json`), "The provider could not read the request's text."},
}

// recorded names the cause that a recorded reason stands for.
func (o Outcome) recorded() hit {
	id := byReason[o.Recorded]
	var h hit
	switch {
	case id != "":
		h = is(id, Certain, fmt.Sprintf("The recorded reason is %s (%d).", o.Recorded, o.Recorded))
	case o.Recorded == 0 && o.Said != "":
		h = is("provider-failed", Likely, "An error came instead of an answer.")
	default:
		return h
	}
	if o.Recorded == event.CompactRejectUnavailable || o.Recorded == event.CompactRejectExecutionFailed {
		h.sure = Likely
	}
	for _, s := range said {
		if o.Said != "" && s.word.MatchString(o.Said) {
			h.sure, h.why = Certain, append(h.why, s.why)
			break
		}
	}
	return h
}
