package belfry.standin.switches;

import java.util.OptionalLong;

/**
 * For how many of all answers something is on.
 *
 * @param share 1 for all of them, 0.2 for one in five
 * @param value the number it works with, where it is not the usual one
 */
public record Share(double share, OptionalLong value) {
  public Share {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a share lies between 0 and 1, not at " + share);
    }
  }

  public static Share of(double share) {
    return new Share(share, OptionalLong.empty());
  }

  public static Share of(double share, long value) {
    return new Share(share, OptionalLong.of(value));
  }
}
