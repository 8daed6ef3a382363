package tui

import (
	"slices"

	"compactlens/core/inspect"
	"compactlens/core/source"
	"compactlens/themes"
	"compactlens/themes/highlight"
	"compactlens/tui/canvas"
	"compactlens/tui/textview"
	"compactlens/tui/transcript"
)

// viewKind is one way to look at an item.
type viewKind uint8

const (
	viewSummary    viewKind = iota // the decoded summary
	viewReply                      // the reply as it lies on disk
	viewLife                       // what the journal and the files' names tell
	viewTranscript                 // the messages that were to be summarised, and those kept
	viewRequest                    // what was sent to ask for the summary
	viewFindings                   // all findings of the answer
	viewBudget                     // what the tokens were spent on
	viewRepair                     // what can be mended, and what comes of it
	viewWhatIf                     // the attempt under other limits
	viewRepaired                   // the repaired case of a lesson
	viewKinds                      // number of kinds
)

// title returns the name of the view as its tab has it.
func (k viewKind) title() string {
	return [...]string{"Summary", "Reply", "Life", "Transcript", "Request", "Findings", "Budget", "Repair", "What if", "Repaired"}[k]
}

// reader is the main pane: the selected item in one of its views, with the
// selected finding marked.
type reader struct {
	display source.Display
	item    *item
	judged  *judged // of item; nil while it is being judged
	kind    viewKind
	finding int // index into the verdict's findings, theRefusal for that or for none
	text    textview.View
	facts   page
	w, h    int

	hex       bool   // the bytes under the cursor are shown
	linked    linked // where the selection follows the cursor from
	left      leftPlace
	resolving resolving
	chosen    viewKind // the view that somebody asked for
	hasChosen bool

	repairFrom viewKind // the view that the repair was looked at from

	material   *material // of item; nil until it is there
	fetching   *item     // whose material is being made; nil for none
	transcript transcript.View
	request    requestView

	findings findingsView
	budget   budgetView
	repair   repairView
	whatif   whatIfView
}

// show shows it from its primary fault, in the view that fault is in.
func (r *reader) show(it *item) {
	r.item, r.judged, r.finding = it, nil, -1
	r.left, r.resolving.made = leftPlace{}, nil
	r.resolving.end()
	r.setMaterial(nil)
	r.forgetExtras()
	if it == nil {
		r.text.SetText(nil, highlight.Plain, r.display)
		r.facts.set(nil)
		r.kind = viewLife // the one that needs nothing
		return
	}
	r.judged = it.shown()
	if r.judged != nil && it.hasReply() && len(r.judged.verdict.Findings) > 0 {
		r.finding = max(it.taught(r.judged.verdict), it.leastFinding())
	}
	switch {
	case it.lesson != nil && r.judged != nil:
		r.lay(r.opening())
	case r.hasChosen && r.has(r.chosen):
		r.lay(r.chosen)
	case r.judged == nil && r.has(it.rawKind()):
		r.lay(it.rawKind())
	case r.judged == nil || !it.hasReply():
		r.lay(viewLife)
	default:
		r.lay(r.natural())
	}
}

// rawKind returns the view that the file of an answer is shown in as it lies on disk.
func (it *item) rawKind() viewKind {
	if it.evidence.Reply.Form == inspect.FormSummary {
		return viewSummary
	}
	return viewReply
}

// textOf returns the text of a view of the answer, nil where it has none. Before the
// verdict there is only a large answer's file.
func (r *reader) textOf(k viewKind) *source.Text {
	switch {
	case r.judged == nil:
		if it := r.item; it.indexed && k == it.rawKind() {
			return it.evidence.Reply.File
		}
		return nil
	case k == viewSummary:
		return r.judged.summary
	}
	return r.judged.reply
}

// arrive shows the verdict on an answer whose text was shown without one. Who has
// begun to read stays where they are.
func (r *reader) arrive(it *item) {
	reading := r.text.Offset() > 0 || r.text.Cursor() > 0
	raw := r.textOf(r.kind)
	if r.judged = it.judged; reading && raw != nil && r.textOf(r.kind) == raw {
		r.refresh()
		r.text.SetBands(r.bands())
		return
	}
	r.show(it)
}

// refresh shows what became known of the item after it was shown. Nothing moves.
func (r *reader) refresh() {
	was := r.current()
	r.judged, r.finding = r.item.shown(), -1
	if r.kind == viewLife {
		r.facts.refresh(r.journal())
	}
	if !r.item.hasReply() {
		return
	}
	findings := r.judged.verdict.Findings
	for i := range findings {
		if was != nil && findings[i].Rule == was.Rule && findings[i].Place == was.Place {
			r.finding = i
			break
		}
	}
	if r.finding < 0 && len(findings) > 0 {
		r.finding = r.item.leastFinding()
	}
	r.layExtras()
	r.annotate()
}

// has reports whether the item can be looked at as k.
func (r *reader) has(k viewKind) bool {
	switch {
	case r.item == nil, r.item.veil.on && !plainView(k):
		return false
	case k == viewLife:
		return len(r.item.facts)+len(r.item.recorded) > 0 || !r.item.hasReply()
	case k == viewTranscript || k == viewRequest:
		return r.item.hasMaterial()
	case k >= viewFindings:
		return r.hasExtra(k)
	}
	return r.textOf(k) != nil
}

// natural returns the view that the selected finding is in, or else the first
// there is.
func (r *reader) natural() viewKind {
	if f := r.current(); f != nil {
		switch {
		case f.Place.InSummary && r.has(viewSummary):
			return viewSummary
		case f.Place.InFile && !f.Place.InSummary && r.has(viewReply):
			return viewReply
		}
	}
	for k := range viewKinds {
		if r.has(k) {
			return k
		}
	}
	return viewLife
}

// current returns the selected finding, nil for none.
func (r *reader) current() *inspect.Finding {
	if r.judged == nil || r.finding < 0 || r.finding >= len(r.judged.verdict.Findings) {
		return nil
	}
	return &r.judged.verdict.Findings[r.finding]
}

// setKind changes the view. The cursor of a text is on the character that it was on
// in another text, or else on the selected finding.
func (r *reader) setKind(k viewKind) {
	r.leave()
	r.lay(k)
}

// layAgain lays the view out anew, with the cursor where it is.
func (r *reader) layAgain() { r.setKind(r.kind) }

// lay shows the view k of the item.
func (r *reader) lay(k viewKind) {
	r.kind = k
	switch k {
	case viewSummary:
		r.laySummary()
	case viewReply:
		t := r.textOf(k)
		r.text.SetText(t, highlight.GuessReply(t.Bytes()), r.display)
	case viewFindings, viewBudget, viewRepair, viewWhatIf:
		r.layExtras()
		return
	case viewRepaired:
		r.setRepaired()
		return
	default:
		r.facts.set(r.page())
		return
	}
	r.text.SetBands(r.bands())
	r.annotate()
	if !r.returnTo() {
		r.mark()
	}
	r.settle() // who looks at another view has not chosen another finding
}

// journal returns the paragraphs of the journal's page. How the attempt ended
// stands below, in the detail pane, where there is no answer to speak of there.
func (r *reader) journal() []line {
	it := r.item
	switch {
	case r.judged != nil && r.judged.life != nil:
		if it.scratch != nil {
			return slices.Concat(it.scratch.facts, r.judged.life)
		}
		return r.judged.life
	case !it.hasReply():
		return it.facts
	case r.judged == nil:
		return []line{{text: "checking " + count(it.evidence.Reply.File.Len(), "byte") + " …", style: themes.Dim}}
	case len(it.recorded) == 0:
		return it.facts
	}
	return append(append(it.ending(), line{}), it.facts...)
}

// selectFinding selects finding i, or the refusal, and shows it, in another view where
// it is in another text. The refusal is in none, and the cursor stays.
func (r *reader) selectFinding(i int) {
	r.finding = i
	if r.kind == viewFindings || r.kind == viewRepair {
		r.layExtras()
		return
	}
	text := r.kind == viewSummary || r.kind == viewReply
	if k := r.natural(); k != r.kind && r.spanIn(r.current(), r.kind) == nil && !(i < 0 && text) {
		r.lay(k)
	}
	r.mark()
}

// spanIn returns where f is in the text of view k, nil where it is not in it.
func (r *reader) spanIn(f *inspect.Finding, k viewKind) *source.Span {
	if f == nil {
		return nil
	}
	return placeSpan(f.Place, k)
}

func placeSpan(p inspect.Place, k viewKind) *source.Span {
	switch {
	case k == viewSummary && p.InSummary:
		return &p.Summary
	case k == viewReply && p.InFile:
		return &p.File
	}
	return nil
}

// mark puts the notes of the findings into the text and the cursor on the selected.
func (r *reader) mark() {
	if s := r.spanIn(r.current(), r.kind); r.annotate() && s != nil {
		r.text.Reveal(r.shownSpan(*s).Start)
	} else if s == nil {
		r.revealEnd()
	}
	r.settle()
}

// annotate puts the notes of the findings into the text. It reports whether a
// text is shown.
func (r *reader) annotate() bool {
	if r.judged == nil || r.kind != viewSummary && r.kind != viewReply {
		return false
	}
	type owned struct {
		textview.Note
		finding int
	}
	var all []owned
	for i := range r.judged.verdict.Findings {
		f := &r.judged.verdict.Findings[i]
		s := r.shownIn(f.Place)
		if s == nil {
			continue
		}
		level := textview.Hidden
		switch {
		case f.Primary:
			level = textview.Primary
		case f.Severity == inspect.SeverityAdvice:
			level = textview.Advice
		}
		all = append(all, owned{textview.Note{Span: *s, Message: f.Message, Level: level}, i})
		if i != r.finding {
			continue
		}
		for _, rel := range f.Related {
			if s := r.shownIn(rel.Place); s != nil {
				all = append(all, owned{textview.Note{Span: *s, Message: rel.Label, Level: textview.Related}, -1})
			}
		}
	}
	beyond, message, ok := r.beyond()
	if ok {
		all = append(all, owned{textview.Note{Span: source.At(beyond.Start), Message: message, Level: textview.Limit}, -1})
	}
	r.text.SetBeyond(beyond)
	slices.SortStableFunc(all, func(a, b owned) int { return a.Span.Start - b.Span.Start })
	notes, selected := make([]textview.Note, len(all)), -1
	for i, n := range all {
		notes[i] = n.Note
		if n.finding == r.finding && n.finding >= 0 {
			selected = i
		}
	}
	for i := range notes {
		notes[i].Owner = selected
	}
	r.text.SetNotes(notes, selected)
	return true
}

// bands returns the gutter's marks of the sections: loud where a fault is.
func (r *reader) bands() []textview.Band {
	if r.judged == nil {
		return nil
	}
	v := r.judged.verdict
	bands := make([]textview.Band, 0, len(v.Sections))
	for _, s := range v.Sections {
		e := placeSpan(s.Element, r.kind)
		if e == nil {
			continue
		}
		style := themes.Faint
		for i := range v.Findings {
			f := &v.Findings[i]
			if at := r.spanIn(f, r.kind); at != nil && f.Severity == inspect.SeverityError && e.Overlaps(*at) {
				if f.Primary {
					style = themes.Error
				} else if style != themes.Error {
					style = themes.Hidden
				}
			}
		}
		bands = append(bands, textview.Band{Span: r.shownSpan(*e), Style: style})
	}
	return bands
}

func (r *reader) setSize(w, h int) {
	r.w, r.h = max(w, 0), max(h, 0)
	strip := r.stripRows(r.h)
	r.text.SetSize(r.w, r.h-strip)
	r.facts.setSize(max(r.w-4, 0), r.h)
	r.transcript.SetSize(r.w, r.h)
	r.request.setSize(r.w, r.h-strip)
	for _, s := range []*sheet{&r.findings.sheet, &r.budget.sheet, &r.repair.sheet, &r.whatif.sheet} {
		s.setSize(r.w, r.h)
	}
}

func (r *reader) draw(a canvas.Area, focused bool) {
	if rows := r.stripRows(a.H); rows > 0 && r.textShown() != nil {
		r.drawHex(a.Sub(0, a.H-rows, a.W, rows), focused)
		a = a.Sub(0, 0, a.W, a.H-rows)
	}
	r.body().draw(a, focused)
}

func (r *reader) move(n int)   { r.body().move(n) }
func (r *reader) scroll(n int) { r.body().scroll(n) }
func (r *reader) home()        { r.body().home() }
func (r *reader) end()         { r.body().end() }

// checking is said of an answer that is still being judged.
const checking = "checking …"

// notes returns what there is to say about what is shown, for the pane's title, from
// the longest to the shortest.
func (r *reader) notes() []paneNote {
	switch {
	case r.judged == nil && (r.kind == viewSummary || r.kind == viewReply):
		return []paneNote{{checking, source.Width(checking)}}
	case r.kind == viewSummary && r.judged != nil:
		if how := r.resolvedWords(); how != "" {
			return r.textNotes(how, true)
		}
		how := "decoded"
		if r.judged.reply == nil {
			how = "on disk"
		}
		return r.textNotes(how, false)
	case r.kind == viewReply && r.judged != nil:
		return r.textNotes("on disk", false)
	case r.showsTranscript():
		note := r.transcriptNote()
		return []paneNote{{note, source.Width(note)}}
	case r.showsRequest():
		return r.textNotes(r.request.note(), true)
	}
	return nil
}
