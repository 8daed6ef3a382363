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
	exampleSummary = `<conversation_summary><goal>Port it</goal><constraints/><decisions/><state>Done.</state><open_items/></conversation_summary>`
	exampleReply   = `{"version":1,` + exampleIdentity + `,"summary":"` + exampleSummary + `"}`
)

// bundle is an attempt bundle: a response of some blocks, with what is written
// beside them.
func bundle(role, blocks, beside, outputBytes string) string {
	return `{"policy":{"max_summary_tokens":4096,"output_bytes":` + outputBytes + `},"input":{"version":1,` + exampleIdentity + `,"transcript":[],"max_summary_tokens":4096},` +
		`"response":{"role":"` + role + `","blocks":[` + blocks + `],` + beside + `}}`
}

// replaced is an attempt bundle with the summary of a transcript, in which the user said
// something and nothing else happened.
func replaced(said, summary string) string {
	reply := strings.Replace(exampleReply, exampleSummary, summary, 1)
	return strings.Replace(answered(reply, exampleUsage), `"transcript":[]`, `"transcript":[{"role":"user","blocks":[`+textBlock(said)+`]}]`, 1)
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
		"summary/empty-document":   replied(exampleSummary, ""),
		inspect.AdviceAtCap:        answered(exampleReply, `"usage":{"output_tokens":310},"finish_reason":"length"`),
		inspect.AdviceNearCap:      answered(exampleReply, `"usage":{"output_tokens":4050},"finish_reason":"stop"`),
	}
	all := map[string][2]string{}
	for rule, example := range bad {
		all[rule] = [2]string{example, good}
	}
	const (
		german   = "Der Export wird von der Warteschlange nicht mehr fertig, und das ist ein Fehler: Wir wollen, dass die Spalten auch mit dem neuen Format in der alten Reihenfolge bleiben. Bitte sieh nach, ob ein Test noch fehlt, und sag mir dann, was zu tun ist."
		english  = `<conversation_summary><goal>The export is not done with the new format.</goal><constraints/><decisions/><state>It was the order of the columns.</state><open_items/></conversation_summary>`
		inGerman = `<conversation_summary><goal>Der Export wird mit dem neuen Format nicht fertig.</goal><constraints/><decisions/><state>Das ist die Reihenfolge.</state><open_items/></conversation_summary>`
		asked    = "Port the exporter to the queue, and keep the order of the columns as it is: the ledger reads them by number. Then run the tests. Say which of them fail, and do not mend those yet."
		long     = `<conversation_summary><goal>Port the exporter to the queue</goal><constraints>Keep the order of the columns, which the ledger reads by number</constraints><decisions>Tests that fail are reported and not mended yet</decisions><state>Nothing was done so far</state><open_items>All of it</open_items></conversation_summary>`
	)
	all[inspect.AdviceLanguage] = [2]string{replaced(german, english), replaced(german, inGerman)}
	all[inspect.AdviceLonger] = [2]string{replaced(asked, long), replaced(asked, exampleSummary)}
	return all
}
