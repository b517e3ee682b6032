package belfry.bench.fuzz;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How many answers there were of each kind. */
final class Tally {
  private final Map<String, Integer> counts = new TreeMap<>();

  synchronized void add(Question question, Exchange exchange) {
    if (question.manner() == Question.Manner.ABANDONED) {
      count("not waited for");
    } else if (exchange.answers().isEmpty()) {
      count("closed without a word");
    }
    exchange.answers().forEach(answer -> count(Integer.toString(answer.status())));
  }

  private void count(String kind) {
    counts.merge(kind, 1, Integer::sum);
  }

  @Override
  public synchronized String toString() {
    return counts.entrySet().stream()
        .map(one -> "%s: %,d".formatted(one.getKey(), one.getValue()))
        .collect(Collectors.joining(", "));
  }
}
