package belfry.bench.fuzz;

import belfry.bench.fuzz.Question.Manner;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import java.util.Set;

/** Says of an exchange what must not be: nothing, most of the time. */
final class Judge {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What any server may answer to what is no request of its version or its kind. */
  private static final Set<Integer> UNSPOKEN = Set.of(501, 505);

  Optional<String> fault(Question question, Exchange exchange) {
    var answers = exchange.answers();
    for (var i = 0; i < answers.size(); i++) {
      var isFirst = i == 0;
      var fault = fault(question, isFirst, answers.get(i));
      if (fault.isPresent()) {
        return fault;
      }
      if (answers.get(i).isLast() && i + 1 < answers.size()) {
        return Optional.of("an answer after the one that was to be the last");
      }
    }
    return switch (exchange.end()) {
      case HUNG -> Optional.of("neither an answer nor an end: " + exchange.trouble());
      case GARBLED -> Optional.of("no HTTP: " + exchange.trouble());
      case RESET, CLOSED -> missing(question, exchange);
    };
  }

  /** Whoever asks in good order is answered, and so is who follows, or told to ask again. */
  private static Optional<String> missing(Question question, Exchange exchange) {
    var answers = exchange.answers();
    if (!question.formed() || question.manner() == Manner.ABANDONED) {
      return Optional.empty();
    }
    if (answers.isEmpty()) {
      return Optional.of("no answer, but an end: " + exchange.end() + exchange.trouble());
    }
    var expected = 1 + question.followers();
    var last = answers.getLast();
    if (answers.size() > expected) {
      return Optional.of("%d answers to %d questions".formatted(answers.size(), expected));
    }
    return answers.size() == expected || last.isLast() || !last.whole()
        ? Optional.empty()
        : Optional.of("%d answers to %d questions".formatted(answers.size(), expected));
  }

  private static Optional<String> fault(Question question, boolean isFirst, Answer answer) {
    if (question.formed() && !isFirst) {
      return answer.status() == 200
          ? Optional.empty()
          : Optional.of("who followed got " + answer.status());
    }
    if (answer.status() >= 500 && !mayFail(question, answer)) {
      return Optional.of("a failure of its own: " + answer.status());
    }
    if (isFirst && question.asksForHeadOnly()) {
      return Optional.empty();
    }
    if (answer.status() >= 400) {
      return unsaid(question, answer);
    }
    return question.formed() && question.plain() ? undescribed(question, answer) : Optional.empty();
  }

  /** Whether the document knows this failure, and it is none that has a number in the log. */
  private static boolean mayFail(Question question, Answer answer) {
    if (UNSPOKEN.contains(answer.status())) {
      return true;
    }
    var ours =
        answer.text().contains("on our side") || answer.text().contains("urn:belfry:storage");
    var isNamed = question.operation().filter(one -> one.names(answer.status())).isPresent();
    var isFull = answer.status() == 503 && answer.header("Retry-After").isPresent();
    return !ours && (isNamed || isFull);
  }

  /** Whether it does not say what is wrong: as a problem, or in words where those are spoken. */
  private static Optional<String> unsaid(Question question, Answer answer) {
    var type = answer.mediaType();
    if (question.plain() && !question.operation().orElseThrow().speaks(answer.status(), type)) {
      return Optional.of("an error in another form than the document has it: " + type);
    }
    if (type.equals("text/plain")) {
      return answer.text().isBlank() ? Optional.of("an error without a word") : Optional.empty();
    }
    var problem = json(answer);
    var isWhole =
        type.equals("application/problem+json")
            && problem.path("status").asInt() == answer.status()
            && !problem.path("title").asText().isBlank()
            && !problem.path("detail").asText().isBlank()
            && problem.path("errors").isArray();
    return isWhole ? Optional.empty() : Optional.of("an error that does not say what is wrong");
  }

  private static Optional<String> undescribed(Question question, Answer answer) {
    var operation = question.operation().orElseThrow();
    if (!operation.names(answer.status())) {
      return Optional.of("an answer that the document does not have: " + answer.status());
    }
    if (answer.body().length > 0 && !operation.speaks(answer.status(), answer.mediaType())) {
      return Optional.of("a body that the document does not have: " + answer.mediaType());
    }
    return answer.mediaType().equals("application/json") && json(answer).isMissingNode()
        ? Optional.of("what should be JSON is none")
        : Optional.empty();
  }

  private static JsonNode json(Answer answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (JsonProcessingException _) {
      return JSON.missingNode();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
