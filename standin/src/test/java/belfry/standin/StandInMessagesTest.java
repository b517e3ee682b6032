package belfry.standin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages as the contract has them. */
class StandInMessagesTest {
  private final Desk desk = Desk.open();

  @AfterEach
  void close() {
    desk.close();
  }

  @Test
  void aMessageComesBackWithWhatIsDerivedFromIt() throws IOException {
    var message = desk.write(Desk.PERSON, "**Tide** is [high](https://tides.example/now)");

    assertThat(message.path("markdown").asText()).startsWith("**Tide**");
    assertThat(message.path("text").asText()).isEqualTo("Tide is high");
    assertThat(message.path("html").asText()).contains("<strong>Tide</strong>");
    assertThat(message.path("roomType").asText()).isEqualTo("direct");
    assertThat(message.path("personId")).isEqualTo(desk.introduction().at("/bots/0/personId"));
    assertThat(message.path("created").asText()).isEqualTo("2026-03-02T09:15:27.345Z");
    assertThat(desk.items(Desk.PERSON)).containsExactly(message);
  }

  @Test
  void theAddressComesBackOnlyWhereItWasUsed() throws IOException {
    var byAddress = desk.write(Desk.PERSON, "one");
    var byId = posted("toPersonId", byAddress.path("toPersonId").asText());
    var byRoom = posted("roomId", byAddress.path("roomId").asText());

    assertThat(byAddress.path("toPersonEmail").asText()).isEqualTo(Desk.PERSON);
    assertThat(byId.path("toPersonId")).isEqualTo(byAddress.path("toPersonId"));
    assertThat(byId.has("toPersonEmail")).isFalse();
    assertThat(byRoom.has("toPersonId")).isFalse();
    assertThat(byRoom.path("roomId")).isEqualTo(byAddress.path("roomId"));
  }

  @Test
  void listingsBeginWithTheNewest() throws IOException {
    desk.write(Desk.PERSON, "one");
    desk.write(Desk.PERSON, "two");

    assertThat(desk.items(Desk.PERSON))
        .extracting(one -> one.path("text").asText())
        .containsExactly("two", "one");
  }

  @Test
  void exactlyOneDestinationIsNeeded() throws IOException {
    var none = desk.post(Map.of("text", "hello"));
    var two = desk.post(Map.of("text", "hello", "toPersonEmail", Desk.PERSON, "roomId", "x"));

    assertThat(none.statusCode()).isEqualTo(400);
    assertThat(two.statusCode()).isEqualTo(400);
    assertThat(Desk.json(two).path("message").asText()).startsWith("Exactly one of the");
  }

  @Test
  void lengthIsCountedInBytes() throws IOException {
    var longest = "ü".repeat(3719) + "x";

    assertThat(desk.post(Map.of("toPersonEmail", Desk.PERSON, "markdown", longest)).statusCode())
        .isEqualTo(200);
    assertThat(
            desk.post(Map.of("toPersonEmail", Desk.PERSON, "markdown", longest + "x")).statusCode())
        .isEqualTo(400);
  }

  @Test
  void nothingIsSentToNobody() throws IOException {
    var unknown = desk.post(Map.of("toPersonEmail", "nobody@harbour.example", "text", "hello"));
    var malformed = desk.post(Map.of("toPersonId", "nobody", "text", "hello"));
    var noWords = desk.post(Map.of("toPersonEmail", Desk.PERSON));

    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(malformed.statusCode()).isEqualTo(400);
    assertThat(noWords.statusCode()).isEqualTo(400);
    assertThat(desk.stored()).isZero();
  }

  @Test
  void aConversationThatWasNeverBegunIsMissing() throws IOException {
    var answer = desk.conversation(Desk.PERSON);

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(Desk.json(answer).at("/errors/0/description").asText())
        .isEqualTo("Failed to get one on one conversation");
  }

  @Test
  void aRoomIsReadPageByPage() throws IOException {
    var roomId = "";
    for (var i = 0; i < 5; i++) {
      roomId = desk.write(Desk.PERSON, "message " + i).path("roomId").asText();
    }

    var first = desk.get("/v1/messages?max=3&roomId=" + roomId);
    var link = first.headers().firstValue("Link").orElseThrow();
    var second = desk.get(link.substring(link.indexOf("/v1"), link.indexOf('>')));

    assertThat(texts(first)).containsExactly("message 4", "message 3", "message 2");
    assertThat(texts(second)).containsExactly("message 1", "message 0");
    assertThat(second.headers().firstValue("Link")).isEmpty();
  }

  @Test
  void aRoomIsReadBeforeATimeOrAMessage() throws IOException {
    var first = desk.write(Desk.PERSON, "one");
    desk.time().pass(Duration.ofSeconds(5));
    var second = desk.write(Desk.PERSON, "two");
    var room = "/v1/messages?roomId=" + first.path("roomId").asText();

    var beforeTime = desk.get(room + "&before=2026-03-02T09:15:30.000Z");
    var beforeMessage = desk.get(room + "&beforeMessage=" + second.path("id").asText());

    assertThat(texts(beforeTime)).containsExactly("one");
    assertThat(texts(beforeMessage)).containsExactly("one");
  }

  @Test
  void aBotReadsInAGroupOnlyWhereItIsMentioned() throws IOException {
    var roomId = Desk.items(desk.get("/v1/rooms?type=group")).getFirst().path("id").asText();
    desk.post(Map.of("roomId", roomId, "markdown", "hello all"));

    assertThat(desk.get("/v1/messages?roomId=" + roomId).statusCode()).isEqualTo(403);
    assertThat(texts(desk.get("/v1/messages?mentionedPeople=me&roomId=" + roomId))).isEmpty();
  }

  @Test
  void aRoomForAnnouncementsTakesNothingFromABot() throws IOException {
    var closed =
        Desk.items(desk.get("/v1/rooms?type=group")).stream()
            .filter(room -> room.path("isAnnouncementOnly").asBoolean())
            .findFirst()
            .orElseThrow();

    var answer = desk.post(Map.of("roomId", closed.path("id").asText(), "text", "hello"));

    assertThat(answer.statusCode()).isEqualTo(403);
  }

  @Test
  void aMessageIsReadChangedAndTakenBack() throws IOException {
    var message = desk.write(Desk.PERSON, "helo");
    var path = "/v1/messages/" + message.path("id").asText();
    var change =
        "{\"roomId\":\"%s\",\"markdown\":\"hello\"}".formatted(message.path("roomId").asText());

    var changed = Desk.json(desk.send(desk.bot(), "PUT", path, Optional.of(change)));
    var read = Desk.json(desk.get(path));
    var gone = desk.send(desk.bot(), "DELETE", path, Optional.empty());

    assertThat(changed.path("text").asText()).isEqualTo("hello");
    assertThat(changed.has("updated")).isTrue();
    assertThat(read).isEqualTo(changed);
    assertThat(gone.statusCode()).isEqualTo(204);
    assertThat(desk.get(path).statusCode()).isEqualTo(404);
    assertThat(desk.ledger().at("/0/takenBack").asBoolean()).isTrue();
  }

  @Test
  void aMessageIsChangedTenTimesAtMost() throws IOException {
    var message = desk.write(Desk.PERSON, "hello");
    var path = "/v1/messages/" + message.path("id").asText();
    var change =
        Optional.of(
            "{\"roomId\":\"%s\",\"text\":\"again\"}".formatted(message.path("roomId").asText()));
    for (var i = 0; i < 10; i++) {
      assertThat(desk.send(desk.bot(), "PUT", path, change).statusCode()).isEqualTo(200);
    }

    assertThat(desk.send(desk.bot(), "PUT", path, change).statusCode()).isEqualTo(400);
  }

  @Test
  void plainTextIsNoMessage() throws IOException {
    assertThat(sent("text/plain", "hello").statusCode()).isEqualTo(415);
  }

  @Test
  void aFormIsAMessage() throws IOException {
    var answer =
        sent("application/x-www-form-urlencoded", "toPersonEmail=" + Desk.PERSON + "&text=a+b%21");

    assertThat(Desk.json(answer).path("text").asText()).isEqualTo("a b!");
  }

  @Test
  void aFileComesInPartsAndKeepsItsName() throws IOException {
    var body =
        """
        --limit
        Content-Disposition: form-data; name="toPersonEmail"

        %s
        --limit
        Content-Disposition: form-data; name="files"; filename="Übersicht 1.txt"
        Content-Type: text/plain

        12345
        --limit--
        """
            .formatted(Desk.PERSON)
            .replace("\n", "\r\n");

    var answer = sent("multipart/form-data; boundary=limit", body);

    assertThat(Desk.json(answer).path("files")).hasSize(1);
    var file = desk.ledger().at("/0/file");
    assertThat(file.path("name").asText()).isEqualTo("Übersicht 1.txt");
    assertThat(file.path("bytes").asInt()).isEqualTo(5);
  }

  @Test
  void someoneSignedInReadsInAGroup() throws IOException {
    var roomId = Desk.items(desk.get("/v1/rooms?type=group")).getFirst().path("id").asText();
    desk.post(Map.of("roomId", roomId, "markdown", "hello all"));
    var code = desk.control("POST", "code", "{}").path("code").asText();
    var introduction = desk.introduction();
    var tokens =
        desk.token(
            "grant_type=authorization_code&client_id=%s&client_secret=%s&code=%s"
                .formatted(
                    introduction.path("clientId").asText(),
                    introduction.path("clientSecret").asText(),
                    code));

    var token = Desk.json(tokens).path("access_token").asText();

    assertThat(texts(desk.get(token, "/v1/messages?roomId=" + roomId)))
        .containsExactly("hello all");
  }

  private JsonNode posted(String destination, String id) throws IOException {
    return Desk.json(desk.post(Map.of(destination, id, "text", "hello")));
  }

  private HttpResponse<String> sent(String type, String body) throws IOException {
    return desk.send(
        HttpRequest.newBuilder(desk.address().resolve("/v1/messages"))
            .header("Authorization", "Bearer " + desk.bot())
            .header("Content-Type", type)
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  private static List<String> texts(HttpResponse<String> listing) {
    return Desk.items(listing).stream().map(one -> one.path("text").asText()).toList();
  }
}
