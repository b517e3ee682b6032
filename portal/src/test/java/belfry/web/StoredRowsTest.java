package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.runs.ids.JobId;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.HookReceiver;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.answers.AnsweringContract;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One row of each thing that is stored, but for jobs, runs and recipients, cannot be read: it is
 * set aside and named, and everything else of all apps goes on.
 */
@OnEngines(postgres = "long")
class StoredRowsTest extends AnsweringContract {
  private static final Map<String, Object> KENJI = person(TestPortal.OTHER_ADMIN);

  /** Whatever a page of the app "news" asks for. */
  private static final List<String> VIEWS =
      List.of(
          "info",
          "sessions",
          "tokens",
          "search?q=read",
          "user/audiences/list",
          "user/people/find?q=la",
          "admin/users",
          "admin/tokens",
          "admin/webhooks",
          "admin/rules",
          "admin/trail",
          "templates/list",
          "answers/list",
          "answers/announcements",
          "answers/automatic",
          "jobs/list/all",
          "jobs/list/recent",
          "jobs/calendar?from=2026-01-01T00:00:00Z&until=2026-02-01T00:00:00Z");

  /** What damages a row that a message with personal words needs. */
  private static final String FOR_EACH = "{";

  private final Map<String, String> ids = new HashMap<>();
  private Client kenji;
  private HookReceiver receiver;

  /**
   * A row, and how it is damaged.
   *
   * @param of what names it in {@code where}: a name, or a key of {@link #ids}
   * @param garbage by column
   * @param named what operators are told, with keys of {@link #ids} in brackets; empty if Belfry
   *     gets the value again by itself, or goes by what a newer version may have written
   */
  record Thing(String table, String where, String of, Map<String, Object> garbage, String named) {
    @Override
    public String toString() {
      return table + " " + garbage.keySet();
    }
  }

  private static Thing thing(
      String table, String where, String of, String column, Object garbage, String named) {
    return new Thing(table, where, of, Map.of(column, garbage), named);
  }

  private static Thing reminder(String column, String garbage) {
    return new Thing(
        "reminder", "job = ?", "asking", Map.of("due", 1L, column, garbage), "reminder ");
  }

  static Stream<Thing> things() {
    return Stream.of(
        thing("follow_up", "job = ?", "corrected", "kind", "hope", "follow up "),
        thing("follow_up", "job = ?", "corrected", "gate", "hope", "follow up "),
        new Thing(
            "follow_up",
            "job = ?",
            "corrected",
            Map.of("only_for", "{", "gate", "open", "complete", 0),
            "audience of follow up "),
        reminder("set_as", "["),
        reminder("times", "[\"soon\"]"),
        thing("reminder", "job = ?", "asking", "ended", "hope", "reminder "),
        thing("hook", "name = ?", "Bad", "url", "::", "hook "),
        thing("hook", "name = ?", "Bad", "state", "hope", ""),
        thing("hook", "name = ?", "Bad", "secret", "k1.cut", "secret of hook "),
        thing(
            "hook_message",
            "id = (SELECT MIN(id) FROM hook_message WHERE answer <> ?)",
            "hope",
            "event",
            "hope",
            ""),
        thing("answer", "email = ?", LARS, "kind", "hope", "answer "),
        thing("answer", "email = ?", MAIJA, "inputs", "{\"belfry\":", "answer "),
        thing("answer_watch", "app = ?", "news", "secret", "k1.cut", ""),
        thing(
            "sending_rules",
            "app = ?",
            "news",
            "rules",
            "{\"days\":[\"someday\"]",
            "sending rules"),
        thing("api_token", "name = ?", "Program", "scopes", "hope", ""),
        thing("session", "display_name = ?", "Kenji Tanaka", "organisation", "hope", ""),
        thing(
            "person_token",
            "person = (SELECT MIN(person) FROM person_token WHERE person <> ?)",
            "hope",
            "access",
            "k1.cut",
            ""),
        thing("directory_token", "access <> ?", "hope", "access", "k1.cut", ""),
        thing(
            "person_language",
            "person = (SELECT MIN(person) FROM person_language WHERE person <> ?)",
            "hope",
            "language",
            "hope",
            ""),
        thing("staff", "app = ?", "news", "role", "hope", ""),
        thing("template_version", "name = ?", "Bad", "card", "[", "template "),
        thing("audience", "name = ?", "Bad", "choices", "[", "audience [saved]"),
        thing("audience", "name = ?", "Bad", "choices", FOR_EACH, "audience [saved]"),
        thing("list", "name = ?", "desks.csv", "columns", "[", "list [list]"),
        thing("list_row", "email = ?", MAIJA, "fields", "{\"Desk\"", "line of list "),
        thing("attachment_piece", "attachment <> ?", "0", "bytes", new byte[] {1}, "attachment "),
        thing("job_promise", "job = ?", "promised", "incomplete", "[", "job promise "));
  }

  @ParameterizedTest
  @MethodSource("things")
  void oneRowStopsOneThing(Thing thing) {
    var waiting = waiting(thing);
    assertThat(status()).doesNotContain(thing.named.isEmpty() ? "no row" : told(thing));
    var were = row(thing);
    set(thing, thing.garbage);
    try {
      waiting.ifPresent(this::due);
      // The portal hears of a change with its next commit.
      assertEverybodyElseIsSentTo();
      waiting.ifPresent(job -> assertAffected(thing, job));
      VIEWS.forEach(view -> asked(view, 200));
      assertNamed(thing);
    } finally {
      set(thing, were);
    }
    // Whatever is read again is no longer named.
    VIEWS.forEach(view -> asked(view, 200));
    asked("jobs/detail/" + ids.get("asking"), 200);
    asked("jobs/detail/" + ids.get("corrected"), 200);
  }

  private String told(Thing thing) {
    return thing
        .named
        .replace("[saved]", Objects.requireNonNull(ids.get("saved")))
        .replace("[list]", Objects.requireNonNull(ids.get("list")));
  }

  private void assertNamed(Thing thing) {
    if (thing.table.equals("follow_up") || thing.table.equals("reminder")) {
      assertNamedOnThePage(Optional.ofNullable(ids.get(thing.of)).orElseThrow(), thing.named);
    }
    if (!thing.named.isEmpty()) {
      Await.until(() -> status().contains(told(thing)));
      assertThat(status()).contains("degraded").contains(" of news");
    }
    if (thing.named.startsWith("secret of")) {
      assertThat(status()).contains("the key that sealed them is not in the key file: see keys");
    }
    if (thing.table.equals("sending_rules")) {
      assertSavedAnew();
    }
  }

  private void assertEverybodyElseIsSentTo() {
    var elsewhere =
        kenji.post("jobs/edit", Map.of("markdown", "Elsewhere", "audience", List.of(KENJI)));
    var other = elsewhere.json().path("id").asText();
    done(kenji.post("jobs/runNow", Map.of("jobId", other)));
    var id = send("Meanwhile", KENJI);
    assertThat(counts(finished(id)).path("sent").asInt()).isEqualTo(1);
    kenji.followUntil("jobs/detail/" + other, job -> job.path("state").asText().equals("finished"));
    Await.until(
        receiver::next,
        told ->
            told.path().equals("/belfry/Good") && told.data().path("jobId").asText().equals(id));
  }

  /** A message that needs what is damaged, and is due then. */
  private Optional<String> waiting(Thing thing) {
    var saved = ids.get("saved");
    var words = "For " + thing;
    return switch (thing.table) {
      case "audience" -> {
        var text = thing.garbage.containsValue(FOR_EACH) ? words + " {{firstName}}" : words;
        yield Optional.of(scheduled(text, Map.of("kind", "saved", "id", saved, "name", "Bad")));
      }
      case "list", "list_row" ->
          Optional.of(
              scheduled(words + " {{Desk}}", Map.of("kind", "list", "listId", ids.get("list"))));
      case "attachment_piece" -> Optional.of(withFile(scheduled(words, KENJI)));
      case "job_promise" -> {
        var id = scheduled(words, KENJI);
        ids.put("promised", id);
        yield Optional.of(id);
      }
      default -> Optional.empty();
    };
  }

  private void assertAffected(Thing thing, String job) {
    switch (thing.table) {
      case "job_promise" -> assertThat(counts(finished(job)).path("sent").asInt()).isEqualTo(1);
      case "attachment_piece" ->
          assertThat(counts(finished(job)).path("failed").asInt()).isEqualTo(1);
      default -> {
        var seen =
            ana.followUntil(
                "jobs/detail/" + job, one -> !one.at("/run/notes/0").asText().isEmpty());
        assertThat(seen.at("/run/notes/0").asText())
            .contains("this version of Belfry cannot read the " + told(thing));
        assertThat(ana.post("jobs/cancel", Map.of("jobId", job)).status()).isEqualTo(200);
        awaitState(job, "cancelled");
      }
    }
  }

  private void assertNamedOnThePage(String job, String named) {
    var seen = ana.get("jobs/detail/" + job);
    assertThat(seen.status()).as(seen.body()).isEqualTo(200);
    // What is planned is read a little later than the page.
    Await.until(
        () -> ana.get("jobs/detail/" + job).json().path("unreadableBeside").asText(),
        words -> words.contains(named));
    asked("jobs/recipients/" + job, 200);
    if (named.startsWith("reminder")) {
      assertThat(ana.post("jobs/stopReminders", Map.of("jobId", job)).status()).isEqualTo(200);
    }
  }

  private void assertSavedAnew() {
    var rules = ana.get("admin/rules").json();
    assertThat(rules.path("unreadable").asText()).contains("A stored Stored cannot be read");
    var revision = rules.path("revision").asInt();
    var saved = ana.post("admin/rules", Map.of("revision", revision, "typeAbove", 20));
    assertThat(saved.json().has("unreadable")).as(saved.body()).isFalse();
    Await.until(() -> !status().contains("sending rules"));
  }

  private String scheduled(String words, Map<String, ?> audience) {
    var id = draft(words, audience);
    var at = LocalDateTime.now(ZoneOffset.UTC).plusDays(1).withNano(0).toString();
    done(ana.post("jobs/schedule", Map.of("jobId", id, "at", at, "zone", "UTC")));
    return id;
  }

  private String withFile(String job) {
    done(
        ana.post(
            "jobs/edit",
            Map.of("jobId", job, "revision", revision(job), "attachment", ids.get("file"))));
    return job;
  }

  private String status() {
    return ana.call("GET", "/status", Optional.empty()).body();
  }

  // The database -------------------------------------------------------------------------------

  private interface Statement<T> {
    T run(PreparedStatement statement) throws SQLException;
  }

  private <T> T sql(String words, List<?> values, Statement<T> work) {
    try (var connection = DriverManager.getConnection(portal.databaseAddress());
        var statement = connection.prepareStatement(words)) {
      for (var i = 0; i < values.size(); i++) {
        statement.setObject(i + 1, values.get(i));
      }
      return work.run(statement);
    } catch (SQLException e) {
      throw new IllegalStateException(words, e);
    }
  }

  private void due(String job) {
    var values = List.of(System.currentTimeMillis(), number(job));
    var jobs = sql("UPDATE job SET due = ? WHERE id = ?", values, PreparedStatement::executeUpdate);
    assertThat(jobs).isEqualTo(1);
  }

  private static long number(String id) {
    return JobId.parse(id).orElseThrow().value();
  }

  private Object named(Thing thing) {
    return switch (thing.where) {
      case "job = ?" -> number(Optional.ofNullable(ids.get(thing.of)).orElseThrow());
      case "attachment <> ?" -> 0L;
      default -> thing.of;
    };
  }

  private Map<String, Object> row(Thing thing) {
    var columns = List.copyOf(thing.garbage.keySet());
    return sql(
        "SELECT %s FROM %s WHERE %s"
            .formatted(String.join(", ", columns), thing.table, thing.where),
        List.of(named(thing)),
        statement -> {
          var found = statement.executeQuery();
          assertThat(found.next()).as("a row of %s", thing.table).isTrue();
          var values = new HashMap<String, Object>();
          for (var column : columns) {
            values.put(column, found.getObject(column));
          }
          assertThat(found.next()).as("another row of %s", thing.table).isFalse();
          return values;
        });
  }

  private void set(Thing thing, Map<String, Object> values) {
    var columns = List.copyOf(values.keySet());
    var all = new ArrayList<Object>();
    columns.forEach(column -> all.add(values.get(column)));
    all.add(named(thing));
    var some =
        sql(
            "UPDATE %s SET %s WHERE %s"
                .formatted(
                    thing.table,
                    columns.stream().map(one -> one + " = ?").collect(Collectors.joining(", ")),
                    thing.where),
            all,
            PreparedStatement::executeUpdate);
    assertThat(some).isEqualTo(1);
  }

  @BeforeParameterizedClassInvocation
  void storeOneOfEach() {
    ids.clear();
    kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    ana.withHeader("Accept-Language", "de").get("info");
    receiver = new HookReceiver();
    for (var name : List.of("Bad", "Good")) {
      done(
          ana.post(
              "admin/webhooks",
              Map.of(
                  "name",
                  name,
                  "url",
                  receiver.address() + "/" + name,
                  "events",
                  List.of("job.finished"))));
      var saved = ana.post("user/audiences/save", Map.of("name", name, "audience", List.of(KENJI)));
      ids.putIfAbsent("saved", saved.json().path("id").asText());
      done(ana.post("templates/save", Map.of("name", name, "markdown", "Hello", "card", card())));
    }
    var quiet = Map.of("days", List.of("sunday"), "from", "00:00", "until", "00:01", "zone", "UTC");
    done(ana.post("admin/rules", Map.of("revision", 0, "quiet", quiet, "typeAbove", 20)));
    done(ana.post("tokens", Map.of("name", "Program", "scopes", List.of("read"), "days", 30)));
    done(ana.post("answers/automatic", Map.of("revision", 0, "markdown", "We got it")));
    done(ana.post("admin/users", Map.of("email", LARS)));
    var list =
        ana.bringList(
            "?name=desks.csv",
            "Email,Desk\n%s,12\n%s,4\n".formatted(LARS, MAIJA).getBytes(StandardCharsets.UTF_8));
    ids.put("list", list.json().at("/list/id").asText());
    var file = ana.attach("plan.txt", "text/plain", "the plan".getBytes(StandardCharsets.UTF_8));
    ids.put("file", file.json().path("id").asText());
    asking();
    var corrected = send("To *correct*", person(LARS));
    finished(corrected);
    done(ana.post("jobs/correct", Map.of("jobId", corrected, "markdown", "Corrected")));
    followUpOver(corrected);
    ids.put("corrected", corrected);
  }

  private static Map<String, Object> card() {
    return Map.of("buttons", List.of(Map.of("title", "Plan", "url", "https://corp.test/plan")));
  }

  /** One that reminds, and that was answered. */
  private void asking() {
    var id = draft("Read *this*", person(LARS), person(MAIJA));
    var reminders = Map.of("times", List.of(Map.of("days", 1, "time", "09:00")), "zone", "UTC");
    var how = Map.of("button", "Got it", "word", "OK", "reminders", reminders);
    done(ana.post("jobs/edit", Map.of("jobId", id, "revision", revision(id), "acknowledge", how)));
    done(ana.post("jobs/runNow", Map.of("jobId", id)));
    finished(id);
    portal.simulator().press(MAIJA, message("Read *this*", MAIJA), "{\"belfry\":\"acknowledge\"}");
    portal.simulator().say(LARS, "Company News", "an answer");
    Await.until(() -> ana.get("answers/list").json().path("items").size() >= 2);
    ids.put("asking", id);
  }

  private static void done(Client.Answer answer) {
    assertThat(answer.status()).as(answer.body()).isIn(200, 201);
  }

  @AfterParameterizedClassInvocation
  void stopListening() {
    receiver.close();
  }
}
