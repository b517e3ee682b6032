package belfry.runs.recipients;

import belfry.people.directory.Person;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * The people of a run by the addresses under which they were written to, whoever has these by now;
 * of reminders, by those of the message that they repeat. Whoever was skipped or refused was not
 * written to. Not thread-safe.
 */
public final class WrittenTo {
  private static final int PAGE = 5_000;

  private final Database database;
  private final RunId run;
  private Optional<Index> index = Optional.empty();

  /**
   * Where addresses are to be looked for: eight bytes for each recipient, of whom there may be a
   * million.
   */
  private static final class Index {
    final long run;

    /** The hash of each address, and in the lower half the recipient's number, in order. */
    private final long[] places;

    Index(long run, long[] places) {
      this.run = run;
      this.places = places;
    }

    private static long place(String email, long seq) {
      return ((long) Person.address(email).hashCode() << Integer.SIZE) | seq;
    }

    private List<Long> numbers(String email) {
      var numbers = new ArrayList<Long>();
      var first = place(email, 0);
      var at = Arrays.binarySearch(places, first);
      for (at = at < 0 ? -at - 1 : at; at < places.length; at++) {
        if (places[at] >> Integer.SIZE != first >> Integer.SIZE) {
          break;
        }
        numbers.add(places[at] - first);
      }
      return numbers;
    }
  }

  /** Reads nothing yet. */
  public WrittenTo(Database database, RunId run) {
    this.database = database;
    this.run = run;
  }

  /** Those at these addresses, of whom no names are told. */
  public List<Person> at(Collection<String> emails) {
    if (emails.isEmpty()) {
      return List.of();
    }
    var places = index.orElseGet(() -> database.read(this::read));
    index = Optional.of(places);
    var asked = new HashSet<String>();
    var numbers = new ArrayList<Long>();
    for (var email : emails) {
      if (asked.add(Person.address(email))) {
        numbers.addAll(places.numbers(email));
      }
    }
    var found = new ArrayList<Person>();
    for (var from = 0; from < numbers.size(); from += RecipientRows.NAMED_AT_ONCE) {
      var to = Math.min(from + RecipientRows.NAMED_AT_ONCE, numbers.size());
      found.addAll(people(places.run, numbers.subList(from, to), asked));
    }
    return found;
  }

  private List<Person> people(long of, List<Long> numbers, Set<String> asked) {
    return database
        .read(handle ->
            handle
                .createQuery(
                    "SELECT target, email FROM recipient WHERE run = :run AND seq IN (<numbers>)")
                .bind("run", of)
                .bindList("numbers", numbers)
                .map((row, _) ->
                    new Person(new PersonId(row.getString("target")), "", row.getString("email")))
                .list())
        .stream()
        .filter(person -> asked.contains(Person.address(person.email())))
        .toList();
  }

  private Index read(Handle handle) {
    long of =
        handle
            .createQuery("SELECT COALESCE(reminds, id) FROM run WHERE id = ?")
            .bind(0, run.value())
            .mapTo(Long.class)
            .one();
    var places = new long[PAGE];
    var count = 0;
    for (var page = page(handle, of, -1); !page.isEmpty(); ) {
      if (places.length < count + page.size()) {
        places = Arrays.copyOf(places, 2 * (count + page.size()));
      }
      for (var row : page) {
        places[count++] = Index.place(row.email, row.seq);
      }
      page = page.size() < PAGE ? List.of() : page(handle, of, page.getLast().seq);
    }
    var all = Arrays.copyOf(places, count);
    Arrays.sort(all);
    return new Index(of, all);
  }

  private record Row(long seq, String email) {}

  private static List<Row> page(Handle handle, long of, long after) {
    return handle
        .createQuery(
            """
            SELECT seq, email FROM recipient
            WHERE run = :run AND seq > :after AND kind = 'person' AND email <> ''
              AND state <> 'skipped' AND state <> 'failed'
            ORDER BY seq LIMIT :most
            """)
        .bind("run", of)
        .bind("after", after)
        .bind("most", PAGE)
        .map((row, _) -> new Row(row.getLong("seq"), row.getString("email")))
        .list();
  }
}
