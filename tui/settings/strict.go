package settings

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"compactlens/core/similar"
	"compactlens/core/source"
)

// Fault is one thing in a file that is not understood.
type Fault struct {
	Path    string // of the file; untrusted
	Line    int    // 1-based
	Column  int    // 1-based, in code points
	Message string // may quote the file: untrusted
}

// String returns the fault as compilers write one: path, line, column, message.
func (f Fault) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", f.Path, f.Line, f.Column, f.Message)
}

// FileError reports all faults of a file, at least one, in the order of the file.
type FileError struct{ Faults []Fault }

func (e *FileError) Error() string {
	var parts []string
	for _, f := range e.Faults {
		parts = append(parts, f.String())
	}
	return strings.Join(parts, "; ")
}

// kind is what a value is.
type kind uint8

const (
	kindText  kind = iota // a string
	kindTruth             // true or false
	kindTable             // a table, which has no value
	kindList              // an array
	kindOther             // whatever no setting takes
)

// String returns what people call the kind.
func (k kind) String() string {
	return [...]string{"a text in quotes", "true or false", "a table", "a list", "another kind of value"}[k]
}

// entry is one key of a file with its value.
type entry struct {
	key   string // with its tables, separated by periods
	at    int    // offset of the key's last part
	kind  kind
	text  string
	truth bool
	list  []entry // the values of a list, without keys
	value int     // offset of the value
}

// document is a TOML file taken apart, with what is wrong in it.
type document struct {
	path    string
	text    *source.Text
	entries []entry
	faults  []Fault
}

// fault adds a fault at an offset.
func (d *document) fault(offset int, format string, args ...any) {
	f := d.at(offset)
	f.Message = fmt.Sprintf(format, args...)
	d.faults = append(d.faults, f)
}

// at returns the place of an offset.
func (d *document) at(offset int) Fault {
	p := d.text.Position(offset)
	return Fault{Path: d.path, Line: p.Line, Column: p.Column}
}

// sort puts the faults in the order of the file.
func (d *document) sort() {
	slices.SortStableFunc(d.faults, func(a, b Fault) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	})
}

// err returns the faults as an error, or nil.
func (d *document) err() error {
	if len(d.faults) == 0 {
		return nil
	}
	return &FileError{Faults: d.faults}
}

// parse takes a TOML document apart. Every key is found where it stands, also in
// dotted keys and inline tables. The library's reader into structs would stop at the
// first unknown key and does not say where a value stands, which is why its syntax
// tree is read here.
func parse(path string, b []byte) *document {
	b = bytes.TrimPrefix(b, []byte("\uFEFF"))
	d := &document{path: path, text: source.NewText(b)}
	for at := 0; at < len(b); {
		r, n := utf8.DecodeRune(b[at:])
		if r == utf8.RuneError && n == 1 {
			d.fault(at, "the file is not UTF-8")
			return d
		}
		at += n
	}
	var p unstable.Parser
	p.Reset(b)
	seen := map[string]int{}
	table := ""
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			name, at := d.name(e.Key(), "")
			table = name
			x := entry{key: name, at: at, kind: kindTable, value: at}
			if e.Kind == unstable.ArrayTable {
				x.kind = kindOther
			}
			d.add(seen, x)
		case unstable.KeyValue:
			d.pair(seen, table, e)
		}
	}
	d.syntax(p.Error())
	return d
}

// syntax adds what the parser stumbled over.
func (d *document) syntax(err error) {
	if err == nil {
		return
	}
	at := d.text.Len()
	var p *unstable.ParserError
	if errors.As(err, &p) {
		if offset, ok := d.offset(p.Highlight); ok {
			at = offset
		}
	}
	d.fault(at, "%s", strings.TrimPrefix(err.Error(), "toml: "))
}

// offset returns where part, a piece of the document, begins in it.
func (d *document) offset(part []byte) (int, bool) {
	offset := cap(d.text.Bytes()) - cap(part)
	return offset, part != nil && offset >= 0 && offset <= d.text.Len()
}

// name returns the key that an iterator goes through, below a table, and the offset
// of its last part.
func (d *document) name(key unstable.Iterator, table string) (name string, at int) {
	var parts []string
	if table != "" {
		parts = append(parts, table)
	}
	for key.Next() {
		n := key.Node()
		part := string(n.Data)
		if strings.ContainsAny(part, ".\"") {
			part = strconv.Quote(part) // a period within a name separates nothing
		}
		parts = append(parts, part)
		at = int(n.Raw.Offset)
	}
	return strings.Join(parts, "."), at
}

// pair adds a key and its value, or what is in an inline table.
func (d *document) pair(seen map[string]int, table string, e *unstable.Node) {
	name, at := d.name(e.Key(), table)
	v := e.Value()
	x := d.valued(v, at)
	x.key, x.at = name, at
	d.add(seen, x)
	if v.Kind == unstable.InlineTable {
		for in := v.Children(); in.Next(); {
			d.pair(seen, name, in.Node())
		}
	}
}

// valued returns an entry with the value v, which stands at an offset unless it says
// itself where.
func (d *document) valued(v *unstable.Node, at int) entry {
	x := entry{kind: kindOther, value: at}
	if v.Raw.Length > 0 {
		x.value = int(v.Raw.Offset)
	} else if offset, ok := d.offset(v.Data); ok {
		x.value = offset
	}
	switch v.Kind {
	case unstable.String:
		x.kind, x.text = kindText, string(v.Data)
	case unstable.Bool:
		x.kind, x.truth = kindTruth, string(v.Data) == "true"
	case unstable.InlineTable:
		x.kind = kindTable
	case unstable.Array:
		x.kind = kindList
		for in := v.Children(); in.Next(); {
			x.list = append(x.list, d.valued(in.Node(), x.value))
		}
	}
	return x
}

// add keeps an entry unless its key was there already.
func (d *document) add(seen map[string]int, x entry) {
	if first, twice := seen[x.key]; twice {
		d.fault(x.at, "%s is given twice; the first is on line %d", strconv.Quote(x.key), first)
		return
	}
	seen[x.key] = d.text.Position(x.at).Line
	d.entries = append(d.entries, x)
}

// unknown adds that a key means nothing, and which of the known, or of those of
// another table, was meant.
func (d *document) unknown(x entry, known []string, others ...string) {
	what := "key"
	if x.kind == kindTable {
		what = "table"
	}
	text := fmt.Sprintf("unknown %s %s", what, strconv.Quote(x.key))
	if near := similar.Nearest(x.key, append(slices.Clone(known), others...), 1); len(near) > 0 {
		d.fault(x.at, "%s; did you mean %s?", text, near[0])
		return
	}
	d.fault(x.at, "%s; the keys are %s", text, strings.Join(known, ", "))
}

// want adds a fault and returns false where the value of x is not of a kind.
func (d *document) want(x entry, k kind) bool {
	if x.kind != k {
		d.fault(x.value, "%s must be %s", x.key, k)
		return false
	}
	return true
}
