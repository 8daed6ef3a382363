package tui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	corpus "compactlens/core/hostile"
	"compactlens/themes"
)

// clean fails where a frame holds what it must not.
func (d *driver) clean(after string) {
	d.t.Helper()
	frame := d.app.View()
	if err := corpus.Check([]byte(frame), corpus.Lines|corpus.Styles); err != nil {
		d.t.Fatalf("after %s: %v", after, err)
	}
	if err := fits(frame, d.app.w, d.app.h); err != nil {
		d.t.Fatalf("after %s: %v", after, err)
	}
}

// Every action on every item of hostile files, and every layer that it lays over the
// panes with hostile text typed and pasted into it.
func TestNothingHostileIsDrawn(t *testing.T) {
	home := t.TempDir()
	c := inputs(t, "hostile", home)
	t.Chdir(home) // what is written without a folder is written here
	theme := testTheme(false, themes.TrueColor)
	p := newScript(t, c, 1, theme)
	all := corpus.All()
	p.app.version, p.app.notice = all, all
	p.app.looks = looks{all: append(themes.Builtin(), themes.Palette{Name: all, Title: all}), broken: []string{all}, keep: func(string) error { return errors.New(all) }}
	items := len(p.app.list.items)
	if items < 60 {
		t.Errorf("only %d items", items)
	}
	for i := range items {
		p.press("esc esc esc")
		p.do(p.app.selectItem(i))
		p.clean("selecting")
		if i%thin != 0 {
			continue
		}
		for k := range p.app.actions {
			c := &p.app.actions[k]
			if !c.valid(p.app) {
				continue
			}
			p.send(keyNamed(c.key.Keys()[0]))
			p.clean(c.id)
			if len(p.app.layers) == 0 {
				continue
			}
			x := corpus.Texts()[(i+k)%len(corpus.Texts())].Text
			p.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: p.typed(x)})
			p.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: p.typed(x), Paste: true})
			p.clean(c.id + " and typing")
			p.press("down")
			p.clean(c.id + " and down")
			p.press("enter")
			p.clean(c.id + " and enter")
			for n := len(p.app.layers); n > 0; n-- {
				p.press("esc")
			}
			p.clean(c.id + " and esc")
		}
		size := [][2]int{{120, 40}, {80, 24}, {30, 8}, {200, 50}}[i%4]
		p.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		p.clean(fmt.Sprint(size))
	}
}

// What cannot be opened, and how far opening is, is said without the bytes that say it.
func TestNothingHostileIsSaidOfOpening(t *testing.T) {
	for _, x := range append(corpus.Texts(), corpus.Text{Name: "all", Text: corpus.All()}) {
		app := newApp(context.Background(), testTheme(false, themes.Color16), func(_ context.Context, report func(string)) (*contents, error) {
			report(x.Text)
			return nil, errors.New(x.Text)
		})
		d := &driver{t: t, app: app}
		d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		cmd := app.Init()
		app.loading.progress.report(x.Text)
		app.fresh = false
		d.clean(x.Name)
		d.do(cmd)
		d.clean(x.Name)
		app.notify(x.Text)
		d.clean(x.Name)
	}
}

// Every view of hostile files, and the whole screen with it, written in every form that
// can be exported, printed, and compared with the next: text that can be shown, and
// in a page or a picture nothing but the program's own elements.
func TestNothingHostileIsExported(t *testing.T) {
	p := newScript(t, inputs(t, "hostile", t.TempDir()), 1, testTheme(false, themes.TrueColor))
	p.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	items, views := len(p.app.list.items), map[viewKind]int{}
	for i := range items {
		p.do(p.app.selectItem(i))
		for k := range viewKinds {
			if !p.app.reader.has(k) {
				continue
			}
			p.do(p.app.choose(k))
			if views[k]++; thin > 1 && views[k] > 2 {
				continue
			}
			name := fmt.Sprintf("item %d, %s", i, k.title())
			p.exports(name, views[k], p.app.picture())
			var printed bytes.Buffer
			if err := p.app.plainText(&printed, 100); err != nil {
				t.Fatal(err)
			}
			// A tab is printed as one, so that what is copied from there is the text.
			if err := corpus.Check(bytes.ReplaceAll(printed.Bytes(), []byte("\t"), nil), corpus.Lines); err != nil {
				t.Fatalf("%s, printed: %v", name, err)
			}
		}
		if p.press("D enter"); len(p.app.layers) > 0 {
			if l, is := p.app.layers[len(p.app.layers)-1].(*diffLayer); is {
				views[viewKinds]++
				p.exports(fmt.Sprintf("item %d, compared", i), i, l.picture(p.app))
			}
		}
		p.press("esc esc esc")
	}
	if len(views) < int(viewKinds) { // all but the repaired case of a lesson, and a comparison
		t.Errorf("not every view was exported: %v", views)
	}
}

// exports fails where what is written of a picture holds what it must not. Of six ways
// to write it, it takes two, by turns.
func (d *driver) exports(name string, turn int, p picture) {
	d.t.Helper()
	for i, screen := range []bool{false, true} {
		path := []string{"a.txt", "a.html", "a.svg"}[(turn+i)%3]
		e := exporter{picture: p, screen: screen}
		make, err := e.maker(d.app, path)
		if err != nil {
			d.t.Fatal(err)
		}
		b := make()
		if err := corpus.Check(b, corpus.Lines); err != nil {
			d.t.Fatalf("%s, screen %v, %s: %v", name, screen, path, err)
		}
		if path != "a.txt" {
			wellFormed(d.t, string(b))
		}
	}
}
