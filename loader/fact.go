package loader

import (
	"bytes"
	"encoding/json"
	"io"
	"time"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/loader/journal"
	"compactlens/loader/problem"
)

// fact is what the attempts of a session are put together from: one record that
// takes part in a compaction or ends one, without its large parts.
type fact struct {
	kind    factKind
	source  *Source
	record  int  // in the source's index
	copied  bool // only a copy of the session holds it
	behind  int  // of a copied fact: the session's record before it
	typ     string
	at      time.Time
	event   event.UUID
	session event.UUID
	key     string     // the session's UUID as the index spells it
	loop    event.UUID // of a hustle the one it runs for

	attempt  event.UUID
	command  event.UUID
	reason   event.CompactionReason
	reject   event.CompactRejectReason
	basis    event.ContextBasis
	waiters  []event.UUID
	duration time.Duration
	name     string // of a loop; the text of a user's first message
	model    event.ModelKey
	hustle   *hustleFact
	post     *event.ContextMeasurement
}

// hustleFact is what an event says of a summary's model call.
type hustleFact struct {
	run        [16]byte
	definition event.HustleDefinition
	model      event.ModelKey
	usage      *content.Usage
	stage      event.HustleStage
	code       event.HustleReason
}

type factKind uint8

const (
	factLoop factKind = iota
	factTitle
	factCompact   // command
	factCall      // HustleStarted
	factCallEnd   // HustleCompleted, HustleFailed
	factTerminal  // CompactionCommitted, CompactionRejected
	factResolved  // CompactWaiterResolved
	factRefused   // CompactWaiterRejected
	factFence     // a writer opened the journal, or restored the session
	factStopped   // SessionStopped
	factInterrupt // commands Interrupt and Shutdown
)

// otherTypes are the events known beyond those of core/event. They change no
// transcript and take no part in a compaction.
var otherTypes = map[string]bool{
	"LoopIdle": true, "LoopStopped": true, "PermissionDecided": true, "PermissionRequested": true,
	"DelegateDeliveryStateChanged": true, "WorkflowActivity": true,
	"ProcessStarted": true, "ProcessExited": true, "ProcessOutput": true,
}

// commandTypes are the commands known.
var commandTypes = map[event.CommandType]bool{
	event.CommandCompact: true, event.CommandUserInput: true, event.CommandInterrupt: true, event.CommandShutdown: true,
}

// known reports whether the type of a record is known.
func known(c journal.Class) bool {
	if c.Kind == journal.Command {
		return commandTypes[event.CommandType(c.Type)]
	}
	return otherTypes[c.Type] || event.Type(c.Type) != event.TypeCompactionStarted && event.New(event.Type(c.Type)) != nil
}

// factKinds says which records facts are made of.
var factKinds = map[journal.Class]factKind{
	{Kind: journal.Fence}: factFence,
	{Kind: journal.Command, Type: string(event.CommandCompact)}:          factCompact,
	{Kind: journal.Command, Type: string(event.CommandInterrupt)}:        factInterrupt,
	{Kind: journal.Command, Type: string(event.CommandShutdown)}:         factInterrupt,
	{Kind: journal.Event, Type: string(event.TypeLoopStarted)}:           factLoop,
	{Kind: journal.Event, Type: string(event.TypeTurnStarted)}:           factTitle,
	{Kind: journal.Event, Type: string(event.TypeHustleStarted)}:         factCall,
	{Kind: journal.Event, Type: string(event.TypeHustleCompleted)}:       factCallEnd,
	{Kind: journal.Event, Type: string(event.TypeHustleFailed)}:          factCallEnd,
	{Kind: journal.Event, Type: string(event.TypeCompactionCommitted)}:   factTerminal,
	{Kind: journal.Event, Type: string(event.TypeCompactionRejected)}:    factTerminal,
	{Kind: journal.Event, Type: string(event.TypeCompactWaiterResolved)}: factResolved,
	{Kind: journal.Event, Type: string(event.TypeCompactWaiterRejected)}: factRefused,
	{Kind: journal.Event, Type: string(event.TypeRestoreStarted)}:        factFence,
	{Kind: journal.Event, Type: string(event.TypeSessionStopped)}:        factStopped,
}

// readJournal indexes a journal, makes the facts and puts the sessions together.
func (o *opener) readJournal(s *Source, form journal.Form, r io.ReaderAt, size int64) error {
	s.Kind = KindJournal
	if form == journal.Frames {
		s.Kind = KindLog
	}
	s.Checked = o.checked+size <= o.limits.checked
	if s.Checked {
		o.checked += size
	}
	v := &visitor{opener: o, source: s, titled: map[string]bool{}}
	opt := journal.Options{
		Known: known,
		Want: func(c journal.Class) bool {
			_, wanted := factKinds[c]
			return wanted || s.Checked && c.Kind == journal.Event && known(c)
		},
		Visit:    v.visit,
		Progress: func(done int64) { o.tell(s, done) },
	}
	if s.store != nil {
		opt.Blob = s.store.blob
	}
	x, err := o.index(s, v, form, r, size, opt)
	s.index = x
	s.indexProblems()
	if x.Len() == 0 && s.store == nil {
		s.report(problem.Empty, "", nil)
	}
	if err == nil {
		err = o.sessions(s)
	}
	return err
}

// visitor makes the facts of a journal while it is scanned.
type visitor struct {
	*opener
	source *Source
	titled map[string]bool // sessions whose first user message was seen
	key    string          // of the session before
	id     event.UUID
}

// visit takes one record. The error says what the runtime would refuse.
func (v *visitor) visit(r journal.Record, body []byte) error {
	kind, wanted := factKinds[r.Class]
	if kind == factTitle && v.titled[r.Session] && !v.source.Checked {
		return nil
	}
	if r.Kind == journal.Event && event.New(event.Type(r.Type)) == nil {
		if v.source.Checked || wanted {
			if _, err := event.Peek(body); err != nil {
				return err
			}
		}
		if wanted {
			v.add(fact{kind: kind, typ: r.Type, at: createdAt(body)}, r)
		}
		return nil
	}
	switch r.Kind {
	case journal.Fence:
		v.add(fact{kind: factFence, typ: typeFence}, r)
		return nil
	case journal.Command:
		c, err := event.DecodeCommand(body)
		if err == nil {
			v.add(fact{kind: kind, typ: r.Type, at: c.CreatedAt, loop: c.LoopID, command: c.CommandID}, r)
		}
		return err
	}
	e, err := event.Decode(body)
	if e != nil && wanted && (kind != factTitle || !v.titled[r.Session]) {
		v.event(kind, e, r)
	}
	return err
}

// event makes the fact of an event. One that breaks a rule is shown too.
func (v *visitor) event(kind factKind, e event.Event, r journal.Record) {
	h := e.Head()
	f := fact{kind: kind, typ: r.Type, at: h.CreatedAt, event: h.EventID, loop: h.LoopID}
	switch e := e.(type) {
	case *event.LoopStarted:
		f.name, f.model = e.DisplayName, e.Runtime.Key
		if f.name == "" {
			f.name = e.AgentName
		}
	case *event.TurnStarted:
		v.titled[r.Session] = true
		f.name = titleOf(e.Message)
	case *event.HustleStarted:
		f.call(h, e.Run)
	case *event.HustleCompleted:
		f.call(h, e.Run)
		f.hustle.usage, f.duration = e.Usage, e.Duration
	case *event.HustleFailed:
		f.call(h, e.Run)
		f.hustle.usage, f.duration, f.hustle.stage, f.hustle.code = e.Usage, e.Duration, e.Stage, e.ReasonCode
	case *event.CompactionCommitted:
		f.attempt, f.waiters, f.reason, f.basis, f.duration = e.AttemptID, e.WaiterCommandIDs, e.Reason, e.Basis, e.Duration
		f.post = &e.PostContext
	case *event.CompactionRejected:
		f.attempt, f.waiters, f.reason, f.basis, f.duration = e.AttemptID, e.WaiterCommandIDs, e.Reason, e.Basis, e.Duration
		f.reject = e.RejectReason
	case *event.CompactWaiterResolved:
		f.attempt, f.command = e.AttemptID, h.Cause.CommandID
	case *event.CompactWaiterRejected:
		f.attempt, f.command, f.reject = e.AttemptID, h.Cause.CommandID, e.Reason
	}
	if f.hustle != nil && f.hustle.definition.Name != event.CompactionHustle {
		return
	}
	v.add(f, r)
}

func (f *fact) call(h *event.Header, run event.HustleRun) {
	f.loop = h.Cause.LoopID
	f.hustle = &hustleFact{run: run.RunID, definition: run.Definition}
	if run.Runtime != nil {
		f.hustle.model = run.Runtime.Key
	}
}

// add takes a fact in, and lets a list show it.
func (v *visitor) add(f fact, r journal.Record) {
	f.source, f.record = v.source, r.N
	f.session, f.key = v.sessionOf(r)
	v.source.facts = append(v.source.facts, f)
	if v.progress == nil || f.kind != factTerminal {
		return
	}
	terminal := Committed
	if f.reject != 0 {
		terminal = Rejected
	}
	v.found = append(v.found, Glimpse{Path: v.source.Path, Session: f.session, Loop: f.loop, Attempt: f.attempt,
		Trigger: f.reason, Terminal: terminal, RejectReason: f.reject, At: f.at})
}

// sessionOf returns the session of a record; none where it is not known yet.
func (v *visitor) sessionOf(r journal.Record) (event.UUID, string) {
	if r.Session != v.key {
		v.key = r.Session
		v.id, _ = event.ParseUUID(r.Session) // what is no UUID is a session without one
	}
	return v.id, v.key
}

// createdAt reads the time of an event of any type; zero where there is none.
func createdAt(body []byte) time.Time {
	var h struct {
		CreatedAt time.Time `json:"created_at"`
	}
	_ = json.Unmarshal(body, &h) // what cannot be read is zero
	return h.CreatedAt
}

// maxTitle bounds a title taken from a message, in code points.
const maxTitle = 80

// titleOf returns the start of a message's first text.
func titleOf(m content.Message) string {
	if content.IsNil(m) {
		return ""
	}
	for _, b := range m.Content() {
		t, ok := b.(*content.TextBlock)
		if !ok {
			continue
		}
		text := bytes.TrimSpace([]byte(t.Text))
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			text = text[:i]
		}
		runes := []rune(string(text))
		return string(runes[:min(len(runes), maxTitle)])
	}
	return ""
}
