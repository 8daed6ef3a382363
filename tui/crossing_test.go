package tui

import (
	"fmt"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// at fails where another finding of another item is selected.
func (d *driver) at(item, finding int) {
	d.t.Helper()
	a := d.app
	if a.list.selected != item || a.reader.finding != finding {
		d.t.Fatalf("at finding %d of item %d, want %d of %d:\n%s", a.reader.finding, a.list.selected, finding, item, d.text())
	}
}

// In the sample, items 0, 2, 5 and 6 have findings: 2, 1, 1 and 1.
func TestStepsCrossAttempts(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	for i, it := range d.app.list.all {
		want := map[int]int{0: 2, 2: 1, 5: 1, 6: 1}[i]
		if it.findings() != want {
			t.Fatalf("item %d has %d findings, want %d", i, it.findings(), want)
		}
	}
	d.at(0, 0)
	d.press("]")
	d.at(0, 1)
	d.expect("Finding 2 of 2")
	d.press("]")
	d.at(0, 1)
	d.expect("the last of 2 findings here; ] goes on with the next attempt that has any")
	d.press("]")
	d.at(2, 0)
	d.expect("Finding 1 of 1", "empty.xml")
	d.absent("goes on")
	d.press("]")
	d.expect("the only finding here; ] goes on with the next attempt")
	d.press("]")
	d.at(5, 0)
	d.press("] ] ]")
	d.at(6, 0)
	d.press("]")
	d.at(0, 0)
	d.expect("round to the first attempt that has findings")
	d.press("[")
	d.expect("the first of 2 findings here; [ goes on with the previous attempt")
	d.press("[")
	d.at(6, 0)
	d.expect("round to the last attempt that has findings")
	d.press("[ [ [ [ [ [")
	d.at(0, 1) // the last finding of it
	d.press("ctrl+o")
	d.at(2, 0)
}

// What was said is forgotten with any other key.
func TestStepsAskAgain(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.press("] ]")
	for _, other := range []string{"tab", "[ ]", "= z", "esc"} {
		d.press(other + " ]")
		d.expect("the last of 2 findings here")
		d.at(0, 1)
	}
	d.press("[ [ ]") // the brink at the start is none at the end
	d.at(0, 1)
}

func TestStepsWithCounts(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.press("9 ]")
	d.at(0, 1)
	d.absent("goes on")
	d.press("3 ]")
	d.expect("the last of 2 findings")
	d.press("3 ]")
	d.at(2, 0)
	d.press("[ 2 [")
	d.at(0, 0)
}

// From an attempt without findings a step goes on at once, and with a filter it
// stays among what is listed.
func TestStepsFromNoFindings(t *testing.T) {
	d := drive(t, sample(), 120, 40)
	d.press("n")
	d.at(1, -1)
	d.press("]")
	d.at(2, 0)
	d.press("p [")
	d.at(0, 1)
	d.press("& x m l enter g")
	if n := len(d.app.list.items); n != 3 {
		t.Fatalf("%d items listed", n)
	}
	d.press("G ] ]")
	d.at(0, 0)
	d.expect("round to the first attempt")
	d = drive(t, &contents{groups: []group{{items: []*item{summaryItem("a", good), summaryItem("b", good)}}}}, 120, 40)
	d.press("]")
	d.expect("no attempt listed has a finding")
	d = drive(t, &contents{groups: []group{{items: []*item{summaryItem("a", good)}}}}, 120, 40)
	d.press("]")
	d.absent("no attempt listed")
}

func TestStepsInOneAttempt(t *testing.T) {
	d := drive(t, &contents{groups: []group{{items: []*item{summaryItem("a", manyFaults)}}}}, 120, 40)
	d.press("] ]")
	d.expect("the last of 2 findings here; ] goes on from the first")
	d.press("]")
	d.at(0, 0)
	d.expect("round to the first finding: no other attempt has any")
	d.press("[ [")
	d.at(0, 1)
	d.expect("round to the last finding: no other attempt has any")
}

// Attempts that were not judged yet are judged on the way; who presses another key
// meanwhile stays.
func TestStepsJudge(t *testing.T) {
	for _, patient := range []bool{true, false} {
		var items []*item
		for i := range 5 {
			items = append(items, summaryItem(fmt.Sprint(i), good))
		}
		items = append(items, summaryItem("bad", manyFaults))
		d := drive(t, &contents{groups: []group{{items: items}}}, 120, 40)
		d.press("g")
		for _, it := range items[1:] {
			it.judged = nil
		}
		_, cmd := d.app.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{']'}})
		d.at(0, -1)
		d.expect("looking for the next finding")
		if !patient {
			d.press("j k")
		}
		d.do(cmd)
		if patient {
			d.at(5, 0)
			d.absent("looking")
		} else {
			d.at(0, -1)
		}
		if d.app.crossing.stop != nil {
			t.Error("a search goes on")
		}
	}
}
