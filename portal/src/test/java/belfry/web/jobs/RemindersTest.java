package belfry.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.messages.Ledger;
import belfry.testing.Client;
import belfry.testing.OnEngines;
import belfry.testing.WinterDay;
import belfry.web.answers.AnsweringContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** Whoever has not acknowledged an announcement is reminded, and nobody else. */
@OnEngines(postgres = "long")
class RemindersTest extends AnsweringContract {
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
    var waiting = hasReminder(LARS, "You did not *wait*") ? MAIJA : LARS;

    portal.simulator().press(waiting, message("Read *waiting*", waiting), PRESSED);
    acknowledged(first, 1);
    ana.post("jobs/resume", Map.of("jobId", again, "revision", revision(again)));
    finished(again);

    assertThat(got("You did not *wait*")).isEqualTo(1);
    assertThat(counts(again).path("skipped").asInt()).isEqualTo(1);
    var skipped = ana.get("jobs/recipients/" + again + "?state=skipped").json().path("items");
    assertThat(skipped.path(0).path("said").path("code").asText()).isEqualTo("reason.acknowledged");
  }

  @Test
  void whoeverNoLongerHasTheMessageWhenAReminderComesToThemIsNotReminded() {
    var first = asking("Read *recalled*");
    var again = reminder(first, "It was *recalled*");
    ana.post(
        "jobs/edit",
        Map.of("jobId", again, "revision", revision(again), "firstWave", Map.of("people", 1)));
    ana.post("jobs/runNow", Map.of("jobId", again));
    ana.followUntil("jobs/detail/" + again, now -> now.path("state").asText().equals("paused"));
    var waiting = hasReminder(LARS, "It was *recalled*") ? MAIJA : LARS;

    var recalled =
        ana.post("jobs/recall", Map.of("jobId", first, "audience", List.of(person(waiting))));
    assertThat(recalled.status()).isEqualTo(200);
    ana.post("jobs/resume", Map.of("jobId", again, "revision", revision(again)));
    finished(again);

    assertThat(got("It was *recalled*")).isEqualTo(1);
    var skipped = ana.get("jobs/recipients/" + again + "?state=skipped").json().path("items");
    assertThat(skipped.path(0).path("said").path("code").asText()).isEqualTo("reason.recalled");
  }

  private boolean hasReminder(String email, String words) {
    var reader = portal.simulator().directory().personByEmail(email).orElseThrow().id();
    return portal.simulator().ledger().entries(Ledger.Query.containing(words)).stream()
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

  private static Map<String, Object> inDays(int... days) {
    var times = IntStream.of(days).mapToObj(day -> Map.of("days", day, "time", "09:00")).toList();
    return Map.of("times", times, "zone", "Europe/Helsinki", "language", "de");
  }

  private String withReminders(String words, Map<String, Object> reminders) {
    var id = draft(words, person(LARS), person(MAIJA));
    var how = Map.of("button", "Got it", "reminders", reminders);
    var edited =
        ana.post("jobs/edit", Map.of("jobId", id, "revision", revision(id), "acknowledge", how));
    assertThat(edited.json().path("acknowledge").path("reminders").path("times").size())
        .isEqualTo(2);
    ana.post("jobs/runNow", Map.of("jobId", id));
    finished(id);
    return id;
  }

  private JsonNode reminders(String id) {
    return ana.get("jobs/detail/" + id).json().path("reminders");
  }

  @Test
  void remindersThatAreSetWithAMessageAreShownSkippedChangedAndStopped() {
    var id = withReminders("Read *later*", inDays(1, 3));
    portal.simulator().press(LARS, message("Read *later*", LARS), PRESSED);
    acknowledged(id, 1);

    var planned = reminders(id);
    assertThat(planned.path("state").asText()).isEqualTo("planned");
    assertThat(planned.path("people").asInt()).isEqualTo(1);
    assertThat(planned.path("setBy").asText()).isEqualTo("Ana Lopez");
    assertThat(planned.path("markdown").asText())
        .startsWith("**Erinnerung:** Bitte bestätigen Sie");
    assertThat(planned.path("times").size()).isEqualTo(2);
    var first = planned.path("times").path(0).asText();
    assertThat(inCalendar(id)).containsExactly(first, planned.path("times").path(1).asText());

    assertThat(ana.post("jobs/skipReminder", Map.of("jobId", id, "time", first)).status())
        .isEqualTo(200);
    var late = ana.post("jobs/skipReminder", Map.of("jobId", id, "time", first));
    assertThat(late.status()).isEqualTo(400);
    assertThat(reminders(id).path("times").size()).isEqualTo(1);
    var set = Map.of("jobId", id, "revision", revision(id), "reminders", inDays(1, 2, 5));
    assertThat(ana.post("jobs/remind", set).json().path("reminders").path("times").size())
        .isEqualTo(3);
    assertThat(ana.post("jobs/remind", set).status()).isEqualTo(409);

    portal.simulator().press(MAIJA, message("Read *later*", MAIJA), PRESSED);
    acknowledged(id, 2);
    assertThat(reminders(id).path("said").path("code").asText())
        .isEqualTo("reminders.acknowledged");
    ana.post("jobs/stopReminders", Map.of("jobId", id));
    assertThat(reminders(id).path("said").path("code").asText()).isEqualTo("reminders.stopped");
    assertThat(inCalendar(id)).isEmpty();
  }

  @Test
  void aReminderDoesNotSayWhatWasCorrectedForSome() {
    var id = draft("Room A *corrected*", person(LARS), person(MAIJA));
    var how = Map.of("word", "OK", "reminders", inDays(1));
    ana.post("jobs/edit", Map.of("jobId", id, "revision", revision(id), "acknowledge", how));
    ana.post("jobs/runNow", Map.of("jobId", id));
    finished(id);
    assertThat(reminders(id).path("markdown").asText()).contains("Room A");

    var corrected =
        ana.post(
            "jobs/correct",
            Map.of("jobId", id, "audience", List.of(person(LARS)), "markdown", "Room B"));
    assertThat(corrected.status()).as(corrected.body()).isEqualTo(200);

    assertThat(reminders(id).path("markdown").asText()).contains("OK").doesNotContain("Room");
    var plan = ana.post("jobs/preview", Map.of("jobId", id, "acknowledge", how)).json();
    assertThat(plan.at("/reminders/markdown")).isEqualTo(reminders(id).path("markdown"));
  }

  @Test
  void aReminderDoesNotSayWhatWebexDidNotCorrectForSome() {
    var id = draft("Room A *refused*", person(LARS), person(MAIJA));
    var how = Map.of("word", "OK", "reminders", inDays(1));
    ana.post("jobs/edit", Map.of("jobId", id, "revision", revision(id), "acknowledge", how));
    ana.post("jobs/runNow", Map.of("jobId", id));
    finished(id);
    var messages = portal.simulator().messages();
    var last = messages.byId(message("Room A *refused*", LARS)).orElseThrow();
    while (messages.edit(last, last.words().content()).isPresent()) {}

    ana.post("jobs/correct", Map.of("jobId", id, "markdown", "Room B"));

    assertThat(followUpOver(id).at("/counts/refused").asInt()).isEqualTo(1);
    assertThat(reminders(id).path("markdown").asText()).contains("OK").doesNotContain("Room");
  }

  @Test
  void whatWasSkippedStaysSkippedWhereTheSameTimesAreSetAgain() {
    var id = withReminders("Read *once*", inDays(1, 3));
    var times = reminders(id).path("times");
    var kept = times.path(1).asText();
    ana.post("jobs/skipReminder", Map.of("jobId", id, "time", times.path(0).asText()));
    var words = new HashMap<>(inDays(1, 3));
    words.put("markdown", "In other words");

    assertThat(toCome(ana.post("jobs/remind", Map.of("jobId", id, "reminders", words))))
        .containsExactly(kept);
    ana.post("jobs/stopReminders", Map.of("jobId", id));
    assertThat(reminders(id).path("times")).isEmpty();
    assertThat(inCalendar(id)).isEmpty();
    assertThat(toCome(ana.post("jobs/remind", Map.of("jobId", id, "reminders", words))))
        .containsExactly(kept);
    var others = Map.of("jobId", id, "reminders", inDays(1, 2, 3));
    assertThat(toCome(ana.post("jobs/remind", others))).hasSize(3);
  }

  /** It was set while offsets were accepted, and the page does not ask for another. */
  @Test
  void remindersWithAnOffsetForAZoneCanStillBeChangedStoppedAndSetAgain() {
    var set = new HashMap<>(inDays(1, 3));
    set.put("zone", "UTC");
    var id = withReminders("Read *offset*", set);
    var draft = draft("Read *drafted offset*", person(LARS));
    var how = Map.of("word", "OK", "reminders", set);
    ana.post("jobs/edit", Map.of("jobId", draft, "revision", revision(draft), "acknowledge", how));
    Jdbi.create(portal.databaseAddress())
        .useHandle(handle -> {
          handle.execute("UPDATE reminder SET set_as = REPLACE(set_as, 'UTC', '+03:00')");
          handle.execute("UPDATE job SET acknowledge = REPLACE(acknowledge, 'UTC', '+03:00')");
        });
    set.putAll(inDays(1, 2, 3));
    set.put("zone", "+03:00");
    assertThat(reminders(id).at("/set/zone").asText()).isEqualTo("+03:00");

    assertThat(toCome(ana.post("jobs/remind", Map.of("jobId", id, "reminders", set)))).hasSize(3);
    ana.post("jobs/stopReminders", Map.of("jobId", id));
    assertThat(toCome(ana.post("jobs/remind", Map.of("jobId", id, "reminders", set)))).hasSize(3);

    var changed = new HashMap<String, Object>();
    changed.put("jobId", draft);
    changed.put("acknowledge", Map.of("word", "Read", "reminders", set));
    var preview = ana.post("jobs/preview", changed);
    assertThat(preview.status()).as(preview.body()).isEqualTo(200);
    changed.put("revision", revision(draft));
    assertThat(ana.post("jobs/edit", changed).json().at("/acknowledge/reminders/zone").asText())
        .isEqualTo("+03:00");
    set.put("zone", "+02:00");
    assertThat(field(ana.post("jobs/remind", Map.of("jobId", id, "reminders", set))))
        .isEqualTo("reminders.zone");
  }

  @Test
  void whatWasSkippedCanBeBroughtBack() {
    var id = withReminders("Read *back*", inDays(1, 3));
    var times = reminders(id).path("times");
    var first = times.path(0).asText();
    var last = times.path(1).asText();
    for (var time : List.of(first, last)) {
      ana.post("jobs/skipReminder", Map.of("jobId", id, "time", time));
    }
    assertThat(reminders(id).path("skipped")).hasSize(2);

    ana.post("jobs/unskipReminder", Map.of("jobId", id, "time", last));
    assertThat(reminders(id).path("times")).extracting(JsonNode::asText).containsExactly(last);
    assertThat(reminders(id).path("state").asText()).isEqualTo("planned");
    assertThat(reminders(id).path("skipped")).extracting(JsonNode::asText).containsExactly(first);
    ana.post("jobs/unskipReminder", Map.of("jobId", id, "time", first));
    assertThat(reminders(id).path("times")).isEqualTo(times);
    assertThat(field(ana.post("jobs/unskipReminder", Map.of("jobId", id, "time", first))))
        .isEqualTo("time");
    ana.post("jobs/stopReminders", Map.of("jobId", id));
    assertThat(reminders(id).path("skipped")).isEmpty();
  }

  @Test
  void thePreviewOfASentMessageSaysFromWhenTheDaysAreCounted() {
    var id = withReminders("Read *counted*", inDays(1, 3));
    var how = Map.of("button", "Got it", "reminders", inDays(1));
    var plan = ana.post("jobs/preview", Map.of("jobId", id, "acknowledge", how)).json();

    var got = ana.get("jobs/recipients/" + id).json().path("items");
    var last =
        got.valueStream()
            .map(one -> Instant.parse(one.path("sentAt").asText()))
            .max(Instant::compareTo);
    assertThat(Instant.parse(plan.at("/reminders/counted").asText())).isEqualTo(last.orElseThrow());
    var draft = ana.post("jobs/preview", Map.of("markdown", "New", "acknowledge", how)).json();
    assertThat(draft.path("reminders").has("counted")).isFalse();
  }

  private static List<String> toCome(Client.Answer set) {
    assertThat(set.status()).as(set.body()).isEqualTo(200);
    var times = set.json().path("reminders").path("times");
    return times.valueStream().map(JsonNode::asText).toList();
  }

  @Test
  void theTrailSaysThatADeletedMessageHadRemindersToCome() {
    var id = withReminders("Read *deleted*", inDays(1, 3));
    assertThat(ana.post("jobs/delete", Map.of("jobId", id)).status()).isEqualTo(204);

    var trail = ana.get("admin/trail?q=" + id).json().path("items");
    assertThat(trail.valueStream())
        .filteredOn(one -> one.path("action").asText().equals("job.remindersEnded"))
        .extracting(one -> one.path("detail").asText())
        .containsExactly("deleted");
  }

  /** The times at which the calendar of the next month shows reminders of a job. */
  private List<String> inCalendar(String id) {
    var today = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    var month =
        ana.get("jobs/calendar?from=%s&until=%s".formatted(today, today.plus(30, ChronoUnit.DAYS)));
    return month
        .json()
        .path("items")
        .valueStream()
        .filter(one -> one.path("reminder").asBoolean() && one.path("jobId").asText().equals(id))
        .peek(one -> assertThat(one.path("title").asText()).isEqualTo("Read later"))
        .map(one -> one.path("time").asText())
        .toList();
  }

  @Test
  void thePreviewSaysWhenAndInWhichWordsWouldBeReminded() {
    var draft =
        Map.of(
            "markdown",
            "Wear it",
            "audience",
            List.of(person(LARS)),
            "acknowledge",
            Map.of("word", "OK", "reminders", inDays(1, 3)),
            "at",
            WinterDay.at("10:00"),
            "zone",
            "Europe/Helsinki");

    var plan = ana.post("jobs/preview", draft).json();

    assertThat(plan.path("problems")).isEmpty();
    assertThat(plan.path("reminders").path("times").path(1).asText())
        .isEqualTo(WinterDay.next().plusDays(3) + "T07:00:00Z");
    assertThat(plan.path("reminders").path("markdown").asText()).contains("„OK“");
  }

  @Test
  void thePreviewSaysWhatQuietHoursHoldAndRefusesWhatTheyHoldBeyondTheLastDay() {
    var revision = quiet("08:00", "07:00");
    var day = WinterDay.next().plusDays(1);

    var held = preview(day.plusDays(1).toString(), WinterDay.at("07:30"));
    var form = asking(day.toString(), WinterDay.at("07:30"));
    var lost = ana.post("jobs/preview", form).json();
    var when = Map.of("at", form.remove("at"), "zone", form.remove("zone"));
    var job = ana.post("jobs/edit", form).json().path("id").asText();
    var refused = ana.post("jobs/schedule", with(when, "jobId", job));

    ana.post("admin/rules", Map.of("revision", revision));
    assertThat(refused.json().at("/errors/0/code").asText()).isEqualTo("reminders.quiet");
    assertThat(held.path("problems")).isEmpty();
    assertThat(held.at("/reminders/quiet/0/time").asText()).isEqualTo(day + "T07:00:00Z");
    assertThat(held.at("/reminders/quiet/0/until").asText())
        .isEqualTo(day.plusDays(1) + "T05:00:00Z");
    assertThat(lost.at("/problems/0/field").asText()).isEqualTo("acknowledge.reminders.times");
    assertThat(lost.at("/problems/0/code").asText()).isEqualTo("reminders.quiet");
    assertThat(lost.at("/reminders/quiet/0").has("until")).isFalse();
  }

  @Test
  void whatItselfWaitsForTheEndOfQuietHoursIsCountedFromThen() {
    var revision = quiet("20:00", "07:00");

    var plan = preview("", WinterDay.at("21:00"));

    ana.post("admin/rules", Map.of("revision", revision));
    assertThat(plan.path("quietUntil").asText())
        .isEqualTo(WinterDay.next().plusDays(1) + "T05:00:00Z");
    assertThat(plan.at("/reminders/times/0").asText())
        .isEqualTo(WinterDay.next().plusDays(2) + "T07:00:00Z");
  }

  @Test
  void whatCanOnlyBeRemindedOfIfItIsUrgentIsForeseen() {
    var revision = quiet("20:00", "07:00");
    var form = asking(WinterDay.next().plusDays(1).toString(), WinterDay.at("21:00"));
    var plan = ana.post("jobs/preview", form).json();
    var repeated = ana.post("jobs/preview", with(form, "repeat", "FREQ=WEEKLY")).json();
    var when = Map.of("at", form.remove("at"), "zone", form.remove("zone"));
    var job = ana.post("jobs/edit", form).json().path("id").asText();
    var refused = ana.post("jobs/schedule", with(when, "jobId", job));
    var urgent = with(with(when, "jobId", job), "urgentReason", "The building is closed");
    var scheduled = ana.post("jobs/schedule", urgent);
    ana.post("jobs/cancel", Map.of("jobId", job));
    ana.post("admin/rules", Map.of("revision", revision));

    assertThat(plan.path("problems")).isEmpty();
    assertThat(plan.at("/reminders/problem/code").asText()).isEqualTo("reminders.none");
    assertThat(plan.at("/urgentReminders/times/0").asText())
        .isEqualTo(WinterDay.next().plusDays(1) + "T07:00:00Z");
    assertThat(plan.path("urgentReminders").has("problem")).isFalse();
    assertThat(repeated.at("/problems/0/code").asText()).isEqualTo("reminders.none");
    assertThat(refused.json().at("/errors/0/code").asText()).isEqualTo("reminders.none");
    assertThat(scheduled.json().path("state").asText()).isEqualTo("scheduled");
  }

  /** The revision of the rules then. */
  private long quiet(String from, String until) {
    var days =
        Stream.of(DayOfWeek.values()).map(day -> day.name().toLowerCase(Locale.ROOT)).toList();
    var quiet = Map.of("days", days, "from", from, "until", until, "zone", "Europe/Helsinki");
    var revision = ana.get("admin/rules").json().path("revision").asLong();
    ana.post("admin/rules", Map.of("revision", revision, "quiet", quiet));
    return revision + 1;
  }

  private JsonNode preview(String until, String at) {
    return ana.post("jobs/preview", asking(until, at)).json();
  }

  private Map<String, Object> asking(String until, String at) {
    var reminders = new HashMap<>(inDays(1));
    reminders.put("until", until);
    var draft = new HashMap<String, Object>(Map.of("markdown", "Wear it"));
    draft.put("audience", List.of(person(LARS)));
    draft.put("acknowledge", Map.of("word", "OK", "reminders", reminders));
    draft.put("at", at);
    draft.put("zone", "Europe/Helsinki");
    return draft;
  }

  @Test
  void whatCannotBeSetIsRefusedWithItsField() {
    var eleven = IntStream.range(0, 11).toArray();
    assertThat(field(Map.of("times", inDays(eleven).get("times"), "zone", "UTC")))
        .isEqualTo("acknowledge.reminders.times");
    var late = Map.of("times", List.of(Map.of("days", 366, "time", "09:00")), "zone", "UTC");
    assertThat(field(late)).isEqualTo("acknowledge.reminders.times[0]");
    var clock = Map.of("times", List.of(Map.of("days", 1, "time", "25:00")), "zone", "UTC");
    assertThat(field(clock)).isEqualTo("acknowledge.reminders.times[0]");
    var times = inDays(1).get("times");
    assertThat(field(Map.of("times", times, "zone", "Mars")))
        .isEqualTo("acknowledge.reminders.zone");
    assertThat(field(Map.of("times", times, "zone", "UTC+3")))
        .isEqualTo("acknowledge.reminders.zone");
    assertThat(field(Map.of("times", times, "zone", "UTC", "until", "soon")))
        .isEqualTo("acknowledge.reminders.until");
    assertThat(field(Map.of("times", times, "zone", "UTC", "language", "fr")))
        .isEqualTo("acknowledge.reminders.language");
    assertThat(field(Map.of("times", times, "zone", "UTC", "markdown", "x".repeat(7_440))))
        .isEqualTo("acknowledge.reminders.markdown");
    var nobodyAsked = Map.of("markdown", "Hi", "acknowledge", Map.of("reminders", inDays(1)));
    assertThat(field(ana.post("jobs/edit", nobodyAsked))).isEqualTo("acknowledge.reminders");

    var past = withReminders("Read *in time*", inDays(1, 3));
    var none = Map.of("jobId", past, "reminders", Map.of("times", List.of(), "zone", "UTC"));
    assertThat(field(ana.post("jobs/remind", none))).isEqualTo("reminders.times");
    var named = withReminders("Read {{lastName|this}} *in full*", inDays(1, 3));
    var hole = Map.of("times", times, "zone", "UTC", "markdown", "Read, {{lastName}}");
    assertThat(field(ana.post("jobs/remind", Map.of("jobId", named, "reminders", hole))))
        .isEqualTo("reminders.markdown");
    var over = Map.of("times", times, "zone", "UTC", "until", "2020-01-01");
    assertThat(field(ana.post("jobs/remind", Map.of("jobId", past, "reminders", over))))
        .isEqualTo("reminders.times");
    assertThat(field(ana.post("jobs/skipReminder", Map.of("jobId", past, "time", "now"))))
        .isEqualTo("time");
    var plain = send("Nothing to *acknowledge*", person(LARS));
    finished(plain);
    var unasked = Map.of("jobId", plain, "reminders", inDays(1));
    assertThat(ana.post("jobs/remind", unasked).status()).isEqualTo(409);
  }

  private String field(Map<String, Object> reminders) {
    var how = Map.of("word", "OK", "reminders", reminders);
    return field(ana.post("jobs/edit", Map.of("markdown", "Hello", "acknowledge", how)));
  }

  private static String field(Client.Answer answer) {
    assertThat(answer.status()).isEqualTo(400);
    return answer.json().path("errors").path(0).path("field").asText();
  }
}
