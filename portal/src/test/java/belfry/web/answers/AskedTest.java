package belfry.web.answers;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Client;
import belfry.testing.Engine;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * What the routes say where somebody has to look: an audience that shrank, a bot that is shared.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEngines(postgres = "long")
class AskedTest {
  private static final List<String> WITH_ACCOUNT =
      Stream.of("ana.lopez", "kenji.tanaka", "lars.berg", "priya.patel", "maija.salo")
          .map(name -> name + "@northwind.example")
          .toList();

  private TestPortal portal;
  private Client ana;

  @Parameter Engine engine = Engine.SQLITE;

  @BeforeParameterizedClassInvocation
  void start() {
    portal = TestPortal.start(SimulatorSettings.defaults().withPeople(60), engine::under);
    ana = portal.signedIn("news", TestPortal.ADMIN);
  }

  @AfterParameterizedClassInvocation
  void stop() {
    portal.close();
  }

  @Test
  void nothingIsSentBeforeSomebodyLetsItGoOn() {
    var id = send("Let it go on", WITH_ACCOUNT);
    var asked = awaitState(id, "paused");

    assertThat(asked.path("people").asInt()).as("40 of 65 were looked up").isEqualTo(25);
    assertThat(asked.path("run").path("question").asText())
        .isEqualTo(
            "It would go to 5, but it was meant for 25. 60 addresses were not found in your"
                + " organization.");
    var listed = ana.get("jobs/list/running").json().path("items");
    assertThat(listed).hasSize(1);
    assertThat(listed.get(0).path("run").path("question").asText())
        .isEqualTo(asked.path("run").path("question").asText());
    assertThat(sent("Let it go on")).isZero();
    ana.post("jobs/pause", Map.of("jobId", id));
    assertThat(ana.get("jobs/detail/" + id).json().path("run").path("question").asText())
        .isNotEmpty();

    var revision = asked.path("revision").asInt();
    assertThat(ana.post("jobs/resume", Map.of("jobId", id, "revision", revision - 1)).status())
        .isEqualTo(409);
    var on = ana.post("jobs/resume", Map.of("jobId", id, "revision", revision));

    assertThat(on.status()).isEqualTo(200);
    assertThat(on.json().path("run").has("question")).isFalse();
    awaitState(id, "finished");
    assertThat(sent("Let it go on")).isEqualTo(5);
  }

  @Test
  void whatWouldGoToNobodyCanOnlyBeCancelled() {
    var id = send("To nobody", List.of());
    awaitState(id, "paused");

    var refused = ana.post("jobs/resume", Map.of("jobId", id));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("errors").get(0).path("message").asText())
        .isEqualTo("It would go to nobody. Cancel it instead.");

    ana.post("jobs/cancel", Map.of("jobId", id));
    assertThat(awaitState(id, "cancelled").path("run").has("question")).isFalse();
    assertThat(sent("To nobody")).isZero();
  }

  @Test
  void anotherProgramThatUsesTheBotIsTold() {
    var before = Instant.now();
    assertThat(bots().path("ok").asBoolean()).isTrue();
    assertThat(ana.get("info").json().has("otherProgramSeenAt")).isFalse();
    portal.simulator().postAs("Company News", List.of("lars.berg@northwind.example"), "From afar");
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, new Fault.Reset(Fault.Stage.BEFORE)));

    var draft =
        ana.post(
            "jobs/edit",
            Map.of(
                "markdown",
                "In doubt for a moment",
                "audience",
                List.of(Map.of("kind", "person", "email", "lars.berg@northwind.example"))));
    var id = draft.json().path("id").asText();
    ana.post("jobs/runNow", Map.of("jobId", id));
    // On a busy machine the first attempts may end before their body leaves, which nobody doubts.
    ana.followUntil(
        "jobs/detail/" + id, job -> job.path("run").path("counts").path("unknown").asInt() > 0);
    portal.simulator().faults().set(List.of());
    awaitState(id, "finished");

    var seen = ana.get("info").json().path("otherProgramSeenAt").asText();
    assertThat(Instant.parse(seen)).isAfter(before.minusSeconds(60));
    assertThat(bots().path("ok").asBoolean()).isFalse();
    assertThat(bots().path("detail").asText())
        .isEqualTo(
            "Another program sent through the bot of: news. Give each program a bot of its own.");
    assertThat(status().path("status").asText()).isEqualTo("degraded");
    assertThat(portal.client("news").get("info").json().has("otherProgramSeenAt")).isFalse();
  }

  private JsonNode status() {
    var answer = ana.call("GET", "/status", Optional.empty());
    assertThat(answer.status()).isEqualTo(200);
    return answer.json();
  }

  private JsonNode bots() {
    return status().path("checks").path("bots");
  }

  /** To sixty addresses that nobody has and to these, of which forty are looked up before. */
  private String send(String markdown, List<String> others) {
    var emails =
        Stream.concat(
                IntStream.range(0, 60)
                    .mapToObj(number -> markdown.charAt(0) + "" + number + "@nowhere.example"),
                others.stream())
            .toList();
    var draft =
        ana.post(
            "jobs/edit",
            Map.of(
                "markdown",
                markdown + "\n\nTo you",
                "audience",
                List.of(Map.of("kind", "list", "emails", emails))));
    var id = draft.json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    return id;
  }

  private JsonNode awaitState(String id, String state) {
    return ana.followUntil("jobs/detail/" + id, job -> job.path("state").asText().equals(state));
  }

  /** Without what its author is told of it, which names its first line. */
  private long sent(String words) {
    return portal.simulator().ledger().totals(Ledger.Query.containing(words + "\n")).messages();
  }
}
