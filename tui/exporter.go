package tui

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/loader/atomic"
	"compactlens/themes"
	"compactlens/tui/canvas"
	"compactlens/tui/export"
)

// exportRows bounds the rows that an exported view has.
const exportRows = 20_000

// picture is what can be exported: what was shown when somebody asked for it.
type picture struct {
	title, note string // untrusted
	name        string // for the file, without its ending
	screen      *canvas.Canvas
	roll        func() (export.Roll, bool)
	width       int
	items       []*item              // that are shown
	same        func(a *App) bool    // whether roll still gives what was shown
	again       func(a *App) picture // what is shown now
}

// exporter is the layer that asks where to export to.
type exporter struct {
	question
	picture picture
	screen  bool   // the whole screen instead of the view
	replace string // the path of a file that is there, which the next enter replaces
	writing bool
}

// picture returns what is shown.
func (a *App) picture() picture {
	p := picture{title: strings.Join(a.crumbs(), " › "), name: product, width: max(a.layout.text.w, 1)}
	if it := a.list.current(); it != nil {
		words, s := a.headline(it)
		p.note = strings.Join(slices.DeleteFunc([]string{s.sign, s.word, words}, func(s string) bool { return s == "" }), " ")
		p.name = fileName(strings.TrimSuffix(it.called(), filepath.Ext(it.called())))
	}
	if !a.layout.words {
		p.title += " › " + a.reader.kind.title()
		p.name += "-" + fileName(strings.ToLower(a.reader.kind.title()))
	} else {
		p.width = max(a.w, 1)
	}
	p.screen = &canvas.Canvas{ASCII: a.canvas.ASCII}
	a.drawOn(p.screen)
	p.roll = func() (export.Roll, bool) { return a.reader.roll(p.width) }
	it, kind := a.reader.item, a.reader.kind
	if it != nil {
		p.items = []*item{it}
	}
	p.same = func(a *App) bool {
		now := a.reader.item
		return kind == a.reader.kind && (now == it || now != nil && it != nil && it.newestOf() == now && it.sameAnswer(now))
	}
	p.again = (*App).picture
	return p
}

// fileName returns what of s is safe in the name of a file.
func fileName(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '.':
			return r
		}
		return '-'
	}, s)
	if s = strings.Trim(s[:min(len(s), 60)], "-."); s == "" {
		return product
	}
	return s
}

// askExport opens the layer.
func (a *App) askExport() { a.pushExporter(a.picture()) }

func (a *App) pushExporter(p picture) {
	e := &exporter{question: *newQuestion("", p.name+".html", ""), picture: p}
	e.say()
	a.push(e)
}

// say writes what enter will do.
func (e *exporter) say() {
	e.title, e.help = "Export the view, all of it", "tab: the whole screen · "
	if e.screen {
		e.title, e.help = "Export the screen as it is", "tab: the view, all of it · "
	}
	e.help += ".txt, .html or .svg says what is written"
}

func (e *exporter) press(a *App, k tea.KeyMsg) (stay bool, cmd tea.Cmd) {
	switch k.String() {
	case "esc":
		return false, nil
	case "tab":
		e.screen = !e.screen
		e.say()
	case "enter":
		if e.writing {
			return true, nil
		}
		return true, e.start(a)
	default:
		if e.problem = ""; e.edit(k) {
			e.replace = ""
		}
	}
	return true, nil
}

// start makes and writes the file in the background.
func (e *exporter) start(a *App) tea.Cmd {
	path := e.text()
	if !e.screen && !e.picture.same(a) {
		e.picture = e.picture.again(a)
		e.problem = "what is shown is another now; enter exports that"
		return nil
	}
	make, err := e.maker(a, path)
	if err != nil {
		e.problem = err.Error()
		return nil
	}
	e.writing, e.problem = true, ""
	over, target, evidence := path == e.replace, expandHome(path), a.evidence(e.picture.items...)
	return func() tea.Msg {
		b := make()
		err := writeApart(target, b, over, evidence)
		return copyMsg{func(a *App) tea.Cmd {
			e.written(a, path, len(b), err)
			return nil
		}}
	}
}

// maker returns what makes the file's content in the background. The error says what is
// wrong with the path.
func (e *exporter) maker(a *App, path string) (func() []byte, error) {
	p, theme := e.picture, a.exportTheme()
	page := export.Page{Title: p.title, Note: p.note, Theme: theme, ASCII: a.canvas.ASCII, Width: p.width, Limit: exportRows}
	ahead := true
	if e.screen {
		page.Width, _ = p.screen.Size()
		page.Rows = &rollOfCanvas{canvas: p.screen}
	} else {
		page.Rows, ahead = p.roll()
	}
	var make func() []byte
	switch strings.ToLower(filepath.Ext(path)) {
	case ".txt":
		make = page.Text
	case ".html", ".htm":
		make = page.HTML
	case ".svg":
		if e.screen {
			return func() []byte { return export.SVG(p.title, theme, p.screen) }, nil
		}
		make = page.SVG
	default:
		return nil, errors.New("the name must end in .txt, .html or .svg, which says what is written")
	}
	if !ahead { // its rows may be looked at here alone
		b := make()
		make = func() []byte { return b }
	}
	return make, nil
}

// exportTheme returns the theme of what is on screen with all of its colours, or with
// none where there are none.
func (a *App) exportTheme() *themes.Theme {
	profile := themes.TrueColor
	if a.theme.Profile() == themes.NoColor {
		profile = themes.NoColor
	}
	return themes.New(a.theme.Palette(), themes.Options{Profile: profile})
}

// written says what came of writing. A file that is there is replaced only where
// somebody says so once more.
func (e *exporter) written(a *App, path string, size int, err error) {
	a.fresh, e.writing = false, false
	switch {
	case err == nil:
		a.dropLayer(e)
		a.notify(fmt.Sprintf("Written: %s to %s", count(size, "byte"), path))
	case errors.Is(err, fs.ErrExist):
		e.replace, e.problem = path, "there is a file of this name; enter once more replaces it"
	default:
		e.problem = "not written: " + writeSays(err)
	}
	if err != nil && !slices.Contains(a.layers, layer(e)) {
		a.notify(path + ": " + e.problem)
	}
}

// writeSays returns why a file was not written and what to do about it, without its name,
// which stands above.
func writeSays(err error) string {
	var own saveError
	if errors.As(err, &own) {
		return err.Error() + "; give another path"
	}
	return atomic.Says(err) + "; " + atomic.Remedy(err)
}
