package belfry.jobs.schedule;

import belfry.platform.ids.PersonId;
import belfry.storage.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What somebody has put aside by sending a job now, as long as that can be undone.
 *
 * @param due when it was to go out; empty if it goes out in addition to its series
 * @param schedule how that time was entered
 * @param edited whether it was changed with the same press
 * @param agreed what had been agreed to of it; empty of one that goes out in addition to its series
 */
public record Ahead(
    Optional<Instant> due, Schedule schedule, boolean edited, Optional<Agreed> agreed) {
  /** One time of a series, which says from then on what this one says. */
  public static final Ahead OF_SERIES =
      new Ahead(Optional.empty(), Schedule.NONE, true, Optional.empty());

  /** Who had it scheduled, and for how many. */
  public record Agreed(PersonId sender, long people, long spaces) {}

  /** Whether its series says from then on what it says itself. */
  public boolean changesSeries() {
    return equals(OF_SERIES);
  }

  private record Stored(
      @Nullable String due,
      String local,
      String zone,
      long grace,
      String urgent,
      @Nullable PersonId hurriedBy,
      boolean edited,
      @Nullable Agreed agreed) {}

  static Optional<Ahead> read(String stored) {
    return stored.isEmpty() ? Optional.empty() : Optional.of(read(Json.read(stored, Stored.class)));
  }

  private static Ahead read(Stored stored) {
    return new Ahead(
        Optional.ofNullable(stored.due).map(Instant::parse),
        new Schedule(stored.local, stored.zone, "", Duration.ofSeconds(stored.grace))
            .urgent(stored.urgent, Optional.ofNullable(stored.hurriedBy)),
        stored.edited,
        Optional.ofNullable(stored.agreed));
  }

  /** As it is stored. */
  public String written() {
    return Json.write(
        new Stored(
            due.map(Instant::toString).orElse(null),
            schedule.local(),
            schedule.zone(),
            schedule.grace().toSeconds(),
            schedule.urgent(),
            schedule.hurriedBy().orElse(null),
            edited,
            agreed.orElse(null)));
  }
}
