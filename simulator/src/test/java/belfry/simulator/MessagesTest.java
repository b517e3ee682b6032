package belfry.simulator;

import static belfry.simulator.Client.encoded;
import static belfry.simulator.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.ManualTime;
import belfry.simulator.directory.Ids;
import belfry.simulator.messages.Ledger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of {@code /v1/messages}, over the wire. */
class MessagesTest {
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final String KENJI = "kenji.tanaka@northwind.example";

  private final ManualTime time = ManualTime.at("2026-11-21T02:19:53.034Z");
  private final Simulator simulator =
      Simulator.start(SimulatorSettings.defaults().withPeople(50), time);
  private final Client bot = Client.bot(simulator, 0);

  @AfterEach
  void close() {
    simulator.close();
  }

  private String spaceId(String title) {
    return StreamSupport.stream(
            bot.get("/v1/rooms?type=group").json().path("items").spliterator(), false)
        .filter(it -> it.path("title").asText().equals(title))
        .map(it -> it.path("id").asText())
        .findFirst()
        .orElseThrow();
  }

  private static List<String> texts(Client.Reply reply, String field) {
    return StreamSupport.stream(reply.json().path("items").spliterator(), false)
        .map(it -> it.path(field).asText())
        .toList();
  }

  /** platform-api.md 4.1 [R SPEC]: the fields of the answer, none of them empty. */
  @Test
  void answersWithTheMessageAsItWasStored() {
    var answer = bot.say(MAIJA, "**Hello** Maija");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("toPersonId")).isEqualTo(simulator.directory().person(1).id());
    assertThat(answer.text("toPersonEmail")).isEqualTo(MAIJA);
    assertThat(answer.text("roomType")).isEqualTo("direct");
    assertThat(answer.text("markdown")).isEqualTo("**Hello** Maija");
    assertThat(answer.text("html")).isEqualTo("<p><strong>Hello</strong> Maija</p>");
    assertThat(answer.text("text")).isEqualTo("Hello Maija");
    assertThat(answer.text("personId")).isEqualTo(simulator.bots().getFirst().id());
    assertThat(answer.text("personEmail")).isEqualTo("company-news@webex.bot");
    assertThat(answer.text("created")).isEqualTo("2026-11-21T02:19:53.034Z");
    assertThat(answer.json().has("files")).isFalse();
    assertThat(answer.json().has("attachments")).isFalse();
    assertThat(answer.json().has("parentId")).isFalse();
  }

  /** platform-api.md 1, 1.1, 6.1: content type, Date of the platform's clock, Trackingid. */
  @Test
  void everyAnswerCarriesTheHeadersOfThePlatform() {
    var answer = bot.say(MAIJA, "Hello");
    var error = bot.post("/v1/messages", "{}");

    assertThat(answer.header("Content-Type")).isEqualTo("application/json;charset=UTF-8");
    assertThat(answer.header("Date")).isEqualTo("Sat, 21 Nov 2026 02:19:53 GMT");
    assertThat(answer.header("Trackingid")).startsWith("ROUTER_");
    assertThat(error.text("trackingId")).isEqualTo(error.header("Trackingid"));
    assertThat(error.json().path("errors").path(0).path("description").asText())
        .isEqualTo(error.message());
  }

  /** platform-api.md 1.3 [M decode]: MESSAGE ids hold version 1 uuids of the time of acceptance. */
  @Test
  void idsAreTimeBasedAndUnpadded() {
    var id = bot.say(MAIJA, "Hello").text("id");
    var address = new String(Base64.getUrlDecoder().decode(id), StandardCharsets.UTF_8);
    var uuid = UUID.fromString(address.substring(address.lastIndexOf('/') + 1));

    assertThat(id).doesNotContain("=", "+", "/");
    assertThat(address).startsWith("ciscospark://us/MESSAGE/");
    assertThat(uuid.version()).isEqualTo(1);
    assertThat(uuid.timestamp() / 10_000 - 12_219_292_800_000L).isEqualTo(time.millis());
  }

  /** platform-api.md 4.1 [R EMU]. */
  @Test
  void exactlyOneDestinationIsNeeded() {
    var expected =
        "Exactly one of the destination fields must not be empty"
            + " (roomId, toPersonEmail, toPersonId)";
    var none = bot.post("/v1/messages", json("text", "Hello"));
    var two =
        bot.post(
            "/v1/messages",
            json(
                "text",
                "Hello",
                "toPersonEmail",
                MAIJA,
                "toPersonId",
                simulator.directory().personId(1)));
    var empty = bot.post("/v1/messages", json("text", "Hello", "toPersonEmail", ""));

    for (var answer : List.of(none, two, empty)) {
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.message()).isEqualTo(expected);
    }
  }

  /** platform-api.md 4.1 [R EMU]. */
  @Test
  void somethingMustBeSaid() {
    var answer = bot.post("/v1/messages", json("toPersonEmail", MAIJA, "text", ""));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.message()).isEqualTo("Both text and file cannot be empty.");
  }

  /** platform-api.md 4.1 [R nautobot-app-chatops#2]: 7439 bytes of UTF-8, for each of the two. */
  @ParameterizedTest
  @ValueSource(strings = {"text", "markdown"})
  void textIsLimitedByItsBytes(String field) {
    var fits = "é".repeat(3_719) + "e";
    var tooLong = fits + "e";

    assertThat(bot.post("/v1/messages", json("toPersonEmail", MAIJA, field, fits)).status())
        .isEqualTo(200);
    var refused = bot.post("/v1/messages", json("toPersonEmail", MAIJA, field, tooLong));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.message())
        .isEqualTo(
            "Unable to post message to room: Message length limited to 7439 characters before"
                + " encryption and 10000 characters after encryption.");
    assertThat(
            bot.post("/v1/messages", json("toPersonEmail", MAIJA, field, "漢".repeat(2_479)))
                .status())
        .isEqualTo(200);
    assertThat(
            bot.post("/v1/messages", json("toPersonEmail", MAIJA, field, "漢".repeat(2_480)))
                .status())
        .isEqualTo(400);
  }

  /** platform-api.md 4.1 [R EMU]. */
  @Test
  void aMalformedPersonIdIsSaidSo() {
    var answer = bot.post("/v1/messages", json("toPersonId", "not-an-id", "text", "Hello"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.message()).isEqualTo("Expect base64 ID or UUID.");
  }

  /** platform-api.md 1 [R Cisco-Kosha readme]: the platform takes forms, too. */
  @Test
  void aFormIsTakenAsWell() {
    var answer =
        bot.form("/v1/messages", Map.of("toPersonEmail", MAIJA, "markdown", "**Grüße** & more"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("markdown")).isEqualTo("**Grüße** & more");
  }

  /** platform-api.md 1.3 [R EMU]: many endpoints take a bare uuid. */
  @Test
  void aBareUuidIsTakenForAnId() {
    var uuid = Ids.uuidOf("PEOPLE", simulator.directory().personId(1)).orElseThrow();

    var answer = bot.post("/v1/messages", json("toPersonId", uuid.toString(), "text", "Hello"));

    assertThat(answer.text("toPersonId")).isEqualTo(simulator.directory().personId(1));
  }

  /** The contract, corrected: the address only where it was asked by, nothing where a room was. */
  @Test
  void theAddresseeComesBackByTheNamesItWasAskedBy() {
    var byEmail = bot.say(MAIJA, "One");
    var byId =
        bot.post(
            "/v1/messages", json("toPersonId", simulator.directory().personId(1), "text", "Two"));
    var byRoom = bot.post("/v1/messages", json("roomId", byEmail.text("roomId"), "text", "Three"));

    assertThat(byEmail.text("toPersonEmail")).isEqualTo(MAIJA);
    assertThat(byId.text("toPersonId")).isEqualTo(byEmail.text("toPersonId"));
    assertThat(byId.json().has("toPersonEmail")).isFalse();
    assertThat(byRoom.json().has("toPersonId")).isFalse();
    assertThat(byRoom.json().has("toPersonEmail")).isFalse();
    var listed = bot.get("/v1/messages/direct?personEmail=" + MAIJA).json().path("items").path(2);
    assertThat(listed.path("text").asText()).isEqualTo("One");
    assertThat(listed.has("toPersonEmail")).isFalse();
  }

  /**
   * The contract, corrected: a body of another kind is 415; JSON without a type is let through
   * here.
   */
  @Test
  void aBodyOfPlainTextIsOfTheWrongKind() throws Exception {
    var body = json("toPersonEmail", MAIJA, "text", "Hello");
    var refused = bot.typed("/v1/messages", "text/plain;charset=UTF-8", body);

    assertThat(refused.status()).isEqualTo(415);
    assertThat(simulator.messages().size()).isZero();
    for (var type : List.of("application/json; charset=utf-8", "application/merge-patch+json")) {
      assertThat(bot.typed("/v1/messages", type, body).status()).isEqualTo(200);
    }
    try (var untyped = RawCall.message(simulator, MAIJA)) {
      assertThat(untyped.end().statusLine()).isEqualTo("HTTP/1.1 200 OK");
    }
  }

  /** platform-api.md 4.1 [R go-cisco-webex-teams#19,#21]: the text; the status is a setting. */
  @ParameterizedTest
  @ValueSource(ints = {404, 400, 403})
  void anUnknownPersonCannotBeWrittenTo(int status) {
    try (var other =
        Simulator.start(
            SimulatorSettings.defaults().withPeople(10).withUnknownPersonStatus(status))) {
      var answer = Client.bot(other, 0).say("somebody@elsewhere.example", "Hello");

      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.message()).isEqualTo("Failed to get one on one conversation");
      assertThat(answer.json().path("errors").path(0).path("description").asText())
          .isEqualTo("Failed to get one on one conversation");
    }
  }

  /**
   * platform-api.md 4.1: the first direct message creates the 1:1 room, all later ones reuse it.
   */
  @Test
  void twoHaveOneRoomWhoeverWritesAndHowever() {
    var byEmail = bot.say(MAIJA, "One").text("roomId");
    var byId =
        bot.post(
                "/v1/messages",
                json("toPersonId", simulator.directory().personId(1), "text", "Two"))
            .text("roomId");
    var byRoom = bot.post("/v1/messages", json("roomId", byEmail, "text", "Three")).text("roomId");
    simulator.say(MAIJA, "Company News", "Four");

    assertThat(List.of(byId, byRoom)).containsOnly(byEmail);
    assertThat(texts(bot.get("/v1/messages?roomId=" + byEmail), "text"))
        .containsExactly("Four", "Three", "Two", "One");
    assertThat(Client.bot(simulator, 1).say(MAIJA, "Hello").text("roomId")).isNotEqualTo(byEmail);
    assertThat(bot.say(KENJI, "Hello").text("roomId")).isNotEqualTo(byEmail);
  }

  /** platform-api.md 4.2 [R PY#145] and 6.1. */
  @Test
  void directMessagesAreListedNewestFirstByEitherName() {
    bot.say(MAIJA, "One");
    bot.say(MAIJA, "Two");
    var byEmail = bot.get("/v1/messages/direct?personEmail=" + MAIJA);
    var byId = bot.get("/v1/messages/direct?personId=" + simulator.directory().personId(1));

    assertThat(texts(byEmail, "markdown")).containsExactly("Two", "One");
    assertThat(byId.json()).isEqualTo(byEmail.json());
    assertThat(byEmail.next()).isEmpty();
    for (var query : List.of("", "?personEmail=" + MAIJA + "&personId=x")) {
      var refused = bot.get("/v1/messages/direct" + query);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.message())
          .isEqualTo("Provide only one destination in the personId and personEmail fields");
    }
  }

  /** platform-api.md 4.1 [R hackenbergstefan/coffeebuddy]: no conversation yet is an error. */
  @Test
  void whereNobodyWroteThereIsNoConversation() {
    var answer = bot.get("/v1/messages/direct?personEmail=" + KENJI);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.message()).isEqualTo("Failed to get one on one conversation");
  }

  /** platform-api.md 4.2 and 1.2: max, before, beforeMessage, Link to the next page. */
  @Test
  void theHistoryOfARoomIsReadInPages() {
    var room = bot.say(MAIJA, "1").text("roomId");
    for (var number = 2; number <= 7; number++) {
      time.advance(Duration.ofSeconds(1));
      bot.say(MAIJA, "" + number);
    }
    var pages = new ArrayList<List<String>>();

    var page = bot.get("/v1/messages?max=3&roomId=" + room);
    pages.add(texts(page, "markdown"));
    while (!page.next().isEmpty()) {
      page = bot.get(page.next());
      pages.add(texts(page, "markdown"));
    }

    assertThat(pages).containsExactly(List.of("7", "6", "5"), List.of("4", "3", "2"), List.of("1"));
    var before = "&before=" + encoded("2026-11-21T02:19:55.034+00:00");
    assertThat(texts(bot.get("/v1/messages?roomId=" + room + before), "markdown"))
        .containsExactly("2", "1");
    assertThat(bot.get("/v1/messages?before=yesterday&roomId=" + room).status()).isEqualTo(400);
    assertThat(bot.get("/v1/messages").status()).isEqualTo(400);
  }

  /**
   * platform-api.md 4.2 [R SPEC, PY#235, #196]: in a space a bot sees what mentions it, no more.
   */
  @Test
  void aBotReadsASpaceOnlyForItsMentions() {
    var room = spaceId("IT status");
    var self = simulator.bots().getFirst().id();
    bot.post("/v1/messages", json("roomId", room, "markdown", "For everybody"));
    bot.post("/v1/messages", json("roomId", room, "markdown", "For <@personId:" + self + "|me>"));

    assertThat(bot.get("/v1/messages?roomId=" + room).status()).isEqualTo(403);
    assertThat(bot.get("/v1/messages?mentionedPeople=x&roomId=" + room).status()).isEqualTo(403);
    var seen = bot.get("/v1/messages?mentionedPeople=me&roomId=" + room);
    assertThat(texts(seen, "text")).containsExactly("For @me");
    assertThat(seen.json().path("items").path(0).path("mentionedPeople").path(0).asText())
        .isEqualTo(self);
    assertThat(texts(bot.get("/v1/messages?roomId=" + room + "&mentionedPeople=" + self), "text"))
        .hasSize(1);
  }

  /** platform-api.md 2.3: with spark:messages_read a member reads all of a space. */
  @Test
  void aMemberReadsAllOfASpace() {
    var room = spaceId("IT status");
    bot.post("/v1/messages", json("roomId", room, "markdown", "For everybody"));
    var maija = Client.person(simulator, MAIJA, "spark:messages_read spark:rooms_read");
    var nosy = Client.person(simulator, MAIJA, "spark:people_read");

    assertThat(texts(maija.get("/v1/messages?roomId=" + room), "text"))
        .containsExactly("For everybody");
    assertThat(nosy.get("/v1/messages?roomId=" + room).status()).isEqualTo(403);
  }

  /** platform-api.md 4.1 [R EMU] and 5: where a bot may not post. */
  @Test
  void someSpacesTakeNoMessage() {
    assertThat(
            bot.post("/v1/messages", json("roomId", spaceId("Company announcements"), "text", "Hi"))
                .status())
        .isEqualTo(200);
    assertThat(
            bot.post("/v1/messages", json("roomId", spaceId("Town hall backstage"), "text", "Hi"))
                .status())
        .isEqualTo(403);
    assertThat(
            bot.post("/v1/messages", json("roomId", spaceId("Archive 2023"), "text", "Hi"))
                .status())
        .isEqualTo(403);
    var foreign =
        Client.bot(simulator, 1)
            .post("/v1/messages", json("roomId", spaceId("IT status"), "text", "Hi"));
    assertThat(foreign.status()).isEqualTo(404);
    assertThat(foreign.message()).isEqualTo("Could not find a room with provided ID.");
    assertThat(bot.post("/v1/messages", json("roomId", "nonsense", "text", "Hi")).status())
        .isEqualTo(404);
  }

  /** platform-api.md 4.2 [R SPEC]: only own messages, at most 10 edits, roomId required. */
  @Test
  void anOwnMessageIsEditedTenTimes() {
    var sent = bot.say(MAIJA, "First");
    var path = "/v1/messages/" + sent.text("id");
    var room = sent.text("roomId");
    time.advance(Duration.ofMinutes(1));

    for (var edit = 1; edit <= 10; edit++) {
      var answer = bot.put(path, json("roomId", room, "markdown", "Edit " + edit));
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.text("markdown")).isEqualTo("Edit " + edit);
      assertThat(answer.text("updated")).isEqualTo("2026-11-21T02:20:53.034Z");
    }
    assertThat(bot.put(path, json("roomId", room, "markdown", "Edit 11")).status()).isEqualTo(400);
    assertThat(bot.get(path).text("markdown")).isEqualTo("Edit 10");
  }

  /** platform-api.md 4.2 [R SPEC]. */
  @Test
  void notEveryMessageCanBeEdited() {
    var sent = bot.say(MAIJA, "First");
    var path = "/v1/messages/" + sent.text("id");
    var maija = Client.person(simulator, MAIJA, "spark:messages_write spark:messages_read");
    var room = sent.text("roomId");

    assertThat(bot.put(path, json("markdown", "No room")).status()).isEqualTo(400);
    assertThat(bot.put(path, json("roomId", room, "markdown", "")).status()).isEqualTo(400);
    assertThat(maija.put(path, json("roomId", room, "markdown", "Mine now")).status())
        .isEqualTo(403);
    var withFile =
        bot.post(
            "/v1/messages",
            "{\"toPersonEmail\":\"%s\",\"text\":\"x\",\"files\":[\"https://a.example/b.pdf\"]}"
                .formatted(MAIJA));
    assertThat(
            bot.put(
                    "/v1/messages/" + withFile.text("id"),
                    json("roomId", room, "markdown", "Without"))
                .status())
        .isEqualTo(400);
  }

  /** platform-api.md 4.2 [R SPEC; 404 I]. */
  @Test
  void aDeletedMessageIsGone() {
    var sent = bot.say(MAIJA, "Oh no");
    bot.say(MAIJA, "Better");
    var path = "/v1/messages/" + sent.text("id");

    var deleted = bot.delete(path);

    assertThat(deleted.status()).isEqualTo(204);
    assertThat(deleted.body()).isEmpty();
    assertThat(bot.delete(path).status()).isEqualTo(404);
    assertThat(bot.get(path).status()).isEqualTo(404);
    assertThat(texts(bot.get("/v1/messages?roomId=" + sent.text("roomId")), "text"))
        .containsExactly("Better");
  }

  /** platform-api.md 1.1: what 403 and 404 mean; which of them comes here is ours. */
  @Test
  void nobodyReadsOrDeletesTheMessagesOfOthers() {
    var sent = bot.say(MAIJA, "For Maija");
    var path = "/v1/messages/" + sent.text("id");
    var kenji = Client.person(simulator, KENJI, "spark:messages_read spark:messages_write");
    var maija = Client.person(simulator, MAIJA, "spark:messages_read spark:messages_write");

    assertThat(kenji.get(path).status()).isEqualTo(404);
    assertThat(kenji.delete(path).status()).isEqualTo(404);
    assertThat(kenji.get("/v1/messages?roomId=" + sent.text("roomId")).status()).isEqualTo(404);
    assertThat(maija.get(path).status()).isEqualTo(200);
    assertThat(maija.delete(path).status()).isEqualTo(403);
    assertThat(
            bot.get("/v1/messages/" + Ids.encoded("MESSAGE", UUID.randomUUID().toString()))
                .status())
        .isEqualTo(404);
  }

  /** platform-api.md 4.1: replies stand in a thread. */
  @Test
  void aReplyNamesItsParent() {
    var parent = bot.say(MAIJA, "Question?");
    var reply =
        bot.post(
            "/v1/messages",
            json("toPersonEmail", MAIJA, "markdown", "Answer", "parentId", parent.text("id")));

    assertThat(reply.text("parentId")).isEqualTo(parent.text("id"));
    assertThat(
            texts(
                bot.get(
                    "/v1/messages?roomId="
                        + parent.text("roomId")
                        + "&parentId="
                        + parent.text("id")),
                "markdown"))
        .containsExactly("Answer");
    assertThat(
            bot.post(
                    "/v1/messages",
                    json("toPersonEmail", KENJI, "text", "x", "parentId", parent.text("id")))
                .status())
        .isEqualTo(400);
  }

  /**
   * platform-api.md 6.1 [PY#83/#70]: listings can lag creation; single messages in 1:1 rooms not.
   */
  @Test
  void listingsMayLag() {
    simulator.setListingLag(Duration.ofSeconds(5));
    var sent = bot.say(MAIJA, "Hello");
    var listing = "/v1/messages/direct?personEmail=" + MAIJA;

    assertThat(texts(bot.get(listing), "text")).isEmpty();
    assertThat(bot.get("/v1/messages/" + sent.text("id")).status()).isEqualTo(200);
    assertThat(simulator.ledger().totals(Ledger.Query.ALL).messages()).isEqualTo(1);
    time.advance(Duration.ofSeconds(5));

    assertThat(texts(bot.get(listing), "text")).containsExactly("Hello");
  }

  @Test
  void aLagMayBeLongerThanAMinute() {
    simulator.setListingLag(Duration.ofSeconds(150));
    bot.say(MAIJA, "Hello");
    var listing = "/v1/messages/direct?personEmail=" + MAIJA;

    time.advance(Duration.ofSeconds(149));
    assertThat(texts(bot.get(listing), "text")).isEmpty();
    time.advance(Duration.ofSeconds(1));

    assertThat(texts(bot.get(listing), "text")).containsExactly("Hello");
  }

  /** platform-api.md 4.2 [R PY#83]: a message of a space may 404 for a few seconds. */
  @Test
  void inASpaceASingleMessageLagsToo() {
    simulator.setListingLag(Duration.ofSeconds(5));
    var sent = bot.post("/v1/messages", json("roomId", spaceId("IT status"), "text", "Hello"));
    var path = "/v1/messages/" + sent.text("id");

    assertThat(bot.get(path).status()).isEqualTo(404);
    time.advance(Duration.ofSeconds(5));

    assertThat(bot.get(path).status()).isEqualTo(200);
  }

  /** platform-api.md 6.2: lastActivity tells whether anything was posted to a space. */
  @Test
  void aPostMovesTheLastActivityOfItsRoom() {
    var room = spaceId("IT status");
    var before = bot.get("/v1/rooms/" + room).text("lastActivity");
    bot.post("/v1/messages", json("roomId", room, "text", "Hello"));

    assertThat(before).isEqualTo("2024-02-06T10:00:00.000Z");
    assertThat(bot.get("/v1/rooms/" + room).text("lastActivity"))
        .isEqualTo("2026-11-21T02:19:53.034Z");
  }

  /** platform-api.md 1.1 and 1: what is no request of the contract. */
  @Test
  void whatMakesNoSenseIsRefused() {
    assertThat(bot.post("/v1/messages", "{\"text\":").status()).isEqualTo(400);
    assertThat(bot.post("/v1/messages", "[]").status()).isEqualTo(400);
    assertThat(bot.patch("/v1/messages", "{}").status()).isEqualTo(405);
    assertThat(bot.get("/v1/nothing").status()).isEqualTo(404);
    assertThat(Client.anonymous(simulator).get("/v1/people/me").status()).isEqualTo(401);
    assertThat(Client.of(simulator, "forged").get("/v1/people/me").status()).isEqualTo(401);
  }
}
