package e2e

import "testing"

// The life, the transcript and the request of an attempt in the program itself.
func TestAttemptViews(t *testing.T) {
	s := start(t, "../../testdata/journals/live-committed-old-tool-results-stubbed.ledger.jsonl.gz")
	s.expect("COMMITTED", "HustleStarted", "id right", "Context, in tokens")
	s.press("t")
	s.expect("message 1 of 43 · 19 kept")
	s.press("c")
	s.expect("message 25 of 43", "below: 19 kept word for word")
	s.press("}%")
	s.expect("message 27 of 43")
	s.press("%")
	s.expect("message 26 of 43")
	s.press("gv")
	s.expect("as sent · message 1 of 43", "[old tool result omitted for compaction]")
	s.press("v/exceeds limit" + keyEnter)
	s.expect("/exceeds limit")
	s.press("R")
	s.expect("6,141 bytes of 6,144", "4 tool results", "laid out")
	s.press("v")
	s.expect("as sent · 1:1", `{"version":1,"basis"`)
	s.press("q")
	s.ends()
}

// An attempt without terminal is no rejection, and what is likely is called so.
func TestNoTerminal(t *testing.T) {
	s := start(t, "../../testdata/journals/live-no-terminal-crash.crash.ledger.jsonl.gz")
	s.expect("NO TERMINAL", "no terminal event", "likely", "CompactionCoordinationError")
	s.press("q")
	s.ends()
}

// An attempt that was refused after its answer had passed opens with the refusal.
func TestRefusedAttempt(t *testing.T) {
	const data = "../../testdata/journals/live-summary-too-large"
	s := start(t, data+".jsonl.gz", data+".response-1.json.gz")
	s.expect("REJECTED summary_too_large", "Refused · summary_too_large", "2,632 tokens too many")
	s.press("]")
	s.expect("Finding 1 of 2")
	s.press("[")
	s.expect("Refused · summary_too_large")
	s.press("q")
	s.ends()
}

// Plain words of the filter find a rule, and the panel of limits cuts nothing.
func TestFilterByRuleThenLimits(t *testing.T) {
	s := start(t)
	s.expect("Gallery")
	s.press("&")
	s.expect("name, reason, rule")
	s.press("bare-amp" + keyEnter)
	s.expect("Attempts · bare-amp", "Code with a bare ampersand", "A bare &")
	s.press("w")
	s.expect("max_summary_tokens")
	s.press("q")
	s.ends()
}
