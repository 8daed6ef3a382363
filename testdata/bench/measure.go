package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"time"
)

// slice is how long a function runs between two readings of the clock, and rounds
// how many slices each gets.
const (
	slice  = 3 * time.Millisecond
	rounds = 60
)

// compare runs functions in turns and returns the least time a call of each took.
func compare(functions ...func()) []time.Duration {
	best := make([]time.Duration, len(functions))
	times := make([]int, len(functions))
	runtime.GC()
	for i, f := range functions {
		f()
		begin := time.Now()
		f()
		times[i] = max(int(slice/max(time.Since(begin), 1)), 1)
		best[i] = 1 << 62
	}
	for range rounds {
		for i, f := range functions {
			begin := time.Now()
			for range times[i] {
				f()
			}
			best[i] = min(best[i], time.Since(begin)/time.Duration(times[i]))
		}
	}
	return best
}

// allocations returns how many allocations a call of f makes.
func allocations(f func()) uint64 {
	const calls = 100
	var before, after runtime.MemStats
	f()
	runtime.ReadMemStats(&before)
	for range calls {
		f()
	}
	runtime.ReadMemStats(&after)
	return (after.Mallocs - before.Mallocs) / calls
}

// process is what a run of a program took.
type process struct {
	wall   time.Duration
	cpu    time.Duration // of all processors
	memory int64         // bytes, at the most
	out    []byte
}

// program is a command line to run.
type program struct {
	args []string
	keep bool // its output is wanted
}

// run runs a program once. An exit code of 1 is a verdict, not a failure.
func (b *bench) run(p program) (process, error) {
	cmd := exec.CommandContext(b.ctx, p.args[0], p.args[1:]...)
	var out bytes.Buffer
	if p.keep {
		cmd.Stdout = &out
	}
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return process{}, err
	}
	ended := make(chan struct{})
	memory := watchMemory(cmd.Process.Pid, ended)
	err := cmd.Wait()
	took := time.Since(begin)
	close(ended)
	if cmd.ProcessState.ExitCode() == 1 {
		err = nil
	}
	if err != nil {
		return process{}, fmt.Errorf("%s: %w: %.200s", p.args[0], err, complaints.Bytes())
	}
	return process{took, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), <-memory, out.Bytes()}, nil
}

// race runs programs in turns, each n times, and returns the quickest run of each,
// with the least time on processors and the most memory that one of its runs had.
func (b *bench) race(n int, programs ...program) ([]process, error) {
	best := make([]process, len(programs))
	for round := range n {
		for i, p := range programs {
			r, err := b.run(p)
			if err != nil {
				return nil, err
			}
			cpu, memory := r.cpu, max(best[i].memory, r.memory)
			if round > 0 {
				cpu = min(cpu, best[i].cpu)
			}
			if round == 0 || r.wall < best[i].wall {
				best[i] = r
			}
			best[i].cpu, best[i].memory = cpu, memory
		}
	}
	return best, nil
}

// watchMemory sends the most memory that a process had, as last seen before ended
// is closed. What the system says when it is gone counts its parent's memory too.
func watchMemory(pid int, ended <-chan struct{}) <-chan int64 {
	most := make(chan int64, 1)
	go func() {
		var last int64
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ended:
				most <- last
				return
			case <-tick.C:
				last = max(last, memoryOf(pid))
			}
		}
	}()
	return most
}

// memoryOf returns the most memory that a process had so far, in bytes, where the
// system tells.
func memoryOf(pid int) int64 {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(b, []byte("VmHWM:"))
	var kib int64
	if _, err := fmt.Sscan(string(rest[:min(len(rest), 40)]), &kib); err != nil {
		return 0
	}
	return kib << 10
}

// warm reads a file, so that what is measured is no disk.
func warm(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(io.Discard, f)
	return err
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }

// ms writes a time in milliseconds.
func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d)/1e6) }

// speed writes how much of n bytes passes in a second.
func speed(n int, d time.Duration) string {
	return fmt.Sprintf("%.0f MB/s", float64(n)/1e6/d.Seconds())
}

const mib = 1 << 20
