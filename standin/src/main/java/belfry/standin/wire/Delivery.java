package belfry.standin.wire;

import java.time.Duration;

/** How a reply's body goes over the wire. */
public sealed interface Delivery {
  /** With its length. */
  record Whole() implements Delivery {}

  /** In chunks, as a proxy does that does not know the length yet. */
  record Chunked() implements Delivery {}

  /** Half of it, though the length of all was announced; then the connection ends. */
  record CutShort() implements Delivery {}

  /** In chunks of which the last never comes; then the connection ends. */
  record CutChunks() implements Delivery {}

  /** Without a length, until the connection ends. */
  record UntilClose() implements Delivery {}

  /** Half of it, then nothing for this time, and then the connection ends. */
  record Stalled(Duration time) implements Delivery {}

  /** In small pieces spread over this time. */
  record Dribbled(Duration time) implements Delivery {}
}
