//go:build race

package dossier

// thin leaves out texts: the race detector makes each ten times as slow, and the test
// without it looks at every one.
const thin = 5
