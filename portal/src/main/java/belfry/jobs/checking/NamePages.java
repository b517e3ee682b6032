package belfry.jobs.checking;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Hash;
import belfry.base.Time;
import belfry.messages.Content;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The next names of lists that are read page by page. Finding them means to walk through a whole
 * audience, which is then done once for many pages.
 */
final class NamePages<T> {
  /** So many names are found at once. */
  static final int FOUND_AT_ONCE = 2_000;

  /** A few megabytes altogether. */
  private static final int MOST_LISTS = 8;

  private static final Duration KEPT = Duration.ofMinutes(1);

  private final Time time;
  private final SequencedMap<Which, Stretch<T>> stretches = new LinkedHashMap<>();

  NamePages(Time time) {
    this.time = time;
  }

  /** Which list it is, of which message. */
  record Which(AppName app, String message, String list) {
    /** {@code whom} is another for other people who are chosen or left out. */
    static Which of(App app, Content content, String whom, String list) {
      return new Which(app.name(), Hash.sha256(content.digest() + whom), list);
    }
  }

  /** Names, and whether more follow. */
  record Some<T>(List<T> names, boolean more) {}

  /** Finds the names of a list after the first so many. */
  interface Finder<T> {
    List<T> find(long skip, int most);
  }

  private record Stretch<T>(long from, List<T> names, boolean more, long until) {
    boolean holds(long skip, int most) {
      return from <= skip && (!more || skip + most <= from + names.size());
    }

    Some<T> some(long skip, int most) {
      var begin = (int) Math.min(skip - from, names.size());
      var end = Math.min(begin + most, names.size());
      return new Some<>(names.subList(begin, end), more || end < names.size());
    }
  }

  /** Those of a list after the first {@code skip}, found anew only if they are not known. */
  Some<T> page(Which which, long skip, int most, Finder<T> finder) {
    return known(which, skip, most)
        .orElseGet(() -> {
          var found = finder.find(skip, FOUND_AT_ONCE + 1);
          var isMore = found.size() > FOUND_AT_ONCE;
          var names = List.copyOf(isMore ? found.subList(0, FOUND_AT_ONCE) : found);
          return keep(which, new Stretch<>(skip, names, isMore, time.nanos() + KEPT.toNanos()));
        })
        .some(skip, most);
  }

  private synchronized Optional<Stretch<T>> known(Which which, long skip, int most) {
    var now = time.nanos();
    stretches.values().removeIf(stretch -> now - stretch.until >= 0);
    return Optional.ofNullable(stretches.get(which)).filter(one -> one.holds(skip, most));
  }

  private synchronized Stretch<T> keep(Which which, Stretch<T> stretch) {
    stretches.remove(which);
    stretches.put(which, stretch);
    if (stretches.size() > MOST_LISTS) {
      stretches.pollFirstEntry();
    }
    return stretch;
  }
}
