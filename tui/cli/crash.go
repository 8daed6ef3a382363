package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"compactlens/core/source"
	"compactlens/loader/crash"
	"compactlens/tui/settings"
)

// tell says that the program ended because of a defect of its own, and where the
// report of it is: beside the state of the interface, or else in the folder for
// temporary files. Where it cannot be written, it is said itself: nothing in it is text
// of a file.
func tell(errs io.Writer, r crash.Report) {
	var state string
	if path := settings.Find(os.Getenv).State; path != "" {
		state = filepath.Dir(path)
	}
	fmt.Fprintf(errs, "compactlens: %s\n", source.Printable(r.Error()))
	path, err := r.Write(state, os.TempDir())
	if err != nil {
		fmt.Fprintf(errs, "compactlens: no report could be written: %s; this is it:\n%s", source.Printable(err.Error()), r.String())
		return
	}
	fmt.Fprintf(errs, "compactlens: a report, without any text of the files that were open, is in %s\n", source.Printable(path))
}
