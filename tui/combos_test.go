package tui

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
	"unsafe"

	tea "github.com/charmbracelet/bubbletea"

	corpus "compactlens/core/hostile"
	"compactlens/loader"
	"compactlens/loader/watch"
	"compactlens/themes"
)

// tangle plays random events while files change, editors come and go, and what runs in
// the background ends in any order, or only when nobody waits for it any more.
type tangle struct {
	*script
	dir     string
	pending []tea.Cmd // what runs in the background; each may end at any time
	changes []watch.Change
	waiting bool   // somebody waits for a change
	broken  bool   // files cannot be read again
	journal string // the whole one
}

// Next tells of a change, where there is one; else the waiting begins anew when there is.
func (p *tangle) Next(context.Context) (watch.Change, error) {
	if len(p.changes) == 0 {
		p.waiting = true
		return watch.Change{}, context.Canceled
	}
	c := p.changes[0]
	p.changes = p.changes[1:]
	return c, nil
}

// newTangle opens the folder with its files; the gallery where there is none.
func newTangle(t *testing.T, dir string, seed uint64) *tangle {
	p := &tangle{dir: dir}
	open := Options{Open: func(ctx context.Context, _ func(loader.Progress)) (*loader.Workspace, error) {
		if dir == "" {
			return loader.Gallery(ctx, loader.Options{})
		}
		return loader.Open(ctx, []string{dir}, loader.Options{}, nil)
	}}.opener()
	p.script = &script{driver: &driver{t: t, app: newApp(context.Background(), testTheme(false, themes.NoColor), open)}, r: rand.New(rand.NewPCG(seed, 7))}
	a := p.app
	a.now, a.mouseOn, a.plain = twoPastTwo, true, discard{}
	a.streams.getenv = func(key string) string { return map[string]string{"EDITOR": "vi"}[key] }
	if dir != "" {
		a.live.begin = func(context.Context) changes { return p }
		a.live.reopen = func(ctx context.Context, c *contents, paths []string) (*contents, error) {
			if p.broken {
				return nil, io.ErrUnexpectedEOF
			}
			return reopen(ctx, c, paths)
		}
	}
	a.live.tick = func(_ time.Duration, msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }
	p.give(tea.WindowSizeMsg{Width: 120, Height: 40})
	p.begin(a.Init())
	p.drain()
	return p
}

// discard is a terminal that nobody looks at.
type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }

// begin has a command run in the background.
func (p *tangle) begin(cmd tea.Cmd) {
	if cmd != nil {
		p.pending = append(p.pending, cmd)
	}
}

// give gives the interface a message and looks at what it shows then.
func (p *tangle) give(msg tea.Msg) {
	p.t.Helper()
	p.past = append(p.past[max(len(p.past)-60, 0):], told(msg))
	_, cmd := p.app.Update(msg)
	p.begin(cmd)
	p.oneEach()
	p.check()
}

// told tells what a message is, without what it holds.
func told(msg tea.Msg) string {
	switch msg := msg.(type) {
	case tea.KeyMsg, tea.MouseMsg, tea.WindowSizeMsg:
		return fmt.Sprintf("%T %.60q", msg, msg)
	}
	return fmt.Sprintf("%T", msg)
}

// check fails where the frame is not what there is, or not as it must be.
func (p *tangle) check() {
	p.t.Helper()
	a := p.app
	fail := func(err any) { p.t.Fatalf("%dx%d: %v after\n%s", a.w, a.h, err, strings.Join(p.past, "\n")) }
	frame := a.View()
	if now := a.draw(); now != frame {
		fail(fmt.Sprintf("the frame is an old one:\n%s\nnow:\n%s", plainFrame(frame), plainFrame(now)))
	}
	if it := a.list.current(); a.contents != nil && a.reader.item != it {
		fail("what is selected is not what is shown")
	}
	if frame == p.shown {
		return
	}
	p.shown = frame
	if err := corpus.Check([]byte(frame), corpus.Lines|corpus.Styles); err != nil {
		fail(err)
	}
	if err := fits(frame, a.w, a.h); err != nil {
		fail(err)
	}
}

// end lets the i-th thing in the background end.
func (p *tangle) end(i int) {
	p.t.Helper()
	cmd := p.pending[i]
	p.pending = append(p.pending[:i:i], p.pending[i+1:]...)
	p.come(cmd(), nil)
}

// come brings what a command answered; then is what follows it in its row.
func (p *tangle) come(msg tea.Msg, then []tea.Cmd) {
	p.t.Helper()
	list := reflect.ValueOf(msg)
	switch {
	case msg == nil:
	case list.Kind() == reflect.Slice && list.Type().Elem() == reflect.TypeFor[tea.Cmd]():
		var all []tea.Cmd
		for i := range list.Len() {
			if c := list.Index(i).Interface().(tea.Cmd); c != nil {
				all = append(all, c)
			}
		}
		if _, batch := msg.(tea.BatchMsg); !batch && len(all) > 0 {
			p.come(all[0](), all[1:])
			break
		}
		p.pending = append(p.pending, all...)
	case fmt.Sprintf("%T", msg) == "tea.execMsg":
		p.away(msg)
	case typeName(msg) == "tea.QuitMsg", typeName(msg) == "spinner.TickMsg":
	default:
		p.give(msg)
	}
	for _, c := range then {
		p.come(c(), nil)
	}
}

// away gives the terminal to another program. The fields of Bubble Tea's message are
// not exported.
func (p *tangle) away(msg tea.Msg) {
	p.t.Helper()
	at := reflect.New(reflect.TypeOf(msg)).Elem()
	at.Set(reflect.ValueOf(msg))
	program := reflect.NewAt(at.Field(0).Type(), unsafe.Pointer(at.Field(0).UnsafeAddr())).Elem().Interface().(tea.ExecCommand)
	done := reflect.NewAt(at.Field(1).Type(), unsafe.Pointer(at.Field(1).UnsafeAddr())).Elem().Interface().(tea.ExecCallback)
	var err error
	switch program := program.(type) {
	case *printer:
		err = program.write(io.Discard)
	case *foreground:
		path := program.Args[len(program.Args)-1]
		if b, failed := os.ReadFile(path); failed == nil && p.r.IntN(3) > 0 {
			p.put(path, p.changed(string(b)))
		}
		if p.r.IntN(6) == 0 {
			err = io.ErrClosedPipe
		}
	}
	p.past = append(p.past, fmt.Sprintf("away: %T", program))
	if back := done(err); back != nil {
		p.give(back)
	}
}

// put writes a file, and has the interface told where it lies in the folder.
func (p *tangle) put(path, text string) {
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.tell(path)
}

func (p *tangle) tell(paths ...string) {
	if p.dir == "" {
		return
	}
	p.changes = append(p.changes, watch.Change{Paths: paths})
	if p.waiting {
		p.waiting = false
		p.begin(p.app.awaitChange())
	}
}

// changed returns what somebody made of a text.
func (p *tangle) changed(s string) string {
	reply := func(s string) string {
		return "{" + identity + `,"summary":"` + strings.ReplaceAll(s, `"`, `\"`) + `"}`
	}
	switch p.r.IntN(9) {
	case 0:
		return manyFaults
	case 1:
		return mendedOnce
	case 2:
		return good
	case 3:
		return ""
	case 4:
		return reply(good)
	case 5:
		return reply(strings.ReplaceAll(manyFaults, "\n", `\n`))
	case 6:
		return string([]rune(s)[:len([]rune(s))/2])
	case 7:
		return strings.Replace(s, " ", " & ", 1)
	}
	return long("more\n", "a && b")
}

// change changes a file of the folder, or makes or removes one.
func (p *tangle) change() {
	files, _ := filepath.Glob(filepath.Join(p.dir, "*"))
	if p.dir == "" || len(files) == 0 {
		return
	}
	path := files[p.r.IntN(len(files))]
	b, _ := os.ReadFile(path)
	journal := strings.HasPrefix(filepath.Base(path), "j")
	p.past = append(p.past, "change of "+filepath.Base(path))
	switch n := p.r.IntN(12); {
	case n == 0:
		p.broken = !p.broken
		p.tell(path)
	case n == 1:
		p.put(filepath.Join(p.dir, fmt.Sprintf("new%d.xml", p.r.IntN(3))), p.changed(good))
	case n == 2:
		p.put(path, string(b)) // the same again
	case journal && n < 8:
		p.put(path, string(b[:len(b)-p.r.IntN(1+len(b)/3)]))
	case journal:
		p.put(path, p.journal)
	case n == 3 && len(files) > 2:
		_ = os.Remove(path)
		p.tell(path)
	default:
		p.put(path, p.changed(string(b)))
	}
}

// step does one thing of all that can happen.
func (p *tangle) step() {
	p.t.Helper()
	switch n := p.r.IntN(100); {
	case n < 6:
		p.change()
	case n < 45 && len(p.pending) > 0:
		p.end(p.r.IntN(len(p.pending)))
	case n < 47:
		p.drain()
	case n < 52: // a key that leads to the rarer things
		p.give(keyNamed([]string{"(", ")", "e", "E", "D", "V", " ", "X", "y", "F", "m", "'", "ctrl+o", "&", "/", "d", "]", "esc"}[p.r.IntN(18)]))
	default:
		p.give(p.event())
	}
}

// drain lets all that runs end, oldest first.
func (p *tangle) drain() {
	p.t.Helper()
	for n := 0; len(p.pending) > 0; n++ {
		if n > 100_000 {
			p.t.Fatalf("what runs in the background never ends after\n%s", strings.Join(p.past, "\n"))
		}
		p.end(0)
	}
}

// Whatever happens in whatever order while files change: nothing panics, the frame is
// what there is and fits, what is selected is what is shown, and nothing goes on running.
func TestTangles(t *testing.T) {
	for _, kind := range []string{"files", "gallery"} {
		for seed := *seed0; seed < *seed0+*seeds; seed++ {
			t.Run(fmt.Sprintf("%s/seed=%d", kind, seed), func(t *testing.T) {
				dir, journal := "", string(mustRead(t, kindsOfInput["journal"]["a.jsonl"]))
				if kind == "files" {
					dir = t.TempDir()
					for name, text := range map[string]string{
						"a.xml": manyFaults, "b.xml": good, "c.json": "{" + identity + `,"summary":"` + strings.ReplaceAll(good, `"`, `\"`) + `"}`,
						"j.jsonl": journal, "j.response-1.json": string(mustRead(t, kindsOfInput["journal"]["a.response-1.json"])),
					} {
						if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
							t.Fatal(err)
						}
					}
				}
				t.Chdir(t.TempDir()) // what is written without a folder is written here
				t.Setenv("TMPDIR", t.TempDir())
				p := newTangle(t, dir, seed)
				p.journal = journal
				defer func() {
					if v := recover(); v != nil {
						t.Fatalf("panic: %v after\n%s\n%s", v, strings.Join(p.past, "\n"), debug.Stack())
					}
				}()
				for range presses / 4 {
					p.step()
				}
				p.drain()
				left, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "*"))
				if len(left) > 0 {
					t.Errorf("left behind: %v", left)
				}
				if left := stillRunning(); left != "" {
					t.Errorf("goes on running:\n%s", left)
				}
			})
		}
	}
}

// stillRunning returns the stacks of what the program has running besides a test, empty
// for nothing.
func stillRunning() string {
	all := make([]byte, 1<<20)
	for n := 0; ; n++ {
		var ours []string
		for stack := range strings.SplitSeq(string(all[:runtime.Stack(all, true)]), "\n\n") {
			if strings.Contains(stack, "compactlens/") && !strings.Contains(stack, "testing.tRunner") {
				ours = append(ours, stack)
			}
		}
		if len(ours) == 0 || n == 1000 {
			return strings.Join(ours, "\n\n")
		}
		runtime.Gosched()
	}
}
