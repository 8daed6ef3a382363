// Command compactlens inspects compaction sessions: it shows why a summary that
// should have replaced a transcript was refused, and where.
package main

import (
	"os"

	_ "compactlens/themes/background" // before Bubble Tea: see its package comment
	"compactlens/tui/cli"
)

func main() { os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
