package tui

import (
	"fmt"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/source"
	"compactlens/themes"
)

// inThreeTexts is a summary as three texts: what lies on disk, what that decodes to, and
// what reads with its entities resolved. A mark «…» is in the same place in each.
var inThreeTexts = []struct{ name, file, summary, resolved string }{
	{"plain", `a«b»c`, `a«b»c`, `a«b»c`},
	{"an entity", `a «&amp;» b`, `a «&amp;» b`, `a «&» b`},
	{"escaped in JSON", `a «\u0026amp;» b`, `a «&amp;» b`, `a «&» b`},
	{"behind escapes", `\u0026lt;\"\u0026gt; «x»`, `&lt;"&gt; «x»`, `<"> «x»`},
	{"a letter in JSON", `caf«\u00e9»!`, `caf«é»!`, `caf«é»!`},
	{"a letter as a reference", `caf«&#233;»!`, `caf«&#233;»!`, `caf«é»!`},
	{"a pair", `«\ud83d\udc69»!`, `«👩»!`, `«👩»!`},
	{"a quote", `say «\"»x`, `say «"»x`, `say «"»x`},
	{"an unknown entity", `x «\u0026»nbsp; \u0026lt;`, `x «&»nbsp; &lt;`, `x «&»nbsp; <`},
	{"a mark of direction", `x«\u202e»y`, "x«\u202e»y", "x«\u202e»y"},
	{"wide characters", `&lt;日«本»語`, `&lt;日«本»語`, `<日«本»語`},
}

// itemWith returns a reply with a section that is written so, and what it decodes to.
func itemWith(section string) *item {
	full := strings.Replace(strings.ReplaceAll(good, `"`, `\"`), "Port the exporter", section, 1)
	return replyItem("x", "{"+identity+`,"summary":"`+full+`"}`, 150)
}

func markOf(t *testing.T, text, s string) source.Span {
	t.Helper()
	before, rest, _ := strings.Cut(s, "«")
	in, after, ok := strings.Cut(rest, "»")
	i := strings.Index(text, before+in+after)
	if !ok || i < 0 {
		t.Fatalf("%q is not in %q", s, text)
	}
	return source.Span{Start: i + len(before), End: i + len(before) + len(in)}
}

func TestOneCharacterInThreeTexts(t *testing.T) {
	for _, c := range inThreeTexts {
		d := drive(t, &contents{groups: []group{{title: "x", items: []*item{itemWith(strings.NewReplacer("«", "", "»", "").Replace(c.file))}}}}, 120, 40)
		d.app.setFocus(paneText)
		d.press("s")
		r := &d.app.reader
		file, summary := r.judged.reply, r.judged.summary
		inFile, inSummary := markOf(t, string(file.Bytes()), c.file), markOf(t, string(summary.Bytes()), c.summary)
		is := func(view string, want source.Span) {
			t.Helper()
			if got, _ := r.underCursor(); got.Start != want.Start || r.kind == viewSummary && got != want {
				t.Errorf("%s, %s: the cursor is on %v, want %v", c.name, view, got, want)
			}
		}
		r.setCursor(inSummary.Start)
		if c.summary == c.resolved { // else it is a reference of several characters
			is("summary", inSummary)
		}
		d.press("d")
		d.expect("entities")
		is("resolved", inSummary)
		if got, want := r.text.Under(), markOf(t, string(r.textShown().Bytes()), c.resolved); got != want {
			t.Errorf("%s: the cursor is on %v of the resolved text, want %v", c.name, got, want)
		}
		d.press("r")
		is("reply", inFile)
		d.press("s")
		is("resolved again", inSummary)
		d.press("d")
		if got, _ := r.cursor(); got != inSummary.Start {
			t.Errorf("%s: the cursor came back to %d, want %v", c.name, got, inSummary)
		}
	}
}

// Wherever the cursor is, it is on the same character after a way through the other
// texts, and always on screen.
func TestViewsKeepTheCursor(t *testing.T) {
	var section strings.Builder
	for _, c := range inThreeTexts {
		section.WriteString(strings.NewReplacer("«", "", "»", "").Replace(c.file) + `\n`)
	}
	d := drive(t, &contents{groups: []group{{title: "x", items: []*item{itemWith(strings.Repeat(section.String(), 20))}}}}, 100, 30)
	d.app.setFocus(paneText)
	d.press("s")
	r, rnd := &d.app.reader, rand.New(rand.NewSource(2))
	moves := strings.Fields("j k left right W B ^ $ ctrl+d ctrl+u g G pgdown pgup")
	for range 300 {
		d.press(moves[rnd.Intn(len(moves))])
		at, _ := r.underCursor()
		d.press("r s")
		if back, _ := r.underCursor(); back != at {
			t.Fatalf("from the reply it came back to %v, was on %v", back, at)
		}
		if !r.text.Shows(r.text.Cursor()) {
			t.Fatal("the cursor is not on screen")
		}
		if rnd.Intn(3) == 0 {
			d.press("d")
			if there, _ := r.cursor(); there > at.Start || there < at.Start-len("&#233;") {
				t.Fatalf("resolving moved the cursor to %d, was on %v", there, at)
			}
		}
	}
}

// What was selected or left since counts more than where a text was left.
func TestAFindingSelectedElsewhereIsShown(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.app.setFocus(paneText)
	d.press("g b s")
	d.expect("1:1 · byte 0") // as it was left
	d.press("a j s")
	d.expect("Finding 2 of 2 ·", "7:18")
}

func TestResolvedEntities(t *testing.T) {
	text := strings.Replace(good, "One retry", "Map&lt;K, V&gt; &amp;&amp; &#233;, and a bare & too", 1)
	d := drive(t, &contents{groups: []group{{title: "x", items: []*item{summaryItem("x", text), summaryItem("none", good)}}}}, 120, 40)
	d.app.setFocus(paneText)
	d.expect("Map&lt;K", "Finding 1 of 1")
	d.absent("entities resolved")
	at, _ := d.app.reader.cursor()
	d.press("d")
	d.expect("Map<K, V> && é, and a bare &", "entities resolved", "Finding 1 of 1 ")
	if now, _ := d.app.reader.cursor(); now != at || text[now:now+4] != "& to" {
		t.Errorf("the finding is at byte %d of %q, the cursor was at %d", now, text, at)
	}
	d.absent("not at the cursor")
	d.press("/")
	d.write("K, V> &&")
	d.press("enter")
	d.expect("1/1")
	if now, _ := d.app.reader.cursor(); !strings.HasPrefix(text[now:], "K, V&gt;") {
		t.Errorf("the hit is at byte %d", now)
	}
	d.press("esc :") // places are those of the summary
	d.write(fmt.Sprintf("@%d", strings.Index(text, "#233")))
	d.press("enter")
	if now, _ := d.app.reader.cursor(); now != strings.Index(text, "&#233") {
		t.Errorf("the place inside a reference is at byte %d", now)
	}
	d.press("n") // it stays, and says where there is nothing to resolve
	d.expect("no entities")
	d.press("p")
	d.expect("Map<K, V>")
	d.press("d")
	d.expect("Map&lt;K, V&gt;")
}

// What was resolved for another item, or another judgement of it, is dropped.
func TestStaleResolvedTextIsDropped(t *testing.T) {
	d := drive(t, &contents{groups: []group{{title: "x", items: []*item{summaryItem("first", "<goal>&lt;</goal>"), summaryItem("second", "<goal>&gt;</goal>")}}}}, 120, 40)
	cmd := d.app.toggleResolved()
	d.app.fresh = false
	d.expect("resolving…", "&lt;")
	msg := cmd()
	d.app.list.selectIndex(1)
	d.app.reader.show(d.app.list.current())
	d.send(msg)
	d.app.fresh = false
	d.expect("&gt;", "resolving…")
	d.do(d.app.resolveEntities())
	d.expect("<goal>></goal>", "entities resolved")

	r := &d.app.reader // judged anew while the older text is being resolved
	r.resolving.made = nil
	older := d.app.resolveEntities()
	r.item.judged = judge(r.item.evidence)
	r.refresh()
	newer := d.app.resolveEntities()
	d.send(older())
	d.app.fresh = false
	d.expect("resolving…")
	d.send(newer())
	d.expect("<goal>></goal>", "entities resolved")

	r.resolving.made = nil // the item was opened again in between, with the same answer
	d.app.resolveEntities()
	again := *r.item
	r.item = &again
	if d.app.resolveEntities() == nil {
		t.Error("what is dropped when it comes back is waited for")
	}
}

// A text that changes on disk stays resolved, and the cursor where it is.
func TestResolvedTextIsRenewed(t *testing.T) {
	text := strings.ReplaceAll(strings.Replace(good, "41 of 43", "a &lt;&#10; b &amp;&amp; c", 1), "><", ">\n<")
	d := driveFiles(t, 120, 40, map[string]string{"a.xml": text})
	d.app.setFocus(paneText)
	d.press("d :")
	d.driver.write(fmt.Sprintf("@%d", strings.Index(text, "&amp;&amp;")))
	d.press("enter")
	d.expect(" b && c")
	changed := strings.Replace(text, "Port the exporter", "Port &gt;\nall of it", 1)
	d.changed(map[string]string{"a.xml": changed})
	d.expect("Port >", " b && c", "entities resolved")
	if now, _ := d.app.reader.cursor(); now != strings.Index(changed, "&amp;&amp;") {
		t.Errorf("the cursor is at %d of %q", now, changed)
	}
	if d.app.reader.resolving.making != (summaryOf{}) {
		t.Error("something is still being resolved")
	}
}

// In a narrow pane what an escape stands for goes on a row of its own, or is said by
// numbers, and is never left out.
func TestHexStripIsNarrow(t *testing.T) {
	for _, c := range []struct {
		w, h int
		want []string
	}{
		{100, 30, []string{"U+005C REVERSE SOLIDUS\n", `\u202e stands for U+202E RIGHT-TO-LEFT OVERRIDE · 1 cell`}},
		{64, 24, []string{"U+005C REVERSE SOLIDUS\n", `\u202e stands for U+202E RIGHT-TO-LEFT OVERRIDE · 1 cell`}},
		{64, 10, []string{`U+005C · \u202e stands for U+202E · 1 cell`}},
		{40, 24, []string{"U+005C · \\u202e stands for U+202E\n", " 1 cell\n"}},
		{40, 10, []string{`U+005C · \u202e stands for U+202E`}},
	} {
		d := drive(t, &contents{groups: []group{{title: "x", items: []*item{itemWith(`a\u202e b`)}}}}, c.w, c.h)
		d.app.setFocus(paneText)
		d.press("r x")
		if c.w < 100 {
			d.press("z")
		}
		d.app.reader.setCursor(strings.Index(string(d.app.reader.trueText().Bytes()), `\u202e`))
		d.app.fresh = false
		text := strings.ReplaceAll(strings.ReplaceAll(d.text(), "─", ""), " │", "│")
		for _, want := range c.want {
			if !strings.Contains(regexp.MustCompile(` +\n`).ReplaceAllString(text, "\n"), want) {
				t.Errorf("%dx%d: no %q in\n%s", c.w, c.h, want, d.text())
			}
		}
	}
}

func TestHexStrip(t *testing.T) {
	d := drive(t, &contents{groups: []group{{title: "x", items: []*item{itemWith(`a\u202e b\u0026amp;\u001b e\u0301 \ud83d\ude00 日`)}}}}, 120, 40)
	d.app.setFocus(paneText)
	r := &d.app.reader
	d.press("s z x")
	on := func(words string, want ...string) {
		t.Helper()
		r.setCursor(strings.Index(string(r.trueText().Bytes()), words))
		d.app.fresh = false
		d.expect(want...)
	}
	on("a\u202e", "U+0061 LATIN SMALL LETTER A · 1 cell", "61", "0020  ")
	on("\u202e", `U+202E RIGHT-TO-LEFT OVERRIDE · on disk \u202e · no width, shown as a mark`, "e2 80 ae")
	on("&amp;", `U+0026 AMPERSAND · on disk \u0026 · 1 cell`)
	on("\x1b", `U+001B ESCAPE · on disk \u001b`, "no width")
	on("e\u0301", `U+0065 LATIN SMALL LETTER E + U+0301 COMBINING ACUTE ACCENT · on disk e\u0301 · 1 cell`)
	on("😀", `U+1F600 GRINNING FACE · on disk \ud83d\ude00 · 2 cells`)
	on("日", "U+65E5 CJK UNIFIED IDEOGRAPH-65E5 · 2 cells")
	d.press("d")
	on("&amp;", `U+0026 AMPERSAND · written &amp; · on disk \u0026amp; · 1 cell`, "26 61 6d 70 3b")
	d.press("d r")
	on(`\u202e`, `U+005C REVERSE SOLIDUS · \u202e stands for U+202E RIGHT-TO-LEFT OVERRIDE · 1 cell`)
	on(`u0026amp`, `\u0026 stands for &  U+0026 AMPERSAND`)
	on(`ude00`, `\ud83d\ude00 stands for 😀  U+1F600 GRINNING FACE`)
	on(`amp;`, "U+0061 LATIN SMALL LETTER A · 1 cell")
	d.absent("stands for")
	d.press("$ right")
	d.expect("the end of the text")
	d.press("x")
	d.absent("the end of the text")
}

func TestHexDump(t *testing.T) {
	b := []byte(strings.Repeat("0123456789abcdef", 1<<13)) // offsets of five digits
	for _, c := range []struct {
		w, rows      int
		under        source.Span
		first, width int
		ascii        bool
	}{
		{80, 3, source.Span{Start: 100, End: 101}, 80, 16, true},
		{75, 3, source.Span{Start: 100, End: 101}, 80, 16, true},
		{74, 3, source.Span{Start: 100, End: 101}, 88, 8, true},
		{44, 3, source.Span{Start: 100, End: 101}, 88, 8, true},
		{40, 3, source.Span{Start: 100, End: 101}, 88, 8, false},
		{20, 3, source.Span{Start: 100, End: 101}, 96, 4, false},
		{80, 3, source.Span{Start: 3, End: 4}, 0, 16, true},
		{80, 1, source.Span{Start: 100, End: 104}, 96, 16, true},
		{80, 1, source.Span{Start: 110, End: 114}, 110, 16, true}, // not cut in two
		{80, 1, source.Span{Start: 110, End: 130}, 96, 16, true},
		{80, 1, source.At(len(b)), len(b), 16, true},
	} {
		d := newHexDump(c.w, b, c.under, c.rows)
		if d.first != c.first || d.width != c.width || d.ascii != c.ascii || d.cells() > c.w && d.width > 4 {
			t.Errorf("%d cells, %d rows, %v: from %d, %d a row, characters %t", c.w, c.rows, c.under, d.first, d.width, d.ascii)
		}
	}
}

// An escape is read outside of the summary, too.
func TestJSONEscapeAt(t *testing.T) {
	for _, c := range []struct{ in, how, what string }{
		{`a‹\n`, `\n`, "\n"}, {`a\‹n`, `\n`, "\n"}, {`a\n‹b`, "", ""}, {`‹a\n`, "", ""},
		{`\\‹n`, "", ""}, {`\‹\n`, `\\`, `\`}, {`\\‹\"`, `\"`, `"`},
		{`‹\u0026x`, `\u0026`, "&"}, {`\u002‹6x`, `\u0026`, "&"}, {`\u0026‹x`, "", ""},
		{`‹\ud83d\ude00`, `\ud83d\ude00`, "😀"}, {`\ud83d\ude0‹0`, `\ud83d\ude00`, "😀"}, {`\ud83d‹x`, "", ""}, {`‹\ud83dx`, `\ud83d`, "\uFFFD"},
		{`\u00‹4`, "", ""}, {`‹\q`, "", ""}, {`‹\`, "", ""},
	} {
		before, after, _ := strings.Cut(c.in, "‹")
		how, what, ok := jsonEscapeAt([]byte(before+after), len(before))
		if string(how) != c.how || string(what) != c.what || ok != (c.how != "") {
			t.Errorf("%q: %q stands for %q, %t", c.in, how, what, ok)
		}
	}
}

// The strip fits at every size and shows every character of an evil text.
func TestHexStripFits(t *testing.T) {
	evil := hostile()
	d := drive(t, evil, 120, 40)
	d.press("x tab")
	var walk thinned
	for range 3 {
		d.app.setFocus(paneText)
		for _, k := range []string{"s", "d", "r"} {
			d.press(k + " g")
			for i := range 120 {
				if walk.skips() {
					continue
				}
				w, h := 40+(i*7)%90, 10+(i*3)%35
				d.send(tea.WindowSizeMsg{Width: w, Height: h})
				d.app.setFocus(paneText)
				d.press("right")
				if err := fits(d.app.View(), w, h); err != nil {
					t.Fatalf("%dx%d, %d characters in: %v", w, h, i, err)
				}
			}
		}
		d.press("n")
	}
}

var rawScreens = []struct{ name, keys, on string }{
	{"hex-summary", "x s", "\u202e"},
	{"hex-resolved", "x s d", "&amp;"},
	{"hex-reply", "x r", `\u001b`},
}

func rawSample() *contents {
	text := strings.Replace(good, "Port the exporter", `Keep \u202eMap\u0026lt;K\u0026gt; \u0026amp; caf\u00e9 \u001b[31m`, 1)
	return &contents{title: "store", groups: []group{{title: "outputs", items: []*item{replyItem("12", "{"+identity+`,"summary":"`+text+`"}`, 150), summaryItem("good.xml", good)}}}}
}

func TestGoldenRaw(t *testing.T) {
	show := func(d *driver, keys, on string) {
		d.app.setFocus(paneText)
		d.press(keys)
		d.app.reader.setCursor(strings.Index(string(d.app.reader.trueText().Bytes()), on))
		d.send(nil)
		d.app.fresh = false
	}
	for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
		for _, s := range rawScreens {
			d := drive(t, rawSample(), size[0], size[1])
			show(d, s.keys, s.on)
			kept(t, fmt.Sprintf("%s-%dx%d.txt", s.name, size[0], size[1]), d.text())
			if size[0] < 80 {
				continue
			}
			for _, light := range []bool{false, true} {
				theme := testTheme(light, themes.TrueColor)
				d := driveTheme(t, rawSample(), size[0], size[1], theme)
				show(d, s.keys, s.on)
				kept(t, fmt.Sprintf("%s-%dx%d-%s.ansi", s.name, size[0], size[1], theme.Palette().Name), strings.ReplaceAll(d.app.View(), "\x1b", "␛"))
			}
		}
	}
}

// The decoded summary comes back by its own key, and where one is is told there too.
func TestBackFromResolvedEntities(t *testing.T) {
	text := strings.Replace(good, "One retry", "Map&lt;K, V&gt;", 1)
	for _, w := range []int{120, 100, 80} {
		d := drive(t, &contents{groups: []group{{title: "x", items: []*item{summaryItem("x", text)}}}}, w, 24)
		for _, back := range []string{"s", "d"} {
			d.press("d")
			d.expect("Map<K, V>", "entities resolved · 1:1")
			d.press(back)
			d.expect("Map&lt;K, V&gt;")
			d.absent("entities resolved")
		}
	}
}
