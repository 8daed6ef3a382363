package loader

import (
	"time"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/loader/capture"
	"compactlens/loader/problem"
)

// Session is one session as its first source has it.
type Session struct {
	ID       event.UUID
	Title    string // from the store's catalog, else the first user message; untrusted
	Status   string // of the catalog; untrusted; mostly empty
	Source   *Source
	AlsoIn   []*Source // sources that hold nothing more of it than commands
	Started  time.Time // of the first event; zero where it cannot be read
	Ended    time.Time // of the last event
	Loops    []*Loop
	Attempts []*Attempt

	key    string // its UUID as the index of its source spells it
	facts  []fact
	events *eventList // nil until it is asked for
}

// Loop is one loop of a session.
type Loop struct {
	ID       event.UUID
	Name     string // untrusted
	Model    event.ModelKey
	Attempts []*Attempt
}

// Terminal is how an attempt ended in its journal.
type Terminal uint8

// The terminals.
const (
	NoTerminal Terminal = iota
	Committed
	Rejected
)

var terminalNames = [...]string{"none", "committed", "rejected"}

// String returns the terminal's stable name.
func (t Terminal) String() string { return terminalNames[min(int(t), len(terminalNames)-1)] }

// Ending says what is known of the end of an attempt that has no terminal.
type Ending uint8

// The endings.
const (
	EndingUnknown  Ending = iota // the attempt has a terminal, or nothing is known
	EndingOpen                   // the journal ends while it runs: the session may be live
	EndingDied                   // the session was opened anew: the process had died
	EndingStopped                // the session stopped
	EndingWaiters                // its waiters were told, before it started
	EndingReplaced               // the loop began another attempt
)

var endingNames = [...]string{"", "open", "died", "stopped", "waiters_told", "replaced"}

// String returns the ending's stable name; empty for EndingUnknown.
func (e Ending) String() string { return endingNames[min(int(e), len(endingNames)-1)] }

// Attempt is one compaction attempt and all that is known of it.
type Attempt struct {
	Title   string // of a case of the gallery; else empty
	Number  int    // in its session, from 1; 0 without one
	Source  *Source
	Session *Session // nil: the attempt is a loose document
	Loop    *Loop

	ID           event.UUID             // zero where the journal does not say
	Trigger      event.CompactionReason // 0 is unknown
	Basis        inspect.Known[event.ContextBasis]
	Terminal     Terminal
	RejectReason event.CompactRejectReason // of a rejected attempt
	Ending       Ending                    // of one without terminal
	Started      time.Time                 // zero is unknown
	Ended        time.Time                 // of the terminal or the last record
	Duration     time.Duration             // 0 is unknown
	Call         *Call                     // nil: no model was called, as far as is known
	Measured     *event.ContextMeasurement // the loop's last before the attempt
	Post         *event.ContextMeasurement // of a commit
	Waiters      []Waiter
	Events       []Event // the attempt's own records, in order; Lifecycle has what stands around them

	Reply        *Reply
	ReplyMatch   Match
	Request      *Request
	RequestMatch Match
	Bundle       *capture.Bundle
	Hook         *capture.Hook
	Like         *Attempt // of a loose reply: the attempt of a journal that it answers as well

	order int // of its first record among the session's facts
	w     *Workspace
}

// Call is the model call of an attempt, a hustle run.
type Call struct {
	RunID      [16]byte
	Number     int // in its session, from 1
	Definition event.HustleDefinition
	Model      event.ModelKey // zero where the call did not end
	Started    time.Time      // zero where the journal has only the end
	Ended      time.Time      // zero where it did not end
	Completed  bool
	Stage      event.HustleStage  // of a failed one
	Code       event.HustleReason // of a failed one
	Usage      *content.Usage     // nil where none was reported
	Duration   time.Duration
}

// Waiter is one Compact command that waited for an attempt.
type Waiter struct {
	CommandID event.UUID
	Asked     *Event                    // the command; nil where the journal does not hold it
	Replied   *Event                    // nil: it got no reply
	Resolved  bool                      // the reply tells of a commit
	Reason    event.CompactRejectReason // of a reply that rejects
}

// Event is one record of an attempt's life.
type Event struct {
	Source *Source
	Place  problem.Place
	Record int // in the source's index
	Type   string
	At     time.Time // zero is unknown

	stand int // the record of the session's own source that it stands at
}

// Reply is a captured answer.
type Reply struct {
	Source  *Source
	Dialect capture.Dialect // of a response
	Reply   inspect.Reply
	Usage   inspect.Known[*content.Usage]
	Echo    inspect.Identity // what its text claims to answer, as far as it can be read
	Model   string           // as the provider names it; untrusted
	Created time.Time        // as the provider says; zero is unknown
	Error   string           // what came instead of an answer; untrusted
	Broken  bool             // the response's body is no valid JSON: what the provider said is not known
	Note    string           // what the runtime does with the body that surprises
	Wrapped string           // what the text was taken out of, where it was not copied as it is
	Twins   []*Reply         // other files of the same answer, less complete ones
	Differs bool             // of a twin: its text is not that of the answer

	number int // of the call, by the capture's own count or its name
}

// Request is a captured compaction request.
type Request struct {
	Source           *Source
	Dialect          capture.Dialect
	Identity         inspect.Identity
	MaxSummaryTokens inspect.Known[uint64]
	Messages         int
}

// Text returns the request's JSON with its way back to the file; nothing where
// the file can no longer be read.
func (r *Request) Text() inspect.Excerpt {
	file := r.Source.Text()
	if file == nil {
		return inspect.Excerpt{}
	}
	d := capture.Detect(file.Bytes(), r.Source.name.Base, r.Source.Asked)
	if r.Source.Kind == KindBundle {
		b := capture.ReadBundle(file, d.Doc)
		return b.Request.Text
	}
	q, _ := capture.ReadRequest(d.Doc)
	return q.Text
}

// CommittedSummary reads the summary that a committed attempt left in its journal.
// The error is a *problem.Problem or one of core/event's; without a commit there
// is neither.
func (a *Attempt) CommittedSummary() (string, error) {
	for _, e := range a.Events {
		if e.Type != string(event.TypeCompactionCommitted) {
			continue
		}
		body, err := e.Source.Read(e.Source.index.At(e.Record))
		if err != nil {
			return "", err
		}
		c, err := event.Unmarshal(body.JSON)
		if committed, ok := c.(*event.CompactionCommitted); ok {
			return committed.SummaryText(), nil
		}
		return "", err
	}
	return "", nil
}

// readReply reads a document that holds an answer or a summary.
func readReply(s *Source, d capture.Detected) *Reply {
	r := &Reply{Source: s, number: s.name.Number}
	text := inspect.Excerpt{Bytes: s.file.Bytes()}
	switch s.Kind {
	case KindSummary:
		r.Reply = inspect.Reply{Form: inspect.FormSummary, File: s.file, Text: text}
	case KindReply:
		r.Reply = inspect.Reply{Form: inspect.FormText, File: s.file, Text: text}
		r.Echo = capture.Echo(text.Bytes)
	case KindResponse:
		body, _ := capture.ReadResponse(s.file, d.Doc)
		r.response(body)
	}
	return r
}

// response takes in a response.
func (r *Reply) response(body capture.Response) {
	r.Dialect, r.Reply, r.Usage, r.Model, r.Created = body.Dialect, body.Reply, body.Usage, body.Model, body.Created
	r.Error, r.Broken, r.Note = body.Error, body.Broken, body.Note
	if r.number == 0 {
		r.number = body.Call
	}
	for _, b := range r.Reply.Blocks {
		if b.Type != "text" {
			continue
		}
		if r.Echo = capture.Echo(b.Text.Bytes); r.Echo.ThroughEventID.Set {
			return
		}
	}
}

// text returns the answer's text where it has exactly one.
func (r *Reply) text() ([]byte, bool) {
	if r.Reply.Form != inspect.FormResponse {
		return r.Reply.Text.Bytes, r.Reply.Form != inspect.FormNone
	}
	var text []byte
	count := 0
	for _, b := range r.Reply.Blocks {
		if b.Type == "text" {
			text = b.Text.Bytes
			count++
		}
	}
	return text, count == 1
}

// readRequest reads a document that holds a request.
func readRequest(s *Source, d capture.Detected) *Request {
	q, _ := capture.ReadRequest(d.Doc)
	from := "request " + s.name.Base
	q.Identity = learnedFrom(q.Identity, from)
	if q.MaxSummaryTokens.Set {
		q.MaxSummaryTokens.From = from
	}
	return &Request{Source: s, Dialect: q.Dialect, Identity: q.Identity, MaxSummaryTokens: q.MaxSummaryTokens, Messages: q.Messages}
}

// learnedFrom returns id with where it was learned.
func learnedFrom(id inspect.Identity, from string) inspect.Identity {
	id.Revision.From, id.ThroughEventID.From, id.Provider.From, id.Model.From, id.Fingerprint.From = from, from, from, from, from
	return id
}

// readBundle makes the attempt of a bundle.
func readBundle(s *Source, d capture.Detected) *Attempt {
	b := capture.ReadBundle(s.file, d.Doc)
	a := &Attempt{Source: s, Bundle: &b, RejectReason: b.Outcome}
	if b.Outcome != 0 {
		a.Terminal = Rejected
	}
	if through, err := event.ParseUUID(b.Identity.ThroughEventID.Value); err == nil && b.Identity.Revision.Set {
		a.Basis = inspect.Know(event.ContextBasis{Revision: b.Identity.Revision.Value, ThroughEventID: through}, "bundle")
	}
	if b.Response != nil {
		a.Reply = &Reply{Source: s}
		a.Reply.response(*b.Response)
		a.ReplyMatch = Match{By: ByBundle, Confidence: Certain, Reasons: []string{"it stands in the same bundle"}}
	}
	if q := b.Request; q != nil {
		a.Request = &Request{Source: s, Dialect: capture.Neutral, Identity: q.Identity, MaxSummaryTokens: q.MaxSummaryTokens, Messages: q.Messages}
		a.RequestMatch = Match{By: ByBundle, Confidence: Certain, Reasons: []string{"it stands in the same bundle"}}
	}
	return a
}

// place returns where a record lies.
func (s *Source) place(record int) problem.Place {
	r := s.index.At(record)
	p := problem.Place{Offset: r.Offset, Size: r.Size}
	if s.Kind == KindJournal {
		p.Line = record + 1
	}
	return p
}

// Span returns the bytes of the file that an event lies in.
func (e Event) Span() source.Span {
	return source.Span{Start: int(e.Place.Offset), End: int(e.Place.Offset + e.Place.Size)}
}
