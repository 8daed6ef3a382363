//go:build race

package tui

// thin leaves out sizes of the walk over all sizes: the race detector makes each
// frame ten times as slow, and the walk without it looks at every one.
const thin = 9
