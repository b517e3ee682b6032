package belfry.standin.wire;

import java.time.Duration;

/** A connection that ends without a word. */
public sealed interface Silence extends Answer {
  /** The other end sees a reset. */
  record Reset() implements Silence {}

  /** The other end sees an orderly end. */
  record Close() implements Silence {}

  /** The other end sees nothing for this time, and then an orderly end. */
  record Hang(Duration time) implements Silence {}
}
