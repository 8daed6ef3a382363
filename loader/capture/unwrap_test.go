package capture

import (
	"encoding/json"
	"strings"
	"testing"
)

// quote writes s as a JSON string.
func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func TestUnwrap(t *testing.T) {
	const sum = "<conversation_summary>\n<goal>\"g\" & h</goal></conversation_summary>"
	const reply = `{"version":1,"summary":"<conversation_summary/>"}`
	const body = `{"choices":[{"message":{"content":"x"}}]}`
	inside := func(s string) string { return strings.Trim(quote(s), `"`) }
	for _, c := range []struct {
		name, in, want string
		strings        int
		member         string
	}{
		{"a summary", sum, sum, 0, ""},
		{"a reply", reply, reply, 0, ""},
		{"a reply in a string", quote(reply), reply, 1, ""},
		{"with space around it", "\n " + quote(reply) + "\n", reply, 1, ""},
		{"twice", quote(quote(reply)), reply, 2, ""},
		{"without the quotes", `{\"version\":1,\"summary\":\"<x/>\"}`, `{"version":1,"summary":"<x/>"}`, 1, ""},
		{"a line break without the quotes", `{\n  \"version\":1}`, "{\n  \"version\":1}", 1, ""},
		{"a summary in a string", quote(sum), sum, 1, ""},
		{"a summary without the quotes", strings.TrimSuffix(inside(sum), "\n"), sum, 1, ""},
		{"a string that breaks off", strings.TrimSuffix(quote(reply), `}"`), strings.TrimSuffix(reply, "}"), 1, ""},
		{"a string of words", `"hello"`, `"hello"`, 0, ""},
		{"a body", body, body, 0, ""},
		{"a body in a string", quote(body), body, 1, ""},
		{"a body in a record", `{"at":"now","response":{"status":200,"body":` + body + `}}`, body, 0, "body"},
		{"a body in a string of a record", `{"at":"now","entries":[{"body":` + quote(body) + `}]}`, body, 1, "body"},
		{"a reply in a string of a record", `{"level":"info","text":` + quote(reply) + `}`, reply, 1, "text"},
		{"a reply under no name", `{"":` + reply + `}`, reply, 0, ""},
		{"a record without an answer", `{"level":"info","text":"nothing"}`, `{"level":"info","text":"nothing"}`, 0, ""},
		{"words", "I cannot help with that.", "I cannot help with that.", 0, ""},
		{"nothing", "", "", 0, ""},
	} {
		u := Unwrap([]byte(c.in))
		if string(u.Text) != c.want || u.Strings != c.strings || u.Member != c.member {
			t.Errorf("%s: %q, %d strings, member %q", c.name, u.Text, u.Strings, u.Member)
		}
		if u.Strings == 0 && u.Inside != (c.want != c.in) {
			t.Errorf("%s: inside another is %v", c.name, u.Inside)
		}
	}
}

func FuzzUnwrap(f *testing.F) {
	for _, s := range []string{`"{\"version\":1}"`, `{\"a`, `{"a":{"b":"{\"choices\":[]}"}}`, `"""`, `\u003cconversation_summary`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		before := string(b)
		u := Unwrap(b)
		if string(b) != before {
			t.Fatal("the input was changed")
		}
		if u.Strings == 0 && !u.Inside && string(u.Text) != before {
			t.Fatalf("%q became %q without a reason", b, u.Text)
		}
	})
}
