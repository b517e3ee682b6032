package belfry.delivery;

import belfry.pace.PaceMemory;
import belfry.people.Target;
import belfry.platform.Dating;
import belfry.platform.Likeness;
import belfry.platform.PlatformId;
import belfry.platform.ShownContent;
import belfry.runs.Addressee;
import belfry.runs.Claimed;
import belfry.runs.Contact;
import belfry.runs.Control;
import belfry.runs.Doubtful;
import belfry.runs.Run;
import belfry.runs.RunId;
import belfry.runs.RunProgress;
import belfry.runs.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The record of one app's lane: who owns it, and where each recipient stands. What it returns is
 * durable.
 *
 * <p>Every method may throw {@link belfry.storage.StorageException}; what it was to do may then
 * have happened or not.
 */
interface Ledger {

  /** Takes the lane if it is free, under the next epoch. */
  Optional<Acquired> acquire(String owner);

  /**
   * A lane taken.
   *
   * @param pace what its last owner learned of the permitted rate; empty at first
   * @param restsUntil when the last rest that the platform asked for ends; perhaps long ago
   * @param kept what else its last owner left
   */
  record Acquired(Lease lease, Optional<PaceMemory> pace, Instant restsUntil, Kept kept) {}

  /**
   * What a lane remembers of the platform besides its pace.
   *
   * @param bot person id of the bot whose token is in use; empty while it is not known
   * @param lag how late a message of it was ever found in a listing
   * @param clock how far the platform's clock was ahead of ours, since something was in doubt
   * @param stranger when a message of the bot was last seen that nobody here has sent
   */
  record Kept(String bot, Duration lag, Optional<ClockRange> clock, Optional<Instant> stranger) {
    static final Kept NOTHING = new Kept("", Duration.ZERO, Optional.empty(), Optional.empty());
  }

  /**
   * Gives the lane up: it is kept for a while for whoever asked for it; if nobody did, any node may
   * take it at once.
   */
  void release(Lease lease);

  /**
   * Turns what earlier owners had in flight into unknown, and returns all that is unknown. Empty
   * when the lane is no longer ours.
   */
  Optional<List<Doubtful>> takeOver(Lease lease);

  /** Runs with something left to do, oldest first. */
  List<Run> open();

  /** Recipients of a run that wait for another try, after {@code seq} in order. */
  List<Long> retries(RunId run, long seq, int most);

  /** Settles, claims and renews the lease in one transaction. */
  Turn turn(Lease lease, Order order);

  /**
   * What one transaction is to do.
   *
   * @param attemptId names the attempts it claims
   * @param dated when messages of these attempts may be dated
   * @param settlements ends of earlier attempts
   * @param abandoned attempts whose transaction failed, so that nothing of them was sent
   * @param claims recipients to send to
   * @param busy targets that have something unsettled: they are not claimed, but set to retry
   * @param skip cancelled runs whose waiting recipients are to be skipped, some at a time
   * @param pace what was learned, to be kept
   * @param kept what else is to be kept
   * @param echoes how the platform shows the contents of runs that were accepted for the first time
   * @param trouble why the bot cannot be used until somebody acts; empty when it can
   * @param rests when the platform made the bot wait
   * @param offered whether the platform does not answer here, so that a node that it answers may
   *     ask for the lane
   */
  record Order(
      long attemptId,
      Dating dated,
      List<Settlement> settlements,
      List<Abandoned> abandoned,
      List<Claim> claims,
      Set<String> busy,
      List<RunId> skip,
      PaceMemory pace,
      Kept kept,
      Map<RunId, ShownContent> echoes,
      String trouble,
      List<Rest> rests,
      boolean offered) {
    /** Whether it changes nothing but what the lane remembers. */
    boolean isEmpty() {
      return settlements.isEmpty()
          && abandoned.isEmpty()
          && claims.isEmpty()
          && skip.isEmpty()
          && rests.isEmpty();
    }
  }

  /**
   * Recipients of one run to claim.
   *
   * @param retries those set to retry, by number
   * @param fresh how many of those not begun yet
   */
  record Claim(RunId run, List<Long> retries, int fresh) {}

  /** Attempts that may have been committed but were never sent. */
  record Abandoned(RunId run, long attemptId) {}

  /** What came of an {@link Order}. */
  sealed interface Turn {
    /**
     * It is committed.
     *
     * @param claimed now in state sending
     * @param deferred numbers set to retry because their target was busy, by run
     * @param standings of every run touched
     * @param wanted whether another node asks for the lane
     */
    record Done(
        List<Claimed> claimed,
        Map<RunId, List<Long>> deferred,
        Map<RunId, RunProgress> standings,
        boolean wanted)
        implements Turn {}

    /** The lane belongs to somebody else; nothing was changed. */
    record Lost() implements Turn {}
  }

  /** Records what was heard after the lane was lost: ends of attempts, and rests asked for. */
  void late(Collection<Settlement> settlements, Collection<Rest> rests);

  /**
   * Closes the runs among these that have nothing open, all together; which they were. One whose
   * counts are not what its rows say stays open: something is wrong that people must look at.
   */
  Set<RunId> finish(List<Run> runs);

  /**
   * What is known here of messages to this target.
   *
   * @param since from when on messages whose ids nobody knows may be among those shown
   */
  Known known(String target, Collection<String> messageIds, Instant since);

  /**
   * What our own record says of messages to a target.
   *
   * @param recorded those of the ids asked for that belong to attempts
   * @param vouched whether the target may hold messages of ours whose ids nobody knows: a person
   *     said so, or is still to say
   */
  record Known(Set<String> recorded, boolean vouched) {
    static final Known NOTHING = new Known(Set.of(), false);

    /** Those of {@code ids} that are among {@code recorded}, in whatever form they are written. */
    static Set<String> among(Collection<String> ids, Collection<String> recorded) {
      return ids.stream()
          .filter(
              id -> recorded.stream().anyMatch(one -> PlatformId.compare(id, one) == Likeness.SAME))
          .collect(Collectors.toSet());
    }
  }

  /**
   * Of each of these numbers the first person from there on who certainly has this run's message.
   */
  List<Addressee> sent(RunId run, List<Long> from);

  /** How the platform shows this run's content, as it was first accepted; empty before. */
  Optional<ShownContent> echo(RunId run);

  /** How to find the conversation with a person, as far as it is written down. */
  Contact contact(String target);

  /**
   * The latest message of this kind that is certainly there: of this run if it has one, else of one
   * of the last runs.
   */
  Optional<Control> control(RunId run, Target.Kind kind);
}
