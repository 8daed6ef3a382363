package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/testfile"
)

// limited is a bound on what is read: a file that reaches it and one that is over it.
type limited struct {
	name     string // of the files, with its ending
	at, over string // what they hold
	want     string // what is said of the one that is over it: the bound, and why there is one
	keys     string // what shows that in the interface
	passes   string // what is said of the one that reaches it
}

const (
	kibi = 1 << 10
	mebi = 1 << 20
)

// answerLimits are the bounds on answers and on what is listed of them.
func answerLimits() []limited {
	nested := func(levels int) string {
		return `{"version":1,"summary":` + strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1) + "}"
	}
	summary := func(goal string) string {
		return "<conversation_summary><goal>" + goal + "</goal><constraints/><decisions/><state>s</state><open_items/></conversation_summary>"
	}
	const own = 9 // tags of that summary, without those of the goal's text
	tags := func(n int) string {
		return summary(strings.Repeat("<a>", (n-own)/2) + strings.Repeat("</a>", n-own-(n-own)/2))
	}
	keys := func(n int) string {
		return "{" + strings.Repeat(`"surplus":1,`, n-1) + `"surplus":1}`
	}
	const more = "and more faults: only the first "
	return []limited{
		{"nesting.json", nested(10_000), nested(10_001), "objects or arrays are nested over 10,000 levels deep | each level takes memory", "\t", "summary must be a string"},
		{"markup.xml", tags(64 * kibi), tags(64*kibi + 1), more + "65,536 pieces of markup were looked at, as no summary has more than twelve tags", "aG", "<a> is markup"},
		{"faults.xml", summary(strings.Repeat("& ", 1000)), summary(strings.Repeat("& ", 1001)), more + "1,000 of the summary are listed, as nobody works through more", "aG", "& must be written"},
		{"fields.json", keys(200), keys(201), more + "200 of the JSON are listed, as nobody works through more", "aG", "no field surplus"},
	}
}

// journalLimits are the bounds on records, which are the runtime's own.
func journalLimits(t *testing.T) []limited {
	t.Helper()
	lines := strings.SplitAfter(string(testfile.Must(t, "journals/live-committed-manual.jsonl.gz")), "\n")
	turn := 0
	for !strings.Contains(lines[turn], `"type":"TurnStarted"`) {
		turn++
	}
	whole := func(line string) string {
		return strings.Join(lines[:turn], "") + line + "\n" + strings.Join(lines[turn+1:], "")
	}
	record := func(change func(record map[string]any)) string {
		var r map[string]any
		if err := json.Unmarshal([]byte(lines[turn]), &r); err != nil {
			t.Fatal(err)
		}
		change(r)
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	text := func(n int) map[string]any { return map[string]any{"Text": strings.Repeat("x", n), "type": "text"} }
	block, _ := json.Marshal(text(0))
	blocks := func(all ...any) string {
		return whole(record(func(r map[string]any) { r["message"].(map[string]any)["blocks"] = all }))
	}
	many := func(n int) string {
		all := make([]any, n)
		for i := range all {
			all[i] = text(1)
		}
		return blocks(all...)
	}
	wide := func(n int) string { // a record of n bytes of which no block is over its bound
		some := record(func(r map[string]any) {
			r["message"].(map[string]any)["blocks"] = []any{text(7 * mebi), text(7 * mebi), text(0)}
		})
		return strings.Replace(some, `"Text":""`, `"Text":"`+strings.Repeat("y", n-len(some))+`"`, 1)
	}
	deep := func(levels int) string {
		return whole(record(func(r map[string]any) {
			r["surplus"] = json.RawMessage(strings.Repeat("[", levels-1) + strings.Repeat("]", levels-1))
		}))
	}
	long := func(n int) string { // a line of n bytes with its end
		some := record(func(map[string]any) {})
		return whole(some[:len(some)-1] + strings.Repeat(" ", n-len(some)-1) + "}")
	}
	const refuses = " | the runtime would refuse the whole journal"
	return []limited{
		{"blocks.jsonl", many(10_000), many(10_001), "blocks in one list: 10001, and the runtime takes at most 10000" + refuses, "G\t", ""},
		{"block.jsonl", blocks(text(8*mebi - len(block))), blocks(text(8*mebi - len(block) + 1)), "bytes in one block: 8388609, and the runtime takes at most 8388608" + refuses, "G\t", ""},
		{"record.jsonl", whole(wide(16 * mebi)), whole(wide(16*mebi + 1)), "bytes in one record: 16777217, and the runtime takes at most 16777216" + refuses, "G\t", ""},
		{"levels.jsonl", deep(10_000), deep(10_001), "arrays and objects are nested more than 10000 levels deep, the most that the runtime reads" + refuses, "G\t", ""},
		{"line.jsonl", long(24 * mebi), long(24*mebi + 1), "the line is longer than a record can be: 25165825 bytes, at most 25165824", "G\t", "bytes in one record: 25165823"},
	}
}

// spaces writes a text as the words of one line.
func spaces(s string) string { return strings.Join(strings.Fields(s), " ") }

// Each bound says, in a report and on screen, what it is and why it is there, once it is
// passed; what only reaches it is read as everything else is.
func TestLimits(t *testing.T) {
	for _, c := range append(answerLimits(), journalLimits(t)...) {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.name)
			check := func(text string) string {
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				var out bytes.Buffer
				cmd := exec.Command(binary, "check", path)
				cmd.Stdout, cmd.Stderr = &out, &out
				_ = cmd.Run() // most of these are rejected
				if code := cmd.ProcessState.ExitCode(); code < 0 || code > 2 {
					t.Errorf("exit code %d", code)
				}
				return out.String()
			}
			wanted := strings.Split(c.want, " | ")
			at := check(c.at)
			if strings.Contains(at, wanted[0]) || !strings.Contains(at, c.passes) || c.passes == "" && strings.Contains(at, "problem:") {
				t.Errorf("what reaches the bound: %.2000s", at)
			}
			over := check(c.over)
			for _, want := range wanted {
				if !strings.Contains(over, want) {
					t.Errorf("no %q in the report: %.2000s", want, over)
				}
			}
			s := boot(t, known, path)
			s.await("an answer", func(rows []string) bool {
				return !strings.Contains(strings.Join(rows, ""), "opening") && rows[29] != ""
			})
			s.send(c.keys + "z")
			s.await(c.want, func(rows []string) bool {
				screen := spaces(strings.Join(rows[2:], " "))
				for _, want := range wanted {
					if !strings.Contains(screen, want) {
						return false
					}
				}
				return true
			})
			s.send("q")
			s.end(0)
		})
	}
}

// Tool results inside each other are read from a journal however deep; a request takes
// 128 levels, and what is deeper is told there.
func TestNestingOfRequests(t *testing.T) {
	for levels, want := range map[int]string{128: "Message 1 holds a block of the type tool_result.", 129: "Message 1: tool results are nested more than 128 levels deep, the most that the runtime takes."} {
		text := string(testfile.Must(t, "journals/live-committed-manual.jsonl.gz"))
		_, rest, _ := strings.Cut(text, `"type":"TurnStarted"`)
		before := text[:len(text)-len(rest)]
		at := strings.LastIndex(before, `"blocks":[`) + len(`"blocks":[`)
		end := at + strings.Index(before[at:], `]}`)
		deep := strings.Repeat(`{"type":"tool_result","tool_use_id":"a","is_error":false,"content":[`, levels) + strings.Repeat("]}", levels)
		path := filepath.Join(t.TempDir(), "a.jsonl")
		if err := os.WriteFile(path, []byte(text[:at]+deep+text[end:]), 0o600); err != nil {
			t.Fatal(err)
		}
		s := boot(t, known, "--preset", "carbon", path)
		s.await("the attempt", shows("COMMITTED"))
		s.send("R")
		s.await("the request", func(rows []string) bool { return strings.Contains(strings.Join(rows, ""), "Request") })
		s.send("z")
		s.await(want, func(rows []string) bool { return strings.Contains(spaces(strings.Join(rows[1:], " ")), want) })
		s.send("q")
		s.end(0)
	}
}
