package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"compactlens/core/summary"
	"compactlens/tui/find"
)

// searches measures how fast a literal is looked for: in memory, and in the largest
// text that the interface shows.
func searches(b *bench) error {
	if err := b.searchMemory(); err != nil {
		return err
	}
	return b.searchText()
}

// searchMemory looks for a literal that stands at the end of a gigabyte, in any case
// of its letters as people type it, and ends a search before its time.
func (b *bench) searchMemory() error {
	size := b.size(1 << 30)
	one := summaryOf(0, 1<<20, 0)
	text := bytes.Repeat(one, size/len(one)+1)[:size]
	const word = "the needle"
	text = append(text[:max(len(text)-len(word), 0)], "The Needle"...)
	query, err := find.Compile(word, false)
	if err != nil {
		return err
	}
	best := time.Duration(1 << 62)
	for range 5 {
		begin := time.Now()
		hits, err := query.All(b.ctx, text)
		if err != nil {
			return err
		}
		if len(hits.Spans) != 1 {
			return errors.New("the word is not found once")
		}
		best = min(best, time.Since(begin))
	}
	rate := float64(len(text)) / best.Seconds()
	b.report(fmt.Sprintf("search for a literal in %.0f MB in memory, to its first hit at the end", float64(len(text))/1e6), "≥ 500 MB/s", rate >= 500e6, "%.0f MB/s", rate/1e6)

	longest := time.Duration(0)
	for range 20 {
		ctx, cancel := context.WithCancel(b.ctx)
		ended := make(chan time.Time)
		go func() {
			_, _ = query.All(ctx, text)
			ended <- time.Now()
		}()
		time.Sleep(best / 4)
		begin := time.Now()
		cancel()
		longest = max(longest, (<-ended).Sub(begin))
	}
	b.report("cancelling that search", "≤ 50 ms", longest <= 50*time.Millisecond, "%s at the most of 20", ms(max(longest, 0)))
	return nil
}

// searchText looks for the name of the last section in a reply of nearly the largest
// size that is opened.
func (b *bench) searchText() error {
	size := b.size(240e6)
	reply, err := b.reply(size)
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
	t.settle(time.Second)
	name := summary.SectionNames()[4]
	found, echoed, ended := time.Duration(1<<62), time.Duration(0), time.Duration(0)
	for range 5 {
		if _, err := t.tty.WriteString("/" + name[:len(name)-1]); err != nil {
			return err
		}
		t.settle(500 * time.Millisecond)
		before, _ := t.written()
		begin := time.Now()
		took, err := t.press(name[len(name)-1:])
		if err != nil {
			return err
		}
		came, err := t.await(before, "1/2")
		if err != nil {
			return err
		}
		found, echoed = min(found, came.Sub(begin)), max(echoed, took)
		if took, err = t.press("\x1b"); err != nil {
			return err
		}
		ended = max(ended, took)
		t.settle(300 * time.Millisecond)
	}
	if _, err := t.quit(); err != nil {
		return err
	}
	rate := float64(size) / found.Seconds()
	b.report(fmt.Sprintf("search in a summary of %.0f MB on screen, from the key to all hits", float64(size)/1e6), "≥ 500 MB/s", rate >= 500e6, "%.0f MB/s (%s)", rate/1e6, ms(found))
	slowest := max(echoed, ended)
	b.report("key to frame while it runs, and esc", "≤ 50 ms", slowest <= 50*time.Millisecond, "%s and %s at the most", ms(echoed), ms(ended))
	return nil
}
