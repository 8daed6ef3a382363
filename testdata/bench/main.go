// Command bench measures how fast and how large the program is, each figure beside
// a comparison in the same run, and prints a table with ratios. It makes its own
// inputs in a temporary folder. From the project's root:
//
//	go run ./testdata/bench                  # the whole table, inputs of a gigabyte: a few minutes
//	go run ./testdata/bench -scale 0.01      # small inputs, to see that it runs
//	go run ./testdata/bench -rows 'reply|check'
//
// It needs cat and grep, and xmllint for one row. Figures of a busy machine are
// worth little: everything is run several times and the best run counts, for both
// sides of a comparison alike.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"text/tabwriter"
)

// bench is one run.
type bench struct {
	ctx    context.Context
	dir    string  // for inputs and programs
	root   string  // of the project
	scale  float64 // of the inputs' sizes
	binary string  // the program
	rows   []row
}

// row is one figure of the table.
type row struct {
	what string
	must string
	got  string
	ok   bool
}

// report adds a row.
func (b *bench) report(what, must string, ok bool, format string, args ...any) {
	r := row{what, must, fmt.Sprintf(format, args...), ok}
	b.rows = append(b.rows, r)
	fmt.Fprintf(os.Stderr, "%s  %s: %s\n", r.sign(), r.what, r.got)
}

func (r row) sign() string {
	if r.ok {
		return "✓"
	}
	return "✗"
}

// size returns n bytes of a whole run as this run has it.
func (b *bench) size(n int) int { return max(int(float64(n)*b.scale), 1) }

// measurements are the parts of the table by name, in order.
var measurements = []struct {
	name string
	run  func(*bench) error
}{
	{"summary", summaries},
	{"reply", replies},
	{"request", requests},
	{"start", starts},
	{"check", checks},
	{"journal", journals},
	{"index", indexes},
	{"screen", screens},
	{"keys", keys},
	{"search", searches},
	{"idle", idle},
}

func main() {
	rows := flag.String("rows", "", "only the parts whose name matches the `PATTERN`: "+partNames())
	scale := flag.Float64("scale", 1, "`FACTOR` of the inputs' sizes")
	dir := flag.String("dir", "", "make the inputs in `FOLDER` and leave them there")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *rows, *scale, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func partNames() string {
	var names []string
	for _, m := range measurements {
		names = append(names, m.name)
	}
	return strings.Join(names, ", ")
}

func run(ctx context.Context, rows string, scale float64, dir string) error {
	wanted, err := regexp.Compile(rows)
	if err != nil {
		return err
	}
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return fmt.Errorf("finding the project: %w", err)
	}
	b := &bench{ctx: ctx, root: strings.TrimSpace(string(root)), scale: scale, dir: dir}
	if dir == "" {
		if b.dir, err = os.MkdirTemp("", "compactlens-bench"); err != nil {
			return err
		}
		defer os.RemoveAll(b.dir)
	} else if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	if b.binary, err = b.build("compactlens"); err != nil {
		return err
	}
	for _, m := range measurements {
		if !wanted.MatchString(m.name) {
			continue
		}
		if err := m.run(b); err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	b.print()
	return nil
}

// print prints the table.
func (b *bench) print() {
	fmt.Printf("%s, %s/%s, %d processors, scale %g\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), b.scale)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	reached := 0
	for _, r := range b.rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.sign(), r.what, r.got, r.must)
		if r.ok {
			reached++
		}
	}
	w.Flush()
	fmt.Printf("\n%d of %d reached\n", reached, len(b.rows))
}

// build builds a program of the project and returns its path.
func (b *bench) build(pkg string) (string, error) {
	path := filepath.Join(b.dir, filepath.Base(pkg))
	cmd := exec.CommandContext(b.ctx, "go", "build", "-o", path, pkg)
	cmd.Dir = b.root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building %s: %w\n%s", pkg, err, out)
	}
	return path, nil
}
