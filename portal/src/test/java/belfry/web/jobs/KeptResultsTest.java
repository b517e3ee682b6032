package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.SimulatorSettings;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of how long a message is kept; the contract of expiry says whether that is so. */
class KeptResultsTest {
  private static final Duration KEPT = Duration.ofDays(60);

  @Test
  void theDetailOfAJobThatIsOverSaysUntilWhenItIsKept() {
    try (var portal =
        TestPortal.start(
            SimulatorSettings.defaults().withPeople(20),
            settings -> TestPortal.keepingResults(settings, KEPT))) {
      var ana = portal.signedIn("news", TestPortal.ADMIN);
      var id = draft(ana);
      assertThat(detail(ana, id).has("keptUntil")).as("a draft").isFalse();

      assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
      var job = finished(ana, id);

      var end = Instant.parse(job.path("run").path("finishedAt").asText());
      assertThat(Instant.parse(job.path("keptUntil").asText()))
          .isBetween(end.plus(KEPT), Instant.now().plus(KEPT));
      assertThat(ana.get("jobs/list/all").json().path("items"))
          .hasSize(1)
          .noneMatch(one -> one.has("keptUntil"));

      after(ana, job);
      assertThat(detail(ana, id).has("keptUntil")).as("a draft is to go to its people").isFalse();
    }
  }

  @Test
  void whereEverythingIsKeptNothingIsSaid() {
    try (var portal = TestPortal.start(SimulatorSettings.defaults().withPeople(20))) {
      var ana = portal.signedIn("news", TestPortal.ADMIN);
      var id = draft(ana);
      assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);

      assertThat(finished(ana, id).has("keptUntil")).isFalse();
    }
  }

  private static String draft(Client who) {
    var reader =
        who.get("user/groups/list?limit=200").json().path("items").path(0).path("id").asText();
    return edit(who, Map.of("kind", "group", "id", reader));
  }

  private static void after(Client who, JsonNode job) {
    edit(who, Map.of("kind", "recipients", "id", job.path("id").asText(), "who", "reached"));
  }

  private static String edit(Client who, Map<String, String> audience) {
    var wish = Map.of("markdown", "Hello", "audience", List.of(audience));
    var made = who.post("jobs/edit", wish);
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    return made.json().path("id").asText();
  }

  private static JsonNode detail(Client who, String id) {
    return who.get("jobs/detail/" + id).json();
  }

  private static JsonNode finished(Client who, String id) {
    who.followUntil("jobs/detail/" + id, job -> job.path("state").asText().equals("finished"));
    return detail(who, id);
  }
}
