//go:build !unix

package regular

// NoWait has the opening of a pipe without a writer return at once. Here, it is
// nothing: opening never waits.
const NoWait = 0
