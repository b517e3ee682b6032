package belfry.runs.recipients;

import belfry.messages.PersonalValues;
import belfry.people.audience.Target;
import belfry.runs.ids.RunId;
import java.util.Optional;

/**
 * A recipient claimed for one attempt.
 *
 * @param values this recipient's values; empty if the run has the same text for everybody
 */
public record Claimed(
    RunId run,
    long seq,
    Target.Kind kind,
    String target,
    int attempt,
    Optional<PersonalValues> values) {}
