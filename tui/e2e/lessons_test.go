package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// script writes a script of keys and returns its path.
func script(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "demo.play")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The gallery as a demonstration, which a script goes through: a lesson whose verdict
// is hidden, the verdict, the repair, the repaired case and the next lesson.
func TestDemonstration(t *testing.T) {
	s := boot(t, known, "--play", script(t, `
& "a bare" enter G p
V wait "verdict hidden · space reveals"`))
	s.await("a hidden verdict", func(rows []string) bool {
		all := strings.Join(rows, "\n")
		return strings.Contains(all, "VERDICT HIDDEN") && strings.Contains(all, "Which rule does it break") && !strings.Contains(all, "REJECTED") && !strings.Contains(all, "^^")
	})
	s.await("the case", func(rows []string) bool {
		return strings.Contains(strings.Join(rows, "\n"), "build && go") && !strings.Contains(strings.Join(rows, "\n"), "must be written")
	})
	s.send(" ")
	s.await("the verdict", shows("✗ REJECTED xml_syntax"))
	s.await("the mark", shows("^^"))
	s.await("the finding", shows("Finding 1 of 1 · summary/bare-ampersand"))
	s.send(" ")
	s.await("the repair", shows("After it: ✓ accepted, was rejected xml_syntax"))
	s.send(" ")
	s.await("the repaired case", shows("✓ accepted, was rejected xml_syntax"))
	s.await("its text", shows("&amp;&amp; go"))
	s.send("n")
	s.await("the next lesson, hidden", func(rows []string) bool {
		all := strings.Join(rows, "\n")
		return strings.Contains(all, "VERDICT HIDDEN") && strings.Contains(all, "Which rule does it break")
	})
	s.send("p")
	s.await("the one before, as it was left", shows("✗ REJECTED xml_syntax"))
	s.send("Vq")
	s.end(0)
}

// A whole script is played: after it the program stays, or it quits where the script
// says so; a key that is pressed meanwhile stops it.
func TestPlayingAScript(t *testing.T) {
	file := cases + "028-html-in-state.xml"
	s := boot(t, known, "--play", script(t, `] sleep 20ms wait "Finding 2 of 2" f wait "Repair of finding 2" q`), file)
	s.expect("Finding 2 of 2")
	s.end(0) // it was waited for the repair; the last frame before the end may not be written

	s = boot(t, known, "--play", script(t, "]\nsleep 10m\nq"), file)
	s.await("the first step", shows("Finding 2 of 2"))
	s.send("n")
	s.await("a message", shows("the keys are yours"))
	s.send("[")
	s.await("a key that is mine", shows("Finding 1 of 2"))
	s.send("q")
	s.end(0)

	s = boot(t, known, "--play", script(t, "sleep 10m"), file)
	s.expect("REJECTED")
	s.send("\x03")
	s.end(0)

	path := script(t, "j\n  Enter sleep long\n")
	s = boot(t, known, "--play", path, file)
	s.expect(path + `:2:3: "Enter" names no key; did you mean enter?`)
	s.expect(path + ":2:15: sleep wants how long, such as 300ms or 2s")
	s.end(2)
	s = boot(t, known, "--play", path+".missing", file)
	s.expect("no such file")
	s.end(2)
	s = boot(t, known, "--accessible", "--play", script(t, "j"), file)
	s.expect("--play needs the interface that is drawn, not the dialogue")
	s.end(2)
}
