package loader

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/event"
)

// TestNumbersCountCalls gives the answers of a composed journal, whose numbers
// count attempts, numbers that count calls, as a wrapped model client does.
func TestNumbersCountCalls(t *testing.T) {
	files := map[string]string{"x.jsonl": string(fileContent(t, find(t, journals, "session-200.jsonl")))}
	want := map[string]string{}
	for _, a := range mustOpen(t, Options{}, find(t, journals, "session-200.jsonl"), journals).Sessions[0].Attempts {
		if a.Reply == nil {
			continue
		}
		name := fmt.Sprintf("x.response-%d.json", a.Call.Number)
		text, _ := json.Marshal(string(a.Reply.Source.Text().Bytes()))
		files[name] = `{"message":{"role":"assistant","blocks":[{"type":"text","Text":` + string(text) + `}]}}`
		want[a.ID.String()] = name
	}
	for _, a := range mustOpen(t, Options{}, write(t, files)).Attempts {
		if a.Session == nil {
			t.Errorf("%s has no attempt", a.Source.Path)
		} else if replyFile(a) != want[a.ID.String()] {
			t.Errorf("%s: %s, want %s (%v)", a.ID, replyFile(a), want[a.ID.String()], a.ReplyMatch)
		}
	}
}

// reply writes an answer that echoes what measurementJSON measures.
func reply(revision, fingerprint string) string {
	return `{"version":1,"basis":` + basisJSON(revision) + `,"model":{"provider":"p","model":"m"},"request_fingerprint":"` +
		fmt.Sprintf("%02s", fingerprint) + strings.Repeat("00", 31) + `","summary":""}`
}

func TestMatches(t *testing.T) {
	const two = "measured:1:1 call:1:8 fail:1:8:4:6 reject:1:3:3:5:9 call:1:9 fail:1:9:4:6 reject:1:4:3:6:9"
	other := "turn:1:x measured:1:2 call:1:7"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"what it echoes", map[string]string{"j.jsonl": script("measured:1:1 call:1:8"), "a.txt": reply("1", "1")}, "8 a.txt identity certain"},
		{"fenced", map[string]string{"j.jsonl": script("measured:1:1 call:1:8"), "a.txt": "```json\n" + reply("1", "1") + "\n```"}, "8 a.txt identity certain"},
		{"another fingerprint and no name", map[string]string{"j.jsonl": script("measured:1:1 call:1:8"), "a.txt": reply("1", "7")}, "8 nothing; a.txt"},
		{"another fingerprint and a name", map[string]string{"j.jsonl": script("measured:1:1 call:1:8"), "j.output.txt": reply("1", "7")}, "8 j.output.txt name certain"},
		{"one basis, by number", map[string]string{"j.jsonl": script(two), "j.output-1.txt": reply("1", "1"), "j.output-2.txt": reply("1", "1")}, "8 j.output-1.txt name certain, 9 j.output-2.txt name certain"},
		{"one basis, by order", map[string]string{"j.jsonl": script(two), "a.txt": reply("1", "1"), "b.txt": reply("1", "1")}, "8 a.txt order doubtful, 9 b.txt order doubtful"},
		{"one basis, one too many", map[string]string{"j.jsonl": script(two), "a.txt": reply("1", "1"), "b.txt": reply("1", "1"), "c.txt": reply("1", "1")}, "8 a.txt order doubtful, 9 b.txt order doubtful; c.txt"},
		{"a ledger's name", map[string]string{"j.ledger.jsonl": script(two), "j.response-2.json": "I cannot."}, "8 nothing, 9 j.response-2.json name certain"},
		{"names without a stem", map[string]string{"d/session.jsonl": script(two), "d/response-1.json": reply("1", "1"), "d/response-2.json": "No."}, "8 d/response-1.json name certain, 9 d/response-2.json name certain"},
		{"captures in a folder of their own", map[string]string{"j.jsonl": script(two), "c/k.output-1.txt": reply("1", "1"), "c/k.output-2.txt": "No."}, "8 c/k.output-1.txt name certain, 9 c/k.output-2.txt name certain"},
		{"a name against the echo", map[string]string{"j.jsonl": script(two + " " + other), "j.output-1.txt": reply("2", "2")}, "8 nothing, 9 nothing, 7 j.output-1.txt identity doubtful"},
		{"a number too high", map[string]string{"j.jsonl": script(two), "j.output-3.txt": "No."}, "8 nothing, 9 nothing; j.output-3.txt"},
		{"two files of one answer", map[string]string{"j.jsonl": script("call:1:8"), "j.output-1.txt": "No.", "j.response-1.json": `{"role":"assistant","blocks":[{"type":"text","text":"No."}]}`}, "8 j.response-1.json+j.output-1.txt name certain"},
		{"two files that differ", map[string]string{"j.jsonl": script("call:1:8"), "j.output-1.txt": "Yes.", "j.response-1.json": `{"role":"assistant","blocks":[{"type":"text","text":"No."}]}`}, "8 j.response-1.json+j.output-1.txt! name certain"},
		{"an answer to no call", map[string]string{"j.jsonl": script("reject:1:3:1:5:7"), "j.output-1.txt": "No."}, "- nothing; j.output-1.txt"},
		{"calls or attempts", map[string]string{"j.jsonl": script("reject:1:3:1:5:7 60 call:1:8 fail:1:8:4:6 reject:1:4:3:6:9 60 call:1:9 fail:1:9:4:6 reject:1:6:3:6:9"), "j.output-2.txt": "No."}, "- nothing, 8 nothing, 9 j.output-2.txt name doubtful"},
	} {
		dir := write(t, c.files)
		var journal, loose []string
		for _, a := range mustOpen(t, Options{}, dir).Attempts {
			if a.Session == nil {
				loose = append(loose, replyFile(a))
				continue
			}
			s := "-"
			if a.Call != nil {
				s = fmt.Sprint(a.Call.RunID[0])
			}
			if a.Reply != nil {
				rel, _ := filepath.Rel(dir, a.Reply.Source.Path)
				s += " " + filepath.ToSlash(rel)
				for _, twin := range a.Reply.Twins {
					s += "+" + base(twin.Source.Path)
					if twin.Differs {
						s += "!"
					}
				}
			}
			s += " " + a.ReplyMatch.By.String()
			if a.Reply != nil {
				s += " " + a.ReplyMatch.Confidence.String()
			}
			journal = append(journal, s)
		}
		got := strings.Join(journal, ", ")
		if len(loose) > 0 {
			got += "; " + strings.Join(loose, " ")
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestPresets(t *testing.T) {
	for _, p := range Presets() {
		if got, ok := presetNamed(p.Name); !ok || got.Prompt != p.Prompt || p.OutputBytes == 0 || p.Policy.MaxSummaryTokens == 0 {
			t.Errorf("%+v", p)
		}
	}
	a := &Attempt{Call: &Call{Definition: event.HustleDefinition{PromptRevision: "coderig-compaction-prompt-v1"}}}
	if p, ok := a.Preset(); !ok || p.Name != "coderig" {
		t.Errorf("chosen by the prompt: %+v", p)
	}
}
