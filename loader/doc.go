// Package loader opens what people have — journals, stores, captured replies and
// requests, bundles, summaries, folders of all these — and gives a workspace of
// compaction attempts, each with all that is known of it and where it was learned.
//
// It alone reads files. It never writes, takes no lock and follows nothing out of
// a store. What cannot be read becomes a problem with its place; everything else
// is opened.
package loader
