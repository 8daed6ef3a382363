// Package diffview shows how one answer differs from another: findings that were fixed
// or are new, and the sections, side by side or one below the other.
//
// A Document is made once, in the background, and never changed. A View wraps what is
// on screen and nothing else, so that a frame costs the same whatever the size of the
// answers. The package draws on a canvas and does no I/O.
package diffview

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"compactlens/core/compare"
	"compactlens/core/diff"
	"compactlens/core/inspect"
	"compactlens/core/summary"
	"compactlens/themes"
)

// Side is one of the two answers.
type Side struct {
	Name    string // untrusted
	Verdict *inspect.Verdict
}

// Document is a comparison laid out in entries, in each of the ways it can be shown.
type Document struct {
	Old, New Side

	comparison compare.Comparison
	forms      [2][2]form // by whether all is shown, and whether side by side
}

// form is a document as it is shown in one way.
type form struct {
	entries []entry
	changes []int // the entries at which a change begins
}

// entryKind is what an entry is.
type entryKind uint8

const (
	entryBlank   entryKind = iota
	entryHeading           // of a part
	entryWords             // a sentence
	entryLines             // a line of one side, or two that stand against each other
	entryGap               // lines that are left out
)

// entry is a row of a document, before it is wrapped.
type entry struct {
	kind   entryKind
	change bool // a change begins here
	sign   string
	text   string // of a heading or a sentence; untrusted
	style  themes.Style

	diff     *diff.Diff
	old, new *diff.Line // nil on the side that has none
	base     [2]int     // number of the summary's line that the part begins in, 1-based
}

// New lays out a comparison of two answers with these names, which are untrusted. It
// takes time linear in the two. The error is the context's, which is asked by the work
// done; there is no document then.
func New(ctx context.Context, old, new string, c compare.Comparison) (*Document, error) {
	d := &Document{Old: Side{old, c.Old}, New: Side{new, c.New}, comparison: c}
	all := d.parts(ctx, true)
	changed := d.parts(ctx, false)
	for whole, parts := range [2][]part{changed, all} {
		for split := range 2 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			b := builder{all: whole == 1, split: split == 1, d: d}
			b.head()
			b.findings()
			b.sections(parts)
			d.forms[whole][split] = b.form
		}
	}
	return d, nil
}

// Same reports whether nothing differs.
func (d *Document) Same() bool { return d.comparison.Same() }

// part is a section, or what stands around the sections.
type part struct {
	name   string
	change compare.Change
	diff   diff.Diff
	sizes  string
	base   [2]int
}

// parts returns the parts of the summaries; whole has all of their lines instead of
// those around a change.
func (d *Document) parts(ctx context.Context, whole bool) []part {
	old, new := d.comparison.Old.Summary.Bytes, d.comparison.New.Summary.Bytes
	lines := func(b []byte, at int) int { return bytes.Count(b[:min(max(at, 0), len(b))], []byte{'\n'}) + 1 }
	var parts []part
	for _, s := range d.comparison.Sections {
		p := part{name: s.ID.String(), change: s.Change, diff: s.Diff, base: [2]int{lines(old, s.Old.Start), lines(new, s.New.Start)}}
		if s.ID == summary.None {
			p.name = "an unknown element"
		}
		p.sizes = sizes(s)
		if whole && s.Change != compare.Same {
			p.diff = wholeDiff(ctx, s.Old.Of(old), s.New.Of(new))
		}
		if whole && s.Change == compare.Same {
			p.diff = diff.Unchanged(s.Old.Of(old))
		}
		parts = append(parts, p)
	}
	around := d.comparison.Around
	p := part{name: "outside the sections", diff: around}
	if len(around.Hunks) > 0 {
		p.change = compare.Changed
		if whole {
			p.diff = wholeDiff(ctx, around.Old, around.New)
		}
	}
	return append(parts, p)
}

// wholeDiff compares two texts and leaves out none of their lines; when ctx ends there
// is no difference, and the caller asks it.
func wholeDiff(ctx context.Context, old, new []byte) diff.Diff {
	const everything = 1 << 40 // more lines around a change than any text has
	d, _ := diff.Compare(ctx, old, new, diff.Options{Context: everything})
	return d
}

// sizes says how long a section was and is.
func sizes(s compare.Section) string {
	switch {
	case s.Change == compare.Added:
		return bytesWords(s.New.Len())
	case s.Change == compare.Removed || s.Old.Len() == s.New.Len():
		return bytesWords(s.Old.Len())
	}
	return fmt.Sprintf("%s, was %s", bytesWords(s.New.Len()), grouped(s.Old.Len()))
}

func bytesWords(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return grouped(n) + " bytes"
}

// grouped writes n with commas.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// builder makes the entries of one form.
type builder struct {
	d          *Document
	all, split bool
	form
}

func (b *builder) add(e entry) {
	if e.kind == entryBlank && len(b.entries) == 0 {
		return
	}
	if e.change {
		b.changes = append(b.changes, len(b.entries))
	}
	b.entries = append(b.entries, e)
}

func (b *builder) words(sign, text string, style themes.Style) {
	b.add(entry{kind: entryWords, sign: sign, text: text, style: style})
}

// decided says how an answer was decided.
func decided(v *inspect.Verdict) (words string, style themes.Style) {
	switch v.Decision {
	case inspect.Accepted:
		return "✓ accepted", themes.Passed
	case inspect.Rejected:
		return "✗ rejected " + string(v.Reason), themes.Error
	}
	return "? undetermined", themes.Warning
}

// head says so where nothing differs.
func (b *builder) head() {
	if b.d.Same() {
		b.add(entry{})
		b.words("=", "Nothing differs: neither the summaries nor the findings.", themes.Passed|themes.Bold)
	}
}

// findings says what became of the findings: each that was fixed or is new, and how
// many stay.
func (b *builder) findings() {
	c := b.d.comparison
	if len(c.Findings) == 0 {
		return
	}
	b.add(entry{})
	b.add(entry{kind: entryHeading, sign: " ", text: fmt.Sprintf("findings · %d fixed · %d new · %d the same", c.Count(compare.Removed), c.Count(compare.Added), c.Count(compare.Same)), style: themes.Text})
	signs := [...]string{compare.Same: "=", compare.Removed: "-", compare.Added: "+"}
	names := [...]string{compare.Same: "same ", compare.Removed: "fixed", compare.Added: "new  "}
	styles := [...]themes.Style{compare.Same: themes.Dim, compare.Removed: themes.Passed, compare.Added: themes.Error}
	last := compare.Same
	for _, f := range c.Findings {
		if f.Change == compare.Same && !b.all {
			continue
		}
		x := c.Of(f)
		style := styles[f.Change]
		if f.Change == compare.Added && x.Severity == inspect.SeverityAdvice {
			style = themes.Note
		}
		text := names[f.Change] + "  " + x.Message
		if x.Section != summary.None {
			text = names[f.Change] + "  " + x.Section.String() + ": " + x.Message
		}
		b.add(entry{kind: entryWords, change: f.Change != compare.Same && f.Change != last, sign: signs[f.Change], text: text + " · " + x.Rule.ID, style: style})
		last = f.Change
	}
}

// sections says what became of the sections.
func (b *builder) sections(parts []part) {
	if !b.d.Old.Verdict.HasSummary && !b.d.New.Verdict.HasSummary {
		b.add(entry{})
		b.words(" ", "Neither answer holds a summary.", themes.Dim)
		return
	}
	var same []string
	for i := range parts {
		p := &parts[i]
		if p.change == compare.Same && (!b.all || len(p.diff.Hunks) == 0) {
			if p.base != [2]int{} { // what is around the sections is worth a word only where it changed
				same = append(same, p.name)
			}
			continue
		}
		b.part(p)
	}
	if len(same) > 0 {
		b.add(entry{})
		b.words("=", "the same: "+strings.Join(same, ", "), themes.Dim)
	}
}

// part says what became of one part.
func (b *builder) part(p *part) {
	signs := [...]string{compare.Same: "=", compare.Changed: "~", compare.Removed: "-", compare.Added: "+"}
	styles := [...]themes.Style{compare.Same: themes.Dim, compare.Changed: themes.Accent, compare.Removed: themes.Error, compare.Added: themes.Passed}
	text := p.name + " · " + p.change.String()
	if p.sizes != "" {
		text += " · " + p.sizes
	}
	b.add(entry{})
	b.add(entry{kind: entryHeading, sign: signs[p.change], text: text, style: styles[p.change]})
	if p.diff.Coarse {
		b.words("!", "They differ in so much that they are set against each other line by line and word by word; what is the same further on may be shown as changed.", themes.Warning)
	}
	shown := 0 // the line of the old text behind the last hunk
	for i := range p.diff.Hunks {
		h := &p.diff.Hunks[i]
		if left := h.Old - shown; left > 0 {
			b.gap(left)
		}
		b.hunk(p, h)
		shown = h.Old + h.OldLines
	}
	if n := len(p.diff.Hunks); n > 0 && !b.all {
		if left := lineCount(p.diff.Old) - shown; left > 0 {
			b.gap(left)
		}
	}
}

// lineCount returns how many lines b has, as package diff counts them.
func lineCount(b []byte) int {
	n := bytes.Count(b, []byte{'\n'})
	if len(b) > 0 && b[len(b)-1] != '\n' {
		n++
	}
	return n
}

func (b *builder) gap(lines int) {
	word := " lines"
	if lines == 1 {
		word = " line"
	}
	b.add(entry{kind: entryGap, text: grouped(lines) + word + " the same", style: themes.Faint})
}

// hunk adds the lines of a hunk: those of a change side by side, or all that are gone
// before all that are new.
func (b *builder) hunk(p *part, h *diff.Hunk) {
	lines := h.Lines
	for i := 0; i < len(lines); {
		if lines[i].Op == diff.Same {
			b.add(entry{kind: entryLines, diff: &p.diff, old: &lines[i], new: &lines[i], base: p.base})
			i++
			continue
		}
		start := i
		for i < len(lines) && lines[i].Op == diff.Removed {
			i++
		}
		middle := i
		for i < len(lines) && lines[i].Op == diff.Added {
			i++
		}
		b.change(p, lines[start:middle], lines[middle:i])
	}
}

func (b *builder) change(p *part, gone, come []diff.Line) {
	first := true
	add := func(old, new *diff.Line) {
		b.add(entry{kind: entryLines, change: first, diff: &p.diff, old: old, new: new, base: p.base})
		first = false
	}
	if !b.split {
		for i := range gone {
			add(&gone[i], nil)
		}
		for i := range come {
			add(nil, &come[i])
		}
		return
	}
	for i := range max(len(gone), len(come)) {
		var old, new *diff.Line
		if i < len(gone) {
			old = &gone[i]
		}
		if i < len(come) {
			new = &come[i]
		}
		add(old, new)
	}
}
