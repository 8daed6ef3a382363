package clipboard

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-osc52/v2"
)

// desk is a PATH with tools that keep their input in files, and what was sent.
type desk struct {
	dir  string
	env  map[string]string
	sent []string
	fail error // of sending
}

// newDesk returns a desk with tools of these names. One that begins with "!" fails,
// one that begins with "~" never ends.
func newDesk(t *testing.T, tools ...string) *desk {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Fatal("the tools of this test are scripts")
	}
	d := &desk{dir: t.TempDir(), env: map[string]string{}}
	for _, name := range tools {
		script := "#!/bin/sh\ncat > '" + d.dir + "/'${0##*/}.input\necho \"$@\" > '" + d.dir + "/'${0##*/}.args\n"
		if rest, is := strings.CutPrefix(name, "!"); is {
			name, script = rest, "#!/bin/sh\nexit 3\n"
		}
		if rest, is := strings.CutPrefix(name, "~"); is {
			name, script = rest, "#!/bin/sh\nexec sleep 60\n"
		}
		if err := os.WriteFile(filepath.Join(d.dir, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", d.dir+":/usr/bin:/bin")
	return d
}

func (d *desk) board(m Mode) *Board {
	return &Board{Mode: m, Env: func(n string) string { return d.env[n] }, Send: func(s osc52.Sequence) error {
		d.sent = append(d.sent, s.String())
		return d.fail
	}}
}

func (d *desk) input(tool string) string {
	b, err := os.ReadFile(filepath.Join(d.dir, tool+".input"))
	if err != nil {
		return "nothing"
	}
	return string(b)
}

func TestWays(t *testing.T) {
	for _, c := range []struct {
		name  string
		mode  Mode
		tools string
		env   string
		tool  string // that gets it
		sent  bool
		want  string
	}{
		{"a desktop", Auto, "wl-copy xclip", "WAYLAND_DISPLAY=w DISPLAY=x", "wl-copy", true, "copied 5 bytes with wl-copy, and sent by OSC 52"},
		{"X alone", Auto, "wl-copy xclip", "DISPLAY=x", "xclip", true, "copied 5 bytes with xclip, and sent by OSC 52"},
		{"the second tool", Auto, "!xclip xsel", "DISPLAY=x", "xsel", true, "copied 5 bytes with xsel, and sent by OSC 52"},
		{"no tool", Auto, "", "DISPLAY=x", "", true, "sent 5 bytes by OSC 52; the terminal may have refused it"},
		{"a tool without a display", Auto, "xclip", "", "", true, "sent 5 bytes by OSC 52; the terminal may have refused it"},
		{"a tool that fails", Auto, "!xclip", "DISPLAY=x", "", true, "xclip failed: exit status 3; sent 5 bytes by OSC 52; the terminal may have refused it"},
		{"over ssh", Auto, "xclip", "DISPLAY=x SSH_TTY=/dev/pts/1", "", true, "sent 5 bytes by OSC 52; the terminal may have refused it"},
		{"over ssh, by its connection", Auto, "wl-copy", "WAYLAND_DISPLAY=x SSH_CONNECTION=1", "", true, "sent 5 bytes by OSC 52; the terminal may have refused it"},
		{"tmux over ssh", Auto, "tmux xclip", "DISPLAY=x SSH_TTY=y TMUX=z", "tmux", true, "copied 5 bytes with tmux, and sent by OSC 52"},
		{"tmux fails", Auto, "!tmux", "TMUX=z", "", true, "tmux failed: exit status 3; sent 5 bytes by OSC 52 through tmux; without allow-passthrough tmux drops it, and the terminal may have refused it"},
		{"screen", Auto, "", "STY=z", "", true, "sent 5 bytes by OSC 52 through screen; the terminal may have refused it"},
		{"tools over ssh, asked for", ToolsOnly, "xclip", "DISPLAY=x SSH_TTY=y", "xclip", false, "copied 5 bytes with xclip"},
		{"tools that are not there", ToolsOnly, "", "DISPLAY=x", "", false, "not copied: no clipboard tool was found; clipboard = osc52 asks the terminal"},
		{"the terminal alone", OSC52Only, "xclip", "DISPLAY=x", "", true, "sent 5 bytes by OSC 52; the terminal may have refused it"},
		{"off", Off, "xclip", "DISPLAY=x", "", false, "not copied: the settings say clipboard = off"},
		{"a dumb terminal", Auto, "", "TERM=dumb", "", false, "not copied: a terminal of the kind dumb has no clipboard"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, strings.Fields(c.tools)...)
			if !strings.Contains(c.tools, "tmux") && strings.Contains(c.env, "TMUX") {
				t.Fatal("the machine's own tmux would be run")
			}
			for p := range strings.FieldsSeq(c.env) {
				name, value, _ := strings.Cut(p, "=")
				d.env[name] = value
			}
			r := d.board(c.mode).Copy(context.Background(), []byte("a\x1bb\n "))
			if r.String() != c.want {
				t.Errorf("%q\nwant %q", r, c.want)
			}
			if (len(d.sent) > 0) != c.sent || r.Sent != c.sent {
				t.Errorf("sent %q", d.sent)
			}
			for _, name := range []string{"wl-copy", "xclip", "xsel", "tmux"} {
				want := "nothing"
				if name == c.tool {
					want = "a\x1bb\n "
				}
				if got := d.input(name); got != want {
					t.Errorf("%s got %q, want %q", name, got, want)
				}
			}
		})
	}
}

func TestSequences(t *testing.T) {
	text := strings.Repeat("any bytes \x00\xff\x1b]52;c;evil\a", 20)
	b64 := base64.StdEncoding.EncodeToString([]byte(text))
	for env, want := range map[string][2]string{
		"":     {"\x1b]52;c;", "\a"},
		"TMUX": {"\x1bPtmux;\x1b\x1b]52;c;", "\a\x1b\\"},
	} {
		d := newDesk(t)
		d.env[env] = "x"
		d.board(OSC52Only).Copy(context.Background(), []byte(text))
		if len(d.sent) != 1 || d.sent[0] != want[0]+b64+want[1] {
			t.Errorf("%s: %q", env, d.sent)
		}
	}
	d := newDesk(t)
	d.env["STY"] = "x"
	d.board(OSC52Only).Copy(context.Background(), []byte(text))
	got := strings.ReplaceAll(d.sent[0], "\x1b\\\x1bP", "")
	if got != "\x1bP\x1b]52;c;"+b64+"\a\x1b\\" {
		t.Errorf("screen: %q", d.sent)
	}
	for part := range strings.SplitSeq(d.sent[0], "\x1b\\") {
		if len(part) > 256 {
			t.Errorf("a part of %d bytes is longer than screen takes", len(part))
		}
	}
}

func TestLargeInvalidAndFailing(t *testing.T) {
	d := newDesk(t)
	b := d.board(Auto)
	if s := b.Copy(context.Background(), bytes.Repeat([]byte("x"), SafeBytes)).String(); strings.Contains(s, "cut") {
		t.Error(s)
	}
	if n := len(d.sent[0]); n > 100_000 {
		t.Errorf("the longest safe sequence has %d bytes", n)
	}
	s := b.Copy(context.Background(), bytes.Repeat([]byte("x"), SafeBytes+1)).String()
	if s != "sent 74,995 bytes by OSC 52; the terminal may have refused it; many terminals cut off what is longer than 74,994 bytes" {
		t.Error(s)
	}
	s = b.Copy(context.Background(), []byte{0xff}).String()
	if s != "sent 1 byte by OSC 52; the terminal may have refused it; not all of it is UTF-8; the bytes are as they were" {
		t.Error(s)
	}
	if s := b.Copy(context.Background(), nil).String(); s != "not copied: it is empty" {
		t.Error(s)
	}
	d.fail = errors.New("broken")
	if s := b.Copy(context.Background(), []byte("x")).String(); s != "the terminal could not be written to; not copied" {
		t.Error(s)
	}
	if s := (&Board{}).Copy(context.Background(), []byte("x")).String(); s != "not copied: there is neither a clipboard tool nor a terminal to ask" {
		t.Error(s)
	}
}

// A tool that never ends is ended.
func TestSlowTool(t *testing.T) {
	d := newDesk(t, "~xclip")
	d.env["DISPLAY"] = "x"
	r := d.board(ToolsOnly).Copy(context.Background(), []byte("x"))
	var slow *SlowError
	if !errors.As(r.ToolErr, &slow) || r.String() != "xclip failed: it did not end within a second; not copied" {
		t.Errorf("%v: %s", r.ToolErr, r)
	}
}

func TestWideText(t *testing.T) {
	for in, want := range map[string]string{"ab\xff": "ab\xff", "plain": "plain", "é😀": "\xe9\x00\x3d\xd8\x00\xde"} {
		if got := string(widened([]byte(in))); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestModes(t *testing.T) {
	for i, name := range Modes() {
		if m, ok := ParseMode(name); !ok || int(m) != i {
			t.Errorf("%s: %v %v", name, m, ok)
		}
	}
	if _, ok := ParseMode("on"); ok {
		t.Error("on is no mode")
	}
}
