package belfry.delivery;

import belfry.base.Time;
import belfry.jobs.RecipientState;
import belfry.jobs.Run;
import belfry.jobs.RunId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Settles what nobody knows: when to look into the platform's record, and what follows from what is
 * seen. Quiet time counts on the monotonic clock and from the moment this process first held the
 * doubt, so that neither a jump of the clock nor a restart shortens it. Its lane's thread only.
 */
final class Reconciler {
  private final Tuning tuning;
  private final Time time;
  private final Map<Key, Doubt> doubts = new LinkedHashMap<>();
  private final Map<String, Key> byTarget = new LinkedHashMap<>();
  private int looking;

  /** Names a recipient. */
  record Key(RunId run, long seq) {}

  /** One recipient of whom it is unknown whether the message arrived. */
  static final class Doubt {
    private final Ledger.Doubtful what;
    private final long since;
    private long nextLook;
    private long lookedAt;
    private boolean asked;

    /** Since when the platform has shown nothing, though it could be asked. */
    private Optional<Long> closedSince = Optional.empty();

    private Doubt(Ledger.Doubtful what, long since, long nextLook) {
      this.what = what;
      this.since = since;
      this.nextLook = nextLook;
    }

    Ledger.Doubtful what() {
      return what;
    }

    private Optional<Long> closed() {
      return closedSince.or(() -> Optional.of(lookedAt));
    }
  }

  /**
   * What was sent.
   *
   * @param quiet after which it will not come any more
   * @param onUnknown what is done where nobody can tell
   */
  record Sent(Duration quiet, Run.OnUnknown onUnknown) {}

  Reconciler(Tuning tuning, Time time) {
    this.tuning = tuning;
    this.time = time;
  }

  void doubt(Ledger.Doubtful what) {
    var now = time.nanos();
    var key = new Key(what.run(), what.seq());
    doubts.put(key, new Doubt(what, now, now + tuning.firstLook().toNanos()));
    byTarget.put(what.target(), key);
  }

  /** This attempt was settled in another way. */
  void forget(RunId run, long seq, long attemptId) {
    var key = new Key(run, seq);
    var doubt = doubts.get(key);
    if (doubt != null && doubt.what.attemptId() == attemptId) {
      doubts.remove(key);
      byTarget.remove(doubt.what.target());
    }
  }

  void clear() {
    doubts.clear();
    byTarget.clear();
    looking = 0;
  }

  int size() {
    return doubts.size();
  }

  Set<String> targets() {
    return byTarget.keySet();
  }

  /** Doubts to look into now, so that at most {@code most} looks are under way. */
  List<Doubt> due(int most) {
    var now = time.nanos();
    return doubts.values().stream()
        .filter(doubt -> !doubt.asked && now - doubt.nextLook >= 0)
        .limit(Math.max(0, most - looking))
        .toList();
  }

  /** The platform is being asked: no other look at this begins until {@link #looked} is told. */
  void asked(Doubt doubt) {
    doubt.asked = true;
    doubt.lookedAt = time.nanos();
    looking++;
  }

  /** When the next look is due; empty when nothing is in doubt that is not being looked into. */
  Optional<Long> next() {
    return doubts.values().stream()
        .filter(doubt -> !doubt.asked)
        .map(doubt -> doubt.nextLook)
        .min((a, b) -> Long.signum(a - b));
  }

  /**
   * What was seen: the end of the doubt, or nothing yet and a later look.
   *
   * @param reachable whether the platform answers this bot at all
   */
  Optional<Settlement> looked(Doubt doubt, Finding finding, Sent sent, boolean reachable) {
    var what = doubt.what;
    looking = Math.max(0, looking - 1);
    if (doubts.get(new Key(what.run(), what.seq())) != doubt) {
      return Optional.empty();
    }
    doubt.asked = false;
    doubt.closedSince = closedSince(doubt, finding, reachable);
    var age = Duration.ofNanos(doubt.lookedAt - doubt.since);
    var to =
        RecipientLife.after(
            RecipientState.UNKNOWN,
            new RecipientLife.Event.Looked(
                finding, age.compareTo(sent.quiet()) >= 0, isPatient(doubt), sent.onUnknown()));
    if (to == RecipientState.UNKNOWN) {
      doubt.nextLook = nextLook(doubt, finding, sent.quiet());
      return Optional.empty();
    }
    forget(what.run(), what.seq(), what.attemptId());
    return Optional.of(settlement(what, to, finding));
  }

  /** Of an outage nobody is to be troubled with who can be looked for when it is over. */
  private static Optional<Long> closedSince(Doubt doubt, Finding finding, boolean reachable) {
    return switch (finding) {
      case Finding.NotListable _ -> doubt.closed();
      case Finding.Unanswered _ -> reachable ? doubt.closed() : Optional.empty();
      case Finding.Throttled _ -> doubt.closedSince;
      case Finding.Ours _, Finding.None _, Finding.Undecidable _ -> Optional.empty();
    };
  }

  private boolean isPatient(Doubt doubt) {
    return doubt
        .closedSince
        .filter(since -> doubt.lookedAt - since >= tuning.listingPatience().toNanos())
        .isEmpty();
  }

  /** At 2 s, 10 s and the quiet time; while the platform will not say, a few times a minute. */
  private long nextLook(Doubt doubt, Finding finding, Duration quiet) {
    var now = time.nanos();
    if (finding instanceof Finding.Throttled(var rest)) {
      return now + rest.toNanos();
    }
    var age = now - doubt.since;
    for (var look : List.of(tuning.secondLook(), quiet)) {
      if (age < look.toNanos()) {
        return doubt.since + look.toNanos();
      }
    }
    return now + quiet.toNanos() / 4;
  }

  private static Settlement settlement(Ledger.Doubtful what, RecipientState to, Finding finding) {
    var found = finding instanceof Finding.Ours ours ? ours : new Finding.Ours("", "");
    var reason =
        switch (to) {
          case HELD -> "It is not known whether it arrived. Look into the space and decide.";
          case SENT -> "Found in the conversation after the answer was lost.";
          case PENDING, RETRY, SENDING, UNKNOWN, FAILED, SKIPPED -> "";
        };
    return new Settlement(
        what.run(),
        what.seq(),
        what.attemptId(),
        to,
        found.messageId(),
        found.roomId(),
        "",
        reason);
  }
}
