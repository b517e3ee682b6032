package belfry.web.admin;

import static belfry.testing.HookReceiver.answering;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.hooks.HookEvent;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.testing.Await;
import belfry.testing.HookReceiver;
import belfry.testing.OnEngines;
import belfry.testing.OpenApi;
import belfry.testing.WinterDay;
import belfry.web.answers.AnsweringContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs of others that are told, over the wire, what happens in an app. */
@OnEngines(postgres = "whole")
class WebhooksTest extends AnsweringContract {
  private static final String PATH = "admin/webhooks";
  private static final List<String> ALL =
      List.of(
          "job.started",
          "job.finished",
          "job.failed",
          "job.cancelled",
          "job.held",
          "recipients.failed",
          "answer.received");

  private HookReceiver receiver;

  @BeforeEach
  void listen() {
    receiver = new HookReceiver();
  }

  @AfterEach
  void forgetAll() {
    ana.get(PATH)
        .json()
        .path("items")
        .forEach(one -> ana.delete(PATH + "/" + one.path("id").asText()));
    receiver.close();
  }

  private JsonNode made(String... events) {
    var chosen = events.length == 0 ? ALL : List.of(events);
    var form = Map.of("name", "Pager", "url", receiver.address().toString(), "events", chosen);
    var answer = ana.post(PATH, form);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    return answer.json();
  }

  private static String path(JsonNode made, String more) {
    return PATH + "/" + made.path("webhook").path("id").asText() + more;
  }

  /** What arrives next, which must be as openapi.yaml describes it. */
  private HookReceiver.Received next() {
    var received = receiver.next();
    OpenApi.assertTold(received.event(), received.body());
    return received;
  }

  @Test
  void theDescriptionHasEveryEvent() {
    assertThat(OpenApi.events())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(HookEvent.values()).map(HookEvent::word).toList());
  }

  @Test
  void aTestArrivesAndIsAcceptedByTheLibraryOfStandardWebhooks() {
    var made = made();
    var secret = made.path("secret").asText();
    var written = ana.post(path(made, "/test"), "");
    assertThat(written.status()).isEqualTo(200);

    var received = next();
    assertThat(received.isAccepted(secret)).isTrue();
    assertThat(received.id()).isEqualTo(written.json().path("id").asText());
    assertThat(received.event()).isEqualTo("webhook.test");
    assertThat(received.data().path("app").asText()).isEqualTo("news");
    assertThat(ana.get(PATH).body()).doesNotContain("whsec_");
    assertThat(ana.get(path(made, "")).body()).doesNotContain("whsec_");

    var rotated = ana.post(path(made, "/rotate"), "").json();
    assertThat(rotated.path("webhook").has("oldSecretUntil")).isTrue();
    ana.post(path(made, "/test"), "");
    var both = next();
    assertThat(both.isAccepted(secret)).isTrue();
    assertThat(both.isAccepted(rotated.path("secret").asText())).isTrue();
  }

  @Test
  void ofAMessageItIsToldThatItBeganAndHowItEnded() {
    made();
    var id = send("For everybody's programs", entry("group", everybody));
    var told = new TreeMap<String, HookReceiver.Received>();
    while (told.size() < 2) {
      var next = next();
      told.put(next.event(), next);
    }
    assertThat(told).containsOnlyKeys("job.started", "job.finished");
    var started = Optional.ofNullable(told.get("job.started")).orElseThrow();
    var finished = Optional.ofNullable(told.get("job.finished")).orElseThrow();
    assertThat(started.data().path("jobId").asText()).isEqualTo(id);
    assertThat(finished.data().path("runId")).isEqualTo(started.data().path("runId"));
    assertThat(finished.data().path("counts").path("sent").asInt()).isEqualTo(PEOPLE);
    assertThat(finished.data().path("revision").asInt())
        .isGreaterThan(started.data().path("revision").asInt());
    assertThat(finished.body()).doesNotContain("everybody", "example");
  }

  @Test
  void whoFailedIsToldInNumbers() {
    portal.simulator().faults().set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403)));
    made("recipients.failed", "job.finished", "job.failed");
    send("For nobody", person(LARS), person(MAIJA));
    var told = 0;
    var ends = new TreeSet<String>();
    while (told < 2 || ends.size() < 2) {
      var next = next();
      if (next.event().equals("recipients.failed")) {
        told += next.data().path("failed").asInt();
      } else {
        assertThat(next.data().path("counts").path("failed").asInt()).isEqualTo(2);
        ends.add(next.event());
      }
    }
    assertThat(told).isEqualTo(2);
    assertThat(ends).containsExactly("job.failed", "job.finished");
  }

  @Test
  void whatSomebodyHasToDecideAndWhatTheyDecide() {
    made("job.held", "job.cancelled");
    var emails = new ArrayList<>(List.of(LARS, MAIJA));
    for (var i = 0; i < 60; i++) {
      emails.add("nobody-%d@elsewhere.example".formatted(i));
    }
    var id = send("Asked first", Map.of("kind", "list", "emails", emails));
    var held = next();
    assertThat(held.event()).isEqualTo("job.held");
    assertThat(held.data().path("reason").asText()).isEqualTo("asked");
    assertThat(held.data().path("jobId").asText()).isEqualTo(id);
    ana.post("jobs/cancel", Map.of("jobId", id));
    var cancelled = next();
    assertThat(cancelled.event()).isEqualTo("job.cancelled");
    assertThat(cancelled.data().path("counts").path("sent").asInt()).isZero();
  }

  @Test
  void whatSomebodyDoesWithAMessageIsToldOf() {
    made(
        "job.scheduled",
        "job.edited",
        "job.acknowledged",
        "recipients.settled",
        "job.corrected",
        "job.recalled");
    var id = draft("Read this", person(LARS));
    var word = Map.of("word", "OK");
    ana.post("jobs/edit", Map.of("jobId", id, "revision", 1, "acknowledge", word));
    var later = Map.of("jobId", id, "at", WinterDay.at("09:00"), "zone", "UTC");
    assertThat(ana.post("jobs/schedule", later).status()).isEqualTo(200);
    told("job.scheduled", id);
    ana.post("jobs/edit", Map.of("jobId", id, "revision", revision(id), "markdown", "Read it"));
    told("job.edited", id);

    ana.post("jobs/runNow", Map.of("jobId", id));
    var settled = told("recipients.settled", id).path("recipients");
    assertThat(settled).hasSize(1);
    assertThat(settled.path(0).path("state").asText()).isEqualTo("sent");
    assertThat(ana.get("jobs/recipients/" + id).json().path("items").path(0).path("number"))
        .isEqualTo(settled.path(0).path("number"));

    portal.simulator().say(LARS, "Company News", "ok");
    assertThat(told("job.acknowledged", id).path("acknowledged").asInt()).isEqualTo(1);
    portal.simulator().say(LARS, "Company News", "OK!");
    // Nothing is told of it, also once it is read.
    ana.followUntil("answers/list?jobId=" + id, answers -> answers.path("items").size() == 2);
    ana.post("jobs/correct", Map.of("jobId", id, "markdown", "Read it again"));
    told("job.corrected", id);
    followUpOver(id);
    ana.post("jobs/recall", Map.of("jobId", id));
    told("job.recalled", id);
  }

  @Test
  void whatDoesNotGoOutAfterAllIsToldOf() {
    made("job.scheduled", "job.cancelled");
    var id = draft("On second thoughts", person(LARS));
    var later = Map.of("jobId", id, "at", WinterDay.at("09:00"), "zone", "UTC");
    ana.post("jobs/schedule", later);
    told("job.scheduled", id);
    ana.post("jobs/cancel", Map.of("jobId", id, "keepDraft", true));
    var cancelled = told("job.cancelled", id);
    assertThat(cancelled.path("revision").asLong()).isEqualTo(revision(id));
    assertThat(cancelled.has("counts")).isFalse();

    ana.post("jobs/schedule", later);
    var again = told("job.scheduled", id).path("revision").asLong();
    assertThat(ana.post("jobs/delete", Map.of("jobId", id)).status()).isEqualTo(204);
    assertThat(told("job.cancelled", id).path("revision").asLong()).isGreaterThan(again);

    ana.post("jobs/delete", Map.of("jobId", draft("Never scheduled", person(LARS))));
    var cancelledBefore = draft("Cancelled before", person(LARS));
    ana.post("jobs/schedule", with(later, "jobId", cancelledBefore));
    told("job.scheduled", cancelledBefore);
    ana.post("jobs/cancel", Map.of("jobId", cancelledBefore));
    told("job.cancelled", cancelledBefore);
    ana.post("jobs/delete", Map.of("jobId", cancelledBefore));
    var next = draft("The next one", person(LARS));
    ana.post("jobs/schedule", with(later, "jobId", next));
    told("job.scheduled", next);
  }

  /** Programs learn of what goes out in a moment when it begins; what is undone never did. */
  @Test
  void whatIsUndoneIsToldOfOnlyWhereItWasToldOfBefore() {
    made("job.scheduled", "job.cancelled", "job.started");
    for (var keepDraft : List.of(true, false)) {
      var undone = draft("Sent too early", person(LARS));
      soon(undone);
      ana.post("jobs/cancel", Map.of("jobId", undone, "keepDraft", keepDraft));
    }
    var deleted = draft("Sent and deleted", person(LARS));
    soon(deleted);
    assertThat(ana.post("jobs/delete", Map.of("jobId", deleted)).status()).isEqualTo(204);
    ana.post("jobs/cancel", Map.of("jobId", draft("Cancelled as a draft", person(LARS))));

    var id = draft("On a schedule first", person(LARS));
    var later = Map.of("jobId", id, "at", WinterDay.at("09:00"), "zone", "UTC");
    ana.post("jobs/schedule", later);
    told("job.scheduled", id);
    soon(id);
    soon(id);
    ana.post("jobs/cancel", Map.of("jobId", id, "keepDraft", true));
    told("job.cancelled", id);
    soon(id);
    ana.post("jobs/cancel", Map.of("jobId", id, "keepDraft", true));
    ana.post("jobs/runNow", Map.of("jobId", id));
    told("job.started", id);
  }

  /** As the page sends: it can be undone for so long. */
  private void soon(String id) {
    var sent = ana.post("jobs/runNow", Map.of("jobId", id, "undoSeconds", 60));
    assertThat(sent.status()).as(sent.body()).isEqualTo(200);
  }

  private JsonNode told(String event, String id) {
    var next = next();
    assertThat(next.event()).as(next.body()).isEqualTo(event);
    assertThat(next.data().path("jobId").asText()).isEqualTo(id);
    return next.data();
  }

  @Test
  void onlyWhatWasGivenUpIsSentAgain() {
    var made = made();
    var written = ana.post(path(made, "/test"), "").json();
    next();
    assertThat(ana.post(path(made, "/replay"), Map.of()).json().path("events").asInt()).isZero();
    refused(path(made, "/replay"), "{\"id\":\"x\"}", 400, "id");
    var event = Map.of("id", written.path("id").asText());
    assertThat(ana.post(path(made, "/replay"), event).status()).isEqualTo(409);
    assertThat(ana.post(PATH + "/0S9X8JYY9CVR3/replay", Map.of()).status()).isEqualTo(404);
    assertThat(ana.get(path(made, "")).json().path("givenUp").asInt(-1)).isZero();
  }

  @Test
  void anAnswerIsToldOfWithoutItsWords() {
    made("answer.received");
    var id = send("Please answer the programs", person(LARS));
    finished(id);
    portal.simulator().say(LARS, "Company News", "Secretly");
    var told = next();
    assertThat(told.data().path("jobId").asText()).isEqualTo(id);
    assertThat(told.data().path("kind").asText()).isEqualTo("written");
    assertThat(told.body()).doesNotContain("Secretly", LARS);
  }

  @Test
  void whatItDidNotTakeIsShownAndSentWhenItIsEnabledAgain() {
    receiver.behave(answering(410));
    var made = made();
    var written = ana.post(path(made, "/test"), "").json();
    next();
    var gone = awaitState(made, "gone");
    assertThat(gone.path("waiting").asInt()).isEqualTo(1);
    var event = gone.path("latest").path(0);
    assertThat(event.path("state").asText()).isEqualTo("waiting");
    assertThat(event.path("answer").asText()).isEqualTo("answered 410");
    assertThat(ana.post(path(made, "/test"), "").status()).isEqualTo(409);

    receiver.behave(answering(204));
    assertThat(ana.post(path(made, ""), Map.of("enabled", true)).json().path("state").asText())
        .isEqualTo("enabled");
    assertThat(next().id()).isEqualTo(written.path("id").asText());
    var trail =
        ana.get("admin/trail?action=webhook&about=" + made.path("webhook").path("id").asText());
    assertThat(trail.json().path("items").findValuesAsText("action"))
        .containsExactly("webhook.enable", "webhook.disable", "webhook.test", "webhook.make");
  }

  private JsonNode awaitState(JsonNode made, String state) {
    return Await.until(
        () -> ana.get(path(made, "")).json(),
        seen -> seen.path("webhook").path("state").asText().equals(state));
  }

  @Test
  void aChangeChangesWhatItSaysAndNothingElse() {
    var made = made();
    var changed =
        ana.post(path(made, ""), Map.of("name", "Bell", "events", List.of("job.held"))).json();
    assertThat(changed.path("name").asText()).isEqualTo("Bell");
    assertThat(changed.path("url").asText()).isEqualTo(receiver.address().toString());
    assertThat(changed.path("events")).hasSize(1);
    assertThat(changed.path("state").asText()).isEqualTo("enabled");
    var off = ana.post(path(made, ""), Map.of("enabled", false)).json();
    assertThat(off.path("state").asText()).isEqualTo("off");
    assertThat(off.path("name").asText()).isEqualTo("Bell");
  }

  @Test
  void whatIsWrongWithAFormIsSaidByItsField() {
    var url = "\"url\":\"https://pager.example/x\"";
    refused(PATH, "{" + url + ",\"events\":[\"job.held\"]}", 400, "name");
    refused(PATH, "{\"name\":\" \"," + url + ",\"events\":[\"job.held\"]}", 400, "name");
    refused(PATH, "{\"name\":\"a\",\"events\":[\"job.held\"]}", 400, "url");
    refused(
        PATH,
        "{\"name\":\"a\",\"url\":\"https://192.168.0.1/\",\"events\":[\"job.held\"]}",
        400,
        "url");
    for (var port : List.of("99999", "65536", "0")) {
      var there = "\"url\":\"https://example.com:%s/\"".formatted(port);
      refused(PATH, "{\"name\":\"a\"," + there + ",\"events\":[\"job.held\"]}", 400, "url");
    }
    refused(PATH, "{\"name\":\"a\"," + url + "}", 400, "events");
    refused(
        PATH,
        "{\"name\":\"a\"," + url + ",\"events\":[\"job.held\",\"job.flown\"]}",
        400,
        "events[1]");
    refused(PATH, "{\"name\":\"a\"," + url + ",\"events\":[\"webhook.test\"]}", 400, "events[0]");
    refused(PATH + "/0S9X8JYY9CVR3", "{\"enabled\":true}", 404);
    assertThat(ana.delete(PATH + "/0S9X8JYY9CVR3").status()).isEqualTo(404);
  }
}
