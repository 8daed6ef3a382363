package wire

import (
	"compactlens/core/content"
	"compactlens/core/loop"
)

// OmittedToolResult stands for a tool result that was left out of a request to
// make it fit.
const OmittedToolResult = "[old tool result omitted for compaction]"

// FittedRequest is a request that keeps to a byte limit.
type FittedRequest struct {
	JSON     []byte // what is sent
	FullSize int64  // bytes of the request before tool results were left out
	Omitted  []int  // indices in the transcript of the tool results left out, ascending
}

// FitRequest encodes in and makes it fit limit bytes as the runtime does: from the
// oldest on, the block list of one tool message after the other is replaced by
// OmittedToolResult until the request fits. A replacement that does not make the
// request shorter is undone; prose, images and tool results inside other messages
// are never touched. It is greedy: a small old result goes before a large new one.
// The input is not changed. The time is linear in the size of the request.
//
// Beside EncodeRequest's errors it fails with a *loop.CompactionInputTooLargeError
// where the request stays too large, and at once where limit is not positive.
func FitRequest(in loop.CompactionInput, limit int64) (FittedRequest, error) {
	parts, err := encodeParts(in)
	if err != nil {
		return FittedRequest{}, err
	}
	full := int64(parts.size())
	fitted := FittedRequest{FullSize: full}
	size := full
	for i := 0; limit > 0 && size > limit && i < len(in.Transcript); i++ {
		result, ok := in.Transcript[i].(*content.ToolResultMessage)
		if !ok || len(result.Blocks) == 0 {
			continue
		}
		short, err := content.AppendRequest(nil, &content.ToolResultMessage{
			Blocks:    []content.Block{&content.TextBlock{Text: OmittedToolResult}},
			ToolUseID: result.ToolUseID,
			IsError:   result.IsError,
		})
		if err != nil {
			return FittedRequest{}, err
		}
		if len(short) >= len(parts.messages[i]) {
			continue
		}
		size -= int64(len(parts.messages[i]) - len(short))
		parts.messages[i] = short
		fitted.Omitted = append(fitted.Omitted, i)
	}
	if size > limit {
		return FittedRequest{}, &loop.CompactionInputTooLargeError{Limit: limit, Size: size, FullSize: full}
	}
	fitted.JSON = parts.join()
	return fitted, nil
}
