package accessible

import (
	"strconv"
	"strings"

	"compactlens/core/explain"
	"compactlens/core/loop"
	"compactlens/core/report"
	"compactlens/core/source"
	"compactlens/loader"
	"compactlens/loader/dossier"
)

// command is one thing that can be asked for.
type command struct {
	names []string // the first is the one that help names
	takes string   // what may follow, for help
	about string
	do    func(d *dialogue, rest string) error
}

// commands returns the table. Its order is that of the help.
func commands() []command {
	return []command{
		{[]string{"list", "l"}, "", "all attempts with their verdicts", (*dialogue).list},
		{[]string{"next", "n"}, "", "the next attempt", func(d *dialogue, _ string) error { return d.step(1) }},
		{[]string{"previous", "p"}, "", "the attempt before", func(d *dialogue, _ string) error { return d.step(-1) }},
		{[]string{"attempt", "a"}, "NUMBER", "another attempt; without a number, this one again", (*dialogue).goTo},
		{[]string{"finding", "f"}, "NUMBER", "all about a finding; without a number, about the next one", (*dialogue).showFinding},
		{[]string{"explain", "e"}, "NAME", "the rule of the finding in hand, or what a name means", (*dialogue).explain},
		{[]string{"lessons"}, "", "a lesson for every rule", (*dialogue).allLessons},
		{[]string{"lesson"}, "NAME", "a rule, a case that breaks it, and what the checks say; without a name, the next one", (*dialogue).lesson},
		{[]string{"fix", "x"}, "", "how the answer could be mended; nothing is written", func(d *dialogue, rest string) error { return d.fix(rest) }},
		{[]string{"summary", "s"}, "", "the summary, line by line", func(d *dialogue, _ string) error { return d.lines("summary", d.summary()) }},
		{[]string{"reply", "r"}, "", "the file that holds the answer, line by line", func(d *dialogue, _ string) error { return d.lines("reply", d.told.File) }},
		{[]string{"totals", "t"}, "", "how many attempts have which verdict", (*dialogue).totals},
		{[]string{"problems"}, "", "what could not be read", (*dialogue).problems},
		{[]string{"reload"}, "", "reads the files again; what changes in them is not told of by itself", (*dialogue).reload},
		{[]string{"more", "m"}, "", "what was too long to say at once", (*dialogue).goOn},
		{[]string{"help", "h", "?"}, "", "the commands", (*dialogue).help},
		{[]string{"quit", "q", "exit"}, "", "the end", func(d *dialogue, _ string) error { d.quit = true; return nil }},
	}
}

// number reads the number of an attempt or a finding, from 1 on.
func number(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// numbered answers a number alone: an attempt.
func (d *dialogue) numbered(n int) error {
	if n < 1 || n > len(d.w.Attempts) {
		d.say("There is no attempt %d; the last is %d.", n, len(d.w.Attempts))
		return nil
	}
	return d.attempt(n - 1)
}

func (d *dialogue) help(string) error {
	for _, c := range commands() {
		name := c.names[0]
		if c.takes != "" {
			name += " " + c.takes
		}
		if len(c.names) > 1 {
			name += ", or " + c.names[1]
		}
		d.say("%s: %s.", name, c.about)
	}
	d.say("A number alone: that attempt.")
	return nil
}

// step goes to the next attempt, or the one before.
func (d *dialogue) step(n int) error {
	switch i := d.at + n; {
	case len(d.w.Attempts) == 0:
		d.say("There is no attempt.")
	case i < 0:
		d.say("This is the first attempt.")
	case i >= len(d.w.Attempts):
		d.say("This is the last attempt.")
	default:
		return d.attempt(i)
	}
	return nil
}

func (d *dialogue) goTo(rest string) error {
	if rest == "" && d.in != nil && len(d.w.Attempts) > 0 {
		return d.attempt(d.at)
	}
	n, ok := number(rest)
	if !ok {
		d.say("Say the number of an attempt, for example: attempt 2")
		return nil
	}
	return d.numbered(n)
}

// atOnce is how many lines are said before the listener is asked.
const atOnce = 20

// list says the attempts from the first one on.
func (d *dialogue) list(string) error { return d.listFrom(0) }

func (d *dialogue) listFrom(first int) error {
	end := min(first+atOnce, len(d.w.Attempts))
	for i := first; i < end; i++ {
		x, err := d.book.Open(d.ctx, d.w.Attempts[i])
		if err != nil {
			return err
		}
		a := x.Describe()
		name, word := a.Headline()
		if t := d.w.Attempts[i].Title; t != "" {
			name = t
		}
		d.say("%d, %s: %s, %s", i+1, name, word, count(len(a.Verdict.Findings), "finding"))
	}
	if len(d.w.Attempts) == 0 {
		d.say("There is no attempt.")
	}
	d.rest(len(d.w.Attempts)-end, "attempt", func() error { return d.listFrom(end) })
	return nil
}

// rest offers to go on where something is left.
func (d *dialogue) rest(n int, thing string, more func() error) {
	d.more = nil
	if n > 0 {
		d.more = more
		verb := "follow"
		if n == 1 {
			verb = "follows"
		}
		d.say("%s %s. Say more to go on.", count(n, "more "+thing), verb)
	}
}

func (d *dialogue) goOn(string) error {
	if d.more == nil {
		d.say("There is no more.")
		return nil
	}
	return d.more()
}

// showFinding says all about a finding: the one of a number, or the next.
func (d *dialogue) showFinding(rest string) error {
	n := len(d.findings())
	i := d.finding + 1
	if rest != "" {
		k, ok := number(rest)
		if !ok {
			d.say("Say the number of a finding, for example: finding 2")
			return nil
		}
		i = k - 1
	}
	switch {
	case n == 0:
		d.say("There is no finding.")
		return nil
	case rest == "" && i >= n:
		d.say("That was the last finding.")
		return nil
	case i < 0 || i >= n:
		d.say("There is no finding %d; the last is %d.", i+1, n)
		return nil
	}
	d.finding = i
	return report.LinearFinding(d.out, d.told, i, d.text)
}

// explain says what a name means, or the rule of the finding in hand.
func (d *dialogue) explain(name string) error {
	findings := d.findings()
	if name == "" {
		if len(findings) == 0 {
			d.say("There is no finding. Say a name, for example: explain xml_syntax")
			return nil
		}
		name = findings[max(d.finding, 0)].Rule.ID
	}
	entry, ok := explain.Lookup(name)
	if !ok {
		if near := explain.Suggest(name, 3); len(near) > 0 {
			d.say("There is no entry %s; did you mean %s?", name, strings.Join(near, ", "))
			return nil
		}
		d.say("There is no entry %s.", name)
		return nil
	}
	for line := range strings.SplitSeq(explain.Text(entry), "\n") {
		label, text, columns := strings.Cut(strings.TrimSpace(line), "  ")
		switch {
		case columns:
			d.say("%s: %s", label, strings.TrimSpace(text))
		case label != "":
			d.say("%s", label)
		}
	}
	return nil
}

// summary returns the decoded summary, nil where there is none.
func (d *dialogue) summary() *source.Text {
	if d.in == nil || !d.in.Verdict.HasSummary {
		return nil
	}
	return source.NewText(d.in.Verdict.Summary.Bytes)
}

// lines says a text line by line.
func (d *dialogue) lines(what string, t *source.Text) error {
	if t == nil {
		d.say("There is no %s in hand.", what)
		return nil
	}
	return d.linesFrom(t, 0)
}

// lineLimit bounds the bytes of a line that are said; a line may be a whole file.
const lineLimit = 4 << 10

func (d *dialogue) linesFrom(t *source.Text, first int) error {
	end := min(first+atOnce, t.LineCount())
	for n := first; n < end; n++ {
		span := t.Line(n)
		cut := ""
		if span.Len() > lineLimit {
			span.End = span.Start + lineLimit
			cut = ", its beginning"
		}
		d.say("Line %d%s: %s", n+1, cut, string(span.Of(t.Bytes())))
	}
	d.rest(t.LineCount()-end, "line", func() error { return d.linesFrom(t, end) })
	return nil
}

// totals judges all attempts and counts.
func (d *dialogue) totals(string) error {
	r, err := d.book.Report(d.ctx, dossier.ReportOptions{})
	if err != nil {
		return err
	}
	n := r.Totals()
	d.say("%s.", n.String())
	for _, reason := range loop.InvalidSummaryReasons() {
		if k := n.ByReason[string(reason)]; k > 0 {
			d.say("%s: %d.", string(reason), k)
		}
	}
	return nil
}

func (d *dialogue) problems(string) error {
	if len(d.w.Problems) == 0 {
		d.say("Everything could be read.")
	}
	return d.problemsFrom(0)
}

func (d *dialogue) problemsFrom(first int) error {
	end := min(first+atOnce, len(d.w.Problems))
	for _, p := range d.w.Problems[first:end] {
		if err := report.LinearProblem(d.out, loader.DescribeProblem(p), d.text); err != nil {
			return err
		}
	}
	d.rest(len(d.w.Problems)-end, "problem", func() error { return d.problemsFrom(end) })
	return nil
}
