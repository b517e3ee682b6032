package belfry.answers;

import belfry.apps.App;
import belfry.apps.Bot;
import belfry.base.Outage;
import belfry.base.Secret;
import belfry.runs.ReadAnswers;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears of what people say to one bot: looks through its conversations, and keeps its webhooks in
 * order.
 */
final class BotAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(BotAnswers.class);

  private static final Duration LONG = Duration.ofMinutes(2);

  private final App app;
  private final int number;
  private final String whose;
  private final AnswerIntake.Ground ground;
  private final AnswerSettings settings;
  private final AnswerWatch watch;
  private final Outage unkept;
  private final Optional<Reachability> reach;
  private Optional<ConversationPoll> poll = Optional.empty();
  private volatile Optional<Unread> unread = Optional.empty();
  private boolean webhooksWork;
  private long mendAt;
  private long pollAt;
  private long walkAt;
  private long missedAt;

  /** What was written before was found, though perhaps not worked off. */
  private Instant readUpTo = Instant.EPOCH;

  /** That nothing can be looked for, from the first attempt to the last one, on our clock. */
  private record Unread(long since, long last, String why) {
    boolean isLong() {
      return Duration.ofNanos(last - since).compareTo(LONG) >= 0;
    }
  }

  BotAnswers(App app, int number, AnswerLoop.Shared shared) {
    this.app = app;
    this.number = number;
    whose = isOnly() ? app.name().value() : "%s, bot %d".formatted(app.name(), number + 1);
    ground = shared.ground();
    settings = shared.settings();
    watch = shared.watch();
    unkept = WebhookKeeper.outage(whose, ground.time());
    reach =
        settings
            .publicUrl()
            .map(url ->
                new Reachability(
                    whose,
                    url,
                    () -> shared.told().last(app.name(), number),
                    ground.platform().clock()::now,
                    settings.times().late()));
    var now = ground.time().nanos();
    mendAt = now;
    pollAt = now;
    walkAt = now;
    missedAt = now - settings.times().walk().toNanos();
  }

  private boolean isOnly() {
    return number == 0 && app.botTokens().size() == 1;
  }

  /** Why it is not heard of what they say to it; empty if it is. */
  Optional<String> trouble() {
    return unread
        .filter(Unread::isLong)
        .map(one -> "they cannot be looked for: " + one.why)
        .or(() ->
            unkept.isAway()
                ? Optional.of(
                    "its webhooks at Webex cannot be kept, so pressed buttons are not seen, and written answers come late")
                : unreached())
        .map(why -> isOnly() ? why : "%s: %s".formatted(named(), why));
  }

  private String named() {
    return ground
        .apps()
        .bot(app, number)
        .map(bot -> "those to bot %d (%s)".formatted(number + 1, bot.displayName()))
        .orElse("those to bot %d".formatted(number + 1));
  }

  /** That the platform does not reach us, as far as this node has noticed. */
  Optional<String> unreached() {
    return reach.flatMap(Reachability::trouble);
  }

  /** What is told of now is refused. */
  void unsure() {
    reach.ifPresent(Reachability::unsure);
  }

  /** Another node listens. */
  void forget() {
    reach.ifPresent(Reachability::forget);
    poll = Optional.empty();
    readUpTo = Instant.EPOCH;
  }

  Instant readUpTo() {
    return readUpTo;
  }

  /** Does what is due; true if an event was stored. */
  boolean listen(ConversationPoll.Breath breath) {
    if (isDue(mendAt)) {
      mend();
    }
    var isNew = isDue(pollAt) && look(breath);
    if (reach.filter(Reachability::becomesCertain).isPresent()) {
      mendAt = ground.time().nanos();
    }
    return isNew;
  }

  private boolean isDue(long at) {
    return ground.time().nanos() - at >= 0;
  }

  private Optional<Secret> token() {
    return ground.apps().token(app, number);
  }

  private void mend() {
    var secret = watch.of(app.name(), ground.time().now()).secret();
    webhooksWork = settings.publicUrl().filter(url -> areKept(url, secret)).isPresent();
    var isMissing = settings.publicUrl().isPresent() && !webhooksWork;
    // The platform gives up what it cannot reach, and is heard again only after a mend.
    var isSoon = isMissing || unreached().isPresent();
    mendAt =
        ground.time().nanos()
            + (isSoon ? settings.times().poll() : settings.times().mend()).toNanos();
  }

  private boolean areKept(URI publicUrl, Secret secret) {
    var target = WebhookKeeper.target(publicUrl, app.name(), number);
    return token()
        .filter(token ->
            new WebhookKeeper(whose, token, ground.platform(), target, secret, unkept).mend())
        .isPresent();
  }

  /** Looks through the conversations; true if an event was stored. */
  boolean look(ConversationPoll.Breath breath) {
    var token = token();
    if (token.isEmpty() && !isOnly()) {
      unread("Webex does not say whose its token is");
    }
    var bot = ground.apps().bot(app, number);
    if (token.isEmpty() || bot.isEmpty()) {
      pollAt = ground.time().nanos() + settings.times().soon().toNanos();
      return false;
    }
    if (poll.isEmpty()) {
      begin();
    }
    return look(poll.get(), bot.get(), token.get(), breath);
  }

  private void begin() {
    var since = watch.of(app.name(), ground.time().now()).since();
    poll =
        Optional.of(
            new ConversationPoll(
                app, ground.platform(), ground.database(), since, settings.times().slowPoll()));
    walkAt = ground.time().nanos();
    ground
        .database()
        .write(handle -> {
          ReadAnswers.begin(handle, app.name());
          return app;
        });
  }

  private boolean look(
      ConversationPoll conversations, Bot bot, Secret token, ConversationPoll.Breath breath) {
    var all = isDue(walkAt);
    var began = ground.time().now();
    var looked = conversations.look(bot, token, all, began, breath);
    if (looked.answered()) {
      readUpTo = began;
    }
    looked.trouble().ifPresentOrElse(this::unread, () -> unread = Optional.empty());
    var now = ground.time().nanos();
    var isNew = !looked.found().isEmpty();
    if (isNew && webhooksWork) {
      missedAt = now;
      if (unreached().isEmpty()) {
        LOG.info(
            "App {}: {} answers were found that no webhook told of. Conversations are looked through more often",
            whose,
            looked.found().size());
      }
    }
    reach.ifPresent(one -> {
      if (webhooksWork && unread.isEmpty()) {
        one.looked(looked.found());
      } else {
        one.unsure();
      }
    });
    if (all && looked.complete()) {
      walkAt = now + settings.times().walk().toNanos();
    }
    pollAt = now + pause(now).toNanos();
    return isNew;
  }

  private void unread(String why) {
    var now = ground.time().nanos();
    unread = Optional.of(new Unread(unread.map(Unread::since).orElse(now), now, why));
  }

  /** Webhooks that miss something are not relied on for a while. */
  private Duration pause(long now) {
    var reliable = webhooksWork && now - missedAt >= settings.times().walk().toNanos();
    return reliable ? settings.times().slowPoll() : settings.times().poll();
  }
}
