package belfry.cli;

import belfry.platform.Identity;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatements;

/** Everything that is stored about a person, by what it is. */
final class PersonRecord {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Numbers that are times. */
  private static final Set<String> TIMES =
      Set.of(
          "at",
          "added",
          "asked",
          "acknowledged",
          "changed",
          "created",
          "dated",
          "done_at",
          "expires",
          "last_seen",
          "last_used",
          "pinned",
          "received",
          "settled_at",
          "used",
          "written");

  /** Each with parameters {@code ids}, {@code keys}, {@code email} or {@code anywhere}. */
  private static final Map<String, String> SECTIONS = new LinkedHashMap<>();

  static {
    SECTIONS.put(
        "person",
        "SELECT id, name, email, first_name, last_name FROM person WHERE id IN (<ids>) OR"
            + " LOWER(email) = :email");
    SECTIONS.put(
        "lookedUpAddresses",
        "SELECT email, person, asked FROM address WHERE email = :email OR person IN (<ids>)");
    SECTIONS.put(
        "groups",
        """
        SELECT g.id, g.app, g.name FROM people_group g
        JOIN group_member m ON m.group_number = g.number AND m.generation = g.generation
        WHERE m.person IN (<ids>)
        """);
    SECTIONS.put(
        "lists",
        """
        SELECT list.app, list.name, r.line, r.email, r.fields FROM list_row r
        JOIN list ON list.id = r.list WHERE r.email = :email
        """);
    SECTIONS.put(
        "unreadLinesOfLists",
        """
        SELECT list.app, list.name, s.line, s.said FROM list_skipped s
        JOIN list ON list.id = s.list WHERE LOWER(s.said) LIKE :anywhere ESCAPE '!'
        """);
    SECTIONS.put(
        "messages",
        """
        SELECT run.app, run.kind, run.job, run.markdown, r.target, r.name, r.email, r.state, r.reason,
          r.settled_at, r.dated, r.acknowledged, r.followed, r.message_id, r.room_id, r.personal
        FROM run JOIN recipient r ON r.run = run.id AND r.target IN (<ids>) ORDER BY run.id
        """);
    SECTIONS.put(
        "answers",
        """
        SELECT app, kind, job, name, email, text, inputs, written, received, done_at, done_by_name
        FROM answer WHERE person_key IN (<keys>) ORDER BY id
        """);
    SECTIONS.put(
        "eventsOfAnswers",
        "SELECT app, kind, source, person, room, created, received, outcome FROM answer_event WHERE"
            + " person_key IN (<keys>)");
    SECTIONS.put(
        "replies",
        "SELECT reply.app, reply.job, reply.sent_by_name, reply.created, run.markdown FROM reply"
            + " JOIN run ON run.id = reply.run WHERE person_key IN (<keys>)");
    SECTIONS.put(
        "roles",
        "SELECT app, person, name, email, role, added, last_seen FROM staff WHERE person IN (<ids>)"
            + " OR LOWER(email) = :email");
    SECTIONS.put(
        "administrators",
        "SELECT app, email, person, name, pinned FROM pinned_admin WHERE person IN (<ids>) OR"
            + " LOWER(email) = :email");
    SECTIONS.put("language", "SELECT language FROM person_language WHERE person IN (<ids>)");
    SECTIONS.put(
        "sessions",
        "SELECT display_name, browser, address, created, expires, last_seen FROM session WHERE"
            + " person IN (<ids>)");
    SECTIONS.put("storedTokens", "SELECT person FROM person_token WHERE person IN (<ids>)");
    SECTIONS.put(
        "apiTokens",
        "SELECT name, scopes, created, expires, last_used, last_address FROM api_token WHERE person"
            + " IN (<ids>)");
    SECTIONS.put(
        "writtenMessages",
        "SELECT id, app, title, author_name, state, created, changed FROM job WHERE author IN"
            + " (<ids>) OR sender IN (<ids>) ORDER BY id");
    SECTIONS.put(
        "messagesWhoseAudienceNamesThem",
        "SELECT id, app, title, audience FROM job WHERE %s ORDER BY id");
    SECTIONS.put(
        "savedAudiencesThatNameThem", "SELECT id, app, name, choices FROM audience WHERE %s");
    SECTIONS.put(
        "reminders",
        "SELECT app, job, sender_name FROM reminder WHERE sender IN (<ids>) ORDER BY job");
    SECTIONS.put(
        "writtenTemplates",
        "SELECT name, version, person_name, written FROM template_version WHERE person IN (<ids>)");
    SECTIONS.put(
        "recallsAndCorrections",
        "SELECT app, job, kind, started_by_name, created FROM follow_up WHERE started_by IN"
            + " (<ids>)");
    SECTIONS.put(
        "files", "SELECT app, name, type, size, used FROM attachment WHERE person IN (<ids>)");
    SECTIONS.put("uploadedLists", "SELECT app, name, used FROM list WHERE person IN (<ids>)");
    SECTIONS.put(
        "requests", "SELECT app, action, object, at FROM done_request WHERE person IN (<ids>)");
    SECTIONS.put(
        "auditTrail",
        """
        SELECT seq, at, app, actor, action, object, detail, through FROM audit
        WHERE actor IN (<ids>) OR object IN (<ids>) OR LOWER(object) = :email
          OR LOWER(detail) LIKE :anywhere ESCAPE '!' ORDER BY seq
        """);
  }

  private PersonRecord() {}

  /** Who has this address, as far as anything here says. */
  static Identity whoHas(Handle handle, String email) {
    var lower = email.strip().toLowerCase(Locale.ROOT);
    var ids =
        handle
            .createQuery(
                """
                SELECT id FROM person WHERE LOWER(email) = :email
                UNION SELECT person FROM address WHERE email = :email AND person <> ''
                UNION SELECT person FROM staff WHERE LOWER(email) = :email
                UNION SELECT person FROM pinned_admin WHERE LOWER(email) = :email
                UNION SELECT person FROM answer WHERE LOWER(email) = :email
                UNION SELECT target FROM recipient WHERE LOWER(email) = :email AND kind = 'person'
                """)
            .bind("email", lower)
            .mapTo(String.class)
            .list();
    return Identity.of(lower, ids);
  }

  /** Sections without anything in them are left out. */
  static ObjectNode of(Handle handle, Identity who) {
    var record = JSON.objectNode();
    SECTIONS.forEach((name, sql) -> {
      var rows = rows(handle, sql, who);
      if (!rows.isEmpty()) {
        record.set(name, rows);
      }
    });
    return record;
  }

  private static ArrayNode rows(Handle handle, String sql, Identity who) {
    var column = sql.contains("choices") ? "choices" : "audience";
    var named = new ArrayList<String>();
    named.add("LOWER(" + column + ") LIKE :anywhere ESCAPE '!'");
    for (var i = 0; i < who.ids().size(); i++) {
      named.add(column + " LIKE :id" + i + " ESCAPE '!'");
    }
    var query = handle.createQuery(sql.replace("%s", String.join(" OR ", named)));
    query.bind("email", who.email()).bind("anywhere", anywhere(who.email()));
    query.bindList("ids", who.ids()).bindList("keys", who.keys());
    for (var i = 0; i < who.ids().size(); i++) {
      query.bind("id" + i, anywhere(who.ids().get(i)));
    }
    query.getConfig(SqlStatements.class).setUnusedBindingAllowed(true);
    var rows = JSON.arrayNode();
    query.map((row, _) -> row(row)).forEach(rows::add);
    return rows;
  }

  private static String anywhere(String text) {
    return "%" + text.replaceAll("([!%_])", "!$1") + "%";
  }

  private static ObjectNode row(ResultSet row) throws SQLException {
    var node = JSON.objectNode();
    var columns = row.getMetaData();
    for (var i = 1; i <= columns.getColumnCount(); i++) {
      var name = columns.getColumnLabel(i);
      switch (row.getObject(i)) {
        case null -> {}
        case Number number when TIMES.contains(name) ->
            node.put(name, Instant.ofEpochMilli(number.longValue()).toString());
        case Number number -> node.put(name, number.longValue());
        case Object text -> node.put(name, text.toString());
      }
    }
    return node;
  }
}
