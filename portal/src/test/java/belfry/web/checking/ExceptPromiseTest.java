package belfry.web.checking;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.OnEngines;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That nobody is left out unasked because an address of Except passed to them. */
@OnEngines(postgres = "whole")
class ExceptPromiseTest extends PromiseFixture {
  private static final String OTHER_PEOPLE =
      "By these addresses, Except leaves out other people than when somebody agreed to it: %s.";

  /** Sessions end while time jumps. */
  @BeforeEach
  void signInAnew() {
    signIn();
  }

  /** It leaves out one of those who were to get it, and not only whom the review said. */
  @Test
  void anAddressOfExceptThatPassedToOneOfThoseWhoWereToGetItIsAskedAbout() {
    var who = 30;
    for (var kind : List.of("typed", "list", "saved")) {
      var mine = portal.simulator().directory().person(who).email();
      var theirs = portal.simulator().directory().person(who + 1).email();
      var people = people(mine, theirs);
      var group = groupOfTwenty("Left out by what is " + kind);
      untilNow(mine, people.get(1), people.get(0));
      var text = "Not %s: ".formatted(kind);
      var id = draft(leavingOut(kind, text, group, mine));
      assertThat(agreed(id)).containsEntry("recipients", 19);
      scheduled(id);

      assertThat(asked(id)).isEqualTo(OTHER_PEOPLE.formatted(mine));
      assertThat(told("Not %s: ".formatted(kind))).isZero();
      assertThat(ana.post("jobs/resume", Map.of("jobId", id)).status()).isEqualTo(200);
      // What a saved audience leaves out is read as it is then.
      var kept = kind.equals("saved") ? 0 : 1;
      assertThat(finished(id).at("/run/counts/sent").asInt()).isEqualTo(19 - kept);
      var before = name(who + 1);
      var leftOut = ana.get("jobs/leftOut/" + id).body().replace("\"", "").lines().skip(1).toList();
      assertThat(leftOut)
          .as("whoever has it by now, and whoever had it")
          .hasSize(1 + kept)
          .anyMatch(line ->
              line.contains(mine) && line.contains(",An address in Except is this person's by now"))
          .filteredOn(line -> line.contains(before))
          .hasSize(kept)
          .allMatch(line -> line.endsWith(",The author leaves this person out."));
      who += 2;
    }
  }

  /** As of newcomers, who are named before they have an account. */
  @Test
  void anAddressOfExceptThatNobodyHadIsForWhoeverHasItByTheStart() {
    var mine = portal.simulator().directory().person(40).email();
    var person = people(mine).getFirst();
    var group = groupOfTwenty("Left out by nobody's address");
    change(
        "UPDATE person SET email = '' WHERE id = '%s'".formatted(person),
        "UPDATE address SET person = '' WHERE email = '%s'".formatted(mine));
    var id = draft(leavingOut("typed", "Nobody is left out", group, mine));
    scheduled(id);

    assertThat(finished(id).at("/run/counts/sent").asInt()).isEqualTo(19);
  }

  @Test
  void anAddressOfExceptThatPassedToSomebodyElseWhoWasNotToGetItIsNoReason() {
    var mine = portal.simulator().directory().person(42).email();
    var theirs = portal.simulator().directory().person(43).email();
    var people = people(mine, theirs);
    var group = groupOfTwenty("Not for who comes");
    members("remove", group, List.of(mine));
    untilNow(mine, people.get(1), people.get(0));
    var outside = draft(leavingOut("typed", "Passed on outside", group, mine));
    scheduled(outside);
    assertThat(finished(outside).at("/run/counts/sent").asInt()).isEqualTo(18);

    members("add", group, List.of(mine));
    untilNow(mine, people.get(1), people.get(0));
    var both = new HashMap<>(leavingOut("typed", "Passed on inside", group, mine));
    both.put(
        "except",
        List.of(
            Map.of("kind", "list", "emails", List.of(mine)),
            Map.of("kind", "person", "id", people.get(0), "name", "Whoever")));
    var named = draft(both);
    scheduled(named);
    assertThat(finished(named).at("/run/counts/sent").asInt())
        .as("left out by name as well, as it was said")
        .isEqualTo(18);
  }

  @Test
  void whoeverWasToReadPersonalWordsIsAskedAboutLikewise() {
    var mine = portal.simulator().directory().person(44).email();
    var theirs = portal.simulator().directory().person(45).email();
    var people = people(mine, theirs);
    var group = groupOfTwenty("Left out of personal words");
    var id = draft(leavingOut("typed", "Dear {{firstName|all}}", group, mine));
    // Whoever's name is asked for is told with their address, so all are known by then.
    var all = List.of(Map.of("kind", "group", "id", group));
    var before = draft(Map.of("markdown", "Hello {{firstName|all}}", "audience", all));
    ana.post("jobs/runNow", Map.of("jobId", before));
    finished(before);
    untilNow(mine, people.get(1), people.get(0));
    scheduled(id);

    assertThat(asked(id)).isEqualTo(OTHER_PEOPLE.formatted(mine));
    assertThat(ana.post("jobs/resume", Map.of("jobId", id)).status()).isEqualTo(200);
    assertThat(finished(id).at("/run/counts/sent").asInt()).isEqualTo(18);
  }

  /** They get each time until the address is theirs, which is asked about once. */
  @Test
  void whatRepeatsIsAskedAboutWhereWhoeverGotItTheLastTimeIsLeftOut() {
    var mine = portal.simulator().directory().person(46).email();
    var theirs = portal.simulator().directory().person(47).email();
    var people = people(mine, theirs);
    var group = groupOfTwenty("Left out each day");
    untilNow(mine, people.get(1), people.get(0));
    var series = draft(leavingOut("typed", "Each day", group, mine));
    var at = LocalDateTime.ofInstant(time.now().plus(Duration.ofMinutes(30)), ZoneOffset.UTC);
    var when = new HashMap<>(agreed(series));
    when.putAll(Map.of("at", at.toString(), "zone", "UTC", "repeat", "FREQ=DAILY;COUNT=4"));
    var answer = ana.post("jobs/schedule", when);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);

    time.jump(Duration.ofMinutes(30));
    assertThat(finished(occurrence(series, 1)).at("/run/counts/sent").asInt())
        .as("by what is known of the address for an hour")
        .isEqualTo(19);
    nextDay();
    var second = occurrence(series, 2);
    assertThat(asked(second)).isEqualTo(OTHER_PEOPLE.formatted(mine));
    assertThat(ana.post("jobs/resume", Map.of("jobId", second)).status()).isEqualTo(200);
    assertThat(finished(second).at("/run/counts/sent").asInt()).isEqualTo(18);
    nextDay();
    assertThat(finished(occurrence(series, 3)).at("/run/counts/sent").asInt())
        .as("whoever did not get it the last time misses nothing")
        .isEqualTo(18);
    ana.post("jobs/cancel", Map.of("jobId", series));
  }

  private void nextDay() {
    time.jump(Duration.ofDays(1));
    signIn();
  }

  /** The newest job that went out of it, once they are so many. */
  private String occurrence(String series, int which) {
    return ana.followUntil(
            "jobs/list/recent?series=" + series, list -> list.path("items").size() == which)
        .at("/items/0/id")
        .asText();
  }

  private String name(int person) {
    return portal.simulator().directory().person(person).displayName();
  }

  private String groupOfTwenty(String name) {
    var group = ana.post("user/groups/create", Map.of("name", name)).json().path("id").asText();
    members(
        "add",
        group,
        IntStream.range(30, 50)
            .mapToObj(number -> portal.simulator().directory().person(number).email())
            .toList());
    return group;
  }

  private Map<String, Object> leavingOut(String kind, String text, String group, String email) {
    var form = new HashMap<String, Object>();
    form.put("markdown", text);
    var typed = Map.of("kind", "list", "emails", List.of(email));
    var to = List.of(Map.of("kind", "group", "id", group));
    var except = kind.equals("list") ? listed("mail\n" + email + "\n") : typed;
    if (kind.equals("saved")) {
      var saved = Map.of("name", text, "audience", to, "except", List.of(except));
      var id = ana.post("user/audiences/save", saved).json().path("id").asText();
      form.put("audience", List.of(Map.of("kind", "saved", "id", id)));
    } else {
      form.put("audience", to);
      form.put("except", List.of(except));
    }
    return form;
  }

  /** Agrees to what the review shows, and begins once addresses are asked about again. */
  private void scheduled(String id) {
    var at = LocalDateTime.ofInstant(time.now().plus(Duration.ofHours(2)), ZoneOffset.UTC);
    var when = new HashMap<>(agreed(id));
    when.putAll(Map.of("at", at.toString(), "zone", "UTC"));
    var answer = ana.post("jobs/schedule", when);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    time.jump(Duration.ofHours(2));
  }
}
