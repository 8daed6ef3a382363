package dossier

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/report"
	"compactlens/loader"
)

// told returns what every format says of the attempts in some files, by the format's name.
func told(t *testing.T, o loader.Options, paths ...string) map[string]string {
	t.Helper()
	r, err := NewBook(open(t, o, paths...)).Report(t.Context(), ReportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range report.Formats() {
		var out bytes.Buffer
		if err := f.Write(&out, r, report.TextOptions{}); err != nil {
			t.Fatal(err)
		}
		all[f.Name] = strings.NewReplacer("&#34;", `"`, "%25", "%", `\_`, "_").Replace(out.String())
	}
	return all
}

// A size that nobody knows is never said as one that is known: it is the least it can be,
// and why it is no more than that is said.
func TestUnknownSizesAreLeast(t *testing.T) {
	large := journals + "/live-summary-too-large"
	tail := journals + "/live-retained-tail-too-large.jsonl.gz"
	for _, c := range []struct {
		name  string
		o     loader.Options
		paths []string
		say   string
		never []string
		json  map[string]any
	}{
		{"no answer", loader.Options{}, []string{large + ".jsonl.gz"},
			"summary ≥ 10,744, together ≥ 20,480 of 20,480; the smallest reachable is ≈ 9,765; the summary is the least that was too large, as the answer is not in hand", []string{"summary ≈", "together ≈"},
			map[string]any{"fixed": 145.0, "tail": 9591.0, "summary": nil, "summary_at_least": 10744.0, "total": nil, "total_at_least": 20480.0, "over": nil}},
		{"no answer and no policy", loader.Options{Preset: loader.NoPreset}, []string{large + ".jsonl.gz"},
			"tail and summary ≥ 20,335, together ≥ 20,480 of 20,480", []string{"summary ≈", "together ≈", "tail ≈"},
			map[string]any{"tail": nil, "summary": nil, "summary_at_least": nil, "total": nil, "total_at_least": 20480.0}},
		{"an answer", loader.Options{}, []string{large + ".jsonl.gz", large + ".response-1.json.gz"},
			"summary ≈ 13,375, together ≈ 23,111 of 20,480; the smallest reachable is ≈ 9,765", []string{"≥"},
			map[string]any{"summary": 13375.0, "summary_at_least": nil, "total": 23111.0, "total_at_least": nil, "over": 2632.0}},
		{"an answer and no policy", loader.Options{Preset: loader.NoPreset}, []string{large + ".jsonl.gz", large + ".response-1.json.gz"},
			"summary ≈ 13,375, together with the tail ≥ 20,480 of 20,480", []string{"together ≈", "tail ≈"},
			map[string]any{"summary": 13375.0, "tail": nil, "total": nil, "total_at_least": 20480.0}},
		{"a tail", loader.Options{}, []string{tail}, "tail ≈ 9,801, summary budget 4,096, together ≈ 14,097 of 13,312", []string{"≥"},
			map[string]any{"summary": 4096.0, "total": 14097.0, "over": 786.0}},
		{"a tail and no policy", loader.Options{Preset: loader.NoPreset}, []string{tail}, "tail and summary budget ≥ 13,112, together ≥ 13,312 of 13,312", []string{"tail ≈", "together ≈"},
			map[string]any{"summary": nil, "total": nil, "total_at_least": 13312.0}},
	} {
		all := told(t, c.o, c.paths...)
		for _, f := range []string{"text", "json", "jsonl", "html", "linear"} {
			got, say, never := all[f], c.say, c.never
			if f == "linear" {
				say = strings.NewReplacer("≈ ", "about ", "≥ ", "at least ").Replace(say)
				never = nil
			}
			if !strings.Contains(got, say) {
				t.Errorf("%s, %s: not said: %s\n%s", c.name, f, say, got)
			}
			for _, n := range never {
				if strings.Contains(got, n) {
					t.Errorf("%s, %s: said: %s", c.name, f, n)
				}
			}
		}
		var got struct {
			Attempts []struct{ Sizes map[string]any }
		}
		if err := json.Unmarshal([]byte(all["json"]), &got); err != nil || len(got.Attempts) != 1 {
			t.Fatal(err)
		}
		for key, want := range c.json {
			if got.Attempts[0].Sizes[key] != want {
				t.Errorf("%s: %s is %v, want %v", c.name, key, got.Attempts[0].Sizes[key], want)
			}
		}
	}
}

// Whoever was refused for a size is told the reason, and by how many tokens it was missed
// or why that is not known, in every format; JSON has the figures.
func TestOverageIsSaid(t *testing.T) {
	large := journals + "/live-summary-too-large"
	for _, c := range []struct {
		reason, say string
		tokens      any
		paths       []string
	}{
		{"summary_too_large", "1 token too many: 160,000 with the summary in it, and it must stay below 160,000", 1.0, []string{cases + "/128-post-at-limit.attempt.json"}},
		{"summary_too_large", "≈ 2,632 tokens too many: ≈ 23,111 with the summary in it, and it must stay below 20,480", 2632.0, []string{large + ".jsonl.gz", large + ".response-1.json.gz"}},
		{"summary_too_large", "by how many tokens is not known: the answer is not in hand", nil, []string{large + ".jsonl.gz"}},
		{"retained_tail_too_large", "97 tokens too many: 160,096 with the summary budget in it, and it must stay below 160,000", 97.0, []string{cases + "/131-tail-too-large.attempt.json"}},
		{"retained_tail_too_large", "194,097 tokens too many", 194097.0, []string{cases + "/133-tail-image-overcounted.attempt.json"}},
		{"retained_tail_too_large", "≈ 786 tokens too many: ≈ 14,097 with the summary budget in it, and it must stay below 13,312", 786.0, []string{journals + "/live-retained-tail-too-large.jsonl.gz"}},
	} {
		all := told(t, loader.Options{}, c.paths...)
		for f, got := range all {
			say := c.say
			if f == "linear" {
				say = strings.ReplaceAll(say, "≈ ", "about ")
			}
			if !strings.Contains(got, c.reason) || !strings.Contains(got, say) {
				t.Errorf("%s, %s: %s and %q not said:\n%s", filepath.Base(c.paths[0]), f, c.reason, say, got)
			}
		}
		var got struct {
			Attempts []struct {
				Over struct {
					Reason string
					Tokens any
				} `json:"over_limit"`
			}
		}
		if err := json.Unmarshal([]byte(all["json"]), &got); err != nil {
			t.Fatal(err)
		}
		if o := got.Attempts[0].Over; o.Tokens != c.tokens || o.Reason != c.reason {
			t.Errorf("%s: %+v", c.paths[0], o)
		}
	}
}

// Where the attempt ended before a model was called there is no answer to ask for, and
// nothing of it is unknown. Where one was called it is asked for.
func TestNoAnswerIsAskedForWithoutACall(t *testing.T) {
	for name, none := range map[string]bool{
		cases + "/131-tail-too-large.attempt.json": true, cases + "/133-tail-image-overcounted.attempt.json": true, cases + "/143-lane-full.attempt.json": true,
		cases + "/126-input-short-results.attempt.json":              true,
		journals + "/live-retained-tail-too-large.jsonl.gz":          true,
		journals + "/live-unavailable-nothing-to-compact.jsonl.gz":   true,
		journals + "/live-context-count-failed.jsonl.gz":             true,
		journals + "/live-execution-failed-input-too-large.jsonl.gz": true,
		journals + "/live-interrupted-before-start.jsonl.gz":         true,
		journals + "/live-summary-too-large.jsonl.gz":                false,
		journals + "/live-shutdown-while-running.jsonl.gz":           false,
		journals + "/live-no-terminal-crash.crash.jsonl.gz":          false,
		cases + "/138-interrupted.attempt.json":                      false, // before or after the call
		cases + "/141-execution-failed-overload.attempt.json":        false,
	} {
		all := told(t, loader.Options{}, name)
		for f, got := range all {
			if asked := strings.Contains(got, "the model's answer (a captured"); asked && none {
				t.Errorf("%s, %s: the answer is asked for", name, f)
			} else if !asked && !none && f == "text" {
				t.Errorf("%s: the answer is not asked for", name)
			}
			if f == "text" || f == "html" || f == "linear" || f == "junit" || f == "markdown" {
				if said := strings.Contains(got, "no model was called") || strings.Contains(got, "before a model was called"); said != none {
					t.Errorf("%s, %s: that no model was called is said: %v\n%s", name, f, said, got)
				}
			}
		}
		if got := strings.Contains(all["json"], `"no_model_call": true`); got != none {
			t.Errorf("%s: no_model_call is %v", name, got)
		}
	}
}
