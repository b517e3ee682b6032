package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Client;
import belfry.testing.OnEngines;
import belfry.testing.WinterDay;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;

/** One call that makes a message and sends or schedules it, and how it is found again. */
@OnEngines(postgres = "whole")
class SendTest extends ApiContract {
  private static final String LARS = "lars.berg@northwind.example";
  private static final List<Map<String, String>> TO_LARS =
      List.of(Map.of("kind", "person", "email", LARS));

  private String token = "";

  @BeforeParameterizedClassInvocation
  void makeToken() {
    var wish = Map.of("name", "CI", "days", 1, "scopes", List.of("read", "send"));
    token = ana.post("tokens", wish).json().path("secret").asText();
  }

  private Client with(String key) {
    return portal
        .client("news")
        .withHeader("Authorization", "Bearer " + token)
        .withHeader("Idempotency-Key", key);
  }

  private static Map<String, Object> letter(String markdown, Object... more) {
    var form = new HashMap<String, Object>(Map.of("markdown", markdown, "audience", TO_LARS));
    for (var i = 0; i < more.length; i += 2) {
      form.put((String) more[i], more[i + 1]);
    }
    return form;
  }

  private long jobs() {
    return ana.get("jobs/list/all?limit=200").json().path("items").size();
  }

  private long messages(String words) {
    return portal.simulator().ledger().totals(Ledger.Query.containing(words)).messages();
  }

  private List<String> listed(String query) {
    return ana.get("jobs/list/" + query)
        .json()
        .path("items")
        .valueStream()
        .map(job -> job.path("id").asText())
        .toList();
  }

  private static String id(Client.Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    return answer.json().path("id").asText();
  }

  @Test
  void oneCallSendsAndTheSameCallAgainSendsNothing() {
    var form = letter("Disk full on db-7", "reference", "alert-4711");
    var first = with("disk-1").post("jobs/send", form);
    var id = id(first);
    assertThat(first.json().path("state").asText()).isIn("scheduled", "sending", "finished");
    assertThat(first.json().path("reference").asText()).isEqualTo("alert-4711");
    assertThat(id(with("disk-1").post("jobs/send", form))).isEqualTo(id);

    finished(id);
    // Whoever lost the answer and counted anew since means the same.
    var counted = letter("Disk full on db-7", "reference", "alert-4711", "recipients", 7);
    assertThat(id(with("\"disk-1\"").post("jobs/send", counted))).isEqualTo(id);
    assertThat(messages("Disk full on db-7")).isEqualTo(1);
    var trail = ana.get("admin/trail?about=" + id).json().path("items");
    assertThat(trail.findValuesAsText("action")).endsWith("job.runNow", "job.create");

    var before = jobs();
    for (var other :
        List.of(letter("Disk full"), letter("Disk full on db-7"), letter("x", "undoSeconds", 1))) {
      assertThat(with("disk-1").post("jobs/send", other).status()).isEqualTo(422);
    }
    assertThat(with("disk-1").post("jobs/edit", Map.of("markdown", "x")).status()).isEqualTo(422);
    assertThat(jobs()).isEqualTo(before);
  }

  @Test
  void ofManyCallsAtTheSameTimeOneSends() throws Exception {
    Callable<Client.Answer> call = () -> with("rush").post("jobs/send", letter("In a rush"));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var ids = new HashSet<String>();
      for (var answer : threads.invokeAll(Collections.nCopies(8, call))) {
        ids.add(id(answer.get()));
      }
      assertThat(ids).hasSize(1);
      finished(ids.iterator().next());
    }
    assertThat(messages("In a rush")).isEqualTo(1);
  }

  @Test
  void whatIsRefusedLeavesNothingAndMayBeSentUnderItsKeyCorrected() {
    var before = jobs();
    var others = letter("To fewer", "recipients", 0);
    assertThat(with("few").post("jobs/send", others).errors()).containsOnlyKeys("recipients");
    var nobody = Map.of("markdown", "To nobody", "audience", List.of());
    assertThat(with("few").post("jobs/send", nobody).errors()).containsOnlyKeys("audience");
    assertThat(with("few").post("jobs/send", letter("")).errors()).containsOnlyKeys("markdown");
    assertThat(jobs()).isEqualTo(before);
    finished(id(with("few").post("jobs/send", letter("To fewer", "recipients", 1))));
  }

  @Test
  void badInputIsNamedByItsField() {
    var at = WinterDay.at("09:00");
    var template = Map.of("templateId", "0S9X8JYY9CVR3");
    refused(letter("a", "reference", " "), "reference");
    refused(letter("a", "reference", "x".repeat(101)), "reference");
    refused(letter("a", "at", "tomorrow"), "at");
    refused(letter("a", "at", "2020-01-01T09:00", "zone", "UTC"), "at");
    refused(letter("a", "at", at), "zone");
    refused(letter("a", "repeat", "FREQ=DAILY"), "at");
    refused(letter("a", "at", at, "zone", "UTC", "undoSeconds", 5), "undoSeconds");
    refused(letter("a", "undoSeconds", 61), "undoSeconds");
    refused(letter("a", "template", template), "markdown");
    refused(letter("a", "title", "b"), "title");
    refused(letter("a", "requestId", ""), "requestId");
    var unknown = Map.of("template", template, "audience", TO_LARS);
    assertThat(ana.post("jobs/send", unknown).status()).isEqualTo(404);
  }

  private void refused(Map<String, Object> form, String field) {
    var answer = ana.post("jobs/send", form);
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.errors()).containsOnlyKeys(field);
  }

  @Test
  void aTemplateIsFilledScheduledAndAnsweredTheSameWhenItIsGone() {
    var saved =
        ana.post("templates/save", Map.of("name", "Drill", "markdown", "Drill on [[Day]]")).json();
    var template = saved.path("template").path("id").asText();
    var empty = Map.of("template", Map.of("templateId", template), "audience", TO_LARS);
    assertThat(with("drill").post("jobs/send", empty).errors()).containsOnlyKeys("template.fields");

    var form =
        Map.of(
            "template",
            Map.of("templateId", template, "fields", Map.of("Day", "Monday")),
            "audience",
            TO_LARS,
            "at",
            WinterDay.at("09:00"),
            "zone",
            "Europe/Helsinki");
    var first = with("drill").post("jobs/send", form);
    assertThat(first.json().path("markdown").asText()).isEqualTo("Drill on Monday");
    assertThat(first.json().path("state").asText()).isEqualTo("scheduled");
    assertThat(first.json().path("startsAt").asText()).isEqualTo(WinterDay.next() + "T07:00:00Z");

    ana.post("templates/delete", Map.of("templateId", template));
    assertThat(id(with("drill").post("jobs/send", form))).isEqualTo(id(first));
    assertThat(with("drill-2").post("jobs/send", form).status()).isEqualTo(404);
    ana.post("jobs/delete", Map.of("jobId", id(first)));
  }

  @Test
  void itIsFoundByReferenceAuthorDateAndWords() {
    var began = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    var id = id(with("find").post("jobs/send", letter("Found again", "reference", "Größe 7/a")));
    var draft =
        ana.post("jobs/edit", Map.of("markdown", "A draft", "reference", "draft-1"))
            .json()
            .path("id")
            .asText();
    finished(id);

    assertThat(listed("all?reference=Gr%C3%B6%C3%9Fe%207/a")).containsExactly(id);
    assertThat(listed("all?reference=draft-1")).containsExactly(draft);
    assertThat(listed("finished?reference=draft-1")).isEmpty();
    assertThat(listed("all?reference=gr%C3%B6%C3%9Fe%207/a")).as("exactly").isEmpty();
    assertThat(listed("all?q=gro%C3%9Fe%207")).as("in words").containsExactly(id);
    assertThat(ana.get("search?q=draft-1").json().findValuesAsText("id")).contains(draft);

    var author = ana.get("jobs/detail/" + id).json().path("author").path("id").asText();
    assertThat(listed("all?limit=200&author=" + author)).contains(id, draft);
    assertThat(listed("all?author=somebody")).isEmpty();
    assertThat(listed("mine?reference=draft-1")).containsExactly(draft);
    assertThat(ana.get("jobs/list/mine?author=" + author).errors()).containsOnlyKeys("author");

    var later = Instant.now().plusSeconds(3_600);
    assertThat(listed("all?from=" + began + "&until=" + later)).contains(id, draft);
    assertThat(listed("all?until=" + began)).doesNotContain(id, draft);
    assertThat(listed("all?from=" + later)).isEmpty();
    assertThat(ana.get("jobs/list/all?from=yesterday").errors()).containsOnlyKeys("from");
    assertThat(ana.get("jobs/list/all?reference=%20").errors()).containsOnlyKeys("reference");
    var first = ana.get("jobs/list/all?limit=1&from=" + began).json();
    assertThat(listed("all?limit=1&from=" + began + "&cursor=" + first.path("next").asText()))
        .hasSize(1)
        .doesNotContain(first.path("items").path(0).path("id").asText());

    var edited = Map.of("jobId", draft, "revision", 1, "reference", "other");
    assertThat(ana.post("jobs/edit", edited).errors()).containsOnlyKeys("reference");
    assertThat(reference(ana.post("jobs/edit", Map.of("jobId", draft, "revision", 1)).json()))
        .isEqualTo("draft-1");
    assertThat(reference(ana.post("jobs/duplicate", Map.of("jobId", draft)).json())).isEmpty();
  }

  private static String reference(JsonNode job) {
    return job.path("reference").asText();
  }

  /** The page's reader is asked again by the number; who never saw one agrees to what there is. */
  @Test
  void withoutAnyNumberItGoesToWhomItMeans() {
    var form = Map.of("markdown", "To all of them", "audience", List.of(entry("group", everybody)));
    var job = finished(id(with("all").post("jobs/send", form)));
    assertThat(counts(job).path("sent").asInt()).isEqualTo(PEOPLE);
    assertEverybodyHasOne("To all of them");
  }

  /** Webex is asked for one of them, for which it is waited a second. */
  @Test
  void theTimeToUndoItBeginsWhenItIsKnownWhomItReaches() {
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.PEOPLE_LIST, new Fault.Latency(2_000, 2_000)));
    for (var path : List.of("jobs/send", "jobs/runNow")) {
      var unknown = path.replace('/', '.') + "@northwind.example";
      var audience = List.of(Map.of("kind", "list", "emails", List.of(LARS, unknown)));
      var form = new HashMap<String, Object>(Map.of("undoSeconds", 1));
      if (path.equals("jobs/send")) {
        form.putAll(Map.of("markdown", "Undone in time", "audience", audience));
      } else {
        form.put("jobId", draft("Undone in time", audience.getFirst()));
      }
      var asked = Instant.now();
      var job = ana.post(path, form).json();
      assertThat(Instant.parse(job.path("startsAt").asText()))
          .as(path)
          .isAfter(asked.plusSeconds(1).plusMillis(500));
    }
  }
}
