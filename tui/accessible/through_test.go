package accessible

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/core/hostile"
	"compactlens/loader"
)

// Nothing hostile is said, whatever is asked for and whatever the files hold.
func TestNothingHostileIsSaid(t *testing.T) {
	all := hostile.All()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.xml": "<conversation_summary><goal>" + all + "</goal><" + all + "/>", "b.json": `{"` + hostile.Escape(all) + `":1,"summary":"` + all + `"}`,
		"c.jsonl": `{"type":"` + all, "d.response.json": `{"role":"` + hostile.Escape(all) + `","blocks":[{"type":"` + hostile.Escape(all) + `"}]}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range hostile.Names() {
		_ = os.WriteFile(filepath.Join(dir, name+".xml"), []byte(all), 0o600) // where the system takes the name
	}
	var asked []string
	for _, c := range commands() {
		if c.names[0] != "quit" {
			asked = append(asked, c.names[0], "more", c.names[0]+" "+strings.NewReplacer("\n", "", "\r", "").Replace(all), c.names[0]+" 2")
		}
	}
	for range 12 {
		asked = append(asked, "next", "summary", "more", "reply", "finding", "finding", "explain", "fix")
	}
	for _, x := range hostile.Texts() {
		asked = append(asked, x.Text)
	}
	for _, ascii := range []bool{false, true} {
		var out bytes.Buffer
		err := Run(context.Background(), Options{
			Open: func(ctx context.Context) (*loader.Workspace, error) {
				w, err := loader.Open(ctx, []string{dir}, loader.Options{}, nil)
				return w, errors.Join(err, errors.New(all))
			},
			In: strings.NewReader(strings.Join(asked, "\n") + "\n"), Out: &out, ASCII: ascii, Version: "devel", Notice: all,
		})
		if err != nil {
			t.Error(err)
		}
		if err := hostile.Check(out.Bytes(), hostile.Lines); err != nil {
			t.Error(err)
		}
		if !strings.Contains(out.String(), "This is the last attempt.") && !strings.Contains(out.String(), "ttempt 12 of") {
			t.Errorf("few attempts were talked about:\n%.2000s", out.String())
		}
	}
}
