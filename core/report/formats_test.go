package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"testing"

	"compactlens/core/golden"
)

// Every format is written the same way each time, holds no control byte, and says
// what the text form says.
func TestFormats(t *testing.T) {
	for _, f := range Formats() {
		var out bytes.Buffer
		if err := f.Write(&out, sample(), TextOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, b := range out.Bytes() {
			if b < 0x20 && b != '\n' {
				t.Errorf("%s: holds the byte %02x", f.Name, b)
				break
			}
		}
		golden.Check(t, "testdata/sample."+f.Name, out.String())
		if g, ok := FormatByName(f.Name); !ok || g.Name != f.Name {
			t.Errorf("%s is not found by its name", f.Name)
		}
	}
	if _, ok := FormatByName("yaml"); ok {
		t.Error("an unknown format is found")
	}
}

func TestJUnitIsXML(t *testing.T) {
	var out bytes.Buffer
	if err := JUnit(&out, sample()); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(&out)
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestSARIFPlaces(t *testing.T) {
	var out bytes.Buffer
	if err := SARIF(&out, sample()); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Results) == 0 {
		t.Fatal("no result")
	}
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("%s points at rule %d", r.RuleID, r.RuleIndex)
		}
		for _, l := range r.Locations {
			if g := l.Physical.Region; g != nil && (g.StartLine < 1 || g.StartColumn < 1 || g.EndLine < g.StartLine) {
				t.Errorf("%s: region %+v", r.RuleID, *g)
			}
		}
	}
}
