package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.testing.OnEngines;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** The next message for the recipients of an earlier one. */
@OnEngines(postgres = "long")
class SendAgainTest extends ApiContract {
  @Test
  void whoseMessageWasRecalledGetsTheNewOneWithTheirValues() {
    var job = sent("Your desk is {{Desk}}, first", list());
    recall(job, 2, 5);

    var draft = draft("Your desk is {{Desk}}, {{firstName}}, again", recipients(job, "recalled"));
    var preview = ana.post("jobs/preview", Map.of("jobId", draft)).json();
    assertThat(preview.path("audience").path("people").asInt()).isEqualTo(2);
    assertThat(preview.path("errors")).isEmpty();
    assertThat(run(draft)).isEqualTo("finished");

    assertThat(texts("again")).isEqualTo(Map.of(2, text("desk 2", 2), 5, text("desk 5", 5)));
    var audience = ana.get("jobs/detail/" + draft).json().path("audience").path(0);
    assertThat(audience.path("kind").asText()).isEqualTo("recipients");
    assertThat(audience.path("who").asText()).isEqualTo("recalled");
    assertThat(audience.path("name").asText()).startsWith("Your desk is");
  }

  private String text(String desk, int person) {
    return "Your desk is %s, %s, again"
        .formatted(desk, portal.simulator().directory().person(person).firstName());
  }

  @Test
  void whoStillHasTheFirstGetsTheSecond() {
    var job = sent("The first of two", everybody());
    recall(job, 0, 1, 2);

    var second = draft("The second of two", recipients(job, "reached"));
    assertThat(run(second)).isEqualTo("finished");

    assertThat(texts("The second").keySet())
        .isEqualTo(IntStream.range(3, PEOPLE).boxed().collect(Collectors.toSet()));
  }

  @Test
  void whoDidNotGetTheFirstGetsTheSecondAlsoWhereNothingCanBeRetried() {
    var directory = portal.simulator().directory();
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403).withText("Blocked"))
                .to(directory.personId(1), directory.personId(2)));
    var emails =
        Stream.concat(
                Stream.of("nobody@northwind.example"),
                IntStream.range(0, 4).mapToObj(directory::personEmail))
            .toList();
    var job = sent("Blocked for two", Map.of("kind", "list", "name", "Five", "emails", emails));
    var detail = ana.get("jobs/detail/" + job).json();
    assertThat(detail.path("notReached").asInt()).isEqualTo(3);
    assertThat(detail.path("retry").path("possible").asBoolean()).isTrue();
    recall(job, 0);

    var after = ana.get("jobs/detail/" + job).json();
    var retry = Map.of("jobId", job, "recipients", List.of(directory.personId(1)));
    var refused = ana.post("jobs/retryFailed", retry);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(after.path("retry").path("possible").asBoolean()).isFalse();
    assertThat(after.path("retry").path("reason").asText())
        .startsWith("It was recalled or corrected since")
        .isEqualTo(refused.json().path("detail").asText());
    assertThat(after.path("notReached").asInt()).isEqualTo(3);

    portal.simulator().faults().set(List.of());
    var copy = ana.post("jobs/duplicate", Map.of("jobId", job, "who", "notReached"));
    assertThat(copy.status()).as(copy.body()).isEqualTo(201);
    assertThat(copy.json().path("audienceSummary").asText())
        .isEqualTo("whoever did not get “Blocked for two”");
    var id = copy.json().path("id").asText();
    var preview = ana.post("jobs/preview", Map.of("jobId", id)).json();
    assertThat(preview.path("reach").path("people").asInt()).isEqualTo(2);
    assertThat(preview.path("audience").path("noAccount"))
        .extracting(JsonNode::asText)
        .containsExactly("nobody@northwind.example");
    var check = ana.post("jobs/check", Map.of("jobId", id)).json();
    assertThat(check.path("ready").asInt()).isEqualTo(2);
    assertThat(check.path("groups").path(0).path("why").asText()).isEqualTo("noAccount");
    assertThat(explained(id, "nobody@northwind.example")).isEqualTo("no_account");
    assertThat(explained(id, directory.personEmail(1))).isEqualTo("included");
    assertThat(explained(id, directory.personEmail(3))).isEqualTo("not_chosen");
    portal.simulator().ledger().reset();
    assertThat(run(id)).isEqualTo("finished");
    assertThat(texts("Blocked for two").keySet()).containsExactlyInAnyOrder(1, 2);
    assertThat(counts(id).path("skipped").asInt()).as("still without an account").isOne();
  }

  @Test
  void whoWasErasedIsNotAmongThoseWhoCanBeWrittenTo() {
    var directory = portal.simulator().directory();
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403).withText("Blocked"))
                .to(directory.personId(1), directory.personId(2)));
    var emails = IntStream.range(0, 3).mapToObj(directory::personEmail).toList();
    var job = sent("Erased of two", Map.of("kind", "list", "name", "Three", "emails", emails));
    assertThat(ana.get("jobs/detail/" + job).json().path("notReached").asInt()).isEqualTo(2);

    erase(directory.personEmail(1));
    assertThat(ana.get("jobs/detail/" + job).json().path("notReached").asInt()).isOne();
    erase(directory.personEmail(2));
    var nobody = ana.get("jobs/detail/" + job).json();
    assertThat(nobody.has("notReached")).isFalse();
    assertThat(nobody.has("retry")).isFalse();
    assertThat(counts(nobody).path("failed").asInt()).as("what was").isEqualTo(2);
  }

  /** As {@code forget-person} leaves them in what was sent. */
  private void erase(String email) {
    Jdbi.create(portal.databaseAddress())
        .useHandle(handle ->
            handle.execute(
                """
                UPDATE recipient SET target = 'forgotten-1-' || seq, name = '', name_key = '', email = ''
                WHERE email = ?
                """,
                email));
  }

  private String explained(String job, String email) {
    var audience = ana.get("jobs/detail/" + job).json().path("audience").path(0);
    var entry = recipients(audience.path("id").asText(), "notReached");
    return ana.post("user/audiences/explain", Map.of("audience", List.of(entry), "email", email))
        .json()
        .path("verdict")
        .asText();
  }

  @Test
  void whoWasStoppedBeforeTheirTurnDidNotGetIt() {
    portal.simulator().limits().set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(1, 1)));
    var job = draft("Stopped midway", everybody());
    assertThat(ana.post("jobs/runNow", Map.of("jobId", job)).status()).isEqualTo(200);
    ana.followUntil("jobs/detail/" + job, one -> counts(one).path("sent").asInt() > 0);
    var next = draft("For the rest", recipients(job, "notReached"));
    assertThat(
            ana.post("jobs/runNow", Map.of("jobId", next))
                .json()
                .path("errors")
                .path(0)
                .path("message")
                .asText())
        .startsWith("Stopped midway is still being sent.");

    assertThat(ana.post("jobs/cancel", Map.of("jobId", job)).status()).isEqualTo(200);
    var stopped =
        ana.followUntil(
            "jobs/detail/" + job, one -> one.path("state").asText().equals("cancelled"));
    var rest = counts(stopped).path("skipped").asInt();
    assertThat(rest).isPositive();
    assertThat(stopped.path("notReached").asInt()).isEqualTo(rest);
    assertThat(stopped.has("retry")).as("nobody was refused").isFalse();
    portal.simulator().limits().set();
    assertThat(run(next)).isEqualTo("finished");
    assertThat(texts("For the rest")).hasSize(rest);
    assertThat(texts("For the rest").keySet())
        .doesNotContainAnyElementsOf(texts("Stopped").keySet());
  }

  @Test
  void aCopyIsForThoseFromWhomItWasRecalled() {
    var job = sent("Recalled and written anew", everybody());
    recall(job, 4);

    var copy = ana.post("jobs/duplicate", Map.of("jobId", job, "who", "recalled"));
    assertThat(copy.status()).isEqualTo(201);
    var id = copy.json().path("id").asText();
    var form = new LinkedHashMap<String, Object>();
    form.put("jobId", id);
    form.put("revision", revision(id));
    form.put("markdown", "Now right, in place of the first");
    assertThat(ana.post("jobs/edit", form).status()).isEqualTo(200);
    assertThat(run(id)).isEqualTo("finished");

    assertThat(texts("Now right").keySet()).containsExactly(4);
    var draft = draft("Not sent", everybody());
    assertThat(ana.post("jobs/duplicate", Map.of("jobId", draft, "who", "reached")).status())
        .isEqualTo(409);
    assertThat(ana.post("jobs/duplicate", Map.of("jobId", job, "who", "them")).status())
        .isEqualTo(400);
  }

  @Test
  void theyAreNotSentToBeforeTheRecallIsOver() {
    var job = sent("Recalled slowly", everybody());
    portal.simulator().limits().set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(1, 1)));
    assertThat(ana.post("jobs/recall", Map.of("jobId", job)).status()).isEqualTo(200);
    var draft = draft("Not yet", recipients(job, "recalled"));

    var early = ana.post("jobs/runNow", Map.of("jobId", draft));
    assertThat(early.status()).isEqualTo(400);
    assertThat(early.json().path("errors").path(0).path("message").asText())
        .isEqualTo(
            "Recalled slowly is still being recalled. Send this when the recall is finished.");

    portal.simulator().limits().set();
    followUpOver(job);
    assertThat(run(draft)).isEqualTo("finished");
    assertThat(texts("Not yet")).hasSize(PEOPLE);
  }

  @Test
  void whatCannotBeMeantIsRefusedWithTheRemedy() {
    var job = sent("Sent once", everybody());
    var them = recipients(job, "reached");

    assertThat(problem(List.of(them, everybody()), List.of()))
        .startsWith("audience: Nobody else can be chosen or left out");
    assertThat(problem(List.of(them), List.of(everybody())))
        .startsWith("audience: Nobody else can be chosen or left out");
    assertThat(problem(List.of(everybody()), List.of(them)))
        .startsWith("except[0].kind: The recipients of an earlier message cannot be left out.");
    assertThat(problem(List.of(recipients(job, "everybody")), List.of()))
        .isEqualTo("audience[0].who: This must be reached, recalled, silent or notReached.");
    assertThat(problem(List.of(recipients("0000000000000", "reached")), List.of()))
        .startsWith("audience[0].id: There is no such message");
    var saved = ana.post("user/audiences/save", Map.of("name", "Them", "audience", List.of(them)));
    assertThat(saved.json().path("errors").path(0).path("message").asText())
        .startsWith("The recipients of an earlier message cannot be saved");
  }

  @Test
  void aDeletedMessageHasNoRecipientsAnyMore() {
    var job = sent("Deleted before the next", everybody());
    var draft = draft("After it", recipients(job, "reached"));
    assertThat(ana.post("jobs/delete", Map.of("jobId", job)).status()).isEqualTo(204);

    var refused = ana.post("jobs/runNow", Map.of("jobId", draft));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("These no longer exist: Deleted before the next");
  }

  // ------------------------------------------------------------------------------------------

  private String problem(List<Map<String, Object>> audience, List<Map<String, Object>> except) {
    var form = new LinkedHashMap<String, Object>();
    form.put("markdown", "Refused");
    form.put("audience", audience);
    form.put("except", except);
    var answer = ana.post("jobs/edit", form);
    assertThat(answer.status()).isEqualTo(400);
    var error = answer.json().path("errors").path(0);
    return error.path("field").asText() + ": " + error.path("message").asText();
  }

  private static Map<String, Object> recipients(String job, String who) {
    return Map.of("kind", "recipients", "id", job, "who", who);
  }

  private Map<String, Object> everybody() {
    return entry("group", everybody);
  }

  private Map<String, Object> list() {
    var file = new StringBuilder("Email,Desk\n");
    for (var i = 0; i < PEOPLE; i++) {
      file.append(portal.simulator().directory().person(i).email()).append(",desk ").append(i);
      file.append('\n');
    }
    var id =
        ana.bringList("?name=desks.csv", file.toString().getBytes(StandardCharsets.UTF_8))
            .json()
            .path("list")
            .path("id")
            .asText();
    return Map.of("kind", "list", "listId", id);
  }

  private void recall(String job, int... people) {
    var chosen =
        IntStream.of(people)
            .mapToObj(i -> portal.simulator().directory().person(i).email())
            .map(email -> Map.of("kind", "person", "email", email))
            .toList();
    ana.post("jobs/recall", Map.of("jobId", job, "audience", chosen));
    followUpOver(job);
  }

  private String sent(String markdown, Map<String, Object> audience) {
    var id = draft(markdown, audience);
    assertThat(run(id)).isEqualTo("finished");
    return id;
  }

  private String run(String job) {
    var answer = ana.post("jobs/runNow", Map.of("jobId", job));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return finished(job).path("state").asText();
  }
}
