package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

var annotated = regexp.MustCompile(`file=([^,]+),line=(\d+),endLine=(\d+),col=(\d+)(?:,endColumn=(\d+))?`)

// Annotations lie inside their files, whatever ends those.
func TestAnnotationsLieInTheFile(t *testing.T) {
	cases, err := filepath.Glob("../../testdata/cases/*")
	if err != nil || len(cases) == 0 {
		t.Fatal(cases, err)
	}
	files := map[string][]byte{}
	for _, path := range cases {
		b := bytes.TrimRight(testFile(t, path), "\r\n")
		for end, s := range map[string]string{"none": "", "one": "\n", "two": "\n\n", "crlf": "\r\n", "blank": "\n  "} {
			files[filepath.Join(end, filepath.Base(path))] = append(bytes.Clone(b), s...)
		}
	}
	place(t, files)
	_, out, _ := run("check", "--format", "github", ".")
	all := annotated.FindAllStringSubmatch(out, -1)
	for _, m := range all {
		b, err := os.ReadFile(m[1])
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.Count(b, []byte("\n"))
		if !bytes.HasSuffix(b, []byte("\n")) {
			lines++
		}
		var n [4]int
		for i := range n {
			n[i], _ = strconv.Atoi(m[i+2])
		}
		if line, end, col, endCol := n[0], n[1], n[2], n[3]; line < 1 || end < line || end > lines || col < 1 || m[5] != "" && (end != line || endCol < col) {
			t.Errorf("%s, of %d lines", m[0], lines)
		}
	}
	if len(all) < 100 {
		t.Errorf("%d annotations", len(all))
	}
}
