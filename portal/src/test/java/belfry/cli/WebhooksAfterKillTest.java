package belfry.cli;

import static belfry.testing.HookReceiver.answering;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.testing.Client;
import belfry.testing.HookReceiver;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is killed while it tells others: it goes on with the same events. */
@Tag("whole")
class WebhooksAfterKillTest {
  private static final List<String> EVENTS = List.of("job.started", "job.finished");

  @TempDir Path directory;

  @Test
  void whatWasWrittenIsSentAfterAKillUnderTheSameId() throws Exception {
    try (var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(60));
        var receiver = new HookReceiver()) {
      var settings = TestPortal.settings(simulator);
      var never = new CountDownLatch(1);
      receiver.behave(_ -> never.await());
      var process = start(simulator, settings);
      JsonNode made;
      String inDoubt;
      try {
        var ana = signedIn(simulator, settings);
        var form = Map.of("name", "Pager", "url", receiver.address().toString(), "events", EVENTS);
        made = ana.post("admin/webhooks", form).json();
        // It has the first, which is not known here; perhaps the second too.
        var job = send(ana);
        inDoubt = receiver.next().id();
        ana.followUntil("jobs/detail/" + job, one -> "finished".equals(one.path("state").asText()));
      } finally {
        process.destroyForcibly();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        never.countDown();
      }

      var before = drained(receiver);
      before.add(inDoubt);
      receiver.behave(answering(204));
      process = start(simulator, settings);
      try {
        var again = List.of(receiver.next(), receiver.next());
        assertThat(again).extracting(HookReceiver.Received::id).containsAll(before);
        assertThat(again)
            .extracting(HookReceiver.Received::event)
            .containsExactlyInAnyOrderElementsOf(EVENTS);
        assertThat(again).allMatch(one -> one.isAccepted(made.path("secret").asText()));
      } finally {
        process.destroy();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
      }
      assertThat(drained(receiver)).as("each was taken once").isEmpty();
    }
  }

  /** The ids of what was sent to it and not looked at yet. */
  private static Set<String> drained(HookReceiver receiver) {
    var ids = new HashSet<String>();
    while (receiver.waiting() > 0) {
      ids.add(receiver.next().id());
    }
    return ids;
  }

  private static String send(Client ana) {
    var lars = Map.of("kind", "person", "email", "lars.berg@northwind.example");
    var draft = ana.post("jobs/edit", Map.of("markdown", "Told of", "audience", List.of(lars)));
    var id = draft.json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    return id;
  }

  private static Client signedIn(Simulator simulator, Settings settings) {
    var client = new Client(URI.create("http://localhost:" + settings.port()), "news");
    var callback = "http://localhost:" + settings.port() + "/Hub/news/oauth";
    var code = simulator.authorizationCode(TestPortal.ADMIN, callback, "spark:people_read");
    assertThat(client.get("oauth?code=" + code).status()).isEqualTo(301);
    return client;
  }

  private Process start(Simulator simulator, Settings settings) throws Exception {
    Files.writeString(
        directory.resolve("belfry.yaml"),
        """
        apps:
          news: { title: Company News, bot-token: "%s", admins: [%s] }
        """
            .formatted(simulator.botToken(0), TestPortal.ADMIN));
    var log = Files.createTempFile(directory, "log", "");
    var process =
        Program.of(
                directory,
                Map.of(
                    "BELFRY_DATA", settings.data().toString(),
                    "BELFRY_TRIAL_SPEED", "20",
                    "BELFRY_WEBHOOK_NETWORKS", "127.0.0.0/8",
                    "PORT", Integer.toString(settings.port()),
                    "MESSAGING_API_URL", simulator.address().toString(),
                    "MESSAGING_INTEGRATION_CLIENT_ID", simulator.clientId(),
                    "MESSAGING_INTEGRATION_CLIENT_SECRET", simulator.clientSecret(),
                    "OAUTH_CALLBACK_URL_TEMPLATE",
                        settings.integration().callbackTemplate().orElseThrow()),
                "serve")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    ready(process, log);
    return process;
  }

  private static void ready(Process process, Path log) throws IOException, InterruptedException {
    try (var reader = Files.newBufferedReader(log)) {
      while (process.isAlive()) {
        var line = reader.readLine();
        if (line == null) {
          process.waitFor(20, TimeUnit.MILLISECONDS);
        } else if (line.contains("is ready at")) {
          return;
        }
      }
    }
    throw new AssertionError("it ended early: " + Files.readString(log));
  }
}
