package belfry.bench.siege;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What became of the hostile sockets of one kind.
 *
 * @param closed without a word
 * @param notIn did not get as far as being accepted
 * @param withoutReason were told that there is no room, and not why
 * @param mistaken trifles that were answered in another way than they are refused
 * @param answers how many there were of each status
 */
record Told(
    int opened,
    int closed,
    int notIn,
    int withoutReason,
    SortedMap<Trifle, Integer> mistaken,
    SortedMap<Integer, Integer> answers) {
  @Override
  public String toString() {
    var words = new StringBuilder("%,d opened, %,d closed".formatted(opened, closed));
    answers.forEach((status, count) -> words.append(", %,d × %d".formatted(count, status)));
    mistaken.forEach((trifle, status) -> words.append(", BUT %s IS %d".formatted(trifle, status)));
    return notIn == 0 ? words.toString() : words.append(", %,d not in".formatted(notIn)).toString();
  }

  /** Counts it while it happens. */
  static final class Count {
    private final SortedMap<Integer, Integer> answers = new TreeMap<>();
    private final SortedMap<Trifle, Integer> mistaken = new TreeMap<>();
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

    /** The same for one of many on a connection. */
    synchronized void answered(Answer answer, Trifle trifle) {
      answered(answer);
      if (!stopped && !trifle.isTold(answer.status())) {
        mistaken.put(trifle, answer.status());
      }
    }

    /** It did not get as far as being accepted. */
    synchronized void notIn() {
      notIn += stopped ? 0 : 1;
    }

    /** What ends from now on ends by itself. */
    synchronized void stop() {
      stopped = true;
    }

    synchronized Told told() {
      return new Told(
          opened, closed, notIn, withoutReason, new TreeMap<>(mistaken), new TreeMap<>(answers));
    }
  }
}
