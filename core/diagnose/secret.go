package diagnose

import (
	"bytes"
	"math"
	"regexp"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/source"
)

// secret is one form of key or token. Group 1 of the pattern is the secret itself.
type secret struct {
	name  string
	hints []string // in small letters; without one of them the form is not looked for
	form  *regexp.Regexp
	loose bool // the form alone is weak: the value must look random
}

// secrets are the forms that are told apart with few mistakes. They never change.
var secrets = []secret{
	{"a private key", []string{"private key"}, regexp.MustCompile(`(-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----)`), false},
	{"a GitHub token", []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat"}, regexp.MustCompile(`\b(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})`), false},
	{"a GitLab token", []string{"glpat-"}, regexp.MustCompile(`\b(glpat-[A-Za-z0-9_-]{20,})`), false},
	{"an AWS access key", []string{"akia", "asia"}, regexp.MustCompile(`\b((?:AKIA|ASIA)[A-Z0-9]{16})\b`), false},
	{"an Anthropic API key", []string{"sk-ant"}, regexp.MustCompile(`\b(sk-ant-[A-Za-z0-9_-]{20,})`), false},
	{"an OpenAI API key", []string{"sk-"}, regexp.MustCompile(`\b(sk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{32,})`), true},
	{"a Google API key", []string{"aiza"}, regexp.MustCompile(`\b(AIza[A-Za-z0-9_-]{35})`), false},
	{"a Slack token", []string{"xox", "xapp"}, regexp.MustCompile(`\b(xox[abeprs]-[A-Za-z0-9-]{12,}|xapp-[A-Za-z0-9-]{20,})`), false},
	{"a Stripe key", []string{"_live_", "_test_"}, regexp.MustCompile(`\b([rs]k_(?:live|test)_[A-Za-z0-9]{16,})`), false},
	{"an npm token", []string{"npm_"}, regexp.MustCompile(`\b(npm_[A-Za-z0-9]{36})`), false},
	{"a Hugging Face token", []string{"hf_"}, regexp.MustCompile(`\b(hf_[A-Za-z0-9]{30,})`), false},
	{"a PyPI token", []string{"pypi-"}, regexp.MustCompile(`\b(pypi-[A-Za-z0-9_-]{40,})`), false},
	{"a SendGrid key", []string{"sg."}, regexp.MustCompile(`\b(SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{32,})`), false},
	{"a JSON web token", []string{"eyj"}, regexp.MustCompile(`\b(eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,})`), false},
	{"a password in a URL", []string{"://"}, regexp.MustCompile(`\b[a-z][a-z0-9+.-]{1,15}://[^\s/:@<>]{1,64}:([^\s/:@<>]{4,64})@[A-Za-z0-9.-]+`), true},
	{"a bearer token", []string{"bearer"}, regexp.MustCompile(`(?i)\bbearer\s+([A-Za-z0-9._~+/-]{20,}=*)`), true},
	{"a key or password", []string{"key", "token", "secret", "passw"}, regexp.MustCompile(`(?i)\b(?:api[_-]?key|secret[_-]?key|access[_-]?key|client[_-]?secret|auth[_-]?token|access[_-]?token|password|passwd|secret|token)["']?\s*(?:=|:|\bis\b)\s*["']?([^\s"'<>&,;]{12,128})`), true},
}

// maxSecrets bounds the secrets pointed at in one section.
const maxSecrets = 8

// adviseSecrets looks for keys, tokens and passwords. What it finds is never
// quoted.
func (s *scene) adviseSecrets(texts []sectionText) {
	for _, t := range texts {
		var found []source.Span
		small := bytes.ToLower(t.raw)
		for _, k := range secrets {
			if !containsAny(small, k.hints) {
				continue
			}
			for _, m := range k.form.FindAllSubmatchIndex(t.raw, -1) {
				at := source.Span{Start: m[2], End: m[3]}
				if k.loose && !random(string(at.Of(t.raw))) || overlapsAny(found, at) || len(found) >= maxSecrets {
					continue
				}
				found = append(found, at)
				s.advise(inspect.AdviceSecret, t, at, k.name, "")
			}
		}
	}
}

// containsAny reports whether b holds one of the words.
func containsAny(b []byte, words []string) bool {
	for _, w := range words {
		if bytes.Contains(b, []byte(w)) {
			return true
		}
	}
	return false
}

func overlapsAny(all []source.Span, at source.Span) bool {
	for _, s := range all {
		if s.Overlaps(at) {
			return true
		}
	}
	return false
}

// notSecret matches values that stand for a secret rather than being one.
var notSecret = regexp.MustCompile(`(?i)^[<\[{$%*.]|x{4,}|\*{3,}|\.{3,}|example|changeme|placeholder|redacted|your[_-]|dummy|test|env\.|process\.|getenv|config\.|os\.|\(\)|hidden|removed|none|null`)

// random reports whether value looks made by a machine: letters and digits, few of
// them again, and none of the words that stand for a secret.
func random(value string) bool {
	if notSecret.MatchString(value) {
		return false
	}
	letters, digits := false, false
	counts := map[rune]int{}
	for _, r := range value {
		counts[r]++
		letters = letters || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		digits = digits || r >= '0' && r <= '9'
	}
	entropy, n := 0.0, float64(len([]rune(value)))
	for _, c := range counts {
		p := float64(c) / n
		entropy -= p * math.Log2(p)
	}
	path := strings.Count(value, "/") >= 2 || strings.Contains(value, "://")
	return letters && digits && !path && entropy >= 2.8
}
