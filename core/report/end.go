package report

import "compactlens/core/inspect"

// end says how the attempt ended other than by the checks of its answer: the reason, which
// may be empty, and the words for it. ok is false where there is nothing to say.
func (a Attempt) end() (reason, words string, ok bool) {
	switch {
	case a.Refused != "":
		return a.Refused, a.refusal(), true
	case !a.NoCall:
		return "", "", false
	}
	if reason = a.RejectReason; reason == "" {
		reason = a.BySizes
	}
	if reason == "" {
		return "", "ended before a model was called", true
	}
	return reason, "rejected " + reason + ", no model was called", true
}

// xmlAlone reports whether only one of the checks was made: those of what a journal
// committed were all passed.
func (a Attempt) xmlAlone() bool { return a.Verdict.XMLAlone() && a.Terminal != "committed" }

// decision returns the verdict on the answer in words.
func (a Attempt) decision() string {
	switch v := a.Verdict; {
	case v.Decision == inspect.Rejected:
		return "rejected " + string(v.Reason)
	case v.Decision == inspect.Accepted && a.xmlAlone():
		return "accepted by xml alone, the other checks need the whole reply"
	default:
		return v.Decision.String()
	}
}

// rejectedEarly reports whether the attempt was rejected before a model was called.
func (a Attempt) rejectedEarly() bool {
	reason, _, ok := a.end()
	return ok && reason != ""
}

// refusal says that the attempt was refused although its answer was not.
func (a Attempt) refusal() string {
	if a.Verdict.Decision == inspect.Accepted {
		return "rejected " + a.Refused + ", the answer passed its checks"
	}
	return "rejected " + a.Refused + ", the checks of the answer are undetermined"
}

// over says by how much the attempt was too large; nothing where it was not.
func (a Attempt) over() string {
	if a.Excess == nil {
		return ""
	}
	return a.Excess.String()
}

// endAndOver is end with by how much the attempt was too large.
func (a Attempt) endAndOver() (reason, words string, ok bool) {
	reason, words, ok = a.end()
	if a.Excess == nil {
		return reason, words, ok
	}
	if !ok {
		reason = a.Excess.Reason.String()
		words = "rejected " + reason + ", no answer in hand"
	}
	return reason, words + "; " + a.over(), true
}

// jsonExcess is by how much the attempt was too large, in tokens.
type jsonExcess struct {
	Reason   string  `json:"reason"`
	Tokens   *uint64 `json:"tokens,omitempty"` // how many must go for it to stay below the limit; 0 where the estimate fits
	Total    *uint64 `json:"total,omitempty"`
	Limit    uint64  `json:"limit,omitempty"`
	Estimate bool    `json:"estimate,omitempty"`
	Unknown  string  `json:"unknown,omitempty"` // why there are no figures
	Text     string  `json:"text"`
}

// excessJSON returns by how much a was too large; nil where it was not.
func excessJSON(a Attempt) *jsonExcess {
	e := a.Excess
	if e == nil {
		return nil
	}
	j := &jsonExcess{Reason: e.Reason.String(), Limit: e.Limit, Estimate: e.Estimate, Unknown: e.Unknown, Text: e.String()}
	if e.Unknown == "" {
		over := e.Over()
		j.Tokens, j.Total = &over, &e.Total
	}
	return j
}

// jsonSizes is the arithmetic of a rejection about size, in tokens. What is only the least
// that a size can be has a name of its own.
type jsonSizes struct {
	InputLimit   uint64  `json:"input_limit"`
	Measured     uint64  `json:"measured"`
	Transcript   uint64  `json:"transcript"`
	Fixed        uint64  `json:"fixed"`
	Tail         *uint64 `json:"tail,omitempty"`
	Summary      *uint64 `json:"summary,omitempty"`
	SummaryLeast *uint64 `json:"summary_at_least,omitempty"`
	Total        *uint64 `json:"total,omitempty"`
	TotalLeast   *uint64 `json:"total_at_least,omitempty"`
	Over         *uint64 `json:"over,omitempty"`
	Smallest     uint64  `json:"smallest"`
}

// sizesJSON returns the sizes of a; nil where they are not known.
func sizesJSON(a Attempt) *jsonSizes {
	z := a.Sizes
	if z == nil {
		return nil
	}
	j := &jsonSizes{InputLimit: z.InputLimit, Measured: z.Measured, Transcript: z.Transcript, Fixed: z.Fixed, Smallest: z.Smallest}
	if z.TailKnown {
		j.Tail = &z.Tail
	}
	switch {
	case z.SummaryKnown:
		j.Summary = &z.Summary
	case z.TailKnown:
		j.SummaryLeast = &z.Summary
	}
	if z.TailKnown && z.SummaryKnown {
		j.Total, j.Over = &z.Total, &z.Over
	} else {
		least := max(z.Total, z.InputLimit)
		j.TotalLeast = &least
	}
	return j
}
