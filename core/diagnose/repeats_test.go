package diagnose

import "testing"

func TestRepeats(t *testing.T) {
	for _, c := range []struct {
		sentence, other string
		want            bool
	}{
		{"Compact later or ask for a shorter summary.", "Compact later, or ask for a shorter summary.", true},
		{"Put them in order.", "Put them in order.", true},
		{"Delete it.", "Delete it, or move what it says into the text.", true},
		{"Delete it, or move what it says into the text.", "Delete it.", false},
		{"Move it into a section.", "Move the text into a section.", true},
		{"Write the name exactly.", "Write the name in lower case.", false},
		{"Delete the prefix.", "Delete the mark.", false},
		{"Ask for a shorter summary, or raise max_summary_tokens.", "Ask for a shorter summary, or raise the output limit.", false},
		{"Do not delete it.", "Delete it.", false},
		{"Write & as &amp;.", "Unwrap it and write & as &amp;, < as &lt;.", true},
		{"", "Delete it.", false},
		{"Delete it.", "", false},
	} {
		if got := Repeats(c.sentence, c.other); got != c.want {
			t.Errorf("%q, beside %q: repeats %v", c.sentence, c.other, got)
		}
	}
}
