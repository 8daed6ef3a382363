package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"compactlens/core/whatif"
)

// amount is the value of a flag that takes a whole number as people write them:
// 4096, 4,096, 4k, 64KiB. It is pflag's Value.
type amount[T uint64 | int64] struct {
	value *T
	unit  string // for the message
}

func (a amount[T]) String() string {
	if a.value == nil {
		return "0" // of pflag, which looks at the zero value
	}
	return fmt.Sprint(*a.value)
}

// Type is what the help calls the value where the usage does not name it.
func (a amount[T]) Type() string { return "number" }

func (a amount[T]) Set(s string) error {
	n, ok := whatif.ParseValue(s)
	if ok && n > math.MaxInt64 {
		_, signed := any(*a.value).(int64)
		ok = !signed
	}
	if !ok {
		such := "4096 or 4k"
		if a.unit == "bytes" {
			such = "65536, 64k or 64KiB"
		}
		return fmt.Errorf("it takes a whole number of %s, such as %s", a.unit, such)
	}
	*a.value = T(n)
	return nil
}

// revision is the value of a flag that takes a basis revision, which is no amount:
// it stands as it is in the reply.
type revision struct{ value *uint64 }

func (r revision) String() string {
	if r.value == nil {
		return "0"
	}
	return strconv.FormatUint(*r.value, 10)
}

// Type is what the help calls the value where the usage does not name it.
func (r revision) Type() string { return "number" }

func (r revision) Set(s string) error {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return fmt.Errorf("it takes a revision, a whole number from 0 to %d", uint64(math.MaxUint64))
	}
	*r.value = n
	return nil
}

// filePath is the value of a flag that takes the path of a file: an empty one is a
// mistake, of a script as a rule, and not the same as no flag. It is pflag's Value.
type filePath struct{ value *string }

func (p filePath) String() string {
	if p.value == nil {
		return ""
	}
	return *p.value
}

// Type is what the help calls the value where the usage does not name it.
func (p filePath) Type() string { return "file" }

func (p filePath) Set(s string) error {
	if s == "" {
		return errors.New("it takes the path of a file")
	}
	*p.value = s
	return nil
}

// arguments counts arguments in words.
func arguments(n int) string {
	if n == 1 {
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// takes checks that a command has n arguments, which what says in words.
func takes(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return fmt.Errorf("%s takes %s, not %s", cmd.Name(), what, arguments(len(args)))
		}
		return nil
	}
}

// takesAtMost checks that a command has no more than n arguments.
func takesAtMost(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return fmt.Errorf("%s takes %s, not %s", cmd.Name(), what, arguments(len(args)))
		}
		return nil
	}
}
