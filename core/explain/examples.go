package explain

import (
	"strconv"
	"strings"

	"compactlens/core/inspect"
)

// Some rules are about more than a text: the blocks around it, the usage, the
// request. Their examples are attempt bundles.

const (
	exampleIdentity = `"basis":{"revision":7,"through_event_id":"0190c3f2-7a1e-7c44-9d1b-5a6f2b8e4c10"},"model":{"provider":"anthropic","model":"example-model-1"},` +
		`"request_fingerprint":"3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f3f"`
	exampleReply = `{"version":1,` + exampleIdentity + `,"summary":"<conversation_summary><goal>Port it</goal><constraints/><decisions/><state>Done.</state><open_items/></conversation_summary>"}`
)

// bundle is an attempt bundle: a response of some blocks, with what is written
// beside them.
func bundle(role, blocks, beside, outputBytes string) string {
	return `{"policy":{"max_summary_tokens":4096,"output_bytes":` + outputBytes + `},"input":{"version":1,` + exampleIdentity + `,"transcript":[],"max_summary_tokens":4096},` +
		`"response":{"role":"` + role + `","blocks":[` + blocks + `],` + beside + `}}`
}

// textBlock is a text block of an example.
func textBlock(text string) string { return `{"type":"text","text":` + strconv.Quote(text) + `}` }

// answered is an example of one text with the usage and finish reason beside it.
func answered(text, beside string) string {
	return bundle("assistant", textBlock(text), beside, "65536")
}

// exampleUsage is what stands beside the blocks of an example that is in order.
const exampleUsage = `"usage":{"output_tokens":310},"finish_reason":"stop"`

// bundleExamples returns the bad and the good example of the rules that are about
// more than a text.
func bundleExamples() map[string][2]string {
	good := answered(exampleReply, exampleUsage)
	blocks := func(blocks ...string) string {
		return bundle("assistant", strings.Join(blocks, ","), exampleUsage, "65536")
	}
	replied := func(old, new string) string {
		return answered(strings.Replace(exampleReply, old, new, 1), exampleUsage)
	}
	text := textBlock(exampleReply)
	bad := map[string]string{
		"shape/no-blocks":          blocks(),
		"shape/role":               bundle("user", text, exampleUsage, "65536"),
		"shape/thinking-with-text": blocks(`{"type":"thinking","thinking":"I will keep it short.","signature":""}`, text),
		"shape/thinking-only":      blocks(`{"type":"thinking","thinking":"I will keep it short.","signature":""}`),
		"shape/several-texts":      blocks(text, textBlock("Done.")),
		"shape/tool-call":          blocks(`{"type":"tool_use","id":"c1","name":"shell","input":{}}`),
		"shape/refusal":            blocks(`{"type":"refusal","text":"I can't help with that."}`),
		"shape/other-block":        blocks(`{"type":"image","media_type":"image/png","source":{"url":"","data":""}}`),
		"shape/empty-text":         blocks(textBlock("")),
		"size/byte-limit":          bundle("assistant", text, exampleUsage, "256"),
		"usage/missing":            answered(exampleReply, `"usage":null,"finish_reason":"stop"`),
		"usage/zero-output":        answered(exampleReply, `"usage":{"output_tokens":0},"finish_reason":"stop"`),
		"budget/token-limit":       answered(exampleReply, `"usage":{"output_tokens":4097},"finish_reason":"stop"`),
		"identity/revision":        replied(`"revision":7`, `"revision":6`),
		"identity/through-event":   replied(`5a6f2b8e4c10`, `5a6f2b8e4c01`),
		"identity/provider":        replied(`"anthropic"`, `"openai"`),
		"identity/model":           replied(`example-model-1`, `example-model-2`),
		"identity/fingerprint":     replied(`"3f3f`, `"3e3f`),
		inspect.AdviceAtCap:        answered(exampleReply, `"usage":{"output_tokens":310},"finish_reason":"length"`),
		inspect.AdviceNearCap:      answered(exampleReply, `"usage":{"output_tokens":4050},"finish_reason":"stop"`),
	}
	all := map[string][2]string{}
	for rule, example := range bad {
		all[rule] = [2]string{example, good}
	}
	return all
}
