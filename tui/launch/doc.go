// Package launch decides how the program shows itself: from flags, the environment,
// the files of settings and what was chosen before, each of which counts more than
// the next. It starts the interface, or the dialogue for people who listen, and
// gives reports their colours. The command config is here, too.
//
// The package may import everything of this project; nothing imports it but main.
package launch
