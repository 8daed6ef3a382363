package themes

import "testing"

func TestLook(t *testing.T) {
	for _, c := range []struct {
		name    string
		palette Palette
		profile Profile
		style   Style
		want    Look
	}{
		{"plain", dark(), TrueColor, Text, Look{Foreground: "#d6dae2"}},
		{"a role", dark(), TrueColor, Error | Bold, Look{Foreground: "#ff8380", Bold: true}},
		{"a background", dark(), Color16, Text.On(Selection), Look{Foreground: "#d6dae2", Background: "#1f3855"}},
		{"reversed", light(), TrueColor, Text | Reverse, Look{Foreground: "#fbfbfa", Background: "#23282f"}},
		{"underlined and slanted", light(), TrueColor, Accent | Underline | Italic, Look{Foreground: "#0a5cc2", Underline: true, Italic: true}},
		{"the terminal's own colours", ansi16Dark(), TrueColor, Error, Look{Foreground: "#ff7b72"}},
		{"its own text", ansi16Light(), TrueColor, Text, Look{Foreground: "#23282f"}},
		{"weak", ansi16Light(), TrueColor, Faint, Look{Foreground: "#797c80"}},
		{"selected without a colour", ansi16Dark(), TrueColor, Text.On(Selection), Look{Foreground: "#14171c", Background: "#d6dae2"}},
		{"no colours", dark(), NoColor, Error, Look{Foreground: "#d6dae2", Bold: true}},
		{"selected without colours", dark(), NoColor, Dim.On(Selection), Look{Foreground: "#14171c", Background: "#d6dae2"}},
	} {
		if got := New(c.palette, Options{Profile: c.profile}).Look(c.style); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	if got := New(light(), Options{}).Plain(); got != (Look{Foreground: "#23282f", Background: "#fbfbfa"}) {
		t.Errorf("plain: %+v", got)
	}
}
