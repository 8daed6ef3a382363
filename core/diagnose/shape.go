package diagnose

import (
	"fmt"

	"compactlens/core/inspect"
)

// tokensSentence says how many output tokens were reported, if that is known.
func (s *scene) tokensSentence() []string {
	t := s.v.Tokens
	switch {
	case !t.Output.Set:
		return nil
	case t.Reasoning.Set && t.Reasoning.Value > 0:
		return []string{fmt.Sprintf("%s output tokens were reported, %s of them for reasoning.", inspect.Thousands(t.Output.Value), inspect.Thousands(t.Reasoning.Value))}
	}
	return []string{fmt.Sprintf("%s output tokens were reported.", inspect.Thousands(t.Output.Value))}
}

// noAnswer tells a model that wrote nothing from one that used its budget up, was
// stopped by a filter or wanted to call a tool.
func (s *scene) noAnswer(*inspect.Finding) hit {
	why := append(s.finishSentence(), s.tokensSentence()...)
	t := s.v.Tokens
	switch s.finish() {
	case endCap:
		return is("reasoning-ate-budget", Likely, why...)
	case endRefusal:
		return is("refusal", Certain, why...)
	case endTool:
		return is("tool-call", Likely, why...)
	}
	if t.Reasoning.Set && t.Reasoning.Value > 0 && t.Output.Set && 2*t.Reasoning.Value > t.Output.Value {
		return is("reasoning-ate-budget", Likely, why...)
	}
	return is("no-answer", Certain, why...)
}

// thinkingOnly says how sure it is that reasoning used the budget up.
func (s *scene) thinkingOnly(*inspect.Finding) hit {
	sure, why := s.capped()
	if sure == Possible {
		why = append(s.finishSentence(), s.tokensSentence()...)
		sure = Likely
	}
	return is("reasoning-ate-budget", sure, append([]string{"There is a thinking block and no text."}, why...)...)
}

// fromFinish adds what the finish reason says to a cause that the blocks show.
func (s *scene) fromFinish(*inspect.Finding) hit { return is("", Certain, s.finishSentence()...) }

// asSaid takes the finding's own message as the evidence.
func (s *scene) asSaid(f *inspect.Finding) hit { return is("", Likely, sentence(f.Message)) }

func (s *scene) usageZero(*inspect.Finding) hit {
	return is("", Certain, fmt.Sprintf("The answer's text has %s bytes, so it cannot have cost nothing.", inspect.Thousands(uint64(len(s.text.Bytes)))))
}

// overBudget tells a summary that is too long from reasoning that used the budget.
func (s *scene) overBudget(*inspect.Finding) hit {
	t := s.v.Tokens
	out, limit, reasoning := t.Output.Value, t.Limit.Value, t.Reasoning.Value
	if reasoning > 0 && reasoning <= out && out-reasoning <= limit {
		return is("reasoning-ate-budget", Certain,
			fmt.Sprintf("%s of the %s output tokens are reasoning; the other %s would keep to the budget of %s.",
				inspect.Thousands(reasoning), inspect.Thousands(out), inspect.Thousands(out-reasoning), inspect.Thousands(limit)))
	}
	if thinking := s.thinkingBytes(); thinking > len(s.text.Bytes) {
		return is("reasoning-ate-budget", Likely,
			fmt.Sprintf("The thinking has %s bytes, the text %s.", inspect.Thousands(uint64(thinking)), inspect.Thousands(uint64(len(s.text.Bytes)))))
	}
	why := fmt.Sprintf("%s output tokens were reported, the budget is %s.", inspect.Thousands(out), inspect.Thousands(limit))
	if text := uint64(len(s.text.Bytes)); s.hasText && text < out { // a token is at least one byte
		return is("over-budget", Certain, why,
			fmt.Sprintf("The text has only %s bytes, so at least %s of the tokens were spent on something that is not in it, as a rule reasoning.", inspect.Thousands(text), inspect.Thousands(out-text)))
	}
	return is("over-budget", Certain, why)
}

// thinkingBytes returns the size of the answer's thinking.
func (s *scene) thinkingBytes() int {
	n := 0
	for _, b := range s.e.Reply.Blocks {
		if b.Type == "thinking" {
			n += len(b.Text.Bytes)
		}
	}
	return n
}

// nearCap repeats the figures.
func (s *scene) nearCap(f *inspect.Finding) hit { return is("", Certain, sentence(f.Message)) }

// cut tells a text that was stopped at the cap from one that was cut elsewhere.
func (s *scene) cut(f *inspect.Finding) hit {
	sure, why := s.capped()
	if sure > Possible {
		return is("cut-at-cap", sure, why...)
	}
	if f.Severity == inspect.SeverityAdvice {
		if s.finish() == endDone {
			return is("cut-in-transit", Possible, s.finishSentence()...)
		}
		return is("cut-at-cap", Possible, sentence(f.Message))
	}
	if s.complete() {
		return is("cut-before-close", Likely, append([]string{"The text ends behind the fifth section."}, s.finishSentence()...)...)
	}
	if s.finish() == endDone {
		return is("cut-in-transit", Likely, append(s.finishSentence(), s.tokensSentence()...)...)
	}
	return is("cut-at-cap", Likely, "The text breaks off; neither a finish reason nor the usage is known that says otherwise.")
}

// complete reports whether all five sections are closed and nothing but white
// space stands behind the last.
func (s *scene) complete() bool {
	if !s.v.HasSummary {
		return false
	}
	last, closed := 0, 0
	for _, sec := range s.v.Sections {
		e := sec.Element.Summary
		if e.End > sec.Place.Summary.End || sec.Place.Summary.Empty() && e.Len() > 0 {
			closed++
		}
		last = max(last, e.End)
	}
	return closed >= 5 && blank(s.summary[min(last, len(s.summary)):])
}

// sentence makes a finding's message a sentence.
func sentence(message string) string {
	if message == "" {
		return ""
	}
	if c := message[0]; c >= 'a' && c <= 'z' {
		message = string(c-'a'+'A') + message[1:]
	}
	return message + "."
}
