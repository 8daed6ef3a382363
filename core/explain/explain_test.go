package explain

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"compactlens/core/diagnose"
	"compactlens/core/event"
	"compactlens/core/golden"
	"compactlens/core/inspect"
	"compactlens/core/loop"
	"compactlens/core/source"
	"compactlens/core/wire"
	"compactlens/loader/capture"
)

func TestTablesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range All() {
		if seen[e.Name] {
			t.Errorf("%s stands twice", e.Name)
		}
		seen[e.Name] = true
		if e.What == "" || e.Next == "" || e.Kind != KindAttemptCause && e.Why == "" {
			t.Errorf("%s is not complete: %+v", e.Name, e)
		}
		for _, text := range []string{e.What, e.Why, e.Next} {
			if text != "" && !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") {
				t.Errorf("%s: %q is no sentence", e.Name, text)
			}
		}
		if (e.Bad == "") != (e.Good == "") {
			t.Errorf("%s has one example of two", e.Name)
		}
		if (e.Kind == KindInput || e.Kind == KindPolicy) && e.Bad == "" {
			t.Errorf("%s has no example", e.Name)
		}
	}
	for _, e := range All() {
		for _, s := range e.See {
			if !seen[s] {
				t.Errorf("%s refers to %s, which is not there", e.Name, s)
			}
		}
	}
	for _, r := range loop.InvalidSummaryReasons() {
		if !seen[string(r)] {
			t.Errorf("no entry for %s", r)
		}
	}
	for _, r := range event.CompactRejectReasons() {
		if e, ok := Lookup(r.String()); !ok || e.Number != int(r) {
			t.Errorf("no entry for %s", r)
		}
	}
	for _, f := range []event.DecodeFault{event.DecodeInvalidUTF8, event.DecodeDuplicateKey, event.DecodeJSON, event.DecodeUUID, event.DecodeUnknownRole,
		event.DecodeUnknownBlock, event.DecodeBlock, event.DecodeBlockLimit, event.DecodeMessageLimit} {
		if !seen["decode/"+string(f)] {
			t.Errorf("no entry for %s", f)
		}
	}
}

// Every error type that core exports has an entry.
func TestEveryErrorType(t *testing.T) {
	found := 0
	err := filepath.WalkDir("..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range f.Decls {
			g, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range g.Specs {
				s, ok := spec.(*ast.TypeSpec)
				if !ok || !s.Name.IsExported() || !strings.HasSuffix(s.Name.Name, "Error") {
					continue
				}
				found++
				if e, ok := Lookup(f.Name.Name + "." + s.Name.Name); !ok || e.Kind != KindError {
					t.Errorf("no entry for %s.%s", f.Name.Name, s.Name.Name)
				}
			}
		}
		return nil
	})
	if err != nil || found < len(errorTypes) {
		t.Errorf("%d types found, %d in the table: %v", found, len(errorTypes), err)
	}
}

func TestLookup(t *testing.T) {
	for name, want := range map[string]string{
		"xml_structure":          "xml_structure",
		"XML-Structure":          "xml_structure",
		"9":                      "invalid_summary",
		"14":                     "retained_tail_too_large",
		"summary/bare-ampersand": "summary/bare-ampersand",
		"bare-ampersand":         "summary/bare-ampersand",
		"code-fence":             "code-fence",
		"over-budget":            "over-budget",
		"over_budget":            "over_budget",
		"InvalidSummaryError":    "loop.InvalidSummaryError",
		"rearmbelow":             "RearmBelow",
		" transcript ":           "transcript",
		"prose-after":            "prose-after",
		"15":                     "",
		"0":                      "",
		"duplicate_key":          "decode/duplicate_key",
		"canceled":               "canceled",
		"DecodeError":            "",
		"":                       "",
		"nonsense":               "",
	} {
		e, ok := Lookup(name)
		if e.Name != want || ok != (want != "") {
			t.Errorf("%q: %q %v, want %q", name, e.Name, ok, want)
		}
	}
}

func TestSuggest(t *testing.T) {
	for name, want := range map[string]string{
		"xml_strcture":     "xml_structure",
		"bare-ampersant":   "summary/bare-ampersand",
		"DecodeError":      "event.DecodeError content.DecodeError",
		"stale":            "stale_basis",
		"bare":             "summary/bare-ampersand summary/bare-less-than",
		"cut-at-the-cap":   "cut-at-cap",
		"completely other": "",
	} {
		if got := strings.Join(Suggest(name, 2), " "); !strings.HasPrefix(got+" ", want+" ") || want == "" && got != "" {
			t.Errorf("%q: %q, want %q first", name, got, want)
		}
	}
}

// request is a request in order; the examples replace one member of it.
const request = `{"version":1,"basis":{"revision":7,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"},"model":{"provider":"anthropic","model":"m"},` +
	`"request_fingerprint":"3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f","transcript":[{"role":"user","blocks":[]}],"max_summary_tokens":4096`

// The bad example of each input and policy field breaks exactly that field, the
// good one none.
func TestFieldExamples(t *testing.T) {
	for _, f := range inputs {
		_, err := wire.DecodeRequest([]byte(request + "," + f.good + "}"))
		if err != nil {
			t.Errorf("%s: the good example: %v", f.field, err)
		}
		_, err = wire.DecodeRequest([]byte(request + "," + f.bad + "}"))
		var invalid *loop.CompactionInputError
		if !errors.As(err, &invalid) || invalid.Field != f.field {
			t.Errorf("%s: the bad example: %v", f.field, err)
		}
	}
	base := loop.CompactionPolicy{Automatic: true, CounterPolicy: 2, CompactAt: 8000, RearmBelow: 6000, KeepRecentSegments: 2, KeepRecentTokens: 8000,
		ReservedOutput: 16384, SafetyMargin: 8192, MaxSummaryTokens: 4096, CountTimeout: 2e9, Hustle: "context.compact"}
	counter := loop.CounterCapability{Quality: event.CountHeuristic}
	for _, f := range policies {
		good, bad := base, base
		if err := errors.Join(json.Unmarshal([]byte("{"+f.good+"}"), &good), json.Unmarshal([]byte("{"+f.bad+"}"), &bad)); err != nil {
			t.Fatal(err)
		}
		if err := good.Validate(counter); err != nil {
			t.Errorf("%s: the good example: %v", f.field, err)
		}
		var invalid *loop.CompactionPolicyError
		if err := bad.Validate(counter); !errors.As(err, &invalid) || invalid.Field != f.field {
			t.Errorf("%s: the bad example: %v", f.field, err)
		}
	}
}

// An example that is a bundle breaks exactly its rule, or gets exactly its advice.
// Every rule has an example.
func TestRuleExamples(t *testing.T) {
	run := func(example string) inspect.Verdict {
		file := source.NewText([]byte(example))
		b := capture.ReadBundle(file, wire.Parse(file.Bytes()))
		e := inspect.Evidence{Reply: b.Response.Reply, Usage: b.Response.Usage, OutputBytes: b.OutputBytes, MaxSummaryTokens: b.MaxSummaryTokens, Identity: b.Identity}
		v := inspect.Judge(e)
		var c diagnose.Context
		if in, err := wire.DecodeRequest(b.Input.Of(file.Bytes())); err == nil && len(in.Transcript) > 0 {
			c.Replaces(in.Transcript, "bundle")
		}
		diagnose.Advise(e, &v, c)
		return v
	}
	for _, r := range inspect.Rules() {
		e, ok := Lookup(r.ID)
		if !ok || e.Bad == "" || e.Good == "" {
			t.Errorf("%s has the examples %q and %q", r.ID, e.Bad, e.Good)
			continue
		}
		if r.Bad != "" {
			continue // these are run where they are made
		}
		if v := run(e.Bad); len(v.Findings) != 1 || v.Findings[0].Rule.ID != r.ID {
			t.Errorf("%s: %v %+v", r.ID, v.Decision, v.Findings)
		}
		if v := run(e.Good); v.Decision != inspect.Accepted || len(v.Findings) != 0 {
			t.Errorf("%s: the good example: %v %+v", r.ID, v.Decision, v.Findings)
		}
	}
}

func TestText(t *testing.T) {
	e, _ := Lookup("summary/illegal-char")
	got := Text(e)
	if !strings.HasPrefix(got, "summary/illegal-char — rule: a character that XML does not allow\n") || !strings.Contains(got, `\x1b[31mred`) || strings.Contains(got, "\x1b") {
		t.Error(got)
	}
	for _, e := range All() {
		for _, r := range Text(e) {
			if r < ' ' && r != '\n' || r == '\uFEFF' || r == '\u200b' {
				t.Errorf("%s: the text holds %U", e.Name, r)
			}
		}
	}
}

func TestAround(t *testing.T) {
	long := strings.Repeat("x", 200)
	for _, c := range []struct{ bad, good, wantBad, wantGood string }{
		{"a && b", "a &amp;&amp; b", "a && b", "a &amp;&amp; b"},
		{long + "&" + long, long + "&amp;" + long, "…" + long[:39] + "&" + long[:40] + "…", "…" + long[:39] + "&amp;" + long[:40] + "…"},
		{"\n" + long, long, "\n" + long[:40] + "…", long[:40] + "…"},
		{long[:150], long, "…" + long[:40], "…" + long[:40] + long[150:]},
		{long + "é", long + "è", "…" + long[:39] + "é", "…" + long[:39] + "è"},
	} {
		if bad, good := around(c.bad, c.good); bad != c.wantBad || good != c.wantGood {
			t.Errorf("%q and %q", bad, good)
		}
	}
}

// The page in the repository is the one the tables make.
func TestReferencePage(t *testing.T) {
	golden.Check(t, "../RULES.md", string(Markdown()))
}

// Whoever counts the checks, or the reasons they give, counts as their tables do: the
// reference, the entries and the README.
func TestTheChecksAreCountedAlike(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := os.ReadFile("../RULES.md")
	if err != nil {
		t.Fatal(err)
	}
	texts := string(readme) + string(rules)
	for _, e := range All() {
		texts += strings.Join([]string{e.Title, e.What, e.Why, e.Next}, "\n")
	}
	for r := event.CompactRejectReason(1); r.Valid(); r++ {
		texts += r.Meaning() + "\n"
	}
	counts := regexp.MustCompile(`(?i)\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[0-9]+) (checks|reasons)\b`).FindAllStringSubmatch(texts, -1)
	if len(counts) == 0 {
		t.Error("nobody counts them")
	}
	for _, c := range counts {
		want := map[string]string{"checks": "eight", "reasons": "ten"}[c[2]]
		if !strings.EqualFold(c[1], want) {
			t.Errorf("%q, and there are %s", c[0], want)
		}
	}
	if inspect.Checks != 8 || len(loop.InvalidSummaryReasons()) != 10 {
		t.Errorf("there are %d checks and %d reasons", inspect.Checks, len(loop.InvalidSummaryReasons()))
	}
	var names []string
	for _, s := range inspect.Stages() {
		names = append(names, "`"+s.String()+"`")
	}
	if list := strings.Join(names, ", "); !strings.Contains(strings.Join(strings.Fields(string(readme)), " "), list) {
		t.Errorf("the README does not list the checks as %s", list)
	}
}
