package belfry.answers;

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
final class Reachability {
  private static final Logger LOG = LoggerFactory.getLogger(Reachability.class);

  private final String whose;
  private final URI publicUrl;
  private final Supplier<Optional<Instant>> told;
  private final Supplier<Instant> clock;
  private final Duration late;

  /** What was written since then should have been told of; empty if that is not sure. */
  private Optional<Instant> surely = Optional.empty();

  private volatile Optional<Missed> missed = Optional.empty();

  /**
   * Answers that no webhook has told of.
   *
   * @param since when the first of them was written
   * @param found when it was found
   * @param again when another one was found after the first one's webhook was late; a single
   *     webhook is lost now and then
   * @param certain whether the webhook of that one is late as well
   */
  private record Missed(
      int answers, Instant since, Instant found, Optional<Instant> again, boolean certain) {
    Missed and(int more, Optional<Instant> now) {
      return new Missed(answers + more, since, found, again.or(() -> now), certain);
    }

    /** Of the later one it is not known any more whether it should have been told of. */
    Missed firstAlone() {
      return certain ? this : new Missed(answers, since, found, Optional.empty(), false);
    }

    Missed forCertain() {
      return new Missed(answers, since, found, again, true);
    }
  }

  /**
   * Nothing is known yet.
   *
   * @param whose whom they would tell, for the log
   * @param told when they last told of something
   * @param clock the platform's
   * @param late after how long a webhook that has not come is lost
   */
  Reachability(
      String whose,
      URI publicUrl,
      Supplier<Optional<Instant>> told,
      Supplier<Instant> clock,
      Duration late) {
    this.whose = whose;
    this.publicUrl = publicUrl;
    this.told = told;
    this.clock = clock;
    this.late = late;
  }

  /** Another node looks for answers. */
  void forget() {
    surely = Optional.empty();
    missed = Optional.empty();
  }

  /** Something that telling needs is away: the platform, the webhooks, or our database. */
  void unsure() {
    surely = Optional.empty();
    missed = missed.filter(one -> one.certain || isLate(one.found)).map(Missed::firstAlone);
  }

  /** Whether a webhook would have told by now of what was found then. */
  private boolean isLate(Instant found) {
    return !clock.get().isBefore(found.plus(late));
  }

  /** Nothing is away, and these answers, by when they were written, were found by looking alone. */
  void looked(List<Instant> found) {
    var untold = surely.map(from -> found.stream().filter(at -> !at.isBefore(from)).toList());
    if (surely.isEmpty()) {
      surely = Optional.of(clock.get());
    }
    untold
        .flatMap(all -> all.stream().min(Comparator.naturalOrder()))
        .ifPresent(first -> {
          var many = untold.get().size();
          missed =
              Optional.of(
                  missed
                      .map(one ->
                          one.and(many, Optional.of(clock.get()).filter(_ -> isLate(one.found))))
                      .orElseGet(
                          () -> new Missed(many, first, clock.get(), Optional.empty(), false)));
        });
  }

  /** True if it becomes certain now that the platform does not reach us. */
  boolean becomesCertain() {
    if (missed.isEmpty()) {
      return false;
    }
    var one = missed.get();
    // What was told just before may be all that was written down.
    var justBefore = one.found.minus(late.dividedBy(2));
    var from = one.since.isBefore(justBefore) ? one.since : justBefore;
    if (told.get().filter(at -> !at.isBefore(from)).isPresent()) {
      if (one.certain) {
        LOG.info("App {}: Webex reaches {} again", whose, publicUrl);
      }
      missed = Optional.empty();
      return false;
    }
    if (one.certain || one.again.filter(this::isLate).isEmpty()) {
      return false;
    }
    missed = Optional.of(one.forCertain());
    trouble().ifPresent(why -> LOG.warn("App {}: {}", whose, why));
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
