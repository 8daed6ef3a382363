package cli

import (
	"slices"
	"strings"
	"testing"

	"compactlens/core/testfile"
)

// Of a compressed answer that is damaged, the damage is said before anything that is
// judged, no model is blamed for what it may have done, and nothing is mended.
func TestDamagedAnswers(t *testing.T) {
	bundle := testFile(t, "../../loader/gallery/08-xml-syntax.attempt.json")
	response := testFile(t, journalsDir+"live-committed-manual.response-1.json")
	const summary = "<conversation_summary><goal>Move the invoice exporter into the queue worker</goal><constraints/><decisions/><state>Ran go build and go test; 41 of 43 pass.</state><open_items/></conversation_summary>"
	files := map[string][]byte{}
	for name, b := range map[string][]byte{"summary.xml": []byte(summary), "reply.txt": []byte(`{"version":1,"summary":"` + summary + `"}`), "response.json": response, "bundle.attempt.json": bundle} {
		packed := testfile.Zipped(t, b)
		for i, part := range []int{3, 5, 7, 8, 9} {
			files["cut/"+string(rune('0'+i))+name+".gz"] = packed[:len(packed)*part/10]
		}
		changed := slices.Clone(packed)
		changed[len(changed)-8] ^= 0x40 // of the checksum
		files["changed/"+name+".gz"] = changed
		files["end/"+name+".gz"] = packed[:len(packed)-5]
	}
	place(t, files)
	judged := 0
	for path := range files {
		_, out, _ := run("check", path)
		before, _, is := strings.Cut(out, "\nerror[")
		if !is && !strings.Contains(out, ": accepted") {
			continue // nothing was left to be judged
		}
		judged++
		if damaged := "the compressed file is damaged: bytes"; !strings.Contains(before, "the compressed file is cut short") && !strings.Contains(before, damaged) {
			t.Errorf("check %s: the damage is not said first: %s", path, out)
		}
		for _, blame := range []string{"token budget", "cut at the token cap", "cut on the way", "cut before the last tag", "never written"} {
			if strings.Contains(out, blame) {
				t.Errorf("check %s: %q: %s", path, blame, out)
			}
		}
		_, out, errs := run("fix", path, "--meaning")
		if strings.Contains(out, "repaired") || !strings.Contains(out, "the compressed file is") {
			t.Errorf("fix %s: %s%s", path, out, errs)
		}
	}
	if judged < 8 {
		t.Errorf("%d were judged", judged)
	}
}
