package belfry.web.answers;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.OnEngines;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who has said that they have read an announcement. */
@OnEngines(postgres = "long")
class AcknowledgementsTest extends AnsweringContract {
  private static final String BOT = "Company News";
  private static final String PRESSED = "{\"belfry\":\"acknowledge\"}";

  private String asking(String words, Map<String, Object> how) {
    var id = draft(words, person(LARS), person(MAIJA));
    var edited =
        ana.post("jobs/edit", Map.of("jobId", id, "revision", revision(id), "acknowledge", how));
    assertThat(edited.status()).isEqualTo(200);
    assertThat(edited.json().path("acknowledge").valueStream().map(JsonNode::asText))
        .containsExactlyInAnyOrderElementsOf(how.values().stream().map(Object::toString).toList());
    ana.post("jobs/runNow", Map.of("jobId", id));
    finished(id);
    return id;
  }

  private void acknowledged(String job, int many) {
    ana.followUntil(
        "jobs/detail/" + job, now -> now.path("run").path("acknowledged").asInt() == many);
  }

  private void answers(String job, int many) {
    ana.followUntil("answers/list?jobId=" + job, page -> page.path("items").size() >= many);
  }

  private JsonNode recipients(String job, String query) {
    return ana.get("jobs/recipients/" + job + query).json().path("items");
  }

  @Test
  void eachPersonCountsOnceByButtonOrWord() {
    var id = asking("Read this *once*", Map.of("button", "Got it", "word", "OK"));
    assertThat(ana.get("jobs/detail/" + id).json().path("run").path("acknowledged").asInt(-1))
        .isZero();

    portal.simulator().press(MAIJA, message("Read this *once*", MAIJA), PRESSED);
    acknowledged(id, 1);
    portal.simulator().press(MAIJA, message("Read this *once*", MAIJA), PRESSED);
    portal.simulator().say(MAIJA, BOT, "ok");
    portal.simulator().say(LARS, BOT, "What is OK?");
    answers(id, 4);

    acknowledged(id, 1);
    assertThat(recipients(id, "?acknowledged=true").path(0).path("displayName").asText())
        .isEqualTo("Maija Salo");
    assertThat(recipients(id, "?acknowledged=false").path(0).path("displayName").asText())
        .isEqualTo("Lars Berg");
    portal.simulator().say(LARS, BOT, "Ok.");
    acknowledged(id, 2);
    assertThat(recipients(id, "?acknowledged=false")).isEmpty();
    assertThat(listed(id).path("run").path("acknowledged").asInt()).isEqualTo(2);
  }

  private JsonNode listed(String id) {
    return ana.get("jobs/list/all?limit=200")
        .json()
        .path("items")
        .valueStream()
        .filter(one -> one.path("id").asText().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatAcknowledgesNeedsNobodysAttention() {
    var id = asking("Read this *quietly*", Map.of("word", "Gelesen"));

    portal.simulator().say(LARS, BOT, "gelesen!");
    acknowledged(id, 1);

    var answer = ana.get("answers/list?jobId=" + id).json().path("items").path(0);
    assertThat(answer.has("done")).isTrue();
    assertThat(answer.path("done").has("by")).isFalse();
  }

  @Test
  void theAgreedWordGetsNoAutomaticAnswer() {
    var revision = ana.get("answers/automatic").json().path("revision").asInt();
    ana.post("answers/automatic", Map.of("revision", revision, "markdown", "*Heard* you"));
    var id = asking("Read this *once more*", Map.of("word", "Noted"));

    portal.simulator().say(LARS, BOT, "noted");
    acknowledged(id, 1);
    portal.simulator().say(MAIJA, BOT, "What is this?");
    answers(id, 2);

    ana.followUntil(
        "answers/list?jobId=" + id,
        page -> page.path("items").valueStream().anyMatch(one -> one.path("replies").size() == 1));
    for (var one : ana.get("answers/list?jobId=" + id).json().path("items")) {
      assertThat(one.path("replies").size())
          .isEqualTo(one.path("text").asText().equals("noted") ? 0 : 1);
    }
    ana.post("answers/automatic", Map.of("revision", revision + 1, "markdown", ""));
  }

  @Test
  void aWordIsForTheLatestMessageThatWaitsForIt() {
    var first = asking("Read this *first*", Map.of("word", "Understood"));
    var second = asking("Read this *second*", Map.of("word", "Understood"));
    var other = asking("Read this *other*", Map.of("word", "Agreed"));
    var plain = send("Asks for nothing", person(LARS), person(MAIJA));
    finished(plain);

    portal.simulator().say(LARS, BOT, "understood");
    acknowledged(second, 1);
    acknowledged(first, 0);
    portal.simulator().say(LARS, BOT, "Understood.");
    acknowledged(first, 1);
    portal.simulator().say(MAIJA, BOT, "agreed");
    acknowledged(other, 1);
    portal.simulator().say(LARS, BOT, "understood");
    answers(plain, 1);

    acknowledged(second, 1);
    assertThat(ana.get("answers/list?state=unread&jobId=" + plain).json().path("items")).hasSize(1);
    assertThat(ana.get("answers/list?state=unread&jobId=" + other).json().path("items")).isEmpty();
    assertThat(recipients(first, "?acknowledged=true").path(0).path("displayName").asText())
        .isEqualTo("Lars Berg");
  }

  @Test
  void theExportSaysWhoAndWhen() {
    var id = asking("Read this *exported*", Map.of("button", "Got it"));
    portal.simulator().press(LARS, message("Read this *exported*", LARS), PRESSED);
    acknowledged(id, 1);

    var lines = ana.get("jobs/export/" + id).body().lines().toList();

    assertThat(lines.getFirst()).endsWith("\"sent\",\"acknowledged\"");
    assertThat(lines).anyMatch(line -> line.contains("Lars") && line.matches(".*\"20[^\"]+Z\"$"));
    assertThat(lines).anyMatch(line -> line.contains("Maija") && line.endsWith(",\"\""));
    var plain = send("Nothing to acknowledge", person(LARS));
    finished(plain);
    assertThat(ana.get("jobs/export/" + plain).body()).doesNotContain("acknowledged");
    assertThat(ana.get("jobs/detail/" + plain).json().path("run").has("acknowledged")).isFalse();
  }

  @Test
  void aRecallForgetsNothing() {
    var id = asking("Read this *recalled*", Map.of("button", "Got it"));
    portal.simulator().press(LARS, message("Read this *recalled*", LARS), PRESSED);
    acknowledged(id, 1);

    ana.post("jobs/recall", Map.of("jobId", id));
    ana.followUntil("jobs/detail/" + id, now -> now.path("run").path("recalled").asInt() == 2);

    acknowledged(id, 1);
    assertThat(recipients(id, "?acknowledged=true").path(0).path("acknowledgedAt").asText())
        .startsWith("20");
  }

  /** Somebody may press while the review is open; nobody gets it then who was not shown. */
  @Test
  void whoAcknowledgesMeanwhileChangesNothingOfWhatWasShown() {
    var id = asking("Read this *meanwhile*", Map.of("button", "Got it"));
    var seen = agreedTo(id, "silent");
    portal.simulator().press(LARS, message("Read this *meanwhile*", LARS), PRESSED);
    acknowledged(id, 1);
    assertThat(whom(seen)).isEqualTo(seen.get("whom"));

    var sent = ana.post("jobs/runNow", seen);
    assertThat(sent.status()).as(sent.body()).isEqualTo(200);
    finished(sent.json().path("id").asText());
    assertThat(recipients(sent.json().path("id").asText(), ""))
        .extracting(one -> one.path("displayName").asText())
        .containsExactly("Maija Salo");
  }

  @Test
  void othersThanWereShownAreNotSentTo() {
    var id = asking("Read this *in part*", Map.of("word", "Partly"));
    var reached = agreedTo(id, "reached");
    var recalled = Map.of("jobId", id, "audience", List.of(person(LARS)));
    assertThat(ana.post("jobs/recall", recalled).status()).isEqualTo(200);
    ana.followUntil("jobs/detail/" + id, now -> now.path("run").path("recalled").asInt() == 1);

    assertThat(whom(reached)).isNotEqualTo(reached.get("whom"));
    assertThat(ana.post("jobs/runNow", reached).errors()).containsOnlyKeys("whom");
  }

  /** A message to those of an earlier one, as its review shows it. */
  private Map<String, String> agreedTo(String job, String who) {
    var draft = ana.post("jobs/duplicate", Map.of("jobId", job, "who", who)).json();
    var id = draft.path("id").asText();
    return Map.of("jobId", id, "whom", whom(Map.of("jobId", id)));
  }

  private String whom(Map<String, String> seen) {
    var which = Map.of("jobId", seen.getOrDefault("jobId", ""));
    return ana.post("jobs/preview", which).json().path("whom").asText();
  }

  @Test
  void whatCannotBeAskedForIsRefusedWithItsField() {
    var long61 = Map.of("button", "x".repeat(61));
    var refused = ana.post("jobs/edit", Map.of("markdown", "Hello", "acknowledge", long61));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("errors").path(0).path("field").asText())
        .isEqualTo("acknowledge.button");
    var signs = Map.of("markdown", "Hello", "acknowledge", Map.of("word", "!!"));
    assertThat(problem(signs)).isEqualTo("acknowledge.word");
    var space = ana.get("user/spaces/list").json().path("items").path(0).path("id").asText();
    var inSpace =
        Map.of(
            "markdown",
            "Hello",
            "acknowledge",
            Map.of("word", "OK"),
            "audience",
            List.of(Map.of("kind", "space", "id", space)));
    assertThat(problem(inSpace)).isEqualTo("acknowledge");
    assertThat(
            ana.get(
                    "jobs/recipients/"
                        + asking("Which?", Map.of("word", "Which"))
                        + "?acknowledged=x")
                .status())
        .isEqualTo(400);
  }

  private String problem(Map<String, Object> message) {
    return ana.post("jobs/preview", message)
        .json()
        .path("problems")
        .valueStream()
        .map(one -> one.path("field").asText())
        .filter(field -> field.startsWith("acknowledge"))
        .findFirst()
        .orElse("");
  }
}
