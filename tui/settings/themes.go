package settings

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"compactlens/core/source"
	"compactlens/loader/regular"
	"compactlens/themes"
)

// themeEnd is how the names of theme files end.
const themeEnd = ".toml"

// ThemeSet is all themes there are, and the files that are none.
type ThemeSet struct {
	All    []themes.Palette
	Broken []*BrokenTheme
}

// BrokenTheme is a file among the themes that cannot be used.
type BrokenTheme struct {
	Name string // of the theme it would be; untrusted
	Err  error  // a *FileError, an *fs.PathError or a *regular.TooLargeError
}

func (b *BrokenTheme) Error() string { return b.Err.Error() }

func (b *BrokenTheme) Unwrap() error { return b.Err }

// LoadThemes returns the built-in themes and those of the folder. A file that is no
// theme keeps none of the others away.
func LoadThemes(dir string) ThemeSet {
	set := ThemeSet{All: themes.Builtin()}
	if dir == "" {
		return set
	}
	entries, err := os.ReadDir(dir) // without one there are no themes of one's own
	if err != nil {
		return set
	}
	for _, e := range entries {
		name, is := strings.CutSuffix(e.Name(), themeEnd)
		if !is || e.IsDir() || name == "" {
			continue
		}
		p, err := readTheme(filepath.Join(dir, e.Name()))
		if err != nil {
			set.Broken = append(set.Broken, &BrokenTheme{Name: name, Err: err})
			continue
		}
		set.All = append(set.All, p)
	}
	return set
}

// Want makes sure that a theme can be chosen by what the settings call it, and
// returns its name: where that is the path of a file, the file is read. The error
// is a *BrokenTheme or a *themes.UnknownThemeError.
func (s *ThemeSet) Want(theme string) (name string, err error) {
	if strings.HasSuffix(theme, themeEnd) || strings.ContainsRune(theme, filepath.Separator) {
		p, err := readTheme(theme)
		if err != nil {
			return "", &BrokenTheme{Name: theme, Err: err}
		}
		s.All = append(s.All, p)
		return p.Name, nil
	}
	if _, err = themes.ByName(s.All, theme, true); err == nil {
		_, err = themes.ByName(s.All, theme, false)
	}
	if i := slices.IndexFunc(s.Broken, func(b *BrokenTheme) bool { return b.Name == theme }); i >= 0 {
		return "", s.Broken[i] // also where a built-in theme has the name
	}
	return theme, err
}

// maxFile bounds the bytes of a file of settings, or of a theme.
const maxFile = 1 << 20

func readTheme(path string) (themes.Palette, error) {
	b, err := regular.ReadFile(path, maxFile)
	if err != nil {
		return themes.Palette{}, err
	}
	return parseTheme(path, b)
}

// parseTheme reads a theme file. What it does not name is taken from the built-in
// theme it is based on, which is made for the same kind of background.
func parseTheme(path string, b []byte) (themes.Palette, error) {
	d := parse(path, b)
	var base, light *entry
	title := ""
	var colours []entry
	known, roles := []string{"title", "base", "light", "colors"}, []string(nil)
	for _, r := range themes.Roles() {
		roles = append(roles, "colors."+r.String())
	}
	for i := range d.entries {
		x := &d.entries[i]
		switch {
		case x.key == "colors":
			d.want(*x, kindTable)
		case strings.HasPrefix(x.key, "colors.") && !slices.Contains(roles, x.key):
			d.unknown(*x, roles)
		case !strings.HasPrefix(x.key, "colors.") && !slices.Contains(known, x.key):
			d.unknown(*x, known, roles...)
		case x.key == "light":
			if d.want(*x, kindTruth) {
				light = x
			}
		case !d.want(*x, kindText):
		case x.key == "title":
			title = x.text
		case x.key == "base":
			base = x
		default:
			colours = append(colours, *x)
		}
	}
	p := d.base(base, light)
	p.Name = strings.TrimSuffix(filepath.Base(path), themeEnd)
	p.Title = "from " + path
	if title != "" {
		p.Title = title
	}
	for _, x := range colours {
		role, _ := themes.RoleByName(strings.TrimPrefix(x.key, "colors."))
		c, err := themes.ParseColor(x.text, p.Colors[role])
		if err != nil {
			d.fault(x.value, "%s", err.Error())
			continue
		}
		p.Colors[role] = c
	}
	d.sort()
	return p, d.err()
}

// base returns the palette that a theme begins with: the one it names, or the
// standard one for its kind of background. It may not be made for the other kind.
func (d *document) base(base, light *entry) themes.Palette {
	if base == nil && light == nil {
		if len(d.faults) == 0 {
			d.fault(0, "a theme needs base, the theme that it changes, or light, true or false")
		}
		return themes.ForBackground(true)
	}
	if base == nil {
		return themes.ForBackground(!light.truth)
	}
	p, err := themes.ByName(themes.Builtin(), base.text, light == nil || !light.truth)
	if err != nil || base.text == "" || base.text == themes.Auto {
		var names []string
		for _, p := range themes.Builtin() {
			names = append(names, p.Name)
		}
		d.fault(base.value, "base must be one of %s", strings.Join(names, ", "))
		return themes.ForBackground(true)
	}
	if light != nil && light.truth != p.Light {
		kinds := map[bool]string{false: "dark", true: "light"}
		d.fault(light.value, "%s is made for %s backgrounds, and no colours are taken from the other kind", source.Printable(base.text), kinds[p.Light])
	}
	return p
}
