package belfry.runs;

import belfry.messages.PersonalValues;
import belfry.platform.PersonId;
import java.util.Optional;

/**
 * A person of a run, and what their message says to them alone.
 *
 * @param values empty where the run says the same to all
 */
public record Addressee(long seq, PersonId person, Optional<PersonalValues> values) {}
