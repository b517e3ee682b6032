package belfry.delivery.lane;

import belfry.messages.PersonalValues;
import belfry.people.audience.Target;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Dating;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.RecipientState;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A recipient in the ledger in memory. */
final class MemoryRow {
  final long seq;
  final Target.Kind kind;
  final String target;
  final Optional<PersonalValues> values;
  RecipientState state = RecipientState.PENDING;

  /** The number of the bot that sends it. */
  int lane;

  int attempt;
  long attemptId;
  Dating dated = new Dating(Instant.EPOCH, Instant.EPOCH);
  long epoch;
  Optional<PersonId> bot = Optional.empty();
  String messageId = "";

  final Map<RecipientState, Long> counts;

  MemoryRow(long seq, Target target, boolean personal, Map<RecipientState, Long> counts) {
    this.seq = seq;
    kind = target.kind();
    this.target = target.id();
    values = personal ? Optional.of(new PersonalValues(target.values())) : Optional.empty();
    this.counts = counts;
    counts.merge(state, 1L, Long::sum);
  }

  void become(RecipientState next) {
    counts.merge(state, -1L, Long::sum);
    counts.merge(next, 1L, Long::sum);
    state = next;
  }

  Doubtful doubtful(RunId run) {
    var named = Optional.of(messageId).filter(id -> !id.isEmpty());
    return new Doubtful(run, seq, attemptId, kind, target, dated, bot, named, values);
  }

  RecipientState state() {
    return state;
  }

  String target() {
    return target;
  }

  String messageId() {
    return messageId;
  }

  int attempt() {
    return attempt;
  }
}
