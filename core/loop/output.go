package loop

import (
	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/summary"
)

// CompactionOutput is a model's answer, decoded: the summary and the identity it
// echoes. How the answer's JSON decodes is a matter of core/wire.
type CompactionOutput struct {
	Basis              event.ContextBasis
	Model              event.ModelKey
	RequestFingerprint event.RequestFingerprint
	Summary            string         // XML, as the contract's grammar has it
	Usage              *content.Usage // of the model call; nil where none was reported
}

// Validate judges the output by itself: an identity that no valid input could have
// is InvalidIdentity, then the summary's grammar decides (InvalidXMLSyntax,
// InvalidXMLRoot, InvalidXMLStruct, InvalidXMLContent). Usage is not looked at. The
// error is an *InvalidSummaryError.
func (out CompactionOutput) Validate() error {
	for _, err := range []error{out.Basis.Validate(), out.Model.Validate()} {
		if err != nil {
			return &InvalidSummaryError{Reason: InvalidIdentity, Cause: err}
		}
	}
	if out.RequestFingerprint.IsZero() {
		return &InvalidSummaryError{Reason: InvalidIdentity}
	}
	return ValidateSummary(out.Summary)
}

// ValidateFor judges the output as the answer to an input, in the runtime's order:
// usage that is missing or says no output tokens (InvalidTokenUsage), more output
// tokens than the input allows (InvalidTokenLimit; exactly as many are fine, and
// reasoning counts where the provider counts it), an identity that differs in any
// part (InvalidIdentity), the summary's grammar. The error is an
// *InvalidSummaryError.
func (out CompactionOutput) ValidateFor(in CompactionInput) error {
	switch {
	case out.Usage == nil || out.Usage.OutputTokens == 0:
		return &InvalidSummaryError{Reason: InvalidTokenUsage}
	case out.Usage.OutputTokens > in.MaxSummaryTokens:
		return &InvalidSummaryError{Reason: InvalidTokenLimit}
	case out.Basis != in.Basis || out.Model != in.Model || out.RequestFingerprint != in.RequestFingerprint:
		return &InvalidSummaryError{Reason: InvalidIdentity}
	}
	return ValidateSummary(out.Summary)
}

// ValidateSummary applies the summary's grammar: one element conversation_summary
// without attributes that holds goal, constraints, decisions, state and open_items,
// each once, in this order and nothing else; goal and state are not blank; nothing
// stands around it, not even a line end. The error is an *InvalidSummaryError with
// one of the four XML reasons. Where the faults are, core/summary tells.
func ValidateSummary(text string) error {
	switch summary.Decide([]byte(text)).Class {
	case summary.Accepted:
		return nil
	case summary.Syntax:
		return &InvalidSummaryError{Reason: InvalidXMLSyntax}
	case summary.Root:
		return &InvalidSummaryError{Reason: InvalidXMLRoot}
	case summary.Structure:
		return &InvalidSummaryError{Reason: InvalidXMLStruct}
	}
	return &InvalidSummaryError{Reason: InvalidXMLContent}
}
