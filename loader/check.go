package loader

import (
	"context"
	"strings"

	"compactlens/core/event"
	"compactlens/loader/journal"
	"compactlens/loader/problem"
)

// Check decodes every event of a journal as the runtime would and returns the
// problems that were not known before. Open does it for small journals, which are
// marked as Checked; it takes about a second for 20 MB. The error is the
// context's.
func (s *Source) Check(ctx context.Context) ([]*problem.Problem, error) {
	if s.index == nil || s.Checked {
		return nil, ctx.Err()
	}
	known := map[int64]bool{}
	for _, p := range s.Problems {
		known[p.Place.Offset] = true
	}
	var found []*problem.Problem
	err := s.records().EachBody(ctx, s.index, func(r journal.Record) bool {
		return r.Kind == journal.Event
	}, func(r journal.Record, body []byte, err error) {
		if err == nil {
			err = decodes(r, body)
		}
		if err != nil && !known[r.Offset] {
			found = append(found, &problem.Problem{Path: s.Path, Kind: problem.BadEvent, Place: s.place(r.N), Detail: strings.TrimPrefix(err.Error(), "event: "), Err: err})
		}
	})
	return found, err
}

// decodes reports what the runtime would refuse in an event.
func decodes(r journal.Record, body []byte) error {
	if event.New(event.Type(r.Type)) == nil {
		_, err := event.Peek(body)
		return err
	}
	_, err := event.Decode(body)
	return err
}
