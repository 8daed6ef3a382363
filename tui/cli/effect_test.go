package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"compactlens/loader"
)

func TestOnDisk(t *testing.T) {
	for _, c := range []struct {
		paths []string
		opt   loader.Options
		want  string
	}{
		{nil, loader.Options{}, ""},
		{nil, loader.Options{Against: "id.json"}, ""}, // the gallery
		{[]string{"-"}, loader.Options{}, ""},
		{[]string{"-", "a", "b"}, loader.Options{}, "a b"},
		{[]string{"a"}, loader.Options{ReplyFile: "r", Against: "id.json"}, "a r id.json"},
		{nil, loader.Options{ReplyFile: "r"}, "r"},
	} {
		if got := strings.Join(onDisk(c.paths, c.opt), " "); got != c.want {
			t.Errorf("%v: %q, want %q", c, got, c.want)
		}
	}
}

func TestInEffect(t *testing.T) {
	for args, want := range map[string]string{
		"":                                 "",
		"a.xml":                            "",
		"--theme dark a.xml":               "",
		"--preset carbon a.xml":            "--preset carbon",
		"--output-tokens 5102 --model m x": "--model m --output-tokens 5102",
		"--no-mouse --attempt ab --reply r.json --preset none": "--attempt ab --reply r.json --preset none",
	} {
		var e evidence
		var got []string
		root := &cobra.Command{Use: "root", RunE: func(cmd *cobra.Command, _ []string) error {
			got = e.inEffect(cmd)
			return nil
		}}
		e.register(root)
		e.look.Register(root)
		root.SetArgs(strings.Fields(args))
		if err := root.Execute(); err != nil {
			t.Fatal(err)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", args, got, want)
		}
	}
}
