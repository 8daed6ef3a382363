// Package e2e tests the built program as a person or a script meets it: command
// lines, and a real pseudo-terminal for what only a terminal shows. It holds
// nothing but tests.
package e2e
