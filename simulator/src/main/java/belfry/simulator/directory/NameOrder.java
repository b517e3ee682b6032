package belfry.simulator.directory;

import java.util.stream.IntStream;

/**
 * Who is called what. Names are dealt out in the order of the alphabet to people in a scattered
 * order, so all whose names begin alike are neighbours there, and a search costs the same in a
 * company of ten and of a million.
 */
final class NameOrder {
  /** About one name in twenty-five is shared by two people, as in any large company. */
  private static final int NAMESAKES = 25;

  private static final NameBook BOOK = NameBook.instance();

  private final Progression ranks;
  private final int slots;

  NameOrder(int first, int people, long seed) {
    ranks = Progression.scattered(first, people, seed);
    slots = Math.clamp(people - people / NAMESAKES, 1, BOOK.size());
  }

  NameBook.FullName nameOf(int person) {
    var slot = (long) ranks.placeOf(person) * slots / ranks.size();
    return BOOK.at((int) (slot * BOOK.size() / slots));
  }

  /** Everybody whose name begins with {@code prefix}, in the order of the alphabet. */
  IntStream startingWith(String prefix) {
    return IntStream.range(firstRank(BOOK.from(prefix)), firstRank(BOOK.to(prefix))).map(ranks::at);
  }

  /** The first rank whose name stands at this place of the book, or behind. */
  private int firstRank(int place) {
    var slot = Math.ceilDiv((long) place * slots, BOOK.size());
    return (int) Math.ceilDiv(slot * ranks.size(), slots);
  }
}
