package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Client;
import belfry.testing.OpenApi;
import belfry.testing.TestPortal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;

/** A request that is sent twice under one key takes effect once, whichever engine keeps it. */
abstract class IdempotencyKeyContract extends ApiContract {
  private String token = "";

  /** Ana at another browser. */
  private Client page;

  @BeforeParameterizedClassInvocation
  void makeToken() {
    var wish = Map.of("name", "CI", "days", 1, "scopes", List.of("read", "send"));
    token = ana.post("tokens", wish).json().path("secret").asText();
    page = portal.signedIn("news", TestPortal.ADMIN);
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

  /** As on the page, whose people may do everything. */
  private Client admin(String key) {
    return page.withHeader("Idempotency-Key", key);
  }

  private long count(String path) {
    return ana.get(path).json().path("items").size();
  }

  @Test
  void whatCannotBeDoneTwiceInOneWayOrAnotherIsDoneOnce() {
    var template = Map.of("name", "Once", "markdown", "Once [[Day]]");
    var hook =
        Map.of("name", "Once", "url", "https://pager.example/", "events", List.of("job.held"));
    var templates = count("templates/list");
    var hooks = count("admin/webhooks");
    assertThat(same("once-1", "templates/save", template, 201)).isNotBlank();
    assertThat(same("once-2", "admin/webhooks", hook, 201)).contains("whsec_");
    assertThat(count("templates/list")).isEqualTo(templates + 1);
    assertThat(count("admin/webhooks")).isEqualTo(hooks + 1);
    var made = ana.get("admin/webhooks").json().path("items").path(0).path("id").asText();
    var path = "admin/webhooks/" + made;
    assertThat(same("once-3", path + "/rotate", Map.of(), 200)).contains("whsec_");
    assertThat(same("once-4", path + "/test", "", 200)).contains("msg_");
    assertThat(ana.get(path).json().path("latest")).hasSize(1);

    var gone = admin("once-5");
    assertThat(gone.delete(path).status()).isEqualTo(204);
    assertThat(gone.delete(path).status()).as("though it is gone").isEqualTo(204);
    assertThat(ana.delete(path).status()).isEqualTo(404);
  }

  private String same(String key, String path, Object form, int status) {
    var client = admin(key);
    var first = client.post(path, form);
    var again = client.post(path, form);
    assertThat(first.status()).as(first.body()).isEqualTo(status);
    assertThat(again.status()).as(again.body()).isEqualTo(status);
    assertThat(again.body()).isEqualTo(first.body());
    return first.body();
  }

  @Test
  void aFileIsKeptOnceAndOneOfOtherBytesIsRefused() {
    var client = admin("file-1");
    var first = client.attach("a.txt", "text/plain", new byte[] {1, 2, 3});
    var again = client.attach("a.txt", "text/plain", new byte[] {1, 2, 3});
    assertThat(first.status()).as(first.body()).isEqualTo(201);
    assertThat(again.json()).isEqualTo(first.json());
    assertThat(client.attach("a.txt", "text/plain", new byte[] {1, 2, 4}).status()).isEqualTo(422);
    assertThat(client.attach("b.txt", "text/plain", new byte[] {1, 2, 3}).status()).isEqualTo(422);
    for (var other : List.of("image/png", "application/octet-stream", "application/json")) {
      assertThat(client.attach("a.txt", other, new byte[] {1, 2, 3}).status()).isEqualTo(422);
    }
  }

  @Test
  void whatWasRefusedMayBeSentAgainCorrected() {
    var client = admin("mend");
    assertThat(client.post("templates/save", Map.of("markdown", "x")).status()).isEqualTo(400);
    var named = Map.of("name", "Mended", "markdown", "x");
    assertThat(client.post("templates/save", named).status()).isEqualTo(201);
    var other = Map.of("name", "Mended again", "markdown", "x");
    assertThat(client.post("templates/save", other).status()).isEqualTo(422);
    assertThat(ana.post("templates/save", named).status()).as("the name is taken").isEqualTo(400);
  }

  @Test
  void ofManyTemplatesAtTheSameTimeOneIsKept() throws Exception {
    var form = Map.of("name", "At once", "markdown", "x");
    var tasks = new ArrayList<Callable<Integer>>();
    for (var i = 0; i < 6; i++) {
      var client = with("at-once");
      tasks.add(() -> client.post("templates/save", form).status());
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var status : threads.invokeAll(tasks)) {
        // Whoever comes while it is worked on learns that.
        assertThat(status.get()).isIn(201, 409);
      }
    }
    assertThat(with("at-once").post("templates/save", form).status()).isEqualTo(201);
    assertThat(ana.get("templates/list").json().path("items").findValuesAsText("name"))
        .containsOnlyOnce("At once");
  }

  /** Its secret is stored nowhere, so that it cannot be answered again. */
  @Test
  void aTokenIsMadeOnceAndItsSecretSaidOnce() {
    var client = admin("token");
    var tokens = count("tokens");
    var wish = Map.of("name", "Once", "days", 1, "scopes", List.of("read"));
    assertThat(client.post("tokens", wish).status()).isEqualTo(201);
    assertThat(client.post("tokens", wish).status()).isEqualTo(409);
    assertThat(count("tokens")).isEqualTo(tokens + 1);
  }

  /** POSTs that change nothing, and what Webex sends. */
  private static final Set<String> OTHERS =
      Set.of(
          "jobs/preview",
          "jobs/check",
          "jobs/check/names",
          "jobs/check/leftOut",
          "user/audiences/explain",
          "jobs/followUp/reach",
          "templates/fill",
          "answers/event",
          "answers/event/:bot");

  @Test
  void everyOperationThatChangesSomethingDeclaresAndHonoursTheKey() {
    var client = admin("everywhere");
    var form = Map.of("name", "Everywhere", "markdown", "x");
    assertThat(client.post("templates/save", form).status()).isEqualTo(201);
    var checked = 0;
    for (var line : portal.portal().routes()) {
      var words = line.split(" ", -1);
      var path = words[1].replaceFirst("^/Hub/:app/", "");
      if (words[0].equals("GET") || OTHERS.contains(path)) {
        continue;
      }
      checked++;
      assertThat(OpenApi.parameters(words[0], words[1].replaceAll(":\\w+", "x")))
          .as(line)
          .contains("Idempotency-Key");
      var other = words[0].equals("DELETE") ? Optional.<String>empty() : Optional.of("{}");
      var address = "/Hub/news/" + path.replaceAll(":\\w+", "none");
      assertThat(client.call(words[0], address, other).status()).as(line).isEqualTo(422);
    }
    assertThat(checked).isGreaterThan(50);
  }
}
