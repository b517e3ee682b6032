package belfry.web.operations;

import belfry.apps.AppName;
import belfry.base.Time;
import belfry.delivery.Waits;
import belfry.metrics.Backlog;
import belfry.web.operations.Health.Check;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Checks of what waits in each app, and for how long. */
final class WaitingChecks {
  private static final Duration LATE = Duration.ofMinutes(2);
  private static final Duration PILED_UP = Duration.ofMinutes(30);

  private final List<AppName> apps;
  private final Function<AppName, Backlog> waiting;
  private final Function<AppName, List<Waits.Many>> reasons;
  private final List<String> elsewhere;
  private final Time time;

  /**
   * @param elsewhere what waits in apps that the settings do not name, for people
   */
  WaitingChecks(
      List<AppName> apps,
      Function<AppName, Backlog> waiting,
      Function<AppName, List<Waits.Many>> reasons,
      List<String> elsewhere,
      Time time) {
    this.apps = apps;
    this.waiting = waiting;
    this.reasons = reasons;
    this.elsewhere = elsewhere;
    this.time = time;
  }

  /**
   * Whether a job is late, or can never begin; says who waits for how long and for what, which may
   * be right.
   */
  Check waiting() {
    var late = new ArrayList<>(elsewhere);
    var waits = new ArrayList<String>();
    for (var app : apps) {
      var here = waiting.apply(app);
      here.due()
          .map(this::age)
          .filter(age -> age.compareTo(LATE) > 0)
          .ifPresent(
              age -> late.add("a job of %s should have begun %s ago".formatted(app, words(age))));
      here.oldest().ifPresent(since -> waits.add(said(app, here, since)));
      reasons.apply(app).stream()
          .filter(many -> many.runs() > 0 && !many.why().what().isCourse())
          .forEach(many -> waits.add(said(app, many)));
    }
    var both = new ArrayList<>(late);
    both.addAll(waits);
    var said = both.isEmpty() ? "Nobody waits" : String.join("; ", both);
    return new Check(
        late.isEmpty(), said.substring(0, 1).toUpperCase(Locale.ROOT) + said.substring(1) + ".");
  }

  private String said(AppName app, Backlog here, Instant since) {
    return here.recipients() == 1
        ? "1 recipient of %s waits, for %s".formatted(app, words(age(since)))
        : "%,d recipients of %s wait, the first for %s"
            .formatted(here.recipients(), app, words(age(since)));
  }

  private static String said(AppName app, Waits.Many many) {
    return "%s: %s (runs: %d, recipients: %,d)"
        .formatted(app, many.why().english(), many.runs(), many.recipients());
  }

  Check webhooks() {
    var late = new ArrayList<String>();
    for (var app : apps) {
      var here = waiting.apply(app);
      here.oldestEvent()
          .map(this::age)
          .filter(age -> age.compareTo(PILED_UP) > 0)
          .ifPresent(age ->
              late.add(
                  "%,d events of %s wait, the first for %s"
                      .formatted(here.events(), app, words(age))));
    }
    return late.isEmpty()
        ? new Check(true, "No event has waited for long.")
        : new Check(
            false,
            String.join("; ", late)
                + ". See what the webhook answers (admin/webhooks); after four days it is disabled.");
  }

  private Duration age(Instant since) {
    return Duration.between(since, time.now());
  }

  static String words(Duration age) {
    return age.compareTo(Duration.ofMinutes(2)) < 0
        ? age.toSeconds() + " s"
        : age.compareTo(Duration.ofHours(2)) < 0 ? age.toMinutes() + " min" : age.toHours() + " h";
  }
}
