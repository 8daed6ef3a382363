package diff

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/pulse"
)

// apply makes the new text of d out of the old one, by its hunks alone.
func apply(t *testing.T, d Diff) []byte {
	t.Helper()
	old := split(&pulse.Pulse{}, d.Old)
	var out []byte
	at := 0
	put := func(l Line) {
		out = append(out, l.Span.Of(d.side(l))...)
		if l.Ended {
			out = append(out, '\n')
		}
	}
	for _, h := range d.Hunks {
		for ; at < h.Old; at++ {
			out = append(out, old[at].whole(d.Old)...)
		}
		removed, added := 0, 0
		for _, l := range h.Lines {
			if l.Op != Removed {
				put(l)
				added++
			}
			if l.Op != Added {
				if string(l.Span.Of(d.Old)) != string(old[at].span.Of(d.Old)) || l.Old != at {
					t.Fatalf("line %d of the old text is not %q", at, l.Span.Of(d.Old))
				}
				at++
				removed++
			}
		}
		if removed != h.OldLines || added != h.NewLines {
			t.Fatalf("%d and %d lines, said %d and %d", removed, added, h.OldLines, h.NewLines)
		}
	}
	for ; at < len(old); at++ {
		out = append(out, old[at].whole(d.Old)...)
	}
	return out
}

func check(t *testing.T, old, new string, context int) Diff {
	t.Helper()
	d := Lines([]byte(old), []byte(new), context)
	if got := apply(t, d); string(got) != new {
		t.Fatalf("%q to %q with context %d: got %q", old, new, context, got)
	}
	if (len(d.Hunks) == 0) != (old == new) {
		t.Fatalf("%q to %q: %d hunks", old, new, len(d.Hunks))
	}
	last := -1
	for _, h := range d.Hunks {
		if h.Old < last {
			t.Fatalf("%q to %q: hunks overlap", old, new)
		}
		last = h.Old + h.OldLines
		for _, l := range h.Lines {
			for _, s := range l.Changed {
				if s.Start < l.Span.Start || s.End > l.Span.End || s.End < s.Start {
					t.Fatalf("%q to %q: change %v outside of its line %v", old, new, s, l.Span)
				}
			}
		}
	}
	return d
}

func TestPatch(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"same", "a\nb\n", "a\nb\n", ""},
		{"one line", "a && b\n", "a &amp;&amp; b\n", "@@ -1 +1 @@\n-a && b\n+a &amp;&amp; b\n"},
		{"no line break at the end", "a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{"first line goes", "```\na\nb\n", "a\nb\n", "@@ -1,2 +1 @@\n-```\n a\n"},
		{"out of nothing", "", "a\n", "@@ -0,0 +1 @@\n+a\n"},
		{"into nothing", "a\n", "", "@@ -1 +0,0 @@\n-a\n"},
		{"two hunks", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\nx\n3\n4\n5\n6\n7\ny\n9\n",
			"@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n@@ -7,3 +7,3 @@\n 7\n-8\n+y\n 9\n"},
	} {
		d := check(t, c.old, c.new, 1)
		want := c.want
		if want != "" {
			want = "--- a\n+++ b\n" + want
		}
		if got := string(d.Patch("a", "b")); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want)
		}
	}
}

// What patch(1) makes of the patch is the new text. Where there is no such program
// the hunks are applied by the tests alone.
func TestPatchProgram(t *testing.T) {
	program, err := exec.LookPath("patch")
	if err != nil {
		fmt.Println("diff: no patch program here")
		return
	}
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 20 {
		old, new := randomText(r), randomText(r)
		if old == "" || new == "" {
			continue
		}
		file, changes := filepath.Join(dir, fmt.Sprint(i)), filepath.Join(dir, fmt.Sprint(i, ".diff"))
		if err := os.WriteFile(file, []byte(old), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(changes, Lines([]byte(old), []byte(new), Context).Patch("x", "x"), 0o644); err != nil {
			t.Fatal(err)
		}
		if old == new {
			continue
		}
		if out, err := exec.Command(program, file, changes).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != new {
			t.Errorf("%v: got %q, want %q", err, got, new)
		}
	}
}

func randomText(r *rand.Rand) string {
	var out strings.Builder
	for range r.IntN(30) {
		out.WriteString([]string{"a", "b", "a b", "c < d", "", "é", "\xff"}[r.IntN(7)])
		if r.IntN(12) > 0 {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		check(t, randomText(r), randomText(r), r.IntN(4))
	}
}

// Texts that differ in more than is compared in full are compared all the same.
func TestManyChanges(t *testing.T) {
	var old, new strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&old, "line %d && x\nsame\n", i)
		fmt.Fprintf(&new, "line %d &amp;&amp; x\nsame\n", i)
	}
	d := check(t, old.String(), new.String(), 0)
	if len(d.Hunks) != 4000 {
		t.Errorf("%d hunks", len(d.Hunks))
	}
	check(t, old.String(), new.String()+"more\n", 3)
}

func TestChangedWords(t *testing.T) {
	d := check(t, "if n < 3 && ok\n", "if n &lt; 3 &amp;&amp; ok\n", 3)
	var old, new []string
	for _, l := range d.Hunks[0].Lines {
		for _, s := range l.Changed {
			if l.Op == Removed {
				old = append(old, string(s.Of(d.Old)))
			} else {
				new = append(new, string(s.Of(d.New)))
			}
		}
	}
	if got := strings.Join(old, "|") + " -> " + strings.Join(new, "|"); got != "<|| -> &lt;|amp;|amp;" {
		t.Error(got)
	}
}

// A long line is cut to what differs, and nothing reaches the screen raw.
func TestTextOfLongLines(t *testing.T) {
	old := `{"a":"` + strings.Repeat("word ", 400) + `x && y` + strings.Repeat(" word", 400) + "\x1b[31m" + `"}`
	new := strings.Replace(old, "&&", "&amp;&amp;", 1)
	d := check(t, old, new, 3)
	got := d.Text(TextOptions{})
	want := "@@ -1 +1 @@\n" +
		"-…d word word word x && y word word word wo…\n\\ no line break at the end\n" +
		"+…d word word word x &amp;&amp; y word word word wo…\n\\ no line break at the end\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !d.Long(100) || d.Long(10000) {
		t.Error("long lines are not told from short ones")
	}
	whole := Lines([]byte(old), nil, 3).Text(TextOptions{ASCII: true})
	if strings.Contains(whole, "\x1b") || len(whole) > 400 || !strings.Contains(whole, "...") {
		t.Errorf("%q", whole)
	}
	if got := Lines([]byte("a\x1bb\u202e\n"), []byte("a\n"), 3).Text(TextOptions{}); strings.ContainsAny(got, "\x1b\u202e") {
		t.Errorf("%q", got)
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nb\nc"), []byte("a\nc\n"), 1)
	f.Add([]byte(""), []byte("\n"), 0)
	f.Add([]byte("\xe4\x05\x8c\xff\xff"), []byte("\xe4\x05\x8c\xff\xff\xff\xff=\b"), 1)
	f.Fuzz(func(t *testing.T, old, new []byte, context int) {
		d := check(t, string(old), string(new), context%5)
		if text := d.Text(TextOptions{Width: context % 50}); bytes.ContainsRune([]byte(text), 0x1b) {
			t.Errorf("%q", text)
		}
		d.Patch("a", "b")
	})
}

var sinkDiff Diff

func BenchmarkLines(b *testing.B) {
	var old, new strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&old, "line %d of a summary, as they are\n", i)
		if i%10 == 0 {
			fmt.Fprintf(&new, "line %d of a summary, changed\n", i)
		} else {
			fmt.Fprintf(&new, "line %d of a summary, as they are\n", i)
		}
	}
	b.SetBytes(int64(old.Len()))
	for b.Loop() {
		sinkDiff = Lines([]byte(old.String()), []byte(new.String()), 3)
	}
	if len(sinkDiff.Hunks) == 0 {
		b.Fatal("no hunk")
	}
}

// The pieces of a line are its text, and those that changed are what changed.
func TestPieces(t *testing.T) {
	long := strings.Repeat("word ", 100)
	for _, c := range []struct{ old, new, want string }{
		{"a b c", "a X c", "a [X] c"},
		{"a", "b c", "[b c]"},
		{"a b", "a", "a"},
		{"a", "a \x1b日本", "a[ ␛日本]"},
		{long + "a " + long, long + "b " + long, "…word word word word [b] word word word word…"},
		{long, "x", "[x]"},
	} {
		d := Lines([]byte(c.old), []byte(c.new), 0)
		for _, l := range d.Hunks[0].Lines {
			if l.Op != Added {
				continue
			}
			var got strings.Builder
			for _, p := range d.Pieces(l, TextOptions{}) {
				if p.Changed {
					got.WriteString("[" + p.Text + "]")
					continue
				}
				got.WriteString(p.Text)
			}
			if got.String() != c.want {
				t.Errorf("%.20q to %.20q: %q, want %q", c.old, c.new, got.String(), c.want)
			}
		}
	}
}

// What differs in too much to be compared in full says so.
func TestCoarse(t *testing.T) {
	many := func(word string, n int, sep string) []byte {
		var out strings.Builder
		for i := range n {
			fmt.Fprintf(&out, "%s%d%s", word, i, sep)
		}
		return []byte(out.String())
	}
	for _, c := range []struct {
		name     string
		old, new []byte
		want     bool
	}{
		{"a few lines", many("a", 400, "\n"), many("b", 400, "\n"), false},
		{"many lines", many("a", 600, "\n"), many("b", 600, "\n"), true},
		{"many lines on one side", many("a", 900, "\n"), nil, false},
		{"many words", many("a", 600, " "), many("b", 600, " "), true},
		{"a few words", many("a", 400, " "), many("b", 400, " "), false},
		{"the same", many("a", 5000, "\n"), many("a", 5000, "\n"), false},
	} {
		if got := Lines(c.old, c.new, Context).Coarse; got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestUnchanged(t *testing.T) {
	for text, want := range map[string]string{"": "", "a": " a|", "a\nb": " a| b|", "a\n\n": " a| |"} {
		d := Unchanged([]byte(text))
		got := ""
		for _, h := range d.Hunks {
			if h.OldLines != len(h.Lines) || h.NewLines != len(h.Lines) {
				t.Errorf("%q: %+v", text, h)
			}
			for _, l := range h.Lines {
				got += l.Op.sign() + string(l.Span.Of(d.Old)) + "|"
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
