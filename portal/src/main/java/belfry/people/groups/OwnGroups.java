package belfry.people.groups;

import belfry.apps.App;
import belfry.base.Bare;
import belfry.base.Hash;
import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.base.Time;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.IdempotencyStore;
import belfry.storage.IdempotentRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/** Creates, renames and deletes the groups kept in Belfry. A request id takes effect once. */
public final class OwnGroups {
  public static final Phrase OF_THE_DIRECTORY =
      Phrase.of("group.ofTheDirectory", "This group belongs to the directory. Change it there.");

  private static final int LONGEST_NAME = 120;
  private static final String CREATE = "group.create";
  private static final String RENAME = "group.rename";
  private static final String DELETE = "group.delete";

  private final Database database;
  private final IdempotencyStore idempotency;

  public OwnGroups(Database database, Time time) {
    this.database = database;
    idempotency = new IdempotencyStore(time);
  }

  /**
   * Who requests a change, perhaps with a request id.
   *
   * @param token the id of the API token that is used; empty for the page
   */
  public record Asker(App app, PersonId person, String token, Optional<String> requestId) {
    /** On the page. */
    public Asker(App app, PersonId person, Optional<String> requestId) {
      this(app, person, "", requestId);
    }

    public IdempotentRequest asks(String action, Object wish) {
      return new IdempotentRequest(
              app.name().value(), person.value(), action, Hash.sha256(wish.toString()), requestId)
          .with(token);
    }
  }

  /** The result of changing a group. */
  public sealed interface Change {
    record Done(Group group) implements Change {}

    record Deleted(String id) implements Change {}

    record NotThere() implements Change {}

    /** Nothing was changed; {@code field} is the invalid input. */
    record Refused(String field, Phrase why) implements Change {}

    /** The request id was used for a different request. */
    record UsedBefore(Phrase why) implements Change {}
  }

  /** Where a change is written down, in its transaction. */
  public interface Trail {
    /**
     * Writes it down.
     *
     * @param name what the group is called from now on, or was called if it is deleted
     */
    void record(Handle handle, String action, String id, String name);
  }

  public Change create(Asker asker, String name, Trail trail) {
    var clean = Bare.line(name);
    return once(
        asker,
        CREATE,
        clean,
        handle ->
            fault(handle, asker.app, "", clean)
                .orElseGet(() -> {
                  var group = GroupStore.create(handle, asker.app, clean);
                  trail.record(handle, CREATE, group.id(), clean);
                  return new Change.Done(group);
                }));
  }

  public Change rename(Asker asker, String id, String name, Trail trail) {
    var clean = Bare.line(name);
    return once(
        asker,
        RENAME,
        List.of(id, clean),
        handle ->
            own(
                handle,
                asker.app,
                id,
                row ->
                    fault(handle, asker.app, id, clean)
                        .orElseGet(() -> {
                          if (!row.group().name().equals(clean)) {
                            GroupStore.rename(handle, row, clean);
                            trail.record(handle, RENAME, id, clean);
                          }
                          return found(handle, asker.app, id);
                        })));
  }

  public Change delete(Asker asker, String id, Trail trail) {
    var deleted =
        once(
            asker,
            DELETE,
            id,
            handle ->
                own(
                    handle,
                    asker.app,
                    id,
                    row -> {
                      DeletedGroups.hide(handle, row);
                      trail.record(handle, DELETE, id, row.group().name());
                      return new Change.Deleted(id);
                    }));
    DeletedGroups.drop(database);
    return deleted;
  }

  private Change once(Asker asker, String action, Object wish, Function<Handle, Change> work) {
    var request = asker.asks(action, wish);
    return database.write(handle ->
        idempotency.once(
            handle, request, () -> work.apply(handle), new Answers(handle, asker.app)));
  }

  private record Answers(Handle handle, App app) implements IdempotencyStore.Answers<Change> {
    @Override
    public Optional<String> object(Change change) {
      return switch (change) {
        case Change.Done(var group) -> Optional.of(group.id());
        case Change.Deleted(var id) -> Optional.of(id);
        default -> Optional.empty();
      };
    }

    @Override
    public Change again(IdempotencyStore.Done done) {
      return done.action().equals(DELETE)
          ? new Change.Deleted(done.object())
          : found(handle, app, done.object());
    }

    @Override
    public Change refused(Phrase why) {
      return new Change.UsedBefore(why);
    }
  }

  private static Change found(Handle handle, App app, String id) {
    return GroupStore.get(handle, app, id)
        .<Change>map(row -> new Change.Done(row.group()))
        .orElseGet(Change.NotThere::new);
  }

  private static Change own(
      Handle handle, App app, String id, Function<GroupStore.Row, Change> change) {
    return GroupStore.get(handle, app, id)
        .map(row ->
            row.group().source() == Group.Source.PORTAL
                ? change.apply(row)
                : new Change.Refused("groupId", OF_THE_DIRECTORY))
        .orElseGet(Change.NotThere::new);
  }

  private static Optional<Change> fault(Handle handle, App app, String id, String name) {
    if (name.isEmpty()) {
      return fault(Phrase.of("group.noName", "Give the group a name."));
    }
    if (!Shortened.isShort(name, LONGEST_NAME)) {
      return fault(
          Phrase.of(
              "group.longName",
              "A group's name may have at most {{most}} characters. Shorten it.",
              "most",
              LONGEST_NAME));
    }
    return GroupStore.hasName(handle, app, name, id)
        ? fault(
            Phrase.of(
                "group.nameTaken",
                "There is already a group called {{name}}. Choose another name.",
                "name",
                name))
        : Optional.empty();
  }

  private static Optional<Change> fault(Phrase why) {
    return Optional.of(new Change.Refused("name", why));
  }
}
