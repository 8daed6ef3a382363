package loader

import (
	"compactlens/core/content"
	"compactlens/core/loop"
)

// inspectReasons are the names of the reasons that the checks of a reply give.
var inspectReasons = func() (names []string) {
	for _, r := range loop.InvalidSummaryReasons() {
		names = append(names, string(r))
	}
	return names
}()

// usageForTest is a usage that passes every check.
var usageForTest = content.Usage{InputTokens: 5200, OutputTokens: 310}
