package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.runs.ids.RunId;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.OnEngines;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** A person's part: who is held or has failed, and what only somebody can end. */
@OnEngines(postgres = "long")
class DecisionsTest extends ApiContract {
  @Test
  void aStartCanBeUndoneWhileNothingHasLeft() {
    var id = draft("Take me back", entry("group", everybody));
    var before = Instant.now();
    var run = ana.post("jobs/runNow", Map.of("jobId", id, "undoSeconds", 60)).json();
    assertThat(Instant.parse(run.path("startsAt").asText())).isAfter(before.plusSeconds(59));

    // What was agreed to is what goes out.
    var other =
        Map.of("jobId", id, "revision", run.path("revision").asLong(), "markdown", "Another");
    assertThat(ana.post("jobs/edit", other).status()).isEqualTo(409);

    var undone = ana.post("jobs/cancel", Map.of("jobId", id, "keepDraft", true)).json();

    assertThat(undone.path("job").path("state").asText()).isEqualTo("draft");
    assertThat(undone.path("neverSent").asInt()).isEqualTo(PEOPLE);
    assertThat(portal.simulator().ledger().totals(Ledger.Query.ALL).messages()).isZero();
  }

  @Test
  void whoIsHeldWaitsForAPersonWhoDecidesForOneOrForAll() {
    var spaces = spaces(3);
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(500))
                .to(spaces.toArray(String[]::new))
                .onCalls(1L, 2L, 3L));
    var id =
        send(
            "Is it there?",
            spaces.stream().map(space -> entry("space", space)).toArray(Map<?, ?>[]::new));
    var doubted =
        ana.followUntil("jobs/detail/" + id, job -> counts(job).path("unknown").asInt() == 3)
            .path("run");
    assertThat(doubted.path("checking").path("spaces").asInt()).isEqualTo(3);
    assertThat(doubted.path("checking").path("people").asInt()).isZero();
    assertThat(doubted.has("secondsLeft")).as("nothing is to be sent any more").isFalse();
    var sendingEnded = Instant.parse(doubted.path("sendingEndedAt").asText());
    assertThat(Instant.parse(doubted.path("checking").path("until").asText()))
        .isAfter(sendingEnded);
    var over = finished(id).path("run");
    assertThat(over.path("counts").path("held").asInt()).isEqualTo(3);
    assertThat(over.has("checking")).isFalse();
    assertThat(Instant.parse(over.path("sendingEndedAt").asText()))
        .isEqualTo(sendingEnded)
        .isBefore(Instant.parse(over.path("finishedAt").asText()));
    var before = revision(id);

    // Whoever saw two has not said anything about the third.
    var two = Map.of("jobId", id, "decision", "sendAgain", "held", 2);
    refused("jobs/decide", json(two), 400, "held");
    refused("jobs/decide", json(Map.of("jobId", id)), 400, "decision");
    refused("jobs/decide", json(Map.of("jobId", id, "decision", "perhaps")), 400, "decision");
    refused(
        "jobs/decide",
        json(Map.of("jobId", id, "decision", "delivered", "recipients", List.of())),
        400,
        "recipients");
    refused(
        "jobs/decide",
        json(
            Map.of(
                "jobId", id, "decision", "delivered", "recipients", List.of(spaces.get(0), "no"))),
        400,
        "recipients[1]");
    refused(
        "jobs/retryFailed", json(Map.of("jobId", id, "recipients", List.of(spaces.get(0)))), 409);
    assertThat(counts(id).path("held").asInt()).as("nothing changed").isEqualTo(3);

    var one =
        ana.post(
            "jobs/decide",
            Map.of("jobId", id, "decision", "delivered", "recipients", List.of(spaces.get(0))));
    assertThat(one.status()).as(one.body()).isEqualTo(200);
    assertThat(one.json().path("state").asText()).isEqualTo("finished");
    assertThat(counts(id).path("sent").asInt()).isEqualTo(1);
    refused(
        "jobs/decide",
        json(Map.of("jobId", id, "decision", "sendAgain", "recipients", spaces)),
        409);
    assertThat(counts(id).path("held").asInt()).as("all that are named or none").isEqualTo(2);
    assertThat(revision(id)).isEqualTo(before);

    var rest = Map.of("jobId", id, "decision", "sendAgain", "requestId", "again-" + id);
    assertThat(ana.post("jobs/decide", rest).json().path("state").asText()).isEqualTo("sending");
    assertThat(ana.post("jobs/decide", rest).status()).as("the same request").isEqualTo(200);
    var counts =
        ana.followUntil("jobs/detail/" + id, job -> counts(job).path("sent").asInt() == 3)
            .path("run")
            .path("counts");
    assertThat(counts.path("held").asInt() + counts.path("failed").asInt()).isZero();
    assertThat(
            portal.simulator().ledger().totals(Ledger.Query.containing("Is it there?")).messages())
        .as("one that was vouched for, two that somebody wanted twice")
        .isEqualTo(5);
    refused("jobs/decide", json(Map.of("jobId", id, "decision", "delivered")), 409);
  }

  /** That nothing could be done about who is held was written down before anything was tried. */
  @Test
  void aRecallThatWasStoppedBeforeItDidAnythingLeavesWhoIsHeldToAPerson() {
    var spaces = spaces(2);
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(500))
                .to(spaces.getFirst())
                .onCalls(1L),
            FaultRule.on(Operation.MESSAGES_DELETE, Fault.before(429)));
    var id =
        send(
            "Not recalled after all",
            spaces.stream().map(space -> entry("space", space)).toArray(Map<?, ?>[]::new));
    assertThat(finished(id).at("/run/counts/held").asInt()).isOne();
    var again = Map.of("jobId", id, "decision", "sendAgain");
    assertThat(ana.post("jobs/recall", Map.of("jobId", id)).status()).isEqualTo(200);
    refused("jobs/decide", json(again), 409);
    assertThat(ana.post("jobs/stopFollowUp", Map.of("jobId", id)).status()).isEqualTo(200);
    var over =
        ana.followUntil(
            "jobs/detail/" + id,
            job ->
                job.at("/run/followUps/0/state").asText().equals("finished")
                    && job.at("/retry/possible").asBoolean());
    assertThat(over.at("/run/followUps/0/counts/skipped").asInt()).isOne();

    assertThat(ana.post("jobs/decide", again).json().path("state").asText()).isEqualTo("sending");
    ana.followUntil("jobs/detail/" + id, job -> counts(job).path("sent").asInt() == 2);
  }

  @Test
  void aJobThatSaysResendAsksNobody() {
    var space = spaces(1).getFirst();
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(500)).to(space).onCalls(1L));
    var draft =
        ana.post(
                "jobs/edit",
                Map.of(
                    "markdown", "Rather twice",
                    "audience", List.of(entry("space", space)),
                    "onUnknown", "resend"))
            .json();
    var id = draft.path("id").asText();
    assertThat(draft.path("onUnknown").asText()).isEqualTo("resend");
    ana.post("jobs/runNow", Map.of("jobId", id));

    assertThat(finished(id).path("run").path("counts").path("sent").asInt()).isEqualTo(1);
    assertThat(
            portal.simulator().ledger().totals(Ledger.Query.containing("Rather twice")).messages())
        .isEqualTo(2);
  }

  @Test
  void theFailedThatAPersonChoseAreTriedAgainAsAnotherWaveOfTheSameRun() {
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403).withText("Blocked here"))
                .to("lars.berg@northwind.example"),
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(404).withText("Gone"))
                .to("maija.salo@northwind.example"));
    var id = send("Second wave", entry("group", everybody));
    var job = finished(id);
    assertThat(counts(job).path("failed").asInt()).isEqualTo(2);
    var run = job.path("run").path("id").asText();
    var failures = ana.get("jobs/failures/" + id).json().path("items");
    assertThat(failures).hasSize(2);
    var blocked =
        failures
            .valueStream()
            .map(one -> one.path("reason").asText())
            .filter(reason -> reason.contains("Blocked here"))
            .findFirst()
            .orElseThrow();

    refused("jobs/retryFailed", json(Map.of("jobId", id)), 400, "recipients");
    refused(
        "jobs/retryFailed",
        json(Map.of("jobId", id, "reasons", List.of(blocked, "Bad luck"))),
        400,
        "reasons[1]");
    refused(
        "jobs/retryFailed",
        json(Map.of("jobId", id, "reasons", List.of("a"), "recipients", List.of("b"))),
        400,
        "reasons");
    refused(
        "jobs/retryFailed",
        json(Map.of("jobId", id, "recipients", List.of("nobody"))),
        400,
        "recipients[0]");
    assertThat(counts(id).path("failed").asInt()).isEqualTo(2);

    // Whoever saw none of them has not said that one is tried again.
    var none = Map.of("jobId", id, "reasons", List.of(blocked), "failed", 0);
    refused("jobs/retryFailed", json(none), 400, "failed");
    assertThat(counts(id).path("failed").asInt()).isEqualTo(2);

    portal.simulator().faults().set(List.of());
    var again = Map.of("jobId", id, "reasons", List.of(blocked), "failed", 1);
    assertThat(ana.post("jobs/retryFailed", again).json().path("state").asText())
        .isEqualTo("sending");
    var after =
        ana.followUntil(
            "jobs/detail/" + id,
            now ->
                now.path("state").asText().equals("finished")
                    && counts(now).path("failed").asInt() == 1);

    assertThat(after.path("run").path("id").asText()).isEqualTo(run);
    assertThat(after.path("run").path("wave").asInt()).isEqualTo(2);
    assertThat(counts(after).path("sent").asInt()).isEqualTo(PEOPLE - 1);
    assertThat(portal.simulator().ledger().totals(Ledger.Query.containing("Second wave")))
        .satisfies(totals -> assertThat(totals.doubledRecipients()).isZero());
    refused("jobs/retryFailed", json(again), 400, "reasons[0]");
  }

  @Test
  void whoeverWasErasedSinceIsNotSentToAgain() {
    var lars = "lars.berg@northwind.example";
    var maija = "maija.salo@northwind.example";
    var fault = Fault.before(403).withText("Closed here");
    portal.simulator().faults().set(FaultRule.on(Operation.MESSAGES_CREATE, fault).to(lars, maija));
    var id =
        send(
            "Erased since",
            Map.of("kind", "person", "email", lars),
            Map.of("kind", "person", "email", maija));
    var run = finished(id).path("run").path("id").asText();
    assertThat(counts(id).path("failed").asInt()).isEqualTo(2);
    Jdbi.create(portal.databaseAddress())
        .useHandle(handle ->
            handle.execute(
                "UPDATE recipient SET target = 'forgotten-1-0', name = '', email = '' WHERE run = ?"
                    + " AND email = ?",
                RunId.parse(run).orElseThrow().value(),
                lars));
    portal.simulator().faults().set(List.of());

    var failures = ana.get("jobs/failures/" + id).json();
    var reasons = List.of(failures.at("/items/0/reason").asText());
    var again = ana.post("jobs/retryFailed", Map.of("jobId", id, "reasons", reasons));
    assertThat(again.status()).as(again.body()).isEqualTo(200);
    var after = ana.followUntil("jobs/detail/" + id, job -> counts(job).path("sent").asInt() == 1);
    assertThat(counts(after).path("failed").asInt()).isEqualTo(1);
    var one = Map.of("jobId", id, "recipients", List.of("forgotten-1-0"));
    refused("jobs/retryFailed", json(one), 409);
  }

  @Test
  void othersDecideNothingAndNothingIsDecidedOfADraft() {
    var id = draft("Not yet", entry("group", everybody));
    refused("jobs/decide", json(Map.of("jobId", id, "decision", "sendAgain")), 409);
    refused("jobs/retryFailed", json(Map.of("jobId", id, "recipients", List.of("x"))), 409);
    assertThat(ana.get("jobs/failures/" + id).json().path("items")).isEmpty();
    asked("jobs/failures/0000000000000", 404);
    var someone = "maija.salo@northwind.example";
    var added = ana.post("admin/users", Map.of("email", someone));
    assertThat(added.status()).as(added.body()).isEqualTo(201);
    var sender = portal.signedIn("news", someone);
    assertThat(sender.post("jobs/decide", Map.of("jobId", id, "decision", "delivered")).status())
        .isEqualTo(403);
    assertThat(ana.delete("admin/users/" + added.json().path("id").asText()).status())
        .isEqualTo(200);
  }

  @Test
  void aRevokedTokenIsSaidAndSendingGoesOnByItselfWhenItWorksAgain() {
    var token = portal.simulator().botToken(0);
    portal.simulator().tokens().revoke(token);
    var id = send("Through a revoked token", entry("group", everybody));
    // The check of an earlier message may find out before anybody is tried.
    var said = until("info", info -> !info.path("pace").path("trouble").asText("").isEmpty());
    assertThat(said.path("pace").path("trouble").asText()).isNotBlank();
    var waiting =
        ana.followUntil(
            "jobs/detail/" + id,
            job ->
                counts(job).path("pending").asInt() + counts(job).path("retry").asInt() == PEOPLE);
    assertThat(counts(waiting).path("failed").asInt()).isZero();
    var status = ana.call("GET", "/status", Optional.empty());
    assertThat(status.status()).as("it works, but not all of it").isEqualTo(200);
    assertThat(status.json().path("status").asText()).isEqualTo("degraded");
    assertThat(status.json().path("checks").path("lanes").path("detail").asText())
        .contains("bot's token cannot be used for: news (", "). Set a new one in the settings and")
        .doesNotContain("..", ".)");

    var test = ana.post("jobs/test", Map.of("markdown", "Tried meanwhile"));
    assertThat(test.status()).isEqualTo(202);
    assertThat(test.json().path("state").asText()).isEqualTo("waiting");
    assertThat(test.json().path("reason").asText()).isNotBlank();

    portal.simulator().tokens().restore(token);
    assertThat(counts(finished(id)).path("sent").asInt()).isEqualTo(PEOPLE);
    assertThat(ana.get("info").json().path("pace").path("trouble").isMissingNode()).isTrue();
    assertEverybodyHasOne("Through a revoked token");
  }

  @Test
  void aPlatformThatIsSilentIsSaidAndNothingIsLost() {
    var id = draft("Wait for it", entry("group", group("Crisis team")));
    portal.simulator().faults().set(FaultRule.onEverything(Fault.before(503)));

    assertThat(ana.post("admin/users", Map.of("email", "lars.berg@northwind.example")).status())
        .isEqualTo(503);
    assertThat(ana.get("user/people/find?q=Lar").json().path("trouble").asText()).contains("Webex");
    assertThat(ana.get("status").status()).isEqualTo(404);
    assertThat(ana.call("GET", "/status", Optional.empty()).status()).isEqualTo(200);

    portal.simulator().faults().set(List.of());
    ana.post("jobs/runNow", Map.of("jobId", id));
    assertThat(finished(id).path("state").asText()).isEqualTo("finished");
  }

  private List<String> spaces(int count) {
    var found =
        ana.get("user/spaces/list")
            .json()
            .path("items")
            .valueStream()
            .filter(one -> one.path("mayPost").asBoolean())
            .map(one -> one.path("id").asText())
            .limit(count)
            .toList();
    assertThat(found).hasSize(count);
    return found;
  }

  /** Asks until the answer is as wanted; each question waits for its answer. */
  private JsonNode until(String path, Predicate<JsonNode> wanted) {
    return Await.until(() -> ana.get(path).json(), wanted);
  }
}
