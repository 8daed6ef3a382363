package main

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"compactlens/core/content"
	journaled "compactlens/core/event"
	"compactlens/core/history"
	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/core/summary"
	"compactlens/loader/journal"
)

// sizes are those of the texts that are judged.
var sizes = []struct {
	name  string
	bytes int
}{{"2 KB", 2 << 10}, {"20 KB", 20 << 10}, {"1 MB", 1 << 20}}

// summaries sets the decision on a summary beside one with encoding/xml.
func summaries(b *bench) error {
	for _, size := range sizes {
		for i, t := range texts {
			doc := summaryOf(i, size.bytes, 0)
			if d := summary.Decide(doc); d.Class != summary.Accepted || !standardSummary(doc) {
				return errors.New("a summary is not accepted")
			}
			best := compare(
				func() { summary.Decide(doc) },
				func() { standardSummary(doc) },
				func() { summary.Inspect(doc) },
			)
			n := allocations(func() { summary.Decide(doc) })
			times := ratio(best[1], best[0])
			b.report("decision on a summary of "+size.name+", "+t.name, "≥ 10× encoding/xml, no allocation", times >= 10 && n == 0,
				"%.1f× (%s, encoding/xml %s; with sections %.1f×), %d allocations",
				times, speed(len(doc), best[0]), speed(len(doc), best[1]), ratio(best[1], best[2]), n)
		}
	}
	return nil
}

// standardSummary makes the decision on a summary with encoding/xml.
func standardSummary(doc []byte) bool {
	if bytes.Contains(doc, []byte("<![CDATA[")) {
		return false
	}
	names := summary.SectionNames()
	filled := make([]bool, len(names))
	depth, next := 0, 0
	for d := xml.NewDecoder(bytes.NewReader(doc)); ; {
		t, err := d.Token()
		if err == io.EOF {
			return depth == 0 && next == len(names) && filled[0] && filled[3]
		}
		if err != nil {
			return false
		}
		switch t := t.(type) {
		case xml.StartElement:
			depth++
			if len(t.Attr) > 0 || t.Name.Space != "" || depth > 2 || depth == 1 && (next > 0 || t.Name.Local != "conversation_summary") {
				return false
			}
			if depth == 2 && (next == len(names) || t.Name.Local != names[next]) {
				return false
			}
		case xml.EndElement:
			if depth--; depth == 1 {
				next++
			}
		case xml.CharData:
			blank := len(bytes.TrimSpace(t)) == 0
			if depth < 2 && (!blank || depth == 0) {
				return false
			}
			if depth == 2 && !blank {
				filled[next] = true
			}
		default:
			return false
		}
	}
}

// replies sets the decision on a whole reply beside one with encoding/json and
// encoding/xml.
func replies(b *bench) error {
	for _, size := range sizes {
		for i, t := range texts {
			text := replyOf(summaryOf(i, size.bytes, 0))
			e := evidence(text)
			if v := inspect.Judge(e); v.Decision != inspect.Accepted || !standardReply(text) {
				return errors.New("a reply is not accepted")
			}
			best := compare(
				func() { inspect.Judge(e) },
				func() { standardReply(text) },
			)
			times := ratio(best[1], best[0])
			b.report("decision on a reply of "+size.name+", "+t.name, "≥ 5× the standard library", times >= 5,
				"%.1f× (%s, standard library %s)", times, speed(len(text), best[0]), speed(len(text), best[1]))
		}
	}
	return nil
}

// evidence returns what is known of a reply whose every check can be made.
func evidence(text []byte) inspect.Evidence {
	const from = "bench"
	return inspect.Evidence{
		Reply: inspect.Reply{
			Form: inspect.FormResponse, File: source.NewText(text), Role: "assistant",
			Blocks: []inspect.Block{{Type: "text", Text: inspect.Excerpt{Bytes: text}, Span: source.Span{End: len(text)}}},
		},
		Usage:            inspect.Know(&content.Usage{OutputTokens: 1}, from),
		OutputBytes:      inspect.Know[int64](1<<30, from),
		MaxSummaryTokens: inspect.Know[uint64](4096, from),
		Identity: inspect.Identity{
			Revision:       inspect.Know[uint64](7, from),
			ThroughEventID: inspect.Know(event, from),
			Provider:       inspect.Know("lmstudio", from),
			Model:          inspect.Know("qwen3-coder-30b", from),
			Fingerprint:    inspect.Know(fingerprint, from),
		},
	}
}

// standardReply makes the decision on a reply with the standard library.
func standardReply(text []byte) bool {
	var out struct {
		Version *uint8 `json:"version"`
		Basis   *struct {
			Revision *uint64 `json:"revision"`
			Through  *string `json:"through_event_id"`
		} `json:"basis"`
		Model *struct {
			Provider *string `json:"provider"`
			Model    *string `json:"model"`
		} `json:"model"`
		Fingerprint *string `json:"request_fingerprint"`
		Summary     *string `json:"summary"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if d.Decode(&out) != nil {
		return false
	}
	if _, err := d.Token(); err != io.EOF {
		return false
	}
	if out.Version == nil || out.Basis == nil || out.Model == nil || out.Fingerprint == nil || out.Summary == nil {
		return false
	}
	same := *out.Version == 1 && *out.Basis.Revision == 7 && *out.Basis.Through == event && *out.Fingerprint == fingerprint
	return same && standardSummary([]byte(*out.Summary))
}

// requests rebuilds a request of 6 MiB in which 500 tool results are left out.
func requests(b *bench) error {
	const each = 2900 // bytes of a result in a request, where it is cut to 2000 characters
	size, omitted := b.size(6*mib), b.size(500)
	results := max(size/each, 2*omitted)
	c := conversation(results)
	p := history.Policy{KeepRecentSegments: 1, KeepRecentTokens: 1, MaxSummaryTokens: 4096}
	full, err := c.Request(p, 1<<40)
	if err != nil {
		return err
	}
	limit := full.FullSize - int64(omitted)*full.FullSize/int64(results)*95/100
	var r history.Request
	best := compare(func() { r, err = c.Request(p, limit) })[0]
	if err != nil {
		return err
	}
	b.report(fmt.Sprintf("rebuilding a request of %.1f MiB, %d results left out", float64(full.FullSize)/mib, len(r.Omitted)),
		"≤ 200 ms", best <= 200*time.Millisecond && len(r.Omitted) >= omitted/2, "%s", ms(best))
	return nil
}

// conversation returns a context of tool calls with long results.
func conversation(results int) history.Context {
	text := strings.Repeat("0123456789 <tool> output\n", 250)
	through := journaled.UUID{1}
	c := history.Context{
		Basis: journaled.ContextBasis{Revision: 7, ThroughEventID: through},
		Measurement: &journaled.ContextMeasurement{
			Basis: journaled.ContextBasis{Revision: 7, ThroughEventID: through},
			Model: journaled.ModelKey{Provider: "p", Model: "m"}, RequestFingerprint: journaled.RequestFingerprint{1},
			InputTokens: 1, InputLimit: 1 << 30, Quality: 1,
		},
	}
	ask := func() {
		c.Messages = append(c.Messages, &content.UserMessage{Blocks: []content.Block{&content.TextBlock{Text: "go on"}}})
	}
	for i := range results {
		if i%10 == 0 {
			ask()
		}
		id := fmt.Sprintf("call_%d", i)
		c.Messages = append(c.Messages,
			&content.AIMessage{Blocks: []content.Block{&content.ToolUseBlock{ID: id, Name: "Bash", Input: []byte(`{}`)}}, Usage: &content.Usage{OutputTokens: 1}},
			&content.ToolResultMessage{ToolUseID: id, Blocks: []content.Block{&content.TextBlock{Text: text}}})
	}
	ask()
	return c
}

// indexes measures the index of a gigabyte.
func indexes(b *bench) error {
	for _, log := range []bool{false, true} {
		path, err := b.journal(b.size(1<<30), log)
		if err != nil {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		form, name, least := journal.Lines, "lines", 1e9
		if log {
			form, name, least = journal.Frames, "store log with checksums", 600e6
		}
		best := time.Duration(1 << 62)
		var held float64
		var records int
		for range 5 {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			begin := time.Now()
			x, err := journal.Scan(context.Background(), form, f, info.Size(), journal.Options{})
			best = min(best, time.Since(begin))
			if err != nil {
				return err
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			records = x.Len()
			held = float64(after.HeapAlloc-min(before.HeapAlloc, after.HeapAlloc)) / float64(records)
			runtime.KeepAlive(x)
		}
		rate := float64(info.Size()) / best.Seconds()
		b.report(fmt.Sprintf("indexing %.0f MB of %s", float64(info.Size())/1e6, name), fmt.Sprintf("≥ %.0f MB/s, ≤ 64 bytes an event", least/1e6),
			rate >= least && held <= 64, "%.0f MB/s, %.0f bytes an event of %d", rate/1e6, held, records)
	}
	return nil
}
