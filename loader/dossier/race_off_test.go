//go:build !race

package dossier

const thin = 1 // see race_on_test.go
