package cli

import (
	"os"
	"strings"
	"testing"
)

// fix says what it wrote, or that it wrote nothing and why, and of what.
func TestFixSaysWhatItWrote(t *testing.T) {
	place(t, map[string][]byte{
		"good.xml": []byte(goodSummary), "bad.xml": []byte(strings.Replace(goodSummary, "Move it", "a && b", 1)), "none.xml": []byte("<summary/>"),
		"linked.xml": []byte(strings.Replace(goodSummary, "Move it", "a && b", 1)),
	})
	if err := os.Link("linked.xml", "other.xml"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"good.xml --write", exitAccepted, "nothing was written: nothing had to be mended\n"},
		{"none.xml --write", exitRejected, "nothing was written: nothing could be mended\n"},
		{"linked.xml --write", exitUsage, "linked.xml: it was not written, and is as it was: cannot find out what to write to: it has other names, which would keep the old content; give another path with -o\n"},
		{"linked.xml -o new.xml", exitAccepted, "written: new.xml\n"},
		{"bad.xml --write", exitAccepted, "written: bad.xml, what it was is in bad.xml.orig\n"},
		{"bad.xml --write", exitAccepted, "nothing was written: nothing had to be mended\n"},
	} {
		code, out, errs := run(append([]string{"fix"}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(out+errs, c.want) {
			t.Errorf("fix %s: exit code %d: %s%s", c.args, code, out, errs)
		}
	}
	if a, b := testFile(t, "linked.xml"), testFile(t, "other.xml"); string(a) != string(b) {
		t.Errorf("the names of one file have different content: %q and %q", a, b)
	}
}
