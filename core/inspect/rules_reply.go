package inspect

import (
	"strings"

	"compactlens/core/loop"
)

// goodReply is a reply whose JSON is in order; the examples of the wire rules are
// this with one thing changed.
const goodReply = `{"version":1,"basis":{"revision":7,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"},` +
	`"model":{"provider":"anthropic","model":"example-model-1"},` +
	`"request_fingerprint":"3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f",` +
	`"summary":"<conversation_summary><goal>Port it</goal><constraints/><decisions/><state>Done</state><open_items/></conversation_summary>"}`

// replyRules are the rules about the answer around the summary.
func replyRules() []Rule {
	rules := shapeRules()
	rules = append(rules, figureRules()...)
	rules = append(rules, jsonRules()...)
	rules = append(rules, wireRules()...)
	return append(rules, identityRules()...)
}

func shapeRules() []Rule {
	const why = "The runtime takes an answer only as one whole: it never joins blocks or searches them for the summary."
	rules := []Rule{
		{ID: "shape/no-blocks", Title: "an answer without content", Say: "the answer holds no content block", Mend: "Look at the finish reason: the model stopped before it wrote anything."},
		{ID: "shape/role", Title: "an answer by somebody else", Say: "the answer's role is {got}, not assistant", Mend: "Give the assistant's message."},
		{ID: "shape/thinking-with-text", Title: "thinking beside the text", Say: "a thinking block stands beside the text; any second block makes the whole answer unusable", Mend: "Turn extended thinking off for the compaction call, or let the client drop thinking blocks."},
		{ID: "shape/thinking-only", Title: "nothing but thinking", Say: "the answer holds thinking and no text", Mend: "Give reasoning less, or the answer more, of the output budget."},
		{ID: "shape/several-texts", Title: "several text blocks", Say: "a second text block; texts are never joined", Mend: "Have the client or the model give one text."},
		{ID: "shape/tool-call", Title: "a tool call instead of an answer", Say: "the model called a tool instead of answering", Mend: "Send the compaction request without tools, and say that the transcript is not to be continued."},
		{ID: "shape/refusal", Title: "a refusal", Say: "the model refused to summarise", Mend: "There is no summary to mend; look at what in the transcript made the model refuse."},
		{ID: "shape/other-block", Title: "a block that is not text", Say: "the answer holds a block of type {got}", Mend: "Have the client give one text."},
		{ID: "shape/empty-text", Title: "an empty text", Say: "the answer's text is empty", Mend: "Look at the finish reason and the usage: the model stopped before it wrote anything."},
	}
	for i := range rules {
		rules[i].Reason, rules[i].What, rules[i].Why = loop.InvalidOutputShape, "one assistant message of exactly one text block that is not empty", why
	}
	return rules
}

func figureRules() []Rule {
	return []Rule{
		{ID: "size/byte-limit", Reason: loop.InvalidByteLimit, Title: "an answer over the output limit",
			Say:  "the answer is {name} over the output limit; the marked text is beyond it",
			What: "no more bytes than the output limit, white space included",
			Why:  "The limit bounds what is parsed at all, so it is checked before the text is read.",
			Mend: "Ask for a shorter summary, or raise the output limit."},
		{ID: "usage/missing", Reason: loop.InvalidTokenUsage, Title: "no reported usage",
			Say: "the provider reported no usage", What: "reported usage with at least one output token",
			Why:  "Without the provider's count the budget cannot be enforced, so the answer is not trusted.",
			Mend: "Have the gateway or client pass the provider's usage on."},
		{ID: "usage/zero-output", Reason: loop.InvalidTokenUsage, Title: "usage that counts no output",
			Say: "the provider reported 0 output tokens for an answer", What: "reported usage with at least one output token",
			Why:  "A real answer costs tokens; a zero means the count is not to be trusted.",
			Mend: "Have the gateway or client pass the provider's real usage on."},
		{ID: "budget/token-limit", Reason: loop.InvalidTokenLimit, Title: "an answer over the summary budget",
			Say: "the answer cost {name} more than the summary budget", What: "no more output tokens than the summary budget; reasoning counts where the provider includes it",
			Why:  "The summary's place in the next request was planned with this budget.",
			Mend: "Ask for a shorter summary, spend less on reasoning, or raise max_summary_tokens."},
	}
}

func jsonRules() []Rule {

	rules := []Rule{
		{ID: "json/byte-order-mark", Title: "a byte-order mark before the JSON", Say: "a byte-order mark stands before the JSON", Mend: "Delete the mark.", Bad: "\uFEFF" + goodReply},
		{ID: "json/code-fence", Title: "a code fence around the JSON", Say: "the reply is wrapped in a code fence", Mend: "Delete the fence; tell the model to answer with bare JSON.", Bad: "```json\n" + goodReply + "\n```"},
		{ID: "json/prose-before", Title: "prose before the JSON", Say: "text stands before the JSON object", Mend: "Delete it; tell the model to answer with the object alone.", Bad: "Here is the summary: " + goodReply},
		{ID: "json/prose-after", Title: "prose behind the JSON", Say: "text stands behind the JSON object", Mend: "Delete it; tell the model to answer with the object alone.", Bad: goodReply + " Done."},
		{ID: "json/second-value", Title: "a second JSON value", Say: "a second JSON value stands behind the first", Mend: "Keep one of them.", Bad: goodReply + " {}"},
		{ID: "json/no-json", Title: "no JSON at all", Say: "the text holds no JSON object", Mend: "Nothing to mend: the model answered with something else.", Bad: "I could not do that."},
		{ID: "json/empty-text", Title: "nothing but white space", Say: "the text is blank", Mend: "Nothing to mend: the model wrote nothing.", Bad: " "},
		{ID: "json/cut", Title: "JSON that breaks off", Say: "the text ends in the middle of the JSON", Mend: "Nothing to mend: what is missing was never written. Look at the finish reason and the token budget.", Bad: goodReply[:len(goodReply)-30]},
		{ID: "json/raw-control", Title: "a raw control character in a string", Say: "a control character stands raw inside a JSON string", Mend: `Write a line break as \n, a tab as \t.`, Bad: replace(goodReply, "Port it", "Port\nit")},
		{ID: "json/bad-escape", Title: "a wrong escape", Say: "{got} is not a JSON escape", Mend: `Write a backslash as \\.`, Bad: replace(goodReply, "Port it", `Port C:\it`)},
		{ID: "json/single-quotes", Title: "single quotes", Say: "a string stands in single quotes", Mend: `Use " around keys and strings.`, Bad: replace(goodReply, `"version"`, `'version'`)},
		{ID: "json/unescaped-quote", Title: "a quote that should be escaped", Say: "a quote inside a string has no backslash", Mend: `Write it as \".`, Bad: replace(goodReply, "Port it", `Port "it" now`)},
		{ID: "json/trailing-comma", Title: "a comma too many", Say: "a comma stands before the end of an object or array", Mend: "Delete the comma.", Bad: replace(goodReply, `10"}`, `10",}`)},
		{ID: "json/missing-comma", Title: "a missing comma", Say: "two members stand without a comma between them", Mend: "Put a comma between them.", Bad: replace(goodReply, `1,"basis"`, `1 "basis"`)},
		{ID: "json/extra-close", Title: "a bracket too many", Say: "a bracket too many ends the object here", Mend: "Delete the bracket.", Bad: replace(goodReply, `10"}`, `10"}}`)},
		{ID: "json/missing-close", Title: "an object that is not closed", Say: "the object {name} is not closed before the next field", Mend: "Put the missing } there.", Bad: replace(goodReply, `10"}`, `10"`)},
		{ID: "json/unexpected-byte", Title: "a character that cannot stand there", Say: "{got} cannot stand here; expected {want}", Mend: "Write the reply as one JSON object.", Bad: replace(goodReply, `"version":`, `"version"=`)},
		{ID: "json/too-deep", Title: "nesting over 10,000 levels", Say: "objects or arrays are nested over 10,000 levels deep", Mend: "Nothing to mend: this is no reply.", Bad: strings.Repeat("[", 10_001), Also: "wire/not-an-object"},
	}
	for i := range rules {
		rules[i].Reason, rules[i].What = loop.InvalidWire, "one JSON object and nothing around it but white space"
		rules[i].Why = "The reply is read by a strict decoder that takes the whole text or nothing."
		if rules[i].ID == "json/too-deep" {
			rules[i].Why = "The decoder refuses deeper nesting: each level takes memory, and a few bytes of answer could take all of it."
		}
		if rules[i].Bad != "" {
			rules[i].Good = goodReply
		}
	}
	return rules
}

func wireRules() []Rule {
	const exact = "exactly version, basis, model, request_fingerprint and summary"
	const absentMend = "The model is to write version 1 and a summary, and copies the rest from the request, letter for letter: show all five fields in the prompt."
	const why = "An unknown or missing field means that the model did not follow the format, and nothing else of it is trusted."
	rules := []Rule{
		{ID: "wire/not-an-object", Title: "JSON that is no object", Say: "the reply is JSON, but not an object", What: exact, Mend: "Answer with one object.", Bad: "[" + goodReply + "]"},
		{ID: "wire/unknown-field", Title: "a field the contract does not know", Say: "the contract knows no field {name}", What: exact, Mend: "Delete the field.", Bad: replace(goodReply, `"summary"`, `"notes":"x","summary"`)},
		{ID: "wire/wrong-type", Title: "a value of the wrong type", Say: "{name} must be {want}", What: exact, Mend: "Write the value as the field's type.", Bad: replace(goodReply, `"version":1`, `"version":"1"`)},
		{ID: "wire/missing-field", Title: "a missing field", Say: "{name} is missing", What: exact, Mend: absentMend, Bad: replace(goodReply, `"provider":"anthropic",`, ``)},
		{ID: "wire/null-field", Title: "a field that is null", Say: "{name} is null, which counts as missing", What: exact, Mend: absentMend, Bad: replace(goodReply, `"anthropic"`, `null`)},
		{ID: "wire/wrong-version", Title: "another version", Say: "the version must be 1", What: "version 1", Mend: "Write 1.", Bad: replace(goodReply, `"version":1`, `"version":2`)},
		{ID: "wire/bad-event-id", Title: "an event id that is not canonical", Say: "through_event_id must be written as {want}", What: "a lower-case UUID with hyphens", Mend: "Have the model copy the id from the request, letter for letter.", Bad: replace(goodReply, "0190c3f2-7a1e", "0190C3F2-7A1E")},
		{ID: "wire/bad-fingerprint", Title: "a fingerprint that is not canonical", Say: "request_fingerprint must be written as {want}", What: "64 lower-case hexadecimal digits", Mend: "Have the model copy the fingerprint from the request, letter for letter.", Bad: replace(goodReply, "3f3f3f3f3f", "3F3F3F3F3F")},
	}
	for i := range rules {
		rules[i].Reason, rules[i].Why, rules[i].Good = loop.InvalidWire, why, goodReply
	}
	return rules
}

func identityRules() []Rule {
	rules := []Rule{
		{ID: "identity/revision", Title: "another revision", Say: "the reply answers revision {got}, the request was about {want}"},
		{ID: "identity/through-event", Title: "another through event", Say: "the reply names another through event than the request"},
		{ID: "identity/provider", Title: "another provider", Say: "the reply names the provider {got}, the request {want}"},
		{ID: "identity/model", Title: "another model", Say: "the reply names the model {got}, the request {want}"},
		{ID: "identity/fingerprint", Title: "another request fingerprint", Say: "the reply names another request fingerprint than the request"},
	}
	for i := range rules {
		rules[i].Reason, rules[i].What = loop.InvalidIdentity, "the request's own basis, model and fingerprint, byte for byte"
		rules[i].Why = "A reply that answers another request must not replace this transcript."
		rules[i].Mend = "Have the model copy the value from the request, letter for letter; if it is another attempt's, the reply belongs there."
	}
	return rules
}
