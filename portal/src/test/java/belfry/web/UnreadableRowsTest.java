package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A row that cannot be read is named and waits as it is; everything else goes on. */
@OnEngines(postgres = "long")
class UnreadableRowsTest extends ApiContract {
  private static final Map<String, String> KENJI =
      Map.of("kind", "person", "email", TestPortal.OTHER_ADMIN);

  private Client kenji;

  @BeforeParameterizedClassInvocation
  void signInElsewhere() {
    kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
  }

  private void sql(String words, Object... values) {
    try (var connection = DriverManager.getConnection(portal.databaseAddress());
        var statement = connection.prepareStatement(words)) {
      for (var i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      assertThat(statement.executeUpdate()).as(words).isPositive();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String scheduled(Client who, String words) {
    var draft = who.post("jobs/edit", Map.of("markdown", words, "audience", List.of(KENJI)));
    var id = draft.json().path("id").asText();
    var at = LocalDateTime.now(ZoneOffset.UTC).plusDays(1).withNano(0).toString();
    var answer = who.post("jobs/schedule", Map.of("jobId", id, "at", at, "zone", "UTC"));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return id;
  }

  private void due(String title) {
    sql("UPDATE job SET due = ? WHERE title = ?", System.currentTimeMillis() - 1_000, title);
  }

  private JsonNode listed(String id) {
    return ana.get("jobs/list/all?limit=200")
        .json()
        .path("items")
        .valueStream()
        .filter(job -> job.path("id").asText().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private Client.Answer status() {
    return ana.call("GET", "/status", Optional.empty());
  }

  private void assertNamed(String id) {
    var status = Await.until(this::status, answer -> answer.body().contains(id));
    assertThat(status.status()).as("no reason to take this node away").isEqualTo(200);
    assertThat(status.json().path("status").asText()).isEqualTo("degraded");
    assertThat(status.json().at("/checks/rows/detail").asText()).contains(id).contains("news");
  }

  private void assertWaits(String id) {
    assertThat(listed(id).path("unreadable").asText()).isNotBlank();
    var job = ana.get("jobs/detail/" + id);
    assertThat(job.status()).as(job.body()).isEqualTo(200);
    assertThat(job.json().path("unreadable").asText()).isNotBlank();
    assertThat(ana.get("jobs/list/recent").status()).isEqualTo(200);
    assertThat(ana.post("jobs/duplicate", Map.of("jobId", id)).status()).isIn(201, 503);
  }

  @ParameterizedTest
  @CsvSource({
    "audience, '{\"entries\":[{\"kind\":\"weather\"}],\"excluded\":[]}'",
    "audience, '{'",
    "on_unknown, hope",
    "first_wave, '{\"percent\":'",
    "acknowledge, nonsense",
    "skipped, '[\"yesterday\"]'",
    "card, '['"
  })
  void aJobThatIsDueAndCannotBeReadHoldsUpNoOther(String column, String garbage) {
    var words = column + garbage.hashCode();
    var bad = scheduled(ana, "Bad " + words);
    var good = scheduled(ana, "Good " + words);
    var elsewhere = scheduled(kenji, "Elsewhere " + words);
    sql("UPDATE job SET " + column + " = ? WHERE title = ?", garbage, "Bad " + words);
    List.of("Bad ", "Good ", "Elsewhere ").forEach(title -> due(title + words));

    assertThat(finished(good).path("state").asText()).isEqualTo("finished");
    kenji.followUntil(
        "jobs/detail/" + elsewhere, job -> job.path("state").asText().equals("finished"));
    assertNamed(bad);
    assertWaits(bad);
    assertThat(listed(bad).path("state").asText()).isEqualTo("scheduled");
    assertThat(ana.get("search?q=Good").status()).isEqualTo(200);
    assertThat(
            ana.get("jobs/calendar?from=2026-11-01T00:00:00Z&until=2026-12-01T00:00:00Z").status())
        .isEqualTo(200);
    sql("DELETE FROM job WHERE title = ?", "Bad " + words);
    assertThat(status().body()).doesNotContain(bad);
  }

  @Test
  void aJobThatCanBeReadAgainGoesOnByItself() {
    var bad = scheduled(ana, "Mended");
    sql("UPDATE job SET on_unknown = 'hope' WHERE title = 'Mended'");
    due("Mended");
    finished(send("Meanwhile", KENJI));
    assertNamed(bad);

    sql("UPDATE job SET on_unknown = 'hold' WHERE title = 'Mended'");
    finished(send("A little later", KENJI));

    assertThat(finished(bad).has("unreadable")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"kind, hope", "on_unknown, hope", "notes, '['", "first_wave, '['", "gate, hope"})
  void aRunThatCannotBeReadHoldsUpNoOther(String column, String garbage) {
    portal
        .simulator()
        .limits()
        .set(List.of(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(10, 10))));
    // Some are under way when it is damaged; their ends are to be written all the same.
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.delayed(Duration.ofMillis(700))));
    var words = "run " + column;
    var bad = send("Bad " + words, entry("group", everybody));
    ana.followUntil("jobs/detail/" + bad, job -> counts(job).path("sent").asInt() > 0);
    sql(
        "UPDATE run SET " + column + " = ? WHERE job = (SELECT id FROM job WHERE title = ?)",
        garbage,
        "Bad " + words);
    portal.simulator().limits().set(List.of());
    portal.simulator().faults().set();

    finished(send("Good " + words, KENJI));
    // Once the lane has looked at its runs again.
    Await.until(() -> listed(bad).path("unreadable").asText(), why -> !why.isBlank());
    assertThat(ana.get("jobs/detail/" + bad).status()).isEqualTo(200);
    assertThat(status().status()).isEqualTo(200);
    assertThat(status().json().path("status").asText()).isEqualTo("degraded");
    sql("DELETE FROM run WHERE job = (SELECT id FROM job WHERE title = ?)", "Bad " + words);
    sql("DELETE FROM job WHERE title = ?", "Bad " + words);
  }

  @ParameterizedTest
  @CsvSource({"kind, hope", "personal, '['"})
  void aRecipientWhoCannotBeReadGetsNothingAndHoldsUpNobody(String column, String garbage) {
    var words = "recipient " + column;
    var id = draft(words, entry("group", everybody));
    ana.post("jobs/runNow", Map.of("jobId", id));
    ana.followUntil("jobs/detail/" + id, job -> counts(job).path("sent").asInt() > 0);
    // The last but some, whose turn does not come so soon.
    sql(
        "UPDATE recipient SET "
            + column
            + " = ? WHERE seq = 290 AND run = (SELECT run FROM job WHERE title = ?)",
        garbage,
        words);

    var job = finished(id);

    assertThat(counts(job).path("failed").asInt()).isEqualTo(1);
    assertThat(counts(job).path("sent").asInt()).isEqualTo(PEOPLE - 1);
    var failed = ana.get("jobs/recipients/" + id + "?state=failed").json().path("items");
    assertThat(failed.get(0).path("reason").asText()).contains("cannot be read");
  }

  @Test
  void listsShowTheOthers() {
    var audience = List.of(KENJI);
    ana.post("user/audiences/save", Map.of("name", "Bad", "audience", audience));
    ana.post("user/audiences/save", Map.of("name", "Good", "audience", audience));
    sql("UPDATE audience SET choices = '[' WHERE name = 'Bad'");
    assertThat(ana.get("user/audiences/list").json().path("items").size()).isEqualTo(1);

    ana.post("templates/save", Map.of("name", "Bad", "markdown", "Hello"));
    ana.post("templates/save", Map.of("name", "Good", "markdown", "Hello"));
    sql("UPDATE template_version SET card = '[' WHERE name = 'Bad'");
    assertThat(ana.get("templates/list").json().path("items").size()).isEqualTo(1);

    sql("UPDATE lane SET pace = '['");
    assertThat(ana.get("info").status()).isEqualTo(200);
    assertThat(status().status()).isEqualTo(200);
  }

  @Test
  void anAdministratorDeletesWhatCannotBeRead() {
    var lars = "lars.berg@northwind.example";
    assertThat(ana.post("admin/users", Map.of("email", lars)).status()).isEqualTo(201);
    var author = portal.signedIn("news", lars);
    portal
        .simulator()
        .limits()
        .set(List.of(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(1, 1))));
    var job = begun(author, "Job that is deleted");
    var run = begun(author, "Run that is deleted");
    sql("UPDATE job SET audience = '{' WHERE title = 'Job that is deleted'");
    sql(
        "UPDATE run SET on_unknown = 'hope' WHERE job = (SELECT id FROM job WHERE title = 'Run that is"
            + " deleted')");

    for (var id : List.of(job, run)) {
      var refused = author.post("jobs/delete", Map.of("jobId", id));
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.json().path("detail").asText()).contains("An administrator can delete it");
      assertThat(ana.post("jobs/delete", Map.of("jobId", id)).status()).isEqualTo(204);
      assertThat(ana.get("jobs/detail/" + id).status()).isEqualTo(404);
    }
    portal.simulator().limits().set(List.of());
    // Nothing of them is open any more, so nothing of them is sent after this.
    finished(send("After what was deleted", KENJI));
    Await.until(() -> number("SELECT COUNT(*) FROM run WHERE gate <> 'closed'") == 0);
    var some = portal.simulator().ledger().totals(Ledger.Query.containing("that is deleted"));
    assertThat(some.messages()).isPositive().isLessThan(2 * PEOPLE);
    Await.until(() -> !status().body().contains(job) && !status().body().contains(run));
  }

  private String begun(Client who, String words) {
    var audience = List.of(entry("group", everybody));
    var draft = who.post("jobs/edit", Map.of("markdown", words, "audience", audience));
    var id = draft.json().path("id").asText();
    assertThat(who.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    who.followUntil("jobs/detail/" + id, job -> counts(job).path("sent").asInt() > 0);
    return id;
  }

  private long number(String words) {
    try (var connection = DriverManager.getConnection(portal.databaseAddress());
        var statement = connection.createStatement();
        var found = statement.executeQuery(words)) {
      return found.next() ? found.getLong(1) : 0;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
