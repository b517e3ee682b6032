package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.Heard;
import belfry.testing.OnEngines;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What contradicts itself is set aside: nothing more is sent of it, operators are told the numbers,
 * and everything else goes on.
 */
@OnEngines(postgres = "whole")
class ContradictionsTest extends ApiContract {
  private static final Map<String, Object> FIRST = Map.of("people", 10);

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

  /** What stands below the title, which the question about the first wave names as well. */
  private static String below(String title) {
    return "Below " + title;
  }

  /** A message that waits after ten of its recipients. */
  private String afterItsFirstWave(String title) {
    var draft =
        Map.of(
            "markdown",
            title + "\n\n" + below(title),
            "audience",
            List.of(entry("group", everybody)),
            "firstWave",
            FIRST);
    var id = ana.post("jobs/edit", draft).json().path("id").asText();
    ana.post("jobs/runNow", Map.of("jobId", id)).json();
    awaitState(id, "paused");
    return id;
  }

  private int sent(String words) {
    return portal.simulator().ledger().totals(Ledger.Query.containing(words)).messages();
  }

  private Client.Answer status() {
    return ana.call("GET", "/status", Optional.empty());
  }

  private static String rows(Client.Answer status) {
    return status.json().at("/checks/rows/detail").asText();
  }

  /** The run or follow-up of this id, or what tells it apart. */
  private void assertSetAside(String what) {
    var status = Await.until(this::status, answer -> rows(answer).contains(what));
    assertThat(status.status()).as("no reason to take this node away").isEqualTo(200);
    assertThat(status.json().path("status").asText()).isEqualTo("degraded");
    assertThat(rows(status)).contains("nothing more is sent").contains("news");
  }

  private String run(String job) {
    return "run %s of news: "
        .formatted(ana.get("jobs/detail/" + job).json().at("/run/id").asText());
  }

  @Test
  void nothingIsSentOfARunWhoseCountsContradictIt() {
    var title = "Counted wrong";
    var id = afterItsFirstWave(title);
    sql("UPDATE run SET sent = sent + 1 WHERE id = (SELECT run FROM job WHERE title = ?)", title);
    ana.post("jobs/resume", Map.of("jobId", id)).json();

    assertSetAside(run(id) + "its counts say");
    assertEverybodyHasOne(words(send("Meanwhile counted", entry("group", everybody))));
    assertThat(sent(below(title))).isEqualTo(10);
    assertThat(ana.get("jobs/detail/" + id).json().at("/run/notes").toString())
        .contains("so it was set aside");
  }

  @Test
  void aCountBelowZeroHoldsUpNothingElse() {
    var title = "Below zero";
    var id = afterItsFirstWave(title);
    var wrong = run(id);
    var counted = "UPDATE run SET pending = ? WHERE id = (SELECT run FROM job WHERE title = ?)";
    sql(counted, -1, title);

    assertSetAside(wrong + "its counts say");
    assertEverybodyHasOne(words(send("Meanwhile below zero", entry("group", everybody))));
    assertThat(sent(below(title))).isEqualTo(10);

    sql(counted, 290, title);
    ana.post("jobs/resume", Map.of("jobId", id)).json();
    finished(id);
    assertEverybodyHasOne(below(title));
  }

  private String words(String id) {
    return finished(id).path("title").asText();
  }

  @Test
  void nobodyWhoHasAMessageIsSentAnother() {
    var id = afterItsFirstWave("Twice");
    sql(
        "UPDATE recipient SET message_id = 'theirs' WHERE seq = 20 AND run ="
            + " (SELECT run FROM job WHERE title = ?)",
        "Twice");
    ana.post("jobs/resume", Map.of("jobId", id)).json();

    assertSetAside(run(id) + "recipient 20 waits to be sent to, and has the message theirs");
    assertEverybodyHasOne(words(send("Meanwhile twice", entry("group", everybody))));
    assertThat(sent(below("Twice"))).isLessThanOrEqualTo(20);

    sql("UPDATE recipient SET message_id = NULL WHERE seq = 20 AND message_id = 'theirs'");
    var mended = run(id);
    ana.post("jobs/pause", Map.of("jobId", id)).json();
    ana.post("jobs/resume", Map.of("jobId", id)).json();
    finished(id);
    assertEverybodyHasOne(below("Twice"));
    assertThat(rows(status())).doesNotContain(mended);
  }

  @Test
  void aRecallWhoseCountsContradictItRecallsNothingMore() {
    var id = send("To be recalled", entry("group", everybody));
    finished(id);
    portal.simulator().faults().set(FaultRule.on(Operation.MESSAGES_DELETE, Fault.before(503)));
    ana.post("jobs/recall", Map.of("jobId", id)).json();
    Await.until(() -> ana.get("jobs/detail/" + id).body().contains("\"underway\""));
    sql("UPDATE follow_up SET skipped = -1, done = done + 1 WHERE gate = 'open'");
    portal.simulator().faults().set(List.of());

    assertSetAside("recall ");
    var there = sent("To be recalled");
    assertEverybodyHasOne(words(send("Meanwhile recalled", entry("group", everybody))));
    assertThat(sent("To be recalled")).isEqualTo(there).isPositive();
  }

  @Test
  void aRecallWhoseRowsContradictItsCountsIsNotSaidToBeFinished() {
    var id = send("Recalled and counted wrong", entry("group", everybody));
    finished(id);
    portal.simulator().faults().set(FaultRule.on(Operation.MESSAGES_DELETE, Fault.before(503)));
    ana.post("jobs/recall", Map.of("jobId", id)).json();
    Await.until(() -> ana.get("jobs/detail/" + id).body().contains("\"underway\""));
    try (var heard = Heard.whole("belfry.delivery")) {
      sql("UPDATE follow_up SET skipped = skipped + 1 WHERE gate = 'open'");
      portal.simulator().faults().set(List.of());

      assertSetAside("its rows say");
      assertEverybodyHasOne(words(send("Meanwhile set aside", entry("group", everybody))));
      assertThat(heard.words())
          .filteredOn(words -> words.contains("contradicts itself"))
          .singleElement()
          .asString()
          .contains("recall ", "its rows say", "its counts say");
      assertThat(heard.words()).noneMatch(words -> words.matches(".*follow-up .* is finished"));
    }
  }
}
