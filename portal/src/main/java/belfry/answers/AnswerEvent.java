package belfry.answers;

import belfry.answers.ReceivedAnswer.Kind;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;
import java.time.Instant;
import java.util.Optional;

/**
 * That somebody wrote or pressed something, without what.
 *
 * @param bot the number of the bot to which they said it
 * @param source the platform's id of the message or of the press
 * @param person empty if unknown
 * @param room empty if unknown
 * @param inSpace whether it happened in a space and not in a 1:1 conversation
 * @param created when, by the platform's clock, as far as known
 */
public record AnswerEvent(
    int bot,
    Kind kind,
    String source,
    Optional<PersonId> person,
    Optional<SpaceId> room,
    boolean inSpace,
    Instant created) {}
