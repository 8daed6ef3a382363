package tui

import (
	"errors"
	"fmt"
	"strings"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/history"
	"compactlens/core/loop"
	"compactlens/loader/dossier"
	"compactlens/themes"
)

// troubleLines says in words why a transcript or a request of d cannot be shown, and
// what to do about it.
func troubleLines(d *dossier.Dossier, err error) []line {
	what, detail, remedy := troubleWords(d, err)
	lines := []line{{text: what, style: themes.Warning | themes.Bold}}
	if detail != "" {
		lines = append(lines, line{label: "because", text: detail})
	}
	if remedy != "" {
		lines = append(lines, line{label: "do", text: remedy})
	}
	return lines
}

// usePreset says how to supply what no journal holds.
const usePreset = "Name the application whose policy it is: --preset carbon or --preset coderig."

// troubleWords returns what cannot be done, why, and what to do about it.
func troubleWords(d *dossier.Dossier, err error) (what, detail, remedy string) {
	var (
		noJournal   *dossier.NoJournalError
		noPolicy    *dossier.NoPolicyError
		tooLarge    *dossier.TooLargeError
		nothing     *history.NothingToCompactError
		lost        *history.LostRecordsError
		unknown     *history.UnknownBasisError
		unmeasured  *history.NoMeasurementError
		projection  *history.ProjectionError
		pairing     *event.PairingError
		overLimit   *loop.CompactionInputTooLargeError
		wrongFields *loop.CompactionInputError
		bound       *content.LimitError
		message     *content.MessageError
	)
	switch {
	case errors.As(err, &noPolicy):
		return "The request cannot be made again without the policy that cuts the transcript.",
			"The journal does not hold how many messages are kept and how many tokens a summary may have.", usePreset
	case errors.As(err, &noJournal):
		return "No journal tells of this attempt.", "", "Open the session's store or journal too."
	case errors.As(err, &tooLarge):
		return "The journal is too large to be followed record by record.",
			fmt.Sprintf("It has %s; up to %s are followed.", bytesWords(tooLarge.Size), bytesWords(dossier.MaxAudited)), "Open a copy with this session alone."
	case errors.As(err, &nothing):
		return "No request was made: nothing is older than the messages that are kept.",
			fmt.Sprintf("The transcript has %s; %s of them a model made, and %s are kept word for word.", count(nothing.Messages, "message"), grouped(nothing.Derived), grouped(nothing.Retained)),
			nothingRemedy(nothing)
	case errors.As(err, &lost):
		return "Records that the transcript is made of are missing from the journal.", lostWords(d, lost),
			"Open another copy of the session: its store, an export of its events or of its envelopes."
	case errors.As(err, &unknown):
		return "The journal never was at the basis that the attempt names.",
			fmt.Sprintf("No event of it made revision %d.", unknown.Basis.Revision), "Open the whole journal of the session."
	case errors.As(err, &unmeasured):
		return "The request cannot be made again: its fingerprint and model are in no record.",
			fmt.Sprintf("The journal has no measurement at revision %d.", unmeasured.Basis.Revision), ""
	case errors.As(err, &projection):
		return "No request could be made: a block has no text form.",
			fmt.Sprintf("Message %s holds a block of the type %s.", grouped(projection.Index+1), projection.Type), ""
	case errors.As(err, &pairing):
		return "The transcript cannot be cut: tool calls and results do not fit together.",
			fmt.Sprintf("Message %s is the first where they do not.", grouped(pairing.Index+1)), "Look at it in the transcript."
	case errors.As(err, &overLimit):
		return "The request was not sent: it is over the byte limit even without old tool results.",
			fmt.Sprintf("It has %s whole and %s at the least; the limit is %s.", count(int(overLimit.FullSize), "byte"), grouped(int(overLimit.Size)), grouped(int(overLimit.Limit))),
			"Raise the limit of the request, compact earlier, or keep large texts out of messages, which are never cut."
	case errors.As(err, &bound):
		why := strings.TrimPrefix(bound.Error(), "content: ") + "."
		if errors.As(err, &message) {
			why = fmt.Sprintf("Message %s: %s", grouped(message.Index+1), why)
		}
		return "No request could be made: the transcript is over one of the bounds that keep readers safe.", why, "Look at it in the transcript."
	case errors.As(err, &wrongFields):
		return "What was asked breaks the contract.", fmt.Sprintf("The field at fault is %s.", wrongFields.Field), ""
	}
	text := err.Error()
	if _, rest, ok := strings.Cut(text, "history: "); ok {
		text = rest
	}
	return "It cannot be made again from the journal.", text, ""
}

// lostWords says which records are missing.
func lostWords(d *dossier.Dossier, e *history.LostRecordsError) string {
	if len(e.Records) == 0 {
		return fmt.Sprintf("Revision %d needs them: %s.", e.Basis.Revision, count(int(e.Missing), "event"))
	}
	first := d.Attempt.Session.Source.EventAt(e.Records[0].Record)
	words := fmt.Sprintf("%s cannot be read", placeWords(first.Place))
	if n := len(e.Records) - 1; n > 0 {
		words += fmt.Sprintf(", nor can %d more", n)
	}
	return strings.ToUpper(words[:1]) + words[1:] + fmt.Sprintf("; revision %d needs what stood there.", e.Basis.Revision)
}

// nothingRemedy says what to do where nothing was left to summarise.
func nothingRemedy(e *history.NothingToCompactError) string {
	if e.Retained > e.Least {
		return "Compact later, or keep fewer messages."
	}
	return "Compact later: what is kept is the last segment, which every policy keeps."
}
