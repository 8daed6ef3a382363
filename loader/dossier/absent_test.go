package dossier

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"compactlens/core/diagnose"
	"compactlens/core/inspect"
	"compactlens/core/repair"
	"compactlens/core/source"
)

// copyIt matches advice to copy something from the request by oneself.
var copyIt = regexp.MustCompile(`(?i)(^|[.;,] |and )copy [^.;]*(request|letter for letter|identity)`)

// What to do about a field that is not there fits the field, and the repair that is
// refused agrees with it: the identity is the model's to copy, the version is 1, and a
// summary is in no request.
func TestAbsentFields(t *testing.T) {
	const whole = `{"version":1,"basis":{"revision":7,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"},"model":{"provider":"anthropic","model":"m"},"request_fingerprint":"%s","summary":"<conversation_summary><goal>g</goal><constraints/><decisions/><state>s</state><open_items/></conversation_summary>"}`
	reply := fmt.Sprintf(whole, strings.Repeat("3f", 32))
	answers := map[string]string{`{}`: "version basis model request_fingerprint summary"}
	for _, f := range []struct{ name, text string }{
		{"version", `"version":1,`}, {"basis", `"basis":{"revision":7,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"},`}, {"basis.revision", `"revision":7,`},
		{"basis.through_event_id", `,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"`}, {"model", `"model":{"provider":"anthropic","model":"m"},`}, {"model.provider", `"provider":"anthropic",`},
		{"model.model", `,"model":"m"`}, {"request_fingerprint", `"request_fingerprint":"` + strings.Repeat("3f", 32) + `",`},
		{"summary", `,` + reply[strings.Index(reply, `"summary"`):len(reply)-1]},
	} {
		if !strings.Contains(reply, f.text) {
			t.Fatal(f.name)
		}
		answers[strings.Replace(reply, f.text, "", 1)] = f.name
		key, _, _ := strings.Cut(strings.Trim(f.text, ","), ":")
		null := key + ":null"
		if strings.HasPrefix(f.text, ",") {
			null = "," + null
		} else {
			null += ","
		}
		answers[strings.Replace(reply, f.text, null, 1)] = f.name
	}
	for text, names := range answers {
		b := []byte(text)
		d := Judge(inspect.Evidence{Reply: inspect.Reply{Form: inspect.FormText, File: source.NewText(b), Text: inspect.Excerpt{Bytes: b, Map: source.Offsets(0, len(b))}}})
		for _, name := range strings.Fields(names) {
			found := false
			for i := range d.Verdict.Findings {
				f := &d.Verdict.Findings[i]
				if f.Rule.ID != "wire/missing-field" && f.Rule.ID != "wire/null-field" || !strings.HasPrefix(f.Message, name+" is ") {
					continue
				}
				found = true
				mend := diagnose.Mend(f)
				r, ok := d.Plan.For(i)
				if !ok || r.Risk != repair.Refused {
					t.Errorf("%s: %s: the repair is %+v", text, name, r)
				}
				switch name {
				case "version":
					if !strings.Contains(mend, "write 1") || !strings.Contains(r.Reason, "version") {
						t.Errorf("%s: %q, refused as %q", name, mend, r.Reason)
					}
				case "summary":
					if !strings.Contains(mend, "write") || strings.Contains(mend, "from the request") || !strings.Contains(r.Reason, "summary") {
						t.Errorf("%s: %q, refused as %q", name, mend, r.Reason)
					}
				default:
					if !strings.Contains(mend, "Have the model copy it from the request") || !strings.Contains(r.Reason, "nor copied from the request") {
						t.Errorf("%s: %q, refused as %q", name, mend, r.Reason)
					}
				}
			}
			if !found {
				t.Errorf("%s: no finding about %s", text, name)
			}
		}
		for _, x := range d.Diagnoses {
			if copyIt.MatchString(x.Next) {
				t.Errorf("%s: %s", names, x.Next)
			}
		}
	}
}

// Nobody is told to copy the identity from the request by hand: no repair does that,
// because the reply would claim to answer what it does not.
func TestNobodyCopiesTheIdentity(t *testing.T) {
	for _, r := range inspect.Rules() {
		if copyIt.MatchString(r.Mend) {
			t.Errorf("%s: %s", r.ID, r.Mend)
		}
	}
	for _, c := range diagnose.Causes() {
		if copyIt.MatchString(c.Next) {
			t.Errorf("%s: %s", c.ID, c.Next)
		}
	}
}
