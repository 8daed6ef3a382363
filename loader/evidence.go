package loader

import (
	"strings"

	"time"

	"compactlens/core/content"
	"compactlens/core/event"
	"compactlens/core/inspect"
	"compactlens/core/loop"
	"compactlens/loader/capture"
)

// Preset is an application's compaction settings, which no journal holds.
type Preset struct {
	Name           string
	Prompt         string // the prompt revision its calls name in the journal
	Parser         string // the policy revision its calls name
	Policy         loop.CompactionPolicy
	InputBytes     int64
	OutputBytes    int64
	CallTimeout    time.Duration
	ToolResultSize int64 // most bytes of a tool result; 0 is no limit
}

// presets is the table of known applications.
var presets = []Preset{
	{
		Name: "carbon", Prompt: "carbon-compaction-prompt-v1", Parser: "harness-compaction-parser-v2",
		Policy: loop.CompactionPolicy{
			Automatic: true, CompactAt: 8000, RearmBelow: 6000, KeepRecentSegments: 2, KeepRecentTokens: 8000,
			ReservedOutput: 16384, SafetyMargin: 8192, MaxSummaryTokens: 4096, CountTimeout: 2 * time.Second, Hustle: event.CompactionHustle,
		},
		InputBytes: 2 << 20, OutputBytes: 64 << 10, CallTimeout: 90 * time.Second, ToolResultSize: 50 << 10,
	},
	{
		Name: "coderig", Prompt: "coderig-compaction-prompt-v1", Parser: "harness-compaction-parser-v1",
		Policy: loop.CompactionPolicy{
			Automatic: true, CompactAt: 8000, RearmBelow: 6000, // it keeps no tail: its runtime sends the whole transcript
			ReservedOutput: 16384, SafetyMargin: 8192, MaxSummaryTokens: 4096, CountTimeout: 2 * time.Second, Hustle: event.CompactionHustle,
		},
		InputBytes: 2 << 20, OutputBytes: 64 << 10, CallTimeout: 90 * time.Second,
	},
}

// Presets returns the known applications.
func Presets() []Preset { return append([]Preset(nil), presets...) }

// presetList names the presets for a message.
func presetList() string {
	var b strings.Builder
	for _, p := range presets {
		b.WriteString(p.Name + ", ")
	}
	return b.String() + NoPreset
}

// presetNamed returns the preset of a name. The empty name and NoPreset are fine
// and mean none.
func presetNamed(name string) (Preset, bool) {
	for _, p := range presets {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, name == "" || name == NoPreset
}

// Preset returns the preset that holds for the attempt: the one asked for, else
// the one whose prompt its journal names, in its own call or in another of the
// session, else the one that its loop is named after. ok is false where there is
// none.
func (a *Attempt) Preset() (p Preset, ok bool) {
	if name := a.options().Preset; name != "" {
		p, _ = presetNamed(name)
		return p, p.Name != ""
	}
	if p, ok = a.Call.preset(); ok || a.Session == nil {
		return p, ok
	}
	for _, other := range a.Session.Attempts {
		if p, ok = other.Call.preset(); ok {
			return p, true
		}
	}
	if a.Loop != nil && a.Loop.Name != "" && a.Loop.Name != NoPreset {
		p, ok = presetNamed(strings.ToLower(a.Loop.Name))
	}
	return p, ok && p.Name != ""
}

// preset returns the preset whose prompt the call names. A nil call has none.
func (c *Call) preset() (p Preset, ok bool) {
	if c == nil {
		return p, false
	}
	for _, p := range presets {
		if p.Prompt == c.Definition.PromptRevision {
			return p, true
		}
	}
	return p, false
}

func (a *Attempt) options() Options {
	if a.w == nil {
		return Options{}
	}
	return a.w.options
}

// Figures returns the identity and limits that hold for the attempt, each with
// where it was learned: given by hand, then what the attempt's own bundle or
// journal says, then the file to compare with, the request, a preset.
func (a *Attempt) Figures() capture.Figures {
	f := a.options().Overrides
	if a.Bundle != nil {
		f = merge(f, a.Bundle.Figures)
		if q := a.Bundle.Request; q != nil {
			f = merge(f, capture.Figures{Identity: q.Identity, MaxSummaryTokens: q.MaxSummaryTokens})
		}
	}
	f = merge(f, a.journal())
	if a.w != nil {
		f = merge(f, a.w.against)
	}
	if q := a.Request; q != nil {
		f = merge(f, capture.Figures{Identity: q.Identity, MaxSummaryTokens: q.MaxSummaryTokens})
	}
	if a.Like != nil {
		f = merge(f, a.Like.journal())
		if q := a.Like.Request; q != nil {
			f = merge(f, capture.Figures{MaxSummaryTokens: q.MaxSummaryTokens})
		}
	}
	if p, ok := a.Preset(); ok {
		from := "preset " + p.Name
		f = merge(f, capture.Figures{
			MaxSummaryTokens: inspect.Know(p.Policy.MaxSummaryTokens, from),
			OutputBytes:      inspect.Know(p.OutputBytes, from), InputBytes: inspect.Know(p.InputBytes, from),
		})
	}
	return f
}

// journal returns what the journal says.
func (a *Attempt) journal() (f capture.Figures) {
	if a.Session == nil {
		return f
	}
	const from = "journal"
	f.Identity = a.Identity()
	if a.Call != nil {
		limits := a.Call.Definition.Limits
		f.OutputBytes = inspect.Know(limits.OutputBytes, from)
		f.InputBytes = inspect.Know(limits.InputBytes, from)
	}
	if a.Measured != nil {
		f.InputLimit = inspect.Know(a.Measured.InputLimit, from)
	}
	return f
}

// merge fills what f does not know from g.
func merge(f, g capture.Figures) capture.Figures {
	f.Identity.Revision = f.Identity.Revision.Or(g.Identity.Revision)
	f.Identity.ThroughEventID = f.Identity.ThroughEventID.Or(g.Identity.ThroughEventID)
	f.Identity.Provider = f.Identity.Provider.Or(g.Identity.Provider)
	f.Identity.Model = f.Identity.Model.Or(g.Identity.Model)
	f.Identity.Fingerprint = f.Identity.Fingerprint.Or(g.Identity.Fingerprint)
	f.MaxSummaryTokens = f.MaxSummaryTokens.Or(g.MaxSummaryTokens)
	f.OutputBytes = f.OutputBytes.Or(g.OutputBytes)
	f.InputBytes = f.InputBytes.Or(g.InputBytes)
	f.InputLimit = f.InputLimit.Or(g.InputLimit)
	f.Usage = f.Usage.Or(g.Usage)
	return f
}

// Evidence returns what the checks of the attempt's reply need.
func (a *Attempt) Evidence() inspect.Evidence {
	f := a.Figures()
	e := inspect.Evidence{OutputBytes: f.OutputBytes, MaxSummaryTokens: f.MaxSummaryTokens, Identity: f.Identity, Usage: f.Usage}
	if a.Reply != nil {
		e.Reply = a.Reply.Reply
		e.Usage = e.Usage.Or(a.Reply.Usage)
	}
	if c := a.Call; c != nil && !c.Ended.IsZero() {
		e.Usage = e.Usage.Or(inspect.Know[*content.Usage](c.Usage, "journal"))
	}
	return e
}
