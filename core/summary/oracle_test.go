package summary

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
)

// oracle gives the verdict on a summary by encoding/xml, the way the runtime
// does: the bytes of a CDATA section first, then token by token.
func oracle(b []byte) Class {
	if bytes.Contains(b, []byte("<![CDATA[")) {
		return Structure
	}
	dec := xml.NewDecoder(bytes.NewReader(b))
	names := SectionNames()
	depth, sections := 0, 0
	seen, closed := false, false
	var content [sectionCount]strings.Builder
	for {
		t, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return Syntax
		}
		switch t := t.(type) {
		case xml.StartElement:
			switch {
			case !seen && t.Name.Local != "conversation_summary":
				return Root
			case closed || depth == 2 || t.Name.Space != "" || len(t.Attr) > 0:
				return Structure
			case seen && (sections == len(names) || t.Name.Local != names[sections]):
				return Structure
			}
			seen = true
			depth++
		case xml.EndElement:
			depth--
			switch {
			case depth == 1:
				sections++
			case sections < len(names):
				return Structure
			default:
				closed = true
			}
		case xml.CharData:
			if depth == 2 {
				content[sections].Write(t)
			} else if depth == 0 || len(bytes.TrimSpace(t)) > 0 {
				return Structure
			}
		default:
			return Structure
		}
	}
	switch {
	case !seen:
		return Root
	case strings.TrimSpace(content[0].String()) == "" || strings.TrimSpace(content[3].String()) == "":
		return Content
	}
	return Accepted
}
