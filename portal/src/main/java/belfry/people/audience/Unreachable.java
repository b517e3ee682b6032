package belfry.people.audience;

import belfry.base.Phrase;

/** A chosen recipient whom a message does not reach, or may not reach, and why. */
public record Unreachable(Target target, Phrase why) {}
