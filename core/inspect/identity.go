package inspect

import "compactlens/core/loop"

// IdentityOf returns what a reply to the request in must echo, each part known
// from the place that from names.
func IdentityOf(in loop.CompactionInput, from string) Identity {
	return Identity{
		Revision:       Know(in.Basis.Revision, from),
		ThroughEventID: Know(in.Basis.ThroughEventID.String(), from),
		Provider:       Know(in.Model.Provider, from),
		Model:          Know(in.Model.Model, from),
		Fingerprint:    Know(in.RequestFingerprint.String(), from),
	}
}
