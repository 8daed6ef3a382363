package tui

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"compactlens/tui/play"
)

// stage opens c and plays a script in it. Pauses take no time; their sum is kept.
type stage struct {
	*driver
	slept time.Duration
}

func playing(t *testing.T, c *contents, w, h int, text string) *stage {
	t.Helper()
	s, faults := play.Parse([]byte(text))
	if faults != nil {
		t.Fatal(faults)
	}
	st := &stage{driver: &driver{t: t, app: newApp(context.Background(), testTheme(false, 0), func(context.Context, func(string)) (*contents, error) { return c, nil })}}
	st.app.player.steps = s.Steps
	st.app.player.after = func(d time.Duration, msg tea.Msg) tea.Cmd {
		st.slept += d
		return func() tea.Msg { return msg }
	}
	st.send(tea.WindowSizeMsg{Width: w, Height: h})
	st.do(st.app.Init())
	return st
}

func TestPlay(t *testing.T) {
	s := playing(t, sample(), 120, 40, `] sleep 2s / "goal" enter wait "Make" n # and stay`)
	s.expect("good.xml", "2/10")
	if s.slept != 2*time.Second || s.app.player.on || s.app.search.words != "goal" {
		t.Errorf("slept %v, plays %v, searched %q", s.slept, s.app.player.on, s.app.search.words)
	}
	s.press("p")
	s.expect("1/10") // the keys are whoever's that sits there
	s = playing(t, sample(), 120, 40, `3 j`)
	s.expect("4/10")
	s = playing(t, sample(), 120, 40, "")
	s.expect("1/10")
}

// What a script chooses is not kept for the next time.
func TestPlayKeepsNothing(t *testing.T) {
	s := playing(t, sample(), 120, 40, "")
	script, _ := play.Parse([]byte("> T j enter"))
	s.app.player.steps = script.Steps
	s.app.keepSizes = func(Sizes) error { t.Error("sizes were kept"); return nil }
	s.app.looks.keep = func(string) error { t.Error("a theme was kept"); return nil }
	s.do(s.app.player.begin())
	if s.app.sizes == (Sizes{}) || s.app.looks.name == "" {
		t.Error("nothing was chosen")
	}
}

// What never comes ends a script, and says where.
func TestPlayWaits(t *testing.T) {
	s := playing(t, sample(), 120, 40, "n\nwait \"no such thing\"\nn")
	s.expect("the script stopped on line 2: what it waits for does not come", "2/10")
	if want := pollLimit * pollPause; s.slept != want {
		t.Errorf("waited %v, want %v", s.slept, want)
	}
	playing(t, sample(), 120, 40, `V wait "verdict hidden" space wait "REJECTED"`).expect("REJECTED")
}

// A key that somebody presses stops a script and does nothing else; ctrl+c quits.
func TestPlayIsInterrupted(t *testing.T) {
	for _, k := range []string{"n", "ctrl+c"} {
		s := playing(t, sample(), 120, 40, "")
		script, _ := play.Parse([]byte("n\nn\nn"))
		s.app.player.steps = script.Steps
		cmd := s.app.player.begin()
		_, cmd = s.app.Update(cmd()) // the first step
		s.expect("2/10")
		if k == "ctrl+c" {
			quits := false
			_, c := s.app.Update(tea.KeyMsg{Type: tea.KeyCtrlC})
			for _, m := range messages(c) {
				_, is := m.(tea.QuitMsg)
				quits = quits || is
			}
			if !quits {
				t.Error("ctrl+c does not quit")
			}
			continue
		}
		s.press(k)
		s.expect("2/10", "the script stopped before line 2; the keys are yours")
		s.do(cmd) // what was on its way
		s.expect("2/10")
		s.press(k)
		s.expect("3/10")
	}
}

// The script of the demonstration shows what it says, in about a minute.
func TestDemonstration(t *testing.T) {
	b, err := os.ReadFile("../testdata/scripts/gallery.play")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.TrimSpace(string(b))
	if !strings.HasSuffix(text, "\nq") {
		t.Error("it does not end by itself")
	}
	for _, size := range [][2]int{{100, 30}, {120, 40}, {200, 60}} {
		s := playing(t, galleryContents(t), size[0], size[1], text)
		s.absent("the script stopped")
		if p := &s.app.player; p.on || p.next != len(p.steps) {
			t.Errorf("%v: it is at step %d of %d", size, p.next, len(p.steps))
		}
		if s.slept < 50*time.Second || s.slept > 80*time.Second {
			t.Errorf("it takes %v", s.slept)
		}
	}
}

func TestPlainFrame(t *testing.T) {
	if got := plainFrame("\x1b[1;38;2;1;2;3mab\x1b[0m\nc\x1b[m"); got != "ab\nc" {
		t.Errorf("%q", got)
	}
}
