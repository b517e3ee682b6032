package belfry.pace;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Infers from the last refusals which limit the platform enforces.
 *
 * <p>At each refusal, the span that is really limited holds the same number of requests, whatever
 * was sent before; other spans hold more at one refusal and fewer at the next. If the limit is a
 * bucket that fills steadily, it was empty at each refusal, so the number accepted between two of
 * them, divided by the time between them, is its rate. Whichever figure stays the same is the
 * limit.
 */
final class LimitDetector {
  private static final long SECOND = 1_000_000_000;

  /** How far to stay below a limit, because clocks and networks are uneven. */
  static final double CLOSE = 0.998;

  /** The spans that platforms count over, in seconds. */
  private static final int[] SPANS = {1, 2, 3, 5, 10, 15, 20, 30, SendLog.SECONDS};

  /** How many refusals are compared; older ones may come from an earlier limit. */
  private static final int KEPT = 3;

  /** Fewer requests than these say nothing. */
  static final int FEWEST = 5;

  /** An interval with this many shows the rate to within a few percent. */
  private static final int MANY = 40;

  /** Figures that differ by no more than this ratio count as the same. */
  private static final double SAME = 0.02;

  /** How close two spans' agreement must be for the more permissive one to be preferred. */
  private static final double AS_GOOD = 0.003;

  /** Of spans that agree equally, one that permits less than this part of another is left. */
  private static final double AS_MUCH = 0.95;

  /** A difference of this many requests is only chance. */
  private static final double CHANCE = 1.5;

  /** If this many sends each made a span hold more, it is not chance. */
  private static final int OFTEN = 4;

  /** In a span with so few, one more matters. */
  private static final int FEW = 20;

  /** The weight of another refusal that agrees. */
  private static final double NEWS = 0.3;

  private final Deque<Refusal> last = new ArrayDeque<>();

  /**
   * A refusal and what led to it.
   *
   * @param counts accepted requests in each span before it
   * @param rest the pause that the platform asked for, in seconds
   * @param accepted requests accepted since the previous refusal; 0 if there was not always
   *     something to send
   * @param seconds how long {@code accepted} took, including a rest
   * @param at when it came, in seconds of the monotonic clock
   */
  record Refusal(Counts counts, double rest, int accepted, double seconds, double at) {
    double perSecond() {
      return accepted / seconds;
    }
  }

  /** How many requests each span held. */
  static final class Counts {
    private final int[] counts;
    private final List<Boolean> passed;

    /**
     * The counts at a refusal.
     *
     * @param since when the previous refusal's rest had ended
     * @param until when the refused request began
     */
    Counts(SendLog log, long since, long until) {
      counts = Arrays.stream(SPANS).map(span -> log.count(until - span * SECOND, until)).toArray();
      passed =
          IntStream.range(0, SPANS.length)
              .mapToObj(span -> {
                var most = counts[span] + (counts[span] < FEW ? CHANCE - 1 : CHANCE);
                return log.beyond(most, SPANS[span] * SECOND, since, until) >= OFTEN;
              })
              .toList();
    }

    private int of(int span) {
      return counts[span];
    }

    /** Whether this span recently held more without a refusal, so that it is not the limit. */
    private boolean passed(int span) {
      return passed.get(span);
    }
  }

  /** Whether platforms count over so many seconds. */
  static boolean isSpan(int seconds) {
    return Arrays.binarySearch(SPANS, seconds) >= 0;
  }

  void add(Refusal refusal) {
    last.add(refusal);
    while (last.size() > KEPT) {
      last.remove();
    }
  }

  /** The assumed limit, refined by a refusal that agrees with it; empty if the refusal does not. */
  static Optional<Limit> confirmed(Limit limit, Refusal refusal, boolean probing) {
    return switch (limit) {
      case Limit.Window(var seconds, var count) -> {
        var span = Arrays.binarySearch(SPANS, seconds);
        var held = refusal.counts().of(span);
        var part = Math.min(1, refusal.seconds() / seconds);
        var same = Math.abs(held - count) <= Math.max(CHANCE, SAME * count * part);
        yield held >= FEWEST && same && !refusal.counts().passed(span)
            ? Optional.of(
                new Limit.Window(
                    seconds, probing ? count + NEWS * (held - count) : Math.min(count, held)))
            : Optional.empty();
      }
      case Limit.Rate(var rate, var proven) -> {
        var off = Math.abs(refusal.accepted() - rate * refusal.seconds());
        yield proven && off <= Math.max(SAME * refusal.accepted(), 2)
            ? Optional.of(
                new Limit.Rate(
                    probing ? rate + NEWS * (refusal.perSecond() * CLOSE - rate) : rate * CLOSE,
                    true))
            : Optional.empty();
      }
    };
  }

  /** The limit on which all kept refusals agree. */
  Optional<Limit> agreed() {
    return steady().or(this::window);
  }

  /** Called if they do not agree: refusals from before a change must not hide the current limit. */
  void forgetOldest() {
    while (last.size() > KEPT - 1) {
      last.remove();
    }
  }

  private Optional<Limit> steady() {
    var telling = last.stream().filter(refusal -> refusal.accepted() > 0).toList();
    if (telling.size() < 2) {
      return Optional.empty();
    }
    var exact = telling.stream().filter(one -> one.accepted() >= MANY).toList();
    var rate = rate(exact.isEmpty() ? telling : exact, 0);
    var steady =
        telling.stream()
            .allMatch(one ->
                Math.abs(one.accepted() - rate * one.seconds())
                    <= Math.max(SAME * one.accepted(), CHANCE + 1));
    if (!steady) {
      return Optional.empty();
    }
    // With few requests, one more or less matters. A guess that is too high is soon corrected by a
    // refusal, and is then exact; one that is too low is never noticed.
    return Optional.of(
        exact.isEmpty()
            ? new Limit.Rate(rate(telling, 1), false)
            : new Limit.Rate(rate * CLOSE, true));
  }

  /** The number accepted in all of these, plus this many in each, divided by the time they took. */
  private static double rate(List<Refusal> some, int more) {
    return some.stream().mapToInt(one -> one.accepted() + more).sum()
        / some.stream().mapToDouble(Refusal::seconds).sum();
  }

  /** The span whose counts differ least; if two are equally good, the one that permits more. */
  private Optional<Limit> window() {
    var best = -1;
    var least = SAME;
    var most = 0.0;
    for (var span = 0; span < SPANS.length; span++) {
      var off = difference(span);
      var permits = (double) last.getLast().counts().of(span) / SPANS[span];
      if (off < least - AS_GOOD || (off <= least + AS_GOOD && permits > most * AS_MUCH)) {
        best = span;
        least = Math.min(least, off);
        most = permits;
      }
    }
    if (best < 0 || least >= SAME) {
      return Optional.empty();
    }
    var span = best;
    var count = last.stream().mapToInt(refusal -> refusal.counts().of(span)).min().orElseThrow();
    return Optional.of(new Limit.Window(SPANS[span], count));
  }

  /**
   * How much this span's counts differ from refusal to refusal, for each whole span between them. A
   * minute's count is nearly the same a second later, which proves nothing.
   */
  private double difference(int span) {
    var worst = last.size() < 2 ? Double.POSITIVE_INFINITY : 0;
    Refusal before = null;
    for (var refusal : last) {
      var held = refusal.counts().of(span);
      var ruledOut = refusal.rest() > SPANS[span] + 1 || refusal.counts().passed(span);
      if (held < FEWEST || ruledOut) {
        return Double.POSITIVE_INFINITY;
      }
      if (before != null) {
        var was = before.counts().of(span);
        var spans = Math.min(1, (refusal.at() - before.at()) / SPANS[span]);
        worst = Math.max(worst, Math.max(0, Math.abs(held - was) - CHANCE) / was / spans);
      }
      before = refusal;
    }
    return worst;
  }
}
