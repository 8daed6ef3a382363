package cli

import (
	"strings"
	"testing"
)

// What is wrong on the command line is named, with what to do instead, and the exit code
// is 2.
func TestMistakesAreNamed(t *testing.T) {
	place(t, uselessFiles(t))
	for _, c := range []struct {
		args  []string
		wants []string
	}{
		{[]string{"completion", "tcsh"}, []string{`"tcsh"`, "bash", "zsh", "fish", "powershell"}},
		{[]string{"completion", ""}, []string{`""`, "bash"}},
		{[]string{"config", "bogus"}, []string{`"bogus"`, "config init"}},
		{[]string{"help", "bogus"}, []string{`"bogus"`, "compactlens --help"}},
		{[]string{"explain", "nonsense"}, []string{`"nonsense"`, "compactlens explain lists all"}},
		{[]string{"explain", "bare-ampersnd"}, []string{"did you mean summary/bare-ampersand"}},
		{[]string{"fix", "bad.xml", "-o", ""}, []string{"--output", "the path of a file"}},
		{[]string{"fix", "bad.xml", "--write", "-o", ""}, []string{"--output", "the path of a file"}},
		{[]string{"check", "bad.xml", "--against", ""}, []string{"--against", "the path of a file"}},
		{[]string{"check", "whole.jsonl", "--reply", "", "--attempt", "1"}, []string{"--reply", "the path of a file"}},
		{[]string{"check", "bad.xml", "--against", "nowhere"}, []string{`"nowhere"`, "check the spelling"}},
		{[]string{"check", "bad.xml", "--against", "good.xml"}, []string{`"good.xml"`, "give a file that holds one"}},
		{[]string{"check", "whole.jsonl", "--reply", "other.jsonl", "--attempt", "1"}, []string{`"other.jsonl"`, "give a captured"}},
		{[]string{"check", "whole.jsonl", "--reply", "good.xml", "--attempt", "9"}, []string{`"9"`, "there is"}},
		{[]string{"whatif", "bad.xml", "--set", "foo=1"}, []string{`"foo"`, "max_summary_tokens"}},
		{[]string{"whatif", "bad.xml", "--set", "max_sumary_tokens=1"}, []string{`"max_sumary_tokens"`, "did you mean max_summary_tokens?"}},
		{[]string{"whatif", "bad.xml", "--set", "=1"}, []string{`""`, "max_summary_tokens"}},
		{[]string{"whatif", "bad.xml#2"}, []string{"bad.xml#2", "the only one is 1"}},
		{[]string{"diff", "bad.xml#7", "good.xml"}, []string{"bad.xml#7", "the only one is 1"}},
		{[]string{"check", "bad.xml", "--format", "xml"}, []string{`"xml"`, "sarif"}},
		{[]string{"check", "bad.xml", "--bogus"}, []string{"--bogus", "compactlens check --help"}},
	} {
		code, out, errs := run(c.args...)
		if code != exitUsage {
			t.Errorf("%q: exit code %d: %s%s", c.args, code, out, errs)
		}
		for _, want := range c.wants {
			if !strings.Contains(errs, want) {
				t.Errorf("%q: no %s: %s", c.args, want, errs)
			}
		}
	}
	for _, args := range [][]string{{"help", "check"}, {"help"}, {"completion", "bash"}, {"completion"}, {"help", "config", "init"}} {
		if code, _, errs := run(args...); code != exitAccepted {
			t.Errorf("%q: exit code %d: %s", args, code, errs)
		}
	}
	t.Setenv("COMPACTLENS_THEME", "xx")
	for _, args := range [][]string{{"check", "good.xml"}, {"check", "--color", "always", "good.xml"}} {
		if code, _, errs := run(args...); code != exitUsage || !strings.Contains(errs, "COMPACTLENS_THEME") {
			t.Errorf("%q: exit code %d: %s", args, code, errs)
		}
	}
	if code, _, errs := run("check", "--theme", "yy", "good.xml"); code != exitUsage || strings.Contains(errs, "COMPACTLENS_THEME") {
		t.Errorf("exit code %d: %s", code, errs)
	}
}
