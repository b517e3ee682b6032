package belfry.delivery;

import belfry.apps.AppName;
import belfry.base.Time;
import belfry.pace.Backoff;
import belfry.platform.Outcome;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the bot's token can be used, and whether the platform answers here at all. It is asked
 * before the first send, again and again after a refusal until the token works, so that sending
 * goes on by itself, and when for long no send had an answer. Its lane's thread only.
 */
final class BotWatch {
  private static final Logger LOG = LoggerFactory.getLogger(BotWatch.class);

  private static final Duration FIRST_REST = Duration.ofSeconds(1);
  private static final Duration LONGEST_REST = Duration.ofSeconds(8);

  private final AppName app;
  private final Duration between;
  private final Duration patience;
  private final Time time;
  private boolean works;
  private boolean asking;
  private long askAt;

  /** How often in a row it was asked and did not answer. */
  private int unanswered;

  private Optional<Long> silentSince = Optional.empty();
  private String trouble = "";

  /** Why a send was refused, until it is known whether the token is at fault. */
  private String suspicion = "";

  private boolean told = true;

  BotWatch(AppName app, Tuning tuning, Time time) {
    this.app = app;
    between = tuning.quiet().dividedBy(4);
    patience = tuning.requestTimeout();
    this.time = time;
    askAt = time.nanos();
  }

  boolean works() {
    return works;
  }

  /** The platform answered a request, whatever it said. */
  void heard() {
    silentSince = Optional.empty();
    unanswered = 0;
  }

  /**
   * A request had no answer. When for a while none has, the platform is asked who the bot is: that
   * tells whether it is out of reach, or only sending fails.
   */
  void silent() {
    silentSince = silentSince.or(() -> Optional.of(time.nanos()));
  }

  /** The lane is not ours any more; how it went says nothing of the next time. */
  void laneLeft() {
    heard();
  }

  /** Whether the platform does not answer here, as far as can be seen: another node may try. */
  boolean isCutOff() {
    return trouble.isEmpty() && unanswered > 0;
  }

  /** Why it cannot be used until somebody acts; empty when it can, or is only not known yet. */
  String trouble() {
    return trouble;
  }

  /** Whether the trouble, or its end, is still to be written down. */
  boolean hasNews() {
    return !told;
  }

  void written() {
    told = true;
  }

  /**
   * A send was refused for its token's sake. Before anybody is told, the platform is asked who the
   * bot is: a single refusal may be a gateway's.
   */
  void doubted(String words) {
    if (works) {
      works = false;
      suspicion = words;
      askAt = time.nanos();
    }
  }

  /** The platform refused the token, or it is of another app's bot. */
  void refused(String words) {
    works = false;
    if (trouble.isEmpty()) {
      trouble = words;
      told = false;
      askAt = time.nanos() + between.toNanos();
      LOG.error(
          "App {}: the bot's token cannot be used ({}). Nothing is lost: sending resumes by itself when the token works again",
          app,
          words);
    }
  }

  /** Whether the platform is to be asked now; who gets true asks, and tells {@link #answered}. */
  boolean asks() {
    if (!isSuspect() || asking || time.nanos() - askAt < 0) {
      return false;
    }
    asking = true;
    return true;
  }

  private boolean isSuspect() {
    return !works
        || silentSince.filter(since -> time.nanos() - since > patience.toNanos()).isPresent();
  }

  /** The platform was asked. What is sent meanwhile is not held up where it says nothing. */
  void answered(Wire.Check check) {
    asking = false;
    switch (check) {
      case Wire.Check.Works() -> {
        heard();
        recovered();
      }
      case Wire.Check.Refused(var words) -> {
        heard();
        refused(words);
      }
      case Wire.Check.Later(var rest) -> later(rest);
      case Wire.Check.Silent() -> {
        unanswered++;
        if (!suspicion.isEmpty()) {
          refused(suspicion);
        }
      }
    }
    askAt = time.nanos() + rest().toNanos();
    if (check instanceof Wire.Check.Later(var rest)) {
      askAt = Math.max(askAt, time.nanos() + rest.toNanos());
    }
  }

  /** Nobody was asked: that says nothing about the platform, only about how it may be asked. */
  private void later(Duration rest) {
    if (!works && rest.compareTo(between) > 0) {
      LOG.info(
          "App {}: Webex asked for a pause, so the bot cannot be identified for another {} s. Nothing is sent until then",
          app,
          rest.toSeconds());
    }
  }

  private void recovered() {
    works = true;
    suspicion = "";
    if (!trouble.isEmpty()) {
      LOG.info("App {}: the bot's token works again; sending resumes", app);
      trouble = "";
      told = false;
    }
  }

  /** A single answer that is missing says little; a refusal needs somebody to act. */
  private Duration rest() {
    var soon = Backoff.after(unanswered - 1, FIRST_REST, LONGEST_REST);
    return unanswered > 0 && soon.compareTo(between) < 0 ? soon : between;
  }

  /** When it is to be asked next; {@code otherwise} when it is not. */
  long nextOr(long otherwise) {
    return !isSuspect() || asking ? otherwise : Math.min(askAt, otherwise);
  }

  /** What an answer to a send tells of the bot and of the line. */
  void answered(LaneEvent.Answered answered) {
    switch (answered.outcome()) {
      case Outcome.Unauthorized(var words) -> {
        heard();
        doubted(words);
      }
      case Outcome.Unreadable _ -> silent();
      case Outcome.Unknown _, Outcome.NotSent _ -> {
        if (answered.isSilence()) {
          silent();
        }
      }
      default -> heard();
    }
  }
}
