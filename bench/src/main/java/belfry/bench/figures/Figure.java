package belfry.bench.figures;

import java.util.Locale;
import java.util.Optional;

/** One measured number, and what it should be. */
record Figure(String name, double value, String unit, Optional<Goal> goal) {

  /** A bound that the value may reach but not pass. */
  record Goal(Kind kind, double bound) {
    enum Kind {
      AT_LEAST,
      AT_MOST
    }

    boolean isMetBy(double value) {
      return kind == Kind.AT_LEAST ? value >= bound : value <= bound;
    }

    String words(String unit) {
      return (kind == Kind.AT_LEAST ? "≥ " : "≤ ") + shown(bound) + " " + unit;
    }
  }

  static Figure of(String name, double value, String unit) {
    return new Figure(name, value, unit, Optional.empty());
  }

  Figure atLeast(double bound) {
    return new Figure(name, value, unit, Optional.of(new Goal(Goal.Kind.AT_LEAST, bound)));
  }

  Figure atMost(double bound) {
    return new Figure(name, value, unit, Optional.of(new Goal(Goal.Kind.AT_MOST, bound)));
  }

  boolean met() {
    return goal.isEmpty() || goal.get().isMetBy(value);
  }

  String verdict() {
    return goal.isEmpty() ? "" : met() ? "met" : "MISSED";
  }

  /** As many digits as mean something. */
  static String shown(double value) {
    if (value == Math.rint(value) || Math.abs(value) >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(Locale.ROOT, Math.abs(value) >= 10 ? "%.1f" : "%.3f", value);
  }
}
