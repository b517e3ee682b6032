package belfry.simulator.directory;

import belfry.simulator.base.Mix;
import java.math.BigInteger;

/**
 * The {@code modulus} numbers from {@code first} on in a scattered order, or a stretch of that
 * order. Place → number and number → place both cost one multiplication, so no list of a million
 * people is ever kept.
 */
record Progression(int first, int modulus, long start, long stride, long inverse, int size) {
  private static final double GOLDEN_SECTION = 0.6180339887498949;

  static Progression scattered(int first, int modulus, long seed) {
    if (modulus < 2) {
      return natural(first, modulus);
    }
    var stride = (long) (modulus * GOLDEN_SECTION) + Mix.below(Mix.of(seed), modulus / 8 + 1);
    var wide = BigInteger.valueOf(modulus);
    while (!wide.gcd(BigInteger.valueOf(stride)).equals(BigInteger.ONE)) {
      stride++;
    }
    var inverse = BigInteger.valueOf(stride).modInverse(wide).longValueExact();
    var start = Mix.below(Mix.of(seed, 1), modulus);
    return new Progression(first, modulus, start, stride, inverse, modulus);
  }

  static Progression natural(int first, int modulus) {
    return new Progression(first, Math.max(modulus, 1), 0, 1, 1, modulus);
  }

  int at(int place) {
    return first + (int) ((start + place * stride) % modulus);
  }

  /** Where {@code number} stands, or -1 when it is not in this stretch. */
  int placeOf(int number) {
    if (number < first || number >= first + modulus) {
      return -1;
    }
    var place = Math.floorMod((number - first - start) * inverse, (long) modulus);
    return place < size ? (int) place : -1;
  }

  /** The stretch of {@code length} places from {@code from} on. */
  Progression slice(int from, int length) {
    var begin = (start + from * stride) % modulus;
    return new Progression(first, modulus, begin, stride, inverse, length);
  }
}
