package belfry.pace;

/** How long answers take, smoothed. Times are nanoseconds of one monotonic clock. */
final class Latency {
  /** The assumption before the first answer, in seconds. */
  private static final double FIRST = 0.1;

  /** The weight of an answer: the last ten or twenty count, similar to TCP (RFC 6298, 2: 1/8). */
  private static final double NEWS = 0.1;

  private double seconds = FIRST;

  void heard(long began, long now) {
    seconds += NEWS * ((now - began) / Pacer.SECOND - seconds);
  }

  double seconds() {
    return seconds;
  }
}
