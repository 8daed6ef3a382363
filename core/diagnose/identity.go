package diagnose

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/wire"
)

// parts are the five values that a reply echoes.
type parts [5]struct {
	field wire.FieldID
	value string
	known bool
}

// identityFields are the five in the order the runtime compares them.
var identityFields = [5]wire.FieldID{wire.FieldRevision, wire.FieldThroughEventID, wire.FieldProvider, wire.FieldModelName, wire.FieldFingerprint}

// echoed returns what the reply says.
func (s *scene) echoed() (p parts) {
	r := s.wire()
	for i, id := range identityFields {
		f := r.Fields[id]
		p[i].field, p[i].value, p[i].known = id, f.Text, f.Set
		if id == wire.FieldRevision {
			p[i].value = strconv.FormatUint(f.Uint, 10)
		}
	}
	return p
}

// partsOf returns what a reply to id would echo.
func partsOf(id inspect.Identity) (p parts) {
	texts := [...]inspect.Known[string]{1: id.ThroughEventID, 2: id.Provider, 3: id.Model, 4: id.Fingerprint}
	for i, field := range identityFields {
		p[i].field, p[i].value, p[i].known = field, texts[i].Value, texts[i].Set
	}
	p[0].value, p[0].known = strconv.FormatUint(id.Revision.Value, 10), id.Revision.Set
	return p
}

// same reports in how many parts that both know p and q agree and differ.
func (p parts) same(q parts) (agree, differ int) {
	for i := range p {
		switch {
		case !p[i].known || !q[i].known:
		case p[i].value == q[i].value:
			agree++
		default:
			differ++
		}
	}
	return agree, differ
}

// otherIdentity gives all identity findings of an attempt one cause.
func (s *scene) otherIdentity(*inspect.Finding) hit {
	if s.identity == nil {
		h := s.whose()
		s.identity = &h
	}
	return *s.identity
}

// whose finds out whose answer it is.
func (s *scene) whose() hit {
	got, want := s.echoed(), partsOf(s.e.Identity)
	for i, p := range got {
		if p.known && want[i].known && p.value != want[i].value && placeholder(p.value) {
			return is("placeholder-identity", Certain, p.field.String()+" is a placeholder: "+quoted(p.value)+".")
		}
	}
	for _, o := range s.ctx.Others {
		theirs := partsOf(o.Identity)
		agree, differ := got.same(theirs)
		// Revision and model alone are shared by many attempts.
		told := theirs[1].known && theirs[1].value == got[1].value || theirs[4].known && theirs[4].value == got[4].value
		if differ == 0 && agree >= 2 && told {
			return is("other-attempt", Certain, fmt.Sprintf("%d parts of the identity are those of %s, and none differs.", agree, quoted(o.Name)))
		}
	}
	off := map[wire.FieldID]bool{}
	var why []string
	for i, p := range got {
		if p.known && want[i].known && p.value != want[i].value {
			off[p.field] = true
			why = append(why, differs(p.field, p.value, want[i].value))
		}
	}
	history := off[wire.FieldRevision] || off[wire.FieldThroughEventID] || off[wire.FieldFingerprint]
	switch {
	case !history:
		return is("other-model", Likely, why...)
	case off[wire.FieldRevision] && !off[wire.FieldProvider] && !off[wire.FieldModelName]:
		if s.wire().Fields[wire.FieldRevision].Uint < s.e.Identity.Revision.Value {
			return is("earlier-revision", Likely, why...)
		}
	case len(off) == 1:
		return is("miscopied-identity", Likely, why...)
	}
	return is("other-request", Likely, why...)
}

// differs says how one part differs.
func differs(field wire.FieldID, got, want string) string {
	switch field {
	case wire.FieldThroughEventID, wire.FieldFingerprint:
		return slipSentence(field.String(), got, want)
	}
	return fmt.Sprintf("%s is %s instead of %s.", field, quoted(got), quoted(want))
}

// placeholders matches values that stand for an id in prompts and schemas.
var placeholders = regexp.MustCompile(`(?i)^(\s*|<.*>|\{.*\}|\[.*\]|\$.*|\.{2,}|…|x[x-]{2,}|string|uuid|u?int(eger)?|number|null|none|n/?a|todo|tbd|unknown|example|placeholder|same as (input|request)|copy( .*)?|(your|the)[-_ ].*|(provider|model|fingerprint|request_fingerprint|through_event_id|event_id|basis)([-_ ](name|id))?|hex(64)?|sha-?256)$`)

// sampleIDs are ids that documentation is fond of.
var sampleIDs = []string{"123e4567-e89b-12d3-a456-426614174000", "550e8400-e29b-41d4-a716-446655440000"}

// placeholder reports whether value stands for an id rather than being one.
func placeholder(value string) bool {
	if placeholders.MatchString(value) {
		return true
	}
	for _, id := range sampleIDs {
		if strings.EqualFold(value, id) {
			return true
		}
	}
	hex := strings.ToLower(strings.ReplaceAll(value, "-", ""))
	if len(hex) < 32 {
		return false
	}
	return strings.Count(hex, hex[:1]) == len(hex) || strings.HasPrefix(hex, "0123456789abcdef") || strings.HasPrefix(hex, "123456789") || strings.HasPrefix(hex, "abcdef0123456789") || strings.HasPrefix(hex, "deadbeef")
}

// badID looks at an id that is not in canonical form.
func (s *scene) badID(f *inspect.Finding) hit {
	value := s.keyAt(f)
	ok, size := wire.IsCanonicalUUID, 36
	if f.Rule.ID == "wire/bad-fingerprint" {
		ok, size = wire.IsFingerprint, 64
	}
	switch {
	case wire.IsCanonicalUUID(strings.Trim(strings.ToLower(value), "{}")) && !ok(strings.ToLower(value)):
		return is("", Certain, "It stands in braces.")
	case placeholder(value):
		return is("placeholder-identity", Certain, "It is a placeholder: "+quoted(value)+".")
	case ok(strings.ToLower(value)):
		return is("upper-case-id", Certain, "In lower case it is in form.")
	case len(value) != size:
		return is("", Certain, fmt.Sprintf("It has %d characters instead of %d.", len(value), size))
	}
	return hit{sure: Certain}
}
