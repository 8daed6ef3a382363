package summary

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// maker writes a random summary with random faults in it and notes where each of
// them is. Faults are combined so that each can be seen by itself: none lies in
// another or shares a place with one, and nobody has to guess which of two was
// meant.
type maker struct {
	rng    *rand.Rand
	out    strings.Builder
	faults []planted
	stops  []int // where the runtime notices each fault
	wait   []int // faults that the runtime notices at the next tag of the row
	nl     string
	indent string
	closes bool // the code block before the root has its second half behind it
	used   map[string]int
}

const never = 1 << 40 // a stop behind every token: what is only noticed at a clean end

func (m *maker) one(from []string) string { return from[m.rng.IntN(len(from))] }
func (m *maker) chance(percent int) bool  { return m.rng.IntN(100) < percent }
func (m *maker) at() int                  { return m.out.Len() }
func (m *maker) write(s string)           { m.out.WriteString(s) }

// plant notes a fault of kind from offset start to where the text now ends.
func (m *maker) plant(kind string, start int, also ...[]int) *planted {
	return m.plantAt(kind, start, m.at(), start, also...)
}

func (m *maker) plantAt(kind string, start, end, stop int, also ...[]int) *planted {
	m.faults = append(m.faults, planted{Kind: kind, Start: start, End: end, Also: also})
	m.stops = append(m.stops, stop)
	m.used[kind]++
	return &m.faults[len(m.faults)-1]
}

// tag writes a start tag of the row, or the root's end tag: what waits is noticed
// here.
func (m *maker) tag(s string) (start int) {
	start = m.at()
	for _, i := range m.wait {
		m.stops[i] = start
		if f := &m.faults[i]; f.Kind == "missing-section" {
			f.Also = [][]int{{f.Start, start + len(s)}}
			f.Start, f.End = start, start
		}
	}
	m.wait = nil
	m.write(s)
	return start
}

// harmless is legal text, with oddities that must not be called faults.
var harmless = []string{
	"The outbox writer retries with back-off; 41 of 43 tests pass.", "see cmd/gateway/main.go:88 -> \"quoted\", it's > 3 and ]] > x", "a ]]&gt; b &#8212; c &amp;&amp; d &lt;b&gt;",
	"Перенести экспорт счетов в очередь", "会話の要約を作る、次に進む。", "نقل المصدّر إلى الطابور", "done 👩‍💻 ✅ naïve", "1. keep the CSV order;\n2. ask Priya", "if x &gt; y { return &quot;z&quot; }",
	"`go vet` clean, `staticcheck` too", "p99 31 ms (was 40), {\"ok\": true}", "&#x1F600; &#0065; &apos;x&apos;", "--- not a fence ``` here", "path C:\\temp\\x.txt; 50% done",
}

// filler writes harmless text of some length.
func (m *maker) filler(size int) {
	for end := m.at() + size; m.at() < end; {
		m.write(strings.ReplaceAll(m.one(harmless), "\n", m.nl))
		m.write(m.one([]string{" ", " ", " ", m.nl}))
	}
}

// textFault is a fault in text. The marks «» stand around its place; {} around
// other places of it.
type textFault struct {
	kind string
	late bool // noticed only at the end of the run
	tag  bool // looks like a tag
	in   []string
}

var textFaults = []textFault{
	{"bare-ampersand", false, false, []string{"make «&&» test", "R«&»D", "a «&» b", "?a=1«&»b=2", "flags «&»= ~MASK", "f(«&»dst)", "x «&»&amp; y"}},
	{"bare-less-than", false, true, []string{"n «<» 3", "n «<»= 3", "x «<<» 2", "ch «<»- v", "I «<»3 it", "a «<»=> b", "i«<»10; j++", "if n«<»limit { return }", "x «<»y;"}},
	{"html-entity", false, false, []string{"a«&nbsp;»b", "«&mdash;»", "x «&hellip;» y", "«&LT;»", "caf«&eacute;»", "«&rarr;» next", "a «&le;» b", "«&check;»", "5 «&euro;»"}},
	{"bad-numeric-reference", false, false, []string{"«&#x2713»", "«&#X2713;»", "«&#x1F6O0;»", "«&#1114112;»", "«&#;»", "«&#x;»", "«&#12a;»"}},
	{"bad-numeric-reference", true, false, []string{"«&#27;»[0m", "«&#x1F;»", "«&#0;»", "«&#xFFFE;»"}},
	{"generics-as-tag", false, true, []string{"Vec«<String>»", "Map«<K, V>»", "Map«<K,V>»", "Record«<string, Entry>»;", "«<User | null>»", "Result«<(), Error>»", "List«<Node>»", "Arc«<Mutex<Pool>>»", "cp «<path>» x", "token «<your-token>»", "std::vector«<int>»", "Box«<dyn Error>»", "Option«<&str>»", "Array«<Array<number>>»", "Foo«<'a>»", "List«<? extends T>»"}},
	{"html-tag", false, true, []string{"«<br>»", "«<br/>»", "«<p>»", "«<b>»x{</b>}", "«<em>»not{</em>}", "«<a href=\"https://example.org/t/81\">»t{</a>}", "«<div class=\"row\">»", "«<hr />»", "«<img src=\"x.png\">»", "«<code>»f(x){</code>}", "«<input disabled>»", "«<td width=3>»"}},
	{"nested-section-or-item", false, true, []string{"«<item>»check{</item>}", "«<item>»a{</item>}{<item>}b{</item>}", "«<task>»rename{</task>}", "«<file>»cmd/x.go{</file>}", "«<step n=\"1\">»x{</step>}", "«<item id=\"3\">»drop{</item>}"}},
	{"nested-section-or-item", false, true, []string{"«<decisions>»Earlier: keep the old name.{</decisions>}", "«<goal>»x{</goal>}", "«<open_items>»y{</open_items>}"}},
	{"mismatched-close", false, true, []string{"done «</parameter>»", "«</invoke>»", "x «</b>» y"}},
	{"comment", false, false, []string{"«<!-- was 280 -->»", "«<!-- a < b && c -->»", "«<!-- a -- b -->»", "«<!---->»", "«<!--\n<b>x</b>\n-->»"}},
	{"processing-instruction", false, false, []string{"«<?php echo 1; ?>»", "«<?= $total ?>»", "«<?xml-stylesheet href=\"a.xsl\"?>»"}},
	{"xml-declaration", false, false, []string{"«<?xml version=\"1.0\"?>»", "«<?xml version='1.1'?>»"}},
	{"cdata-section", false, false, []string{"«<![CDATA[a < b && c]]>»", "«<![CDATA[^<[a-z]+>$]]>»", "«<![CDATA[]]>»"}},
	{"cdata-end-in-text", false, false, []string{"a[b[0]«]]>»1", "x«]]>»"}},
	{"illegal-char", true, false, []string{"«\x1b»[31m", "x«\x00»y", "«\x07»", "«\x0b»", "a«\x0c»b", "«\ufffe»", "«\uffff»"}},
	{"invalid-utf8", true, false, []string{"caf«\xe9»", "«\xff»", "«\xf0\x9f\x91» ", "«\xe4\xb8» ", "«\xed\xa0\xbd»", "«\xc0\xaf»", "«\xf4\x90\x80\x80»", "«\xfc»"}},
}

// most says how many faults of a kind a text may have.
func most(kind string) int {
	switch kind {
	case "cdata-section", "nested-section-or-item", "mismatched-close":
		return 1
	}
	return 3
}

// embed writes one variant of the fault f.
func (m *maker) embed(f textFault) {
	v := m.one(f.in)
	var also [][]int
	start, end, other := 0, 0, 0
	// Written by bytes, because a variant may hold invalid UTF-8.
	for len(v) > 0 {
		switch {
		case strings.HasPrefix(v, "«"):
			start = m.at()
			v = v[len("«"):]
		case strings.HasPrefix(v, "»"):
			end = m.at()
			v = v[len("»"):]
		case v[0] == '{' && strings.Contains(v, "}") && f.tag && v[1] == '<':
			other = m.at()
			v = v[1:]
		case v[0] == '}' && other > 0:
			also = append(also, []int{other, m.at()})
			other = 0
			v = v[1:]
		default:
			m.write(v[:1])
			v = v[1:]
		}
	}
	if len(also) > 0 {
		also = append(also, []int{start, also[len(also)-1][1]})
	}
	m.plantAt(f.kind, start, end, start, also...)
	if f.kind == "cdata-section" {
		m.stops[len(m.stops)-1] = -1
	}
}

// text writes the text of a section of about size bytes with faults in it. Those
// that the runtime notices late come last.
func (m *maker) text(size int, faults []textFault) {
	for _, late := range []bool{false, true} {
		for _, f := range faults {
			if f.late == late {
				m.filler(30 + m.rng.IntN(max(1, size/(len(faults)+1))))
				m.embed(f)
				m.write(" ")
			}
		}
	}
	m.filler(30 + m.rng.IntN(1+size/2))
}

// pick returns up to n faults for the text of one section.
func (m *maker) pick(n int, tags bool) []textFault {
	var got []textFault
	cdata := 0
	for range n {
		f := textFaults[m.rng.IntN(len(textFaults))]
		if strings.Contains(f.in[0], "decisions") && m.used["rows"] > 0 {
			continue
		}
		if m.used[f.kind] >= most(f.kind) || f.tag && !tags || strings.HasPrefix(f.kind, "cdata") && cdata > 0 || f.kind == "mismatched-close" && m.used["close"] > 0 {
			continue
		}
		if strings.HasPrefix(f.kind, "cdata") {
			cdata++
		}
		m.used[f.kind]++
		got = append(got, f)
	}
	for _, f := range got {
		m.used[f.kind]-- // counted again when it is planted
	}
	return got
}

// measure writes n texts from seed and scores the reports on them.
func measure(t *testing.T, seed uint64, n int) *score {
	var s score
	shown := 0
	for i := range n {
		m := &maker{rng: rand.New(rand.NewPCG(seed, uint64(i))), used: map[string]int{}}
		m.document()
		b := []byte(m.out.String())
		m.primary()
		if len(m.faults) == 0 {
			if c := Decide(b).Class; c != Accepted {
				t.Fatalf("text %d without a fault is %v", i, c)
			}
			continue
		}
		complaints := s.add(Inspect(b), oracle(b).String(), m.faults)
		if len(complaints) > 0 && shown < 12 {
			shown++
			t.Logf("text %d: %s\nplanted %+v\nfound %v\n%q", i, strings.Join(complaints, "; "), m.faults, Inspect(b).Faults, b)
		}
	}
	return &s
}

func TestGenerated(t *testing.T) {
	s := measure(t, 1, 4000)
	fmt.Printf("generated: %v\n", s)
	if ratio(s.reasons, s.cases) < 1 || ratio(s.own, s.faults) < 0.995 || ratio(s.errors-s.extras, s.errors) < 0.995 || ratio(s.primaries, s.cases) < 0.995 {
		t.Error("below 0.995")
	}
	for kind, n := range s.byKind {
		if n[0] != n[1] {
			t.Logf("%s: %d of %d", kind, n[1], n[0])
		}
	}
}
