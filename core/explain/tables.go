package explain

import (
	"compactlens/core/event"
	"compactlens/core/loop"
)

// reasons says of each reason what the rules under it have in common.
var reasons = []struct {
	reason                 loop.InvalidSummaryReason
	title, what, why, next string
}{
	{loop.InvalidOutputShape, "an answer of the wrong shape", "The answer is not one assistant message of exactly one text block that is not empty.", "The runtime never joins blocks or searches them for a summary.", "Look at the blocks and the finish reason: thinking, a tool call or a refusal stands where one text should."},
	{loop.InvalidByteLimit, "an answer with too many bytes", "The answer's text has more bytes than the output limit; equal is fine.", "The limit bounds what is parsed at all, so it comes first.", "Ask for a shorter summary, or raise the output limit."},
	{loop.InvalidTokenUsage, "an answer without a usable count", "The provider reported no usage, or zero output tokens.", "Without the count the budget cannot be enforced.", "Have the gateway or client pass the provider's usage on."},
	{loop.InvalidTokenLimit, "an answer over the summary budget", "The reported output tokens are above max_summary_tokens; equal is fine. Reasoning counts where the provider includes it.", "The summary's place in the next request was planned with the budget.", "Ask for a shorter summary, spend less on reasoning, or raise the budget."},
	{loop.InvalidWire, "an answer that is not the reply's JSON", "The text is not exactly one JSON object of version, basis, model, request_fingerprint and summary, each in its form.", "A strict decoder takes the whole text or nothing.", "Take away what stands around the object, mend the JSON, and have the model copy the identity letter for letter."},
	{loop.InvalidIdentity, "an answer to another request", "Basis, model or fingerprint are in form and are not the request's.", "An answer to another request must not replace this transcript.", "See which request it answers; if it is this one, have the values copied from it."},
	{loop.InvalidXMLSyntax, "a summary that is not well-formed", "The XML tokenizer refuses a token: a bare & or <, an unknown entity, a character XML does not allow, an end tag that does not match, an early end.", "The summary is read by a strict XML reader.", "Escape & and < in text; where the text breaks off, look at the token budget."},
	{loop.InvalidXMLRoot, "a summary with another root", "The first element is not conversation_summary, or there is none at all.", "The root tells a summary from anything else.", "Take away what stands before it, or rename it where only the name is wrong."},
	{loop.InvalidXMLStruct, "a summary of another structure", "Something well-formed stands where it may not: outside the root, between the sections, as markup in a section, or a section missing, extra, repeated or out of order.", "Five sections of plain text, each once and in order, are what the next turns rely on.", "Put the five sections in order and leave nothing else beside them, not even a line break outside the root."},
	{loop.InvalidXMLContent, "a summary that says nothing", "Everything is in order, but goal or state is blank.", "A summary without goal or state cannot stand for a conversation.", "Ask for the summary again; there is no text to invent."},
}

// rejects says of each reject reason why it is given and what to try; what it means
// is in its own table.
var rejects = []struct {
	reason           event.CompactRejectReason
	title, why, next string
}{
	{event.CompactRejectControlLaneFull, "too many commands wait", "One attempt runs at a time in a loop, and at most 64 commands wait for it.", "Wait for the running attempt; see what asks for compactions so often."},
	{event.CompactRejectShuttingDown, "the session was shut down", "A shutdown ends an attempt at once; a manual one at rest often leaves no terminal event.", "Start it again in the next session."},
	{event.CompactRejectInterrupted, "it was interrupted", "An interrupt comes before everything but a shutdown.", "Start it again, if the interrupt was not meant for it."},
	{event.CompactRejectCanceled, "the call was canceled or timed out", "The model call has a time limit of its own; a counter that times out is context_count_failed instead.", "Raise the time limit, or use a faster model or less reasoning for the call."},
	{event.CompactRejectStaleBasis, "the conversation went on", "The summary would replace messages it has not seen.", "Start it again while nothing happens; an automatic attempt comes again by itself."},
	{event.CompactRejectProgressPublication, "the start could not be announced", "The notice is published before the model is called, and a failure gives the attempt up.", "Look at the event stream and who listens to it."},
	{event.CompactRejectUnavailable, "nothing could be summarised", "Nothing is older than the kept messages, calls and results do not pair up, a block has no text form, no policy is set, or a guard forbade it.", "Recompute the tail: it tells which of these it was."},
	{event.CompactRejectExecutionFailed, "the request or the call failed", "The request was over its byte limit even without old tool results, or the provider, the queue or the choice of a model failed. A provider that refuses the prompt counts here.", "Without a model call look at the request's size, else at the provider's own error."},
	{event.CompactRejectInvalidSummary, "the answer is invalid", "The eight checks of an answer give ten reasons, which share this one number; the journal keeps neither the reason nor the answer.", "Capture the answer and check it here: the reason and the place are found again."},
	{event.CompactRejectContextCountFailed, "the tokens could not be counted", "The counter failed or timed out, on the kept messages before the call or on the result after it; an image on a text-only model is enough.", "Look which of the two it was: after a completed call it was the result."},
	{event.CompactRejectSummaryTooLarge, "the result does not fit", "Fixed part, kept messages and summary together are at or above the input limit; equal is too large.", "See the ledger of the replacement: which part is too large, and whether any policy could make it fit."},
	{event.CompactRejectInternal, "the runtime broke", "A guard's machinery failed, an executor panicked, or a proposal did not fit together.", "Look at the process log; report it."},
	{event.CompactRejectContextLimitUnknown, "the model's limits are not known", "Without a window or an input limit nothing can be called too large.", "Set the model's limits in the configuration."},
	{event.CompactRejectRetainedTailTooLarge, "the kept messages leave no room", "Fixed part, kept messages and the whole summary budget together are at or above the input limit, so no model is called.", "Keep fewer messages where more than the last segment is kept, lower the budget, raise the limit; images counted by bytes count hundreds of times too high."},
}

// inputs says of each input field what it is. The examples are members of a
// request.
var inputs = []struct {
	field                             loop.InputField
	title, what, why, next, bad, good string
}{
	{loop.InputBasis, "what is summarised", "The revision of the loop's context, from 1 on, and the id of the event that made it.", "It names an exact place in the history, so that a late answer cannot replace newer messages.", "Take both from the last event that changed the context.",
		`"basis":{"revision":0,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"}`, `"basis":{"revision":7,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"}`},
	{loop.InputModel, "the loop's model", "The provider and the name of the model, neither of them empty.", "A summary made for another model may not fit it.", "Give both as the loop's runtime has them.",
		`"model":{"provider":"","model":"example-model-1"}`, `"model":{"provider":"anthropic","model":"example-model-1"}`},
	{loop.InputRequestFingerprint, "the fingerprint of the loop's request", "64 lower-case hexadecimal digits, not all zero.", "It stands for everything that shapes the loop's requests: prompts, tools, model and place.", "Take it from the last measurement before the attempt; events write it as 32 numbers.",
		`"request_fingerprint":"3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F3F"`, `"request_fingerprint":"3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f"`},
	{loop.InputTranscript, "the messages to be summarised", "At least one message of the roles user, assistant, system or tool, with blocks of the known types and nothing nested deeper than 128 levels.", "Pairs of calls and results are not looked at here; cutting the tail does that.", "Look at the message that the error names.",
		`"transcript":[]`, `"transcript":[{"role":"user","blocks":[{"type":"text","text":"Port the exporter."}]}]`},
	{loop.InputMaxSummaryTokens, "the summary budget", "A whole number above zero: most output tokens of the answer, reasoning included.", "The room for the summary is planned with it before the model is called.", "Give the policy's budget.",
		`"max_summary_tokens":0`, `"max_summary_tokens":4096`},
}

// policies says of each policy field what it is. The examples are members of a
// policy's JSON; their other fields are in order.
var policies = []struct {
	field                             loop.PolicyField
	title, what, why, next, bad, good string
}{
	{loop.PolicyKeepRecentSegments, "how many segments are kept", "A number above zero: most segments kept word for word, a segment beginning at each user message.", "The newest exchange is what the user looks at; the last segment is always kept.", "Set it to at least 1.", `"KeepRecentSegments":0`, `"KeepRecentSegments":2`},
	{loop.PolicyKeepRecentTokens, "how many tokens are kept", "A number above zero: most estimated tokens kept word for word; the last segment is kept whatever it weighs.", "It bounds the tail where segments are long.", "Set it well below the input limit.", `"KeepRecentTokens":0`, `"KeepRecentTokens":8000`},
	{loop.PolicyReservedOutput, "the output reserve", "A number above zero: tokens taken off the window for the answer, no more than the model can answer with.", "A request that fills the window leaves nothing to answer with.", "Set it to what answers need.", `"ReservedOutput":0`, `"ReservedOutput":16384`},
	{loop.PolicyMaxSummaryTokens, "the summary budget", "A number above zero: most output tokens of a summary, reasoning included.", "Room for it is planned before the call.", "Set it to what a summary needs, with reasoning.", `"MaxSummaryTokens":0`, `"MaxSummaryTokens":4096`},
	{loop.PolicyCountTimeout, "the time limit of counting", "A duration above zero, in nanoseconds.", "Counting must not hold a loop up.", "Set it to a few seconds.", `"CountTimeout":0`, `"CountTimeout":2000000000`},
	{loop.PolicyHustle, "the model call's name", "A name that is not blank and does not begin with _looprig. after trimming.", "The prefix belongs to the runtime's own calls.", "Name the call that makes summaries.", `"Hustle":"_looprig.compact"`, `"Hustle":"context.compact"`},
	{loop.PolicySafetyMargin, "the safety margin", "Tokens taken off the input limit; above zero where the counter only estimates.", "An estimate may be too low.", "Set it to a few thousand, or use an exact counter.", `"SafetyMargin":0`, `"SafetyMargin":8192`},
	{loop.PolicyRearmBelow, "when compaction stops being due", "Basis points of the input limit, above zero and below CompactAt. Looked at only where the policy is automatic.", "Between the two thresholds nothing changes, so that a context at the border does not compact again and again.", "Set it well below CompactAt.", `"RearmBelow":8000`, `"RearmBelow":6000`},
	{loop.PolicyCompactAt, "when compaction is due", "Basis points of the input limit, below 10,000. Looked at only where the policy is automatic; 0 is reported for RearmBelow.", "At 10,000 the limit is reached and it is too late.", "Set it to about 8,000.", `"CompactAt":10000`, `"CompactAt":8000`},
	{loop.PolicyCounterPolicy, "which counts are trusted", "1 for exact counts alone, 2 for estimates too. Looked at only where the policy is automatic.", "A compaction on a bad count comes too early or too late.", "Use 2 with an estimating counter.", `"CounterPolicy":1`, `"CounterPolicy":2`},
}
