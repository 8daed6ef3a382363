package tui

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/core/inspect"
)

// paste pastes text as Bubble Tea gives it.
func (d *driver) paste(text string) {
	d.t.Helper()
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
}

// twoMinutesPastTwo is when scratch answers are made in tests.
func twoMinutesPastTwo() time.Time { return time.Date(2026, 3, 4, 14, 2, 0, 0, time.UTC) }

// driveByHand opens the sample with a clock that stands.
func driveByHand(t *testing.T, w, h int) *driver {
	t.Helper()
	d := drive(t, sample(), w, h)
	d.app.now = twoMinutesPastTwo
	return d
}

// replyOf is a whole reply to the attempts of the sample, with a summary in it.
func replyOf(summary string) string {
	s, err := json.Marshal(summary)
	if err != nil {
		panic(err)
	}
	return "{" + identity + `,"summary":` + string(s) + "}"
}

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func TestPastedAnswers(t *testing.T) {
	bad := strings.Replace(good, "One retry", "One & retry", 1)
	for _, c := range []struct {
		name, pasted string
		decision     inspect.Decision
		reason       string
		form         inspect.Form
	}{
		{"a summary", good, inspect.Accepted, "", inspect.FormSummary},
		{"a bad summary", bad, inspect.Rejected, "xml_syntax", inspect.FormSummary},
		{"a reply without usage", replyOf(good), inspect.Undetermined, "", inspect.FormText},
		{"a bad reply", replyOf(bad), inspect.Rejected, "xml_syntax", inspect.FormText},
		{"another attempt's reply", strings.Replace(replyOf(good), `"revision":7`, `"revision":6`, 1), inspect.Rejected, "identity", inspect.FormText},
		{"escaped", quoted(replyOf(bad)), inspect.Rejected, "xml_syntax", inspect.FormText},
		{"escaped twice", quoted(quoted(replyOf(bad))), inspect.Rejected, "xml_syntax", inspect.FormText},
		{"openai", `{"choices":[{"message":{"content":` + quoted(replyOf(good)) + `},"finish_reason":"stop"}],"usage":{"completion_tokens":120}}`, inspect.Accepted, "", inspect.FormResponse},
		{"anthropic", `{"type":"message","content":[{"type":"text","text":` + quoted(replyOf(good)) + `}],"usage":{"output_tokens":5000}}`, inspect.Rejected, "token_limit", inspect.FormResponse},
		{"gemini in a log", `{"level":"debug","body":` + quoted(`{"candidates":[{"content":{"parts":[{"text":`+quoted(replyOf(bad))+`}]}}],"usageMetadata":{"candidatesTokenCount":9}}`) + `}`, inspect.Rejected, "xml_syntax", inspect.FormResponse},
		{"words", "I cannot help with that.", inspect.Rejected, "wire", inspect.FormText},
		{"with the terminal's line ends", strings.ReplaceAll(manyFaults, "\n", "\r"), inspect.Rejected, "xml_syntax", inspect.FormSummary},
	} {
		d := driveByHand(t, 120, 40)
		d.press("n n n n n") // attempt 9
		before := *d.app.reader.item
		d.paste(c.pasted)
		it := d.app.reader.item
		if it.scratch == nil || it.judged == nil {
			t.Errorf("%s: it was not judged:\n%s", c.name, d.text())
			continue
		}
		v := it.judged.verdict
		if v.Decision != c.decision || string(v.Reason) != c.reason || v.Form != c.form {
			t.Errorf("%s: %v %q, form %d; missing %v", c.name, v.Decision, v.Reason, v.Form, v.Missing)
		}
		d.expect("+ pasted 14:02", "attempt 9 › scratch: pasted 14:02")
		d.press("p")
		if now := d.app.reader.item; now.name != before.name || now.judged != before.judged {
			t.Errorf("%s: the attempt itself changed, or the answer does not stand below it", c.name)
		}
	}
}

// What is no answer is refused, and nothing is added.
func TestPastedOtherThings(t *testing.T) {
	for text, want := range map[string]string{
		" \r ": "pasted: it holds no text",
		`{"transcript":[],"basis":{"revision":1}}`: "pasted: it is no answer but: request",
		`{"error":{"message":"overloaded"}}`:       "pasted: an error came instead of an answer",
	} {
		d := driveByHand(t, 120, 40)
		n := len(d.app.list.items)
		d.paste(text)
		d.expect(want)
		if len(d.app.list.items) != n {
			t.Errorf("%q was added", text)
		}
	}
}

// Answers stand below their attempt, the last one last; that of a scratch answer
// belongs to the same attempt. With nothing to belong to they stand alone.
func TestWhereScratchAnswersStand(t *testing.T) {
	d := driveByHand(t, 120, 40)
	d.press("n n n n n")
	d.paste(good)
	d.paste(manyFaults)
	d.press("p p")
	if name := d.app.reader.item.name; name != "9" {
		t.Fatalf("on %q", name)
	}
	d.press("n n")
	if it := d.app.reader.item; it.scratch == nil || !it.rejected() || it.scratch.of.name != "9" {
		t.Errorf("%+v", it)
	}
	d.press("n")
	if name := d.app.reader.item.name; name != "10" {
		t.Errorf("on %q", name)
	}
	d.press("p p p p p p p p p") // to broken.jsonl, which is no attempt
	for d.app.reader.item.name != "broken.jsonl" {
		d.press("n")
	}
	d.paste(good)
	d.expect("Given by hand", "judged by itself")
	empty := drive(t, &contents{}, 120, 40)
	empty.paste(good)
	empty.expect("Given by hand", "ACCEPTED")
}

// What was given by hand can be taken off the list and brought back; nothing else can.
func TestRemovingAnswers(t *testing.T) {
	remove := tea.KeyMsg{Type: tea.KeyDelete}
	d := driveByHand(t, 120, 40)
	d.press("n n n n n")
	n := len(d.app.list.items)
	d.send(remove)
	d.expect("delete: only answers given by hand, marked +, can be taken off the list")
	d.press("U")
	d.expect("U: nothing was taken off the list")
	d.paste(good)
	d.paste(manyFaults)
	d.press("'")
	d.press("esc")
	d.send(remove)
	d.expect("off the list: pasted 14:02; U brings it back")
	if it := d.app.reader.item; it.scratch == nil || it.rejected() || len(d.app.list.items) != n+1 {
		t.Errorf("%d rows, on %q", len(d.app.list.items), it.name)
	}
	d.send(remove)
	if it := d.app.reader.item; it.name != "9" || len(d.app.list.items) != n {
		t.Errorf("%d rows, on %q", len(d.app.list.items), it.name)
	}
	d.press("ctrl+o")
	d.expect("what was there is in the list no more")
	d.press("U")
	d.expect("on the list again: pasted 14:02", "ACCEPTED", "+ pasted 14:02")
	d.press("U")
	d.expect("REJECTED")
	if it := d.app.reader.item; it.scratch == nil || it.scratch.of.name != "9" || len(d.app.list.items) != n+2 {
		t.Errorf("%d rows, on %q", len(d.app.list.items), it.name)
	}

	empty := drive(t, &contents{}, 120, 40)
	empty.paste(good)
	empty.send(remove)
	empty.absent("Given by hand", "ACCEPTED")
	empty.press("U")
	empty.expect("Given by hand", "ACCEPTED")
	for range removedLimit + 3 {
		empty.paste(good)
		empty.send(remove)
	}
	if len(empty.app.removed) != removedLimit {
		t.Errorf("%d are kept", len(empty.app.removed))
	}
}

// A filter that hides what was given ends.
func TestPasteThroughAFilter(t *testing.T) {
	d := driveByHand(t, 120, 40)
	d.press("&")
	for _, r := range "reason:xml_syntax" {
		d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
	d.press("enter")
	if !d.app.list.filter.active() {
		t.Fatal("there is no filter")
	}
	d.paste(good)
	if d.app.list.filter.active() || d.app.reader.item.scratch == nil {
		t.Errorf("the answer is not shown:\n%s", d.text())
	}
}

func TestOpenReplyByHand(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"answer.xml": good, "other.txt": manyFaults, "request.json": `{"transcript":[],"basis":{"revision":1}}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	typed := func(d *driver, s string) {
		for _, r := range s {
			d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
		}
	}
	d := driveByHand(t, 120, 40)
	d.press("O enter")
	d.expect("a path is needed")
	typed(d, dir+"/")
	d.press("tab")
	d.expect("4: answer.xml  folder/  other.txt  request.json")
	typed(d, "z")
	d.press("tab")
	d.expect("nothing is called so")
	d.send(tea.KeyMsg{Type: tea.KeyBackspace})
	typed(d, "an")
	d.press("tab enter")
	d.expect("+ answer.xml 14:02", "ACCEPTED", "nothing is stored")
	d.press("O")
	d.paste(dir + "/request.json") // into the prompt
	d.press("enter")
	d.expect("request.json", "it is no answer but: request") // the path is there to be mended
	d.press("ctrl+u")
	typed(d, dir+"/missing")
	d.press("enter")
	d.expect(dir+"/missing", "no such file")
	if strings.Count(d.text(), "missing") != 1 || strings.Count(d.text(), "no such file") != 1 {
		t.Errorf("it is told twice:\n%s", d.text())
	}
	d.send(tea.KeyMsg{Type: tea.KeyCtrlU})
	typed(d, dir+"/answer.xml")
	d.press("enter")
	d.expect("nothing is stored")
	d.absent("A reply, a response body")
	for _, dropped := range []string{dir + "/other.txt", "'" + dir + "/other.txt'", "file://" + dir + "/other.txt ", strings.ReplaceAll(dir, "T", `\T`) + "/other.txt"} {
		d := driveByHand(t, 120, 40)
		d.paste(dropped)
		if it := d.app.reader.item; it.scratch == nil || it.scratch.how != "other.txt" {
			t.Errorf("%s:\n%s", dropped, d.text())
		}
	}
}

func TestScratchGoldens(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		for _, light := range []bool{false, true} {
			theme := testTheme(light, 0)
			d := driveTheme(t, sample(), size[0], size[1], theme)
			d.app.now = twoMinutesPastTwo
			d.press("n n n n n")
			d.paste(quoted(replyOf(manyFaults)))
			if !light {
				kept(t, fmt.Sprintf("pasted-%dx%d.txt", size[0], size[1]), d.text())
				d.press("shift+tab")
				kept(t, fmt.Sprintf("pasted-list-%dx%d.txt", size[0], size[1]), d.text())
			}
		}
	}
}
