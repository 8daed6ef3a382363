package summary

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"compactlens/core/conformance"
	"compactlens/core/source"
)

func TestConformance(t *testing.T) {
	judge := func(c conformance.Case) (string, error) {
		raw, err := c.Bytes("raw")
		if err != nil {
			return "", err
		}
		var want struct {
			OK     bool   `json:"ok"`
			Reason string `json:"reason"`
		}
		if err := c.Want(&want); err != nil {
			return "", err
		}
		got := Decide(raw).Class
		if got.String() != want.Reason || (got == Accepted) != want.OK {
			return fmt.Sprintf("got %q, want %q", got, want.Reason), nil
		}
		return "", nil
	}
	conformance.Run(t, "summary_xml", judge)
}

// valid is a small accepted summary, kind to being cut apart.
const valid = "<conversation_summary>\n<goal>g</goal>\n<constraints/>\n<decisions>d &amp; e</decisions>\n<state>s</state>\n<open_items></open_items>\n</conversation_summary>"

func TestDecideSections(t *testing.T) {
	b := []byte(valid)
	d := Decide(b)
	if d.Class != Accepted {
		t.Fatalf("got %v %v", d.Class, d.Fault)
	}
	if got := d.Section(Decisions).Content.Of(b); string(got) != "d &amp; e" {
		t.Errorf("decisions: %q", got)
	}
	if s := d.Section(Constraints); !s.SelfClosing || !s.Content.Empty() || string(s.Element.Of(b)) != "<constraints/>" {
		t.Errorf("constraints: %+v", s)
	}
	if s := d.Section(Goal); string(s.Open.Of(b))+string(s.Close.Of(b)) != "<goal></goal>" || string(s.Element.Of(b)) != "<goal>g</goal>" {
		t.Errorf("goal: %+v", s)
	}
	if d.Root.Element != (source.Span{Start: 0, End: len(b)}) || !strings.HasPrefix(string(d.Root.Content.Of(b)), "\n<goal>") {
		t.Errorf("root: %+v", d.Root)
	}
}

func TestDecideAllocatesNothing(t *testing.T) {
	b := []byte(strings.ReplaceAll(valid, "d &amp; e", strings.Repeat("α &lt; &#955; \u4e2d\u6587 ]] > plain text\r\n", 100)))
	if d := Decide(b); d.Class != Accepted {
		t.Fatalf("got %v %v", d.Class, d.Fault)
	}
	if n := testing.AllocsPerRun(100, func() { Decide(b) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestNames compares the tables of name characters with encoding/xml's, character
// by character.
func TestNames(t *testing.T) {
	reads := func(s string) bool {
		_, err := xml.NewDecoder(strings.NewReader(s)).RawToken()
		return err == nil
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r > 0xFFFF {
			r += 0xFF // a sample of each plane: no table reaches there
		}
		c := string(r)
		if strings.ContainsAny(c, " \t\r\n/>!?=") {
			continue
		}
		if got, want := validName([]byte(c)), reads("<"+c+"/>"); got != want {
			t.Errorf("%U begins a name: got %v, want %v", r, got, want)
		}
		if got, want := validName([]byte("a"+c)), reads("<a"+c+"/>"); got != want && c != ":" {
			t.Errorf("%U stands in a name: got %v, want %v", r, got, want)
		}
	}
}
