package belfry.http;

import belfry.base.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Whose connections are begun where more come than can be: each network's first ones, and then
 * anybody's as long as they are few in all. Without it everybody would wait behind all who came
 * before, from wherever they came.
 *
 * <p>It belongs to the one thread that accepts connections.
 */
final class Rush {
  /** So short that whoever is turned away soon has a turn. */
  static final Duration SPAN = Duration.ofSeconds(1);

  /** In all; people who work need a few, as connections last. */
  static final int CALM = 128;

  /** Of one network when there are more: five people who open the page just then, with six each. */
  static final int SHARE = 32;

  private final Time time;
  private final Map<String, Integer> networks = new HashMap<>();
  private long since;
  private int begun;

  Rush(Time time) {
    this.time = time;
    since = time.nanos();
  }

  /**
   * Whether a connection that has just come may be begun.
   *
   * @param network whose share it is; empty for a proxy of ours, which brings everybody
   */
  boolean admits(Optional<String> network) {
    var now = time.nanos();
    if (now - since >= SPAN.toNanos()) {
      since = now;
      begun = 0;
      networks.clear();
    }
    var others = network.map(one -> networks.merge(one, 1, Integer::sum) - 1).orElse(0);
    if (begun >= CALM && others >= SHARE) {
      return false;
    }
    begun++;
    return true;
  }
}
