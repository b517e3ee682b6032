package belfry.base;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** Which moment people mean who name a time of the clocks on their wall. */
public final class WallClock {
  private WallClock() {}

  /**
   * A time that comes twice, because clocks are put back, means the first of both until that is
   * over, and then the second. One that they skip means as long after the skipped hour began.
   *
   * @param over by which it is over
   */
  public static ZonedDateTime meant(LocalDateTime local, ZoneId zone, Instant over) {
    var first = local.atZone(zone);
    return first.toInstant().isAfter(over) ? first : first.withLaterOffsetAtOverlap();
  }
}
