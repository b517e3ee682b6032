package belfry.jobs;

import belfry.base.Phrase;
import belfry.base.Wait;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobState;
import belfry.runs.Run;
import belfry.runs.Wave;
import belfry.runs.followups.FollowUps;
import belfry.runs.recipients.Tally;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a job stands, in a word or two: what has ended, and how. Lists, the job's own view, the
 * search and programs all say what is written here.
 */
public record JobStanding(Name name, Phrase words) {
  /** Each has a sign and a colour on the page. */
  public enum Name {
    DRAFT("draft"),
    STARTING("starting"),
    SCHEDULED("scheduled"),
    HELD("held"),
    MISSED("missed"),
    PREPARING("preparing"),
    SENDING("sending"),
    WAITING("waiting"),
    CHECKING("checking"),
    PAUSED("paused"),
    QUESTION("question"),
    STOPPING("stopping"),
    RECALLING("recalling"),
    CORRECTING("correcting"),
    RECALLED("recalled"),
    RECALLED_SOME("recalledSome"),
    FAILED("failed"),
    NOBODY("nobody"),
    DONE_FAILED("doneFailed"),
    DONE_UNSURE("doneUnsure"),
    DONE_SKIPPED("doneSkipped"),
    CORRECTED("corrected"),
    CORRECTED_SOME("correctedSome"),
    DONE("done"),
    STOPPED("stopped"),
    CANCELLED("cancelled");

    private final String word;

    Name(String word) {
      this.word = word;
    }

    /** The name in the API. */
    public String word() {
      return word;
    }
  }

  private static final Phrase HELD = Phrase.of("standing.held", "On hold");
  private static final Phrase MISSED = Phrase.of("standing.missed", "Missed");
  private static final Phrase.Counted CHECKING_PEOPLE =
      Phrase.Counted.of(
          "standing.checkingPeople",
          "Checking {{count, number}} person",
          "Checking {{count, number}} people");
  private static final Phrase.Counted CHECKING_SPACES =
      Phrase.Counted.of(
          "standing.checkingSpaces",
          "Checking {{count, number}} space",
          "Checking {{count, number}} spaces");
  private static final Phrase.Counted RECALLED_SOME =
      Phrase.Counted.of(
          "standing.recalledSome",
          "{{before}}, {{count, number}} recalled",
          "{{before}}, {{count, number}} recalled");
  private static final Phrase.Counted DONE_FAILED =
      Phrase.Counted.of(
          "standing.doneFailed",
          "Done, {{count, number}} failed",
          "Done, {{count, number}} failed");
  private static final Phrase.Counted DONE_UNSURE =
      Phrase.Counted.of(
          "standing.doneUnsure",
          "Done, {{count, number}} not sure",
          "Done, {{count, number}} not sure");
  private static final Phrase.Counted DONE_SKIPPED =
      Phrase.Counted.of(
          "standing.doneSkipped",
          "Done, {{count, number}} skipped",
          "Done, {{count, number}} skipped");
  private static final Phrase.Counted CORRECTED_SOME =
      Phrase.Counted.of(
          "standing.correctedSome",
          "{{before}}, {{count, number}} corrected",
          "{{before}}, {{count, number}} corrected");

  /**
   * What is known besides the job itself.
   *
   * @param run its last sending; empty if there was none
   * @param waits what its run, or what became of that, waits for, or what else than its time keeps
   *     it from beginning
   * @param people how many people's outcomes are being checked
   */
  public record Facts(
      Optional<Run> run, Optional<Wait> waits, long people, long spaces, FollowUps.Sum followed) {
    /** Of what has not been sent. */
    public static final Facts NONE =
        new Facts(Optional.empty(), Optional.empty(), 0, 0, FollowUps.Sum.NONE);

    private Tally tally() {
      return run.map(one -> one.progress().tally()).orElse(Tally.NONE);
    }

    private boolean isPreparing() {
      return run.filter(one -> !one.progress().expanded()).isPresent() && !isQuiet();
    }

    /** Who gets it is found out only when quiet hours are over. */
    private boolean isQuiet() {
      return waits.filter(wait -> wait.what() == Wait.For.QUIET_HOURS).isPresent();
    }

    /** Whether it does not go on within moments. */
    private boolean isKept() {
      return waits.filter(wait -> !wait.what().isCourse()).isPresent();
    }

    /** Whether it waits for an answer that is not about the rest after its first wave. */
    private boolean isAsked() {
      return run.filter(one -> !one.question().isEmpty())
          .map(one -> one.progress().wave().map(Wave::state))
          .filter(wave -> !wave.equals(Optional.of(Wave.State.THROUGH)))
          .isPresent();
    }
  }

  public static JobStanding of(Job job, Facts facts) {
    return switch (job.state()) {
      case JobState.Draft _ -> draft();
      case JobState.Scheduled _ ->
          job.isStarting()
              ? facts.isKept()
                  ? waiting()
                  : new JobStanding(Name.STARTING, Phrase.of("standing.starting", "Starting"))
              : new JobStanding(Name.SCHEDULED, Phrase.of("standing.scheduled", "Scheduled"));
      case JobState.Held _ -> held();
      case JobState.Missed _ -> missed();
      case JobState.Sending _ -> sending(facts);
      case JobState.Paused _ ->
          facts.isAsked()
              ? new JobStanding(Name.QUESTION, HELD)
              : new JobStanding(Name.PAUSED, Phrase.of("standing.paused", "Paused"));
      case JobState.Stopping _ ->
          new JobStanding(Name.STOPPING, Phrase.of("standing.stopping", "Stopping"));
      case JobState.Finished _ -> followed(done(facts.tally()), facts);
      case JobState.Cancelled _ -> followed(stopped(facts.tally()), facts);
    };
  }

  /** What a job waits for; empty if it waits for nothing, or goes on. */
  public static Optional<Wait> waits(Job job, Facts facts, Instant now) {
    return switch (job.state()) {
      case JobState.Draft _ -> Optional.empty();
      case JobState.Scheduled(var due) ->
          facts.waits.or(() ->
              Optional.of(
                  !due.isAfter(now)
                      ? Wait.For.TURN.open()
                      : (job.isStarting() ? Wait.For.UNDO : Wait.For.TIME).until(due)));
      case JobState.Held _, JobState.Missed _ -> Optional.of(Wait.For.DECISION.open());
      case JobState.Sending _,
          JobState.Paused _,
          JobState.Stopping _,
          JobState.Finished _,
          JobState.Cancelled _ ->
          facts.waits;
    };
  }

  private static JobStanding draft() {
    return new JobStanding(Name.DRAFT, Phrase.of("standing.draft", "Draft"));
  }

  /** Whoever gave it its time may no longer send. */
  public static JobStanding held() {
    return new JobStanding(Name.HELD, HELD);
  }

  /** Belfry did not run when it was due. */
  public static JobStanding missed() {
    return new JobStanding(Name.MISSED, MISSED);
  }

  private static JobStanding sending(Facts facts) {
    var tally = facts.tally();
    if (facts.isPreparing()) {
      return new JobStanding(Name.PREPARING, Phrase.of("standing.preparing", "Preparing"));
    }
    if (tally.toSend() == 0 && tally.unknown() > 0) {
      return new JobStanding(Name.CHECKING, checking(facts, tally.unknown()));
    }
    return facts.isKept()
        ? waiting()
        : new JobStanding(Name.SENDING, Phrase.of("standing.sending", "Sending"));
  }

  private static JobStanding waiting() {
    return new JobStanding(Name.WAITING, Phrase.of("standing.waiting", "Waiting"));
  }

  private static Phrase checking(Facts facts, long unknown) {
    if (facts.people > 0 && facts.spaces > 0) {
      return Phrase.of("standing.checking", "Checking {{count, number}}", "count", unknown);
    }
    return facts.spaces > 0
        ? CHECKING_SPACES.with(facts.spaces)
        : CHECKING_PEOPLE.with(Math.max(facts.people, unknown));
  }

  /**
   * What was, and what became of the messages afterwards: the last of it, if there was more. Only
   * what nobody has any more is worth no other word.
   */
  private static JobStanding followed(JobStanding before, Facts facts) {
    var followed = facts.followed;
    var tally = facts.tally();
    if (followed.recalling()) {
      return new JobStanding(Name.RECALLING, Phrase.of("standing.recalling", "Being recalled"));
    }
    if (followed.correcting()) {
      return new JobStanding(Name.CORRECTING, Phrase.of("standing.correcting", "Being corrected"));
    }
    if (followed.recalled() >= tally.sent() + tally.held() && followed.recalled() > 0) {
      return new JobStanding(Name.RECALLED, Phrase.of("standing.recalled", "Recalled"));
    }
    // Two facts have room in a list.
    var corrected =
        followed.corrected() > 0 && (before.name == Name.DONE || followed.recalled() == 0)
            ? corrected(before, followed.corrected(), tally.sent())
            : before;
    return followed.recalled() == 0
        ? corrected
        : new JobStanding(
            isWorse(corrected.name) ? corrected.name : Name.RECALLED_SOME,
            RECALLED_SOME.with(followed.recalled(), "before", corrected.words));
  }

  /** What is still to be looked into is not made good by a recall. */
  private static boolean isWorse(Name before) {
    return before == Name.DONE_FAILED || before == Name.DONE_UNSURE;
  }

  private static JobStanding corrected(JobStanding before, long corrected, long sent) {
    var isGood = before.name == Name.DONE;
    return corrected < sent
        ? new JobStanding(
            isGood ? Name.CORRECTED_SOME : before.name,
            CORRECTED_SOME.with(corrected, "before", before.words))
        : new JobStanding(
            isGood ? Name.CORRECTED : before.name,
            Phrase.of("standing.corrected", "{{before}}, corrected", "before", before.words));
  }

  /** Nothing counts as done for all while somebody has it not. */
  private static JobStanding done(Tally tally) {
    if (tally.failed() > 0) {
      return tally.sent() + tally.held() == 0
          ? new JobStanding(Name.FAILED, Phrase.of("standing.failed", "Failed"))
          : new JobStanding(Name.DONE_FAILED, DONE_FAILED.with(tally.failed()));
    }
    if (tally.held() > 0) {
      return new JobStanding(Name.DONE_UNSURE, DONE_UNSURE.with(tally.held()));
    }
    if (tally.sent() == 0) {
      return new JobStanding(Name.NOBODY, Phrase.of("standing.nobody", "Nobody got it"));
    }
    if (tally.skipped() > 0) {
      return new JobStanding(Name.DONE_SKIPPED, DONE_SKIPPED.with(tally.skipped()));
    }
    return new JobStanding(Name.DONE, Phrase.of("standing.done", "Done"));
  }

  /** Whether anybody has it, or may have it. */
  private static JobStanding stopped(Tally tally) {
    return tally.sent() + tally.held() > 0
        ? new JobStanding(Name.STOPPED, Phrase.of("standing.stopped", "Stopped"))
        : new JobStanding(Name.CANCELLED, Phrase.of("standing.cancelled", "Cancelled"));
  }
}
