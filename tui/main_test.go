package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestMain fails the run that leaves a file where the sources are: a test whose keys may
// write one goes to a folder of its own first.
func TestMain(m *testing.M) {
	before := namesHere()
	code := m.Run()
	for _, name := range namesHere() {
		if !slices.Contains(before, name) {
			fmt.Println("a test left", name)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}

func namesHere() (names []string) {
	entries, err := os.ReadDir(".")
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for _, e := range entries {
		if slices.Contains([]string{".prof", ".out", ".test"}, filepath.Ext(e.Name())) {
			continue // what go test itself was asked to write
		}
		names = append(names, e.Name())
	}
	return names
}
