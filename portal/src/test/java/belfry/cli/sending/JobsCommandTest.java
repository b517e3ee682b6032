package belfry.cli.sending;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Await;
import belfry.testing.LossyProxy.Fate;
import belfry.testing.WinterDay;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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

    ended(jobs("recall", id, "--yes"), 0, "The portal recalls it", "#/jobs/" + id);
    Await.until(() -> asked(job).at("/run/recalled").asInt() == 1);
    ended(jobs("follow", id), 1, "Recalled");
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
