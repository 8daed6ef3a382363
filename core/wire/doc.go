// Package wire is the JSON a compaction travels in: the request the runtime sends
// and the reply it expects, decoded as the runtime decodes them, and a map from
// every byte of the decoded summary back to the bytes of the file.
//
// It is pure. The parser keeps a span for everything and goes on behind a fault,
// so that what a broken reply holds can still be shown; a document without a
// fault is exactly one that encoding/json calls valid.
package wire
