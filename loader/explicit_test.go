package loader

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// The attempt that a reply belongs to is named by its id, the beginning of that, or its
// number; where it is none, or several, candidates are named.
func TestAttemptNamed(t *testing.T) {
	dir := write(t, map[string]string{"r.xml": "<conversation_summary/>"})
	reply := filepath.Join(dir, "r.xml")
	journal := find(t, journals, "live-invalid-summaries.jsonl")
	all := mustOpen(t, Options{}, journal).Attempts
	for text, want := range map[string]string{
		"2": all[1].Key(), "21": all[20].Key(), all[4].Key(): all[4].Key(), all[4].Key()[:12]: all[4].Key(),
		"22": "", "0": "", "35": "", "-1": "", "zz": "", "": "",
	} {
		w, err := Open(t.Context(), []string{journal}, Options{ReplyFile: reply, AttemptID: text}, nil)
		if want == "" {
			var usage *UsageError
			if !errors.As(err, &usage) || !strings.Contains(err.Error(), all[0].Key()) || !strings.Contains(err.Error(), "and 17 more") {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		for _, a := range w.Attempts {
			if (a.Key() == want) != (a.Reply != nil && a.Reply.Source.Path == reply) {
				t.Errorf("%q: the reply of %s is %v", text, a.Key(), a.Reply)
			}
		}
	}
}
