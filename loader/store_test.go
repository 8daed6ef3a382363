package loader

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/event"
)

// frame writes one frame of a log.
func frame(sequence int, payload []byte) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(payload, crc32.MakeTable(crc32.Castagnoli)))
	b = binary.LittleEndian.AppendUint64(b, uint64(sequence))
	return append(b, payload...)
}

// storeOf writes a store with the sessions whose ledgers the folder has, as the
// runtime lays it out, and returns it with the scenario of each session.
func storeOf(t *testing.T, dir string) (root string, scenarios map[string]string) {
	var index []struct {
		Scenario string
		Session  string `json:"session_id"`
	}
	if err := json.Unmarshal(fileContent(t, find(t, dir, "live-index.json")), &index); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"leases/sessions/x.lock": "1\n"}
	scenarios = map[string]string{}
	for _, e := range index {
		var log []byte
		for i, line := range bytes.Split(bytes.TrimSpace(fileContent(t, find(t, dir, "live-"+e.Scenario+".ledger.jsonl"))), []byte("\n")) {
			log = append(log, frame(i+1, line)...)
		}
		files["streams/sessions/"+e.Session+".log"] = string(log)
		files["kv/sessions/"+e.Session] = "\x01\x00\x00\x00\x00\x00\x00\x00" + `{"session_id":"` + e.Session + `","title":"` + e.Scenario + `","status":"stopped"}`
		scenarios[e.Session] = e.Scenario
	}
	return write(t, files), scenarios
}

func TestStore(t *testing.T) {
	root, scenarios := storeOf(t, journals)
	roots := []string{root}
	if dir := os.Getenv("JOURNALS_DIR"); dir != "" {
		roots = append(roots, filepath.Join(dir, "store"))
	}
	ends := map[string]string{
		"committed-manual": "committed", "committed-automatic": "committed", "invalid-summaries": "rejected invalid_summary",
		"summary-too-large": "rejected summary_too_large", "retained-tail-too-large": "rejected retained_tail_too_large",
		"unavailable-nothing-to-compact": "rejected unavailable", "execution-failed-input-too-large": "rejected execution_failed",
		"committed-old-tool-results-stubbed": "committed", "canceled-hustle-timeout": "rejected canceled",
		"context-count-failed": "rejected context_count_failed", "interrupted-before-start": "none waiters_told",
		"shutdown-while-running": "none stopped", "control-lane-full": "committed", "no-terminal-crash": "committed",
	}
	for _, root := range roots {
		w := mustOpen(t, Options{}, root)
		if len(w.Sessions) != 14 || len(w.Problems) != 0 {
			t.Fatalf("%s: %d sessions, %v", root, len(w.Sessions), w.Problems)
		}
		for _, s := range w.Sessions {
			scenario := scenarios[s.ID.String()]
			want := 1
			if scenario == "invalid-summaries" {
				want = 21
			}
			if len(s.Attempts) != want || s.Title == "" || s.Status != "stopped" || s.Started.IsZero() || s.Ended.Before(s.Started) || s.Source.Kind != KindLog {
				t.Errorf("%s: %d attempts, %+v", scenario, len(s.Attempts), s)
			}
			for _, a := range s.Attempts {
				end := a.Terminal.String()
				if a.Terminal == Rejected {
					end += " " + a.RejectReason.String()
				} else if a.Ending != EndingUnknown {
					end += " " + a.Ending.String()
				}
				trigger := event.CompactionManual
				if scenario == "committed-automatic" {
					trigger = event.CompactionAutomatic
				}
				if end != ends[scenario] || a.Trigger != trigger || !a.Basis.Set {
					t.Errorf("%s: %s, %v, basis %+v", scenario, end, a.Trigger, a.Basis)
				}
			}
		}
	}
}

// TestCopies opens a journal, its ledger and its store in either order: it is one
// session, and what only the ledger holds is known.
func TestCopies(t *testing.T) {
	root, _ := storeOf(t, journals)
	plain, ledger := find(t, journals, "live-shutdown-while-running.jsonl"), find(t, journals, "live-shutdown-while-running.ledger.jsonl")
	log := filepath.Join(root, "streams/sessions/96cfe9c2-0c1a-4c89-b76b-c2cf16a31cc7.log")
	for _, paths := range [][]string{{plain, ledger, log}, {ledger, plain, log}, {log, ledger, plain}} {
		w := mustOpen(t, Options{}, paths...)
		if len(w.Sessions) != 1 || len(w.Sessions[0].AlsoIn) != 2 || len(w.Attempts) != 1 || w.Sessions[0].Title != "shutdown-while-running" {
			t.Fatalf("%v: %d sessions, %+v", paths, len(w.Sessions), w.Sessions[0])
		}
		a := w.Attempts[0]
		if a.Trigger != event.CompactionManual || len(a.Waiters) != 1 || a.Waiters[0].Asked == nil || a.Ending != EndingStopped || a.Started.IsZero() {
			t.Errorf("%v: %+v", paths, a)
		}
		var types []string
		for _, e := range a.Lifecycle() {
			types = append(types, e.Type)
		}
		if got := strings.Join(types, " "); !strings.Contains(got, "SessionIdle Compact SessionActive HustleStarted") || !strings.Contains(got, "HustleFailed SessionIdle SessionStopped") {
			t.Errorf("%v: life %s", paths, got)
		}
	}
	w := mustOpen(t, Options{}, plain)
	if a := w.Attempts[0]; a.Trigger != 0 || len(a.Waiters) != 0 {
		t.Errorf("the events alone: %+v", a)
	}
}

// TestCrash opens a copy of a store taken while a call ran, beside the session as
// it went on: the copy has less, so both stay.
func TestCrash(t *testing.T) {
	crash, whole := find(t, journals, "live-no-terminal-crash.crash.ledger.jsonl"), find(t, journals, "live-no-terminal-crash.jsonl")
	w := mustOpen(t, Options{}, crash, whole, journals)
	if w.Sessions[0].ID != w.Sessions[1].ID || len(w.Sessions[0].AlsoIn) != 1 {
		t.Fatalf("%+v", w.Sessions[0])
	}
	a, b := w.Attempts[0], w.Attempts[1]
	if a.Terminal != NoTerminal || a.Ending != EndingOpen || a.Reply != nil || a.Trigger != event.CompactionManual || !a.Call.Ended.IsZero() || a.Basis.From == "journal" {
		t.Errorf("the crash: %+v", a)
	}
	if b.Terminal != Committed || replyFile(b) != "live-no-terminal-crash.response-1.json" {
		t.Errorf("the session: %+v", b)
	}
}

// TestStoreKeepsInside gives a log pointers that lead out of its store.
func TestStoreKeepsInside(t *testing.T) {
	outside := write(t, map[string]string{"secret": strings.Repeat("x", 40)})
	secret := filepath.Join(outside, "secret")
	var log []byte
	for i, key := range []string{"../../" + secret, secret, "sessions/link", "sessions/folder", "sessions/missing"} {
		payload := envelope("blobptr", fmt.Sprintf(`{"key":%q,"size":40,"sha256":"%064d"}`, key, 0))
		log = append(log, frame(i+1, []byte(payload))...)
	}
	root := write(t, map[string]string{
		"streams/sessions/00000000-0000-4000-8000-00000000000f.log": string(log),
		"kv/sessions/00000000-0000-4000-8000-00000000000f":          "short", "blobs/sessions/folder/x": "",
	})
	if err := os.Symlink(secret, filepath.Join(root, "blobs/sessions/link")); err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, p := range mustOpen(t, Options{}, root).Problems {
		kinds = append(kinds, p.Kind.String())
	}
	if got := strings.Join(kinds, " "); got != "blob_pointer blob_pointer blob_pointer blob_pointer blob_missing no_attempt" {
		t.Errorf("problems %s", got)
	}
}

func TestCatalogThatCannotBeRead(t *testing.T) {
	const name = "00000000-0000-4000-8000-00000000000f"
	var log []byte
	for i, line := range strings.Split(strings.TrimSpace(script("turn:1:Hello call:1:9")), "\n") {
		log = append(log, frame(i+1, []byte(line))...)
	}
	root := write(t, map[string]string{"streams/sessions/" + name + ".log": string(log), "kv/sessions/" + name: "12345678{"})
	w := mustOpen(t, Options{}, root)
	if len(w.Problems) != 1 || w.Problems[0].Kind.String() != "bad_catalog" || w.Sessions[0].Title != "Hello" || len(w.Attempts) != 1 {
		t.Errorf("%v, %+v", w.Problems, w.Sessions[0])
	}
	single := mustOpen(t, Options{}, filepath.Join(root, "streams/sessions", name+".log"))
	if len(single.Attempts) != 1 || single.Sources[0].store == nil {
		t.Errorf("a log alone: %+v", single.Sources[0])
	}
}

// TestDamagedCopy opens a copy that holds everything and is damaged: it stays.
func TestDamagedCopy(t *testing.T) {
	root, _ := storeOf(t, journals)
	log := filepath.Join(root, "streams/sessions/96cfe9c2-0c1a-4c89-b76b-c2cf16a31cc7.log")
	b, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(log, append(b, make([]byte, 64)...), 0o644); err != nil {
		t.Fatal(err)
	}
	w := mustOpen(t, Options{}, find(t, journals, "live-shutdown-while-running.jsonl"), log)
	if len(w.Sessions) != 2 || len(w.Sessions[0].AlsoIn) != 0 || len(w.Attempts) != 2 || len(w.Problems) != 1 {
		t.Errorf("%d sessions, %d attempts, %v", len(w.Sessions), len(w.Attempts), w.Problems)
	}
}
