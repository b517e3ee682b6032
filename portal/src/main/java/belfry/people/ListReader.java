package belfry.people;

import belfry.base.Folded;
import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.people.ListText.NoList;
import java.io.IOException;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Reads people from a table: finds the column with the addresses, the other columns, and the lines
 * that cannot be used, with the reason.
 */
final class ListReader {
  static final int MOST_PEOPLE = 50_000;

  private static final int MOST_CHARACTERS = 200;

  /** The longest name that a placeholder can have. */
  static final int LONGEST_NAME = 60;

  private static final int ROOM_FOR_NUMBER = 3;

  /** How many lines are looked at to find the column with the addresses. */
  private static final int SAMPLED = 1_000;

  private static final int NAMED = 100;
  private static final int SHOWN = 5;
  private static final int PAGE = 1_000;

  /** Titles of a column with addresses, in the languages of the page. */
  private static final Set<String> USUAL =
      Set.of(
          "email",
          "e-mail",
          "mail",
          "e-mail address",
          "email address",
          "mail address",
          "e-mail-adresse",
          "emailadresse",
          "e-mailadresse",
          "mailadresse",
          "correo",
          "correo electrónico",
          "correo electronico",
          "adresse e-mail",
          "courriel",
          "webex");

  /** A person as spreadsheets and mail programs write them: {@code Ana Lopez <ana@example.com>}. */
  private static final Pattern IN_BRACKETS = Pattern.compile("[^<>]*<([^<>]+)>");

  private static final Pattern IN_PLACEHOLDERS = Pattern.compile("[\\s\\p{Cntrl}{}|]+");

  private final ListTable table;
  private final boolean titled;
  private final List<String> names;
  private final int address;
  private final List<String> candidates;

  private ListReader(
      ListTable table, boolean titled, List<String> names, int address, List<String> candidates) {
    this.table = table;
    this.titled = titled;
    this.names = names;
    this.address = address;
    this.candidates = candidates;
  }

  /**
   * Inspects the first lines.
   *
   * @param column the column with the addresses, if the author chose one
   * @throws NoList where it is no list of people
   */
  static ListReader of(Path file, Optional<String> column) throws IOException {
    var table = ListTable.of(ListText.of(file));
    var sample = new Sample();
    table.forEach(sample::take);
    if (sample.lines == 0) {
      throw new NoList(Phrase.of("list.empty", "The file is empty. Choose one with addresses."));
    }
    var titled = sample.first.stream().noneMatch(cell -> address(cell).isPresent());
    var width = titled ? sample.first.size() : sample.widest;
    var names = names(titled ? sample.first : List.of(), width);
    var counts = Arrays.copyOf(sample.addresses, width);
    var candidates = names.stream().filter(name -> counts[names.indexOf(name)] > 0).toList();
    if (candidates.isEmpty()) {
      throw new NoList(
          Phrase.of(
              "list.noAddresses",
              "No column has e-mail addresses. Choose a table with one address in each line."));
    }
    return new ListReader(
        table, titled, names, chosen(names, counts, candidates, column), candidates);
  }

  /** The first lines, of which only the first is kept: each may be long. */
  private static final class Sample {
    private final int[] addresses = new int[ListTable.MOST_COLUMNS];
    private List<String> first = List.of();
    private int lines;
    private int widest;

    boolean take(ListTable.Line line) {
      var cells = line.cells();
      first = lines == 0 ? cells : first;
      widest = Math.max(widest, cells.size());
      for (var i = 0; i < cells.size(); i++) {
        addresses[i] += address(cells.get(i)).isPresent() ? 1 : 0;
      }
      return ++lines < SAMPLED;
    }
  }

  private static int chosen(
      List<String> names, int[] counts, List<String> candidates, Optional<String> column) {
    if (column.isPresent()) {
      var named = column.get().strip();
      if (!candidates.contains(named)) {
        throw new NoList(
            Phrase.of(
                "list.noSuchColumn",
                "There is no column '{{name}}' with e-mail addresses. These columns have some:"
                    + " {{names}}.",
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
        .filter(name -> USUAL.contains(name.toLowerCase(Locale.ROOT)))
        .map(names::indexOf)
        .findFirst()
        .orElse(best);
  }

  /** Names for the columns that a placeholder can have, each only once. */
  private static List<String> names(List<String> titles, int width) {
    var names = new ArrayList<String>();
    var keys = new HashSet<String>();
    for (var i = 0; i < width; i++) {
      var title = i < titles.size() ? name(titles.get(i)) : "";
      var name = title.isEmpty() ? "Column " + (i + 1) : title;
      var unused = name;
      for (var number = 2; !keys.add(Folded.of(unused)); number++) {
        unused = name + " " + number;
      }
      names.add(unused);
    }
    return names;
  }

  /**
   * The title on one line, cut to the longest length, without characters that end a placeholder.
   */
  private static String name(String title) {
    var name =
        IN_PLACEHOLDERS
            .matcher(Normalizer.normalize(title, Normalizer.Form.NFC))
            .replaceAll(" ")
            .strip();
    return Shortened.to(name, LONGEST_NAME - ROOM_FOR_NUMBER).strip();
  }

  /** The address in this cell, in lower case. */
  private static Optional<String> address(String cell) {
    var bracketed = IN_BRACKETS.matcher(cell.strip());
    var text = bracketed.matches() ? bracketed.group(1) : cell;
    return Optional.of(Person.address(text)).filter(Person::isAddress);
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
    var reading = new Reading(pages, unread);
    table.forEach(reading::take);
    reading.hand();
    if (reading.lines.isEmpty()) {
      throw new NoList(
          Phrase.of(
              "list.nobody",
              "No line of the file can be used. Line {{line, number}}: {{why}}",
              "line",
              reading.left.getFirst().line(),
              "why",
              reading.left.getFirst().why()));
    }
    var columns = new ArrayList<>(names);
    columns.remove(address);
    return new ListReport(
        names.get(address),
        candidates,
        columns,
        reading.lines.size(),
        reading.bad,
        reading.repeated,
        reading.left,
        reading.first);
  }

  /** One reading of the table. */
  private final class Reading {
    private final Consumer<List<PeopleList.Row>> pages;
    private final Consumer<List<ListReport.Left>> unread;
    private final Map<String, Integer> lines = new HashMap<>();
    private final List<ListReport.Left> left = new ArrayList<>();
    private final List<PeopleList.Row> first = new ArrayList<>();
    private List<PeopleList.Row> page = new ArrayList<>();
    private List<ListReport.Left> wrong = new ArrayList<>();
    private boolean begun;
    private int bad;
    private int repeated;

    Reading(Consumer<List<PeopleList.Row>> pages, Consumer<List<ListReport.Left>> unread) {
      this.pages = pages;
      this.unread = unread;
    }

    boolean take(ListTable.Line line) {
      var isTitle = titled && !begun;
      begun = true;
      if (isTitle) {
        return true;
      }
      var cell = address < line.cells().size() ? line.cells().get(address).strip() : "";
      var email = address(cell);
      if (email.isEmpty() || !isFit(line)) {
        if (bad++ < SkippedLines.MOST) {
          wrong(line, cell, email.isEmpty() ? noAddress(cell) : unfit(line));
        }
        return true;
      }
      var before = lines.putIfAbsent(email.get(), line.line());
      if (before != null) {
        repeated++;
        if (left.size() < NAMED) {
          left.add(new ListReport.Left(line.line(), email.get(), repeated(email.get(), before)));
        }
        return true;
      }
      if (lines.size() > MOST_PEOPLE) {
        throw new NoList(
            Phrase.of(
                "list.tooMany",
                "The list has more than {{most, number}} addresses. Split it into several.",
                "most",
                MOST_PEOPLE));
      }
      var row = new PeopleList.Row(line.line(), email.get(), fields(line));
      if (first.size() < SHOWN) {
        first.add(row);
      }
      page.add(row);
      if (page.size() == PAGE) {
        hand();
      }
      return true;
    }

    void hand() {
      if (!page.isEmpty()) {
        pages.accept(page);
        page = new ArrayList<>();
      }
      if (!wrong.isEmpty()) {
        unread.accept(wrong);
        wrong = new ArrayList<>();
      }
    }

    private void wrong(ListTable.Line line, String cell, Phrase why) {
      var one = new ListReport.Left(line.line(), Shortened.to(cell, MOST_CHARACTERS), why);
      wrong.add(one);
      if (left.size() < NAMED) {
        left.add(one);
      }
      if (wrong.size() == PAGE) {
        hand();
      }
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

    private Phrase noAddress(String cell) {
      return cell.isEmpty()
          ? Phrase.of("list.addressMissing", "There is no e-mail address.")
          : Phrase.of(
              "list.noAddress",
              "'{{text}}' is not an e-mail address.",
              "text",
              Shortened.to(cell, 60));
    }

    /** Not if a value is too long, or if there are more values than columns. */
    private boolean isFit(ListTable.Line line) {
      var cells = line.cells();
      for (var i = 0; i < cells.size(); i++) {
        if (isTooLong(cells.get(i)) || (i >= names.size() && !cells.get(i).isBlank())) {
          return false;
        }
      }
      return true;
    }

    private static boolean isTooLong(String cell) {
      return cell.strip().length() > MOST_CHARACTERS;
    }

    private Phrase unfit(ListTable.Line line) {
      for (var i = 0; i < line.cells().size(); i++) {
        if (isTooLong(line.cells().get(i))) {
          return Phrase.of(
              "list.longValue",
              "{{column}} has more than {{most}} characters. Shorten it.",
              "column",
              i < names.size() ? names.get(i) : "Column " + (i + 1),
              "most",
              MOST_CHARACTERS);
        }
      }
      // One cell has no column, or an additional cell has shifted the others.
      return Phrase.of(
          "list.tooManyCells",
          "It has more cells than there are columns. A cell that contains a separator needs"
              + " quotation marks.");
    }

    private Map<String, String> fields(ListTable.Line line) {
      var fields = new LinkedHashMap<String, String>();
      for (var i = 0; i < Math.min(line.cells().size(), names.size()); i++) {
        var value = line.cells().get(i).strip();
        if (i != address && !value.isEmpty()) {
          fields.put(names.get(i), value);
        }
      }
      return fields;
    }
  }
}
