package loader

import (
	"compactlens/core/source"
	"compactlens/loader/capture"
)

// Reread reads other bytes as the file the reply came from: what is in hand after
// somebody mended or edited it. ok is false where they are no answer of that kind.
func (r *Reply) Reread(file []byte) (again *Reply, ok bool) {
	s := &Source{Path: r.Source.Path, Asked: true, Size: int64(len(file)), file: source.NewText(file), name: r.Source.name}
	d := capture.Detect(file, s.name.Base, true)
	s.Kind = ofDocument[d.Kind]
	if s.Kind == KindBundle {
		again = readBundle(s, d).Reply
		return again, again != nil
	}
	if was := r.Source.Kind; was == KindSummary || was == KindReply {
		s.Kind = was // any text can be one, whatever it looks like now
	} else if s.Kind != was {
		return nil, false
	}
	again = readReply(s, d)
	return again, true
}
