package belfry.answers;

import belfry.apps.AppName;
import belfry.base.Outage;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.Platform;
import belfry.platform.WebhooksApi.Webhook;
import belfry.platform.WebhooksApi.Wish;
import belfry.platform.wire.Response;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers the two webhooks of one bot and mends them: with another address or secret, or given up
 * by the platform. Webhooks of others are left alone.
 */
final class WebhookKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookKeeper.class);
  private static final String NAME = "Belfry answers";

  private final String whose;
  private final Secret token;
  private final Platform platform;
  private final List<Wish> wishes;
  private final Outage outage;

  /**
   * A keeper for the bot with this token.
   *
   * @param whose the bot, for the log
   * @param secret the app's, with which events are signed
   */
  WebhookKeeper(
      String whose, Secret token, Platform platform, String target, Secret secret, Outage outage) {
    this.outage = outage;
    this.whose = whose;
    this.token = token;
    this.platform = platform;
    wishes =
        List.of(
            new Wish(NAME, target, "messages", "created", secret),
            new Wish(NAME, target, "attachmentActions", "created", secret));
  }

  /**
   * Where the platform tells of what is said to a bot. The first bot's address has no number: it is
   * what earlier versions registered.
   */
  static String target(URI publicUrl, AppName app, int bot) {
    return publicUrl.toString().replaceFirst("/+$", "")
        + "/Hub/"
        + app
        + "/answers/event"
        + (bot == 0 ? "" : "/" + bot);
  }

  /** Whether both are in order now. */
  boolean mend() {
    var listed = platform.webhooks().list(token);
    if (!(listed instanceof Response.Got<List<Webhook>>(var webhooks))) {
      outage.away(listed.trouble().english());
      return false;
    }
    var good = true;
    for (var wish : wishes) {
      good &= mend(wish, webhooks);
    }
    if (good) {
      outage.back();
    }
    return good;
  }

  /** What is logged while they are not in order. */
  static Outage outage(String whose, Time time) {
    return new Outage(
        LOG,
        time,
        "App %s: its webhooks at Webex".formatted(whose),
        "Belfry looks through the conversations every half minute, and tries again as often");
  }

  private boolean mend(Wish wish, List<Webhook> webhooks) {
    var ours = new ArrayList<Webhook>();
    for (var one : webhooks) {
      if (one.wish().resource().equals(wish.resource())
          && one.wish().event().equals(wish.event())
          && isOurs(one.wish(), wish)) {
        ours.add(one);
      }
    }
    if (ours.isEmpty()) {
      return did("registered", wish, platform.webhooks().create(token, wish));
    }
    // Two of them would tell of everything twice.
    for (var surplus : ours.subList(1, ours.size())) {
      did("removed", wish, platform.webhooks().delete(token, surplus.id()));
    }
    var first = ours.getFirst();
    return isInOrder(first, wish)
        || did("mended", wish, platform.webhooks().mend(token, first.id(), wish));
  }

  /** By its address, or left from when the portal had another one, or the bot another number. */
  private static boolean isOurs(Wish listed, Wish wish) {
    return listed.target().equals(wish.target())
        || (listed.name().equals(NAME) && path(listed.target()).equals(path(wish.target())));
  }

  private static String path(String target) {
    return target.replaceFirst("^[a-z]+://[^/]*", "").replaceFirst("/[0-9]+$", "");
  }

  private static boolean isInOrder(Webhook listed, Wish wish) {
    var secret = listed.wish().secret();
    return listed.active()
        && listed.wish().target().equals(wish.target())
        && secret.equals(wish.secret());
  }

  private boolean did(String what, Wish wish, Response<?> answer) {
    if (answer instanceof Response.Got<?>) {
      LOG.info("App {}: webhook for {} {}", whose, wish.resource(), what);
      return true;
    }
    outage.away(
        "that for %s could not be %s: %s"
            .formatted(wish.resource(), what, answer.trouble().english()));
    return false;
  }
}
