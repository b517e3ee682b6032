package belfry.delivery.lane;

import belfry.base.Backoff;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Whether the platform answers sends at all. Once several in a row, to different people, got
 * nothing that was understood, nobody is sent to: only reads, which leave no doubt, are asked, and
 * when one is understood, a single send finds out whether sends are too.
 *
 * @param unanswered whom the sends were for that got nothing since something was last understood
 * @param unconnected how many did not even leave, whomever they were for
 * @param reads how many reads in a row got nothing since the last send
 * @param probes how many single sends got nothing although a read was understood
 * @param ready whether a read was understood since the last send
 */
record Silence(Set<String> unanswered, int unconnected, int reads, int probes, boolean ready) {
  static final Silence NONE = new Silence(Set.of(), 0, 0, 0, false);

  /** Fewer may be accidents. */
  static final int SEVERAL = 5;

  /** The first pause is this part of the longest between two sends: a second. */
  private static final int FIRST = 120;

  /** The longest between two reads: 4 s, because an outage may be over for as long unnoticed. */
  private static final int READS = 30;

  // After so many, pauses no longer grow.
  private static final int MOST_PROBES = 8;
  private static final int MOST_READS = 2;

  boolean isOn() {
    return unanswered.size() + unconnected >= SEVERAL;
  }

  /** A send to this target left and got nothing that was understood. */
  Silence unanswered(String target) {
    if (isOn()) {
      return probed();
    }
    var more = new HashSet<>(unanswered);
    more.add(target);
    return new Silence(Set.copyOf(more), unconnected, 0, 0, false);
  }

  /** A send could not leave. */
  Silence unsent() {
    return isOn() ? probed() : new Silence(unanswered, unconnected + 1, 0, 0, false);
  }

  private Silence probed() {
    return new Silence(
        unanswered, unconnected, 0, ready ? Math.min(probes + 1, MOST_PROBES) : probes, false);
  }

  /** A read was understood, which says little of sends. */
  Silence readable() {
    return isOn() ? new Silence(unanswered, unconnected, reads, probes, true) : this;
  }

  /** A read got nothing that was understood. */
  Silence unreadable() {
    return isOn()
        ? new Silence(unanswered, unconnected, Math.min(reads + 1, MOST_READS), probes, ready)
        : this;
  }

  /** How long after the last read or send that got nothing the next read is asked. */
  Duration untilRead(Duration longest) {
    return Backoff.after(reads, longest.dividedBy(FIRST), betweenReads(longest));
  }

  /** The longest pause between two reads. */
  static Duration betweenReads(Duration longest) {
    return longest.dividedBy(READS);
  }

  /**
   * How long after the last send that got nothing a single one may begin. Each may leave a doubt,
   * so they become rare where only reads are understood. Where reads get nothing they do not end,
   * because sends may all the same.
   */
  Duration untilSend(Duration longest) {
    if (!ready) {
      return longest;
    }
    return probes == 0
        ? Duration.ZERO
        : Backoff.after(probes - 1, longest.dividedBy(FIRST), longest);
  }
}
