package belfry.base;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneRulesProvider;
import java.util.Optional;

/** Which moment people mean who name a time of the clocks on their wall, and where that is. */
public final class WallClock {
  private WallClock() {}

  /**
   * The zone with this IANA name. An offset like {@code +03:00} or {@code UTC+3} is none: Java
   * takes it for a zone, not every browser does.
   */
  public static Optional<ZoneId> zone(String name) {
    return ZoneRulesProvider.getAvailableZoneIds().contains(name)
        ? Optional.of(ZoneId.of(name))
        : Optional.empty();
  }

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
