package belfry.simulator.manners;

import belfry.simulator.base.Mix;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Time;
import belfry.simulator.directory.Directory;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** The manners in force, and how often each was seen. */
public final class Manners {
  /** All habits, and those that concern each operation. */
  private record InForce(List<MannerRule> rules, Map<Operation, List<Habit>> habits) {}

  private final long seed;
  private final Surroundings surroundings;
  private final Occasion plain;
  private final Map<Manner, AtomicLong> applied = new ConcurrentHashMap<>();
  private volatile InForce inForce = new InForce(List.of(), Map.of());

  public Manners(long seed, Directory directory, Time time, List<MannerRule> rules) {
    this.seed = seed;
    surroundings = new Surroundings(directory, time);
    plain = new Occasion(List.of(), surroundings);
    set(rules);
  }

  /** Replaces all rules; the dice start afresh. */
  public void set(List<MannerRule> rules) {
    var all =
        IntStream.range(0, rules.size())
            .mapToObj(place -> habit(rules.get(place), place))
            .sorted((one, other) -> one.manner().compareTo(other.manner()))
            .toList();
    var habits = new EnumMap<Operation, List<Habit>>(Operation.class);
    for (var operation : Operation.values()) {
      var concerned = all.stream().filter(it -> it.concerns(operation)).toList();
      if (!concerned.isEmpty()) {
        habits.put(operation, concerned);
      }
    }
    inForce = new InForce(List.copyOf(rules), habits);
  }

  public void set(MannerRule... rules) {
    set(List.of(rules));
  }

  public List<MannerRule> rules() {
    return inForce.rules();
  }

  /** What a call of this operation meets; nothing, as a rule, and then this costs nothing. */
  public Occasion occasion(Operation operation) {
    var habits = inForce.habits().get(operation);
    return habits == null ? plain : new Occasion(habits, surroundings);
  }

  /** How often each manner was seen, by name. */
  public Map<String, Long> counts() {
    var counts = new TreeMap<String, Long>();
    applied.forEach((manner, times) -> counts.put(manner.label(), times.get()));
    counts.values().removeIf(it -> it == 0);
    return counts;
  }

  public void resetCounts() {
    applied.values().forEach(it -> it.set(0));
  }

  private Habit habit(MannerRule rule, int place) {
    var times = applied.computeIfAbsent(rule.manner(), _ -> new AtomicLong());
    return new Habit(rule, Mix.of(seed, 8, place), new AtomicLong(), times);
  }
}
