package summary

import (
	"slices"
	"strings"
)

// row is what a section is to be like.
type row struct {
	fault string // missing, misspelt, case, unclosed, mismatched, attribute, blank, duplicated; "" for none
	size  int
	texts []textFault
}

// primary marks the fault that the runtime stops at.
func (m *maker) primary() {
	best := -1
	for i := range m.faults {
		if best < 0 || m.stops[i] < m.stops[best] || m.stops[i] == m.stops[best] && m.faults[i].Start < m.faults[best].Start {
			best = i
		}
	}
	if best >= 0 {
		m.faults[best].Primary = true
	}
}

// document writes a whole text.
func (m *maker) document() {
	m.nl = m.one([]string{"\n", "\n", "\r\n"})
	m.indent = m.one([]string{"", "", "  ", "\t"})
	prolog, epilog, rootFault := "", "", ""
	if m.chance(35) {
		prolog = m.one([]string{"bom", "decl", "doctype", "prose", "fence", "scratch", "ws", "bom decl doctype", "bom prose fence", "bom scratch", "decl fence", "fence decl",
			"scratch prose fence", "decl doctype scratch", "prose fence", "bom doctype", "prose"})
	}
	if m.chance(30) {
		epilog = m.one([]string{"ws", "prose", "fence", "fence prose", "second", "second prose"})
	}
	scratch := strings.Contains(prolog, "scratch")
	second := strings.Contains(epilog, "second")
	if m.chance(25) {
		rootFault = m.one([]string{"attribute", "namespace", "prefix", "wrong", "case", "self"})
		if rootFault != "attribute" && (scratch || second) || rootFault == "self" && second {
			rootFault = ""
		}
	}
	if scratch && second {
		epilog = ""
	}
	if rootFault == "self" {
		m.prolog(prolog)
		start := m.tag("<conversation_summary/>")
		m.plantAt("self-closed-root", start, m.at(), m.at())
		m.epilog(epilog, false)
		return
	}
	rows, wrongEnd, swap := m.plan(rootFault)
	cut := m.chance(8) && m.used["close"] == 0 && !swap && !wrongEnd && !rowChanges(rows[4].fault)
	if cut {
		m.used["close"]++
	}
	m.prolog(prolog)
	name, open := m.root(rootFault)
	if m.sections(rows, swap, cut, open) {
		return
	}
	m.write(m.nl)
	if wrongEnd {
		start := m.tag("</" + m.one([]string{"conversation-summary", "summary", "conversationsummary"}) + ">")
		m.plant("mismatched-close", start, open)
		return
	}
	m.endRoot(name)
	if last := rows[4].fault; last != "unclosed" && last != "mismatched" {
		m.epilog(epilog, m.closes)
	}
}

// endRoot writes the root's end tag and adds it to the places of a wrong name.
func (m *maker) endRoot(name string) {
	start := m.tag("</" + name + ">")
	for i := range m.faults {
		if k := m.faults[i].Kind; k == "wrong-root-name" || k == "root-case" {
			m.faults[i].Also = append(m.faults[i].Also, []int{start, m.at()})
		}
	}
}

// plan decides what is wrong with each section.
func (m *maker) plan(rootFault string) (rows [sectionCount]row, wrongEnd, swap bool) {
	for i := range rows {
		rows[i].size = []int{40, 120, 300, 900}[m.rng.IntN(4)]
	}
	wrongEnd = m.chance(3) && rootFault == ""
	if wrongEnd {
		m.used["close"]++
	}
	if m.chance(8) {
		return rows, wrongEnd, true
	}
	count := 0
	for i := range rows {
		if !m.chance(22) || count == 3 || i > 0 && rowChanges(rows[i-1].fault) {
			continue
		}
		f := m.one([]string{"missing", "misspelt", "case", "unclosed", "mismatched", "attribute", "blank", "duplicated"})
		switch {
		case (f == "unclosed" || f == "mismatched") && (m.used["close"] > 0 || wrongEnd),
			f == "blank" && i != 0 && i != 3,
			f == "missing" && (m.used["missing"] == 2 || i == 0 && rootFault != ""),
			f != "missing" && f != "attribute" && f != "unclosed" && f != "mismatched" && f != "blank" && m.used["row "+f] > 0:
			continue
		}
		if f == "unclosed" || f == "mismatched" {
			m.used["close"]++
		}
		m.used["row "+f]++
		m.used["missing"] = m.used["row missing"]
		rows[i].fault = f
		if rowChanges(f) {
			count++
		}
	}
	return rows, wrongEnd, false
}

// rowChanges reports whether the fault changes the row of sections, so that no
// other such may stand beside it.
func rowChanges(f string) bool {
	return slices.Contains([]string{"missing", "misspelt", "case", "unclosed", "mismatched"}, f)
}

// prolog writes what stands before the root.
func (m *maker) prolog(parts string) {
	for _, p := range strings.Fields(parts) {
		start := m.at()
		switch p {
		case "bom":
			m.write("\ufeff")
			m.plant("bom", start)
			continue
		case "ws":
			m.write(m.one([]string{"\n", "\r\n", " ", "\t", "\n\n"}))
			m.plant("leading-newline", start)
			continue
		case "decl":
			m.write(m.one([]string{"<?xml version='1.0'?>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<?xml version=\"1.1\"?>"}))
		case "doctype":
			m.write(m.one([]string{"<!DOCTYPE html>", "<!DOCTYPE conversation_summary>", "<!DOCTYPE c [ <!ENTITY nbsp \"&#160;\"> ]>", "<!DOCTYPE c SYSTEM \"s.dtd\">"}))
		case "prose":
			m.write(m.one([]string{"Sure! Below is the summary you asked for.", "Here is the summary:", "I have condensed the conversation. 👍", "Summary follows\n\n(two parts):", "**Summary**"}))
		case "fence":
			m.closes = m.chance(50)
			m.write(m.one([]string{"```", "```xml", "```XML"}))
		case "scratch":
			name := m.one([]string{"analysis", "assessment", "think", "scratchpad"})
			m.write("<" + name + ">")
			end := m.at()
			m.write("The user wants the work handed over." + m.one([]string{"", " First the goal.\n"}) + "</" + name + ">")
			whole := m.at()
			m.write(m.one([]string{"", m.nl}))
			m.plantAt("scratchpad-before", start, end, start, []int{start, whole}, []int{start, m.at()})
			continue
		}
		end := m.at()
		nl := m.one([]string{"", m.nl, m.nl})
		if p == "prose" || p == "fence" {
			nl = m.nl
		}
		m.write(nl)
		m.plantAt(map[string]string{"decl": "xml-declaration", "doctype": "doctype", "prose": "prose-before", "fence": "code-fence"}[p], start, end, start, []int{start, m.at()})
	}
}

// epilog writes what stands behind the root.
func (m *maker) epilog(parts string, closes bool) {
	if closes && (parts == "" || parts == "prose" || strings.HasPrefix(parts, "fence")) {
		m.write(m.nl)
		start := m.at()
		m.write("```")
		for i := range m.faults {
			if m.faults[i].Kind == "code-fence" {
				m.faults[i].Also = append(m.faults[i].Also, []int{start, m.at()})
			}
		}
		if parts == "" {
			m.write(m.one([]string{"", m.nl}))
			return
		}
		parts = strings.TrimPrefix(parts, "fence")
	}
	opened := m.used["code-fence"] > 0 && !closes
	for _, p := range strings.Fields(parts) {
		start := m.at()
		switch p {
		case "ws":
			m.write(m.one([]string{"\n", " ", "\t\n", "\r\n"}))
			m.plant("trailing-newline", start)
		case "prose":
			m.write(m.nl + m.one([]string{"I kept the file names as they were.", "---", "Let me know if anything is missing!"}))
			m.plantAt("prose-after", start, m.at(), start)
		case "fence":
			m.write(m.nl + "```" + m.one([]string{"", m.nl}))
			if opened {
				for i := range m.faults {
					if m.faults[i].Kind == "code-fence" {
						m.faults[i].Also = append(m.faults[i].Also, []int{start, m.at()})
					}
				}
				continue
			}
			m.plantAt("code-fence", start, m.at(), start)
		case "second":
			m.write(m.one([]string{"", m.nl, m.nl + m.nl}))
			tag := m.at()
			m.write("<conversation_summary>")
			end := m.at()
			m.write("<goal>Hand over the work.</goal><constraints/><decisions/><state>Half done.</state><open_items/></conversation_summary>")
			m.plantAt("second-root", tag, end, start, []int{start, m.at()})
		}
	}
}

// root writes the root's start tag. It returns the root's name and the place of
// the tag.
func (m *maker) root(fault string) (name string, open []int) {
	name = "conversation_summary"
	start := m.at()
	switch fault {
	case "attribute", "namespace":
		m.tag("<conversation_summary ")
		at := m.at()
		kind := "root-attribute"
		if fault == "attribute" {
			m.write(m.one([]string{"lang=\"en\"", "version='1'", "xml:space=\"preserve\""}))
		} else {
			kind = "root-namespace"
			m.write(m.one([]string{"xmlns=\"\"", "xmlns=\"urn:example:summary\"", "xmlns:x=\"http://example.org/x\""}))
		}
		end := m.at()
		m.write(">")
		m.plantAt(kind, at, end, start, []int{start, m.at()})
	case "wrong", "case", "prefix":
		kind := "wrong-root-name"
		switch fault {
		case "wrong":
			name = m.one([]string{"state_snapshot", "summary", "context_summary", "conversation_sumary", "conversationSummary"})
		case "case":
			kind, name = "root-case", m.one([]string{"Conversation_Summary", "CONVERSATION_SUMMARY"})
		default:
			kind, name = "root-namespace", "x:conversation_summary"
		}
		m.tag("<" + name + ">")
		m.plant(kind, start)
	default:
		m.tag("<conversation_summary>")
	}
	return name, []int{start, m.at()}
}
