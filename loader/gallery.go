package loader

import (
	"bytes"
	"context"
	"embed"
	"path"

	"compactlens/loader/capture"
)

// galleryFiles are the cases of the gallery, one small attempt bundle each.
//
//go:embed gallery/*.attempt.json
var galleryFiles embed.FS

// gallery names the cases in the order of the checks they fail.
var gallery = [...]struct{ file, title string }{
	{"01-accepted", "An accepted summary"},
	{"02-output-shape", "A thinking block beside the text"},
	{"03-byte-limit", "An answer over the output limit"},
	{"04-token-usage", "An answer without reported usage"},
	{"05-token-limit", "Reasoning that spends the budget"},
	{"06-wire", "A reply inside a code fence"},
	{"07-identity", "A reply to an earlier revision"},
	{"08-xml-syntax", "Code with a bare ampersand"},
	{"09-xml-root", "The root of another vocabulary"},
	{"10-xml-structure", "List items as elements"},
	{"11-xml-content", "A state that says nothing"},
}

// Gallery opens the built-in gallery: an accepted answer, and one for each of the
// ten reasons to refuse one; behind these attempts, a lesson for each rule. It reads
// nothing from disk.
func Gallery(ctx context.Context, opt Options) (*Workspace, error) {
	opt.AttemptID, opt.ReplyFile = "", ""
	o, err := newOpener(ctx, opt, nil)
	if err != nil {
		return nil, err
	}
	o.w.Title = "Gallery"
	for _, c := range gallery {
		name := path.Join("gallery", c.file+".attempt.json")
		b, err := galleryFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		s := &Source{Path: name, Size: int64(len(b)), Asked: true, stdin: bytes.NewReader(b), name: capture.ParseName(name)}
		o.w.Sources = append(o.w.Sources, s)
		if err := o.read(s); err != nil {
			return nil, err
		}
		if s.attempt != nil {
			s.attempt.Title = c.title
		}
	}
	o.match()
	o.finish()
	o.w.Lessons = Lessons()
	return o.w, nil
}
