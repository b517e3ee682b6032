package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.http.Cursor;
import belfry.messages.Attachment;
import belfry.runs.ids.JobId;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.OnEngines;
import belfry.testing.OpenApi;
import belfry.testing.TestPortal;
import belfry.testing.WinterDay;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** A message's way from a draft to everybody's inbox, with files and without. */
@OnEngines(postgres = "whole")
class SendingTest extends ApiContract {
  private static final byte[] PDF =
      "%PDF-1.7 of a kind, and \u00fc".getBytes(StandardCharsets.UTF_8);

  private static final Duration LONGEST_AHEAD = Duration.ofMinutes(1);

  @Test
  void everyRouteIsDescribedAndNothingElseIs() {
    var routes =
        portal.portal().routes().stream()
            .map(line -> line.replaceFirst(" \\w+ \\S+$", "").replace("*file", ":file"))
            .toList();
    assertThat(OpenApi.operations()).containsExactlyInAnyOrderElementsOf(routes);
  }

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
  void whereAPageOfSomeStatesEndedTheNextBeginsAlsoOnANodeOfTheVersionBefore() {
    var id = send("In pages", entry("group", everybody));
    finished(id);
    var sent = "jobs/recipients/" + id + "?state=sent&limit=200&cursor=";
    var both = "jobs/recipients/" + id + "?state=sent,held&limit=150&cursor=";

    var others = Cursor.write(1, 149);
    assertThat(ana.get(sent + others).json().path("items")).hasSize(PEOPLE - 150);
    assertThat(ana.get(sent.replace("limit=200", "limit=150")).json().path("next").asText())
        .isEqualTo(others);
    var next = ana.get(both).json().path("next").asText();
    assertThat(ana.get(both + next).json().path("items")).hasSize(PEOPLE - 150);
    for (var position : List.of(sent + next, both + others, both + Cursor.write(0, 149))) {
      assertThat(ana.get(position).errors()).as(position).containsOnlyKeys("cursor");
    }
  }

  @Test
  void whatRepeatsIsSentOnceMoreForEachAnswerToTheQuestion() {
    var id = draft("Every day", entry("group", everybody));
    var daily =
        Map.of(
            "jobId",
            id,
            "revision",
            1,
            "at",
            WinterDay.at("09:00"),
            "zone",
            "UTC",
            "repeat",
            "FREQ=DAILY");
    var revision = ana.post("jobs/schedule", daily).json().path("revision").asInt();

    var once = Map.of("jobId", id, "revision", revision, "undoSeconds", 60);
    var first = ana.post("jobs/runNow", once);
    assertThat(first.status()).isEqualTo(200);
    var second = ana.post("jobs/runNow", once);
    assertThat(second.status()).isEqualTo(409);

    ana.post("jobs/cancel", Map.of("jobId", first.json().path("id").asText()));
    assertThat(ana.post("jobs/runNow", once).status()).as("not about to go out").isEqualTo(409);
    var seen = ana.get("jobs/detail/" + id).json().path("revision").asInt();
    var again = ana.post("jobs/runNow", Map.of("jobId", id, "revision", seen, "undoSeconds", 60));
    assertThat(again.status()).isEqualTo(200);
    for (var one : List.of(again.json().path("id").asText(), id)) {
      ana.post("jobs/cancel", Map.of("jobId", one));
    }
  }

  @Test
  void whoSawAnotherTimeOrOtherQuietHoursIsRefused() {
    var id = draft("At its time", entry("group", everybody));
    var form = new HashMap<String, Object>(Map.of("jobId", id, "undoSeconds", 60));
    form.put("goesOutAt", Instant.now().plusSeconds(3600).toString());
    assertThat(ana.post("jobs/runNow", form).errors()).containsOnlyKeys("goesOutAt");
    form.put("goesOutAt", "soon");
    assertThat(ana.post("jobs/runNow", form).errors()).containsOnlyKeys("goesOutAt");

    var clock = LocalTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
    var between =
        Map.of("from", clock.minusHours(2).toString(), "until", clock.plusHours(2).toString());
    var quiet = new HashMap<String, Object>(between);
    quiet.put("days", Stream.of(DayOfWeek.values()).map(day -> lower(day.name())).toList());
    quiet.put("zone", "UTC");
    ana.saveRules(Map.of("quiet", quiet));
    var shown = ana.post("jobs/preview", Map.of("jobId", id)).json().path("quietUntil").asText();
    form.put("goesOutAt", Instant.now().toString());
    assertThat(ana.post("jobs/runNow", form).errors()).containsOnlyKeys("goesOutAt");
    form.put("goesOutAt", shown);
    assertThat(ana.post("jobs/runNow", form).status()).isEqualTo(200);
    ana.saveRules(Map.of());
    ana.post("jobs/cancel", Map.of("jobId", id, "keepDraft", true));
    form.put("requestId", "later");
    assertThat(ana.post("jobs/runNow", form).errors()).as("over").containsOnlyKeys("goesOutAt");

    var times = new HashMap<String, Object>(Map.of("jobId", id, "repeat", "FREQ=DAILY"));
    times.put("at", WinterDay.at("09:00"));
    times.put("zone", "UTC");
    var first = LocalDateTime.parse(WinterDay.at("09:00")).toInstant(ZoneOffset.UTC);
    times.put("goesOutAt", first.minus(1, ChronoUnit.DAYS).toString());
    assertThat(ana.post("jobs/schedule", times).errors()).containsOnlyKeys("goesOutAt");
    times.put("goesOutAt", first.toString());
    assertThat(ana.post("jobs/schedule", times).status()).isEqualTo(200);
    ana.post("jobs/cancel", Map.of("jobId", id));
  }

  @Test
  void whatIsDueInQuietHoursWaitsForTheirEndBeforeItIsDueUnlessItIsUrgent() {
    var due = LocalDateTime.parse(WinterDay.at("09:00")).toInstant(ZoneOffset.UTC);
    var end = due.plus(70, ChronoUnit.MINUTES).toString();
    var days = Stream.of(DayOfWeek.values()).map(day -> lower(day.name())).toList();
    ana.saveRules(
        Map.of("quiet", Map.of("days", days, "from", "08:00", "until", "10:10", "zone", "UTC")));
    var once = draft("Held once", entry("group", everybody));
    var daily = draft("Held daily", entry("group", everybody));
    var urgent = draft("Not held", entry("group", everybody));
    try {
      var at = Map.<String, Object>of("at", WinterDay.at("09:00"), "zone", "UTC");
      scheduled(once, at, Map.of());
      scheduled(daily, at, Map.of("repeat", "FREQ=DAILY"));
      scheduled(urgent, at, Map.of("urgentReason", "Fire"));

      for (var id : List.of(once, daily)) {
        var waits = ana.get("jobs/detail/" + id).json().path("waitsFor");
        assertThat(waits.path("reason").asText()).isEqualTo("quietHours");
        assertThat(waits.path("until").asText()).isEqualTo(end);
      }
      assertThat(ana.get("jobs/list/all").json().path("items"))
          .filteredOn(job -> job.at("/waitsFor/until").asText().equals(end))
          .extracting(job -> job.path("id").asText())
          .containsExactlyInAnyOrder(once, daily);
      var repeat = ana.get("jobs/detail/" + daily).json().path("repeat");
      assertThat(repeat.path("quiet")).hasSameSizeAs(repeat.path("next"));
      assertThat(repeat.at("/quiet/0/until").asText()).isEqualTo(end);
      assertThat(ana.get("jobs/detail/" + urgent).json().at("/waitsFor/reason").asText())
          .isEqualTo("time");
    } finally {
      ana.saveRules(Map.of());
      for (var id : List.of(once, daily, urgent)) {
        ana.post("jobs/cancel", Map.of("jobId", id));
      }
    }
  }

  @Test
  void whatIsDueAtOnceInQuietHoursSaysThatItWaitsWhetherItCanStillBeUndoneOrNot() {
    var clock = LocalTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
    var days = Stream.of(DayOfWeek.values()).map(day -> lower(day.name())).toList();
    var quiet = new HashMap<String, Object>(Map.of("days", days, "zone", "UTC"));
    quiet.put("from", clock.minusHours(2).toString());
    quiet.put("until", clock.plusHours(2).toString());
    ana.saveRules(Map.of("quiet", quiet));
    try {
      for (var seconds : List.of(60, 0)) {
        var id = draft("At once", entry("group", everybody));
        var job = ana.post("jobs/runNow", Map.of("jobId", id, "undoSeconds", seconds)).json();
        assertThat(job.at("/standing/name").asText()).isEqualTo("waiting");
        assertThat(job.at("/waitsFor/reason").asText()).isEqualTo("quietHours");
        assertThat(job.at("/waitsFor/until").asText()).isNotEmpty();
        ana.post("jobs/cancel", Map.of("jobId", id));
      }
    } finally {
      ana.saveRules(Map.of());
    }
  }

  private void scheduled(String id, Map<String, Object> at, Map<String, Object> more) {
    var form = new HashMap<String, Object>(at);
    form.putAll(more);
    form.put("jobId", id);
    assertThat(ana.post("jobs/schedule", form).status()).isEqualTo(200);
  }

  private static String lower(String day) {
    return day.toLowerCase(Locale.ROOT);
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

    var run = finished(id).path("run");

    var counts = run.path("counts");
    assertThat(counts.path("sent").asInt()).isEqualTo(PEOPLE - 1);
    assertThat(counts.path("failed").asInt()).isEqualTo(1);
    assertThat(counts.path("skipped").asInt()).isEqualTo(1);
    var first = ana.get("jobs/recipients/" + id + "?limit=1").json().path("items").path(0);
    assertThat(first.path("displayName").asText()).isEqualTo("Lars Berg");
    assertThat(first.path("reason").asText()).contains("Bots are blocked here");
    var found = ana.get("jobs/recipients/" + id + "?state=skipped&q=NOBODY").json().path("items");
    assertThat(found).hasSize(1);
    assertThat(found.path(0).path("reason").asText()).contains("Webex finds nobody");
    var csv = ana.get("jobs/export/" + id);
    assertThat(csv.body().lines()).hasSize(PEOPLE + 2);
    assertThat(csv.body())
        .contains("\"Lars Berg\",\"lars.berg@northwind.example\",\"person\",\"failed\"")
        .contains("\"person\",\"delivered\"");
    var day = Instant.parse(run.path("startedAt").asText()).atOffset(ZoneOffset.UTC);
    assertThat(csv.header("content-disposition").orElseThrow())
        .endsWith(day.toLocalDate() + ".csv");
    var elsewhere = ana.get("jobs/export/" + id + "?zone=Pacific/Kiritimati");
    assertThat(elsewhere.header("content-disposition").orElseThrow())
        .endsWith(day.plusHours(14).toLocalDate() + ".csv");
    asked("jobs/export/" + id + "?zone=Mars/Phobos", 400);
  }

  /** Java takes these for zones; browsers that are to show the time there do not. */
  @Test
  void anOffsetIsNoTimeZone() {
    var id = draft("Where is that", entry("group", everybody));
    for (var zone : List.of("UTC+3", "+03:00", "GMT+2", "Z")) {
      var at = Map.of("jobId", id, "at", WinterDay.at("09:00"), "zone", zone);
      var refused = ana.post("jobs/schedule", at).errors();
      assertThat(refused).as(zone).containsOnlyKeys("zone");
      assertThat(refused.get("zone")).contains("Use a name like Europe/Helsinki");
      var daily = new HashMap<String, Object>(at);
      daily.put("repeat", "FREQ=DAILY");
      assertThat(ana.post("jobs/schedule", daily).errors()).containsOnlyKeys("zone");
      var quiet =
          Map.of("days", List.of("monday"), "from", "20:00", "until", "22:00", "zone", zone);
      var rules = Map.of("revision", 0, "quiet", quiet);
      assertThat(ana.post("admin/rules", rules).errors()).containsOnlyKeys("quiet.zone");
      asked("jobs/export/" + id + "?zone=" + zone.replace("+", "%2B"), 400);
    }
  }

  /** All of its second page are refused while it waits for an address on its first. */
  @Test
  void whoeverIsRefusedWhileTheFileIsWrittenStandsInItOnce() {
    var id =
        send("Exported meanwhile", entry("person", portal.simulator().directory().personId(3)));
    finished(id);
    var jdbi = Jdbi.create(portal.databaseAddress());
    long run =
        jdbi.withHandle(handle ->
            handle
                .createQuery("SELECT id FROM run WHERE job = ?")
                .bind(0, JobId.parse(id).orElseThrow().value())
                .mapTo(Long.class)
                .one());
    jdbi.useTransaction(handle -> {
      var rows =
          handle.prepareBatch(
              """
              INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt)
              VALUES (?, ?, 'person', ?, ?, '', ?, ?, 0)
              """);
      rows.add(run, 1, "unknown here", "Number 1", "", "failed");
      for (var seq = 2; seq < 2_000; seq++) {
        rows.add(run, seq, "P" + seq, "Number " + seq, "p@northwind.example", "pending");
      }
      rows.execute();
    });
    var faults = portal.simulator().faults();
    faults.resetCounts();
    faults.set(
        FaultRule.on(
            Operation.PEOPLE_LIST, Fault.latency(Duration.ofSeconds(2), Duration.ofSeconds(2))));

    var export = CompletableFuture.supplyAsync(() -> ana.get("jobs/export/" + id).body());
    Await.until(() -> !faults.counts().isEmpty());
    jdbi.useTransaction(handle ->
        handle.execute("UPDATE recipient SET state = 'failed' WHERE run = ? AND seq >= 1500", run));

    assertThat(export.join().lines().filter(line -> line.contains("\"Number ")))
        .hasSize(1_999)
        .doesNotHaveDuplicates();
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
  void aTestOfWhatIsNotKeptIsSeenByNobodyElse() {
    var id = draft("As it is planned", entry("group", everybody));
    var before = ana.get("jobs/detail/" + id).json();

    var test = ana.post("jobs/test", Map.of("markdown", "Tried, not kept", "requestId", "t1"));

    assertThat(test.status()).isEqualTo(200);
    assertThat(test.json().path("state").asText()).isEqualTo("sent");
    assertThat(test.json().has("job")).isFalse();
    var tried = Ledger.Query.containing("Tried, not kept");
    assertThat(portal.simulator().ledger().totals(tried).messages()).isEqualTo(1);
    assertThat(ana.get("jobs/detail/" + id).json()).isEqualTo(before);
    assertThat(ana.get("jobs/list/all?q=Tried").json().path("items")).isEmpty();
    var again = ana.post("jobs/test", Map.of("markdown", "Tried, not kept", "requestId", "t1"));
    assertThat(again.json().path("state")).isEqualTo(test.json().path("state"));
    assertThat(again.json().path("recipients")).hasSize(1);
    assertThat(portal.simulator().ledger().totals(tried).messages()).isEqualTo(1);
    refused("jobs/test", "{}", 400, "jobId");
    refused("jobs/test", "{\"jobId\":\"" + id + "\",\"markdown\":\"x\"}", 400, "jobId");
    refused("jobs/test", "{\"markdown\":\"\"}", 400, "markdown");
    refused(
        "jobs/test", "{\"markdown\":\"x\",\"attachment\":\"0S9X8JYY9CVR3\"}", 400, "attachment");
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
    var hence = hence(tokyo, Duration.ofHours(1));
    var planned = ana.post("jobs/preview", daily(id, hence)).json().path("repeat");
    assertThat(planned.path("words").asText()).isEqualTo("Every day");
    assertThat(planned.path("next").valueStream().map(JsonNode::asText))
        .containsExactlyElementsOf(days(hence).subList(0, 3));

    ZonedDateTime first;
    JsonNode scheduled;
    var ahead = Duration.ofSeconds(1);
    do {
      // Once it is over before it is planned, the first is tomorrow's.
      ahead = ahead.multipliedBy(2);
      first = hence(tokyo, ahead);
      scheduled = ana.post("jobs/schedule", with(daily(id, first), "graceMinutes", 120)).json();
    } while (!scheduled.path("startsAt").asText().equals(days(first).getFirst())
        && ahead.compareTo(LONGEST_AHEAD) < 0);
    assertThat(scheduled.path("startsAt").asText()).isEqualTo(days(first).getFirst());
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
        .containsExactlyElementsOf(days(first).subList(1, 4));
    assertThat(ana.get("jobs/list/all?series=0000000000000").status()).isEqualTo(200);
  }

  private static ZonedDateTime hence(ZoneId zone, Duration ahead) {
    return LocalDateTime.now(zone).plus(ahead).withNano(0).atZone(zone);
  }

  /** Since a week ago. */
  private static Map<String, Object> daily(String id, ZonedDateTime first) {
    var began = first.minusDays(7);
    return Map.of(
        "jobId",
        id,
        "at",
        began.toLocalDateTime().toString(),
        "zone",
        began.getZone().getId(),
        "repeat",
        "FREQ=DAILY");
  }

  private static List<String> days(ZonedDateTime first) {
    return Stream.iterate(first, day -> day.plusDays(1))
        .map(day -> day.toInstant().toString())
        .limit(4)
        .toList();
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
  void someTimeAfterTheEndADoubleIsFoundAndReported() {
    var slow = "priya.patel@northwind.example";
    var both = Map.of("kind", "list", "emails", List.of("lars.berg@northwind.example", slow));
    var id = draft("Planted twice", both, entry("group", group("Crisis team")));
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, new Fault.Latency(4_000, 4_000)).to(slow));
    ana.post("jobs/runNow", Map.of("jobId", id));
    // While it is being sent: earlier it would be too old to be of this run.
    ana.followUntil("jobs/detail/" + id, job -> counts(job).path("sent").asInt() > 0);
    plant("lars.berg@northwind.example", "Planted twice");

    var job =
        ana.followUntil("jobs/detail/" + id, now -> now.path("run").path("doubleCheck").isObject());

    var check = job.path("run").path("doubleCheck");
    assertThat(check.path("doubled").asInt()).isEqualTo(1);
    assertThat(check.path("looked").asInt()).isEqualTo(counts(job).path("sent").asInt());
    var row = ana.get("jobs/recipients/" + id + "?q=lars.berg").json().path("items").path(0);
    assertThat(row.path("reason").asText()).isEqualTo("It arrived more than once.");
    assertThat(row.path("state").asText()).isEqualTo("sent");
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
}
