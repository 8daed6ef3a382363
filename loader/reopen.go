package loader

import (
	"bytes"
	"context"
	"io"
	"os"
	"slices"

	"compactlens/loader/journal"
	"compactlens/loader/problem"
)

// asRead is what was made of a source before anything was matched with anything.
type asRead struct {
	reply   *Reply
	request *Request
	attempt *Attempt // of a bundle
	facts   []fact   // of a journal
}

// Reopen opens again what w was opened from, as it is now. What did not change is
// not read again, and of a journal that only grew, only what is new. changed names
// files that are read whatever their size and time say. w stays as it is; texts that
// are the same are shared. The error is the context's or that of Open; with the
// context's, what is returned is not whole. A workspace that was not opened from
// paths is returned itself.
func (w *Workspace) Reopen(ctx context.Context, changed []string) (*Workspace, error) {
	if w.paths == nil {
		return w, ctx.Err()
	}
	o, err := newOpener(ctx, w.options, nil)
	if err != nil {
		return nil, err
	}
	o.before, o.changed = map[string]*Source{}, map[string]bool{}
	for _, s := range w.Sources {
		o.before[s.Path] = s
	}
	for _, path := range changed {
		o.changed[path] = true
	}
	return o.run(w.paths)
}

// holds returns what was read of the source before, where that is what a look at the
// file says it is still; else nil.
func (o *opener) holds(s *Source) *Source {
	was := o.before[s.Path]
	if was == nil || was.Kind == KindStore {
		return nil
	}
	if s.stdin != nil {
		return was // it can be read once
	}
	if o.changed[s.Path] || was.lost() {
		return nil
	}
	info, err := os.Stat(s.Path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != was.Size || !info.ModTime().Equal(was.Modified) {
		return nil
	}
	return was
}

// lost reports whether the source could not be read, or not all that it leads to:
// that can be another matter now.
func (s *Source) lost() bool {
	return slices.ContainsFunc(s.Problems, func(p *problem.Problem) bool {
		switch p.Kind {
		case problem.Unreadable, problem.NotFound, problem.NotAFile, problem.Nothing, problem.BlobMissing, problem.BlobChanged:
			return true
		}
		return false
	})
}

// sameText reports whether b, the content of again, is what the document was.
func (s *Source) sameText(again *Source, b []byte) bool {
	return s.file != nil && s.index == nil && s.Gzip == again.Gzip && s.Asked == again.Asked && bytes.Equal(s.file.Bytes(), b)
}

// takeAgain makes the source of what was read of it before.
func (o *opener) takeAgain(s *Source) error {
	was := s.again
	s.Size, s.Modified, s.Gzip, s.content = was.Size, was.Modified, was.Gzip, was.content
	if was.index == nil {
		o.takeDocument(s)
		return o.ctx.Err()
	}
	s.again = nil
	s.Kind, s.Checked, s.index = was.Kind, was.Checked, was.index
	if s.Checked {
		o.checked += s.Size
	}
	o.inMemory += int64(len(s.content))
	for _, p := range was.Problems {
		if p.Kind == problem.BadGzip {
			s.Problems = append(s.Problems, p)
		}
	}
	s.indexProblems()
	if s.index.Len() == 0 && s.store == nil {
		s.report(problem.Empty, "", nil)
	}
	s.facts = factsFor(s, was.read.facts)
	return o.sessions(s)
}

// takeDocument makes a document of what was read of it before: its own copy of
// what matching changes.
func (o *opener) takeDocument(s *Source) {
	was := s.again
	s.again = nil
	s.Kind, s.About, s.Problems, s.file, s.hooks = was.Kind, was.About, ofReading(was.Problems), was.file, was.hooks
	s.read = asRead{reply: was.read.reply.of(s), request: was.read.request.of(s)}
	if a := was.read.attempt; a != nil {
		own := *a
		own.Source, own.Reply, own.Request, own.w = s, a.Reply.of(s), a.Request.of(s), nil
		s.read.attempt = &own
	}
	s.reply, s.request, s.attempt = s.read.reply, s.read.request, s.read.attempt
	if s.request != nil {
		o.w.Requests = append(o.w.Requests, s.request)
	}
}

// of returns the reply as s has it, before it was matched; nil of nil.
func (r *Reply) of(s *Source) *Reply {
	if r == nil {
		return nil
	}
	own := *r
	own.Source, own.Twins, own.Differs = s, nil, false
	return &own
}

// of returns the request as s has it; nil of nil.
func (q *Request) of(s *Source) *Request {
	if q == nil {
		return nil
	}
	own := *q
	own.Source = s
	return &own
}

// factsFor returns facts that were read of the source before.
func factsFor(s *Source, facts []fact) []fact {
	facts = slices.Clone(facts)
	for i := range facts {
		facts[i].source = s
	}
	return facts
}

// index indexes the journal s, from where it ended before if it only grew since.
func (o *opener) index(s *Source, v *visitor, form journal.Form, r io.ReaderAt, size int64, opt journal.Options) (*journal.Index, error) {
	was := o.before[s.Path]
	if was == nil || was.index == nil || was.index.Form != form || was.Gzip || s.Gzip || was.lost() {
		return journal.Scan(o.ctx, form, r, size, opt)
	}
	// Which records are decoded is as it was, or the new ones would be judged otherwise.
	whole := s.Checked
	s.Checked = was.Checked
	kept := was.index.Keeps()
	for _, f := range was.read.facts {
		if f.record >= kept {
			break
		}
		v.titled[f.key] = v.titled[f.key] || f.kind == factTitle
	}
	x, kept, ok, err := journal.Extend(o.ctx, was.index, r, size, opt)
	if !ok {
		clear(v.titled)
		s.Checked = whole
		return journal.Scan(o.ctx, form, r, size, opt)
	}
	s.Growing = true
	old := factsFor(s, was.read.facts)
	end := slices.IndexFunc(old, func(f fact) bool { return f.record >= kept })
	if end >= 0 {
		old = old[:end]
	}
	s.facts = append(old, s.facts...)
	return x, err
}

// indexProblems takes over the problems of the index. That the last record is cut is
// none while the journal grows.
func (s *Source) indexProblems() {
	var cut []*problem.Problem
	if s.Growing {
		cut = s.index.Unfinished()
	}
	for _, p := range s.index.Problems {
		if slices.Contains(cut, p) {
			continue
		}
		if p.Path == "" {
			p.Path = s.Path
		}
		s.Problems = append(s.Problems, p)
	}
}
