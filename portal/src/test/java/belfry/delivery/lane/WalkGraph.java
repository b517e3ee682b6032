package belfry.delivery.lane;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;

/**
 * The states that a walk has met: how each was reached first, and from where one can go on to an
 * end.
 *
 * @param <K> what makes two states the same
 */
final class WalkGraph<K> {
  private final HashMap<K, Integer> numbers = new HashMap<>();
  private final ArrayList<String> names = new ArrayList<>();
  private final BitSet ends = new BitSet();
  private int[] cameFrom = new int[1 << 16];

  /** For each edge of the course: where it leads, where it comes from. */
  private long[] edges = new long[1 << 18];

  private int edgeCount;

  /** How many states were met. */
  int size() {
    return names.size();
  }

  /** How many edges the course has. */
  int edges() {
    return edgeCount;
  }

  /**
   * The number of a state; a new one gets the next.
   *
   * @param from the state before it, or -1 for the first of all
   * @param name of the step that led here
   */
  int number(K state, boolean isEnd, int from, String name) {
    var number = names.size();
    var known = numbers.putIfAbsent(state, number);
    if (known != null) {
      return known;
    }
    names.add(name);
    if (number == cameFrom.length) {
      cameFrom = Arrays.copyOf(cameFrom, number * 2);
    }
    cameFrom[number] = from;
    ends.set(number, isEnd);
    return number;
  }

  void edge(int from, int to) {
    if (edgeCount == edges.length) {
      edges = Arrays.copyOf(edges, edgeCount * 2);
    }
    edges[edgeCount++] = (long) to << 32 | from;
  }

  /** The steps of a shortest way to a state. */
  List<String> trace(int to) {
    var trace = new ArrayList<String>();
    for (var at = to; cameFrom[at] >= 0; at = cameFrom[at]) {
      trace.addFirst(names.get(at));
    }
    return trace;
  }

  /** Walks back from all ends along the course; what is not met cannot reach one. -1 if none. */
  int firstStuck() {
    Arrays.sort(edges, 0, edgeCount);
    var reaches = (BitSet) ends.clone();
    var met = new ArrayDeque<Integer>();
    ends.stream().forEach(met::add);
    for (var at = met.poll(); at != null; at = met.poll()) {
      var i = Arrays.binarySearch(edges, 0, edgeCount, (long) at << 32);
      for (i = i < 0 ? -i - 1 : i; i < edgeCount && edges[i] >>> 32 == at; i++) {
        var from = (int) edges[i];
        if (!reaches.get(from)) {
          reaches.set(from);
          met.add(from);
        }
      }
    }
    var stuck = reaches.nextClearBit(0);
    return stuck < names.size() ? stuck : -1;
  }
}
