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
 * Settles sends of unknown outcome: decides when to look into the platform's record, and what
 * follows from the result. Quiet time counts on the monotonic clock from the moment this process
 * first held the doubt, so that neither a clock jump nor a restart shortens it. It grows if a
 * message was ever found late. Used only by its lane's thread.
 */
final class Reconciler {
  /**
   * How many times a message may be answered by something other than the platform and sent again.
   */
  private static final int MOST_MISUNDERSTOOD = 5;

  /** After this many listings that do not show it, a control is replaced. */
  private static final int MOST_MISSES = 3;

  private final Tuning tuning;
  private final Time time;
  private final Map<Key, Doubt> doubts = new LinkedHashMap<>();
  private final Map<String, Key> byTarget = new LinkedHashMap<>();
  private final Map<Key, Integer> misunderstood = new HashMap<>();
  private Duration lag = Duration.ZERO;
  private int looking;

  /** Identifies a recipient. */
  record Key(RunId run, long seq) {}

  /** A recipient in doubt: it is unknown whether the message arrived. */
  static final class Doubt {
    private final Doubtful what;
    private final OptionalLong intentNanos;
    private final long since;
    private long nextLook;
    private long lookedAt;
    private boolean asked;

    private boolean decisive;

    /** Whether a found message has yet to be confirmed. */
    private boolean waits;

    /** Messages that were shown and may be this one, until they turn out to be another. */
    private final Set<String> unclear = new HashSet<>();

    private Optional<Control> control = Optional.empty();
    private int misses;
    private boolean blind;

    /** Whether the current look asks for a control that is no older than the doubt. */
    private boolean controlled;

    /** The age of the doubt when a conversation was last read without showing the message. */
    private Duration absentAt = Duration.ZERO;

    /** Since when the platform has shown nothing, although it answers. */
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

    /** The time of its intent, on our monotonic clock; empty if another process made it. */
    OptionalLong intentNanos() {
      return intentNanos;
    }

    /** Since when it is in doubt here, on our monotonic clock. */
    long since() {
      return since;
    }

    /** Records the result of a look: these may be the message, those are certainly others. */
    void shown(Collection<String> maybe, Collection<String> others) {
      unclear.addAll(maybe);
      unclear.removeAll(others);
    }

    /** Whether something was shown that may be it, even if it is no longer shown. */
    boolean isUnclear() {
      return !unclear.isEmpty();
    }

    /** The first message to somebody else that was accepted since, which must be shown too. */
    Optional<Control> control() {
      return control;
    }

    /** A listing showed the control. */
    void sees() {
      misses = 0;
      blind = false;
    }

    /** A listing did not show the control: it lags by at least this much, or will never show it. */
    void missed() {
      blind = true;
      if (++misses >= MOST_MISSES) {
        misses = 0;
        control = Optional.empty();
      }
    }

    /** Whether the last requested control was not shown. */
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
   * @param quiet after how long it will normally not arrive any more
   * @param onUnknown what to do if nobody can tell
   */
  record Sent(Duration quiet, Run.OnUnknown onUnknown) {}

  Reconciler(Tuning tuning, Time time) {
    this.tuning = tuning;
    this.time = time;
  }

  /** Adopts the longest delay of a message seen by another process or earlier. */
  void remember(Duration late) {
    lag = late.compareTo(lag) > 0 ? late : lag;
  }

  Duration lag() {
    return lag;
  }

  /** A doubt that another process left, of which nothing can have been sent after {@code since}. */
  void inherit(Doubtful what, long since) {
    doubt(what, OptionalLong.empty(), since);
  }

  /** A doubt of our own. */
  void doubt(Doubtful what, long intentNanos) {
    doubt(what, OptionalLong.of(intentNanos), time.nanos());
  }

  private void doubt(Doubtful what, OptionalLong intentNanos, long since) {
    var key = new Key(what.run(), what.seq());
    doubts.put(key, new Doubt(what, intentNanos, since, since + tuning.firstLook().toNanos()));
    byTarget.put(what.target(), key);
  }

  /** The answer was not the platform's. */
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

  /** This run has ended. */
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
   * A message was accepted. The first of its kind that was intended after a doubt began becomes its
   * control.
   */
  void accepted(Target.Kind kind, Control control, long intentNanos) {
    for (var doubt : doubts.values()) {
      var since = intentNanos - doubt.since >= 0;
      if (since && doubt.control.isEmpty() && doubt.what.kind() == kind) {
        doubt.control = Optional.of(control);
      }
    }
  }

  /** Doubts to look up now, so that at most {@code most} looks are in progress. */
  List<Doubt> due(int most) {
    var now = time.nanos();
    return doubts.values().stream()
        .filter(doubt -> !doubt.asked && now - doubt.nextLook >= 0)
        .limit(Math.max(0, most - looking))
        .toList();
  }

  /** Whether absence in a look now would count, or what it shows is unclear. */
  boolean isDecisive(Doubt doubt, Sent sent) {
    return doubt.isUnclear() || doubt.age(time.nanos()).compareTo(quiet(sent)) >= 0;
  }

  /**
   * The platform is being asked; no other look at this begins until {@link #looked} is called. A
   * look whose absence did not count when it began does not count later either, even if it took
   * until the quiet time was over.
   */
  void asked(Doubt doubt, boolean decisive) {
    doubt.asked = true;
    doubt.decisive = decisive;
    doubt.controlled = doubt.control.isPresent();
    doubt.lookedAt = time.nanos();
    looking++;
  }

  /** A message was found and has yet to be confirmed; meanwhile others are looked up. */
  void waits(Doubt doubt) {
    doubt.waits = true;
    looking = Math.max(0, looking - 1);
  }

  /**
   * When the next look is due. Empty if every doubt is already being looked up, or if {@code most}
   * looks are in progress, because one of them must end first.
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
   * The result of a look: the settlement of the doubt, or empty and a later look.
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

  /** Twice the longest delay of a message, if that is longer than the usual quiet time. */
  private Duration quiet(Sent sent) {
    var twice = lag.multipliedBy(2);
    var late = twice.compareTo(tuning.longestQuiet()) < 0 ? twice : tuning.longestQuiet();
    var grown = late.minus(tuning.quiet());
    return grown.isNegative() ? sent.quiet() : sent.quiet().plus(grown);
  }

  /**
   * Unless a listing shows something newer than the doubt, it may be as old as possible. The
   * longest quiet time must then have passed before absence counts.
   */
  private Duration quietWithout(Doubt doubt, Duration quiet) {
    var longest = tuning.longestQuiet();
    return doubt.controlled || quiet.compareTo(longest) > 0 ? quiet : longest;
  }

  /** The delay lies between the last look that did not show the message and the first that did. */
  private void learn(Doubt doubt, Finding finding, Duration age) {
    if (finding instanceof Finding.None) {
      doubt.absentAt = age;
    } else if (finding instanceof Finding.Ours) {
      var twice = doubt.absentAt.multipliedBy(2);
      remember(age.compareTo(twice) < 0 ? age : twice);
    }
  }

  /** An outage must not burden people with doubts that can be settled when it is over. */
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
   * Looks come after 2 s, 10 s, half of the quiet time and all of it. While the platform does not
   * answer, a few times a minute; while its answers bring nothing new, less and less often.
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
