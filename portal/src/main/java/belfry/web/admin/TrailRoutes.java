package belfry.web.admin;

import belfry.access.Access;
import belfry.access.Audit;
import belfry.access.AuditEntry;
import belfry.access.Trail;
import belfry.base.EnumWord;
import belfry.base.Folded;
import belfry.base.Phrase;
import belfry.base.Said;
import belfry.base.Shortened;
import belfry.base.Time;
import belfry.http.Cursor;
import belfry.http.Places;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.jobs.job.JobTitles;
import belfry.people.directory.PersonStore;
import belfry.people.groups.Groups;
import belfry.platform.ids.PlatformId;
import belfry.web.frame.Caller;
import belfry.web.frame.Csv;
import belfry.web.frame.Downloads;
import belfry.web.frame.Fields;
import belfry.web.frame.Views;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** {@code admin/trail}: who did what in an app, and whether anybody changed the record of it. */
public final class TrailRoutes {
  private static final int LONGEST_ID = 300;
  private static final int LONGEST_WORDS = 200;
  private static final int MOST_ACTIONS = 12;
  private static final Pattern ACTION = Pattern.compile("[a-z][A-Za-z-]*(\\.[A-Za-z-]+)?");
  private static final int ROWS_AT_ONCE = 500;

  /** One request of a list passes over so many rows at most, and then says where it stopped. */
  private static final long MOST_PASSED = 100_000;

  /** So many rows are checked in one request, which takes well below a second. */
  private static final int CHECKED_AT_ONCE = 20_000;

  private static final Duration AWAITED = Duration.ofSeconds(2);

  private final Access access;
  private final PersonStore persons;
  private final Groups groups;
  private final Trail trail;
  private final JobTitles titles;
  private final Time time;
  private final Places exports = new Places("exports", 1, 3);
  private final Places checks = new Places("checks of the audit trail", 1, 2);

  public TrailRoutes(
      Access access, PersonStore persons, Groups groups, Trail trail, JobTitles titles, Time time) {
    this.access = access;
    this.persons = persons;
    this.groups = groups;
    this.trail = trail;
    this.titles = titles;
    this.time = time;
  }

  private record ByView(
      String kind, Optional<String> id, Optional<String> displayName, Optional<String> token) {
    private static ByView without(String kind) {
      return new ByView(kind, Optional.empty(), Optional.empty(), Optional.empty());
    }

    static ByView of(TrailNames.Named one) {
      return switch (one.row().entry().actor()) {
        case "" -> without("nobody");
        case AuditEntry.BELFRY -> without("belfry");
        case String id ->
            new ByView(
                "person", Optional.of(id), one.actor(), Views.present(one.row().entry().through()));
      };
    }
  }

  private record AboutView(String kind, String id, Optional<String> displayName) {}

  private record MemberView(String id, String displayName) {}

  private record EntryView(
      long number,
      Instant at,
      boolean wholePortal,
      String action,
      ByView by,
      AboutView about,
      String detail,
      Optional<MemberView> member) {
    static EntryView of(TrailNames.Named one) {
      var entry = one.row().entry();
      return new EntryView(
          one.row().seq(),
          one.row().at(),
          entry.app().isEmpty(),
          entry.action(),
          ByView.of(one),
          new AboutView(EnumWord.of(one.kind()), entry.object(), one.object()),
          entry.detail(),
          one.member().map(member -> new MemberView(member.id(), member.name())));
    }
  }

  private record TrailView(
      List<EntryView> items, Optional<String> next, Optional<Instant> lookedBackTo) {}

  /** What is asked for, and which words all have to be in what is shown of a row. */
  private record Asked(Trail.Query query, List<String> words, TrailNames names) {
    List<TrailNames.Named> these(List<Trail.Row> rows) {
      return names.of(rows).stream()
          .filter(one -> {
            var shown = words.isEmpty() ? "" : Folded.of(one.shown());
            return words.stream().allMatch(shown::contains);
          })
          .toList();
    }
  }

  public Reply list(Caller caller, Request request) {
    var asked = read(caller, request);
    var limit = Cursor.limit(request);
    var before = Cursor.read(request, Cursor.Bounds.ANY).map(at -> at[0]).orElse(Trail.END);
    var found = new ArrayList<TrailNames.Named>();
    Optional<Long> next = Optional.of(before);
    var passed = 0L;
    while (next.isPresent() && found.size() <= limit && passed < MOST_PASSED) {
      var page = trail.before(next.get(), asked.query, ROWS_AT_ONCE);
      found.addAll(asked.these(page.rows()));
      passed += page.passed();
      next = page.next();
    }
    if (found.size() > limit) {
      next = Optional.of(found.get(limit - 1).row().seq());
    }
    return Reply.ok(
        new TrailView(
            found.stream().limit(limit).map(EntryView::of).toList(),
            next.map(Cursor::write),
            next.flatMap(trail::timeOf)));
  }

  private record CheckView(
      boolean sound,
      long checked,
      boolean complete,
      Optional<Long> broken,
      Optional<String> fault,
      Optional<Said> said) {
    static CheckView of(Audit.Part part) {
      return new CheckView(
          part.fault().isEmpty(),
          part.sound(),
          part.complete(),
          part.fault().map(_ -> part.sound() + 1),
          part.fault().map(Phrase::english),
          part.fault().flatMap(Said::of));
    }
  }

  /**
   * Checks a part of the chain of all apps: one without the rows of another would prove nothing.
   */
  public Reply verify(Caller caller, Request request) {
    var after =
        request
            .query("after")
            .filter(text -> !text.isEmpty())
            .map(text -> {
              if (text.matches("\\d{1,18}")) {
                return Long.parseLong(text);
              }
              throw Problem.invalid(
                      "after",
                      Phrase.of("trail.after", "This must be the 'checked' of an earlier answer."))
                  .thrown();
            })
            .orElse(0L);
    if (access.audit().endsBefore(after)) {
      throw Problem.invalid(
              "after",
              Phrase.of(
                  "trail.beyond",
                  "There is no row {{row}}. If an earlier answer has checked it, rows were removed since.",
                  "row",
                  after))
          .thrown();
    }
    return Reply.ok(
        checks.in(
            caller.personId().value(),
            AWAITED,
            () -> CheckView.of(access.audit().verify(after, CHECKED_AT_ONCE))));
  }

  /** All rows as CSV, newest first, some at a time, so that any number fits into little memory. */
  public Reply export(Caller caller, Request request) {
    var asked = read(caller, request);
    var place = exports.take(caller.personId().value(), AWAITED);
    var day = time.now().atZone(ZoneOffset.UTC).toLocalDate();
    var name = Csv.fileName(caller.app().title(), "audit trail", day);
    return Reply.stream("text/csv; charset=utf-8", place, out -> write(asked, out))
        .with("Content-Disposition", Downloads.named(name));
  }

  private void write(Asked asked, OutputStream out) throws IOException {
    var table = Csv.table(out);
    Csv.line(
        table,
        "number",
        "time",
        "who",
        "who id",
        "action",
        "about",
        "about id",
        "detail",
        "app",
        "token");
    table.flush();
    Optional<Long> next = Optional.of(Trail.END);
    while (next.isPresent()) {
      var page = trail.before(next.get(), asked.query, ROWS_AT_ONCE);
      for (var one : asked.these(page.rows())) {
        var entry = one.row().entry();
        Csv.line(
            table,
            Long.toString(one.row().seq()),
            one.row().at().toString(),
            one.actor().orElse(""),
            entry.actor(),
            entry.action(),
            one.object().orElse(""),
            entry.object(),
            entry.detail(),
            entry.app(),
            entry.through());
      }
      table.flush();
      next = page.next();
    }
  }

  private Asked read(Caller caller, Request request) {
    var query =
        new Trail.Query(
            caller.app().name(),
            forms(request, "by"),
            actions(request),
            forms(request, "about"),
            instant(request, "from"),
            instant(request, "until"));
    var words = text(request, "q", LONGEST_WORDS).map(Folded::sought).orElseGet(Set::of);
    return new Asked(
        query, List.copyOf(words), new TrailNames(caller.app(), access, persons, groups, titles));
  }

  private static List<String> forms(Request request, String field) {
    return text(request, field, LONGEST_ID)
        .map(id -> List.copyOf(PlatformId.forms(id)))
        .orElseGet(List::of);
  }

  private static Optional<String> text(Request request, String field, int longest) {
    return request
        .query(field)
        .filter(text -> !text.isBlank())
        .map(String::strip)
        .map(text -> {
          if (Shortened.isShort(text, longest)) {
            return text;
          }
          throw Problem.invalid(
                  field,
                  Phrase.of(
                      "trail.long",
                      "This can have at most {{most}} characters. Ask for less.",
                      "most",
                      longest))
              .thrown();
        });
  }

  private static List<String> actions(Request request) {
    var actions =
        request
            .query("action")
            .filter(text -> !text.isBlank())
            .map(text -> List.of(text.split(",", -1)))
            .orElseGet(List::of);
    if (actions.size() > MOST_ACTIONS
        || !actions.stream().allMatch(one -> ACTION.matcher(one).matches())) {
      throw Problem.invalid(
              "action",
              Phrase.of(
                  "trail.actions",
                  "Give up to {{most}} names, like job,sign-in or user.add, with commas between them.",
                  "most",
                  MOST_ACTIONS))
          .thrown();
    }
    return actions;
  }

  private static Optional<Instant> instant(Request request, String field) {
    return request
        .query(field)
        .filter(text -> !text.isBlank())
        .map(text -> Fields.moment(field, text));
  }
}
