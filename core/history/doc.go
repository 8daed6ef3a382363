// Package history reads a journal as the history of its loops. It folds events
// into transcripts, and from a transcript makes the request of a compaction
// attempt again, byte for byte as the runtime sent it: it cuts the retained tail,
// projects the rest to text, fits it to the byte limit and marshals it. What a
// journal does not hold, three numbers of the application's policy, is given by
// the caller.
//
// A record that could not be read makes only those attempts impossible to rebuild
// which need it; they fail with a *LostRecordsError.
//
// The package is pure: it is given decoded events one by one.
package history
