package repair

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/summary"
)

// Rebuild reads the bytes of a mended file again and returns the evidence of the
// same attempt in it. ok is false where the answer is not found any more.
type Rebuild func(file []byte) (e inspect.Evidence, ok bool)

// Bare returns the Rebuild of an answer that is its whole file: a summary alone or
// a reply's text alone. It is nil where the answer stands inside something else,
// which only its reader can take apart.
func Bare(e inspect.Evidence) Rebuild {
	r := e.Reply
	bare := r.Form == inspect.FormSummary || r.Form == inspect.FormText || r.Form == inspect.FormOutput
	if !bare || r.File == nil || r.Text.Layers > 0 || !bytes.Equal(r.Text.Bytes, r.File.Bytes()) {
		return nil
	}
	return func(file []byte) (inspect.Evidence, bool) {
		e.Reply.File = source.NewText(file)
		e.Reply.Text = inspect.Excerpt{Bytes: file, Map: source.Offsets(0, len(file))}
		return e, true
	}
}

// maxPasses bounds how often a file is mended and read again. Each pass mends all
// that can be mended together; what is found only behind a mended fault needs
// another. More than a handful are needed only by text that is no summary.
const maxPasses = 16

// Outcome is what repairing an answer came to.
type Outcome struct {
	Before        []byte // the file as it was
	BeforeSummary []byte // its decoded summary; nil where it holds none

	File     []byte           // the mended file; the same bytes where nothing was done
	Evidence inspect.Evidence // of the mended file
	Verdict  inspect.Verdict  // on it, decided anew
	Left     Plan             // what the mended file still needs

	// Passes holds the repairs made, those of one pass together. The first are of
	// the plan for the file as it was; the spans of each later pass count in the
	// file that the one before it made.
	Passes  [][]Repair
	Settled bool // another run would change nothing
}

// Applied returns all repairs made, in the order they were made in.
func (o Outcome) Applied() []Repair {
	var all []Repair
	for _, pass := range o.Passes {
		all = append(all, pass...)
	}
	return all
}

// Recheck mends the answer in e, on which v was decided, up to a risk, and judges
// the result with the runtime's checks. It goes on until nothing is left to do, so
// that mending the result again changes nothing. Safe repairs come first, and the
// others only when none is left. Where rebuild is nil, Bare is used.
//
// The input is not changed. Without a way to read the mended file the outcome is
// the file as it was. The error is the context's; the outcome is then that of the
// passes made so far, and Left is empty where it was not worked out.
func Recheck(ctx context.Context, e inspect.Evidence, v inspect.Verdict, upTo Risk, rebuild Rebuild) (Outcome, error) {
	p, err := MakeContext(ctx, e, v)
	if err != nil {
		return Outcome{Evidence: e, Verdict: v}, err
	}
	return p.Recheck(ctx, e, v, upTo, rebuild)
}

// Recheck is the function Recheck where p was made of e and v already.
func (p Plan) Recheck(ctx context.Context, e inspect.Evidence, v inspect.Verdict, upTo Risk, rebuild Rebuild) (o Outcome, err error) {
	o = Outcome{Evidence: e, Verdict: v, Left: p}
	if v.HasSummary {
		o.BeforeSummary = v.Summary.Bytes
	}
	if e.Reply.File == nil {
		o.Settled = true
		return o, nil
	}
	o.File = e.Reply.File.Bytes()
	o.Before = o.File
	if rebuild == nil {
		rebuild = Bare(e)
	}
	if rebuild == nil {
		return o, nil
	}
	var ring round
	for range maxPasses {
		if at, again := ring.met(o); again {
			at.Settled = true
			return at, nil
		}
		out, made := o.Left.Apply(o.File, Safe)
		if len(made) == 0 && upTo >= ChangesMeaning {
			out, made = o.Left.Apply(o.File, ChangesMeaning)
		}
		if len(made) == 0 {
			o.Settled = true
			return o, nil
		}
		next, ok := rebuild(out)
		if !ok {
			return o, nil
		}
		verdict, err := inspect.JudgeContext(ctx, next)
		if err != nil {
			return o, err
		}
		o.File, o.Evidence, o.Verdict = out, next, verdict
		o.Passes = append(o.Passes, made)
		if o.Left, err = MakeContext(ctx, next, verdict); err != nil {
			return o, err
		}
	}
	return o, nil
}

// maxRing bounds the files, in bytes, that are kept to see whether one comes again.
const maxRing = 1 << 20

// round notices when repairs go to and fro: in a text that is far from a summary, one may
// undo what another did, because what a section is meant to be is guessed from its place.
type round struct{ all []Outcome }

// met keeps o, and reports whether its file was there before. Then it returns, of the
// outcomes since, the one whose file comes first in the order of its bytes: mending that
// again leads around to it.
func (r *round) met(o Outcome) (first Outcome, again bool) {
	if len(o.File) > maxRing {
		return Outcome{}, false
	}
	begin := slices.IndexFunc(r.all, func(was Outcome) bool { return bytes.Equal(was.File, o.File) })
	if begin < 0 {
		o.Passes = slices.Clip(o.Passes)
		r.all = append(r.all, o)
		return Outcome{}, false
	}
	return slices.MinFunc(r.all[begin:], func(a, b Outcome) int { return bytes.Compare(a.File, b.File) }), true
}

// Reading returns what a reader finds in each section of the summary b, by name.
//
// References stand for their characters, those of HTML too. CDATA is what is in
// it and a comment is nothing. Any other markup in a section is text, because the
// contract knows none there. A control character is the picture of it, a colour
// sequence nothing, a byte that is not UTF-8 U+FFFD. White space at the ends of a
// section is left out, and a text that a section holds twice counts once.
//
// A safe repair leaves all of this as it is.
func Reading(b []byte) map[string]string {
	return reading(context.Background(), b, summary.Inspect(b).Sections)
}

// reading is Reading of a summary with these sections; when ctx ends it stops behind
// the section it is at.
func reading(ctx context.Context, b []byte, sections []summary.Section) map[string]string {
	all := map[string][]string{}
	for _, s := range sections {
		if ctx.Err() != nil {
			break
		}
		text := strings.TrimSpace(decode(b, s.Content))
		name := s.ID.String()
		if text != "" && !containsText(all[name], text) {
			all[name] = append(all[name], text)
		}
	}
	out := make(map[string]string, len(all))
	for name, texts := range all {
		out[name] = strings.Join(texts, "\n")
	}
	return out
}

func containsText(texts []string, text string) bool {
	for _, t := range texts {
		if t == text {
			return true
		}
	}
	return false
}
