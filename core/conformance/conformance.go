// Package conformance reads the corpora of measured verdicts that tests compare
// this project's decisions with. Only tests import it.
//
// A corpus is a gzip file of JSON lines. Each line is one case: its id, what is
// judged, the runtime's verdict and free-form labels.
package conformance

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
)

// Case is one line of a corpus.
type Case struct {
	ID   string
	Tags []string

	fields map[string]json.RawMessage
	want   json.RawMessage
}

// step replaces every Marker in a field by Repeat, Count times. Corpora use it to
// keep large inputs small.
type step struct {
	Marker string `json:"marker"`
	Repeat []byte `json:"repeat_b64"`
	Count  int    `json:"count"`
}

// Cases reads all cases of a kind: from KIND.jsonl.gz in the first file system,
// which must have it, and from every *.jsonl.gz in the others, where lines of
// other kinds are passed over.
func Cases(kind string, first fs.FS, others ...fs.FS) ([]Case, error) {
	cases, err := readFile(first, kind+".jsonl.gz", kind)
	if err != nil {
		return nil, err
	}
	for _, fsys := range others {
		names, err := fs.Glob(fsys, "*.jsonl.gz")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			more, err := readFile(fsys, name, kind)
			if err != nil {
				return nil, err
			}
			cases = append(cases, more...)
		}
	}
	return cases, nil
}

func readFile(fsys fs.FS, name, kind string) ([]Case, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var cases []Case
	for dec := json.NewDecoder(z); ; {
		var line struct {
			ID   string                     `json:"id"`
			Case map[string]json.RawMessage `json:"case"`
			Want json.RawMessage            `json:"want"`
			Tags []string                   `json:"tags"`
		}
		if err := dec.Decode(&line); err == io.EOF {
			return cases, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, len(cases)+1, err)
		}
		c := Case{ID: line.ID, Tags: line.Tags, fields: line.Case, want: line.Want}
		if got, err := Field[string](c, "kind"); err == nil && got == kind {
			cases = append(cases, c)
		}
	}
}

// Field returns a field of the case. A missing one is the zero value.
func Field[T any](c Case, name string) (T, error) {
	var value T
	if c.fields[name] == nil {
		return value, nil
	}
	if err := json.Unmarshal(c.fields[name], &value); err != nil {
		return value, fmt.Errorf("%s: %s: %w", c.ID, name, err)
	}
	return value, nil
}

// Bytes decodes the base64 field NAME_b64 and expands its markers.
func (c Case) Bytes(name string) ([]byte, error) {
	text, err := Field[string](c, name+"_b64")
	if err != nil {
		return nil, err
	}
	return c.Expand(text)
}

// Expand decodes base64 text of the case and expands its markers, for texts that
// lie deeper than at the top of the case.
func (c Case) Expand(text string) ([]byte, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.ID, err)
	}
	steps, err := Field[[]step](c, "expand")
	if err != nil {
		return nil, err
	}
	for _, s := range steps {
		raw = bytes.ReplaceAll(raw, []byte(s.Marker), bytes.Repeat(s.Repeat, s.Count))
	}
	return raw, nil
}

// Want decodes the measured verdict into v.
func (c Case) Want(v any) error {
	if err := json.Unmarshal(c.want, v); err != nil {
		return fmt.Errorf("%s: want: %w", c.ID, err)
	}
	return nil
}

// Check judges all cases of a kind and returns a line for each that disagrees.
// Judge returns what differs from the verdict, or nothing.
func Check(kind string, judge func(Case) (string, error), first fs.FS, others ...fs.FS) (total int, failed []string, err error) {
	cases, err := Cases(kind, first, others...)
	if err != nil {
		return 0, nil, err
	}
	for _, c := range cases {
		diff, err := judge(c)
		if err != nil {
			diff = err.Error()
		}
		if diff != "" {
			failed = append(failed, fmt.Sprintf("%s %v: %s", c.ID, c.Tags, diff))
		}
	}
	return len(cases), failed, nil
}
