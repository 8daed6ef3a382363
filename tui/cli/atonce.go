package cli

import (
	"context"
	"fmt"
	"slices"

	"compactlens/loader"
)

// atOnce looks for arguments that leave nothing to show, before anything is drawn.
// With evidence that may not fit what is opened, that is opened here, and w holds it;
// else w is nil. The error is a *loader.UsageError, the context's, or says what is not
// there, a *problem.Problem.
func atOnce(ctx context.Context, paths []string, o loader.Options) (w *loader.Workspace, err error) {
	if err := missing(paths, o); err != nil {
		return nil, err
	}
	if o.Against == "" && o.ReplyFile == "" {
		return nil, nil
	}
	if w, err = open(ctx, paths, o, nil); err != nil {
		return nil, err
	}
	return w, nil
}

// missing returns an error where none of the paths can be opened and nothing else is
// to be shown.
func missing(paths []string, o loader.Options) error {
	if len(paths) == 0 || o.ReplyFile != "" || slices.Contains(paths, loader.Stdin) {
		return nil
	}
	var first error
	for _, p := range paths {
		is := loader.Missing(p)
		if is == nil {
			return nil
		}
		if first == nil {
			first = is
		}
	}
	if n := len(paths) - 1; n > 0 {
		return fmt.Errorf("%w; nor can the other %d be opened", first, n)
	}
	return first
}
