package belfry.web.admin;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Client;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.testing.WinterDay;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The audit trail over HTTP: filtered, page by page, checked, and as a file. */
@OnEngines(postgres = "whole")
class AuditTrailTest extends ApiContract {
  private static final String LARS = "lars.berg@northwind.example";

  private String lars;
  private String job;

  @BeforeEach
  void act() {
    // Whoever was copied with a group keeps their name here when they may not send any more.
    ana.get("user/groups/members?limit=200&groupId=" + encoded(everybody));
    lars = ana.post("admin/users", Map.of("email", LARS)).json().path("id").asText();
    job = draft("# =Budget drill", entry("group", everybody));
    ana.delete("admin/users/" + lars);
  }

  private JsonNode trail(String query) {
    var answer = ana.get("admin/trail" + query);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }

  private static List<String> actions(JsonNode trail) {
    return trail.path("items").valueStream().map(one -> one.path("action").asText()).toList();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void theNewestComeFirstWithNames() {
    var first = trail("?limit=3").path("items");
    assertThat(actions(trail("?limit=3"))).containsExactly("user.remove", "job.create", "user.add");
    assertThat(first.path(0).at("/by/displayName").asText()).isEqualTo("Ana Lopez");
    assertThat(first.path(0).at("/about/kind").asText()).isEqualTo("person");
    assertThat(first.path(0).at("/about/displayName").asText()).isEqualTo("Lars Berg");
    assertThat(first.path(1).at("/about/kind").asText()).isEqualTo("job");
    assertThat(first.path(1).at("/about/id").asText()).isEqualTo(job);
    assertThat(first.path(1).at("/about/displayName").asText()).isEqualTo("=Budget drill");
    assertThat(first.path(2).path("detail").asText()).isEqualTo("sender");
  }

  @Test
  void whatIsADraftAgainStaysOneAndIsToldFromWhatIsCancelled() {
    var at = Map.of("jobId", job, "at", WinterDay.at("09:00"), "zone", "UTC");
    assertThat(ana.post("jobs/schedule", at).status()).isEqualTo(200);
    var keep = Map.of("jobId", job, "keepDraft", true);
    var kept = ana.post("jobs/cancel", keep).json().path("job");
    var again = ana.post("jobs/cancel", keep);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().at("/job/state").asText()).isEqualTo("draft");
    assertThat(again.json().at("/job/revision")).isEqualTo(kept.path("revision"));
    assertThat(ana.post("jobs/cancel", Map.of("jobId", job)).json().at("/job/state").asText())
        .isEqualTo("cancelled");
    assertThat(actions(trail("?about=" + job)))
        .containsExactly("job.cancel", "job.unschedule", "job.schedule", "job.create");
  }

  @Test
  void pagesFollowOneAnotherWithoutGapsOrRepetitions() {
    var whole = numbers(trail("?limit=200"));
    var read = new ArrayList<Long>();
    var cursor = "";
    do {
      var page = trail("?limit=2&cursor=" + cursor);
      read.addAll(numbers(page));
      cursor = page.path("next").asText();
    } while (!cursor.isEmpty());
    assertThat(read).startsWith(whole.toArray(Long[]::new)).doesNotHaveDuplicates();
    assertThat(read).isSortedAccordingTo((one, other) -> Long.compare(other, one));
  }

  private static List<Long> numbers(JsonNode trail) {
    return trail.path("items").valueStream().map(one -> one.path("number").asLong()).toList();
  }

  @Test
  void itIsFilteredByWhoWhatAboutWhatAndWords() {
    var me = ana.get("info").json().at("/user/id").asText();
    assertThat(actions(trail("?by=" + encoded(me) + "&action=job,user.remove&limit=2")))
        .containsExactly("user.remove", "job.create");
    assertThat(actions(trail("?by=belfry"))).isEmpty();
    assertThat(actions(trail("?about=" + job))).containsExactly("job.create");
    assertThat(actions(trail("?about=" + encoded(lars) + "&limit=2")))
        .containsExactly("user.remove", "user.add");
    assertThat(actions(trail("?q=BERG+lars&limit=1"))).containsExactly("user.remove");
    assertThat(actions(trail("?q=budget&limit=1"))).containsExactly("job.create");
    assertThat(actions(trail("?q=nothingOfTheKind"))).isEmpty();
    assertThat(actions(trail("?q=%F0%9F%94%A5"))).isEmpty();
    assertThat(ana.get("admin/trail/export?q=%25").body().lines()).hasSize(1);
    assertThat(actions(trail("?q=%3D&limit=1"))).as("in its title").containsExactly("job.create");
    var at = trail("?limit=1").path("items").path(0).path("at").asText();
    assertThat(numbers(trail("?until=" + at))).isNotEmpty();
    assertThat(numbers(trail("?from=" + at))).isNotEmpty();
    assertThat(actions(trail("?from=2037-01-01T00:00:00Z"))).isEmpty();
  }

  @Test
  void whatCannotBeAskedIsNamedWithARemedy() {
    assertThat(ana.get("admin/trail?action=%27").errors()).containsKey("action");
    assertThat(ana.get("admin/trail?from=yesterday").errors()).containsKey("from");
    assertThat(ana.get("admin/trail?until=-1000000000-01-01T00:00:00Z").errors())
        .containsKey("until");
    assertThat(ana.get("admin/trail?q=" + "x".repeat(201)).errors()).containsKey("q");
    assertThat(ana.get("admin/trail?by=" + "x".repeat(301)).errors()).containsKey("by");
    assertThat(ana.get("admin/trail?cursor=x").errors()).containsKey("cursor");
    assertThat(ana.get("admin/trail/verify?after=-1").errors()).containsKey("after");
    var end = ana.get("admin/trail/verify").json().path("checked").asLong();
    assertThat(ana.get("admin/trail/verify?after=" + end).json().path("sound").asBoolean())
        .isTrue();
    assertThat(ana.get("admin/trail/verify?after=" + (end + 1_000)).errors()).containsKey("after");
  }

  @Test
  void anotherAppsRowsAreNotShown() {
    Client kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    kenji.post("admin/users", Map.of("email", "priya.patel@northwind.example"));
    assertThat(kenji.get("admin/trail?action=user&limit=1").json().path("items")).hasSize(1);
    assertThat(actions(trail("?q=priya"))).isEmpty();
    assertThat(ana.get("admin/trail/export?q=priya").body().lines()).hasSize(1);
  }

  @Test
  void itIsCheckedAndTheFirstBrokenRowIsNamed() {
    var sound = ana.get("admin/trail/verify").json();
    assertThat(sound.path("sound").asBoolean()).isTrue();
    assertThat(sound.path("complete").asBoolean()).isTrue();
    var rows = sound.path("checked").asLong();
    assertThat(rows).isGreaterThanOrEqualTo(3);

    var row = numbers(trail("?about=" + job)).getFirst();
    var detail = change(row, "another title");
    var broken = ana.get("admin/trail/verify").json();
    assertThat(broken.path("sound").asBoolean()).isFalse();
    assertThat(broken.path("complete").asBoolean()).isTrue();
    assertThat(broken.path("broken").asLong()).isEqualTo(row);
    assertThat(broken.path("checked").asLong()).isEqualTo(row - 1);
    assertThat(broken.path("fault").asText())
        .isEqualTo(
            "row %d was changed, or signed with another key than the 'k1' in the key file", row);
    assertThat(broken.at("/said/code").asText()).isEqualTo("trail.otherKey");
    assertThat(ana.get("admin/trail/verify?after=" + row).json().path("sound").asBoolean())
        .as("what follows it")
        .isTrue();
    change(row, detail);
    assertThat(ana.get("admin/trail/verify").json().path("sound").asBoolean()).isTrue();
  }

  /** With the database in hand; gives what was there. */
  private String change(long row, String detail) {
    try (var jdbi = Jdbi.create(portal.databaseAddress()).open()) {
      var was =
          jdbi.createQuery("SELECT detail FROM audit WHERE seq = ?")
              .bind(0, row)
              .mapTo(String.class)
              .one();
      jdbi.execute("UPDATE audit SET detail = ? WHERE seq = ?", detail, row);
      return was;
    }
  }

  @Test
  void theFileHasAllOfItAndNoFormulas() {
    var answer = ana.get("admin/trail/export?about=" + job);
    assertThat(answer.header("content-type")).contains("text/csv; charset=utf-8");
    assertThat(answer.header("content-disposition").orElse("")).contains("audit%20trail");
    var lines = answer.body().lines().toList();
    assertThat(lines.getFirst())
        .endsWith(
            "\"number\",\"time\",\"who\",\"who id\",\"action\",\"about\",\"about id\",\"detail\",\"app\",\"token\"");
    assertThat(lines).hasSize(2);
    assertThat(lines.getLast())
        .contains("\"Ana Lopez\"", "\"job.create\"", "\"'=Budget drill\"", job, "\"news\"");
    assertThat(ana.get("admin/trail/export").body().lines().count())
        .isGreaterThan(trail("?limit=2").path("items").size());
  }
}
