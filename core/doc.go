// Package core is the house of the contract and the diagnosis. Its rooms are
// pure: they do no I/O, read no clock and know no terminal.
//
// Dependencies point one way:
//
//	content <- event <- loop <- wire
//	source  <- summary, wire <- inspect <- report, loader <- tui <- main
//
// themes is used by tui and by report's callers for colour only. The test in this
// directory keeps it so; a new package needs a row there.
package core
