//go:build unix

package e2e

import (
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// refused is something on disk of which not all is read.
type refused struct {
	name string
	make func(t *testing.T, path string)
	want string // what is said of it: what it is, the bound where there is one, the remedy
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// sparse makes a file that begins with text and is size bytes long, of which the disk
// holds next to nothing.
func sparse(text string, size int64) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		must(t, os.WriteFile(path, []byte(text), 0o600))
		must(t, os.Truncate(path, size))
	}
}

// bomb makes a file of a few kilobytes that decompresses to size bytes of blanks.
func bomb(size int64) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		f, err := os.Create(path)
		must(t, err)
		z, err := gzip.NewWriterLevel(f, gzip.BestSpeed)
		must(t, err)
		blanks := []byte(strings.Repeat(" ", mebi))
		for left := size; left > 0; left -= mebi {
			_, err := z.Write(blanks[:min(left, mebi)])
			must(t, err)
		}
		must(t, z.Close())
		must(t, f.Close())
	}
}

func inside(levels int) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		must(t, os.MkdirAll(path+strings.Repeat("/d", levels), 0o700))
	}
}

func refusals() []refused {
	const document = 256 * mebi
	head := "<conversation_summary>" + strings.Repeat(" ", 64*kibi)
	return []refused{
		{"large.xml", sparse(head, document+1), "is larger than a document may be: 268435457 bytes, at most 268435456 | give the journal or the single reply instead"},
		{"huge.xml", sparse(head, 1<<40), "is larger than a document may be: 1099511627776 bytes, at most 268435456 | give the journal or the single reply instead"},
		{"bomb.xml.gz", bomb(document + 1), "its decompressed content is larger than is read: over 268435456 bytes | if it is a journal, decompress it and open the file; no other document may be larger"},
		{"deep", inside(17), "folders below this one are not entered: 16 levels | open the deeper folder itself"},
		{"circle", func(t *testing.T, path string) { must(t, os.Symlink("circle", path)) }, "cannot be read: too many levels of symbolic links | check that it exists and that you may read it"},
		{"pipe.xml", func(t *testing.T, path string) { must(t, syscall.Mkfifo(path, 0o600)) }, "is a device, pipe or socket, not a file | pipe it to standard input and give - as the path"},
		{"device.xml", func(t *testing.T, path string) { must(t, os.Symlink("/dev/zero", path)) }, "is a device, pipe or socket, not a file | pipe it to standard input and give - as the path"},
		{"gone.xml", func(*testing.T, string) {}, "there is no such file or folder | check the spelling of the path"},
	}
}

// What cannot be read whole says, in a report and on screen, what it is, the bound and
// why, and what to do instead; and nothing waits for it.
func TestFilesThatAreNotRead(t *testing.T) {
	for _, c := range refusals() {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.name)
			c.make(t, path)
			out, errs := said(t, nil, "check", path)
			for want := range strings.SplitSeq(c.want, " | ") {
				if !strings.Contains(string(out), want) {
					t.Errorf("no %q in the report: %.500s%.500s", want, out, errs)
				}
			}
			code := 0
			if _, err := os.Stat(path); err != nil {
				code = 2 // there is nothing to show
			}
			x := open(t, opening{args: []string{path}, env: known, cols: 200, rows: 40})
			x.says(strings.Split(c.want, " | ")...)
			if code == 0 {
				x.send("q")
			}
			x.end(code)
		})
	}
}

// Standard input has the same bounds, with a remedy of its own.
func TestStandardInputThatIsNotRead(t *testing.T) {
	for _, c := range []struct {
		make func(t *testing.T, path string)
		want string
	}{
		{sparse(" ", 256*mebi+1), "standard input holds more than is read of it: over 268435456 bytes; if it is a journal, write it to a file and open that; no other document may be larger\n"},
		{bomb(256*mebi + 1), "its decompressed content is larger than is read: over 268435456 bytes; if it is a journal, decompress it and open the file; no other document may be larger\n"},
	} {
		path := filepath.Join(t.TempDir(), "in")
		c.make(t, path)
		f, err := os.Open(path)
		must(t, err)
		var out strings.Builder
		cmd := exec.Command(binary, "check", "-")
		cmd.Stdin, cmd.Stdout = f, &out
		_ = cmd.Run() // it must fail
		must(t, f.Close())
		if code := cmd.ProcessState.ExitCode(); code != 2 || out.String() != "problem: -: "+c.want {
			t.Errorf("exit code %d: %q, want %q", code, out.String(), c.want)
		}
	}
}
