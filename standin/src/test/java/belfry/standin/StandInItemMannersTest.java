package belfry.standin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who wrote an item, when, and what else is odd about it. */
class StandInItemMannersTest {
  private final Desk desk = Desk.open();

  @AfterEach
  void close() {
    desk.close();
  }

  @ParameterizedTest
  @CsvSource({
    "created-basic-offset, 2026-03-02T09:15:27.345+0000",
    "created-colon-offset, 2026-03-02T09:15:27+00:00",
    "created-with-space, 2026-03-02 09:15:27.345Z",
    "created-local-time, 2026-03-02T18:15:27.345",
    "created-epoch-millis, 1772442927345",
    "created-epoch-seconds, 1772442927",
    "created-micros, 2026-03-02T09:15:27.345417Z",
    "created-nanos, 2026-03-02T09:15:27.345417209Z",
    "created-http-date, 'Mon, 02 Mar 2026 09:15:27 GMT'",
    "created-garbage, a moment ago",
    "created-whole-seconds, 2026-03-02T09:15:27.000Z",
    "created-whole-minutes, 2026-03-02T09:15:00.000Z",
    "created-clock-off, 2026-03-02T09:25:27.345Z",
  })
  void timesAreWrittenInManyWays(String manner, String written) throws IOException {
    desk.manners(manner);
    desk.write(Desk.PERSON, "hello");

    assertThat(listed().path("created").asText()).isEqualTo(written);
  }

  @Test
  void aStampMayBeThatOfBeingAsked() throws IOException {
    desk.manners("created-refreshed");
    desk.write(Desk.PERSON, "hello");
    desk.time().pass(Duration.ofHours(1));

    assertThat(listed().path("created").asText()).isEqualTo("2026-03-02T10:15:27.345Z");
  }

  @Test
  void theAuthorIsNamedInManyWays() throws IOException {
    var id = desk.introduction().at("/bots/0/personId").asText();
    desk.write(Desk.PERSON, "hello");

    desk.manners("author-id-padded");
    assertThat(listed().path("personId").asText()).startsWith(id + "=");
    desk.manners("author-id-uuid");
    assertThat(listed().path("personId").asText()).matches("[0-9a-f-]{36}");
    desk.manners("author-other-cluster");
    assertThat(listed().path("personId").asText()).isNotEqualTo(id);
    desk.manners("author-only-email");
    assertThat(listed().has("personId")).isFalse();
    assertThat(listed().path("personEmail").asText()).isEqualTo("beacon-0@webex.bot");
    desk.manners("author-email-cased");
    assertThat(listed().path("personEmail").asText()).isEqualTo("BEACON-0@WEBEX.BOT");
    desk.manners("author-missing");
    assertThat(listed().has("personId") || listed().has("personEmail")).isFalse();
  }

  @Test
  void anItemMayStandThereTwiceOrBesideNull() throws IOException {
    desk.write(Desk.PERSON, "hello");

    desk.manners("items-twice");
    assertThat(desk.items(Desk.PERSON)).hasSize(2).allMatch(one -> one.equals(listedFirst()));
    desk.manners("items-with-null");
    assertThat(desk.items(Desk.PERSON)).extracting(JsonNode::isNull).containsExactly(false, true);
    desk.manners("system-items");
    assertThat(desk.items(Desk.PERSON))
        .extracting(one -> one.has("roomId"))
        .containsExactly(false, true);
  }

  @Test
  void itemsMayLackWhatTheyAreKnownBy() throws IOException {
    var message = desk.write(Desk.PERSON, "hello");

    desk.manners("items-without-destination");
    assertThat(listed().has("toPersonId")).isFalse();
    desk.manners("items-without-id");
    assertThat(listed().has("id")).isFalse();
    desk.manners("item-ids-elsewhere");
    assertThat(listed().path("id")).isNotEqualTo(message.path("id"));
    desk.manners("items-as-object");
    assertThat(Desk.json(desk.conversation(Desk.PERSON)).path("items").isObject()).isTrue();
  }

  private JsonNode listed() throws IOException {
    return desk.items(Desk.PERSON).getFirst();
  }

  private JsonNode listedFirst() {
    try {
      return listed();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
