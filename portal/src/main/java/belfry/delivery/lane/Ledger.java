package belfry.delivery.lane;

import belfry.delivery.evidence.ClockRange;
import belfry.delivery.evidence.KnownMessages;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.Rest;
import belfry.pace.PaceMemory;
import belfry.people.audience.Target;
import belfry.platform.Posted;
import belfry.platform.ShownContent;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Dating;
import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Addressee;
import belfry.runs.recipients.Claimed;
import belfry.runs.recipients.Contact;
import belfry.runs.recipients.Control;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The record of an app's lane: who owns it, and the state of each recipient. Everything it returns
 * is durable.
 *
 * <p>Every method may throw {@link belfry.storage.StorageException}; the operation may or may not
 * have happened then.
 */
public interface Ledger {

  /** Takes the lane if it is free, under the next epoch. */
  Optional<Acquired> acquire(String owner);

  /**
   * A lane that was taken.
   *
   * @param pace what its last owner learned of the permitted rate; empty at first
   * @param restsUntil when the last rest that the platform asked for ends; possibly long ago
   * @param kept what else its last owner left
   */
  record Acquired(Lease lease, Optional<PaceMemory> pace, Instant restsUntil, Kept kept) {}

  /**
   * What a lane remembers about the platform besides its pace.
   *
   * @param bot the bot whose token is in use; empty while unknown
   * @param lag the longest delay with which one of its messages appeared in a listing
   * @param clock how far the platform's clock was ahead of ours, since something was in doubt
   * @param stranger when a message of the bot that Belfry did not send was last seen
   */
  record Kept(
      Optional<PersonId> bot,
      Duration lag,
      Optional<ClockRange> clock,
      Optional<Instant> stranger) {
    static final Kept NOTHING =
        new Kept(Optional.empty(), Duration.ZERO, Optional.empty(), Optional.empty());
  }

  /**
   * Gives the lane up. It is reserved for a while for the node that asked for it; if none did, any
   * node may take it at once.
   */
  void release(Lease lease);

  /**
   * Marks the sends in flight of earlier owners as unknown, and returns everything unknown. Empty
   * if the lane is no longer ours.
   */
  Optional<List<Doubtful>> takeOver(Lease lease);

  /** Runs with something left to do, oldest first. */
  List<Run> open();

  /** When quiet hours are over in which only urgent runs go on; empty if all may. */
  Optional<Instant> quietUntil();

  /** Recipients of a run that wait for another try, after {@code seq} in order. */
  List<Long> retries(RunId run, long seq, int most);

  /** Settles, claims and renews the lease in one transaction. */
  Turn turn(Lease lease, Order order);

  /**
   * The work of one transaction.
   *
   * @param attemptId identifies the attempts that it claims
   * @param dated the bounds of the dates of these attempts' messages
   * @param settlements results of earlier attempts
   * @param abandoned attempts whose transaction failed, so that nothing of them was sent
   * @param claims recipients to send to
   * @param busy targets with something in flight: these are not claimed, but set to retry
   * @param skip cancelled runs whose waiting recipients are to be skipped, some at a time
   * @param pace the learned pace, to be stored
   * @param kept what else to store
   * @param echoes how the platform shows the content of runs that was accepted for the first time
   * @param trouble why the bot cannot be used until somebody acts; empty if it can
   * @param rests the rests that the platform asked for
   * @param offered whether the platform does not answer here, so that another node may ask for the
   *     lane
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
    /** The same, but for what it claims of these runs. */
    public Order without(Set<RunId> runs) {
      return new Order(
          attemptId,
          dated,
          settlements,
          abandoned,
          claims.stream().filter(claim -> !runs.contains(claim.run())).toList(),
          busy,
          skip,
          pace,
          kept,
          echoes,
          trouble,
          rests,
          offered);
    }

    /** The runs whose rows it changes. */
    public Set<RunId> runs() {
      return Stream.of(
              settlements.stream().map(Settlement::run),
              abandoned.stream().map(Abandoned::run),
              claims.stream().map(Claim::run),
              skip.stream())
          .flatMap(all -> all)
          .collect(Collectors.toSet());
    }

    /** Whether it changes nothing except what the lane remembers. */
    boolean isEmpty() {
      return settlements.isEmpty()
          && abandoned.isEmpty()
          && claims.isEmpty()
          && skip.isEmpty()
          && rests.isEmpty();
    }
  }

  /**
   * Recipients of a run to claim.
   *
   * @param retries the numbers of those set to retry
   * @param fresh how many that were never tried
   * @param busy targets in doubt to which this run may not write yet
   */
  record Claim(RunId run, List<Long> retries, int fresh, Set<String> busy) {
    Claim(RunId run, List<Long> retries, int fresh) {
      this(run, retries, fresh, Set.of());
    }

    Claim busy(Set<String> targets) {
      return new Claim(run, retries, fresh, targets);
    }
  }

  /** Attempts that may have been committed but were never sent. */
  record Abandoned(RunId run, long attemptId) {}

  /** The result of an {@link Order}. */
  sealed interface Turn {
    /**
     * It was committed.
     *
     * @param claimed the recipients now in state sending
     * @param doubts recipients now in doubt, because they may have been sent to since a backup
     * @param contested recipients now in doubt, because their answer named a message on record
     * @param deferred numbers set to retry because their target was busy, by run
     * @param progresses the progress of every run concerned
     * @param wanted whether another node asks for the lane
     */
    record Done(
        List<Claimed> claimed,
        List<Doubtful> doubts,
        List<Doubtful> contested,
        Map<RunId, List<Long>> deferred,
        Map<RunId, RunProgress> progresses,
        boolean wanted)
        implements Turn {
      /** The settlements of its order, but for those that are contested. */
      List<Settlement> written(Order order) {
        return order.settlements().stream()
            .filter(one -> contested.stream().noneMatch(doubt -> doubt.isOf(one)))
            .toList();
      }
    }

    /** The lane belongs to somebody else; nothing was changed. */
    record Lost() implements Turn {}
  }

  /** Records what was learned after the lane was lost: results of attempts, and rests. */
  void late(Collection<Settlement> settlements, Collection<Rest> rests);

  /**
   * Closes those of these runs that have no open recipients, in one transaction, and returns them.
   * A run whose counts contradict its rows stays open, because a person must look at it.
   */
  Set<RunId> finish(List<Run> runs);

  /**
   * Pauses those of these runs whose first wave is over or failed too often, in one transaction,
   * and returns the progress of all of them. The decision is based on the current rows.
   */
  Map<RunId, RunProgress> pause(List<Run> runs);

  /**
   * Our records of messages to this target.
   *
   * @param since from when on messages with unknown ids may be among those shown
   */
  KnownMessages known(String target, Collection<String> messageIds, Instant since);

  /** Whether a message is on record for anybody. */
  boolean isRecorded(String messageId);

  /**
   * The same for these messages. If only an address is known, they say whose it is, who may have
   * others on record.
   */
  default KnownMessages knownOf(String target, List<Posted> shown, Instant since) {
    var ids = shown.stream().map(Posted::id).toList();
    var known = known(target, ids, since);
    if (new PersonId(target).address().isEmpty()) {
      return known;
    }
    return shown.stream()
        .flatMap(message -> message.to().id().stream())
        .distinct()
        .map(person -> known(person.value(), ids, since))
        .reduce(known, KnownMessages::and);
  }

  /**
   * For each of these numbers, the first person from there on who certainly has this run's message.
   */
  List<Addressee> sent(RunId run, List<Long> from);

  /** How the platform showed this run's content when it was first accepted; empty before. */
  Optional<ShownContent> echo(RunId run);

  /** How to find the conversation with a person, as far as recorded. */
  Contact contact(String target);

  /**
   * The latest message of this kind that certainly exists: in this run if it has one, or else in
   * one of the latest runs.
   */
  Optional<Control> control(RunId run, Target.Kind kind);
}
