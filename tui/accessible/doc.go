// Package accessible is the interactive mode for people who listen, and for
// terminals that only print: it asks for a command, answers in lines of words and
// asks again. Nothing is drawn, moved over or written twice, so that a screen reader
// reads what is there. It tells what the command check tells.
//
// It reads and writes the streams it is given, and works attempts out through the
// room loader/dossier.
package accessible
