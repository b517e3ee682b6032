package belfry.runs.followups;

import belfry.apps.AppName;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import java.time.Instant;
import java.util.Optional;

/**
 * A recall or a correction of messages of a run, after they were sent.
 *
 * @param run whose messages it is about
 * @param part which of the run's messages, before {@code only}
 * @param chosen whether only some recipients are meant: those of {@code refusedBy}, or whom {@link
 *     FollowUps#only} names
 * @param refusedBy the correction that could not change these messages; empty for any others
 * @param markdown the corrected text, with the run's placeholders; empty for a recall
 * @param planned whether all messages that it is about are known
 * @param startedByName the name of whoever began it, at that time
 */
public record FollowUp(
    FollowUpId id,
    AppName app,
    RunId run,
    JobId job,
    Kind kind,
    Part part,
    boolean chosen,
    Optional<FollowUpId> refusedBy,
    String markdown,
    Gate gate,
    boolean planned,
    PersonId startedBy,
    String startedByName,
    Instant created,
    Optional<Instant> started,
    Optional<Instant> finished,
    FollowUpTally tally) {

  /** What happens to the messages. */
  public enum Kind {
    /** They are deleted. */
    RECALL,
    /** Their text is replaced. */
    CORRECTION
  }

  /** Which of a run's messages are meant. */
  public enum Part {
    ALL,
    /** Those of the run's first wave. */
    FIRST_WAVE,
    /** Those after the first wave. */
    REST
  }

  /** Whether new intents may be committed. */
  public enum Gate {
    OPEN,
    /** Messages that were not begun are skipped. */
    STOPPING,
    /** Nothing is left to do. */
    CLOSED
  }

  /** Whether something may still happen. */
  public boolean isOpen() {
    return gate != Gate.CLOSED;
  }

  /** Whether it is about all messages of the run. */
  public boolean isOfAll() {
    return part == Part.ALL && !chosen;
  }

  /** Whether its last message is settled. */
  public boolean isSettled() {
    return planned && tally.open() == 0;
  }
}
