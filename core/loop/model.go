package loop

import (
	"fmt"
	"net/url"
	"strings"

	"compactlens/core/event"
)

// Model is a model as a request fingerprint sees it. Field names and their order
// are part of the hash.
type Model struct {
	Provider  string
	APIFormat string
	BaseURL   string // empty for the provider's own
	Name      string
	Origin    uint8
	Caps      ModelCaps
	Limits    event.ModelLimits
	Sampling  Sampling
}

// ModelCaps is what a model can do.
type ModelCaps struct {
	AcceptsImages             bool
	Tools                     bool
	Thinking                  bool
	StructuredOutput          bool
	StructuredOutputWithTools bool   // needs Tools and StructuredOutput
	ThinkingDialect           string // empty, adaptive or budget; the latter two need Thinking
	PromptCaching             bool
}

// Sampling is how a model is asked to sample; nil parts are left to the provider.
type Sampling struct {
	Temperature *float64
	TopP        *float64
	MaxTokens   *int
	Stop        []string // nil and empty hash differently
	Effort      string
}

// ModelField names a part of a Model.
type ModelField string

// The parts that can be invalid, in the order they are checked.
const (
	ModelName                      ModelField = "Name"
	ModelStructuredOutputWithTools ModelField = "Caps.StructuredOutputWithTools"
	ModelThinkingDialect           ModelField = "Caps.ThinkingDialect"
	ModelMaxInputTokens            ModelField = "Limits.MaxInputTokens"
	ModelMaxOutputTokens           ModelField = "Limits.MaxOutputTokens"
	ModelBaseURL                   ModelField = "BaseURL"
	ModelSampling                  ModelField = "Sampling" // a number that JSON cannot hold
)

// ModelError reports the first invalid part of a Model.
type ModelError struct {
	Field ModelField
}

func (e *ModelError) Error() string { return fmt.Sprintf("model: %s is invalid", e.Field) }

// Key returns the model's key.
func (m Model) Key() event.ModelKey { return event.ModelKey{Provider: m.Provider, Model: m.Name} }

// Validate applies the runtime's rules in its order; the provider is a matter of
// the key. Limits are looked at only where the window is known. The error is a
// *ModelError.
func (m Model) Validate() error {
	c := m.Caps
	for _, r := range []struct {
		field ModelField
		ok    bool
	}{
		{ModelName, m.Name != ""},
		{ModelStructuredOutputWithTools, !c.StructuredOutputWithTools || c.Tools && c.StructuredOutput},
		{ModelThinkingDialect, c.ThinkingDialect == "" || c.ThinkingDialect == "adaptive" || c.ThinkingDialect == "budget"},
		{ModelThinkingDialect, c.ThinkingDialect == "" || c.Thinking},
		{ModelMaxInputTokens, m.Limits.WindowTokens == 0 || m.Limits.MaxInputTokens <= m.Limits.WindowTokens},
		{ModelMaxOutputTokens, m.Limits.WindowTokens == 0 || m.Limits.MaxOutputTokens <= m.Limits.WindowTokens},
		{ModelBaseURL, validBaseURL(m.BaseURL)},
	} {
		if !r.ok {
			return &ModelError{Field: r.field}
		}
	}
	return nil
}

// validBaseURL allows https anywhere and http on this machine alone, without a
// user's name or password.
func validBaseURL(s string) bool {
	if s == "" {
		return true
	}
	u, err := url.Parse(s)
	if err != nil || u.User != nil || u.Host == "" {
		return false
	}
	switch u.Scheme {
	case "https":
		return true
	case "http":
		host := u.Hostname()
		return host == "127.0.0.1" || host == "::1" || strings.EqualFold(host, "localhost")
	}
	return false
}
