package belfry.bench.fuzz;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Every choice that makes one request, so that its seed and its number make it again. */
final class Dice {
  private static final long APART = 0x9E37_79B9_7F4A_7C15L;

  private final RandomGenerator random;

  Dice(long seed, long number) {
    random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed * APART + number);
  }

  /** True in one of so many cases. */
  boolean oneIn(int cases) {
    return random.nextInt(cases) == 0;
  }

  /** From 0 to one less than this. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  <T> T of(List<T> choices) {
    return choices.get(below(choices.size()));
  }

  @SafeVarargs
  final <T> T of(T... choices) {
    return choices[below(choices.length)];
  }

  /** Mostly a small number; now and then one of up to {@code most}. */
  int length(int most) {
    return below(1 + (int) Math.round(Math.pow(most, random.nextDouble())));
  }

  byte[] bytes(int count) {
    var bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
