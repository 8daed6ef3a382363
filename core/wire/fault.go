package wire

import "compactlens/core/source"

// FaultKind says what is wrong with a JSON text or with a reply in it.
type FaultKind uint8

// The kinds up to TooDeep are faults of the JSON text itself; those behind it of
// a reply that is JSON.
const (
	NoFault FaultKind = iota
	ByteOrderMark
	CodeFence
	ProseBefore
	ProseAfter
	SecondValue
	NoJSON           // nothing that could be a JSON value
	EmptyText        // no byte but white space
	Cut              // the text ends inside a value
	RawControl       // a control character inside a string
	BadEscape        // a backslash with something that is not an escape
	SingleQuotes     // a string in single quotes
	UnescapedQuote   // a quote inside a string that should have a backslash
	TrailingComma    // a comma before the end of an object or array
	MissingComma     // two members or items without a comma
	ExtraClose       // a bracket too many: an object ends, and more of it follows
	MissingClose     // an object of the reply that is not closed before the next field
	UnexpectedByte   // anything else that cannot stand where it does
	TooDeep          // nesting over MaxDepth
	NotAnObject      // a JSON value that is not an object
	UnknownField     // a key the contract does not know
	WrongType        // a value of another JSON type, or a number that is out of range or not plain digits
	MissingField     // a required key that is not there
	NullField        // a required key whose last value is null
	WrongVersion     // a version other than 1
	BadEventID       // not a canonical lower-case UUID
	BadFingerprint   // not 64 lower-case hexadecimal digits
	faultKindsBehind // number of kinds
)

var faultNames = [...]string{
	"none", "byte-order-mark", "code-fence", "prose-before", "prose-after", "second-value", "no-json", "empty-text", "cut",
	"raw-control", "bad-escape", "single-quotes", "unescaped-quote", "trailing-comma", "missing-comma", "extra-close", "missing-close", "unexpected-byte",
	"too-deep", "not-an-object", "unknown-field", "wrong-type", "missing-field", "null-field", "wrong-version",
	"bad-event-id", "bad-fingerprint",
}

// String returns the kind's stable name.
func (k FaultKind) String() string {
	if k >= faultKindsBehind {
		return "none"
	}
	return faultNames[k]
}

// Syntax reports whether the kind is a fault of the JSON text itself, which the
// runtime notices before it looks at the usage.
func (k FaultKind) Syntax() bool { return k != NoFault && k <= TooDeep }

// FaultKinds returns every kind but NoFault.
func FaultKinds() []FaultKind {
	var all []FaultKind
	for k := NoFault + 1; k < faultKindsBehind; k++ {
		all = append(all, k)
	}
	return all
}

// Fault is one thing wrong with a text, and where.
type Fault struct {
	Kind    FaultKind
	Span    source.Span   // in the text; empty where something is missing
	Also    []source.Span // other places of the same fault, such as the end of a fence
	Related source.Span   // a place that explains it, e.g. where the unclosed string begins
	Explain string        // what Related shows; empty if there is no such place
	Name    string        // the field concerned, as a dotted path; of an unknown field the key as written (untrusted)
	Want    string        // what should stand there, in words
}
