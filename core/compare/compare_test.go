package compare

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"compactlens/core/inspect"
	"compactlens/core/pulse/pulsetest"
	"compactlens/core/source"
)

func judge(text string) *inspect.Verdict {
	b := []byte(text)
	v := inspect.Judge(inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormSummary, File: source.NewText(b), Text: inspect.Excerpt{Bytes: b, Map: source.Offsets(0, len(b))}}})
	return &v
}

const good = "<conversation_summary><goal>Port it</goal><constraints>a</constraints><decisions>One retry</decisions><state>41 pass</state><open_items/></conversation_summary>"

// describe writes a comparison in one line.
func describe(c Comparison) string {
	var parts []string
	for _, s := range c.Sections {
		if s.Change != Same {
			parts = append(parts, fmt.Sprintf("%v %v", s.ID, s.Change))
		}
	}
	if len(c.Around.Hunks) > 0 {
		parts = append(parts, "around")
	}
	for _, f := range c.Findings {
		word := [...]string{Same: "same", Removed: "fixed", Added: "new"}[f.Change]
		parts = append(parts, word+" "+c.Of(f).Rule.ID)
	}
	return strings.Join(parts, ", ")
}

func TestVerdicts(t *testing.T) {
	replace := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(good) }
	for _, c := range []struct{ name, old, new, want string }{
		{"the same", good, good, ""},
		{"a section", good, replace("41", "43"), "state changed"},
		{"a section that was empty", good, replace("<open_items/>", "<open_items>x</open_items>"), "open_items changed, around"},
		{"a fault mended", replace("One retry", "a && b"), good, "decisions changed, fixed summary/bare-ampersand"},
		{"a fault made", good, replace("One retry", "a && b"), "decisions changed, new summary/bare-ampersand"},
		{"a fault that stays, elsewhere", replace("One retry", "a && b"), replace("One retry", "longer: a && b"), "decisions changed, same summary/bare-ampersand"},
		{"a fault that stays, with another text", replace("One retry", "a && b"), replace("One retry", "a & b"), "decisions changed, same summary/bare-ampersand"},
		{"one of two faults", replace("One retry", "a && b", "41", "&"), replace("41", "&"), "decisions changed, fixed summary/bare-ampersand, same summary/bare-ampersand"},
		{"a section left out", good, replace("<open_items/>", ""), "open_items removed, around, new summary/missing-section"},
		{"sections swapped", good, replace("<goal>Port it</goal>", "", "<state>", "<goal>Port it</goal><state>"), "around, new summary/misplaced-section"},
		{"a second state before the first", good, replace("<state>", "<state>new</state><state>"), "state added, around, new summary/duplicate-section"},
		{"white space around", good, good + "\n", "around, new summary/trailing-newline"},
		{"no summary", good, "nothing", "goal removed, constraints removed, decisions removed, state removed, open_items removed, around, new summary/no-root"},
		{"nothing on both sides", "", "", "same summary/empty-document"},
	} {
		got := Verdicts(judge(c.old), judge(c.new))
		if describe(got) != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, describe(got), c.want)
		}
		if got.Same() != (c.old == c.new) {
			t.Errorf("%s: same is %v", c.name, got.Same())
		}
		back := Verdicts(judge(c.new), judge(c.old))
		if back.Count(Removed) != got.Count(Added) || back.Count(Added) != got.Count(Removed) || back.Count(Same) != got.Count(Same) {
			t.Errorf("%s: backwards %s", c.name, describe(back))
		}
	}
}

// Each section is in the comparison once, at its own bytes.
func TestEverySectionOnce(t *testing.T) {
	old := strings.Replace(good, "<state>", "<state>x</state><state>", 1)
	new := strings.Replace(good, "<goal>", "<state>41 pass</state><goal>", 1)
	c := Verdicts(judge(old), judge(new))
	var a, b []string
	for _, s := range c.Sections {
		if s.Change != Added {
			a = append(a, s.ID.String()+":"+string(s.Old.Of([]byte(old))))
		}
		if s.Change != Removed {
			b = append(b, s.ID.String()+":"+string(s.New.Of([]byte(new))))
		}
	}
	if got := strings.Join(a, " "); got != "goal:Port it constraints:a decisions:One retry state:x state:41 pass open_items:" {
		t.Error(got)
	}
	if len(b) != 6 {
		t.Error(b)
	}
}

// Once its context ended, comparing does nothing more that takes long.
func TestVerdictsStop(t *testing.T) {
	old := judge(strings.Replace(good, "41 pass", strings.Repeat("a line\n", 300_000), 1))
	new := judge(strings.Replace(good, "41 pass", strings.Repeat("another\n", 300_000), 1))
	whole := pulsetest.UpTo(1 << 40)
	_, err := VerdictsContext(whole, old, new)
	all := whole.Asked
	if err != nil || all < 30 {
		t.Fatalf("the context is asked %d times: %v", all, err)
	}
	for _, n := range []int{0, all / 3, all - 1} {
		ctx := pulsetest.UpTo(n)
		c, err := VerdictsContext(ctx, old, new)
		if err != context.Canceled || c.Sections != nil || ctx.Asked > n+1+len(old.Sections)+2 {
			t.Errorf("ended at the %d. of %d times: %v, asked %d times", n, all, err, ctx.Asked)
		}
	}
}
