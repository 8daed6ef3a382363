package tui

import (
	"bufio"
	"context"
	"io"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/cancelreader"
)

// printer writes a text to the terminal's own screen, where the terminal can select
// and keep it, and waits for a line of input. It is run while the interface is away.
type printer struct {
	ctx   context.Context
	write func(io.Writer) error
	out   io.Writer // the terminal itself
	in    io.Reader
}

func (p *printer) SetStdin(r io.Reader) { p.in = r }
func (*printer) SetStdout(io.Writer)    {} // the program's output is for frames
func (*printer) SetStderr(io.Writer)    {}

// backWords stand below what was printed.
const backWords = "enter goes back to " + product

// Run prints and waits. It ends with the context, too.
func (p *printer) Run() error {
	out := bufio.NewWriterSize(until{p.ctx, p.out}, 64<<10)
	if err := p.write(out); err != nil {
		return err
	}
	if _, err := out.WriteString("\n[" + backWords + "] "); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	in, err := cancelreader.NewReader(p.in)
	if err != nil {
		return err
	}
	defer in.Close()
	defer context.AfterFunc(p.ctx, func() { in.Cancel() })()
	b := make([]byte, 1)
	for {
		n, err := in.Read(b)
		if err != nil || n > 0 && (b[0] == '\n' || b[0] == '\r') {
			return nil // where nothing more can be read, nobody would say more
		}
	}
}

// until is a writer that fails once the context has ended, so that a long text can be
// left.
type until struct {
	ctx context.Context
	w   io.Writer
}

func (u until) Write(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(b)
}

// printedMsg says that the interface is back.
type printedMsg struct{ err error }

// printOut prints what is shown without decoration, on the screen below.
func (a *App) printOut() tea.Cmd {
	return a.printText(func(out io.Writer) error { return a.plainText(out, max(a.w, 1)) })
}

// printText has write print to the terminal's own screen.
func (a *App) printText(write func(io.Writer) error) tea.Cmd {
	if a.plain == nil {
		a.notify("There is no terminal to print to.")
		return nil
	}
	return tea.Exec(&printer{ctx: a.ctx, out: a.plain, write: write}, func(err error) tea.Msg { return printedMsg{err} })
}

// printed brings the interface back as it was.
func (a *App) printed(msg printedMsg) tea.Cmd {
	a.fresh = false
	if msg.err != nil {
		a.notify("It could not be printed: " + msg.err.Error())
	}
	if a.mouseOn { // Bubble Tea forgets it when it comes back
		return tea.EnableMouseCellMotion
	}
	return nil
}
