package belfry.web.admin;

import belfry.apps.App;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.base.Phrase;
import belfry.base.StillAllowed;
import belfry.delivery.Delivery;
import belfry.http.Bodies;
import belfry.http.Places;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.jobs.BotSpreading;
import belfry.runs.recipients.BotShares;
import belfry.web.frame.BotView;
import belfry.web.frame.Caller;
import belfry.web.frame.Views;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** {@code admin/bots}: who hears from which of an app's bots. */
public final class BotRoutes {
  private static final Duration AWAITED = Duration.ofSeconds(5);

  private final Apps apps;
  private final Delivery delivery;
  private final BotShares shares;
  private final BotSpreading spreading;
  private final Places places = new Places("counts of people", 1, 2);

  public BotRoutes(Apps apps, Delivery delivery, BotShares shares, BotSpreading spreading) {
    this.apps = apps;
    this.delivery = delivery;
    this.shares = shares;
    this.spreading = spreading;
  }

  private record OneView(BotView bot, Optional<String> email, boolean gone, long people) {}

  /** {@code moving} is there where it was asked for. */
  private record BotsView(long revision, List<OneView> items, long open, Optional<Long> moving) {}

  private record Form(@Nullable Long revision) {}

  public Reply bots(Caller caller, Request request) {
    var isAsked = request.query("moving").filter(BotRoutes::isTrue).isPresent();
    return Reply.ok(view(caller.app(), isAsked ? Optional.of(moving(caller)) : Optional.empty()));
  }

  private static boolean isTrue(String moving) {
    return switch (moving) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw Problem.invalid(
                  "moving", Phrase.of("moving.unknown", "This must be true or false."))
              .thrown();
    };
  }

  /** It is looked at for each person of whom it is known: a second for some hundred thousand. */
  private long moving(Caller caller) {
    return places.in(
        caller.personId().value(),
        AWAITED,
        () -> shares.moving(caller.app().name(), delivery.choice(caller.app())));
  }

  private BotsView view(App app, Optional<Long> moving) {
    var now = shares.of(app.name());
    var bots = apps.numbers(app).stream().flatMap(n -> apps.bot(app, n).stream()).toList();
    var views = BotView.all(app, bots, delivery, delivery.waits().around(app.name()).each());
    return new BotsView(
        now.revision(),
        IntStream.range(0, bots.size()).mapToObj(i -> one(bots.get(i), views.get(i), now)).toList(),
        now.open(),
        moving);
  }

  private static OneView one(Bot bot, BotView view, BotShares.Shares now) {
    return new OneView(
        view, Views.present(bot.email()), bot.gone(), now.people().getOrDefault(bot.number(), 0L));
  }

  /** With the revision that was seen, so that it is done once. */
  public Reply spread(Caller caller, Request request) {
    var form = Bodies.json(request, Form.class);
    if (form.revision == null) {
      throw Problem.invalid(
              "revision", Phrase.of("revision.missing", "Send the revision that you saw."))
          .thrown();
    }
    var moving = moving(caller);
    StillAllowed.check();
    if (!spreading.spread(caller.actor(), form.revision, moving)) {
      throw Problem.stale(
              Phrase.of(
                  "bots.stale",
                  "Somebody has shared everybody out anew meanwhile. Load this again."))
          .thrown();
    }
    return Reply.ok(view(caller.app(), Optional.of(moving)));
  }
}
