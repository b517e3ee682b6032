package belfry.jobs.reminders;

import belfry.base.Phrase;
import java.time.Instant;

/** A reminder that was due and did not begin. */
public record LeftOutReminder(Instant time, Why why) {
  /** Why it did not begin. */
  public enum Why {
    BEING_SENT,
    NEWER,
    RESTORED;

    public Phrase phrase() {
      return switch (this) {
        case BEING_SENT ->
            Phrase.of(
                "reminders.leftOutBeingSent",
                "not sent, because the one before was still being sent");
        case NEWER ->
            Phrase.of(
                "reminders.leftOutNewer",
                "not sent, because a later one was due as well, and only the newest is sent");
        case RESTORED ->
            Phrase.of(
                "reminders.leftOutRestored",
                "not sent, because it may have gone out after the backup that was restored");
      };
    }
  }

  /** As it is stored. */
  String written() {
    return time + " " + why;
  }

  static LeftOutReminder read(String written) {
    var parts = written.split(" ", 2);
    return new LeftOutReminder(Instant.parse(parts[0]), Why.valueOf(parts[1]));
  }
}
