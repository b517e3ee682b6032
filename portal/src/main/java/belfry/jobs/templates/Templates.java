package belfry.jobs.templates;

import belfry.access.Audit;
import belfry.access.AuditEntry;
import belfry.apps.AppName;
import belfry.base.Folded;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.jobs.job.Actor;
import belfry.messages.CardDesign;
import belfry.messages.MessageText;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Moments;
import belfry.storage.UnreadableRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The templates of each app, with the versions that they had. */
public final class Templates {
  /** Of an app: more than anybody finds their way in. */
  static final int MOST = 200;

  /** Of one template; the oldest make room. */
  static final int MOST_VERSIONS = 50;

  public static final int LONGEST_NAME = 100;

  private static final String SELECT =
      """
      SELECT t.id, t.app, v.name, v.version, v.markdown, v.card, v.person, v.person_name, v.written
      FROM template t JOIN template_version v ON v.template = t.id
      """;

  private final Database database;
  private final Audit audit;
  private final Time time;

  public Templates(Database database, Audit audit, Time time) {
    this.database = database;
    this.audit = audit;
    this.time = time;
  }

  /** What came of a wish. */
  public sealed interface Saved {
    record Kept(Template template) implements Saved {}

    record Missing() implements Saved {}

    /** Somebody else wrote another version meanwhile. */
    record Stale(int version) implements Saved {}

    record Refused(Phrase why) implements Saved {}
  }

  /** What is written of a template. */
  public record Draft(String name, MessageText text, Optional<CardDesign> card) {}

  /** Those of an app, by name, each in its newest version. */
  public List<Template> list(AppName app) {
    return database.read(handle ->
        handle
            .createQuery(
                SELECT + "WHERE t.app = ? AND v.version = t.version ORDER BY t.name_key, t.id")
            .bind(0, app)
            .map(UnreadableRows.each("template", Templates::read))
            .stream()
            .flatMap(Optional::stream)
            .toList());
  }

  /** A template in this version, or in its newest. */
  public Optional<Template> find(AppName app, TemplateId id, Optional<Integer> version) {
    return database.read(handle -> find(handle, app, id, version));
  }

  private static Optional<Template> find(
      Handle handle, AppName app, TemplateId id, Optional<Integer> version) {
    return handle
        .createQuery(
            SELECT
                + "WHERE t.app = :app AND t.id = :id AND v.version = COALESCE(:version, t.version)")
        .bind("app", app)
        .bind("id", id.value())
        .bind("version", version.orElse(null))
        .map(UnreadableRows.needed("template", Templates::read))
        .findOne();
  }

  /** Those of its versions that can be read, newest first. */
  public List<Template> versions(AppName app, TemplateId id) {
    return database.read(handle ->
        handle
            .createQuery(SELECT + "WHERE t.app = ? AND t.id = ? ORDER BY v.version DESC")
            .bind(0, app)
            .bind(1, id.value())
            .map(UnreadableRows.part("template", Templates::read))
            .stream()
            .flatMap(Optional::stream)
            .toList());
  }

  /** Keeps a new template. */
  public Saved add(Actor actor, Draft draft) {
    return database.write(handle -> {
      var app = actor.app().name();
      var count =
          handle
              .createQuery("SELECT COUNT(*) FROM template WHERE app = ?")
              .bind(0, app)
              .mapTo(Integer.class)
              .one();
      if (count >= MOST) {
        return new Saved.Refused(
            Phrase.of(
                "template.tooMany",
                "There are {{most}} templates already. Delete one that nobody needs.",
                "most",
                MOST));
      }
      var id = TemplateId.next();
      var added =
          handle.execute(
              """
              INSERT INTO template (id, app, name_key, version) VALUES (?, ?, ?, 1)
              ON CONFLICT (app, name_key) DO NOTHING
              """,
              id.value(),
              app,
              Folded.of(draft.name));
      return added == 0 ? nameTaken(draft) : kept(handle, actor, id, 1, draft);
    });
  }

  /** Keeps the next version of a template; {@code seen} is the one that it was made from. */
  public Saved change(Actor actor, TemplateId id, int seen, Draft draft) {
    return database.write(handle -> {
      var app = actor.app().name();
      var before =
          handle
              .createQuery(
                  "UPDATE template SET version = version WHERE id = ? AND app = ? RETURNING version")
              .bind(0, id.value())
              .bind(1, app)
              .mapTo(Integer.class)
              .findOne();
      if (before.isEmpty()) {
        return new Saved.Missing();
      }
      if (before.get() != seen) {
        return new Saved.Stale(before.get());
      }
      var key = Folded.of(draft.name);
      var taken =
          handle
              .createQuery("SELECT 1 FROM template WHERE app = ? AND name_key = ? AND id <> ?")
              .bind(0, app)
              .bind(1, key)
              .bind(2, id.value())
              .mapTo(Integer.class)
              .findOne();
      if (taken.isPresent()) {
        return nameTaken(draft);
      }
      handle.execute(
          "UPDATE template SET version = ?, name_key = ? WHERE id = ?", seen + 1, key, id.value());
      handle.execute(
          "DELETE FROM template_version WHERE template = ? AND version <= ?",
          id.value(),
          seen + 1 - MOST_VERSIONS);
      return kept(handle, actor, id, seen + 1, draft);
    });
  }

  private static Saved nameTaken(Draft draft) {
    return new Saved.Refused(
        Phrase.of(
            "template.nameTaken",
            "There is a template called {{name}} already. Choose another name.",
            "name",
            draft.name));
  }

  private Saved kept(Handle handle, Actor actor, TemplateId id, int version, Draft draft) {
    handle.execute(
        """
        INSERT INTO template_version (template, version, name, markdown, card, person, person_name, written)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        id.value(),
        version,
        draft.name,
        draft.text.markdown(),
        draft.card.map(CardDesign::kept).orElse(""),
        actor.personId(),
        actor.name(),
        time.now());
    record(handle, actor, "template.save", id, draft.name + " (" + version + ")");
    return new Saved.Kept(find(handle, actor.app().name(), id, Optional.of(version)).orElseThrow());
  }

  /** Deletes a template with all its versions; false if there is none. */
  public boolean delete(Actor actor, TemplateId id) {
    return database.write(handle -> {
      var found = find(handle, actor.app().name(), id, Optional.empty());
      if (found.isEmpty()) {
        return false;
      }
      handle.execute("DELETE FROM template_version WHERE template = ?", id.value());
      handle.execute("DELETE FROM template WHERE id = ?", id.value());
      record(handle, actor, "template.delete", id, found.get().name());
      return true;
    });
  }

  private void record(Handle handle, Actor actor, String what, TemplateId id, String detail) {
    audit.record(
        handle,
        AuditEntry.in(actor.app().name())
            .by(actor.acting())
            .did(what, id.toString())
            .saying(detail));
  }

  private static Template read(ResultSet row) throws SQLException {
    return new Template(
        new TemplateId(row.getLong("id")),
        row.getString("name"),
        row.getInt("version"),
        new MessageText(row.getString("markdown")),
        CardDesign.read(row.getString("card")),
        new PersonId(row.getString("person")),
        row.getString("person_name"),
        Moments.at(row, "written"));
  }
}
