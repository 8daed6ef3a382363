// Package whatif decides a compaction attempt again under other limits. It changes
// the summary budget, byte and token limits, the tail policy or the model's window,
// goes through all checks of the attempt in the runtime's order, and says at which
// value of each the decision changes. The answer stays as it is: what another model
// or a longer budget would have brought forth, nobody knows. The package is pure.
package whatif

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/similar"
)

// Knob names one figure that can be changed.
type Knob uint8

// The knobs, in the order they are shown.
const (
	MaxSummaryTokens Knob = iota
	OutputBytes
	InputBytes
	InputLimit
	ReservedOutput
	SafetyMargin
	KeepRecentSegments
	KeepRecentTokens
	Window
	MaxInputTokens
	MaxOutputTokens
	knobsBehind // number of knobs
)

// Info is what there is to say about a knob.
type Info struct {
	Knob Knob
	Name string // as flags and files spell it
	Unit string // "tokens", "bytes" or "segments"
	What string // one phrase
	Step uint64 // of a stepper
	Min  uint64 // smallest sensible value
}

// infos is the one table of the knobs.
var infos = [knobsBehind]Info{
	{MaxSummaryTokens, "max_summary_tokens", "tokens", "summary budget: most output tokens of the answer, reasoning included", 256, 1},
	{OutputBytes, "output_bytes", "bytes", "output limit: most bytes of the answer's text", 1024, 0},
	{InputBytes, "input_bytes", "bytes", "input byte limit: most bytes of the compaction request", 65536, 0},
	{InputLimit, "input_limit", "tokens", "input limit: what a request must stay below, reserve and margin already taken off", 1024, 1},
	{ReservedOutput, "reserved_output", "tokens", "output reserve: taken off the window for the answer", 1024, 0},
	{SafetyMargin, "safety_margin", "tokens", "safety margin: taken off the input limit", 1024, 0},
	{KeepRecentSegments, "keep_recent_segments", "segments", "most segments kept word for word; the last always is", 1, 1},
	{KeepRecentTokens, "keep_recent_tokens", "tokens", "most tokens kept word for word beyond the last segment", 1000, 1},
	{Window, "window_tokens", "tokens", "the model's context window; 0 is unknown", 8192, 0},
	{MaxInputTokens, "max_input_tokens", "tokens", "the model's own input limit; 0 is unknown", 8192, 0},
	{MaxOutputTokens, "max_output_tokens", "tokens", "the model's own output limit, which bounds the reserve; 0 is unknown", 1024, 0},
}

// Knobs returns the table. The slice is a copy.
func Knobs() []Info { return append([]Info(nil), infos[:]...) }

// Info returns the knob's row.
func (k Knob) Info() Info {
	if k >= knobsBehind {
		return Info{Knob: k}
	}
	return infos[k]
}

// String returns the knob's name.
func (k Knob) String() string { return k.Info().Name }

// examples are values of each unit, as they may be written.
var examples = map[string]string{"tokens": "4096 or 4k", "bytes": "64k or 2MiB", "segments": "1 or 3"}

// Example returns how a value of the knob may be written, for messages.
func (i Info) Example() string { return examples[i.Unit] }

// KnobError reports a name that is no knob. Near is the knob that was probably
// meant, empty where none is like it.
type KnobError struct {
	Name string // untrusted
	Near string
}

func (e *KnobError) Error() string {
	if e.Near != "" {
		return fmt.Sprintf("what-if: there is no limit %q; did you mean %s?", e.Name, e.Near)
	}
	names := make([]string, len(infos))
	for i, info := range infos {
		names[i] = info.Name
	}
	return fmt.Sprintf("what-if: there is no limit %q; the limits are %s", e.Name, strings.Join(names, ", "))
}

// ValueError reports a value that is no whole number of the knob's unit, or below
// what makes sense.
type ValueError struct {
	Knob Knob
	Min  uint64
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("what-if: %s takes a whole number of %s from %d on, such as %s", e.Knob, e.Knob.Info().Unit, e.Min, e.Knob.Info().Example())
}

// ParseSetting reads "name=value". Hyphens in the name stand for underscores, and
// the value may have commas or underscores between digits and end in k, m, Ki or
// Mi, with a B behind it. The errors are a *KnobError and a *ValueError.
func ParseSetting(s string) (Knob, uint64, error) {
	name, value, _ := strings.Cut(s, "=")
	name = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), "-", "_")
	var names []string
	for _, i := range infos {
		if i.Name == name {
			v, ok := ParseValue(value)
			if !ok || v < i.Min {
				return i.Knob, 0, &ValueError{Knob: i.Knob, Min: i.Min}
			}
			return i.Knob, v, nil
		}
		names = append(names, i.Name)
	}
	e := &KnobError{Name: name}
	if near := similar.Nearest(name, names, 1); len(near) > 0 {
		e.Near = near[0]
	}
	return 0, 0, e
}

// units are the endings of a value, the longest first.
var units = []struct {
	ending string
	times  uint64
}{{"kib", 1 << 10}, {"mib", 1 << 20}, {"ki", 1 << 10}, {"mi", 1 << 20}, {"kb", 1000}, {"mb", 1000_000}, {"k", 1000}, {"m", 1000_000}, {"b", 1}}

// ParseValue reads a whole number as ParseSetting does.
func ParseValue(s string) (uint64, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	times := uint64(1)
	for _, u := range units {
		if rest, ok := strings.CutSuffix(s, u.ending); ok {
			s, times = strings.TrimSpace(rest), u.times
			break
		}
	}
	s = strings.NewReplacer(",", "", "_", "").Replace(s)
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n > math.MaxUint64/times {
		return 0, false
	}
	return n * times, true
}

// Limits are the figures an attempt is decided by. What is not known is the zero
// value.
type Limits [knobsBehind]inspect.Known[uint64]

// With returns the limits with one of them changed. A change of what the input
// limit is made of makes the limit itself unset, to be computed; where only the
// limit, reserve and margin are known, the window they were taken off is computed
// first.
func (l Limits) With(k Knob, value uint64, from string) Limits {
	if k >= knobsBehind {
		return l
	}
	if k.makesLimit() {
		if !l[Window].Set && !l[MaxInputTokens].Set && k != Window {
			if w, ok := l.window(); ok {
				l[Window] = inspect.Know(w, "the limit with reserve and margin")
			}
		}
		l[InputLimit] = inspect.Known[uint64]{}
	}
	l[k] = inspect.Know(value, from)
	return l
}

// makesLimit reports whether the input limit is made of k.
func (k Knob) makesLimit() bool {
	switch k {
	case ReservedOutput, SafetyMargin, Window, MaxInputTokens, MaxOutputTokens:
		return true
	}
	return false
}

// window returns the window that gives the input limit.
func (l Limits) window() (uint64, bool) {
	if !l[InputLimit].Set || !l[ReservedOutput].Set || !l[SafetyMargin].Set {
		return 0, false
	}
	return plus(plus(l[InputLimit].Value, l.parts().Reserve()), l[SafetyMargin].Value), true
}

// Changeable reports whether a change of k can be computed from what is known.
func (l Limits) Changeable(k Knob) bool {
	if !k.makesLimit() {
		return k < knobsBehind
	}
	_, ok := l.window()
	return l[ReservedOutput].Set && l[SafetyMargin].Set && (ok || l[Window].Set || l[MaxInputTokens].Set || k == Window || k == MaxInputTokens)
}

// Setting is one value that is tried.
type Setting struct {
	Knob  Knob
	Value uint64
}

// Apply returns the limits with settings made in order. Where they make the input
// limit anew and not enough is known for that, the limit stays as it was, and lost
// is true: what was set bears on nothing then.
func (l Limits) Apply(settings []Setting, from string) (changed Limits, lost bool) {
	changed = l
	for _, s := range settings {
		changed = changed.With(s.Knob, s.Value, from)
	}
	_, before := l.inputLimit()
	_, after := changed.inputLimit()
	if lost = before == limitGiven && after == limitOpen; lost {
		changed[InputLimit], _ = l.inputLimit()
	}
	return changed, lost
}
