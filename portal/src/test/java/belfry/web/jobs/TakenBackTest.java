package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.messages.Ledger;
import belfry.testing.OnEngines;
import belfry.testing.WinterDay;
import belfry.web.ApiContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is changed and sent in one step, and what taking that back makes of it. */
@OnEngines(postgres = "whole")
class TakenBackTest extends ApiContract {
  private static final Set<String> MOVING = Set.of("revision", "changedAt", "waitsFor");

  private String scheduled(String words, Map<String, Object> more) {
    var id = draft(words, entry("group", group("Crisis team")));
    var form = new HashMap<String, Object>(more);
    form.putAll(
        Map.of("jobId", id, "at", WinterDay.at("09:00"), "zone", "Asia/Tokyo", "graceMinutes", 90));
    assertThat(ana.post("jobs/schedule", form).status()).isEqualTo(200);
    return id;
  }

  private JsonNode detail(String id) {
    return ana.get("jobs/detail/" + id).json();
  }

  /** All that is said of it but how often and when it was changed. */
  private Map<String, JsonNode> whole(String id) {
    return detail(id)
        .propertyStream()
        .filter(field -> !MOVING.contains(field.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private int edits(String id) {
    return trail("job.edit", id);
  }

  private int trail(String action, String id) {
    var asked = "admin/trail?action=%s&about=%s".formatted(action, id);
    return ana.get(asked).json().path("items").size();
  }

  private Map<String, Object> start(String id, int undoSeconds) {
    return Map.of("jobId", id, "revision", revision(id), "undoSeconds", undoSeconds);
  }

  private Map<String, Object> changing(Map<String, Object> form, String words) {
    return with(form, "edit", saying(words));
  }

  private Map<String, Object> saying(String words) {
    var one = Map.of("kind", "person", "id", portal.simulator().directory().personId(0));
    return Map.of("markdown", words, "audience", List.of(one));
  }

  private JsonNode undo(String id) {
    var undone = ana.post("jobs/cancel", Map.of("jobId", id, "undo", true));
    assertThat(undone.status()).as(undone.body()).isEqualTo(200);
    return undone.json().path("job");
  }

  @Test
  void whatIsSentBeforeItsTimeGoesBackToItsTimeWhoeverTakesItBack() {
    var id = scheduled("At its time", Map.of("urgentReason", "It is urgent"));
    var before = whole(id);

    var starting = ana.post("jobs/runNow", start(id, 60)).json();
    assertThat(starting.path("localTime").isMissingNode()).isTrue();
    assertThat(starting.path("insteadOf")).isEqualTo(before.get("startsAt"));
    assertThat(ana.post("jobs/runNow", start(id, 60)).status()).isEqualTo(200);
    assertThat(undo(id).path("state").asText()).isEqualTo("scheduled");

    assertThat(whole(id)).isEqualTo(before);
    ana.post("jobs/runNow", start(id, 60));
    ana.post("jobs/cancel", Map.of("jobId", id, "keepDraft", true));
    assertThat(state(id)).isEqualTo("draft");
  }

  @Test
  void aSecondUndoLeavesWhatIsOnASchedule() {
    var id = scheduled("At its time", Map.of());
    var before = whole(id);
    var seen = ana.post("jobs/runNow", start(id, 60)).json().path("revision").asLong();
    var form = Map.<String, Object>of("jobId", id, "revision", seen, "undo", true);
    for (var attempt : List.of(form, form, Map.<String, Object>of("jobId", id, "undo", true))) {
      var undone = ana.post("jobs/cancel", attempt);
      assertThat(undone.status()).as(undone.body()).isEqualTo(200);
      assertThat(undone.json().path("job").path("state").asText()).isEqualTo("scheduled");
      assertThat(whole(id)).isEqualTo(before);
    }
    var itself = ana.post("jobs/cancel", with(form, "revision", revision(id)));
    assertThat(itself.json().path("job").path("state").asText()).isEqualTo("draft");

    var series = scheduled("Daily", Map.of("repeat", "FREQ=DAILY"));
    assertThat(undo(series).path("state").asText()).isEqualTo("scheduled");
    ana.post("jobs/cancel", Map.of("jobId", series));
  }

  /** An old answer of one's own says nothing of what a colleague has sent since. */
  @Test
  void whatSomebodyElseHasSentSinceIsNotTakenBack() {
    var other = "lars.berg@northwind.example";
    ana.post("admin/users", Map.of("email", other, "role", "admin"));
    var lars = portal.signedIn("news", other);
    var id = draft("Sent by Ana first", entry("group", group("Crisis team")));
    var seen = ana.post("jobs/runNow", start(id, 60)).json().path("revision").asLong();
    var form = Map.<String, Object>of("jobId", id, "revision", seen, "undo", true);
    assertThat(ana.post("jobs/cancel", form).json().at("/job/state").asText()).isEqualTo("draft");
    var theirs = lars.post("jobs/runNow", start(id, 60)).json();
    assertThat(theirs.path("state").asText()).isEqualTo("scheduled");

    assertThat(ana.post("jobs/cancel", form).status()).isEqualTo(409);
    assertThat(detail(id).path("revision")).isEqualTo(theirs.path("revision"));

    var latest = with(form, "revision", theirs.path("revision").asLong());
    assertThat(ana.post("jobs/cancel", latest).json().at("/job/state").asText()).isEqualTo("draft");
    var again = ana.post("jobs/runNow", start(id, 60)).json();
    assertThat(again.path("revision").asLong()).isGreaterThan(seen + 1);
    assertThat(ana.post("jobs/cancel", form).json().at("/job/state").asText())
        .as("their own")
        .isEqualTo("draft");
  }

  @Test
  void whatWasOnNoScheduleOrWasChangedIsADraftAfterwards() {
    var fresh = draft("Fresh", entry("group", group("Crisis team")));
    ana.post("jobs/runNow", start(fresh, 60));
    assertThat(undo(fresh).path("state").asText()).isEqualTo("draft");

    var id = scheduled("In former words", Map.of());
    var starting = ana.post("jobs/runNow", changing(start(id, 60), "In other words")).json();
    assertThat(starting.path("markdown").asText()).isEqualTo("In other words");
    assertThat(starting.path("people").asInt()).isEqualTo(1);
    assertThat(undo(id).path("state").asText()).isEqualTo("draft");
    assertThat(detail(id).path("markdown").asText()).isEqualTo("In other words");
  }

  @Test
  void aSeriesIsChangedWhenTheSendingStartsThatItWasChangedWith() {
    var id = scheduled("Usual words", Map.of("repeat", "FREQ=DAILY"));
    var before = whole(id);

    var one = ana.post("jobs/runNow", changing(start(id, 60), "Wrong words")).json();
    assertThat(one.path("markdown").asText()).isEqualTo("Wrong words");
    assertThat(whole(id)).isEqualTo(before);
    var another = Map.of("jobId", id, "revision", revision(id), "markdown", "By another");
    var meanwhile = ana.post("jobs/edit", another);
    assertThat(meanwhile.status()).isEqualTo(409);
    assertThat(meanwhile.body()).contains("What goes out in a moment changes it");
    assertThat(undo(id).path("state").asText()).isEqualTo("scheduled");
    var besides = one.path("id").asText();
    var later = Map.of("jobId", besides, "at", WinterDay.at("10:00"), "zone", "UTC");
    var anotherTime = ana.post("jobs/schedule", later);
    assertThat(anotherTime.status()).isEqualTo(409);
    assertThat(anotherTime.body()).contains("It goes out in a moment");
    assertThat(undo(besides).path("state").asText()).isEqualTo("cancelled");
    assertThat(whole(id)).isEqualTo(before);
    assertThat(ana.post("jobs/edit", another).status()).isEqualTo(200);

    var right = ana.post("jobs/runNow", changing(start(id, 0), "Right words")).json();
    var gone = finished(right.path("id").asText());
    assertThat(counts(gone).path("sent").asInt()).isEqualTo(1);
    var after = detail(id);
    assertThat(after.path("markdown").asText()).isEqualTo("Right words");
    assertThat(after.path("people").asInt()).isEqualTo(1);
    assertThat(after.path("repeat").path("rule").asText()).isEqualTo("FREQ=DAILY");
    assertThat(after.path("startsAt")).isEqualTo(before.get("startsAt"));
    assertThat(portal.simulator().ledger().totals(Ledger.Query.containing("Wrong")).messages())
        .isZero();
    ana.post("jobs/cancel", Map.of("jobId", id));
  }

  @Test
  void remindersOfASeriesAreOnTheTrailOnceTheyAreSet() {
    var id = scheduled("Without reminders", Map.of("repeat", "FREQ=DAILY"));
    var times = List.of(Map.of("days", 1, "time", "09:00"));
    var reminders = Map.of("times", times, "zone", "UTC");
    var acknowledge = Map.of("word", "OK", "reminders", reminders);
    var edit = with(saying("With reminders"), "acknowledge", acknowledge);

    var one = ana.post("jobs/runNow", with(start(id, 60), "edit", edit)).json();
    assertThat(undo(one.path("id").asText()).path("state").asText()).isEqualTo("cancelled");
    assertThat(trail("job.reminders", id)).isZero();
    var again = ana.post("jobs/runNow", with(start(id, 0), "edit", edit)).json();
    finished(again.path("id").asText());
    assertThat(trail("job.reminders", id)).isOne();
    assertThat(trail("job.reminders", again.path("id").asText())).isOne();
    ana.post("jobs/cancel", Map.of("jobId", id));
  }

  @Test
  void whatCannotBeSentOrScheduledIsNotChangedEither() {
    var id = scheduled("As it was", Map.of());
    var before = whole(id);
    var other =
        changing(
            Map.of(
                "jobId", id, "revision", revision(id), "at", WinterDay.at("10:00"), "zone", "UTC"),
            "In other words");

    assertThat(ana.post("jobs/schedule", with(other, "recipients", 0)).errors())
        .containsKey("recipients");
    assertThat(ana.post("jobs/schedule", with(other, "at", "2026-01-01T10:00")).errors())
        .containsKey("at");
    assertThat(ana.post("jobs/schedule", with(other, "revision", 1)).status()).isEqualTo(409);
    var unseen = new HashMap<String, Object>(other);
    unseen.remove("revision");
    assertThat(ana.post("jobs/schedule", unseen).errors()).containsOnlyKeys("revision");
    assertThat(ana.post("jobs/runNow", with(changing(start(id, 60), "x"), "whom", "y")).errors())
        .containsKey("whom");
    assertThat(whole(id)).isEqualTo(before);

    assertThat(edits(id)).isZero();

    var named = with(with(other, "recipients", 1), "requestId", "one-step");
    assertThat(ana.post("jobs/schedule", named).status()).isEqualTo(200);
    assertThat(ana.post("jobs/schedule", named).status()).as("its answer was lost").isEqualTo(200);
    assertThat(edits(id)).isEqualTo(1);
    var after = detail(id);
    assertThat(after.path("markdown").asText()).isEqualTo("In other words");
    assertThat(after.path("localTime").asText()).isEqualTo(WinterDay.at("10:00"));
    assertThat(ana.post("jobs/schedule", changing(named, "In still others")).status())
        .isGreaterThanOrEqualTo(400);
    ana.post("jobs/cancel", Map.of("jobId", id));
  }
}
