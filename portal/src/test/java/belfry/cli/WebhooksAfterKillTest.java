package belfry.cli;

import static belfry.testing.HookReceiver.answering;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.testing.Client;
import belfry.testing.HookReceiver;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
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
      var process = Program.serving(directory, simulator, settings);
      JsonNode made;
      String inDoubt;
      try {
        var ana = Program.signedIn(simulator, settings);
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
      process = Program.serving(directory, simulator, settings);
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
}
