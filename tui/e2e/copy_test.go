package e2e

import (
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// osc52 returns the sequence that asks a terminal to keep text.
func osc52(text string) string {
	return "\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(text)) + "\a"
}

// toolbox makes a folder with a clipboard tool of that name, which keeps what it is
// given in a file, or fails.
func toolbox(t *testing.T, name string, works bool) (path, kept string) {
	t.Helper()
	dir := t.TempDir()
	kept = filepath.Join(dir, "kept")
	script := "#!/bin/sh\nexec cat > '" + kept + "'\n"
	if !works {
		script = "#!/bin/sh\nexit 1\n"
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return "PATH=" + dir + ":" + filepath.Dir(binary) + ":/usr/bin:/bin", kept
}

// What is copied reaches the tool or the terminal byte for byte, between frames, and
// the message says which.
func TestCopying(t *testing.T) {
	file := cases + "026-less-than-code.xml"
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	summary := string(whole)
	size := count(len(summary))
	wayland, wlCopied := toolbox(t, "wl-copy", true)
	broken, _ := toolbox(t, "tmux", false)
	tmux, tmuxCopied := toolbox(t, "tmux", true)
	wrapped := "\x1bPtmux;\x1b" + osc52(summary) + "\x1b\\"
	for _, c := range []struct {
		name, env, flags string
		sequence         string // that is written; empty for none
		kept             string // file of the tool that gets it; empty for none
		message          string
	}{
		{"over ssh", "SSH_TTY=/dev/pts/9 WAYLAND_DISPLAY=w " + wayland, "", osc52(summary), "", "sent " + size + " by OSC 52; the terminal may have refused it"},
		{"without the alternate screen", "SSH_CONNECTION=x", "--no-alt-screen", osc52(summary), "", "sent " + size + " by OSC 52; the terminal may have refused it"},
		{"at a desk", "WAYLAND_DISPLAY=w " + wayland, "", osc52(summary), wlCopied, "copied " + size + " with wl-copy, and sent by OSC 52"},
		{"tools alone", "COMPACTLENS_CLIPBOARD=tools WAYLAND_DISPLAY=w " + wayland, "", "", wlCopied, "copied " + size + " with wl-copy"},
		{"in tmux", "TMUX=x SSH_TTY=y " + tmux, "", wrapped, tmuxCopied, "copied " + size + " with tmux, and sent by OSC 52"},
		{"in a tmux that does not answer", "TMUX=x " + broken, "", wrapped, "", "tmux failed: exit status 1; sent " + size},
		{"off", "COMPACTLENS_CLIPBOARD=off WAYLAND_DISPLAY=w " + wayland, "", "", "", "not copied: the settings say clipboard = off"},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := append([]string{"TERM=xterm-256color", "COLORTERM=truecolor", "COLORFGBG=15;0", "LANG=C.UTF-8"}, strings.Fields(c.env)...)
			s := boot(t, env, append(strings.Fields(c.flags), file)...)
			s.expect("REJECTED")
			if c.kept != "" {
				os.Remove(c.kept)
			}
			s.send("yw")
			if c.sequence != "" {
				s.expect(c.sequence)
			}
			s.expect(c.message)
			s.send("q")
			all := s.end(0)
			if c.sequence == "" && strings.Contains(all, "\x1b]52") {
				t.Error("a sequence was written")
			}
			if c.kept != "" {
				if b, err := os.ReadFile(c.kept); err != nil || string(b) != summary {
					t.Errorf("the tool got %q, %v", b, err)
				}
			}
		})
	}
}

// The command that is copied says what the interface says.
func TestTheCopiedCommand(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "it's a $(folder)\x1b")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(cases + "096-valid-wire-spaced.json")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "a reply.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	path, kept := toolbox(t, "wl-copy", true)
	s := boot(t, append([]string{"WAYLAND_DISPLAY=w", path}, known...), "--output-tokens", "9999", "--preset", "carbon", file)
	s.expect("token_limit")
	s.send("yc")
	s.expect("with wl-copy")
	s.send("q")
	s.end(0)
	command, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-c", string(command)+" --format json")
	cmd.Env = []string{path, "HOME=" + t.TempDir()}
	out, err := cmd.Output()
	if !strings.Contains(string(out), `"reason": "token_limit"`) {
		t.Errorf("%s says %s, %v", command, out, err)
	}
}

// count writes a size as the interface does.
func count(n int) string {
	if n < 1000 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%d,%03d bytes", n/1000, n%1000)
}
