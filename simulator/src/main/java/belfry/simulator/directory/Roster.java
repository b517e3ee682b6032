package belfry.simulator.directory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Who belongs to a group or a space: a computed stretch of people, less those who left, plus those
 * who joined. Its lock owns the changes.
 */
final class Roster {
  private final Progression seeded;
  private final Set<Principal> joined;
  private int[] left = {};

  Roster(Progression seeded, List<Principal> others) {
    this.seeded = seeded;
    joined = new LinkedHashSet<>(others);
  }

  static Roster empty() {
    return new Roster(Progression.natural(0, 0), List.of());
  }

  synchronized int size() {
    return seeded.size() - left.length + joined.size();
  }

  synchronized boolean contains(Principal principal) {
    return joined.contains(principal) || seededPlace(principal) >= 0;
  }

  /** Says whether this changed anything. */
  synchronized boolean add(Principal principal) {
    if (principal instanceof Principal.Person(var index)) {
      var gone = Arrays.binarySearch(left, seeded.placeOf(index));
      if (gone >= 0) {
        left = without(left, gone);
        return true;
      }
    }
    return seededPlace(principal) < 0 && joined.add(principal);
  }

  /** Says whether this changed anything. */
  synchronized boolean remove(Principal principal) {
    if (joined.remove(principal)) {
      return true;
    }
    var place = seededPlace(principal);
    if (place < 0) {
      return false;
    }
    left = Arrays.copyOf(left, left.length + 1);
    left[left.length - 1] = place;
    Arrays.sort(left);
    return true;
  }

  synchronized void clear() {
    for (var principal : page(0, size())) {
      remove(principal);
    }
  }

  synchronized List<Principal> page(int from, int count) {
    var page = new ArrayList<Principal>();
    var people = seeded.size() - left.length;
    for (var place = from; place < people && page.size() < count; place++) {
      page.add(new Principal.Person(seeded.at(past(place))));
    }
    Stream<Principal> rest = joined.stream().skip(Math.max(0, from - people));
    rest.limit(count - page.size()).forEach(page::add);
    return page;
  }

  private int seededPlace(Principal principal) {
    if (!(principal instanceof Principal.Person(var index))) {
      return -1;
    }
    var place = seeded.placeOf(index);
    return Arrays.binarySearch(left, place) >= 0 ? -1 : place;
  }

  /** The place in the seeded stretch that is {@code place} when those who left are not counted. */
  private int past(int place) {
    var found = place;
    for (var gone : left) {
      if (gone > found) {
        break;
      }
      found++;
    }
    return found;
  }

  private static int[] without(int[] places, int at) {
    var fewer = new int[places.length - 1];
    System.arraycopy(places, 0, fewer, 0, at);
    System.arraycopy(places, at + 1, fewer, at, fewer.length - at);
    return fewer;
  }
}
