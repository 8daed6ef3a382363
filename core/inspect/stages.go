package inspect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"compactlens/core/source"
	"compactlens/core/wire"
)

// shape checks that the answer is exactly one text block by the assistant, and
// returns the text the later checks look at. ok is false where there is none.
func (j *judge) shape() (text Excerpt, ok bool) {
	r := j.e.Reply
	if r.Form == FormOutput {
		j.v.Stages[StageOutputShape].Detail = "the text was already taken out"
		return r.Text, true
	}
	if r.Form == FormText {
		if len(r.Text.Bytes) == 0 {
			j.find(StageOutputShape, "shape/empty-text", inFile(r.Text, source.Span{}), "", "", "")
			j.end(StageOutputShape, Failed, "the text is empty")
			return r.Text, true
		}
		j.lack(StageOutputShape, "the whole response: a text alone does not say whether other blocks came with it")
		return r.Text, true
	}
	texts, first := 0, Block{}
	for i := range r.Blocks {
		if r.Blocks[i].Type != "text" {
			continue
		}
		if texts == 0 {
			first = r.Blocks[i]
		}
		texts++
	}
	if r.Role != "assistant" {
		j.find(StageOutputShape, "shape/role", Place{}, r.Role, "assistant", r.Role)
	}
	j.blocks(texts, first.Span)
	if texts == 1 {
		text, ok = first.Text, true
		if len(text.Bytes) == 0 && len(r.Blocks) == 1 {
			j.find(StageOutputShape, "shape/empty-text", Place{File: first.Span, InFile: true}, "", "", "")
		}
	}
	failed := slices.ContainsFunc(j.v.Findings, func(f Finding) bool { return f.stage == StageOutputShape })
	detail := "one text"
	if failed {
		detail = blockList(r.Blocks)
		if r.Role != "assistant" {
			detail = "role " + strconv.Quote(source.Printable(r.Role))
		}
		j.end(StageOutputShape, Failed, detail)
	} else {
		j.end(StageOutputShape, Passed, detail)
	}
	return text, ok
}

// blocks adds the findings about the blocks that stand beside, or instead of, the
// one text, the first of so many. Each extra block is said once.
func (j *judge) blocks(texts int, first source.Span) {
	if len(j.e.Reply.Blocks) == 0 {
		j.find(StageOutputShape, "shape/no-blocks", Place{}, "", "", "")
		return
	}
	for _, b := range j.e.Reply.Blocks {
		rule := ""
		switch b.Type {
		case "text":
			if texts > 1 && b.Span != first {
				rule = "shape/several-texts"
			}
		case "thinking":
			rule = "shape/thinking-only"
			if texts > 0 {
				rule = "shape/thinking-with-text"
			}
		case "tool_use":
			rule = "shape/tool-call"
		case "refusal":
			rule = "shape/refusal"
		default:
			rule = "shape/other-block"
		}
		if rule != "" {
			j.find(StageOutputShape, rule, Place{File: b.Span, InFile: true}, b.Type, "", b.Type)
		}
	}
}

// blockList names the blocks of an answer: "thinking + text".
func blockList(blocks []Block) string {
	if len(blocks) == 0 {
		return "no block"
	}
	var names []string
	for _, b := range blocks {
		if len(names) == 4 {
			names = append(names, "…")
			break
		}
		name := source.Printable(b.Type)
		if b.Type == "text" && len(b.Text.Bytes) == 0 {
			name = "empty text"
		}
		names = append(names, name)
	}
	return strings.Join(names, " + ")
}

// bytes checks the size of the answer's text, white space around it included.
func (j *judge) bytes(text Excerpt) {
	limit := j.e.OutputBytes
	size := len(text.Bytes)
	if !limit.Set {
		j.lack(StageByteLimit, "the output limit (--output-bytes or --preset); the text has "+Thousands(uint64(size))+" bytes")
		return
	}
	g := Gauge{Value: uint64(size), Limit: uint64(max(limit.Value, 0)), Unit: "bytes", From: limit.From}
	j.v.Stages[StageByteLimit].Gauge = g
	if limit.Value <= 0 || g.Over() > 0 {
		beyond := source.Span{Start: min(int(g.Limit), size), End: size}
		j.find(StageByteLimit, "size/byte-limit", inFile(text, beyond), units(g.Over(), "byte"), "at most "+Thousands(g.Limit)+" bytes", Thousands(g.Value)+" bytes")
		j.end(StageByteLimit, Failed, g.String())
		return
	}
	j.end(StageByteLimit, Passed, g.String())
}

// usage checks the reported usage and the summary budget.
func (j *judge) usage() {
	u, limit := j.e.Usage, j.e.MaxSummaryTokens
	j.v.Tokens.Limit = limit
	if !u.Set {
		j.lack(StageTokenUsage, "the reported usage (the response, or --output-tokens)")
		j.lack(StageTokenLimit, "the reported usage")
		return
	}
	if u.Value == nil || u.Value.OutputTokens == 0 {
		rule, detail := "usage/missing", "none reported"
		if u.Value != nil {
			rule, detail = "usage/zero-output", "0 output tokens"
		}
		j.find(StageTokenUsage, rule, Place{}, "", "", detail)
		j.end(StageTokenUsage, Failed, detail)
		return
	}
	j.v.Tokens.Output = Know(u.Value.OutputTokens, u.From)
	j.v.Tokens.Reasoning = Know(u.Value.ReasoningTokens, u.From)
	j.end(StageTokenUsage, Passed, Thousands(u.Value.OutputTokens)+" output tokens")
	if !limit.Set {
		j.lack(StageTokenLimit, "the summary budget (--max-summary-tokens or --preset); "+Thousands(u.Value.OutputTokens)+" tokens were reported")
		return
	}
	g := Gauge{Value: u.Value.OutputTokens, Limit: limit.Value, Unit: "tokens", From: limit.From}
	j.v.Stages[StageTokenLimit].Gauge = g
	if g.Over() > 0 {
		j.find(StageTokenLimit, "budget/token-limit", Place{}, units(g.Over(), "token"), "at most "+Thousands(g.Limit)+" output tokens", Thousands(g.Value)+" output tokens")
		j.end(StageTokenLimit, Failed, g.String())
		return
	}
	j.end(StageTokenLimit, Passed, g.String())
}

// wire adds the faults of the JSON text and of the reply in it.
func (j *judge) wire(text Excerpt, doc *wire.Document, reply *wire.Reply) {
	for _, f := range reply.Faults {
		stage, room := StageWire, "wire/"
		if f.Kind.Syntax() {
			room = "json/"
			if j.e.Reply.Form != FormOutput {
				stage = StageJSON
			}
		}
		if f.Kind == wire.EmptyText && len(text.Bytes) == 0 && j.e.Reply.Form != FormOutput {
			continue // the shape check says so
		}
		out := j.find(stage, room+f.Kind.String(), inFile(text, f.Span), f.Name, f.Want, head(text.Bytes, f.Span))
		if out.isAbsent() {
			out.Field = f.Name
		}
		for _, s := range f.Also {
			if f.Kind == wire.CodeFence {
				out.Related = append(out.Related, Related{Place: inFile(text, s), Label: "the fence ends here"})
			}
		}
		if f.Explain != "" {
			out.Related = append(out.Related, Related{Place: inFile(text, f.Related), Label: f.Explain})
		}
	}
	if reply.More {
		j.more("only the first %s of the JSON are listed, as nobody works through more", wire.MaxFaults)
	}
	rest := reply.Faults[len(doc.Faults):]
	switch {
	case j.e.Reply.Form == FormOutput:
		j.v.Stages[StageJSON].Detail = "read together with the fields"
		rest = reply.Faults
	case len(doc.Faults) > 0:
		j.end(StageJSON, Failed, strings.ReplaceAll(reply.Faults[0].Kind.String(), "-", " "))
	default:
		j.end(StageJSON, Passed, "one valid value")
	}
	switch {
	case len(rest) > 0:
		j.end(StageWire, Failed, wireDetail(rest[0]))
	case len(doc.Faults) > 0:
		// The strict decode fails on what is no JSON, too; the runtime does not get here.
		j.end(StageWire, NotReached, "")
	default:
		j.end(StageWire, Passed, "the five fields")
	}
}

func wireDetail(f wire.Fault) string {
	detail := strings.ReplaceAll(f.Kind.String(), "-", " ")
	if f.Name != "" {
		detail += " " + source.Printable(f.Name)
	}
	return detail
}

// identity compares what the reply echoes with the request.
func (j *judge) identity(text Excerpt, r *wire.Reply) {
	id := j.e.Identity
	uint64Text := func(k Known[uint64]) Known[string] {
		return Known[string]{Value: strconv.FormatUint(k.Value, 10), From: k.From, Set: k.Set}
	}
	missing, differs, absent := []string{}, 0, 0
	for _, c := range [...]struct {
		field wire.FieldID
		rule  string
		want  Known[string]
	}{
		{wire.FieldRevision, "identity/revision", uint64Text(id.Revision)},
		{wire.FieldThroughEventID, "identity/through-event", id.ThroughEventID},
		{wire.FieldProvider, "identity/provider", id.Provider},
		{wire.FieldModelName, "identity/model", id.Model},
		{wire.FieldFingerprint, "identity/fingerprint", id.Fingerprint},
	} {
		f := &r.Fields[c.field]
		if !c.want.Set {
			missing = append(missing, c.field.String())
		}
		if !f.Set {
			absent++
		}
		if !f.Set || !c.want.Set {
			continue
		}
		got := f.Text
		if c.field == wire.FieldRevision {
			got = strconv.FormatUint(f.Uint, 10)
		}
		if got == c.want.Value {
			continue
		}
		malformed := c.field == wire.FieldThroughEventID && !wire.IsCanonicalUUID(got) || c.field == wire.FieldFingerprint && !wire.IsFingerprint(got)
		if !malformed {
			j.find(StageIdentity, c.rule, inFile(text, f.Value), c.field.String(), c.want.Value, got)
			differs++
		}
	}
	switch {
	case differs > 0:
		j.end(StageIdentity, Failed, fmt.Sprintf("%d of 5 differ", differs))
	case absent > 0:
		j.end(StageIdentity, NotReached, "")
	case len(missing) > 0:
		j.lack(StageIdentity, "the request's "+strings.Join(missing, ", ")+" (--against, a journal or the request)")
	default:
		j.end(StageIdentity, Passed, "as requested")
	}
}

// inFile returns the place of s, a span of the excerpt's text, in the file.
func inFile(x Excerpt, s source.Span) Place { return Place{File: x.Map.Span(s), InFile: true} }

// String returns the gauge as "5,102 / 4,096 (+1,006)".
func (g Gauge) String() string {
	var room [96]byte
	s := append(appendThousands(room[:0], g.Value), " / "...)
	s = appendThousands(s, g.Limit)
	if over := g.Over(); over > 0 {
		s = append(appendThousands(append(s, " (+"...), over), ')')
	}
	return string(s)
}

// units writes a number of things: "1 byte", "1,006 tokens".
func units(n uint64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Thousands(n) + " " + noun
}

// Thousands writes n with commas.
func Thousands(n uint64) string {
	var room [26]byte
	return string(appendThousands(room[:0], n))
}

func appendThousands(b []byte, n uint64) []byte {
	var room [20]byte
	digits := strconv.AppendUint(room[:0], n, 10)
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b = append(b, ',')
		}
		b = append(b, d)
	}
	return b
}

// sortFindings puts the findings in the order in which the runtime would meet
// them: by check, its own first fault first, errors before advice.
func sortFindings(all []Finding) {
	rank := func(f Finding) int {
		r := int(f.stage) * 2
		if f.first {
			r--
		}
		if f.Severity == SeverityAdvice {
			r += 1000
		}
		return r
	}
	slices.SortStableFunc(all, func(a, b Finding) int { return rank(a) - rank(b) })
}
