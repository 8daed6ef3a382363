package repair

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"compactlens/core/inspect"
	"compactlens/core/source"
)

// However few edits there may be, what they make of the text is the same.
func TestGatheredEditsMakeTheSame(t *testing.T) {
	for _, text := range []string{"", "a", "&", "&&&&&&&", "a & b < c &copy; d <!-- e --> \x1b[31m f ]]> \x00\xff g & h", "<![CDATA[a & b < c]]> & d"} {
		for repeat := range 9 {
			b := []byte(text)
			for range repeat {
				b = append(append(b, text...), " and "...)
			}
			whole := source.Span{End: len(b)}
			all := cleanWithin(b, whole, 1<<40)
			want := splice(b, all)
			for most := 1; most < 12; most++ {
				got := cleanWithin(b, whole, most)
				name := fmt.Sprintf("%q of %d edits, about %d", b, len(all), most)
				if !bytes.Equal(splice(b, got), want) {
					t.Fatalf("%s: %q, want %q", name, splice(b, got), want)
				}
				if len(got) >= 2*most+1 || len(all) < 2*most && !slices.Equal(got, all) || len(all) > 0 && len(got) == 0 {
					t.Fatalf("%s: %d edits", name, len(got))
				}
				for i := 1; i < len(got); i++ {
					if got[i].Span.Start < got[i-1].Span.End {
						t.Fatalf("%s: %v", name, got)
					}
				}
			}
		}
	}
}

// A text of hardly anything but faults is mended whole, with a bounded number of edits.
func TestEditsAreBounded(t *testing.T) {
	const many = 2*maxEdits + 5
	for _, part := range []string{"&", "a & b "} {
		text := "<conversation_summary><goal>g" + strings.Repeat(part, many) + "</goal><constraints/><decisions/><state>c & d</state><open_items/></conversation_summary>"
		reply := `{"version":1,"provider":"p","model":"m","through_event_id":"e","request_fingerprint":"f","summary":"` + text + `"}`
		for form, b := range map[inspect.Form]string{inspect.FormSummary: text, inspect.FormText: reply} {
			e := bare(form, []byte(b))
			v := inspect.Judge(e)
			for _, r := range Make(e, v).Repairs {
				if len(r.Edits) > 2*maxEdits {
					t.Errorf("%s: %d edits", r.Title, len(r.Edits))
				}
			}
			o := mendAll(e, v, Safe, nil)
			if want := strings.ReplaceAll(b, "&", "&amp;"); string(o.File) != want || !o.Settled || len(o.Passes) > 3 {
				t.Errorf("%v, %q: %d bytes in %d passes, want %d", form, part, len(o.File), len(o.Passes), len(want))
			}
		}
	}
}

// The same of the characters of a reply's string.
func TestEditsOfStringsAreBounded(t *testing.T) {
	const many = 2*maxEdits + 5
	summary := "<conversation_summary><goal>g</goal><constraints/><decisions/><state>s%s</state><open_items/></conversation_summary>"
	for name, c := range map[string]struct{ quote, bad, good string }{
		"controls": {`"`, "\n", `\n`}, "controls and words": {`"`, "\n a", `\n a`}, "quotes": {"'", `a "b`, `a \"b`},
	} {
		text := `{"version":1,"provider":"p","model":"m","through_event_id":"e","request_fingerprint":"f","summary":` + c.quote + summary + c.quote + "}"
		b := strings.Replace(text, "%s", strings.Repeat(c.bad, many), 1)
		o := recheck(inspect.FormText, []byte(b), Safe)
		want := strings.Replace(strings.ReplaceAll(text, "'", `"`), "%s", strings.Repeat(c.good, many), 1)
		if string(o.File) != want || !o.Settled {
			t.Errorf("%s: %d bytes in %d passes, want %d", name, len(o.File), len(o.Passes), len(want))
		}
		for _, pass := range o.Passes {
			for _, r := range pass {
				if len(r.Edits) > 2*maxEdits {
					t.Errorf("%s: %d edits", r.Title, len(r.Edits))
				}
			}
		}
	}
}
