package belfry.delivery.lane;

import belfry.base.Time;
import belfry.delivery.foundation.Tuning;
import belfry.people.audience.Target;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Control;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.Finding;
import belfry.runs.recipients.OnUnknown;
import belfry.runs.recipients.RecipientLife;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Settlement;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Settles sends of unknown outcome: decides when to look into the platform's record, and what
 * follows from the result. Quiet time counts on the monotonic clock from the moment this process
 * first held the doubt, so that neither a clock jump nor a restart shortens it. It grows if a
 * message was ever found late. Used only by its lane's thread.
 */
public final class Reconciler {
  /**
   * How many times a message may be answered by something other than the platform and sent again.
   */
  private static final int MOST_MISUNDERSTOOD = 5;

  private final Tuning tuning;
  private final Time time;
  private final Map<Key, Doubt> doubts = new LinkedHashMap<>();
  private final Map<Key, Integer> misunderstood = new HashMap<>();
  private Duration lag = Duration.ZERO;
  private int looking;

  /** Identifies a recipient. */
  public record Key(RunId run, long seq) {}

  /**
   * What was sent.
   *
   * @param quiet after how long it will normally not arrive any more
   * @param onUnknown what to do if nobody can tell
   */
  record Sent(Duration quiet, OnUnknown onUnknown) {}

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
    if (doubt != null && doubt.what().attemptId() == attemptId) {
      doubts.remove(key);
    }
  }

  /** This run has ended. */
  void ended(RunId run) {
    misunderstood.keySet().removeIf(key -> key.run().equals(run));
  }

  void clear() {
    doubts.clear();
    misunderstood.clear();
    looking = 0;
  }

  int size() {
    return doubts.size();
  }

  Collection<Doubt> doubts() {
    return doubts.values();
  }

  /**
   * A message was accepted. The first of its kind that was intended after a doubt began becomes its
   * control.
   */
  void accepted(Target.Kind kind, Control control, long intentNanos) {
    doubts.values().forEach(doubt -> doubt.accepted(kind, control, intentNanos));
  }

  /** This message proves nothing about what came after it: it was there before. */
  void isNoControl(String messageId) {
    doubts.values().forEach(doubt -> doubt.isNoControl(messageId));
  }

  /** Doubts to look up now, so that at most {@code most} looks are in progress. */
  List<Doubt> due(int most) {
    var now = time.nanos();
    return doubts.values().stream()
        .filter(doubt -> !doubt.isAsked() && now - doubt.nextLook() >= 0)
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
    doubt.asked(decisive, time.nanos());
    looking++;
  }

  /**
   * The message that its answer named is not certainly this one, but {@code likely} says whether it
   * may be; now the conversation is looked into.
   */
  void askedByName(Doubt doubt, boolean likely) {
    looking = Math.max(0, looking - 1);
    doubt.askedByName(likely, time.nanos());
  }

  /** A message was found and has yet to be confirmed; meanwhile others are looked up. */
  void waits(Doubt doubt) {
    doubt.waits();
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
        .filter(doubt -> !doubt.isAsked())
        .map(Doubt::nextLook)
        .min((a, b) -> Long.signum(a - b));
  }

  /**
   * The result of a look: the settlement of the doubt, or empty and a later look.
   *
   * @param reachable whether the platform answers this bot at all
   */
  Optional<Settlement> looked(Doubt doubt, Finding finding, Sent sent, boolean reachable) {
    var what = doubt.what();
    var key = new Key(what.run(), what.seq());
    looking = Math.max(0, looking - (doubt.ended() ? 1 : 0));
    if (doubts.get(key) != doubt) {
      return Optional.empty();
    }
    doubt.answered(finding, reachable);
    var quiet = quiet(sent);
    var age = doubt.ageAtLook();
    learn(doubt, finding, age);
    var enough = finding instanceof Finding.None ? quietWithout(doubt, quiet) : quiet;
    var isQuiet = doubt.isDecisive() && age.compareTo(enough) >= 0;
    var worn = misunderstood.getOrDefault(key, 0) >= MOST_MISUNDERSTOOD;
    var to =
        RecipientLife.after(
            RecipientState.UNKNOWN,
            new RecipientLife.Event.Looked(
                finding,
                isQuiet,
                !doubt.isClosedFor(tuning.listingPatience()),
                worn,
                sent.onUnknown()));
    if (to == RecipientState.UNKNOWN) {
      doubt.looksNextAt(nextLook(doubt, finding, quiet));
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
    return doubt.isControlled() || quiet.compareTo(longest) > 0 ? quiet : longest;
  }

  /** The delay lies between the last look that did not show the message and the first that did. */
  private void learn(Doubt doubt, Finding finding, Duration age) {
    if (finding instanceof Finding.None) {
      doubt.absent();
    } else if (finding instanceof Finding.Ours) {
      var twice = doubt.absentAt().multipliedBy(2);
      remember(age.compareTo(twice) < 0 ? age : twice);
    }
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
    var age = now - doubt.since();
    for (var look : List.of(tuning.secondLook(), quiet.dividedBy(2), quiet)) {
      if (age < look.toNanos()) {
        return doubt.since() + look.toNanos();
      }
    }
    var often = now + tuning.betweenLooks().toNanos();
    if (!(finding instanceof Finding.None)) {
      return often;
    }
    var longest = doubt.since() + tuning.longestQuiet().toNanos();
    return Math.min(Math.max(often, now + age / 4), Math.max(often, longest));
  }
}
