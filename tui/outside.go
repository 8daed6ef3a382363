package tui

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	xterm "github.com/charmbracelet/x/term"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/loader"
	"compactlens/loader/dossier"
	"compactlens/tui/editor"
)

// streams are what a program that takes the terminal over for a while is given.
type streams struct {
	in, out *os.File                // nil leaves it to Bubble Tea
	away    func(away bool)         // told when another program begins and ends to hold the terminal; may be nil
	getenv  func(key string) string // nil is os.Getenv
	busy    bool                    // an editor was asked for and has not come back
	failed  string                  // how the last one failed, until the next key; untrusted
	folders folders                 // of scratch copies
}

func (s *streams) env(key string) string {
	if s.getenv == nil {
		return os.Getenv(key)
	}
	return s.getenv(key)
}

// outside is an editing in somebody's own editor: of the file that the answer came
// from where that is a file of theirs, else of a scratch copy in a private folder,
// because what stands in a journal, a store or a bundle is evidence.
type outside struct {
	opening int
	item    *item
	command editor.Command
	path    string // of the file that is edited
	place   editor.Place

	own     bool          // it is the answer's own file
	folder  string        // of the scratch copy, to be removed; empty for none
	folders *folders      // that it is one of
	text    []byte        // of the scratch copy as it was written
	draft   dossier.Draft // what the scratch copy is a copy of; the zero one where there was no answer
	at      time.Time
}

// editActions are the actions that edit answers.
func editActions() []action {
	return []action{
		{id: "edit", group: "Editing", key: bind("edit a copy here; the verdict follows", "e", "e"), hint: "edit", when: canEditInPlace, why: withoutEdit, run: (*App).editInPlace},
		{id: "open-reply", group: "Editing", key: bind("a file as another answer of this attempt; a paste is one, too", "O", "O"), hint: "reply from file", when: canGiveByHand, run: does((*App).askForReply)},
		{id: "open-editor", group: "Editing", key: bind("in your own editor: the answer's file, or a copy of what a journal holds", "E", "E"), hint: "editor", when: canEditOutside, why: because("there is no attempt here to edit"), run: (*App).editOutside},
	}
}

func canEditOutside(a *App) bool { return a.attemptShown() != nil }

// editOutside opens the answer in the editor that $VISUAL or $EDITOR names, at the
// fault.
func (a *App) editOutside() tea.Cmd {
	if a.streams.busy {
		return nil // the key was pressed twice
	}
	command, err := editor.Choose(a.streams.env)
	if err != nil {
		a.notify(err.Error())
		return nil
	}
	r := &a.reader
	if r.judged == nil && r.item.hasReply() {
		a.notify(judgingWords)
		return nil
	}
	o := outside{opening: a.opened, item: r.item, command: command, at: a.clock()}
	if path, ok := r.item.ownFile(); ok {
		o.own, o.path = true, path
		o.place = editorPlace(r.item.evidence.Reply.File, r.fileOffset())
		a.streams.busy = true
		return a.runEditor(o)
	}
	name := "reply.json"
	if d, ok := r.draft(); ok {
		o.draft, o.text = d, d.Text
		o.place = editorPlace(source.NewText(d.Text), r.draftOffset(d))
		if d.Summary {
			name = "summary.xml"
		}
	}
	a.streams.busy = true
	o.folders = &a.streams.folders
	return func() tea.Msg { return o.write(name) }
}

// ownFile returns the path of the file that holds the answer and nothing else, which
// somebody may edit.
func (it *item) ownFile() (path string, ok bool) {
	if it.attempt == nil || it.attempt.Reply == nil || it.attempt.Bundle != nil && it.scratch == nil || it.attempt.Reply.Wrapped != "" || !it.hasReply() {
		return "", false
	}
	s := it.attempt.Reply.Source
	return s.Path, s.OnDisk()
}

// draft returns what is edited of the item: the text that the selected finding is
// in or that is shown, else the summary. ok is false where there is no answer.
func (r *reader) draft() (d dossier.Draft, ok bool) {
	if r.judged == nil {
		return d, false
	}
	f := r.current()
	whole := r.kind == viewReply || r.kind != viewSummary && f != nil && f.Place.InFile && !f.Place.InSummary
	return r.judged.dossier.Draft(whole)
}

// draftOffset returns where in d the cursor is, or the selected finding where it is
// not in the text shown.
func (r *reader) draftOffset(d dossier.Draft) int {
	cursor, _ := r.cursor()
	f, shown := r.current(), d.Summary && r.kind == viewSummary || !d.Summary && r.kind == viewReply
	if f != nil && !r.strayed() {
		if at, ok := d.At(f.Place); ok {
			return at
		}
	}
	switch {
	case !shown:
		return 0
	case d.Summary:
		return min(cursor, len(d.Text))
	}
	at, _ := d.At(inspect.Place{File: source.At(cursor), InFile: true})
	return min(max(at, 0), len(d.Text))
}

// fileOffset returns where in the file the cursor is, or the selected finding where it
// is not in the text shown.
func (r *reader) fileOffset() int {
	cursor, _ := r.cursor()
	switch f := r.current(); {
	case f != nil && f.Place.InFile && !r.strayed():
		return f.Place.File.Start
	case r.kind == viewReply, r.kind == viewSummary && r.judged.verdict.Form == inspect.FormSummary:
		return cursor
	case r.kind == viewSummary:
		return r.judged.verdict.Summary.Map.Start(cursor)
	}
	return 0
}

// editorPlace returns the place of an offset in t as editors count.
func editorPlace(t *source.Text, offset int) editor.Place {
	p := t.Position(offset)
	return editor.Place{Line: p.Line, Column: p.Column, Byte: p.Byte}
}

// Permissions of what only the person at the keyboard may read.
const privateFile = 0o600

// write writes the scratch copy into a private folder.
func (o outside) write(name string) tea.Msg {
	const another = "TMPDIR names another folder for the copy"
	folder, err := o.folders.make()
	if err != nil {
		return outsideFailed{o, fmt.Errorf("%w; %s", err, another)}
	}
	o.folder, o.path = folder, filepath.Join(folder, name)
	if err := os.WriteFile(o.path, o.text, privateFile); err != nil {
		return outsideFailed{o, fmt.Errorf("%w; %s", err, another)}
	}
	return outsideReady(o)
}

// outsideReady says that the scratch copy is there.
type outsideReady outside

func (m outsideReady) arrive(a *App) tea.Cmd { return a.runEditor(outside(m)) }

// outsideFailed says why the editing came to nothing.
type outsideFailed struct {
	outside
	err error
}

func (m outsideFailed) arrive(a *App) tea.Cmd {
	a.streams.busy = false
	a.notify("not edited: " + m.err.Error())
	return m.tidy()
}

// runEditor gives the terminal to the editor until it ends.
func (a *App) runEditor(o outside) tea.Cmd {
	path, err := filepath.Abs(o.path)
	if err != nil {
		a.streams.busy = false
		a.notify("not edited: " + err.Error())
		return o.tidy()
	}
	c := exec.CommandContext(a.ctx, o.command.Words[0], o.command.At(path, o.place)...)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) } // it leaves the terminal in order
	c.WaitDelay = 2 * time.Second
	run := &foreground{Cmd: c, away: a.streams.away}
	if a.streams.in != nil {
		c.Stdin = a.streams.in
	}
	if a.streams.out != nil {
		c.Stdout, c.Stderr = a.streams.out, a.streams.out
	}
	return tea.Exec(run, func(err error) tea.Msg { return outsideEnded{o, err} })
}

// foreground is a program that holds the terminal while it runs.
type foreground struct {
	*exec.Cmd
	away func(bool)
}

// Run runs it. What interrupts it from the keyboard is its own.
func (f *foreground) Run() error {
	if f.away != nil {
		f.away(true)
		defer f.away(false)
	}
	if in, is := f.Stdin.(*os.File); is {
		if shells, err := xterm.GetState(in.Fd()); err == nil {
			// A program that fails may leave the terminal as it wanted it for itself.
			defer func() { _ = xterm.Restore(in.Fd(), shells) }()
		}
	}
	return f.Cmd.Run()
}

// The streams are those that are set, else Bubble Tea's.

func (f *foreground) SetStdin(r io.Reader) {
	if f.Stdin == nil {
		f.Stdin = r
	}
}

func (f *foreground) SetStdout(w io.Writer) {
	if f.Stdout == nil {
		f.Stdout = w
	}
}

func (f *foreground) SetStderr(w io.Writer) {
	if f.Stderr == nil {
		f.Stderr = w
	}
}

// outsideEnded says that the editor has ended, and how.
type outsideEnded struct {
	outside
	err error
}

// arrive has the terminal's modes set that Bubble Tea forgets, and what was written
// read.
func (m outsideEnded) arrive(a *App) tea.Cmd {
	a.streams.busy = false
	var back tea.Cmd
	if a.mouseOn {
		back = tea.EnableMouseCellMotion
	}
	if m.err != nil {
		a.streams.failed = (&editor.RunError{Command: m.command, Err: m.err}).Error()
		a.notify(a.streams.failed)
		if !m.own {
			a.failedWith("; the copy is dropped, nothing was changed · " + anotherEditor)
			return tea.Batch(back, m.tidy()) // who ends an editor with an error wants nothing of it
		}
	}
	ctx, o := a.ctx, m.outside
	return tea.Batch(back, func() tea.Msg {
		if o.own {
			again, err := o.item.attempt.Reply.Again(ctx)
			return againMsg{o, again, err}
		}
		defer o.folders.remove(o.folder)
		return o.taken()
	})
}

// anotherEditor is what one can do about an editor that fails.
const anotherEditor = "VISUAL or EDITOR names another editor"

// failedWith adds to what is said of an editor that failed. It reports whether one did.
func (a *App) failedWith(words string) bool {
	s := &a.streams
	if s.failed == "" {
		return false
	}
	s.failed += words
	a.notify(s.failed)
	return true
}

// withFailure puts before words how an editor failed, where that is said still.
func (a *App) withFailure(words string) string {
	if a.streams.failed == "" {
		return words
	}
	return a.streams.failed + " · " + words
}

// tidy removes the scratch copy.
func (o outside) tidy() tea.Cmd {
	if o.folder == "" {
		return nil
	}
	return func() tea.Msg {
		o.folders.remove(o.folder)
		return nil
	}
}

// taken reads the scratch copy as another answer of the attempt.
func (o outside) taken() tea.Msg {
	b, err := os.ReadFile(o.path)
	if err != nil {
		return outsideFailed{outside{}, err}
	}
	// Editors end the last line, whether it was ended or not.
	if !bytes.HasSuffix(o.text, []byte("\n")) {
		b = bytes.TrimSuffix(b, []byte("\n"))
	}
	if bytes.Equal(b, o.text) {
		return unchangedMsg{}
	}
	m := handMsg{opening: o.opening, of: o.item, how: "edited", at: o.at}
	if m.reply, m.err = edited(o.draft, b); m.err == nil {
		m.note = "a copy, changed in " + o.command.Words[0]
	}
	return m
}

// edited returns the answer with b in the place of draft.
func edited(draft dossier.Draft, b []byte) (*loader.Reply, error) {
	if draft.IsZero() {
		return loader.ReadReply("edited", b)
	}
	e, _ := draft.Judge(draft.Valid(b))
	switch {
	case e.Reply != nil:
		return e.Reply, nil
	case e.Dossier != nil:
		b = e.Evidence.Reply.File.Bytes()
	}
	return loader.ReadReply("edited", b)
}

// unchangedMsg says that an editor changed nothing.
type unchangedMsg struct{}

func (unchangedMsg) arrive(a *App) tea.Cmd {
	a.notify("closed without a change")
	return nil
}

// againMsg brings the answer's own file as it is now.
type againMsg struct {
	outside
	reply *loader.Reply
	err   error
}

// arrive judges the file anew, where it changed.
func (m againMsg) arrive(a *App) tea.Cmd {
	it := m.item
	if m.opening != a.opened || !slices.Contains(a.list.all, it) {
		return nil
	}
	name := filepath.Base(m.path)
	var hand *loader.HandError
	switch was := it.evidence.Reply.File; {
	case errors.As(m.err, &hand):
		a.notify(name + " was not read again: " + reason(hand))
		return nil
	case m.err != nil:
		return nil // the program ends
	case m.reply.Reply.File != nil && bytes.Equal(m.reply.Reply.File.Bytes(), was.Bytes()):
		remedy := anotherEditor
		if canEditInPlace(a) {
			remedy = a.keyOf("edit") + " edits it here, " + remedy
		}
		if !a.failedWith("; "+name+" is as it was · "+remedy) && a.notice == "" {
			a.notify(name + ": closed without a change")
		}
		return nil
	case a.live.changes != nil && it.scratch == nil:
		return nil // who watches the file tells of it
	}
	now := it.answered(m.reply)
	shown := a.reader.item == it
	a.replaceItem(it, now)
	if said := name + " was read again and judged"; !a.failedWith(" · "+said) && a.notice == "" {
		a.notify(said)
	}
	if i := a.list.index(now); i >= 0 && shown {
		return tea.Batch(a.selectItem(i), a.renewLayers())
	}
	return tea.Batch(a.judgeFrom(slices.Index(a.list.all, now)), a.renewLayers())
}

// answered returns what takes the place of it once its file holds another answer. What
// works on it in the background goes on with the one before.
func (it *item) answered(r *loader.Reply) *item {
	now := *it
	now.attempt = it.attempt.Answered(r)
	now.attempt.ReplyMatch = it.attempt.ReplyMatch
	now.evidence, now.facts, now.judged, now.indexed = now.attempt.Evidence(), factsOf(now.attempt), nil, false
	if it.scratch != nil {
		now.facts = append(slices.Clone(it.scratch.facts), now.facts...)
	}
	return &now
}

// replaceItem has now shown in the place of it, and what led there lead to now.
func (a *App) replaceItem(it, now *item) {
	it.heir = now
	for g := range a.contents.groups {
		if items := a.contents.groups[g].items; slices.Contains(items, it) {
			items = slices.Clone(items)
			items[slices.Index(items, it)] = now
			a.contents.groups[g].items = items
		}
	}
	for _, x := range a.list.all {
		if x.scratch != nil {
			x.scratch.of = x.scratch.of.newestOf()
		}
	}
	a.list.replace(it, now)
	a.list.all[slices.Index(a.list.all, it)] = now
	a.jumps.renew()
}
