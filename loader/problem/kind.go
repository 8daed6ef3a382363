package problem

// Kind names one kind of trouble. Its names are stable: scripts may compare them.
// The zero value is Unreadable.
type Kind uint8

// The kinds. kinds has their texts.
const (
	Unreadable Kind = iota
	NotFound
	NotAFile
	Empty
	Nothing
	Binary
	UTF16
	TooLarge
	InflatesTooLarge
	InputTooLarge
	BadGzip
	TrailingBytes
	TooDeep
	TooMany
	Changed
	LeadsOut
	Unknown
	BadCatalog
	BadDocument
	NoAttempt
	HooksAlone
	RequestAlone
	IdentityAlone
	More

	TornTail
	ZeroTail
	Checksum
	LengthField
	SequenceGap
	SequenceRepeat
	SequenceField
	BadEnvelope
	EnvelopeVersion
	UnknownKind
	PublicOnly
	BlobPointer
	BlobMissing
	BlobChanged

	BlankLine
	NotJSON
	HalfLine
	NotUTF8
	LineTooLong
	UnknownType
	Schema
	BadEvent

	kindCount
)

type row struct {
	name     string
	severity Severity
	what     string
	remedy   string
}

// kinds is the table of all kinds, in the order of the constants.
var kinds = [kindCount]row{
	Unreadable:       {"unreadable", Fatal, "cannot be read", "check that it exists and that you may read it"},
	NotFound:         {"not_found", Fatal, "there is no such file or folder", "check the spelling of the path"},
	NotAFile:         {"not_a_file", Fatal, "is a device, pipe or socket, not a file", "pipe it to standard input and give - as the path"},
	Empty:            {"empty", Fatal, "the file is empty", "check that the capture was written"},
	Nothing:          {"nothing", Fatal, "holds nothing to inspect", "give a journal, a store, a reply or a summary"},
	Binary:           {"binary", Fatal, "is binary data of no known form", ""},
	UTF16:            {"utf16", Fatal, "is text in UTF-16", "convert it to UTF-8 first"},
	TooLarge:         {"too_large", Fatal, "is larger than a document may be", "give the journal or the single reply instead"},
	InflatesTooLarge: {"inflates_too_large", Fatal, "its decompressed content is larger than is read", "if it is a journal, decompress it and open the file; no other document may be larger"},
	InputTooLarge:    {"input_too_large", Fatal, "standard input holds more than is read of it", "if it is a journal, write it to a file and open that; no other document may be larger"},
	BadGzip:          {"bad_gzip", Damage, "the compressed data is damaged", "only what came before the damage is read"},
	TrailingBytes:    {"trailing_bytes", Note, "other bytes follow the compressed data", "they are left out"},
	TooDeep:          {"too_deep", Note, "folders below this one are not entered", "open the deeper folder itself"},
	TooMany:          {"too_many", Note, "the folder holds more entries than are looked at", "open a folder inside it"},
	Changed:          {"changed", Damage, "the file was changed or replaced since it was opened", "open it again"},
	LeadsOut:         {"leads_out", Fatal, "is a link that leads out of the store", "open what it leads to by its own path"},
	Unknown:          {"unknown", Note, "is nothing this program reads", ""},
	BadCatalog:       {"bad_catalog", Note, "the catalog entry of this session cannot be read", "its title is taken from the journal"},
	BadDocument:      {"bad_document", Fatal, "the document cannot be decoded", ""},
	NoAttempt:        {"no_attempt", Note, "holds no compaction attempt", "give the journal of a session that was compacted"},
	HooksAlone:       {"hooks_alone", Note, "is what compaction hooks saw of attempts that are not here", "give the journal of the session beside it"},
	RequestAlone:     {"request_alone", Note, "is a compaction request without its answer, so that there is nothing to judge", "give the answer, or the journal of the session, beside it"},
	IdentityAlone:    {"identity_alone", Note, "is the identity that an answer must echo, and no answer", "give the answer beside it, and this file to --against"},
	More:             {"more", Note, "more problems of one kind were met than are listed", ""},

	TornTail:        {"torn_tail", Damage, "the last record is cut short", "if the session is live, read it again later; else the record is lost"},
	ZeroTail:        {"zero_tail", Damage, "zero bytes follow the last record: space that was never written", "nothing of the session is in them"},
	Checksum:        {"checksum", Damage, "the record does not match its checksum", "bytes of it were changed; the record is left out"},
	LengthField:     {"length_field", Damage, "the record's length cannot be true", "reading goes on at the next whole record; what lies between is left out"},
	SequenceGap:     {"sequence_gap", Damage, "records are missing here", "the runtime refuses this log; everything else is read"},
	SequenceRepeat:  {"sequence_repeat", Damage, "a record stands here a second time", "the repetition is left out"},
	SequenceField:   {"sequence_field", Damage, "the record's sequence number is wrong, its neighbours' are not", "the record is read in its place"},
	BadEnvelope:     {"bad_envelope", Damage, "the record is no envelope the program knows", "the record is left out"},
	EnvelopeVersion: {"envelope_version", Damage, "the envelope has a newer version", "the record is left out; a newer program is needed"},
	UnknownKind:     {"unknown_kind", Damage, "the envelope holds a kind of record the program does not know", "the record is left out"},
	PublicOnly:      {"public_only", Damage, "the envelope holds only the public projection of the event", "the record is left out"},
	BlobPointer:     {"blob_pointer", Damage, "the pointer to an offloaded record cannot be followed", "the record is left out"},
	BlobMissing:     {"blob_missing", Damage, "the offloaded record's file is not there", "copy the blobs folder next to streams and open the store again"},
	BlobChanged:     {"blob_changed", Damage, "the offloaded record's file is not the one that was written", "the record is left out"},

	BlankLine:   {"blank_line", Note, "the line is blank", ""},
	NotJSON:     {"not_json", Damage, "the line is not JSON", "the line is left out"},
	HalfLine:    {"half_line", Damage, "the last line is cut short", "if the session is live, read it again later; else the record is lost"},
	NotUTF8:     {"not_utf8", Damage, "the line is not valid UTF-8", "the line is left out, as the runtime would refuse it"},
	LineTooLong: {"line_too_long", Damage, "the line is longer than a record can be", "the line is left out"},
	UnknownType: {"unknown_type", Note, "the record has a type the program does not know", "it plays no part in what is shown"},
	Schema:      {"schema", Damage, "the event has a newer schema version", "the record is left out; a newer program is needed"},
	BadEvent:    {"bad_event", Damage, "the event breaks the journal's rules", "the runtime would refuse the whole journal"},
}

func (k Kind) row() row {
	if k < kindCount {
		return kinds[k]
	}
	return kinds[Unreadable]
}

// String returns the kind's stable name in snake case.
func (k Kind) String() string { return k.row().name }

// Kinds returns all kinds in order.
func Kinds() []Kind {
	all := make([]Kind, kindCount)
	for i := range all {
		all[i] = Kind(i)
	}
	return all
}
