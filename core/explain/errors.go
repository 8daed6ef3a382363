package explain

const (
	whyUnwritten = "By design no rejection is invented for it; only the process log and a compaction hook see it."
	nextLog      = "Look at the process log of that time and at the store's health."
	whyCaller    = "It comes from the caller's own words, not from a file."
	whyFile      = "The text of the error holds nothing of the file; the fields say where."
)

// errorTypes says of each typed error what it reports. A test finds those that are
// missing.
var errorTypes = []struct{ name, what, why, next string }{
	{"loop.InvalidSummaryError", "A model's answer is not an acceptable summary. Reason says which check refused it.", "It never holds text of the answer.", "Look up the reason."},
	{"loop.CompactionInputError", "A field of a compaction request is invalid. Field says which, Phase whether it failed to decode or to validate.", whyFile, "Look up the field."},
	{"loop.CompactionInputTooLargeError", "A request stays over its byte limit even without old tool results.", "Prose is never cut, and a result is left out only where that makes the request shorter.", "Raise the limit, compact earlier, or keep large pastes out of the conversation."},
	{"loop.CompactionPolicyError", "A field of a policy is invalid.", "The fields are checked in a fixed order, and the first fault is reported.", "Look up the field."},
	{"loop.HustleNameError", "The name of the policy's model call is blank or belongs to the runtime.", "Names that begin with _looprig. are the runtime's own.", "Choose another name."},
	{"loop.SummaryTooLargeError", "A valid summary after which the context does not fit the input limit.", "Equal to the limit is too large.", "See the ledger of the replacement."},
	{"loop.ModelError", "Part of a model's description is invalid.", "It is part of what the request fingerprint is made of.", "Look at the field that is named."},
	{"loop.CapabilityError", "Part of a counter's or model's capability is invalid.", "It is part of what the request fingerprint is made of.", "Look at the field that is named."},
	{"loop.RequestFingerprintError", "A request fingerprint cannot be computed of what was given.", "Every part must be valid before it is hashed.", "Look at the field that is named."},
	{"wire.RequestWireError", "JSON that is no compaction request of version 1 at all.", whyFile, "See whether the file is a request, or a provider's body that holds one."},
	{"event.InvalidEventError", "An event decodes and breaks a rule: a field must be set, must be zero, or is invalid.", "The runtime refuses to write or restore such an event.", "Look at the field that is named."},
	{"event.DecodeError", "A record of a journal does not decode. Why says the kind of fault.", whyFile, "Look up the kind of fault."},
	{"event.UnknownTypeError", "A record of a type that is none of the journal's.", "CompactionStarted is one of them: it is never stored.", "Nothing, if a newer runtime wrote it; other records are still read."},
	{"event.UnsupportedSchemaError", "A record of a schema version above 1.", "A newer runtime may mean something else by the same keys.", "Use a version that knows it."},
	{"event.LimitError", "A record or a retained tail over its bound.", "16 MiB a record and 10,000 messages a tail; a tail above that can be written and not read back.", "Look what made it so large."},
	{"event.EncodeError", "An event that decodes and cannot be written again.", "A time zone a whole day away from UTC is read and not written.", "Mend the time."},
	{"event.ContextError", "A basis or a measurement with an invalid field.", "The fields are checked in a fixed order.", "Look at the field that is named."},
	{"event.ModelKeyError", "A model without provider or name.", "Blanks are not empty.", "Give both."},
	{"event.PairingError", "Tool calls and results of a transcript do not fit together. Index says at which message.", "A cut between a call and its result would make a request that providers refuse.", "Look at the message: a call without a result, or a result without a call."},
	{"event.UUIDError", "Text that is no UUID.", "32 hexadecimal digits in the form 8-4-4-4-12.", "Copy the id as it is."},
	{"event.TurnError", "Why a turn failed, as the journal has it.", "It is part of the record, not of this program.", "Read its message."},
	{"content.MessageError", "A message of a list is at fault. Index says which, Err how.", whyFile, "Look at the message."},
	{"content.NilMessageError", "A message that is nothing.", "null may not stand in a list of messages.", "Leave it out."},
	{"content.NilBlockError", "A block that is nothing.", "null may not stand in a list of blocks.", "Leave it out."},
	{"content.UnknownRoleError", "A role that is none of user, assistant, system and tool.", "Roles are compared exactly, case included.", "Write one of the four."},
	{"content.UnknownBlockError", "A block type that is none of the eight.", "Types are compared exactly, case included.", "Write one of text, image, audio, document, thinking, tool_use, tool_result and refusal."},
	{"content.DecodeError", "JSON of the wrong form for a message or a block.", whyFile, "Look at the part that is named."},
	{"content.EncodeError", "A message that cannot be written because raw JSON in it is none.", "A tool's input is kept as it came.", "Look at the tool call's input."},
	{"content.FieldError", "A message or block with a required field missing or null, or with one that is unknown.", "Requests are decoded strictly.", "Give exactly the fields of its type."},
	{"content.TypeError", "A JSON value of another type than its field.", whyFile, "Write the value as the field's type."},
	{"content.LimitError", "Content over one of its bounds: 128 levels of tool results, 10,000 blocks, 8 MiB a block.", "The bounds keep readers safe.", "Look what made it so large."},
	{"history.LostRecordsError", "A transcript that cannot be rebuilt because records before it are missing or unreadable.", "A guess would make a request that was never sent.", "Repair the journal, or look at attempts before the damage."},
	{"history.UnknownBasisError", "A basis that the loop's history does not lead to.", "It belongs to another loop, or to a journal that was cut.", "See whether attempt and journal belong together."},
	{"history.NoMeasurementError", "No measurement at a basis, so fingerprint and model of a request are unknown.", "A measurement is written only when it changed.", "Take the identity from a captured request."},
	{"history.NothingToCompactError", "Nothing is older than the retained tail.", "The last segment is always kept, and a summary is not summarised alone.", "Wait, or keep fewer messages where more than the last segment is kept."},
	{"history.ProjectionError", "A block without a text form.", "Requests are made of text alone.", "Look at the block."},
	{"lifecycle.CompactionCoordinationError", "The runtime could not bring an attempt to a decision.", whyUnwritten, "Look up the kind."},
	{"lifecycle.CompactionFinalizationError", "The runtime could not write a decision down.", whyUnwritten, "Look up the kind."},
	{"whatif.KnobError", "A name that is no limit that can be tried.", whyCaller, "Use one of the names of the list."},
	{"whatif.ValueError", "A value that is no whole number of the limit's unit, or too small.", whyCaller, "Write a whole number of the limit's unit: 4096 or 4k, and of bytes 2MiB, too."},
}

// errorKinds says of the kinds of some errors what they are.
var errorKinds = []struct{ name, of, what, why, next string }{
	{"decode/invalid_utf8", "event.DecodeError", "Bytes that are no UTF-8, anywhere in the record.", "Journals are UTF-8 throughout.", "Look what wrote them; a cut frame is the usual source."},
	{"decode/duplicate_key", "event.DecodeError", "A key that stands twice in one object, compared without case, at any depth.", "Two readers could take different ones.", "Keep one of them."},
	{"decode/json", "event.DecodeError", "JSON that is malformed, of the wrong type, or nested over 10,000 deep.", "A record is one JSON object.", "Look at the record; a torn write is the usual source."},
	{"decode/uuid", "event.DecodeError", "Text that is no UUID where one belongs.", "Case does not matter here, form does.", "Copy the id as it is."},
	{"decode/unknown_role", "event.DecodeError", "A message of an unknown role.", "There are four roles.", "See whether a newer runtime wrote it."},
	{"decode/unknown_block", "event.DecodeError", "A block of an unknown type.", "There are eight types.", "See whether a newer runtime wrote it."},
	{"decode/block_decode", "event.DecodeError", "A block whose JSON does not fit its type.", "Each type has its fields.", "Look at the block."},
	{"decode/block_limit", "event.DecodeError", "A block or a list of blocks over its bound.", "8 MiB a block, 10,000 blocks a list.", "Look what made it so large."},
	{"decode/message_limit", "event.DecodeError", "A retained tail of more than 10,000 messages.", "Writing has no such bound, so such a commit can be stored and not read back.", "Keep fewer messages."},
	{"hustle/missing_name", "loop.HustleNameError", "The name is nothing but white space.", "The call could not be told from others.", "Give it a name."},
	{"hustle/reserved_name", "loop.HustleNameError", "The name begins like the runtime's own.", "The prefix is _looprig. with exactly this case.", "Choose another name."},
}
