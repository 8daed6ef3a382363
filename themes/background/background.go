// Package background keeps the terminal from being asked for its colours before
// main begins.
//
// Bubble Tea v1 asks Lip Gloss for the background colour while its package
// initialises. On a terminal that never answers, that costs five seconds and
// leaves escape sequences on standard output of every command. Telling Lip Gloss
// an answer first prevents the question. Go initialises packages that are ready
// in the order of their import paths, so this package may import Lip Gloss and
// nothing that would make it wait longer, and its path must sort before
// github.com/charmbracelet/bubbletea: the reason for the module's name.
//
// The interactive mode asks by itself later, for a bounded time (see themes).
package background

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }
