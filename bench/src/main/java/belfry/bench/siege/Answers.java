package belfry.bench.siege;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How the honest one was answered while one kind lasted. */
final class Answers {
  private final List<Double> millis = Collections.synchronizedList(new ArrayList<>());
  private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());

  void add(double took) {
    millis.add(took);
  }

  /** Something was not answered as it should be. */
  void wrong(String what) {
    wrong.add(what);
  }

  int count() {
    return millis.size();
  }

  List<String> wrongs() {
    return List.copyOf(wrong);
  }

  /** The time in ms that this share of the answers did not pass. */
  double quantile(double share) {
    var sorted = millis.stream().sorted().toList();
    var rank = (int) Math.ceil(share * sorted.size()) - 1;
    return sorted.isEmpty() ? 0 : sorted.get(Math.clamp(rank, 0, sorted.size() - 1));
  }
}
