package belfry.runs;

import belfry.messages.PersonalValues;
import belfry.people.Target;
import belfry.platform.Dating;
import java.util.Optional;

/**
 * A recipient of whom nobody knows whether the message arrived.
 *
 * @param dated when it may be dated
 * @param bot person id of the bot that sent it; empty where that was not written down
 * @param values what the message says to them alone; empty where it says the same to all
 */
public record Doubtful(
    RunId run,
    long seq,
    long attemptId,
    Target.Kind kind,
    String target,
    Dating dated,
    String bot,
    Optional<PersonalValues> values) {
  /** Its end, with what people are told of it. */
  public Settlement settled(RecipientState to, Finding finding) {
    var found = finding instanceof Finding.Ours ours ? ours : new Finding.Ours("", "");
    return new Settlement(
        run,
        seq,
        attemptId,
        to,
        found.messageId(),
        found.roomId(),
        "",
        Reasons.settled(to, finding));
  }
}
