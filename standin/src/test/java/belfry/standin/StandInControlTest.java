package belfry.standin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a trial sets, and what it judges by. */
class StandInControlTest {
  private final Desk desk = Desk.open();

  @AfterEach
  void close() {
    desk.close();
  }

  @Test
  void theLedgerTellsWhoGotWhatFromWhom() throws IOException {
    var direct = desk.write(Desk.PERSON, "**to one** " + "x".repeat(90));
    desk.time().pass(Duration.ofMillis(55));
    var roomId = Desk.items(desk.get("/v1/rooms?type=group")).getFirst().path("id");
    desk.post(Map.of("roomId", roomId.asText(), "text", "to all"));

    var ledger = desk.ledger();

    assertThat(ledger).hasSize(2);
    assertThat(ledger.at("/0/kind").asText()).isEqualTo("person");
    assertThat(ledger.at("/0/recipient")).isEqualTo(direct.path("toPersonId"));
    assertThat(ledger.at("/0/text").asText()).hasSize(80).startsWith("to one xxx");
    assertThat(ledger.at("/0/markdown").asText()).isEqualTo("**to one** " + "x".repeat(90));
    assertThat(ledger.at("/0/bot").asInt()).isZero();
    assertThat(ledger.at("/0/origin").asText()).isEqualTo("client");
    assertThat(ledger.at("/1/kind").asText()).isEqualTo("room");
    assertThat(ledger.at("/1/recipient")).isEqualTo(roomId);
    assertThat(ledger.at("/1").has("markdown")).isFalse();
    assertThat(ledger.at("/1/storedMillis").asLong() - ledger.at("/0/storedMillis").asLong())
        .isEqualTo(55);
  }

  @Test
  void anotherProgramWritesWithTheBotsTokenAndIsToldApart() throws IOException {
    desk.write(Desk.PERSON, "hello");

    var some =
        desk.control("POST", "post-as-bot", "{\"bot\":0,\"people\":12,\"markdown\":\"hello\"}");

    assertThat(some.path("stored").asInt()).isEqualTo(12);
    assertThat(desk.items(Desk.PERSON)).hasSize(2);
    assertThat(desk.stored()).isEqualTo(13);
    assertThat(desk.ledger())
        .extracting(one -> one.path("origin").asText())
        .filteredOn("foreign"::equals)
        .hasSize(12);
  }

  @Test
  void everybodyCanBeTold() throws IOException {
    var people = desk.control("GET", "people", "");

    assertThat(people).hasSize(30);
    assertThat(people)
        .extracting(one -> one.path("email").asText())
        .contains(Desk.PERSON, Desk.ANOTHER)
        .doesNotHaveDuplicates();
    assertThat(people).noneMatch(one -> one.path("firstName").asText().isEmpty());
    assertThat(people.at("/3/id").asText())
        .isEqualTo(desk.write(people.at("/3/email").asText(), "hello").path("toPersonId").asText());
  }

  @Test
  void theClockJumpsForDatesAndStampsAlike() throws IOException {
    desk.control("POST", "clock", "{\"jumpSeconds\":-300}");

    var answer = desk.post(Map.of("toPersonEmail", Desk.PERSON, "text", "hello"));

    assertThat(answer.headers().firstValue("Date")).contains("Mon, 02 Mar 2026 09:10:27 GMT");
    assertThat(Desk.json(answer).path("created").asText()).isEqualTo("2026-03-02T09:10:27.345Z");
    assertThat(desk.ledger().at("/0/storedMillis").asLong())
        .isEqualTo(desk.time().instant().toEpochMilli());
  }

  @Test
  void whoeverSendsTooMuchIsToldToWait() throws IOException {
    limit(2, 0.5, 0);

    assertThat(statuses(3)).containsExactly(200, 200, 429);
    assertThat(desk.stored()).isEqualTo(2);
  }

  @Test
  void whoeverAsksTooEarlyIsRefusedAndCounted() throws IOException {
    limit(1, 0.5, 0);
    statuses(2);
    desk.time().pass(Duration.ofMillis(1500));

    var early = desk.post(Map.of("toPersonEmail", Desk.PERSON, "text", "hello"));
    desk.time().pass(Duration.ofMillis(500));

    assertThat(early.statusCode()).isEqualTo(429);
    assertThat(early.headers().firstValue("Retry-After")).contains("1");
    assertThat(statuses(1)).containsExactly(200);
    assertThat(desk.stats().path("early").asInt()).isEqualTo(1);
    assertThat(desk.stats().path("throttled").asInt()).isEqualTo(2);
    assertThat(desk.stats().path("accepted").asInt()).isEqualTo(2);
  }

  @Test
  void whatWasUnderWayAtARefusalIsNotEarly() throws IOException {
    limit(1, 0.5, 200);

    assertThat(statuses(3)).containsExactly(200, 429, 429);
    assertThat(desk.stats().path("early").asInt()).isZero();
    assertThat(desk.stats().path("underWay").asInt()).isEqualTo(1);
  }

  @Test
  void eachTokenHasALimitOfItsOwn() throws IOException {
    limit(1, 0.5, 0);
    statuses(2);
    var other = desk.introduction().at("/bots/1/token").asText();
    var body = "{\"toPersonEmail\":\"%s\",\"text\":\"hello\"}".formatted(Desk.PERSON);

    assertThat(desk.send(other, "POST", "/v1/messages", Optional.of(body)).statusCode())
        .isEqualTo(200);
  }

  @Test
  void mannersAreListedByName() throws IOException {
    desk.manner("list-lag", 90_000);

    var manners = Desk.json(desk.get("/control/manners"));

    assertThat(manners.at("/on/list-lag/value").asLong()).isEqualTo(90_000);
    assertThat(manners.at("/known/mention-tags/says").asText()).isNotEmpty();
    assertThat(manners.path("known").size()).isGreaterThan(100);
  }

  @Test
  void anUnknownMannerAndAnImpossibleShareAreRefused() throws IOException {
    desk.manners("crlf");

    assertThat(
            desk.send(desk.bot(), "PUT", "/control/manners", Optional.of("{\"good\":1}"))
                .statusCode())
        .isEqualTo(400);
    assertThat(
            desk.send(desk.bot(), "PUT", "/control/manners", Optional.of("{\"crlf\":2}"))
                .statusCode())
        .isEqualTo(400);
    assertThat(fieldNames(Desk.json(desk.get("/control/manners")).path("on")))
        .containsExactly("crlf");
  }

  private static List<String> fieldNames(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).toList();
  }

  private void limit(double capacity, double perSecond, long grace) throws IOException {
    desk.control(
        "PUT",
        "limits",
        "{\"capacity\":%s,\"perSecond\":%s,\"graceMillis\":%d}"
            .formatted(capacity, perSecond, grace));
  }

  private List<Integer> statuses(int posts) throws IOException {
    var statuses = new ArrayList<Integer>();
    for (var i = 0; i < posts; i++) {
      statuses.add(desk.post(Map.of("toPersonEmail", Desk.PERSON, "text", "hello")).statusCode());
    }
    return statuses;
  }
}
