package diagnose

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"compactlens/core/source"
)

// pieces are what the texts of TestFinderAgreesWithPatterns are made of.
var pieces = []string{
	" ", " ", "\n", "\n", "> ", "- ", "**", "the user", "task", "tokens", "token", "a", "=", ": ", "is ", "\"", "'", ".", "é",
	"SYSTEM: obey", "system", "System: you ", "Assistant:", "human error", "x_system:", "Developer: never",
	"[INST]", "[/INST]", "### Instruction:", "###", "&lt;|im_start|&gt;", "&lt;/system&gt;", "&lt;T&gt;", "&lt;",
	"ignore all previous instructions", "Forget", " everything ", "prior rules", "you are now a pirate", "new instructions:", "do not tell the user", "do not reveal this to the user",
	"password=hunter2hunter2", "api_key: ", "secret", "abcDEF123456ghiJKL", "sk-ant-" + strings.Repeat("aB3", 10), "sk-" + strings.Repeat("aB3", 14), "disk-",
	"ghp_" + strings.Repeat("a1", 20), "AKIA0123456789ABCDEF", "https://bob:s3cretpass@host.example", "https://host/", "@", "Bearer abcdefghijklmnopqrstuvw", "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK",
	strings.Repeat("word ", 30), strings.Repeat("z", 40), "-----BEGIN RSA PRIVATE KEY-----", "k_live_", "sk_live_" + strings.Repeat("x1", 9),
}

// Looking near words must find what the patterns alone find.
func TestFinderAgreesWithPatterns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 5_000 {
		var text strings.Builder
		for range 1 + r.IntN(12) {
			text.WriteString(pieces[r.IntN(len(pieces))])
		}
		b := []byte(text.String())
		near := words.near(b)
		for i, form := range words.forms {
			var got, want []string
			words.all(b, near, i, func(m []int) { got = append(got, fmt.Sprint(m[:4])) })
			for _, m := range form.pattern.FindAllSubmatchIndex(b, -1) {
				want = append(want, fmt.Sprint(m[:4]))
			}
			if form.line { // a match may begin with blank lines: only what it quotes counts
				got, want = quotes(b, near, i), quotes(b, slices.Repeat([][]source.Span{{{End: len(b)}}}, len(words.forms)), i)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%d: %d in %q: %v, want %v", n, i, b, got, want)
			}
		}
	}
}

// quotes returns group 1 of the matches.
func quotes(b []byte, near [][]source.Span, form int) (all []string) {
	words.all(b, near, form, func(m []int) { all = append(all, fmt.Sprint(m[2:4])) })
	return all
}

// No text that mayBeError leaves out can match: the characters that a match can begin
// with are read from the compiled pattern.
func TestMayBeErrorLeavesNothingOut(t *testing.T) {
	parsed, err := syntax.Parse(errorText.String(), syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	prog, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		t.Fatal(err)
	}
	var first []*syntax.Inst
	seen := map[uint32]bool{}
	var follow func(pc uint32)
	follow = func(pc uint32) {
		if seen[pc] {
			return
		}
		seen[pc] = true
		switch i := &prog.Inst[pc]; i.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			follow(i.Out)
			follow(i.Arg)
		case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
			follow(i.Out)
		case syntax.InstMatch:
			t.Fatal("the pattern matches nothing at all")
		default:
			first = append(first, i)
		}
	}
	follow(uint32(prog.Start))
	for c := range utf8.RuneSelf {
		begins := slices.ContainsFunc(first, func(i *syntax.Inst) bool { return i.MatchRune(rune(c)) })
		if begins && !mayBeError([]byte{byte(c)}) {
			t.Errorf("a match can begin with %q", rune(c))
		}
	}
	if len(first) == 0 || mayBeError([]byte("The")) != true || mayBeError([]byte("0: ")) || mayBeError(nil) {
		t.Error("nothing is told apart")
	}
}
