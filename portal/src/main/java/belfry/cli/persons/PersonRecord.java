package belfry.cli.persons;

import belfry.base.Id;
import belfry.jobs.checking.PromiseErasure;
import belfry.people.PersonErasure;
import belfry.people.lists.SkippedLines;
import belfry.platform.ids.Identity;
import belfry.runs.recipients.RecipientErasure;
import belfry.storage.Json;
import belfry.storage.Rewriting;
import belfry.storage.Unreadable;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatements;

/** Everything that is stored about a person, by what it is, and nothing about anybody else. */
final class PersonRecord {
  /** In place of an audience that others may be in too. */
  private static final String UNREADABLE = "(this version of Belfry cannot read it)";

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

  /** Numbers that people see as ids. */
  private static final Set<String> IDS = Set.of("id", "job");

  /**
   * Each with parameters {@code ids}, {@code keys}, {@code emails} or {@code marks}. {@code
   * NAMED(column)} is whether a text has one of their ids or addresses anywhere. No column may be a
   * name or an id of somebody else.
   */
  private static final Map<String, String> SECTIONS = new LinkedHashMap<>();

  private static final String TEXTS = "messagesThatNameThem";
  private static final String TEMPLATES = "templatesThatNameThem";
  private static final String NAMES = "namesThatNameThem";

  /** What is being sent, or may be, as its author wrote it. */
  private static final String OPEN =
      """
      SELECT DISTINCT CASE kind WHEN 'reply' THEN 'reply' ELSE 'sending' END AS what, app, job
      FROM run WHERE (kind = 'reply' OR NOT (%s)) AND (NAMED(markdown) OR NAMED(card))
      UNION ALL SELECT kind, app, job FROM follow_up WHERE gate <> 'closed' AND NAMED(markdown)
      UNION ALL SELECT 'reminder', app, job FROM reminder WHERE ended = '' AND NAMED(set_as)
      UNION ALL SELECT DISTINCT 'test under way, perhaps as them', run.app, run.job
        FROM run JOIN recipient r ON r.run = run.id
        WHERE run.kind = 'test' AND run.gate <> 'closed' AND r.personal <> '{}'
      UNION ALL SELECT DISTINCT 'values of recipients', run.app, run.job
        FROM run JOIN recipient r ON r.run = run.id WHERE NAMED(r.personal)
      """
          .formatted(RecipientErasure.SETTLED_RUNS);

  private static final String VALUES =
      """
      SELECT DISTINCT 'values of the list', list.app, list.name
      FROM list_row r JOIN list ON list.id = r.list WHERE NAMED(r.fields) OR NAMED(list.columns)
      """;

  private static final String UNREAD_LINES =
      """
      SELECT list.app, list.name, s.line, s.said, s.why,
        CASE WHEN NAMED(s.said) OR NAMED(s.why) THEN 1 ELSE 0 END AS named
      FROM list_skipped s JOIN list ON list.id = s.list WHERE s.list = :list ORDER BY s.line
      """;

  static {
    SECTIONS.put(
        "person", "SELECT id, name, email, first_name, last_name FROM person WHERE id IN (<ids>)");
    SECTIONS.put(
        "lookedUpAddresses",
        """
        SELECT email, asked FROM address
        WHERE person IN (<ids>) OR (email IN (<emails>) AND person = '')
        """);
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
        JOIN list ON list.id = r.list WHERE r.email IN (<emails>)
        """);
    SECTIONS.put(
        "linesOfListsThatNameThem",
        """
        SELECT list.app, list.name, r.line FROM list_row r
        JOIN list ON list.id = r.list WHERE r.email NOT IN (<emails>) AND NAMED(r.fields)
        """);
    SECTIONS.put(
        "messages",
        """
        SELECT run.app, run.kind, run.job, run.markdown, r.target, r.name, r.email, r.state, r.reason,
          r.settled_at, r.dated, r.acknowledged, r.followed, r.message_id, r.room_id, r.personal
        FROM run JOIN recipient r ON r.run = run.id AND r.target IN (<marks>) ORDER BY run.id
        """);
    SECTIONS.put(
        "answers",
        """
        SELECT app, kind, job, name, email, text, inputs, written, received, done_at
        FROM answer WHERE person_key IN (<keys>) OR person IN (<ids>) ORDER BY id
        """);
    SECTIONS.put(
        "eventsOfAnswers",
        """
        SELECT app, kind, source, person, room, created, received, outcome FROM answer_event
        WHERE person_key IN (<keys>) OR person IN (<ids>)
        """);
    SECTIONS.put(
        "replies",
        """
        SELECT reply.app, reply.job, reply.created, run.markdown FROM reply
        JOIN run ON run.id = reply.run WHERE person_key IN (<keys>)
        """);
    SECTIONS.put(
        "repliesByThem",
        "SELECT app, job, created FROM reply WHERE sent_by IN (<ids>) ORDER BY run");
    SECTIONS.put(
        "answersTheyHaveDone", "SELECT app, job, done_at FROM answer WHERE done_by IN (<ids>)");
    SECTIONS.put(
        "roles",
        """
        SELECT app, person, name, email, role, urgent, added, last_seen FROM staff
        WHERE person IN (<ids>) OR (person = '' AND LOWER(email) IN (<emails>))
        """);
    SECTIONS.put("rolesTheyGave", "SELECT app, role, added FROM staff WHERE added_by IN (<ids>)");
    SECTIONS.put(
        "administrators",
        "SELECT app, email, person, name, pinned FROM pinned_admin WHERE person IN (<ids>)");
    SECTIONS.put(
        "bots",
        "SELECT app, bot + 1 AS bot, chosen FROM person_bot WHERE person_key IN (<keys>) OR person_key IN (<ids>)");
    SECTIONS.put("language", "SELECT language FROM person_language WHERE person IN (<ids>)");
    SECTIONS.put(
        "sessions",
        "SELECT display_name, browser, address, created, expires, last_seen FROM session WHERE person IN (<ids>)");
    SECTIONS.put("storedTokens", "SELECT person FROM person_token WHERE person IN (<ids>)");
    SECTIONS.put(
        "apiTokens",
        "SELECT name, scopes, created, expires, last_used, last_address FROM api_token WHERE person IN (<ids>)");
    SECTIONS.put(
        "writtenMessages",
        "SELECT id, app, title, state, created, changed FROM job WHERE author IN (<ids>) OR sender"
            + " IN (<ids>) OR hurried_by IN (<ids>) ORDER BY id");
    SECTIONS.put(
        "messagesWhoseAudienceNamesThem",
        "SELECT id, app, title, audience FROM job WHERE NAMED(audience) ORDER BY id");
    SECTIONS.put(
        "savedAudiencesThatNameThem",
        "SELECT id, app, name, choices FROM audience WHERE NAMED(choices)");
    SECTIONS.put(
        TEXTS,
        "SELECT id, app, title FROM job WHERE NAMED(title) OR NAMED(markdown) OR NAMED(card)"
            + " OR NAMED(acknowledge) OR NAMED(reference) OR NAMED(urgent) OR NAMED(ahead) ORDER BY id");
    // Where forgetting erases them, in what is about others too: that it does, and not what it
    // says.
    SECTIONS.put(
        "sendingsThatNameThem",
        """
        SELECT 'audience' AS what, app, kind, job FROM run WHERE NAMED(audience)
        UNION ALL SELECT 'notes', app, kind, job FROM run WHERE NAMED(notes) OR NAMED(question)
        UNION ALL SELECT 'text', app, kind, job FROM run WHERE NAMED(markdown) OR NAMED(card) OR NAMED(echo)
        UNION ALL SELECT DISTINCT 'recipients', run.app, run.kind, run.job
          FROM run JOIN recipient r ON r.run = run.id AND r.target NOT IN (<marks>)
          WHERE NAMED(r.reason) OR NAMED(r.personal)
        UNION ALL SELECT 'audience', app, kind, job FROM follow_up WHERE NAMED(only_for)
        UNION ALL SELECT 'text', app, kind, job FROM follow_up WHERE NAMED(markdown)
        UNION ALL SELECT DISTINCT 'recipients', f.app, f.kind, f.job
          FROM follow_up f JOIN follow_up_row r ON r.follow_up = f.id WHERE NAMED(r.reason)
        UNION ALL SELECT 'text', app, 'reminder', job FROM reminder WHERE NAMED(set_as)
        """);
    SECTIONS.put(
        TEMPLATES,
        """
        SELECT 'template' AS what, t.app, v.name, v.version FROM template_version v JOIN template t ON t.id = v.template
        WHERE NAMED(v.name) OR NAMED(v.markdown) OR NAMED(v.card)
        """);
    SECTIONS.put(
        NAMES,
        """
        SELECT 'file' AS what, app, name FROM attachment WHERE NAMED(name)
        UNION ALL SELECT 'list', app, name FROM list WHERE NAMED(name)
        UNION ALL SELECT 'saved audience', app, name FROM audience WHERE NAMED(name)
        UNION ALL SELECT 'group', app, name FROM people_group WHERE NAMED(name)
        UNION ALL SELECT 'automatic reply', app, '' FROM automatic_reply WHERE NAMED(markdown)
        UNION ALL SELECT 'webhook', app, name FROM hook WHERE NAMED(name) OR NAMED(url)
        UNION ALL SELECT 'token', '', name FROM api_token WHERE person NOT IN (<ids>) AND NAMED(name)
        UNION ALL SELECT 'key of a request', app, id FROM done_request WHERE person NOT IN (<ids>) AND NAMED(id)
        """);
    SECTIONS.put(
        "startedSendings",
        "SELECT app, job, kind, created FROM run WHERE started_by IN (<ids>) ORDER BY id");
    SECTIONS.put("reminders", "SELECT app, job FROM reminder WHERE sender IN (<ids>) ORDER BY job");
    SECTIONS.put(
        "writtenTemplates",
        "SELECT name, version, written FROM template_version WHERE person IN (<ids>)");
    SECTIONS.put(
        "recallsAndCorrections",
        "SELECT app, job, kind, created FROM follow_up WHERE started_by IN (<ids>)");
    SECTIONS.put(
        "files", "SELECT app, name, type, size, used FROM attachment WHERE person IN (<ids>)");
    SECTIONS.put("uploadedLists", "SELECT app, name, used FROM list WHERE person IN (<ids>)");
    SECTIONS.put(
        "changedAudiences", "SELECT app, name, changed FROM audience WHERE changed_by IN (<ids>)");
    SECTIONS.put(
        "automaticReplies", "SELECT app, markdown FROM automatic_reply WHERE person IN (<ids>)");
    SECTIONS.put(
        "requests", "SELECT app, action, object, at FROM done_request WHERE person IN (<ids>)");
    SECTIONS.put(
        "auditTrail",
        """
        SELECT seq, at, app, action,
          CASE WHEN actor IN (<ids>) THEN actor ELSE '' END AS actor,
          CASE WHEN object IN (<marks>) OR LOWER(object) IN (<emails>) OR (actor IN (<ids>)
              AND action NOT LIKE 'user.%' AND action NOT LIKE 'session.%')
            THEN object ELSE '' END AS object,
          CASE WHEN NAMED(detail) OR (actor IN (<ids>) AND action NOT LIKE 'group.%'
              AND action NOT LIKE 'answer.%' AND action NOT LIKE 'refused.%')
            THEN detail ELSE '' END AS detail,
          CASE WHEN actor IN (<ids>) THEN through ELSE '' END AS through
        FROM audit
        WHERE actor IN (<ids>) OR object IN (<marks>) OR LOWER(object) IN (<emails>) OR NAMED(detail)
        ORDER BY seq
        """);
  }

  private PersonRecord() {}

  /** Sections without anything in them are left out. */
  static ObjectNode of(Handle handle, Identity who) {
    var hiding = new OthersHidden(who);
    var record = JSON.objectNode();
    SECTIONS.forEach((name, sql) -> {
      var rows = JSON.arrayNode();
      query(handle, sql, who, who.marks())
          .map((row, _) -> row(row, who, hiding))
          .forEach(rows::add);
      if (!rows.isEmpty()) {
        record.set(name, rows);
      }
    });
    var unread = unreadLines(handle, who, hiding);
    if (!unread.isEmpty()) {
      record.set("unreadLinesOfLists", unread);
    }
    var leftOut = PromiseErasure.leavingOut(handle, who);
    if (!leftOut.isEmpty()) {
      var jobs = record.putArray("messagesThatLeaveThemOut");
      leftOut.forEach(job -> jobs.addObject().put("id", job.toString()));
    }
    return record;
  }

  /** That they are named there, and not what it says: others may be as well. */
  private static ArrayNode unreadLines(Handle handle, Identity who, OthersHidden hiding) {
    var written = who.written();
    var lines = JSON.arrayNode();
    // PostgreSQL would send those of all lists at once.
    var lists =
        handle
            .createQuery("SELECT DISTINCT list FROM list_skipped ORDER BY list")
            .mapTo(Long.class)
            .list();
    for (var list : lists) {
      query(handle, UNREAD_LINES, who, who.marks())
          .bind("list", list)
          .map((row, _) -> {
            if (row.getInt("named") == 1
                || written.test(row.getString("said"))
                || isQuoted(row.getString("why"), written)) {
              lines.add(row(row, who, hiding).remove(List.of("said", "why", "named")));
            }
            return true;
          })
          .forEach(_ -> {});
    }
    return lines;
  }

  private static boolean isQuoted(String why, Predicate<String> written) {
    try {
      return !why.equals("{}") && Json.read(why, SkippedLines.Why.class).quotes(written);
    } catch (Unreadable _) {
      return written.test(why);
    }
  }

  /**
   * Texts of authors, templates and files that have an id, an address or a whole name of theirs.
   */
  static List<String> textsNaming(Handle handle, Identity who) {
    var lines = new ArrayList<String>();
    var texts =
        Stream.of(TEXTS, TEMPLATES, NAMES)
            .map(section -> Objects.requireNonNull(SECTIONS.get(section), section));
    for (var sql : Stream.concat(texts, Stream.of(OPEN, VALUES)).toList()) {
      query(handle, sql, who, who.marksAndNames())
          .map((row, _) -> {
            var said = new ArrayList<String>();
            for (var i = 1; i <= row.getMetaData().getColumnCount(); i++) {
              said.add(
                  row.getObject(i) instanceof Number id
                          && IDS.contains(row.getMetaData().getColumnLabel(i))
                      ? new Id(id.longValue()).toString()
                      : row.getString(i));
            }
            said.removeIf(String::isEmpty);
            return String.join(", ", said);
          })
          .forEach(lines::add);
    }
    return lines;
  }

  private static Query query(Handle handle, String sql, Identity who, List<String> words) {
    var patterns = Rewriting.patterns(words);
    var named =
        sql.replaceAll(
            "NAMED\\(([a-z._]+)\\)",
            IntStream.range(0, patterns.size())
                .mapToObj(i -> "LOWER($1) LIKE :word" + i + " ESCAPE '!'")
                .reduce((one, other) -> one + " OR " + other)
                .map(all -> "(" + all + ")")
                .orElseThrow());
    var query = handle.createQuery(named);
    query.bindList("ids", who.ids()).bindList("keys", who.keys());
    query.bindList("emails", who.emails()).bindList("marks", who.marks());
    for (var i = 0; i < patterns.size(); i++) {
      query.bind("word" + i, patterns.get(i));
    }
    query.getConfig(SqlStatements.class).setUnusedBindingAllowed(true);
    return query;
  }

  private static ObjectNode row(ResultSet row, Identity who, OthersHidden hiding)
      throws SQLException {
    var node = JSON.objectNode();
    var columns = row.getMetaData();
    for (var i = 1; i <= columns.getColumnCount(); i++) {
      var name = columns.getColumnLabel(i);
      switch (row.getObject(i)) {
        case null -> {}
        case Number number when TIMES.contains(name) ->
            node.put(name, Instant.ofEpochMilli(number.longValue()).toString());
        case Number id when IDS.contains(name) -> node.put(name, new Id(id.longValue()).toString());
        case Number number -> node.put(name, number.longValue());
        case Object text when name.equals("audience") || name.equals("choices") ->
            node.put(name, theirs(text.toString(), who));
        case Object text when name.equals("reason") ->
            node.put(name, hiding.inReason(text.toString()));
        case Object text -> node.put(name, hiding.in(text.toString()));
      }
    }
    return node;
  }

  private static String theirs(String audience, Identity who) {
    try {
      return PersonErasure.only(audience, who);
    } catch (Unreadable _) {
      return UNREADABLE;
    }
  }
}
