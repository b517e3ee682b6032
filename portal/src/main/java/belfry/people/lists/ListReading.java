package belfry.people.lists;

import belfry.base.Bare;
import belfry.base.Mailbox;
import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.people.lists.ListText.NoList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One reading of a table of people. Whatever looks like an address in the file's characters is a
 * recipient, in a line that is named with what is wrong with it, or in a column that is named as
 * one with other addresses.
 */
final class ListReading {
  static final int MOST_PEOPLE = 50_000;

  private static final int MOST_CHARACTERS = 200;

  /** Of a line that lists people: each that is wrong is named, since the whole file may be one. */
  private static final int MOST_LISTED = 10_000;

  private static final int NAMED = 100;
  private static final int SHOWN = 5;
  private static final int PAGE = 1_000;

  /** More lines than any note of a list of people has. */
  private static final int LONGEST_NOTE = 50;

  /** How much of a text is quoted in a reason. */
  private static final int QUOTED = 60;

  private final ListReader.Shape shape;
  private final ListText text;
  private final AddressCount scan;
  private final Consumer<List<PeopleList.Row>> pages;
  private final Consumer<List<ListReport.Left>> unread;
  private final Map<String, Integer> lines = new HashMap<>();
  private final Map<String, Integer> elsewhere = new LinkedHashMap<>();
  private final List<ListReport.Left> left = new ArrayList<>();
  private final List<PeopleList.Row> first = new ArrayList<>();
  private List<PeopleList.Row> page = new ArrayList<>();
  private List<ListReport.Left> wrong = new ArrayList<>();
  private int bad;
  private int repeated;

  /** How many cells of a line above the titles have something in them, at most. */
  private long above;

  /** A line that could not be read, in a cell of which what follows may still be; 0 if none. */
  private int tangled;

  ListReading(
      ListReader.Shape shape,
      ListText text,
      AddressCount scan,
      Consumer<List<PeopleList.Row>> pages,
      Consumer<List<ListReport.Left>> unread) {
    this.shape = shape;
    this.text = text;
    this.scan = scan;
    this.pages = pages;
    this.unread = unread;
  }

  boolean take(ListTable.Line line) {
    var seen = seen(line.last());
    var fault = line.fault().map(why -> why.said(shape.names())).or(() -> unreadable(line, seen));
    if (line.fault().isPresent()) {
      tangled = line.line();
    } else if (line.line() - tangled > LONGEST_NOTE) {
      tangled = 0;
    }
    if (fault.isPresent()) {
      wrong(line, said(line), fault.get());
    } else if (shape.listed()) {
      listed(line);
    } else if (line.line() != shape.titles()) {
      row(line);
    } else if (mayBeSomebody(line)) {
      wrong(line, said(line), noAddress(said(line)));
    } else if (seen > 0) {
      wrong(line, said(line), inTitles());
    } else if (isDoubtful(line) && left.size() < NAMED) {
      var words = words(line);
      left.add(
          new ListReport.Left(
              line.line(), Shortened.to(words, MOST_CHARACTERS), takenForTitles(words)));
    }
    if (line.line() < shape.titles()) {
      above = Math.max(above, filled(line));
    }
    return true;
  }

  /** No usual title stands in it, or it may be a line of the table that begins above it. */
  private boolean isDoubtful(ListTable.Line titles) {
    var isOne = shape.names().size() == 1;
    var filled = filled(titles);
    return filled > 0 && (isOne ? !ListReader.isTitled(titles) : above >= filled);
  }

  private static long filled(ListTable.Line line) {
    return line.cells().stream().filter(cell -> !Bare.isBlank(cell)).count();
  }

  private static String words(ListTable.Line line) {
    return line.cells().stream()
        .map(Bare::of)
        .filter(cell -> !cell.isEmpty())
        .collect(Collectors.joining("; "));
  }

  /** Another cell may be how they want to be told: only above addresses it is a title. */
  private boolean mayBeSomebody(ListTable.Line titles) {
    return shape.candidates().stream().noneMatch(ListTitles::isUsual)
        && ListTitles.mayBeSomebody(said(titles));
  }

  private int seen(int last) {
    try {
      return scan.until(last);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<Phrase> unreadable(ListTable.Line line, int seen) {
    if (line.addresses() != seen) {
      return Optional.of(unaccounted(line.line()));
    }
    return text.broken()
        ? line.cells().stream()
            .filter(cell -> cell.indexOf(ListText.BROKEN) >= 0)
            .findFirst()
            .map(cell ->
                Phrase.of(
                    "list.brokenCharacter",
                    "'{{text}}' has a character that cannot be read.",
                    "text",
                    Shortened.to(Bare.of(cell), QUOTED)))
        : Optional.empty();
  }

  /** The addresses of a line that has nothing else; whatever else it has may be somebody. */
  private void listed(ListTable.Line line) {
    var all = line.cells().stream().flatMap(ListReading::parts).toList();
    all.stream()
        .filter(Mailbox::isAddress)
        .forEach(email -> person(line.line(), lines.size() + repeated + 1, email, Map.of()));
    var others = all.stream().filter(one -> !Mailbox.isAddress(one)).toList();
    if (others.size() > 1) {
      wrong(line, String.join("; ", others), MOST_LISTED, noAddresses(others));
    } else if (!others.isEmpty() || all.isEmpty()) {
      var said = all.isEmpty() ? said(line) : others.getFirst();
      wrong(line, said, noAddress(said));
    }
  }

  private static Stream<String> parts(String cell) {
    var parts = Mailbox.of(cell).map(List::of).orElseGet(() -> Mailbox.all(cell));
    return !parts.isEmpty() || Bare.isBlank(cell) ? parts.stream() : Stream.of(Bare.of(cell));
  }

  private void row(ListTable.Line line) {
    if (line.cells().size() > ListTable.MOST_COLUMNS) {
      throw ListTable.tooManyColumns();
    }
    var cell = said(line);
    var email = Mailbox.of(cell);
    if (email.isEmpty() || !isFit(line)) {
      wrong(line, cell, email.isEmpty() ? unaddressed(line, cell) : unfit(line));
      return;
    }
    var isWhole = line.cells().size() >= shape.names().size();
    tangled = isWhole ? 0 : tangled;
    if (!isWhole
        && (shape.mayShift()
            || tangled > 0
            || line.addresses() > AddressCount.in(line.cells().get(shape.address())))) {
      wrong(line, cell, tangled > 0 ? tangled(tangled) : shifted());
      return;
    }
    var others = new LinkedHashMap<String, Integer>();
    for (var i = 0; i < Math.min(line.cells().size(), shape.names().size()); i++) {
      var some = i == shape.address() ? 0 : AddressCount.in(line.cells().get(i));
      if (some > 0 && !shape.plain().contains(i)) {
        wrong(line, cell, several(line.cells().get(i)));
        return;
      }
      if (some > 0) {
        others.put(shape.names().get(i), some);
      }
    }
    others.forEach((name, some) -> elsewhere.merge(name, some, Integer::sum));
    person(line.line(), line.line(), email.get(), fields(line));
  }

  /** What stands in place of its address. */
  private String said(ListTable.Line line) {
    var place = line.fault().isPresent() || shape.listed() ? 0 : shape.address();
    return place < line.cells().size() ? Bare.of(line.cells().get(place)) : "";
  }

  private void person(int line, int place, String email, Map<String, String> fields) {
    var before = lines.putIfAbsent(email, line);
    if (before != null) {
      repeated++;
      if (left.size() < NAMED) {
        left.add(new ListReport.Left(line, email, repeated(email, before)));
      }
      return;
    }
    if (lines.size() > MOST_PEOPLE) {
      throw new NoList(
          Phrase.of(
              "list.tooMany",
              "The list has more than {{most, number}} addresses. Split it into several.",
              "most",
              MOST_PEOPLE));
    }
    var row = new PeopleList.Row(place, email, fields);
    if (first.size() < SHOWN) {
      first.add(row);
    }
    page.add(row);
    if (page.size() == PAGE) {
      hand();
    }
  }

  private void hand() {
    if (!page.isEmpty()) {
      pages.accept(page);
      page = new ArrayList<>();
    }
    if (!wrong.isEmpty()) {
      unread.accept(wrong);
      wrong = new ArrayList<>();
    }
  }

  private void wrong(ListTable.Line line, String said, Phrase why) {
    wrong(line, said, MOST_CHARACTERS, why);
  }

  private void wrong(ListTable.Line line, String said, int most, Phrase why) {
    if (bad++ >= SkippedLines.MOST) {
      return;
    }
    var whole =
        line.last() > line.line() && line.addresses() > 0
            ? ListTable.swallowed(line.line(), line.last())
            : why;
    var one = new ListReport.Left(line.line(), Shortened.to(said, most), whole);
    wrong.add(one);
    if (left.size() < NAMED) {
      left.add(one);
    }
    if (wrong.size() == PAGE) {
      hand();
    }
  }

  /**
   * The end of the table.
   *
   * @throws NoList if nobody is in it, or if addresses are left
   */
  ListReport report() throws IOException {
    var missed = scan.next();
    if (missed > 0) {
      throw new NoList(unaccounted(missed));
    }
    hand();
    if (lines.isEmpty()) {
      throw nobody(left.getFirst().line(), left.getFirst().why());
    }
    var columns = new ArrayList<>(shape.names());
    columns.remove(shape.address());
    return new ListReport(
        shape.names().get(shape.address()),
        shape.candidates(),
        columns,
        lines.size(),
        bad,
        repeated,
        left,
        first,
        Map.copyOf(elsewhere),
        text.isGuessed());
  }

  static NoList nobody(int line, Phrase why) {
    return new NoList(
        Phrase.of(
            "list.nobody",
            "No line of the file can be used. Line {{line, number}}: {{why}}",
            "line",
            line,
            "why",
            why));
  }

  private static Phrase repeated(String email, int first) {
    return Phrase.of(
        "list.repeated",
        "{{email}} is already in line {{first, number}}, and that line is used.",
        "email",
        email,
        "first",
        first);
  }

  private static Phrase inTitles() {
    return Phrase.of(
        "list.addressInTitles", "It has the titles, but also an address. Give it its own line.");
  }

  private static Phrase takenForTitles(String words) {
    return Phrase.of(
        "list.takenForTitles",
        "'{{text}}' was taken for the titles of the columns.",
        "text",
        Shortened.to(words, QUOTED));
  }

  private static Phrase shifted() {
    return Phrase.of(
        "list.tooFewCells",
        "It has fewer cells than there are columns, so its address may belong to another column."
            + " Correct its separators and quotation marks.");
  }

  private static Phrase tangled(int line) {
    return Phrase.of(
        "list.inQuotes",
        "It has fewer cells than there are columns, so it may belong to a cell of line"
            + " {{line, number}}. Correct the quotation marks there.",
        "line",
        line);
  }

  private static Phrase unaccounted(int line) {
    return Phrase.of(
        "list.unaccounted",
        "It has addresses that could not be read: see line {{line, number}}. Correct it.",
        "line",
        line);
  }

  private Phrase unaddressed(ListTable.Line line, String cell) {
    if (line.addresses() == 0 && ListReader.isTitled(line)) {
      var names = ListTitles.names(line.cells(), line.cells().size());
      if (names.equals(shape.names()) && shape.titles() > 0) {
        return Phrase.of("list.titlesAgain", "It has the titles once more.");
      }
      if (!cell.isEmpty() && line.line() > shape.titles() && !lines.isEmpty()) {
        throw new NoList(
            Phrase.of(
                "list.anotherTable",
                "Another table begins in line {{line, number}}. Put each table into a file of its"
                    + " own.",
                "line",
                line.line()));
      }
    }
    return cell.isEmpty() && line.addresses() > 0
        ? Phrase.of(
            "list.addressElsewhere",
            "{{column}} has no e-mail address here, but another column has one. Correct the line, or"
                + " choose that column.",
            "column",
            shape.names().get(shape.address()))
        : noAddress(cell);
  }

  private static Phrase noAddress(String cell) {
    if (cell.isEmpty()) {
      return Phrase.of("list.addressMissing", "There is no e-mail address.");
    }
    return AddressCount.in(cell) > 1
        ? several(cell)
        : Phrase.of(
            "list.noAddress",
            "'{{text}}' is not an e-mail address.",
            "text",
            Shortened.to(cell, QUOTED));
  }

  private static Phrase noAddresses(List<String> others) {
    return Phrase.of(
        "list.notAddresses",
        "{{entries, number}} entries of it are not e-mail addresses: {{text}}",
        "entries",
        others.size(),
        "text",
        Shortened.marked(String.join("; ", others), MOST_LISTED));
  }

  private static Phrase several(String cell) {
    return Phrase.of(
        "list.severalAddresses",
        "'{{text}}' is one address too many. Give each its own line.",
        "text",
        Shortened.to(Bare.of(cell), QUOTED));
  }

  /** Not if a value is too long, or if there are more values than columns. */
  private boolean isFit(ListTable.Line line) {
    var cells = line.cells();
    return IntStream.range(0, cells.size())
        .noneMatch(i ->
            isTooLong(cells.get(i)) || (i >= shape.names().size() && !Bare.isBlank(cells.get(i))));
  }

  private static boolean isTooLong(String cell) {
    return cell.length() > MOST_CHARACTERS && Bare.of(cell).length() > MOST_CHARACTERS;
  }

  private Phrase unfit(ListTable.Line line) {
    var names = shape.names();
    for (var i = 0; i < line.cells().size(); i++) {
      if (isTooLong(line.cells().get(i))) {
        return Phrase.of(
            "list.longValue",
            "{{column}} has more than {{most}} characters. Shorten it.",
            "column",
            ListTitles.name(names, i),
            "most",
            MOST_CHARACTERS);
      }
    }
    // One cell has no column, or an additional cell has shifted the others.
    return Phrase.of(
        "list.tooManyCells",
        "It has more cells than there are columns. A cell that contains a separator needs quotation"
            + " marks.");
  }

  private Map<String, String> fields(ListTable.Line line) {
    var fields = new LinkedHashMap<String, String>();
    for (var i = 0; i < Math.min(line.cells().size(), shape.names().size()); i++) {
      var value = Bare.of(line.cells().get(i));
      if (i != shape.address() && !value.isEmpty()) {
        fields.put(shape.names().get(i), value);
      }
    }
    return fields;
  }
}
