package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/testfile"
)

// A capture of a provider's body that is cut, compressed or not, is no failure of the
// provider, and says what is the matter with it.
func TestCutBodies(t *testing.T) {
	bodies, err := filepath.Glob("../../testdata/captures/*.response.json")
	if err != nil || len(bodies) == 0 {
		t.Fatal(bodies, err)
	}
	files := map[string][]byte{}
	for _, path := range append(bodies, journalsDir+"live-committed-manual.response-1.json") {
		b := testFile(t, path)
		packed := testfile.Zipped(t, b)
		for _, part := range []string{"3", "5", "7", "9"} {
			n := int(part[0] - '0')
			name := part + "." + filepath.Base(path)
			files[name], files[name+".gz"] = b[:len(b)*n/10], packed[:len(packed)*n/10]
		}
	}
	place(t, files)
	cut := 0
	for path := range files {
		_, out, _ := run("check", path)
		if strings.Contains(path, "html-gateway") || strings.Contains(path, "error-in-200") || strings.Contains(path, "overloaded") {
			continue // these are errors
		}
		if strings.Contains(out, "a provider that failed") {
			t.Errorf("%s: %s", path, out)
		}
		if strings.Contains(out, ": no answer in hand") {
			if cut++; !strings.Contains(out, "is not valid JSON") && !strings.Contains(out, "is cut short") {
				t.Errorf("%s says not what is the matter: %s", path, out)
			}
		}
	}
	if cut < 40 {
		t.Errorf("%d bodies were cut", cut)
	}
}
