package journal

import (
	"encoding/base64"
	"strings"

	"compactlens/loader/problem"
)

// tailLen is how many base64 characters of a body's end are decoded to probe it;
// a multiple of 4.
const tailLen = 352

// payload classifies one enveloped payload, adds its entry and tells Visit.
func (s *scanner) payload(p []byte, at problem.Place) {
	e, t := openEnvelope(p)
	if t == nil && string(e.kind) == kindPointer {
		e, t = e.follow(s.opt.Blob)
	}
	if t != nil {
		s.leave(t, at)
		return
	}
	switch string(e.kind) {
	case kindEvent:
		s.wrapped(Event, e, at)
	case kindCommand:
		s.wrapped(Command, e, at)
	case kindFence:
		s.add(at.Offset, classFence)
		s.tell(classFence, e, nil, at)
	case kindGate:
		s.add(at.Offset, classGate)
	default:
		s.leave(&trouble{kind: problem.UnknownKind}, at)
	}
}

// wrapped classifies the event or command in an envelope.
func (s *scanner) wrapped(kind Kind, e envelope, at problem.Place) {
	var h header
	var body []byte
	ok := false
	if n := len(e.body); e.encoded && n > tailLen && n%4 == 0 {
		var tail [tailLen]byte
		if k, err := base64.StdEncoding.Decode(tail[:], e.body[n-tailLen:]); err == nil {
			h, ok = probeTail(tail[:k])
			h.typ, h.session = s.keep(h.typ, h.session)
		}
	}
	if !ok {
		var t *trouble
		if body, t = s.decode(e); t != nil {
			s.leave(t, at)
			return
		}
		if h, ok = probe(body); !ok {
			s.leave(&trouble{kind: problem.BadEvent}, at)
			return
		}
		if !e.encoded && !h.event {
			kind = Command // the binary form does not say
		}
	}
	if c := s.classify(kind, h, at); c != classOther {
		s.tell(c, e, body, at)
	}
}

// bare classifies an event or command that stands on a line by itself.
func (s *scanner) bare(b []byte, at problem.Place) bool {
	h, ok := probeTail(b)
	if ok {
		h.event = !isCommand(h.typ)
	} else if h, ok = probe(b); !ok {
		if h.fence {
			s.add(at.Offset, classFence)
			s.tell(classFence, envelope{body: b}, nil, at)
		}
		return h.fence
	}
	kind := Event
	if !h.event {
		kind = Command
	}
	if c := s.classify(kind, h, at); c != classOther {
		s.tell(c, envelope{body: b}, b, at)
	}
	return true
}

// isCommand reports whether a type is that of a command. On a bare line their names
// tell them from events.
func isCommand(typ []byte) bool {
	switch string(typ) {
	case "UserInput", "Compact", "Interrupt", "Shutdown":
		return true
	}
	return false
}

// classify adds the entry of an event or command and returns its class, which is
// classOther if it cannot be used.
func (s *scanner) classify(kind Kind, h header, at problem.Place) uint64 {
	s.enter(h.session)
	if h.newer {
		s.leave(&trouble{kind: problem.Schema}, at)
		return classOther
	}
	c := s.classOf(kind, h.typ)
	s.add(at.Offset, c)
	if s.x.classes[c].unknown {
		s.report(problem.UnknownType, at, "", nil)
	}
	return c
}

// tell calls Visit for the entry just added, where it wants it. body is nil where
// it is still to be taken from e.
func (s *scanner) tell(c uint64, e envelope, body []byte, at problem.Place) {
	if !s.x.classes[c].wanted {
		return
	}
	if body == nil {
		var t *trouble
		if body, t = s.decode(e); t != nil {
			s.forget(t, at)
			return
		}
	}
	s.x.end = at.Offset + at.Size
	if err := s.opt.Visit(s.x.At(s.x.n-1), body); err != nil {
		s.report(problem.BadEvent, at, strings.TrimPrefix(err.Error(), "event: "), err)
	}
}

// decode returns the body of e; it is valid until the next call.
func (s *scanner) decode(e envelope) ([]byte, *trouble) {
	body, t := e.content(s.body)
	if e.encoded {
		s.body = body[:0]
	}
	return body, t
}

// keep copies what a probe found out of a buffer that is about to go.
func (s *scanner) keep(typ, session []byte) ([]byte, []byte) {
	s.small = append(append(s.small[:0], typ...), session...)
	return s.small[:len(typ):len(typ)], s.small[len(typ):]
}

// leave adds an entry of kind Other with its problem.
func (s *scanner) leave(t *trouble, at problem.Place) {
	s.add(at.Offset, classOther)
	s.report(t.kind, at, t.detail, t.err)
}

// forget makes the entry just added one of kind Other.
func (s *scanner) forget(t *trouble, at problem.Place) {
	last := &s.x.chunks[(s.x.n-1)/chunkLen][(s.x.n-1)%chunkLen]
	*last &^= (1<<classBits - 1) << sessionBits
	s.report(t.kind, at, t.detail, t.err)
}
