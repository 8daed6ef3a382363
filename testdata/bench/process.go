package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// starts measures how long the program takes to start and end.
func starts(b *bench) error {
	bare, err := b.build("compactlens/testdata/bench/bare")
	if err != nil {
		return err
	}
	file := filepath.Join(b.dir, "one.xml")
	if err := os.WriteFile(file, summaryOf(0, 8<<10, 0), 0o666); err != nil {
		return err
	}
	best, err := b.race(40, program{args: []string{bare}}, program{args: []string{b.binary, "version"}}, program{args: []string{b.binary, "check", file}})
	if err != nil {
		return err
	}
	limit := best[0].wall*3/2 + 25*time.Millisecond
	for i, name := range []string{"version", "check of one file"} {
		took := best[i+1].wall
		b.report("start to end of "+name, "≤ 1.5× a bare program + 25 ms", took <= limit, "%s (bare program %s)", ms(took), ms(best[0].wall))
	}
	return nil
}

// checks sets the check of many summaries beside xmllint and cat.
func checks(b *bench) error {
	n := b.size(10_000)
	dir, err := b.summariesIn(n)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.xml"))
	if err != nil {
		return err
	}
	programs := []program{
		{args: []string{b.binary, "check", dir}},
		{args: append([]string{"cat"}, files...)},
		{args: []string{b.binary, "check", "--format", "json", dir}},
	}
	lint, err := exec.LookPath("xmllint")
	if err == nil {
		programs = append(programs, program{args: append([]string{lint, "--noout"}, files...)})
	}
	best, err := b.race(7, programs...)
	if err != nil {
		return err
	}
	check, cat := best[0].wall, best[1].wall
	what := fmt.Sprintf("check of %d summaries of 8 KB", n)
	b.report(what, "≤ 2× cat", ratio(check, cat) <= 2, "%.2f× (%s, cat %s; as JSON %s; on processors %s and %s; %d MiB)",
		ratio(check, cat), ms(check), ms(cat), ms(best[2].wall), ms(best[0].cpu), ms(best[1].cpu), best[0].memory/mib)
	if lint == "" {
		b.report(what, "faster than xmllint", false, "xmllint is not installed")
		return nil
	}
	b.report(what, "faster than xmllint --noout", check < best[3].wall, "%.1f× as fast (xmllint %s, on processors %s)", ratio(best[3].wall, check), ms(best[3].wall), ms(best[3].cpu))
	return nil
}

// journals sets all attempts of a long journal beside a search for one literal.
func journals(b *bench) error {
	path, err := b.journal(b.size(1<<30), false)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	best, err := b.race(5,
		program{args: []string{b.binary, "check", "--format", "json", path}, keep: true},
		program{args: []string{"grep", "-c", `"type":"CompactionRejected"`, path}, keep: true},
	)
	if err != nil {
		return err
	}
	var out struct {
		Attempts []struct {
			Reason string `json:"reject_reason"`
		} `json:"attempts"`
	}
	if err := json.Unmarshal(best[0].out, &out); err != nil {
		return err
	}
	rejected := 0
	for _, a := range out.Attempts {
		if a.Reason != "" {
			rejected++
		}
	}
	check, grep := best[0].wall, best[1].wall
	b.report(fmt.Sprintf("attempts and reject reasons of a journal of %.0f MB", float64(info.Size())/1e6), "≤ 2× grep",
		ratio(check, grep) <= 2 && len(out.Attempts) == attempts && rejected > 0,
		"%.2f× (%s, grep %s, which counts %s lines), %d attempts, %d rejected", ratio(check, grep), ms(check), ms(grep), strings.TrimSpace(string(best[1].out)), len(out.Attempts), rejected)
	b.report("memory of that check", "≤ 60 MiB", best[0].memory <= 60*mib, "%d MiB", best[0].memory/mib)
	return nil
}
