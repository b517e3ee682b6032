// Package validator stands for gopkg.in/validator.v2, of which Debian has one that is too old. What is generated
// has no validate tags, so there is nothing to check.
package validator

func Validate(any) error { return nil }
