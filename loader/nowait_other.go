//go:build !unix

package loader

// noWait is nothing where opening a file never waits.
const noWait = 0
