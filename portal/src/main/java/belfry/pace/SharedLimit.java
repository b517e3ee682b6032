package belfry.pace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recognizes that the platform limits several bots together, and then lets them share one pace.
 * Otherwise each would come back while another one rests, be refused, and prolong its rest. All
 * times are nanoseconds of one monotonic clock; its own lock guards it and its bots.
 */
public final class SharedLimit {
  private static final Logger LOG = LoggerFactory.getLogger(SharedLimit.class);

  /** So many times was somebody refused who began while another bot rested, and nobody accepted. */
  private static final int CERTAIN = 3;

  /** Whatever all were refused at once is one sign. */
  private static final long APART = (long) Pacer.SECOND;

  /**
   * Whoever alone is refused so often may have a lower limit of their own; the others try it then.
   */
  private static final int ALWAYS_THE_SAME = 8;

  /** And so often, if each time costs all of them so much. */
  private static final int THE_SAME = 3;

  private static final Duration MUCH = Duration.ofSeconds(5);

  /** So many of the urgent go before one of the others. */
  private static final int BEFORE_ONE = 9;

  /** Limits change, so this is found out anew. */
  private static final long BELIEVED = Duration.ofDays(1).toNanos();

  /** After it turned out not to be so, it is not believed for so long, and then for twice that. */
  private static final long NOT_BELIEVED = Duration.ofMinutes(1).toNanos();

  /** Whoever did not ask for so long has nothing to send. */
  private static final long WAITING = (long) Pacer.SECOND;

  /** What was not used for so long is not needed. */
  private static final long GRANTED = Duration.ofMillis(250).toNanos();

  /** How many seconds one bot may be ahead of another. */
  private static final double AHEAD = 0.125;

  private final String app;
  private final List<BotPace> bots = new ArrayList<>();
  private @Nullable Pacer common;
  private long until;

  /**
   * Until it is certain, this one sends twice as much as others, so that a limit of its own would
   * be met while theirs are not; another one each time.
   */
  private @Nullable BotPace first;

  private int times;
  private boolean confirmed;

  private int suspicion;
  private long suspectedAt;
  private long notBefore;
  private long patience = NOT_BELIEVED;
  private @Nullable BotPace refused;
  private long refusedAt;
  private int again;

  /** Whom the others do not rest with; one of them asks whose limit it is. */
  private @Nullable BotPace tried;

  private @Nullable BotPace asks;

  private long askedAt;

  /** How many of the urgent went since others did. */
  private int hurried;

  /** When the last rest ends that all were asked for. */
  private long restsUntil;

  /**
   * Of none yet.
   *
   * @param app for the log
   */
  public SharedLimit(String app, long now) {
    this.app = app;
    suspectedAt = now - APART;
    notBefore = now;
    restsUntil = now;
  }

  void takes(BotPace bot, boolean knownToShare) {
    if (!bots.contains(bot)) {
      bots.add(bot);
    }
    suspicion = knownToShare ? Math.max(suspicion, CERTAIN - 1) : suspicion;
  }

  void leaves(BotPace bot, long now) {
    if (bots.size() <= 2) {
      end(now);
    }
    bots.remove(bot);
  }

  /** The pace that all share; empty if each goes at its own. */
  Optional<Pacer> common() {
    return Optional.ofNullable(common);
  }

  /** How many permits of the common pace are this bot's now. */
  int share(BotPace bot, int permits, double perSecond, long now) {
    if (isTrying(now)) {
      return asks == null ? Math.min(1, permits) : 0;
    }
    var before = !bot.hurries() && others(bot, now).stream().anyMatch(BotPace::hurries);
    return before
        ? Math.min(permits, hurried / BEFORE_ONE)
        : evenShare(bot, permits, perSecond, now);
  }

  private int evenShare(BotPace bot, int permits, double perSecond, long now) {
    var others = alike(bot, now);
    var least = others.stream().mapToLong(this::had).min();
    if (permits < 1 || least.isEmpty() || bot.isSlower()) {
      return permits;
    }
    var ahead = had(bot) - least.getAsLong();
    return ahead > Math.max(1, perSecond * AHEAD) ? 0 : Math.ceilDiv(permits, others.size() + 1);
  }

  /** Whoever has a lower limit keeps nobody waiting. */
  private List<BotPace> others(BotPace bot, long now) {
    return bots.stream()
        .filter(other -> other != bot && !other.isSlower() && other.waits(now, WAITING))
        .toList();
  }

  private List<BotPace> alike(BotPace bot, long now) {
    return others(bot, now).stream().filter(other -> other.hurries() == bot.hurries()).toList();
  }

  /** How many others have their turn before this bot. */
  int place(BotPace bot, long now) {
    return (int) alike(bot, now).stream().filter(other -> had(other) < had(bot)).count();
  }

  private long had(BotPace bot) {
    return !confirmed && bot == first ? bot.begun() / 2 : bot.begun();
  }

  private boolean isTrying(long now) {
    if (tried != null && tried.restLeft(now).isZero()) {
      tried = null;
    }
    return tried != null;
  }

  void began(BotPace bot, int count, long began) {
    hurried = bot.hurries() ? hurried + count : Math.max(0, hurried - BEFORE_ONE * count);
    hurried = Math.min(hurried, BEFORE_ONE * BEFORE_ONE);
    if (tried != null && bot != tried && tried.restedAt(began)) {
      asks = bot;
      askedAt = began;
    }
  }

  /** What was asked may have been answered without saying anything. */
  void landed(BotPace bot, long began) {
    if (bot == asks && began - askedAt >= 0) {
      asks = null;
    }
  }

  /** Whoever had nothing to send does not make up for it. */
  void waits(BotPace bot, long now) {
    if (!bot.waits(now, WAITING)) {
      others(bot, now).stream().mapToLong(BotPace::begun).min().ifPresent(bot::beganAtLeast);
    }
  }

  void heard(long until) {
    if (isConfirmed() && tried == null) {
      restsUntil = Math.max(restsUntil, until);
    }
  }

  boolean rests(long now) {
    return now - restsUntil < 0;
  }

  boolean isConfirmed() {
    return common != null && confirmed;
  }

  /** How many permits others have that they have not used yet. */
  int granted(BotPace bot, long now) {
    return bots.stream()
        .filter(other -> other != bot && now - other.grantedAt() < GRANTED)
        .mapToInt(BotPace::granted)
        .sum();
  }

  int underWay() {
    return bots.stream().mapToInt(BotPace::underWay).sum();
  }

  int size() {
    return bots.size();
  }

  /** What an answer to a request that began then says of whose the limits are. */
  void answered(BotPace bot, long began, boolean accepted, long now) {
    if (common != null && now - until >= 0) {
      end(now);
    }
    if (tried != null && tells(tried, bot, began, accepted, now)) {
      tried(tried, accepted, now);
    } else if (common == null
        && bots.stream().anyMatch(other -> tells(other, bot, began, accepted, now))) {
      if (accepted) {
        suspicion = Math.max(0, suspicion - 1);
      } else if (now - suspectedAt >= APART) {
        suspicion++;
        suspectedAt = now;
      }
      if (suspicion >= CERTAIN && now - notBefore >= 0) {
        begin(now);
      }
    }
  }

  /** The platform may end a rest as much earlier as its answer took. */
  private static boolean tells(BotPace other, BotPace bot, long began, boolean accepted, long now) {
    return other != bot && other.restedAt(began) && (!accepted || other.restsSurely(now));
  }

  private void tried(BotPace one, boolean accepted, long now) {
    tried = null;
    again = 0;
    if (!accepted) {
      if (!confirmed) {
        LOG.info("App {}: its bots are limited together. From now on they share one pace", app);
        bots.forEach(BotPace::beginEven);
      }
      confirmed = true;
    } else if (!confirmed && one == first) {
      notBefore = now + patience;
      patience = Math.min(2 * patience, BELIEVED);
      end(now);
    } else {
      one.isSlower(true);
      if (bots.stream().allMatch(BotPace::isSlower)) {
        end(now);
      }
    }
  }

  /** Whether all who share the pace rest because this one was refused. */
  boolean restsAll(BotPace bot, long began, Duration rest, long now) {
    if (began - refusedAt >= 0) {
      again = bot == refused && !others(bot, now).isEmpty() ? again + 1 : 0;
      refused = bot;
    }
    refusedAt = now;
    var often = rest.compareTo(MUCH) < 0 ? ALWAYS_THE_SAME : THE_SAME;
    if (tried == null && (!confirmed || again >= often || bot.isSlower())) {
      tried = bot;
      asks = null;
    }
    if (tried != null) {
      // Others took it for theirs when it was heard.
      restsUntil = now;
    }
    return tried == null;
  }

  private void begin(long now) {
    bots.forEach(BotPace::beginEven);
    first = bots.get(times++ % bots.size());
    var pacer = new Pacer(PaceMemory.none(), now);
    bots.forEach(bot -> pacer.rest(bot.restLeft(now), now));
    common = pacer;
    confirmed = false;
    until = now + BELIEVED;
    suspicion = 0;
    refusedAt = now;
    again = 0;
  }

  private void end(long now) {
    if (common != null) {
      if (confirmed) {
        bots.forEach(bot -> bot.goOnAlone(now));
        LOG.info("App {}: each of its bots goes at its own pace again", app);
      }
      common = null;
      tried = null;
      restsUntil = now;
    }
  }
}
