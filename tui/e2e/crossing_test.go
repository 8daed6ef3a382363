package e2e

import "testing"

// Findings are gone through across files: the last of one says so, the next step
// goes on with the next file that has any, and round.
func TestFindingsAcrossFiles(t *testing.T) {
	s := boot(t, known, cases+"026-less-than-code.xml", cases+"066-valid-minimal.xml", cases+"016-self-closed-root.xml")
	s.await("the first file", shows("Finding 1 of 1"))
	s.send("]")
	s.await("a message", shows("the only finding here; ] goes on with the next attempt that has any"))
	s.send("]")
	s.await("the third file", shows("▸ ✗ 016-self-closed"))
	s.await("its finding", shows("self-closed-root"))
	s.send("]]")
	s.await("the first again", shows("round to the first attempt that has findings"))
	s.send("[[")
	s.await("the last again", shows("round to the last attempt that has findings"))
	s.send("q")
	s.end(0)
}
