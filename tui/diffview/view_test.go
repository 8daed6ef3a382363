package diffview

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"compactlens/core/compare"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

func judge(text string) *inspect.Verdict {
	b := []byte(text)
	v := inspect.Judge(inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormSummary, File: source.NewText(b), Text: inspect.Excerpt{Bytes: b, Map: source.Offsets(0, len(b))}}})
	return &v
}

const good = "<conversation_summary><goal>Port it</goal><constraints>a</constraints><decisions>One retry</decisions><state>41 pass</state><open_items/></conversation_summary>"

func document(old, new string) *Document {
	d, _ := New(context.Background(), "old.xml", "new.xml", compare.Verdicts(judge(old), judge(new)))
	return d
}

func drawn(v *View) string {
	var c canvas.Canvas
	c.Reset(v.w, v.h)
	v.Draw(c.Area())
	rows := strings.Split(c.Plain(), "\n")
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ▐")
	}
	return strings.TrimRight(strings.Join(rows, "\n"), "\n")
}

func shown(old, new string, all, split bool, w int) string {
	var v View
	v.SetDocument(document(old, new), source.Display{})
	v.SetForm(all, split)
	v.SetSize(w, 60)
	return drawn(&v)
}

func TestForms(t *testing.T) {
	state := func(s string) string { return strings.Replace(good, "41 pass", s, 1) }
	for _, c := range []struct {
		name, old, new string
		all, split     bool
		want           string
	}{
		{"the same", good, good, false, false, "  = Nothing differs: neither the summaries nor the findings.\n\n  = the same: goal, constraints, decisions, state, open_items"},
		{"one column", state("a\nb c\nd"), state("a\nb x\nd"), false, false,
			"  ~ state · changed · 7 bytes\n     1   a\n     2 - b c\n     2 + b x\n     3   d\n\n  = the same: goal, constraints, decisions, open_items"},
		{"two columns", state("a\nb c\nd"), state("a\nb x\ny\nd"), false, true,
			"  ~ state · changed · 9 bytes, was 7\n     1   a                      │    1   a\n     2 - b c                    │    2 + b x\n                                │    3 + y\n     3   d                      │    4   d\n\n  = the same: goal, constraints, decisions, open_items"},
		{"gaps", state("1\n2\n3\n4\n5\n6\n7\n8\n9"), state("1\n2\n3\n4\n5\n6\n7\n8\nx"), false, false,
			"  ~ state · changed · 17 bytes\n      … 5 lines the same\n     6   6\n     7   7\n     8   8\n     9 - 9\n     9 + x\n\n  = the same: goal, constraints, decisions, open_items"},
		{"no summaries", "nothing", "nothing else", false, false, "    findings · 0 fixed · 0 new · 1 the same\n\n  ~ outside the sections · changed\n       - nothing\n       + nothing else"},
	} {
		if got := shown(c.old, c.new, c.all, c.split, 64); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	for _, split := range []bool{false, true} {
		got := shown(good, state("x"), true, split, 100)
		for _, want := range []string{"= goal · same · 7 bytes", "Port it", "~ state · changed", "= the same: open_items"} {
			if !strings.Contains(got, want) {
				t.Errorf("all lines, split %v: no %q:\n%s", split, want, got)
			}
		}
	}
}

// An end of a line that alone differs is told, on the side that has none.
func TestEndsAreTold(t *testing.T) {
	for _, c := range []struct {
		old, new string
		split    bool
		want     []string // in this order
	}{
		{good + "\n", good, false, nil},
		{good + "\n", good, true, []string{`│`, `\ no line break at the end`}},
		{good, good + "\n", true, []string{`\ no line break at the end`, `│`}},
	} {
		got, found := "", 0
		for _, l := range strings.Split(shown(c.old, c.new, false, c.split, 100), "\n") {
			if strings.Contains(l, "no line break") {
				got, found = l, found+1
			}
		}
		if found != 1 {
			t.Fatalf("it is said %d times:\n%s", found, shown(c.old, c.new, false, c.split, 100))
		}
		if c.split && strings.Index(got, c.want[0]) > strings.Index(got, c.want[1]) {
			t.Errorf("it stands on the other side: %q", got)
		}
	}
}

// Wide characters, tabs and marks leave both sides where they are.
func TestSidesAreAligned(t *testing.T) {
	old := strings.Replace(good, "One retry", "日本語の長い行がここにある\n\tone\x1b[31m\xff two\n"+strings.Repeat("界", 50), 1)
	new := strings.Replace(good, "One retry", "日本語の短い行\n\tone\u202e two 👩‍👩‍👧\ne\u0301", 1)
	for w := 40; w < 120; w++ {
		var v View
		v.SetDocument(document(old, new), source.Display{})
		v.SetForm(true, true)
		v.SetSize(w, 80)
		for row := range strings.SplitSeq(drawn(&v), "\n") {
			if i := strings.Index(row, " │"); i >= 0 && source.Width(row[:i+1]) != markWidth+v.sideWidth()+1 {
				t.Fatalf("at %d the rule is in column %d of %q", w, source.Width(row[:i+1]), row)
			}
			if source.Width(row) > w {
				t.Fatalf("wider than %d: %q", w, row)
			}
		}
	}
}

func long(n int) (old, new string) {
	r := rand.New(rand.NewPCG(1, 2))
	var a, b strings.Builder
	for i := range n {
		line := fmt.Sprintf("line %d %s\n", i, strings.Repeat("word ", r.IntN(30)))
		a.WriteString(line)
		if r.IntN(20) > 0 {
			b.WriteString(line)
		}
	}
	return strings.Replace(good, "One retry", a.String(), 1), strings.Replace(good, "One retry", b.String(), 1)
}

// Whatever is pressed, the window is full and what it shows is a part of the whole.
func TestScrolling(t *testing.T) {
	var v View
	v.SetDocument(document(long(400)), source.Display{})
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		switch r.IntN(8) {
		case 0:
			v.SetSize(20+r.IntN(150), 1+r.IntN(60))
		case 1:
			v.Home()
		case 2:
			v.End()
		case 3:
			v.SetForm(r.IntN(2) == 0, r.IntN(2) == 0)
		case 4:
			if v.StepChange(r.IntN(5)-2) && !v.shows(v.current) && v.h > 0 {
				t.Fatal("the change is not on screen")
			}
		default:
			v.ScrollBy(r.IntN(41) - 20)
		}
		if v.h == 0 {
			continue
		}
		if rows := strings.Count(drawn(&v), "\n") + 1; rows < min(v.h, 100)-6 { // blank rows may stand at the end
			t.Fatalf("%d rows in a window of %d", rows, v.h)
		}
	}
}

func TestWhole(t *testing.T) {
	var v View
	v.SetDocument(document(long(50)), source.Display{})
	for _, split := range []bool{false, true} {
		v.SetForm(true, split)
		v.SetSize(90, 1000)
		want := drawn(&v)
		for _, h := range []int{1, 7, 500} {
			x, got := v.Whole(90), []string{}
			for {
				var c canvas.Canvas
				c.Reset(90, h)
				n := x.Next(c.Area())
				if n == 0 {
					break
				}
				for _, row := range strings.Split(c.Plain(), "\n")[:n] {
					got = append(got, strings.TrimRight(row, " ▐"))
				}
			}
			if s := strings.TrimRight(strings.Join(got, "\n"), "\n"); s != want {
				t.Errorf("split %v, %d at a time: %d rows, want %d", split, h, len(got), strings.Count(want, "\n")+1)
			}
		}
	}
	var empty View
	if empty.Whole(80).Next(canvas.Area{}) != 0 || empty.StepChange(1) {
		t.Error("nothing has rows")
	}
}

// Changes are gone through in order, in every form.
func TestStepChange(t *testing.T) {
	var v View
	v.SetDocument(document(long(300)), source.Display{})
	v.SetSize(100, 20)
	for _, split := range []bool{false, true} {
		v.SetForm(false, split)
		v.Home()
		v.current = -1
		_, of := v.Changes()
		for i := 1; i <= of; i++ {
			if !v.StepChange(1) {
				t.Fatalf("no change %d of %d", i, of)
			}
			if at, _ := v.Changes(); at != i {
				t.Fatalf("change %d, want %d", at, i)
			}
		}
		if v.StepChange(1) {
			t.Error("a change behind the last")
		}
		for i := of - 1; i > 0; i-- {
			if at := v.nth(); !v.StepChange(-1) || v.nth() != at-1 {
				t.Fatalf("from %d to %d", at, v.nth())
			}
		}
		if v.StepChange(-1) {
			t.Error("a change before the first")
		}
		v.StepChange(of + 10)
		if v.nth() != of {
			t.Errorf("many changes on is %d of %d", v.nth(), of)
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	for _, n := range []int{100, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var v View
			v.SetDocument(document(long(n)), source.Display{})
			v.SetForm(true, true)
			v.SetSize(200, 60)
			var c canvas.Canvas
			theme := themes.New(themes.ForBackground(true), themes.Options{Profile: themes.TrueColor})
			step := 1
			for b.Loop() {
				c.Reset(200, 60)
				v.ScrollBy(step)
				v.Draw(c.Area())
				c.Render(theme)
			}
		})
	}
}

// Two names are told apart by where they differ, however long they begin alike.
func TestApart(t *testing.T) {
	for _, c := range [][4]string{
		{"store › loop 1 › attempt 9", "store › loop 1 › attempt 16", "…attempt 9", "…attempt 16"},
		{"a.xml", "b.xml", "a.xml", "b.xml"},
		{"store › a", "stores › a", "store › a", "stores › a"},
		{"store › a", "store › a › revision 1", "…a", "…a › revision 1"},
		{"", "x", "", "x"},
	} {
		if a, b := Apart(c[0], c[1]); a != c[2] || b != c[3] {
			t.Errorf("%q and %q: %q, %q", c[0], c[1], a, b)
		}
	}
}
