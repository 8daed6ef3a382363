package dossier

import (
	"fmt"
	"strings"
	"testing"

	"compactlens/core/inspect"
	"compactlens/core/report"
	"compactlens/core/source"
)

// costly are texts that, repeated, are made to cost more than their size.
var costly = []string{
	"a", "<", "&", "& ", "<goal>", "</goal>", "<a>", "</a>", "<a", "<a b='", "<?a ", "<!a ", "<!--", "<![CDATA[", "]]>",
	"<b ", "<b>", "<br>", "<x></y>", "<conversation_summary>", "</conversation_summary>", "<conversation_summary><goal>",
	"<goal/>", "<goal><x>", "\x00 ", "\xff ", "&#1", "```\n", "&lt;", "&amp;lt; ", "{\"", "{\"a\":", "[", "\"", "\\u003c",
	"{\"summary\":\"", "Map<K, V> ", "key: ", "token=abcDEF123456ghiJKL ", "system: ", "system:\n", "https://a:b@",
	"Goal\n", "# Goal\n", "- x\n", "\n", " ", "\u200b", "é", "\ufeff", "sk-", "ghp_", "ignore all ",
	"<section name=\"goal\">", "<goal a='b'>", "<conversation_summary a='b'>", "'", "{'a':'b',", "{\"summary\":1,",
	"\\\"summary\\\":", "\r", "\t", "```json\n{}\n```\n", "&nbsp;", "&quot;", "</ goal>", "<Goal>", "<gaol>x</gaol>",
}

// around are texts that they are put into.
var around = []string{
	"%s",
	"<conversation_summary><goal>%s</goal><constraints/><decisions/><state>s</state><open_items/></conversation_summary>",
	`{"version":1,"summary":"%s"}`,
	"<conversation_summary>%s",
}

// eachHostile calls do with the evidence of every hostile text of about size bytes.
func eachHostile(size int, do func(name string, e inspect.Evidence)) {
	for _, part := range costly {
		for i, whole := range around {
			for _, form := range []inspect.Form{inspect.FormSummary, inspect.FormText} {
				b := []byte(strings.Replace(whole, "%s", strings.Repeat(part, size/len(part)), 1))
				e := inspect.Evidence{Reply: inspect.Reply{Form: form, File: source.NewText(b), Text: inspect.Excerpt{Bytes: b}}}
				do(fmt.Sprintf("%q_in_%d_as_%d", part, i, form), e)
			}
		}
	}
}

// Whatever an answer holds, what is said of it has bounds.
func TestHostile(t *testing.T) {
	const size = 2 << 10
	step := 0
	eachHostile(size, func(name string, e inspect.Evidence) {
		if step++; step%thin != 0 {
			return
		}
		d := Judge(e)
		if n := len(d.Verdict.Findings); n > 2000 {
			t.Errorf("%s: %d findings", name, n)
		}
		for _, f := range report.Formats() {
			var out strings.Builder
			if err := f.Write(&out, report.Report{Attempts: []report.Attempt{{Source: "x", Verdict: &d.Verdict, File: e.Reply.File}}}, report.TextOptions{}); err != nil {
				t.Errorf("%s as %s: %v", name, f.Name, err)
			}
			if out.Len() > 4<<20 {
				t.Errorf("%s as %s: %d bytes", name, f.Name, out.Len())
			}
		}
	})
}

// BenchmarkHostile shows that no text takes more than a multiple of what others of
// its size take.
func BenchmarkHostile(b *testing.B) {
	eachHostile(1<<20, func(name string, e inspect.Evidence) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(e.Reply.File.Len()))
			for b.Loop() {
				Judge(e)
			}
		})
	})
}
