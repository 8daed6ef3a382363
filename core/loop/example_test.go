package loop_test

import (
	"errors"
	"fmt"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/loop"
)

func ExampleCompactionInput_Validate() {
	in := loop.CompactionInput{
		Basis: event.ContextBasis{Revision: 37, ThroughEventID: event.UUID{0xd7, 0x7a}},
		Model: event.ModelKey{Provider: "lmstudio", Model: "qwen3-coder-30b"},
		Transcript: []content.Message{
			&content.UserMessage{Blocks: []content.Block{&content.TextBlock{Text: "Fix the race in Assign."}}},
		},
		MaxSummaryTokens: 4096,
	}
	fmt.Println(in.Validate())

	in.RequestFingerprint = event.RequestFingerprint{0x98, 0x3d}
	fmt.Println(in.Validate())
	// Output:
	// compaction input: request_fingerprint is invalid
	// <nil>
}

// An error says by its fields, never by its text, what is wrong and where.
func ExampleCompactionInputError() {
	in := loop.CompactionInput{
		Basis:              event.ContextBasis{Revision: 37, ThroughEventID: event.UUID{0xd7, 0x7a}},
		Model:              event.ModelKey{Provider: "lmstudio", Model: "qwen3-coder-30b"},
		RequestFingerprint: event.RequestFingerprint{0x98, 0x3d},
		Transcript:         []content.Message{&content.UserMessage{}, (*content.AIMessage)(nil)},
		MaxSummaryTokens:   4096,
	}
	err := in.Validate()

	var invalid *loop.CompactionInputError
	if errors.As(err, &invalid) {
		fmt.Println("field:", invalid.Field)
	}
	var at *content.MessageError
	if errors.As(err, &at) {
		fmt.Println("message:", at.Index+1)
	}
	var missing *content.NilMessageError
	fmt.Println("nil message:", errors.As(err, &missing))
	// Output:
	// field: transcript
	// message: 2
	// nil message: true
}

func ExampleCompactionPolicy_Validate() {
	policy := loop.CompactionPolicy{
		Automatic: true, CounterPolicy: loop.CounterAllowsEstimate,
		CompactAt: 8000, RearmBelow: 8000,
		KeepRecentSegments: 2, KeepRecentTokens: 8000,
		ReservedOutput: 16384, SafetyMargin: 8192, MaxSummaryTokens: 4096,
		CountTimeout: 2e9, Hustle: "context.compact",
	}
	counter := loop.CounterCapability{Quality: event.CountHeuristic}

	var invalid *loop.CompactionPolicyError
	if errors.As(policy.Validate(counter), &invalid) {
		fmt.Println(invalid.Field)
	}
	policy.RearmBelow = 6000
	fmt.Println(policy.Validate(counter))
	// Output:
	// RearmBelow
	// <nil>
}

func ExampleSummaryTooLargeError() {
	measured := event.ContextMeasurement{
		Basis:              event.ContextBasis{Revision: 38, ThroughEventID: event.UUID{0xf7}},
		Model:              event.ModelKey{Provider: "lmstudio", Model: "qwen3-coder-30b"},
		RequestFingerprint: event.RequestFingerprint{0x98, 0x3d},
		InputTokens:        106_900, InputLimit: 106_496,
		Quality: event.CountHeuristic,
	}
	var large *loop.SummaryTooLargeError
	if errors.As(loop.CheckPostContext(measured), &large) {
		fmt.Println("over by", large.Measurement.InputTokens-large.Measurement.InputLimit+1)
	}
	// Output:
	// over by 405
}

func ExampleCompactionOutput_ValidateFor() {
	in := loop.CompactionInput{
		Basis:              event.ContextBasis{Revision: 37, ThroughEventID: event.UUID{0xd7, 0x7a}},
		Model:              event.ModelKey{Provider: "lmstudio", Model: "qwen3-coder-30b"},
		RequestFingerprint: event.RequestFingerprint{0x98, 0x3d},
		MaxSummaryTokens:   4096,
	}
	out := loop.CompactionOutput{
		Basis: in.Basis, Model: in.Model, RequestFingerprint: in.RequestFingerprint,
		Summary: "<conversation_summary><goal>Ship it</goal><constraints/><decisions/><state>Tests & docs</state><open_items/></conversation_summary>",
		Usage:   &content.Usage{OutputTokens: 212},
	}
	var invalid *loop.InvalidSummaryError
	if errors.As(out.ValidateFor(in), &invalid) {
		fmt.Println(invalid.Reason)
	}
	// Output:
	// xml_syntax
}
