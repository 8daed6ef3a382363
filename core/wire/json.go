package wire

import (
	"bytes"
	"unicode/utf8"

	"compactlens/core/source"
)

// MaxDepth is the deepest nesting of objects and arrays that encoding/json reads;
// it calls anything deeper a syntax error.
const MaxDepth = 10000

// ValueKind is the JSON type of a value.
type ValueKind uint8

const (
	NoValue ValueKind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// String returns the type's name as JSON people say it.
func (k ValueKind) String() string {
	return [...]string{"nothing", "null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// Value is one JSON value and where it stands.
type Value struct {
	Kind    ValueKind
	Span    source.Span // from the first to behind the last byte, quotes included
	Members []Member    // of an Object, in order, duplicates kept
	Items   []Value     // of an Array
}

// Member is one key and its value.
type Member struct {
	Key   source.Span // with its quotes
	Value Value
}

// Document is a JSON text taken apart.
type Document struct {
	Text   []byte
	Root   Value   // of Kind NoValue if there is none
	Faults []Fault // in the order they were met; none if Text is exactly one valid JSON value

	// Partial says that Root lacks values of a text that has more than maxValues.
	// All of them were looked at. The outermost object and objects in it lack members
	// only where they themselves have so many, and none that is a field of a reply.
	Partial bool

	More bool // there are more faults than MaxFaults
}

// maxValues bounds the values kept of one text. A request of twenty thousand
// messages has a fifth of that; without a bound a hostile text would take forty
// times its size in memory.
const maxValues = 1 << 20

// MaxFaults bounds the faults kept of one text: more of them tell nobody more.
const MaxFaults = 200

// Parse takes b apart. It never fails: what is wrong stands in Faults, and as much
// as can be understood behind a fault is in Root.
func Parse(b []byte) Document {
	p := parser{b: b}
	root := p.document()
	return Document{Text: b, Root: root, Faults: p.faults, Partial: p.values > maxValues, More: p.more}
}

type parser struct {
	b      []byte
	at     int
	depth  int
	values int // met so far
	outer  int // members met in the outermost object and in objects in it
	faults []Fault
	lost   bool // a fault that nothing can be read behind
	more   bool // there are faults that are not kept
}

func (p *parser) fault(f Fault) {
	if len(p.faults) == MaxFaults {
		p.more = true
		return
	}
	p.faults = append(p.faults, f)
}

// lose records a fault and stops the parse.
func (p *parser) lose(f Fault) {
	if !p.lost {
		p.fault(f)
		p.lost = true
	}
}

func (p *parser) space() {
	for p.at < len(p.b) && isSpace(p.b[p.at]) {
		p.at++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// document reads the one value and what stands around it.
func (p *parser) document() Value {
	p.space()
	if p.at == len(p.b) {
		p.fault(Fault{Kind: EmptyText, Span: source.Span{End: len(p.b)}, Want: "one JSON object"})
		return Value{}
	}
	fence := p.lead()
	if p.at == len(p.b) {
		return Value{}
	}
	root := p.value()
	for !p.lost && p.goesOn(&root) {
		p.goOn(&root)
	}
	if p.lost {
		return root
	}
	p.trail(fence)
	return root
}

// lead passes over whatever stands before the first value and records it. It
// returns the index of the fence's fault plus one, or 0.
func (p *parser) lead() int {
	if p.startsValue() {
		return 0
	}
	if bytes.HasPrefix(p.b[p.at:], []byte("\uFEFF")) {
		p.fault(Fault{Kind: ByteOrderMark, Span: source.Span{Start: p.at, End: p.at + 3}})
		p.at += 3
		p.space()
		if p.startsValue() {
			return 0
		}
	}
	open := bytes.IndexByte(p.b[p.at:], '{')
	if open < 0 {
		p.lose(Fault{Kind: NoJSON, Span: source.Span{Start: p.at, End: trimEnd(p.b)}, Want: "one JSON object"})
		p.at = len(p.b)
		return 0
	}
	open += p.at
	fence := p.before(source.Span{Start: p.at, End: open})
	p.at = open
	return fence
}

// before records the text in s, which stands before the object, as prose, a
// fence, or both.
func (p *parser) before(s source.Span) int {
	text := s.Of(p.b)
	tick := bytes.Index(text, []byte("```"))
	if tick < 0 {
		p.fault(Fault{Kind: ProseBefore, Span: trim(p.b, s)})
		return 0
	}
	if prose := trim(p.b, source.Span{Start: s.Start, End: s.Start + tick}); !prose.Empty() {
		p.fault(Fault{Kind: ProseBefore, Span: prose})
	}
	p.fault(Fault{Kind: CodeFence, Span: trim(p.b, source.Span{Start: s.Start + tick, End: s.End})})
	return len(p.faults)
}

// startsValue reports whether a JSON value can begin at the current place.
func (p *parser) startsValue() bool {
	rest := p.b[p.at:]
	if len(rest) == 0 {
		return false
	}
	switch c := rest[0]; {
	case c == '{', c == '[', c == '"':
		return true
	case c == '-' || c >= '0' && c <= '9':
		// A number alone is a value; with an object behind it, it is the start of prose.
		return bytes.IndexByte(rest, '{') < 0
	default:
		return bytes.HasPrefix(rest, []byte("true")) || bytes.HasPrefix(rest, []byte("false")) || bytes.HasPrefix(rest, []byte("null"))
	}
}

// trail records whatever stands behind the value. fence is what lead returned.
func (p *parser) trail(fence int) {
	p.space()
	if p.at == len(p.b) {
		return
	}
	rest := source.Span{Start: p.at, End: len(p.b)}
	if bytes.HasPrefix(rest.Of(p.b), []byte("```")) {
		end := p.at
		for end < len(p.b) && p.b[end] == '`' {
			end++
		}
		s := source.Span{Start: p.at, End: end}
		if fence > 0 {
			p.faults[fence-1].Also = append(p.faults[fence-1].Also, s)
		} else {
			p.fault(Fault{Kind: CodeFence, Span: s})
		}
		p.at = end
		p.space()
		if p.at == len(p.b) {
			return
		}
		rest.Start = p.at
	}
	kind := ProseAfter
	switch {
	case p.b[p.at] == '{' || p.b[p.at] == '[':
		kind = SecondValue
	case len(bytes.Trim(rest.Of(p.b), "}] \t\r\n")) == 0:
		kind = ExtraClose
	}
	p.fault(Fault{Kind: kind, Span: trim(p.b, rest)})
}

// trim returns s without white space at its ends.
func trim(b []byte, s source.Span) source.Span {
	for s.Start < s.End && isSpace(b[s.Start]) {
		s.Start++
	}
	for s.End > s.Start && isSpace(b[s.End-1]) {
		s.End--
	}
	return s
}

func trimEnd(b []byte) int { return trim(b, source.Span{End: len(b)}).End }

// value reads one value at the current place.
func (p *parser) value() Value {
	if p.at >= len(p.b) {
		p.lose(Fault{Kind: Cut, Span: source.At(len(p.b)), Want: "a value"})
		return Value{}
	}
	start := p.at
	switch c := p.b[p.at]; {
	case c == '{':
		return p.nested(Object)
	case c == '[':
		return p.nested(Array)
	case c == '"':
		p.str('"', true)
		return Value{Kind: String, Span: source.Span{Start: start, End: p.at}}
	case c == '\'':
		p.fault(Fault{Kind: SingleQuotes, Span: source.Span{Start: start, End: start + 1}, Want: `"`})
		p.str('\'', true)
		return Value{Kind: String, Span: source.Span{Start: start, End: p.at}}
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	}
	for _, l := range [...]struct {
		text string
		kind ValueKind
	}{{"null", Null}, {"true", Bool}, {"false", Bool}} {
		if bytes.HasPrefix(p.b[p.at:], []byte(l.text)) {
			p.at += len(l.text)
			return Value{Kind: l.kind, Span: source.Span{Start: start, End: p.at}}
		}
		if len(p.b)-p.at < len(l.text) && string(p.b[p.at:]) == l.text[:len(p.b)-p.at] {
			p.lose(Fault{Kind: Cut, Span: source.At(len(p.b)), Want: l.text})
			return Value{}
		}
	}
	p.lose(Fault{Kind: UnexpectedByte, Span: p.character(), Want: "a value"})
	return Value{}
}

// character returns the span of the UTF-8 character at the current place; a byte that
// begins none is one by itself.
func (p *parser) character() source.Span {
	_, size := utf8.DecodeRune(p.b[p.at:])
	return source.Span{Start: p.at, End: p.at + size}
}

func (p *parser) number() Value {
	start := p.at
	if p.b[p.at] == '-' {
		p.at++
	}
	digits := func() bool {
		from := p.at
		for p.at < len(p.b) && p.b[p.at] >= '0' && p.b[p.at] <= '9' {
			p.at++
		}
		if p.at > from {
			return true
		}
		if p.at == len(p.b) {
			p.lose(Fault{Kind: Cut, Span: source.At(p.at), Want: "a digit"})
		} else {
			p.lose(Fault{Kind: UnexpectedByte, Span: p.character(), Want: "a digit"})
		}
		return false
	}
	v := func() Value { return Value{Kind: Number, Span: source.Span{Start: start, End: p.at}} }
	if p.at < len(p.b) && p.b[p.at] == '0' {
		p.at++ // a second digit is what cannot stand behind a value
	} else if !digits() {
		return v()
	}
	if p.at < len(p.b) && p.b[p.at] == '.' {
		p.at++
		if !digits() {
			return v()
		}
	}
	if p.at < len(p.b) && (p.b[p.at] == 'e' || p.b[p.at] == 'E') {
		p.at++
		if p.at < len(p.b) && (p.b[p.at] == '+' || p.b[p.at] == '-') {
			p.at++
		}
		digits()
	}
	return v()
}

// nested reads an object or an array.
func (p *parser) nested(kind ValueKind) (v Value) {
	open := source.Span{Start: p.at, End: p.at + 1}
	v = Value{Kind: kind, Span: open}
	if p.depth++; p.depth > MaxDepth {
		p.lose(Fault{Kind: TooDeep, Span: open})
		return v
	}
	defer func() { p.depth--; v.Span.End = p.at }()
	p.at++
	shut := byte('}')
	if kind == Array {
		shut = ']'
	}
	p.space()
	if p.at < len(p.b) && p.b[p.at] == shut {
		p.at++
		return v
	}
	p.inside(&v, open, shut, true)
	return v
}

// inside reads members or items of v, opened at open, up to and with its end. Where
// it is not the first, a comma comes before it.
func (p *parser) inside(v *Value, open source.Span, shut byte, first bool) {
	for ; !p.lost; first = false {
		p.space()
		if !first && p.separator(shut, open) || p.lost {
			return
		}
		if v.Kind == Object {
			p.member(v, open)
		} else if item := p.value(); p.keeps() {
			v.Items = append(v.Items, item)
		}
	}
}

// separator reads what stands behind a member or an item: the end, which it
// reports, or a comma.
func (p *parser) separator(shut byte, open source.Span) (ended bool) {
	if p.at == len(p.b) {
		p.lose(Fault{Kind: Cut, Span: source.At(len(p.b)), Related: open, Explain: "opened here"})
		return false
	}
	switch p.b[p.at] {
	case shut:
		p.at++
		return true
	case ',':
		comma := source.Span{Start: p.at, End: p.at + 1}
		p.at++
		p.space()
		if p.at < len(p.b) && p.b[p.at] == shut {
			p.fault(Fault{Kind: TrailingComma, Span: comma})
			p.at++
			return true
		}
	case '"':
		p.fault(Fault{Kind: MissingComma, Span: source.At(p.at), Want: ","})
	default:
		p.lose(Fault{Kind: UnexpectedByte, Span: p.character(), Want: "a comma or the end"})
	}
	return false
}

// firstMembers is the room made for an object's members at first, by its depth:
// what a reply and its two objects have.
var firstMembers = [...]int{0, 5, 2}

func (p *parser) member(v *Value, open source.Span) {
	if p.at == len(p.b) {
		p.lose(Fault{Kind: Cut, Span: source.At(len(p.b)), Related: open, Explain: "opened here"})
		return
	}
	key := source.Span{Start: p.at}
	switch quote := p.b[p.at]; quote {
	case '\'':
		p.fault(Fault{Kind: SingleQuotes, Span: p.character(), Want: `"`})
		fallthrough
	case '"':
		p.str(quote, false)
	default:
		p.lose(Fault{Kind: UnexpectedByte, Span: p.character(), Want: "a key in quotes"})
		return
	}
	if p.doubled(key.Start) {
		key.Start++
	}
	key.End = p.at
	if p.lost {
		return
	}
	p.space()
	if p.at == len(p.b) {
		p.lose(Fault{Kind: Cut, Span: source.At(len(p.b)), Want: ":"})
		return
	}
	if p.b[p.at] != ':' {
		p.lose(Fault{Kind: UnexpectedByte, Span: p.character(), Want: "a colon"})
		return
	}
	p.at++
	p.space()
	value := p.value()
	if !p.keepsMember(key) {
		return
	}
	if v.Members == nil {
		v.Members = make([]Member, 0, firstMembers[min(p.depth, len(firstMembers)-1)])
	}
	v.Members = append(v.Members, Member{Key: key, Value: value})
}

// keepsMember counts the member with this key and reports whether it is to be kept: of
// what a reply's objects hold as many as there may be values, whatever is nested in
// them, and the reply's fields always.
func (p *parser) keepsMember(key source.Span) bool {
	const inReply = 2 // depth of the objects in a reply
	if keeps := p.keeps(); p.depth > inReply {
		return keeps
	}
	p.outer++
	return p.outer <= maxValues || isField(p.b, key)
}

// keeps counts a value and reports whether it is to be kept.
func (p *parser) keeps() bool {
	p.values++
	return p.values <= maxValues
}
