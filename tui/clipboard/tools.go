package clipboard

import (
	"bytes"
	"context"
	"encoding/binary"
	"os/exec"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// tool is a program that puts its standard input into the clipboard.
type tool struct {
	name    string
	args    []string
	here    func(system string, env func(string) string) bool
	reaches bool // the clipboard is the terminal's, wherever that is
	wide    bool // it wants UTF-16 where there is more than ASCII
}

// tools returns the table of tools, in the order in which they are tried.
func tools() []tool {
	on := func(names ...string) func(string, func(string) string) bool {
		return func(_ string, env func(string) string) bool {
			for _, n := range names {
				if env(n) != "" {
					return true
				}
			}
			return false
		}
	}
	return []tool{
		{name: "pbcopy", here: func(system string, _ func(string) string) bool { return system == "darwin" }},
		// Left to guess, wl-copy offers the bytes as a kind that many windows do not
		// paste.
		{name: "wl-copy", args: []string{"--type", "text/plain"}, here: on("WAYLAND_DISPLAY")},
		{name: "xclip", args: []string{"-selection", "clipboard", "-in"}, here: on("DISPLAY")},
		{name: "xsel", args: []string{"--clipboard", "--input"}, here: on("DISPLAY")},
		{name: "termux-clipboard-set", here: on("TERMUX_VERSION")},
		{name: "clip.exe", wide: true, here: func(system string, env func(string) string) bool {
			return system == "windows" || env("WSL_DISTRO_NAME") != ""
		}},
		// Tmux keeps the text for its own paste and tells the terminal, which it does
		// by default, unlike passing a sequence through.
		{name: "tmux", args: []string{"load-buffer", "-w", "-"}, reaches: true, here: on("TMUX")},
	}
}

// limit is how long a tool may take. Those that stay to serve the clipboard do so in
// a process of their own.
const limit = time.Second

// run gives b to the tool at path.
func (t tool) run(ctx context.Context, path string, b []byte) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if t.wide {
		b = widened(b)
	}
	cmd := exec.CommandContext(ctx, path, t.args...)
	// Its output goes nowhere: what it leaves running would hold a pipe open.
	cmd.Stdin = bytes.NewReader(b)
	cmd.WaitDelay = limit / 10
	err := cmd.Run()
	if err != nil && ctx.Err() == context.DeadlineExceeded {
		return &SlowError{}
	}
	return err
}

// SlowError reports a tool that did not end.
type SlowError struct{}

func (*SlowError) Error() string { return "it did not end within a second" }

// widened returns b in UTF-16, least byte first, where it is text beyond ASCII.
func widened(b []byte) []byte {
	ascii := bytes.IndexFunc(b, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
	if ascii || !utf8.Valid(b) {
		return b
	}
	var out []byte
	for _, u := range utf16.Encode([]rune(string(b))) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return out
}
