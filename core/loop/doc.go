// Package loop is the contract of a compaction in Go values: what an executor is
// given (CompactionInput), what it must give back (CompactionOutput), the policy that
// decides when and how (CompactionPolicy), the fingerprint that ties an answer to its
// request (RequestFingerprintInput) and the errors by which each of them is refused.
//
// The rules are those of the runtime, reproduced from measured verdicts: for every
// type here there is a corpus of cases in testdata/conformance, and the tests agree
// with all of them, the order of checks included. Where several things are wrong the
// error is the one the runtime would give.
//
// Every error is a typed value for errors.As, with fields that say what and where.
// No error text holds bytes of a transcript, a request or a model's answer. Sizes are
// in bytes where a name says bytes and in tokens where it says tokens.
//
// The package is pure: it does no I/O and reads no clock.
package loop
