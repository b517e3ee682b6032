package belfry.web.jobs;

import belfry.base.EnumWord;
import belfry.base.Phrase;
import belfry.base.Said;
import belfry.http.Problem;
import belfry.http.Request;
import belfry.jobs.Calendar;
import belfry.jobs.JobStanding;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What goes out in a span of time, as the API shows it. */
record CalendarView(List<Item> items, boolean more) {
  private static final Duration LONGEST = Duration.ofDays(62);

  /** Nobody plans beyond this, and a rule's dates are counted up to there. */
  private static final Duration FARTHEST = Duration.ofDays(3_653);

  /** One time of one job. */
  record Item(
      String jobId,
      Instant time,
      String state,
      String title,
      Optional<Said> titleSaid,
      long people,
      long spaces,
      boolean repeats,
      boolean reminder,
      Optional<Instant> quietUntil,
      Optional<StandingView> standing) {
    static Item of(Calendar.Entry entry) {
      return new Item(
          entry.job().toString(),
          entry.time(),
          EnumWord.of(entry.standing()),
          entry.title(),
          entry.untitled().flatMap(Said::of),
          entry.people(),
          entry.spaces(),
          entry.repeats(),
          entry.reminder(),
          entry.quietUntil(),
          saidOf(entry.standing()).map(StandingView::of));
    }
  }

  private static Optional<JobStanding> saidOf(Calendar.Standing standing) {
    return switch (standing) {
      case HELD -> Optional.of(JobStanding.held());
      case MISSED -> Optional.of(JobStanding.missed());
      case SCHEDULED, SKIPPED -> Optional.empty();
    };
  }

  static CalendarView of(Calendar.Span span) {
    return new CalendarView(span.entries().stream().map(Item::of).toList(), span.more());
  }

  /** The span that a request asks for, without its end. */
  record Asked(Instant from, Instant until) {
    static Asked read(Request request, Instant now) {
      var from = time(request, "from", now);
      var until = time(request, "until", now);
      if (!until.isAfter(from) || Duration.between(from, until).compareTo(LONGEST) > 0) {
        throw Problem.invalid(
                "until",
                Phrase.of(
                    "calendar.span",
                    "This must be after 'from', by at most {{days, number}} days. Ask for a longer time in parts.",
                    "days",
                    LONGEST.toDays()))
            .thrown();
      }
      return new Asked(from, until);
    }

    private static Instant time(Request request, String field, Instant now) {
      Instant time;
      try {
        time = Instant.parse(request.query(field).orElse(""));
      } catch (DateTimeException _) {
        throw Problem.invalid(
                field, Phrase.of("calendar.noTime", "Send a time like 2026-11-27T14:00:00Z."))
            .thrown();
      }
      if (Duration.between(now, time).abs().compareTo(FARTHEST) > 0) {
        throw Problem.invalid(
                field, Phrase.of("calendar.far", "Send a time within ten years of today."))
            .thrown();
      }
      return time;
    }
  }
}
