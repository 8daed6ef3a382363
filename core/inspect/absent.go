package inspect

import "compactlens/core/wire"

// absent says of a required field that a reply does not have, or has as null, who is to
// write it and why no repair does. Every other required field is the request's identity.
var absent = map[string]struct{ mend, refusal string }{
	wire.FieldVersion.String(): {
		"Have the model write 1: say in the prompt that the reply names the version.",
		"the reply does not name its version; what that means is not known"},
	wire.FieldSummary.String(): {
		"Have the model write it: the summary is its own, and no request holds one. Say in the prompt that the object has all five fields.",
		"the reply has no summary, and nobody but the model can write one"},
}

// identityAbsent is absent for the fields that are the request's identity.
const (
	identityMend    = "Have the model copy it from the request, letter for letter: say so in the prompt, and show all five fields there."
	identityRefusal = "the reply does not say it; an identity is never invented, nor copied from the request"
)

// isAbsent reports whether the finding is about a required field that the reply lacks.
func (f *Finding) isAbsent() bool {
	return f.Rule.ID == "wire/missing-field" || f.Rule.ID == "wire/null-field"
}

// Mend says in a sentence how to make it pass: what the rule says, or of a field that the
// reply lacks what becomes that field.
func (f *Finding) Mend() string {
	switch of, ok := absent[f.Field]; {
	case !f.isAbsent():
		return f.Rule.Mend
	case ok:
		return of.mend
	}
	return identityMend
}

// RefusedAbsent says why no repair writes a field that the reply lacks; of other findings
// nothing.
func (f *Finding) RefusedAbsent() string {
	if !f.isAbsent() {
		return ""
	}
	return RefusedField(f.Field)
}

// RefusedField is RefusedAbsent for the field with a path.
func RefusedField(path string) string {
	if of, ok := absent[path]; ok {
		return of.refusal
	}
	return identityRefusal
}
