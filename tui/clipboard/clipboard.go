// Package clipboard puts bytes into the clipboard: with a tool of the desktop, and
// by OSC 52, with which the terminal itself is asked to keep them, also over ssh.
//
// It runs tools without a shell and for no longer than a second, and hands the
// sequence to whoever writes to the terminal. Whether a terminal took a sequence
// cannot be known; a Result says what was done and no more.
package clipboard

import (
	"context"
	"os/exec"
	"runtime"
	"slices"
	"unicode/utf8"

	"github.com/aymanbagabas/go-osc52/v2"
)

// Mode says which ways are taken. The zero value is Auto.
type Mode uint8

// The modes.
const (
	Auto      Mode = iota // a tool where there is one on this desk, and OSC 52
	OSC52Only             // the terminal alone
	ToolsOnly             // tools alone
	Off                   // nothing is copied
)

// Modes returns the names of the modes as settings spell them.
func Modes() []string { return []string{"auto", "osc52", "tools", "off"} }

// ParseMode returns the mode of that name.
func ParseMode(name string) (m Mode, ok bool) {
	i := slices.Index(Modes(), name)
	return Mode(max(i, 0)), i >= 0
}

// SafeBytes is the most that every usual terminal takes by OSC 52: in base64, with
// what stands around it, it makes the 100,000 bytes at which many cut a sequence.
const SafeBytes = 74_994

// Board is a way to the clipboard. Its zero value has no terminal to send to and
// looks for tools only.
type Board struct {
	Mode Mode

	// Send passes a sequence to the terminal between two frames; nil where there is
	// no terminal.
	Send func(osc52.Sequence) error

	// Env is os.Getenv, or a test's; nil knows of no variable.
	Env func(name string) string
}

// Copy puts b into the clipboard as it is. It waits for a tool, so it belongs into
// the background.
func (c *Board) Copy(ctx context.Context, b []byte) Result {
	r := Result{Bytes: len(b), Invalid: !utf8.Valid(b)}
	dumb := c.env("TERM") == "dumb"
	switch {
	case c.Mode == Off:
		r.why = whyOff
		return r
	case len(b) == 0:
		r.why = whyEmpty
		return r
	}
	if c.Mode != OSC52Only {
		c.withTool(ctx, &r, b)
	}
	if c.Mode != ToolsOnly && c.Send != nil && !dumb {
		c.send(&r, b)
	}
	switch {
	case r.Done() || r.ToolErr != nil || r.SendErr != nil:
	case c.Mode == ToolsOnly:
		r.why = whyNoTool
	case dumb:
		r.why = whyDumb
	default:
		r.why = whyNoTerminal
	}
	return r
}

func (c *Board) env(name string) string {
	if c.Env == nil {
		return ""
	}
	return c.Env(name)
}

// remote reports whether the person sits at another machine, whose clipboard the
// tools here do not reach.
func (c *Board) remote() bool { return c.env("SSH_TTY") != "" || c.env("SSH_CONNECTION") != "" }

// withTool gives b to the first tool that takes it.
func (c *Board) withTool(ctx context.Context, r *Result, b []byte) {
	for _, t := range tools() {
		if !t.here(runtime.GOOS, c.env) || c.Mode == Auto && c.remote() && !t.reaches {
			continue
		}
		path, err := exec.LookPath(t.name)
		if err != nil {
			continue
		}
		if err := t.run(ctx, path, b); err != nil {
			if r.ToolErr == nil {
				r.failed, r.ToolErr = t.name, err
			}
			continue
		}
		r.Tool, r.ToolErr = t.name, nil
		return
	}
}

// send passes the sequence, wrapped for what lies between program and terminal.
func (c *Board) send(r *Result, b []byte) {
	s := osc52.New(string(b))
	switch {
	case c.env("TMUX") != "":
		s, r.through = s.Tmux(), "tmux"
	case c.env("STY") != "":
		s, r.through = s.Screen(), "screen"
	}
	r.SendErr = c.Send(s)
	r.Sent = r.SendErr == nil
}
