package belfry.delivery.lane;

import belfry.base.Backoff;
import belfry.base.Time;
import belfry.delivery.foundation.Tuning;
import belfry.platform.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whose refusals are: the bot's, which rests then, or a recipient's, who then waits alone, longer
 * each time, and is left to people in the end. A refusal that comes back for one recipient while
 * others pass is theirs; where such refusals are about, so is the first of a recipient. Used by any
 * thread.
 *
 * @param <K> what is to be tried again
 */
final class Refusals<K> {
  /**
   * From this refusal on in a row, with others accepted between, it is theirs. A second may be
   * chance: strays are up to two in a hundred, so two in a row come once in some thousand messages,
   * three hardly ever.
   */
  private static final int THEIRS = 3;

  /** The same, for whoever waits alone already. */
  private static final int OFTEN = 2;

  /** So many others must be accepted between two refusals to tell them from a limit's. */
  private static final int OTHERS = 2;

  /** So many others go before whoever was refused once: they show whose refusal it was. */
  private static final int BEFORE_IT_IS_KNOWN = 5;

  /** So many more after the next: the same number could be that of a limit, each time. */
  private static final int MORE_EACH_TIME = 3;

  /** Those who are refused alone take no larger part than this of the pace from the others. */
  private static final int BEFORE_THEM = 30;

  /** From this suspicion on the first refusal of a recipient is theirs too. */
  private static final double ABOUT = 1.5;

  private static final double MOST = 4;

  /** What a second try that is accepted takes back: so it was the bot's, or chance. */
  private static final double PASSED = 0.2;

  /** What each acceptance takes back; a thousand make it forgotten. */
  private static final double FORGOTTEN = MOST / 1_000;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

  /** Whoever is accepted again is sent to within a minute. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** As many recipients are remembered; those refused longest ago are forgotten first. */
  private static final int REMEMBERED = 20_000;

  private final Time time;
  private final Duration patience;
  private final Map<String, Refused> refused = new LinkedHashMap<>();
  private final Map<K, Wait> waits = new HashMap<>();
  private final LongSupplier elsewhere;
  private double suspicion;
  private long passed;

  /** Fewer refusals in a row may be chance, however much time an outage left between them. */
  private static final int ENOUGH = 6;

  /** What had passed when suspicion last rose: a limit that refuses several again shows it once. */
  private long passedAtSuspicion;

  /** Recipients refused for the first time since the last acceptance. */
  private int inARow;

  /** If more than so many are refused with nobody accepted between, the bot rests as well. */
  private static final int MANY = 10;

  /** Who was refused since the last acceptance, up to one more than {@link #MANY}. */
  private final Set<String> sinceAPass = new HashSet<>();

  /** What had passed by then. */
  private long passedBefore;

  /**
   * Until when a recipient is not tried again.
   *
   * @param others how many others go first, if there are any
   * @param theirs whether it was refused so often while others passed that people are told so
   */
  record Wait(long until, int others, boolean theirs) {}

  /** A recipient, since the first of some refusals in a row. */
  private static final class Refused {
    private int count;

    /** Of those, while others passed: where nobody does, it may be the bot's. */
    private int whileOthersPass;

    private long passedThen;

    /** Since when it has been refused and nothing else. */
    private @Nullable Long since;

    /** Whether it was taken for theirs while such refusals were about. */
    private boolean alone;

    private int refusedSince;

    void begins(@Nullable Long now) {
      since = now;
      refusedSince = 0;
    }
  }

  /** {@code elsewhere} counts what passes of other kinds. */
  Refusals(Tuning tuning, Time time, LongSupplier elsewhere) {
    this.time = time;
    this.elsewhere = elsewhere;
    patience = tuning.listingPatience();
  }

  /** How many were not refused. */
  synchronized long passed() {
    return passed + elsewhere.getAsLong();
  }

  /** Whether many are refused of late because of whom they are. */
  synchronized boolean areAbout() {
    return suspicion >= ABOUT;
  }

  /** The outcome of an attempt for this recipient, with whose refusal it is. */
  synchronized Outcome judged(K key, String target, Outcome outcome) {
    return switch (outcome) {
      case Outcome.Throttled(var rest, _, _) -> refused(key, target, rest);
      case Outcome.Accepted _, Outcome.Refused _ -> {
        passed(target);
        yield outcome;
      }
      case Outcome.Unknown _, Outcome.Unreadable _ -> {
        // Perhaps it was accepted.
        Optional.ofNullable(refused.get(target)).ifPresent(one -> one.begins(null));
        yield outcome;
      }
      case Outcome.Unauthorized _, Outcome.NotSent _ -> outcome;
    };
  }

  private void passed(String target) {
    passed++;
    inARow = 0;
    suspicion = Math.max(0, suspicion - FORGOTTEN);
    var one = refused.remove(target);
    if (one != null && one.count == 1) {
      suspicion = Math.max(0, suspicion - PASSED);
    }
  }

  private Outcome refused(K key, String target, Optional<Duration> asked) {
    var known = refused.remove(target);
    var one = known == null ? new Refused() : known;
    var againWhileOthersPass = one.count > 0 && passed() - one.passedThen >= OTHERS;
    if (againWhileOthersPass && passed() > passedAtSuspicion) {
      passedAtSuspicion = passed();
      suspicion = Math.min(MOST, suspicion + 1);
    }
    inARow += known == null ? 1 : 0;
    if (passed() > passedBefore) {
      passedBefore = passed();
      sinceAPass.clear();
    }
    if (sinceAPass.size() <= MANY) {
      sinceAPass.add(target);
    }
    one.count = againWhileOthersPass || one.count == 0 || isTheirs(one) ? one.count + 1 : one.count;
    one.whileOthersPass += againWhileOthersPass || one.whileOthersPass == 0 ? 1 : 0;
    one.passedThen = passed();
    remember(target, one);
    var now = time.nanos();
    var wait = Backoff.after(one.count - 1, FIRST_WAIT, LONGEST_WAIT);
    var longer = asked.filter(rest -> rest.compareTo(wait) > 0).orElse(wait);
    one.alone |= suspicion >= ABOUT && (known != null || inARow <= 1);
    var alone = isTheirs(one);
    var unlikeBefore = BEFORE_IT_IS_KNOWN + MORE_EACH_TIME * (one.count - 1);
    var until = now + longer.toNanos();
    if (!alone) {
      waits.put(key, new Wait(until, unlikeBefore, false));
      return new Outcome.Throttled(asked);
    }
    var since = one.since;
    if (since == null) {
      since = now;
      one.begins(now);
    }
    one.refusedSince++;
    var onlyThem = sinceAPass.size() <= MANY;
    var theirs = onlyThem && isKnownToBeTheirs(one);
    waits.put(key, new Wait(until, BEFORE_THEM, theirs));
    if (!isSurelyTheirs(one) || one.refusedSince < ENOUGH || now - since < patience.toNanos()) {
      return new Outcome.Throttled(asked, onlyThem, theirs);
    }
    one.begins(null);
    sinceAPass.remove(target);
    waits.remove(key);
    return new Outcome.Refused(Outcome.TOO_MANY, "");
  }

  /**
   * Only they may be left to people. Where hardly anybody else is tried, twice is enough: those who
   * are left at the end of a run see nobody pass a third time.
   */
  private boolean isSurelyTheirs(Refused one) {
    return one.whileOthersPass >= (one.alone && sinceAPass.size() <= MANY ? OFTEN : THEIRS);
  }

  /** A limit of the bot refuses others too, so that people are told of nobody sooner. */
  private boolean isKnownToBeTheirs(Refused one) {
    return one.whileOthersPass >= THEIRS || (isSurelyTheirs(one) && one.refusedSince >= ENOUGH);
  }

  private static boolean isTheirs(Refused one) {
    return one.count >= THEIRS || one.alone;
  }

  private void remember(String target, Refused one) {
    refused.put(target, one);
    if (refused.size() > REMEMBERED) {
      refused.remove(refused.keySet().iterator().next());
    }
  }

  /** For how long the recipient of an attempt waits who is to be tried again. */
  synchronized Wait waitOf(K key) {
    return Objects.requireNonNullElseGet(waits.remove(key), () -> new Wait(time.nanos(), 0, false));
  }

  /** The lane is no longer ours. Whose refusals they are stays known, not since when. */
  synchronized void laneLeft() {
    waits.clear();
    sinceAPass.clear();
    refused.values().forEach(one -> one.begins(null));
  }
}
