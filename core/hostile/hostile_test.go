package hostile

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

// Every hostile text is found where it is written as it is.
func TestCheckFindsEveryText(t *testing.T) {
	harmless := map[string]bool{"markup": true, "regional": true, "commands": true}
	for _, x := range Texts() {
		err := Check([]byte("before "+x.Text+" after"), Lines|Return|Styles)
		if passed := (*Passed)(nil); errors.As(err, &passed) == harmless[x.Name] {
			t.Errorf("%s: %v", x.Name, err)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		out   string
		allow Allow
		ok    bool
	}{
		{"plain é 日本 👩\u200d💻 e\u0301 ␛[31m ⟨9B⟩", 0, true},
		{"a\nb", 0, false},
		{"a\nb", Lines, true},
		{"a\r\nb", Lines, false},
		{"a\r\nb", Lines | Return, true},
		{"\x1b[0;1;38;2;1;2;3mx\x1b[m", Styles, true},
		{"\x1b[0;1mx", Lines, false},
		{"\x1b[2J", Styles, false},
		{"\x1b[2J\x1b[3;1H\x1b[K\x1b[?1049h\x1b[?1002;1006l", Screen, true},
		{"\x1b[?1047h", Screen, false},
		{"\x1b[?1002;12h", Screen, false},
		{"\x1b[20h", Screen, false},
		{"\x1b]11;?\x1b\\\x1b[c", Screen, true},
		{"\x1b]11;#000\x1b\\", Screen, false},
		{"\x1b]52;c;aGk=\a\x1b]52;c;aGk=\x1b\\", Screen, true},
		{"\x1b]52;c;aGk=", Screen, false},
		{"\x1b]0;x\a", Screen | Styles, false},
		{"\x1b[31", Styles, false},
		{"\x1b[3\n1m", Styles | Lines, false},
		{"x\x1b[m\u0301", Styles, false},
		{"x\n\u0301", Lines, false},
		{"x" + strings.Repeat("\u0301", 11), 0, false},
	} {
		if err := Check([]byte(c.out), c.allow); (err == nil) != c.ok {
			t.Errorf("%q: %v", c.out, err)
		}
	}
}

func TestInto(t *testing.T) {
	for _, x := range append(Texts(), Text{"random", Random(rand.New(rand.NewPCG(1, 2)), 4000)}) {
		doc := Into([]byte(`{"type":"a","Text": "b","model":{"name":"c"}}`), x.Text)
		var got struct {
			Type, Text string
			Model      struct{ Name string }
		}
		if err := json.Unmarshal(doc, &got); err != nil {
			t.Errorf("%s: %v", x.Name, err)
		}
		if got.Type != "a" || !strings.HasSuffix(got.Text, "b") || len(got.Text) < 2 || !strings.HasSuffix(got.Model.Name, "c") {
			t.Errorf("%s: %q", x.Name, doc)
		}
	}
}
