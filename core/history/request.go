package history

import (
	"fmt"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/loop"
	"compactlens/core/wire"
)

// Request is what an attempt asked the model, made again.
type Request struct {
	Input    loop.CompactionInput // before tool results were left out
	JSON     []byte               // what was sent, the text of the call's user message
	FullSize int64                // bytes of the JSON before tool results were left out
	Omitted  []int                // indices in the transcript of the tool results left out
	Head     []content.Message    // what gets summarised, as the journal has it
	Retained []content.Message    // what stays word for word
}

// NoMeasurementError reports that no measurement at the basis is in the journal, so
// that the fingerprint and model of the request are unknown.
type NoMeasurementError struct {
	Basis event.ContextBasis
}

func (e *NoMeasurementError) Error() string {
	return fmt.Sprintf("history: no measurement at revision %d", e.Basis.Revision)
}

// Input cuts and projects the context into what an executor is asked, without
// regard to any byte limit. The errors are those of Cut and Project, a
// *NoMeasurementError and those of loop.CompactionInput.Validate.
func (c Context) Input(p Policy) (Request, error) {
	head, tail, err := c.Cut(p)
	if err != nil {
		return Request{}, err
	}
	transcript := head
	if p.Generation == GenerationTail {
		if transcript, err = Project(head); err != nil {
			return Request{}, err
		}
	}
	if c.Measurement == nil {
		return Request{Head: head, Retained: tail}, &NoMeasurementError{Basis: c.Basis}
	}
	r := Request{
		Input: loop.CompactionInput{
			Basis:              c.Basis,
			Model:              c.Measurement.Model,
			RequestFingerprint: c.Measurement.RequestFingerprint,
			Transcript:         transcript,
			MaxSummaryTokens:   p.MaxSummaryTokens,
		},
		Head:     head,
		Retained: tail,
	}
	return r, r.Input.Validate()
}

// Request is Input with the JSON, which keeps to inputBytes. Beside Input's errors
// it fails with a *loop.CompactionInputTooLargeError; a runtime that sends the
// whole transcript leaves nothing out to make it fit.
func (c Context) Request(p Policy, inputBytes int64) (Request, error) {
	r, err := c.Input(p)
	if err != nil {
		return r, err
	}
	if p.Generation == GenerationWhole {
		raw, err := wire.EncodeRequest(r.Input)
		if err != nil {
			return r, err
		}
		r.FullSize = int64(len(raw))
		if r.FullSize > inputBytes {
			return r, &loop.CompactionInputTooLargeError{Limit: inputBytes, Size: r.FullSize, FullSize: r.FullSize}
		}
		r.JSON = raw
		return r, nil
	}
	fitted, err := wire.FitRequest(r.Input, inputBytes)
	if err != nil {
		return r, err
	}
	r.JSON, r.FullSize, r.Omitted = fitted.JSON, fitted.FullSize, fitted.Omitted
	return r, nil
}
