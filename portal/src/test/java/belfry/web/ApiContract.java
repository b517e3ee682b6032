package belfry.web;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.cli.Settings;
import belfry.messages.Attachment;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Client;
import belfry.testing.OpenApi;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The routes on real data, from a draft to everybody's inbox. The client holds each answer against
 * openapi.yaml by itself.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ApiContract {
  private static final int PEOPLE = 300;
  private static final byte[] PDF =
      "%PDF-1.7 of a kind, and \u00fc".getBytes(StandardCharsets.UTF_8);

  /** What is asked about one job. */
  private static final List<String> QUESTIONS =
      List.of("detail", "recipients", "failures", "export");

  private TestPortal portal;
  private Client ana;
  private String everybody;

  abstract UnaryOperator<Settings> database();

  @BeforeAll
  void start() {
    portal = TestPortal.start(SimulatorSettings.defaults().withPeople(PEOPLE), database());
    ana = portal.signedIn("news", TestPortal.ADMIN);
    everybody = group("All staff");
  }

  @AfterAll
  void stop() {
    portal.close();
  }

  @BeforeEach
  void beginAnew() {
    portal.simulator().faults().set(List.of());
    portal.simulator().limits().set(List.of());
    portal.simulator().ledger().reset();
  }

  @Test
  void everyRouteIsDescribedAndNothingElseIs() {
    var routes =
        portal.portal().routes().stream()
            .map(line -> line.replaceFirst(" \\w+$", "").replace("*file", ":file"))
            .toList();
    assertThat(OpenApi.operations()).containsExactlyInAnyOrderElementsOf(routes);
  }

  // A message's way --------------------------------------------------------------------------

  @Test
  void aMessageGoesFromDraftToEverybodyOnce() {
    var audience =
        List.of(
            entry("group", everybody), Map.of("kind", "list", "emails", List.of(TestPortal.ADMIN)));
    var preview =
        ana.post("jobs/preview", Map.of("markdown", "**Hello** everybody", "audience", audience))
            .json();
    assertThat(preview.path("audience").path("people").asInt()).isEqualTo(PEOPLE);
    assertThat(preview.path("audience").path("duplicates").asInt()).isEqualTo(1);
    assertThat(preview.path("problems")).isEmpty();

    var draft =
        ana.post("jobs/edit", Map.of("markdown", "**Hello** everybody", "audience", audience));
    assertThat(draft.status()).isEqualTo(201);
    var id = draft.json().path("id").asText();
    var run = ana.post("jobs/runNow", Map.of("jobId", id, "revision", 1));
    assertThat(run.status()).isEqualTo(200);

    var job = finished(id);
    assertThat(job.path("run").path("counts").path("sent").asInt()).isEqualTo(PEOPLE);
    assertThat(recipientsOf(id))
        .hasSize(PEOPLE)
        .allSatisfy((_, state) -> assertThat(state).isEqualTo("sent"));
    assertEverybodyHasOne("everybody");
  }

  @Test
  void progressIsSeenAsItHappens() {
    permit(Limit.tokenBucket(100, 100));
    var id = send("Seen as it happens", entry("group", everybody));

    var sent = new ArrayList<Integer>();
    ana.followUntil(
        "jobs/detail/" + id,
        job -> {
          sent.add(counts(job).path("sent").asInt());
          return new HashSet<>(sent).size() > 3;
        });

    assertThat(sent).isSorted();
    assertThat(sent.getLast()).isLessThan(PEOPLE);
    finished(id);
    assertThat(ana.follow("jobs/list/all", 1).getFirst().path("items")).isNotEmpty();
  }

  @Test
  void theRefusedAreListedFirstWithTheirReasonAndTheRestGetsIt() {
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(
                    Operation.MESSAGES_CREATE, Fault.before(403).withText("Bots are blocked here"))
                .to("lars.berg@northwind.example"));
    var id =
        send(
            "With one refusal",
            entry("group", everybody),
            Map.of("kind", "list", "emails", List.of("nobody@northwind.example")));

    var counts = finished(id).path("run").path("counts");

    assertThat(counts.path("sent").asInt()).isEqualTo(PEOPLE - 1);
    assertThat(counts.path("failed").asInt()).isEqualTo(1);
    assertThat(counts.path("skipped").asInt()).isEqualTo(1);
    var first = ana.get("jobs/recipients/" + id + "?limit=1").json().path("items").path(0);
    assertThat(first.path("displayName").asText()).isEqualTo("Lars Berg");
    assertThat(first.path("reason").asText()).contains("Bots are blocked here");
    var found = ana.get("jobs/recipients/" + id + "?state=skipped&q=NOBODY").json().path("items");
    assertThat(found).hasSize(1);
    assertThat(found.path(0).path("reason").asText()).contains("No Webex account");
    var csv = ana.get("jobs/export/" + id);
    assertThat(csv.body().lines()).hasSize(PEOPLE + 2);
    assertThat(csv.body())
        .contains("\"Lars Berg\",\"lars.berg@northwind.example\",\"person\",\"failed\"");
  }

  @Test
  void whoWasChosenByNameIsListedWithTheirAddressAlsoWhenTheyAreNotReached() {
    var email = "lars.berg@northwind.example";
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403)).to(email));
    var id = send("By name", Map.of("kind", "person", "email", email));

    finished(id);

    var only = ana.get("jobs/recipients/" + id + "?q=lars.b").json().path("items").path(0);
    assertThat(only.path("state").asText()).isEqualTo("failed");
    assertThat(only.path("email").asText()).isEqualTo(email);
  }

  // Files ------------------------------------------------------------------------------------

  @Test
  void aFileGoesWithAMessageToEverybody() {
    var file = ana.attach("Übersicht 2026.pdf", "application/pdf", PDF);
    assertThat(file.status()).isEqualTo(201);
    assertThat(file.json().path("name").asText()).isEqualTo("Übersicht 2026.pdf");
    assertThat(file.json().path("size").asInt()).isEqualTo(PDF.length);
    var attachment = file.json().path("id").asText();

    var id = draft("With a file", entry("group", everybody));
    var edited =
        ana.post("jobs/edit", Map.of("jobId", id, "revision", 1, "attachment", attachment)).json();
    assertThat(edited.path("attachment")).isEqualTo(file.json());
    assertThat(edited.path("withFile").asBoolean()).isTrue();
    assertThat(edited.path("markdown").asText()).as("kept").isEqualTo("With a file");
    ana.post("jobs/runNow", Map.of("jobId", id));
    var job = finished(id);

    assertThat(counts(job).path("sent").asInt()).isEqualTo(PEOPLE);
    assertThat(job.path("attachment")).isEqualTo(file.json());
    assertEverybodyHasOne("With a file");
    assertThat(inbox(TestPortal.ADMIN))
        .contains("With a file", "Übersicht 2026.pdf", PDF.length + " B");

    var kept = ana.get("jobs/attachment/" + attachment);
    assertThat(kept.header("Content-Disposition"))
        .contains("attachment; filename*=UTF-8''%C3%9Cbersicht%202026.pdf");
    assertThat(kept.header("Content-Type")).contains("application/octet-stream");
    assertThat(kept.body()).isEqualTo(new String(PDF, StandardCharsets.UTF_8));
  }

  @Test
  void aFileIsTakenAwayAndWhatCannotBeAFileIsSaid() {
    var attachment = ana.attach("a.txt", "text/plain", PDF).json().path("id").asText();
    var id =
        ana.post("jobs/edit", Map.of("markdown", "Hello", "attachment", attachment))
            .json()
            .path("id")
            .asText();
    var away = Map.of("jobId", id, "revision", 1, "attachment", "");
    var without = ana.post("jobs/edit", away).json();
    assertThat(without.has("attachment")).isFalse();
    assertThat(without.path("withFile").asBoolean(true)).isFalse();

    assertThat(ana.attach("a.txt", "text/plain", new byte[0]).errors()).containsOnlyKeys("file");
    assertThat(ana.attach("a.txt", "multipart/form-data; boundary=x", PDF).status()).isEqualTo(415);
    assertThat(ana.attach("/", "text/plain", PDF).errors()).containsOnlyKeys("file");
    var tooLarge = ana.attach("a.iso", "", new byte[Attachment.MOST_BYTES + 1]);
    assertThat(tooLarge.status()).isEqualTo(413);
    assertThat(tooLarge.json().path("detail").asText()).contains("10 MB");
    assertThat(ana.attach("a.iso", "", new byte[Attachment.MOST_BYTES]).status()).isEqualTo(201);
    refused("jobs/edit", "{\"attachment\":\"nonsense\"}", 400, "attachment");
    refused("jobs/edit", "{\"attachment\":\"0S9X8JYY9CVR3\"}", 400, "attachment");
    refused("jobs/preview", "{\"attachment\":\"?\"}", 400, "attachment");
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    assertThat(kenji.get("jobs/attachment/" + attachment).status())
        .as("of another app")
        .isEqualTo(404);
    assertThat(ana.get("jobs/attachment/0S9X8JYY9CVR3").status()).isEqualTo(404);
  }

  @Test
  void aTestGoesToTheAuthorAloneAndTicksTheText() {
    var id = draft("Try me", entry("group", everybody));

    var test = ana.post("jobs/test", Map.of("jobId", id)).json();

    assertThat(test.path("state").asText()).isEqualTo("sent");
    assertThat(test.path("job").path("tested").asBoolean()).isTrue();
    assertThat(portal.simulator().ledger().totals(Ledger.Query.containing("Try me")).messages())
        .isEqualTo(1);
    var edited =
        ana.post("jobs/edit", Map.of("jobId", id, "revision", revision(id), "markdown", "Try me!"));
    assertThat(edited.json().path("tested").asBoolean()).isFalse();
  }

  @Test
  void aCancelStopsWhatHasNotBegunAndSaysHowMuch() {
    permit(Limit.tokenBucket(30, 30));
    var id = send("Stop me", entry("group", everybody));
    awaitSent(id, 30);

    var cancel = ana.post("jobs/cancel", Map.of("jobId", id)).json();

    var all =
        cancel.path("sentBefore").asInt()
            + cancel.path("inFlight").asInt()
            + cancel.path("neverSent").asInt();
    assertThat(all).isEqualTo(PEOPLE);
    var job = awaitState(id, "cancelled");
    var counts = job.path("run").path("counts");
    assertThat(counts.path("sent").asInt() + counts.path("skipped").asInt()).isEqualTo(PEOPLE);
    assertThat(portal.simulator().ledger().totals(Ledger.Query.containing("Stop me")).messages())
        .isEqualTo(counts.path("sent").asInt());
    assertThat(ana.post("jobs/cancel", Map.of("jobId", id)).status())
        .as("cancelling twice")
        .isEqualTo(200);
  }

  @Test
  void aPausedJobIsNotInTheWayOfAnother() {
    permit(Limit.tokenBucket(60, 60));
    var id = send("In nobody's way", entry("group", everybody));
    awaitSent(id, 20);
    ana.post("jobs/pause", Map.of("jobId", id)).json();
    var beside = estimate();
    ana.post("jobs/cancel", Map.of("jobId", id)).json();

    var alone = estimate();
    // Estimates are whole seconds. In the way, the paused job would nearly double this one.
    assertThat(beside).isCloseTo(alone, Offset.offset(1 + 0.3 * alone));
  }

  private double estimate() {
    var form = Map.of("markdown", "How long?", "audience", List.of(entry("group", everybody)));
    return ana.post("jobs/preview", form).json().path("estimate").path("seconds").asDouble();
  }

  @Test
  void theQueueIsWhatStillWaitsInJobsThatAreNotPaused() {
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    assertThat(queue(kenji)).isEqualTo(Map.of("recipients", 0, "seconds", 0));
    // So slow that it is not over before the test is.
    permit(Limit.tokenBucket(10, 1));
    var form = Map.of("markdown", "A long queue", "audience", List.of(entry("group", everybody)));
    var id = kenji.post("jobs/edit", form).json().path("id").asText();
    kenji.post("jobs/runNow", Map.of("jobId", id));
    kenji.followUntil("jobs/detail/" + id, job -> counts(job).path("sent").asInt() >= 5);

    assertThat(queue(kenji))
        .hasEntrySatisfying("recipients", some -> assertThat(some).isBetween(1, PEOPLE - 5))
        .hasEntrySatisfying("seconds", some -> assertThat(some).isPositive());
    assertThat(portal.client("alerts").get("info").json().has("queue")).as("to anybody").isFalse();

    kenji.post("jobs/pause", Map.of("jobId", id));
    assertThat(queue(kenji)).isEqualTo(Map.of("recipients", 0, "seconds", 0));
    kenji.post("jobs/cancel", Map.of("jobId", id));
  }

  private static Map<String, Integer> queue(Client client) {
    var queue = client.get("info").json().required("queue");
    return Map.of(
        "recipients", queue.path("recipients").intValue(),
        "seconds", queue.path("seconds").intValue());
  }

  @Test
  void aPausedJobGoesOnWhenItIsResumed() {
    permit(Limit.tokenBucket(60, 60));
    var id = send("Pause me", entry("group", everybody));
    awaitSent(id, 20);
    assertThat(ana.post("jobs/pause", Map.of("jobId", id)).json().path("state").asText())
        .isEqualTo("paused");
    portal.simulator().limits().set(List.of());

    assertThat(ana.post("jobs/resume", Map.of("jobId", id)).json().path("state").asText())
        .isEqualTo("sending");
    assertThat(finished(id).path("run").path("counts").path("sent").asInt()).isEqualTo(PEOPLE);
    assertEverybodyHasOne("Pause me");
  }

  @Test
  void aStartCanBeUndoneWhileNothingHasLeft() {
    var id = draft("Take me back", entry("group", everybody));
    var run = ana.post("jobs/runNow", Map.of("jobId", id, "undoSeconds", 8)).json();
    assertThat(Instant.parse(run.path("startsAt").asText())).isAfter(Instant.now().plusSeconds(5));

    var undone = ana.post("jobs/cancel", Map.of("jobId", id, "keepDraft", true)).json();

    assertThat(undone.path("job").path("state").asText()).isEqualTo("draft");
    assertThat(undone.path("neverSent").asInt()).isEqualTo(PEOPLE);
    assertThat(portal.simulator().ledger().totals(Ledger.Query.ALL).messages()).isZero();
  }

  @Test
  void aScheduledJobKeepsItsLocalTimeAndGoesOut() {
    var id = draft("On time", entry("group", group("Crisis team")));
    var local = LocalDateTime.now(ZoneId.of("Asia/Tokyo")).plusSeconds(2).withNano(0);

    var scheduled =
        ana.post("jobs/schedule", Map.of("jobId", id, "at", local.toString(), "zone", "Asia/Tokyo"))
            .json();

    assertThat(scheduled.path("state").asText()).isEqualTo("scheduled");
    assertThat(scheduled.path("zone").asText()).isEqualTo("Asia/Tokyo");
    assertThat(Instant.parse(scheduled.path("startsAt").asText()))
        .isEqualTo(local.atZone(ZoneId.of("Asia/Tokyo")).toInstant());
    assertThat(finished(id).path("run").path("late").asBoolean()).isFalse();
  }

  @Test
  void aRecurringJobGoesOutAtItsTimeAndStaysScheduledForTheNext() {
    var id = draft("Every day", entry("group", group("Crisis team")));
    var tokyo = ZoneId.of("Asia/Tokyo");
    var first = LocalDateTime.now(tokyo).plusSeconds(2).withNano(0).atZone(tokyo);
    var when =
        Map.<String, Object>of(
            "jobId",
            id,
            "at",
            first.minusDays(7).toLocalDateTime().toString(),
            "zone",
            "Asia/Tokyo",
            "repeat",
            "FREQ=DAILY");
    var next =
        Stream.iterate(first, day -> day.plusDays(1))
            .map(day -> day.toInstant().toString())
            .limit(4)
            .toList();

    var planned = ana.post("jobs/preview", when).json().path("repeat");
    assertThat(planned.path("words").asText()).isEqualTo("Every day");
    assertThat(planned.path("next").valueStream().map(JsonNode::asText))
        .containsExactlyElementsOf(next.subList(0, 3));
    var scheduled = ana.post("jobs/schedule", with(when, "graceMinutes", 120)).json();
    assertThat(scheduled.path("startsAt").asText()).isEqualTo(next.getFirst());
    assertThat(scheduled.path("graceMinutes").asInt()).isEqualTo(120);

    var went =
        ana.followUntil("jobs/list/finished?series=" + id, list -> list.path("items").size() == 1);
    var occurrence = went.path("items").get(0);
    assertThat(occurrence.path("series").asText()).isEqualTo(id);
    assertThat(occurrence.path("localTime").asText()).isEqualTo(first.toLocalDateTime().toString());
    assertThat(occurrence.path("run").path("counts").path("sent").asInt())
        .isEqualTo(portal.simulator().ledger().totals(Ledger.Query.ALL).messages())
        .isPositive();
    var series = ana.get("jobs/detail/" + id).json();
    assertThat(series.path("state").asText()).isEqualTo("scheduled");
    assertThat(series.path("repeat").path("next").valueStream().map(JsonNode::asText))
        .containsExactlyElementsOf(next.subList(1, 4));
    assertThat(ana.get("jobs/list/all?series=0000000000000").status()).isEqualTo(200);
  }

  @Test
  void aSpaceGetsOneMessageForAllInIt() {
    var space =
        ana.get("user/spaces/list")
            .json()
            .path("items")
            .valueStream()
            .filter(one -> one.path("mayPost").asBoolean())
            .findFirst()
            .orElseThrow();

    var id = send("To a space", entry("space", space.path("id").asText()));

    assertThat(finished(id).path("run").path("counts").path("sent").asInt()).isEqualTo(1);
    assertThat(portal.simulator().ledger().entries(Ledger.Query.containing("To a space")))
        .extracting(Ledger.Entry::recipient)
        .containsExactly(space.path("id").asText());
  }

  @Test
  void theSameRequestTwiceSendsOnce() {
    var id = draft("Double click", entry("group", group("Crisis team")));
    var form = Map.of("jobId", id, "revision", 1, "requestId", "click-1");

    assertThat(ana.post("jobs/runNow", form).status()).isEqualTo(200);
    assertThat(ana.post("jobs/runNow", form).status()).isEqualTo(200);

    finished(id);
    assertThat(
            portal
                .simulator()
                .ledger()
                .totals(Ledger.Query.containing("Double click"))
                .doubledRecipients())
        .isZero();
  }

  @Test
  void whatStopsInTheMiddleGoesOnAtTheNextStart() {
    permit(Limit.tokenBucket(50, 50));
    var id = send("Across a restart", entry("group", everybody));
    awaitSent(id, 40);

    portal.portal().close();
    portal.simulator().limits().set(List.of());
    portal = TestPortal.beside(portal.simulator(), portal.settings());
    ana = portal.signedIn("news", TestPortal.ADMIN);

    var counts = finished(id).path("run").path("counts");
    assertThat(counts.path("sent").asInt()).isEqualTo(PEOPLE);
    assertThat(counts.path("unknown").asInt()).isZero();
    assertEverybodyHasOne("Across a restart");
  }

  // A person's part --------------------------------------------------------------------------

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
    assertThat(finished(id).path("run").path("counts").path("held").asInt()).isEqualTo(3);
    var before = revision(id);

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

    portal.simulator().faults().set(List.of());
    var again = Map.of("jobId", id, "reasons", List.of(blocked));
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
  void whatWasCancelledIsNotBegunAgain() {
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403)).every(5));
    permit(Limit.tokenBucket(30, 30));
    var id = send("Over for good", entry("group", everybody));
    awaitSent(id, 20);
    ana.post("jobs/cancel", Map.of("jobId", id));
    var failed = counts(awaitState(id, "cancelled")).path("failed").asInt();
    assertThat(failed).isPositive();
    var reason =
        ana.get("jobs/failures/" + id).json().path("items").path(0).path("reason").asText();

    refused("jobs/retryFailed", json(Map.of("jobId", id, "reasons", List.of(reason))), 409);
    refused("jobs/decide", json(Map.of("jobId", id, "decision", "sendAgain")), 409);
    assertThat(state(id)).isEqualTo("cancelled");
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
        .isEqualTo(204);
  }

  // Trouble ----------------------------------------------------------------------------------

  @Test
  void aRevokedTokenIsSaidAndSendingGoesOnByItselfWhenItWorksAgain() {
    var token = portal.simulator().botToken(0);
    portal.simulator().tokens().revoke(token);
    var id = send("Through a revoked token", entry("group", everybody));
    var waiting =
        ana.followUntil("jobs/detail/" + id, job -> counts(job).path("retry").asInt() > 0);
    assertThat(counts(waiting).path("failed").asInt()).isZero();

    var said = until("info", info -> !info.path("pace").path("trouble").asText("").isEmpty());
    assertThat(said.path("pace").path("trouble").asText()).isNotBlank();
    var status = ana.call("GET", "/status", Optional.empty());
    assertThat(status.status()).as("it works, but not all of it").isEqualTo(200);
    assertThat(status.json().path("status").asText()).isEqualTo("degraded");
    assertThat(status.json().path("checks").path("lanes").path("detail").asText())
        .contains("bot's token cannot be used of: news");

    portal.simulator().tokens().restore(token);
    assertThat(counts(finished(id)).path("sent").asInt()).isEqualTo(PEOPLE);
    assertThat(ana.get("info").json().path("pace").path("trouble").isMissingNode()).isTrue();
    assertEverybodyHasOne("Through a revoked token");
  }

  @Test
  void whileNothingCanBeWrittenNothingIsSentAndItGoesOnWithoutHands() {
    permit(Limit.tokenBucket(60, 60));
    var id = send("Through a broken database", entry("group", everybody));
    awaitSent(id, 20);

    sabotage("ALTER TABLE timeline RENAME TO timeline_gone");
    var status = status(503);
    assertThat(status.path("status").asText()).isEqualTo("degraded");
    assertThat(status.path("checks").path("database").path("detail").asText())
        .contains("Nothing can be written")
        .contains("Nothing new is sent")
        .contains("tried again");
    var words = Ledger.Query.containing("Through a broken database");
    var sent = portal.simulator().ledger().totals(words).messages();
    status(503);
    assertThat(portal.simulator().ledger().totals(words).messages()).isLessThan(sent + 64);

    sabotage("ALTER TABLE timeline_gone RENAME TO timeline");
    status(200);
    assertThat(counts(finished(id)).path("sent").asInt()).isEqualTo(PEOPLE);
    assertEverybodyHasOne("Through a broken database");
  }

  @Test
  void someTimeAfterTheEndADoubleIsFoundAndReported() {
    var lars = Map.of("kind", "list", "emails", List.of("lars.berg@northwind.example"));
    var id = draft("Planted twice", lars, entry("group", group("Crisis team")));
    plant("lars.berg@northwind.example", "Planted twice");
    ana.post("jobs/runNow", Map.of("jobId", id));

    var job = ana.followUntil("jobs/detail/" + id, now -> now.path("run").path("audit").isObject());

    var audit = job.path("run").path("audit");
    assertThat(audit.path("doubled").asInt()).isEqualTo(1);
    assertThat(audit.path("looked").asInt()).isEqualTo(counts(job).path("sent").asInt());
    var row = ana.get("jobs/recipients/" + id + "?q=lars.berg").json().path("items").path(0);
    assertThat(row.path("reason").asText()).isEqualTo("It arrived more than once.");
    assertThat(row.path("state").asText()).isEqualTo("sent");
  }

  // Groups -----------------------------------------------------------------------------------

  @Test
  void aGroupIsMadeFilledRenamedAndDeleted() {
    var group = ana.post("user/groups/create", Map.of("name", " Pilots ")).json();
    var id = group.path("id").asText();
    assertThat(group.path("name").asText()).isEqualTo("Pilots");
    assertThat(group.path("source").asText()).isEqualTo("portal");
    refused("user/groups/create", json(Map.of("name", "PILOTS")), 400, "name");

    var lars = Map.of("email", "lars.berg@northwind.example");
    var members =
        List.of(Map.of("email", TestPortal.ADMIN), lars, Map.of("email", "no@northwind.example"));
    var added = ana.post("user/groups/add", Map.of("groupId", id, "members", members)).json();
    assertThat(results(added)).containsExactly("added", "added", "no_account");
    assertThat(added.path("group").path("size").asInt()).isEqualTo(2);
    var again = ana.post("user/groups/add", Map.of("groupId", id, "members", List.of(lars))).json();
    assertThat(results(again)).containsExactly("already_member");

    var removed = Map.of("groupId", id, "members", List.of(lars));
    assertThat(results(ana.post("user/groups/remove", removed).json())).containsExactly("removed");
    assertThat(results(ana.post("user/groups/remove", removed).json()))
        .containsExactly("not_a_member");

    var renamed = ana.post("user/groups/rename", Map.of("groupId", id, "name", "Captains")).json();
    assertThat(renamed.path("name").asText()).isEqualTo("Captains");
    assertThat(renamed.path("size").asInt()).isEqualTo(1);
    assertThat(group("Captains")).isEqualTo(id);
    var left = ana.get("user/groups/members?groupId=" + id).json();
    assertThat(left.path("items")).hasSize(1);
    assertThat(left.path("items").path(0).path("email").asText()).isEqualTo(TestPortal.ADMIN);
    assertThat(finished(send("To captains", entry("group", id))).path("people").asInt()).isOne();

    assertThat(ana.post("user/groups/delete", Map.of("groupId", id)).status()).isEqualTo(204);
    asked("user/groups/members?groupId=" + id, 404);
    for (var action : List.of("add", "remove")) {
      refused("user/groups/" + action, json(removed), 404);
    }
    refused("user/groups/rename", json(Map.of("groupId", id, "name", "Crew")), 404);
    refused("user/groups/delete", json(Map.of("groupId", id)), 404);
  }

  @Test
  void aGroupsRequestTwiceIsDoneOnce() {
    var create = Map.of("name", "Once", "requestId", "group-create");
    var made = ana.post("user/groups/create", create);
    assertThat(made.status()).as(made.body()).isEqualTo(201);
    var repeated = ana.post("user/groups/create", create);
    assertThat(repeated.status()).isEqualTo(201);
    assertThat(repeated.json()).isEqualTo(made.json());
    var id = made.json().path("id").asText();

    var rename = Map.of("groupId", id, "name", "Twice", "requestId", "group-rename");
    for (var time = 0; time < 2; time++) {
      var renamed = ana.post("user/groups/rename", rename);
      assertThat(renamed.json().path("name").asText()).as(renamed.body()).isEqualTo("Twice");
    }
    refused("user/groups/create", json(Map.of("name", "Other", "requestId", "group-create")), 409);
    refused("user/groups/delete", json(Map.of("groupId", id, "requestId", "group-rename")), 409);
    refused(
        "user/groups/delete",
        json(Map.of("groupId", id, "requestId", "x".repeat(101))),
        400,
        "requestId");
    assertThat(group("Twice")).isEqualTo(id);

    var delete = Map.of("groupId", id, "requestId", "group-delete");
    assertThat(ana.post("user/groups/delete", delete).status()).isEqualTo(204);
    assertThat(ana.post("user/groups/delete", delete).status()).isEqualTo(204);
    refused("user/groups/create", json(create), 404);
  }

  @Test
  void groupsAndMembersComeInPagesWhileSpacesAndStaffComeWhole() {
    var groups = ana.get("user/groups/list?limit=200").json().path("items");
    assertThat(groups).hasSizeGreaterThan(2);
    assertThat(paged("user/groups/list?limit=2"))
        .containsExactlyElementsOf(groups.valueStream().toList());
    var members = paged("user/groups/members?limit=110&groupId=" + everybody);
    assertThat(new HashSet<>(members)).hasSize(PEOPLE);
    assertThat(members).hasSize(PEOPLE);

    var lars = ana.post("admin/users", Map.of("email", "lars.berg@northwind.example"));
    for (var path : List.of("user/spaces/list", "admin/users")) {
      var whole = ana.get(path).json().path("items");
      assertThat(whole).as(path).hasSizeGreaterThan(1);
      assertThat(ana.get(path + "?limit=1").json().path("items")).as(path).hasSameSizeAs(whole);
    }
    assertThat(ana.delete("admin/users/" + lars.json().path("id").asText()).status())
        .isEqualTo(204);
  }

  private List<JsonNode> paged(String path) {
    var found = new ArrayList<JsonNode>();
    var cursor = "";
    do {
      var page = ana.get(path + "&cursor=" + cursor).json();
      page.path("items").forEach(found::add);
      cursor = page.path("next").asText("");
    } while (!cursor.isEmpty());
    return found;
  }

  private static List<String> results(JsonNode answer) {
    return answer
        .path("results")
        .valueStream()
        .map(result -> result.path("status").asText())
        .toList();
  }

  // Bad input --------------------------------------------------------------------------------

  @Test
  void badInputIsNamedByItsFieldAndChangesNothing() {
    var id = draft("Hello", entry("group", everybody));
    var scheduled = draft("Later", entry("group", everybody));
    var later = Map.of("at", inAMonth(), "zone", "Europe/Helsinki");
    assertThat(ana.post("jobs/schedule", with(later, "jobId", scheduled)).status()).isEqualTo(200);
    var empty = ana.post("jobs/edit", Map.of()).json().path("id").asText();
    var before = everything();

    refused("jobs/edit", "{", 400, "");
    refused("jobs/edit", "[]", 400, "");
    refused("jobs/edit", "{\"markdown\": 7}", 400, "markdown");
    refused("jobs/edit", "{\"markdown\": \"a\", \"markdown\": \"b\"}", 400, "");
    refused("jobs/edit", "{\"text\": \"a\"}", 400, "text");
    refused("jobs/edit", "{\"audience\": {}}", 400, "audience");
    refused(
        "jobs/edit",
        "{\"audience\": [{\"kind\": \"planet\", \"id\": \"x\"}]}",
        400,
        "audience[0].kind");
    refused(
        "jobs/edit",
        "{\"audience\": [{\"kind\": \"group\", \"id\": \"no-such-group\"}]}",
        400,
        "audience[0].id");
    refused(
        "jobs/edit",
        "{\"audience\": [{\"kind\": \"space\", \"id\": \"no-such-space\"}]}",
        400,
        "audience[0].id");
    refused(
        "jobs/edit",
        "{\"audience\": [{\"kind\": \"person\", \"id\": \"no-such-person\"}]}",
        400,
        "audience[0].id");
    refused(
        "jobs/edit",
        "{\"audience\": [{\"kind\": \"list\", \"emails\": [\"not an address\"]}]}",
        400,
        "audience[0].emails");
    refused("jobs/edit", "{\"audience\": [null]}", 400, "audience[0].kind");
    refused("jobs/edit", json(Map.of("markdown", "é".repeat(3_720))), 400, "markdown");
    refused("jobs/edit", json(Map.of("jobId", id, "markdown", "x")), 400, "revision");
    refused("jobs/edit", json(Map.of("jobId", id, "revision", 99, "markdown", "x")), 409, "");
    refused(
        "jobs/edit", json(Map.of("jobId", id, "revision", "1", "markdown", "x")), 400, "revision");
    refused("jobs/edit", json(Map.of("onUnknown", "guess")), 400, "onUnknown");
    refused("jobs/edit", json(Map.of("requestId", "x".repeat(101))), 400, "requestId");
    refused("jobs/runNow", json(Map.of("jobId", empty)), 400, "markdown", "audience");
    refused("jobs/runNow", json(Map.of("jobId", id, "revision", 99)), 409, "");
    refused("jobs/runNow", json(Map.of("jobId", id, "undoSeconds", 61)), 400, "undoSeconds");
    refused("jobs/runNow", json(Map.of("jobId", id, "undoSeconds", 1.5)), 400, "undoSeconds");
    refused("jobs/runNow", "{}", 400, "jobId");
    refused("jobs/schedule", json(Map.of("jobId", id)), 400, "at");
    refused(
        "jobs/schedule",
        json(Map.of("jobId", id, "at", "2020-01-01T09:00", "zone", "Europe/Helsinki")),
        400,
        "at");
    refused(
        "jobs/schedule",
        json(Map.of("jobId", id, "at", inAMonth(), "zone", "Mars/Base")),
        400,
        "zone");
    refused("jobs/schedule", json(Map.of("jobId", id, "at", inAMonth())), 400, "zone");
    refused("jobs/schedule", json(Map.of("jobId", id, "at", "soon", "zone", "UTC")), 400, "at");
    refused(
        "jobs/schedule",
        json(with(with(later, "jobId", id), "repeat", "FREQ=HOURLY")),
        400,
        "repeat");
    refused(
        "jobs/schedule",
        json(with(with(later, "jobId", id), "graceMinutes", 0)),
        400,
        "graceMinutes");
    refused("jobs/schedule", json(with(with(later, "jobId", scheduled), "revision", 99)), 409, "");
    refused("jobs/schedule", json(with(later, "jobId", empty)), 400, "markdown", "audience");
    for (var unknown : List.of("0000000000000", "not-an-id")) {
      actionsOn(unknown).forEach((action, form) -> refused("jobs/" + action, json(form), 404, ""));
    }
    refused("jobs/pause", json(Map.of("jobId", id)), 409, "");
    refused("jobs/fly", "{}", 404, "");
    refused("user/groups/add", "{}", 400, "groupId");
    refused(
        "user/groups/add",
        json(Map.of("groupId", "none", "members", List.of(Map.of("id", "x")))),
        404,
        "");
    refused(
        "user/groups/add",
        json(Map.of("groupId", everybody, "members", List.of())),
        400,
        "members");
    refused(
        "user/groups/add",
        json(Map.of("groupId", everybody, "members", List.of(Map.of("id", "a", "email", "b")))),
        400,
        "members[0]");
    refused("user/groups/create", json(Map.of("name", " ")), 400, "name");
    refused("user/groups/delete", json(Map.of("groupId", everybody)), 400, "groupId");
    refused("admin/users", "{}", 400, "email");
    refused("admin/users", json(Map.of("email", "nobody@northwind.example")), 400, "email");
    refused(
        "admin/users", json(Map.of("email", TestPortal.OTHER_ADMIN, "role", "king")), 400, "role");
    refused("admin/users", json(Map.of("email", TestPortal.ADMIN)), 409, "");

    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void badQuestionsAreNamedByTheirField() {
    var id = draft("Hello", entry("group", everybody));
    asked("jobs/list/nothing", 404);
    asked("jobs/list/all?limit=0", 400);
    asked("jobs/list/all?limit=many", 400);
    asked("jobs/list/all?cursor=abc", 400);
    for (var list : List.of("jobs/list/all", "jobs/recipients/" + id, "user/groups/list")) {
      for (var numbers : List.of("-1", "-1 -1", "-1 0 0", "99999999999 0", "99999999999 0 0")) {
        var cursor = Base64.getUrlEncoder().encodeToString(numbers.getBytes(US_ASCII));
        asked(list + "?cursor=" + cursor, 400);
      }
    }
    asked("jobs/list/all?q=a%00b", 400);
    asked("user/people/find?query=a%00b", 400);
    asked("jobs/detail/a%00b", 404);
    for (var question : QUESTIONS) {
      asked("jobs/" + question + "/0000000000000", 404);
      asked("jobs/" + question + "/nonsense", 404);
    }
    asked("jobs/recipients/" + id + "?state=lost", 400);
    asked("user/groups/fly", 404);
    asked("user/planets/list", 404);
    asked("user/groups/find", 400);
    asked("user/groups/members", 400);
    asked("user/groups/members?groupId=none", 404);
    asked("user/people/find?q=", 400);
    asked("nothing/here", 404);
    assertThat(ana.call("GET", "/Hub/unknown/info", Optional.empty()).status()).isEqualTo(404);
    assertThat(ana.call("GET", "/Hub/unknown/sendMessage.html", Optional.empty()).status())
        .isEqualTo(404);
    assertThat(ana.call("PUT", "/Hub/news/info", Optional.empty()).status()).isEqualTo(405);
    assertThat(ana.call("PUT", "/Hub/news/info", Optional.empty()).header("Allow")).contains("GET");
  }

  @Test
  void anotherAppsJobDoesNotExistHere() {
    var draft = draft("Mine", entry("group", everybody));
    var sent = send("Mine as well", entry("group", group("Crisis team")));
    finished(sent);
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    var before = everything();
    var theirs = kenji.get("jobs/list/all").body();

    for (var id : List.of(draft, sent)) {
      for (var question : QUESTIONS) {
        assertThat(kenji.get("jobs/" + question + "/" + id).status()).as(question).isEqualTo(404);
      }
      actionsOn(id)
          .forEach((action, form) ->
              assertThat(kenji.post("jobs/" + action, form).status()).as(action).isEqualTo(404));
    }

    assertThat(everything()).isEqualTo(before);
    assertThat(kenji.get("jobs/list/all").body()).isEqualTo(theirs);
  }

  @Test
  void whoMayNotSendChangesNothing() {
    var id = draft("Mine", entry("group", everybody));
    var stranger = portal.signedIn("news", "maija.salo@northwind.example");

    assertThat(stranger.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(403);
    assertThat(stranger.get("jobs/list/all").status()).isEqualTo(403);
    assertThat(state(id)).isEqualTo("draft");

    var added =
        ana.post("admin/users", Map.of("email", "maija.salo@northwind.example", "role", "sender"));
    assertThat(added.status()).isEqualTo(201);
    assertThat(stranger.get("jobs/list/all").status()).isEqualTo(200);
    assertThat(stranger.post("jobs/runNow", Map.of("jobId", id)).status())
        .as("somebody else's")
        .isEqualTo(403);
    assertThat(ana.delete("admin/users/" + added.json().path("id").asText()).status())
        .isEqualTo(204);
    assertThat(stranger.get("jobs/list/all").status()).as("at the next request").isEqualTo(403);
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

  // ------------------------------------------------------------------------------------------

  private String group(String name) {
    return ana.get("user/groups/list?limit=200")
        .json()
        .path("items")
        .valueStream()
        .filter(group -> group.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow()
        .path("id")
        .asText();
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

  private JsonNode counts(String id) {
    return counts(ana.get("jobs/detail/" + id).json());
  }

  private static JsonNode counts(JsonNode job) {
    return job.path("run").path("counts");
  }

  /** Asks until the answer is as wanted; each question waits for its answer. */
  private JsonNode until(String path, Predicate<JsonNode> wanted) {
    while (true) {
      var json = ana.get(path).json();
      if (wanted.test(json)) {
        return json;
      }
      Thread.onSpinWait();
    }
  }

  private JsonNode status(int wanted) {
    while (true) {
      var answer = ana.call("GET", "/status", Optional.empty());
      if (answer.status() == wanted) {
        return answer.json();
      }
      Thread.onSpinWait();
    }
  }

  /** Does something to the portal's database behind its back. */
  private void sabotage(String sql) {
    var settings = portal.settings();
    var url =
        settings
            .databaseUrl()
            .map(Secret::reveal)
            .orElseGet(() -> "jdbc:sqlite:" + settings.data().resolve("belfry.db"));
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      if (settings.databaseUrl().isEmpty()) {
        statement.execute("PRAGMA busy_timeout = 10000");
      }
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** The bot says something of which the portal knows nothing. */
  private void plant(String email, String markdown) {
    var request =
        HttpRequest.newBuilder(portal.simulator().address().resolve("/v1/messages"))
            .header("Authorization", "Bearer " + portal.simulator().botToken(0))
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    json(Map.of("toPersonEmail", email, "markdown", markdown))))
            .build();
    assertThat(send(request).statusCode()).isEqualTo(200);
  }

  private static HttpResponse<String> send(HttpRequest request) {
    try (var http = HttpClient.newHttpClient()) {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What this person sees of their newest chat on the platform's own page. */
  private String inbox(String email) {
    var chats = page("/inbox?person=" + email);
    var link = chats.replaceFirst("(?s).*?href=\"(/inbox[^\"]*chat=[^\"]+)\".*", "$1");
    return page(link.replace("&amp;", "&"));
  }

  private String page(String path) {
    var address = portal.simulator().address().resolve(path);
    return send(HttpRequest.newBuilder(address).build()).body();
  }

  private static Map<String, Object> entry(String kind, String id) {
    return Map.of("kind", kind, "id", id);
  }

  private String draft(String markdown, Map<?, ?>... audience) {
    var answer = ana.post("jobs/edit", Map.of("markdown", markdown, "audience", List.of(audience)));
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    return answer.json().path("id").asText();
  }

  private String send(String markdown, Map<?, ?>... audience) {
    var id = draft(markdown, audience);
    var answer = ana.post("jobs/runNow", Map.of("jobId", id));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return id;
  }

  private int revision(String id) {
    return ana.get("jobs/detail/" + id).json().path("revision").asInt();
  }

  private String state(String id) {
    return ana.get("jobs/detail/" + id).json().path("state").asText();
  }

  /** The platform accepts so much from now on. */
  private void permit(Limit limit) {
    portal.simulator().limits().set(LimitRule.of(Resource.MESSAGES_SEND, limit));
  }

  /** Follows the job until it is over; the stream ends the waiting, not a clock. */
  private JsonNode finished(String id) {
    return awaitState(id, "finished");
  }

  private JsonNode awaitState(String id, String state) {
    return ana.followUntil("jobs/detail/" + id, job -> job.path("state").asText().equals(state));
  }

  private void awaitSent(String id, int count) {
    ana.followUntil(
        "jobs/detail/" + id, job -> job.path("run").path("counts").path("sent").asInt() >= count);
  }

  private Map<String, String> recipientsOf(String id) {
    var found = new HashMap<String, String>();
    var cursor = "";
    do {
      var page = ana.get("jobs/recipients/" + id + "?limit=70&cursor=" + cursor).json();
      page.path("items")
          .forEach(one -> found.put(one.path("id").asText(), one.path("state").asText()));
      cursor = page.path("next").asText("");
    } while (!cursor.isEmpty());
    return found;
  }

  private void assertEverybodyHasOne(String words) {
    var totals = portal.simulator().ledger().totals(Ledger.Query.containing(words));
    assertThat(totals.messages()).isEqualTo(PEOPLE);
    assertThat(totals.recipients()).isEqualTo(PEOPLE);
  }

  private void refused(String path, String body, int status, String... fields) {
    var answer = ana.post(path, body);
    assertThat(answer.status()).as("%s %s: %s", path, body, answer.body()).isEqualTo(status);
    assertThat(answer.json().path("detail").asText()).isNotBlank();
    if (status == 400) {
      assertThat(answer.errors().keySet()).as("%s %s", path, body).isEqualTo(Set.of(fields));
    }
  }

  private void asked(String path, int status) {
    var answer = ana.get(path);
    assertThat(answer.status()).as("%s: %s", path, answer.body()).isEqualTo(status);
  }

  /** What can be done to a job, each with a form that is right but for the id. */
  private static Map<String, Map<String, Object>> actionsOn(String id) {
    var form = Map.<String, Object>of("jobId", id);
    var forms = new TreeMap<String, Map<String, Object>>();
    for (var action :
        List.of("runNow", "cancel", "pause", "resume", "duplicate", "delete", "test", "preview")) {
      forms.put(action, form);
    }
    forms.put("edit", with(with(form, "revision", 1), "markdown", "Not mine"));
    forms.put("schedule", with(with(form, "at", inAMonth()), "zone", "UTC"));
    forms.put("decide", with(form, "decision", "delivered"));
    forms.put("retryFailed", with(form, "recipients", List.of("somebody")));
    return forms;
  }

  private static Map<String, Object> with(Map<String, ?> form, String field, Object value) {
    var more = new HashMap<String, Object>(form);
    more.put(field, value);
    return more;
  }

  private static String inAMonth() {
    return LocalDateTime.now(ZoneId.of("Europe/Helsinki")).plusDays(30).withNano(0).toString();
  }

  /** Everything that bad input could have changed. */
  private Map<String, Object> everything() {
    var all = new TreeMap<String, Object>();
    var jobs = new TreeMap<String, String>();
    ana.get("jobs/list/all?limit=200")
        .json()
        .path("items")
        .forEach(job ->
            jobs.put(
                job.path("id").asText(),
                Stream.of("revision", "state", "title", "startsAt", "localTime", "zone")
                    .map(field -> job.path(field).asText())
                    .collect(Collectors.joining(" "))));
    all.put("jobs", jobs);
    all.put("groups", ana.get("user/groups/list?limit=200").body());
    all.put(
        "staff",
        ana.get("admin/users")
            .json()
            .path("items")
            .valueStream()
            .map(one -> one.path("id").asText() + " " + one.path("role").asText())
            .toList());
    all.put("messages", portal.simulator().ledger().totals(Ledger.Query.ALL).messages());
    return all;
  }

  private static String json(Object value) {
    return Client.json(value);
  }
}
