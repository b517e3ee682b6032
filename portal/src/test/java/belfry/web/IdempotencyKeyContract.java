package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Client;
import belfry.testing.TestPortal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A request that is sent twice under one key takes effect once, whichever engine keeps it. */
abstract class IdempotencyKeyContract extends ApiContract {
  private String token = "";

  @BeforeAll
  void makeToken() {
    var wish = Map.of("name", "CI", "days", 1, "scopes", List.of("read", "send"));
    token = ana.post("tokens", wish).json().path("secret").asText();
  }

  private Client with(String key) {
    return with(portal, key);
  }

  private Client with(TestPortal node, String key) {
    return node.client("news")
        .withHeader("Authorization", "Bearer " + token)
        .withHeader("Idempotency-Key", key);
  }

  private long jobs() {
    return ana.get("jobs/list/all?limit=200").json().path("items").size();
  }

  private static Map<String, String> draft(String markdown) {
    return Map.of("markdown", markdown);
  }

  @Test
  void theSameRequestIsAnsweredTheSameAndDoneOnce() {
    var before = jobs();
    var first = with("key-1").post("jobs/edit", draft("One"));
    var again = with("\"key-1\"").post("jobs/edit", draft("One"));
    assertThat(first.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.json()).isEqualTo(first.json());
    assertThat(jobs()).isEqualTo(before + 1);
  }

  /** Another credential of the same person may see less of what was answered. */
  @Test
  void anotherTokenIsNotAnsweredWhatTheFirstOneWas() {
    var draft = Map.of("markdown", "Only for readers", "requestId", "on the page");
    var id = ana.post("jobs/edit", draft).json().path("id").asText();
    var wish = Map.of("name", "CI", "days", 1, "scopes", List.of("send"));
    var blind =
        portal
            .client("news")
            .withHeader(
                "Authorization",
                "Bearer " + ana.post("tokens", wish).json().path("secret").asText());
    for (var form : List.of(draft, Map.of("markdown", "x", "requestId", "on the page"))) {
      var answer = blind.post("jobs/edit", form);
      assertThat(answer.status()).as(answer.body()).isEqualTo(409);
      assertThat(answer.body()).doesNotContain("Only for readers", id);
    }
    assertThat(ana.post("jobs/edit", draft).json().path("id").asText()).isEqualTo(id);
    var group = Map.of("name", "Made once", "requestId", "a group");
    assertThat(ana.post("user/groups/create", group).status()).isEqualTo(201);
    assertThat(blind.post("user/groups/create", group).status()).isEqualTo(409);
  }

  @Test
  void anotherRequestIsRefusedAndNamesTheHeader() {
    var job = with("key-2").post("jobs/edit", draft("Two")).json().path("id").asText();
    var before = jobs();
    for (var other :
        List.of(
            with("key-2").post("jobs/edit", draft("Three")),
            with("key-2").post("jobs/duplicate", Map.of("jobId", job)))) {
      assertThat(other.status()).isEqualTo(422);
      assertThat(other.json().path("detail").asText()).contains("Idempotency-Key");
    }
    assertThat(ana.post("jobs/edit", Map.of("markdown", "Three", "requestId", "key-2")).status())
        .as("in the body")
        .isEqualTo(409);
    assertThat(jobs()).isEqualTo(before);
  }

  @Test
  void whatIsNoKeyOrContradictsTheBodyIsRefused() {
    for (var wrong : List.of("a b", "\"a", "\"\"", "a".repeat(101))) {
      assertThat(with(wrong).post("jobs/edit", draft("Four")).errors())
          .as(wrong)
          .containsOnlyKeys("Idempotency-Key");
    }
    var both = Map.of("markdown", "Four", "requestId", "key-4");
    assertThat(with("key-5").post("jobs/edit", both).errors()).containsOnlyKeys("requestId");
    assertThat(with("key-4").post("jobs/edit", both).status()).isEqualTo(201);
  }

  @Test
  void ofManyAtTheSameTimeOneTakesEffect() throws Exception {
    var before = jobs();
    assertThat(ids(List.of(portal), "key-6")).hasSize(1);
    assertThat(jobs()).isEqualTo(before + 1);
  }

  /** What eight requests at once are answered, over these nodes. */
  final Set<String> ids(List<TestPortal> nodes, String key) throws Exception {
    var tasks = new ArrayList<Callable<Client.Answer>>();
    for (var i = 0; i < 8; i++) {
      var client = with(nodes.get(i % nodes.size()), key);
      tasks.add(() -> client.post("jobs/edit", draft("At once")));
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Client.Answer>();
      for (var future : threads.invokeAll(tasks)) {
        answers.add(future.get());
      }
      assertThat(answers).allMatch(answer -> answer.status() == 201);
      return answers.stream()
          .map(answer -> answer.json().path("id").asText())
          .collect(Collectors.toSet());
    }
  }
}
