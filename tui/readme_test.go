package tui

import (
	"os"
	"strings"
	"testing"
)

// The screen that the README shows is the one that is drawn.
func TestScreenOfTheReadme(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "```\n")
	shown, _, _ := strings.Cut(rest, "\n```")
	d := drive(t, galleryContents(t), 112, 30)
	d.press("n n n n n n")
	if got := d.text(); got != shown {
		t.Errorf("the README shows\n%s\nand what is drawn is\n%s", shown, got)
	}
}
