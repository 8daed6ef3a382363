// Package content holds what a conversation is made of: roles, messages, blocks
// and token usage, with both of their JSON spellings. It is pure and imports
// nothing of this project.
package content

// Usage is what a provider reports one model call to have cost, in tokens.
// OutputTokens includes reasoning where the provider counts it so; no relation
// between the counters is assumed.
type Usage struct {
	InputTokens         uint64
	OutputTokens        uint64
	CacheReadTokens     uint64
	CacheCreationTokens uint64
	ReasoningTokens     uint64
}
