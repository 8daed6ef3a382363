package repair

import (
	"context"
	"strings"
	"testing"

	"compactlens/core/diff"
	"compactlens/core/inspect"
	"compactlens/core/pulse/pulsetest"
)

func TestReview(t *testing.T) {
	lines := strings.NewReplacer("><", ">\n<").Replace(state("a && b"))
	reply := inReply("Done", `first line\nif a && b\nlast line`)
	for _, c := range []struct {
		name, in string
		form     inspect.Form
		want     string
	}{
		{"summary.xml", lines, inspect.FormSummary, `--- summary.xml
+++ summary.xml, mended
@@ -2,6 +2,6 @@
 <goal>Port it</goal>
 <constraints>Keep order</constraints>
 <decisions>One retry</decisions>
-<state>a && b</state>
+<state>a &amp;&amp; b</state>
 <open_items>None</open_items>
 </conversation_summary>
\ no line break at the end
`},
		{"reply\x1b.json", reply, inspect.FormText, `--- reply␛.json, the decoded summary
+++ reply␛.json, the decoded summary, mended
@@ -1,3 +1,3 @@
 <conversation_summary><goal>Port it</goal><constraints>Keep order</constraints><decisions>One retry</decisions><state>fi…
-if a && b
+if a &amp;&amp; b
 last line</state><open_items>None</open_items></conversation_summary>
\ no line break at the end
--- reply␛.json, long lines cut to what differs
+++ reply␛.json, long lines cut to what differs, mended
@@ -1 +1 @@
-…e>first line\nif a && b\nlast line</state…
\ no line break at the end
+…e>first line\nif a &amp;&amp; b\nlast line</state…
\ no line break at the end
`},
		{"fine.xml", goodSummary, inspect.FormSummary, ""},
	} {
		o := recheck(c.form, []byte(c.in), Safe)
		r, err := o.Review(context.Background(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, more := r.First(c.name, diff.TextOptions{}, 1000); got != c.want || more != 0 {
			t.Errorf("%s: got\n%s\nand %d more, want\n%s", c.name, got, more, c.want)
		}
		all := strings.SplitAfter(c.want, "\n")
		for n := range all { // the last is empty
			r, err := o.Review(context.Background(), max(n, 1))
			if err != nil {
				t.Fatal(err)
			}
			if got, more := r.First(c.name, diff.TextOptions{}, n); got != strings.Join(all[:n], "") || more != len(all)-1-n {
				t.Errorf("%s: the first %d lines are\n%s\nand %d more", c.name, n, got, more)
			}
		}
		if _, err := o.Review(pulsetest.UpTo(0), 0); err == nil && c.want != "" {
			t.Errorf("%s: reviewed for nobody", c.name)
		}
	}
}
