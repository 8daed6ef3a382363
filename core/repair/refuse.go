package repair

import (
	"cmp"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/wire"
)

// jsonRefusals says why nothing is done about a fault of the reply's JSON.
var jsonRefusals = map[wire.FaultKind]string{
	wire.Cut:            cutText,
	wire.NoJSON:         "there is no reply to mend: the model answered with something else",
	wire.EmptyText:      "there is no text to mend",
	wire.TooDeep:        "nothing nested so deep is a reply",
	wire.UnexpectedByte: "what was meant behind this place is not known",
	wire.WrongVersion:   "the reply claims another version; what that means is not known",
}

// refusals says why nothing is done about the faults of a check: by the part of a
// rule's id before the slash.
var refusals = map[string]string{
	"shape":    "the runtime takes an answer as it came; what came beside, or instead of, the one text is for the client to change",
	"size":     "shortening a summary is writing another one",
	"usage":    "what the provider counted is not for anybody else to say",
	"budget":   "the tokens are spent; shortening a summary is writing another one",
	"identity": "with the request's identity written in, the reply would claim to answer what it does not",
}

// shapeRefusals says more of some rules.
var shapeRefusals = map[string]string{
	"shape/refusal":       "the model refused; there is no summary to mend",
	"shape/tool-call":     "the model called a tool; there is no summary to mend",
	"shape/thinking-only": "the answer holds no text; there is no summary to mend",
	"shape/no-blocks":     "the answer holds nothing; there is no summary to mend",
	"shape/empty-text":    "there is no text to mend",
}

// refusal returns why nothing is done about a rule, or a fault of JSON.
func refusal(rule string, kind wire.FaultKind) string {
	room, _, _ := strings.Cut(rule, "/")
	for _, reason := range []string{jsonRefusals[kind], shapeRefusals[rule], refusals[room]} {
		if reason != "" {
			return reason
		}
	}
	return "what was meant here is not known"
}

// rest refuses the faults that no repair was found for.
func (m *maker) rest() {
	told := map[int]bool{}
	for _, r := range m.p.Repairs {
		told[r.Finding] = true
	}
	for i, f := range m.v.Findings {
		if f.Severity == inspect.SeverityError && !told[i] {
			m.p.Repairs = append(m.p.Repairs, Repair{Finding: i, Rule: f.Rule.ID, Risk: Refused, Title: "not mended", Reason: cmp.Or(f.RefusedAbsent(), refusal(f.Rule.ID, wire.NoFault))})
		}
	}
}
