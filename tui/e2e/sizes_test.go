package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	rowStart = regexp.MustCompile(`\x1b\[(\d+);1H\x1b\[m\x1b\[K`)
	escapes  = regexp.MustCompile(`\x1b\[[0-9;?]*[a-zA-Z]`)
)

// rows returns the rows on screen, without colours, as far as they were written.
func (s *console) rows() []string {
	rows := make([]string, 30)
	text := string(s.all)
	starts := rowStart.FindAllStringSubmatchIndex(text, -1)
	for i, m := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		if y, _ := strconv.Atoi(text[m[2]:m[3]]); y <= len(rows) {
			rows[y-1] = escapes.ReplaceAllString(text[m[1]:end], "")
		}
	}
	return rows
}

// await reads on until the screen is as wanted.
func (s *console) await(what string, is func(rows []string) bool) {
	s.t.Helper()
	for !is(s.rows()) {
		if !s.read() {
			s.t.Fatalf("%s never came; the screen is\n%s", what, strings.Join(s.rows(), "\n"))
		}
	}
	s.seen = len(s.all)
}

// shows returns whether text is on the screen.
func shows(text string) func([]string) bool {
	return func(rows []string) bool { return strings.Contains(strings.Join(rows, "\n"), text) }
}

// dividerIn returns whether the upright divider is in a column, 0-based.
func dividerIn(column int) func([]string) bool {
	return func(rows []string) bool { r := []rune(rows[1]); return len(r) > column && r[column] == '┬' }
}

// levelOn returns whether the rule above the finding is on a row, 0-based.
func levelOn(row int) func([]string) bool {
	return func(rows []string) bool { return strings.Contains(rows[row], " Finding 1 of ") }
}

// mouse presses, moves or lets go the left button at a cell, 0-based.
func (s *console) mouse(what string, x, y int) {
	code, end := map[string]string{"press": "0", "move": "32", "release": "0"}[what], "M"
	if what == "release" {
		end = "m"
	}
	s.send(fmt.Sprintf("\x1b[<%s;%d;%d%s", code, x+1, y+1, end))
}

// Panes are resized by keys and by dragging, and are as large the next time. The
// mouse can be left to the terminal.
func TestResizingPanes(t *testing.T) {
	home := t.TempDir()
	env := append([]string{"XDG_STATE_HOME=" + home}, known...)
	files := []string{cases + "026-less-than-code.xml", cases + "066-valid-minimal.xml"}

	s := boot(t, env, files...)
	s.await("the divider", dividerIn(38))
	s.send(">")
	s.await("a wider list", dividerIn(43))
	s.await("a message", shows("43 % of the width"))
	s.send("2<")
	s.await("a narrower list", dividerIn(33))
	s.mouse("press", 33, 9)
	s.mouse("move", 40, 9)
	s.await("a list that follows the mouse", dividerIn(40))
	s.mouse("move", 55, 12)
	s.mouse("release", 55, 12)
	s.await("a list as wide as it was dragged", dividerIn(55))
	level := 0
	s.await("the lower panes", func(rows []string) bool {
		level = slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, " Finding 1 of ") })
		return level > 14
	})
	s.mouse("press", 70, level)
	s.mouse("move", 70, 14)
	s.mouse("release", 70, 14)
	s.await("higher lower panes", levelOn(14))
	if !strings.Contains(s.rows()[1], "▸ Attempts") {
		t.Error("dragging took the focus")
	}
	s.send("M")
	s.expect("\x1b[?1002l")
	s.await("a message", shows("the mouse is the terminal's"))
	s.send("M")
	s.expect("\x1b[?1002h")
	s.send("q")
	s.end(0)
	if b, err := os.ReadFile(filepath.Join(home, "compactlens", "state.json")); err != nil || !strings.Contains(string(b), `"list": 0.55`) {
		t.Fatalf("the sizes were not kept: %s %v", b, err)
	}

	s = boot(t, env, files...)
	s.await("the sizes of before", func(rows []string) bool { return dividerIn(55)(rows) && levelOn(14)(rows) })
	s.send("=")
	s.await("the sizes that the window suggests", func(rows []string) bool { return dividerIn(38)(rows) && levelOn(level)(rows) })
	s.send("q")
	s.end(0)

	s = boot(t, env, files...)
	s.await("the sizes that the window suggests", dividerIn(38))
	s.send("q")
	s.end(0)
}
