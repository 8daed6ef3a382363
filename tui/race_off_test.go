//go:build !race

package tui

const thin = 1 // see race_on_test.go
