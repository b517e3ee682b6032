package belfry.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers to posts that say one thing while another has happened. */
class StandInPostMannersTest {
  private final Desk desk = Desk.open();

  @AfterEach
  void close() {
    desk.close();
  }

  @ParameterizedTest
  @CsvSource({
    "post-created, 201, 1",
    "post-html-success, 200, 1",
    "post-empty-success, 204, 1",
    "post-error-object-stored, 200, 1",
    "refusal-as-html-stored, 404, 1",
    "refusal-stored, 403, 1",
    "throttled-but-stored, 429, 1",
    "gateway-retries, 200, 2",
    "refusal-as-html, 403, 0",
    "post-login-page, 200, 0",
    "post-error-object, 200, 0",
    "post-empty-failure, 200, 0",
    "post-redirected, 307, 0",
    "stray-401, 401, 0",
    "stray-404, 404, 0",
    "stray-429, 429, 0",
    "refused-alone, 429, 0",
    "refused-alone-at-times, 429, 0",
  })
  void theStatusTellsNothing(String manner, int status, int stored) throws IOException {
    desk.manners(manner);

    assertThat(post("hello").statusCode()).isEqualTo(status);
    assertThat(desk.stored()).isEqualTo(stored);
  }

  @Test
  void anAnswerMayLackOrMisstateWhomItIsAbout() throws IOException {
    var right = Desk.json(post("hello"));

    desk.manners("post-without-email");
    assertThat(Desk.json(post("hello")).has("toPersonEmail")).isFalse();
    desk.manners("post-without-person");
    assertThat(Desk.json(post("hello")).has("toPersonId")).isFalse();
    desk.manners("post-without-id");
    assertThat(Desk.json(post("hello")).has("id")).isFalse();
    desk.manners("post-names-another");
    var wrong = Desk.json(post("hello"));
    assertThat(wrong.path("toPersonId")).isNotEqualTo(right.path("toPersonId"));
    assertThat(wrong.path("roomId")).isEqualTo(right.path("roomId"));
    assertThat(desk.items(Desk.PERSON)).hasSize(5);
  }

  @Test
  void anEarlierAnswerMayComeAgain() throws IOException {
    var earlier = desk.write(Desk.ANOTHER, "earlier");
    desk.manners("post-replayed");

    assertThat(Desk.json(post("hello"))).isEqualTo(earlier);
    assertThat(desk.stored()).isEqualTo(1);
  }

  @Test
  void theSameWordsMayBeTakenForARepetition() throws IOException {
    desk.manner("post-deduplicated", 60_000);
    var first = Desk.json(post("hello"));

    assertThat(Desk.json(post("hello"))).isEqualTo(first);
    assertThat(Desk.json(post("hello again"))).isNotEqualTo(first);
    desk.time().pass(Duration.ofMinutes(1));
    assertThat(Desk.json(post("hello"))).isNotEqualTo(first);
    assertThat(desk.stored()).isEqualTo(3);
  }

  @Test
  void aSuccessMayBreakOff() throws IOException {
    desk.manners("post-truncated");
    assertThatThrownBy(() -> post("hello")).isInstanceOf(IOException.class);
    desk.manner("post-stalls", 1);
    assertThatThrownBy(() -> post("hello")).isInstanceOf(IOException.class);

    assertThat(desk.stored()).isEqualTo(2);
  }

  @Test
  void aMessageMayBeAcceptedFirstAndStoredThen() throws IOException {
    desk.manner("post-accepted-later", 20);

    assertThat(post("hello").statusCode()).isEqualTo(202);
    desk.awaitStored(1);
  }

  @Test
  void theRecipientMaySayTheSame() throws IOException {
    desk.manners("recipient-echoes");
    post("hello");

    var authors = desk.items(Desk.PERSON).stream().map(one -> one.path("personEmail").asText());

    assertThat(authors).containsExactly(Desk.PERSON, "beacon-0@webex.bot");
    assertThat(desk.stored()).isEqualTo(1);
  }

  @Test
  void whatAGatewaySentAgainIsToldApart() throws IOException {
    desk.manners("gateway-retries");
    post("hello");

    assertThat(desk.ledger())
        .extracting(one -> one.path("origin").asText())
        .containsExactly("client", "gateway");
  }

  @Test
  void aStrayRefusalAsksToWaitInAllKindsOfWays() throws IOException {
    desk.manner("stray-429", 3);
    var waits = new ArrayList<String>();
    for (var i = 0; i < 7; i++) {
      waits.add(post("hello").headers().firstValue("Retry-After").orElse("none"));
    }

    assertThat(List.of(waits.get(0), waits.get(1), waits.get(2), waits.get(3), waits.get(5)))
        .containsExactly("3", "none", "0", "-1", "rand(30),add(30)");
    assertThat(waits.get(4)).endsWith(" GMT");
    assertThat(desk.stats().path("throttled").asInt()).isZero();
  }

  private HttpResponse<String> post(String text) throws IOException {
    return desk.post(Map.of("toPersonEmail", Desk.PERSON, "markdown", text));
  }
}
