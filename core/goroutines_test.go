package core

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// A panic in a goroutine that does not recover ends the program at once, with the
// terminal left as it is. So every goroutine begins with a deferred function that
// recovers.
func TestGoroutinesRecover(t *testing.T) {
	found := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".."):
			return filepath.SkipDir
		case !d.IsDir():
			return nil
		}
		files, err := parseFolder(path)
		known := functions(files)
		for name, file := range files {
			for _, body := range goroutines(file, known) {
				found++
				if !recovers(body) {
					t.Errorf("%s: a goroutine begins with no deferred function that recovers", name)
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 4 {
		t.Errorf("only %d goroutines were found", found)
	}
}

// parseFolder parses the files of a folder that are no tests.
func parseFolder(dir string) (map[string]*ast.File, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	files := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if files[name], err = parser.ParseFile(token.NewFileSet(), name, nil, 0); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// functions returns the bodies of a package's functions and methods by their names.
func functions(files map[string]*ast.File) map[string]*ast.BlockStmt {
	all := map[string]*ast.BlockStmt{}
	for _, file := range files {
		for _, d := range file.Decls {
			if f, is := d.(*ast.FuncDecl); is {
				all[f.Name.Name] = f.Body
			}
		}
	}
	return all
}

// goroutines returns what the goroutines that a file starts do: with a go statement,
// or with the method Go of a group. One that cannot be told is nil.
func goroutines(file *ast.File, known map[string]*ast.BlockStmt) (bodies []*ast.BlockStmt) {
	body := func(f ast.Expr) *ast.BlockStmt {
		switch f := f.(type) {
		case *ast.FuncLit:
			return f.Body
		case *ast.Ident:
			return known[f.Name]
		case *ast.SelectorExpr:
			return known[f.Sel.Name]
		}
		return nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			bodies = append(bodies, body(n.Call.Fun))
		case *ast.CallExpr:
			if s, is := n.Fun.(*ast.SelectorExpr); is && s.Sel.Name == "Go" && len(n.Args) == 1 {
				bodies = append(bodies, body(n.Args[0]))
			}
		}
		return true
	})
	return bodies
}

// recovers reports whether a function begins with a deferred one that recovers: its
// own, or crash.Guard.
func recovers(body *ast.BlockStmt) bool {
	if body == nil || len(body.List) == 0 {
		return false
	}
	first, is := body.List[0].(*ast.DeferStmt)
	if !is {
		return false
	}
	found := false
	ast.Inspect(first, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is && (id.Name == "recover" || id.Name == "Guard") {
			found = true
		}
		return !found
	})
	return found
}

func TestRecovers(t *testing.T) {
	for text, want := range map[string]bool{
		"go func() { defer func() { recover() }(); work() }()": true,
		"go func() { defer crash.Guard(fail) }()":              true,
		"go func() { work(); defer func() { recover() }() }()": false,
		"go func() { defer close(done) }()":                    false,
		"go elsewhere.Work()":                                  false,
		"go x.own()":                                           true,
		"all.Go(func() { defer func() { recover() }() })":      true,
		"all.Go(func() { work() })":                            false,
		"all.Go(func() {})":                                    false,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nfunc own() { defer func() { recover() }() }\nfunc f() { "+text+" }", 0)
		if err != nil {
			t.Fatal(err)
		}
		bodies := goroutines(file, functions(map[string]*ast.File{"x.go": file}))
		if len(bodies) != 1 || recovers(bodies[0]) != want {
			t.Errorf("%s: %d goroutines, want %v", text, len(bodies), want)
		}
	}
}
