package summary

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"compactlens/core/source"
)

// unmark returns s without its «» marks and the spans between them.
func unmark(s string) (string, []source.Span) {
	var spans []source.Span
	for {
		before, rest, ok := strings.Cut(s, "«")
		if !ok {
			return s, spans
		}
		in, after, _ := strings.Cut(rest, "»")
		spans = append(spans, source.Span{Start: len(before), End: len(before) + len(in)})
		s = before + in + after
	}
}

// faultTexts mark in each text the places of its faults, in order. The names of
// the kinds follow in the same order; an asterisk marks the primary one.
var faultTexts = []struct{ in, want string }{
	// Characters and references.
	{in("«&»dst"), "*bare-ampersand"},
	{in("a «&&» b «&»= c"), "*bare-ampersand bare-ampersand"},
	{in("«&»&amp;x"), "*bare-ampersand"},
	{in("«&nbsp;»«&LT;»"), "*html-entity html-entity"},
	{in("«&ctx;»"), "*unknown-entity"},
	{in("«&amp» x"), "*unterminated-reference"},
	{in("«&#x2713» «&#X2713;» «&#x1F6O0;» «&#1114112;» «&#;»"), "*bad-numeric-reference bad-numeric-reference bad-numeric-reference bad-numeric-reference bad-numeric-reference"},
	{in("«&#27;»"), "*bad-numeric-reference"},
	{in("«\x1b»[31m «\x00\x00» «\ufffe»"), "*illegal-char illegal-char illegal-char"},
	{in("«\xe4\xb8» «\xed\xa0\x80» caf«\xe9»"), "*invalid-utf8 invalid-utf8 invalid-utf8"},
	{in("«\x1b» «&nbsp;»"), "illegal-char *html-entity"},
	{in("a«]]>»b«]]>»"), "*cdata-end-in-text cdata-end-in-text"},

	// Markup in text.
	{in("a «<» b, c «<<» d «<»= e «<»- f «<»3"), "*bare-less-than bare-less-than bare-less-than bare-less-than bare-less-than"},
	{in("if i«<»n «&&» j"), "*bare-less-than bare-ampersand"},
	{in("i«<»n; j>m"), "*bare-less-than"},
	{in("a«<»b and c> d"), "*bare-less-than"},
	{in("Vec«<String>», Map«<K, V>» Map«<K,V>» r«<(), Error>» «<User | null>» Arc«<Mutex<Pool>>»"), "*generics-as-tag generics-as-tag generics-as-tag generics-as-tag generics-as-tag generics-as-tag"},
	{in("List«<? extends T>» Vec«<&str>» Fn«<'a>» f«<dyn Fn(u8) -> u8>»"), "*generics-as-tag generics-as-tag generics-as-tag generics-as-tag"},
	{in("cat «<<»EOF > x; b «<»"), "*bare-less-than bare-less-than"},
	{in("«<Button onClick={() => x}>»Go</Button> new List«<>»()"), "*html-tag generics-as-tag"},
	{in("«<state>»now</state> and «<goal>» are quoted"), "*nested-section-or-item nested-section-or-item"},
	{in("run «<path>» with «<your-token>», «<path to file>»"), "*generics-as-tag generics-as-tag generics-as-tag"},
	{in("x «<br>» y «<b>»z</b> «<div class=\"row\">» «<img src=x>»"), "*html-tag html-tag html-tag html-tag"},
	{in("«<item>»a</item><item>b</item> x «<item>»c</item>"), "*nested-section-or-item nested-section-or-item"},
	{in("«<step n='1'>»a<b>c</b></step>"), "*nested-section-or-item"},
	{in("«<decisions>»x</decisions>"), "*nested-section-or-item"},
	{in("the tag «<state>» is quoted"), "*nested-section-or-item"},
	{in("quote «<conversation_summary>» here"), "*nested-section-or-item"},
	{in("x «</parameter>» y"), "*stray-end-tag"},
	{in("a «<!-- x -->» b «<!-- y -- z -->»"), "*comment comment"},
	{in("a «<?php x ?>» b «<?= $y ?>»"), "*processing-instruction processing-instruction"},
	{in("«<?xml version='1.1'?>»"), "*xml-declaration"},
	{in("«<!DOCTYPE x>» y «<!DOCTYPE don't>»"), "*doctype doctype"},
	{in("«&nbsp;» «<![CDATA[a < b && c]]>»"), "html-entity *cdata-section"},
	{in("«<![CDATA[»a < b && c"), "*cdata-section"},
	{in("«<![cdata[x]]>»"), "*cdata-section"},

	// The row of sections.
	{strings.Replace(valid, "<constraints/>\n<decisions>d &amp; e</decisions>\n<", "«»«»<", 1), "*missing-section missing-section"},
	{strings.Replace(valid, "<constraints/>\n<", "«»<", 1), "*missing-section"},
	{strings.Replace(valid, "<open_items></open_items>\n<", "«»<", 1), "*missing-section"},
	{strings.Replace(valid, "<goal>g</goal>\n<", "«»<", 1), "*missing-section"},
	{as("<constraints/>", "<constraints/>«<goal>»x</goal>"), "*duplicate-section"},
	{as("<constraints/>", "<constraints/>«<files>»x</files>"), "*extra-section"},
	{as("<constraints/>", "«<tasks>»x</tasks>"), "*misspelt-section"},
	{as("<goal>g</goal>", "«<gaol>»g</gaol>"), "*misspelt-section"},
	{as("<goal>g</goal>", "«<gaol>»g</goal>"), "*misspelt-section"},
	{as("<goal>g</goal>", "«<Goal>»g</Goal>"), "*section-case"},
	{as("<goal>g</goal>", "«<s:goal>»g</s:goal>"), "*section-namespace"},
	{as("<goal>", "<goal «id='1' b=\"2\"»>"), "*section-attribute"},
	{as("<goal>", "<goal «done»>"), "*section-attribute"},
	{as("<goal>", "«< goal>»"), "*malformed-tag"},
	{as("</goal>", "«</ goal>»"), "*malformed-tag"},
	{"<conversation_summary>«<constraints>»c</constraints><goal>g</goal><decisions/><state>s</state><open_items/></conversation_summary>", "*swapped-sections"},
	{"<conversation_summary>«<state>»s</state><constraints/><decisions/><goal>g</goal><open_items/></conversation_summary>", "*swapped-sections"},
	{"<conversation_summary><goal>g</goal><decisions/><state>s</state>«<constraints>»c</constraints><open_items/></conversation_summary>", "*misplaced-section"},
	{between("\n«--- x»\n"), "*text-between-sections"},
	{between("«\u200b»"), "*text-between-sections"},
	{between(" «&nbsp;» "), "*html-entity"},
	{between(" «R&D» "), "*text-between-sections"},
	{as("</goal>", "«</gaols>»"), "*mismatched-close"},
	{as("</goal>", "«</constraints>»"), "*mismatched-close"},
	{as("</conversation_summary>", "«</conversation-summary>»"), "*mismatched-close"},
	{strings.Replace(strings.Replace(valid, "</goal>", "", 1), "<goal>", "«<goal>»", 1), "*unclosed-section"},
	{strings.Replace(strings.Replace(valid, "</open_items>", "", 1), "<open_items>", "«<open_items>»", 1), "*unclosed-section"},
	{strings.Replace(strings.Replace(valid, "<goal>", "", 1), "</goal>", "«</goal>»", 1), "*unopened-section"},
	{as("<goal>g</goal>", "<goal>«\u00a0&#32;»</goal>"), "*blank-goal"},
	{as("<state>s</state>", "<state>«»</state>"), "*blank-state"},
	{as("<goal>g</goal>", "«<goal/>»"), "*blank-goal"},
	{strings.Replace(as("<goal>g</goal>", "«<goal/>»"), "<state>s</state>", "<state>«»</state>", 1), "*blank-goal blank-state"},

	// The root element.
	{strings.Replace(as("conversation_summary", "state_snapshot"), "<state_snapshot>", "«<state_snapshot>»", 1), "*wrong-root-name"},
	{strings.Replace(as("conversation_summary", "Conversation_Summary"), "<Conversation_Summary>", "«<Conversation_Summary>»", 1), "*root-case"},
	{strings.Replace(valid, "<conversation_summary>", "«<conversation_sumary>»", 1), "*wrong-root-name"},
	{strings.Replace(as("conversation_summary", "x:conversation_summary"), "<x:conversation_summary>", "<«x:conversation_summary»>", 1), "*root-namespace"},
	{as("<conversation_summary>", "<conversation_summary «xmlns='a'»>"), "*root-namespace"},
	{as("<conversation_summary>", "<conversation_summary «lang=\"en\"»>"), "*root-attribute"},
	{"«<conversation_summary/>»", "*self-closed-root"},
	{as("<conversation_summary>", "«<conversation_summary/>»"), "*self-closed-root"},
	{strings.Replace(valid, "<conversation_summary>\n", "\n«»", 1), "*no-root"},
	{strings.Replace(valid, "<conversation_summary>", "«<conversation_summary>»", 1)[:len(valid)+len("«»")-len("</conversation_summary>")], "*truncated"},
	{"«<conversation_summary>»\n<goal>g</goal>\n<constraints>c</constraints>\n<deci", "*truncated"},
	{"<conversation_summary>\n<goal>g</goal>\n«<constraints>»c &am", "*truncated"},
	{"<conversation_summary>\n<goal>«&nbsp;»</goal>\n«<constraints>»c</const", "*html-entity truncated"},
	{strings.Replace(valid, "<conversation_summary>", "«<conversation_summary>»", 1)[:len(valid)+len("«»")-len("</conversation_summary>")] + "\n«```»", "unclosed-root *code-fence"},
	{valid + "\n«<conversation_summary>»<goal>x</goal></conversation_summary> «Done.»", "*second-root prose-after"},

	// Outside the root.
	{"«»", "*empty-document"},
	{"« \n»", "*empty-document"},
	{"«Error: rate limit exceeded & more»", "*no-root"},
	{"«\ufeff»" + valid, "*bom"},
	{"«\r\n»" + valid, "*leading-newline"},
	{valid + "«\n»", "*trailing-newline"},
	{"«Here it is:»\n\n«```xml»\n" + valid + "\n```\n", "*prose-before code-fence"},
	{"«\ufeff»«Here is R&D:»\n" + valid + "\n\n«Done.» ", "bom *prose-before prose-after"},
	{valid + "\n«```»\n«Done.»", "*code-fence prose-after"},
	{"«<?xml version='1.0'?>»\n«<!DOCTYPE x [<!ENTITY a '>'>]>»\n" + valid, "*xml-declaration doctype"},
	{"«<analysis>»The goal is <b>clear</b> & done.\n</analysis>\n" + valid, "*scratchpad-before"},
	{"«<think>»I shall write a <conversation_summary> now.</think>" + valid, "*scratchpad-before"},
	{"«<output>»\n" + valid + "\n</output>", "*wrapper"},
	{"«<think>»never closed " + valid, "*scratchpad-before"},
	{valid + "«<notes>»x</notes>", "*element-after"},
	{valid + "«</goal>»", "*stray-end-tag"},

	// What is left of sections and roots.
	{"<conversation_summary><goal>g</goal><constraints/><decisions/><state>s</state><open_items>x«</parameter>»«</invoke>»", "*mismatched-close mismatched-close"},
	{between("«<x/>»"), "*extra-section"},
	{between("«<br/>»"), "*html-tag"},
	{between("«<x>» words"), "*extra-section"},
	{"<conversation_summary>«<body>»" + valid[len("<conversation_summary>"):len(valid)-len("</conversation_summary>")] + "</body></conversation_summary>", "*wrapper"},
	{as("<goal>g</goal>", "«<Goal>»«<b>»x</b> y</goal>"), "*section-case html-tag"},
	{as("<goal>g</goal>", "«<Goal>»x</goals>"), "*section-case"},
	{"«<conversation_summary>»<goal>g</goal>«<notes>»x", "truncated *extra-section"},
	{"«<conversation_summary>»<goal>g</goal><constraints/><decisions/><state>s</state>«<open_item>»x", "truncated *misspelt-section"},
	{strings.Replace(valid, "<conversation_summary>", "<conversation_summary>«<conversation_summary>»", 1) + "</conversation_summary>", "*second-root"},
	{strings.Replace(valid, "</state>", "</state>«</conversation_summary>»", 1), "*stray-end-tag"},
	{strings.Replace(strings.Replace(valid, "</conversation_summary>", "", 1), "</state>", "</state>«</conversation_summary>»", 1), "*stray-end-tag"},
	{"«<conversation_summry>»«<br>»«»«»«»«»«»</conversation_summry>", "*wrong-root-name html-tag missing-section missing-section missing-section missing-section missing-section"},
	{"«<conversation_s»", "*truncated"},
	{as("<conversation_summary>", "<conversation_summary «a=b»>"), "*root-attribute"},
	{as("<conversation_summary>", "«< conversation_summary>»"), "*malformed-tag"},
	{as("<conversation_summary>", "<conversation_summary «xmlnsx='a' b='xmlns' xmlns:c='d'»>"), "*root-namespace"},
	{between("«R&D»") + "«&»", "*text-between-sections prose-after"},
	{"«Here:» «```xml»\n" + valid, "*prose-before code-fence"},
	{valid + " «<conversation_summary>» again", "*second-root"},
	{"«<img src=x>»" + valid, "*scratchpad-before"},
	{in("«&NotEqualTilde;»"), "*html-entity"},
	{in("«<? T>»"), "*generics-as-tag"},
	{in("«<?x» y"), "*processing-instruction"},
	{valid + "\n«a & b»", "*prose-after"},
	{in("«&#27;» «&#27;» «&nbsp;»"), "bad-numeric-reference bad-numeric-reference *html-entity"},
}

func TestFaults(t *testing.T) {
	for _, c := range faultTexts {
		text, spans := unmark(c.in)
		r := Inspect([]byte(text))
		var got []string
		for _, f := range r.Faults {
			mark := ""
			if f.Primary {
				mark = "*"
			}
			got = append(got, fmt.Sprintf("%s%v %d-%d", mark, f.Kind, f.Span.Start, f.Span.End))
		}
		var want []string
		for i, kind := range strings.Fields(c.want) {
			want = append(want, fmt.Sprintf("%s %d-%d", kind, spans[i].Start, spans[i].End))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q\n got %v\nwant %v", text, got, want)
		}
		checkReport(t, []byte(text))
	}
}
