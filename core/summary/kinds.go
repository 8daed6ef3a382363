package summary

// Class is the verdict on a summary: accepted, or the reason the runtime gives
// for refusing it. The zero value is accepted.
type Class uint8

const (
	Accepted  Class = iota
	Syntax          // the tokenizer refuses a token
	Root            // the first element is not conversation_summary
	Structure       // a well-formed token stands where it may not
	Content         // goal or state is blank
)

// String returns the runtime's name of the reason, empty where c is Accepted.
func (c Class) String() string {
	return [...]string{"", "xml_syntax", "xml_root", "xml_structure", "xml_content"}[c]
}

// SectionID names one of the five sections, in their order. The zero value is no
// section.
type SectionID uint8

const (
	None SectionID = iota
	Goal
	Constraints
	Decisions
	State
	OpenItems
)

// sectionCount is how many sections a summary has.
const sectionCount = 5

// rootName is the name of the root element.
const rootName = "conversation_summary"

// sectionNames holds the element names, indexed by SectionID.
var sectionNames = [sectionCount + 1]string{"", "goal", "constraints", "decisions", "state", "open_items"}

// String returns the name of the section's element, empty for None.
func (id SectionID) String() string { return sectionNames[id] }

// SectionNames returns the names of the five sections in their order.
func SectionNames() []string { return append([]string(nil), sectionNames[1:]...) }

// SectionByName returns the section with exactly this element name, else None.
func SectionByName(name string) SectionID {
	for id := Goal; id <= OpenItems; id++ {
		if sectionNames[id] == name {
			return id
		}
	}
	return None
}

// Kind says what sort of fault one is. Names are stable: rules, suppressions and
// scripts refer to them.
type Kind uint8

const (
	KindNone Kind = iota

	// Characters and references in text.
	KindBareAmpersand
	KindHTMLEntity
	KindUnknownEntity
	KindUnterminatedReference
	KindBadNumericReference
	KindIllegalChar
	KindInvalidUTF8
	KindCDATAEnd

	// Markup in text.
	KindBareLessThan
	KindGenerics
	KindHTMLTag
	KindNested
	KindStrayEndTag
	KindMalformedTag
	KindComment
	KindProcessingInstruction
	KindXMLDeclaration
	KindDoctype
	KindCDATASection

	// The row of sections.
	KindMissingSection
	KindDuplicateSection
	KindExtraSection
	KindMisspeltSection
	KindSectionCase
	KindSectionNamespace
	KindSectionAttribute
	KindSwappedSections
	KindMisplacedSection
	KindTextBetween
	KindMismatchedClose
	KindUnclosedSection
	KindUnopenedSection
	KindBlankGoal
	KindBlankState

	// The root element.
	KindNoRoot
	KindWrongRootName
	KindRootCase
	KindRootNamespace
	KindRootAttribute
	KindSelfClosedRoot
	KindUnclosedRoot
	KindSecondRoot
	KindTruncated

	// Outside the root element.
	KindEmptyDocument
	KindBOM
	KindLeadingNewline
	KindTrailingNewline
	KindProseBefore
	KindProseAfter
	KindCodeFence
	KindScratchpad
	KindWrapper
	KindElementAfter

	kindCount
)

var kindNames = [kindCount]string{
	KindNone:                  "",
	KindBareAmpersand:         "bare-ampersand",
	KindHTMLEntity:            "html-entity",
	KindUnknownEntity:         "unknown-entity",
	KindUnterminatedReference: "unterminated-reference",
	KindBadNumericReference:   "bad-numeric-reference",
	KindIllegalChar:           "illegal-char",
	KindInvalidUTF8:           "invalid-utf8",
	KindCDATAEnd:              "cdata-end-in-text",
	KindBareLessThan:          "bare-less-than",
	KindGenerics:              "generics-as-tag",
	KindHTMLTag:               "html-tag",
	KindNested:                "nested-section-or-item",
	KindStrayEndTag:           "stray-end-tag",
	KindMalformedTag:          "malformed-tag",
	KindComment:               "comment",
	KindProcessingInstruction: "processing-instruction",
	KindXMLDeclaration:        "xml-declaration",
	KindDoctype:               "doctype",
	KindCDATASection:          "cdata-section",
	KindMissingSection:        "missing-section",
	KindDuplicateSection:      "duplicate-section",
	KindExtraSection:          "extra-section",
	KindMisspeltSection:       "misspelt-section",
	KindSectionCase:           "section-case",
	KindSectionNamespace:      "section-namespace",
	KindSectionAttribute:      "section-attribute",
	KindSwappedSections:       "swapped-sections",
	KindMisplacedSection:      "misplaced-section",
	KindTextBetween:           "text-between-sections",
	KindMismatchedClose:       "mismatched-close",
	KindUnclosedSection:       "unclosed-section",
	KindUnopenedSection:       "unopened-section",
	KindBlankGoal:             "blank-goal",
	KindBlankState:            "blank-state",
	KindNoRoot:                "no-root",
	KindWrongRootName:         "wrong-root-name",
	KindRootCase:              "root-case",
	KindRootNamespace:         "root-namespace",
	KindRootAttribute:         "root-attribute",
	KindSelfClosedRoot:        "self-closed-root",
	KindUnclosedRoot:          "unclosed-root",
	KindSecondRoot:            "second-root",
	KindTruncated:             "truncated",
	KindEmptyDocument:         "empty-document",
	KindBOM:                   "bom",
	KindLeadingNewline:        "leading-newline",
	KindTrailingNewline:       "trailing-newline",
	KindProseBefore:           "prose-before",
	KindProseAfter:            "prose-after",
	KindCodeFence:             "code-fence",
	KindScratchpad:            "scratchpad-before",
	KindWrapper:               "wrapper",
	KindElementAfter:          "element-after",
}

// String returns the stable name of k, empty for KindNone.
func (k Kind) String() string { return kindNames[k] }

// Kinds returns every kind but KindNone.
func Kinds() []Kind {
	all := make([]Kind, 0, kindCount-1)
	for k := KindNone + 1; k < kindCount; k++ {
		all = append(all, k)
	}
	return all
}

// KindByName returns the kind with this name, else KindNone.
func KindByName(name string) Kind {
	for k := KindNone + 1; k < kindCount; k++ {
		if kindNames[k] == name {
			return k
		}
	}
	return KindNone
}
