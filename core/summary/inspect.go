package summary

// Inspect says all that is wrong with the summary b.
func Inspect(b []byte) Report {
	d := Decide(b)
	r := Report{Class: d.Class, Primary: -1, Root: d.Root}
	for _, s := range d.Sections {
		if s.Present {
			r.Sections = append(r.Sections, s)
		}
	}
	if d.Class != Accepted {
		r.Faults, r.Primary = []Fault{d.Fault}, 0
	}
	return r
}
