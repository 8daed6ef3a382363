package repair

import (
	"bytes"
	"encoding/json"
	"math/rand"
	"strings"
	"testing"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/wire"
)

// excerptOf returns the string under "summary" of a JSON text.
func excerptOf(t *testing.T, file []byte) inspect.Excerpt {
	t.Helper()
	reply := wire.ReplyOf(wire.Parse(file))
	s, m, ok := reply.Summary()
	if !ok {
		t.Fatalf("no summary in %q", file)
	}
	return inspect.Excerpt{Bytes: s, Map: m, Layers: 1}
}

func TestRewrite(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{`{"version":1,"summary":"a\u0062c"}`, "abc", `{"version":1,"summary":"a\u0062c"}`},
		{`{"version":1,"summary":"a\u0062c"}`, "abcd", `{"version":1,"summary":"a\u0062cd"}`},
		{`{"version":1,"summary":"a\u0062c"}`, "ac", `{"version":1,"summary":"ac"}`},
		{`{"version":1,"summary":"a\u0062c"}`, "aXc", `{"version":1,"summary":"aXc"}`},
		{`{"version":1,"summary":"a & b\nc"}`, "a &amp; b\nc", `{"version":1,"summary":"a &amp; b\nc"}`},
		{`{"version":1,"summary":"x"}`, "\"\\\n\x01", `{"version":1,"summary":"\"\\\n\u0001"}`},
		{`{"version":1,"summary":"\u00e9"}`, "è", `{"version":1,"summary":"è"}`},
		{`{"version":1,"summary":"\ud83d\ude00!"}`, "😁!", `{"version":1,"summary":"😁!"}`},
		{`{"version":1,"summary":""}`, "new", `{"version":1,"summary":"new"}`},
		{`{"version":1,"summary":"old"}`, "", `{"version":1,"summary":""}`},
	} {
		file := []byte(c.file)
		if got := string(Rewrite(file, excerptOf(t, file), []byte(c.text))); got != c.want {
			t.Errorf("%s with %q: %s, want %s", c.file, c.text, got, c.want)
		}
		if string(file) != c.file {
			t.Errorf("the input was changed: %s", file)
		}
	}
}

// What is rewritten is read again as it was wanted, through any number of strings
// around it; bare text, too, whatever its bytes.
func TestRewriteIsRead(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	alphabet := []string{"a", "b", "&", "<", ">", "\"", "\\", "\n", "\r", "\t", "\x00", "\x1f", "é", "日", "😀", "\uFFFD", "\u2028", "/"}
	random := func(n int) string {
		var b strings.Builder
		for range r.Intn(n) {
			b.WriteString(alphabet[r.Intn(len(alphabet))])
		}
		return b.String()
	}
	for range 3000 {
		was, now := random(12), random(12)
		if r.Intn(2) == 0 { // a small change
			runes := []rune(was)
			at := r.Intn(len(runes) + 1)
			now = string(runes[:at]) + random(3) + string(runes[min(at+r.Intn(3), len(runes)):])
		}
		summary, _ := json.Marshal(was)
		inner := []byte(`{"version":1,"summary":` + string(summary) + `}`)
		if got := string(excerptOf(t, Rewrite(inner, excerptOf(t, inner), []byte(now))).Bytes); got != now {
			t.Fatalf("%q to %q in %s: %q", was, now, inner, got)
		}
		quoted, _ := json.Marshal(string(inner))
		outer := []byte(`{"summary":` + string(quoted) + `}`)
		text := excerptOf(t, outer)
		x := excerptOf(t, text.Bytes)
		x.Map, x.Layers = x.Map.Then(text.Map), 2
		if got := string(excerptOf(t, excerptOf(t, Rewrite(outer, x, []byte(now))).Bytes).Bytes); got != now {
			t.Fatalf("%q to %q in %s: %q", was, now, outer, got)
		}
		bare := []byte(was + "\xff\xc3")
		want := []byte("\xe6" + now)
		if got := Rewrite(bare, inspect.Excerpt{Bytes: bare, Map: source.Offsets(0, len(bare))}, want); !bytes.Equal(got, want) {
			t.Fatalf("%q to %q: %q", bare, want, got)
		}
	}
}
