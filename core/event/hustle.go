package event

import (
	"fmt"
	"time"

	"compactlens/core/content"
)

// CompactionHustle is the name under which the summary's model call runs in the
// applications known. Other hustles use the same events.
const CompactionHustle = "context.compact"

// HustleRun is one model call beside a conversation. It has no attempt id: the
// loop in the event's cause and the order in the journal are its only link.
type HustleRun struct {
	Definition HustleDefinition `json:"definition"`
	RunID      [16]byte         `json:"run_id"`  // an array of numbers in a record
	Runtime    *Runtime         `json:"runtime"` // nil in HustleStarted
}

// HustleDefinition is how a kind of hustle is set up.
type HustleDefinition struct {
	Name           string
	Participation  uint8 // 1 blocks the loop
	ModelSource    uint8 // 1 is the loop's current model
	PromptRevision string
	PromptSHA256   [32]byte
	PolicyRevision string        // the application's; names the parser's generation for a compaction
	TimeoutNanos   time.Duration // nanoseconds
	Limits         HustleLimits
}

// HustleLimits bound the JSON sent and the text received, in bytes.
type HustleLimits struct {
	InputBytes  int64
	OutputBytes int64
}

// HustleStarted says that the call was sent.
type HustleStarted struct {
	Header
	Run HustleRun `json:"run"`
}

// HustleCompleted says that the call gave an acceptable output.
type HustleCompleted struct {
	Header
	Run      HustleRun      `json:"run"`
	Duration time.Duration  `json:"duration"`
	Usage    *content.Usage `json:"usage"`
}

// HustleFailed says where and how the call failed.
type HustleFailed struct {
	Header
	Run        HustleRun      `json:"run"`
	Duration   time.Duration  `json:"duration"`
	Usage      *content.Usage `json:"usage"` // nil where no usage was reported
	Stage      HustleStage    `json:"stage"`
	ReasonCode HustleReason   `json:"reason_code"`
}

// HustleStage is where a call failed.
type HustleStage uint8

// The six stages.
const (
	HustleStageQueue           HustleStage = 1
	HustleStageModelResolution HustleStage = 2
	HustleStageInference       HustleStage = 3
	HustleStageOutput          HustleStage = 4
	HustleStageTerminal        HustleStage = 5
	HustleStageFinalization    HustleStage = 6
)

// HustleReason is how a call failed.
type HustleReason uint8

// The nine codes.
const (
	HustleRejected              HustleReason = 1
	HustleCanceled              HustleReason = 2
	HustleTimeout               HustleReason = 3
	HustleModelResolutionFailed HustleReason = 4
	HustleInferenceFailed       HustleReason = 5
	HustleInvalidOutput         HustleReason = 6
	HustleTerminalFailed        HustleReason = 7
	HustleFinalizationFailed    HustleReason = 8
	HustleInternal              HustleReason = 9
)

// row i of each table is number i+1.
var (
	hustleStages  = [...]string{"queue", "model_resolution", "inference", "output", "terminal", "finalization"}
	hustleReasons = [...]string{"rejected", "canceled", "timeout", "model_resolution", "inference", "invalid_output", "terminal", "finalization", "internal"}
)

func (s HustleStage) String() string {
	if s == 0 || int(s) > len(hustleStages) {
		return fmt.Sprintf("unknown_stage_%d", uint8(s))
	}
	return hustleStages[s-1]
}

func (r HustleReason) String() string {
	if r == 0 || int(r) > len(hustleReasons) {
		return fmt.Sprintf("unknown_code_%d", uint8(r))
	}
	return hustleReasons[r-1]
}

func (e *HustleStarted) Type() Type   { return TypeHustleStarted }
func (e *HustleCompleted) Type() Type { return TypeHustleCompleted }
func (e *HustleFailed) Type() Type    { return TypeHustleFailed }

func (e *HustleStarted) Validate() error   { return e.validate(e.Type(), scopeSession) }
func (e *HustleCompleted) Validate() error { return e.validate(e.Type(), scopeSession) }
func (e *HustleFailed) Validate() error    { return e.validate(e.Type(), scopeSession) }
