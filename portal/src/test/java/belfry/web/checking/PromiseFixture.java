package belfry.web.checking;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.SimulatorSettings;
import belfry.simulator.messages.Ledger;
import belfry.testing.Client;
import belfry.testing.Engine;
import belfry.testing.JumpingTime;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** A portal whose time is the test's, and what is agreed to in it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PromiseFixture {
  final JumpingTime time = new JumpingTime();
  TestPortal portal;
  Client ana;

  @Parameter Engine engine = Engine.SQLITE;

  @BeforeParameterizedClassInvocation
  void start() {
    portal = TestPortal.start(SimulatorSettings.defaults().withPeople(60), engine::under, time);
    signIn();
  }

  @AfterParameterizedClassInvocation
  void stop() {
    portal.close();
  }

  /** Once more where time has jumped so far that the session has ended. */
  final void signIn() {
    ana = portal.signedIn("news", TestPortal.ADMIN);
  }

  /** As if the address had been theirs until now. */
  void untilNow(String address, String theirs, String mine) {
    change(
        "UPDATE person SET email = '' WHERE id = '%s'".formatted(mine),
        "UPDATE person SET email = '%s' WHERE id = '%s'".formatted(address, theirs),
        "UPDATE address SET person = '%s' WHERE email = '%s'".formatted(theirs, address));
  }

  List<String> people(String... emails) {
    return Stream.of(emails)
        .peek(email ->
            ana.post(
                "jobs/preview",
                Map.of(
                    "markdown",
                    "x",
                    "audience",
                    List.of(Map.of("kind", "person", "email", email)))))
        .map(email -> ana.get("user/people/find?q=" + email).json().at("/items/0/id").asText())
        .toList();
  }

  Map<String, Object> agreed(String id) {
    var shown = ana.post("jobs/preview", Map.of("jobId", id)).json();
    var recipients = shown.path("reach").path("most").asInt();
    return Map.of("jobId", id, "recipients", recipients, "whom", shown.path("whom").asText());
  }

  void change(String... statements) {
    Jdbi.create(portal.databaseAddress())
        .useTransaction(handle -> List.of(statements).forEach(handle::execute));
  }

  long told(String words) {
    return portal.simulator().ledger().totals(Ledger.Query.containing(words)).messages();
  }

  Map<String, String> listed(String table) {
    return Map.of("kind", "list", "listId", brought(table));
  }

  private String brought(String table) {
    var list = ana.bringList("?name=desks.csv", table.getBytes(StandardCharsets.UTF_8)).json();
    return list.path("list").path("id").asText();
  }

  void members(String what, String group, List<String> emails) {
    var people = emails.stream().map(email -> Map.of("email", email)).toList();
    var answer = ana.post("user/groups/" + what, Map.of("groupId", group, "members", people));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  String draft(Map<String, Object> text) {
    var draft = ana.post("jobs/edit", text);
    assertThat(draft.status()).as(draft.body()).isEqualTo(201);
    return draft.json().path("id").asText();
  }

  JsonNode finished(String id) {
    var job = settled(id);
    assertThat(job.path("state").asText()).as(job.toString()).isEqualTo("finished");
    return job;
  }

  String asked(String id) {
    var job = settled(id);
    assertThat(job.path("state").asText()).as(job.toString()).isEqualTo("paused");
    return job.path("run").path("question").asText();
  }

  JsonNode settled(String id) {
    return ana.followUntil(
        "jobs/detail/" + id,
        job -> List.of("finished", "paused").contains(job.path("state").asText()));
  }
}
