package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.messages.Ledger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whoever has not acknowledged an announcement is reminded, and nobody else. */
abstract class RemindersContract extends AnsweringContract {
  private static final String PRESSED = "{\"belfry\":\"acknowledge\"}";

  private String asking(String words) {
    var id = draft(words, person(LARS), person(MAIJA));
    var how = Map.of("button", "Got it", "word", "OK");
    ana.post("jobs/edit", Map.of("jobId", id, "revision", revision(id), "acknowledge", how));
    ana.post("jobs/runNow", Map.of("jobId", id));
    finished(id);
    return id;
  }

  private String reminder(String of, String words) {
    var copy = ana.post("jobs/duplicate", Map.of("jobId", of, "who", "silent"));
    assertThat(copy.status()).isEqualTo(201);
    var id = copy.json().path("id").asText();
    ana.post("jobs/edit", Map.of("jobId", id, "revision", revision(id), "markdown", words));
    return id;
  }

  private void acknowledged(String job, int many) {
    ana.followUntil(
        "jobs/detail/" + job, now -> now.path("run").path("acknowledged").asInt() == many);
  }

  private int got(String words) {
    return portal.simulator().ledger().entries(Ledger.Query.containing(words)).size();
  }

  @Test
  void aReminderGoesToTheSilentAndItsButtonCountsForWhatItRemindsOf() {
    var first = asking("Read *reminded*");
    portal.simulator().press(MAIJA, message("Read *reminded*", MAIJA), PRESSED);
    acknowledged(first, 1);
    var again = reminder(first, "Please do *read*");
    ana.post("jobs/runNow", Map.of("jobId", again));
    finished(again);

    assertThat(got("Please do *read*")).isEqualTo(1);
    portal.simulator().press(LARS, message("Please do *read*", LARS), PRESSED);

    acknowledged(first, 2);
    acknowledged(again, 1);
  }

  @Test
  void whoeverAcknowledgesWhileAReminderWaitsIsNotReminded() {
    var first = asking("Read *waiting*");
    var again = reminder(first, "You did not *wait*");
    ana.post(
        "jobs/edit",
        Map.of("jobId", again, "revision", revision(again), "firstWave", Map.of("people", 1)));
    ana.post("jobs/runNow", Map.of("jobId", again));
    ana.followUntil("jobs/detail/" + again, now -> now.path("state").asText().equals("paused"));
    assertThat(counts(again).path("pending").asInt()).isEqualTo(1);
    var waiting = hasReminder(LARS) ? MAIJA : LARS;

    portal.simulator().press(waiting, message("Read *waiting*", waiting), PRESSED);
    acknowledged(first, 1);
    ana.post("jobs/resume", Map.of("jobId", again, "revision", revision(again)));
    finished(again);

    assertThat(got("You did not *wait*")).isEqualTo(1);
    assertThat(counts(again).path("skipped").asInt()).isEqualTo(1);
    var skipped = ana.get("jobs/recipients/" + again + "?state=skipped").json().path("items");
    assertThat(skipped.path(0).path("said").path("code").asText()).isEqualTo("reason.acknowledged");
  }

  private boolean hasReminder(String email) {
    var reader = portal.simulator().directory().personByEmail(email).orElseThrow().id();
    return portal
        .simulator()
        .ledger()
        .entries(Ledger.Query.containing("You did not *wait*"))
        .stream()
        .anyMatch(entry -> entry.recipient().equals(reader));
  }

  @Test
  void whenEverybodyHasAcknowledgedAReminderEndsWithoutAQuestion() {
    var first = asking("Read *soon*");
    var again = reminder(first, "Nobody *left*");
    ana.post(
        "jobs/schedule", Map.of("jobId", again, "at", "2099-01-01T10:00", "zone", "Europe/Berlin"));
    for (var reader : List.of(LARS, MAIJA)) {
      portal.simulator().press(reader, message("Read *soon*", reader), PRESSED);
    }
    acknowledged(first, 2);

    var refused = ana.post("jobs/runNow", Map.of("jobId", again));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(got("Nobody *left*")).isZero();
  }
}
