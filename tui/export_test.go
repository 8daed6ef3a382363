package tui

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/themes"
)

// exported presses keys, exports to a new file of that name and returns it.
func exported(t *testing.T, d *driver, keys, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	d.press("X")
	d.press(keys)
	d.app.layers[len(d.app.layers)-1].(*exporter).input.SetValue(path)
	d.press("enter")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v\n%s", err, d.text())
	}
	if !strings.Contains(d.app.notice, "Written: ") {
		t.Errorf("it says %q", d.app.notice)
	}
	return string(b)
}

// What pages and pictures are made of.
const (
	ownElements   = " html head meta title style body h1 p pre span svg rect g text "
	ownAttributes = " lang charset name content http-equiv class xmlns width height viewBox fill font-family font-size x y textLength lengthAdjust space font-weight font-style "
)

// wellFormed reads a document strictly and returns its text.
func wellFormed(t *testing.T, s string) string {
	t.Helper()
	for _, r := range s {
		if r < 0x20 && r != '\n' || r >= 0x7F && r < 0xA0 || r == 0x202E {
			t.Fatalf("%q is in the file", r)
		}
	}
	var text strings.Builder
	for d := xml.NewDecoder(strings.NewReader(s)); ; {
		token, err := d.Token()
		switch x := token.(type) {
		case xml.StartElement:
			if !strings.Contains(ownElements, " "+x.Name.Local+" ") {
				t.Errorf("an element %q", x.Name.Local)
			}
			for _, a := range x.Attr {
				if !strings.Contains(ownAttributes, " "+a.Name.Local+" ") {
					t.Errorf("an attribute %q of %s", a.Name.Local, x.Name.Local)
				}
			}
		case xml.CharData:
			text.Write(x)
		}
		if errors.Is(err, io.EOF) {
			return text.String()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Every view is exported in every form, whole, whatever is in it.
func TestExportOfEveryView(t *testing.T) {
	for _, c := range []struct{ name, open, keys, want string }{
		{"summary", "", "n", "&& must be written &amp;"},
		{"reply", "", "r", `"through_event_id"`},
		{"findings", "", "n a", "open_items is missing"},
		{"budget", "", "b", "decisions"},
		{"repair", "", "n f", "+   <state>Ran go build &amp;&amp; go test"},
		{"whatif", "", "w", "max_summary_tokens"},
		{"life", journals + "live-retained-tail-too-large.jsonl.gz", "", "HustleStarted|CompactWaiterRejected"},
		{"transcript", journals + "live-committed-old-tool-results-stubbed.jsonl.gz", "t", "43"},
		{"request", journals + "live-committed-old-tool-results-stubbed.jsonl.gz", "R", "made again from the journal"},
	} {
		t.Run(c.name, func(t *testing.T) {
			items := overContents(t)
			if c.open != "" {
				items = openFiles(t, c.open)
			}
			d := driveTheme(t, items, 120, 40, testTheme(false, themes.TrueColor))
			d.press(c.keys)
			has := func(s string) {
				t.Helper()
				for w := range strings.SplitSeq(c.want, "|") {
					if strings.Contains(s, w) {
						return
					}
				}
				t.Errorf("no %q in %.2000s", c.want, s)
			}
			has(exported(t, d, "", "a.txt"))
			has(wellFormed(t, exported(t, d, "", "a.html")))
			if text := wellFormed(t, exported(t, d, "tab", "screen.html")); !strings.Contains(text, "Checks") {
				t.Error("the screen is not whole")
			}
			if text := wellFormed(t, exported(t, d, "tab", "screen.svg")); !strings.Contains(text, "Checks") {
				t.Error("the picture is not of the screen")
			}
			if text := wellFormed(t, exported(t, d, "", "view.svg")); strings.Contains(text, "Checks") {
				t.Error("the picture is not of the view alone")
			}
		})
	}
}

func TestExportOfHostileText(t *testing.T) {
	d := drive(t, hostile(), 80, 24)
	for range d.app.list.items {
		for _, name := range []string{"a.html", "a.svg"} {
			wellFormed(t, exported(t, d, "", name))
		}
		if text := exported(t, d, "", "a.txt"); strings.ContainsAny(text, "\x1b\x00\a\u202e\u009b") {
			t.Errorf("%q", text)
		}
		d.press("X")
		if name := d.app.layers[0].(*exporter).text(); strings.ContainsAny(name, "/\\\x1b ") {
			t.Errorf("it suggests %q", name)
		}
		d.press("esc n")
	}
}

// All rows of a long view are exported, not only those on screen.
func TestExportOfALongText(t *testing.T) {
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "line %d\n", i)
	}
	d := drive(t, &contents{groups: []group{{items: []*item{summaryItem("a", text.String())}}}}, 80, 24)
	d.press("G")
	for _, name := range []string{"a.txt", "a.html", "a.svg"} {
		got := exported(t, d, "", name)
		if !strings.Contains(got, "line 0") || !strings.Contains(got, "line 2999") || strings.Contains(got, "only the first") {
			t.Errorf("%s is not whole", name)
		}
	}
	if got := exported(t, d, "tab", "screen.svg"); strings.Contains(got, "line 0<") || !strings.Contains(got, "line 2999") {
		t.Error("the picture is not of what is on screen")
	}
	if got := wellFormed(t, exported(t, d, "", "b.svg")); strings.ContainsAny(got, "█▌▐") {
		t.Error("a scroll bar is in the picture")
	}
}

// Nothing is written over without asking, nothing half, and what is wrong is said.
func TestExportIsCareful(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "there.txt")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := drive(t, overContents(t), 120, 40)
	d.press("X")
	e := d.app.layers[0].(*exporter)
	try := func(name, want string) {
		t.Helper()
		e.input.SetValue(filepath.Join(dir, name))
		d.press("enter")
		d.expect(want)
	}
	try("x.pdf", "must end in .txt, .html or .svg")
	try("none/x.txt", "not written: cannot write the new content: no such file or directory")
	try("there.txt", "there is a file of this name; enter once more replaces it")
	e.input.CursorEnd()
	d.press("x") // another name: nobody said that it may be replaced
	d.press("enter")
	d.expect("must end in")
	e.input.SetValue(path)
	d.press("enter")
	if b, _ := os.ReadFile(path); string(b) != "mine" {
		t.Fatalf("written over: %q", b)
	}
	d.press("enter")
	d.expect("Written: ")
	if b, _ := os.ReadFile(path); !strings.Contains(string(b), "Summary") {
		t.Errorf("not replaced: %q", b)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// What is printed is the text alone, safe to be shown.
func TestPlainText(t *testing.T) {
	d := drive(t, overContents(t), 120, 40)
	d.press("n")
	print := func() string {
		t.Helper()
		var out bytes.Buffer
		if err := d.app.plainText(&out, 100); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if got := print(); got != severalFaults {
		t.Errorf("%q", got)
	}
	d.press("a")
	if got := print(); !strings.Contains(got, "open_items is missing") || strings.Contains(got, "▐") {
		t.Error(got)
	}
	d = drive(t, openFiles(t, journals+"live-committed-old-tool-results-stubbed.jsonl.gz"), 120, 40)
	d.press("t")
	if got := print(); strings.Count(got, "\n") < 60 {
		t.Errorf("not all of the transcript: %s", got)
	}
	d = drive(t, hostile(), 80, 24)
	for range d.app.list.items {
		for _, k := range []string{"s", "r", "l", "a", "w"} {
			d.press(k)
			if got := print(); strings.ContainsAny(got, "\x1b\x00\a\u202e\u009b\r") {
				t.Errorf("%s: %q", k, got)
			}
		}
		d.press("n")
	}
}

func TestPrinter(t *testing.T) {
	var out bytes.Buffer
	p := &printer{ctx: context.Background(), out: &out, write: func(w io.Writer) error { return put(w, "the text\n") }}
	p.SetStdin(strings.NewReader("abc\nrest"))
	p.SetStdout(io.Discard)
	p.SetStderr(io.Discard)
	if err := p.Run(); err != nil || out.String() != "the text\n\n[enter goes back to compactlens] " {
		t.Errorf("%q, %v", out.String(), err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p = &printer{ctx: ctx, out: &out, write: func(w io.Writer) error { return put(w, strings.Repeat("x", 1<<20)) }}
	p.SetStdin(strings.NewReader(""))
	if err := p.Run(); !errors.Is(err, context.Canceled) {
		t.Errorf("a long text is not left: %v", err)
	}
	d := drive(t, overContents(t), 120, 40)
	d.press("Y")
	d.expect("There is no terminal to print to.")
}

func put(w io.Writer, s string) error {
	_, err := io.WriteString(w, s)
	return err
}

func TestGoldenExport(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		for name, keys := range map[string]string{"export": "n X", "export-screen": "n X tab", "export-wrong": "n X x enter"} {
			d := drive(t, overContents(t), size[0], size[1])
			d.press(keys)
			kept(t, fmt.Sprintf("%s-%dx%d.txt", name, size[0], size[1]), d.text())
		}
		for _, light := range []bool{false, true} {
			theme := testTheme(light, themes.TrueColor)
			d := driveTheme(t, overContents(t), size[0], size[1], theme)
			d.press("n X x enter")
			kept(t, fmt.Sprintf("export-wrong-%dx%d-%s.ansi", size[0], size[1], theme.Palette().Name), strings.ReplaceAll(d.app.View(), "\x1b", "␛"))
		}
	}
}
