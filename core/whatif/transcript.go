package whatif

import (
	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/history"
	"compactlens/core/ledger"
	"compactlens/core/loop"
	"compactlens/core/wire"
)

// transcript is a context measured message by message, so that any tail policy can
// be tried without reading it again.
type transcript struct {
	context    history.Context
	generation history.Generation
	err        error // why nothing can be cut or projected: the attempt is unavailable

	bounds []int    // indices of the user messages a tail may begin at, the newest first
	weight []uint64 // by bound: weight of the messages from it on
	cut    []int    // by bound: where the cut really is, as calls and results stay together
	none   int      // where the cut is with no bound at all

	tail   []uint64 // bytes in a request of the messages from index i on
	head   []uint64 // bytes in the compaction request of the messages before index i
	gained []uint64 // bytes that leaving out their tool results gains
	frame  uint64   // bytes of the compaction request around its messages, without the digits of the budget
}

// measure reads a context once. Cost: one encoding of every message.
func measure(c history.Context, g history.Generation) *transcript {
	t := &transcript{context: c, generation: g}
	if t.err = content.Validate(c.Messages); t.err == nil {
		t.err = event.ValidatePairing(c.Messages)
	}
	n := len(c.Messages)
	t.tail, t.head, t.gained = make([]uint64, n+1), make([]uint64, n+1), make([]uint64, n+1)
	if t.err != nil {
		return t
	}
	weights := make([]uint64, n)
	for i := n - 1; i >= 0 && t.err == nil; i-- {
		var size uint64
		if weights[i], t.err = history.Weight(c.Messages[i]); t.err == nil {
			size, t.err = history.RequestBytes(c.Messages[i])
		}
		t.tail[i] = t.tail[i+1] + size
	}
	for i := 0; i < n && t.err == nil; i++ {
		var size, gain uint64
		size, gain, t.err = requestBytes(c.Messages[i], g)
		t.head[i+1], t.gained[i+1] = t.head[i]+size, t.gained[i]+gain
	}
	if t.err != nil {
		return t
	}
	t.findBounds(weights)
	t.measureFrame()
	return t
}

// requestBytes returns the bytes of a message in the compaction request, and how
// many of them leaving out its tool result would gain.
func requestBytes(m content.Message, g history.Generation) (size, gain uint64, err error) {
	if g == history.GenerationTail {
		projected, err := history.Project([]content.Message{m})
		if err != nil {
			return 0, 0, err
		}
		m = projected[0]
	}
	raw, err := content.AppendRequest(nil, m)
	if err != nil {
		return 0, 0, err
	}
	result, ok := m.(*content.ToolResultMessage)
	if !ok || len(result.Blocks) == 0 || g == history.GenerationWhole {
		return uint64(len(raw)), 0, nil
	}
	short, err := content.AppendRequest(nil, &content.ToolResultMessage{
		Blocks:    []content.Block{&content.TextBlock{Text: wire.OmittedToolResult}},
		ToolUseID: result.ToolUseID, IsError: result.IsError,
	})
	return uint64(len(raw)), uint64(max(len(raw)-len(short), 0)), err
}

// findBounds finds the places a tail may begin at.
func (t *transcript) findBounds(weights []uint64) {
	messages, derived := t.context.Messages, t.context.Derived
	open := openCalls(messages)
	adjust := func(at int) int {
		for at > derived && open[at] {
			at--
			for at > derived && messages[at].Role() != content.RoleUser {
				at--
			}
		}
		return at
	}
	var total uint64
	for i := len(messages) - 1; i >= derived; i-- {
		total += weights[i]
		if messages[i].Role() == content.RoleUser {
			t.bounds, t.weight, t.cut = append(t.bounds, i), append(t.weight, total), append(t.cut, adjust(i))
		}
	}
	t.none = adjust(len(messages))
}

// openCalls reports for each index whether a tool call before it has its result
// behind it.
func openCalls(messages []content.Message) []bool {
	open := make([]bool, len(messages)+1)
	calls := map[string]bool{}
	for i, m := range messages {
		switch m := m.(type) {
		case *content.AIMessage:
			for _, b := range m.Blocks {
				if call, ok := b.(*content.ToolUseBlock); ok {
					calls[call.ID] = true
				}
			}
		case *content.ToolResultMessage:
			delete(calls, m.ToolUseID)
		}
		open[i+1] = len(calls) > 0
	}
	return open
}

// measureFrame finds what a compaction request has around its messages.
func (t *transcript) measureFrame() {
	if t.context.Measurement == nil || len(t.context.Messages) == 0 {
		return
	}
	one := []content.Message{&content.UserMessage{Blocks: []content.Block{}}}
	raw, err := wire.EncodeRequest(loop.CompactionInput{
		Basis: t.context.Basis, Model: t.context.Measurement.Model, RequestFingerprint: t.context.Measurement.RequestFingerprint,
		Transcript: one, MaxSummaryTokens: 1,
	})
	if err != nil {
		return
	}
	message, err := content.AppendRequest(nil, one[0])
	if err != nil {
		return
	}
	t.frame = uint64(len(raw)-len(message)) - 1
}

// at returns the index of the first message that a policy keeps; len(messages)
// where the whole transcript is sent. k is how many segments that are, before calls
// and results are put together.
func (t *transcript) at(segments, tokens uint64) (cut, k int) {
	if t.generation == history.GenerationWhole {
		return len(t.context.Messages), 0
	}
	if len(t.bounds) == 0 {
		return t.none, 0
	}
	k = 1
	for k < len(t.bounds) && uint64(k) < segments && t.weight[k] <= tokens {
		k++
	}
	return t.cut[k-1], k
}

// empty reports whether nothing is left to summarise with a cut.
func (t *transcript) empty(cut int) bool {
	if t.generation == history.GenerationWhole {
		return len(t.context.Messages) == 0
	}
	return cut <= t.context.Derived
}

// tailTokens estimates the kept messages.
func (t *transcript) tailTokens(cut int) uint64 { return ledger.Estimate(t.tail[cut]) }

// request returns the bytes of the compaction request with a cut, before and after
// every tool result was left out that helps. ok is false where the frame is not
// known.
func (t *transcript) request(cut int, maxSummary uint64) (full, least uint64, ok bool) {
	if t.frame == 0 || cut == 0 {
		return 0, 0, false
	}
	full = t.frame + digits(maxSummary) + t.head[cut] + uint64(cut-1)
	return full, full - t.gained[cut], true
}

// digits returns how many digits n is written with.
func digits(n uint64) uint64 {
	d := uint64(1)
	for n >= 10 {
		n /= 10
		d++
	}
	return d
}
