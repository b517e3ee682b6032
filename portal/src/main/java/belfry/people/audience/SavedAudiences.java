package belfry.people.audience;

import belfry.apps.App;
import belfry.base.Bare;
import belfry.base.Folded;
import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.base.Time;
import belfry.people.groups.OwnGroups.Asker;
import belfry.people.lists.Lists;
import belfry.storage.Database;
import belfry.storage.IdempotencyStore;
import belfry.storage.Json;
import belfry.storage.Moments;
import belfry.storage.UnreadableRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** Keeps audiences under names, and puts what they stand for into the audiences that use them. */
public final class SavedAudiences {
  private static final int MOST = 200;
  private static final int LONGEST_NAME = 120;
  private static final String DELETE = "audience.delete";
  private static final String COLUMNS = "SELECT id, app, name, choices, changed FROM audience ";

  private final Database database;
  private final Lists lists;
  private final IdempotencyStore idempotency;
  private final Time time;

  public SavedAudiences(Database database, Lists lists, Time time) {
    this.database = database;
    this.lists = lists;
    this.time = time;
    idempotency = new IdempotencyStore(time);
  }

  /** The result of saving or deleting. */
  public sealed interface Change {
    record Done(SavedAudience saved) implements Change {}

    record Deleted(AudienceId id) implements Change {}

    record NotThere() implements Change {}

    /** Nothing was changed; {@code field} is the invalid input. */
    record Refused(String field, Phrase why) implements Change {}

    /** Somebody has changed it since it was seen. */
    record Stale() implements Change {}

    /** The request id was used for a different request. */
    record UsedBefore(Phrase why) implements Change {}
  }

  /**
   * One that is to be replaced.
   *
   * @param changed when it had been changed as it was seen; empty to replace it whatever it is
   */
  public record Seen(AudienceId id, Optional<Instant> changed) {}

  /** Where a change is written down, in its transaction. */
  public interface Trail {
    void record(Handle handle, String action, SavedAudience saved);
  }

  /** An app's, by name. */
  public List<SavedAudience> list(App app) {
    return database.read(handle ->
        handle
            .createQuery(COLUMNS + "WHERE app = ? ORDER BY name_key")
            .bind(0, app.name())
            .map(UnreadableRows.each("audience", SavedAudiences::read))
            .stream()
            .flatMap(Optional::stream)
            .toList());
  }

  public Optional<SavedAudience> find(App app, AudienceId id) {
    return database.read(handle -> find(handle, app, id));
  }

  private static Optional<SavedAudience> find(Handle handle, App app, AudienceId id) {
    return handle
        .createQuery(COLUMNS + "WHERE app = ? AND id = ?")
        .bind(0, app.name())
        .bind(1, id.value())
        .map(UnreadableRows.whole("audience", SavedAudiences::read))
        .findOne();
  }

  private static SavedAudience read(ResultSet row) throws SQLException {
    return new SavedAudience(
        new AudienceId(row.getLong("id")),
        row.getString("name"),
        Json.read(row.getString("choices"), Audience.class),
        Moments.at(row, "changed"));
  }

  // Changing ----------------------------------------------------------------------------------

  /** Saves an audience under a name; {@code seen} is the one to replace. */
  public Change save(
      Asker asker, Optional<Seen> seen, String name, Audience audience, Trail trail) {
    var id = seen.map(Seen::id);
    var clean = Bare.line(name);
    return once(
        asker,
        "audience.save",
        List.of(id.map(AudienceId::toString).orElse(""), clean, Json.write(audience)),
        handle -> save(handle, asker, seen, clean, audience, trail));
  }

  private Change save(
      Handle handle,
      Asker asker,
      Optional<Seen> seen,
      String name,
      Audience audience,
      Trail trail) {
    var app = asker.app();
    var id = seen.map(Seen::id);
    var before = id.flatMap(known -> find(handle, app, known));
    if (id.isPresent() && before.isEmpty()) {
      return new Change.NotThere();
    }
    var changed = before.map(SavedAudience::changed);
    if (seen.flatMap(Seen::changed)
        .filter(then -> !changed.equals(Optional.of(then)))
        .isPresent()) {
      return new Change.Stale();
    }
    var fault =
        nameFault(handle, app, before, name)
            .or(() -> audienceFault(handle, app, audience))
            .or(() -> before.isEmpty() ? noRoom(handle, app) : Optional.empty());
    if (fault.isPresent()) {
      return fault.get();
    }
    before.ifPresent(old -> use(handle, app, old.audience()));
    var saved = new SavedAudience(id.orElseGet(AudienceId::next), name, audience, time.now());
    handle.execute(
        """
        INSERT INTO audience (id, app, name, name_key, choices, changed_by, changed)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
          choices = excluded.choices, changed_by = excluded.changed_by, changed = excluded.changed
        """,
        saved.id().value(),
        app.name(),
        name,
        Folded.of(name),
        Json.write(audience),
        asker.person(),
        saved.changed());
    trail.record(handle, "audience.save", saved);
    return new Change.Done(saved);
  }

  public Change delete(Asker asker, AudienceId id, Trail trail) {
    return once(
        asker,
        DELETE,
        id.toString(),
        handle ->
            find(handle, asker.app(), id)
                .<Change>map(saved -> {
                  use(handle, asker.app(), saved.audience());
                  handle.execute("DELETE FROM audience WHERE id = ?", id.value());
                  trail.record(handle, DELETE, saved);
                  return new Change.Deleted(id);
                })
                .orElseGet(Change.NotThere::new));
  }

  private static Optional<Change> nameFault(
      Handle handle, App app, Optional<SavedAudience> before, String name) {
    if (name.isEmpty()) {
      return refused("name", Phrase.of("savedAudience.noName", "Give the audience a name."));
    }
    if (!Shortened.isShort(name, LONGEST_NAME)) {
      return refused(
          "name",
          Phrase.of(
              "savedAudience.longName",
              "An audience's name may have at most {{most}} characters. Shorten it.",
              "most",
              LONGEST_NAME));
    }
    var taken =
        handle
            .createQuery("SELECT id FROM audience WHERE app = ? AND name_key = ?")
            .bind(0, app.name())
            .bind(1, Folded.of(name))
            .map((row, _) -> new AudienceId(row.getLong("id")))
            .findOne()
            .filter(other -> before.map(SavedAudience::id).filter(other::equals).isEmpty());
    return taken.isEmpty()
        ? Optional.empty()
        : refused(
            "name",
            Phrase.of(
                "savedAudience.nameTaken",
                "There is already a saved audience called {{name}}. Choose another name.",
                "name",
                name));
  }

  private Optional<Change> audienceFault(Handle handle, App app, Audience audience) {
    if (audience.isEmpty()) {
      return refused("audience", Phrase.of("audience.empty", "Choose who gets it."));
    }
    if (!Audience.all(audience.entries(), Audience.Saved.class).isEmpty()) {
      return refused(
          "audience",
          Phrase.of(
              "savedAudience.nested",
              "A saved audience cannot contain another one. Choose its groups and people."));
    }
    if (audience.earlier().isPresent()) {
      return refused(
          "audience",
          Phrase.of(
              "savedAudience.recipients",
              "The recipients of an earlier message cannot be saved as an audience. Choose groups and people."));
    }
    return use(handle, app, audience) ? Optional.empty() : refused("audience", Lists.GONE);
  }

  private static Optional<Change> noRoom(Handle handle, App app) {
    var count =
        handle
            .createQuery("SELECT COUNT(*) FROM audience WHERE app = ?")
            .bind(0, app.name())
            .mapTo(Integer.class)
            .one();
    return count < MOST
        ? Optional.empty()
        : refused(
            "name",
            Phrase.of(
                "savedAudience.tooMany",
                "An app may have at most {{most}} saved audiences. Delete one first.",
                "most",
                MOST));
  }

  /** Begins, or ends, referring to its lists; false if one is gone. */
  private boolean use(Handle handle, App app, Audience audience) {
    return Stream.of(audience.entries(), audience.excluded())
        .flatMap(entries -> Audience.lists(entries).stream())
        .map(list -> lists.use(handle, app.name(), list))
        .reduce(true, Boolean::logicalAnd);
  }

  private static Optional<Change> refused(String field, Phrase why) {
    return Optional.of(new Change.Refused(field, why));
  }

  private Change once(Asker asker, String action, Object wish, Function<Handle, Change> work) {
    var request = asker.asks(action, wish);
    return database.write(handle ->
        idempotency.once(
            handle, request, () -> work.apply(handle), new Answers(handle, asker.app())));
  }

  private record Answers(Handle handle, App app) implements IdempotencyStore.Answers<Change> {
    @Override
    public Optional<String> object(Change change) {
      return switch (change) {
        case Change.Done(var saved) -> Optional.of(saved.id().toString());
        case Change.Deleted(var id) -> Optional.of(id.toString());
        default -> Optional.empty();
      };
    }

    @Override
    public Change again(IdempotencyStore.Done done) {
      var id = AudienceId.parse(done.object()).orElseThrow();
      return done.action().equals(DELETE)
          ? new Change.Deleted(id)
          : find(handle, app, id).<Change>map(Change.Done::new).orElseGet(Change.NotThere::new);
    }

    @Override
    public Change refused(Phrase why) {
      return new Change.UsedBefore(why);
    }
  }

  // Using -------------------------------------------------------------------------------------

  /**
   * An audience in which nothing stands under a name any more.
   *
   * @param gone the names of saved audiences that no longer exist
   */
  record Spelled(Audience audience, List<String> gone) {}

  /**
   * What this audience stands for now. Whoever a saved audience leaves out is left out of all of
   * it, by the rule that applies to every exclusion.
   */
  Spelled spelled(App app, Audience audience) {
    if (Audience.all(audience.entries(), Audience.Saved.class).isEmpty()) {
      return new Spelled(audience, List.of());
    }
    var entries = new LinkedHashSet<Audience.Entry>();
    var excluded = new LinkedHashSet<>(audience.excluded());
    var gone = new ArrayList<String>();
    for (var entry : audience.entries()) {
      if (entry instanceof Audience.Saved(var id, var name)) {
        AudienceId.parse(id)
            .flatMap(known -> find(app, known))
            .map(SavedAudience::audience)
            .ifPresentOrElse(
                saved -> {
                  entries.addAll(saved.entries());
                  excluded.addAll(saved.excluded());
                },
                () -> gone.add(name));
      } else {
        entries.add(entry);
      }
    }
    return new Spelled(
        new Audience(List.copyOf(entries), List.copyOf(excluded), audience.outside()), gone);
  }

  /** Whether one of any app is stored with these words in it, as {@code LIKE} has them. */
  public static boolean inAny(Handle handle, String words) {
    return handle
        .createQuery("SELECT 1 FROM audience WHERE choices LIKE ? LIMIT 1")
        .bind(0, words)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }
}
