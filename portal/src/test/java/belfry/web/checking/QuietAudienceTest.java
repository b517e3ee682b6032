package belfry.web.checking;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Await;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What quiet hours hold up goes to whoever is named when they end. */
@OnEngines(postgres = "whole")
class QuietAudienceTest extends PromiseFixture {
  private static final Duration HOURS = Duration.ofHours(2);
  private static final String GROUP = "group";

  private String group = "";

  @BeforeEach
  void night() {
    quiet(HOURS);
    group = ana.post("user/groups/create", Map.of("name", "Night")).json().path("id").asText();
    members("add", group, emails(10, 20));
  }

  @AfterEach
  void day() {
    ana.saveRules(Map.of());
    ana.post("user/groups/delete", Map.of("groupId", group));
  }

  private void quiet(Duration until) {
    var now = LocalDateTime.ofInstant(time.now(), ZoneOffset.UTC);
    var days =
        IntStream.rangeClosed(-1, 1)
            .mapToObj(now::plusDays)
            .map(day -> day.getDayOfWeek().name().toLowerCase(Locale.ROOT))
            .toList();
    var end = now.plus(until).truncatedTo(ChronoUnit.MINUTES).toLocalTime().toString();
    var from = now.minusHours(1).truncatedTo(ChronoUnit.MINUTES).toLocalTime().toString();
    ana.saveRules(Map.of("quiet", Map.of("days", days, "from", from, "until", end, "zone", "UTC")));
  }

  private List<String> emails(int from, int to) {
    return IntStream.range(from, to).mapToObj(portal.simulator().directory()::personEmail).toList();
  }

  private Map<String, Object> toGroup(String words) {
    return Map.of("markdown", words, "audience", List.of(Map.of("kind", GROUP, "id", group)));
  }

  private String sent(String words) {
    var id = draft(toGroup(words));
    var answer = ana.post("jobs/runNow", agreed(id));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return id;
  }

  private String scheduled(String words, Duration in, String repeat) {
    var id = draft(toGroup(words));
    var at = LocalDateTime.ofInstant(time.now().plus(in), ZoneOffset.UTC).plusMinutes(1);
    var form = new HashMap<>(agreed(id));
    form.put("at", at.truncatedTo(ChronoUnit.MINUTES).toString());
    form.put("zone", "UTC");
    if (!repeat.isEmpty()) {
      form.put("repeat", repeat);
    }
    var answer = ana.post("jobs/schedule", form);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return id;
  }

  private JsonNode waits(String id) {
    var job =
        Await.until(
            () -> ana.get("jobs/detail/" + id).json(),
            now -> now.has("run") && now.at("/waitsFor/reason").asText().equals("quietHours"));
    assertThat(job.at("/run/preparing").asBoolean()).isTrue();
    assertThat(job.path("state").asText()).isEqualTo("sending");
    assertThat(job.at("/standing/name").asText()).isEqualTo("waiting");
    assertThat(job.at("/waitsFor/until").asText()).isNotEmpty();
    assertThat(job.at("/run/notes")).isEmpty();
    return job;
  }

  private static long reached(JsonNode job) {
    return job.at("/run/counts/sent").asLong();
  }

  @Test
  void itGoesToWhoeverIsNamedWhenTheyEndWithoutAQuestionAtNight() {
    var once = sent("Hazel");
    var later = scheduled("Rowan", Duration.ofMinutes(5), "");
    assertThat(waits(once).path("people").asInt()).as("as the review said").isEqualTo(10);
    time.jump(Duration.ofMinutes(7));
    waits(later);

    members("remove", group, emails(10, 12));
    members("add", group, emails(20, 23));
    time.jump(HOURS);

    for (var words : Map.of(once, "Hazel", later, "Rowan").entrySet()) {
      var done = finished(words.getKey());
      assertThat(reached(done)).isEqualTo(11);
      assertThat(told(words.getValue())).isEqualTo(11);
      var names = ana.get("jobs/recipients/" + words.getKey() + "?limit=50").body();
      assertThat(emails(10, 12)).noneMatch(names::contains);
      assertThat(emails(12, 23)).allMatch(names::contains);
    }
  }

  @Test
  void ofFarFewerThanWereAgreedToIsAskedThenAndTheyGetItOnceSomebodySaysSo() {
    var once = sent("Alder");
    waits(once);
    members("remove", group, emails(10, 14));
    time.jump(HOURS);

    assertThat(asked(once)).isEqualTo("It would go to 6, but it was meant for 10.");
    assertThat(told("Alder")).as("its author alone is told that it asks").isOne();
    assertThat(ana.post("jobs/resume", Map.of("jobId", once)).status()).isEqualTo(200);

    assertThat(reached(finished(once))).isEqualTo(6);
  }

  /** A portal that is started anew meanwhile knows of it what the one before knew. */
  @Test
  void itWaitsOnWhereThePortalIsStartedAnew() {
    var once = sent("Willow");
    waits(once);

    portal.portal().close();
    portal = TestPortal.beside(portal.simulator(), portal.settings(), time);
    signIn();
    waits(once);
    members("remove", group, emails(10, 11));
    time.jump(HOURS);

    assertThat(reached(finished(once))).isEqualTo(9);
  }

  @Test
  void whatKeptItFromBeingPreparedIsNotSaidWhileNobodyTries() {
    var once = sent("Larch");
    waits(once);
    var why = "It cannot begin yet: no answer. It is tried again every half minute.";
    change("UPDATE run SET notes = '[\"%s\"]' WHERE gate = 'open'".formatted(why));

    waits(once);
    ana.post("jobs/cancel", Map.of("jobId", once));
  }

  @Test
  void whatIsPausedMeanwhileWaitsForWhoeverPausedItAndThenForTheMorning() {
    var once = sent("Birch");
    waits(once);

    assertThat(ana.post("jobs/pause", Map.of("jobId", once)).status()).isEqualTo(200);
    var paused = ana.get("jobs/detail/" + once).json();
    assertThat(paused.at("/waitsFor/reason").asText()).isEqualTo("resume");
    assertThat(paused.at("/standing/name").asText()).isEqualTo("paused");
    assertThat(ana.post("jobs/resume", Map.of("jobId", once)).status()).isEqualTo(200);
    waits(once);
    members("remove", group, emails(10, 11));
    time.jump(HOURS);

    assertThat(reached(finished(once))).isEqualTo(9);
  }

  @Test
  void whatIsCancelledMeanwhileGoesToNobodyAndIsOverAtOnce() {
    var once = sent("Aspen");
    waits(once);

    assertThat(ana.post("jobs/cancel", Map.of("jobId", once)).status()).isEqualTo(200);

    var over =
        Await.until(
            () -> ana.get("jobs/detail/" + once).json(),
            job -> job.path("state").asText().equals("cancelled"));
    assertThat(over.at("/standing/name").asText()).isEqualTo("cancelled");
    time.jump(HOURS);
    assertThat(told("Aspen")).isZero();
  }

  @Test
  void whatIsMadeUrgentMeanwhileGoesToWhoeverIsNamedAtThatMoment() {
    var once = sent("Cedar");
    waits(once);
    members("remove", group, emails(10, 11));

    var urgent = ana.post("jobs/urgent", Map.of("jobId", once, "reason", "A fire"));

    assertThat(urgent.status()).as(urgent.body()).isEqualTo(200);
    assertThat(reached(finished(once))).isEqualTo(9);
  }

  /** Each goes out, as what is due in quiet hours does, to whoever is named when they end. */
  @Test
  void ofWhatRepeatsEachTimeOfTheNightWaitsForItself() {
    quiet(Duration.ofHours(23));
    var series = scheduled("Maple", Duration.ofHours(1), "FREQ=DAILY;COUNT=2");
    time.jump(Duration.ofHours(1).plusMinutes(2));
    var first = only(series);
    waits(first);
    // All of the days, so that the second time comes before the first has gone out.
    signIn();
    quiet(Duration.ofHours(22));
    time.jump(Duration.ofHours(21));
    signIn();
    quiet(Duration.ofHours(10));
    waits(first);
    time.jump(Duration.ofHours(3).plusMinutes(2));
    waits(series);

    members("remove", group, emails(10, 11));
    members("add", group, emails(20, 21));
    time.jump(Duration.ofHours(7));

    assertThat(reached(finished(first))).isEqualTo(10);
    assertThat(reached(finished(series))).isEqualTo(10);
    assertThat(ana.get("jobs/recipients/" + series + "?limit=50").body())
        .contains(emails(20, 21).getFirst())
        .doesNotContain(emails(10, 11).getFirst());
  }

  private String only(String series) {
    return Await.until(
            () ->
                ana.get("jobs/list/all?limit=200")
                    .json()
                    .path("items")
                    .valueStream()
                    .filter(job -> job.path("series").asText().equals(series))
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow()
        .path("id")
        .asText();
  }
}
