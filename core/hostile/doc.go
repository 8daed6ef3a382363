// Package hostile holds the texts that try to drive a terminal, to hide or to break
// what they are written into, and the checks that nothing of them got through. Only
// tests import it. It is pure: the checks know nothing of the code that makes text
// displayable, so that both can be wrong only in different ways.
package hostile
