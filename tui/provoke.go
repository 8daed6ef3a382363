//go:build !crashtest

package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"compactlens/tui/screen"
)

// The program as it is shipped panics nowhere on purpose: see the build with the tag
// crashtest.

func provoked(m tea.Model) tea.Model { return m }

func provokedTerminal(t screen.Terminal) screen.Terminal { return t }
