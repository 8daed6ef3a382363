package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// Keys of one's own work and are what the hints and the help show; those that do not
// go together keep the program from starting, with the file and the line.
func TestKeysOfOnesOwn(t *testing.T) {
	home := t.TempDir()
	config := filepath.Join(home, "compactlens", "config.toml")
	if err := os.MkdirAll(filepath.Dir(config), 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := append([]string{"XDG_CONFIG_HOME=" + home}, known...)
	files := []string{cases + "028-html-in-state.xml", cases + "016-self-closed-root.xml"}

	write("[keys]\nedit = []\nnext-fault = ['e', 'f2']\nhelp = 'h'\nquit = 'Q'\n")
	s := boot(t, env, files...)
	s.await("hints with the keys chosen", shows("e f2 next fault"))
	s.await("hints with the keys chosen", shows("h all keys   Q quit"))
	s.send("]?qe")
	s.await("the second finding", shows("Finding 2 of 2"))
	s.send("h")
	s.await("help with the keys chosen", shows("│ e f2 "))
	s.send("hQ")
	s.end(0)

	write("theme = 'dark'\n\n[keys]\nnext-fault = 'e'\nsearch = 'e'\nedit = []\n")
	s = boot(t, env, files...)
	s.expect(config + `:5:10: "e" is a key of next-fault, too, and both can be meant; that is said on line 4`)
	s.end(2)
}
