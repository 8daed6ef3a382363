package highlight

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"compactlens/core/source"
	"compactlens/themes"
)

// render writes the runs of s as "text" with the style behind each, plain text bare.
func render(b []byte, runs []Run, start int) string {
	var out strings.Builder
	for _, r := range runs {
		text := b[start:r.End]
		start = r.End
		if r.Style == themes.Text {
			out.Write(text)
			continue
		}
		fmt.Fprintf(&out, "{%v %s}", r.Style, text)
	}
	return out.String()
}

func TestRuns(t *testing.T) {
	for _, c := range []struct {
		language Language
		in, want string
	}{
		{XML, "<goal>a &amp; b</goal>", "{tag <goal>}a {entity &amp;} b{tag </goal>}"},
		{XML, "a && b <", "a && b <"},
		{XML, `<goal id="x">`, `{tag <goal} {attr id}{dim =}{value "x"}{tag >}`},
		{XML, "<!-- a - b -->x", "{comment <!-- a - b -->}x"},
		{XML, "<goal>\r\n\x1b[31m\xff\u202ez</goal>", "{tag <goal>}\r\n\x1b[31m\xff\u202ez{tag </goal>}"},
		{XML, "<a\n\n</b>", "{tag <a}\n\n{tag </b>}"},
		{JSON, `{"k":"v\n\u003c", "n":-1.5e3,"t":true}`, `{dim {}{tag "k"}{dim :}{value "v}{entity \n\u003c}{value "}{dim ,} {tag "n"}{dim :}{literal -1.5e3}{dim ,}{tag "t"}{dim :}{literal true}{dim }}`},
		{JSON, `{"k":"cut\`, `{dim {}{tag "k"}{dim :}{value "cut}\`},
		{Markdown, "# Head\nsome `code` **b**", "{tag # Head}\nsome {value `code`} {text **b**}"},
		{Markdown, "a\n```go\nreturn 1 // x\n```\n# b", "a\n{comment ```go}\n{attr return} {literal 1} {comment // x}\n{comment ```}\n{tag # b}"},
		{Code, "     1\tpackage yard // \"x\"\n", "{faint      1\t}{attr package} yard {comment // \"x\"}\n"},
		{Code, "s := \"a\\\"b\" + 'c' # no\nx#y returns", `s := {value "a\"b"} + {value 'c'}{comment  # no}` + "\nx#y returns"},
		{Code, "diff --git a b\n+new 1\n-old\n same", "{tag diff --git a b}\n{value +new 1}\n{comment -old}\n same"},
		{Plain, "<goal>", "<goal>"},
		{XML, "", ""},
	} {
		b := []byte(c.in)
		runs := New(source.NewText(b), c.language).Runs(nil, source.Span{End: len(b)})
		if got := render(b, runs, 0); got != c.want {
			t.Errorf("%q\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

// Whatever part is asked for, and in whatever order, its colours are those of the whole.
func TestPartsAgreeWithTheWhole(t *testing.T) {
	line := "  <state note=\"ä\">日本語 Ran go build &amp; test; 41 of 43 pass.</state>\n"
	for _, c := range []struct {
		language Language
		text     string
	}{
		{XML, strings.Repeat(line, 3*piece/len(line))},
		{XML, "<goal>" + strings.Repeat("ä", 3*piece) + "</goal>"},
		{XML, "<!--" + strings.Repeat(" x - y", piece) + "--><goal>"},
		{Markdown, "a\n```go\n" + strings.Repeat("\treturn \"x\" + y // z\n", piece/8) + "```\n# b\n"},
		{Code, strings.Repeat("   12\tfunc f(x int) { return `x` } // z\n+ 1\n", piece/16)},
		{JSON, `{"a":"` + strings.Repeat(`word \u003c "quote`, 0) + strings.Repeat(`wörd \u003c `, piece/4) + `","b":[1,2]}`},
	} {
		b := []byte(c.text)
		whole, _ := lex(c.language, b, 0, "root")
		styleAt := func(runs []Run, offset int) themes.Style {
			for _, r := range runs {
				if offset < r.End {
					return r.Style
				}
			}
			return 0
		}
		text := New(source.NewText(b), c.language)
		for _, start := range []int{2 * piece, 0, piece - 10, len(b) - 20, len(b) / 2} {
			span := source.Span{Start: start, End: min(start+200, len(b))}
			runs := text.Runs(nil, span)
			for offset := span.Start; offset < span.End; offset++ {
				if got, want := styleAt(runs, offset), styleAt(whole, offset); got != want {
					t.Fatalf("%.20s…: byte %d is %v, want %v", c.text, offset, got, want)
				}
			}
		}
	}
}

func TestRunsCoverWhatWasAsked(t *testing.T) {
	big := bytes.Repeat([]byte("<goal>Vec<String> & \xff\xe2\x80\xae \u0301\u0301 日本\t</goal>\n"), inOrder/20)
	oneLine := bytes.Repeat([]byte("日本語"), inOrder/4)
	for _, b := range [][]byte{big, oneLine} {
		for _, language := range []Language{XML, JSON, Markdown, Code} {
			text := New(source.NewText(b), language)
			for _, start := range []int{0, 1, piece, inOrder - 3, inOrder, inOrder + piece, len(b) - 100} {
				s := source.Span{Start: start, End: start + 100}
				last := start
				for _, r := range text.Runs(nil, s) {
					if r.End <= last || r.End > s.End {
						t.Fatalf("language %d, span %v: run ends at %d after %d", language, s, r.End, last)
					}
					last = r.End
				}
				if last != s.End {
					t.Errorf("language %d, span %v: runs end at %d", language, s, last)
				}
			}
			if len(text.free) > keep {
				t.Errorf("%d pieces are kept", len(text.free))
			}
		}
	}
}

func FuzzTokensAddUp(f *testing.F) {
	for _, seed := range []string{"<a b='c'>&x;", `{"a":"\`, "<!--", "# `", "\xff<\u202e"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = s[:min(len(s), piece)] // the lexers are never given more
		for _, language := range []Language{XML, JSON, Markdown, Code} {
			shown, ends := display([]byte(s), 0)
			if !utf8.ValidString(shown) {
				t.Fatalf("displayed text is not UTF-8: %q", shown)
			}
			if k := len(ends); k > 0 && ends[k-1].source != len(s) {
				t.Fatalf("places end at %d of %d", ends[k-1].source, len(s))
			}
			if _, ok := tokenise(language, shown, "root"); !ok {
				t.Errorf("language %d: tokens do not add up to %q", language, shown)
			}
		}
	})
}

func BenchmarkScreen(b *testing.B) {
	text := bytes.Repeat([]byte("  <state>Ran go build &amp; test; 41 of 43 pass, so that the clock is behind.</state>\n"), 60)
	for b.Loop() {
		New(source.NewText(text), XML).Runs(nil, source.Span{End: len(text)})
	}
}

// What a hostile summary can make the lexers do stays in proportion to its size.
func BenchmarkHostile(b *testing.B) {
	for _, unit := range []string{"<?", "<!", "<!--", "<![CDATA[", "&a", "<a ", `<a b="`, "<", `"`, `\`, "`", "**", "/*", `"\`, "'\\", "```\n", "0x"} {
		text := bytes.Repeat([]byte(unit), piece/len(unit))
		for _, language := range []Language{XML, JSON, Markdown, Code} {
			b.Run(fmt.Sprintf("%d/%s", language, unit), func(b *testing.B) {
				for b.Loop() {
					New(source.NewText(text), language).Runs(nil, source.Span{End: len(text)})
				}
			})
		}
	}
}
