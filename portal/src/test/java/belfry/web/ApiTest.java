package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.OpenApi;
import belfry.testing.TestPortal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The routes on real data, each answer held against openapi.yaml by the client itself. */
class ApiTest {
  private static TestPortal portal;

  @BeforeAll
  static void start() {
    portal = TestPortal.start();
  }

  @AfterAll
  static void stop() {
    portal.close();
  }

  @Test
  void everyRouteIsDescribedAndNothingElseIs() {
    var routes =
        portal.portal().routes().stream()
            .map(line -> line.replaceFirst(" \\w+$", "").replace("*file", ":file"))
            .toList();
    assertThat(OpenApi.operations()).containsExactlyInAnyOrderElementsOf(routes);
  }

  @Test
  void aMessageGoesFromDraftToEverybodyOnce() {
    var ana = portal.signedIn("news", TestPortal.ADMIN);
    var groups = ana.get("user/groups/list").json().path("items");
    var all =
        groups
            .valueStream()
            .filter(group -> group.path("name").asText().equals("All staff"))
            .findFirst()
            .orElseThrow();
    var audience = List.of(Map.of("kind", "group", "id", all.path("id").asText()));

    var preview =
        ana.post("jobs/preview", Map.of("markdown", "**Hello** everybody", "audience", audience))
            .json();
    assertThat(preview.path("audience").path("people").asInt()).isEqualTo(1_000);
    assertThat(preview.path("problems")).isEmpty();

    var draft =
        ana.post("jobs/edit", Map.of("markdown", "**Hello** everybody", "audience", audience));
    assertThat(draft.status()).isEqualTo(201);
    var id = draft.json().path("id").asText();

    var test = ana.post("jobs/test", Map.of("jobId", id));
    assertThat(test.json().path("state").asText()).isEqualTo("sent");
    assertThat(test.json().path("job").path("tested").asBoolean()).isTrue();

    var run =
        ana.post(
            "jobs/runNow", Map.of("jobId", id, "revision", draft.json().path("revision").asInt()));
    assertThat(run.status()).isEqualTo(200);
    var steps = ana.follow("jobs/detail/" + id, 3);
    assertThat(steps).isNotEmpty();
  }
}
