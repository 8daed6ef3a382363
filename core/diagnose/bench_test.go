package diagnose_test

import (
	"strings"
	"testing"

	"compactlens/core/diagnose"
	"compactlens/core/inspect"
)

// What is said beyond the verdict costs a few passes over the summary.
func BenchmarkAdviseAndExplain64KiB(b *testing.B) {
	line := "- the worker retries with backoff; 41 of 43 tests pass in ./internal/yard, &lt;none&gt; skipped.\n"
	e := xml(strings.Replace(good, "One retry", strings.Repeat(line, 64<<10/len(line)), 1))
	judged := inspect.Judge(e)
	b.SetBytes(int64(len(judged.Summary.Bytes)))
	for b.Loop() {
		v := judged
		v.Findings = nil
		diagnose.Advise(e, &v, diagnose.Context{UserText: []byte(line)})
		diagnose.Explain(e, &v, diagnose.Context{})
	}
}
