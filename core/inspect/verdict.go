package inspect

import (
	"compactlens/core/loop"
	"compactlens/core/source"
	"compactlens/core/summary"
)

// Decision is what the contract says of an answer. The zero value is Undetermined.
type Decision uint8

const (
	Undetermined Decision = iota // a check that decides lacks evidence
	Accepted
	Rejected
)

// String returns the decision as the command line spells it.
func (d Decision) String() string {
	return [...]string{"undetermined", "accepted", "rejected"}[d]
}

// StageID names one check of a reply. The checks run in the order of the
// constants.
type StageID uint8

const (
	StageOutputShape StageID = iota // exactly one block, of text, not empty
	StageByteLimit                  // bytes of the answer's text against the output limit
	StageJSON                       // the text is one valid JSON value
	StageTokenUsage                 // usage is reported and counts output
	StageTokenLimit                 // output tokens against the summary budget
	StageWire                       // exactly the contract's fields, in form
	StageIdentity                   // basis, model and fingerprint are the request's
	StageXML                        // the summary grammar
	stagesBehind                    // number of stages
)

// Checks is how many stages there are; nothing else counts them.
const Checks = int(stagesBehind)

// Stages returns all stages in their order.
func Stages() []StageID {
	all := make([]StageID, Checks)
	for i := range all {
		all[i] = StageID(i)
	}
	return all
}

// String returns the stage's name as the command line spells it.
func (s StageID) String() string {
	return [...]string{"output_shape", "byte_limit", "json", "token_usage", "token_limit", "wire", "identity", "xml"}[s]
}

// Status is how a check ended. The zero value is NotReached.
type Status uint8

const (
	NotReached Status = iota // an earlier check failed for certain, or the form of the answer leaves this one out
	Passed
	Failed
	Unknown // evidence is missing; Detail says what to give
)

// String returns the status as the command line spells it.
func (s Status) String() string {
	return [...]string{"not_reached", "passed", "failed", "unknown"}[s]
}

// Gauge is a figure beside its limit.
type Gauge struct {
	Value uint64
	Limit uint64
	Unit  string // "bytes" or "tokens"
	From  string // where the limit was learned
}

// Over returns by how much the value is over the limit, or 0.
func (g Gauge) Over() uint64 {
	if g.Value <= g.Limit {
		return 0
	}
	return g.Value - g.Limit
}

// Stage is one check and how it ended.
type Stage struct {
	ID     StageID
	Status Status
	Detail string // one short phrase for people: the figure, or what is missing
	Gauge  Gauge  // Limit is 0 where the check has no figure
}

// Severity tells a fault from advice on what the contract accepts.
type Severity uint8

const (
	SeverityError Severity = iota
	SeverityAdvice
)

// String returns the severity as the command line spells it.
func (s Severity) String() string { return [...]string{"error", "advice"}[s] }

// Place is where something is, in the file and in the decoded summary. A frame
// the place has no part in is absent.
type Place struct {
	File      source.Span // bytes of the file as it lies on disk
	InFile    bool
	Summary   source.Span // bytes of the decoded summary
	InSummary bool
}

// Related is a second place that explains a finding.
type Related struct {
	Place Place
	Label string // "opened here"
}

// Finding is one thing to say about an attempt, and where.
type Finding struct {
	Rule     *Rule
	Reason   loop.InvalidSummaryReason // what the runtime would answer if this came first; empty for advice
	Severity Severity
	Primary  bool // the one the runtime stops at
	HiddenBy int  // index of the finding that hides this one, -1 if none does
	Section  summary.SectionID
	Place    Place
	Related  []Related
	Message  string // one sentence
	Expected string // what should stand there; may be empty
	Got      string // what stands there, untrusted; may be empty
	Cause    string // id of the named diagnosis behind it; may be empty
	Field    string // path of the reply's field it is about, where it is about one that is not there; else empty

	stage StageID
	first bool // the runtime's first fault within its stage
}

// Stage returns the check that the finding belongs to.
func (f *Finding) Stage() StageID { return f.stage }

// Section is one section of the summary in hand.
type Section struct {
	ID      summary.SectionID
	Place   Place // its content
	Element Place // with its tags
}

// Tokens is what is known of the answer's cost against the budget.
type Tokens struct {
	Output    Known[uint64]
	Limit     Known[uint64]
	Reasoning Known[uint64]
}

// Verdict is everything the checks say of one attempt's answer. Its decision
// equals the runtime's; its findings go further and never change the decision.
type Verdict struct {
	Form     Form // of the answer that was judged
	Decision Decision
	Reason   loop.InvalidSummaryReason // of a rejection
	Stages   []Stage                   // all of them, in order; none where there is no answer
	Findings []Finding                 // the primary one first, then by place in the file
	More     bool                      // there are more faults than the findings list
	MoreWhy  string                    // then: which bound was met and why there is one, as a clause
	Sections []Section
	Tokens   Tokens
	Missing  []string // what to give to decide the unknown checks

	// Summary is the decoded summary the XML checks ran on, with the way back to
	// the file. HasSummary is false where the answer holds none.
	Summary    Excerpt
	HasSummary bool
}

// Primary returns the finding the runtime stops at, or nil.
func (v *Verdict) Primary() *Finding {
	for i := range v.Findings {
		if v.Findings[i].Primary {
			return &v.Findings[i]
		}
	}
	return nil
}

// XMLAlone reports whether the answer is a summary alone, of which only StageXML says
// anything: the other checks need the whole reply.
func (v *Verdict) XMLAlone() bool { return v.Form == FormSummary }

// Stage returns the check id, or the zero Stage where no answer was judged.
func (v *Verdict) Stage(id StageID) Stage {
	for _, s := range v.Stages {
		if s.ID == id {
			return s
		}
	}
	return Stage{ID: id}
}

// Err returns an *loop.InvalidSummaryError for a rejection, else nil.
func (v *Verdict) Err() error {
	if v.Decision != Rejected {
		return nil
	}
	return &loop.InvalidSummaryError{Reason: v.Reason}
}
