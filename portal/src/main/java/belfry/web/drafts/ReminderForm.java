package belfry.web.drafts;

import belfry.base.Bare;
import belfry.base.EnumWord;
import belfry.base.Phrase;
import belfry.base.WallClock;
import belfry.http.Problem;
import belfry.messages.MessageText;
import belfry.messages.ReminderWords;
import belfry.messages.Reminders;
import belfry.web.frame.Views;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reminders as callers send them. */
public record ReminderForm(
    @Nullable List<@Nullable MomentForm> times,
    @Nullable String zone,
    @Nullable String until,
    @Nullable String language,
    @Nullable String markdown) {
  private static final Phrase NO_ZONE =
      Phrase.of("zone.unknown", "'{{zone}}' is not a time zone. Use a name like Europe/Helsinki.");

  /** Longer than any date or time of day that is one. */
  private static final int LONGEST = 10;

  record MomentForm(@Nullable Integer days, @Nullable String time) {}

  /**
   * Absent or without times: nobody is reminded.
   *
   * @param stored the zone of those that these replace; one that was accepted once still is,
   *     because whoever changes something else cannot choose another
   */
  public static Reminders read(
      @Nullable ReminderForm form,
      String field,
      Optional<String> stored,
      ArrayList<Problem.FieldError> errors) {
    if (form == null || form.times == null || form.times.isEmpty()) {
      return Reminders.NONE;
    }
    var before = errors.size();
    var times = form.times(form.times, field + ".times", errors);
    var zone = form.zone == null ? "" : form.zone;
    if (WallClock.zone(zone).isEmpty() && stored.filter(zone::equals).isEmpty()) {
      errors.add(Problem.FieldError.of(field + ".zone", NO_ZONE.with("zone", zone)));
    }
    var until = form.until == null ? "" : form.until;
    if (!until.isEmpty() && !isDate(until)) {
      errors.add(
          Problem.FieldError.of(
              field + ".until",
              Phrase.of("reminders.until", "Give a day, like 2026-12-11, or leave it empty.")));
    }
    var text = new MessageText(form.markdown == null ? "" : form.markdown);
    if (!Bare.isBlank(text.markdown())) {
      text.fault().ifPresent(why -> errors.add(Problem.FieldError.of(field + ".markdown", why)));
    }
    var language = language(form.language);
    if (language.isEmpty()) {
      errors.add(
          Problem.FieldError.of(
              field + ".language", Phrase.of("reminders.language", "This must be en, es or de.")));
    }
    return errors.size() > before
        ? Reminders.NONE
        : new Reminders(
            times,
            zone,
            until,
            language.orElseThrow(),
            Bare.isBlank(text.markdown()) ? "" : text.markdown());
  }

  private List<Reminders.Moment> times(
      List<@Nullable MomentForm> given, String field, ArrayList<Problem.FieldError> errors) {
    if (given.size() > Reminders.MOST) {
      errors.add(
          Problem.FieldError.of(
              field,
              Phrase.of(
                  "reminders.tooMany",
                  "There can be at most {{most}} reminders. Remove some.",
                  "most",
                  Reminders.MOST)));
      return List.of();
    }
    var times = new ArrayList<Reminders.Moment>();
    for (var i = 0; i < given.size(); i++) {
      var one = given.get(i);
      var days = one == null || one.days == null ? -1 : one.days;
      var time = one == null || one.time == null ? "" : one.time;
      if (days < 0 || days > Reminders.LATEST || !isTime(time)) {
        errors.add(
            Problem.FieldError.of(
                "%s[%d]".formatted(field, i),
                Phrase.of(
                    "reminders.moment",
                    "Say after how many days, at most {{most}}, and at what time, like 09:00.",
                    "most",
                    Reminders.LATEST)));
      } else {
        times.add(new Reminders.Moment(days, time));
      }
    }
    return times;
  }

  private static boolean isDate(String day) {
    try {
      return day.length() == LONGEST && LocalDate.parse(day).getYear() > 0;
    } catch (DateTimeException _) {
      return false;
    }
  }

  private static boolean isTime(String time) {
    try {
      return time.length() < LONGEST && LocalTime.parse(time).isBefore(LocalTime.MAX);
    } catch (DateTimeException _) {
      return false;
    }
  }

  private static Optional<ReminderWords> language(@Nullable String word) {
    return switch (word) {
      case null -> Optional.of(ReminderWords.EN);
      case "en" -> Optional.of(ReminderWords.EN);
      case "es" -> Optional.of(ReminderWords.ES);
      case "de" -> Optional.of(ReminderWords.DE);
      default -> Optional.empty();
    };
  }

  /** The same as callers get it. */
  public record View(
      List<Reminders.Moment> times,
      String zone,
      Optional<String> until,
      String language,
      Optional<String> markdown) {
    public static View of(Reminders set) {
      return new View(
          set.times(),
          set.zone(),
          Views.present(set.until()),
          EnumWord.of(set.language()),
          Views.present(set.markdown()));
    }
  }
}
