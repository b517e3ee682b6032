package belfry.people.lists;

import belfry.base.Bare;
import belfry.base.Mailbox;
import belfry.base.Phrase;
import belfry.people.lists.ListText.NoList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads people from a table: finds the column with the addresses, the other columns, and the lines
 * that cannot be used, with the reason.
 */
final class ListReader {
  /** How many lines are looked at to find the column with the addresses. */
  private static final int SAMPLED = 1_000;

  /** How many lines may stand before the titles, such as the name of a report. */
  private static final int ABOVE = 10;

  private final ListTable table;
  private final Shape shape;

  /**
   * What was found out from the first lines.
   *
   * @param titles the line with the titles; 0 if there is none
   * @param address the column with the addresses
   * @param plain the other columns whose addresses are plainly values: those with a title, or with
   *     an address in most lines
   * @param listed whether it is no table, but addresses one after the other, several in a line
   */
  record Shape(
      int titles,
      List<String> names,
      int address,
      List<String> candidates,
      Set<Integer> plain,
      boolean listed) {
    /** Whether a cell too few puts an address of another column in the place of its own. */
    boolean mayShift() {
      return plain.stream()
          .anyMatch(other -> other != address && candidates.contains(names.get(other)));
    }
  }

  private ListReader(ListTable table, Shape shape) {
    this.table = table;
    this.shape = shape;
  }

  /**
   * Inspects the first lines.
   *
   * @throws NoList where it is no list of people
   * @throws ListText.Unclear where the author has to be asked how it is written
   */
  static ListReader of(ListText.Source file, ListChoices choices) throws IOException {
    var table = ListTable.of(ListText.of(file, choices.encoding()));
    var sample = new Sample();
    table.forEach(sample::take);
    if (sample.lines == 0) {
      throw new NoList(Phrase.of("list.empty", "The file is empty. Choose one with addresses."));
    }
    return new ListReader(table, sample.shape(choices.column()));
  }

  /** The first lines, of which only those down to the titles are kept: each may be long. */
  private static final class Sample {
    private final int[] addresses = new int[ListTable.MOST_COLUMNS];
    private final List<ListTable.Line> head = new ArrayList<>();
    private boolean begun;
    private int lines;
    private int widest;
    private int narrowest = Integer.MAX_VALUE;

    /** The first line whose cells cannot be told apart. */
    private Optional<ListTable.Line> faulty = Optional.empty();

    private boolean hidesAddresses;

    private int most;
    private int fewest = Integer.MAX_VALUE;
    private boolean crowded;
    private boolean onlyAddresses = true;

    boolean take(ListTable.Line line) {
      if (!begun && head.size() < ABOVE) {
        head.add(line.shortened());
        begun = line.addresses() > 0;
      }
      if (line.fault().isEmpty()) {
        count(line.cells());
      } else {
        faulty = faulty.or(() -> Optional.of(line.shortened()));
        hidesAddresses |= line.addresses() > 0;
      }
      return ++lines < SAMPLED;
    }

    private void count(List<String> cells) {
      widest = Math.max(widest, cells.size());
      narrowest = Math.min(narrowest, cells.size());
      var here = 0;
      for (var i = 0; i < cells.size(); i++) {
        var isAddress = Mailbox.of(cells.get(i)).isPresent();
        here += isAddress ? 1 : 0;
        if (i < addresses.length) {
          addresses[i] += isAddress ? 1 : 0;
        }
        crowded |= !isAddress && AddressCount.in(cells.get(i)) > 1;
        onlyAddresses &= isAddress || Mailbox.isOnly(cells.get(i));
      }
      most = Math.max(most, here);
      fewest = Math.min(fewest, here);
    }

    Shape shape(Optional<String> column) {
      var titles = titles();
      var isOne = lines == 1 && most > 1;
      // Lines of equally many cells are a table, and a blank one is somebody without a second
      // address.
      var isRagged = most > 1 && fewest < most && narrowest < widest;
      var isUneven = onlyAddresses && (crowded || isRagged);
      if (titles.isEmpty() && (isOne || isUneven)) {
        var names = ListTitles.names(List.of(), 1);
        return new Shape(0, names, 0, names, Set.of(), true);
      }
      if (widest > ListTable.MOST_COLUMNS) {
        throw ListTable.tooManyColumns();
      }
      titles
          .flatMap(ListTable.Line::fault)
          .ifPresent(why -> {
            throw new NoList(why.said(List.of()));
          });
      var width = titles.map(line -> line.cells().size()).orElse(widest);
      var names = ListTitles.names(titles.map(ListTable.Line::cells).orElse(List.of()), width);
      var counts = Arrays.copyOf(addresses, width);
      var candidates =
          IntStream.range(0, width).filter(i -> counts[i] > 0).mapToObj(names::get).toList();
      if (candidates.isEmpty() && hidesAddresses) {
        faulty.ifPresent(line ->
            line.fault()
                .ifPresent(why -> {
                  throw ListReading.nobody(line.line(), why.said(names));
                }));
      }
      if (candidates.isEmpty()) {
        throw new NoList(
            Phrase.of(
                "list.noAddresses",
                "No column has e-mail addresses. Choose a table with one address in each line."));
      }
      return new Shape(
          titles.map(ListTable.Line::line).orElse(0),
          names,
          chosen(names, counts, candidates, column),
          candidates,
          IntStream.range(0, width)
              .filter(i -> titles.isPresent() || counts[i] > lines / 2)
              .boxed()
              .collect(Collectors.toSet()),
          false);
    }

    /** The line with a usual title above addresses; otherwise the first, if it has no address. */
    private Optional<ListTable.Line> titles() {
      return head.stream()
          .filter(this::isAbove)
          .findFirst()
          .or(() -> head.stream().findFirst().filter(line -> !mayHaveSome(line)));
    }

    private static boolean mayHaveSome(ListTable.Line line) {
      return line.cells().stream().anyMatch(Mailbox::mayHaveSome);
    }

    /** Elsewhere it is no title: {@code Mail} may be how somebody wants to be told. */
    private boolean isAbove(ListTable.Line line) {
      var cells = line.cells();
      return IntStream.range(0, Math.min(cells.size(), addresses.length))
          .anyMatch(i -> addresses[i] > 0 && ListTitles.isUsual(cells.get(i)));
    }
  }

  /** Whether one of its cells is the usual title of addresses. */
  static boolean isTitled(ListTable.Line line) {
    return line.cells().stream().limit(ListTable.MOST_COLUMNS).anyMatch(ListTitles::isUsual);
  }

  private static int chosen(
      List<String> names, int[] counts, List<String> candidates, Optional<String> column) {
    if (column.isPresent()) {
      var named = Bare.of(column.get());
      if (!candidates.contains(named)) {
        throw new NoList(
            Phrase.of(
                "list.noSuchColumn",
                "There is no column '{{name}}' with e-mail addresses. These columns have some: {{names}}.",
                "name",
                named,
                "names",
                String.join(", ", candidates)));
      }
      return names.indexOf(named);
    }
    var most = 0;
    for (var i = 1; i < counts.length; i++) {
      most = counts[i] > counts[most] ? i : most;
    }
    var best = most;
    return candidates.stream()
        .filter(ListTitles::isUsual)
        .map(names::indexOf)
        .findFirst()
        .orElse(best);
  }

  /**
   * Reads the whole table.
   *
   * @param pages receives the usable lines, some at a time
   * @param unread receives the first of those with something wrong in them, some at a time
   * @throws NoList where it is no list of people
   */
  ListReport read(Consumer<List<PeopleList.Row>> pages, Consumer<List<ListReport.Left>> unread)
      throws IOException {
    try (var scan = new AddressCount(table.text().open())) {
      var reading = new ListReading(shape, table.text(), scan, pages, unread);
      table.forEach(reading::take);
      return reading.report();
    }
  }
}
