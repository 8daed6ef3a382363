package loader

import (
	"bytes"
	"context"
	"fmt"
	"os"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/loader/capture"
)

// HandError reports that what somebody has in hand is no answer of a model.
type HandError struct {
	Name string // as people call it: a path, or where it came from; untrusted
	Why  string
	Err  error // may be nil
}

func (e *HandError) Error() string {
	s := e.Name + ": " + e.Why
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

func (e *HandError) Unwrap() error { return e.Err }

// ReadReply reads b, which people call name and which is no file, as an answer: a
// reply's text, a provider's body, a summary alone, or one of these inside the JSON
// string or record that it was copied with. The error is a *HandError.
func ReadReply(name string, b []byte) (*Reply, error) {
	s := &Source{Path: name, Asked: true, Size: int64(len(b)), name: capture.ParseName(""), stdin: bytes.NewReader(nil)}
	if about, binary := capture.Binary(b[:min(len(b), headSize)]); binary {
		return nil, &HandError{Name: name, Why: "it is no text" + orNothing(" but ", about)}
	}
	return s.handed(b)
}

// OpenReply reads the file at path as ReadReply does, decompressed, with the limits
// that hold for all documents. The error is a *HandError or the context's.
func OpenReply(ctx context.Context, path string) (*Reply, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, &HandError{Name: path, Why: "it is a folder; name a file in it"}
	}
	s := &Source{Path: path, Asked: true, name: capture.ParseName(path)}
	o := opener{ctx: ctx, w: &Workspace{}, limits: usual, keep: true}
	if err := o.read(s); err != nil {
		return nil, err
	}
	switch {
	case s.file != nil:
		return s.handed(s.file.Bytes())
	case len(s.Problems) > 0:
		p := s.Problems[0]
		return nil, &HandError{Name: path, Why: p.What(), Err: p.Err}
	}
	return nil, &HandError{Name: path, Why: "it is a " + s.Kind.String() + ", no answer"}
}

// handed reads b, the content of s, as an answer.
func (s *Source) handed(b []byte) (*Reply, error) {
	if len(bytes.TrimSpace(b)) == 0 {
		return nil, &HandError{Name: s.Path, Why: "it holds no text"}
	}
	u := capture.Unwrap(b)
	d := capture.Detect(u.Text, s.name.Base, true)
	if d.Kind == capture.KindSummary && !capture.Markup(u.Text) {
		d.Kind = capture.KindReply // words alone are what a model said instead of a reply
	}
	s.Kind, s.file = ofDocument[d.Kind], source.NewText(u.Text)
	var r *Reply
	switch s.Kind {
	case KindSummary, KindReply, KindResponse:
		r = readReply(s, d)
	case KindBundle:
		r = readBundle(s, d).Reply
	default:
		what := s.Kind.String()
		if s.Kind == KindUnknown {
			what = d.About
		}
		return nil, &HandError{Name: s.Path, Why: "it is no answer" + orNothing(" but: ", what)}
	}
	if r == nil || r.Reply.Form == inspect.FormNone {
		why := "it holds no answer"
		if r != nil && r.Error != "" {
			why = "an error came instead of an answer"
		}
		return nil, &HandError{Name: s.Path, Why: why}
	}
	r.Wrapped = wrapping(u)
	return r, nil
}

// wrapping says in words what a text was taken out of.
func wrapping(u capture.Unwrapped) string {
	switch {
	case u.Inside && u.Member == "":
		return "taken out of the document around it"
	case u.Inside && u.Strings > 0:
		return fmt.Sprintf("taken out of the string under %q", u.Member)
	case u.Inside:
		return fmt.Sprintf("taken out of the value under %q", u.Member)
	case u.Strings == 1:
		return "taken out of a JSON string; the runtime would refuse the string itself"
	case u.Strings > 1:
		return fmt.Sprintf("taken out of %d JSON strings; the runtime would refuse the string itself", u.Strings)
	}
	return ""
}

// orNothing returns s behind lead, or nothing where s is empty.
func orNothing(lead, s string) string {
	if s == "" {
		return ""
	}
	return lead + s
}

// Answered returns the attempt with another answer, for somebody who wants to know
// what would come of it. The attempt itself, and the workspace, stay as they are.
func (a *Attempt) Answered(r *Reply) *Attempt {
	var other Attempt
	if a != nil {
		other = *a
	} else {
		other.Source = r.Source
	}
	other.Reply = r
	other.ReplyMatch = Match{By: ByOption, Confidence: Certain, Reasons: []string{"you said so"}}
	return &other
}

// IsFile reports whether the source is a file or a folder: neither standard input, nor
// built in, nor given by hand.
func (s *Source) IsFile() bool { return s.stdin == nil }

// OnDisk reports whether the source is a file that can be edited and read again as
// it lies there: neither standard input nor compressed, nor given by hand.
func (s *Source) OnDisk() bool {
	answer := s.Kind == KindSummary || s.Kind == KindReply || s.Kind == KindResponse
	return answer && s.stdin == nil && !s.Gzip
}

// Again reads the reply's file anew. The error is a *HandError or the context's.
func (r *Reply) Again(ctx context.Context) (*Reply, error) {
	s := &Source{Path: r.Source.Path, Asked: true, name: r.Source.name}
	o := opener{ctx: ctx, w: &Workspace{}, limits: usual, keep: true}
	if err := o.read(s); err != nil {
		return nil, err
	}
	switch {
	case s.reply != nil:
		return s.reply, nil
	case len(s.Problems) > 0:
		return nil, &HandError{Name: s.Path, Why: s.Problems[0].What(), Err: s.Problems[0].Err}
	}
	return nil, &HandError{Name: s.Path, Why: "it is no answer any more but a " + s.Kind.String()}
}
