package loop

import (
	"errors"
	"math"
	"strings"
	"testing"

	"compactlens/core/content"
	"compactlens/core/event"
)

func validInput() CompactionInput {
	return CompactionInput{
		Basis:              event.ContextBasis{Revision: 37, ThroughEventID: event.UUID{1}},
		Model:              event.ModelKey{Provider: "lmstudio", Model: "qwen3-coder-30b"},
		RequestFingerprint: event.RequestFingerprint{1},
		Transcript:         []content.Message{&content.UserMessage{Blocks: []content.Block{&content.TextBlock{Text: "hello"}}}},
		MaxSummaryTokens:   4096,
	}
}

func TestInputFaultsInOrder(t *testing.T) {
	// Each fault also has every later one, so that the order shows.
	faults := []struct {
		field InputField
		spoil func(*CompactionInput)
	}{
		{InputMaxSummaryTokens, func(in *CompactionInput) { in.MaxSummaryTokens = 0 }},
		{InputTranscript, func(in *CompactionInput) { in.Transcript = nil }},
		{InputRequestFingerprint, func(in *CompactionInput) { in.RequestFingerprint = event.RequestFingerprint{} }},
		{InputModel, func(in *CompactionInput) { in.Model.Model = "" }},
		{InputModel, func(in *CompactionInput) { in.Model.Provider = "" }},
		{InputBasis, func(in *CompactionInput) { in.Basis.ThroughEventID = event.UUID{} }},
		{InputBasis, func(in *CompactionInput) { in.Basis.Revision = 0 }},
	}
	in := validInput()
	if err := in.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		f.spoil(&in)
		var invalid *CompactionInputError
		if err := in.Validate(); !errors.As(err, &invalid) || invalid.Field != f.field || invalid.Phase != InputValidate {
			t.Errorf("got %v, want %s", err, f.field)
		}
	}
}

func TestInputTranscriptFaults(t *testing.T) {
	in := validInput()
	in.Transcript = append(in.Transcript, (*content.AIMessage)(nil))
	err := in.Validate()
	var (
		invalid *CompactionInputError
		at      *content.MessageError
		null    *content.NilMessageError
	)
	if !errors.As(err, &invalid) || invalid.Field != InputTranscript || !errors.As(err, &at) || at.Index != 1 || !errors.As(err, &null) {
		t.Errorf("got %v", err)
	}
}

func TestPostContextAtTheLimit(t *testing.T) {
	m := event.ContextMeasurement{
		Basis: event.ContextBasis{Revision: 1, ThroughEventID: event.UUID{1}}, Model: event.ModelKey{Provider: "p", Model: "m"},
		RequestFingerprint: event.RequestFingerprint{1}, InputTokens: 99, InputLimit: 100, Quality: event.CountHeuristic,
	}
	if err := CheckPostContext(m); err != nil {
		t.Errorf("one below the limit: %v", err)
	}
	m.InputTokens = 100
	var large *SummaryTooLargeError
	if err := CheckPostContext(m); !errors.As(err, &large) || large.Measurement != m {
		t.Errorf("at the limit: %v", err)
	}
	m.InputLimit = 0
	var context *event.ContextError
	if err := CheckPostContext(m); !errors.As(err, &context) || context.Field != event.FieldInputLimit {
		t.Errorf("no limit: %v", err)
	}
}

func TestFingerprintRefusesWhatJSONCannotHold(t *testing.T) {
	nan := math.NaN()
	in := RequestFingerprintInput{
		SystemRevision: "s", ToolPolicyRevision: "t", RuntimeContextRevision: "r",
		Model:               Model{Provider: "p", Name: "m", Sampling: Sampling{Temperature: &nan}},
		Basis:               validInput().Basis,
		CounterCapability:   CounterCapability{Transport: TransportLocal, Retention: 1, TokenizerRev: "1", Quality: event.CountHeuristic},
		InferenceCapability: InferenceCapability{Transport: TransportLocal},
	}
	var model *ModelError
	if _, err := in.Fingerprint(); !errors.As(err, &model) || model.Field != ModelSampling {
		t.Errorf("got %v", err)
	}
	in.Model.Sampling.Temperature = nil
	if _, err := in.Fingerprint(); err != nil {
		t.Error(err)
	}
}

func TestErrorsHoldNoTranscript(t *testing.T) {
	const secret = "hunter2"
	in := validInput()
	in.Transcript = []content.Message{&content.UserMessage{Blocks: []content.Block{&content.TextBlock{Text: secret}, nil}}}
	in.Model = event.ModelKey{Provider: secret}
	for range 2 {
		err := in.Validate()
		if err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("got %v", err)
		}
		in.Model.Model = secret
	}
	err := CompactionPolicy{KeepRecentSegments: 1, KeepRecentTokens: 1, ReservedOutput: 1, MaxSummaryTokens: 1, CountTimeout: 1, Hustle: "_looprig." + secret}.Validate(CounterCapability{})
	if err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("got %v", err)
	}
}

const goodSummary = "<conversation_summary><goal>g</goal><constraints/><decisions/><state>s</state><open_items/></conversation_summary>"

func TestOutputFaultsInOrder(t *testing.T) {
	in := validInput()
	good := func() CompactionOutput {
		return CompactionOutput{in.Basis, in.Model, in.RequestFingerprint, goodSummary, &content.Usage{OutputTokens: in.MaxSummaryTokens}}
	}
	out := good()
	if err := errors.Join(out.Validate(), out.ValidateFor(in)); err != nil {
		t.Fatal(err)
	}
	reason := func(err error) InvalidSummaryReason {
		var invalid *InvalidSummaryError
		if !errors.As(err, &invalid) {
			return ""
		}
		return invalid.Reason
	}
	// Each fault also has every earlier row's, so that the order shows.
	for _, f := range []struct {
		want  InvalidSummaryReason
		spoil func()
	}{
		{InvalidXMLStruct, func() { out.Summary += "\n" }},
		{InvalidIdentity, func() { out.Model.Model = "another" }},
		{InvalidTokenLimit, func() { out.Usage = &content.Usage{OutputTokens: in.MaxSummaryTokens + 1} }},
		{InvalidTokenUsage, func() { out.Usage = &content.Usage{ReasoningTokens: 9} }},
		{InvalidTokenUsage, func() { out.Usage = nil }},
	} {
		f.spoil()
		if got := reason(out.ValidateFor(in)); got != f.want {
			t.Errorf("got %q, want %s", got, f.want)
		}
	}
	for want, text := range map[InvalidSummaryReason]string{
		InvalidXMLRoot:    "",
		InvalidXMLSyntax:  strings.Replace(goodSummary, ">g<", ">a & b<", 1),
		InvalidXMLStruct:  "\n" + goodSummary,
		InvalidXMLContent: strings.Replace(goodSummary, ">s<", "> <", 1),
	} {
		out := good()
		out.Summary = text
		if got := reason(out.Validate()); got != want {
			t.Errorf("got %q, want %s", got, want)
		}
	}
	for _, spoil := range []func(*CompactionOutput){
		func(o *CompactionOutput) { o.Basis.Revision = 0 },
		func(o *CompactionOutput) { o.Model.Provider = "" },
		func(o *CompactionOutput) { o.RequestFingerprint = event.RequestFingerprint{} },
	} {
		out := good()
		spoil(&out)
		if got := reason(out.Validate()); got != InvalidIdentity {
			t.Errorf("got %q", got)
		}
	}
}

func TestErrorsIsMatchesSetFields(t *testing.T) {
	measured := event.ContextMeasurement{InputTokens: 2, InputLimit: 1}
	for _, c := range []struct {
		err, target error
		want        bool
	}{
		{&InvalidSummaryError{Reason: InvalidWire, Cause: errors.New("x")}, &InvalidSummaryError{Reason: InvalidWire}, true},
		{&InvalidSummaryError{Reason: InvalidWire}, &InvalidSummaryError{}, true},
		{&InvalidSummaryError{Reason: InvalidWire}, &InvalidSummaryError{Reason: InvalidIdentity}, false},
		{&CompactionInputError{Field: InputBasis, Phase: InputDecode}, &CompactionInputError{Field: InputBasis}, true},
		{&CompactionInputError{Field: InputBasis, Phase: InputDecode}, &CompactionInputError{Phase: InputValidate}, false},
		{&CompactionPolicyError{Field: PolicyHustle, Err: &HustleNameError{}}, &CompactionPolicyError{Field: PolicyHustle}, true},
		{&CompactionPolicyError{Field: PolicyHustle}, &CompactionPolicyError{Field: PolicyCompactAt}, false},
		{&RequestFingerprintError{Field: FingerprintModel, Err: &ModelError{}}, &RequestFingerprintError{}, true},
		{&RequestFingerprintError{Field: FingerprintModel}, &RequestFingerprintError{Field: FingerprintBasis}, false},
		{&SummaryTooLargeError{Measurement: measured}, &SummaryTooLargeError{}, true},
		{&SummaryTooLargeError{Measurement: measured}, &SummaryTooLargeError{Measurement: event.ContextMeasurement{InputTokens: 3}}, false},
		{&CompactionInputTooLargeError{Limit: 1, Size: 2}, &CompactionInputTooLargeError{}, true},
		{&CompactionInputTooLargeError{Limit: 1, Size: 2}, &CompactionInputTooLargeError{Limit: 1}, false},
		{&CompactionInputError{}, &CompactionPolicyError{}, false},
	} {
		if got := errors.Is(c.err, c.target); got != c.want {
			t.Errorf("errors.Is(%#v, %#v) = %v", c.err, c.target, got)
		}
	}
}
