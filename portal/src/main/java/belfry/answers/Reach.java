package belfry.answers;

import belfry.apps.AppName;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that the platform does not reach this portal, though its webhooks are in order: answers
 * are found by looking alone, and no webhook tells of anything.
 */
final class Reach {
  private static final Logger LOG = LoggerFactory.getLogger(Reach.class);

  private final AppName app;
  private final URI publicUrl;
  private final ToldByWebhooks told;
  private final Supplier<Instant> clock;
  private final Duration poll;

  /** What was written since then should have been told of; empty if that is not sure. */
  private Optional<Instant> surely = Optional.empty();

  private volatile Optional<Missed> missed = Optional.empty();

  /**
   * Answers that no webhook has told of.
   *
   * @param since when the first of them was written
   * @param found when it was found
   * @param certain whether a webhook would have come by now
   */
  private record Missed(int answers, Instant since, Instant found, boolean certain) {
    Missed and(int more) {
      return new Missed(answers + more, since, found, certain);
    }

    Missed forCertain() {
      return new Missed(answers, since, found, true);
    }
  }

  /**
   * Nothing is known yet.
   *
   * @param clock the platform's
   * @param poll how often answers are looked for at most
   */
  Reach(
      AppName app,
      URI publicUrl,
      ToldByWebhooks told,
      Supplier<Instant> clock,
      Duration poll) {
    this.app = app;
    this.publicUrl = publicUrl;
    this.told = told;
    this.clock = clock;
    this.poll = poll;
  }

  /** Another node looks for answers. */
  void forget() {
    surely = Optional.empty();
    missed = Optional.empty();
  }

  /** Something that telling needs is away: the platform, the webhooks, or our database. */
  void unsure() {
    surely = Optional.empty();
    missed = missed.filter(Missed::certain);
  }

  /** Nothing is away, and these answers, by when they were written, were found by looking alone. */
  void looked(List<Instant> found) {
    var late = surely.map(from -> found.stream().filter(at -> !at.isBefore(from)).toList());
    if (surely.isEmpty()) {
      surely = Optional.of(clock.get());
    }
    late.flatMap(all -> all.stream().min(Comparator.naturalOrder()))
        .ifPresent(first -> {
          var many = late.get().size();
          missed =
              Optional.of(
                  missed
                      .map(one -> one.and(many))
                      .orElseGet(() -> new Missed(many, first, clock.get(), false)));
        });
  }

  /** True if it becomes certain now that the platform does not reach us. */
  boolean becomesCertain() {
    if (missed.isEmpty()) {
      return false;
    }
    var one = missed.get();
    // What was told just before may be all that was written down.
    var from = one.found.minus(poll.multipliedBy(2));
    if (told.last(app).filter(at -> !at.isBefore(from)).isPresent()) {
      if (one.certain) {
        LOG.info("App {}: Webex reaches {} again", app, publicUrl);
      }
      missed = Optional.empty();
      return false;
    }
    if (one.certain || clock.get().isBefore(one.found.plus(poll.multipliedBy(4)))) {
      return false;
    }
    missed = Optional.of(one.forCertain());
    trouble().ifPresent(why -> LOG.warn("App {}: {}", app, why));
    return true;
  }

  /** That it does not reach us, for people. */
  Optional<String> trouble() {
    return missed
        .filter(Missed::certain)
        .map(one ->
            "Webex does not reach %s: %,d answers were found only by looking since %s; presses of buttons are lost. Check that Webex can reach it (PUBLIC_URL, proxy, firewall)"
                .formatted(publicUrl, one.answers, one.since.truncatedTo(ChronoUnit.SECONDS)));
  }
}
