package core

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers is the direction of dependencies: a package may import only packages of
// this module that are named in its row, a trailing * standing for the rest of a
// path. A package without a row fails the test.
var layers = map[string][]string{
	"core/source":          {},
	"core/rawjson":         {},
	"core/pulse":           {},
	"core/pulse/pulsetest": {},
	"core/character":       {},
	"core/content":         {"core/rawjson"},
	"core/conformance":     {},
	"core/testfile":        {},
	"core/golden":          {},
	"core/hostile":         {},
	"core/event":           {"core/content", "core/rawjson"},
	"core/summary":         {"core/source", "core/pulse", "core/similar"},
	"core/loop":            {"core/content", "core/event", "core/source", "core/summary"},
	"core/wire":            {"core/source", "core/content", "core/event", "core/loop"},
	"core/history":         {"core/source", "core/content", "core/event", "core/loop", "core/wire"},
	"core/lifecycle":       {"core/source", "core/content", "core/event", "core/loop", "core/wire", "core/history", "core/inspect", "core/ledger"},
	"core/inspect":         {"core/source", "core/content", "core/event", "core/loop", "core/summary", "core/wire"},
	"core/similar":         {},
	"core/diagnose":        {"core/source", "core/content", "core/event", "core/loop", "core/summary", "core/wire", "core/inspect", "core/ledger", "core/similar"},
	"core/diff":            {"core/source", "core/pulse"},
	"core/compare":         {"core/source", "core/diff", "core/summary", "core/inspect"},
	"core/repair":          {"core/source", "core/diff", "core/similar", "core/summary", "core/wire", "core/inspect", "core/loop"},
	"core/ledger":          {"core/source", "core/content", "core/event", "core/summary", "core/inspect"},
	"core/whatif":          {"core/content", "core/event", "core/loop", "core/wire", "core/history", "core/inspect", "core/ledger", "core/similar"},
	"core/explain":         {"core/content", "core/event", "core/loop", "core/wire", "core/inspect", "core/lifecycle", "core/diagnose", "core/similar"},
	"core/report":          {"core/source", "core/content", "core/event", "core/loop", "core/summary", "core/wire", "core/inspect", "core/diff", "core/repair", "core/diagnose", "core/ledger", "core/lifecycle", "core/whatif", "core/explain", "core/compare"},
	"loader":               {"core/*", "loader/*"},
	"loader/dossier":       {"core/*", "loader", "loader/*"},
	"loader/tokens":        {"core/ledger"},
	"loader/problem":       {},
	"loader/work":          {"loader/crash"},
	"loader/crash":         {"loader/atomic"},
	"loader/atomic":        {},
	"loader/watch":         {"loader/regular"},
	"loader/regular":       {},
	"loader/journal":       {"loader/problem"},
	"loader/capture":       {"core/source", "core/content", "core/event", "core/wire", "core/inspect"},
	"themes":               {"themes/background", "core/similar"},
	"themes/background":    {},
	"themes/terminal":      {"themes"},
	"themes/highlight":     {"core/source", "themes"},
	"tui/edit":             {"core/source"},
	"tui/editor":           {},
	"tui/paste":            {},
	"tui/e2e":              {},
	"tui/canvas":           {"core/source", "themes"},
	"tui/find":             {"core/source"},
	"tui/clipboard":        {},
	"tui/diffview":         {"core/source", "core/diff", "core/compare", "core/inspect", "core/summary", "themes", "tui/canvas", "tui/scroll"},
	"tui/logbook":          {"core/source", "loader/crash"},
	"tui/export":           {"core/source", "themes", "tui/canvas"},
	"tui/screen":           {},
	"tui/scroll":           {},
	"tui/textview":         {"core/source", "themes", "themes/highlight", "tui/canvas", "tui/scroll"},
	"tui/transcript":       {"core/source", "core/content", "core/history", "core/wire", "themes", "themes/highlight", "tui/canvas", "tui/scroll"},
	"tui/accessible":       {"core/*", "loader", "loader/*"},
	"tui/launch":           {"core/*", "loader", "loader/*", "themes", "themes/*", "tui", "tui/*"},
	"tui/cli":              {"core/*", "loader", "loader/*", "themes", "themes/*", "tui", "tui/*"},
	"tui/keymap":           {"core/similar"},
	"tui/play":             {"tui/keymap"},
	"tui/settings":         {"core/source", "core/similar", "loader", "loader/atomic", "loader/regular", "themes", "tui/clipboard", "tui/keymap"},
	"tui":                  {"core/*", "loader", "loader/*", "themes", "themes/*", "tui/*"},
	"core":                 {},
	"":                     {"themes/background", "tui/cli"},
}

// forbidden lists, by first path element, what a package may never import,
// directly or through others outside this module.
var forbidden = map[string][]string{
	"core":   {"os", "net", "github.com/charmbracelet/", "github.com/alecthomas/chroma"},
	"loader": {"net", "github.com/charmbracelet/", "github.com/alecthomas/chroma"},
}

// testSupport are the packages that only tests import; they may read files.
var testSupport = []string{"core/golden", "core/conformance", "core/testfile"}

// allowed are packages under a forbidden path that are pure all the same.
var allowed = []string{"net/url"}

func TestImportDirection(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		pkg := strings.Trim(strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), ".."), "/")
		seen[pkg] = true
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if complaint := judgeImport(pkg, imported); complaint != "" {
				t.Errorf("%s %s", path, complaint)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range seen {
		if _, ok := layers[pkg]; !ok {
			t.Errorf("%q has no row in layers", pkg)
		}
	}
}

// judgeImport says what is wrong with one import, or nothing.
func judgeImport(pkg, imported string) string {
	if own, is := strings.CutPrefix(imported, "compactlens/"); is {
		if slices.ContainsFunc(layers[pkg], func(row string) bool {
			all, is := strings.CutSuffix(row, "*")
			return row == own || is && strings.HasPrefix(own, all)
		}) {
			return ""
		}
		return "imports " + imported
	}
	if slices.Contains(testSupport, pkg) {
		return ""
	}
	room, _, _ := strings.Cut(pkg, "/")
	for _, bad := range forbidden[room] {
		if (imported == strings.TrimSuffix(bad, "/") || strings.HasPrefix(imported, strings.TrimSuffix(bad, "/")+"/")) && !slices.Contains(allowed, imported) {
			return "imports " + imported
		}
	}
	return ""
}

func TestJudgeImport(t *testing.T) {
	for _, c := range []struct {
		pkg, imported string
		ok            bool
	}{
		{"core/wire", "compactlens/core/source", true},
		{"core/source", "compactlens/core/wire", false},
		{"core/report", "os", false},
		{"core/report", "net/http", false},
		{"core/report", "net/url", true},
		{"loader", "github.com/charmbracelet/lipgloss", false},
		{"tui", "github.com/charmbracelet/lipgloss", true},
	} {
		if got := judgeImport(c.pkg, c.imported) == ""; got != c.ok {
			t.Errorf("%s importing %s: allowed is %v", c.pkg, c.imported, got)
		}
	}
}
