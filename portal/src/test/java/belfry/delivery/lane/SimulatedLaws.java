package belfry.delivery.lane;

import belfry.delivery.foundation.Rest;
import belfry.messages.Content;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Claimed;
import belfry.runs.recipients.RecipientState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What must hold at every moment of a simulation, and at its end. */
final class SimulatedLaws {
  private final Simulation world;
  private final Map<RunId, Audience> audiences = new HashMap<>();
  private final Map<Integer, Rested> rests = new HashMap<>();

  /** Until when a bot was asked to rest, on the monotonic clock and on ours. */
  private record Rested(long until, Instant moment) {}

  /** What a run was begun with. */
  private record Audience(Content content, int size) {}

  SimulatedLaws(Simulation world) {
    this.world = world;
  }

  void require(boolean holds, Supplier<String> law) {
    if (!holds) {
      throw world.broken(law.get());
    }
  }

  void began(RunId run, Content content, int size) {
    audiences.put(run, new Audience(content, size));
  }

  /** A rest the platform asked for is in the ledger: it binds every later owner. */
  void rested(Rest rest, SimulatedNode by) {
    var left = Duration.between(world.time().now(), rest.until());
    var before = rests(by);
    rests.put(
        by.number(),
        new Rested(
            Math.max(before.until, world.nanos() + left.toNanos()),
            rest.until().isAfter(before.moment) ? rest.until() : before.moment));
  }

  private Rested rests(SimulatedNode by) {
    return rests.getOrDefault(by.number(), new Rested(0, Instant.EPOCH));
  }

  void intended(List<Claimed> claimed, Map<RunId, Run.Gate> gates, SimulatedNode by) {
    for (var claim : claimed) {
      require(
          gates.get(claim.run()) == Run.Gate.OPEN, () -> "I6: an intent after a cancel: " + claim);
    }
    world.waves().intended(claimed);
    by.outage().intended(claimed.size());
    require(world.nanos() >= by.restsUntil(), () -> by.name() + " sends inside its Retry-After");
    // A later owner knows it by the wall clock only, which may have jumped.
    require(
        world.nanos() >= rests(by).until || !world.time().now().isBefore(rests(by).moment),
        () -> by.name() + " sends inside the Retry-After of the ledger");
  }

  private Audience audience(RunId run) {
    return Optional.ofNullable(audiences.get(run)).orElseThrow();
  }

  /** The invariants of docs/delivery.md. */
  void check() {
    var held = new HashMap<RunId, Map<String, SimulatedPlatform.Message>>();
    for (var message : world.platform().messages()) {
      var other =
          held.computeIfAbsent(message.run(), _ -> new HashMap<>()).put(message.target(), message);
      require(other == null, () -> "I1: two messages: " + message + " and " + other);
      require(
          message
              .content()
              .equals(SimulatedWords.said(audience(message.run()).content(), message.target())),
          () -> "I5: another content: " + message);
    }
    var unsettled = new HashMap<String, List<Unsettled>>();
    for (var run : audiences.keySet()) {
      var rows = world.memory().rows(run);
      require(rows.size() == audience(run).size(), () -> "I4: somebody vanished from " + run);
      for (var row : rows) {
        var message = held.getOrDefault(run, Map.of()).get(row.target());
        require(
            message == null || world.bots().get(row.lane).isOne(message.by()),
            () -> "B1: sent by another bot than theirs: " + message);
        row(run, row, message == null ? "" : message.id());
        if (isUnsettled(row.state())) {
          // What one bot wrote is never taken for another's.
          unsettled
              .computeIfAbsent(row.target() + " by bot " + row.lane, _ -> new ArrayList<>())
              .add(new Unsettled(run, row.state()));
        }
      }
    }
    unsettled.forEach(
        (target, them) -> require(mayBe(them), () -> "I7: unsettled to " + target + ": " + them));
  }

  /** What is on its way to somebody, or may be. */
  private record Unsettled(RunId run, RecipientState state) {}

  /** One in flight, and others in doubt only beside what cannot be taken for them, or is urgent. */
  private boolean mayBe(List<Unsettled> them) {
    var inFlight = them.stream().filter(one -> one.state == RecipientState.SENDING).count();
    var calm = them.stream().filter(one -> !world.memory().isUrgent(one.run)).toList();
    return inFlight <= 1
        && calm.stream()
            .allMatch(one ->
                calm.stream()
                    .filter(other -> !other.equals(one))
                    .allMatch(other ->
                        SimulatedWords.areApart(
                            audience(one.run).content(), audience(other.run).content())));
  }

  static boolean isUnsettled(RecipientState state) {
    return state == RecipientState.SENDING || state == RecipientState.UNKNOWN;
  }

  private void row(RunId run, MemoryRow row, String message) {
    Supplier<String> who = () -> row.target() + " of " + run;
    switch (row.state()) {
      case SENT -> {
        require(!message.isEmpty(), () -> "I2: sent and not there: " + who.get());
        require(
            row.messageId().equals(message), () -> "I2: sent with another's message: " + who.get());
      }
      case FAILED, SKIPPED -> {
        require(message.isEmpty(), () -> "I3: " + row.state() + " and there: " + who.get());
        require(
            row.state() == RecipientState.SKIPPED || world.platform().isHopeless(row.target()),
            () -> "R1: refused for a while, and given up: " + who.get());
      }
      case PENDING, RETRY -> require(message.isEmpty(), () -> "waiting, and there: " + who.get());
      case SENDING, UNKNOWN, HELD -> {}
    }
  }

  /** Where everything stands, for people. */
  String progresses() {
    return audiences.keySet().stream()
        .map(run -> run + " " + world.memory().gate(run) + " " + world.memory().tally(run))
        .collect(Collectors.joining("; "));
  }

  /** Everything has ended and the books agree with the inbox. */
  void checkEnd() {
    check();
    for (var run : audiences.keySet()) {
      var tally = world.memory().tally(run);
      var inbox =
          world.platform().messages().stream().filter(message -> message.run().equals(run)).count();
      require(
          world.memory().gate(run) == Run.Gate.CLOSED, () -> "never closed: " + run + " " + tally);
      require(
          tally.sent() <= inbox && inbox <= tally.sent() + tally.held(),
          () -> "the books say " + tally + ", the inbox " + inbox);
    }
  }
}
