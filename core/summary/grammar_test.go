package summary

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// in puts text into the goal of an otherwise accepted summary.
func in(text string) string { return strings.Replace(valid, ">g<", ">g"+text+"<", 1) }

// between puts text between the first two sections of an accepted summary.
func between(text string) string { return strings.Replace(valid, "</goal>", "</goal>"+text, 1) }

// as renames in an accepted summary.
func as(old, new string) string { return strings.ReplaceAll(valid, old, new) }

// TestGrammar states the contract's rules one by one. Each input is judged by
// encoding/xml too, so that the statement itself is checked.
func TestGrammar(t *testing.T) {
	for _, c := range []struct {
		rule string
		want Class
		in   []string
	}{
		{"accepted", Accepted, []string{valid, as("\n", "\r\n"), as("\n", "\r"), as("\n", "")}},

		{"the bytes of a CDATA section beat every other fault", Structure, []string{
			in("<![CDATA[x]]>"), "<![CDATA[", "& <![CDATA[", in("&nope;") + "<![CDATA[", "<wrong><![CDATA[x]]></wrong>", "<!-- <![CDATA[ -->" + valid}},
		{"the first faulty token decides", Syntax, []string{in("&nope;<b/>"), in("&nope;") + "\n"}},
		{"the first faulty token decides", Structure, []string{in("<b/>&nope;"), "\n" + in("&nope;")}},
		{"a token is read whole before it is judged", Syntax, []string{"<wrong a=b>", "prose & more" + valid, "prose \x1b" + valid, valid + "\x00"}},
		{"the same without them", Structure, []string{"prose" + valid, "prose &amp; more" + valid}},
		{"blank sections come last", Structure, []string{as("<state>s</state>", "<state/>") + "\n"}},

		{"nothing at all", Root, []string{""}},
		{"nothing but what may not be there", Structure, []string{" ", "\ufeff", "<!-- x -->", "<?x?>", "<!DOCTYPE x>"}},
		{"another root", Root, []string{"<summary>", "<summary a='b'/>", as("conversation_summary", "Conversation_Summary"), "<:conversation_summary>", "<conversation_summary:>"}},
		{"a prefix", Structure, []string{as("conversation_summary", "p:conversation_summary"), as("conversation_summary", "xml:conversation_summary"), as("conversation_summary", "xmlns:conversation_summary"), as("goal", "p:goal")}},
		{"two colons", Syntax, []string{as("conversation_summary", "a:b:conversation_summary"), as("goal", "a:b:goal")}},
		{"attributes", Structure, []string{as("<goal>", "<goal xmlns=''>"), as("<goal>", "<goal xml:lang='a' xml:lang='a'>"), as("<conversation_summary>", `<conversation_summary xmlns:p="x">`), as("<goal>", `<goal a="]]>">`)}},
		{"case", Structure, []string{as("goal", "Goal")}},
		{"case of an end tag alone", Syntax, []string{as("</goal>", "</Goal>")}},
		{"the row of sections", Structure, []string{as("<constraints/>", ""), as("<constraints/>", "<extra/>"), as("<constraints/>", "<constraints/><constraints/>"), as("<constraints/>", "<goal/>"), in("<goal>x</goal>"), in("<x/>")}},
		{"a root closed too early", Structure, []string{"<conversation_summary/>", "<conversation_summary></conversation_summary>", "<conversation_summary><goal/></conversation_summary>"}},
		{"sections that close themselves", Accepted, []string{as("<open_items></open_items>", "<open_items />")}},
		{"blank sections", Content, []string{as("<goal>g</goal>", "<goal/>"), as("<state>s</state>", "<state></state>"), as("<state>s</state>", "<state>\u00a0&#x2003;\u3000\u0085\u1680\u2028 \r\n</state>")}},
		{"characters that look blank", Accepted, []string{as(">s<", ">\u200b<"), as(">s<", ">\ufeff<"), as(">s<", ">\u2060<"), as(">s<", ">\u180e<"), as(">s<", ">\u00ad<"), as(">s<", ">\u2800<"), as(">s<", ">\u3164<")}},
		{"around the root", Structure, []string{" " + valid, valid + "\n", valid + "\r", valid + "&amp;", "\ufeff" + valid, "```xml\n" + valid, valid + valid}},
		{"an end tag outside the root", Syntax, []string{valid + "</goal>", "</goal>" + valid}},
		{"white space between sections", Accepted, []string{between("\u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000&#160;&#x2028;")}},
		{"text between sections", Structure, []string{between("x"), between("\u200b"), between("\ufeff"), between("&amp;"), between("&#8203;")}},
		{"comments and the like", Structure, []string{between("<!-- x -->"), in("<!-- \x00\xff -->"), in("<?php x?>"), in("<!x>"), in("<!DOCTYPE x [<!ENTITY a '>'>]>")}},
		{"XML declarations that are read over", Structure, []string{"<?xml?>" + valid, "<?xml version='1.0' encoding=\"UtF-8\"?>" + valid, in("<?xml version = '1.1'?>"), in("<?xml version=1.1?>"), in("<?XML version='1.1'?>"), in("<?xml version=''?>")}},
		{"XML declarations that are not", Syntax, []string{"<?xml version='1.1'?>" + valid, in("<?xml version='1.00'?>"), in("<?xml encoding='utf8'?>"), in("<?xml myversion='1.1'?>"), in("<?xml version=1.0 version='2'?>")}},
		{"comments that do not close", Syntax, []string{in("<!-- a -- b -->"), in("<!-- a --->"), in("<!-->"), in("<!--->"), in("<!-x -->"), "<!--", "<!-- -", "<!-- --"}},
		{"the shortest comment", Structure, []string{in("<!---->")}},
		{"sequences after <![", Syntax, []string{in("<![cdata[x]]>"), in("<![CDA"), "<![", "<!["}},
		{"a directive with a bracket", Structure, []string{in("<! [CDATA[x]]>")}},
		{"directives that swallow", Syntax, []string{in("<!DOCTYPE don't>"), in("<!x < y>"), in("<!>"), in("<!x <!-- >"), "<!"}},
		{"directives that end", Structure, []string{in("<!\">"), in("<!<>"), in("<!x <y>>"), in("<!x <!-- ' -->>"), in("<!x '>' \">\" >")}},
		{"]]> in text", Syntax, []string{in("]]>"), in("]]]>"), "]]>" + valid, valid + "]]>", between("]]>")}},
		{"what is nearly ]]>", Accepted, []string{in("]]&gt;"), in("]]&#62;"), in("]&#93;>"), in("]]&#x20;>"), in("]>"), in("]] >"), in("\"'>")}},
		{"entities", Accepted, []string{in("&lt;&gt;&amp;&apos;&quot;")}},
		{"what is no entity", Syntax, []string{in("&nbsp;"), in("&LT;"), in("&lt "), in("&"), in("& "), in("&;"), in("&#;"), in("&#x;"), in("&&"), in("&\xff;"), in("&é;")}},
		{"numeric references", Accepted, []string{in("&#65;&#x41;&#x1F600;&#0000000000000000000000065;&#xD800;&#xDFFF;&#9;&#xfffd;")}},
		{"what is no numeric reference", Syntax, []string{in("&#X41;"), in("&#+1;"), in("&#1_0;"), in("&# 1;"), in("&#1114112;"), in("&#x110000;"), in("&#99999999999999999999999;"), in("&#65")}},
		{"references to surrogates are content", Accepted, []string{as(">s<", ">&#xD800;<")}},
		{"characters", Accepted, []string{in("\t\n\r \x7f\u0080\u009f\ufdd0\U0001FFFE\ud7ff\ue000\ufffd\U0010FFFF")}},
		{"forbidden characters", Syntax, []string{in("\x00"), in("\x0b"), in("\x0c"), in("\x1b"), in("\ufffe"), in("\uffff"), in("&#0;"), in("&#xFFFE;"), in("&#27;")}},
		{"invalid UTF-8", Syntax, []string{in("\xff"), in("\xc0\xaf"), in("\xe0\x80\xaf"), in("\xed\xa0\x80"), in("\xf4\x90\x80\x80"), in("\xe4\xb8"), in("<\xffx/>"), as("<goal>", "<goal a='\xff'>"), in("\xc2&#160;")}},
		{"white space in tags", Accepted, []string{as("<goal>", "<goal \t\r\n>"), as("</goal>", "</goal\n>"), as("<constraints/>", "<constraints />")}},
		{"white space in tags where it may not be", Syntax, []string{as("<goal>", "< goal>"), as("</goal>", "</ goal>"), as("<constraints/>", "<constraints/ >"), as("<goal>", "<goal\x0c>"), as("<goal>", "<goal\u00a0>")}},
		{"attributes that are not well formed", Syntax, []string{as("<goal>", "<goal a=b>"), as("<goal>", "<goal a=>"), as("<goal>", "<goal a>"), as("<goal>", "<goal a='<'>"), as("<goal>", "<goal a='&'>"), as("<goal>", "<goal a='&nbsp;'>"), as("<goal>", "<goal a:b:c=''>")}},
		{"no space between attributes", Structure, []string{as("<goal>", `<goal a="b"c='d'>`), as("<goal>", `<goal a = "b&lt;" >`)}},
		{"the end of the input", Syntax, []string{"<conversation_summary>", "<conversation_summary", "<", "</", "<goal/", "<!--", "<?x", "<!x", "<conversation_summary><goal>x", "<a b", "<a b=", "<a b='", "x &am", "x &#", "x &#x1"}},
		{"a mismatched end tag", Syntax, []string{as("</goal>", "</gaol>"), as("</goal>", "</p:goal>"), as("</conversation_summary>", "</summary>"), between("</goal>")}},
		{"a forgotten end tag", Structure, []string{as("</goal>", "")}},
		{"nesting costs nothing", Structure, []string{in(strings.Repeat("<a>", 100000))}},
	} {
		for _, input := range c.in {
			if got := oracle([]byte(input)); got != c.want {
				t.Errorf("%s: encoding/xml says %q of %.80q, not %q", c.rule, got, input, c.want)
			}
			if got := Decide([]byte(input)).Class; got != c.want {
				t.Errorf("%s: got %q, want %q for %.80q", c.rule, got, c.want, input)
			}
			checkValid(t, []byte(input))
		}
	}
}

func FuzzDecide(f *testing.F) {
	for _, s := range seeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d := Decide(b)
		if want := oracle(b); d.Class != want {
			t.Fatalf("got %q, want %q for %q", d.Class, want, b)
		}
		if (d.Fault.Kind == KindNone) != (d.Class == Accepted) {
			t.Fatalf("class %q with fault %v for %q", d.Class, d.Fault, b)
		}
		checkValid(t, b)
	})
}

// checkValid wants the decision on valid UTF-8 to be the same whether that is known
// or not, wherever characters fall in the words that are read.
func checkValid(t *testing.T, b []byte) {
	t.Helper()
	if !utf8.Valid(b) {
		return
	}
	if got, want := decide(b, true), Decide(b); !reflect.DeepEqual(got, want) {
		t.Fatalf("known to be valid: got %+v, want %+v for %.80q", got, want, b)
	}
}

func TestDecideOnValidText(t *testing.T) {
	for _, part := range []string{"\ufffe", "\uffff", "\ufffd", "\uefff", "\uf000", "\uff01", "\U0001ffff", "\u00ef", "漢字\uff01\ufffe", "ж\x1b", "漢<", "漢>", "]]漢>", "漢&lt;", "漢&x"} {
		for n := range 9 {
			checkValid(t, []byte(in(strings.Repeat("a", n)+part+"and more")))
			checkValid(t, []byte(in(strings.Repeat("a", n)+part)))
		}
	}
}

// seeds are what fuzzing begins with: one of each sort of token and fault.
func seeds() []string {
	return []string{
		"", valid, in("<b>x</b>&nbsp;&#x1F;]]>"), in("<!-- x --><?y z?><![CDATA[w]]>"), in("Vec<String> a < b && c <K, V>"),
		"\ufeffHere:\n```xml\n" + valid + "\n```\nDone.", "<?xml version='1.0'?><!DOCTYPE x [<!-- ' -->]>" + valid,
		"<analysis>x</analysis>\n" + valid, valid + valid, as("goal", "Goal"), as("</goal>", ""), as("<constraints/>", ""),
		as("conversation_summary", "p:summary"), as("<goal>", "<goal a='b' c=\"&lt;\">"), as("<state>s</state>", "<state>&#160;\u3000</state>"),
		valid[:60], valid[:len(valid)-4], in("\xe4\xb8 \x1b[31m \ufffe"), between("</x> y"), in("</parameter>"),
	}
}
