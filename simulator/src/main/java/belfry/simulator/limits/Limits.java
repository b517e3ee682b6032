package belfry.simulator.limits;

import belfry.simulator.base.Resource;
import belfry.simulator.base.Time;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The limits in force: one gate for each key (a token and a resource, or a room being read). */
public final class Limits {
  /** What is limited together; {@code subject} is a token's label, or the id of a room. */
  public record Key(Resource resource, String subject) {}

  /** What a limit that all tokens share is counted under. */
  public static final String ALL_TOKENS = "all tokens";

  /** What the counts of all rooms are shown under. */
  public static final String ALL_ROOMS = "all rooms";

  private static final Comparator<Key> ORDER =
      Comparator.comparing(Key::resource).thenComparing(Key::subject);

  /** Rules, and since when they hold. */
  private record Rules(List<LimitRule> rules, long since) {
    Optional<LimitRule> find(Key key) {
      return rules.stream()
          .filter(it -> it.resource() == key.resource())
          .filter(it -> it.shared() == key.subject().equals(ALL_TOKENS))
          .filter(it -> it.bot() == null || it.bot().equals(key.subject()))
          .min(Comparator.comparing(it -> it.bot() == null));
    }
  }

  private final Time time;
  private final long grace;
  private final Map<Key, Gate> gates = new ConcurrentHashMap<>();
  private volatile Rules inForce;
  private volatile List<Rival> rivals = List.of();

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

  /**
   * Decides about a request that came at {@code arrived} nanoseconds. What all share is asked last,
   * so that whoever is refused for it has used up some of their own.
   */
  public Verdict admit(Key key, long arrived) {
    var all = new Key(key.resource(), ALL_TOKENS);
    return admitted(key, arrived) instanceof Verdict.Throttled refused
        ? refused
        : inForce.find(all).isPresent() ? admitted(all, arrived) : new Verdict.Admitted();
  }

  private Verdict admitted(Key key, long arrived) {
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

  /** Refuses a request although no limit was reached; it is counted apart. */
  public Verdict.Throttled stray(Key key, long arrived, Stray how) {
    return gates.computeIfAbsent(key, this::gate).stray(arrived, time.millis(), how);
  }

  /** Other programs with the tokens of bots, all at once; they begin now. */
  public void setRivals(Rival... all) {
    rivals = List.of(all);
    var now = time.nanos();
    gates.forEach((key, gate) -> gate.rival(rival(key), now));
  }

  public List<Rival> rivals() {
    return rivals;
  }

  private @Nullable Rival rival(Key key) {
    return rivals.stream()
        .filter(it -> key.resource() == Resource.MESSAGES_SEND && it.bot().equals(key.subject()))
        .findFirst()
        .orElse(null);
  }

  public List<LimitCount> counts() {
    var counts = new TreeMap<Key, LimitCount>(ORDER);
    var now = time.nanos();
    gates.forEach((key, gate) -> {
      var shown = shown(key);
      counts.merge(shown, gate.count(shown, now), LimitCount::plus);
    });
    return List.copyOf(counts.values());
  }

  /** The counts of one token and resource; all zero when nothing was asked. */
  public LimitCount count(Resource resource, String subject) {
    return counts().stream()
        .filter(it -> it.resource() == resource && it.subject().equals(subject))
        .findFirst()
        .orElseGet(() -> LimitCount.none(new Key(resource, subject)));
  }

  /** Of a million rooms nobody wants to see each. */
  private static Key shown(Key key) {
    return key.resource() == Resource.MESSAGES_ROOM ? new Key(key.resource(), ALL_ROOMS) : key;
  }

  /** Counts, allowances and scripted changes start afresh. */
  public void restart() {
    set(rules());
  }

  private Gate gate(Key key) {
    var rules = inForce;
    var rule = rules.find(key).orElseGet(() -> LimitRule.of(key.resource(), Limit.none()));
    var gate = new Gate(rule, rules.since(), grace);
    gate.rival(rival(key), time.nanos());
    return gate;
  }
}
