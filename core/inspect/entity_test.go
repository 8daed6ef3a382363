package inspect

import (
	"testing"

	"compactlens/core/source"
)

// What is advised for an entity is the number of that very entity.
func TestEntitiesByNumber(t *testing.T) {
	for got, want := range map[string]string{
		"&eacute;": "é or &#233;", "&nbsp;": "&#160;", "&LT;": "&#60;", "&rarr;": "→ or &#8594;", "&rlm;": "&#8207;",
		"&NotEqualTilde;": "≂̸ or &#8770;&#824;", "&nothing;": "", "eacute": "",
	} {
		if have := characters(got); have != want {
			t.Errorf("%s: %q, want %q", got, have, want)
		}
	}
	b := []byte("<conversation_summary><goal>caf&eacute;</goal><constraints/><decisions/><state>s</state><open_items/></conversation_summary>")
	v := Judge(Evidence{Reply: Reply{Form: FormSummary, File: source.NewText(b), Text: Excerpt{Bytes: b, Map: source.Offsets(0, len(b))}}})
	if f := v.Primary(); f == nil || f.Rule.ID != "summary/html-entity" || f.Expected != "é or &#233;" {
		t.Errorf("finding: %+v", f)
	}
}
