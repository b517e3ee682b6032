package belfry.delivery;

import belfry.base.Time;
import belfry.people.Target;
import belfry.runs.Control;
import belfry.runs.Doubtful;
import belfry.runs.Finding;
import belfry.runs.RecipientLife;
import belfry.runs.RecipientState;
import belfry.runs.Run;
import belfry.runs.RunId;
import belfry.runs.Settlement;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Settles what nobody knows: when to look into the platform's record, and what follows from what is
 * seen. Quiet time counts on the monotonic clock and from the moment this process first held the
 * doubt, so that neither a jump of the clock nor a restart shortens it; it grows where a message
 * was ever found late. Its lane's thread only.
 */
final class Reconciler {
  /** So often a message may be answered by something else than the platform, and sent once more. */
  private static final int MOST_MISUNDERSTOOD = 5;

  /** A control that is not shown so often is exchanged for another. */
  private static final int MOST_MISSES = 3;

  private final Tuning tuning;
  private final Time time;
  private final Map<Key, Doubt> doubts = new LinkedHashMap<>();
  private final Map<String, Key> byTarget = new LinkedHashMap<>();
  private final Map<Key, Integer> misunderstood = new HashMap<>();
  private Duration lag = Duration.ZERO;
  private int looking;

  /** Names a recipient. */
  record Key(RunId run, long seq) {}

  /** One recipient of whom it is unknown whether the message arrived. */
  static final class Doubt {
    private final Doubtful what;
    private final OptionalLong intentNanos;
    private final long since;
    private long nextLook;
    private long lookedAt;
    private boolean asked;

    private boolean decisive;

    /** Whether what was found of it is still to be confirmed. */
    private boolean waits;

    /** Messages that were shown and may be this one, until they are shown to be another. */
    private final Set<String> unclear = new HashSet<>();

    private Optional<Control> control = Optional.empty();
    private int misses;
    private boolean blind;

    /** Whether the look that is under way asks for a control that is no older than the doubt. */
    private boolean controlled;

    /** How old it was when a conversation was last read that did not show it. */
    private Duration absentAt = Duration.ZERO;

    /** Since when the platform has shown nothing, though it could be asked. */
    private Optional<Long> closedSince = Optional.empty();

    private Doubt(Doubtful what, OptionalLong intentNanos, long since, long nextLook) {
      this.what = what;
      this.intentNanos = intentNanos;
      this.since = since;
      this.nextLook = nextLook;
    }

    Doubtful what() {
      return what;
    }

    /** When its intent was, on our monotonic clock; empty where another process had it. */
    OptionalLong intentNanos() {
      return intentNanos;
    }

    /** Since when it is in doubt here, on our monotonic clock. */
    long since() {
      return since;
    }

    /** Of what a look shows: these may be it, those are certainly others. */
    void shown(Collection<String> maybe, Collection<String> others) {
      unclear.addAll(maybe);
      unclear.removeAll(others);
    }

    /** Whether something was shown that may be it, also where it is not shown any more. */
    boolean isUnclear() {
      return !unclear.isEmpty();
    }

    /** The first message to somebody else that was accepted since, and so should be shown too. */
    Optional<Control> control() {
      return control;
    }

    /** A listing showed what is certainly there. */
    void sees() {
      misses = 0;
      blind = false;
    }

    /** A listing did not show what is certainly there: so late is it at least, or it never will. */
    void missed() {
      blind = true;
      if (++misses >= MOST_MISSES) {
        misses = 0;
        control = Optional.empty();
      }
    }

    /** Whether the last control that was looked for was not shown. */
    boolean isBlind() {
      return blind;
    }

    private Optional<Long> closed() {
      return closedSince.or(() -> Optional.of(lookedAt));
    }

    private Duration age(long now) {
      return Duration.ofNanos(now - since);
    }
  }

  /**
   * What was sent.
   *
   * @param quiet after which it will not come any more, by what is usual
   * @param onUnknown what is done where nobody can tell
   */
  record Sent(Duration quiet, Run.OnUnknown onUnknown) {}

  Reconciler(Tuning tuning, Time time) {
    this.tuning = tuning;
    this.time = time;
  }

  /** How late a message was ever found, as another process or an earlier time has it. */
  void remember(Duration late) {
    lag = late.compareTo(lag) > 0 ? late : lag;
  }

  Duration lag() {
    return lag;
  }

  /** A doubt that another process left. */
  void doubt(Doubtful what) {
    doubt(what, OptionalLong.empty());
  }

  /** A doubt of our own. */
  void doubt(Doubtful what, long intentNanos) {
    doubt(what, OptionalLong.of(intentNanos));
  }

  private void doubt(Doubtful what, OptionalLong intentNanos) {
    var now = time.nanos();
    var key = new Key(what.run(), what.seq());
    doubts.put(key, new Doubt(what, intentNanos, now, now + tuning.firstLook().toNanos()));
    byTarget.put(what.target(), key);
  }

  /** What answered was not the platform. */
  void misunderstood(Key key) {
    misunderstood.merge(key, 1, Integer::sum);
  }

  /** The platform itself has answered. */
  void understood(Key key) {
    misunderstood.remove(key);
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

  /** This run is over. */
  void ended(RunId run) {
    misunderstood.keySet().removeIf(key -> key.run().equals(run));
  }

  void clear() {
    doubts.clear();
    byTarget.clear();
    misunderstood.clear();
    looking = 0;
  }

  int size() {
    return doubts.size();
  }

  Set<String> targets() {
    return byTarget.keySet();
  }

  /**
   * A message was accepted: the first of its kind that was intended after a doubt began can tell of
   * the listing.
   */
  void accepted(Target.Kind kind, Control control, long intentNanos) {
    for (var doubt : doubts.values()) {
      var since = intentNanos - doubt.since >= 0;
      if (since && doubt.control.isEmpty() && doubt.what.kind() == kind) {
        doubt.control = Optional.of(control);
      }
    }
  }

  /** Doubts to look into now, so that at most {@code most} looks are under way. */
  List<Doubt> due(int most) {
    var now = time.nanos();
    return doubts.values().stream()
        .filter(doubt -> !doubt.asked && now - doubt.nextLook >= 0)
        .limit(Math.max(0, most - looking))
        .toList();
  }

  /** Whether what a look does not show now is to mean anything, or what it shows is not clear. */
  boolean isDecisive(Doubt doubt, Sent sent) {
    return doubt.isUnclear() || doubt.age(time.nanos()).compareTo(quiet(sent)) >= 0;
  }

  /**
   * The platform is being asked: no other look at this begins until {@link #looked} is told. What
   * was asked so that it means nothing means nothing also if it took until the quiet time was over.
   */
  void asked(Doubt doubt, boolean decisive) {
    doubt.asked = true;
    doubt.decisive = decisive;
    doubt.controlled = doubt.control.isPresent();
    doubt.lookedAt = time.nanos();
    looking++;
  }

  /** It was found, and what was found is still to be confirmed; others are looked for meanwhile. */
  void waits(Doubt doubt) {
    doubt.waits = true;
    looking = Math.max(0, looking - 1);
  }

  /**
   * When the next look is due; empty when nothing is in doubt that is not being looked into, and
   * where {@code most} looks are under way: the end of one comes first.
   */
  Optional<Long> next(int most) {
    if (looking >= most) {
      return Optional.empty();
    }
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
    var key = new Key(what.run(), what.seq());
    looking = Math.max(0, looking - (doubt.waits ? 0 : 1));
    doubt.waits = false;
    if (doubts.get(key) != doubt) {
      return Optional.empty();
    }
    doubt.asked = false;
    doubt.closedSince = closedSince(doubt, finding, reachable);
    var quiet = quiet(sent);
    var age = doubt.age(doubt.lookedAt);
    learn(doubt, finding, age);
    var enough = finding instanceof Finding.None ? quietWithout(doubt, quiet) : quiet;
    var isQuiet = doubt.decisive && age.compareTo(enough) >= 0;
    var worn = misunderstood.getOrDefault(key, 0) >= MOST_MISUNDERSTOOD;
    var to =
        RecipientLife.after(
            RecipientState.UNKNOWN,
            new RecipientLife.Event.Looked(
                finding, isQuiet, isPatient(doubt), worn, sent.onUnknown()));
    if (to == RecipientState.UNKNOWN) {
      doubt.nextLook = nextLook(doubt, finding, quiet);
      return Optional.empty();
    }
    forget(what.run(), what.seq(), what.attemptId());
    if (to != RecipientState.RETRY) {
      understood(key);
    }
    return Optional.of(what.settled(to, finding));
  }

  /** Twice as long as a message was ever late, where that is longer than what is usual. */
  private Duration quiet(Sent sent) {
    var twice = lag.multipliedBy(2);
    var late = twice.compareTo(tuning.longestQuiet()) < 0 ? twice : tuning.longestQuiet();
    var grown = late.minus(tuning.quiet());
    return grown.isNegative() ? sent.quiet() : sent.quiet().plus(grown);
  }

  /**
   * A listing is as old as it may be until it shows something newer than the doubt: then what it
   * does not show must have had all the time that is ever allowed for.
   */
  private Duration quietWithout(Doubt doubt, Duration quiet) {
    var longest = tuning.longestQuiet();
    return doubt.controlled || quiet.compareTo(longest) > 0 ? quiet : longest;
  }

  /**
   * How late it was shown lies between the last look that did not show it and the first that did.
   */
  private void learn(Doubt doubt, Finding finding, Duration age) {
    if (finding instanceof Finding.None) {
      doubt.absentAt = age;
    } else if (finding instanceof Finding.Ours) {
      var twice = doubt.absentAt.multipliedBy(2);
      remember(age.compareTo(twice) < 0 ? age : twice);
    }
  }

  /** Of an outage nobody is to be troubled with who can be looked for when it is over. */
  private static Optional<Long> closedSince(Doubt doubt, Finding finding, boolean reachable) {
    return switch (finding) {
      case Finding.NotListable _ -> doubt.closed();
      case Finding.Unanswered _, Finding.Unreadable _ ->
          reachable ? doubt.closed() : Optional.empty();
      case Finding.Throttled _, Finding.Listed _ -> doubt.closedSince;
      case Finding.Ours _, Finding.None _, Finding.Undecidable _, Finding.Unclear _ ->
          Optional.empty();
    };
  }

  private boolean isPatient(Doubt doubt) {
    return doubt
        .closedSince
        .filter(since -> doubt.lookedAt - since >= tuning.listingPatience().toNanos())
        .isEmpty();
  }

  /**
   * At 2 s, 10 s, half of the quiet time and all of it; while the platform will not say, a few
   * times a minute; while it says no more, ever less often.
   */
  private long nextLook(Doubt doubt, Finding finding, Duration quiet) {
    var now = time.nanos();
    if (finding instanceof Finding.Throttled(var rest)) {
      return now + rest.toNanos();
    }
    var age = now - doubt.since;
    for (var look : List.of(tuning.secondLook(), quiet.dividedBy(2), quiet)) {
      if (age < look.toNanos()) {
        return doubt.since + look.toNanos();
      }
    }
    var often = now + tuning.quiet().toNanos() / 4;
    if (!(finding instanceof Finding.None)) {
      return often;
    }
    var longest = doubt.since + tuning.longestQuiet().toNanos();
    return Math.min(Math.max(often, now + age / 4), Math.max(often, longest));
  }
}
