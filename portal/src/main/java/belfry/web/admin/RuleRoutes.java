package belfry.web.admin;

import belfry.base.EnumWord;
import belfry.base.Phrase;
import belfry.base.WallClock;
import belfry.http.Bodies;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.jobs.job.SendingRules;
import belfry.jobs.schedule.QuietHours;
import belfry.web.frame.Caller;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code admin/rules}: what an app's administrators decide about all of its messages. */
public final class RuleRoutes {
  private static final int LEAST_LEFT = 60;
  private static final long LARGEST_SIZE = 1_000_000;

  private final SendingRules rules;

  public RuleRoutes(SendingRules rules) {
    this.rules = rules;
  }

  private record QuietForm(
      @Nullable List<@Nullable String> days,
      @Nullable String from,
      @Nullable String until,
      @Nullable String zone) {}

  private record Form(
      @Nullable Long revision, @Nullable QuietForm quiet, @Nullable Long typeAbove) {}

  private record QuietView(List<String> days, String from, String until, String zone) {
    static QuietView of(QuietHours quiet) {
      return new QuietView(
          quiet.days().stream().sorted().map(EnumWord::of).toList(),
          quiet.from().toString(),
          quiet.until().toString(),
          quiet.zone().getId());
    }
  }

  private record RulesView(
      long revision, Optional<QuietView> quiet, long typeAbove, Optional<String> unreadable) {
    static RulesView of(SendingRules.Rules rules) {
      return new RulesView(
          rules.revision(),
          rules.quiet().map(QuietView::of),
          rules.typeAbove(),
          rules.unreadable());
    }
  }

  public Reply rules(Caller caller, Request request) {
    return Reply.ok(RulesView.of(rules.of(caller.app().name())));
  }

  /** Without {@code quiet} there are no quiet hours any more. */
  public Reply change(Caller caller, Request request) {
    var form = Bodies.json(request, Form.class);
    if (form.revision == null) {
      throw Problem.invalid(
              "revision", Phrase.of("revision.missing", "Send the revision that you saw."))
          .thrown();
    }
    var typeAbove = form.typeAbove == null ? SendingRules.USUAL_SIZE : form.typeAbove;
    if (typeAbove < 0 || typeAbove > LARGEST_SIZE) {
      throw Problem.invalid(
              "typeAbove",
              Phrase.of(
                  "typeAbove.range",
                  "This must be from 0 to {{most, number}}.",
                  "most",
                  LARGEST_SIZE))
          .thrown();
    }
    var quiet = Optional.ofNullable(form.quiet).map(RuleRoutes::quiet);
    return rules
        .change(caller.actor(), new SendingRules.Rules(form.revision, quiet, typeAbove))
        .map(changed -> Reply.ok(RulesView.of(changed)))
        .orElseThrow(() ->
            Problem.stale(
                    Phrase.of(
                        "rules.stale",
                        "Somebody else changed these rules meanwhile. Load them again."))
                .thrown());
  }

  private static QuietHours quiet(QuietForm form) {
    if (form.days == null || form.days.isEmpty()) {
      throw wrong("days", Phrase.of("quiet.noDays", "Choose the days on which they begin."));
    }
    var days = form.days.stream().map(RuleRoutes::day).collect(Collectors.toSet());
    var quiet =
        new QuietHours(days, time("from", form.from), time("until", form.until), zone(form));
    if (quiet.minutesLeft() < LEAST_LEFT) {
      throw wrong(
          "days",
          Phrase.of(
              "quiet.always",
              "This leaves no hour of the week in which something can be sent. Choose fewer days or"
                  + " shorter hours."));
    }
    return quiet;
  }

  private static DayOfWeek day(@Nullable String word) {
    return Arrays.stream(DayOfWeek.values())
        .filter(day -> EnumWord.of(day).equals(word))
        .findFirst()
        .orElseThrow(() ->
            wrong(
                "days", Phrase.of("quiet.noDay", "These must be days of the week, like monday.")));
  }

  private static LocalTime time(String field, @Nullable String text) {
    try {
      var time = LocalTime.parse(text == null ? "" : text);
      if (time.getSecond() == 0 && time.getNano() == 0) {
        return time;
      }
    } catch (DateTimeException _) {
      // Said below.
    }
    throw wrong(field, Phrase.of("quiet.noTime", "This must be a time of day, like 20:00."));
  }

  private static ZoneId zone(QuietForm form) {
    return WallClock.zone(form.zone == null ? "" : form.zone)
        .orElseThrow(() ->
            wrong(
                "zone",
                Phrase.of("quiet.noZone", "This must be a time zone, like Europe/Helsinki.")));
  }

  private static Problem.Thrown wrong(String field, Phrase why) {
    return Problem.invalid("quiet." + field, why).thrown();
  }
}
