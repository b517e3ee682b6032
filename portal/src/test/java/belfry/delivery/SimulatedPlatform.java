package belfry.delivery;

import belfry.jobs.RunId;
import belfry.messages.Content;
import belfry.people.Target;
import belfry.platform.Outcome;
import belfry.platform.Posted;
import belfry.platform.Space;
import belfry.testing.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The platform's side of a simulation: an inbox for each target, a limit, a listing that lags. Its
 * clock does not follow jumps of ours.
 */
final class SimulatedPlatform {
  static final String BOT = "bot";
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final Duration LONGEST_LAG = Duration.ofSeconds(30);

  private final ManualTime time;
  private final RandomGenerator random;
  private final Instant start;
  private final int permitted;
  private final List<Message> messages = new ArrayList<>();
  private final Map<String, Instant> activity = new HashMap<>();
  private final Set<String> gone = new HashSet<>();
  private long windowEnds;
  private int inWindow;
  private boolean tokenWorks = true;
  private boolean listable = true;

  /**
   * A message somebody got.
   *
   * @param run what only the simulation knows: the attempt's own run
   * @param listedFrom when a listing shows it, on the monotonic clock
   */
  record Message(
      String id, RunId run, String target, Content content, Instant created, long listedFrom) {}

  SimulatedPlatform(ManualTime time, RandomGenerator random) {
    this.time = time;
    this.random = random;
    start = time.now();
    permitted = random.nextBoolean() ? random.nextInt(4, 20) : random.nextInt(20, 400);
  }

  Instant now() {
    return start.plusNanos(time.nanos());
  }

  List<Message> messages() {
    return messages;
  }

  /** Whoever has this id cannot be written to. */
  void remove(String target) {
    gone.add(target);
  }

  void tokenWorks(boolean works) {
    tokenWorks = works;
  }

  boolean tokenWorks() {
    return tokenWorks;
  }

  void listable(boolean may) {
    listable = may;
  }

  boolean listable() {
    return listable;
  }

  /** Somebody else writes into a space. */
  void chatter(String target) {
    activity.put(target, now());
  }

  /** A message comes in. */
  Outcome post(RunId run, String target, Content content) {
    if (!tokenWorks) {
      return new Outcome.Unauthorized("token revoked");
    }
    if (time.nanos() >= windowEnds) {
      windowEnds = time.nanos() + WINDOW.toNanos();
      inWindow = 0;
    }
    if (++inWindow > permitted) {
      return new Outcome.Throttled(rest());
    }
    if (gone.contains(target)) {
      return new Outcome.Refused(404, "Could not find a person or room");
    }
    var lag = random.nextInt(10) > 0 ? 0 : random.nextLong(LONGEST_LAG.toNanos());
    var message =
        new Message("m" + messages.size(), run, target, content, now(), time.nanos() + lag);
    messages.add(message);
    chatter(target);
    return new Outcome.Accepted(message.id(), "room-" + target, "");
  }

  /** As {@code RetryAfter} reads it: mostly the truth, else what defects of the header become. */
  private Duration rest() {
    return switch (random.nextInt(12)) {
      case 0, 1 -> Duration.ofSeconds(15);
      case 2 -> Duration.ofSeconds(1);
      case 3 -> Duration.ofSeconds(random.nextInt(1, 120));
      default -> Duration.ofNanos(windowEnds - time.nanos()).plusSeconds(1);
    };
  }

  /** The 1:1 room as it is listed now, newest first. */
  List<Posted> direct(String target) {
    return messages.stream()
        .filter(message -> message.target().equals(target))
        .filter(message -> message.listedFrom() <= time.nanos())
        .map(message ->
            new Posted(
                message.id(),
                "room-" + target,
                BOT,
                message.content().markdown(),
                message.content().markdown(),
                message.content().attachment().isPresent() ? 1 : 0,
                message.created()))
        .sorted(Comparator.comparing(Posted::created).reversed())
        .toList();
  }

  Finding look(Wire.Question question) {
    if (!tokenWorks) {
      return new Finding.Unanswered("the token is refused");
    }
    if (!listable) {
      return new Finding.NotListable("not allowed");
    }
    if (random.nextInt(20) == 0) {
      return new Finding.Throttled(Duration.ofSeconds(random.nextInt(1, 10)));
    }
    if (question.kind() == Target.Kind.SPACE) {
      var last = activity.getOrDefault(question.target(), Instant.EPOCH);
      return Evidence.inSpace(new Space(question.target(), "", last, false, false), question);
    }
    return Evidence.ours(direct(question.target()), BOT, question)
        .<Finding>map(posted -> new Finding.Ours(posted.id(), posted.roomId()))
        .orElseGet(Finding.None::new);
  }
}
