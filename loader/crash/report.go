package crash

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"compactlens/loader/atomic"
)

// Report is what is written about a panic, for who mends the program.
type Report struct {
	*Panic
	Version       string // of the program
	Width, Height int    // of the window, in cells; 0 where there was none
	Messages      []string
	At            time.Time
}

// String returns the report as a text.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "compactlens ended because of a defect. This report holds no text of the files that were open.\n\n")
	fmt.Fprintf(&b, "version   %s\nbuilt by  %s for %s/%s\nat        %s\n", r.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH, r.At.UTC().Format(time.RFC3339))
	if r.Width > 0 || r.Height > 0 {
		fmt.Fprintf(&b, "window    %dx%d\n", r.Width, r.Height)
	}
	fmt.Fprintf(&b, "what      %s\n\nwhere, the innermost function first:\n%s", r.What, r.Stack)
	if len(r.Messages) > 0 {
		fmt.Fprintf(&b, "\nthe last messages, the newest last:\n%s\n", strings.Join(r.Messages, "\n"))
	}
	return b.String()
}

// Write writes the report to a new file in the first of the folders that takes it,
// makes that folder where it is not there, and returns the file's path. An empty
// name is no folder. The error is the last folder's.
func (r Report) Write(folders ...string) (path string, err error) {
	err = os.ErrInvalid // no folder at all
	for _, dir := range folders {
		if dir == "" {
			continue
		}
		if err = os.MkdirAll(dir, 0o700); err != nil {
			continue
		}
		path = filepath.Join(dir, fmt.Sprintf("crash-%s-%d.txt", r.At.UTC().Format("20060102T150405"), os.Getpid()))
		if _, err = atomic.WriteFile(path, []byte(r.String()), atomic.Options{New: true}); err == nil {
			return path, nil
		}
	}
	return "", err
}
