package summary

import (
	"strings"
	"testing"

	"compactlens/core/source"
)

// checkReport states what every report must hold whatever the text.
func checkReport(t *testing.T, b []byte) {
	t.Helper()
	d, r := Decide(b), Inspect(b)
	if r.Class != d.Class {
		t.Fatalf("inspected %q, decided %q for %q", r.Class, d.Class, b)
	}
	inside := func(what string, s source.Span) {
		if s.Start < 0 || s.End < s.Start || s.End > len(b) {
			t.Fatalf("%s %v outside the text of %d bytes: %q", what, s, len(b), b)
		}
	}
	primaries := 0
	for i, f := range r.Faults {
		inside("span of "+f.Kind.String(), f.Span)
		inside("stop of "+f.Kind.String(), f.Stop)
		for _, s := range f.Also {
			inside("place of "+f.Kind.String(), s)
		}
		for _, p := range f.Related {
			inside("related to "+f.Kind.String(), p.Span)
		}
		if f.Class == Accepted || f.Kind == KindNone {
			t.Fatalf("fault %+v is none, for %q", f, b)
		}
		if f.Primary {
			primaries++
			if i != r.Primary {
				t.Fatalf("fault %d is primary, not %d, for %q", i, r.Primary, b)
			}
			if f.Class != d.Class || f.Stop != d.Fault.Stop {
				t.Fatalf("primary %v %v stops at %v, decided %v %v at %v, for %q", f.Kind, f.Class, f.Stop, d.Fault.Kind, d.Class, d.Fault.Stop, b)
			}
		}
		if i == 0 {
			continue
		}
		before := r.Faults[i-1]
		if f.Span.Start < before.Span.Start {
			t.Fatalf("fault %d stands before %d, for %q", i, i-1, b)
		}
		if f.Kind == before.Kind && f.Span == before.Span && f.Name == before.Name {
			t.Fatalf("%v %v is reported twice, for %q", f.Kind, f.Span, b)
		}
	}
	if want := min(1, int(d.Class)); primaries != want || (r.Primary >= 0) != (want == 1) || want == 0 && len(r.Faults) > 0 {
		t.Fatalf("class %q with %d faults, %d primary, index %d, for %q", d.Class, len(r.Faults), primaries, r.Primary, b)
	}
	end := 0
	for _, s := range r.Sections {
		for _, p := range []source.Span{s.Element, s.Open, s.Content, s.Close} {
			inside("section "+s.ID.String(), p)
		}
		if s.ID == None || !s.Present || s.Element.Start < end {
			t.Fatalf("section %+v begins before %d, for %q", s, end, b)
		}
		end = s.Element.End
	}
}

func FuzzInspect(f *testing.F) {
	for _, s := range seeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(checkReport)
}

func TestKindNames(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Kinds() {
		name := k.String()
		if name == "" || seen[name] || KindByName(name) != k {
			t.Errorf("kind %d: name %q", k, name)
		}
		seen[name] = true
	}
	if KindByName("no-such-kind") != KindNone || KindByName("") != KindNone {
		t.Error("a name of no kind has one")
	}
	for i, name := range SectionNames() {
		if id := SectionByName(name); int(id) != i+1 || id.String() != name {
			t.Errorf("section %q is %d", name, id)
		}
	}
}

// TestManyFaults wants the primary fault among those listed, however many stand
// before it.
func TestManyFaults(t *testing.T) {
	b := []byte(in(strings.Repeat("\x1b ", MaxFaults+10) + "&nbsp;"))
	r := Inspect(b)
	if len(r.Faults) != MaxFaults || !r.Cut || r.Faults[r.Primary].Kind != KindHTMLEntity {
		t.Errorf("%d faults, cut %v, primary %v", len(r.Faults), r.Cut, r.Faults[r.Primary].Kind)
	}
	checkReport(t, b)
}
