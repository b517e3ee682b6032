package belfry.runs;

import belfry.people.Target;

/** A recipient claimed for one attempt. */
public record Claimed(RunId run, long seq, Target.Kind kind, String target, int attempt) {}
