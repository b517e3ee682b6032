package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.OnEngines;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Lists of jobs: what is scheduled does not bury what was sent, and a search finds texts. */
@OnEngines(postgres = "whole")
class RecentJobsTest extends ApiContract {
  private String scheduled(String markdown, int days) {
    var at = LocalDateTime.now(ZoneOffset.UTC).plusDays(days).truncatedTo(ChronoUnit.MINUTES);
    var id = draft(markdown, entry("group", everybody));
    var form = Map.of("jobId", id, "at", at.toString(), "zone", "UTC");
    assertThat(ana.post("jobs/schedule", form).status()).isEqualTo(200);
    return id;
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
  void theCalendarHasEachTimeThatIsToCome() {
    var once = List.of(scheduled("Once", 3), scheduled("After it", 65));
    var id = draft("Daily", entry("group", everybody));
    var first = LocalDateTime.now(ZoneOffset.UTC).plusHours(36).truncatedTo(ChronoUnit.MINUTES);
    var rule = "FREQ=DAILY;COUNT=4";
    var form = Map.of("jobId", id, "at", first.toString(), "zone", "UTC", "repeat", rule);
    assertThat(ana.post("jobs/schedule", form).status()).isEqualTo(200);
    var skipped = first.toInstant(ZoneOffset.UTC).toString();
    assertThat(ana.post("jobs/skip", Map.of("jobId", id, "time", skipped)).status()).isEqualTo(200);
    var quiet =
        Map.of(
            "days",
            List.of("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
            "from",
            first.minusHours(1).toLocalTime().toString(),
            "until",
            first.plusHours(1).toLocalTime().toString(),
            "zone",
            "UTC");
    assertThat(ana.post("admin/rules", Map.of("revision", 0, "quiet", quiet)).status())
        .isEqualTo(200);

    var days = Stream.of(0, 1, 2, 3).map(first::plusDays).map(day -> day.toInstant(ZoneOffset.UTC));
    var asked = calendar(first.minusDays(1), first.plusDays(61));
    var ours = items(asked).filter(item -> item.path("repeats").asBoolean()).toList();
    assertThat(ours.stream().map(item -> item.path("time").asText()))
        .containsExactlyElementsOf(days.map(Object::toString).toList());
    assertThat(ours.stream().map(item -> item.path("state").asText()))
        .containsExactly("skipped", "scheduled", "scheduled", "scheduled");
    assertThat(ours.getFirst().has("quietUntil")).isFalse();
    assertThat(ours.getLast().path("quietUntil").asText())
        .isEqualTo(first.plusDays(3).plusHours(1).toInstant(ZoneOffset.UTC).toString());
    assertThat(items(asked).map(item -> item.path("title").asText()))
        .contains("Once")
        .doesNotContain("After it");
    assertThat(items(calendar(first.plusDays(3), first.plusDays(3).plusSeconds(1)))).hasSize(1);
    assertThat(
            items(calendar(first.plusDays(2).plusSeconds(1), first.plusDays(3)))
                .filter(item -> item.path("repeats").asBoolean()))
        .isEmpty();
    assertThat(items(calendar(first.plusDays(4), first.plusDays(5)))).isEmpty();
    assertThat(
            items(calendar(first, first.plusSeconds(1))).map(item -> item.path("state").asText()))
        .as("it is due later, but the time that is skipped is in this span")
        .containsExactly("skipped");
    var streamed = ana.followUntil(span(first, first.plusDays(9)), all -> all.has("items"));
    assertThat(streamed.path("more").asBoolean()).isFalse();
    Stream.concat(once.stream(), Stream.of(id))
        .forEach(job -> ana.post("jobs/delete", Map.of("jobId", job)));
  }

  private JsonNode calendar(LocalDateTime from, LocalDateTime until) {
    return ana.get(span(from, until)).json();
  }

  private static String span(LocalDateTime from, LocalDateTime until) {
    return "jobs/calendar?from=%s&until=%s"
        .formatted(from.toInstant(ZoneOffset.UTC), until.toInstant(ZoneOffset.UTC));
  }

  private static Stream<JsonNode> items(JsonNode calendar) {
    return calendar.path("items").valueStream();
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
    for (var signs : List.of("%F0%9F%94%A5", "%E2%82%AC", "%25", "-%3E", "_")) {
      assertThat(ana.get("jobs/list/all?q=" + signs).json().path("items")).as(signs).isEmpty();
    }
    draft("Costs 5 \u20AC", entry("group", everybody));
    assertThat(titles(ana.get("jobs/list/all?q=%E2%82%AC").json().path("items")))
        .containsExactly("Costs 5 \u20AC");
  }
}
