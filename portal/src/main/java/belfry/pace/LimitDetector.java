package belfry.pace;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reads from the last refusals which limit the platform enforces.
 *
 * <p>At each refusal, the span that is really limited holds the same number of requests, whatever
 * was sent before; other spans hold more at one refusal and fewer at the next. And if refusals come
 * from a bucket that fills steadily, it was empty at each: what was accepted between two of them,
 * over the time between them, is its rate. Whichever figure stays the same is the limit.
 */
final class LimitDetector {
  private static final long SECOND = 1_000_000_000;

  /** What is kept below a limit for the unevenness of clocks and networks. */
  static final double CLOSE = 0.998;

  /** The spans that platforms count over, in seconds. */
  private static final int[] SPANS = {1, 2, 3, 5, 10, 15, 20, 30, SendLog.SECONDS};

  private static final int KEPT = 3;

  /** Fewer requests than these in a span say nothing about it. */
  private static final int FEWEST = 5;

  /** An interval with so many tells the rate to a few in a hundred. */
  private static final int MANY = 40;

  /** Figures that differ by no more than this part are the same. */
  private static final double SAME = 0.02;

  /** How near two spans' agreement must be for the one that permits more to be preferred. */
  private static final double AS_GOOD = 0.003;

  /** Requests more or fewer that are only how a refusal happens to fall. */
  private static final double CHANCE = 1.5;

  /** So many sends that each made a span hold more are no chance. */
  private static final int OFTEN = 4;

  /** Of so few in a span, one more is much. */
  private static final int FEW = 20;

  /** What one more refusal in agreement moves. */
  private static final double NEWS = 0.3;

  private final Deque<Refusal> last = new ArrayDeque<>();

  /**
   * One refusal and what led to it.
   *
   * @param counts accepted requests in each span before it
   * @param rest what the platform asked for, in seconds
   * @param accepted since the refusal before; 0 where that time was not all work
   * @param seconds which {@code accepted} took, a rest included
   * @param at in seconds of the monotonic clock
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
     * What is known at a refusal.
     *
     * @param since when the rest of the refusal before had ended
     * @param until when the request that was refused began
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

    /** Whether such a span held more just before and nothing was refused: it is not the limit. */
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

  /** What was thought of the limit, after a refusal that agrees with it; empty if it does not. */
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

  /** What all refusals that are kept agree on. */
  Optional<Limit> agreed() {
    return steady().or(this::window);
  }

  /** They do not agree: what was before a change must not hide what is now. */
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
    // Of a few requests one more or less is much. Who guesses too high soon hears of it, and then
    // knows it exactly; too low is not told.
    return Optional.of(
        exact.isEmpty()
            ? new Limit.Rate(rate(telling, 1), false)
            : new Limit.Rate(rate * CLOSE, true));
  }

  /** Accepted in all of these, and so many more in each, over the time they took. */
  private static double rate(List<Refusal> some, int more) {
    return some.stream().mapToInt(one -> one.accepted() + more).sum()
        / some.stream().mapToDouble(Refusal::seconds).sum();
  }

  /** The span whose counts differ least; where two are as good, the one that permits more. */
  private Optional<Limit> window() {
    var best = -1;
    var least = SAME;
    var most = 0.0;
    for (var span = 0; span < SPANS.length; span++) {
      var off = difference(span);
      var permits = (double) last.getLast().counts().of(span) / SPANS[span];
      if (off < least - AS_GOOD || (off <= least + AS_GOOD && permits > most * 0.95)) {
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
   * How much this span's counts differ from refusal to refusal, for each whole span between them: a
   * minute's count is much the same a second later, and that proves nothing.
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
