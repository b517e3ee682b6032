package belfry.web.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.HookReceiver;
import belfry.testing.TestPortal;
import belfry.web.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an operator's Prometheus reads, and what the rules and the dashboard make of it. */
class MetricsTest {
  private static final int PEOPLE = 30;
  private static final Path MONITORING = Path.of("../docs/monitoring");
  private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
  private static final Pattern LINE = Pattern.compile("(?m)^([a-z_]+(?:\\{[^}]*})?) (\\S+)$");
  private static final Pattern NAME = Pattern.compile("\\b(?:belfry|process|jvm)_[a-z_]+");

  private static TestPortal portal;
  private static Client ana;

  @BeforeAll
  static void start() {
    portal = TestPortal.start(SimulatorSettings.defaults().withPeople(PEOPLE));
    ana = portal.signedIn("news", TestPortal.ADMIN);
  }

  @AfterAll
  static void stop() {
    portal.close();
  }

  private static Wire.Answer ask(String... headers) {
    return Wire.get(portal.address().getPort(), "/metrics", headers);
  }

  private static String scraped() {
    var answer = ask("Authorization: Bearer " + TestPortal.METRICS_TOKEN.reveal());
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Type").orElseThrow()).startsWith("text/plain; version=0.0.4");
    return answer.body();
  }

  private static Map<String, Double> values() {
    return LINE.matcher(scraped())
        .results()
        .collect(
            Collectors.toMap(
                line -> line.group(1),
                line -> Double.parseDouble(line.group(2)),
                (one, _) -> one,
                TreeMap::new));
  }

  @Test
  void onlyWhoHoldsTheTokenReadsThem() {
    for (var headers :
        List.of(
            new String[0],
            new String[] {"Authorization: Bearer wrong"},
            new String[] {"Authorization: Basic " + TestPortal.METRICS_TOKEN.reveal()},
            new String[] {"Cookie: " + ana.cookies()})) {
      var answer = ask(headers);
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.header("WWW-Authenticate")).contains("Bearer");
      assertThat(answer.body()).contains("BELFRY_METRICS_TOKEN").doesNotContain("belfry_requests");
    }
  }

  @Test
  void theyCountWhatThePlatformCounts() {
    portal
        .simulator()
        .faults()
        .set(List.of(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(400)).every(10)));
    var before = values();

    var job = begun(ana, "Counted by both");
    ana.followUntil("jobs/detail/" + job, one -> one.path("state").asText().equals("finished"));
    portal.simulator().faults().set(List.of());

    var after = values();
    var accepted = grown(before, after, ended("accepted"));
    var unsure =
        after.getOrDefault(ended("unknown"), 0.0) - before.getOrDefault(ended("unknown"), 0.0);
    var arrived =
        portal.simulator().ledger().totals(Ledger.Query.containing("Counted by both")).messages();
    // What arrived although its answer was not waited for.
    assertThat(arrived - accepted).isBetween(0.0, unsure);
    assertThat(grown(before, after, ended("refused"))).isEqualTo(PEOPLE - arrived).isPositive();
    // Not the number of people: what was not even taken is sent again.
    assertThat(grown(before, after, "belfry_request_seconds_count{app=\"news\",asked=\"send\"}"))
        .isEqualTo(sent(after) - sent(before))
        .isGreaterThanOrEqualTo(PEOPLE);
    assertThat(grown(before, after, "belfry_commit_seconds_count")).isPositive();
    assertThat(
            after.get(
                "belfry_http_requests_total{method=\"POST\",route=\"/Hub/:app/jobs/runNow\",status=\"200\"}"))
        .isPositive();
    assertThat(after)
        .containsEntry("belfry_queue_recipients{app=\"news\"}", 0.0)
        .containsEntry("belfry_lane_owned{app=\"news\"}", 1.0)
        .containsEntry("belfry_bot_usable{app=\"news\"}", 1.0)
        .containsEntry("belfry_check_ok{check=\"database\"}", 1.0)
        .containsEntry("belfry_check_ok{check=\"work\"}", 1.0);
  }

  private static String ended(String outcome) {
    return "belfry_requests_total{app=\"news\",asked=\"send\",outcome=\"%s\"}".formatted(outcome);
  }

  /** With every outcome. */
  private static double sent(Map<String, Double> values) {
    return values.entrySet().stream()
        .filter(one -> one.getKey().startsWith("belfry_requests_total{app=\"news\",asked=\"send\""))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  private static double grown(
      Map<String, Double> before, Map<String, Double> after, String series) {
    assertThat(after).containsKey(series);
    return Objects.requireNonNull(after.get(series)) - before.getOrDefault(series, 0.0);
  }

  /** The rest outlasts a test, so it is the other bot's. */
  private static void whileTheOtherBotRests(Runnable look) {
    portal
        .simulator()
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(3, 0.01)));
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    var job = begun(kenji, "Waits for the platform");
    kenji.followUntil(
        "jobs/detail/" + job, one -> one.path("waitsFor").path("reason").asText().equals("limit"));
    look.run();
    portal.simulator().limits().set();
    kenji.post("jobs/cancel", Map.of("jobId", job));
  }

  @Test
  void theyShowWhatWaitsAndWhy() {
    whileTheOtherBotRests(MetricsTest::seeItWait);
  }

  private static void seeItWait() {
    var values = values();
    assertThat(values.get("belfry_queue_recipients{app=\"alerts\"}")).isPositive();
    assertThat(values.get("belfry_queue_seconds{app=\"alerts\"}")).isPositive();
    assertThat(values.get("belfry_resting_seconds{app=\"alerts\"}")).isPositive();
    assertThat(values.get("belfry_rests_total{app=\"alerts\"}")).isPositive();
    assertThat(values.get("belfry_rest_seconds_total{app=\"alerts\"}")).isPositive();
    assertThat(values).containsEntry("belfry_queue_recipients{app=\"news\"}", 0.0);
    assertThat(values)
        .containsEntry("belfry_runs_waiting{app=\"alerts\",reason=\"limit\"}", 1.0)
        .containsEntry("belfry_runs_waiting{app=\"news\",reason=\"limit\"}", 0.0);
    assertThat(values.get("belfry_recipients_waiting{app=\"alerts\",reason=\"limit\"}"))
        .isPositive();
  }

  /** Registers a webhook, which takes an event: before, there is nothing to count. */
  private static void takeAnEvent() {
    try (var receiver = new HookReceiver()) {
      var url = receiver.address().toString();
      var wish = Map.of("name", "Pager", "url", url, "events", List.of("job.held"));
      var path = "admin/webhooks";
      var id = ana.post(path, wish).json().at("/webhook/id").asText();
      path += "/" + id;
      ana.post(path + "/test", "");
      var taken = "belfry_webhook_events_total{app=\"news\",outcome=\"taken\"}";
      Await.until(() -> values().containsKey(taken));
      ana.delete(path);
    }
  }

  @Test
  void theRulesAndTheDashboardAskOnlyForWhatThereIs() throws IOException {
    takeAnEvent();
    whileTheOtherBotRests(() -> {});
    var there =
        LINE.matcher(scraped())
            .results()
            .map(line -> line.group(1).replaceFirst("\\{.*", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    for (var file : List.of("alerts.yaml", "dashboard.json")) {
      var asked =
          NAME.matcher(Files.readString(MONITORING.resolve(file)))
              .results()
              .map(MatchResult::group)
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(asked).hasSizeGreaterThan(5);
      assertThat(there).as(file).containsAll(asked);
    }
  }

  @Test
  void prometheusUnderstandsThem() throws IOException, InterruptedException {
    assumeThat(PROMTOOL).exists();
    assertThat(promtool(scraped(), "check", "metrics")).isEmpty();
    assertThat(promtool("", "check", "rules", MONITORING.resolve("alerts.yaml").toString()))
        .contains("SUCCESS");
    assertThat(promtool("", "test", "rules", MONITORING.resolve("alerts-test.yaml").toString()))
        .contains("SUCCESS");
  }

  /** What it says; fails if it finds a mistake. */
  private static String promtool(String input, String... arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(PROMTOOL.toString()));
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  private static String begun(Client author, String markdown) {
    var group =
        author.get("user/groups/find?q=All").json().path("items").path(0).path("id").asText();
    var audience = List.of(Map.of("kind", "group", "id", group));
    var id =
        author
            .post("jobs/edit", Map.of("markdown", markdown, "audience", audience))
            .json()
            .path("id")
            .asText();
    assertThat(author.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    return id;
  }
}
