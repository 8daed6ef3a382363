package cli

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/testfile"
)

const journalsDir = "../../testdata/journals/"

// testFile returns the content of a file of the tests, decompressed.
func testFile(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(path, ".gz") {
		return b
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err == nil {
		b, err = io.ReadAll(z)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// place puts files, by their paths below it, into a new folder, which becomes the
// working directory.
func place(t *testing.T, files map[string][]byte) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, b := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func run(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = Run(args, strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}

const goodSummary = "<conversation_summary><goal>Move it</goal><constraints/><decisions/><state>Half done</state><open_items/></conversation_summary>"

// uselessFiles are files and folders of which nothing can be judged.
func uselessFiles(t *testing.T) map[string][]byte {
	const name = journalsDir + "live-committed-manual"
	journal := testFile(t, name+".jsonl.gz")
	packed := testfile.Zipped(t, journal)
	flipped := testfile.Zipped(t, []byte(goodSummary))
	flipped[10] |= 6 // there is no such kind of block
	lines := bytes.SplitAfter(journal, []byte("\n"))
	return map[string][]byte{
		"good.xml": []byte(goodSummary), "bad.xml": []byte("<conversation_summary/>"), "some/good.xml": []byte(goodSummary), "some/README.md": []byte("# Notes\n"),
		"other.jsonl": []byte("{}\n{}\n"), "blank.jsonl": []byte("  \n\n \n"), "two.gz": {0x1F, 0x8B}, "flipped.xml.gz": flipped,
		"cut.jsonl.gz": packed[:len(packed)/8], "stub.jsonl": journal[:300], "begin.jsonl": bytes.Join(lines[:3], nil),
		"torn.jsonl": append(bytes.Join(lines[:len(lines)-1], nil), `{"half`...), "empty.json": nil,
		"seen.hooks.jsonl": testFile(t, name+".hooks.jsonl"), "request.json": testFile(t, name+".input-1.json.gz"),
		"identity.json":    []byte(`{"revision":7,"through_event_id":"8f0f7a2e-6f0f-4a53-9a52-5f3f8b1d2c11"}`),
		"nest/in/good.xml": []byte(goodSummary), "strange/README.md": []byte("# Notes\n"), "strange/more/a.go": []byte("package a\n"),
		"sessions/a.jsonl": bytes.Join(lines[:3], nil), "half.jsonl": append(bytes.Join(lines[:3], nil), `{"half`...),
		"trailing.xml.gz": append(testfile.Zipped(t, []byte(goodSummary)), "junk"...),
		"torn/a.jsonl":    append(bytes.Join(lines[:3], nil), `{"half`...), "whole.jsonl": journal, "whole.hooks.jsonl": testFile(t, name+".hooks.jsonl"),
	}
}

// A path that was named and of which nothing can be judged or used makes the exit code
// 2 and is in every format; what is passed over in a folder, and evidence beside what it
// belongs to, does not.
func TestNothingToJudge(t *testing.T) {
	place(t, uselessFiles(t))
	for _, c := range []struct {
		paths string
		code  int
		kind  string // of the problem that says so; empty for none
	}{
		{"other.jsonl", exitUsage, "unknown"},
		{"blank.jsonl", exitUsage, "unknown"},
		{"two.gz", exitUsage, "bad_gzip"},
		{"flipped.xml.gz", exitUsage, "bad_gzip"},
		{"cut.jsonl.gz", exitUsage, "bad_gzip"},
		{"stub.jsonl", exitUsage, "unknown"},
		{"begin.jsonl", exitAccepted, ""},
		{"sessions", exitAccepted, ""},
		{"torn", exitAccepted, ""},
		{"half.jsonl", exitAccepted, ""},
		{"torn half.jsonl sessions", exitAccepted, ""},
		{"trailing.xml.gz", exitAccepted, ""},
		{"empty.json", exitUsage, "empty"},
		{"seen.hooks.jsonl", exitUsage, "hooks_alone"},
		{"request.json", exitUsage, "request_alone"},
		{"identity.json", exitUsage, "identity_alone"},
		{"strange", exitUsage, "nothing"},
		{"nowhere", exitUsage, "not_found"},
		{"good.xml other.jsonl", exitUsage, "unknown"},
		{"bad.xml good.xml seen.hooks.jsonl", exitUsage, "hooks_alone"},
		{"some strange", exitUsage, "nothing"},
		{"some", exitAccepted, ""},
		{"some some/good.xml", exitAccepted, ""},
		{". some strange", exitRejected, ""},
		{"nest/in nest", exitAccepted, ""},
		{"nest nest/in", exitAccepted, ""},
		{"nest nest", exitAccepted, ""},
		{"good.xml identity.json", exitAccepted, ""},
		{"whole.jsonl whole.hooks.jsonl request.json", exitAccepted, ""},
		{"torn.jsonl", exitAccepted, ""},
		{"bad.xml", exitRejected, ""},
	} {
		paths := strings.Fields(c.paths)
		code, out, errs := run(append([]string{"check", "--format", "json"}, paths...)...)
		if code != c.code || strings.Contains(out, `"severity": "fatal"`) != (c.kind != "") || c.kind != "" && !strings.Contains(out, `"kind": "`+c.kind+`"`) {
			t.Errorf("check %s: exit code %d, want %d with %q: %s%s", c.paths, code, c.code, c.kind, out, errs)
		}
		for format, want := range map[string]string{
			"text": "problem", "jsonl": `{"problem":{"source":`, "sarif": `"executionSuccessful": false`, "junit": "<error message=", "github": "::error", "markdown": "- ", "html": "<h2>Problems", "linear": "Problem",
		} {
			code, out, errs := run(append([]string{"check", "--format", format}, paths...)...)
			if code != c.code || c.kind != "" && !strings.Contains(out, want) {
				t.Errorf("check --format %s %s: exit code %d: %s%s", format, c.paths, code, out, errs)
			}
			if format == "sarif" && c.kind != "" && !strings.Contains(out, `"id": "`+c.kind+`"`) {
				t.Errorf("check --format sarif %s: no notification: %s", c.paths, out)
			}
		}
	}
}

// Damage beside attempts is told in every format, and fails with --strict alone.
func TestDamageBesideAttempts(t *testing.T) {
	place(t, uselessFiles(t))
	code, out, _ := run("check", "--strict", "--format", "junit", "torn.jsonl", "good.xml")
	if code != exitRejected || !strings.Contains(out, `errors="1"`) || !strings.Contains(out, `type="half_line"`) {
		t.Errorf("exit code %d: %s", code, out)
	}
	if code, out, _ = run("check", "--strict", "good.xml"); code != exitAccepted {
		t.Errorf("exit code %d: %s", code, out)
	}
	if _, out, _ = run("check", "--format", "sarif", "torn.jsonl"); !strings.Contains(out, `"executionSuccessful": true`) || !strings.Contains(out, `"level": "warning"`) {
		t.Errorf("sarif: %s", out)
	}
}

// What is of no use is said in the same words by the commands that want one answer.
func TestNothingToMend(t *testing.T) {
	place(t, uselessFiles(t))
	for path, want := range map[string]string{
		"other.jsonl": "other.jsonl: is nothing this program reads", "seen.hooks.jsonl": "seen.hooks.jsonl: is what compaction hooks saw", "strange": "strange: holds nothing to inspect",
	} {
		for _, command := range []string{"fix", "whatif"} {
			if code, _, errs := run(command, path); code != exitUsage || !strings.Contains(errs, want) {
				t.Errorf("%s %s: exit code %d: %s", command, path, code, errs)
			}
		}
	}
	if code, _, errs := run("whatif", "request.json"); code != exitAccepted {
		t.Errorf("a request alone has steps, too: exit code %d: %s", code, errs)
	}
}
