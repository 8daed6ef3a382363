package atomic

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

func TestRemedy(t *testing.T) {
	temp := func(err error) error {
		return &Error{Path: "a", Op: OpWrite, Err: &fs.PathError{Op: "open", Path: ".tmp", Err: err}}
	}
	for _, c := range []struct {
		err          error
		says, remedy string
	}{
		{temp(syscall.EACCES), "cannot write the new content: permission denied", "give a path in a folder that you may write to"},
		{temp(syscall.EROFS), "cannot write the new content: read-only file system", "give a path in a folder that you may write to"},
		{temp(syscall.ENOSPC), "cannot write the new content: no space left on device", "make room, or give a path on another disk"},
		{temp(syscall.ENOENT), "cannot write the new content: no such file or directory", "make the folder first, or give another path"},
		{&os.LinkError{Op: "rename", Old: ".tmp", New: "a", Err: syscall.ENOTDIR}, "not a directory", "make the folder first, or give another path"},
		{&Error{Op: OpTarget, Err: ErrLinkLeads}, "cannot find out what to write to: it is a link that leads to another folder", "give the path that it leads to"},
		{&Error{Op: OpTarget, Err: ErrOtherNames}, "cannot find out what to write to: it has other names, which would keep the old content", "give another path"},
		{&Error{Op: OpTarget, Err: ErrNotRegular}, "cannot find out what to write to: it is no regular file", "give the path of a file"},
		{&Error{Op: OpTarget, Err: ErrChanged}, "cannot find out what to write to: the file was changed meanwhile", "open it again first"},
		{errors.New("a plain one"), "a plain one", "give another path"},
	} {
		if got := Says(c.err); got != c.says {
			t.Errorf("%q, want %q", got, c.says)
		}
		if got := Remedy(c.err); got != c.remedy {
			t.Errorf("%s: %q, want %q", c.says, got, c.remedy)
		}
	}
}
