package belfry.web.checking;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.jobs.checking.Promise;
import belfry.simulator.directory.Group;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.testing.WinterDay;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** That what was said before sending is sent without a second yes, and what was not is asked. */
@OnEngines(postgres = "whole")
class PromiseTest extends PromiseFixture {
  private static final String MISSING = "1 person does not get it: No value is known for Desk.";

  private static final String NAME_OTHERS =
      "Its groups or saved audiences name others by now than when somebody agreed to it.";

  /** Seconds. They are over when the test says so. */
  private static final int UNDO = 15;

  private static final String ANA = TestPortal.ADMIN;
  private static final String LARS = "lars.berg@northwind.example";
  private static final String PRIYA = "priya.patel@northwind.example";
  private static final String MAIJA = "maija.salo@northwind.example";

  /** Nobody has the last address. */
  private static final String DESKS =
      "mail,Desk\n%s,1\n%s,2\n%s,3\n%s,\nnobody@x.example,5\n".formatted(ANA, LARS, PRIYA, MAIJA);

  @Test
  void itGoesOnByItselfWhereTheResultIsWhatTheReviewSaid() {
    var audience = List.of(listed(DESKS));
    var text = Map.of("markdown", "Your desk: {{Desk}}", "audience", audience);
    var review = ana.post("jobs/check", text).json();
    assertThat(review.path("ready").asInt()).isEqualTo(3);

    var sent = finished(sendNow(text, 0));

    assertThat(sent.path("run").path("counts").path("sent").asInt()).isEqualTo(3);
    assertThat(sent.path("run").path("counts").path("skipped").asInt()).isEqualTo(2);
    assertThat(ana.get("admin/audit/list").body()).doesNotContain("job.asked");
  }

  /** A program has seen no review; what it would have said counts. */
  @Test
  void atItsTimeLikewiseAlsoForAProgramThatSawNoReview() {
    var id = draft(Map.of("markdown", "At last: {{Desk}}", "audience", List.of(listed(DESKS))));
    var when = Map.of("jobId", id, "at", atTheEndOfUndo(), "zone", "UTC");
    var scheduled = ana.post("jobs/schedule", when);
    assertThat(scheduled.status()).as(scheduled.body()).isEqualTo(200);
    undoIsOver();

    assertThat(finished(id).path("run").path("counts").path("sent").asInt()).isEqualTo(3);
  }

  @Test
  void somebodyElseWithoutAValueThanWasSaidIsAskedAbout() {
    var saved = saved("Desks", DESKS);
    var audience = List.of(Map.of("kind", "saved", "id", saved));
    var id = sendNow(Map.of("markdown", "Sit: {{Desk}}", "audience", audience), UNDO);
    saved(
        saved, "Desks", DESKS.replace(LARS + ",2", LARS + ",").replace(MAIJA + ",", MAIJA + ",4"));
    undoIsOver();

    assertThat(asked(id)).isEqualTo(MISSING);
  }

  @Test
  void whoGetsAValueMeanwhileIsNotMissed() {
    var saved = saved("More desks", DESKS);
    var audience = List.of(Map.of("kind", "saved", "id", saved));
    var id = sendNow(Map.of("markdown", "Take: {{Desk}}", "audience", audience), UNDO);
    saved(saved, "More desks", DESKS.replace(MAIJA + ",", MAIJA + ",4"));
    undoIsOver();

    assertThat(finished(id).path("run").path("counts").path("sent").asInt()).isEqualTo(4);
  }

  /** Of a message that goes out once the review showed what each reads. */
  @Test
  void whoWouldReadOtherValuesThanWereAgreedToIsAskedAbout() {
    var text = "Go to {{Desk|the door}}";
    var saved = saved("Desks that move", DESKS);
    var audience = List.of(Map.of("kind", "saved", "id", saved));
    var id = sendNow(Map.of("markdown", text, "audience", audience), UNDO);
    var unused = DESKS.replace("Desk", "Desk,Floor").replace(LARS + ",2", LARS + ",2,7");
    var joined = unused + "kenji.tanaka@northwind.example,9,9\n";
    saved(saved, "Desks that move", joined);
    undoIsOver();
    assertThat(finished(id).path("run").path("counts").path("sent").asInt())
        .as("the same for those who were there")
        .isEqualTo(5);

    var moved = sendNow(Map.of("markdown", text, "audience", audience), UNDO);
    saved(saved, "Desks that move", joined.replace(LARS + ",2", LARS + ",3"));
    undoIsOver();
    assertThat(asked(moved))
        .isEqualTo(
            "Lists say something else of these people by now than when somebody agreed to it: %s."
                .formatted(LARS));
    assertThat(told("Go to 3")).as("nobody yet").isOne();
    assertThat(ana.post("jobs/resume", Map.of("jobId", moved)).status()).isEqualTo(200);
    finished(moved);
    assertThat(told("Go to 3")).isEqualTo(3);
  }

  /** Of somebody with two addresses, the first that is listed says what they read. */
  @Test
  void whoWouldReadWhatIsSaidOfAnotherAddressOfTheirsIsAskedAbout() {
    var other = "maija@northwind.example";
    people(MAIJA);
    change(
        "INSERT INTO address (email, person, asked) SELECT '%s', person, asked FROM address WHERE email = '%s'"
            .formatted(other, MAIJA));
    var titles = "mail,Desk\n";
    var first = MAIJA + ",1\n";
    var second = other + ",2\n";
    var saved = saved("Two addresses", titles + first + second);
    var text =
        Map.of(
            "markdown",
            "Two for {{Desk|the door}}",
            "audience",
            List.of(Map.of("kind", "saved", "id", saved)));
    var id = sendNow(text, UNDO);
    saved(saved, "Two addresses", titles + first + other + ",3\n");
    undoIsOver();
    finished(id);
    assertThat(told("Two for 1")).as("nobody reads what has changed").isOne();

    var turned = sendNow(text, UNDO);
    saved(saved, "Two addresses", titles + second + first);
    undoIsOver();
    assertThat(asked(turned))
        .isEqualTo(
            "Lists say something else of these people by now than when somebody agreed to it: %s."
                .formatted(other));
    assertThat(told("Two for 2")).isZero();
  }

  @Test
  void thatSomebodyIsAskedIsSaidOnlyWhereItIsCompared() {
    var text = "Go to {{Desk|the door}}";
    var some = List.of(Map.of("kind", "saved", "id", saved("Some desks", DESKS)));
    var lines =
        IntStream.range(0, Promise.MOST_NAMED)
            .mapToObj("p%d@x.example,1"::formatted)
            .collect(Collectors.joining("\n"));
    var many = List.of(Map.of("kind", "saved", "id", saved("Too many desks", DESKS + lines)));
    var repeats =
        Map.of(
            "at", WinterDay.at("09:00"), "zone", "UTC", "repeat", "FREQ=DAILY", "markdown", text);

    assertThat(asksAboutValues(Map.of("markdown", text, "audience", some))).isTrue();
    assertThat(asksAboutValues(Map.of("markdown", "Go home", "audience", some))).isFalse();
    assertThat(asksAboutValues(Map.of("markdown", "Go, {{firstName}}", "audience", some)))
        .isFalse();
    assertThat(asksAboutValues(Map.of("markdown", text, "audience", many))).isFalse();
    var again = new HashMap<String, Object>(repeats);
    again.put("audience", some);
    assertThat(asksAboutValues(again)).isFalse();
  }

  private boolean asksAboutValues(Map<String, Object> form) {
    return ana.post("jobs/preview", form).json().path("asksAboutValues").asBoolean();
  }

  /** A program may bring the list anew each night. */
  @Test
  void whatRepeatsSaysEachTimeWhatItsListsSayByThen() {
    var saved = saved("Desks of the day", DESKS);
    var audience = List.of(Map.of("kind", "saved", "id", saved));
    var id = draft(Map.of("markdown", "Today: {{Desk|none}}", "audience", audience));
    var at = atTheEndOfUndo();
    var when = Map.of("jobId", id, "at", at, "zone", "UTC", "repeat", "FREQ=DAILY;COUNT=2");
    var scheduled = ana.post("jobs/schedule", when);
    assertThat(scheduled.status()).as(scheduled.body()).isEqualTo(200);
    saved(saved, "Desks of the day", DESKS.replace(LARS + ",2", LARS + ",22"));
    undoIsOver();

    awaitTold("Today: 22", 1);
  }

  @Test
  void aGroupThatShrankSinceIsAskedAbout() {
    var group = ana.post("user/groups/create", Map.of("name", "Crew")).json().path("id").asText();
    members("add", group, List.of(ANA, LARS, PRIYA, MAIJA));
    var audience = List.of(Map.of("kind", "group", "id", group));
    var id = sendNow(Map.of("markdown", "To the crew", "audience", audience), UNDO);
    members("remove", group, List.of(LARS, PRIYA));
    undoIsOver();

    assertThat(asked(id)).isEqualTo("It would go to 2, but it was meant for 4.");
    var run = ana.get("jobs/detail/" + id).json();
    assertThat(run.path("run").path("counts").path("sent").asInt()).isZero();
    var told = "“To the crew” waits for your answer: It would go to 2, but it was meant for 4.";
    awaitTold(told, 1);
    assertThat(told("/Hub/news/sendMessage.html#/jobs/%s)".formatted(id))).isOne();
  }

  @Test
  void whatIsSentNowAndTakenBackIsStillForAsManyAsWereAgreedTo() {
    var group = ana.post("user/groups/create", Map.of("name", "Watch")).json().path("id").asText();
    members("add", group, List.of(ANA, LARS, PRIYA, MAIJA));
    var audience = List.of(Map.of("kind", "group", "id", group));
    var id = draft(Map.of("markdown", "To the watch", "audience", audience));
    var at = time.now().plus(Duration.ofMinutes(10)).truncatedTo(ChronoUnit.SECONDS);
    var when = LocalDateTime.ofInstant(at, ZoneOffset.UTC).toString();
    ana.post("jobs/schedule", Map.of("jobId", id, "at", when, "zone", "UTC"));
    members("remove", group, List.of(LARS, PRIYA));
    ana.post("admin/users", Map.of("email", MAIJA, "role", "admin"));
    var maija = portal.signedIn("news", MAIJA);

    var starting = maija.post("jobs/runNow", Map.of("jobId", id, "undoSeconds", 60));
    assertThat(starting.json().path("people").asInt()).isEqualTo(2);
    var undone = maija.post("jobs/cancel", Map.of("jobId", id, "undo", true));
    assertThat(undone.json().at("/job/state").asText()).as(undone.body()).isEqualTo("scheduled");
    assertThat(undone.json().at("/job/people").asInt()).isEqualTo(4);
    assertThat(
            ana.delete("admin/users/" + maija.get("info").json().at("/user/id").asText()).status())
        .isLessThan(300);
    time.jump(Duration.ofMinutes(10));

    assertThat(asked(id))
        .as("whoever took it back may send no more, and did not schedule it")
        .isEqualTo("It would go to 2, but it was meant for 4.");
  }

  /** All that a colleague can do meanwhile: more, others, and nobody to leave out. */
  @Test
  void whatIsSentNowIsForThoseWhoWereShownWhateverGroupsAndAudiencesNameByItsStart() {
    var crew = List.of(ANA, LARS);
    var group = ana.post("user/groups/create", Map.of("name", "Deck")).json().path("id").asText();
    members("add", group, crew);
    var out = ana.post("user/groups/create", Map.of("name", "Ashore")).json().path("id").asText();
    members("add", out, List.of(LARS));
    var saved = saved("Bridge", DESKS);
    var deck = Map.of("kind", "group", "id", group);
    askedAfter(
        "More on deck",
        Map.of("audience", List.of(deck)),
        () -> members("add", group, List.of(PRIYA)));
    askedAfter(
        "Others on deck",
        Map.of("audience", List.of(deck)),
        () -> {
          members("remove", group, List.of(PRIYA));
          members("add", group, List.of(MAIJA));
        });
    askedAfter(
        "Nobody ashore",
        Map.of("audience", List.of(deck), "except", List.of(Map.of("kind", "group", "id", out))),
        () -> members("remove", out, List.of(LARS)));
    askedAfter(
        "On the bridge",
        Map.of("audience", List.of(Map.of("kind", "saved", "id", saved))),
        () -> saved(saved, "Bridge", DESKS.replace(MAIJA, "aino.nieminen@northwind.example")));
    members("add", out, List.of(LARS));

    var late = reviewed("On deck at last", Map.of("audience", List.of(deck)));
    members("add", group, List.of(PRIYA));
    time.jump(Duration.ofMinutes(10));
    assertThat(asked(late)).as("however much later it begins").contains(NAME_OTHERS);
    ana.post("jobs/cancel", Map.of("jobId", late));
    members("remove", group, List.of(PRIYA));

    var unchanged =
        reviewed(
            "Nobody came",
            Map.of(
                "audience", List.of(deck), "except", List.of(Map.of("kind", "group", "id", out))));
    undoIsOver();
    assertThat(finished(unchanged).at("/run/counts/sent").asInt()).isEqualTo(2);

    var again =
        reviewed(
            "The same anew", Map.of("audience", List.of(Map.of("kind", "saved", "id", saved))));
    saved(saved, "Bridge", DESKS.replace(MAIJA, "aino.nieminen@northwind.example"));
    undoIsOver();
    finished(again);
  }

  private void askedAfter(String words, Map<String, ?> whom, Runnable change) {
    var id = reviewed(words, whom);
    change.run();
    undoIsOver();

    assertThat(asked(id)).contains(NAME_OTHERS);
    assertThat(portal.simulator().ledger().totals(Ledger.Query.containing(below(words))).messages())
        .isZero();
    ana.post("jobs/cancel", Map.of("jobId", id)).json();
  }

  /** What stands below the title, which the question to the author names as well. */
  private static String below(String words) {
    return "Below " + words;
  }

  /** Sent with what its review showed, while it can be undone. */
  private String reviewed(String words, Map<String, ?> whom) {
    var draft = new HashMap<String, Object>(whom);
    draft.put("markdown", words + "\n\n" + below(words));
    var id = draft(draft);
    var form = new HashMap<>(agreed(id));
    form.put("undoSeconds", UNDO);
    ana.post("jobs/runNow", form).json();
    return id;
  }

  @Test
  void whoeverWasLeftOutStaysSoWhenTheirAddressMeansNobodyAnyMore() {
    var person = portal.simulator().directory().person(9).email();
    var group = ana.post("user/groups/create", Map.of("name", "Three")).json().path("id").asText();
    members("add", group, List.of(ANA, LARS, person));
    var text = new HashMap<String, Object>();
    text.put("markdown", "Not for one of three");
    text.put("audience", List.of(Map.of("kind", "group", "id", group)));
    text.put("except", List.of(Map.of("kind", "person", "email", person)));
    var id = sendNow(text, UNDO);
    var database = Jdbi.create(portal.databaseAddress());
    database.useTransaction(handle -> {
      handle.execute("UPDATE address SET person = '' WHERE email = ?", person);
      handle.execute("UPDATE person SET email = '' WHERE email = ?", person);
    });
    undoIsOver();

    var run = finished(id).path("run");

    assertThat(run.path("counts").path("sent").asInt()).isEqualTo(2);
    assertThat(told("Not for one of three")).isEqualTo(2);
    assertThat(run.path("notes").toString())
        .contains("1 person is left out as agreed, though Except does not name them any more.");
  }

  /** What is stored of an address is asked about again, by whatever it was chosen. */
  @Test
  void anAddressThatPassedToSomebodyElseIsAskedAbout() {
    var mine = portal.simulator().directory().person(20).email();
    var theirs = portal.simulator().directory().person(21).email();
    var people = people(mine, theirs);
    untilNow(mine, people.get(1), people.get(0));
    var list = listed("mail,Desk\n%s,ONE\n%s,TWO\n".formatted(mine, LARS));
    var id = draft(Map.of("markdown", "Passed on: {{Desk}}", "audience", List.of(list)));
    var at = LocalDateTime.ofInstant(time.now().plus(Duration.ofHours(2)), ZoneOffset.UTC);
    var when = Map.of("jobId", id, "at", at.toString(), "zone", "UTC");
    assertThat(ana.post("jobs/schedule", when).status()).isEqualTo(200);
    time.jump(Duration.ofHours(2));

    assertThat(asked(id))
        .isEqualTo(
            "These addresses are other people's by now than when somebody agreed to it: %s."
                .formatted(mine));
    assertThat(told("Passed on: ONE")).isZero();
    assertThat(ana.post("jobs/resume", Map.of("jobId", id)).status()).isEqualTo(200);
    finished(id);
    assertThat(ana.get("jobs/recipients/" + id).body())
        .contains(people.get(0))
        .doesNotContain(people.get(1));
  }

  /** Whoever has an account by now may have another address when the second try is sent. */
  @Test
  void anAddressOfASecondTryThatPassedToSomebodyElseIsAskedAbout() {
    var email = "tomas.silva@partner.example";
    var list = listed("mail,Desk\n%s,TEN\n%s,TWELVE\n".formatted(LARS, email));
    var first = draft(Map.of("markdown", "Once more: {{Desk}}", "audience", List.of(list)));
    ana.post("jobs/runNow", Map.of("jobId", first));
    finished(first);
    portal.simulator().directory().join(email);
    change("DELETE FROM address WHERE email = '%s'".formatted(email));
    var copy = Map.of("jobId", first, "who", "notReached");
    var id = ana.post("jobs/duplicate", copy).json().path("id").asText();
    ana.post("jobs/preview", Map.of("jobId", id));
    // As if it had been somebody else's until now.
    var before = people(portal.simulator().directory().person(22).email()).getFirst();
    change(
        "UPDATE person SET email = '' WHERE email = '%s'".formatted(email),
        "UPDATE person SET email = '%s' WHERE id = '%s'".formatted(email, before),
        "UPDATE address SET person = '%s' WHERE email = '%s'".formatted(before, email));
    var at = LocalDateTime.ofInstant(time.now().plus(Duration.ofHours(2)), ZoneOffset.UTC);
    var when = Map.of("jobId", id, "at", at.toString(), "zone", "UTC");
    assertThat(ana.post("jobs/schedule", when).status()).isEqualTo(200);
    time.jump(Duration.ofHours(2));

    assertThat(asked(id))
        .isEqualTo(
            "These addresses are other people's by now than when somebody agreed to it: %s."
                .formatted(email));
    assertThat(told("Once more: TWELVE")).isZero();
  }

  @Test
  void whoeverIsOutsideAndComesInAfterItWasAgreedToGetsNothing() {
    for (var text : List.of("For partners", "For partners: {{firstName|all}}")) {
      var outside = text.contains("{{") ? "grace2@partner.example" : "grace@partner.example";
      var added = text.contains("{{") ? "tomas2@partner.example" : "tomas@partner.example";
      var some = savedPeople("", text, LARS, outside);
      var audience = List.of(Map.of("kind", "saved", "id", some));
      var id = sendNow(Map.of("markdown", text, "audience", audience, "outside", true), UNDO);
      savedPeople(some, text, LARS, outside, added);
      undoIsOver();

      assertThat(finished(id).at("/run/counts/total").asInt()).isEqualTo(3);
      var skipped = ana.get("jobs/recipients/" + id + "?state=skipped").json().path("items");
      assertThat(skipped).extracting(one -> one.path("email").asText()).containsExactly(added);
      assertThat(skipped.path(0).at("/said/code").asText()).isEqualTo("reason.notAgreed");
    }
  }

  @Test
  void whatIsSentNowAndTakenBackIsStillForWhomItsAddressesMeant() {
    var mine = portal.simulator().directory().person(24).email();
    var theirs = portal.simulator().directory().person(25).email();
    var people = people(mine, theirs);
    untilNow(mine, people.get(1), people.get(0));
    var list = listed("mail,Desk\n%s,ONE\n%s,TWO\n".formatted(mine, LARS));
    var id = draft(Map.of("markdown", "Passed on before: {{Desk}}", "audience", List.of(list)));
    var at = LocalDateTime.ofInstant(time.now().plus(Duration.ofHours(4)), ZoneOffset.UTC);
    var when = Map.of("jobId", id, "at", at.toString(), "zone", "UTC");
    assertThat(ana.post("jobs/schedule", when).status()).isEqualTo(200);
    time.jump(Duration.ofHours(2));

    // By now it is known whose it is, and whoever presses agrees to that.
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id, "undoSeconds", 60)).status())
        .isEqualTo(200);
    var undone = ana.post("jobs/cancel", Map.of("jobId", id, "undo", true));
    assertThat(undone.json().at("/job/state").asText()).as(undone.body()).isEqualTo("scheduled");
    time.jump(Duration.ofHours(2));

    assertThat(asked(id))
        .isEqualTo(
            "These addresses are other people's by now than when somebody agreed to it: %s."
                .formatted(mine));
    ana.post("jobs/cancel", Map.of("jobId", id));
  }

  /** The page says in which language it is read. */
  @Test
  void theAuthorIsToldInTheLanguageOfTheirPage() {
    var lars = portal.signedIn("news", TestPortal.ADMIN).withHeader("Accept-Language", "de");
    assertThat(lars.get("info").status()).isEqualTo(200);
    var id =
        sendNow(Map.of("markdown", "An niemanden", "audience", List.of(listed(nobody('a')))), 0);
    asked(id);

    awaitTold("„An niemanden“ wartet auf Ihre Antwort: ", 1);
    lars.withHeader("Accept-Language", "en").get("info");
  }

  @Test
  void whoHasAnsweredIsNotToldAndNobodyIsToldTwice() {
    var id = sendNow(Map.of("markdown", "Forget it", "audience", List.of(listed(nobody('b')))), 0);
    asked(id);
    awaitTold("“Forget it” waits for your answer", 1);
    assertThat(ana.post("jobs/cancel", Map.of("jobId", id)).status()).isEqualTo(200);
    ana.followUntil("jobs/detail/" + id, job -> job.path("state").asText().equals("cancelled"));

    assertThat(told("“Forget it” waits for your answer")).isOne();
    var person = ana.get("user/people/find?q=" + ANA).json().at("/items/0/id").asText();
    var received = ana.get("user/people/received?personId=" + person);
    assertThat(received.status()).as(received.body()).isEqualTo(200);
    assertThat(received.body()).doesNotContain("waits for");
    assertThat(ana.get("jobs/list/all").body()).doesNotContain("waits for");
  }

  /** What an edit leaves out is said to its author as well, and agreed to with it. */
  @Test
  void anEditOfAScheduledMessageIsAgreedToWithWhatItSays() {
    var audience = List.of(listed(DESKS));
    var id = draft(Map.of("markdown", "No desk at all", "audience", audience));
    var at = atTheEndOfUndo();
    var when = Map.of("jobId", id, "at", at, "zone", "UTC");
    assertThat(ana.post("jobs/schedule", when).status()).isEqualTo(200);
    var revision = ana.get("jobs/detail/" + id).json().path("revision").asLong();
    var edit = Map.of("jobId", id, "revision", revision, "markdown", "Now with {{Desk}}");
    assertThat(ana.post("jobs/edit", edit).status()).isEqualTo(200);
    undoIsOver();

    assertThat(finished(id).path("run").path("counts").path("sent").asInt()).isEqualTo(3);
  }

  @Test
  void whoeverConfirmedANumberConfirmedTheReviews() {
    var text = Map.of("markdown", "Count: {{Desk}}", "audience", List.of(listed(DESKS)));
    for (var number : List.of(2, 4, 5)) {
      var refused = ana.post("jobs/runNow", Map.of("jobId", draft(text), "recipients", number));
      assertThat(refused.errors())
          .containsEntry(
              "recipients",
              "You confirmed %d, and it would go to 3. Look at who gets it again."
                  .formatted(number));
    }
    var agreed = ana.post("jobs/runNow", Map.of("jobId", draft(text), "recipients", 3));
    assertThat(agreed.status()).as(agreed.body()).isEqualTo(200);
  }

  @Test
  void asManyOthersThanWereShownAreNotSentToEither() {
    var saved = savedPeople("", "Some of us", LARS, PRIYA);
    var people = Map.of("kind", "saved", "id", saved);
    var us = whom(people);
    changed(people, () -> savedPeople(saved, "Some of us", LARS, MAIJA));
    savedPeople(saved, "Some of us", PRIYA, LARS);
    assertThat(whom(people)).isEqualTo(us);

    var file = saved("From a file", DESKS);
    var others = DESKS.replace(LARS, "kenji.tanaka@northwind.example");
    changed(Map.of("kind", "saved", "id", file), () -> saved(file, "From a file", others));

    var group = ana.post("user/groups/create", Map.of("name", "Shift")).json().path("id").asText();
    members("add", group, List.of(LARS, PRIYA));
    var crew = Map.of("kind", "group", "id", group);
    var shift = whom(crew);
    changed(crew, () -> replace(group, PRIYA, MAIJA));
    replace(group, MAIJA, PRIYA);
    assertThat(whom(crew)).isEqualTo(shift);

    var team = directoryGroup("Mentors");
    members("remove", team, List.of(MAIJA));
    members("add", team, List.of(PRIYA));
    changed(Map.of("kind", "group", "id", team), () -> replace(team, PRIYA, MAIJA));
  }

  /** The first list that knows somebody's desk decides which one the message says. */
  @Test
  void whoSavesTheSameListsInAnotherOrderChangesWhatWasShown() {
    var desks = listed(DESKS);
    var others = listed(DESKS.replace(",1", ",11"));
    var saved = savedAudience("", "In order", List.of(desks, others));
    var entry = Map.of("kind", "saved", "id", saved);
    changed(entry, () -> savedAudience(saved, "In order", List.of(others, desks)));
  }

  private void replace(String group, String gone, String come) {
    members("add", group, List.of(come));
    members("remove", group, List.of(gone));
  }

  private String whom(Map<String, String> entry) {
    var text = Map.of("markdown", "As you saw it", "audience", List.of(entry));
    return ana.post("jobs/preview", text).json().path("whom").asText();
  }

  /**
   * Where nobody is known yet, each count finds some, and they are the same people all the time.
   */
  @Test
  void whoIsLookedUpMeanwhileIsNobodyElse() {
    var text = Map.of("markdown", "Look up", "audience", List.of(listed(nobody('c') + "\n" + ANA)));
    var whom = ana.post("jobs/preview", text).json().path("whom").asText();
    var sent = ana.post("jobs/runNow", Map.of("jobId", draft(text), "whom", whom));
    assertThat(sent.status()).as(sent.body()).isEqualTo(200);
    var undone = ana.post("jobs/cancel", Map.of("jobId", sent.json().path("id").asText()));
    assertThat(undone.status()).as(undone.body()).isEqualTo(200);
  }

  /** What was shown is refused after the change, and taken once it was looked at again. */
  private void changed(Map<String, String> entry, Runnable change) {
    var id = draft(Map.of("markdown", "As you saw it", "audience", List.of(entry)));
    var seen = agreed(id);
    change.run();
    var later = new HashMap<>(seen);
    later.putAll(
        Map.of(
            "at",
            LocalDateTime.now(ZoneOffset.UTC).plusDays(9).toString().substring(0, 16),
            "zone",
            "UTC"));
    for (var refused : List.of(ana.post("jobs/runNow", seen), ana.post("jobs/schedule", later))) {
      assertThat(refused.errors())
          .containsExactly(
              Map.entry(
                  "whom",
                  "Who would get it has changed since you looked. Look at who gets it again."));
    }
    var again = agreed(id);
    assertThat(again).containsEntry("recipients", seen.get("recipients"));
    later.putAll(again);
    assertThat(ana.post("jobs/schedule", later).status()).isEqualTo(200);
  }

  /** The directory is changed by others, and a copy of a few minutes is shown while one writes. */
  @Test
  void whatIsAgreedToIsComparedWithTheDirectoryAsItIsNow() {
    var group = Map.of("kind", "group", "id", directoryGroup("Travel desk"));
    var job = sentAtOnce("Recalled from the travel desk", group);
    var id = draft(Map.of("markdown", "As you saw it", "audience", List.of(group)));
    var seen = agreed(id);
    var recall = Map.of("jobId", job, "audience", List.of(group));
    var recalled = ana.post("jobs/followUp/reach", recall).json().path("whom").asText();
    var _ = exchangedIn("Travel desk");
    change("UPDATE people_group SET fetched = fetched - 120000");

    assertThat(ana.post("jobs/runNow", seen).errors()).containsOnlyKeys("whom");
    var form = new HashMap<String, Object>(recall);
    form.put("whom", recalled);
    assertThat(ana.post("jobs/recall", form).errors()).containsOnlyKeys("whom");
  }

  @Test
  void itGoesToThoseWhoWereCountedThoughTheDirectoryHasOthersWhenItBegins() {
    var group = Map.of("kind", "group", "id", directoryGroup("Travel desk"));
    var id = draft(Map.of("markdown", "To whom you saw", "audience", List.of(group)));
    var form = new HashMap<>(agreed(id));
    form.put("undoSeconds", UNDO);
    ana.post("jobs/runNow", form).json();
    var joined = exchangedIn("Travel desk");
    // As if it took a minute until it begins.
    change(
        "UPDATE people_group SET fetched = fetched - 50000",
        "UPDATE job_promise SET at = at - 50000");
    undoIsOver();

    assertThat(finished(id).at("/run/counts/sent").asInt()).isEqualTo(form.get("recipients"));
    assertThat(ana.get("jobs/recipients/" + id).body()).doesNotContain(joined);
  }

  /** Puts somebody into a group of the directory for somebody else; the address of who is new. */
  private String exchangedIn(String name) {
    var group = portal.simulator().groups().byName(name).orElseThrow();
    var people = portal.simulator().directory();
    var joined =
        IntStream.range(0, 60)
            .mapToObj(people::person)
            .filter(one -> !group.contains(people.principalByEmail(one.email()).orElseThrow()))
            .findFirst()
            .orElseThrow();
    var in = people.principalByEmail(joined.email()).orElseThrow();
    group.change(new Group.Change(null, null, List.of(in), group.members(0, 1)), group.created());
    return joined.email();
  }

  private String directoryGroup(String name) {
    var found = ana.get("user/groups/find?q=" + name.replace(" ", "%20")).json();
    return found.at("/items/0/id").asText();
  }

  private String sentAtOnce(String markdown, Map<String, String> audience) {
    var id = sendNow(Map.of("markdown", markdown, "audience", List.of(audience)), 0);
    finished(id);
    return id;
  }

  private String savedPeople(String id, String name, String... emails) {
    return savedAudience(
        id,
        name,
        Stream.of(emails).map(email -> Map.of("kind", "person", "email", email)).toList());
  }

  private String savedAudience(String id, String name, List<Map<String, String>> audience) {
    var form = new HashMap<String, Object>();
    form.put("name", name);
    form.put("audience", audience);
    if (!id.isEmpty()) {
      form.put("audienceId", id);
    }
    return ana.post("user/audiences/save", form).json().path("id").asText();
  }

  // ------------------------------------------------------------------------------------------

  /** More addresses than are looked up before it is sent. */
  private static String nobody(char which) {
    return "mail\n"
        + IntStream.range(0, 90)
            .mapToObj(number -> which + "%d@nowhere.example".formatted(number))
            .collect(Collectors.joining("\n"));
  }

  private void awaitTold(String words, long times) {
    Await.until(() -> told(words) == times);
  }

  private String saved(String name, String table) {
    var form = Map.of("name", name, "audience", List.of(listed(table)));
    return ana.post("user/audiences/save", form).json().path("id").asText();
  }

  private void saved(String id, String name, String table) {
    var form = Map.of("audienceId", id, "name", name, "audience", List.of(listed(table)));
    var answer = ana.post("user/audiences/save", form);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  private String atTheEndOfUndo() {
    var at = time.now().plusSeconds(UNDO).truncatedTo(ChronoUnit.SECONDS);
    return LocalDateTime.ofInstant(at, ZoneOffset.UTC).toString();
  }

  private void undoIsOver() {
    time.jump(Duration.ofSeconds(UNDO));
  }

  private String sendNow(Map<String, Object> text, int undo) {
    var id = draft(text);
    var answer = ana.post("jobs/runNow", Map.of("jobId", id, "undoSeconds", undo));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return id;
  }
}
