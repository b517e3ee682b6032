package belfry.jobs.job;

import belfry.base.Phrase;
import belfry.runs.ids.RunId;
import java.time.Instant;
import java.util.Optional;

/** The state of a job. {@link #decide} is the whole life of a job, on one page and without I/O. */
public sealed interface JobState {
  /** Why a job that is being sent cannot be deleted. */
  Phrase CANCEL_FIRST = Phrase.of("job.cancelFirst", "It is being sent. Cancel it first.");

  /** Why messages that are still being sent cannot be corrected. */
  Phrase NOT_ALL_SENT =
      Phrase.of(
          "job.notAllSent",
          "It is still being sent. Correct it when all have it, or cancel it first.");

  /** Why what somebody has agreed to a moment ago cannot be replaced by something else. */
  Phrase STARTING =
      Phrase.of("job.starting", "It goes out in a moment. Undo that first, or write another.");

  /** Why a series cannot be changed that is about to be changed by what was sent now. */
  Phrase CHANGING =
      Phrase.of(
          "job.changing",
          "What goes out in a moment changes it. Undo that first, or change it afterwards.");

  /** Why others do not get what was recalled or corrected. */
  Phrase OUT_OF_DATE =
      Phrase.of(
          "followUp.outOfDate",
          "It was recalled or corrected since, so it is not sent to anybody else. Send a new"
              + " message.");

  Phrase NOT_GONE_OUT = Phrase.of("job.notGoneOut", "It has not gone out yet.");

  record Draft() implements JobState {}

  record Scheduled(Instant due) implements JobState {}

  /** Its sender was removed before it was due; somebody else must start or cancel it. */
  record Held(Instant due) implements JobState {}

  /** Belfry was not running when it was due; somebody must start or cancel it. */
  record Missed(Instant due) implements JobState {}

  record Sending(RunId run) implements JobState {}

  /** Nothing new is sent until somebody resumes it. */
  record Paused(RunId run) implements JobState {}

  /** Cancelled while sending: nothing new is sent, and sends in flight are awaited. */
  record Stopping(RunId run) implements JobState {}

  record Finished(RunId run) implements JobState {}

  /** Cancelled; {@code run} is present if it had begun. */
  record Cancelled(Optional<RunId> run) implements JobState {}

  static Verdict decide(JobState state, Command command) {
    return switch (state) {
      case Draft _ ->
          switch (command) {
            case Command.Edit _ -> moved(state);
            case Command.Schedule(var due) -> moved(new Scheduled(due));
            case Command.Cancel(var keepDraft) ->
                keepDraft ? new Verdict.Unchanged() : moved(new Cancelled(Optional.empty()));
            case Command.Delete _ -> new Verdict.Granted();
            case Command.AtItsTime _,
                Command.UnderWay _,
                Command.BeforeIt _,
                Command.Afterwards _ ->
                refused(Phrase.of("job.isDraft", "It is a draft."));
          };
      case Scheduled(var due) ->
          switch (command) {
            case Command.Edit _ -> moved(state);
            case Command.Schedule(var other) -> moved(new Scheduled(other));
            case Command.Skip(var next) -> moved(new Scheduled(next));
            case Command.Unskip(var next) -> moved(new Scheduled(next));
            case Command.Start(var run) -> moved(new Sending(run));
            case Command.Miss _ -> moved(new Missed(due));
            case Command.Hold _ -> moved(new Held(due));
            case Command.Cancel(var keepDraft) -> moved(unsent(keepDraft));
            case Command.Delete _, Command.SendBesides _, Command.Hurry _ -> new Verdict.Granted();
            case Command.UnderWay _, Command.Afterwards _ ->
                refused(Phrase.of("job.notBegun", "It has not begun yet."));
          };
      case Held _, Missed _ ->
          switch (command) {
            case Command.Edit _ -> moved(state);
            case Command.Schedule(var due) -> moved(new Scheduled(due));
            case Command.Cancel(var keepDraft) -> moved(unsent(keepDraft));
            case Command.Delete _, Command.SendBesides _ -> new Verdict.Granted();
            case Command.AtItsTime _,
                Command.UnderWay _,
                Command.BeforeIt _,
                Command.Afterwards _ ->
                refused(
                    Phrase.of("job.waits", "It is waiting for somebody to start or cancel it."));
          };
      case Sending(var run) ->
          switch (command) {
            case Command.Pause _ -> moved(new Paused(run));
            case Command.Resume _, Command.Reopen _ -> new Verdict.Unchanged();
            case Command.Cancel _, Command.Recall _ -> moved(new Stopping(run));
            case Command.Settle _ -> moved(new Finished(run));
            case Command.Hurry _ -> new Verdict.Granted();
            case Command.Delete _ -> refused(CANCEL_FIRST);
            case Command.Correct _ -> refused(NOT_ALL_SENT);
            case Command.Edit _,
                Command.Schedule _,
                Command.AtItsTime _,
                Command.BeforeIt _,
                Command.Afterwards _ ->
                refused(Phrase.of("job.isBeingSent", "It is being sent."));
          };
      case Paused(var run) ->
          switch (command) {
            case Command.Pause _, Command.Reopen _ -> new Verdict.Unchanged();
            case Command.Resume _ -> moved(new Sending(run));
            case Command.Cancel _, Command.Recall _ -> moved(new Stopping(run));
            case Command.Settle _ -> moved(new Finished(run));
            case Command.Hurry _ -> new Verdict.Granted();
            case Command.Delete _ -> refused(CANCEL_FIRST);
            case Command.Correct _ -> refused(NOT_ALL_SENT);
            case Command.Edit _,
                Command.Schedule _,
                Command.AtItsTime _,
                Command.BeforeIt _,
                Command.Afterwards _ ->
                refused(Phrase.of("job.isPaused", "It is paused."));
          };
      case Stopping(var run) ->
          switch (command) {
            case Command.Cancel _ -> new Verdict.Unchanged();
            case Command.Recall _ -> new Verdict.Granted();
            case Command.Settle _ -> moved(new Cancelled(Optional.of(run)));
            case Command.Delete _ -> refused(CANCEL_FIRST);
            case Command.Correct _ -> refused(NOT_ALL_SENT);
            case Command.Edit _,
                Command.Schedule _,
                Command.AtItsTime _,
                Command.UnderWay _,
                Command.BeforeIt _,
                Command.Afterwards _ ->
                refused(Phrase.of("job.isBeingStopped", "It is being stopped."));
          };
      case Finished(var run) ->
          switch (command) {
            case Command.Reopen _ -> moved(new Sending(run));
            case Command.Delete _, Command.Expire _, Command.Recall _, Command.Correct _ ->
                new Verdict.Granted();
            case Command.Edit _,
                Command.Schedule _,
                Command.Cancel _,
                Command.AtItsTime _,
                Command.UnderWay _,
                Command.BeforeIt _ ->
                refused(Phrase.of("job.wasSent", "It has been sent."));
          };
      case Cancelled(var run) ->
          switch (command) {
            case Command.Cancel _ -> new Verdict.Unchanged();
            case Command.Delete _, Command.Expire _ -> new Verdict.Granted();
            case Command.Recall _, Command.Correct _ ->
                run.isPresent() ? new Verdict.Granted() : refused(NOT_GONE_OUT);
            case Command.Edit _,
                Command.Schedule _,
                Command.AtItsTime _,
                Command.UnderWay _,
                Command.BeforeIt _ ->
                refused(Phrase.of("job.wasCancelled", "It was cancelled."));
          };
    };
  }

  private static Verdict moved(JobState to) {
    return new Verdict.Moved(to);
  }

  private static Verdict refused(Phrase why) {
    return new Verdict.Refused(why);
  }

  private static JobState unsent(boolean keepDraft) {
    return keepDraft ? new Draft() : new Cancelled(Optional.empty());
  }

  /** The state's name in the API and the database. */
  default String word() {
    return switch (this) {
      case Draft _ -> "draft";
      case Scheduled _ -> "scheduled";
      case Held _ -> "held";
      case Missed _ -> "missed";
      case Sending _ -> "sending";
      case Paused _ -> "paused";
      case Stopping _ -> "stopping";
      case Finished _ -> "finished";
      case Cancelled _ -> "cancelled";
    };
  }

  /** When it is or was due; empty if it has no time. */
  default Optional<Instant> dueTime() {
    return switch (this) {
      case Scheduled(var due) -> Optional.of(due);
      case Held(var due) -> Optional.of(due);
      case Missed(var due) -> Optional.of(due);
      case Draft _, Sending _, Paused _, Stopping _, Finished _, Cancelled _ -> Optional.empty();
    };
  }

  /** Its run, if it has begun. */
  default Optional<RunId> runId() {
    return switch (this) {
      case Sending(var run) -> Optional.of(run);
      case Paused(var run) -> Optional.of(run);
      case Stopping(var run) -> Optional.of(run);
      case Finished(var run) -> Optional.of(run);
      case Cancelled(var run) -> run;
      case Draft _, Scheduled _, Held _, Missed _ -> Optional.empty();
    };
  }

  /** Reads what {@link #word}, {@link #dueTime} and {@link #runId} wrote. */
  static JobState read(String word, Optional<Instant> due, Optional<RunId> run) {
    return switch (word) {
      case "draft" -> new Draft();
      case "scheduled" -> new Scheduled(due.orElseThrow());
      case "held" -> new Held(due.orElseThrow());
      case "missed" -> new Missed(due.orElseThrow());
      case "sending" -> new Sending(run.orElseThrow());
      case "paused" -> new Paused(run.orElseThrow());
      case "stopping" -> new Stopping(run.orElseThrow());
      case "finished" -> new Finished(run.orElseThrow());
      case "cancelled" -> new Cancelled(run);
      default -> throw new IllegalArgumentException("unknown job state " + word);
    };
  }

  /**
   * Why nobody is sent to again; empty if that is possible. The page offers it by the same rule.
   *
   * @param followedUp whether a recall or a correction has put the others out of date
   */
  default Optional<Phrase> whyNotAgain(boolean followedUp) {
    if (decide(this, new Command.Reopen()) instanceof Verdict.Refused(var why)) {
      return Optional.of(why);
    }
    return followedUp ? Optional.of(OUT_OF_DATE) : Optional.empty();
  }
}
