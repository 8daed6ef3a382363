package diagnose

import "slices"

// Cause is one row of the table of named causes.
type Cause struct {
	ID    string // stable, e.g. "cut-at-cap"
	Title string // a noun phrase
	What  string // one sentence: what happened
	Sign  string // one sentence: how it is recognised
	Next  string // one sentence: what to do about it
}

// Causes returns the whole table. The slice is shared; it must not be changed.
func Causes() []Cause { return causes }

// CauseByID returns the row of an id.
func CauseByID(id string) (Cause, bool) {
	i, ok := causeIndex[id]
	if !ok {
		return Cause{}, false
	}
	return causes[i], true
}

// causeByID is CauseByID for ids of this package; one without a row is a defect
// that a test looks for.
func causeByID(id string) Cause {
	if c, ok := CauseByID(id); ok {
		return c
	}
	return Cause{ID: id, Title: id, What: id}
}

// causes and causeIndex never change after initialisation.
var (
	causes     = slices.Concat(modelCauses, budgetCauses, envelopeCauses, jsonCauses, identityCauses, textCauses, rowCauses, outsideCauses, senseCauses, attemptCauses)
	causeIndex = func() map[string]int {
		index := make(map[string]int, len(causes))
		for i, c := range causes {
			index[c.ID] = i
		}
		return index
	}()
)

// What the model did instead of answering.
var modelCauses = []Cause{
	{"no-answer", "no answer at all", "The model stopped before it wrote a word.", "The answer has no block, or its text is empty or blank.", "Look at the finish reason and the usage; try again, with more room for the answer if reasoning used it."},
	{"thinking-plus-text", "thinking beside a text", "The answer is there, but a thinking block stands beside it, and the runtime takes one text block alone.", "A thinking block and a text block.", "Turn extended thinking off for the compaction call, or have the client drop thinking blocks."},
	{"several-blocks", "several blocks", "The answer came in several blocks, which the runtime never joins.", "More than one text block, or another block beside the text.", "Have the client join the texts, or ask for a single one."},
	{"not-text", "something other than text", "The model answered with something other than text.", "A block that is neither text, thinking, refusal nor a tool call.", "Ask for a text answer; look whether the request allows other kinds."},
	{"wrong-role", "somebody else's message", "The message in hand is not the assistant's.", "The role is not assistant.", "Give the model's answer, not the request or a tool's result."},
	{"tool-call", "a tool call instead of an answer", "The model went on with the task and called a tool instead of summarising.", "A tool_use block, tool markup, or a bracketed imitation of a call as the text.", "Send the compaction request without tools, and say that the transcript is finished and only to be summarised."},
	{"refusal", "a refusal", "The model, or a filter, refused.", "A refusal block, a finish reason of that kind, or a text that begins like a refusal.", "Look at what in the transcript set it off; another model may do it. There is nothing to mend."},
	{"error-text", "an error message", "An error message was taken for the answer.", "The text begins like an error message.", "Mend what failed and ask again; have the client return errors as errors."},
	{"gateway-page", "a page of a gateway", "A proxy or gateway answered with a page of its own.", "The text is HTML.", "Look at the gateway; ask again."},
	{"continued-conversation", "an answer to the conversation", "The model answered the conversation instead of summarising it.", "Plain sentences, and neither JSON nor the root element.", "Put the instruction behind the transcript and say what form the answer must have."},
	{"markdown-headings", "Markdown headings instead of elements", "The model wrote the sections as Markdown.", "Lines that are headings with the sections' names, and no root element.", "Show the five elements in the prompt; do not call them headings."},
	{"scratchpad-first", "a scratchpad first", "The model thought aloud in an element of its own before it answered.", "An element before the root, whatever its name.", "Turn on the provider's own reasoning, or forbid any element before the root; the rest may be in order."},
	{"other-vocabulary", "a summary of another vocabulary", "The summary is written in the elements of another tool or format.", "The root element has another name, with the contract's sections in it or without.", "If only the root is named otherwise, rename it; else ask again with the contract's prompt."},
}

// What tokens and bytes were spent on.
var budgetCauses = []Cause{
	{"cut-at-cap", "cut at the token cap", "The model reached its output cap and stopped in the middle.", "A text that breaks off, and a finish reason such as length or max_tokens, or as many output tokens as the cap.", "Raise the cap or ask for a shorter summary; what is missing was never written and cannot be mended."},
	{"cut-in-transit", "cut on the way", "The text breaks off although the model says that it had finished.", "A text that breaks off with a finish reason such as stop or end_turn.", "Look at what lies between the model and this file: a stream that broke, a log that cuts lines, a copy that is not whole."},
	{"damaged-file", "a damaged file", "The compressed file is damaged, so that what the model wrote here is not known.", "A gzip container that ends early, or whose content does not match its checksum.", "Get the file again, whole, and judge that; the model is not known to have made this fault."},
	{"cut-before-close", "cut before the last tag", "All five sections are complete; only the root's end tag is missing.", "The text ends behind the fifth section.", "Look at the finish reason: if it says that the model was done, the tag was forgotten; else the budget ran out at the very end."},
	{"reasoning-ate-budget", "reasoning used the budget", "Reasoning used the output budget and left too little for the summary.", "Without the reasoning tokens the answer keeps to the budget, or there is reasoning and no text.", "Lower the reasoning effort for the compaction call, or raise the budget by what reasoning needs."},
	{"over-budget", "a summary over the budget", "The answer costs more tokens than the summary budget allows.", "More output tokens than the budget, also without reasoning.", "Ask for a shorter summary, or raise max_summary_tokens."},
	{"over-byte-limit", "an answer over the output limit", "The answer has more bytes than the output limit allows.", "More bytes than the limit, white space included.", "Ask for a shorter summary, or raise the output limit."},
	{"near-cap", "close to the cap", "The answer used nearly all of its budget.", "Within 2 % of the summary budget.", "Ask for a shorter summary, or raise the budget before the next one is cut."},
	{"usage-missing", "usage that was not passed on", "The answer came without the provider's usage.", "No usage.", "Have the gateway or client pass the usage on; for streams it must often be asked for."},
	{"usage-zero", "usage that counts no output", "The provider or gateway reported zero output tokens for a real answer.", "A text, and zero output tokens.", "Have the gateway or client pass the real usage on."},
}

// What stands around the JSON or the XML.
var envelopeCauses = []Cause{
	{"code-fence", "a code fence", "The model wrapped its answer in a Markdown code fence.", "Three backticks before or behind the answer; the closing fence may be missing.", "Delete the fence; say in the prompt that the answer is read by a program and begins with its first character."},
	{"prose-before", "prose before the answer", "The model said something before the answer.", "Text before the JSON object or the root element.", "Delete it; say in the prompt that the answer begins with its first character."},
	{"prose-after", "prose behind the answer", "The model said something behind the answer.", "Text behind the JSON object or the root element.", "Delete it; say in the prompt that the answer ends with its last character."},
	{"byte-order-mark", "a byte-order mark", "A byte-order mark stands before the answer.", "The bytes EF BB BF at the start.", "Delete it; a Windows editor or a decoder on the way puts it there."},
	{"newline-outside", "white space around the root", "A line break or blank stands outside the root element.", "White space before the first or behind the last tag.", "Delete it; trim the summary before it is put into the JSON."},
	{"xml-declaration", "an XML declaration", "The model wrote a whole XML document, with its declaration.", "<?xml …?>.", "Delete it; ask for the element, not for an XML document."},
	{"xml-extras", "comments and other parts of XML", "The summary uses parts of XML that the contract leaves out.", "A comment, a processing instruction or a document type.", "Delete them; say that a section is plain text."},
	{"two-summaries", "two summaries", "The answer holds two summaries.", "A second root element, or a second JSON object.", "Keep the one that was meant, as a rule the last; ask for exactly one."},
	{"wrapped-summary", "a summary inside another element", "The summary stands inside an element that the contract does not know.", "An element around the root.", "Delete the element around it."},
	{"element-after", "an element behind the root", "The model went on with an element of its own behind the summary.", "An element behind the root's end tag.", "Delete it."},
	{"reply-as-summary", "a reply where a summary belongs", "The whole JSON reply was given where the summary alone belongs.", "A JSON object with a field summary, read as XML.", "Give it as a reply; the loader does so unless it is told otherwise."},
	{"tool-markup-leak", "tool-call markup that leaked", "Tags of the model's tool-call format stand in the summary.", "End tags such as </parameter> or </invoke>.", "Delete them and close the section; send the compaction request without tools."},
}

// What is wrong with the JSON.
var jsonCauses = []Cause{
	{"doubly-escaped", "escaped once too often", "The answer was escaped once more than it should be.", "JSON inside a JSON string, or &lt; and \\u003c where tags should stand.", "If it was copied out of a log or a provider body, unescape it once; if the model wrote it so, say that it must not escape the whole."},
	{"single-quotes", "single quotes", "The model wrote a Python dictionary instead of JSON.", "Strings in single quotes.", "Ask for JSON, and show an example; or use the provider's JSON mode."},
	{"raw-newline", "a raw line break in a JSON string", "The model broke a line inside a JSON string.", "A raw line feed, carriage return or tab between quotes.", "Write it as \\n; say in the prompt that the summary is one JSON string, or use the provider's JSON mode."},
	{"unescaped-quote", "a quote without a backslash", "The model forgot to escape a quote inside a JSON string.", "A quote in the middle of a string.", "Write it as \\\"; or use the provider's JSON mode."},
	{"bad-escape", "a backslash that escapes nothing", "The model left a backslash of a path or a pattern as it was.", "A backslash in a JSON string before a character that makes no escape.", "Write it as \\\\; or use the provider's JSON mode."},
	{"loose-json", "loose JSON", "The model wrote JSON by hand and slipped.", "A comma too many or too few, or a character that cannot stand where it does.", "Use the provider's JSON mode; mend it by hand if only one character is wrong."},
	{"not-a-reply", "JSON that is no reply", "The answer is JSON, but not the reply the contract wants.", "An array, a number or anything else that is no object of the five fields.", "Show the object in the prompt."},
	{"sections-as-json", "sections as JSON fields", "The model wrote the sections as JSON instead of as XML in one string.", "Fields named goal, constraints, decisions, state or open_items, or a summary that is an object.", "Show in the prompt that summary is one string that holds the XML."},
	{"xml-without-json", "the summary without its JSON", "The model answered with the XML alone, not with the JSON object that carries it.", "The root element in the text, and no JSON object.", "Show the object in the prompt, with the XML as the string of summary."},
	{"wrapped-reply", "a reply inside another object", "The model put the reply into a field of an object of its own.", "One unknown field whose value is the object that was wanted.", "Take the inner object; show the whole object in the prompt."},
	{"echoed-request", "the request instead of a reply", "The model repeated the request.", "The fields transcript and max_summary_tokens.", "Say in the prompt that the transcript is replaced by a summary."},
	{"provider-body", "a provider's body instead of the answer", "The text is a provider's whole response, not the answer in it.", "Keys such as choices, candidates, content with role, or stop_reason.", "Give it as a response, or take the text out of it."},
	{"misspelt-key", "a misspelt key", "A field's name is spelt otherwise.", "A key that differs from a contract's key in its separators or capitals, such as requestFingerprint.", "Write the key as the contract does."},
	{"extra-field", "a field too many", "The model added a field that the contract does not know.", "A key that is none of the five.", "Delete it; say that the object has exactly five fields."},
	{"missing-field", "a field too few", "The model left out a field, or wrote null.", "One of the required keys is missing or null.", "Show all five fields in the prompt: the model writes the version and the summary, and copies the rest from the request."},
	{"wrong-type", "a value of another type", "The model wrote a value in another JSON type.", "A string where a number belongs, or the like.", "Write the value as the contract does; show it in the prompt."},
	{"wrong-version", "another version", "The reply names another version of the contract.", "A version other than 1.", "Write 1; look whether prompt and runtime belong together."},
	{"key-spelling", "a key in another spelling", "The model wrote a key in other letters; the runtime's decoder lets it pass.", "A key that equals a contract's key only without regard to case.", "Nothing needs to be done for the runtime; other readers may be stricter."},
	{"repeated-key", "a key that stands twice", "The model wrote a key twice; the last value counts.", "A repeated key in one object.", "Look whether the last one is the right one."},
}

// Whose answer it is.
var identityCauses = []Cause{
	{"placeholder-identity", "a placeholder that was copied", "The model copied a placeholder from the prompt instead of the request's values.", "Zeros, angle brackets or a word such as string where an id belongs.", "Take example values out of the prompt, and say that the identity is copied from the request."},
	{"upper-case-id", "an id in capitals", "The model changed the case of an id.", "The id equals a canonical one but for the case of its letters.", "Write it in lower case; say that ids are copied letter for letter."},
	{"mangled-id", "an id that is not in form", "An id was not copied as it was.", "A UUID or fingerprint of another form or length.", "Say in the prompt that the model copies ids from the request, letter for letter."},
	{"miscopied-identity", "an id that was copied with a slip", "The model copied an id and slipped.", "An id of the right form that differs from the request's, all else being equal.", "Say in the prompt that the model copies ids from the request, letter for letter; a model that slips here slips elsewhere too."},
	{"other-attempt", "another attempt's answer", "The answer belongs to another attempt.", "What it echoes is what another attempt asked for.", "Give it to that attempt; look how the two were exchanged."},
	{"earlier-revision", "an answer to an earlier revision", "The answer is to an earlier state of the conversation.", "A lower revision than the request's.", "Look for a cached or late answer; it must not replace the newer transcript."},
	{"other-model", "another model answered", "Another model, or the same under another name, answered.", "The provider or model echoed is not the request's; the rest is.", "Look for a fallback, a router or a model switch between request and answer."},
	{"other-request", "an answer to another request", "The answer is to another request than this one.", "Several parts of what it echoes differ.", "Look which request it answers; it must not replace this transcript."},
}
