package wire

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"compactlens/core/source"
)

// oracle is what the runtime's strict decode says, made with encoding/json.
func oracle(b []byte) bool {
	type basis struct {
		Revision *uint64 `json:"revision"`
		Through  *string `json:"through_event_id"`
	}
	type model struct {
		Provider *string `json:"provider"`
		Model    *string `json:"model"`
	}
	var out struct {
		Version     *uint8  `json:"version"`
		Basis       *basis  `json:"basis"`
		Model       *model  `json:"model"`
		Fingerprint *string `json:"request_fingerprint"`
		Summary     *string `json:"summary"`
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if d.Decode(&out) != nil {
		return false
	}
	if _, err := d.Token(); err != io.EOF {
		return false
	}
	return out.Version != nil && *out.Version == 1 && out.Basis != nil && out.Basis.Revision != nil && out.Basis.Through != nil &&
		out.Model != nil && out.Model.Provider != nil && out.Model.Model != nil && out.Fingerprint != nil && out.Summary != nil &&
		IsCanonicalUUID(*out.Basis.Through) && IsFingerprint(*out.Fingerprint)
}

const good = `{"version":1,"basis":{"revision":7,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"},"model":{"provider":"p","model":"m"},` +
	`"request_fingerprint":"3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f","summary":"a\u003cb\n\ud83d\ude00"}`

func check(t *testing.T, b []byte) {
	t.Helper()
	doc := Parse(b)
	if got, want := len(doc.Faults) == 0, json.Valid(b); got != want {
		t.Fatalf("%q: valid is %v, want %v (%v)", b, got, want, doc.Faults)
	}
	r := ReplyOf(doc)
	if got, want := len(r.Faults) == 0, oracle(b); got != want {
		t.Fatalf("%q: acceptable is %v, want %v (%v)", b, got, want, r.Faults)
	}
	for _, f := range r.Faults {
		for _, s := range append([]source.Span{f.Span, f.Related}, f.Also...) {
			if s.Start < 0 || s.Start > s.End || s.End > len(b) {
				t.Fatalf("%q: %v has the span %v", b, f.Kind, s)
			}
		}
	}
	if text, m, ok := r.Summary(); ok {
		checkMap(t, b, text, m)
		if len(r.Faults) == 0 {
			var out struct{ Summary string }
			if json.Unmarshal(b, &out) != nil || out.Summary != string(text) {
				t.Fatalf("%q: summary is %q, want %q", b, text, out.Summary)
			}
		}
	}
}

// checkMap states that the map leads every decoded character to bytes that decode
// to it again.
func checkMap(t *testing.T, b, text []byte, m source.Map) {
	t.Helper()
	last := 0
	c, jumping := m.Cursor(), m.Cursor()
	for at := 0; at < len(text); {
		_, n := utf8.DecodeRune(text[at:])
		s := m.Span(source.Span{Start: at, End: at + n})
		if got := c.Span(source.Span{Start: at, End: at + n}); got != s {
			t.Fatalf("%q: byte %d is mapped to %v, by a cursor to %v", b, at, s, got)
		}
		far := (at * 7919) % (len(text) + 1)
		if got, want := jumping.Start(far), m.Start(far); got != want {
			t.Fatalf("%q: byte %d begins at %v, by a cursor at %v", b, far, want, got)
		}
		if s.Start < last || s.End <= s.Start || s.End > len(b) {
			t.Fatalf("%q: byte %d is mapped to %v", b, at, s)
		}
		u := unquoter{text: b}
		if got := u.decode(s); !bytes.Equal(got, text[at:at+n]) {
			t.Fatalf("%q: byte %d is mapped to %q", b, at, s.Of(b))
		}
		if back := m.Decoded(s.Start); back != at {
			t.Fatalf("%q: byte %d comes back as %d", b, at, back)
		}
		last, at = s.End, at+n
	}
}

func variants() []string {
	swap := func(old, with string) string { return strings.Replace(good, old, with, 1) }
	return []string{
		good, " \r\n" + good + "\t", "", " ", "null", "[]", "1", `"x"`, "{}", "true", "nul", "-", "01", "1e", "0.", "{", `{"a`, `{"a":`, "[1,", "{]", "\ufeff" + good,
		good + "x", good + good, good + " []", "```json\n" + good + "\n```", "```json\n" + good, "Here: " + good, "3 things " + good,
		swap(`"version":1`, `"version":"1"`), swap(`"version":1`, `"version":1.0`), swap(`"version":1`, `"version":-0`), swap(`"version":1`, `"version":256`),
		swap(`"version":1`, `"VERſION":1`), swap(`"version":1`, `"version":null`), swap(`"version":1`, `"version":null,"version":1`), swap(`"version":1`, `"version":1,"version":null`),
		swap(`"version":1`, `"version":"x","version":1`), swap(`"version":1`, `"version":2`), swap(`"version":1,`, ``), swap(`"version"`, `"versi\u006fn"`),
		swap(`"model":{`, `"model":{"x":1,`), swap(`"model":{`, `"model":null,"model":{`), swap(`"summary"`, `"x":[{"y":[]}],"summary"`), swap(`"summary"`, `"ſummary"`),
		swap(`"basis":{"revision":7,`, `"basis":{"revision":7},"basis":{`), swap(`"basis":{"revision":7,`, `"basis":{"revision":7},"basis":null,"basis":{`),
		swap(`"basis":{"revision":7,`, `"basis":[],"basis":{"revision":7,`), swap(`7`, `18446744073709551615`), swap(`7`, `18446744073709551616`),
		swap(`0190c3f2`, `0190C3F2`), swap(`3f3f`, `3F3F`), swap(`\n`, "\n"), swap(`\n`, `\q`), swap(`\n`, `\u12`), swap(`\n`, `\ud800`), swap(`\n`, "\xff\xed\xa0\x80"), swap(`\n`, "\\\n"),
		swap(`a\u003c`, `say "hi" to <`), strings.ReplaceAll(good, `"`, `'`), swap(`}`, `,}`), swap(`,"model"`, `"model"`), good[:len(good)-4], good[:len(good)-1],
		strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth), strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1),
	}
}

func TestReplyAgreesWithTheStandardLibrary(t *testing.T) {
	for _, v := range variants() {
		check(t, []byte(v))
	}
}

func TestEveryCutOfAReply(t *testing.T) {
	for i := range len(good) {
		check(t, []byte(good[:i]))
		check(t, []byte(good[i:]))
	}
}

func TestFaultPlaces(t *testing.T) {
	for _, c := range []struct {
		in   string
		kind FaultKind
	}{
		{"«```json»\n{}", CodeFence},
		{"«Sure, here it is:» {}", ProseBefore},
		{"«\ufeff»{}", ByteOrderMark},
		{"{} «and more» ", ProseAfter},
		{"{} «{}»", SecondValue},
		{`{"summary":"a«` + "\n" + `»b"}`, RawControl},
		{`{"summary":"a«\q»b"}`, BadEscape},
		{`{"summary":"a«\'»` + "\x80\"}", BadEscape}, // a stray byte is no part of the character before it
		{`{"summary":"say «"»hi" now"}`, UnescapedQuote},
		{`{'summary':'it«'»s late'}`, UnescapedQuote},
		{`{'summary':'it«'»s late','version':1}`, UnescapedQuote},
		{"{\"version\":1«\x80»\x80}", UnexpectedByte},
		{`{"summary":"a`, Cut},
		{`{"a":1«,»}`, TrailingComma},
		{`{"a":1 «»"b":2}`, MissingComma},
		{`{"a"«;»1}`, UnexpectedByte},
		{`{«"extra"»:1}`, UnknownField},
		{`{"version":«"1"»}`, WrongType},
		{`{"version":«2»}`, WrongVersion},
		{`{"version":«null»}`, NullField},
		{`{"basis":{"revision":1«»}}`, MissingField},
		{`{"basis":{"through_event_id":«"X"»}}`, BadEventID},
		{`{"request_fingerprint":«"X"»}`, BadFingerprint},
		{`«[]»`, NotAnObject},
	} {
		text, want := c.in+"«»", source.Span{}
		if strings.Contains(c.in, "«") {
			text = c.in
		}
		before, rest, _ := strings.Cut(text, "«")
		in, after, _ := strings.Cut(rest, "»")
		text, want = before+in+after, source.Span{Start: len(before), End: len(before) + len(in)}
		found := false
		for _, f := range DecodeReply([]byte(text)).Faults {
			found = found || f.Kind == c.kind && f.Span == want
		}
		if !found {
			t.Errorf("%q: no %v at %v: %+v", text, c.kind, want, DecodeReply([]byte(text)).Faults)
		}
	}
}

func TestBrokenRepliesStillShowTheirSummary(t *testing.T) {
	for _, in := range []string{
		"```json\n" + good + "\n```",
		"Here it is:\n" + good,
		strings.Replace(good, `\n`, "\n", 1),
		strings.ReplaceAll(good, `"`, `'`),
		good[:len(good)-3],
	} {
		r := DecodeReply([]byte(in))
		if text, _, ok := r.Summary(); !ok || !bytes.HasPrefix(text, []byte("a<b\n")) {
			t.Errorf("%q: summary %q", in, text)
		}
	}
}

func TestFaultNames(t *testing.T) {
	seen := map[string]FaultKind{}
	for _, k := range FaultKinds() {
		if other, ok := seen[k.String()]; ok || k.String() == "" || k.String() == "none" {
			t.Errorf("%d is named %q like %d", k, k, other)
		}
		seen[k.String()] = k
	}
}

func FuzzReply(f *testing.F) {
	for _, v := range variants() {
		if len(v) < 1000 {
			f.Add([]byte(v))
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) { check(t, b) })
}

// Strings made of all that decoding tells apart come out as encoding/json has them.
func TestUnquoteAgreesWithTheStandardLibrary(t *testing.T) {
	parts := []string{
		"a", " ", "plain words, ", "eight by", strings.Repeat("a long run ", 60), "ж", "жжжж", "при", "漢", "漢字", "👍", "é", "\u00a0", "\ufffe", "\uffff", "\ue000", "\ud7ff",
		`\n`, `\"`, `\\`, `\/`, `\u003c`, `\u0416`, `\u6F22`, `\ud83d\udc4d`, `\ud83d`, `\udc4d`, `\u0000`, "\x80", "\xff", "\xc2", "\xe0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\xaf", "\xe6\xbc",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 20000 {
		var b strings.Builder
		b.WriteByte('"')
		from := parts
		if n%2 == 0 {
			from = parts[:27] // valid UTF-8 alone
		}
		for range random.IntN(12) {
			b.WriteString(from[random.IntN(len(from))])
		}
		b.WriteByte('"')
		text := []byte(b.String())
		var want string
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		all := source.Span{End: len(text)}
		if got := Unquote(text, all); string(got) != want {
			t.Fatalf("%q: got %q, want %q", text, got, want)
		}
		got, m := UnquoteMapped(text, all)
		if string(got) != want {
			t.Fatalf("%q: got %q with a map, want %q", text, got, want)
		}
		checkMap(t, text, got, m)
		if s := text[1 : len(text)-1]; source.Valid(s) != utf8.Valid(s) {
			t.Fatalf("%q: whether it is valid UTF-8", s)
		}
	}
}

func BenchmarkReply(b *testing.B) {
	text := []byte(strings.Replace(good, `a\u003c`, strings.Repeat(`some words of a summary \u003c`, 700), 1))
	b.Run("wire", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			r := DecodeReply(text)
			r.SummaryText()
		}
	})
	b.Run("encoding_json", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			oracle(text)
		}
	})
}

func TestEndIn(t *testing.T) {
	for c := range 256 {
		for at := range 8 {
			b := []byte("\xff\x80abc\x7f(]\x80\xff....!!")
			b[at+4] = byte(c)
			want := 16
			if stringEnd[c] && c != '\'' {
				want = at + 4
			}
			if got := endIn(b, 0); got != want {
				t.Errorf("byte %#x at %d: %v, want %v", c, at, got, want)
			}
		}
	}
}

func TestParseBoundsWhatItKeeps(t *testing.T) {
	many := strings.Repeat("1,", maxValues+9) + "1"
	for _, c := range []struct {
		in      string
		partial bool
	}{
		{"[" + many + "]", true},
		{`{"a":{"b":{"c":[` + many + `],"d":0}}}`, true},
		{"[" + many[:2*maxValues-1] + "]", false},
	} {
		d := Parse([]byte(c.in))
		if len(d.Faults) != 0 || d.Partial != c.partial || d.Root.Span.Len() != len(c.in) || len(d.Root.Items) > maxValues {
			t.Errorf("%.20s…: faults %v, partial %v, %d items", c.in, d.Faults, d.Partial, len(d.Root.Items))
		}
	}
	crowd := Parse([]byte("{" + strings.Repeat(`"a":1,`, maxValues+9) + `"b":[` + many + `],"version":1}`))
	if all := crowd.Root.Members; !crowd.Partial || len(all) != maxValues+1 || string(all[maxValues].Key.Of(crowd.Text)) != `"version"` {
		t.Errorf("of very many members, %d are kept", len(all))
	}
	behind := Parse([]byte(`{"a":[` + many + `],"b":{"c":1},"d":2}`))
	if n := len(behind.Root.Members); n != 3 || len(behind.Root.Members[1].Value.Members) != 1 {
		t.Errorf("behind very many values, %d members are kept", n)
	}
	hidden := Parse([]byte("[" + many + ",]"))
	if len(hidden.Faults) != 1 || hidden.Faults[0].Kind != TrailingComma {
		t.Errorf("behind the bound: %v", hidden.Faults)
	}
}

// The last of a repeated key counts, however many come before it.
func TestReplyWithManyKeys(t *testing.T) {
	again := strings.Repeat(`"version":2,`, maxValues+9)
	r := DecodeReply([]byte(strings.Replace(good, `{`, `{`+again, 1)))
	if len(r.Faults) != 0 || len(r.Repeated) != MaxFaults {
		t.Errorf("faults %v, %d repeated", r.Faults, len(r.Repeated))
	}
	r = DecodeReply([]byte(strings.ReplaceAll(strings.Replace(good, `{`, `{`+again, 1), `"version":2`, `"v":2`)))
	if len(r.Faults) != MaxFaults || r.Faults[0].Kind != UnknownField {
		t.Errorf("%d faults", len(r.Faults))
	}
}

// A key is known in every way to write it, wherever its object stands.
func TestIsField(t *testing.T) {
	for _, id := range Fields() {
		key := id.Key()
		for _, written := range []string{key, strings.ToUpper(key), strings.Replace(key, "e", `\u0065`, 1), strings.Replace(key, "s", "ſ", 1), strings.Replace(key, "o", `\u004F`, 1)} {
			text := []byte(`"` + written + `"`)
			if !isField(text, source.Span{End: len(text)}) {
				t.Errorf("%s is not taken for %s", text, id)
			}
			text = []byte(`"x` + written + `"`)
			if isField(text, source.Span{End: len(text)}) {
				t.Errorf("%s is taken for a field", text)
			}
		}
	}
	for _, c := range []string{`""`, `"a"`, `"mode"`, `"models"`} {
		if isField([]byte(c), source.Span{End: len(c)}) {
			t.Errorf("%s is taken for a field", c)
		}
	}
}

func TestEscape(t *testing.T) {
	for in, want := range map[string]struct {
		r    rune
		size int
	}{
		`\u0026amp;`:   {'&', 6},
		`\nx`:          {'\n', 2},
		`\\u0026`:      {'\\', 2},
		`\ud83d\ude00`: {'😀', 12},
		`\ud83dx`:      {'\uFFFD', 6},
		`\ud83d\u0041`: {'\uFFFD', 6},
		`\q`:           {},
		`\u12`:         {},
		`\`:            {},
		`x\n`:          {},
		"":             {},
		"\xff":         {},
	} {
		if r, size := Escape([]byte(in)); r != want.r || size != want.size {
			t.Errorf("%q: %q, %d", in, r, size)
		}
	}
}
