package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lists of jobs: what is scheduled does not bury what was sent, and a search finds texts. */
abstract class RecentJobsContract extends ApiContract {
  private void scheduled(String markdown, int days) {
    var at = LocalDateTime.now(ZoneOffset.UTC).plusDays(days).truncatedTo(ChronoUnit.MINUTES);
    var form =
        Map.of(
            "jobId",
            draft(markdown, entry("group", everybody)),
            "at",
            at.toString(),
            "zone",
            "UTC");
    assertThat(ana.post("jobs/schedule", form).status()).isEqualTo(200);
  }

  private static List<String> titles(JsonNode jobs) {
    return jobs.valueStream().map(job -> job.path("title").asText()).toList();
  }

  @Test
  void besideTheRecentOnesStandThoseThatGoOutNext() {
    for (var days : List.of(4, 2, 1, 3)) {
      scheduled("In " + days, days);
    }
    draft("Older");
    draft("Newer");
    var sent = send("Sent", entry("group", everybody));
    finished(sent);

    var recent = ana.get("jobs/list/recent?limit=2").json();
    assertThat(titles(recent.path("items"))).containsExactly("Sent", "Newer");
    assertThat(titles(recent.path("upcoming"))).containsExactly("In 1", "In 2", "In 3");
    assertThat(recent.path("counts").path("scheduled").asInt()).isEqualTo(4);
    var next = ana.get("jobs/list/recent?cursor=" + recent.path("next").asText()).json();
    assertThat(titles(next.path("items"))).containsExactly("Older");
    assertThat(next.has("upcoming")).isFalse();

    var all = ana.get("jobs/list/all").json();
    assertThat(titles(all.path("items"))).hasSize(7).startsWith("In 1", "In 2", "In 3", "In 4");
    assertThat(all.has("upcoming")).isFalse();
    var streamed = ana.followUntil("jobs/list/recent", list -> list.has("upcoming"));
    assertThat(titles(streamed.path("upcoming"))).hasSize(3);
  }

  @Test
  void aSearchFindsTitleTextAuthorAndAudience() {
    draft("# Lunch\n\nThe canteen serves **goulash**.", entry("group", everybody));

    for (var words : List.of("lunch", "goul", "ana+lopez+canteen", "staff+goulash")) {
      assertThat(titles(ana.get("jobs/list/all?q=" + words).json().path("items")))
          .as(words)
          .containsExactly("Lunch");
    }
    assertThat(ana.get("jobs/list/all?q=oulash").json().path("items")).isEmpty();
  }
}
