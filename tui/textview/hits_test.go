package textview

import (
	"strings"
	"testing"

	"compactlens/core/source"
	"compactlens/themes"
)

func TestHitsIn(t *testing.T) {
	v := view([]byte(strings.Repeat("abcd ", 20)), nil, 60, 5)
	v.SetHits([]source.Span{{Start: 2, End: 5}, {Start: 5, End: 8}, {Start: 30, End: 40}}, 1)
	for _, c := range []struct {
		in   source.Span
		want hitRange
	}{
		{source.Span{Start: 0, End: 2}, hitRange{0, 0}},
		{source.Span{Start: 0, End: 5}, hitRange{0, 1}},
		{source.Span{Start: 4, End: 6}, hitRange{0, 2}},
		{source.Span{Start: 8, End: 30}, hitRange{2, 2}},
		{source.Span{Start: 35, End: 36}, hitRange{2, 3}},
	} {
		if got := v.hitsIn(c.in); got != c.want {
			t.Errorf("in %v: %v, want %v", c.in, got, c.want)
		}
	}
	all := hitRange{0, 3}
	looked, other, none := v.found(themes.Text, source.Span{Start: 5, End: 6}, all), v.found(themes.Text, source.Span{Start: 2, End: 3}, all), v.found(themes.Text, source.Span{Start: 9, End: 10}, all)
	if looked == other || looked&themes.Reverse == 0 || other&themes.Reverse == 0 || none != themes.Text {
		t.Errorf("%v %v %v", looked, other, none)
	}
}

func TestScrollTo(t *testing.T) {
	text := strings.Repeat("0123456789\n", 100)
	v := view([]byte(text), nil, 40, 10)
	v.ScrollTo(505)
	if got := v.Offset(); got != 495 {
		t.Errorf("offset %d", got)
	}
	v.ScrollTo(len(text))
	if got := v.Offset(); got != 91*11 {
		t.Errorf("at the end: offset %d", got)
	}
}
