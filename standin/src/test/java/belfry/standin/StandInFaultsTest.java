package belfry.standin;

import static java.util.Collections.frequency;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong with posts, and whether the message is there nevertheless. */
class StandInFaultsTest {
  private final Desk desk = Desk.open();

  @AfterEach
  void close() {
    desk.close();
  }

  @ParameterizedTest
  @CsvSource({
    "stored-then-500, 500, 1",
    "stored-then-502, 502, 1",
    "stored-then-503, 503, 1",
    "stored-then-504, 504, 1",
    "423-not-stored, 423, 0",
    "500-not-stored, 500, 0",
    "502-not-stored, 502, 0",
    "503-not-stored, 503, 0",
    "504-not-stored, 504, 0",
    "latency, 200, 1",
  })
  void anAnswerTellsNothingAboutStoring(String fault, int status, int stored) throws IOException {
    desk.fault(fault, 1, 1);

    assertThat(post()).isEqualTo(status);
    assertThat(desk.stored()).isEqualTo(stored);
    assertThat(desk.stats().at("/faults/" + fault).asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "stored-then-reset, 1",
    "stored-then-close, 1",
    "stored-then-hang, 1",
    "reset-before-store, 0",
    "close-before-store, 0",
    "hang-not-stored, 0",
  })
  void aBrokenConnectionTellsNothingEither(String fault, int stored) throws IOException {
    desk.fault(fault, 1, 1);

    assertThatThrownBy(this::post).isInstanceOf(IOException.class);
    assertThat(desk.stored()).isEqualTo(stored);
  }

  @ParameterizedTest
  @ValueSource(strings = {"delayed-store", "delayed-store-502", "delayed-store-503"})
  void aMessageMayBeStoredAfterItsAnswer(String fault) throws IOException {
    desk.fault(fault, 1, 20);

    try {
      assertThat(post()).isGreaterThanOrEqualTo(502);
    } catch (IOException _) {
      assertThat(fault).isEqualTo("delayed-store");
    }

    desk.awaitStored(1);
  }

  @Test
  void whatIsToBeStoredYetIsPending() throws IOException {
    desk.fault("delayed-store-502", 1, 60_000);
    post();

    var count = Desk.json(desk.get("/control/count"));

    assertThat(count.path("messages").asInt()).isZero();
    assertThat(count.path("pending").asInt()).isEqualTo(1);
  }

  @Test
  void aShareIsAShareAndWhatIsStoredIsCountedTruthfully() throws IOException {
    desk.control("PUT", "faults", "{\"stored-then-500\":0.25,\"503-not-stored\":0.25}");
    var answers = new ArrayList<Integer>();
    for (var i = 0; i < 400; i++) {
      answers.add(post());
    }

    assertThat(frequency(answers, 500)).isBetween(70, 130);
    assertThat(frequency(answers, 503)).isBetween(70, 130);
    assertThat(desk.stored())
        .isEqualTo(frequency(answers, 200) + frequency(answers, 500))
        .isEqualTo(desk.ledger().size());
    assertThat(desk.items(Desk.PERSON)).hasSize(50);
  }

  @Test
  void nothingGoesWrongWithWhatIsNotInOrder() throws IOException {
    desk.fault("stored-then-500", 1, 0);

    assertThat(desk.post(Map.of("toPersonEmail", Desk.PERSON)).statusCode()).isEqualTo(400);
  }

  private int post() throws IOException {
    return desk.post(Map.of("toPersonEmail", Desk.PERSON, "text", "hello")).statusCode();
  }
}
