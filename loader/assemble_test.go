package loader

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"compactlens/core/event"
	"compactlens/loader/problem"
)

// script writes a journal from one word a record: KIND:LOOP[:ARGS]. Ids are made
// of the numbers in it.
//
//	call:L:RUN  end:L:RUN  fail:L:RUN:STAGE:CODE  other:L:RUN  otherend:L:RUN
//	commit:L:ATTEMPT:DURATION:WAITERS  reject:L:ATTEMPT:DURATION:WAITERS:REASON
//	yes:L:ATTEMPT:COMMAND  no:L:ATTEMPT:COMMAND:REASON
//	compact:L:COMMAND  measured:L:REVISION  turn:L:TEXT  fence  restore  stop
//
// Records are a second apart; a number of seconds as a word lets time pass.
func script(words string) string {
	const session = "00000000-0000-4000-8000-00000000000f"
	now := time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)
	var b strings.Builder
	for n, word := range strings.Fields(words) {
		var pause int
		if _, err := fmt.Sscanf(word, "%d", &pause); err == nil {
			now = now.Add(time.Duration(pause) * time.Second)
			continue
		}
		now = now.Add(time.Second)
		kind, rest, _ := strings.Cut(word, ":")
		args := append(strings.Split(rest, ":"), "", "", "", "", "")
		head := fmt.Sprintf(`"created_at":"%s","session_id":"%s","v":1`, now.Format(time.RFC3339Nano), session)
		own := fmt.Sprintf(`%s,"event_id":"%s"`, head, id("e", fmt.Sprint(n)))
		if kind == "yes" || kind == "no" {
			own = fmt.Sprintf(`%s,"event_id":"%s"`, head, event.WaiterReplyID(uuid("b", args[1]), uuid("c", args[2]), kind == "yes"))
		}
		inLoop := fmt.Sprintf(`%s,"loop_id":"%s"`, own, id("a", args[0]))
		cause := fmt.Sprintf(`"cause":{"loop_id":"%s"}`, id("a", args[0]))
		command := ""
		var body string
		switch kind {
		case "call", "other":
			body = own + `,"visibility":1,"type":"HustleStarted",` + cause + `,"run":` + runJSON(args[1], kind == "other")
		case "end", "otherend":
			body = own + `,"visibility":1,"type":"HustleCompleted","duration":1,` + cause + `,"run":` + runJSON(args[1], kind == "otherend")
		case "fail":
			body = own + `,"visibility":1,"type":"HustleFailed","duration":1,"stage":` + args[2] + `,"reason_code":` + args[3] + `,` + cause + `,"run":` + runJSON(args[1], false)
		case "commit", "reject":
			body = inLoop + `,"reason":1,"basis":` + basisJSON("1") + `,"attempt_id":"` + id("b", args[1]) + `","duration":` + strings.TrimLeft(args[2]+"000000000", "0") + `,"waiter_command_ids":[` + idsJSON(args[3]) + `]`
			if kind == "commit" {
				body += `,"type":"CompactionCommitted","summary":{"role":"user","blocks":[{"Text":"x","type":"text"}]},"post_context":` + measurementJSON("2")
			} else {
				body += `,"type":"CompactionRejected","reject_reason":` + args[4]
			}
		case "yes":
			body = inLoop + `,"type":"CompactWaiterResolved","attempt_id":"` + id("b", args[1]) + `","committed_event_id":"` + id("e", "1") + `","cause":{"command_id":"` + id("c", args[2]) + `"}`
		case "no":
			body = inLoop + `,"type":"CompactWaiterRejected","reason":` + args[3] + `,"attempt_id":"` + id("b", args[1]) + `","cause":{"command_id":"` + id("c", args[2]) + `"}`
		case "measured":
			body = inLoop + `,"type":"ContextMeasured","measurement":` + measurementJSON(args[1])
		case "turn":
			body = inLoop + `,"type":"TurnStarted","turn_id":"` + id("d", "1") + `","turn_index":1,"message":{"role":"user","blocks":[{"Text":"` + args[1] + `","type":"text"}]}`
		case "restore":
			body = own + `,"type":"RestoreStarted"`
		case "stop":
			body = own + `,"type":"SessionStopped"`
		case "fence":
			command = envelope("fence", `{"epoch":1}`)
		case "compact":
			command = envelope("command", `{"command_id":"`+id("c", args[1])+`","loop_id":"`+id("a", args[0])+`",`+head+`,"type":"Compact"}`)
		}
		if command == "" {
			command = envelope("event", "{"+body+"}")
		}
		b.WriteString(command + "\n")
	}
	return b.String()
}

func envelope(kind, body string) string {
	return fmt.Sprintf(`{"v":1,"kind":"%s","id":"x","body":"%s"}`, kind, base64.StdEncoding.EncodeToString([]byte(body)))
}

func id(kind, n string) string {
	return fmt.Sprintf("%s%07s-0000-4000-8000-000000000000", kind, strings.Repeat("0", 7-len(n))+n)
}

func uuid(kind, n string) event.UUID {
	u, _ := event.ParseUUID(id(kind, n))
	return u
}

func idsJSON(list string) string {
	var out []string
	for _, n := range strings.Split(list, ",") {
		out = append(out, `"`+id("c", n)+`"`)
	}
	return strings.Join(out, ",")
}

func runJSON(n string, other bool) string {
	name := event.CompactionHustle
	if other {
		name = "permission.classify"
	}
	return `{"definition":{"Name":"` + name + `","Limits":{"InputBytes":10,"OutputBytes":20}},"run_id":[` + n + `]}`
}

func basisJSON(revision string) string {
	return `{"revision":` + revision + `,"through_event_id":"` + id("f", revision) + `"}`
}

func measurementJSON(revision string) string {
	return `{"basis":` + basisJSON(revision) + `,"model":{"Provider":"p","Model":"m"},"request_fingerprint":[` + revision + `],"input_tokens":1,"input_limit":2,"quality":3}`
}

// outcome writes the attempts of a workspace down.
func outcome(w *Workspace) string {
	var out []string
	for _, a := range w.Attempts {
		s := "-"
		if !a.ID.IsZero() {
			s = strings.TrimLeft(a.ID.String()[1:8], "0")
		}
		s += fmt.Sprintf("@%c", a.Loop.ID.String()[7])
		if a.Call != nil {
			s += fmt.Sprintf(" call %d", a.Call.RunID[0])
		}
		s += " " + a.Terminal.String()
		if a.Ending != EndingUnknown {
			s += "/" + a.Ending.String()
		}
		if a.Trigger != 0 {
			s += " " + a.Trigger.String()
		}
		for _, w := range a.Waiters {
			s += " w" + strings.TrimLeft(w.CommandID.String()[1:8], "0")
			if w.Asked != nil {
				s += "?"
			}
			if w.Replied != nil {
				s += "!"
			}
		}
		out = append(out, s)
	}
	return strings.Join(out, " | ")
}

func TestAssemble(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "turn:1:hello", ""},
		{"a commit", "compact:1:5 call:1:9 end:1:9 commit:1:3:3:5 yes:1:3:5", "3@1 call 9 committed manual w5?!"},
		{"the events alone", "call:1:9 fail:1:9:4:6 reject:1:3:2:5:9 no:1:3:5:9", "3@1 call 9 rejected manual w5!"},
		{"rejected before its call", "compact:1:5 reject:1:3:1:5:7 no:1:3:5:7", "3@1 rejected manual w5?!"},
		{"two loops at once", "call:1:8 call:2:9 end:2:9 commit:2:4:3:6 end:1:8 commit:1:3:5:5", "3@1 call 8 committed manual w5 | 4@2 call 9 committed manual w6"},
		{"another hustle", "other:1:7 call:1:9 otherend:1:7 end:1:9 commit:1:3:4:5", "3@1 call 9 committed manual w5"},
		{"died in its call", "compact:1:5 call:1:9 fence restore", "-@1 call 9 none/died manual w5?"},
		{"died before its call", "compact:1:5 compact:1:6 fence", "-@1 none/died manual w5? w6?"},
		{"died in two loops", "compact:1:5 call:2:9 compact:2:6 restore", "-@1 none/died manual w5? | -@2 call 9 none/died manual w6?"},
		{"stopped", "compact:1:5 call:1:9 fail:1:9:3:2 stop", "-@1 call 9 none/stopped manual w5?"},
		{"still running", "call:1:9", "-@1 call 9 none/open"},
		{"automatic and still running", "compact:2:5 reject:2:3:1:5:7 call:1:9", "3@2 rejected manual w5? | -@1 call 9 none/open automatic"},
		{"a dead call, then a rejection without one", "call:1:9 60 reject:1:3:1:5:7", "-@1 call 9 none/replaced | 3@1 rejected manual w5"},
		{"a dead call, then another", "call:1:8 60 call:1:9 end:1:9 commit:1:3:3:5", "-@1 call 8 none/replaced | 3@1 call 9 committed manual w5"},
		{"a call that ended and led to nothing, then a rejection", "call:1:9 fail:1:9:3:2 60 reject:1:3:1:5:7", "-@1 call 9 none/replaced | 3@1 rejected manual w5"},
		{"waiters told before the start", "compact:1:5 no:1:3:5:3 call:1:9", "3@1 none/waiters_told manual w5?! | -@1 call 9 none/open automatic"},
		{"a full lane before the call", "no:1:3:7:1 call:1:9 fail:1:9:4:6 reject:1:3:3:5:9", "3@1 call 9 rejected manual w7! w5"},
		{"a full lane in the call", "call:1:9 no:1:3:7:1 fail:1:9:4:6 reject:1:3:5:5:9", "3@1 call 9 rejected manual w7! w5"},
		{"a command that joins the next attempt", "compact:1:5 compact:1:6 call:1:9 fail:1:9:4:6 reject:1:3:3:5:9 no:1:3:5:9 stop", "-@1 none/stopped manual w6? | 3@1 call 9 rejected manual w5?!"},
		{"an end without a beginning", "fail:1:9:4:6 reject:1:3:1:5:9", "3@1 call 9 rejected manual w5"},
		{"two terminals", "reject:1:3:1:5:7 commit:1:3:1:5", "3@1 rejected manual w5"},
		{"a reply missing", "commit:1:3:1:5,6 yes:1:3:5 fence yes:1:3:6", "3@1 committed manual w5! w6!"},
	} {
		dir := write(t, map[string]string{"a.jsonl": script(c.in)})
		w := mustOpen(t, Options{}, dir)
		if got := outcome(w); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		for _, p := range w.Problems {
			if p.Kind == problem.NoAttempt && c.want == "" {
				continue
			}
			t.Errorf("%s: %v", c.name, p)
		}
	}
}

func TestMeasuredBefore(t *testing.T) {
	for _, c := range []struct {
		name, in        string
		measured, basis uint64
	}{
		{"its own", "measured:1:4 measured:2:7 call:1:9", 4, 4},
		{"none", "measured:2:7 call:1:9", 0, 0},
		{"moved since", "measured:1:4 turn:1:x call:1:9", 4, 0},
		{"moved in another loop", "measured:1:4 turn:2:x call:1:9", 4, 4},
		{"of the terminal", "measured:1:4 call:1:9 end:1:9 reject:1:3:3:5:9", 4, 1},
		{"of the commit before", "measured:1:1 commit:1:3:1:5 call:1:9", 2, 2},
		{"a commit and one behind it", "commit:1:3:1:5 measured:1:6 call:1:9", 6, 6},
	} {
		w := mustOpen(t, Options{}, write(t, map[string]string{"a.jsonl": script(c.in)}))
		a := w.Attempts[len(w.Attempts)-1]
		var measured uint64
		if a.Measured != nil {
			measured = a.Measured.Basis.Revision
		}
		if measured != c.measured || a.Basis.Value.Revision != c.basis {
			t.Errorf("%s: measured at %d, basis %d", c.name, measured, a.Basis.Value.Revision)
		}
	}
}

func TestTitleAndLoops(t *testing.T) {
	w := mustOpen(t, Options{}, write(t, map[string]string{"a.jsonl": script("turn:1:First turn:2:Second call:2:9")}))
	s := w.Sessions[0]
	if s.Title != "First" || len(s.Loops) != 1 || len(s.Loops[0].Attempts) != 1 || s.Ended.Sub(s.Started) != 2*time.Second {
		t.Errorf("%+v", s)
	}
}
