package belfry.web.answers;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.answers.AnswerId;
import belfry.simulator.base.Operation;
import belfry.simulator.directory.Principal;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.manners.Manner;
import belfry.simulator.manners.MannerRule;
import belfry.simulator.messages.Ledger;
import belfry.simulator.webhooks.WebhookFaults;
import belfry.testing.Await;
import belfry.testing.OnEngines;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** What people answer, from the platform to the inbox and back. */
@OnEngines(postgres = "long")
class AnswersTest extends AnsweringContract {
  private static final String BOT = "Company News";

  private String sent(String words) {
    var id = send(words, person(LARS), person(MAIJA));
    finished(id);
    return id;
  }

  /** Asks again and again: a live view that is left stays open for a while, and they are few. */
  private JsonNode answers(String job, Predicate<JsonNode> wanted) {
    return Await.until(
        () -> ana.get("answers/list?limit=200&jobId=" + job).json().path("items"), wanted);
  }

  private JsonNode answers(String job, int many) {
    return answers(job, items -> items.size() >= many);
  }

  @Test
  void whatIsWrittenBackBelongsToTheLatestAnnouncementOrToTheThread() {
    var first = sent("First *threads*");
    var second = sent("Second *threads*");

    portal.simulator().say(LARS, BOT, "to the second");
    portal.simulator().reply(LARS, message("First *threads*", LARS), "to the first");

    var one = answers(second, 1).path(0);
    assertThat(one.path("text").asText()).isEqualTo("to the second");
    assertThat(one.path("from").path("displayName").asText()).isEqualTo("Lars Berg");
    assertThat(one.path("kind").asText()).isEqualTo("written");
    assertThat(one.has("done")).isFalse();
    assertThat(answers(first, 1).path(0).path("text").asText()).isEqualTo("to the first");
  }

  @Test
  void aPressBelongsToItsCardAndNeedsNobody() {
    var id = draft("A card *pressed*", person(LARS), person(MAIJA));
    var card = Map.of("buttons", List.of(Map.of("title", "Plan", "url", "https://corp.test/plan")));
    ana.post("jobs/edit", Map.of("jobId", id, "revision", revision(id), "card", card));
    ana.post("jobs/runNow", Map.of("jobId", id));
    finished(id);
    sent("Later *pressed*");

    portal.simulator().press(MAIJA, message("A card", MAIJA), "{\"belfry\":\"gotIt\"}");

    var press = answers(id, 1).path(0);
    assertThat(press.path("kind").asText()).isEqualTo("press");
    assertThat(press.path("inputs").path("belfry").asText()).isEqualTo("gotIt");
    assertThat(press.path("from").path("displayName").asText()).isEqualTo("Maija Salo");
    assertThat(press.path("done").has("by")).isFalse();

    erase(press.path("id").asText());
    var erased = answers(id, 1).path(0);
    assertThat(erased.path("readable").asBoolean()).as("it is erased, not damaged").isTrue();
    assertThat(erased.path("inputs")).isEmpty();
    var status = ana.call("GET", "/status", Optional.empty()).json();
    assertThat(status.at("/checks/rows/ok").asBoolean()).as(status.toString()).isTrue();
    var reply = Map.of("answerId", erased.path("id").asText(), "markdown", "To *nobody*");
    refused("answers/reply", json(reply), 409);
  }

  /** As {@code forget-person} leaves it. */
  private void erase(String answer) {
    Jdbi.create(portal.databaseAddress())
        .useHandle(handle ->
            handle.execute(
                """
                UPDATE answer SET person = 'forgotten-1', person_key = 'forgotten-1', name = '',
                  name_key = '', email = '', text = '', inputs = '' WHERE id = ?
                """,
                AnswerId.parse(answer).orElseThrow().value()));
  }

  @Test
  void inASpaceWhoeverPressesOrCallsTheBotAnswers() {
    var space =
        ana.get("user/spaces/list")
            .json()
            .path("items")
            .valueStream()
            .filter(one -> !one.has("reason"))
            .findFirst()
            .orElseThrow();
    var title = space.path("title").asText();
    var id = draft("To a *space*", entry("space", space.path("id").asText()));
    var card = Map.of("buttons", List.of(Map.of("title", "Plan", "url", "https://corp.test/plan")));
    ana.post("jobs/edit", Map.of("jobId", id, "revision", revision(id), "card", card));
    ana.post("jobs/runNow", Map.of("jobId", id));
    finished(id);
    var message =
        portal.simulator().ledger().entries(Ledger.Query.containing("To a *space*")).getFirst();
    var member =
        portal.simulator().spaces().all().stream()
            .filter(one -> one.title().equals(title))
            .flatMap(one -> one.members(0, 50).stream())
            .filter(Principal.Person.class::isInstance)
            .map(one -> portal.simulator().directory().email(one))
            .findFirst()
            .orElseThrow();

    portal.simulator().press(member, message.messageId(), "{\"belfry\":\"gotIt\"}");
    var bot = portal.simulator().bots().getFirst().id();
    portal.simulator().reply(member, message.messageId(), "<@personId:" + bot + "> which plan?");

    var found = answers(id, 2);
    assertThat(found.valueStream().map(one -> one.path("kind").asText()))
        .containsExactly("written", "press");
    assertThat(found.path(0).path("text").asText()).contains("which plan?");
    var name = portal.simulator().directory().personByEmail(member).orElseThrow().displayName();
    assertThat(found.valueStream().map(one -> one.path("from").path("displayName").asText()))
        .allMatch(one -> one.equals(name) || one.equals(member) || one.isEmpty());
  }

  @Test
  void lostDoubledLateAndForgedEventsLeaveEachAnswerOnce() {
    var job = sent("Told badly");
    portal.simulator().webhooks().setFaults(new WebhookFaults(0.4, 0.4, 0.4, 200, 0.4));
    IntStream.range(0, 30).forEach(i -> portal.simulator().say(MAIJA, BOT, "answer " + i));

    var found = answers(job, 30);
    portal.simulator().webhooks().setFaults(WebhookFaults.NONE);

    assertThat(found.valueStream().map(one -> one.path("text").asText()))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 30).mapToObj(i -> "answer " + i).toList());
    assertThat(counts(job, "written")).isEqualTo(30);
    assertThat(counts(job, "unread")).isEqualTo(30);
  }

  private int counts(String job, String what) {
    return ana.get("answers/announcements?limit=200")
        .json()
        .path("items")
        .valueStream()
        .filter(one -> one.path("jobId").asText().equals(job))
        .findFirst()
        .orElseThrow()
        .path(what)
        .asInt();
  }

  @Test
  void whatCannotBeReadIsAskedForAgain() {
    var job = sent("Read in a storm");
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_GET, Fault.before(502)).every(2),
            FaultRule.on(Operation.MESSAGES_GET, new Fault.NonJson()).every(3));
    IntStream.range(0, 8).forEach(i -> portal.simulator().say(LARS, BOT, "storm " + i));

    assertThat(answers(job, 8)).hasSize(8);
  }

  @Test
  void aForgedEventIsRefused() throws Exception {
    var event = "{\"resource\":\"messages\",\"event\":\"created\",\"data\":{\"id\":\"x\"}}";
    for (var signature : List.of("", "00", "0".repeat(40))) {
      var request =
          HttpRequest.newBuilder(URI.create(portal.address() + "/Hub/news/answers/event"))
              .POST(BodyPublishers.ofString(event));
      if (!signature.isEmpty()) {
        request.header("X-Spark-Signature", signature);
      }
      var answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("X-Spark-Signature");
    }
  }

  @Test
  void aReplyIsARunToOneAndTheAnswerIsDone() {
    var job = sent("Asked for replies");
    portal.simulator().say(LARS, BOT, "When does it begin?");
    var id = answers(job, 1).path(0).path("id").asText();

    var form = Map.of("answerId", id, "markdown", "At *nine*", "requestId", "once");
    for (var i = 0; i < 2; i++) {
      assertThat(ana.post("answers/reply", form).status()).isEqualTo(200);
    }

    var unseen = Map.of("answerId", id, "markdown", "At ten", "seen", 0, "requestId", "two");
    var refused = ana.post("answers/reply", unseen);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body()).contains("Ana Lopez has answered this", "“At nine”");

    var answered =
        answers(
                job,
                items ->
                    items.path(0).path("replies").path(0).path("state").asText().equals("sent"))
            .path(0);
    assertThat(answered.path("replies")).hasSize(1);
    assertThat(answered.path("replies").path(0).path("by").path("displayName").asText())
        .isEqualTo("Ana Lopez");
    assertThat(answered.path("done").path("by").path("displayName").asText())
        .isEqualTo("Ana Lopez");
    assertThat(portal.simulator().ledger().entries(Ledger.Query.containing("At *nine*")))
        .hasSize(1);
    assertThat(portal.simulator().messages().byId(message("At *nine*", LARS))).isPresent();
    sent("Something else");
    portal.simulator().reply(LARS, message("At *nine*", LARS), "Thank you");
    assertThat(answers(job, 2).path(0).path("text").asText()).isEqualTo("Thank you");
  }

  @Test
  void whatADeletionTakesAlongIsAskedForBefore() {
    var other = sent("Not to be deleted");
    portal.simulator().say(LARS, BOT, "Fine");
    answers(other, 1);
    var job = sent("To be deleted");
    portal.simulator().say(LARS, BOT, "Why?");
    var first = answers(job, 1).path(0).path("id").asText();
    ana.post("answers/done", Map.of("answerId", first));
    portal.simulator().say(LARS, BOT, "When?");
    answers(job, 2);

    var asked = ana.get("answers/announcements?limit=200&jobId=" + job);
    assertThat(asked.status()).as(asked.body()).isEqualTo(200);
    assertThat(asked.json().path("items")).hasSize(1);
    assertThat(asked.json().at("/items/0/written").asInt()).isEqualTo(2);
    assertThat(asked.json().at("/items/0/unread").asInt()).isEqualTo(1);
    ana.post("jobs/delete", Map.of("jobId", job));
    assertThat(ana.get("answers/announcements?jobId=" + job).json().path("items")).isEmpty();
    asked("answers/announcements?jobId=x", 404);
  }

  /** It is still stored until the next sweep. */
  @Test
  void anAnswerToADeletedAnnouncementIsGoneForWhoeverStillSeesIt() {
    var job = sent("Deleted with its answers");
    portal.simulator().say(LARS, BOT, "Is it still on?");
    var id = answers(job, 1).path(0).path("id").asText();
    assertThat(ana.post("jobs/delete", Map.of("jobId", job)).status()).isEqualTo(204);

    refused("answers/reply", json(Map.of("answerId", id, "markdown", "*Not* to him")), 404);
    refused("answers/done", json(Map.of("answerId", id)), 404);
  }

  @Test
  void doneAndUnreadAgain() {
    var job = sent("Done or not");
    portal.simulator().say(LARS, BOT, "I read it");
    var id = answers(job, 1).path(0).path("id").asText();
    var unread = ana.get("info").json().path("unreadAnswers").asInt();

    var done = ana.post("answers/done", Map.of("answerId", id));
    assertThat(done.json().path("done").path("by").path("displayName").asText())
        .isEqualTo("Ana Lopez");
    assertThat(ana.get("info").json().path("unreadAnswers").asInt()).isEqualTo(unread - 1);
    assertThat(ana.get("answers/list?state=unread&jobId=" + job).json().path("items")).isEmpty();

    var again = ana.post("answers/done", Map.of("answerId", id, "done", false));
    assertThat(again.json().has("done")).isFalse();
    assertThat(ana.get("answers/list?state=unread&jobId=" + job).json().path("items")).hasSize(1);
  }

  @Test
  void theAutomaticReplyComesOnceForEachPersonAndAnnouncement() {
    var revision = ana.get("answers/automatic").json().path("revision").asInt();
    var form = Map.of("revision", revision, "markdown", "*Nobody* reads this today");
    assertThat(ana.post("answers/automatic", form).json().path("markdown").asText())
        .isEqualTo("*Nobody* reads this today");
    assertThat(ana.post("answers/automatic", form).status()).isEqualTo(409);
    var job = sent("Answered by itself");

    for (var i = 0; i < 3; i++) {
      portal.simulator().say(LARS, BOT, "again " + i);
      portal.simulator().say(MAIJA, BOT, "again " + i);
    }
    var found =
        answers(
            job,
            items ->
                items.size() == 6
                    && items
                            .valueStream()
                            .filter(one ->
                                one.path("replies").path(0).path("state").asText().equals("sent"))
                            .count()
                        == 2);
    ana.post("answers/automatic", Map.of("revision", revision + 1, "markdown", ""));

    assertThat(found.valueStream().filter(one -> one.path("replies").size() > 0)).hasSize(2);
    assertThat(portal.simulator().ledger().entries(Ledger.Query.containing("*Nobody* reads")))
        .extracting(Ledger.Entry::recipient)
        .doesNotHaveDuplicates()
        .hasSize(2);
    assertThat(found.valueStream().filter(one -> one.has("done"))).isEmpty();
    var replied =
        found
            .valueStream()
            .filter(one -> one.path("replies").size() > 0)
            .findFirst()
            .orElseThrow()
            .path("id")
            .asText();
    var mine = Map.of("answerId", replied, "markdown", "I do", "seen", 0);
    assertThat(ana.post("answers/reply", mine).status()).as("nobody else did").isEqualTo(200);
    var refused = ana.post("answers/reply", mine);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body()).contains("Ana Lopez has answered this", "“I do”");
  }

  @Test
  void whoeverGotNothingIsKeptOut() {
    portal.simulator().say("kenji.tanaka@northwind.example", BOT, "Hello?");
    var job = sent("To Lars and Maija");
    portal.simulator().say(LARS, BOT, "I am here");

    answers(job, 1);
    var kenji = portal.simulator().directory().personByEmail("kenji.tanaka@northwind.example");
    assertThat(ana.get("answers/list?person=" + kenji.orElseThrow().id()).json().path("items"))
        .isEmpty();
  }

  @Test
  void anAnswerIsUnreadAgainWhereAReplyToItFails() {
    var job = sent("Refused *replies*");
    portal.simulator().say(LARS, BOT, "Who reads this?");
    var answer = answers(job, 1).path(0).path("id").asText();
    var unread = ana.get("info").json().path("unreadAnswers").asInt();
    portal.simulator().faults().set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403)));
    var replied = ana.post("answers/reply", Map.of("answerId", answer, "markdown", "I *do*"));
    assertThat(replied.json().has("done")).isTrue();

    var open = answers(job, items -> hasFailed(items) && !items.path(0).has("done"));
    assertThat(open.at("/0/replies/0/reason").asText()).isNotEmpty();
    assertThat(ana.get("info").json().path("unreadAnswers").asInt()).isEqualTo(unread);
    assertThat(ana.get("answers/list?state=unread&jobId=" + job).json().path("items")).hasSize(1);
    portal.simulator().faults().set(List.of());
    ana.post("answers/reply", Map.of("answerId", answer, "markdown", "We *all* do"));

    answers(job, items -> items.at("/0/replies/1/state").asText().equals("sent"));
    assertThat(answers(job, 1).path(0).has("done")).isTrue();
    assertThat(ana.get("info").json().path("unreadAnswers").asInt()).isEqualTo(unread - 1);
  }

  /** Answers and replies are read one after the other, and the reply may fail between. */
  private static boolean hasFailed(JsonNode items) {
    return items.at("/0/replies/0/state").asText().equals("failed");
  }

  @Test
  void aReplyThatMayHaveArrivedIsDecidedByAPerson() {
    var job = sent("Held *replies*");
    portal.simulator().say(LARS, BOT, "Is it so?");
    var answer = answers(job, 1).path(0).path("id").asText();
    inDoubt();
    ana.post("answers/reply", Map.of("answerId", answer, "markdown", "It *is* so"));
    ana.post("answers/reply", Map.of("answerId", answer, "markdown", "And so *on*"));
    var held = answers(job, items -> bothHeld(items) && !items.path(0).has("done")).path(0);
    var replies = held.path("replies");
    portal.simulator().faults().set(List.of());
    portal.simulator().manners().set(List.of());
    var first = replies.path(0).path("id").asText();
    var second = replies.path(1).path("id").asText();

    refused("answers/decide", json(Map.of("decision", "delivered")), 400, "replyId");
    refused("answers/decide", json(Map.of("replyId", first)), 400, "decision");
    refused("answers/decide", json(Map.of("replyId", job, "decision", "delivered")), 404);
    var arrived = Map.of("replyId", first, "decision", "delivered", "requestId", "a-" + first);
    var decided = ana.post("answers/decide", arrived);
    assertThat(decided.json().at("/replies/0/state").asText()).as(decided.body()).isEqualTo("sent");
    assertThat(decided.json().has("done")).as("the other one waits").isFalse();
    assertThat(ana.post("answers/decide", arrived).status()).as("the same request").isEqualTo(200);
    var again = Map.of("replyId", second, "decision", "sendAgain");
    var last = ana.post("answers/decide", again);
    assertThat(last.status()).isEqualTo(200);
    assertThat(last.json().at("/done/by/displayName").asText()).isEqualTo("Ana Lopez");

    answers(job, items -> items.at("/0/replies/1/state").asText().equals("sent"));
    refused("answers/decide", json(again), 409);
    var ledger = portal.simulator().ledger();
    assertThat(ledger.entries(Ledger.Query.containing("It *is* so"))).hasSize(1);
    assertThat(ledger.entries(Ledger.Query.containing("And so *on*"))).hasSize(2);
    var received = ana.get("user/people/received?personId=" + personId(LARS)).json().path("items");
    assertThat(received.path(0).path("replyId").asText()).isEqualTo(second);
  }

  /** The platform stores what it says it has not, and shows it as nobody can read it. */
  private void inDoubt() {
    portal.simulator().manners().set(List.of(MannerRule.of(Manner.CIPHERTEXT)));
    portal.simulator().faults().set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(500)));
  }

  private static boolean bothHeld(JsonNode items) {
    return IntStream.range(0, 2)
        .mapToObj(at -> items.at("/0/replies/" + at + "/state").asText())
        .allMatch("held"::equals);
  }

  /** By the address under which Webex names them, and by another one, in either order. */
  @Test
  void whoeverHasItTwiceAcknowledgesItOnceAndCanBeAnswered() {
    for (var name : List.of("grace.obi grace", "aino aino.virta")) {
      var emails = Stream.of(name.split(" ")).map(mailbox -> mailbox + "@partner.example").toList();
      var id = draft("Twice to " + name, Map.of("kind", "list", "emails", emails));
      var asked = Map.of("button", "Got it", "word", "Read");
      ana.post(
          "jobs/edit",
          Map.of("jobId", id, "revision", revision(id), "acknowledge", asked, "outside", true));
      ana.post("jobs/runNow", Map.of("jobId", id));
      assertThat(counts(finished(id)).path("sent").asInt()).as(name).isEqualTo(2);

      portal.simulator().say(emails.getFirst(), BOT, "read");

      ana.followUntil("jobs/detail/" + id, now -> now.at("/run/acknowledged").asInt() > 0);
      var silent = ana.get("jobs/recipients/" + id + "?acknowledged=false").json().path("items");
      assertThat(silent).as(name).isEmpty();
      assertThat(ana.get("jobs/detail/" + id).json().at("/run/acknowledged").asInt()).isEqualTo(2);
      var answer = answers(id, 1).path(0).path("id").asText();
      var reply = ana.post("answers/reply", Map.of("answerId", answer, "markdown", "Thank you"));
      assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    }
  }

  /** As where Webex never said who had this message, and has named them for another one. */
  @Test
  void whoeverIsKeptUnderAnAddressAloneAcknowledgesItToo() {
    var email = "grace.obi@partner.example";
    var id = draft("Kept under an *address*", Map.of("kind", "list", "emails", List.of(email)));
    var asked = Map.of("button", "Got it", "word", "Read");
    ana.post(
        "jobs/edit",
        Map.of("jobId", id, "revision", revision(id), "acknowledge", asked, "outside", true));
    ana.post("jobs/runNow", Map.of("jobId", id));
    assertThat(counts(finished(id)).path("sent").asInt()).isEqualTo(1);
    Jdbi.create(portal.databaseAddress())
        .useHandle(handle ->
            handle.execute(
                """
                UPDATE recipient SET target = ?, warned = 0
                WHERE run IN (SELECT id FROM run WHERE markdown = 'Kept under an *address*')
                """,
                "mailto:" + email));

    portal.simulator().say(email, BOT, "read");

    assertThat(answers(id, 1).path(0).at("/from/displayName").asText()).isNotEmpty();
    assertThat(ana.get("jobs/detail/" + id).json().at("/run/acknowledged").asInt()).isEqualTo(1);
    assertThat(ana.get("jobs/recipients/" + id + "?acknowledged=false").json().path("items"))
        .isEmpty();
  }

  private String personId(String email) {
    return portal.simulator().directory().personByEmail(email).orElseThrow().id();
  }

  @Test
  void wrongInputIsRefusedWithItsField() {
    refused("answers/done", "{}", 400, "answerId");
    refused("answers/done", json(Map.of("answerId", "0S9X8JYY9CVR3")), 404);
    var job = sent("Wrong replies");
    portal.simulator().say(LARS, BOT, "A question");
    var id = answers(job, 1).path(0).path("id").asText();
    refused("answers/reply", json(Map.of("answerId", id, "markdown", "")), 400, "markdown");
    refused(
        "answers/reply",
        json(Map.of("answerId", id, "markdown", "Dear {{firstName}}")),
        400,
        "markdown");
    refused(
        "answers/reply", json(Map.of("answerId", id, "markdown", "x", "seen", -1)), 400, "seen");
    refused("answers/automatic", "{}", 400, "revision");
    asked("answers/list?kind=spoken", 400);
    asked("answers/list?state=new", 400);
    asked("answers/list?cursor=x", 400);
  }
}
