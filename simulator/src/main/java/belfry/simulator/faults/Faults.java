package belfry.simulator.faults;

import belfry.simulator.base.Mix;
import belfry.simulator.base.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The script of faults in force, and how often each kind fired. */
public final class Faults {
  /** What will go wrong with one call. */
  public record Plan(Duration latency, Duration lag, Optional<Fault.Ending> ending) {
    static final Plan NOTHING = new Plan(Duration.ZERO, Duration.ZERO, Optional.empty());
  }

  /** A rule at work: how many calls it matched so far decides the dice of the next. */
  private record Armed(FaultRule rule, long seed, AtomicLong matched) {
    /** A number for this call if the fault fires on it. */
    Optional<Long> fires(Operation operation, Supplier<Set<String>> recipients) {
      if ((rule.on() != null && rule.on() != operation) || !isFor(recipients)) {
        return Optional.empty();
      }
      var call = matched.incrementAndGet();
      var dice = Mix.of(seed, call);
      var fires =
          (rule.share() == null || Mix.share(dice) < rule.share())
              && (rule.every() == null || call % rule.every() == 0)
              && (rule.calls() == null || rule.calls().contains(call));
      return fires ? Optional.of(Mix.of(dice)) : Optional.empty();
    }

    private boolean isFor(Supplier<Set<String>> recipients) {
      return rule.to() == null || rule.to().stream().anyMatch(recipients.get()::contains);
    }
  }

  private final long seed;
  private final Map<String, LongAdder> fired = new ConcurrentHashMap<>();
  private volatile List<Armed> armed = List.of();

  public Faults(long seed, List<FaultRule> rules) {
    this.seed = seed;
    set(rules);
  }

  /** Replaces the whole script; the dice start afresh. */
  public void set(List<FaultRule> rules) {
    armed =
        IntStream.range(0, rules.size())
            .mapToObj(it -> new Armed(rules.get(it), Mix.of(seed, 5, it), new AtomicLong()))
            .toList();
  }

  public void set(FaultRule... rules) {
    set(List.of(rules));
  }

  public List<FaultRule> rules() {
    return armed.stream().map(Armed::rule).toList();
  }

  /**
   * Draws what goes wrong with this call.
   *
   * @param recipients the names a rule may call the recipient by; asked only when a rule does
   */
  public Plan draw(Operation operation, Supplier<Set<String>> recipients) {
    if (armed.isEmpty()) {
      return Plan.NOTHING;
    }
    var latency = 0L;
    var lag = 0L;
    Optional<Fault.Ending> ending = Optional.empty();
    for (var each : armed) {
      if (ending.isPresent() && each.rule().fault() instanceof Fault.Ending) {
        continue;
      }
      var dice = each.fires(operation, recipients);
      if (dice.isEmpty()) {
        continue;
      }
      switch (each.rule().fault()) {
        case Fault.Latency(var from, var to) -> latency += between(from, to, dice.get());
        case Fault.Lag(var from, var to) -> lag += between(from, to, dice.get());
        case Fault.Ending end -> ending = Optional.of(end);
      }
      if (each.rule().fault() instanceof Fault.Hindrance hindrance) {
        count(hindrance);
      }
    }
    return new Plan(Duration.ofMillis(latency), Duration.ofMillis(lag), ending);
  }

  /** Counts a fault that really happened. */
  public void count(Fault fault) {
    fired.computeIfAbsent(fault.label(), _ -> new LongAdder()).increment();
  }

  public Map<String, Long> counts() {
    var counts = new TreeMap<String, Long>();
    fired.forEach((label, times) -> counts.put(label, times.sum()));
    return counts;
  }

  public void resetCounts() {
    fired.clear();
  }

  private static long between(long from, long to, long dice) {
    return from + (long) (Mix.share(dice) * (to - from + 1));
  }
}
