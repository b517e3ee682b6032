package belfry.bench.figures;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Measured values of one kind. */
final class Sample {
  private final List<Double> values = Collections.synchronizedList(new ArrayList<>());

  void add(double value) {
    values.add(value);
  }

  int size() {
    return values.size();
  }

  /** The value that this share of all values does not pass. */
  double quantile(double share) {
    var sorted = values.stream().sorted().toList();
    var rank = (int) Math.ceil(share * sorted.size()) - 1;
    return sorted.get(Math.clamp(rank, 0, sorted.size() - 1));
  }

  double median() {
    return quantile(0.5);
  }

  double most() {
    return quantile(1);
  }
}
