package loop

// InvalidSummaryReason says which check refused a model's summary. The runtime
// computes it and keeps none of it: every one of them is stored as compaction
// reject reason 9. The zero value is no reason.
type InvalidSummaryReason string

// The ten reasons, in the order their checks run. JSON that does not parse is
// InvalidWire too, and is noticed before the usage checks on a captured response.
const (
	InvalidOutputShape InvalidSummaryReason = "output_shape"
	InvalidByteLimit   InvalidSummaryReason = "byte_limit"
	InvalidTokenUsage  InvalidSummaryReason = "token_usage"
	InvalidTokenLimit  InvalidSummaryReason = "token_limit"
	InvalidWire        InvalidSummaryReason = "wire"
	InvalidIdentity    InvalidSummaryReason = "identity"
	InvalidXMLSyntax   InvalidSummaryReason = "xml_syntax"
	InvalidXMLRoot     InvalidSummaryReason = "xml_root"
	InvalidXMLStruct   InvalidSummaryReason = "xml_structure"
	InvalidXMLContent  InvalidSummaryReason = "xml_content"
)

// InvalidSummaryReasons returns the ten reasons in the order their checks run.
func InvalidSummaryReasons() []InvalidSummaryReason {
	return []InvalidSummaryReason{
		InvalidOutputShape, InvalidByteLimit, InvalidTokenUsage, InvalidTokenLimit, InvalidWire,
		InvalidIdentity, InvalidXMLSyntax, InvalidXMLRoot, InvalidXMLStruct, InvalidXMLContent,
	}
}

// InvalidSummaryError reports that a model's answer is not an acceptable summary.
// It never holds text of the answer. Use errors.As to get at the reason.
type InvalidSummaryError struct {
	Reason InvalidSummaryReason
	Cause  error // what the decoder found, where there is more to say; may be nil
}

func (e *InvalidSummaryError) Error() string {
	return "invalid compaction summary (" + string(e.Reason) + ")"
}

func (e *InvalidSummaryError) Unwrap() error { return e.Cause }

// Is reports whether target is an *InvalidSummaryError with the same reason or with
// none, so that errors.Is finds a reason or any.
func (e *InvalidSummaryError) Is(target error) bool {
	t, ok := target.(*InvalidSummaryError)
	return ok && t.Cause == nil && (t.Reason == "" || t.Reason == e.Reason)
}
