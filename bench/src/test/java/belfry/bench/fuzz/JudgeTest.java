package belfry.bench.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.bench.fuzz.Exchange.End;
import belfry.bench.fuzz.Question.Manner;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What must not be, and what may. */
class JudgeTest {
  private static final Operation LIST =
      new Api()
          .operations().stream()
              .filter(one -> one.path().endsWith("/jobs/list/{scope}"))
              .findFirst()
              .orElseThrow();

  private final Judge judge = new Judge();

  private static Question question(int followers) {
    var bytes = "GET /Hub/news/jobs/list/all HTTP/1.1\r\n\r\n".getBytes(UTF_8);
    return new Question(1, Optional.of(LIST), true, bytes, followers, Manner.WHOLE);
  }

  private static Question noHttp() {
    return new Question(1, Optional.empty(), false, new byte[] {0}, 0, Manner.WHOLE);
  }

  private static Answer answer(int status, String body, String... headers) {
    return new Answer(status, List.of(headers), body.getBytes(UTF_8), true);
  }

  private static Answer problem(int status, String type, String... headers) {
    var all = new java.util.ArrayList<>(List.of(headers));
    all.add("Content-Type: application/problem+json");
    var body =
        "{\"type\":\"%s\",\"title\":\"T\",\"status\":%d,\"detail\":\"D.\",\"errors\":[]}"
            .formatted(type, status);
    return new Answer(status, all, body.getBytes(UTF_8), true);
  }

  private Optional<String> fault(Question question, Answer... answers) {
    return judge.fault(question, new Exchange(List.of(answers), End.CLOSED, ""));
  }

  @Test
  void whatTheDocumentHasIsAsItShouldBe() {
    var list = answer(200, "{\"items\":[],\"counts\":{}}", "Content-Type: application/json");

    assertThat(fault(question(0), list)).isEmpty();
    assertThat(fault(question(1), list, answer(200, ""))).isEmpty();
    assertThat(fault(question(0), problem(404, "about:blank"))).isEmpty();
    assertThat(fault(question(0), problem(503, "urn:belfry:full-house", "Retry-After: 5")))
        .isEmpty();
  }

  @Test
  void aFailureOfItsOwnIsAFault() {
    assertThat(fault(question(0), problem(500, "about:blank"))).isPresent();
    assertThat(fault(question(0), problem(503, "about:blank"))).isPresent();
    assertThat(fault(question(0), problem(503, "urn:belfry:storage", "Retry-After: 5")))
        .isPresent();
    assertThat(fault(noHttp(), problem(500, "about:blank"))).isPresent();
    assertThat(fault(noHttp(), problem(505, "about:blank"))).isEmpty();
  }

  @Test
  void anErrorSaysWhatIsWrong() {
    assertThat(fault(question(0), answer(404, ""))).isPresent();
    assertThat(fault(question(0), answer(404, "Not there", "Content-Type: text/plain")))
        .as("in another form than is said of it")
        .isPresent();
    assertThat(fault(noHttp(), answer(400, "{}", "Content-Type: application/problem+json")))
        .isPresent();
  }

  @Test
  void whoAsksIsAnsweredAndSoIsWhoFollows() {
    var ok = answer(200, "{}", "Content-Type: application/json");
    var last = answer(200, "{}", "Content-Type: application/json", "Connection: close");

    assertThat(fault(question(0))).isPresent();
    assertThat(fault(question(1), ok)).isPresent();
    assertThat(fault(question(1), last)).isEmpty();
    assertThat(fault(question(1), last, ok)).isPresent();
    assertThat(fault(question(0), ok, ok)).isPresent();
    assertThat(fault(noHttp())).isEmpty();
  }

  @Test
  void whatHangsOrIsNoHttpIsAFault() {
    for (var end : List.of(End.HUNG, End.GARBLED)) {
      assertThat(judge.fault(noHttp(), new Exchange(List.of(), end, ""))).isPresent();
    }
  }
}
