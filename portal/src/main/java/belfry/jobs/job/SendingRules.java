package belfry.jobs.job;

import belfry.access.Audit;
import belfry.access.AuditEntry;
import belfry.apps.AppName;
import belfry.base.Time;
import belfry.jobs.schedule.QuietHours;
import belfry.storage.CachedReads;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.UnreadableRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** What an app's administrators decide about all of its messages. */
public final class SendingRules {
  public static final long USUAL_SIZE = 500;

  private final Database database;
  private final Audit audit;
  private final Time time;
  private final CachedReads<AppName, Rules> known;
  private final Consumer<AppName> listener;

  public SendingRules(Database database, Audit audit, Time time, Consumer<AppName> listener) {
    this.database = database;
    this.audit = audit;
    this.time = time;
    this.listener = listener;
    known = new CachedReads<>(database, SendingRules::of);
  }

  /**
   * The rules of an app.
   *
   * @param revision grows with each change; 0 before the first
   * @param quiet when nothing begins; empty if something always may
   * @param typeAbove whoever sends to more than this many types the number
   * @param unreadable why the stored ones cannot be read, so that these are the usual ones
   */
  public record Rules(
      long revision, Optional<QuietHours> quiet, long typeAbove, Optional<String> unreadable) {
    static final Rules USUAL = new Rules(0, Optional.empty(), USUAL_SIZE);

    public Rules(long revision, Optional<QuietHours> quiet, long typeAbove) {
      this(revision, quiet, typeAbove, Optional.empty());
    }

    private static Rules read(ResultSet row) throws SQLException {
      var stored = Json.read(row.getString("rules"), Stored.class);
      return new Rules(row.getLong("revision"), stored.quiet(), stored.typeAbove);
    }

    private String summary() {
      var hours =
          quiet
              .map(hour ->
                  "quiet on %s from %s until %s %s"
                      .formatted(hour.days(), hour.from(), hour.until(), hour.zone()))
              .orElse("no quiet hours");
      return hours + ", the number is typed above " + typeAbove;
    }
  }

  /** The rules as JSON. */
  private record Stored(
      @Nullable List<DayOfWeek> days,
      @Nullable String from,
      @Nullable String until,
      @Nullable String zone,
      long typeAbove) {
    static Stored of(Rules rules) {
      return rules
          .quiet
          .map(quiet ->
              new Stored(
                  List.copyOf(quiet.days()),
                  quiet.from().toString(),
                  quiet.until().toString(),
                  quiet.zone().getId(),
                  rules.typeAbove))
          .orElseGet(() -> new Stored(null, null, null, null, rules.typeAbove));
    }

    private Optional<QuietHours> quiet() {
      return days == null || from == null || until == null || zone == null
          ? Optional.empty()
          : Optional.of(
              new QuietHours(
                  days.stream().collect(Collectors.toSet()),
                  LocalTime.parse(from),
                  LocalTime.parse(until),
                  ZoneId.of(zone)));
    }
  }

  public Rules of(AppName app) {
    return known.get(app);
  }

  private static final RowMapper<Optional<Rules>> STORED =
      UnreadableRows.each("sending_rules", Rules::read);

  /** The usual ones as long as the stored ones cannot be read: what is urgent must not wait. */
  public static Rules of(Handle handle, AppName app) {
    return handle
        .createQuery("SELECT 0 AS id, app, revision, rules FROM sending_rules WHERE app = ?")
        .bind(0, app)
        .map((row, context) -> {
          var stored = STORED.map(row, context);
          return stored.isPresent() ? stored.get() : unread(handle, app, row.getLong("revision"));
        })
        .findOne()
        .orElse(Rules.USUAL);
  }

  private static Rules unread(Handle handle, AppName app, long revision) {
    var why =
        UnreadableRows.of(handle).why(new UnreadableRows.Row("sending_rules", 0, app.value()));
    return new Rules(revision, Optional.empty(), USUAL_SIZE, why);
  }

  /** When this app's quiet hours are over; empty if something may begin at this moment. */
  public Optional<Instant> quietUntil(AppName app, Instant moment) {
    return of(app).quiet.flatMap(quiet -> quiet.over(moment));
  }

  /** The same as of now. */
  public Optional<Instant> quietUntil(AppName app) {
    return quietUntil(app, time.now());
  }

  /** Changes the rules; empty if somebody else has changed them since the caller saw them. */
  public Optional<Rules> change(Actor actor, Rules wanted) {
    var app = actor.app().name();
    var changed =
        database.write(handle -> {
          handle.execute(
              """
              INSERT INTO sending_rules (app, revision, rules) VALUES (?, 0, ?)
              ON CONFLICT (app) DO NOTHING
              """,
              app,
              Json.write(Stored.of(Rules.USUAL)));
          var updated =
              handle.execute(
                  """
                  UPDATE sending_rules SET revision = revision + 1, rules = ?
                  WHERE app = ? AND revision = ?
                  """,
                  Json.write(Stored.of(wanted)),
                  app,
                  wanted.revision);
          if (updated == 0) {
            return Optional.<Rules>empty();
          }
          audit.record(
              handle,
              AuditEntry.in(app)
                  .by(actor.acting())
                  .did("rules.changed", app.value())
                  .saying(wanted.summary()));
          return Optional.of(of(handle, app));
        });
    changed.ifPresent(_ -> listener.accept(app));
    return changed;
  }
}
