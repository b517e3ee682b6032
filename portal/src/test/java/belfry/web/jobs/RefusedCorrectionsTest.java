package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.messages.Ledger;
import belfry.testing.OnEngines;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is done about those whose message a correction could not change. */
@OnEngines(postgres = "long")
class RefusedCorrectionsTest extends ApiContract {
  @Test
  void exactlyTheyAreRecalledAndGetTheCorrectedText() {
    var job = sent("Dear {{firstName}}, the gate opens at nine", IntStream.range(0, 12).toArray());
    exhaust("the gate opens", 2, 5);
    recalled(job, Map.of("audience", people(7)));
    assertThat(correctable(job)).isEqualTo("11 0");
    assertThat(reach(job, Map.of())).isEqualTo("11 0");
    assertThat(reach(job, Map.of("audience", people(2, 5, 7, 11, 30)))).isEqualTo("3 0");

    var correction = corrected(job, "Dear {{firstName}}, the gate opens at ten");
    assertThat(correction.at("/counts/done").asInt()).isEqualTo(9);
    assertThat(correction.at("/counts/refused").asInt()).isEqualTo(2);
    assertThat(correctable(job)).isEqualTo("11 2");
    var ofRefused = Map.of("refusedBy", correction.path("id").asText());
    assertThat(reach(job, ofRefused)).isEqualTo("2 0");

    var recall = recalled(job, Map.of("refusedBy", correction.path("id").asText()));
    assertThat(recall.path("refusedBy")).isEqualTo(correction.path("id"));
    assertThat(recall.path("chosen").asBoolean()).isTrue();
    assertThat(recall.at("/counts/done").asInt()).isEqualTo(2);
    assertThat(correctable(job)).isEqualTo("9 0");
    assertThat(reach(job, ofRefused)).isEqualTo("0 0");

    portal.simulator().ledger().reset();
    var draft = copy(job, recall.path("id").asText());
    assertThat(draft.path("markdown").asText())
        .isEqualTo("Dear {{firstName}}, the gate opens at ten");
    run(draft.path("id").asText());
    assertThat(texts("the gate opens")).isEqualTo(Map.of(2, hello(2), 5, hello(5)));
  }

  private String hello(int number) {
    var person = portal.simulator().directory().person(number);
    return "Dear " + person.firstName() + ", the gate opens at ten";
  }

  @Test
  void theyGetTheTextOfTheCorrectionAlsoIfItWasForSome() {
    var job = sent("The shuttle leaves at one", 0, 1, 2, 3);
    exhaust("The shuttle", 1);
    var correction =
        followedUp(
            "jobs/correct",
            Map.of("jobId", job, "markdown", "The shuttle leaves at two", "audience", people(1, 2)),
            job);
    var recall = recalled(job, Map.of("refusedBy", correction.path("id").asText()));

    assertThat(copy(job, recall.path("id").asText()).path("markdown").asText())
        .isEqualTo("The shuttle leaves at two");
  }

  @Test
  void whatWasChangedTenTimesIsKnownBefore() {
    var job = sent("Changed 0 times", 0, 1);
    for (var time = 1; time <= 10; time++) {
      assertThat(correctable(job)).isEqualTo("2 0");
      assertThat(corrected(job, "Changed %d times".formatted(time)).at("/counts/done").asInt())
          .isEqualTo(2);
    }
    assertThat(correctable(job)).isEqualTo("2 2");
  }

  @Test
  void anEntryMayNameTheRecall() {
    var job = sent("Named in an entry", 0, 1, 2, 3);
    recalled(job, Map.of("audience", people(0)));
    var second = recalled(job, Map.of("audience", people(1, 2)));
    var entry = new LinkedHashMap<String, Object>(entry("recipients", job));
    entry.put("who", "recalled");
    entry.put("recall", second.path("id").asText());

    var draft = draft("Only for the second", entry);
    assertThat(ana.get("jobs/detail/" + draft).json().at("/audience/0/recall"))
        .isEqualTo(second.path("id"));
    run(draft);

    assertThat(texts("Only for the second").keySet()).isEqualTo(Set.of(1, 2));
  }

  @Test
  void whatCannotBeMeantIsRefusedWithTheRemedy() {
    var job = sent("Refused with the remedy", 0, 1);
    exhaust("Refused with", 1);
    var first = corrected(job, "Refused with a remedy").path("id").asText();
    var second = corrected(job, "Refused, with a remedy").path("id").asText();

    refused("jobs/recall", json(Map.of("jobId", job, "refusedBy", first)), 400, "refusedBy");
    refused("jobs/recall", json(Map.of("jobId", job, "refusedBy", "none")), 400, "refusedBy");
    var withPart = Map.of("jobId", job, "refusedBy", second, "part", "all");
    refused("jobs/recall", json(withPart), 400, "refusedBy");
    var withSome = Map.of("jobId", job, "refusedBy", second, "audience", people(0));
    refused("jobs/recall", json(withSome), 400, "refusedBy");
    var other = Map.of("jobId", job, "who", "recalled", "recall", second);
    refused("jobs/duplicate", json(other), 400, "recall");
    refused("jobs/duplicate", json(Map.of("jobId", job, "recall", second)), 400, "recall");
    var entry = new LinkedHashMap<String, Object>(entry("recipients", job));
    entry.put("who", "recalled");
    entry.put("recall", second);
    refused(
        "jobs/edit",
        json(Map.of("markdown", "No such recall", "audience", List.of(entry))),
        400,
        "audience[0].recall");
    asked("jobs/correctable/0000000000000", 404);
  }

  // ------------------------------------------------------------------------------------------

  private String sent(String markdown, int... numbers) {
    var id = draft(markdown, people(numbers).toArray(Map<?, ?>[]::new));
    run(id);
    return id;
  }

  private void run(String job) {
    assertThat(ana.post("jobs/runNow", Map.of("jobId", job)).status()).isEqualTo(200);
    finished(job);
  }

  private List<Map<String, String>> people(int... numbers) {
    return IntStream.of(numbers)
        .mapToObj(i -> portal.simulator().directory().person(i).email())
        .map(email -> Map.of("kind", "person", "email", email))
        .toList();
  }

  /** As often as the platform permits, these people's messages are changed, to what they say. */
  private void exhaust(String words, int... numbers) {
    var whose =
        IntStream.of(numbers)
            .mapToObj(portal.simulator().directory()::personId)
            .collect(Collectors.toSet());
    var messages = portal.simulator().messages();
    for (var entry : portal.simulator().ledger().entries(Ledger.Query.containing(words))) {
      if (whose.contains(entry.recipient())) {
        var message = messages.byId(entry.messageId()).orElseThrow();
        while (messages.edit(message, message.words().content()).isPresent()) {}
      }
    }
  }

  private JsonNode corrected(String job, String markdown) {
    return followedUp("jobs/correct", Map.of("jobId", job, "markdown", markdown), job);
  }

  private JsonNode recalled(String job, Map<String, ?> whose) {
    return followedUp("jobs/recall", with(whose, "jobId", job), job);
  }

  /** The follow-up that this begins, once it is over. */
  private JsonNode followedUp(String path, Map<String, ?> form, String job) {
    var begun = ana.post(path, form);
    assertThat(begun.status()).as(begun.body()).isEqualTo(200);
    return followUpOver(job);
  }

  /** How many people and spaces a recall would be about. */
  private String reach(String job, Map<String, ?> whose) {
    var answer = ana.post("jobs/followUp/reach", with(whose, "jobId", job));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json().path("people").asInt() + " " + answer.json().path("spaces").asInt();
  }

  private String correctable(String job) {
    var answer = ana.get("jobs/correctable/" + job).json();
    return answer.path("reached").asInt() + " " + answer.path("unchangeable").asInt();
  }

  private JsonNode copy(String job, String recall) {
    var form = Map.of("jobId", job, "who", "recalled", "recall", recall);
    var answer = ana.post("jobs/duplicate", form);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    return answer.json();
  }
}
