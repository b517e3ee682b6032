package belfry.delivery;

import belfry.apps.AppName;
import belfry.base.Backoff;
import belfry.base.Time;
import belfry.platform.Outcome;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches whether the bot's token works, and whether the platform answers here at all. It asks the
 * platform before the first send; repeatedly after a refusal, until the token works and sending
 * resumes by itself; and when no send has got an answer for a while. Used only by its lane's
 * thread.
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

  /** How many times in a row the platform did not answer this request. */
  private int unanswered;

  private Optional<Long> silentSince = Optional.empty();
  private String trouble = "";

  /** Why a send was refused, until it is known whether the token is the cause. */
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
   * A request got no answer. If none does for a while, the platform is asked who the bot is. This
   * shows whether it is unreachable, or only sending fails.
   */
  void silent() {
    silentSince = silentSince.or(() -> Optional.of(time.nanos()));
  }

  /** The lane is no longer ours; this ownership says nothing about the next one. */
  void laneLeft() {
    heard();
  }

  /** Whether the platform does not seem to answer here, so that another node may try. */
  boolean isCutOff() {
    return trouble.isEmpty() && unanswered > 0;
  }

  /**
   * Why the bot cannot be used until somebody acts; empty if it can, or if this is not known yet.
   */
  String trouble() {
    return trouble;
  }

  /** Whether the trouble, or its end, has yet to be recorded. */
  boolean hasNews() {
    return !told;
  }

  void written() {
    told = true;
  }

  /**
   * A send was refused because of its token. Before this is reported, the platform is asked who the
   * bot is, because a single refusal may come from a gateway.
   */
  void doubted(String words) {
    if (works) {
      works = false;
      suspicion = words;
      askAt = time.nanos();
    }
  }

  /** The platform refused the token, or it belongs to another app's bot. */
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

  /**
   * Whether to ask the platform now; a caller that gets true must ask, and report to {@link
   * #answered}.
   */
  boolean tryBeginCheck() {
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

  /** The result of asking. If the platform says nothing, sending is not held up. */
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
    askAt = time.nanos() + interval().toNanos();
    if (check instanceof Wire.Check.Later(var rest)) {
      askAt = Math.max(askAt, time.nanos() + rest.toNanos());
    }
  }

  /** No request was made, which says nothing about the platform, only about its rate limit. */
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

  /** A single missing answer says little; a refusal requires somebody to act. */
  private Duration interval() {
    var soon = Backoff.after(unanswered - 1, FIRST_REST, LONGEST_REST);
    return unanswered > 0 && soon.compareTo(between) < 0 ? soon : between;
  }

  /** When to ask next; {@code otherwise} if not at all. */
  long nextOr(long otherwise) {
    return !isSuspect() || asking ? otherwise : Math.min(askAt, otherwise);
  }

  /** Learns from the answer to a request about the bot and the connection. */
  void answered(LaneEvent.Ended answered) {
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
