// Package capture tells what a document holds — a summary, a model's reply, a
// response or request in a provider's dialect, an attempt bundle — and takes the
// parts out of it that matter to a compaction, each with its place in the file.
//
// It looks at the content first and at the name second, because people rename
// files and cut them. It is given bytes and does no I/O.
package capture
