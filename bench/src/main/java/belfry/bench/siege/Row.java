package belfry.bench.siege;

import belfry.bench.site.Usage;
import java.util.Optional;

/**
 * What came of one kind.
 *
 * @param peak the most bytes that the program had in memory
 * @param taken what was not free again after it
 */
record Row(Kind kind, Answers answers, Told told, long peak, Optional<String> taken) {
  /** What an answer may take, in milliseconds, but for one in a hundred. */
  private static final double SLOWEST = 1_000;

  static final String HEAD =
      "%-20s %7s %5s %8s %8s %8s %6s %5s  %s"
          .formatted("", "asked", "wrong", "p50", "p99", "most", "MB", "free", "hostile");

  boolean sound(boolean timed) {
    return answers.wrongs().isEmpty()
        && told.withoutReason() == 0
        && told.mistaken().isEmpty()
        && peak <= Weight.MOST
        && taken.isEmpty()
        && (!timed || answers.quantile(0.99) <= SLOWEST);
  }

  @Override
  public String toString() {
    var unreasoned = told.withoutReason();
    return "%-20s %7d %5d %8s %8s %8s %6.0f %5s  %s%s"
        .formatted(
            kind,
            answers.count(),
            answers.wrongs().size(),
            millis(0.5),
            millis(0.99),
            millis(1),
            Usage.megabytes(peak),
            taken.map(what -> "NO: " + what).orElse("yes"),
            told,
            unreasoned == 0 ? "" : ", %,d of them not told why".formatted(unreasoned));
  }

  private String millis(double share) {
    return "%.0f ms".formatted(answers.quantile(share));
  }
}
