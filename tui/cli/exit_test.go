package cli

import (
	"os"
	"strings"
	"testing"
)

// Every command that judges says in its help, and the README of it, what its exit codes
// are; and they are that: check goes by the answers, whatif by how the attempt ends.
func TestExitCodesAreSaid(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, codes, found := strings.Cut(string(readme), "| exit code |")
	codes, _, _ = strings.Cut(codes, "\n\n")
	if !found {
		t.Error("the README has no table of exit codes")
	}
	judging := map[string]bool{}
	for _, c := range rootCommand().Commands() {
		if c.Flags().Lookup("ascii") == nil {
			continue
		}
		judging[c.Name()] = true
		_, said, ok := strings.Cut(c.Long, "Exit codes:")
		for _, code := range []string{" 0 ", "1 ", "2 ", "3 "} {
			if !ok || !strings.Contains(said, code) {
				t.Errorf("the help of %s does not say what exit code %sis", c.Name(), code)
			}
		}
		if !strings.Contains(codes, "`"+c.Name()+"`") {
			t.Errorf("the README does not say what the exit codes of %s are", c.Name())
		}
	}
	if len(judging) != 4 {
		t.Errorf("the commands that judge are %v", judging)
	}
	place(t, map[string][]byte{
		"good.xml": []byte(goodSummary), "bad.xml": []byte("<conversation_summary/>"), "mend.xml": []byte(strings.Replace(goodSummary, "Move", "a & b", 1)),
		"late.attempt.json": testFile(t, "../../testdata/cases/136-stale-basis.attempt.json"),
	})
	for args, want := range map[string]int{
		"check good.xml": 0, "check bad.xml": 1, "check nowhere": 2, "check late.attempt.json": 0,
		"whatif good.xml": 0, "whatif bad.xml": 1, "whatif nowhere": 2, "whatif late.attempt.json": 1,
		"fix good.xml": 0, "fix mend.xml": 0, "fix bad.xml": 1, "fix nowhere": 2, "fix late.attempt.json": 0,
		"diff good.xml good.xml": 0, "diff good.xml bad.xml": 1, "diff good.xml nowhere": 2,
	} {
		if code, out, errs := run(strings.Fields(args)...); code != want {
			t.Errorf("%s: exit code %d, want %d: %s%s", args, code, want, out, errs)
		}
	}
}
