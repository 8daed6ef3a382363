// Package summary reads the summary grammar: one element conversation_summary
// with the sections goal, constraints, decisions, state and open_items, each once
// and in that order, holding text.
//
// One scanner does it. Its token reader follows Go's encoding/xml in strict mode,
// because the runtime uses that, and the tests compare the two by fuzzing. Decide
// stops where the runtime stops and gives its verdict. Inspect runs the same
// reader, recovers from each fault and goes on, so that all faults of a document
// are found at once, each at its own bytes.
//
// The package is pure and imports nothing of this project but core/source. All
// spans are in bytes of the text it was given.
package summary
