package tui

// The signs of states. Each state has its own, also in ASCII, so that no colour is
// needed to tell them apart. The marks under a text belong to the levels of package
// textview.
const (
	signPassed     = "✓" // passed, accepted, committed
	signError      = "✗" // failed, rejected, what the runtime stops at
	signHidden     = "~" // what it would stop at later
	signAdvice     = "i" // what it does not mind
	signUnknown    = "?" // not decided
	signProblem    = "!" // could not be read, or is not as it should be
	signNotReached = "·" // not looked at, or nothing is said
)
