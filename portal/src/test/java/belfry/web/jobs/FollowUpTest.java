package belfry.web.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.runs.ids.JobId;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import belfry.simulator.messages.Message;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.Engine;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Recalls and corrections, from the request until the platform shows what was wanted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEngines(postgres = "long")
class FollowUpTest {
  private static final int PEOPLE = 40;

  private TestPortal portal;
  private Client ana;

  @Parameter Engine engine = Engine.SQLITE;

  @BeforeParameterizedClassInvocation
  void start() {
    portal = TestPortal.start(SimulatorSettings.defaults().withPeople(PEOPLE), engine::under);
    ana = portal.signedIn("news", TestPortal.ADMIN);
  }

  @AfterParameterizedClassInvocation
  void stop() {
    portal.close();
  }

  @AfterEach
  void noFaults() {
    portal.simulator().faults().set(List.of());
  }

  @Test
  void aRecallDeletesWhatEverybodyGot() {
    var job = sent("Recalled: the canteen is closed");

    assertThat(ana.post("jobs/recall", Map.of("jobId", job)).status()).isEqualTo(200);

    var counts = finished(job).path("counts");
    assertThat(counts.path("total").asInt()).isEqualTo(PEOPLE);
    assertThat(counts.path("done").asInt()).isEqualTo(PEOPLE);
    assertThat(entries("Recalled: the canteen")).allMatch(Ledger.Entry::deleted).hasSize(PEOPLE);
  }

  @Test
  void aCorrectionChangesTheTextForEachWithTheirOwnWords() {
    var job = sent("Dear {{firstName}}, come at nine, *corrected*");

    var answer =
        ana.post(
            "jobs/correct",
            Map.of("jobId", job, "markdown", "Dear {{firstName}}, come at ten, *corrected*"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("title").asText()).contains("come at ten");

    assertThat(finished(job).path("counts").path("done").asInt()).isEqualTo(PEOPLE);
    assertThat(shown("*corrected*"))
        .hasSize(PEOPLE)
        .allSatisfy(message -> {
          var person = portal.simulator().directory().person(recipient(message));
          assertThat(message.words().content().markdown())
              .isEqualTo("Dear %s, come at ten, *corrected*".formatted(person.firstName()));
        });
  }

  private int recipient(Message message) {
    var id =
        entries("*corrected*").stream()
            .filter(entry -> entry.messageId().equals(message.id()))
            .findFirst()
            .orElseThrow()
            .recipient();
    return java.util.stream.IntStream.range(0, PEOPLE)
        .filter(i -> portal.simulator().directory().personId(i).equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void onlyTheChosenAreRecalled() {
    var job = sent("Some of this is recalled");
    var chosen =
        Stream.of(3, 5)
            .map(i -> portal.simulator().directory().person(i).email())
            .map(email -> Map.of("kind", "person", "email", email))
            .toList();

    assertThat(ana.post("jobs/recall", Map.of("jobId", job, "audience", chosen)).status())
        .isEqualTo(200);

    assertThat(finished(job).path("counts").path("total").asInt()).isEqualTo(2);
    assertThat(ana.get("jobs/recipients/" + job + "?limit=200").json().path("items"))
        .filteredOn(one -> one.path("followed").asText().equals("recalled"))
        .hasSize(2);
    assertThat(ana.get("jobs/export/" + job).body().lines())
        .filteredOn(line -> line.contains("\"recalled\""))
        .hasSize(2);
    assertThat(entries("Some of this").stream().filter(Ledger.Entry::deleted))
        .extracting(Ledger.Entry::recipient)
        .containsExactlyInAnyOrder(
            portal.simulator().directory().personId(3), portal.simulator().directory().personId(5));
  }

  @Test
  void itsOwnRecipientsCanBeChosen() {
    var job = sent("Recalled from whoever has it");
    var audience = List.of(Map.of("kind", "recipients", "id", job, "who", "reached"));

    assertThat(ana.post("jobs/recall", Map.of("jobId", job, "audience", audience)).status())
        .isEqualTo(200);

    assertThat(finished(job).path("counts").path("done").asInt()).isEqualTo(PEOPLE);
  }

  @Test
  void anAddressAtWhichNobodyIsIsNamed() {
    var job = sent("To people with addresses");
    var list =
        ana.bringList(
            "?name=a.csv", (TestPortal.ADMIN + "\npria.patel@northwind.example\n").getBytes(UTF_8));
    var audience =
        List.of(Map.of("kind", "list", "listId", list.json().path("list").path("id").asText()));

    var reach = ana.post("jobs/followUp/reach", Map.of("jobId", job, "audience", audience)).json();

    assertThat(reach.path("people").asInt()).isEqualTo(1);
    assertThat(reach.path("noAccount"))
        .extracting(JsonNode::asText)
        .containsExactly("pria.patel@northwind.example");
  }

  /** Somebody may join a group between what was shown and the press. */
  @Test
  void onlyThoseAreMeantWhoWereShownAmongTheChosen() {
    var job = sent("Shown before it is recalled");
    var made = ana.post("user/groups/create", Map.of("name", "Recalled from")).json();
    var group = made.path("id").asText();
    join(group, 3);
    var audience = List.of(Map.of("kind", "group", "id", group));
    var shown = ana.post("jobs/followUp/reach", Map.of("jobId", job, "audience", audience)).json();
    var which = Map.of("jobId", job, "audience", audience, "whom", shown.path("whom").asText());
    join(group, 5);

    for (var form : List.of(which, with(which, "markdown", "Corrected for others"))) {
      var path = form.containsKey("markdown") ? "jobs/correct" : "jobs/recall";
      assertThat(ana.post(path, form).errors()).containsOnlyKeys("whom");
    }
    assertThat(entries("Shown before")).noneMatch(Ledger.Entry::deleted);

    var again = ana.post("jobs/followUp/reach", Map.of("jobId", job, "audience", audience)).json();
    assertThat(again.path("people").asInt()).isEqualTo(2);
    var agreed = ana.post("jobs/recall", with(which, "whom", again.path("whom").asText()));
    assertThat(agreed.status()).as(agreed.body()).isEqualTo(200);
    assertThat(finished(job).path("counts").path("done").asInt()).isEqualTo(2);
    var all = ana.post("jobs/followUp/reach", Map.of("jobId", job)).json();
    assertThat(all.has("whom")).isFalse();
  }

  /**
   * A recall is gone through once more when its run is over, and a saved audience may be changed
   * then.
   */
  @Test
  void aSavedAudienceIsMeantAsItWasWhenTheRecallBegan() {
    var job = sent("Recalled from a saved audience");
    var one = portal.simulator().directory().person(3).email();
    var form =
        Map.of(
            "name", "Recalled from", "audience", List.of(Map.of("kind", "person", "email", one)));
    var saved = ana.post("user/audiences/save", form).json().path("id").asText();
    var audience = List.of(Map.of("kind", "saved", "id", saved));

    assertThat(ana.post("jobs/recall", Map.of("jobId", job, "audience", audience)).status())
        .isEqualTo(200);

    assertThat(finished(job).path("counts").path("done").asInt()).isEqualTo(1);
    var stored =
        Jdbi.create(portal.databaseAddress())
            .withHandle(handle ->
                handle
                    .createQuery("SELECT only_for FROM follow_up WHERE job = ?")
                    .bind(0, JobId.parse(job).orElseThrow().value())
                    .mapTo(String.class)
                    .one());
    assertThat(stored).contains(one).doesNotContain(saved);
  }

  /** Webex finds nobody at the address that somebody had when they were written to. */
  @Test
  void whoHasAnotherAddressByNowIsFoundByTheOneTheyWereWrittenTo() {
    var job = sent("Recalled from who has another address");
    var before = "priya.before@northwind.example";
    var person = portal.simulator().directory().personId(3);
    wasWrittenTo(job, person, before);
    var listed = List.of(Map.of("kind", "list", "emails", List.of(before)));
    var form = Map.of("jobId", job, "audience", listed);

    assertThat(ana.post("jobs/followUp/reach", form).json().path("people").asInt()).isEqualTo(1);
    var others = both(form, Map.of("audience", everybody(), "except", listed));
    assertThat(ana.post("jobs/followUp/reach", others).json().path("people").asInt())
        .isEqualTo(PEOPLE - 1);
    assertThat(ana.post("jobs/recall", form).status()).isEqualTo(200);

    assertThat(finished(job).path("counts").path("done").asInt()).isEqualTo(1);
    assertThat(entries("Recalled from who has").stream().filter(Ledger.Entry::deleted))
        .extracting(Ledger.Entry::recipient)
        .containsExactly(person);
  }

  /** Its new owner got the same message, at another address. */
  @Test
  void whoHasTheAddressOfSomebodyElseByNowIsNotTakenForThem() {
    var directory = portal.simulator().directory();
    var people = List.of(directory.person(3), directory.person(4));
    var ways =
        List.<Function<String, Map<String, Object>>>of(
            email -> Map.of("kind", "person", "email", email),
            email -> Map.of("kind", "list", "emails", List.of(email)),
            email ->
                Map.of(
                    "kind",
                    "list",
                    "listId",
                    ana.bringList("?name=a.csv", email.getBytes(UTF_8))
                        .json()
                        .at("/list/id")
                        .asText()));
    for (var way : ways) {
      var words = "Recalled by an address that moved, " + ways.indexOf(way);
      var job = sent(words);
      // As if each had had the other's address when they were written to.
      for (var i = 0; i < 2; i++) {
        wasWrittenTo(job, people.get(i).id(), people.get(1 - i).email());
      }
      var chosen = List.of(way.apply(people.get(1).email()));
      var form = Map.of("jobId", job, "audience", chosen);

      var without = both(form, Map.of("audience", everybody(), "except", chosen));
      assertThat(ana.post("jobs/followUp/reach", without).json().path("people").asInt())
          .isEqualTo(PEOPLE - 1);
      assertThat(ana.post("jobs/followUp/reach", form).json().path("people").asInt()).isOne();
      assertThat(ana.post("jobs/recall", form).status()).isEqualTo(200);
      assertThat(finished(job).path("counts").path("done").asInt()).isEqualTo(1);
      assertThat(entries(words).stream().filter(Ledger.Entry::deleted))
          .as("%s", form)
          .extracting(Ledger.Entry::recipient)
          .containsExactly(people.getFirst().id());
    }
  }

  /** When it was sent nobody had it, so that its line was skipped; they got it by their group. */
  @Test
  void whoeverHasAnAddressThatWasSkippedIsLookedUpByIt() {
    var job = sent("Recalled from all but one with a new address");
    var person = portal.simulator().directory().person(5);
    wasWrittenTo(job, person.id(), "before@northwind.example");
    Jdbi.create(portal.databaseAddress())
        .useTransaction(handle -> {
          var run =
              handle
                  .createQuery("SELECT id FROM run WHERE job = ?")
                  .bind(0, JobId.parse(job).orElseThrow().value())
                  .mapTo(Long.class)
                  .one();
          handle.execute(
              """
              INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt)
              VALUES (?, ?, 'person', ?, '', '', ?, 'skipped', 0)
              """,
              run,
              PEOPLE,
              "mailto:" + person.email(),
              person.email());
          handle.execute(
              "UPDATE run SET total = total + 1, skipped = skipped + 1 WHERE id = ?", run);
        });
    var them = List.of(Map.of("kind", "list", "emails", List.of(person.email())));
    var only = Map.of("jobId", job, "audience", them);
    assertThat(ana.post("jobs/followUp/reach", only).json().path("people").asInt()).isOne();

    var form = Map.of("jobId", job, "audience", everybody(), "except", them);
    assertThat(ana.post("jobs/recall", form).status()).isEqualTo(200);

    assertThat(finished(job).path("counts").path("done").asInt()).isEqualTo(PEOPLE - 1);
    assertThat(entries("Recalled from all but one").stream().filter(entry -> !entry.deleted()))
        .extracting(Ledger.Entry::recipient)
        .containsExactly(person.id());
  }

  private void wasWrittenTo(String job, String person, String email) {
    Jdbi.create(portal.databaseAddress())
        .useTransaction(handle ->
            handle.execute(
                "UPDATE recipient SET email = ? WHERE target = ?"
                    + " AND run IN (SELECT id FROM run WHERE job = ?)",
                email,
                person,
                JobId.parse(job).orElseThrow().value()));
  }

  /** Whoever cleared what was chosen, or forgot to send it, did not mean everybody. */
  @Test
  void nobodyChosenIsNotEverybody() {
    var job = sent("For nobody in particular");
    var empty = Map.of("jobId", job, "audience", List.of());
    var shown = Map.of("jobId", job, "whom", "a digest of some");

    for (var path : List.of("jobs/followUp/reach", "jobs/recall", "jobs/correct")) {
      var text =
          path.equals("jobs/correct") ? Map.of("markdown", "Nobody") : Map.<String, String>of();
      assertThat(ana.post(path, both(empty, text)).errors()).as(path).containsOnlyKeys("audience");
      if (!path.endsWith("reach")) {
        assertThat(ana.post(path, both(shown, text)).errors()).as(path).containsOnlyKeys("whom");
      }
    }
    assertThat(ana.get("jobs/detail/" + job).json().at("/run/followUps")).isEmpty();
    assertThat(entries("For nobody")).hasSize(PEOPLE).noneMatch(Ledger.Entry::deleted);
  }

  private static Map<String, Object> both(Map<String, ?> form, Map<String, ?> more) {
    var all = new LinkedHashMap<String, Object>(form);
    all.putAll(more);
    return all;
  }

  private void join(String group, int person) {
    var email = portal.simulator().directory().person(person).email();
    var form = Map.of("groupId", group, "members", List.of(Map.of("email", email)));
    assertThat(ana.post("user/groups/add", form).status()).isEqualTo(200);
  }

  private static Map<String, Object> with(Map<String, ?> form, String name, String value) {
    var changed = new LinkedHashMap<String, Object>(form);
    changed.put(name, value);
    return changed;
  }

  /** Two who look at the same text must not take back what the other has just corrected. */
  @Test
  void aCorrectionOfATextThatIsNoMoreIsRefused() {
    var job = sent("Corrected by two at nine");
    var seen = ana.get("jobs/detail/" + job).json().path("revision").asLong();
    var some = List.of(Map.of("kind", "person", "email", TestPortal.ADMIN));
    var first =
        with(Map.of("jobId", job, "revision", seen, "audience", some), "markdown", "At ten");
    assertThat(ana.post("jobs/correct", first).status()).isEqualTo(200);
    finished(job);

    var late = Map.of("jobId", job, "revision", seen, "markdown", "Corrected by two at eight");
    var refused = ana.post("jobs/correct", late);
    assertThat(refused.status()).as(refused.body()).isEqualTo(409);
    assertThat(refused.json().path("type").asText()).isEqualTo("urn:belfry:stale");
    assertThat(entries("at eight")).isEmpty();
    assertThat(ana.post("jobs/correct", Map.of("jobId", job, "markdown", "At last")).status())
        .as("whoever says nothing of what they saw replaces whatever it is")
        .isEqualTo(200);
    finished(job);
    assertThat(ana.get("jobs/detail/" + job).json().path("revision").asLong()).isGreaterThan(seen);
  }

  @Test
  void whoseMessageWasDeletedAlreadyIsDoneToo() {
    var job = sent("Deleted before");
    shown("Deleted before").stream().limit(5).forEach(portal.simulator().messages()::delete);

    ana.post("jobs/recall", Map.of("jobId", job));

    assertThat(finished(job).path("counts").path("done").asInt()).isEqualTo(PEOPLE);
  }

  @Test
  void aRecallOfWhatIsStillBeingSentStopsItAndForgetsNobody() {
    portal.simulator().limits().set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(4, 4)));
    var job = begun("Recalled halfway");
    ana.followUntil("jobs/detail/" + job, one -> count(one, "sent") >= 4);

    assertThat(ana.post("jobs/recall", Map.of("jobId", job)).json().path("state").asText())
        .isEqualTo("stopping");
    portal.simulator().limits().set();

    var ended = finished(job);
    var entries = entries("Recalled halfway");
    assertThat(entries).hasSizeBetween(4, PEOPLE - 1).allMatch(Ledger.Entry::deleted);
    assertThat(ended.path("counts").path("done").asInt()).isEqualTo(entries.size());
    assertThat(ana.get("jobs/detail/" + job).json().path("state").asText()).isEqualTo("cancelled");
  }

  @Test
  void whatIsStoppedIsSettledAndTheRestIsSkipped() {
    var job = sent("Corrected in part");
    portal.simulator().limits().set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(4, 4)));
    ana.post("jobs/correct", Map.of("jobId", job, "markdown", "Halfway corrected"));
    assertThat(ana.post("jobs/correct", Map.of("jobId", job, "markdown", "Not beside it")).status())
        .isEqualTo(409);
    ana.followUntil(
        "jobs/detail/" + job,
        one -> one.path("run").path("followUps").path(0).path("counts").path("done").asInt() >= 4);

    var correction = ana.get("jobs/detail/" + job).json().at("/run/followUps/0/id").asText();
    var meant = Map.of("jobId", job, "followUpId", correction);
    assertThat(ana.post("jobs/stopFollowUp", meant).status()).isEqualTo(200);
    portal.simulator().limits().set();

    var counts = finished(job).path("counts");
    assertThat(counts.path("skipped").asInt()).isPositive();
    assertThat(shown("Halfway corrected")).hasSize(counts.path("done").asInt());
    assertThat(shown("Corrected in part")).hasSize(counts.path("skipped").asInt());

    var one = Map.of("kind", "person", "email", TestPortal.ADMIN);
    ana.post("jobs/recall", Map.of("jobId", job, "audience", List.of(one)));
    var late = ana.post("jobs/stopFollowUp", Map.of("jobId", job, "followUpId", correction));
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.body()).contains("followUp.over");
    assertThat(finished(job).path("counts").path("skipped").asInt()).isZero();
  }

  @Test
  void whomItWasAboutIsSaidAlsoIfItIsStoppedBeforeItHasBegun() {
    var job = toBeRecalledFromOne("Begun and stopped");
    assertThat(ana.post("jobs/stopFollowUp", Map.of("jobId", job)).status()).isEqualTo(200);
    noFaults();

    var counts = finished(job).path("counts");
    assertThat(counts.path("total").asInt()).isOne();
    assertThat(counts.path("skipped").asInt()).isOne();
  }

  @Test
  void whatKeepsFromKnowingWhomItWasAboutDoesNotKeepItFromEnding() {
    var job = notPlanned("Begun by a newer version");
    assertThat(ana.post("jobs/stopFollowUp", Map.of("jobId", job)).status()).isEqualTo(200);

    assertThat(finished(job).path("counts").path("total").asInt()).isZero();
    ana.followUntil("jobs/detail/" + job, one -> !one.path("unreadableBeside").isTextual());
  }

  @Test
  void whatAnotherNodeHasPlannedIsNamedNoLongerWhileItGoesOn() {
    var job = notPlanned("Planned by a newer version");
    var named = "planning of follow up";
    assertThat(status()).contains(named);

    // One message that is never found keeps it from ending.
    recallOf(job, "complete = ?, planned = 1", 1);
    Await.until(this::status, rows -> !rows.contains(named));
    assertThat(ana.get("jobs/detail/" + job).json().has("unreadableBeside")).isFalse();
    assertThat(ana.get("jobs/detail/" + job).json().at("/run/followUps/0/state").asText())
        .isNotEqualTo("finished");

    recallOf(job, "gate = ?, planned = 0", "closed");
  }

  private String status() {
    return ana.call("GET", "/status", Optional.empty()).body();
  }

  /** To be recalled from somebody who cannot be read. */
  private String notPlanned(String markdown) {
    var job = toBeRecalledFromOne(markdown);
    recallOf(job, "only_for = ?", "{\"entries\":[{\"kind\":\"group\",\"name\":\"Rowers\"}]}");
    noFaults();
    ana.followUntil("jobs/detail/" + job, one -> one.path("unreadableBeside").isTextual());
    return job;
  }

  private void recallOf(String job, String set, Object value) {
    Jdbi.create(portal.databaseAddress())
        .useTransaction(handle ->
            handle.execute(
                "UPDATE follow_up SET %s WHERE kind = 'recall' AND job = ?".formatted(set),
                value,
                JobId.parse(job).orElseThrow().value()));
  }

  /** What is in doubt keeps a correction open, for which the recall waits. */
  private String toBeRecalledFromOne(String markdown) {
    var job = sent(markdown);
    portal
        .simulator()
        .faults()
        .set(
            List.of(
                FaultRule.on(Operation.MESSAGES_EDIT, Fault.after(502)),
                FaultRule.on(Operation.MESSAGES_GET, Fault.before(502))));
    ana.post("jobs/correct", Map.of("jobId", job, "markdown", markdown + ", corrected"));
    ana.followUntil(
        "jobs/detail/" + job, one -> one.at("/run/followUps/0/counts/unknown").asInt() > 0);
    var one = Map.of("kind", "person", "email", TestPortal.ADMIN);
    assertThat(ana.post("jobs/recall", Map.of("jobId", job, "audience", List.of(one))).status())
        .isEqualTo(200);
    return job;
  }

  @Test
  void aRecallThatWasStoppedBeforeItDidAnythingDoesNotStandInTheWayOfARetry() {
    portal
        .simulator()
        .faults()
        .set(List.of(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403)).every(PEOPLE)));
    var job = sent("Neither recalled nor out of date");
    noFaults();
    portal
        .simulator()
        .faults()
        .set(List.of(FaultRule.on(Operation.MESSAGES_DELETE, Fault.before(429))));
    ana.post("jobs/recall", Map.of("jobId", job));
    var failed = ana.get("jobs/recipients/" + job + "?state=failed").json().path("items");
    var retry = Map.of("jobId", job, "recipients", List.of(failed.path(0).path("id").asText()));
    assertThat(ana.post("jobs/retryFailed", retry).status()).isEqualTo(409);
    ana.post("jobs/stopFollowUp", Map.of("jobId", job));
    noFaults();

    var counts = finished(job).path("counts");
    assertThat(counts.path("skipped").asInt())
        .isEqualTo(counts.path("total").asInt())
        .isEqualTo(PEOPLE - 1);
    assertThat(ana.get("jobs/detail/" + job).json().at("/retry/possible").asBoolean()).isTrue();
    assertThat(ana.post("jobs/retryFailed", retry).status()).isEqualTo(200);
    ana.followUntil("jobs/detail/" + job, now -> count(now, "sent") == PEOPLE);

    ana.post("jobs/recall", Map.of("jobId", job));
    assertThat(finished(job).path("counts").path("done").asInt()).isEqualTo(PEOPLE);
  }

  private static int count(JsonNode job, String state) {
    return job.path("run").path("counts").path(state).asInt();
  }

  /** As in a space that the bot has left. */
  @Test
  void nobodyIsToldThatAnAnswerWasLostWhichSaysThatThereIsNoSuchMessage() {
    var job = sent("Recalled where the bot has left");
    portal
        .simulator()
        .faults()
        .set(
            List.of(
                FaultRule.on(Operation.MESSAGES_DELETE, Fault.before(404)),
                FaultRule.on(Operation.MESSAGES_GET, Fault.before(502))));
    ana.post("jobs/recall", Map.of("jobId", job));
    var seen =
        ana.followUntil(
            "jobs/detail/" + job, one -> one.at("/run/followUps/0/counts/unknown").asInt() > 0);

    var recall = seen.at("/run/followUps/0/id").asText();
    var path = "jobs/followUp/messages/" + recall + "?state=unknown";
    assertThat(ana.get(path).json().at("/items/0/reason").asText())
        .isEqualTo("Webex answers that the bot has no such message; that is being checked.");
    noFaults();
    finished(job);
  }

  @Test
  @Tag("whole")
  void lostAnswersAreLookedUpAndEachMessageIsDoneOnce() {
    var job = sent("Corrected in a storm");
    portal.simulator().faults().set(storm(Operation.MESSAGES_EDIT));

    ana.post("jobs/correct", Map.of("jobId", job, "markdown", "Right after the storm"));

    var counts = finished(job).path("counts");
    assertThat(counts.path("done").asInt()).isEqualTo(PEOPLE);
    assertThat(shown("Right after the storm")).hasSize(PEOPLE);
    noFaults();
    portal.simulator().faults().set(storm(Operation.MESSAGES_DELETE));

    ana.post("jobs/recall", Map.of("jobId", job));

    assertThat(finished(job).path("counts").path("done").asInt()).isEqualTo(PEOPLE);
    assertThat(shown("Right after the storm")).isEmpty();
  }

  private static List<FaultRule> storm(Operation operation) {
    return List.of(
        FaultRule.on(operation, Fault.after(502)).every(4),
        FaultRule.on(operation, Fault.before(502)).every(5));
  }

  @Test
  void theMessagesOfARecallCanBeListedAndExported() {
    var job = sent("Listed and exported");
    ana.post("jobs/recall", Map.of("jobId", job));
    var id = finished(job).path("id").asText();

    var first = ana.get("jobs/followUp/messages/" + id + "?limit=25").json();
    var second =
        ana.get("jobs/followUp/messages/" + id + "?limit=25&cursor=" + first.path("next").asText())
            .json();
    assertThat(first.path("items")).hasSize(25);
    assertThat(second.path("items")).hasSize(PEOPLE - 25);
    assertThat(ana.get("jobs/followUp/messages/" + id + "?state=refused").json().path("items"))
        .isEmpty();

    var csv = ana.get("jobs/followUp/export/" + id);
    assertThat(csv.body().lines().filter(line -> line.contains("\"recalled\""))).hasSize(PEOPLE);

    assertThat(ana.post("jobs/delete", Map.of("jobId", job)).status()).isEqualTo(204);
    assertThat(ana.get("jobs/followUp/messages/" + id).status()).isEqualTo(404);
    assertThat(ana.get("jobs/followUp/export/" + id).status()).isEqualTo(404);
  }

  @Test
  void whatCannotBeDoneIsRefusedWithTheRemedy() {
    var job = sent("Nothing to correct");

    assertThat(problem("jobs/correct", Map.of("jobId", job, "markdown", "Nothing to correct")))
        .isEqualTo("markdown: This is the text that was sent.");
    assertThat(problem("jobs/correct", Map.of("jobId", job, "markdown", "Hi {{lastName}}")))
        .startsWith("markdown: The text that was sent does not use {{lastName}}");
    assertThat(problem("jobs/recall", Map.of("jobId", job, "part", "firstWave")))
        .isEqualTo("part: It had no first wave. Leave this out.");
    assertThat(problem("jobs/recall", Map.of("jobId", job, "part", "half")))
        .isEqualTo("part: This must be all, firstWave or rest.");
    var draft = ana.post("jobs/edit", Map.of("markdown", "Not sent", "audience", everybody()));
    assertThat(ana.post("jobs/recall", Map.of("jobId", draft.json().path("id").asText())).status())
        .isEqualTo(409);
  }

  /** Whoever has no value would read a hole where their text was right. */
  @Test
  void aCorrectionSaysNothingThatSomeHaveNoValueFor() {
    var job = sent("{{name}}, {{lastName|colleague}}, *in full*");

    assertThat(problem("jobs/correct", Map.of("jobId", job, "markdown", "Hi {{ lastname }}")))
        .startsWith("markdown: The message has a default for {{lastname}}")
        .endsWith("as in {{lastname|…}}.");
    assertThat(problem("jobs/correct", Map.of("jobId", job, "markdown", "Hi {{name")))
        .startsWith("markdown: This would be sent as it stands: {{name");
    var right = Map.of("jobId", job, "markdown", "Hi {{name}} {{lastName|all}}, *in full*");
    assertThat(ana.post("jobs/correct", right).status()).isEqualTo(200);
    assertThat(finished(job).path("counts").path("done").asInt()).isEqualTo(PEOPLE);
  }

  @Test
  void aRecalledMessageIsNotSentToAnybodyElse() {
    var job = sent("Not tried again");
    ana.post("jobs/recall", Map.of("jobId", job));
    finished(job);

    var again = ana.post("jobs/retryFailed", Map.of("jobId", job, "recipients", List.of("x")));

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.json().path("detail").asText()).contains("recalled or corrected since");
  }

  private String problem(String path, Map<String, Object> form) {
    var answer = ana.post(path, form);
    assertThat(answer.status()).isEqualTo(400);
    var error = answer.json().path("errors").path(0);
    return error.path("field").asText() + ": " + error.path("message").asText();
  }

  private String sent(String markdown) {
    var id = begun(markdown);
    ana.followUntil("jobs/detail/" + id, job -> job.path("state").asText().equals("finished"));
    return id;
  }

  private String begun(String markdown) {
    var form = new LinkedHashMap<String, Object>();
    form.put("markdown", markdown);
    form.put("audience", everybody());
    var id = ana.post("jobs/edit", form).json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    return id;
  }

  private List<Map<String, String>> everybody() {
    var group = ana.get("user/groups/find?q=All").json().path("items").path(0).path("id").asText();
    return List.of(Map.of("kind", "group", "id", group));
  }

  /** The newest follow-up of a job, once nothing of it is under way. */
  private JsonNode finished(String job) {
    var ended =
        ana.followUntil(
            "jobs/detail/" + job,
            one ->
                one.path("run")
                    .path("followUps")
                    .path(0)
                    .path("state")
                    .asText()
                    .equals("finished"));
    return Objects.requireNonNull(ended).path("run").path("followUps").path(0);
  }

  private List<Ledger.Entry> entries(String words) {
    return portal.simulator().ledger().entries(Ledger.Query.containing(words));
  }

  private List<Message> shown(String words) {
    return entries(words).stream()
        .filter(entry -> !entry.deleted())
        .flatMap(entry -> portal.simulator().messages().byId(entry.messageId()).stream())
        .toList();
  }
}
