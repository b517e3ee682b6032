package belfry.runs;

import belfry.base.Wait;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpState;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Tally;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a run and its recipients wait for, from what is known of them. Nobody who is open, and no
 * run that does not move, is without a reason; {@code WalkTest} asks it in every state.
 *
 * @param asks whether it has a question to people
 * @param stuck whether its audience cannot be read now
 * @param moves whether something became of somebody in the last seconds
 * @param quiet until when quiet hours hold it up
 * @param checked by when it is known who of those in doubt has it
 * @param again when the next of those is tried who were refused while others were not
 * @param busy whether those who are to be tried again must let another message be settled first
 */
public record RunWaits(
    RunProgress progress,
    boolean asks,
    boolean stuck,
    boolean moves,
    Optional<Instant> quiet,
    Optional<Instant> checked,
    Optional<Instant> again,
    boolean busy,
    Bot bot) {
  /**
   * What holds up a bot.
   *
   * @param here everything: Belfry itself
   * @param there whatever Webex must answer
   * @param rest whatever changes something there
   */
  public record Bot(Optional<Wait> here, Optional<Wait> there, Optional<Wait> rest) {
    public static final Bot FREE = new Bot(Optional.empty(), Optional.empty(), Optional.empty());

    /** What keeps it from sending. */
    public Optional<Wait> any() {
      return looks().or(() -> rest);
    }

    /** What somebody waits for who is the only one of a run, like whoever gets a reply. */
    public Optional<Wait> only(RecipientState state) {
      var progress =
          new RunProgress(
              Run.Gate.OPEN,
              true,
              Optional.empty(),
              Optional.empty(),
              0,
              1,
              Tally.NONE,
              Optional.empty());
      return new RunWaits(
              progress,
              false,
              false,
              false,
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              false,
              this)
          .recipient(state, 0, Alone.NOTHING);
    }

    /**
     * What a message waits for that is to be recalled or corrected.
     *
     * @param refused whether it was refused while others were not
     */
    public Optional<Wait> message(FollowUpState state, boolean refused) {
      return switch (state) {
        case PLANNED -> any().or(() -> Optional.of(Wait.For.TURN.open()));
        case RETRY ->
            any().or(() -> Optional.of((refused ? Wait.For.REFUSAL : Wait.For.TURN).open()));
        case DOING -> here.or(() -> Optional.of(answer()));
        case UNKNOWN -> looks().or(() -> Optional.of(Wait.For.RECORD.open()));
        case DONE, REFUSED, UNCLEAR, SKIPPED -> Optional.empty();
      };
    }

    /** What a recall or correction waits for; empty if it is over, or goes on. */
    public Optional<Wait> followUp(FollowUp one) {
      var tally = one.tally();
      if (!one.isOpen()) {
        return Optional.empty();
      }
      if (!one.planned()) {
        return here.or(() -> Optional.of(Wait.For.RECIPIENTS.open()));
      }
      if (tally.planned() > 0) {
        return any();
      }
      return tally.doing() > 0 || tally.unknown() == 0
          ? message(tally.doing() > 0 ? FollowUpState.DOING : FollowUpState.RETRY, false)
          : message(FollowUpState.UNKNOWN, false);
    }

    /** What keeps it from asking. */
    Optional<Wait> looks() {
      return here.or(() -> there);
    }
  }

  /**
   * What is known of one recipient.
   *
   * @param busy whether another message to them must be settled first
   * @param again when they are tried again, who were refused while others were not
   */
  public record Alone(boolean busy, Optional<Instant> again) {
    public static final Alone NOTHING = new Alone(false, Optional.empty());
  }

  /** Empty if it is over, or goes on. */
  public Optional<Wait> run() {
    if (progress.gate() == Run.Gate.CLOSED) {
      return Optional.empty();
    }
    var tally = progress.tally();
    var shut = shut();
    if (shut.isPresent()) {
      return shut;
    }
    var waiting = progress.fresh() + tally.retry();
    if (waiting > 0 && held().isPresent()) {
      return held();
    }
    if (progress.gate() == Run.Gate.OPEN && progress.fresh() > 0 && moves) {
      return Optional.empty();
    }
    if (tally.sending() > 0) {
      return Optional.of(bot.here.orElseGet(RunWaits::answer));
    }
    return Optional.of(waiting == 0 && tally.unknown() > 0 ? looked() : next());
  }

  /** Empty if nothing will happen any more without a person's wish. */
  public Optional<Wait> recipient(RecipientState state, long seq, Alone alone) {
    return switch (state) {
      case PENDING, RETRY -> Optional.of(shut().or(this::held).orElseGet(() -> own(seq, alone)));
      case SENDING -> Optional.of(bot.here.orElseGet(RunWaits::answer));
      case UNKNOWN -> Optional.of(looked());
      case HELD -> Optional.of(Wait.For.DECISION.open());
      case SENT, FAILED, SKIPPED -> Optional.empty();
    };
  }

  /** How many of its recipients wait for what; of each alone nothing is known. */
  public Map<Wait, Long> recipients() {
    var tally = progress.tally();
    var sums = new HashMap<Wait, Long>();
    for (var state : RecipientState.values()) {
      var later = state == RecipientState.PENDING ? tally.pending() - progress.fresh() : 0;
      add(sums, recipient(state, Long.MAX_VALUE, Alone.NOTHING), later);
      var alone = state == RecipientState.RETRY ? new Alone(busy, again) : Alone.NOTHING;
      add(sums, recipient(state, 0, alone), tally.of(state) - later);
    }
    return sums;
  }

  private static void add(Map<Wait, Long> sums, Optional<Wait> wait, long count) {
    wait.filter(_ -> count > 0).ifPresent(one -> sums.merge(one, count, Long::sum));
  }

  /** What keeps anybody from being begun, whatever the bot may do. */
  private Optional<Wait> shut() {
    if (!progress.expanded() && (quiet.isEmpty() || progress.gate() != Run.Gate.PAUSED)) {
      return bot.here.or(() -> Optional.of(unexpanded()));
    }
    if (progress.gate() != Run.Gate.PAUSED) {
      return Optional.empty();
    }
    return Optional.of(
        asks
            ? new Wait(Wait.For.DECISION, progress.wave().flatMap(Wave::goesOn))
            : Wait.For.RESUME.open());
  }

  /** Who gets it is found out when quiet hours are over. */
  private Wait unexpanded() {
    return quiet
        .filter(_ -> progress.gate() == Run.Gate.OPEN)
        .map(Wait.For.QUIET_HOURS::until)
        .orElseGet(() -> (stuck ? Wait.For.DIRECTORY : Wait.For.RECIPIENTS).open());
  }

  /** Whoever is not sent to any more is only skipped. */
  private Optional<Wait> held() {
    return progress.gate() == Run.Gate.STOPPING
        ? bot.here
        : bot.looks().or(() -> quiet.map(Wait.For.QUIET_HOURS::until)).or(() -> bot.rest);
  }

  private Wait own(long seq, Alone alone) {
    if (progress.gate() == Run.Gate.STOPPING) {
      return Wait.For.TURN.open();
    }
    if (progress.wave().filter(wave -> seq >= wave.end()).isPresent()) {
      return Wait.For.FIRST_WAVE.open();
    }
    return again(alone);
  }

  /** Nobody is under way. */
  private Wait next() {
    return bot.here.orElseGet(() ->
        progress.gate() == Run.Gate.OPEN && progress.fresh() == 0
            ? again(new Alone(busy, again))
            : Wait.For.TURN.open());
  }

  private static Wait again(Alone alone) {
    return alone
        .again
        .map(Wait.For.REFUSAL::until)
        .orElseGet(() -> (alone.busy ? Wait.For.OTHER_MESSAGE : Wait.For.TURN).open());
  }

  private Wait looked() {
    return bot.looks().orElseGet(() -> new Wait(Wait.For.RECORD, checked));
  }

  private static Wait answer() {
    return Wait.For.ANSWER.open();
  }
}
