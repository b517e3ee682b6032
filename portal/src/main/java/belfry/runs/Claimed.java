package belfry.runs;

import belfry.messages.PersonalValues;
import belfry.people.Target;
import java.util.Optional;

/**
 * A recipient claimed for one attempt.
 *
 * @param values what the message says to them alone; empty where it says the same to all
 */
public record Claimed(
    RunId run,
    long seq,
    Target.Kind kind,
    String target,
    int attempt,
    Optional<PersonalValues> values) {}
