package belfry.standin.switches;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;

/**
 * Which switches are on, for which share, and how often each came about. Each draws from a seeded
 * random of its own, so that one more switch changes nothing about the others.
 */
public final class Switchboard<S extends Switch> {
  private final Map<String, S> known;
  private final long seed;
  private final Map<S, RandomGenerator> dice = new ConcurrentHashMap<>();
  private final Map<S, LongAdder> applied = new ConcurrentHashMap<>();
  private final Map<S, LongAdder> turns = new ConcurrentHashMap<>();
  private volatile Map<S, Share> on = Map.of();

  public Switchboard(Collection<S> known, long seed) {
    this.known =
        known.stream()
            .collect(
                Collectors.toMap(
                    Switch::label, Function.identity(), (one, _) -> one, LinkedHashMap::new));
    this.seed = seed;
  }

  public Collection<S> known() {
    return known.values();
  }

  public Optional<S> named(String label) {
    return Optional.ofNullable(known.get(label));
  }

  /** Puts these in the place of all that was on. */
  public void set(Map<S, Share> shares) {
    on = Map.copyOf(shares);
  }

  /** Ordered as they are known. */
  public Map<S, Share> on() {
    var current = on;
    var ordered = new LinkedHashMap<S, Share>();
    for (var one : known.values()) {
      Optional.ofNullable(current.get(one)).ifPresent(share -> ordered.put(one, share));
    }
    return ordered;
  }

  public boolean isOn(S one) {
    return share(one) > 0;
  }

  private double share(S one) {
    var share = on.get(one);
    return share == null ? 0 : share.share();
  }

  /** The number that goes with it. */
  public long value(S one) {
    var share = on.get(one);
    return share == null ? one.usual() : share.value().orElse(one.usual());
  }

  /** Whether it comes about this time; if so, that is counted. */
  public boolean draw(S one) {
    var share = share(one);
    if (share <= 0 || next(one) >= share) {
      return false;
    }
    count(one);
    return true;
  }

  /** The next number between 0 and 1 for this switch. */
  double next(S one) {
    var random =
        dice.computeIfAbsent(
            one, key -> RandomGeneratorFactory.of("L64X128MixRandom").create(mixed(key)));
    synchronized (random) {
      return random.nextDouble();
    }
  }

  /**
   * Whether it holds for this subject: the answer is the same each time, as with what is written
   * into a record. The caller counts where it makes a difference.
   */
  public boolean holdsFor(S one, UUID subject) {
    var share = share(one);
    if (share <= 0 || share >= 1) {
      return share >= 1;
    }
    var bits = mixed(one) ^ subject.getMostSignificantBits() * 0x9E3779B97F4A7C15L;
    return (scrambled(bits ^ subject.getLeastSignificantBits()) >>> 11) * 0x1.0p-53 < share;
  }

  private long mixed(S one) {
    return scrambled(seed ^ ((long) one.label().hashCode() << 20));
  }

  /** The finaliser of MurmurHash 3: neighbours end up far apart. */
  private static long scrambled(long bits) {
    var mixed = (bits ^ (bits >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }

  public void count(S one) {
    applied.computeIfAbsent(one, _ -> new LongAdder()).increment();
  }

  /** Which of so many forms it takes this time: one after the other. */
  public int turn(S one, int forms) {
    var turn = turns.computeIfAbsent(one, _ -> new LongAdder());
    synchronized (turn) {
      turn.increment();
      return Math.floorMod(turn.sum() - 1, forms);
    }
  }

  /** How often each came about, by name. */
  public Map<String, Long> counted() {
    var counts = new TreeMap<String, Long>();
    applied.forEach((one, count) -> counts.put(one.label(), count.sum()));
    return counts;
  }
}
