package belfry.simulator.limits;

import belfry.simulator.base.Resource;
import belfry.simulator.base.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The limits in force: one gate for each key (a token and a resource, or a room being read). */
public final class Limits {
  /** Who asks for what; {@code bot} is the name that rules go by, empty for people. */
  public record Key(Resource resource, String bot, String subject) {
    String label() {
      return resource.label() + " " + subject;
    }
  }

  /** Rules, and since when they hold. */
  private record Rules(List<LimitRule> rules, long since) {
    Optional<LimitRule> find(Key key) {
      return rules.stream()
          .filter(it -> it.resource() == key.resource())
          .filter(it -> it.bot() == null || it.bot().equals(key.bot()))
          .min(Comparator.comparing(it -> it.bot() == null));
    }
  }

  private final Time time;
  private final long grace;
  private final Map<Key, Gate> gates = new ConcurrentHashMap<>();
  private volatile Rules inForce;

  public Limits(Time time, Duration grace, List<LimitRule> rules) {
    this.time = time;
    this.grace = grace.toNanos();
    inForce = new Rules(List.copyOf(rules), time.nanos());
  }

  /** Replaces all rules. Counts start afresh; scripted changes count from now. */
  public void set(List<LimitRule> rules) {
    inForce = new Rules(List.copyOf(rules), time.nanos());
    gates.clear();
  }

  public void set(LimitRule... rules) {
    set(List.of(rules));
  }

  public List<LimitRule> rules() {
    return inForce.rules();
  }

  /** Decides about a request that came at {@code arrived} nanoseconds. */
  public Verdict admit(Key key, long arrived) {
    var gate = gates.get(key);
    if (gate == null) {
      if (key.resource() == Resource.MESSAGES_ROOM && inForce.find(key).isEmpty()) {
        // There may be a million rooms; without a rule none of them needs a gate.
        return new Verdict.Admitted();
      }
      gate = gates.computeIfAbsent(key, this::gate);
    }
    return gate.admit(arrived, time.millis());
  }

  public List<LimitCount> counts() {
    var counts = new ArrayList<LimitCount>();
    gates.forEach((key, gate) -> counts.add(gate.count(key.label())));
    counts.sort(Comparator.comparing(LimitCount::key));
    return counts;
  }

  /** Counts, allowances and scripted changes start afresh. */
  public void restart() {
    set(rules());
  }

  private Gate gate(Key key) {
    var rules = inForce;
    var rule = rules.find(key).orElseGet(() -> LimitRule.of(key.resource(), Limit.none()));
    return new Gate(rule, rules.since(), grace);
  }
}
