package belfry.bench.siege;

import belfry.bench.site.Databases;
import java.time.Duration;
import java.util.List;

/**
 * How a siege is laid.
 *
 * @param kinds one after the other
 * @param length over all kinds, of which each has an equal share
 * @param sockets how many hostile ones there are of each kind
 * @param streams how many event streams are asked for at once
 * @param previews how many previews are
 * @param timed whether the time that answers take is judged, too
 */
record Plan(
    Databases database,
    List<Kind> kinds,
    Duration length,
    int sockets,
    int streams,
    int previews,
    boolean timed) {
  /** Messages a second that the platform takes: the job lasts as long as the siege. */
  static final int PER_SECOND = 20;

  Duration share() {
    return length.dividedBy(kinds.size());
  }

  /** How many people get the job's message. */
  int recipients() {
    return Math.max(200, PER_SECOND * (int) length.toSeconds());
  }

  /** Descriptors that the attackers need, with what the trial needs itself. */
  int files() {
    return sockets + sockets / 4 + 1_000;
  }

  @Override
  public String toString() {
    return "%d s on %s, %,d sockets of each kind, %d streams, %d previews"
        .formatted(length.toSeconds(), database, sockets, streams, previews);
  }
}
