package belfry.bench.figures;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words of no language, of which few are used often and most seldom. */
final class Vocabulary {
  private static final int IN_ALL = 3_000;

  private final RandomGenerator random;
  private final List<String> words;

  Vocabulary(RandomGenerator random) {
    this.random = random;
    words = Stream.generate(this::made).limit(IN_ALL).toList();
  }

  /** The same each time. */
  static Vocabulary always() {
    return new Vocabulary(RandomGeneratorFactory.of("L64X128MixRandom").create(2026));
  }

  private String made() {
    var letters = new StringBuilder();
    var syllables = random.nextInt(1, 5);
    for (var i = 0; i < syllables; i++) {
      letters.append("bcdfghklmnprstvw".charAt(random.nextInt(16)));
      letters.append("aeiouäöé".charAt(random.nextInt(8)));
    }
    return letters.append("nrst".charAt(random.nextInt(4))).toString();
  }

  /** So many, with spaces between. */
  String words(int count) {
    return Stream.generate(() -> words.get((int) (IN_ALL * Math.pow(random.nextDouble(), 3))))
        .limit(count)
        .collect(Collectors.joining(" "));
  }
}
