package belfry.delivery.lane;

import belfry.base.Backoff;
import belfry.base.Clause;
import belfry.base.Time;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.foundation.Tuning;
import belfry.platform.Outcome;
import belfry.runs.recipients.Reasons;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches whether the bot's token works, and whether the platform answers here at all. It asks the
 * platform before the first send; repeatedly after a refusal, until the token works and sending
 * resumes by itself; and during an {@link Silence}, in which at most one send is under way. Used
 * only by its lane's thread.
 */
final class BotWatch {
  private static final Logger LOG = LoggerFactory.getLogger(BotWatch.class);

  private static final Duration FIRST_REST = Duration.ofSeconds(1);
  private static final Duration LONGEST_REST = Duration.ofSeconds(4);

  /** How often an outage is in the log while it lasts. */
  private static final Duration TOLD_AGAIN = Duration.ofMinutes(1);

  private final LaneId lane;
  private final Duration between;
  private final Duration patience;
  private final Time time;
  private boolean works;

  /** Whether the settings no longer have it. */
  private boolean gone;

  /** Whether the token was refused to another request than a send, so that it is asked about. */
  private boolean suspected;

  private boolean asking;
  private long askedAt;
  private long askAt;

  /** How many times in a row the platform did not answer this request. */
  private int unanswered;

  private Optional<Long> silentSince = Optional.empty();
  private String trouble = "";

  /** Why a send was refused, until it is known whether the token is the cause. */
  private String suspicion = "";

  /** What was recorded before may be another process's, or from before a start. */
  private boolean told;

  private Silence outage = Silence.NONE;

  /** When an outage began, or something was understood: what was intended earlier says nothing. */
  private long since;

  /** When a send last got nothing. */
  private long unansweredAt;

  /** When the single send of an outage was intended that is under way. */
  private Optional<Long> probe = Optional.empty();

  private final Duration betweenProbes;
  private long tellAt;

  /** What came instead of answers, while nobody is sent to for that; read by any thread. */
  private volatile Optional<String> instead = Optional.empty();

  BotWatch(LaneId lane, Tuning tuning, Time time) {
    this.lane = lane;
    between = tuning.betweenLooks();
    patience = tuning.requestTimeout();
    this.time = time;
    betweenProbes = tuning.betweenProbes();
    askAt = time.nanos();
    since = askAt;
  }

  boolean works() {
    return works;
  }

  /** Whether nothing will ever be sent, or be seen, by this bot. */
  boolean isGone() {
    return gone;
  }

  /** How many more requests that change something may begin now. */
  int permits() {
    return !outage.isOn() ? Integer.MAX_VALUE : isProbeDue() ? 1 : 0;
  }

  private boolean isProbeDue() {
    return probe.isEmpty() && time.nanos() - probeAt() >= 0;
  }

  private long probeAt() {
    return unansweredAt + outage.untilSend(betweenProbes).toNanos();
  }

  /** One that begins although no read is understood keeps no other from finding out. */
  void began(int count, long intentNanos) {
    if (outage.isOn() && count > 0) {
      probe = Optional.of(intentNanos).filter(_ -> outage.ready());
      unansweredAt = intentNanos;
    }
  }

  /**
   * What came instead of answers, while nobody is sent to because of that. May be called from any
   * thread.
   */
  Optional<String> silence() {
    return instead;
  }

  /** The platform answered a request, whatever it said. */
  void heard() {
    silentSince = Optional.empty();
    unanswered = 0;
    outage = outage.readable();
    if (!outage.isOn() && instead.isPresent()) {
      instead = Optional.empty();
      LOG.info("App {}: Webex answers again", lane);
    }
  }

  /** The platform's record shows a message whose answer was lost, so it was sent. */
  void found(Doubt doubt) {
    doubt
        .intentNanos()
        .ifPresent(intent -> {
          if (intent - since >= 0) {
            understood();
          }
        });
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
    over();
    heard();
    told = false;
  }

  /** Whether the platform does not seem to answer here, so that another node may try. */
  boolean isCutOff() {
    return trouble.isEmpty() && unanswered > 0 && (!works || isSilentForLong());
  }

  /**
   * Why the bot cannot be used until somebody acts; empty if it can, or if this is not known yet.
   */
  String trouble() {
    return trouble;
  }

  /** Whether the trouble, or its end, has yet to be recorded. */
  boolean hasNews() {
    return !told && (works || !trouble.isEmpty());
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

  /**
   * Something else was refused because of the token. Sending goes on until the platform has said
   * who the bot is: where sends are refused too, the first one shows it.
   */
  void refusedElsewhere() {
    suspected = works;
  }

  /** The platform refused the token, or it belongs to another app's bot. */
  void refused(String words) {
    works = false;
    if (trouble.isEmpty()) {
      trouble = words;
      told = false;
      askAt = time.nanos() + between.toNanos();
      LOG.error(
          "App {}: the bot's token cannot be used ({}). Set a new one in the settings and restart Belfry, unless it works again by itself. Nothing is lost: messages wait",
          lane,
          Clause.of(words));
    }
  }

  /**
   * Whether to ask the platform now; a caller that gets true must ask, and report to {@link
   * #answered}.
   */
  boolean tryBeginCheck() {
    forget();
    if (!isSuspect() || isAsking() || time.nanos() - askAt < 0) {
      return false;
    }
    asking = true;
    askedAt = time.nanos();
    return true;
  }

  /** In an outage a question that hangs keeps nobody from asking again. */
  private boolean isAsking() {
    return asking && !(outage.isOn() && time.nanos() - againAt() >= 0);
  }

  private long againAt() {
    return askedAt + Silence.betweenReads(betweenProbes).toNanos();
  }

  /** Nobody was left to send to: whether sends are answered again will show with the next. */
  private void forget() {
    if (outage.isOn()
        && outage.ready()
        && probe.isEmpty()
        && time.nanos() - unansweredAt > 2 * betweenProbes.toNanos()) {
      over();
    }
  }

  private boolean isSuspect() {
    return !works || suspected || (outage.isOn() ? !outage.ready() : isSilentForLong());
  }

  private boolean isSilentForLong() {
    return silentSince.filter(begin -> time.nanos() - begin > patience.toNanos()).isPresent();
  }

  /** The result of asking. If the platform says nothing, sending is not held up. */
  void answered(Wire.Check check) {
    asking = false;
    suspected = false;
    switch (check) {
      case Wire.Check.Works() -> {
        heard();
        recovered();
      }
      case Wire.Check.Refused(var words) -> {
        heard();
        refused(words);
      }
      case Wire.Check.Gone(var words) -> {
        heard();
        left(words);
      }
      case Wire.Check.Later(var rest) -> later(rest);
      case Wire.Check.Silent(var why) -> {
        unanswered++;
        outage = outage.unreadable();
        tellAgain();
        if (!suspicion.isEmpty()) {
          refused(suspicion);
        } else if (!works && trouble.isEmpty() && unanswered == Silence.SEVERAL) {
          begins(why, "It is asked who the bot is before anything is sent; nothing is lost");
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
          lane,
          rest.toSeconds());
    }
  }

  private void left(String words) {
    works = false;
    if (!gone) {
      gone = true;
      told = false;
      trouble = words;
      LOG.info(
          "App {}: this bot is no longer in the settings. Who waits for it is sent to by the others; what it sent can no longer be recalled, corrected or looked up",
          lane);
    }
  }

  private void recovered() {
    works = true;
    gone = false;
    suspicion = "";
    if (!trouble.isEmpty()) {
      LOG.info("App {}: the bot's token works again; sending resumes", lane);
      trouble = "";
      told = false;
    }
  }

  /** A single missing answer says little; a refusal requires somebody to act. */
  private Duration interval() {
    if (works && outage.isOn()) {
      return outage.untilRead(betweenProbes);
    }
    var soon = Backoff.after(unanswered - 1, FIRST_REST, LONGEST_REST);
    return unanswered > 0 && soon.compareTo(between) < 0 ? soon : between;
  }

  /** When to ask, or to send to somebody, next; {@code otherwise} if not at all. */
  long nextOr(long otherwise) {
    var next = otherwise;
    if (outage.isOn() && probe.isEmpty() && probeAt() - time.nanos() > 0) {
      next = Math.min(next, probeAt());
    }
    if (isSuspect() && (!asking || outage.isOn())) {
      next = Math.min(next, asking ? Math.max(askAt, againAt()) : askAt);
    }
    return next;
  }

  /** Learns from the answer to a request about the bot and the connection. */
  void answered(LaneEvent.Ended answered) {
    probe = probe.filter(intent -> intent != answered.intentNanos());
    switch (answered.outcome()) {
      case Outcome.Unauthorized(var words) -> {
        heard();
        understood();
        doubted(words);
      }
      case Outcome.Unreadable(var why, _) -> {
        silent();
        missed(answered, outage.unanswered(answered.to()), why);
      }
      case Outcome.Unknown(var why, _) -> {
        if (answered.isSilence()) {
          silent();
        }
        missed(answered, outage.unanswered(answered.to()), why);
      }
      case Outcome.NotSent(var why, _) -> {
        if (answered.isSilence()) {
          silent();
        }
        if (!answered.heldBack()) {
          missed(answered, outage.unsent(), why);
        }
      }
      // A file that is gone, of which nobody was told.
      case Outcome.Refused(var status, _) when status == Reasons.NOT_THE_PLATFORMS -> {}
      // A limit may be a gateway's, and says nothing of whether what it lets through is answered.
      case Outcome.Throttled _ -> {}
      case Outcome.Refused(var status, _) when status == Outcome.TOO_MANY -> {}
      case Outcome.Accepted _, Outcome.Refused _ -> {
        heard();
        understood();
      }
    }
  }

  /** A request that was to change something got nothing that was understood. */
  private void missed(LaneEvent.Ended answered, Silence then, String why) {
    var now = time.nanos();
    if (answered.intentNanos() - since < 0) {
      return;
    }
    var begins = then.isOn() && !outage.isOn();
    outage = then;
    unansweredAt = now;
    if (!outage.isOn()) {
      return;
    }
    askAt = now + outage.untilRead(betweenProbes).toNanos();
    if (begins) {
      since = now;
      begins(
          why,
          "Nothing is sent until it does, except now and then one message to find out; nothing is lost");
    }
  }

  private void begins(String why, String next) {
    instead = Optional.of(why);
    tellAt = time.nanos() + TOLD_AGAIN.toNanos();
    LOG.warn("App {}: Webex does not answer ({}). {}", lane, why, next);
  }

  private void tellAgain() {
    if (instead.isPresent() && time.nanos() - tellAt >= 0) {
      tellAt = time.nanos() + TOLD_AGAIN.toNanos();
      LOG.warn("App {}: Webex still does not answer", lane);
    }
  }

  /** The platform itself has answered what was to change something. */
  private void understood() {
    if (instead.isPresent()) {
      LOG.info("App {}: Webex answers again; sending goes on", lane);
    }
    over();
  }

  private void over() {
    outage = Silence.NONE;
    since = time.nanos();
    probe = Optional.empty();
    instead = Optional.empty();
  }
}
