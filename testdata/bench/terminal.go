package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/creack/pty"
)

// terminal runs a program on a pseudo-terminal of 200 by 50 cells and answers what
// programs ask terminals.
type terminal struct {
	cmd   *exec.Cmd
	tty   *os.File
	begin time.Time
	ended chan struct{} // closed when the program closed its side

	mu   sync.Mutex
	out  []byte    // all that was written
	last time.Time // when something came last
	more *sync.Cond
}

// patience is how long anything is waited for.
const patience = 60 * time.Second

func (b *bench) terminal(args ...string) (*terminal, error) {
	cmd := exec.CommandContext(b.ctx, args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor")
	t := &terminal{cmd: cmd, begin: time.Now(), ended: make(chan struct{})}
	t.more = sync.NewCond(&t.mu)
	var err error
	if t.tty, err = pty.StartWithSize(cmd, &pty.Winsize{Cols: 200, Rows: 50}); err != nil {
		return nil, err
	}
	go t.read()
	return t, nil
}

// read keeps what the program writes.
func (t *terminal) read() {
	defer close(t.ended)
	b := make([]byte, 1<<16)
	for {
		n, err := t.tty.Read(b)
		t.mu.Lock()
		t.out = append(t.out, b[:n]...)
		t.last = time.Now()
		t.more.Broadcast()
		t.mu.Unlock()
		if bytes.Contains(b[:n], []byte("\x1b]11;?")) {
			_, _ = t.tty.WriteString("\x1b]11;rgb:1010/1010/1010\x1b\\")
		}
		if bytes.Contains(b[:n], []byte("\x1b[6n")) {
			_, _ = t.tty.WriteString("\x1b[1;1R")
		}
		if bytes.Contains(b[:n], []byte("\x1b[c")) {
			_, _ = t.tty.WriteString("\x1b[?62;22c")
		}
		if err != nil {
			return
		}
	}
}

// written returns how much was written so far, and when the last of it.
func (t *terminal) written() (int, time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.out), t.last
}

// expect waits until text stands in what was written and returns how long after the
// start it came.
func (t *terminal) expect(text string) (time.Duration, error) {
	came, err := t.await(0, text)
	return came.Sub(t.begin), err
}

// await waits until text stands in what was written behind the first bytes, and
// returns when it came.
func (t *terminal) await(from int, text string) (time.Time, error) {
	end := time.Now().Add(patience)
	timeout := time.AfterFunc(patience, func() { t.more.Broadcast() })
	defer timeout.Stop()
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		if bytes.Contains(t.out[from:], []byte(text)) {
			return t.last, nil
		}
		if time.Now().After(end) {
			return time.Time{}, fmt.Errorf("%s: %q does not come", t.cmd.Path, text)
		}
		from = max(len(t.out)-len(text), from)
		t.more.Wait()
	}
}

// settle waits until nothing was written for a while.
func (t *terminal) settle(quiet time.Duration) {
	for {
		_, last := t.written()
		wait := quiet - time.Since(last)
		if wait <= 0 {
			return
		}
		time.Sleep(wait)
	}
}

// quit ends the program with a key and returns the most memory it had.
func (t *terminal) quit() (memory int64, err error) {
	defer t.tty.Close()
	memory = memoryOf(t.cmd.Process.Pid)
	if _, err := t.tty.WriteString("q"); err != nil {
		return 0, err
	}
	kill := time.AfterFunc(patience, func() { _ = t.cmd.Process.Kill() })
	defer kill.Stop()
	<-t.ended
	return memory, t.cmd.Wait()
}

// screens measures when the first screen stands, and when all is there.
func screens(b *bench) error {
	lines, err := b.journal(b.size(1<<30), false)
	if err != nil {
		return err
	}
	log, err := b.journal(b.size(1<<30), true)
	if err != nil {
		return err
	}
	reply, err := b.reply(b.size(100e6))
	if err != nil {
		return err
	}
	for _, c := range []struct {
		what, path, done string
		most             int64
	}{
		{"a journal", lines, "attempt", 60 * mib},
		{"a store log", log, "attempt", 60 * mib},
		{"a reply", reply, "UNDETERMINED", 480 * mib},
	} {
		info, err := os.Stat(c.path)
		if err != nil {
			return err
		}
		first, all := time.Duration(1<<62), time.Duration(1<<62)
		var memory int64
		for range 5 {
			t, err := b.terminal(b.binary, c.path)
			if err != nil {
				return err
			}
			shown, err := t.expect("compactlens")
			if err != nil {
				return err
			}
			whole, err := t.expect(c.done)
			if err != nil {
				return err
			}
			t.settle(300 * time.Millisecond)
			used, err := t.quit()
			if err != nil {
				return err
			}
			first, all, memory = min(first, shown), min(all, whole), max(memory, used)
		}
		what := fmt.Sprintf("first screen on %s of %.0f MB", c.what, float64(info.Size())/1e6)
		b.report(what, "≤ 100 ms", first <= 100*time.Millisecond, "%s; all is there after %s", ms(first), ms(all))
		b.report("memory of the interface on "+c.what, fmt.Sprintf("≤ %d MiB", c.most/mib), memory <= c.most, "%d MiB", memory/mib)
	}
	return nil
}

// pressed is how many keys are timed.
const pressed = 300

// keys sets the time from a key to its frame in a long transcript beside that of a
// bare program that shows as many lines.
func keys(b *bench) error {
	pager, err := b.build("compactlens/testdata/bench/pager")
	if err != nil {
		return err
	}
	messages := b.size(20_007)
	journal, err := b.transcript(messages)
	if err != nil {
		return err
	}
	own, err := b.terminal(b.binary, journal)
	if err != nil {
		return err
	}
	for _, s := range []struct{ key, then string }{{"", "attempt 2 of"}, {"g", "attempt 1 of"}, {"t", "message 1 of"}} {
		before, _ := own.written()
		if s.key == "" {
			before = 0
		}
		if _, err := own.tty.WriteString(s.key); err != nil {
			return err
		}
		if _, err := own.await(before, s.then); err != nil {
			return err
		}
	}
	own.settle(300 * time.Millisecond)
	bare, err := b.terminal(pager)
	if err != nil {
		return err
	}
	if _, err := bare.expect("20 message"); err != nil {
		return err
	}
	var times [2][]time.Duration
	for range pressed {
		for i, t := range []*terminal{own, bare} {
			took, err := t.press("j")
			if err != nil {
				return err
			}
			times[i] = append(times[i], took)
		}
	}
	var p99, p50 [2]time.Duration
	for i, all := range times {
		slices.Sort(all)
		p50[i], p99[i] = all[len(all)/2], all[len(all)*99/100]
	}
	for _, t := range []*terminal{own, bare} {
		if _, err := t.quit(); err != nil {
			return err
		}
	}
	b.report(fmt.Sprintf("key to frame in a transcript of %d messages, p99 at 200x50", messages), "≤ 1.5× a bare Bubble Tea program", ratio(p99[0], p99[1]) <= 1.5,
		"%.2f× (%s, bare %s; p50 %s and %s)", ratio(p99[0], p99[1]), ms(p99[0]), ms(p99[1]), ms(p50[0]), ms(p50[1]))
	return nil
}

// press types a key and returns how long it takes until something is drawn.
func (t *terminal) press(key string) (time.Duration, error) {
	t.settle(15 * time.Millisecond)
	before, _ := t.written()
	begin := time.Now()
	if _, err := t.tty.WriteString(key); err != nil {
		return 0, err
	}
	for time.Since(begin) < patience {
		if n, last := t.written(); n > before {
			return last.Sub(begin), nil
		}
		time.Sleep(20 * time.Microsecond)
	}
	return 0, fmt.Errorf("%s: nothing is drawn", t.cmd.Path)
}

// idle measures what the interface does while nobody does anything.
func idle(b *bench) error {
	const while = 3 * time.Second
	reply, err := b.reply(20 << 10)
	if err != nil {
		return err
	}
	t, err := b.terminal(b.binary, reply)
	if err != nil {
		return err
	}
	if _, err := t.expect("UNDETERMINED"); err != nil {
		return err
	}
	t.settle(500 * time.Millisecond)
	wrote, _ := t.written()
	used, known := cpuTime(t.cmd.Process.Pid)
	time.Sleep(while)
	after, _ := t.written()
	usedAfter, _ := cpuTime(t.cmd.Process.Pid)
	if _, err := t.quit(); err != nil {
		return err
	}
	// One tick of the system's clock is as good as nothing.
	b.report("three idle seconds", "no output, no CPU", after == wrote && known && usedAfter-used <= 10*time.Millisecond,
		"%d bytes, %s of CPU", after-wrote, ms(usedAfter-used))
	return nil
}

// cpuTime returns the time that a process used, where the system tells: in ticks of
// a hundredth of a second.
func cpuTime(pid int) (used time.Duration, ok bool) {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return 0, false
	}
	_, rest, _ := strings.Cut(string(b), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, false
	}
	for _, f := range fields[11:13] {
		n, err := strconv.Atoi(f)
		if err != nil {
			return 0, false
		}
		used += time.Duration(n) * 10 * time.Millisecond
	}
	return used, true
}
