package accessible

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"compactlens/core/hostile"
	"compactlens/loader"
)

// FuzzDialogue asks for anything: the dialogue answers in lines of text, and ends.
func FuzzDialogue(f *testing.F) {
	for _, seed := range []string{"list", "next\nfinding 2\nexplain", "finding -1", "finding 99999999999999999999", "more\nmore", "\x1b[2J", "fix\nquit", "help \xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		var out bytes.Buffer
		err := Run(context.Background(), Options{
			Open: func(ctx context.Context) (*loader.Workspace, error) {
				return loader.Open(ctx, []string{cases + "/026-less-than-code.xml"}, loader.Options{}, nil)
			},
			In: strings.NewReader(typed), Out: &out, Version: "devel",
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := hostile.Check(out.Bytes(), hostile.Lines); err != nil {
			t.Fatal(err)
		}
	})
}
