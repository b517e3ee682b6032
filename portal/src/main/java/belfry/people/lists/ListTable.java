package belfry.people.lists;

import belfry.base.Bare;
import belfry.base.Mailbox;
import belfry.base.Phrase;
import belfry.people.lists.ListText.NoList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;

/**
 * A text as a table, with commas, semicolons, tabs or bars between the cells, read line by line in
 * memory that does not grow with the file. A quotation mark that is not closed takes only its own
 * line with it.
 */
record ListTable(ListText text, char separator) {
  static final int MOST_COLUMNS = 30;

  private static final String SEPARATORS = ",;\t|";
  private static final int SAMPLED_LINES = 50;

  /**
   * More than any list of people has in one cell, so most likely a quotation mark is not closed.
   */
  private static final int LONGEST_CELL = 32 * 1024;

  /**
   * A line that is not blank, which has several lines of the file if a cell has line breaks.
   *
   * @param line counts from 1
   * @param last of the lines of the file
   * @param fault why its cells cannot be told apart
   */
  record Line(int line, int last, List<String> cells, Optional<Fault> fault) {
    boolean isBlank() {
      return cells.stream().allMatch(Bare::isBlank);
    }

    /** Of a line with more cells than a table may have, and without addresses, only some. */
    Line shortened() {
      return cells.size() > MOST_COLUMNS && addresses() == 0
          ? new Line(line, last, List.copyOf(cells.subList(0, MOST_COLUMNS)), fault)
          : this;
    }

    /** Whatever looks like an address in its cells. */
    int addresses() {
      return cells.stream().mapToInt(AddressCount::in).sum();
    }
  }

  /** What is wrong with a line, said of columns with these names. */
  interface Fault {
    Phrase said(List<String> names);
  }

  static ListTable of(ListText text) throws IOException {
    var sample = new ArrayList<String>();
    try (var lines = new ListLines(text.open())) {
      for (var line = lines.next(); line != null && sample.size() < SAMPLED_LINES; ) {
        if (!Bare.isBlank(line)) {
          sample.add(line);
        }
        line = lines.next();
      }
    }
    return new ListTable(text, separator(sample));
  }

  /**
   * Excel can name it in the first line. Otherwise it is the one that leaves addresses alone in
   * their cells, and among those the one that makes the most even table.
   */
  private static char separator(List<String> sample) {
    if (!sample.isEmpty() && isNamed(sample.getFirst())) {
      var named = sample.getFirst().replace("\"", "");
      return named.charAt(named.indexOf('=') + 1);
    }
    var best = SEPARATORS.charAt(0);
    var most = -1L;
    for (var at = 0; at < SEPARATORS.length(); at++) {
      var separator = SEPARATORS.charAt(at);
      var width = 0;
      var addressed = 0;
      var clean = 0;
      var even = 0;
      var cells = 0;
      for (var line : sample) {
        var split = new Split(line, separator).cells();
        width = width == 0 ? split.size() : width;
        var signed = split.stream().limit(MOST_COLUMNS).filter(Mailbox::mayHaveSome).toList();
        var alone = signed.stream().filter(cell -> Mailbox.of(cell).isPresent()).count();
        addressed += alone > 0 ? 1 : 0;
        clean += alone == signed.size() ? 1 : 0;
        even += split.size() == width && width > 1 ? 1 : 0;
        cells += split.size() - 1;
      }
      var points = ((addressed * 1_000L + clean) * 1_000L + even) * 1_000_000L + cells;
      if (points > most) {
        most = points;
        best = separator;
      }
    }
    return best;
  }

  private static boolean isNamed(String line) {
    // Not taken off its ends: the separator may be a tab.
    return line.replace("\"", "").matches("\\uFEFF?(?i:sep)=[,;\\t|:^~#/!&*§¦]\\s*");
  }

  /**
   * Delivers each line that is not blank, until {@code more} returns false.
   *
   * @throws NoList if it cannot be read as a table
   */
  void forEach(Predicate<Line> more) throws IOException {
    try (var lines = new ListLines(text.open())) {
      for (var first = lines.next(); first != null; first = lines.next()) {
        var line = read(first, lines);
        var says = line.line == 1 && isNamed(first);
        if (!says && !line.isBlank() && !more.test(line)) {
          return;
        }
      }
    }
  }

  private Line read(String first, ListLines lines) throws IOException {
    var number = lines.number();
    if (first.length() > ListLines.LONGEST) {
      throw first.chars().filter(one -> one == separator).count() > MOST_COLUMNS
          ? tooManyColumns()
          : unreadable(number);
    }
    var split = new Split(first, separator);
    var cells = split.cells();
    if (split.isBroken()) {
      return faulty(number, number, first, unclosed(number));
    }
    var ahead = 0;
    while (split.isOpen()) {
      var next = lines.ahead(ahead++);
      if (next == null) {
        return faulty(number, number, first, unclosed(number));
      }
      if (split.length() + next.length() > LONGEST_CELL) {
        var column = cells.size();
        return new Line(
            number,
            number,
            List.of(first),
            Optional.of(names -> endless(ListTitles.name(names, column), number)));
      }
      cells = split.go(next);
      // A mark that shifts all later ones would be looked for to the end of the file, by each line.
      if (split.isBroken() || cells.size() > MOST_COLUMNS) {
        return faulty(number, number, first, unclosed(number));
      }
    }
    if (split.swallowed() > 0) {
      lines.skip(ahead);
      return faulty(number, number + ahead, first, swallowed(number, number + ahead));
    }
    lines.skip(ahead);
    return new Line(number, number + ahead, cells, Optional.empty());
  }

  private static Line faulty(int line, int last, String first, Phrase fault) {
    return new Line(line, last, List.of(first), Optional.of(_ -> fault));
  }

  private static Phrase unclosed(int line) {
    return Phrase.of(
        "list.unclosedQuote",
        "A quotation mark opens in line {{line, number}} and is not closed. Remove it, or close"
            + " it.",
        "line",
        line);
  }

  private static Phrase endless(String column, int line) {
    return Phrase.of(
        "list.endlessCell",
        "{{column}} begins with a quotation mark in line {{line, number}} and has no end within"
            + " {{most, number}} characters. Close or remove the mark, or shorten the cell.",
        "column",
        column,
        "line",
        line,
        "most",
        LONGEST_CELL);
  }

  static Phrase swallowed(int line, int last) {
    return Phrase.of(
        "list.addressInQuotes",
        "A quoted cell reaches from line {{line, number}} to line {{last, number}}, and there are"
            + " addresses in them that cannot be told apart. Correct the quotation marks.",
        "line",
        line,
        "last",
        last);
  }

  private static NoList unreadable(int line) {
    return new NoList(
        Phrase.of(
            "list.unreadable",
            "The table cannot be read: line {{line, number}} is far too long. Correct it and choose"
                + " the file again.",
            "line",
            line));
  }

  static NoList tooManyColumns() {
    return new NoList(
        Phrase.of(
            "list.tooManyColumns",
            "The table has more than {{most, number}} columns. Remove those that the message does not need.",
            "most",
            MOST_COLUMNS));
  }

  /** Tells the cells of one line apart, and of those that a quoted cell goes on in. */
  private static final class Split {
    private final char separator;
    private final List<String> cells = new ArrayList<>();

    /** The quoted cell that is read. */
    private final StringBuilder quoted = new StringBuilder();

    private int firstBreak = -1;

    /** The quoted cells with line breaks, and where the first of these is in each. */
    private final SequencedMap<Integer, Integer> broad = new LinkedHashMap<>();

    private boolean open;
    private boolean broken;

    Split(String line, char separator) {
      this.separator = separator;
      line(line, 0);
    }

    List<String> cells() {
      return cells;
    }

    boolean isOpen() {
      return open;
    }

    /** Whether something that cannot belong to the cell stands behind the mark that closes it. */
    boolean isBroken() {
      return broken;
    }

    int length() {
      return quoted.length();
    }

    /**
     * What looks like somebody else's address in a cell with line breaks: one with a line break
     * behind it is one; in between other words it is somebody else's. Asked once all is read,
     * because each line of a tangled file reads many others in vain.
     */
    int swallowed() {
      return broad.entrySet().stream()
          .mapToInt(one -> {
            var cell = cells.get(one.getKey());
            var alone = Mailbox.of(cell).isPresent();
            return AddressCount.in(alone ? cell.substring(one.getValue()) : cell);
          })
          .sum();
    }

    List<String> go(String line) {
      firstBreak = firstBreak < 0 ? quoted.length() : firstBreak;
      quoted.append('\n');
      var end = closed(line, 0);
      if (end >= 0) {
        line(line, end);
      }
      return cells;
    }

    /** From the beginning of a cell on. */
    private void line(String line, int from) {
      var at = from;
      while (at >= 0 && !open) {
        var begin = at;
        while (begin < line.length() && isBlank(line.charAt(begin))) {
          begin++;
        }
        at =
            begin < line.length() && line.charAt(begin) == '"'
                ? quoted(line, at, begin)
                : bare(line, at, at);
      }
    }

    private boolean isBlank(char letter) {
      return letter != separator && Bare.isUnseen(letter);
    }

    /**
     * @return where the next cell begins; -1 behind the last one of the line
     */
    private int quoted(String line, int at, int begin) {
      quoted.setLength(0);
      firstBreak = -1;
      var end = closed(line, begin + 1);
      if (end != MISSED) {
        return end;
      }
      var next = bare(line, at, skipQuoted(line, begin));
      var cell = cells.getLast();
      // Marks that enclose a name belong to an address; others have shifted something.
      var mayShift = cell.indexOf(separator) >= 0 || AddressCount.in(cell) > 0;
      broken |= mayShift && Mailbox.of(cell).isEmpty();
      return next;
    }

    private static final int MISSED = -2;

    /**
     * Reads on to the mark that closes the cell.
     *
     * @return where the next cell begins; -1 behind the last one of the line, or if it stays open;
     *     {@link #MISSED} if the mark does not close the cell
     */
    private int closed(String line, int from) {
      open = false;
      for (var i = from; i < line.length(); i++) {
        var letter = line.charAt(i);
        if (letter != '"') {
          quoted.append(letter);
        } else if (i + 1 < line.length() && line.charAt(i + 1) == '"') {
          quoted.append(letter);
          i++;
        } else {
          return after(line, i + 1);
        }
      }
      open = true;
      return -1;
    }

    private int after(String line, int from) {
      var end = from;
      while (end < line.length() && isBlank(line.charAt(end))) {
        end++;
      }
      if (end < line.length() && line.charAt(end) != separator) {
        broken = firstBreak >= 0;
        return broken ? -1 : MISSED;
      }
      if (firstBreak >= 0) {
        broad.put(cells.size(), firstBreak);
      }
      cells.add(quoted.toString());
      return end < line.length() ? end + 1 : -1;
    }

    /** Behind the quoted words that a cell begins with, as in {@code "Lind, Bo" <bo@x.example>}. */
    private static int skipQuoted(String line, int begin) {
      return line.indexOf('"', begin + 1) + 1;
    }

    /** A cell in which quotation marks mean nothing. */
    private int bare(String line, int from, int searched) {
      var end = line.indexOf(separator, searched);
      cells.add(line.substring(from, end < 0 ? line.length() : end));
      return end < 0 ? -1 : end + 1;
    }
  }
}
