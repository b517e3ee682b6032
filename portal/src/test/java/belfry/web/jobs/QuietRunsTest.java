package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.OnEngines;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is due in quiet hours belongs to nobody yet: neither to its sender nor to its audience. */
@OnEngines(postgres = "whole")
class QuietRunsTest extends ApiContract {
  private static final String LARS = "lars.berg@northwind.example";

  private Client lars;

  @BeforeEach
  void rest() {
    ana.post("admin/users", Map.of("email", LARS));
    lars = portal.signedIn("news", LARS);
    quiet(true);
  }

  @AfterEach
  void rise() {
    quiet(false);
  }

  private void quiet(boolean now) {
    var clock = LocalTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
    var days = Stream.of(DayOfWeek.values()).map(day -> day.name().toLowerCase(Locale.ROOT));
    var from = clock.minusHours(2).toString();
    var until = clock.plusHours(2).toString();
    var hours = Map.of("days", days.toList(), "from", from, "until", until, "zone", "UTC");
    ana.saveRules(now ? Map.of("quiet", hours) : Map.of());
  }

  private String sentBy(Client sender, String markdown, List<Map<String, Object>> audience) {
    var form = Map.of("markdown", markdown, "audience", audience);
    var answer = sender.post("jobs/send", form);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    return answer.json().path("id").asText();
  }

  private JsonNode waits(String id, String why) {
    return awaits(id, job -> job.at("/waitsFor/reason").asText().equals(why));
  }

  private JsonNode awaits(String id, Predicate<JsonNode> wanted) {
    return Await.until(() -> ana.get("jobs/detail/" + id).json(), wanted);
  }

  private static List<Map<String, Object>> people(String... names) {
    return Stream.of(names)
        .map(name -> Map.<String, Object>of("kind", "person", "email", name + "@northwind.example"))
        .toList();
  }

  @Test
  void whatItsRemovedSenderSentGoesOutOnlyIfSomebodyElseHasItSent() {
    var theirs = sentBy(lars, "Larch", people("priya.patel"));
    var ours = sentBy(ana, "Maple", people("priya.patel"));
    waits(theirs, "quietHours");
    waits(ours, "quietHours");
    var unseen = Map.of("jobId", theirs, "revision", revision(theirs));

    assertThat(ana.delete("admin/users/" + LARS).status()).isEqualTo(200);
    var held = ana.get("jobs/detail/" + theirs).json();
    waits(theirs, "decision");
    ana.post("admin/users", Map.of("email", LARS));
    quiet(false);

    awaits(ours, job -> job.path("state").asText().equals("finished"));
    assertThat(held.path("state").asText()).isEqualTo("paused");
    assertThat(held.at("/run/question").asText())
        .isEqualTo("Whoever scheduled it may not send any more.");
    assertThat(held.at("/run/questionSaid/0/code").asText()).isEqualTo("notice.mayNotSend");
    assertThat(state(theirs)).as("also once they are back").isEqualTo("paused");
    assertThat(texts("Larch").values()).doesNotContain("Larch");
    assertThat(texts("Maple")).hasSize(1);

    assertThat(ana.post("jobs/resume", unseen).status())
        .as("of whoever has not seen why")
        .isEqualTo(409);
    var seen = Map.of("jobId", theirs, "revision", revision(theirs));
    assertThat(ana.post("jobs/resume", seen).status()).isEqualTo(200);
    awaits(theirs, job -> job.path("state").asText().equals("finished"));
    assertThat(texts("Larch").values()).contains("Larch");
  }

  /** Whatever else keeps it from being sent to anybody. */
  @Test
  void norDoesWhatCannotBePreparedNow() {
    quiet(false);
    var token = portal.simulator().botToken(0);
    portal.simulator().tokens().revoke(token);
    String theirs;
    try {
      theirs = sentBy(lars, "Rowan", people("priya.patel"));
      // Or also for the token, if whom it goes to was known before.
      awaits(
          theirs,
          job -> Set.of("directory", "token").contains(job.at("/waitsFor/reason").asText()));
      assertThat(ana.delete("admin/users/" + LARS).status()).isEqualTo(200);
    } finally {
      portal.simulator().tokens().restore(token);
    }

    var ours = sentBy(ana, "Alder", people("priya.patel"));
    awaits(ours, job -> job.path("state").asText().equals("finished"));

    assertThat(state(theirs)).isEqualTo("paused");
    assertThat(texts("Rowan").values()).doesNotContain("Rowan");
    ana.post("jobs/cancel", Map.of("jobId", theirs));
  }
}
