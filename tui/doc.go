// Package tui is the interactive mode.
//
// One Bubble Tea model, App, receives every message and routes it; panes are plain
// structs with methods, drawn on a canvas. Update does no I/O and takes no time:
// what can take long runs in a command, which changes nothing, and comes back as a
// message with an id; a message whose id is old is dropped. Everything that a key
// does is a row of the table in actions.go, which drives the keys, the hints and
// the help.
//
// The package may import everything of this project; nothing imports it but main.
package tui
