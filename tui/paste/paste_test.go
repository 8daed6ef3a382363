package paste

import (
	"bytes"
	"errors"
	"io"
	"math/rand"
	"strings"
	"testing"
)

// input gives bytes in pieces of sizes that next chooses.
type input struct {
	rest []byte
	next func() int
}

func (i *input) Read(p []byte) (int, error) {
	if len(i.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), max(i.next(), 1))], i.rest)
	i.rest = i.rest[n:]
	return n, nil
}
func (*input) Write([]byte) (int, error) { return 0, nil }
func (*input) Close() error              { return nil }
func (*input) Fd() uintptr               { return 0 }
func (*input) Name() string              { return "input" }

// readAll reads s through a Reader, in buffers of the given size.
func readAll(t testing.TB, s string, buffer int, next func() int) (*Reader, string) {
	t.Helper()
	r := New(&input{[]byte(s), next})
	var out bytes.Buffer
	p := make([]byte, buffer)
	for {
		n, err := r.Read(p)
		out.Write(p[:n])
		if errors.Is(err, io.EOF) {
			return r, out.String()
		}
	}
}

func TestReader(t *testing.T) {
	const b, e = "\x1b[200~", "\x1b[201~"
	for _, c := range []struct {
		in, out string
		pastes  []string
	}{
		{"jk", "jk", nil},
		{"\x1b[A\x1b[B", "\x1b[A\x1b[B", nil},
		{"j" + b + "text" + e + "k", "j" + b + "1" + e + "k", []string{"text"}},
		{b + e, b + "1" + e, []string{""}},
		{b + "a" + e + b + "b" + e, b + "1" + e + b + "2" + e, []string{"a", "b"}},
		{b + "\xff\x00\r\x1b[20\x1b[201" + e, b + "1" + e, []string{"\xff\x00\r\x1b[20\x1b[201"}},
		{b + "inside " + b + " again" + e, b + "1" + e, []string{"inside " + b + " again"}},
		{"\x1b\x1b[200~x" + e, "\x1b\x1b[200~1" + e, []string{"x"}},
		{b + "not over", b, nil},
		{b + strings.Repeat("x", 1000) + e + strings.Repeat("k", 600), b + "1" + e + strings.Repeat("k", 600), []string{strings.Repeat("x", 1000)}},
	} {
		rnd := rand.New(rand.NewSource(1))
		for range 200 {
			most := 1 + rnd.Intn(300)
			r, out := readAll(t, c.in, 256, func() int { return 1 + rnd.Intn(most) })
			if out != c.out {
				t.Fatalf("%q: %q, want %q", c.in, out, c.out)
			}
			for i, want := range c.pastes {
				p, ok := r.Take(string(rune('1' + i)))
				if !ok || string(p.Bytes) != want || p.Cut {
					t.Fatalf("%q: paste %d is %q, %v", c.in, i+1, p.Bytes, ok)
				}
			}
			if _, ok := r.Take("1"); ok {
				t.Fatal("a paste was taken twice")
			}
		}
	}
}

func TestLimit(t *testing.T) {
	r, _ := readAll(t, "\x1b[200~"+strings.Repeat("x", Limit+5)+"\x1b[201~", 1<<20, func() int { return 1 << 20 })
	if p, ok := r.Take("1"); !ok || len(p.Bytes) != Limit || !p.Cut {
		t.Errorf("%d bytes, %v", len(p.Bytes), p.Cut)
	}
}

func BenchmarkPaste(b *testing.B) {
	text := "\x1b[200~" + strings.Repeat("0123456789abcdef", 4<<20/16) + "\x1b[201~"
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		readAll(b, text, 256, func() int { return 256 })
	}
}
