package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// bareAmpersand is refused for the && in its state, line 5 column 23.
const bareAmpersand = `<conversation_summary>
  <goal>Move the exporter.</goal>
  <constraints>None.</constraints>
  <decisions>One retry.</decisions>
  <state>Ran é go build && go test.</state>
  <open_items>The clock.</open_items>
</conversation_summary>`

// fakeEditor makes an editor of that name, in a folder with a blank in its name,
// that notes its arguments and whether it has a terminal, and then runs script with
// the file's path in $file. It returns the command for VISUAL and where the notes are.
func fakeEditor(t *testing.T, name, script string) (command, notes string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "my editors")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	notes = filepath.Join(folder, "notes")
	text := `#!/bin/sh
for file; do echo "arg $file"; done >` + "'" + notes + `'
tty=no; test -t 0 && test -t 1 && test -t 2 && tty=terminal
{ echo $tty; ls -ld "$file" | cut -c1-10; ls -ld "$(dirname "$file")" | cut -c1-10; } >>'` + notes + `'
` + script + "\n"
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	return `"` + path + `"`, notes
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const mendWithSed = `sed -i 's/ && / and /' "$file"`

// A summary's own file is edited where it lies, at the fault, and judged anew; the
// terminal is as it was afterwards.
func TestEditorOnAFile(t *testing.T) {
	command, notes := fakeEditor(t, "nano", mendWithSed)
	t.Setenv("VISUAL", command+" -l")
	file := filepath.Join(t.TempDir(), "summary.xml")
	if err := os.WriteFile(file, []byte(bareAmpersand), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, file)
	s.expect("REJECTED", "all keys")
	s.press("E")
	s.expect("ACCEPTED", "1 → 0 findings") // its file is watched
	s.expectSequences("\x1b[?1049l", "\x1b[?1049h", "\x1b[?2004h", "\x1b[?1002h")
	if got, want := read(t, notes), "arg -l\narg +5,25\narg "+file+"\nterminal\n"; !strings.HasPrefix(got, want) {
		t.Errorf("the editor was started with\n%s, want\n%s", got, want)
	}
	if got := read(t, file); !strings.Contains(got, "build and go") {
		t.Errorf("the file holds %q", got)
	}
	s.press("\x1b[<0;20;3M") // a click, which the mouse still gives
	s.press("q")
	s.ends()
}

// What a bundle holds is evidence: a private copy is edited and judged as another
// answer of the attempt, and the copy is gone afterwards.
func TestEditorOnACopy(t *testing.T) {
	command, notes := fakeEditor(t, "vim", mendWithSed)
	t.Setenv("VISUAL", command)
	s := start(t)
	s.expect("Gallery", "all keys")
	s.press("g7n") // whichever is selected first
	s.expect("REJECTED xml_syntax")
	s.press("E")
	s.expect("ACCEPTED", "+ edited", "nothing is stored")
	lines := strings.Split(read(t, notes), "\n")
	copied := strings.TrimPrefix(lines[1], "arg ")
	if lines[0] != "arg +call cursor(5,23)" || filepath.Base(copied) != "summary.xml" || lines[2] != "terminal" || lines[3] != "-rw-------" || lines[4] != "drwx------" {
		t.Errorf("the editor was started with %q", lines)
	}
	if _, err := os.Stat(filepath.Dir(copied)); err == nil {
		t.Error("the copy is still there")
	}
	s.press("p")
	s.expect("REJECTED xml_syntax") // the attempt itself
	s.press("q")
	s.ends()
}

// An editor that changes nothing, fails, is not there or is not named leaves
// everything as it is and says so.
func TestEditorsThatDoNothing(t *testing.T) {
	quiet, _ := fakeEditor(t, "ed", "")
	interrupted, _ := fakeEditor(t, "joe", "trap '' INT QUIT; kill -INT 0; kill -QUIT 0") // ctrl+c and ctrl+\\ are the editor's
	failing, _ := fakeEditor(t, "hx", mendWithSed+"\nexit 3")
	for _, c := range []struct{ editor, want string }{
		{quiet, "closed without a change"},
		{interrupted, "closed without a change"},
		{failing, "exit status 3"},
		{"no-such-editor -w", `no-such-editor -w ($VISUAL): exec: "no-such-editor": executable file not found in $PATH`},
		{`"open`, "$VISUAL has a quote that does not close"},
		{"", "no editor is set; set VISUAL or EDITOR"},
	} {
		t.Setenv("VISUAL", c.editor)
		t.Setenv("EDITOR", "")
		s := start(t)
		s.expect("Gallery", "all keys")
		s.press("g7n") // whichever is selected first
		s.expect("REJECTED xml_syntax")
		s.press("E")
		s.expect(c.want)
		s.press("j")
		s.expect("all keys") // and nothing was added
		s.press("q")
		s.ends()
	}
}

// An attempt without an answer in hand gets an empty copy, and what is written into it
// is its answer.
func TestEditorWithoutAnAnswer(t *testing.T) {
	command, notes := fakeEditor(t, "hx", `printf '{"version":1}\n' >"$file"`)
	t.Setenv("VISUAL", command)
	s := start(t, "../../testdata/journals/live-canceled-hustle-timeout.jsonl.gz")
	s.expect("canceled", "all keys")
	s.press("E")
	s.expect("+ edited", "REJECTED token_usage") // the journal says that none was reported
	if got := read(t, notes); !strings.Contains(got, "reply.json\n") {
		t.Errorf("the editor was started with %q", got)
	}
	s.press("q")
	s.ends()
}
