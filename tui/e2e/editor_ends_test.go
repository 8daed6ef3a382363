//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// An editor that fails, is killed, or leaves the line discipline as it wanted it for
// itself is said to have failed; the screen goes on, and the terminal is left in order.
func TestTerminalAfterAnEditorThatFails(t *testing.T) {
	for script, says := range map[string]string{
		"exit 3": "exit status 3", "kill -KILL $$": "killed", "stty raw -echo; exit 4": "exit status 4", `printf '\033[?1049h\033[?25l'; exit 5`: "exit status 5",
	} {
		editor := filepath.Join(t.TempDir(), "ed")
		if err := os.WriteFile(editor, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		x := open(t, opening{args: []string{rejected(t)}, env: append([]string{"EDITOR=" + editor}, known...)})
		x.says("REJECTED")
		x.send("E")
		x.says(says)
		x.send("a")
		x.says("primary")
		x.send("q")
		x.end(0)
	}
}
