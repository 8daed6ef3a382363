package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"compactlens/core/content"
	"compactlens/core/inspect"
	"compactlens/loader"
	"compactlens/loader/dossier"
	"compactlens/loader/problem"
	"compactlens/tui/launch"
)

// evidence holds the flags that supply what the checks need.
type evidence struct {
	preset, against                        string
	reply, attempt                         string
	maxSummaryTokens, outputTokens         uint64
	outputBytes                            int64
	revision                               uint64
	throughEvent, provider, model, request string

	look  launch.Look
	prefs *launch.Preferences // what options read
}

// register adds the flags to cmd and the commands below it.
func (e *evidence) register(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&e.preset, "preset", "", "take unknown limits from a named `POLICY`: carbon, coderig or none")
	f.Var(filePath{&e.against}, "against", "take what a reply must echo from `FILE`: a request, a bundle, or its five values as JSON")
	f.Var(filePath{&e.reply}, "reply", "take `FILE` as the reply of the attempt named by --attempt")
	f.StringVar(&e.attempt, "attempt", "", "the `ID` of the attempt that --reply belongs to, its beginning, or its number")
	f.Var(amount[uint64]{&e.maxSummaryTokens, "tokens"}, "max-summary-tokens", "the summary budget in `TOKENS`")
	f.Var(amount[uint64]{&e.outputTokens, "tokens"}, "output-tokens", "the output `TOKENS` that the provider reported")
	f.Var(amount[int64]{&e.outputBytes, "bytes"}, "output-bytes", "the output limit in `BYTES`")
	f.Var(revision{&e.revision}, "revision", "the basis `REVISION` that a reply must echo")
	f.StringVar(&e.throughEvent, "through-event", "", "the through event `ID` that a reply must echo")
	f.StringVar(&e.provider, "provider", "", "the provider `NAME` that a reply must echo")
	f.StringVar(&e.model, "model", "", "the model `NAME` that a reply must echo")
	f.StringVar(&e.request, "fingerprint", "", "the request fingerprint `HEX` that a reply must echo")
}

// given returns the value of a flag as known, if it stands on the command line.
func given[T any](cmd *cobra.Command, flag string, value T) inspect.Known[T] {
	if !cmd.Flags().Changed(flag) {
		return inspect.Known[T]{}
	}
	return inspect.Know(value, "--"+flag)
}

// options returns what the flags say, and keeps the settings of the run in prefs.
func (e *evidence) options(cmd *cobra.Command) (loader.Options, error) {
	var err error
	if e.prefs, err = e.look.Load(cmd); err != nil {
		return loader.Options{}, &exitError{exitUsage, err}
	}
	if !cmd.Flags().Changed("preset") {
		e.preset = e.prefs.Preset
	}
	if (e.reply == "") != (e.attempt == "") {
		return loader.Options{}, &exitError{exitUsage, errors.New("--reply and --attempt go together")}
	}
	o := loader.Options{Preset: e.preset, Against: e.against, ReplyFile: e.reply, AttemptID: e.attempt, Stdin: cmd.InOrStdin()}
	o.Overrides.MaxSummaryTokens = given(cmd, "max-summary-tokens", e.maxSummaryTokens)
	o.Overrides.Usage = given(cmd, "output-tokens", &content.Usage{OutputTokens: e.outputTokens})
	o.Overrides.OutputBytes = given(cmd, "output-bytes", e.outputBytes)
	o.Overrides.Identity = inspect.Identity{
		Revision:       given(cmd, "revision", e.revision),
		ThroughEventID: given(cmd, "through-event", e.throughEvent),
		Provider:       given(cmd, "provider", e.provider),
		Model:          given(cmd, "model", e.model),
		Fingerprint:    given(cmd, "fingerprint", e.request),
	}
	return o, nil
}

// asciiFlag adds the flag that asks for ASCII characters to a command that prints.
func asciiFlag(cmd *cobra.Command) {
	cmd.Flags().Bool("ascii", false, "signs of ASCII characters only, in text; also where the locale is not UTF-8")
}

// ascii reports whether what cmd prints has signs of ASCII characters only. The settings
// were read before.
func (e *evidence) ascii(cmd *cobra.Command) bool {
	if only, err := cmd.Flags().GetBool("ascii"); err == nil && cmd.Flags().Changed("ascii") {
		return only
	}
	return e.prefs.ASCIIOnly()
}

// onDisk returns what is opened that can change: all but standard input and the
// gallery.
func onDisk(paths []string, o loader.Options) []string {
	var all []string
	for _, p := range append(slices.Clone(paths), o.ReplyFile, o.Against) {
		if p != "" && p != loader.Stdin {
			all = append(all, p)
		}
	}
	if len(paths) == 0 && o.ReplyFile == "" {
		return nil // the gallery
	}
	return all
}

// open opens paths, or the gallery where there are none.
func open(ctx context.Context, paths []string, o loader.Options, progress func(loader.Progress)) (*loader.Workspace, error) {
	if len(paths) == 0 && o.ReplyFile == "" {
		return loader.Gallery(ctx, o)
	}
	return loader.Open(ctx, paths, o, progress)
}

// book opens the one file or folder of a command.
func (e *evidence) book(cmd *cobra.Command, path string) (*dossier.Book, error) {
	opt, err := e.options(cmd)
	if err != nil {
		return nil, err
	}
	w, err := loader.Open(cmd.Context(), []string{path}, opt, nil)
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	for _, p := range w.Failed() {
		if p.Kind != problem.RequestAlone { // which is an attempt without an answer
			return nil, &exitError{exitUsage, p}
		}
	}
	return dossier.NewBook(w), nil
}
