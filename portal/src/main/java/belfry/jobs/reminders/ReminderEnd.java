package belfry.jobs.reminders;

import belfry.base.EnumWord;
import belfry.base.Phrase;
import java.util.List;

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

  private static final Phrase BEGUN =
      Phrase.of("reminders.lastBegun", "The last reminder has begun. No other one follows.");
  private static final Phrase REACHED_NOBODY =
      Phrase.of("reminders.reachedNobody", "The last reminder reached nobody.");

  /** The same, where the last that have begun tell more. */
  Phrase phrase(List<BegunReminder> begun) {
    if (this != SENT) {
      return phrase();
    }
    if (begun.stream().anyMatch(BegunReminder::isOpen)) {
      return BEGUN;
    }
    return begun.isEmpty() || begun.getLast().sent() == 0 ? REACHED_NOBODY : phrase();
  }

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
    return EnumWord.of(this);
  }

  static ReminderEnd read(String word) {
    return EnumWord.read(ReminderEnd.class, word);
  }
}
