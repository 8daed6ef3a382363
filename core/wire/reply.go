package wire

import (
	"bytes"
	"strconv"
	"strings"

	"compactlens/core/source"
)

// FieldID names one of the nine fields of a reply.
type FieldID uint8

const (
	FieldVersion FieldID = iota
	FieldBasis
	FieldRevision
	FieldThroughEventID
	FieldModel
	FieldProvider
	FieldModelName
	FieldFingerprint
	FieldSummary
	fieldsBehind // number of fields
)

// noParent is the parent of the fields of the reply itself.
const noParent = fieldsBehind

// fields is the table of a reply's fields: where each stands and what it holds.
var fields = [fieldsBehind]struct {
	key    string
	parent FieldID
	kind   ValueKind
	bits   int // of an unsigned Number
}{
	FieldVersion:        {"version", noParent, Number, 8},
	FieldBasis:          {"basis", noParent, Object, 0},
	FieldRevision:       {"revision", FieldBasis, Number, 64},
	FieldThroughEventID: {"through_event_id", FieldBasis, String, 0},
	FieldModel:          {"model", noParent, Object, 0},
	FieldProvider:       {"provider", FieldModel, String, 0},
	FieldModelName:      {"model", FieldModel, String, 0},
	FieldFingerprint:    {"request_fingerprint", noParent, String, 0},
	FieldSummary:        {"summary", noParent, String, 0},
}

// Fields returns the nine fields in the order the contract names them.
func Fields() []FieldID {
	all := make([]FieldID, fieldsBehind)
	for i := range all {
		all[i] = FieldID(i)
	}
	return all
}

// Key returns the field's key alone, without the object it stands in.
func (f FieldID) Key() string {
	if f >= fieldsBehind {
		return ""
	}
	return fields[f].key
}

// String returns the field's dotted path.
func (f FieldID) String() string {
	if f >= fieldsBehind {
		return ""
	}
	if p := fields[f].parent; p != noParent {
		return fields[p].key + "." + fields[f].key
	}
	return fields[f].key
}

// Field is what a reply says in one field. Of a key that stands several times the
// last value counts, as for the runtime.
type Field struct {
	Key   source.Span // the key with its quotes; empty if it is not there
	Value source.Span
	Null  bool   // the last value is null
	Set   bool   // a value of the right type is in force
	Text  string // of a String but the summary: decoded
	Uint  uint64 // of a Number
}

// Reply is a model's answer taken apart as the runtime takes it apart.
type Reply struct {
	Text     []byte
	Object   source.Span // the reply's JSON object; empty if there is none
	Fields   [fieldsBehind]Field
	Repeated []source.Span // keys that stand again, the first of them; legal, the last one counts
	Faults   []Fault       // the runtime's first one first, then more of them
	More     bool          // there are more faults than are kept; see MaxFaults
}

// DecodeReply decodes b strictly: one JSON object with exactly the contract's
// fields and nothing around it but white space. The reply is acceptable to the
// runtime's wire check exactly if Faults is empty. Keys match without regard to
// case, a repeated object is merged, and a value of a wrong type is a fault even
// where a later one is good: all as encoding/json does it.
func DecodeReply(b []byte) Reply { return ReplyOf(Parse(b)) }

// ReplyOf is DecodeReply of a text that was parsed before.
func ReplyOf(doc Document) (r Reply) {
	doc = regroup(doc)
	r.Text, r.Faults, r.More = doc.Text, doc.Faults, doc.More
	switch doc.Root.Kind {
	case NoValue:
		return r
	case Object:
		r.Object = doc.Root.Span
		r.object(noParent, doc.Root)
	case Null: // decodes into nothing: every field is missing
		r.Object = doc.Root.Span
	default:
		r.add(Fault{Kind: NotAnObject, Span: doc.Root.Span, Want: "an object"})
		return r
	}
	cut := len(doc.Faults) > 0 && doc.Faults[len(doc.Faults)-1].Kind.stops()
	if !cut {
		r.required()
	}
	r.values()
	return r
}

// stops reports whether nothing could be read behind a fault of this kind, so
// that what is missing may only be cut off.
func (k FaultKind) stops() bool {
	return k == Cut || k == UnexpectedByte || k == TooDeep || k == NoJSON
}

// add adds a fault, unless there are many of members already: the first decides,
// and what is missing has room behind them.
func (r *Reply) add(f Fault) {
	if len(r.Faults) == 2*MaxFaults {
		r.More = true
		return
	}
	r.Faults = append(r.Faults, f)
}

// object takes in the members of the reply or of one of its two objects.
func (r *Reply) object(parent FieldID, v Value) {
	for _, m := range v.Members {
		id, ok := fieldOf(r.Text, parent, m.Key)
		if !ok && len(r.Faults) >= MaxFaults {
			r.More = true
			continue
		}
		if !ok {
			r.add(Fault{Kind: UnknownField, Span: m.Key, Also: []source.Span{m.Value.Span}, Name: string(Unquote(r.Text, m.Key))})
			continue
		}
		f := &r.Fields[id]
		if !f.Key.Empty() && len(r.Repeated) < MaxFaults {
			r.Repeated = append(r.Repeated, m.Key)
		}
		f.Key, f.Value = m.Key, m.Value.Span
		r.assign(id, f, m.Value)
	}
}

// fieldOf finds the field of a key of text under parent.
func fieldOf(text []byte, parent FieldID, key source.Span) (FieldID, bool) {
	written := inner(text, key).Of(text)
	for id := range fieldsBehind {
		if fields[id].parent == parent && string(written) == fields[id].key {
			return id, true
		}
	}
	name := Unquote(text, key)
	for id := range fieldsBehind {
		if fields[id].parent == parent && string(name) == fields[id].key {
			return id, true
		}
	}
	for id := range fieldsBehind {
		if fields[id].parent == parent && bytes.EqualFold(name, []byte(fields[id].key)) {
			return id, true
		}
	}
	return 0, false
}

// isField reports whether a key of text is that of a field, wherever that stands.
func isField(text []byte, key source.Span) bool {
	const shortest = len(`"basis"`) // however it is escaped
	if key.Len() < shortest {
		return false
	}
	for _, parent := range [...]FieldID{noParent, FieldBasis, FieldModel} {
		if _, is := fieldOf(text, parent, key); is {
			return true
		}
	}
	return false
}

// assign gives field id the value v.
func (r *Reply) assign(id FieldID, f *Field, v Value) {
	spec := fields[id]
	f.Null = v.Kind == Null
	switch {
	case f.Null:
		f.Set = false
		if spec.kind == Object {
			r.reset(id)
		}
	case v.Kind != spec.kind:
		r.add(Fault{Kind: WrongType, Span: v.Span, Name: id.String(), Want: spec.kind.String()})
	case spec.kind == Object:
		f.Set = true
		r.object(id, v)
	case spec.kind == Number:
		n, err := strconv.ParseUint(string(v.Span.Of(r.Text)), 10, spec.bits)
		if err != nil {
			r.add(Fault{Kind: WrongType, Span: v.Span, Name: id.String(), Want: "plain digits, at most " + limit(spec.bits)})
			return
		}
		f.Uint, f.Set = n, true
	default:
		f.Set = true
		if id != FieldSummary {
			f.Text = string(Unquote(r.Text, v.Span))
		}
	}
}

func limit(bits int) string {
	if bits == 8 {
		return "255"
	}
	return "18446744073709551615"
}

// reset forgets the fields under parent: a null in its place does that.
func (r *Reply) reset(parent FieldID) {
	for id := range fieldsBehind {
		if fields[id].parent == parent {
			r.Fields[id] = Field{}
		}
	}
}

// required adds the faults of the fields that are missing or null.
func (r *Reply) required() {
	for id := range fieldsBehind {
		f, parent := r.Fields[id], fields[id].parent
		switch {
		case f.Set || parent != noParent && !r.Fields[parent].Set:
		case f.Null:
			r.add(Fault{Kind: NullField, Span: f.Value, Name: id.String(), Want: fields[id].kind.String()})
		case f.Key.Empty():
			in := r.Object
			if parent != noParent {
				in = r.Fields[parent].Value
			}
			r.add(Fault{Kind: MissingField, Span: source.At(max(in.End-1, in.Start)), Name: id.String(), Want: fields[id].kind.String(), Related: source.Span{Start: in.Start, End: in.Start + 1}, Explain: "in this object"})
		}
	}
}

// values adds the faults of values that have the right type and a wrong form.
func (r *Reply) values() {
	if f := r.Fields[FieldVersion]; f.Set && f.Uint != 1 {
		r.add(Fault{Kind: WrongVersion, Span: f.Value, Name: "version", Want: "1"})
	}
	if f := r.Fields[FieldThroughEventID]; f.Set && !IsCanonicalUUID(f.Text) {
		r.add(Fault{Kind: BadEventID, Span: f.Value, Name: FieldThroughEventID.String(), Want: canonical(f.Text, IsCanonicalUUID, "a lower-case UUID with hyphens")})
	}
	if f := r.Fields[FieldFingerprint]; f.Set && !IsFingerprint(f.Text) {
		r.add(Fault{Kind: BadFingerprint, Span: f.Value, Name: FieldFingerprint.String(), Want: canonical(f.Text, IsFingerprint, "64 lower-case hexadecimal digits")})
	}
}

// canonical returns the lower-case form of s where that is all it lacks, else want.
func canonical(s string, ok func(string) bool, want string) string {
	if lower := strings.ToLower(s); ok(lower) {
		return lower
	}
	return want
}

// SummaryText returns the decoded summary, or nothing where there is none.
func (r *Reply) SummaryText() []byte {
	if f := r.Fields[FieldSummary]; f.Set {
		return Unquote(r.Text, f.Value)
	}
	return nil
}

// Summary returns the decoded summary and the map from it to offsets in Text.
// ok is false where the reply has no summary.
func (r *Reply) Summary() (text []byte, m source.Map, ok bool) {
	f := r.Fields[FieldSummary]
	if !f.Set {
		return nil, source.Map{}, false
	}
	text, m = UnquoteMapped(r.Text, f.Value)
	return text, m, true
}

// IsCanonicalUUID reports whether s is a UUID in lower-case 8-4-4-4-12 form; the
// version and variant are not looked at.
func IsCanonicalUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if s[i] != '-' {
				return false
			}
		} else if !isLowerHex(s[i]) {
			return false
		}
	}
	return true
}

// IsFingerprint reports whether s is 64 lower-case hexadecimal digits.
func IsFingerprint(s string) bool {
	if len(s) != 64 {
		return false
	}
	for i := range len(s) {
		if !isLowerHex(s[i]) {
			return false
		}
	}
	return true
}

func isLowerHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' }
