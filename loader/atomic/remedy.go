package atomic

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// remedies say what somebody can do about an error who gave the path of a new file.
// The first that fits counts.
var remedies = [...]struct {
	errs   []error
	remedy string
}{
	{[]error{fs.ErrPermission, syscall.EROFS}, "give a path in a folder that you may write to"},
	{[]error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}, "make room, or give a path on another disk"},
	{[]error{fs.ErrNotExist, syscall.ENOTDIR}, "make the folder first, or give another path"},
	{[]error{fs.ErrExist}, "give another path"},
	{[]error{ErrNotRegular}, "give the path of a file"},
	{[]error{ErrLinkLeads}, "give the path that it leads to"},
	{[]error{ErrChanged}, "open it again first"},
	{[]error{ErrTooManyBackups}, "move some of them elsewhere"},
}

// Remedy returns what somebody can do about an error of writing, in a clause.
func Remedy(err error) string {
	for _, r := range remedies {
		for _, e := range r.errs {
			if errors.Is(err, e) {
				return r.remedy
			}
		}
	}
	return "give another path"
}

// Says returns the step that failed and what the system said, without the names of
// files: neither the given one nor that of the new file that would have taken its
// place.
func Says(err error) string {
	var failed *Error
	if errors.As(err, &failed) {
		return "cannot " + string(failed.Op) + ": " + Says(failed.Err)
	}
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err.Error()
	case errors.As(err, &link):
		return link.Err.Error()
	}
	return err.Error()
}
