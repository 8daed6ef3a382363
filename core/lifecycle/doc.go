// Package lifecycle follows compaction attempts through a journal: from the command
// or threshold that asked for one, over the wait for a boundary, the model call and
// the decision, to the terminal event and the replies to who waited. It says how far
// an attempt got, which of the causes that one reject number hides was at work, and
// where a journal contradicts itself, and for each it names the records that show
// it.
//
// What a journal does not say is called likely, never certain, and an attempt
// without a terminal event is never taken for a rejected one.
//
// The package is pure: it is given decoded records one by one.
package lifecycle
