package diagnose

// What stands inside the sections.
var textCauses = []Cause{
	{"code-in-section", "code that was not escaped", "Code, markup or terminal output was written into a section as it is.", "Any of &, <, Vec<String>, <br>, &nbsp;, ]]> or an escape sequence in text, whatever reason the runtime gives.", "Write & as &amp; and < as &lt;, and leave escape sequences out; say so in the prompt with an example of code."},
	{"cdata", "CDATA", "The author escaped code with CDATA, which the contract forbids.", "<![CDATA[ anywhere.", "Unwrap it and write & as &amp; and < as &lt;."},
	{"control-characters", "control characters", "Characters of a binary or of a terminal were copied into the text.", "NUL and other characters that XML has no way to write.", "Leave them out; clean tool results before they get into the transcript."},
	{"broken-utf8", "text in another encoding", "Bytes that are not UTF-8 got into the text.", "Invalid UTF-8.", "Look for text in another encoding, or for a character that was cut in the middle."},
	{"lone-surrogate", "half a character", "Half of a surrogate pair was written as an escape, and became U+FFFD.", "A \\ud800 to \\udfff escape without its other half in the reply.", "Look for an emoji that was cut in two when a tool result was shortened."},
	{"nested-items", "lists as elements", "A list was written as elements inside a section.", "Elements such as <item> inside a section.", "Write lists as lines of text."},
	{"nested-sections", "a section inside another", "One section stands inside another.", "An element with a section's name inside a section.", "Close the outer section before the inner one begins."},
	{"quoted-tag", "a tag that was only meant to be quoted", "The text speaks of the format and names its root element as a tag.", "<conversation_summary> inside a section.", "Write its < as &lt;, or leave the brackets out."},
}

// What is wrong with the row of sections and their tags.
var rowCauses = []Cause{
	{"section-left-out", "a section that was left out", "The model left out a section it had nothing to say about.", "One of the five is not there.", "Add it, empty if it may be; say that all five are always written."},
	{"duplicate-section", "a section that stands twice", "A section stands twice, as a rule the previous summary's beside the new one.", "The same element again.", "Merge the two; say that the previous summary is to be folded in, not kept."},
	{"extra-section", "a section too many", "The model added a section of its own.", "An element between the sections that is none of the five.", "Move what it says into one of the five."},
	{"misspelt-section", "a misspelt name", "A name is misspelt.", "A name that differs from a contract's name in a few letters.", "Write the name exactly."},
	{"hyphen-for-underscore", "another separator in a name", "A name is written with a hyphen, or together, instead of with an underscore.", "open-items, openItems, conversation-summary and the like.", "Write the underscore."},
	{"wrong-case", "a name in the wrong case", "A name is written with capitals.", "A name that differs only in the case of its letters.", "Write the name in lower case; names are case-sensitive."},
	{"namespace-prefix", "a name with a prefix", "A name has a namespace prefix.", "A colon in a name.", "Delete the prefix."},
	{"attribute-on-tag", "an attribute on a tag", "The model put something into an attribute.", "An attribute on the root or on a section.", "Delete it, or move what it says into the text."},
	{"sections-as-attributes", "sections as attributes", "The model wrote the sections as attributes instead of as elements.", "Attributes with the sections' names, or <section name=…>.", "Show the five elements in the prompt."},
	{"sections-out-of-order", "sections out of order", "The sections stand in another order.", "A section in the place of another.", "Put them in order."},
	{"text-between", "text between sections", "Something stands between two sections.", "Text that is not white space outside the five sections.", "Move it into a section."},
	{"text-without-sections", "text without sections", "The model wrote its text straight into the root.", "Text in the root, and not one of the five sections.", "Show the five elements in the prompt."},
	{"invisible-between", "invisible characters between sections", "Invisible characters stand between two sections.", "A zero-width or similar character outside the five sections.", "Delete them; they come from copied or formatted text."},
	{"mismatched-close", "an end tag of another name", "An element was closed under another name.", "A start tag and an end tag that do not match.", "Write the same name in both tags."},
	{"unclosed-section", "a tag that was left out", "A section lacks its start or its end tag.", "A section that begins before the last one ended, or an end without a beginning.", "Put the missing tag where it belongs."},
	{"blank-section", "a blank section", "The model had nothing to say where the contract wants something.", "goal or state is blank.", "Ask again; say that goal and state always say something."},
	{"empty-root", "a root without sections", "The model wrote the frame and nothing in it.", "The root element is closed at once.", "Ask again; look whether the prompt shows an empty example."},
}

// What is wrong outside the root.
var outsideCauses = []Cause{
	{"no-summary", "no summary", "There is no summary in the answer.", "No root element anywhere.", "Ask again; look what was taken for the summary."},
}

// What the contract accepts and a reader would not.
var senseCauses = []Cause{
	{"placeholder-summary", "a placeholder for a summary", "A placeholder was stored as the summary.", "Phrases such as Summary unavailable or N/A in a section.", "Ask again; do not go on from it, the transcript it replaces is lost to the model."},
	{"boilerplate-summary", "the same text everywhere", "The model filled every section with the same text.", "All sections that say something say the same.", "Ask again, and say what each section is for."},
	{"injected-instruction", "an order in the summary", "An order that came from the transcript's material stands in the summary, as if the user gave it.", "Lines that begin with a role, chat-template marks, or orders to ignore what was agreed.", "Find where it comes from, take it out, and treat the session as one that met hostile text."},
	{"over-escaped", "escaped twice", "Entities were escaped twice and will be read as entities.", "&amp;lt; and the like.", "Say in the prompt that only & and < are escaped, once."},
	{"invisible-text", "invisible text", "A section holds only characters that nobody can see.", "Zero-width and similar characters alone.", "Ask again."},
	{"other-language", "another language", "The summary is in another language than the user's.", "Another script, or the small words of another language.", "Say in the prompt to write in the user's language."},
	{"leaked-secret", "a secret in the summary", "A key, token or password got from the transcript into the summary.", "The forms of well-known keys.", "Revoke it if it is real; tell the model to name secrets, not to copy them."},
	{"no-gain", "a summary longer than what it replaced", "The compaction made the context larger.", "The summary has more bytes than the messages it replaces.", "Compact later, when there is more to replace, or ask for a shorter summary."},
}

// What stopped an attempt outside its answer.
var attemptCauses = []Cause{
	{"nothing-to-summarise", "nothing to summarise", "A compaction was asked for, and there is no message to summarise.", "An empty transcript in the request.", "Wait until there is something older than the messages that are kept."},
	{"unknown-role", "a role the contract does not know", "A message has a role other than user, assistant, system or tool.", "The transcript does not decode for its role.", "Have the client write one of the four roles, in lower case."},
	{"unknown-block", "a block the contract does not know", "A message holds a block of an unknown type.", "The transcript does not decode for a block.", "Have the client write one of the eight block types."},
	{"malformed-request", "a request that does not decode", "The request is not one that the contract knows.", "It does not decode, or one of its fields is invalid.", "Look at the field that is named."},
	{"input-too-large", "a request that is too large", "The request is larger than the input limit, even without old tool results.", "More bytes than the limit after every tool result was left out that helped.", "Raise the input limit, compact earlier, or keep large pastes out of the conversation: prose is never cut."},
	{"unanswered-call", "a tool call without its result", "The messages to be kept end inside a tool call.", "A call that is still open where the next assistant message or the end stands.", "Let the call finish or write a result for it before compacting."},
	{"orphan-result", "a tool result without its call", "The messages to be kept hold a result of a call that is not among them.", "A result that answers no open call.", "Look what cut call and result apart."},
	{"tail-shape", "a kept tail of a wrong shape", "The messages to be kept do not begin with a user's, or use a call id wrongly.", "The pairing check of the kept messages fails.", "Look at the message that is named."},
	{"tail-too-large", "a kept tail that leaves no room", "The kept messages and the summary budget together reach the input limit, so no model was called.", "Tail and budget are at or above the limit.", "Keep fewer messages where more than the last segment is kept, lower the summary budget, or raise the limit."},
	{"image-overcounted", "images counted as text", "The count takes bytes for text, so an image in the tail counts for hundreds of times what it costs.", "A tail count that is its bytes divided by four, far above the limit.", "Use a counter that knows images, or keep the image out of the tail."},
	{"summary-too-large", "a result that does not fit", "The summary is valid, but with the kept messages and the fixed part it reaches the input limit.", "A count after replacement at or above the limit; equal counts as too large.", "Keep fewer messages where more than the last segment is kept, or ask for a shorter summary; look at the fixed part, which no compaction makes smaller."},
	{"lane-full", "too many waiting", "So many commands waited for the running attempt that this one was turned away.", "Reject reason 1.", "Wait for the running attempt; look what triggers compactions so often."},
	{"shut-down", "a shutdown meanwhile", "The session was shut down before the attempt was decided.", "Reject reason 2.", "Start it again in the next session."},
	{"user-interrupt", "an interrupt meanwhile", "Somebody interrupted while the summary was made; this wins even over a good summary.", "Reject reason 3.", "Start it again if it was not meant to stop the compaction."},
	{"call-canceled", "a call that timed out or was canceled", "The model call was canceled or ran into its time limit.", "Reject reason 4.", "Raise the time limit, or ask a faster model."},
	{"basis-moved", "a conversation that went on", "A message arrived, or mode, model or tools changed, while the summary was written.", "Reject reason 5, or a basis that is newer than the request's.", "Try again while nothing happens; nothing is wrong with the summary."},
	{"not-announced", "a notice that could not be sent", "The notice that the attempt had started could not be published.", "Reject reason 6.", "Look at the event stream's health."},
	{"nothing-older", "nothing that could be taken", "Nothing older than the kept messages could be summarised, or a guard forbade it.", "Reject reason 7.", "Look whether the tail holds everything, whether its calls and results pair up, and what the guard says."},
	{"provider-failed", "a provider that failed", "The provider refused the request or failed to answer it.", "Reject reason 8 after the model was called.", "Try again later; look at the provider's own error."},
	{"count-failed", "a count that failed", "The tokens of the kept messages or of the result could not be counted.", "Reject reason 10.", "Look whether the counter knows the model's format and every block in the tail, and how long it took."},
	{"runtime-broke", "a fault of the runtime", "The runtime's own machinery broke, or its result did not fit together.", "Reject reason 12.", "Look at the process log and the guards; report it."},
	{"limit-unknown", "a model without known limits", "Neither a window nor an input limit is known for the model.", "Reject reason 13.", "Give the model's limits in the configuration."},
}
