package tui

import (
	"slices"
	"strings"
	"testing"
)

// No key but those that reveal says anything of a hidden verdict, nor reveals it.
func TestNoOtherKeyReveals(t *testing.T) {
	telltale := []string{"REJECTED", "ACCEPTED", "Finding", "xml_syntax", "must be written", "^^"}
	for i, c := range actions() {
		if slices.Contains([]string{"reveal", "hide-verdicts", "quit", "suspend"}, c.id) {
			continue
		}
		d := drive(t, openFiles(t, cases+"028-html-in-state.xml", cases+"066-valid-minimal.xml"), 120, 40)
		d.press("V")
		it := d.app.reader.item
		d.press(c.key.Keys()[0])
		d.absent(telltale...)
		if !it.veil.on {
			t.Errorf("%s reveals", d.app.actions[i].id)
		}
	}
}

// A key that needs the verdict says that it is hidden, and which key reveals it.
func TestKeysSayThatTheVerdictIsHidden(t *testing.T) {
	for _, k := range []string{"e", "w", "b", "]", "[", "a", "f", "F"} {
		d := drive(t, openFiles(t, cases+"028-html-in-state.xml", cases+"066-valid-minimal.xml"), 120, 40)
		if k == "F" {
			d.app.live.changes = &queue{}
		}
		d.press("V " + k)
		if k != "F" { // which follows: it needs none
			d.expect(k + ": the verdict is hidden, space reveals it")
		}
		d.press("space " + k)
		d.absent("the verdict is hidden")
	}
}

// A filter tells nothing of verdicts that are hidden: conditions on them match none, and
// text what is shown. What was revealed matches as ever.
func TestFiltersTellNothingHidden(t *testing.T) {
	files := openFiles(t, cases+"028-html-in-state.xml", cases+"066-valid-minimal.xml", cases+"001-fenced-xml.xml")
	gallery := galleryContents(t)
	for _, c := range []struct {
		of            *contents
		words         string
		hidden, shown string
	}{
		{files, "verdict:accepted", "0 of 3", "1 of 3"},
		{files, "verdict:rejected", "0 of 3", "2 of 3"},
		{files, "!verdict:rejected", "0 of 3", "1 of 3"},
		{files, "reason:xml_structure", "0 of 3", "2 of 3"},
		{files, "!reason:xml_structure", "0 of 3", "1 of 3"},
		{files, "rule:code-fence", "0 of 3", "1 of 3"},
		{files, "!rule:code-fence", "0 of 3", "2 of 3"},
		{files, "code-fence", "0 of 3", "1 of 3"},
		{files, "accepted", "0 of 3", "1 of 3"},
		{files, "xml_structure", "0 of 3", "2 of 3"},
		{files, "!xml_structure", "3 of 3", "1 of 3"},
		{files, "valid-minimal", "1 of 3", "1 of 3"},
		{gallery, "bare", "0 of ", ""},
		{gallery, "xml_syntax", "0 of ", ""},
		{gallery, "token_usage", "0 of ", ""},
	} {
		d := drive(t, c.of, 120, 40)
		d.press("V &")
		d.write(c.words)
		d.expect(c.hidden)
		if strings.HasPrefix(c.hidden, "0") {
			d.expect("esc shows all; hidden verdicts", "\n  nothing  ") // on as many rows as it needs
		}
		d.press("enter V &")
		d.absent("0 of ")
		d.expect(c.shown)
		listed := len(d.app.list.items)
		d.press("enter V") // what one has seen stays listed
		if got := len(d.app.list.items); got != listed {
			t.Errorf("%s: %d are listed of %d", c.words, got, listed)
		}
		d.press("&")
		d.write(" ") // the same again is another filter
		d.expect(c.hidden)
		d.press("enter V esc")
		if t.Failed() {
			t.Fatalf("%s:\n%s", c.words, d.text())
		}
	}
	d := drive(t, files, 120, 40)
	d.press("V space &")
	d.write("reason:xml")
	d.expect("1 of 3") // the one that was revealed
}
