package inspect

import "compactlens/core/loop"

// goodSummary is the summary that the examples of the grammar rules change in one
// place.
const goodSummary = `<conversation_summary><goal>Port the exporter</goal><constraints>Keep the column order</constraints>` +
	`<decisions>One retry</decisions><state>41 of 43 tests pass</state><open_items>Fix the clock test</open_items></conversation_summary>`

// inState returns goodSummary with other content in state.
func inState(content string) string { return replace(goodSummary, "41 of 43 tests pass", content) }

const (
	whyText      = "A section is plain text; the five XML entities are the only way to write the three characters that XML uses itself."
	whyMarkup    = "A section holds text and nothing else, so that what it says cannot depend on how somebody reads markup."
	whyRow       = "The five sections are what the next turns rely on; each must be there, once, where it is expected."
	whyOutside   = "The summary replaces the transcript word for word, so not one byte may stand outside the root element."
	whyRoot      = "The root element tells a summary from anything else a model may answer."
	whyChar      = "XML text holds no such character, and no way to write one."
	mendEntity   = "Write & as &amp; and < as &lt;."
	mendEndpiece = "Nothing to mend: what is missing was never written. Look at the finish reason and the token budget."
)

// summaryRules are the rules of the summary grammar, one for each kind of fault
// that the scanner knows.
func summaryRules() []Rule {
	rules := characterRules()
	rules = append(rules, markupRules()...)
	rules = append(rules, rowRules()...)
	rules = append(rules, rootRules()...)
	rules = append(rules, outsideRules()...)
	for i := range rules {
		if rules[i].Bad != "" && rules[i].Good == "" {
			rules[i].Good = goodSummary
		}
	}
	return rules
}

func characterRules() []Rule {
	rules := []Rule{
		{ID: "summary/bare-ampersand", Title: "a bare &", Say: `{got} must be written {want}`, What: "&amp;", Why: whyText, Mend: "Write & as &amp;.", Bad: inState("go build && go test"), Good: inState("go build &amp;&amp; go test")},
		{ID: "summary/html-entity", Title: "an entity of HTML", Say: "{got} is an entity of HTML; XML knows only lt, gt, amp, apos and quot", What: "one of the five XML entities, or the character itself", Why: whyText, Mend: "Write the character itself, or its number in place of its name.", Bad: inState("41&nbsp;of 43"), Good: inState("41&#160;of 43")},
		{ID: "summary/unknown-entity", Title: "an unknown entity", Say: "{got} is no entity; XML knows only lt, gt, amp, apos and quot", What: "one of the five XML entities", Why: whyText, Mend: "Write & as &amp;.", Bad: inState("a &foo; b"), Good: inState("a &amp;foo; b")},
		{ID: "summary/unterminated-reference", Title: "a reference without a semicolon", Say: "{got} lacks its semicolon", What: "a semicolon behind the entity", Why: whyText, Mend: "Put a semicolon behind it, or write & as &amp;.", Bad: inState("a &lt b"), Good: inState("a &lt; b")},
		{ID: "summary/bad-numeric-reference", Title: "a number that is no character", Say: "{got} names no character that XML allows", What: "the number of an allowed character", Why: whyChar, Mend: "Write the character itself, or leave it out.", Bad: inState("a&#27;[31m"), Good: inState("a[31m")},
		{ID: "summary/illegal-char", Title: "a character that XML does not allow", Say: "the character {name} may not stand in XML", What: "tab, line break, or a printable character", Why: whyChar, Mend: "Leave the character out; it usually comes from copied terminal output.", Bad: inState("\x1b[31mred"), Good: inState("[31mred")},
		{ID: "summary/invalid-utf8", Title: "bytes that are not UTF-8", Say: "these bytes are not UTF-8", What: "UTF-8", Why: whyChar, Mend: "Write the text as UTF-8; a cut-off or doubly encoded character is the usual source.", Bad: inState("caf\xe9"), Good: inState("café")},
		{ID: "summary/cdata-end-in-text", Title: "]]> in text", Say: "]]> may not stand in text; write ]]&gt;", What: "]]&gt;", Why: "XML keeps these three characters for the end of a CDATA section.", Mend: "Write ]]&gt;.", Bad: inState("a[b[0]]>1"), Good: inState("a[b[0]]&gt;1")},
	}
	return reason(rules, loop.InvalidXMLSyntax)
}

func markupRules() []Rule {
	return append(reason([]Rule{
		{ID: "summary/bare-less-than", Title: "a bare <", Say: `{got} must be written {want}`, What: "&lt;", Why: whyText, Mend: "Write < as &lt;.", Bad: inState("n < 3"), Good: inState("n &lt; 3")},
		{ID: "summary/stray-end-tag", Title: "an end tag without a start tag", Say: "the end tag {got} closes nothing", What: "plain text", Why: whyMarkup, Mend: "Delete it, or write its < as &lt;.", Bad: inState("done</parameter>"), Good: inState("done")},
		{ID: "summary/malformed-tag", Title: "a tag that XML cannot read", Say: "this reads as a tag, but not as one of XML", What: "plain text", Why: whyMarkup, Mend: mendEntity, Bad: replace(goodSummary, "</state>", "</state x>"), Good: goodSummary},
	}, loop.InvalidXMLSyntax), reason([]Rule{
		{ID: "summary/generics-as-tag", Title: "a type or placeholder that reads as a tag", Say: "{got} reads as an element; write its < as &lt;", What: "plain text", Why: whyText, Mend: "Write < as &lt;.", Bad: inState("use Vec<String> here"), Good: inState("use Vec&lt;String> here")},
		{ID: "summary/html-tag", Title: "an HTML tag", Say: "{got} is markup; a section may hold only text", What: "plain text", Why: whyMarkup, Mend: "Drop the markup, or write its < as &lt;.", Bad: inState("one<br/>two"), Good: inState("one two")},
		{ID: "summary/nested-section-or-item", Title: "an element inside a section", Say: "the element {got} stands inside a section", What: "plain text", Why: whyMarkup, Mend: "Write lists as lines of text.", Bad: inState("<item>one</item>"), Good: inState("- one")},
		{ID: "summary/comment", Title: "a comment", Say: "comments are not allowed", What: "no comment", Why: whyMarkup, Mend: "Delete the comment.", Bad: inState("done<!-- really -->"), Good: inState("done")},
		{ID: "summary/processing-instruction", Title: "a processing instruction", Say: "processing instructions are not allowed", What: "no <?…?>", Why: whyMarkup, Mend: "Delete it, or write its < as &lt;.", Bad: inState("<?php ?>done"), Good: inState("done")},
		{ID: "summary/xml-declaration", Title: "an XML declaration", Say: "an XML declaration is not allowed", What: "the root element first", Why: whyOutside, Mend: "Delete the declaration.", Bad: `<?xml version="1.0"?>` + goodSummary},
		{ID: "summary/doctype", Title: "a document type", Say: "<!…> is not allowed", What: "no directive", Why: whyMarkup, Mend: "Delete it.", Bad: "<!DOCTYPE conversation_summary>" + goodSummary},
		{ID: "summary/cdata-section", Title: "a CDATA section", Say: "CDATA is refused wherever it stands, before anything else is read", What: "entities instead of CDATA", Why: "One text must have one spelling; CDATA would be a second way to hide markup.", Mend: "Unwrap it and write & as &amp;, < as &lt;.", Bad: inState("<![CDATA[a < b]]>"), Good: inState("a &lt; b")},
	}, loop.InvalidXMLStruct)...)
}

func rowRules() []Rule {
	const row = "goal, constraints, decisions, state, open_items, each once, in this order"
	rules := reason([]Rule{
		{ID: "summary/missing-section", Title: "a missing section", Say: "the section {name} is missing", What: row, Mend: "Add it; constraints, decisions and open_items may be empty.", Bad: replace(goodSummary, "<decisions>One retry</decisions>", "")},
		{ID: "summary/duplicate-section", Title: "a section that stands twice", Say: "{name} stands a second time", What: row, Mend: "Merge the two.", Bad: replace(goodSummary, "<open_items>", "<state>older</state><open_items>")},
		{ID: "summary/extra-section", Title: "a section the contract does not know", Say: "the contract knows no section {name}", What: row, Mend: "Move its text into one of the five.", Bad: replace(goodSummary, "<open_items>", "<notes>x</notes><open_items>")},
		{ID: "summary/misspelt-section", Title: "a misspelt section", Say: "{name} is no section; did you mean {want}?", What: row, Mend: "Write the name exactly.", Bad: replace(replace(goodSummary, "<open_items>", "<open-items>"), "</open_items>", "</open-items>")},
		{ID: "summary/section-case", Title: "a section name in the wrong case", Say: "{name} must be written {want}", What: row, Mend: "Write the name in lower case.", Bad: replace(replace(goodSummary, "<state>", "<State>"), "</state>", "</State>")},
		{ID: "summary/section-namespace", Title: "a section with a prefix", Say: "a section name may have no prefix", What: row, Mend: "Delete the prefix.", Bad: replace(replace(goodSummary, "<state>", "<x:state>"), "</state>", "</x:state>")},
		{ID: "summary/section-attribute", Title: "an attribute on a section", Say: "sections take no attributes", What: "the bare tag", Mend: "Delete the attribute, or move what it says into the text.", Bad: replace(goodSummary, "<state>", `<state status="green">`)},
		{ID: "summary/swapped-sections", Title: "two sections that changed places", Say: "{name} stands in the place of {want}", What: row, Mend: "Put them in order.", Bad: replace(goodSummary, "<goal>Port the exporter</goal><constraints>Keep the column order</constraints>", "<constraints>Keep the column order</constraints><goal>Port the exporter</goal>")},
		{ID: "summary/misplaced-section", Title: "a section in the wrong place", Say: "{name} stands out of order", What: row, Mend: "Put the sections in order.", Bad: replace(replace(goodSummary, "<goal>Port the exporter</goal>", ""), "</conversation_summary>", "<goal>Port the exporter</goal></conversation_summary>")},
		{ID: "summary/text-between-sections", Title: "text between sections", Say: "text stands between two sections", What: "white space between sections", Mend: "Move the text into a section.", Bad: replace(goodSummary, "</goal>", "</goal>and")},
		{ID: "summary/unclosed-section", Title: "a section that is not closed", Say: "{name} is not closed", What: row, Mend: "Close the section before the next one begins.", Bad: replace(goodSummary, "</state>", "")},
	}, loop.InvalidXMLStruct)
	rules = append(rules, reason([]Rule{
		{ID: "summary/mismatched-close", Title: "an end tag of another name", Say: "{got} does not close {want}", What: "the end tag of the open element", Mend: "Write the same name in both tags.", Bad: replace(goodSummary, "</decisions>", "</decision>")},
		{ID: "summary/unopened-section", Reason: loop.InvalidXMLStruct, Title: "a section without a start tag", Say: "{name} is closed but was never opened", What: row, Mend: "Put the start tag where the section begins.", Bad: replace(goodSummary, "<state>", "")},
	}, loop.InvalidXMLSyntax)...)
	rules = append(rules, reason([]Rule{
		{ID: "summary/blank-goal", Title: "a blank goal", Say: "goal must say something", What: "text that is not only white space", Mend: "There is no text to invent: ask for the summary again.", Bad: replace(goodSummary, "Port the exporter", " ")},
		{ID: "summary/blank-state", Title: "a blank state", Say: "state must say something", What: "text that is not only white space", Mend: "There is no text to invent: ask for the summary again.", Bad: inState("")},
	}, loop.InvalidXMLContent)...)
	for i := range rules {
		rules[i].Why = whyRow
	}
	return rules
}

func rootRules() []Rule {
	const root = "<conversation_summary> as the one root element"
	rules := reason([]Rule{
		{ID: "summary/no-root", Title: "no root element", Say: "there is no conversation_summary element", Bad: "I have summarised it.", Mend: "Nothing to mend: this is no summary."},
		{ID: "summary/root-namespace", Title: "a root element with a prefix", Say: "the root element may have no prefix", Mend: "Delete the prefix.", Bad: replace(replace(goodSummary, "<conversation", "<s:conversation"), "</conversation", "</s:conversation")},
		{ID: "summary/root-attribute", Title: "an attribute on the root element", Say: "the root element takes no attributes", Mend: "Delete the attribute.", Bad: replace(goodSummary, "<conversation_summary>", `<conversation_summary version="1">`)},
		{ID: "summary/self-closed-root", Title: "a root element without content", Say: "the root element is closed at once", Mend: "Nothing to mend: there is no content.", Bad: "<conversation_summary/>"},
		{ID: "summary/second-root", Title: "a second summary", Say: "a second summary stands behind the first", Mend: "Keep one of them.", Bad: goodSummary + goodSummary},
	}, loop.InvalidXMLStruct)
	rules = append(rules, reason([]Rule{
		{ID: "summary/empty-document", Title: "an empty summary", Say: "the summary is empty", Mend: "Nothing to mend: there is no summary."},
		{ID: "summary/wrong-root-name", Title: "a root element of another name", Say: "the root element is {name}, not conversation_summary", Mend: "If the rest is in order, rename the element; else it is a summary of another vocabulary.", Bad: replace(replace(goodSummary, "<conversation_summary>", "<summary>"), "</conversation_summary>", "</summary>")},
		{ID: "summary/root-case", Title: "a root name in the wrong case", Say: "{name} must be written conversation_summary", Mend: "Write the name in lower case.", Bad: replace(replace(goodSummary, "<conv", "<Conv"), "</conv", "</Conv")},
	}, loop.InvalidXMLRoot)...)
	rules = append(rules, reason([]Rule{
		{ID: "summary/unclosed-root", Title: "a root element that is not closed", Say: "the root element is not closed", Mend: "Write the end tag </conversation_summary> and nothing behind it.",
			Bad: replace(goodSummary, "</conversation_summary>", "\n```"), Also: "summary/code-fence"}, // without anything behind it, the summary breaks off
		{ID: "summary/truncated", Title: "a summary that breaks off", Say: "the summary ends in the middle", Mend: mendEndpiece, Bad: goodSummary[:len(goodSummary)-90]},
	}, loop.InvalidXMLSyntax)...)
	for i := range rules {
		rules[i].What, rules[i].Why = root, whyRoot
	}
	return rules
}

func outsideRules() []Rule {
	rules := []Rule{
		{ID: "summary/bom", Title: "a byte-order mark", Say: "a byte-order mark stands before the root element", Mend: "Delete the mark.", Bad: "\uFEFF" + goodSummary},
		{ID: "summary/leading-newline", Title: "white space before the root", Say: "white space stands before the root element", Mend: "Delete it.", Bad: "\n" + goodSummary},
		{ID: "summary/trailing-newline", Title: "white space behind the root", Say: "white space stands behind the root element", Mend: "Delete it.", Bad: goodSummary + "\n"},
		{ID: "summary/prose-before", Title: "prose before the root", Say: "text stands before the root element", Mend: "Delete it.", Bad: "Here is the summary: " + goodSummary},
		{ID: "summary/prose-after", Title: "prose behind the root", Say: "text stands behind the root element", Mend: "Delete it.", Bad: goodSummary + " Let me know."},
		{ID: "summary/code-fence", Title: "a code fence", Say: "the summary is wrapped in a code fence", Mend: "Delete the fence.", Bad: "```xml\n" + goodSummary + "\n```"},
		{ID: "summary/scratchpad-before", Reason: loop.InvalidXMLRoot, Title: "a scratchpad before the root", Say: "the element {name} stands before the root element", Mend: "Delete it.", Bad: "<analysis>hm</analysis>" + goodSummary},
		{ID: "summary/wrapper", Reason: loop.InvalidXMLRoot, Title: "a summary inside another element", Say: "the summary stands inside an element {name}", Mend: "Delete the element around it.", Bad: "<answer>" + goodSummary + "</answer>"},
		{ID: "summary/element-after", Title: "an element behind the root", Say: "the element {name} stands behind the root element", Mend: "Delete it.", Bad: goodSummary + "<notes>x</notes>"},
	}
	for i := range rules {
		rules[i].What, rules[i].Why = "nothing outside the root element, not even a line break", whyOutside
	}
	return reason(rules, loop.InvalidXMLStruct)
}

// reason sets the reason that the runtime usually gives for the rules that name
// none; a finding carries its own.
func reason(rules []Rule, r loop.InvalidSummaryReason) []Rule {
	for i := range rules {
		if rules[i].Reason == "" {
			rules[i].Reason = r
		}
	}
	return rules
}
