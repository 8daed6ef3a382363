// Command bare prints a line: the least that a program in Go takes to start and end.
package main

import "fmt"

func main() { fmt.Println("bare") }
