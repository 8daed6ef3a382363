package core

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers is the direction of dependencies: a package may import only packages of
// this module that are named in its row. A package without a row fails the test.
var layers = map[string][]string{
	"core/source":       {},
	"core/content":      {},
	"core/conformance":  {},
	"core/event":        {"core/content"},
	"core/summary":      {"core/source"},
	"core/loop":         {"core/content", "core/event", "core/source", "core/summary"},
	"core/wire":         {"core/source", "core/content", "core/event", "core/loop"},
	"core/inspect":      {"core/source", "core/content", "core/event", "core/loop", "core/summary", "core/wire"},
	"core/report":       {"core/source", "core/content", "core/event", "core/loop", "core/summary", "core/wire", "core/inspect"},
	"loader":            {"core/source", "core/content", "core/event", "core/loop", "core/summary", "core/wire", "core/inspect", "loader/problem", "loader/journal"},
	"loader/problem":    {},
	"loader/journal":    {"loader/problem"},
	"themes":            {"themes/background"},
	"themes/background": {},
	"themes/terminal":   {"themes"},
	"themes/highlight":  {"core/source", "themes"},
	"tui":               {"core/source", "core/content", "core/event", "core/loop", "core/summary", "core/wire", "core/inspect", "core/report", "loader", "themes", "themes/background"},
	"core":              {},
	"":                  {"core/source", "core/loop", "core/inspect", "core/report", "loader", "themes", "themes/background", "tui"},
}

// forbidden lists, by first path element, what a package may never import,
// directly or through others outside this module.
var forbidden = map[string][]string{
	"core":   {"os", "net", "github.com/charmbracelet/", "github.com/alecthomas/chroma"},
	"loader": {"net", "github.com/charmbracelet/", "github.com/alecthomas/chroma"},
}

// allowed are packages under a forbidden path that are pure all the same.
var allowed = []string{"net/url"}

func TestImportDirection(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "compactlens/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		path, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		pkg := strings.TrimPrefix(strings.TrimPrefix(path, "compactlens"), "/")
		row, ok := layers[pkg]
		if !ok {
			t.Errorf("%s has no row in layers", path)
			continue
		}
		seen++
		room, _, _ := strings.Cut(pkg, "/")
		for _, imported := range strings.Fields(rest) {
			if own, is := strings.CutPrefix(imported, "compactlens/"); is {
				if !slices.Contains(row, own) {
					t.Errorf("%s imports %s", path, imported)
				}
				continue
			}
			if slices.Contains(allowed, imported) {
				continue
			}
			for _, bad := range forbidden[room] {
				if imported == strings.TrimSuffix(bad, "/") || strings.HasSuffix(bad, "/") && strings.HasPrefix(imported, bad) || !strings.HasSuffix(bad, "/") && strings.HasPrefix(imported, bad+"/") {
					t.Errorf("%s imports %s", path, imported)
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no package was looked at")
	}
}
