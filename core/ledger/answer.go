package ledger

import (
	"fmt"
	"slices"
	"sort"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/summary"
)

// Kind says what a row of an answer's ledger is.
type Kind uint8

const (
	Reasoning Kind = iota // what was thought before the text
	Unseen                // reported, and too much to be in the text
	Others                // further blocks of the answer
	Envelope              // the JSON, the identity and the tags around the sections
	Section               // what one section says
)

// String returns the row's name for people; a section has its own.
func (k Kind) String() string {
	return [...]string{"reasoning", "not in the text", "other blocks", "envelope", "section"}[k]
}

// Row is one line of an answer's ledger.
type Row struct {
	Kind     Kind
	Section  summary.SectionID // of a Section
	Bytes    int               // of the answer's text that write it, escapes included; 0 where it is not in the text
	Tokens   uint64
	Estimate bool          // not reported as it stands
	Place    inspect.Place // of a Section: its content
	Cut      uint64        // tokens to cut here so that all cuts together make the answer fit; see Answer.CutsFit
	Alone    bool          // cutting only here makes the answer fit, too

	counted int // tokens by the counter
}

// Name returns the section's name, or else the kind's.
func (r Row) Name() string {
	if r.Kind == Section {
		return r.Section.String()
	}
	return r.Kind.String()
}

// End is where in the answer's text the budget ends.
type End struct {
	Known      bool          // the budget ends inside the text, or before it
	BeforeText bool          // it was used up before the text began
	Text       int           // byte of the answer's text
	Beyond     inspect.Place // from there to the end: in the file, and in the summary where it has a part in it
}

// Answer is what the tokens of one answer were spent on.
type Answer struct {
	Output  inspect.Known[uint64] // reported
	Limit   inspect.Known[uint64] // the summary budget
	Over    uint64                // by how much the report is over the budget
	Counter string                // name of what the parts were counted with
	Method  string                // how the split was made, for people
	Note    string                // what is odd about it; may be empty
	Rows    []Row                 // their tokens add up to Output where it is reported
	CutsFit bool                  // the sections are large enough to cut the overage from
	End     End
}

// Split is an answer's text counted part by part. It does not depend on the
// budget, so that it can be held against several.
type Split struct {
	output, reasoning inspect.Known[uint64]
	text              inspect.Excerpt
	summary           inspect.Excerpt
	hasSummary        bool
	ends              []int // of the text's tokens
	rows              []Row
	counted           int // tokens by the counter in all rows
	name              string
	thought           bool // the thinking was counted, as its tokens are not reported
}

// maxFactor is how many reported tokens for one counted token are taken for the
// difference between two tokenizers. More is something that is not in the text.
const maxFactor = 2.0

// SplitAnswer counts the parts of the answer in e with c. ok is false where there
// is no text to count. Cost: one pass of the counter over the answer's text.
func SplitAnswer(e inspect.Evidence, v *inspect.Verdict, c Counter) (s Split, ok bool) {
	text, ok := e.Reply.Answer()
	if !ok || len(text.Bytes) == 0 {
		return Split{}, false
	}
	s = Split{text: text, summary: v.Summary, hasSummary: v.HasSummary, ends: c.Ends(text.Bytes), name: c.Name()}
	if e.Usage.Set && e.Usage.Value != nil && e.Usage.Value.OutputTokens > 0 {
		s.output = inspect.Know(e.Usage.Value.OutputTokens, e.Usage.From)
		if r := e.Usage.Value.ReasoningTokens; r > 0 && r <= s.output.Value {
			s.reasoning = inspect.Know(r, e.Usage.From)
		}
	}
	s.blocks(e.Reply, text, c)
	s.parts(v)
	for _, r := range s.rows {
		s.counted += r.counted
	}
	return s, true
}

// blocks counts the blocks beside the text. Thinking is counted only where its
// tokens are not reported.
func (s *Split) blocks(r inspect.Reply, text inspect.Excerpt, c Counter) {
	thinking, others := Row{Kind: Reasoning, Estimate: true}, Row{Kind: Others, Estimate: true}
	first := true
	for _, b := range r.Blocks {
		row := &others
		switch {
		case b.Type == "text" && first:
			first = false
			continue
		case b.Type == "thinking":
			row = &thinking
		}
		row.Bytes += len(b.Text.Bytes)
		row.counted += c.Count(b.Text.Bytes)
	}
	if thinking.counted > 0 && !s.reasoning.Set {
		s.rows, s.thought = append(s.rows, thinking), true
	}
	if others.counted > 0 {
		s.rows = append(s.rows, others)
	}
}

// parts gives each token of the text to the part in which its middle lies.
func (s *Split) parts(v *inspect.Verdict) {
	envelope := Row{Kind: Envelope, Estimate: true, Bytes: len(s.text.Bytes), counted: len(s.ends)}
	var sections []Row
	var spans []source.Span // in the text, in order
	for _, sec := range byPlace(v.Sections) {
		at := s.inText(sec.Place.Summary)
		if n := len(spans); sec.ID == summary.None || n > 0 && at.Start < spans[n-1].End {
			continue
		}
		row := Row{Kind: Section, Section: sec.ID, Bytes: at.Len(), Estimate: true, Place: sec.Place}
		row.counted = s.countIn(at)
		envelope.Bytes -= row.Bytes
		envelope.counted -= row.counted
		sections, spans = append(sections, row), append(spans, at)
	}
	s.rows = append(append(s.rows, envelope), sections...)
}

// byPlace returns the sections in the order of their content.
func byPlace(all []inspect.Section) []inspect.Section {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b inspect.Section) int { return a.Place.Summary.Start - b.Place.Summary.Start })
	return all
}

// inText returns the bytes of the answer's text that write a stretch of the
// summary.
func (s *Split) inText(at source.Span) source.Span {
	file := s.summary.Map.Span(at)
	return source.Span{Start: s.text.Map.Decoded(file.Start), End: s.text.Map.Decoded(file.End)}.Clamp(len(s.text.Bytes))
}

// countIn returns how many tokens have their middle in at.
func (s *Split) countIn(at source.Span) int {
	middle := func(i int) int {
		start := 0
		if i > 0 {
			start = s.ends[i-1]
		}
		return (start + s.ends[i]) / 2
	}
	from := sort.Search(len(s.ends), func(i int) bool { return middle(i) >= at.Start })
	to := sort.Search(len(s.ends), func(i int) bool { return middle(i) >= at.End })
	return max(to-from, 0)
}

// Against holds the split against a summary budget. Cost: the number of rows.
func (s Split) Against(limit inspect.Known[uint64]) Answer {
	a := Answer{Output: s.output, Limit: limit, Counter: s.name, Method: s.name}
	factor, unseen := 1.0, uint64(0)
	if s.output.Set {
		visible := s.output.Value - s.reasoning.Value
		factor, unseen, a.Note = s.scale(visible)
		a.Method += ", scaled to the reported total"
		if unseen > 0 {
			a.Method = s.name + ", beside a report that counts more"
		}
		visible -= unseen
		a.Rows = spread(s.rows, visible)
		if s.reasoning.Set {
			a.Rows = slices.Insert(a.Rows, 0, Row{Kind: Reasoning, Tokens: s.reasoning.Value})
		}
		if unseen > 0 {
			at := 0
			if s.reasoning.Set || s.thought {
				at = 1
			}
			a.Rows = slices.Insert(a.Rows, at, Row{Kind: Unseen, Tokens: unseen, Estimate: true})
		}
	} else {
		a.Method += ", not scaled: no usage is known"
		a.Rows = spread(s.rows, uint64(s.counted))
	}
	if limit.Set {
		total := uint64(s.counted)
		if s.output.Set {
			total = s.output.Value
		}
		a.hold(total)
		a.End = s.end(a, factor)
	}
	return a
}

// scale returns how many reported tokens go for one counted token, and how many of
// the visible ones cannot be in the text.
func (s Split) scale(visible uint64) (factor float64, unseen uint64, note string) {
	if s.counted == 0 {
		return 1, visible, ""
	}
	factor = float64(visible) / float64(s.counted)
	switch {
	case factor > maxFactor:
		unseen = visible - uint64(s.counted)
		return 1, unseen, fmt.Sprintf("The report counts %.1f times as many tokens as %s sees in the text: reasoning that is not reported by itself, as a rule.", factor, s.name)
	case factor < 1/maxFactor:
		note = fmt.Sprintf("The report counts only %.1f of each token that %s sees in the text.", factor, s.name)
	}
	return factor, 0, note
}

// spread gives the rows their share of total, by what was counted in each. The
// shares are whole and add up to it.
func spread(rows []Row, total uint64) []Row {
	rows = slices.Clone(rows)
	counted := 0
	for _, r := range rows {
		counted += r.counted
	}
	if counted == 0 {
		return rows
	}
	type rest struct {
		row  int
		part float64
	}
	var rests []rest
	left := total
	for i := range rows {
		share := float64(total) * float64(rows[i].counted) / float64(counted)
		rows[i].Tokens = min(uint64(share), left)
		left -= rows[i].Tokens
		rests = append(rests, rest{i, share - float64(rows[i].Tokens)})
	}
	slices.SortStableFunc(rests, func(a, b rest) int {
		switch {
		case a.part > b.part:
			return -1
		case a.part < b.part:
			return 1
		}
		return 0
	})
	for i := 0; left > 0; i = (i + 1) % len(rests) {
		rows[rests[i].row].Tokens++
		left--
	}
	return rows
}

// hold compares total with the budget and says what to cut. The longest sections
// are cut down to one length first; goal and state keep a token, as they may not
// be blank.
func (a *Answer) hold(total uint64) {
	if total <= a.Limit.Value {
		return
	}
	a.Over = total - a.Limit.Value
	room := uint64(0)
	spare := func(r Row) uint64 {
		if r.Kind != Section {
			return 0
		}
		if r.Section == summary.Goal || r.Section == summary.State {
			return r.Tokens - min(r.Tokens, 1)
		}
		return r.Tokens
	}
	for i := range a.Rows {
		n := spare(a.Rows[i])
		room += n
		a.Rows[i].Alone = a.Rows[i].Kind == Section && n >= a.Over
	}
	if a.CutsFit = room >= a.Over; !a.CutsFit {
		return
	}
	// The level to which the longest are cut: the highest that frees enough.
	freed := func(level uint64) (n uint64) {
		for _, r := range a.Rows {
			if t := spare(r); t > level {
				n += t - level
			}
		}
		return n
	}
	longest := uint64(0)
	for _, r := range a.Rows {
		longest = max(longest, spare(r))
	}
	below := uint64(sort.Search(int(longest), func(level int) bool { return freed(uint64(level)) < a.Over }))
	level := below - min(below, 1)
	excess := freed(level) - a.Over
	for i := range a.Rows {
		if t := spare(a.Rows[i]); t > level {
			back := min(excess, t-level, 1)
			excess -= back
			a.Rows[i].Cut = t - level - back
		}
	}
}

// within returns how many counted tokens are in reported ones, at factor reported for
// one counted. The factor may be 0, and the tokens more than an int holds.
func (s Split) within(reported uint64, factor float64) int {
	if reported == 0 {
		return 0
	}
	return int(min(float64(reported)/factor, float64(len(s.ends))))
}

// end finds where in the text the budget ends.
func (s Split) end(a Answer, factor float64) End {
	if a.Over == 0 {
		return End{}
	}
	before := uint64(0)
	for _, r := range a.Rows {
		if r.Kind == Reasoning || r.Kind == Unseen {
			before += r.Tokens
		}
	}
	e := End{Known: true}
	n := s.within(a.Limit.Value-min(before, a.Limit.Value), factor)
	if n == 0 {
		e.BeforeText = true
	} else {
		e.Text = s.ends[n-1]
		for e.Text > 0 && e.Text < len(s.text.Bytes) && s.text.Bytes[e.Text]&0xC0 == 0x80 {
			e.Text-- // a token may end inside a character
		}
	}
	beyond := source.Span{Start: e.Text, End: len(s.text.Bytes)}
	e.Beyond = inspect.Place{File: s.text.Map.Span(beyond), InFile: true}
	if s.hasSummary {
		at := source.Span{Start: s.summary.Map.Decoded(e.Beyond.File.Start), End: len(s.summary.Bytes)}
		if first := s.summary.Map.Span(source.Span{End: 0}).Start; e.Beyond.File.Start <= first {
			at.Start = 0
		}
		e.Beyond.Summary, e.Beyond.InSummary = at, at.Start < at.End
	}
	return e
}
