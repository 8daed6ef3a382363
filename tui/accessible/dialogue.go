package accessible

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/report"
	"compactlens/core/similar"
	"compactlens/core/source"
	"compactlens/loader"
	"compactlens/loader/dossier"
	"compactlens/loader/tokens"
)

// Options say how the dialogue is held. Open, In and Out are needed.
type Options struct {
	// Open opens what is talked about. It stops when ctx ends.
	Open func(ctx context.Context) (*loader.Workspace, error)

	In      io.Reader // the commands, one a line
	Out     io.Writer
	ASCII   bool   // ASCII characters only
	Version string // of the program
	Notice  string // said at the start; untrusted
}

// Run opens and answers until the commands end or one ends it. The error is what
// opening, reading or writing met, or the context's.
func Run(ctx context.Context, o Options) error {
	d := &dialogue{ctx: ctx, o: o, out: bufio.NewWriter(o.Out), text: report.TextOptions{ASCII: o.ASCII}, finding: -1}
	d.say("compactlens %s. Opening.", o.Version)
	if o.Notice != "" {
		d.say("Note: %s", o.Notice)
	}
	if err := d.out.Flush(); err != nil {
		return err
	}
	w, err := o.Open(ctx)
	if w == nil {
		return err
	}
	d.w, d.book = w, dossier.NewBook(w)
	if err != nil {
		d.say("Not everything was opened: %s", err.Error())
	}
	if err := d.begin(); err != nil {
		return err
	}
	return d.listen()
}

// dialogue is one conversation.
type dialogue struct {
	ctx  context.Context // ends with the program
	o    Options
	out  *bufio.Writer // its errors come back from Flush
	text report.TextOptions

	w    *loader.Workspace
	book *dossier.Book

	at      int              // index of the attempt in hand
	in      *dossier.Dossier // it, worked out; nil before it was
	told    report.Attempt   // what reports tell of it
	finding int              // index of the finding in hand, -1 before the first
	more    func() error     // goes on with what was too long to say at once; nil where nothing was
	quit    bool

	lessons  []loader.Lesson // nil before somebody asks
	lessonAt int             // index of the one that comes next
	learning bool            // in and told are a lesson's case, not the attempt at
}

// say writes one line. What the arguments hold is made fit to be shown.
func (d *dialogue) say(format string, args ...any) {
	for i, a := range args {
		if s, is := a.(string); is {
			args[i] = source.Display{ASCII: d.o.ASCII}.String(s)
		}
	}
	fmt.Fprintf(d.out, format+"\n", args...)
}

// begin says what was opened and the first attempt that was rejected.
func (d *dialogue) begin() error {
	n := len(d.w.Attempts)
	d.say("%s, %s.", count(n, "attempt"), count(len(d.w.Problems), "problem"))
	for _, p := range d.w.Problems[:min(len(d.w.Problems), 3)] {
		if err := report.LinearProblem(d.out, loader.DescribeProblem(p), d.text); err != nil {
			return err
		}
	}
	if n == 0 {
		d.say("There is no attempt to talk about.")
		return d.out.Flush()
	}
	for i, a := range d.w.Attempts {
		x, err := d.book.Open(d.ctx, a)
		if err != nil {
			return err
		}
		if x.Verdict.Decision == inspect.Rejected {
			d.at = i
			break
		}
	}
	if err := d.attempt(d.at); err != nil {
		return err
	}
	d.say("Say help for the commands.")
	return nil
}

// reload reads the files again and says what became of the attempt in hand.
func (d *dialogue) reload(string) error {
	w, err := d.w.Reopen(d.ctx, nil)
	if err != nil || w == nil {
		if err == d.ctx.Err() {
			return err
		}
		d.say("The files cannot be read again: %s", err.Error())
		return nil
	}
	key, was := "", -1
	if d.in != nil && !d.learning {
		key, was = d.w.Attempts[d.at].Key(), len(d.in.Verdict.Findings)
	}
	d.w, d.book, d.in, d.more, d.told, d.learning = w, dossier.NewBook(w), nil, nil, report.Attempt{}, false
	d.say("Read again: %s, %s.", count(len(w.Attempts), "attempt"), count(len(w.Problems), "problem"))
	if len(w.Attempts) == 0 {
		d.at = 0
		return nil
	}
	at := slices.IndexFunc(w.Attempts, func(a *loader.Attempt) bool { return a.Key() == key })
	if at < 0 {
		return d.attempt(min(d.at, len(w.Attempts)-1))
	}
	x, err := d.book.Open(d.ctx, w.Attempts[at])
	if err != nil {
		return err
	}
	if now := len(x.Verdict.Findings); was >= 0 && now != was {
		d.say("It had %s and has %d now.", count(was, "finding"), now)
	}
	return d.attempt(at)
}

// count writes a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// listen answers one command after the other.
func (d *dialogue) listen() error {
	lines := bufio.NewReader(d.o.In)
	for !d.quit {
		if _, err := d.out.WriteString("Command: "); err != nil {
			return err
		}
		if err := d.out.Flush(); err != nil {
			return err
		}
		line, err := readLine(lines)
		if d.ctx.Err() != nil {
			return d.ctx.Err()
		}
		if err != nil && line == "" {
			d.say("") // ends the line of the last question
			_ = d.out.Flush()
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if err := d.answer(line); err != nil {
			return err
		}
	}
	return d.out.Flush()
}

// maxLine bounds the bytes of a command.
const maxLine = 4 << 10

// readLine reads one line; of one that is too long, the beginning.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, more, err := r.ReadLine()
		if len(line) < maxLine {
			line = append(line, part...)
		}
		if err != nil || !more {
			return string(line[:min(len(line), maxLine)]), err
		}
	}
}

// answer does what a line asks for.
func (d *dialogue) answer(line string) error {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	word, rest = strings.ToLower(word), strings.TrimSpace(rest)
	if word == "" {
		return nil
	}
	if n, ok := number(word); ok && rest == "" {
		return d.numbered(n)
	}
	for _, c := range commands() {
		for _, name := range c.names {
			if name != word {
				continue
			}
			more := d.more
			d.more = nil
			if c.names[0] == "more" {
				d.more = more
			}
			return c.do(d, rest)
		}
	}
	var names []string
	for _, c := range commands() {
		names = append(names, c.names[0])
	}
	if near := similar.Nearest(word, names, 1); len(near) > 0 {
		d.say("There is no command %s; did you mean %s?", word, near[0])
		return nil
	}
	d.say("There is no command %s. Say help for the commands.", word)
	return nil
}

// attempt takes the i-th attempt in hand and says what there is to say of it.
func (d *dialogue) attempt(i int) error {
	x, err := d.book.Open(d.ctx, d.w.Attempts[i])
	if err != nil {
		return err
	}
	d.at, d.in, d.finding, d.learning = i, x, -1, false
	d.told = x.Report(dossier.ReportOptions{Counter: &tokens.O200k{}})
	d.say("Attempt %d of %d.", i+1, len(d.w.Attempts))
	return report.LinearAttempt(d.out, d.told, d.text)
}

// findings returns those of the attempt in hand.
func (d *dialogue) findings() []inspect.Finding {
	if d.told.Verdict == nil {
		return nil
	}
	return d.told.Verdict.Findings
}
