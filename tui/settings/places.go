package settings

import "path/filepath"

// Places are the paths that settings lie at, by the XDG base directories. An empty
// path has no place: nothing is read there or written.
type Places struct {
	Config string // the file config.toml
	Themes string // the folder of theme files
	State  string // the file of what was chosen in the interface
}

// folder is the name of the program's own folder in each base directory.
const folder = "compactlens"

// ConfigVariable names another file config.toml.
const ConfigVariable = "COMPACTLENS_CONFIG"

// Find returns the places. getenv is os.Getenv, or a test's. The themes of
// the file that ConfigVariable names lie beside it.
func Find(getenv func(string) string) Places {
	config, state := base(getenv, "XDG_CONFIG_HOME", ".config"), base(getenv, "XDG_STATE_HOME", ".local/state")
	var p Places
	if config != "" {
		p = At(filepath.Join(config, folder, "config.toml"))
	}
	if own := getenv(ConfigVariable); own != "" {
		p = At(own)
	}
	if state != "" {
		p.State = filepath.Join(state, folder, "state.json")
	}
	return p
}

// At returns the places for a config file elsewhere, without a state.
func At(config string) Places {
	return Places{Config: config, Themes: filepath.Join(filepath.Dir(config), "themes")}
}

// base returns a base directory, or "" where there is none. A relative one does not
// count, as the XDG rules want it.
func base(getenv func(string) string, variable, standard string) string {
	if dir := getenv(variable); filepath.IsAbs(dir) {
		return dir
	}
	if home := getenv("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, filepath.FromSlash(standard))
	}
	return ""
}
