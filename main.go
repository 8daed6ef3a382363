// Command compactlens inspects compaction sessions: it shows why a summary that
// should have replaced a transcript was refused, and where.
package main

import (
	_ "compactlens/themes/background" // before Bubble Tea: see its package comment
)

func main() {}
