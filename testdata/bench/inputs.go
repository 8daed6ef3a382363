package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"compactlens/core/summary"
)

// texts are the sorts of prose that summaries are made of.
var texts = []struct {
	name      string
	sentences []string
}{
	{"ascii", []string{
		"The outbox writer retries with back-off; 41 of 43 tests pass.",
		"Keep the public API of package ledger as it is (see #12); no new dependency.",
		"Decided: one worker per shard, the queue is drained before a restart.",
		"Open: cmd/gateway/main.go parses flags twice; the token budget is 4,096.",
		"The user asked for \"smaller\" error texts, and for the key of each field.",
		"Next: run go test -race ./... and compare with the figures of last week.",
		"The migration moves 312 rows; it takes 40 ms on the copy of the database.",
	}},
	{"escaped", []string{
		"if n &lt; limit &amp;&amp; ok { return &quot;x&quot; } // Map&lt;K, V&gt;",
		"The handler returns &lt;nil&gt; where the row is missing &amp; the caller retries.",
		"Use chan&lt;- error, not &lt;-chan error; see the comment on Queue&lt;T&gt;.",
		"x &gt;= 0 &amp;&amp; y &lt; width holds at every call but one.",
	}},
	{"multibyte", []string{
		"Перенести экспорт счетов; тесты проходят, кроме двух.",
		"会話の要約を作る、次に進む。キューは空になるまで待つ。",
		"– “Ünïcödé” stays as it is 👍 — naïve façade, 12 €.",
		"Осталось: проверить повторную отправку после сбоя сети.",
	}},
}

// summaryOf returns an accepted summary of about size bytes, with sections that
// say different things. number tells summaries of one size apart.
func summaryOf(text, size, number int) []byte {
	sentences := texts[text].sentences
	var b strings.Builder
	b.WriteString("<conversation_summary>\n")
	names := summary.SectionNames()
	for i, name := range names {
		fmt.Fprintf(&b, "<%s>%d: ", name, number)
		for k := i; k == i || b.Len() < size*(i+1)/len(names)-40; k++ {
			b.WriteString(sentences[k%len(sentences)])
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "</%s>\n", name)
	}
	b.WriteString("</conversation_summary>")
	return []byte(b.String())
}

// replyOf returns an accepted reply with a summary.
func replyOf(summary []byte) []byte {
	var out struct {
		Version int `json:"version"`
		Basis   struct {
			Revision int    `json:"revision"`
			Through  string `json:"through_event_id"`
		} `json:"basis"`
		Model struct {
			Provider string `json:"provider"`
			Model    string `json:"model"`
		} `json:"model"`
		Fingerprint string `json:"request_fingerprint"`
		Summary     string `json:"summary"`
	}
	out.Version, out.Basis.Revision, out.Basis.Through = 1, 7, event
	out.Model.Provider, out.Model.Model = "lmstudio", "qwen3-coder-30b"
	out.Fingerprint, out.Summary = fingerprint, string(summary)
	b, err := json.Marshal(out)
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return b
}

const event = "88888888-4444-4444-8444-121212121212"

var fingerprint = strings.Repeat("0123456789abcdef", 4)

// session returns the lines of a session of the test data: 32 attempts with every
// sort of end in half a megabyte.
func (b *bench) session() ([][]byte, error) {
	f, err := os.Open(filepath.Join(b.root, "testdata/journals/session-200.jsonl.gz"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	all, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	lines := bytes.SplitAfter(all, []byte("\n"))
	return lines[:len(lines)-1], nil
}

// The lines of the session before its first compaction, without those that begin
// it: what a long journal is filled with.
const fillFrom, fillTo = 2, 123

// attempts is how many the session has.
const attempts = 32

// journal makes a journal of about size bytes, as lines or as a store's log, unless
// it is there, and returns its path. It is the session, with its turns repeated
// under new ids before the compactions and behind them.
func (b *bench) journal(size int, log bool) (string, error) {
	name := fmt.Sprintf("journal-%d.jsonl", size)
	if log {
		name = fmt.Sprintf("log-%d", size)
	}
	return b.file(name, func(w io.Writer) error {
		lines, err := b.session()
		if err != nil {
			return err
		}
		g := journalWriter{w: w, log: log}
		g.put(lines[:fillTo])
		for g.size < size/2 && g.err == nil {
			g.fill(lines[fillFrom:fillTo])
		}
		g.put(lines[fillTo:])
		for g.size < size && g.err == nil {
			g.fill(lines[fillFrom:fillTo])
		}
		return g.err
	})
}

// file makes a file in the bench's folder, unless it is there, and returns its
// path. It is in the page cache then.
func (b *bench) file(name string, write func(io.Writer) error) (string, error) {
	path := filepath.Join(b.dir, name)
	if _, err := os.Stat(path); err == nil {
		return path, warm(path)
	}
	f, err := os.Create(path + ".part")
	if err != nil {
		return "", err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	if err := write(w); err != nil {
		f.Close()
		return "", err
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return "", err
	}
	if err := f.Close(); err != nil {
		return "", err
	}
	return path, os.Rename(path+".part", path)
}

// journalWriter writes records.
type journalWriter struct {
	w        io.Writer
	log      bool
	size     int
	sequence int
	err      error
}

// put writes lines as they are.
func (g *journalWriter) put(lines [][]byte) {
	for _, l := range lines {
		g.record(l)
	}
}

// fill writes lines as events of their own.
func (g *journalWriter) fill(lines [][]byte) {
	const mark = `"event_id":"`
	for _, l := range lines {
		l = bytes.Clone(l)
		if i := bytes.Index(l, []byte(mark)); i >= 0 {
			copy(l[i+len(mark):], fmt.Sprintf("%08x", g.sequence))
		}
		g.record(l)
	}
}

// The session's first attempt asks for the context as it is at this revision.
const firstRevision = 33

var uuid = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// transcript makes a journal whose first attempt has a transcript of n messages or a
// few more, and returns its path: the turns before it are there again and again, each
// time with ids of their own.
func (b *bench) transcript(n int) (string, error) {
	const each = 58 // messages of the turns before the first attempt
	return b.file(fmt.Sprintf("transcript-%d.jsonl", n), func(w io.Writer) error {
		lines, err := b.session()
		if err != nil {
			return err
		}
		session, loop := field(lines[1], "session_id"), field(lines[1], "loop_id")
		g := journalWriter{w: w}
		g.put(lines[:fillFrom])
		times := (n + each - 1) / each
		for i := range times - 1 {
			for _, l := range lines[fillFrom:fillTo] {
				g.record(uuid.ReplaceAllFunc(l, func(id []byte) []byte {
					if string(id) == session || string(id) == loop {
						return id
					}
					return fmt.Appendf(nil, "%08x%s", i, id[8:])
				}))
			}
		}
		was, now := fmt.Sprintf(`"revision":%d,`, firstRevision), fmt.Sprintf(`"revision":%d,`, firstRevision*times)
		for _, l := range lines[fillFrom:] {
			g.record(bytes.ReplaceAll(l, []byte(was), []byte(now)))
		}
		return g.err
	})
}

// field returns the string of a field of a line, as far as it stands there plainly.
func field(line []byte, key string) string {
	_, rest, _ := bytes.Cut(line, []byte(`"`+key+`":"`))
	value, _, _ := bytes.Cut(rest, []byte(`"`))
	return string(value)
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// record writes a line, or the frame of a log that holds it.
func (g *journalWriter) record(line []byte) {
	g.sequence++
	if g.log {
		id := fmt.Sprintf("%08x-0000-4000-8000-000000000000", g.sequence)
		body := base64.StdEncoding.EncodeToString(bytes.TrimSpace(line))
		payload := []byte(`{"v":1,"kind":"event","id":"` + id + `","body":"` + body + `"}`)
		line = binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))
		line = binary.LittleEndian.AppendUint32(line, crc32.Checksum(payload, castagnoli))
		line = binary.LittleEndian.AppendUint64(line, uint64(g.sequence))
		line = append(line, payload...)
	}
	n, err := g.w.Write(line)
	g.size += n
	if g.err == nil {
		g.err = err
	}
}

// summariesIn makes n files of summaries of about 8 KB and returns their folder.
func (b *bench) summariesIn(n int) (string, error) {
	dir := filepath.Join(b.dir, fmt.Sprintf("summaries-%d", n))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	for i := range n {
		path := filepath.Join(dir, fmt.Sprintf("%05d.xml", i))
		if _, err := os.Stat(path); err == nil {
			continue
		}
		if err := os.WriteFile(path, summaryOf(i%len(texts), 8<<10, i), 0o666); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// reply makes a reply of about size bytes and returns its path.
func (b *bench) reply(size int) (string, error) {
	return b.file(fmt.Sprintf("reply-%d.json", size), func(w io.Writer) error {
		_, err := w.Write(replyOf(summaryOf(0, size, 0)))
		return err
	})
}
