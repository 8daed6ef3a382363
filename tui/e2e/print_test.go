package e2e

import (
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The text is printed on the terminal's own screen, and enter brings back all that the
// interface had: the other screen, its frame, the mouse, raw keys.
func TestPrintingAndBack(t *testing.T) {
	dir := t.TempDir()
	text := "<conversation_summary>\n<goal>evil \x1b]0;title\a text</goal>\n" + strings.Repeat("a line\n", 200) + "the last line\n</conversation_summary>\n"
	file := filepath.Join(dir, "a.xml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, flags := range [][]string{nil, {"--no-alt-screen"}} {
		s := boot(t, known, append(flags, file)...)
		s.expect("REJECTED")
		s.send("Y")
		if flags == nil {
			s.expect("\x1b[?1049l")
		}
		s.expect("<goal>evil ␛]0;title␇ text</goal>\r\n")
		s.expect("a line\r\na line\r\n") // the terminal turns line feeds itself
		s.expect("the last line\r\n</conversation_summary>\r\n")
		s.expect("[enter goes back to compactlens] ")
		s.send("not a key\r")
		if flags == nil {
			s.expect("\x1b[?1049h")
		}
		s.expect("\x1b[?1002h") // the mouse is the program's again
		s.send("z")
		s.expect("[zoom]")
		s.send("q")
		if all := s.end(0); strings.Contains(all, "\x1b]0;title") {
			t.Error("the file's text drives the terminal")
		}
	}
	// A signal ends it there, too.
	s := boot(t, known, file)
	s.expect("REJECTED")
	s.send("Y")
	s.expect("[enter goes back to compactlens] ")
	s.send("\x03")
	s.end(130)
}

// A view is exported in every form; a file that is there is replaced only after a
// second enter; a folder that cannot be written to is said.
func TestExporting(t *testing.T) {
	dir := t.TempDir()
	source, err := os.ReadFile(cases + "021-duplicate-state.xml")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir) // the program is run here
	if err := os.WriteFile("a b.xml", source, 0o600); err != nil {
		t.Fatal(err)
	}
	s := boot(t, known, "a b.xml")
	s.expect("REJECTED")
	s.send("X")
	s.expect("a-b-summary.html")
	s.send("\r")
	s.expect("Written: ")
	for _, name := range []string{"all.txt", "screen.svg"} {
		s.send("X")
		s.expect("Export the view")
		if name == "screen.svg" {
			s.send("\t")
			s.expect("Export the screen")
		}
		s.send("\x15" + name + "\r") // ctrl+u empties the prompt
		s.expect("Written: ")
	}
	s.send("X")
	s.expect("Export the view")
	s.send("\x15all.txt\r")
	s.expect("enter once more replaces it")
	s.send("\r")
	s.expect("Written: ")
	s.send("X")
	s.expect("Export the view")
	s.send("\x15no/such.html\r")
	s.expect("not written: cannot ")
	s.send("\x1b")
	s.expect("all keys")
	s.send("q")
	s.end(0)

	for name, want := range map[string]string{"a-b-summary.html": "stands a second time", "screen.svg": "Checks"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		d := xml.NewDecoder(strings.NewReader(string(b)))
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if e, is := token.(xml.StartElement); is && e.Name.Local == "script" {
				t.Errorf("%s has a script", name)
			}
			if x, is := token.(xml.CharData); is {
				text.Write(x)
			}
		}
		if !strings.Contains(text.String(), want) || strings.Contains(string(b), "\x1b") || !strings.Contains(string(b), "#ff8380") {
			t.Errorf("%s: no %q, or a sequence, or not the theme's colours", name, want)
		}
	}
	if b, err := os.ReadFile("all.txt"); err != nil || !strings.Contains(string(b), "stands a second time") || strings.Contains(string(b), "\x1b") {
		t.Errorf("all.txt: %q, %v", b, err)
	}
	if left, err := os.ReadDir("."); err != nil || len(left) != 4 {
		t.Errorf("left behind: %v", left)
	}
}
