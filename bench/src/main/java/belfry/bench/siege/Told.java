package belfry.bench.siege;

import java.util.Map;
import java.util.TreeMap;

/** What became of the hostile sockets of one kind. */
final class Told {
  private final Map<Integer, Integer> answers = new TreeMap<>();
  private int opened;
  private int closed;
  private int notIn;
  private int withoutReason;
  private boolean stopped;

  synchronized void opened() {
    opened++;
  }

  /** It ended with this; with nothing where it was closed without a word. */
  synchronized void answered(Answer answer) {
    if (stopped) {
      return;
    }
    if (answer.status() == 0) {
      closed++;
      return;
    }
    answers.merge(answer.status(), 1, Integer::sum);
    var busy = answer.status() == 429 || answer.status() == 503;
    var reasoned =
        answer.head().contains("Retry-After") && !answer.head().contains("Content-Length: 0");
    withoutReason += busy && !reasoned ? 1 : 0;
  }

  /** It did not get as far as being accepted. */
  synchronized void notIn() {
    notIn += stopped ? 0 : 1;
  }

  /** What ends from now on ends by itself. */
  synchronized void stop() {
    stopped = true;
  }

  /** How many were told that there is no room, and not why. */
  synchronized int withoutReason() {
    return withoutReason;
  }

  @Override
  public synchronized String toString() {
    var words = new StringBuilder("%,d opened, %,d closed".formatted(opened, closed));
    answers.forEach((status, count) -> words.append(", %,d × %d".formatted(count, status)));
    return notIn == 0 ? words.toString() : words.append(", %,d not in".formatted(notIn)).toString();
  }
}
