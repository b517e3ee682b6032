package belfry.jobs.reminders;

import belfry.base.Phrase;
import java.util.Locale;

/** Why nobody is reminded of an announcement any more. */
public enum ReminderEnd {
  SENT,
  ACKNOWLEDGED,
  NOBODY,
  OVER,
  RECALLED,
  CANCELLED,
  STOPPED;

  /** Why reminders wait until somebody sets them again. */
  public static final Phrase HELD =
      Phrase.of(
          "reminders.held",
          "Whoever set the reminders may not send any more. Set them again, or stop them.");

  public Phrase phrase() {
    return switch (this) {
      case SENT -> Phrase.of("reminders.sent", "The last reminder was sent.");
      case ACKNOWLEDGED ->
          Phrase.of(
              "reminders.acknowledged", "All have acknowledged it, so nobody else is reminded.");
      case NOBODY ->
          Phrase.of("reminders.nobody", "Nobody has the message, so nobody is reminded.");
      case OVER -> Phrase.of("reminders.over", "The last day for reminders has passed.");
      case RECALLED ->
          Phrase.of("reminders.recalled", "The message was recalled, so nobody is reminded.");
      case CANCELLED ->
          Phrase.of("reminders.cancelled", "The message was cancelled, so nobody is reminded.");
      case STOPPED -> Phrase.of("reminders.stopped", "Somebody stopped the reminders.");
    };
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static ReminderEnd read(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
