package report

import (
	"bufio"
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"compactlens/core/diagnose"
	"compactlens/core/inspect"
	"compactlens/core/ledger"
	"compactlens/core/source"
)

// style is the page's own style sheet: the colours of the built-in themes, dark or
// light as the reader's system is.
//
//go:embed html.css
var style string

// HTML writes r as one page that needs nothing else: no script, no font, no file
// beside it. Everything untrusted in it is shown with marks and escaped, and the
// page forbids itself to load or run anything.
func HTML(w io.Writer, r Report) error {
	p := &page{w: bufio.NewWriter(w)}
	n := r.Totals()
	totals := n.String()
	p.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n" +
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n")
	p.element("title", "", "compactlens: "+totals)
	p.raw("<style>\n" + style + "</style>\n</head>\n<body>\n<header>\n")
	p.element("h1", "", "compactlens")
	p.element("p", "", totals)
	p.raw("</header>\n<main>\n")
	p.overview(r)
	for i, a := range r.Attempts {
		p.attempt(i, a)
	}
	if len(r.Problems) > 0 {
		p.raw("<section>\n")
		p.element("h2", "", "Problems")
		for _, x := range r.Problems {
			p.element("p", "warning", "! "+join(": ", join(", ", x.Source, x.Place), x.Message))
		}
		p.raw("</section>\n")
	}
	p.raw("</main>\n</body>\n</html>\n")
	return p.w.Flush()
}

// page writes the pieces of the page. Errors stay in the writer until it is flushed.
type page struct{ w *bufio.Writer }

// raw writes markup of the page's own.
func (p *page) raw(markup string) { _, _ = p.w.WriteString(markup) }

// text makes untrusted text fit for the page.
func text(s string) string { return html.EscapeString(source.Printable(s)) }

// element writes one element with a class, which may be empty, and a text.
func (p *page) element(name, class, s string) { p.raw(element(name, class, s) + "\n") }

func element(name, class, s string) string {
	if class != "" {
		return "<" + name + ` class="` + class + `">` + text(s) + "</" + name + ">"
	}
	return "<" + name + ">" + text(s) + "</" + name + ">"
}

// join puts what is not empty in a row.
func join(between string, parts ...string) string {
	var kept []string
	for _, s := range parts {
		if s != "" {
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, between)
}

// look is how the page shows what was decided of an attempt: its class, sign and words.
func look(a Attempt) (class, sign, words string) {
	v := a.Verdict
	switch {
	case len(v.Stages) == 0 && !a.NoCall:
		return "unknown", "·", "no answer in hand"
	case a.rejectedEarly():
		_, words, _ := a.end()
		return "failed", "✗", words
	case a.NoCall:
		_, words, _ := a.end()
		return "unknown", "·", words
	case v.Decision == inspect.Accepted:
		return "passed", "✓", a.decision()
	case v.Decision == inspect.Rejected:
		return "failed", "✗", a.decision()
	}
	return "unknown", "?", "undetermined"
}

// overview writes the table of all attempts, where there are several.
func (p *page) overview(r Report) {
	if len(r.Attempts) < 2 {
		return
	}
	p.raw("<table>\n")
	for i, a := range r.Attempts {
		class, sign, words := look(a)
		found := ""
		if n := len(a.Verdict.Findings); n > 0 {
			found = fmt.Sprint(n)
		}
		p.raw(fmt.Sprintf(`<tr><td class="%s">%s</td><td><a href="#a%d">%s</a></td><td class="%s">%s</td><td class="number">%s</td></tr>`+"\n",
			class, sign, i+1, text(join(" ", a.Source, a.Name)), class, text(words), found))
	}
	p.raw("</table>\n")
}

func (p *page) attempt(i int, a Attempt) {
	v := a.Verdict
	class, sign, words := look(a)
	p.raw(fmt.Sprintf("<section id=\"a%d\">\n<h2>%s %s</h2>\n", i+1, text(join(" ", a.Source, a.Name)), element("span", class, sign+" "+words)))
	recorded := ""
	switch {
	case a.Terminal == "none":
		recorded = "journal: no terminal event"
	case a.Terminal != "":
		recorded = "journal: " + join(" ", a.Terminal, a.RejectReason)
		if a.RejectCode != 0 {
			recorded += fmt.Sprintf(" (%d)", a.RejectCode)
		}
	}
	for _, s := range append([]string{join(", ", recorded, a.Trigger, prefixed("attempt ", a.ID)), a.CauseText, prefixed("answer ", a.Match)}, a.Notes...) {
		if s != "" {
			p.element("p", "dim", s)
		}
	}
	if over := a.over(); over != "" {
		p.element("p", "failed", "over: "+over)
	}
	p.checks(v)
	for _, m := range v.Missing {
		p.element("p", "warning", "unknown: "+m)
	}
	p.ledger(a)
	p.replacement(a.Replacement)
	for _, d := range a.adviceOnce().Diagnoses {
		p.raw("<p>" + element("strong", "", d.Title) + ": " + text(d.Text))
		if d.Next != "" {
			p.raw(" " + element("span", "next", d.Next))
		}
		p.raw("</p>\n")
	}
	for k := range v.Findings {
		p.finding(a, k)
	}
	if v.More {
		p.element("p", "warning", "and more faults: "+v.MoreWhy)
	}
	p.raw("</section>\n")
}

func (p *page) checks(v *inspect.Verdict) {
	if len(v.Stages) == 0 {
		return
	}
	signs := map[inspect.Status][2]string{
		inspect.Passed: {"passed", "✓"}, inspect.Failed: {"failed", "✗"}, inspect.Unknown: {"unknown", "?"}, inspect.NotReached: {"faint", "·"},
	}
	p.raw("<ol class=\"checks\">\n")
	for _, s := range v.Stages {
		if v.Form == inspect.FormSummary && s.ID != inspect.StageXML {
			continue
		}
		figure := ""
		if s.Gauge.Limit > 0 {
			figure = s.Gauge.String()
		}
		x := signs[s.Status]
		p.element("li", x[0], join(" ", x[1], s.ID.String(), figure))
	}
	p.raw("</ol>\n")
}

func (p *page) finding(a Attempt, i int) {
	f := &a.Verdict.Findings[i]
	class, word := "hidden", "hidden"
	switch {
	case f.Severity == inspect.SeverityAdvice:
		class, word = "advice", "advice"
	case f.Primary:
		class, word = "failed", "the runtime stops here"
	case f.HiddenBy >= 0:
		word = "hidden by " + a.Verdict.Findings[f.HiddenBy].Rule.ID
	}
	p.raw("<article class=\"" + class + "\">\n<h3>" + text(f.Message) + " " + element("code", "", f.Rule.ID) + " " + element("span", "dim", word) + "</h3>\n")
	p.place(a, f)
	p.raw("<dl>\n")
	for _, x := range [][2]string{{"expected", f.Expected}, {"found", f.Got}, {"why", f.Rule.Why}, {"mend", diagnose.Mend(f)}, {"repair", fixWords(a, i)}} {
		if x[1] != "" && (x[0] != "found" || !f.Rule.Conceal) {
			p.raw(element("dt", "", x[0]) + element("dd", "", x[1]) + "\n")
		}
	}
	p.raw("</dl>\n</article>\n")
}

// fixWords says what can be done about finding i.
func fixWords(a Attempt, i int) string {
	f, ok := a.Fixes[i]
	if !ok {
		return ""
	}
	return strings.ReplaceAll(f.Risk, "_", " ") + ": " + join("; ", f.Title, f.Reason)
}

// place writes where a finding is, and the line it is in.
func (p *page) place(a Attempt, f *inspect.Finding) {
	t, span, ok := (*source.Text)(nil), source.Span{}, false
	var where []string
	if f.Place.InFile && a.File != nil {
		at := a.File.Position(f.Place.File.Start)
		where = append(where, fmt.Sprintf("file line %d, column %d (byte %d)", at.Line, at.Column, at.Offset))
		if a.Verdict.Form == inspect.FormSummary {
			where = nil // the file is the summary
		}
		t, span, ok = a.File, f.Place.File, true
	}
	if f.Place.InSummary {
		t, span, ok = source.NewText(a.Verdict.Summary.Bytes), f.Place.Summary, true
		at := t.Position(span.Start)
		where = append([]string{fmt.Sprintf("summary line %d, column %d (byte %d)", at.Line, at.Column, at.Offset)}, where...)
	}
	if f.Section != 0 {
		where = append([]string{"in " + f.Section.String()}, where...)
	}
	if len(where) > 0 {
		p.element("p", "dim", strings.Join(where, " · "))
	}
	if !ok || f.Rule.Conceal {
		return
	}
	x := cut(t, span, source.Display{})
	// What the excerpt holds is fit to be shown already.
	p.raw(fmt.Sprintf("<pre><span class=\"faint\">%d</span>  %s<mark>%s</mark>%s</pre>\n",
		x.line, html.EscapeString(x.parts[0]), html.EscapeString(x.parts[1]), html.EscapeString(x.parts[2])))
}

// ledger writes what the answer's tokens were spent on, with bars.
func (p *page) ledger(a Attempt) {
	l := a.Ledger
	if l == nil {
		return
	}
	p.raw("<table class=\"ledger\">\n<caption>" + text("Tokens: "+l.Headline()) + " " + element("span", "dim", "split by "+l.Method) + "</caption>\n")
	for _, r := range l.Rows {
		about := ""
		if r.Estimate {
			about = "≈"
		}
		share := uint64(0)
		if most := l.Largest(); most > 0 {
			share = uint64(float64(r.Tokens) / float64(most) * 100)
		}
		p.raw(fmt.Sprintf("<tr>%s%s%s<td class=\"bar\"><i style=\"width:%d%%\"></i></td>%s</tr>\n",
			element("td", "", r.Name()), element("td", "dim", about), element("td", "number", inspect.Thousands(r.Tokens)), share, element("td", "hidden", l.Advice(r))))
	}
	p.raw("</table>\n")
	end := ""
	if l.End.Known {
		end = budgetEnd(a)
	}
	for _, s := range []string{l.Hopeless(), l.Note, end} {
		if s != "" {
			p.element("p", "dim", s)
		}
	}
}

// replacement writes what the next request is made of.
func (p *page) replacement(r *ledger.Replacement) {
	if r == nil || !r.Known() {
		return
	}
	p.raw("<table class=\"ledger\">\n<caption>" + text("Next request: "+r.Headline()) + "</caption>\n")
	for _, i := range r.Lines() {
		p.raw("<tr>" + element("td", "", i.Name) + element("td", "number", inspect.Thousands(i.Tokens)) + element("td", "dim", i.From) + "</tr>\n")
	}
	p.raw("</table>\n")
}
