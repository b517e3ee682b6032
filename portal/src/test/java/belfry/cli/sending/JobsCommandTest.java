package belfry.cli.sending;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.Program;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.testing.Await;
import belfry.testing.LossyProxy.Fate;
import belfry.testing.WinterDay;
import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code belfry jobs}: what is sent is looked at, followed, cancelled and recalled. */
class JobsCommandTest extends SendTest {
  private static List<String> later() {
    return List.of("--at", WinterDay.at("09:00+01:00"));
  }

  private Ended jobs(String... arguments) {
    return jobsAt(portal.address(), arguments);
  }

  private Ended jobsAt(URI to, String... arguments) {
    return here(
        environment(to),
        Stream.concat(Stream.of("jobs"), Arrays.stream(arguments)).toArray(String[]::new));
  }

  /** The job of an announcement to Lars that was given to the portal with these words. */
  private JsonNode given(String words, List<String> when) {
    var ended = with(when, "--to", LARS, "--markdown", words, "--json");
    ended(ended, 0);
    return json(ended).path("job");
  }

  private static JsonNode asked(JsonNode job) {
    return ana.get("jobs/detail/" + job.path("id").asText()).json();
  }

  @Test
  void whatIsSentIsListedShownAndFollowed() {
    var id = given("Merlin in flight", List.of("--wait")).path("id").asText();
    given("Merlin later", later());

    ended(jobs("list", "--find", "merlin"), 0, id + "  Done: 1 of 1 sent", "Merlin later");
    assertThat(jobs("list", "--find", "merlin", "--scope", "scheduled").out())
        .contains("Merlin later")
        .doesNotContain(id);
    var listed = json(jobs("list", "--find", "merlin", "--limit", "1", "--json"));
    assertThat(listed.path("jobs")).hasSize(1);
    assertThat(listed.path("more").asBoolean()).isTrue();
    ended(
        jobs("list", "--find", "merlin", "--limit", "1"),
        0,
        "1 announcement, and there are more (--limit)");
    assertThat(json(jobs("list", "--find", "merlin", "--json")).path("more").asBoolean()).isFalse();
    ended(jobs("list", "--find", "gyrfalcon"), 0, "0 announcements");
    ended(
        jobs("show", id),
        0,
        "Title:   Merlin in flight",
        "Author:  Ana Lopez",
        "Done: 1 of 1 sent. " + portal.address() + "/Hub/news/sendMessage.html#/jobs/" + id);
    assertThat(json(jobs("show", id, "--json")).at("/job/markdown").asText())
        .isEqualTo("Merlin in flight");
    ended(jobs("follow", id), 0, "1 of 1 sent");
    ended(jobs("follow", "https://belfry.example.com/Hub/news/sendMessage.html#/jobs/" + id), 0);
  }

  @Test
  void whatIsCancelledIsCancelledAtThePortal() {
    var draft = given("Hobby", later());
    ended(jobs("cancel", draft.path("id").asText(), "--keep-draft"), 0, "It is a draft again");
    assertThat(asked(draft).path("state").asText()).isEqualTo("draft");

    var job = given("Hobby once more", later());
    var id = job.path("id").asText();
    ended(jobs("follow", id, "--timeout", "1"), 7, "Not settled within 1 s. Scheduled, begins at");
    line.decide(request ->
        line.seen().size() == 1 && request.contains("jobs/cancel")
            ? Fate.ANSWER_LOST
            : Fate.PASSED);
    ended(jobsAt(line.address(), "cancel", id), 0, "Cancelled: 0 have it");
    assertThat(line.seen()).hasSizeGreaterThan(1);
    assertThat(asked(job).path("state").asText()).isEqualTo("cancelled");
    ended(jobs("follow", id), 1, "Cancelled");
  }

  @Test
  void whatIsRecalledIsAskedAboutFirst() {
    var job = given("Osprey", List.of("--wait"));
    var id = job.path("id").asText();
    ended(jobs("recall", id), 6, "Nothing was recalled. It would be deleted at 1 person", "--yes");
    assertThat(asked(job).path("run").has("followUps")).isFalse();

    // While it is being recalled, nobody says that all have it.
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_DELETE, new Fault.Latency(1_000, 1_000)));
    ended(jobs("recall", id, "--yes"), 0, "The portal recalls it", "#/jobs/" + id);
    ended(jobs("follow", id), 1, "Recalled");
    assertThat(asked(job).at("/run/recalled").asInt()).isEqualTo(1);
  }

  @Test
  void itsResultsAreWrittenAsTheyAreOnThePage() throws IOException {
    var job = given("Falcon", List.of("--wait"));
    var id = job.path("id").asText();
    var csv = ana.get("jobs/export/" + id).body();

    assertThat(csv).contains("Lars");
    assertThat(jobs("export", id).out()).isEqualTo(csv);
    ended(jobs("export", id, "falcon.csv"), 0, "Written to falcon.csv");
    assertThat(Files.readString(directory.resolve("falcon.csv"), UTF_8)).isEqualTo(csv);
    ended(jobs("export", id, "falcon.csv"), 2, "FILE: falcon.csv is there already");
    ended(jobs("export", id, "--json"), 2, "--json: name a FILE");
  }

  @Test
  void ofResultsThatBrokeOffNothingStays() throws Exception {
    var ask = new AtomicInteger();
    var half = new CountDownLatch(1);
    var stub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    stub.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    stub.createContext(
        "/",
        exchange -> {
          var isFirst = ask.incrementAndGet() == 1;
          var isHanging = exchange.getRequestURI().getPath().endsWith("HALF00000000X");
          exchange.getResponseHeaders().set("Content-Type", "text/csv; charset=utf-8");
          exchange.sendResponseHeaders(200, isFirst || isHanging ? 1_000 : 8);
          var out = exchange.getResponseBody();
          out.write(
              (isFirst || isHanging ? "old row of the first try" : "new row\n").getBytes(UTF_8));
          out.flush();
          if (isHanging) {
            awaited(half);
          }
          exchange.close();
        });
    stub.start();
    var to = URI.create("http://localhost:" + stub.getAddress().getPort());
    try {
      ended(jobsAt(to, "export", "WHOLE0000000X", "whole.csv"), 0, "Written to whole.csv");
      assertThat(Files.readString(directory.resolve("whole.csv"), UTF_8)).isEqualTo("new row\n");

      var file = directory.resolve("half.csv");
      var process =
          Program.of(directory, environment(to), "jobs", "export", "HALF00000000X", "half.csv")
              .start();
      Await.until(() -> !process.isAlive() || (Files.exists(file) && file.toFile().length() > 0));
      process.toHandle().destroy();
      assertThat(process.waitFor()).isEqualTo(130);
      assertThat(new String(process.getErrorStream().readAllBytes(), UTF_8))
          .contains("Interrupted. Nothing was changed");
      assertThat(file).doesNotExist();
    } finally {
      half.countDown();
      stub.stop(0);
    }
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void whatIsWrongIsSaidWithItsOption() {
    ended(jobs("show", "falcon"), 2, "ID: 'falcon' is not like 0SC1GDXFD7CCP");
    ended(jobs("show", "0000000000000"), 4, "0000000000000: ");
    ended(jobs("list", "--scope", "nowhere"), 2, "--scope: 'nowhere' is none of: all,");
    ended(jobs("list", "--fly"), 2, "--fly", "belfry jobs list --help explains");
    ended(jobs("list", "--limit", "0"), 2, "--limit: give a number from 1 to");
    ended(jobs("follow", "0000000000000", "--timeout", "0"), 2, "--timeout: ");
    ended(jobs("fly"), 2, "fly");
    for (var wrong : List.of(List.of("list", "--fly"), List.of("fly"), List.of("show"))) {
      var told = jobs(Stream.concat(wrong.stream(), Stream.of("--json")).toArray(String[]::new));
      ended(told, 2);
      assertThat(json(told).path("outcome").asText()).isEqualTo("mistake");
    }
    ended(here(Map.of("BELFRY_APP", "news"), "jobs", "list"), 2, "--portal: give it, or set");
    ended(
        jobsAt(URI.create("http://localhost:1"), "list", "--retry-for", "1"),
        5,
        "cannot be connected to",
        "Nothing was changed");
  }
}
