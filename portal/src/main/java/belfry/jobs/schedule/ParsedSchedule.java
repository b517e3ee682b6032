package belfry.jobs.schedule;

import java.time.Instant;

/** A time that a person entered, as interpreted. */
public sealed interface ParsedSchedule {
  /** The next time that the entry means. */
  record At(Instant due, Schedule schedule) implements ParsedSchedule {}

  record Wrong(Fault fault) implements ParsedSchedule {}
}
