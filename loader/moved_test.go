package loader

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"compactlens/loader/problem"
)

// journalFile writes a journal as a file of its own, not compressed.
func journalFile(t *testing.T) (path string, content []byte) {
	t.Helper()
	content = fileContent(t, find(t, journals, "live-invalid-summaries.jsonl"))
	return filepath.Join(write(t, map[string]string{"a.jsonl": string(content)}), "a.jsonl"), content
}

// readAll reads every record of a journal in both ways and says how many could be
// read, how many were changed, and how many failed otherwise.
func readAll(t *testing.T, s *Source) (read, changed, other int) {
	t.Helper()
	tell := func(err error) {
		var p *problem.Problem
		switch {
		case err == nil:
			read++
		case errors.As(err, &p) && p.Kind == problem.Changed:
			changed++
		default:
			other++
			t.Logf("%v", err)
		}
	}
	x := s.Index()
	for i := range x.Len() {
		if r := x.At(i); r.Kind != 0 {
			_, err := s.Read(r)
			tell(err)
		}
	}
	if _, err := s.Check(context.Background()); err != nil {
		t.Error(err)
	}
	for _, session := range s.sessions {
		for _, a := range session.Attempts {
			a.Lifecycle()
		}
	}
	return read, changed, other
}

// A journal that shrinks, rotates, vanishes, or is written over while it is open
// gives errors that say so, and never other bytes; one that grows is read on.
func TestJournalThatMoves(t *testing.T) {
	for name, c := range map[string]struct {
		move  func(path string, b []byte) error
		whole bool // everything can still be read
		none  bool // nothing can
	}{
		"grows":    {move: func(path string, b []byte) error { return os.WriteFile(path, append(b, b...), 0o600) }, whole: true},
		"shrinks":  {move: func(path string, b []byte) error { return os.Truncate(path, int64(len(b)/2)) }},
		"empties":  {move: func(path string, _ []byte) error { return os.Truncate(path, 0) }, none: true},
		"vanishes": {move: func(path string, _ []byte) error { return os.Remove(path) }, none: true},
		"written over": {move: func(path string, b []byte) error {
			return os.WriteFile(path, bytes.Repeat([]byte("{}\n"), len(b)), 0o600)
		}, none: true},
		"moves on": {move: func(path string, b []byte) error { return os.WriteFile(path, append([]byte("\n "), b...), 0o600) }, none: true},
		"rotates": {move: func(path string, b []byte) error {
			if err := os.Rename(path, path+".1"); err != nil {
				return err
			}
			return os.WriteFile(path, b, 0o600)
		}, none: true},
		"becomes a folder": {move: func(path string, _ []byte) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Mkdir(path, 0o700)
		}, none: true},
	} {
		t.Run(name, func(t *testing.T) {
			path, content := journalFile(t)
			w := mustOpen(t, Options{}, path)
			s := w.Sources[0]
			before, _, _ := readAll(t, s)
			if err := c.move(path, content); err != nil {
				t.Fatal(err)
			}
			read, changed, other := readAll(t, s)
			if other > 0 || read+changed != before {
				t.Errorf("%d records were read, %d changed, %d failed otherwise; %d were read before", read, changed, other, before)
			}
			if c.whole && changed > 0 || !c.whole && changed == 0 || c.none && read > 0 {
				t.Errorf("%d records were read, %d changed", read, changed)
			}
		})
	}
}

// A large request that is read again is what it was, or is not there.
func TestRequestThatMoves(t *testing.T) {
	text := fileContent(t, find(t, journals, "live-invalid-summaries.input-1.json"))
	text = append(text, bytes.Repeat([]byte(" "), maxKept)...) // so that it is not kept
	path := filepath.Join(write(t, map[string]string{"a.input-1.json": string(text)}), "a.input-1.json")
	w := mustOpen(t, Options{}, path)
	if len(w.Requests) != 1 || len(w.Requests[0].Text().Bytes) == 0 {
		t.Fatalf("%d requests", len(w.Requests))
	}
	for _, changed := range [][]byte{bytes.Replace(text, []byte("user"), []byte("resu"), 1), text[:len(text)/2], nil} {
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := w.Requests[0].Text(); len(got.Bytes) > 0 {
			t.Errorf("%d bytes of another request", len(got.Bytes))
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if got := w.Requests[0].Text(); len(got.Bytes) > 0 {
		t.Error("a request without a file")
	}
}

// shrinking is a file of which fewer bytes are there than it is said to have.
type shrinking struct{ there []byte }

func (s shrinking) ReadAt(b []byte, off int64) (int, error) {
	return bytes.NewReader(s.there).ReadAt(b, off)
}

// A file that shrinks while it is read is no file with zero bytes at its end.
func TestShrinkingDocument(t *testing.T) {
	for _, size := range []int{10, headSize + 10} {
		o, err := newOpener(context.Background(), Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := &Source{Path: "a.xml", Asked: true}
		text := "<conversation_summary>" + strings.Repeat("x", size)
		if err := o.take(s, shrinking{[]byte(text)}, int64(len(text)+5)); err != nil {
			t.Fatal(err)
		}
		if len(s.Problems) != 1 || s.Problems[0].Kind != problem.Changed || s.Kind != KindUnknown {
			t.Errorf("%d bytes: %v, %v", size, s.Kind, s.Problems)
		}
	}
}

// endless blocks until it is closed.
type endless struct{ closed chan struct{} }

func (e endless) Read([]byte) (int, error) {
	<-e.closed
	return 0, io.EOF
}

// Standard input that never brings anything does not hold up who gives up waiting.
func TestStandardInputWithoutAnEnd(t *testing.T) {
	e := endless{make(chan struct{})}
	defer close(e.closed)
	ctx, cancel := context.WithCancel(context.Background())
	told := make(chan error)
	go func() {
		_, err := Open(ctx, []string{"-"}, Options{Stdin: e}, nil)
		told <- err
	}()
	cancel()
	if err := <-told; !errors.Is(err, context.Canceled) {
		t.Errorf("ends with %v", err)
	}
}

// No name in a journal or a store leads out of the store: not up, not from the root,
// not through a link.
func TestNothingOutsideOfAStore(t *testing.T) {
	const secret = `{"type":"SessionStarted","v":1,"event_id":"9070dfd3-9c61-43ad-a457-3cbca6b2c526","secret":true}` + "\n"
	dir := write(t, map[string]string{
		"secret.log": secret, "secret": secret, "outside/x.log": secret,
		"store/streams/sessions/a.log": "", "store/blobs/inside": "inside", "store/kv/sessions/x": "12345678{}",
	})
	root := filepath.Join(dir, "store")
	for link, to := range map[string]string{
		"streams/link.log": filepath.Join(dir, "secret.log"), "streams/up.log": "../../secret.log", "streams/folder.log": "../../outside",
		"blobs/link": filepath.Join(dir, "secret"), "blobs/up": "../../secret", "kv/sessions/link": "../../../secret",
	} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	s := &store{root: root}
	if b, err := s.blob("inside", 100); err != nil || string(b) != "inside" {
		t.Errorf("%q, %v", b, err)
	}
	for _, key := range []string{
		"link", "up", "../../secret", "../streams/../../secret", "..", ".", "", "/etc/hostname", filepath.Join(dir, "secret"), "x/../../../secret", "inside/..", "../blobs/../../secret", `..\..\secret`, "inside\x00",
	} {
		if b, err := s.blob(key, 100); err == nil {
			t.Errorf("%q gives %q", key, b)
		}
	}
	for _, session := range []string{"link", "../../../secret", filepath.Join(dir, "secret"), "../../../../../../../../etc/hostname"} {
		if c, err := s.catalog(session); err == nil {
			t.Errorf("%q gives %+v", session, c)
		}
	}
	w := mustOpen(t, Options{}, root)
	kinds := map[problem.Kind]int{}
	for _, p := range w.Problems {
		kinds[p.Kind]++
	}
	if kinds[problem.LeadsOut] != 3 || len(w.Sessions) != 0 {
		t.Errorf("problems %v, %d sessions", w.Problems, len(w.Sessions))
	}
}
