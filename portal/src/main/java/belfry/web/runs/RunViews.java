package belfry.web.runs;

import belfry.base.Said;
import belfry.delivery.Progress;
import belfry.runs.DoubleCheckStore;
import belfry.runs.recipients.Tally;
import belfry.web.drafts.WaveViews;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the API says of a run, as JSON: docs/api/openapi.yaml describes each. */
public final class RunViews {
  private RunViews() {}

  public record CountsView(
      long total,
      long pending,
      long retry,
      long sending,
      long unknown,
      long held,
      long sent,
      long failed,
      long skipped) {
    public static CountsView of(Tally tally) {
      return new CountsView(
          tally.total(),
          tally.pending(),
          tally.retry(),
          tally.sending(),
          tally.unknown(),
          tally.held(),
          tally.sent(),
          tally.failed(),
          tally.skipped());
    }
  }

  /**
   * The progress of a run.
   *
   * @param preparing true while the audience is being expanded
   * @param question why it waits for a person's decision; absent if it does not
   * @param questionSaid the sentences of the question, as phrases
   * @param secondsLeft until the last recipient has been sent to; absent while no estimate is
   *     possible
   * @param sendingEndedAt when that was; unknown outcomes may have been checked for longer
   * @param waitedSeconds how much of the time since its start it was paused, or waited for a
   *     decision or the end of quiet hours
   * @param wave the first goes to everybody, later ones to failed recipients that a person chose
   * @param firstWave until the rest may follow; absent if it has none
   * @param recalled how many messages were recalled; absent if none
   * @param acknowledged how many people have acknowledged it; absent if nobody was asked
   * @param followUps recalls and corrections, newest first; absent if there are none
   */
  public record RunView(
      String id,
      boolean preparing,
      boolean late,
      List<String> notes,
      Optional<List<Said>> notesSaid,
      Optional<String> question,
      Optional<List<Said>> questionSaid,
      Instant createdAt,
      Optional<Instant> startedAt,
      Optional<Instant> finishedAt,
      CountsView counts,
      Optional<Double> perSecond,
      Optional<Long> secondsLeft,
      Optional<CheckingView> checking,
      Optional<Instant> sendingEndedAt,
      Optional<Double> waitedSeconds,
      Optional<Integer> wave,
      Optional<WaveViews.Underway> firstWave,
      Optional<DoubleCheckView> doubleCheck,
      Optional<TimelineView> timeline,
      Optional<List<FollowUpViews.FollowUpView>> followUps,
      Optional<Long> recalled,
      Optional<Long> acknowledged) {}

  /**
   * A page of recipients.
   *
   * @param total how many a search found; on its first page only
   */
  public record RecipientsView(
      List<RecipientView> items, Optional<String> next, Optional<Long> total) {}

  /** How many outcomes are unknown, and by when the platform's record has settled them. */
  public record CheckingView(long people, long spaces, Instant until) {
    public static CheckingView of(Progress.Checking checking) {
      return new CheckingView(checking.people(), checking.spaces(), checking.until());
    }
  }

  /** The result of the double check some time after the end. */
  public record DoubleCheckView(Instant at, long looked, long left, long doubled) {
    public static DoubleCheckView of(DoubleCheckStore.Result result) {
      return new DoubleCheckView(result.at(), result.looked(), result.left(), result.doubled());
    }
  }

  /**
   * Deliveries over time.
   *
   * @param steps delivered and failed in each step
   * @param rests start and end of each pause that the platform asked for
   */
  public record TimelineView(long stepSeconds, List<long[]> steps, List<List<Instant>> rests) {}
}
