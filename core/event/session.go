package event

// Runtime is the model a loop runs on.
type Runtime struct {
	Key       ModelKey    `json:"key"`
	Limits    ModelLimits `json:"limits"`
	APIFormat string      `json:"api_format"`
	BaseURL   string      `json:"base_url"`
	Effort    string      `json:"effort"`
}

// ModelLimits are a model's bounds in tokens; 0 is unknown.
type ModelLimits struct {
	WindowTokens    uint64
	MaxInputTokens  uint64
	MaxOutputTokens uint64
}

// LoopStarted opens a loop.
type LoopStarted struct {
	Header
	DisplayName string  `json:"display_name"`
	InitialMode string  `json:"initial_mode"`
	Runtime     Runtime `json:"runtime"`
}

// LoopInferenceChanged says that a loop goes on with another model or other limits.
type LoopInferenceChanged struct {
	Header
	Runtime Runtime `json:"runtime"`
}

// LoopModeChanged says that a loop goes on in another mode.
type LoopModeChanged struct {
	Header
	Mode    string  `json:"mode"`
	Runtime Runtime `json:"runtime"`
}

// LoopExternalToolsetChanged says that a loop's external tools changed.
type LoopExternalToolsetChanged struct {
	Header
}

// ContextMeasured records a loop's measurement. It is written only when the
// measurement changed.
type ContextMeasured struct {
	Header
	Measurement ContextMeasurement `json:"measurement"`
}

// SessionStarted opens a session.
type SessionStarted struct {
	Header
	Config SessionConfig `json:"config"`
}

// SessionConfig is what a session was set up with; prompts and tools are named by
// hash alone.
type SessionConfig struct {
	TopologyRev     string `json:"topology_rev"`
	AgentKind       string `json:"agent_kind"`
	ModelID         string `json:"model_id"`
	SystemPromptRev string `json:"system_prompt_rev"`
	ToolPolicyRev   string `json:"tool_policy_rev"`
	WorkspaceRoot   string `json:"workspace_root"`
}

// SessionActive says that a loop of the session began to work.
type SessionActive struct{ Header }

// SessionIdle says that all loops of the session came to rest.
type SessionIdle struct{ Header }

// SessionStopped ends a session in good order.
type SessionStopped struct{ Header }

// RestoreStarted says that a new process began to restore the session; whatever the
// old one had not written is gone.
type RestoreStarted struct{ Header }

// RestoreDone says that the session is restored.
type RestoreDone struct{ Header }

func (e *LoopStarted) Type() Type                { return TypeLoopStarted }
func (e *LoopInferenceChanged) Type() Type       { return TypeLoopInferenceChanged }
func (e *LoopModeChanged) Type() Type            { return TypeLoopModeChanged }
func (e *LoopExternalToolsetChanged) Type() Type { return TypeLoopExternalToolsetChanged }
func (e *ContextMeasured) Type() Type            { return TypeContextMeasured }
func (e *SessionStarted) Type() Type             { return TypeSessionStarted }
func (e *SessionActive) Type() Type              { return TypeSessionActive }
func (e *SessionIdle) Type() Type                { return TypeSessionIdle }
func (e *SessionStopped) Type() Type             { return TypeSessionStopped }
func (e *RestoreStarted) Type() Type             { return TypeRestoreStarted }
func (e *RestoreDone) Type() Type                { return TypeRestoreDone }

func (e *LoopStarted) Validate() error                { return e.validate(e.Type(), scopeLoop) }
func (e *LoopInferenceChanged) Validate() error       { return e.validate(e.Type(), scopeLoop) }
func (e *LoopModeChanged) Validate() error            { return e.validate(e.Type(), scopeLoop) }
func (e *LoopExternalToolsetChanged) Validate() error { return e.validate(e.Type(), scopeLoop) }
func (e *SessionStarted) Validate() error             { return e.validate(e.Type(), scopeSession) }
func (e *SessionActive) Validate() error              { return e.validate(e.Type(), scopeSession) }
func (e *SessionIdle) Validate() error                { return e.validate(e.Type(), scopeSession) }
func (e *SessionStopped) Validate() error             { return e.validate(e.Type(), scopeSession) }
func (e *RestoreStarted) Validate() error             { return e.validate(e.Type(), scopeSession) }
func (e *RestoreDone) Validate() error                { return e.validate(e.Type(), scopeSession) }

func (e *ContextMeasured) Validate() error {
	if err := e.validate(e.Type(), scopeLoop); err != nil {
		return err
	}
	return e.Measurement.Validate()
}
