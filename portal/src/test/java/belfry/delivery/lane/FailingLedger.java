package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.evidence.KnownMessages;
import belfry.delivery.foundation.Lease;
import belfry.delivery.foundation.Rest;
import belfry.people.audience.Target;
import belfry.platform.ShownContent;
import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Addressee;
import belfry.runs.recipients.Contact;
import belfry.runs.recipients.Control;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.Settlement;
import belfry.storage.StorageException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A ledger that fails when it is to, before or after the one behind it has applied a turn. */
final class FailingLedger implements Ledger {
  private final Ledger other;
  private int failures;
  private boolean applied;
  private boolean knownFails;
  private boolean controlFails;
  private boolean retriesFail;
  private int loaded;

  FailingLedger(Ledger other) {
    this.other = other;
  }

  void failNextControl() {
    controlFails = true;
  }

  void failNextKnown() {
    knownFails = true;
  }

  int loaded() {
    return loaded;
  }

  void failNextRetries() {
    retriesFail = true;
  }

  void failNextTurns(int count, boolean afterApplying) {
    failures = count;
    applied = afterApplying;
  }

  @Override
  public Turn turn(Lease lease, Order order) {
    if (failures > 0) {
      failures--;
      if (applied) {
        assertThat(other.turn(lease, order)).isInstanceOf(Turn.Done.class);
      }
      throw new StorageException("the connection broke");
    }
    return other.turn(lease, order);
  }

  @Override
  public Optional<Acquired> acquire(String owner) {
    return other.acquire(owner);
  }

  @Override
  public void release(Lease lease) {
    other.release(lease);
  }

  @Override
  public Optional<List<Doubtful>> takeOver(Lease lease) {
    return other.takeOver(lease);
  }

  @Override
  public List<Run> open() {
    return other.open();
  }

  @Override
  public Optional<Instant> quietUntil() {
    return other.quietUntil();
  }

  @Override
  public List<Long> retries(RunId run, long seq, int most) {
    if (retriesFail) {
      retriesFail = false;
      throw new StorageException("the connection broke");
    }
    var found = other.retries(run, seq, most);
    loaded += found.size();
    return found;
  }

  @Override
  public void late(Collection<Settlement> settlements, Collection<Rest> rests) {
    other.late(settlements, rests);
  }

  @Override
  public Set<RunId> finish(List<Run> runs) {
    return other.finish(runs);
  }

  @Override
  public Map<RunId, RunProgress> pause(List<Run> runs) {
    return other.pause(runs);
  }

  @Override
  public KnownMessages known(String target, Collection<String> messageIds, Instant since) {
    if (knownFails) {
      knownFails = false;
      throw new StorageException("the connection broke");
    }
    return other.known(target, messageIds, since);
  }

  @Override
  public boolean isRecorded(String messageId) {
    return other.isRecorded(messageId);
  }

  @Override
  public List<Addressee> sent(RunId run, List<Long> from) {
    return other.sent(run, from);
  }

  @Override
  public Optional<ShownContent> echo(RunId run) {
    return other.echo(run);
  }

  @Override
  public Contact contact(String target) {
    return other.contact(target);
  }

  @Override
  public Optional<Control> control(RunId run, Target.Kind kind) {
    if (controlFails) {
      controlFails = false;
      throw new StorageException("the connection broke");
    }
    return other.control(run, kind);
  }
}
