package belfry.standin.world;

import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** UUIDs and secrets that are the same for the same seed; for any thread. */
public final class Seeded {
  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";

  private final RandomGenerator random;

  public Seeded(long seed) {
    random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  public synchronized UUID uuid() {
    var most = (random.nextLong() & ~0xF000L) | 0x4000L;
    var least = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | Long.MIN_VALUE;
    return new UUID(most, least);
  }

  /** Without an underscore, of which a token holds exactly two. */
  synchronized String letters(int count) {
    var text = new StringBuilder(count);
    for (var i = 0; i < count; i++) {
      text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return text.toString();
  }

  synchronized String hex(int count) {
    var text = new StringBuilder(count);
    for (var i = 0; i < count; i++) {
      text.append(Character.forDigit(random.nextInt(16), 16));
    }
    return text.toString();
  }

  synchronized int below(int bound) {
    return random.nextInt(bound);
  }
}
