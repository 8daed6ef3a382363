//go:build !linux

package loader

import "os"

// sparse is a file of which the holes could be passed over, where the system tells
// of them.
type sparse struct{ *os.File }
