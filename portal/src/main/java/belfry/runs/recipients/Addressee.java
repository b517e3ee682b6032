package belfry.runs.recipients;

import belfry.messages.PersonalValues;
import belfry.platform.ids.PersonId;
import java.util.Optional;

/**
 * A person of a run, with the values of their message.
 *
 * @param values empty if the run has the same text for everybody
 */
public record Addressee(long seq, PersonId person, Optional<PersonalValues> values) {}
