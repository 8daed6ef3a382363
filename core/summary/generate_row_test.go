package summary

import "strings"

// sections writes the sections and what stands between them. It reports whether
// the text was cut off in one of them.
func (m *maker) sections(rows [sectionCount]row, swap, cut bool, open []int) bool {
	ids := []SectionID{Goal, Constraints, Decisions, State, OpenItems}
	first, second := -1, -1
	if swap {
		first = m.rng.IntN(4)
		second = first + 1 + m.rng.IntN(4-first)
		ids[first], ids[second] = ids[second], ids[first]
	}
	m.spread(&rows, cut)
	var original []SectionID // those that a duplicate may follow
	swapped := -1
	for i, id := range ids {
		r := rows[id-1]
		beside := rowChanges(r.fault) || i > 0 && rowChanges(rows[ids[i-1]-1].fault) || swap && (i == first || i == second || i == first+1 || i == second+1)
		if r.fault == "missing" {
			m.plant("missing-section", m.at())
			m.wait = append(m.wait, len(m.faults)-1)
			continue
		}
		m.gap(beside, original)
		start := m.at()
		if cut && i == 4 && m.chance(60) {
			m.cutSection(id, r)
			return true
		}
		m.section(id, r)
		if r.fault == "" || r.fault == "duplicated" {
			if !swap || i != first && i != second {
				original = append(original, id)
			}
		}
		length := len("<" + id.String() + ">")
		switch {
		case swap && i == first:
			m.plantAt("swapped-sections", start, start+length, start)
			swapped = len(m.faults) - 1
		case swap && i > first && i <= second:
			m.faults[swapped].Also = append(m.faults[swapped].Also, []int{start, start + length})
		}
	}
	if cut {
		m.cutRoot(open)
		return true
	}
	if !rowChanges(rows[4].fault) {
		m.gap(false, original)
	}
	return false
}

// spread gives the sections faults in their text.
func (m *maker) spread(rows *[sectionCount]row, cut bool) {
	for i := range rows {
		if rows[i].fault != "" && rows[i].fault != "attribute" || cut {
			m.used["rows"] = 1
		}
	}
	for i := range rows {
		r := &rows[i]
		if !m.chance(40) || r.fault == "missing" || r.fault == "blank" {
			continue
		}
		tags := r.fault != "unclosed" && r.fault != "mismatched" && r.fault != "misspelt" && r.fault != "case" && !(cut && i == 4)
		r.texts = m.pick(1+m.rng.IntN(3), tags)
		for _, f := range r.texts {
			m.used[f.kind]++
			if f.kind == "mismatched-close" {
				m.used["close"]++
			}
		}
	}
	for _, r := range rows {
		for _, f := range r.texts {
			m.used[f.kind]--
		}
	}
}

// gap writes what stands between two sections: white space, and at times one
// fault, unless a neighbour must be left alone.
func (m *maker) gap(alone bool, original []SectionID) {
	m.write(m.nl + m.indent)
	if alone || !m.chance(12) {
		return
	}
	before := m.at()
	switch m.rng.IntN(5) {
	case 0:
		if m.used["text-between-sections"] > 0 {
			return
		}
		m.write(m.one([]string{"---", "\u200b", "\ufeff", "Next part:", "&nbsp;", "&#8203;", "&amp;", "• list"}))
		m.plantAt("text-between-sections", before, m.at(), before)
	case 1:
		m.write(m.one([]string{"<!-- end of part one -->", "<!-- <goal>old</goal> -->", "<!-- a -- b -->"}))
		m.plant("comment", before)
	case 2:
		m.write(m.one([]string{"<?xml-stylesheet type=\"text/xsl\" href=\"s.xsl\"?>", "<?php echo 1; ?>"}))
		m.plant("processing-instruction", before)
	case 3:
		if m.used["extra-section"] > 0 || m.used["wrong-root-name"]+m.used["root-case"]+m.used["root-namespace"] > 0 {
			return
		}
		name := m.one([]string{"files", "risks", "tools_used", "notes", "next_steps", "summary"})
		m.write("<" + name + ">")
		end := m.at()
		m.write("src/main.rs, Cargo.toml</" + name + ">")
		m.plantAt("extra-section", before, end, before, []int{before, m.at()})
	case 4:
		if m.used["duplicate-section"] > 0 || len(original) == 0 {
			return
		}
		name := original[m.rng.IntN(len(original))].String()
		m.tag("<" + name + ">")
		end := m.at()
		m.write("Earlier: keep the old name until the release.</" + name + ">")
		m.plantAt("duplicate-section", before, end, before, []int{before, m.at()})
	}
	m.write(m.nl)
}

// section writes one section.
func (m *maker) section(id SectionID, r row) {
	name := id.String()
	open, end := name, "</"+name+m.one([]string{"", "", " "})+">"
	start := m.at()
	switch r.fault {
	case "misspelt":
		open = map[SectionID][]string{
			Goal: {"gaol", "goals", "aim"}, Constraints: {"constraint", "contraints", "rules"}, Decisions: {"decision", "desicions", "choices"},
			State: {"status", "current_state", "sate"}, OpenItems: {"open_item", "open-items", "next_steps", "openitems"},
		}[id][m.rng.IntN(3)]
	case "case":
		open = m.one([]string{strings.ToUpper(name), strings.ToUpper(name[:1]) + name[1:]})
	case "attribute":
		m.tag("<" + name + " ")
		at := m.at()
		m.write(m.one([]string{"status=\"in_progress\"", "lang='en'", "id=\"s1\" done=\"no\"", "priority=\"high\""}))
		stop := m.at()
		m.write(">")
		m.plantAt("section-attribute", at, stop, start, []int{start, m.at()})
		m.text(r.size, r.texts)
		m.write(end)
		return
	case "blank":
		m.blank(name)
		return
	case "mismatched":
		m.tag("<" + name + ">")
		tag := []int{start, m.at()}
		m.text(r.size, r.texts)
		at := m.at()
		m.write("</" + m.one([]string{name + "s", name[:len(name)-1], strings.ToUpper(name), "parameter"}) + ">")
		m.plant("mismatched-close", at, tag)
		return
	case "unclosed":
		m.tag("<" + name + ">")
		m.plantAt("unclosed-section", start, m.at(), start)
		m.wait = append(m.wait, len(m.faults)-1)
		m.text(r.size, r.texts)
		return
	}
	if r.fault == "" && len(r.texts) == 0 && id != Goal && id != State && m.chance(20) {
		m.tag(m.one([]string{"<" + name + "/>", "<" + name + " />", "<" + name + "></" + name + ">"}))
		return
	}
	m.tag("<" + open + ">")
	tag := m.at()
	m.text(r.size, r.texts)
	if open != name {
		end = "</" + open + ">"
		at := m.at()
		m.write(end)
		m.plantAt(map[string]string{"misspelt": "misspelt-section", "case": "section-case"}[r.fault], start, tag, start, []int{at, m.at()})
		return
	}
	m.write(end)
}

// blank writes a goal or state in which there is nothing.
func (m *maker) blank(name string) {
	stop := never
	if name == "state" {
		stop++
	}
	start := m.at()
	if m.chance(25) {
		m.tag("<" + name + "/>")
		m.plantAt("blank-"+name, start, m.at(), stop)
		return
	}
	m.tag("<" + name + ">")
	open := m.at()
	m.write(m.one([]string{"", " ", "\n", "&#160;", "&#x20;&#10;", "\u3000\u3000", "\u00a0"}))
	end := m.at()
	m.write("</" + name + ">")
	m.plantAt("blank-"+name, open, end, stop, []int{start, open}, []int{start, m.at()})
}

// cutSection writes a section that the text ends in.
func (m *maker) cutSection(id SectionID, r row) {
	start := m.tag("<" + id.String() + ">")
	tag := m.at()
	r.texts = nil
	m.text(r.size, r.texts)
	m.write(m.one([]string{"", "and the", "&am", "</", "</" + id.String()[:3], "caf\xc3"}))
	m.plantAt("truncated", start, tag, m.at(), []int{m.at(), m.at()})
}

// cutRoot ends the text between sections, or in the root's end tag.
func (m *maker) cutRoot(open []int) {
	m.write(m.one([]string{"", m.nl, m.nl + "</", m.nl + "</conversat"}))
	m.plantAt("truncated", open[0], open[1], m.at(), []int{m.at(), m.at()})
}
