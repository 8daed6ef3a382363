package export

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"compactlens/core/golden"
	"compactlens/themes"
	"compactlens/tui/canvas"
)

// rows is a roll of rows of text.
type rows struct {
	all []string
	at  int
}

func (r *rows) Next(a canvas.Area) (n int) {
	for ; n < a.H && r.at < len(r.all); n++ {
		x := a.Text(0, n, r.all[r.at], themes.Text)
		a.Text(x+1, n, "!", themes.Error|themes.Bold)
		if r.at%2 == 1 {
			a.Sub(0, n, 3, 1).Shade(themes.Selection)
		}
		r.at++
	}
	return n
}

var sample = []string{"<script>alert('x')</script> & \"y\"", "日本 wide ▸ │", "", "esc \x1b[31m bell \a nul \x00", "bidi \u202e joined \u200d\u00ad end", "bad \xff\xfe \ufffe", strings.Repeat("long ", 30)}

func page(all []string, limit int, light bool) Page {
	return Page{
		Title: "a <b> & \x1b]0;t\a.xml", Note: "rejected \u202e", Width: 60, Limit: limit, Rows: &rows{all: all},
		Theme: themes.New(themes.ForBackground(!light), themes.Options{Profile: themes.TrueColor}),
	}
}

// parsed reads a document strictly and returns its elements by name, its attributes
// and its text.
func parsed(t *testing.T, b []byte) (elements map[string]int, attributes map[string]bool, text string) {
	t.Helper()
	if !utf8.Valid(b) {
		t.Fatal("not UTF-8")
	}
	for _, r := range string(b) {
		if r < 0x20 && r != '\n' || r >= 0x7F && r < 0xA0 || r == 0x202E || r == 0x200D || r == 0xAD || r == 0xFFFE {
			t.Fatalf("%q is in it", r)
		}
	}
	elements, attributes = map[string]int{}, map[string]bool{}
	var out strings.Builder
	d := xml.NewDecoder(strings.NewReader(string(b)))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return elements, attributes, out.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			elements[x.Name.Local]++
			for _, a := range x.Attr {
				attributes[a.Name.Local] = true
			}
		case xml.CharData:
			out.Write(x)
		}
	}
}

func TestHTML(t *testing.T) {
	for _, light := range []bool{false, true} {
		b := page(sample, 100, light).HTML()
		elements, attributes, text := parsed(t, b)
		for name := range elements {
			if !strings.Contains(" html head meta title style body h1 p pre span ", " "+name+" ") {
				t.Errorf("an element %s", name)
			}
		}
		for name := range attributes {
			if !strings.Contains(" lang charset name content http-equiv class ", " "+name+" ") {
				t.Errorf("an attribute %s", name)
			}
		}
		for _, want := range []string{`<script>alert('x')</script> & "y" !`, "日本 wide ▸ │ !", "␛[31m", "⟨U+202E⟩", "⟨FF⟩", "a <b> & ␛]0;t␇.xml", "default-src 'none'"} {
			if !strings.Contains(text, want) && !strings.Contains(string(b), want) {
				t.Errorf("no %q", want)
			}
		}
		want := "color: #ff8380;"
		if light {
			want = "color: #bd1c27;"
		}
		if !strings.Contains(string(b), want) {
			t.Errorf("no %q", want)
		}
	}
}

func TestText(t *testing.T) {
	got := string(page(sample[:3], 100, false).Text())
	want := "a <b> & ␛]0;t␇.xml\nrejected ⟨U+202E⟩\n\n<script>alert('x')</script> & \"y\" !\n日本 wide ▸ │ !\n !\n"
	if got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// A long view is written in pieces, up to the limit, and says where it was cut.
func TestLongViews(t *testing.T) {
	all := make([]string, 3*step+7)
	for i := range all {
		all[i] = "row"
	}
	for _, limit := range []int{1, step - 1, step, step + 1, len(all) - 1, len(all), len(all) + 1} {
		got := string(page(all, limit, false).Text())
		n := strings.Count(got, "row !")
		if n != min(limit, len(all)) || strings.Contains(got, "only the first") != (limit < len(all)) {
			t.Errorf("limit %d: %d rows, %q", limit, n, got[len(got)-40:])
		}
		p := page(all, limit, false).HTML()
		if strings.Count(string(p), "!</span>") != n {
			t.Errorf("limit %d: another number of rows in the page", limit)
		}
	}
}

func TestSVG(t *testing.T) {
	var c canvas.Canvas
	for _, size := range [][2]int{{60, 8}, {1, 1}, {0, 0}} {
		c.Reset(size[0], size[1])
		(&rows{all: sample}).Next(c.Area())
		if size[0] > 1 {
			c.Area().Text(40, 1, " under ", themes.Note|themes.Underline)
		}
		for _, light := range []bool{false, true} {
			b := SVG("a <b>\x1b", themes.New(themes.ForBackground(!light), themes.Options{Profile: themes.TrueColor}), &c)
			elements, _, text := parsed(t, b)
			for name := range elements {
				if !strings.Contains(" svg title rect g text ", " "+name+" ") {
					t.Errorf("an element %s", name)
				}
			}
			if size[0] > 1 && (!strings.Contains(text, "<script>alert('x')</script>") || !strings.Contains(text, "日")) {
				t.Error(text)
			}
		}
	}
}

// A picture of a page has all of its rows, or says that there are more.
func TestSVGOfAPage(t *testing.T) {
	all := slices.Repeat([]string{"row"}, 500)
	for limit, more := range map[int]bool{499: true, 500: false, 501: false} {
		_, _, text := parsed(t, page(all, limit, false).SVG())
		if n := strings.Count(text, "!"); n != min(limit, 500) || strings.Contains(text, "only the first") != more {
			t.Errorf("limit %d: %d rows", limit, n)
		}
	}
}

func TestGolden(t *testing.T) {
	var c canvas.Canvas
	c.Reset(30, 4)
	(&rows{all: sample}).Next(c.Area())
	for name, b := range map[string][]byte{
		"page.html":  page(sample, 100, false).HTML(),
		"screen.svg": SVG("a title", themes.New(themes.ForBackground(false), themes.Options{Profile: themes.TrueColor}), &c),
	} {
		golden.Check(t, "testdata/"+name, string(b))
	}
}
