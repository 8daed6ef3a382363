package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/loader"
)

// Arguments that leave nothing to show are said before anything is drawn.
func TestAtOnce(t *testing.T) {
	dir := t.TempDir()
	reply, journal, text := filepath.Join(dir, "reply.xml"), filepath.Join(dir, "journal.jsonl"), filepath.Join(dir, "IDENTITY.json")
	for path, s := range map[string]string{
		reply: "<conversation_summary/>", journal: "{}\n", text: `{"revision":7}`,
	} {
		if err := os.WriteFile(path, []byte(s), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	gone := filepath.Join(dir, "gone")
	for _, c := range []struct {
		paths []string
		opt   loader.Options
		want  string // of the error; empty for none
		opens bool
	}{
		{nil, loader.Options{}, "", false},
		{[]string{reply}, loader.Options{}, "", false},
		{[]string{gone, reply}, loader.Options{}, "", false}, // the other is shown beside it
		{[]string{"-", gone}, loader.Options{}, "", false},
		{[]string{gone}, loader.Options{}, "gone: there is no such file or folder; check the spelling of the path", false},
		{[]string{gone, gone + "2"}, loader.Options{}, "nor can the other 1 be opened", false},
		{[]string{reply}, loader.Options{Against: journal}, "it is no identity, request or bundle", false},
		{[]string{reply}, loader.Options{Against: gone}, "there is no such file or folder; check the spelling of the path", false},
		{[]string{reply}, loader.Options{Against: text}, "", true},
		{[]string{journal}, loader.Options{ReplyFile: reply, AttemptID: "zz"}, "there is no such attempt", false},
	} {
		w, err := atOnce(t.Context(), c.paths, c.opt)
		switch {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%v %+v: %v, want %q", c.paths, c.opt, err, c.want)
		case (w != nil) != c.opens:
			t.Errorf("%v: opened %v", c.paths, w != nil)
		}
	}
	var errs bytes.Buffer
	if code := Run([]string{gone}, strings.NewReader(""), &bytes.Buffer{}, &errs); code != exitUsage || !strings.Contains(errs.String(), "gone: there is no such file or folder; check the spelling of the path") {
		t.Errorf("exit code %d: %s", code, errs.String())
	}
	errs.Reset()
	if code := Run([]string{"whatif"}, strings.NewReader(""), &bytes.Buffer{}, &errs); code != exitUsage || !strings.Contains(errs.String(), "not 0 arguments") {
		t.Errorf("exit code %d: %s", code, errs.String())
	}
	errs.Reset()
	if code := Run([]string{"diff", reply}, strings.NewReader(""), &bytes.Buffer{}, &errs); code != exitUsage || !strings.Contains(errs.String(), "not 1 argument\n") {
		t.Errorf("exit code %d: %s", code, errs.String())
	}
}
