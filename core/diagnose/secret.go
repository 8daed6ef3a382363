package diagnose

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/source"
)

// secrets are the forms of keys and tokens that are told apart with few mistakes.
// Group 1 of a pattern is the secret itself. They never change.
var secrets = []struct {
	name  string
	loose bool // the form alone is weak: the value must look random
	form  form
}{
	{"a private key", false, form{pattern: regexp.MustCompile(`(-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----)`), words: []string{"PRIVATE KEY"}}},
	{"a GitHub token", false, form{pattern: regexp.MustCompile(`\b(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})`), words: []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"}, begins: true}},
	{"a GitLab token", false, form{pattern: regexp.MustCompile(`\b(glpat-[A-Za-z0-9_-]{20,})`), words: []string{"glpat-"}, begins: true}},
	{"an AWS access key", false, form{pattern: regexp.MustCompile(`\b((?:AKIA|ASIA)[A-Z0-9]{16})\b`), words: []string{"AKIA", "ASIA"}, begins: true}},
	{"an Anthropic API key", false, form{pattern: regexp.MustCompile(`\b(sk-ant-[A-Za-z0-9_-]{20,})`), words: []string{"sk-ant-"}, begins: true}},
	{"an OpenAI API key", true, form{pattern: regexp.MustCompile(`\b(sk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{32,})`), words: []string{"sk-"}, begins: true}},
	{"a Google API key", false, form{pattern: regexp.MustCompile(`\b(AIza[A-Za-z0-9_-]{35})`), words: []string{"AIza"}, begins: true}},
	{"a Slack token", false, form{pattern: regexp.MustCompile(`\b(xox[abeprs]-[A-Za-z0-9-]{12,}|xapp-[A-Za-z0-9-]{20,})`), words: []string{"xox", "xapp-"}, begins: true}},
	{"a Stripe key", false, form{pattern: regexp.MustCompile(`\b([rs]k_(?:live|test)_[A-Za-z0-9]{16,})`), words: []string{"k_live_", "k_test_"}}},
	{"an npm token", false, form{pattern: regexp.MustCompile(`\b(npm_[A-Za-z0-9]{36})`), words: []string{"npm_"}, begins: true}},
	{"a Hugging Face token", false, form{pattern: regexp.MustCompile(`\b(hf_[A-Za-z0-9]{30,})`), words: []string{"hf_"}, begins: true}},
	{"a PyPI token", false, form{pattern: regexp.MustCompile(`\b(pypi-[A-Za-z0-9_-]{40,})`), words: []string{"pypi-"}, begins: true}},
	{"a SendGrid key", false, form{pattern: regexp.MustCompile(`\b(SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{32,})`), words: []string{"SG."}, begins: true}},
	{"a JSON web token", false, form{pattern: regexp.MustCompile(`\b(eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,})`), words: []string{"eyJ"}, begins: true}},
	{"a password in a URL", true, form{pattern: regexp.MustCompile(`\b[a-z][a-z0-9+.-]{1,15}://[^\s/:@<>]{1,64}:([^\s/:@<>]{4,64})@[A-Za-z0-9.-]+`), words: []string{"://"}, may: user}},
	{"a bearer token", true, form{pattern: regexp.MustCompile(`(?i)\bbearer\s+([A-Za-z0-9._~+/-]{20,}=*)`), words: []string{"bearer"}, fold: true, begins: true}},
	{"a key or password", true, form{pattern: regexp.MustCompile(`(?i)\b(?:api[_-]?key|secret[_-]?key|access[_-]?key|client[_-]?secret|auth[_-]?token|access[_-]?token|password|passwd|secret|token)["']?\s*(?:=|:|\bis\b)\s*["']?([^\s"'<>&,;]{12,128})`), words: []string{"key", "token", "secret", "passw"}, fold: true, may: assigns}},
}

// words finds the words of orders and behind them those of secrets.
var words = func() *finder {
	forms := slices.Clone(orders)
	for i := range secrets {
		forms = append(forms, secrets[i].form)
	}
	return newFinder(forms)
}()

// maxSecrets bounds the secrets pointed at in one section.
const maxSecrets = 8

// adviseSecrets looks for keys, tokens and passwords. What it finds is never
// quoted.
func (s *scene) adviseSecrets(texts []sectionText) {
	for _, t := range texts {
		if t.near == nil {
			continue
		}
		var found []source.Span
		for i, k := range secrets {
			words.all(t.raw, t.near, len(orders)+i, func(m []int) {
				at := source.Span{Start: m[2], End: m[3]}
				if k.loose && !random(string(at.Of(t.raw))) || overlapsAny(found, at) || len(found) >= maxSecrets {
					return
				}
				found = append(found, at)
				s.advise(inspect.AdviceSecret, t, at, k.name, "")
			})
		}
	}
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
