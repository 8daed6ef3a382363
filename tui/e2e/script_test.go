package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/golden"

	"github.com/rogpeppe/go-internal/testscript"
)

// Each script is a session at a shell: commands, what they print, how they exit,
// and the files they leave.
func TestScripts(t *testing.T) {
	data, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: golden.Updating(),
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
			env.Setenv("DATA", data)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			// exits CODE COMMAND... runs a command and wants exactly this exit code.
			"exits": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: exits CODE COMMAND [ARG...]")
				}
				err := ts.Exec(args[1], args[2:]...)
				got := "0"
				if err != nil {
					got = strings.TrimPrefix(err.Error(), "exit status ")
				}
				if got != args[0] {
					ts.Fatalf("exit code %s, want %s", got, args[0])
				}
			},
			// bytes FILE SIZE makes a file of one line of that many bytes.
			"bytes": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) != 3 {
					ts.Fatalf("usage: bytes FILE SIZE BYTE")
				}
				size := 0
				for _, c := range args[1] {
					size = size*10 + int(c-'0')
				}
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(args[2], size)), 0o600))
			},
		},
	})
}
