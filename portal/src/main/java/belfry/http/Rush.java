package belfry.http;

import belfry.base.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which connections are accepted when too many come at once: the first ones of each
 * network, and beyond that any, as long as they are few in total. Without this, everybody would
 * wait behind everybody who came before.
 *
 * <p>Used only by the thread that accepts connections.
 */
final class Rush {
  /** Short, so that a refused client soon gets a turn. */
  static final Duration SPAN = Duration.ofSeconds(1);

  /** The total in one span. Normal use needs only a few, because connections last. */
  static final int CALM = 128;

  /**
   * The share of one network in a rush: five people who open the page at that moment, with six
   * connections each.
   */
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
   * Whether a new connection may be accepted.
   *
   * @param network the network whose share it uses; empty for a trusted proxy, which serves
   *     everybody
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
