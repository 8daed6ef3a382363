package clipboard

import (
	"strconv"
	"strings"
)

// Result says what was done with some bytes.
type Result struct {
	Bytes   int    // how many there were
	Invalid bool   // not all of them are UTF-8
	Tool    string // that took them; empty for none
	ToolErr error  // why no tool did, where one was tried
	Sent    bool   // a sequence was passed to the terminal, which may have refused it
	SendErr error  // why not, where it was tried

	failed  string // the tool of ToolErr
	through string // what the sequence has to pass first
	why     string // why nothing was tried
}

// The reasons for doing nothing, with what to do instead.
const (
	whyOff        = "the settings say clipboard = off"
	whyEmpty      = "it is empty"
	whyNoTool     = "no clipboard tool was found; clipboard = osc52 asks the terminal"
	whyDumb       = "a terminal of the kind dumb has no clipboard"
	whyNoTerminal = "there is neither a clipboard tool nor a terminal to ask"
)

// Done reports whether the bytes went anywhere.
func (r Result) Done() bool { return r.Tool != "" || r.Sent }

// String says in words what was done and what is not sure of it.
func (r Result) String() string {
	size := grouped(r.Bytes) + " bytes"
	if r.Bytes == 1 {
		size = "1 byte"
	}
	var parts []string
	if r.ToolErr != nil {
		parts = append(parts, r.failed+" failed: "+r.ToolErr.Error())
	}
	if r.SendErr != nil {
		parts = append(parts, "the terminal could not be written to")
	}
	sent := "sent " + size + " by OSC 52"
	if r.through != "" {
		sent += " through " + r.through
	}
	switch {
	case r.Tool != "" && r.Sent:
		parts = append(parts, "copied "+size+" with "+r.Tool+", and sent by OSC 52")
	case r.Tool != "":
		parts = append(parts, "copied "+size+" with "+r.Tool)
	case r.Sent && r.through == "tmux":
		parts = append(parts, sent+"; without allow-passthrough tmux drops it, and the terminal may have refused it")
	case r.Sent:
		parts = append(parts, sent+"; the terminal may have refused it")
	case r.why != "":
		parts = append(parts, "not copied: "+r.why)
	default:
		parts = append(parts, "not copied")
	}
	if r.Sent && r.Bytes > SafeBytes {
		parts = append(parts, "many terminals cut off what is longer than "+grouped(SafeBytes)+" bytes")
	}
	if r.Done() && r.Invalid {
		parts = append(parts, "not all of it is UTF-8; the bytes are as they were")
	}
	return strings.Join(parts, "; ")
}

// grouped writes n with commas.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}
