package atomic

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// folder returns a new folder with a file in it.
func folder(t *testing.T, name, content string) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, name)
	put(t, path, content)
	return dir, path
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// state returns what the folder holds: the names and contents of its files, in
// order.
func state(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			all = append(all, e.Name()+"/")
		case e.Type()&fs.ModeSymlink != 0:
			to, _ := os.Readlink(path)
			all = append(all, e.Name()+"->"+to)
		default:
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, e.Name()+"="+string(b))
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func TestReplacesAndKeepsTheMode(t *testing.T) {
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o755} {
		dir, path := folder(t, "a.xml", "old")
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		backup, err := WriteFile(path, []byte("new"), Options{})
		if err != nil || backup != "" {
			t.Fatalf("%q %v", backup, err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != mode {
			t.Errorf("%v: mode %v", mode, info.Mode())
		}
		if got := state(t, dir); got != "a.xml=new" {
			t.Error(got)
		}
	}
}

func TestBackupIsNeverWrittenOver(t *testing.T) {
	dir, path := folder(t, "a.xml", "one")
	for _, c := range []struct{ write, backup, want string }{
		{"two", "a.xml.orig", "a.xml.orig=one a.xml=two"},
		{"three", "a.xml.orig.2", "a.xml.orig.2=two a.xml.orig=one a.xml=three"},
		{"two", "a.xml.orig.3", "a.xml.orig.2=two a.xml.orig.3=three a.xml.orig=one a.xml=two"},
		{"one", "a.xml.orig.2", "a.xml.orig.2=two a.xml.orig.3=three a.xml.orig=one a.xml=one"}, // kept already
	} {
		backup, err := WriteFile(path, []byte(c.write), Options{Backup: true})
		if err != nil || filepath.Base(backup) != c.backup {
			t.Errorf("%s: backup %q, %v", c.write, backup, err)
		}
		if got := state(t, dir); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestNewFiles(t *testing.T) {
	dir, path := folder(t, "a.xml", "old")
	other := filepath.Join(dir, "b.xml")
	if backup, err := WriteFile(other, []byte("b"), Options{Backup: true}); err != nil || backup != "" {
		t.Errorf("%q %v", backup, err)
	}
	if _, err := WriteFile(filepath.Join(dir, "c.xml"), []byte("c"), Options{New: true}); err != nil {
		t.Error(err)
	}
	if _, err := WriteFile(path, []byte("x"), Options{New: true}); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	if got := state(t, dir); got != "a.xml=old b.xml=b c.xml=c" {
		t.Error(got)
	}
}

// A file with several names is not replaced: the others would keep the old content.
func TestHardLinks(t *testing.T) {
	dir, path := folder(t, "a.xml", "old")
	for name, of := range map[string]string{"b.xml": path, "c.xml": path} {
		if err := os.Link(of, filepath.Join(dir, name)); err != nil {
			return // a file system without links
		}
	}
	if err := os.Symlink("b.xml", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.xml", "b.xml", "link"} {
		for _, o := range []Options{{}, {Backup: true}, {Was: []byte("old")}, {Backup: true, Was: []byte("old")}} {
			_, err := WriteFile(filepath.Join(dir, name), []byte("new"), o)
			var failed *Error
			if !errors.As(err, &failed) || failed.Op != OpTarget || !errors.Is(err, ErrOtherNames) {
				t.Errorf("%s %+v: %v", name, o, err)
			}
		}
		if _, err := WriteFile(filepath.Join(dir, name), []byte("new"), Options{New: true}); !errors.Is(err, fs.ErrExist) {
			t.Error(err)
		}
	}
	if got := state(t, dir); got != "a.xml=old b.xml=old c.xml=old link->b.xml" {
		t.Error(got)
	}
	for _, name := range []string{"b.xml", "c.xml", "link"} {
		os.Remove(filepath.Join(dir, name))
	}
	if _, err := WriteFile(path, []byte("new"), Options{}); err != nil {
		t.Errorf("the last name: %v", err)
	}
}

func TestLinks(t *testing.T) {
	dir, _ := folder(t, "a.xml", "old")
	outside, secret := folder(t, "secret", "secret")
	link := func(name, to string) string {
		path := filepath.Join(dir, name)
		if err := os.Symlink(to, path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	inside := link("inside", "a.xml")
	for name, to := range map[string]string{"out": secret, "up": filepath.Join("..", filepath.Base(outside), "secret"), "gone": "nothing"} {
		path := link(name, to)
		_, err := WriteFile(path, []byte("x"), Options{Backup: true})
		var failed *Error
		if !errors.As(err, &failed) || failed.Op != OpTarget || failed.Path != path {
			t.Errorf("%s: %v", name, err)
		}
		if name == "out" && !errors.Is(err, ErrLinkLeads) {
			t.Error(err)
		}
		os.Remove(path)
	}
	if _, err := WriteFile(inside, []byte("new"), Options{}); err != nil {
		t.Error(err)
	}
	if got := state(t, dir); got != "a.xml=new inside->a.xml" {
		t.Error(got)
	}
	if got := state(t, outside); got != "secret=secret" {
		t.Error(got)
	}
}

// Whatever fails, the file is as it was and nothing is left beside it.
func TestErrorsLeaveNothing(t *testing.T) {
	dir, path := folder(t, "a.xml", "old")
	if err := os.Mkdir(filepath.Join(dir, "d"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		o    Options
		op   Op
		is   error
	}{
		{filepath.Join(dir, "d"), Options{}, OpTarget, ErrNotRegular},
		{filepath.Join(dir, "none", "a.xml"), Options{}, OpWrite, fs.ErrNotExist},
		{path, Options{Was: []byte("other")}, OpTarget, ErrChanged},
		{filepath.Join(dir, "b.xml"), Options{Was: []byte{}}, OpTarget, ErrChanged},
		{path, Options{New: true}, OpTarget, fs.ErrExist},
	} {
		_, err := WriteFile(c.path, []byte("new"), c.o)
		var failed *Error
		if !errors.As(err, &failed) || failed.Op != c.op || !errors.Is(err, c.is) {
			t.Errorf("%s %+v: %v", filepath.Base(c.path), c.o, err)
		}
		if got := state(t, dir); got != "a.xml=old d/" {
			t.Errorf("%s: %s", c.path, got)
		}
	}
	if _, err := WriteFile(path, []byte("new"), Options{Was: []byte("old")}); err != nil {
		t.Error(err)
	}
}

// A new file's name that somebody takes meanwhile is not taken from them.
func TestReplaceDoesNotRace(t *testing.T) {
	dir, path := folder(t, "a.xml", "theirs")
	temp := filepath.Join(dir, "temp")
	put(t, temp, "ours")
	if err := replace(temp, path, true); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	if got := state(t, dir); got != "a.xml=theirs temp=ours" {
		t.Error(got)
	}
}

// A name left by a run that was killed is not in the way.
func TestStaleTemporaryFiles(t *testing.T) {
	dir, path := folder(t, "a.xml", "old")
	first, err := writeTemp(path, []byte("half"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := WriteFile(path, []byte("new"), Options{}); err != nil {
		t.Error(err)
	}
	if got := state(t, dir); got != filepath.Base(first)+"=half a.xml=new" {
		t.Error(got)
	}
}
