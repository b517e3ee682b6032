package belfry.answers;

import belfry.platform.ids.PersonId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RecipientState;
import java.time.Instant;
import java.util.Optional;

/**
 * A reply to an answer, and what became of it.
 *
 * @param by empty if it was sent by itself
 * @param reason why it was not sent, if it was not
 */
public record SentReply(
    RunId id,
    AnswerId answer,
    String markdown,
    Optional<PersonId> by,
    String byName,
    Instant created,
    RecipientState state,
    Optional<String> reason) {}
