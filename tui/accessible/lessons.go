package accessible

import (
	"slices"
	"strings"

	"compactlens/core/inspect"
	"compactlens/core/report"
	"compactlens/core/similar"
	"compactlens/loader"
	"compactlens/loader/dossier"
)

// taught returns the lessons; they are made once somebody asks for one.
func (d *dialogue) taught() []loader.Lesson {
	if d.lessons == nil {
		d.lessons = loader.Lessons()
	}
	return d.lessons
}

// allLessons says what there is to learn.
func (d *dialogue) allLessons(string) error {
	d.say("%s. Say lesson with a number or a name, for example: lesson 1", count(len(d.taught()), "lesson"))
	return d.lessonsFrom(0)
}

func (d *dialogue) lessonsFrom(first int) error {
	all := d.taught()
	end := min(first+atOnce, len(all))
	for i := first; i < end; i++ {
		r := all[i].Rule
		what := string(r.Reason)
		if r.Severity == inspect.SeverityAdvice {
			what = "advice"
		}
		d.say("%d, %s: %s, %s", i+1, r.ID, r.Title, what)
	}
	d.rest(len(all)-end, "lesson", func() error { return d.lessonsFrom(end) })
	return nil
}

// lesson tells a lesson: that of a number or a rule's name, or the next one.
func (d *dialogue) lesson(rest string) error {
	i := d.lessonAt
	if rest != "" {
		var ok bool
		if i, ok = d.findLesson(rest); !ok {
			return nil
		}
	}
	if i >= len(d.taught()) {
		d.say("That was the last lesson.")
		return nil
	}
	d.lessonAt = i + 1
	return d.teach(i)
}

// findLesson returns the index of the lesson that somebody names; where there is none,
// it says so.
func (d *dialogue) findLesson(name string) (int, bool) {
	all := d.taught()
	if n, ok := number(name); ok {
		if n < 1 || n > len(all) {
			d.say("There is no lesson %d; the last is %d.", n, len(all))
			return 0, false
		}
		return n - 1, true
	}
	var names []string
	for _, l := range all {
		names = append(names, l.Rule.ID)
	}
	named := func(s string) bool { return strings.EqualFold(s, name) }
	if i := slices.IndexFunc(names, named); i >= 0 {
		return i, true
	}
	part := func(s string) bool { return named(s[strings.IndexByte(s, '/')+1:]) }
	if i := slices.IndexFunc(names, part); i >= 0 {
		return i, true
	}
	if near := similar.Nearest(name, names, 3); len(near) > 0 {
		d.say("There is no lesson %s; did you mean %s?", name, strings.Join(near, ", "))
	} else {
		d.say("There is no lesson %s. Say lessons for all of them.", name)
	}
	return 0, false
}

// shortCase is how many bytes of a case are said at once.
const shortCase = 512

// teach says a rule, a case that breaks it, what the checks say of that, and what they say
// of the repaired case. The case is what other commands are about until another attempt is
// taken in hand.
func (d *dialogue) teach(i int) error {
	l := d.taught()[i]
	x, err := dossier.JudgeIn(d.ctx, l.Bad, l.Context)
	if err != nil {
		return err
	}
	d.in, d.finding, d.learning = x, -1, true
	if i := slices.IndexFunc(x.Verdict.Findings, func(f inspect.Finding) bool { return f.Rule.ID == l.Rule.ID }); i >= 0 {
		d.finding = i - 1 // so that the next one is what the lesson is about
	}
	d.told = x.Report(dossier.ReportOptions{})
	d.told.Source, d.told.Name = "the case", ""
	d.say("Lesson %d of %d, %s: %s.", i+1, len(d.taught()), l.Rule.ID, l.Rule.Title)
	d.say("Why: %s", l.Rule.Why)
	d.say("Expected: %s.", l.Rule.What)
	if d.told.File.Len() <= shortCase {
		d.say("The case:")
		if err := d.lines("case", d.told.File); err != nil {
			return err
		}
	} else {
		d.say("The case has %s. Say reply for its lines.", count(d.told.File.Len(), "byte"))
	}
	if err := report.LinearAttempt(d.out, d.told, d.text); err != nil {
		return err
	}
	again, err := dossier.JudgeIn(d.ctx, l.Repaired, l.Context)
	if err != nil {
		return err
	}
	d.say("Mended by hand, the case is %s.", decided(again.Verdict))
	d.say("Say finding for all about it, fix for its repair, lesson for the next one.")
	return nil
}
