package whatif

import (
	"fmt"
	"testing"
)

// FuzzParseSetting reads any text as a setting: nothing panics, no value is below the
// least that makes sense, and what was read is read again from how it is written.
func FuzzParseSetting(f *testing.F) {
	for _, seed := range []string{"max-summary-tokens=4,096", "window-tokens=128k", "max_output_tokens=2MiB", "x=1", "=", "window_tokens", "window_tokens=-1", "input_limit=0", "window_tokens=99999999999999999999", "WINDOW_TOKENS = 1_000 kb"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		knob, value, err := ParseSetting(s)
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an error without words")
			}
			return
		}
		info := knob.Info()
		if value < info.Min {
			t.Fatalf("%q: %d is below %d", s, value, info.Min)
		}
		again, same, err := ParseSetting(fmt.Sprintf("%s=%d", info.Name, value))
		if err != nil || again != knob || same != value {
			t.Fatalf("%q: %v %d, written and read again %v %d, %v", s, knob, value, again, same, err)
		}
	})
}
