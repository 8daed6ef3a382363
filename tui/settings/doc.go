// Package settings reads and writes what a user prefers: the file config.toml, the
// themes of one's own beside it, and the state, which is what was chosen in the
// interface. Nothing of it lies in a project.
//
// Files that people write are read strictly: whatever is not understood is reported
// with its line and column, all of it at once. The state, which only the program
// writes, is given up where it is broken. Reading and writing happens in the
// functions of this package and never in an Update of the interface.
package settings
