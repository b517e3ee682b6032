package belfry.simulator.limits;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Duration;

/** How many requests of one key are permitted, and how they are counted. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Limit.None.class, name = "none"),
  @JsonSubTypes.Type(value = Limit.FixedWindow.class, name = "fixedWindow"),
  @JsonSubTypes.Type(value = Limit.SlidingWindow.class, name = "slidingWindow"),
  @JsonSubTypes.Type(value = Limit.TokenBucket.class, name = "tokenBucket")
})
public sealed interface Limit {
  /** Everything is permitted. */
  record None() implements Limit {}

  /**
   * So many requests in each window; windows follow one another from the moment the limit is set.
   */
  record FixedWindow(int requests, long windowMillis) implements Limit {
    public FixedWindow {
      positive(requests, (double) windowMillis);
    }
  }

  /** So many requests in any stretch of time of this length. */
  record SlidingWindow(int requests, long windowMillis) implements Limit {
    public SlidingWindow {
      positive(requests, (double) windowMillis);
    }
  }

  /** A full bucket at first; each request takes one token, tokens come back at an even rate. */
  record TokenBucket(int capacity, double perSecond) implements Limit {
    public TokenBucket {
      positive(capacity, perSecond);
    }
  }

  static Limit none() {
    return new None();
  }

  static Limit fixedWindow(int requests, Duration window) {
    return new FixedWindow(requests, window.toMillis());
  }

  static Limit slidingWindow(int requests, Duration window) {
    return new SlidingWindow(requests, window.toMillis());
  }

  static Limit tokenBucket(int capacity, double perSecond) {
    return new TokenBucket(capacity, perSecond);
  }

  /** So many times as much. */
  default Limit times(double factor) {
    return switch (this) {
      case None none -> none;
      case FixedWindow(var requests, var millis) ->
          new FixedWindow(scaled(requests, factor), millis);
      case SlidingWindow(var requests, var millis) ->
          new SlidingWindow(scaled(requests, factor), millis);
      case TokenBucket(var capacity, var perSecond) ->
          new TokenBucket(scaled(capacity, factor), perSecond * factor);
    };
  }

  private static int scaled(int number, double factor) {
    return Math.max(1, (int) Math.round(number * factor));
  }

  private static void positive(int requests, double size) {
    if (requests < 1 || !(size > 0)) {
      throw new IllegalArgumentException("A limit needs numbers above zero");
    }
  }
}
