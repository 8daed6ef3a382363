package diagnose

import "compactlens/core/inspect"

// usual is the cause of each rule where nothing more is known. Every rule has a
// row; a test looks for it.
var usual = map[string]string{
	"shape/no-blocks":          "no-answer",
	"shape/role":               "wrong-role",
	"shape/thinking-with-text": "thinking-plus-text",
	"shape/thinking-only":      "reasoning-ate-budget",
	"shape/several-texts":      "several-blocks",
	"shape/tool-call":          "tool-call",
	"shape/refusal":            "refusal",
	"shape/other-block":        "not-text",
	"shape/empty-text":         "no-answer",

	"size/byte-limit":    "over-byte-limit",
	"usage/missing":      "usage-missing",
	"usage/zero-output":  "usage-zero",
	"budget/token-limit": "over-budget",

	"json/byte-order-mark": "byte-order-mark",
	"json/code-fence":      "code-fence",
	"json/prose-before":    "prose-before",
	"json/prose-after":     "prose-after",
	"json/second-value":    "two-summaries",
	"json/no-json":         "continued-conversation",
	"json/empty-text":      "no-answer",
	"json/cut":             "cut-at-cap",
	"json/raw-control":     "control-characters",
	"json/bad-escape":      "bad-escape",
	"json/single-quotes":   "single-quotes",
	"json/unescaped-quote": "unescaped-quote",
	"json/trailing-comma":  "loose-json",
	"json/missing-comma":   "loose-json",
	"json/extra-close":     "loose-json",
	"json/missing-close":   "loose-json",
	"json/unexpected-byte": "loose-json",
	"json/too-deep":        "not-a-reply",

	"wire/not-an-object":   "not-a-reply",
	"wire/unknown-field":   "extra-field",
	"wire/wrong-type":      "wrong-type",
	"wire/missing-field":   "missing-field",
	"wire/null-field":      "missing-field",
	"wire/wrong-version":   "wrong-version",
	"wire/bad-event-id":    "mangled-id",
	"wire/bad-fingerprint": "mangled-id",

	"identity/revision":      "other-request",
	"identity/through-event": "other-request",
	"identity/provider":      "other-model",
	"identity/model":         "other-model",
	"identity/fingerprint":   "miscopied-identity",

	"summary/bare-ampersand":         "code-in-section",
	"summary/html-entity":            "code-in-section",
	"summary/unknown-entity":         "code-in-section",
	"summary/unterminated-reference": "code-in-section",
	"summary/bad-numeric-reference":  "control-characters",
	"summary/illegal-char":           "control-characters",
	"summary/invalid-utf8":           "broken-utf8",
	"summary/cdata-end-in-text":      "code-in-section",

	"summary/bare-less-than":         "code-in-section",
	"summary/generics-as-tag":        "code-in-section",
	"summary/html-tag":               "code-in-section",
	"summary/nested-section-or-item": "nested-items",
	"summary/stray-end-tag":          "code-in-section",
	"summary/malformed-tag":          "code-in-section",
	"summary/comment":                "xml-extras",
	"summary/processing-instruction": "xml-extras",
	"summary/xml-declaration":        "xml-declaration",
	"summary/doctype":                "xml-extras",
	"summary/cdata-section":          "cdata",

	"summary/missing-section":       "section-left-out",
	"summary/duplicate-section":     "duplicate-section",
	"summary/extra-section":         "extra-section",
	"summary/misspelt-section":      "misspelt-section",
	"summary/section-case":          "wrong-case",
	"summary/section-namespace":     "namespace-prefix",
	"summary/section-attribute":     "attribute-on-tag",
	"summary/swapped-sections":      "sections-out-of-order",
	"summary/misplaced-section":     "sections-out-of-order",
	"summary/text-between-sections": "text-between",
	"summary/mismatched-close":      "mismatched-close",
	"summary/unclosed-section":      "unclosed-section",
	"summary/unopened-section":      "unclosed-section",
	"summary/blank-goal":            "blank-section",
	"summary/blank-state":           "blank-section",

	"summary/no-root":          "no-summary",
	"summary/wrong-root-name":  "other-vocabulary",
	"summary/root-case":        "wrong-case",
	"summary/root-namespace":   "namespace-prefix",
	"summary/root-attribute":   "attribute-on-tag",
	"summary/self-closed-root": "empty-root",
	"summary/unclosed-root":    "cut-at-cap",
	"summary/second-root":      "two-summaries",
	"summary/truncated":        "cut-at-cap",

	"summary/empty-document":    "no-summary",
	"summary/bom":               "byte-order-mark",
	"summary/leading-newline":   "newline-outside",
	"summary/trailing-newline":  "newline-outside",
	"summary/prose-before":      "prose-before",
	"summary/prose-after":       "prose-after",
	"summary/code-fence":        "code-fence",
	"summary/scratchpad-before": "scratchpad-first",
	"summary/wrapper":           "wrapped-summary",
	"summary/element-after":     "element-after",

	inspect.AdvicePlaceholder:     "placeholder-summary",
	inspect.AdviceErrorText:       "error-text",
	inspect.AdviceRepeatedSection: "boilerplate-summary",
	inspect.AdviceInstruction:     "injected-instruction",
	inspect.AdviceOverEscaped:     "over-escaped",
	inspect.AdviceInvisible:       "invisible-text",
	inspect.AdviceLanguage:        "other-language",
	inspect.AdviceSecret:          "leaked-secret",
	inspect.AdviceLonger:          "no-gain",
	inspect.AdviceAtCap:           "cut-at-cap",
	inspect.AdviceNearCap:         "near-cap",
	inspect.AdviceCutSentence:     "cut-at-cap",
	inspect.AdviceReplacementChar: "broken-utf8",
	inspect.AdviceKeySpelling:     "key-spelling",
	inspect.AdviceRepeatedKey:     "repeated-key",
}

// special looks closer at the findings of a rule: the same fault may have one of
// several causes. A recogniser that sees nothing of its own returns a hit without
// an id, whose sentences are kept.
var special = map[string]func(*scene, *inspect.Finding) hit{
	"shape/no-blocks":          (*scene).noAnswer,
	"shape/empty-text":         (*scene).noAnswer,
	"shape/thinking-only":      (*scene).thinkingOnly,
	"shape/thinking-with-text": (*scene).fromFinish,
	"shape/several-texts":      (*scene).fromFinish,
	"shape/tool-call":          (*scene).fromFinish,
	"shape/refusal":            (*scene).fromFinish,

	"usage/zero-output":     (*scene).usageZero,
	"budget/token-limit":    (*scene).overBudget,
	inspect.AdviceNearCap:   (*scene).nearCap,
	inspect.AdviceAtCap:     (*scene).cut,
	inspect.AdviceLonger:    (*scene).asSaid,
	inspect.AdviceLanguage:  (*scene).asSaid,
	inspect.AdviceSecret:    (*scene).asSaid,
	"json/cut":              (*scene).cut,
	"summary/truncated":     (*scene).cut,
	"summary/unclosed-root": (*scene).cut,

	"json/prose-before":    (*scene).opening,
	"json/prose-after":     (*scene).closing,
	"json/no-json":         (*scene).opening,
	"json/raw-control":     (*scene).rawControl,
	"json/unexpected-byte": (*scene).looseJSON,
	"json/missing-comma":   (*scene).looseJSON,
	"json/trailing-comma":  (*scene).looseJSON,
	"json/extra-close":     (*scene).looseJSON,
	"json/missing-close":   (*scene).looseJSON,
	"json/code-fence":      (*scene).fence,
	"json/second-value":    (*scene).closing,
	"wire/not-an-object":   (*scene).notAnObject,
	"wire/unknown-field":   (*scene).unknownField,
	"wire/wrong-type":      (*scene).wrongType,
	"wire/missing-field":   (*scene).missingField,

	"wire/bad-event-id":      (*scene).badID,
	"wire/bad-fingerprint":   (*scene).badID,
	"identity/revision":      (*scene).otherIdentity,
	"identity/through-event": (*scene).otherIdentity,
	"identity/provider":      (*scene).otherIdentity,
	"identity/model":         (*scene).otherIdentity,
	"identity/fingerprint":   (*scene).otherIdentity,

	"summary/bad-numeric-reference":  (*scene).badCharacter,
	"summary/illegal-char":           (*scene).badCharacter,
	"summary/generics-as-tag":        (*scene).markup,
	"summary/html-tag":               (*scene).markup,
	"summary/nested-section-or-item": (*scene).nested,
	"summary/extra-section":          (*scene).extraSection,
	"summary/stray-end-tag":          (*scene).strayEnd,
	"summary/mismatched-close":       (*scene).strayEnd,
	"summary/malformed-tag":          (*scene).malformedTag,
	"summary/missing-section":        (*scene).missingSection,
	"summary/misspelt-section":       (*scene).misspelt,
	"summary/root-attribute":         (*scene).attribute,
	"summary/section-attribute":      (*scene).attribute,
	"summary/self-closed-root":       (*scene).attribute,
	"summary/text-between-sections":  (*scene).between,
	"summary/wrong-root-name":        (*scene).wrongRoot,
	"summary/scratchpad-before":      (*scene).scratchpad,
	"summary/no-root":                (*scene).opening,
	"summary/prose-before":           (*scene).opening,
	"summary/prose-after":            (*scene).closing,
	"summary/code-fence":             (*scene).fence,
	inspect.AdviceCutSentence:        (*scene).cut,
	inspect.AdviceReplacementChar:    (*scene).replacement,
}

// ofTheEnd are the rules about what stands at the end of a text, or does not. Where the
// file was cut they say nothing about the model.
var ofTheEnd = map[string]bool{
	"json/cut": true, "json/missing-close": true, "json/no-json": true, "json/empty-text": true, "json/unescaped-quote": true, "shape/empty-text": true,
	"wire/missing-field": true, "summary/truncated": true, "summary/unclosed-root": true, "summary/unclosed-section": true, "summary/missing-section": true,
	"summary/no-root": true, "summary/empty-document": true, "summary/malformed-tag": true, "summary/unterminated-reference": true, "summary/invalid-utf8": true,
	inspect.AdviceAtCap: true, inspect.AdviceCutSentence: true,
}

// cause names the cause of one finding.
func (s *scene) cause(f *inspect.Finding) hit {
	h := hit{sure: Certain}
	if s.e.Reply.Damage == inspect.Altered && f.Severity == inspect.SeverityError || s.e.Reply.Damage == inspect.CutShort && ofTheEnd[f.Rule.ID] {
		return is(damagedFile, Certain, sentence(s.e.Reply.Damage.String()))
	}
	if f.Severity == inspect.SeverityError {
		if whole := s.whole(f.Stage()); whole.id != "" {
			return whole
		}
	}
	if look, ok := special[f.Rule.ID]; ok {
		h = look(s, f)
	}
	if h.id == "" {
		h.id = usual[f.Rule.ID]
		if h.id == "" {
			h.id = f.Rule.ID // a rule without a row; a test looks for it
		}
	}
	return h
}
