package belfry.web.frame;

import belfry.apps.App;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.base.Said;
import belfry.delivery.Delivery;
import belfry.delivery.Progress;
import belfry.runs.RunWaits;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One of an app's bots, and how it is.
 *
 * @param number for people, who count from 1
 */
public record BotView(
    int number,
    String name,
    Optional<String> avatar,
    double perSecond,
    boolean learned,
    boolean sharesLimit,
    Optional<WaitView> waitsFor,
    Optional<String> trouble,
    Optional<Said> said) {
  private static BotView of(Bot bot, Optional<Progress.Pace> known, Optional<RunWaits.Bot> waits) {
    var pace = known.orElse(Progress.Pace.NOT_KNOWN);
    return new BotView(
        bot.number() + 1,
        bot.displayName(),
        Views.present(bot.avatar()),
        pace.perSecond(),
        pace.learned(),
        pace.shared(),
        waits.flatMap(RunWaits.Bot::any).map(WaitView::of),
        pace.trouble(),
        pace.trouble().map(Apps::refusal).flatMap(Said::of));
  }

  /** Of each of these bots of an app; {@code waits} is what holds up each, by its number. */
  public static List<BotView> all(
      App app, List<Bot> bots, Delivery delivery, Map<Integer, RunWaits.Bot> waits) {
    var paces = delivery.progress().each(app.name());
    return bots.stream()
        .map(bot ->
            of(
                bot,
                Optional.ofNullable(paces.get(bot.number())).map(Progress.Bot::pace),
                Optional.ofNullable(waits.get(bot.number()))))
        .toList();
  }
}
