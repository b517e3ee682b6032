package belfry.bench.siege;

import belfry.bench.site.Databases;
import java.time.Duration;
import java.util.List;

/**
 * How a siege is laid.
 *
 * @param kinds one after the other
 * @param share how long each kind lasts
 * @param sockets how many hostile ones there are of each kind
 * @param streams how many event streams are asked for at once
 * @param previews how many previews are
 * @param kept how many connections are kept open on which the same is refused again and again
 * @param trifles what is refused there
 * @param timed whether the time that answers take is judged, too
 */
record Plan(
    Databases database,
    List<Kind> kinds,
    Duration share,
    int sockets,
    int streams,
    int previews,
    int kept,
    List<Trifle> trifles,
    boolean timed) {
  /** Messages a second that the platform takes: the job lasts as long as the siege. */
  static final int PER_SECOND = 20;

  Duration length() {
    return share.multipliedBy(kinds.size());
  }

  /** How many people get the job's message. */
  int recipients() {
    return Math.max(200, PER_SECOND * (int) length().toSeconds());
  }

  /** Descriptors that the attackers need, with what the trial needs itself. */
  int files() {
    return sockets + sockets / 4 + 1_000;
  }

  @Override
  public String toString() {
    return "%d s of each of %d kinds on %s, %,d sockets, %d streams, %d previews"
        .formatted(share.toSeconds(), kinds.size(), database, sockets, streams, previews);
  }
}
