package belfry.people.lists;

import belfry.base.Phrase;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A file as text. Its encoding is what a byte order mark says, otherwise UTF-8 if it is valid,
 * otherwise Windows-1252, which older spreadsheets write. Whoever brings a file that is neither is
 * asked.
 *
 * @param broken whether bytes that are not of this encoding become {@link #BROKEN}
 */
record ListText(Source file, Charset encoding, int mark, boolean broken) {
  static final char BROKEN = '\uFFFD';

  private static final Charset WINDOWS = Charset.forName("windows-1252");

  /** The bytes of a file, as often as they are asked for. */
  interface Source {
    InputStream open() throws IOException;
  }

  /** How many bytes around one that cannot be read are shown. */
  private static final int SHOWN = 24;

  /** How many bytes tell whether every other one is zero. */
  private static final int HEAD = 1_024;

  /** Byte order marks, with each byte as one letter, and their encodings. */
  private record Mark(Charset encoding, String bytes) {}

  private static final List<Mark> MARKS =
      List.of(
          new Mark(StandardCharsets.UTF_8, "\u00EF\u00BB\u00BF"),
          new Mark(StandardCharsets.UTF_16LE, "\u00FF\u00FE"),
          new Mark(StandardCharsets.UTF_16BE, "\u00FE\u00FF"));

  /** How files of contacts begin that are no tables. */
  private static final Pattern CARDS =
      Pattern.compile("\uFEFF?\\s*(?i:BEGIN:VCARD|dn:|version: *1\\s)");

  /**
   * Inspects the whole file.
   *
   * @param said what it is, where the author was asked
   * @throws NoList if it is not text
   * @throws Unclear if it has to be asked what it is
   */
  static ListText of(Source file, Optional<ListChoices.Encoding> said) throws IOException {
    var text = decoded(file, said);
    var head = new char[HEAD];
    try (var reader = text.open()) {
      if (CARDS.matcher(new String(head, 0, Math.max(0, reader.read(head)))).lookingAt()) {
        throw new NoList(
            Phrase.of(
                "list.contacts",
                "These are contacts as a vCard or LDIF file. Save them as CSV and choose that."));
      }
    }
    return text;
  }

  private static ListText decoded(Source file, Optional<ListChoices.Encoding> said)
      throws IOException {
    var head = head(file);
    if (head.isEmpty()) {
      throw new NoList(Phrase.of("list.empty", "The file is empty. Choose one with addresses."));
    }
    if (head.startsWith("PK\u0003\u0004")) {
      throw new NoList(
          Phrase.of(
              "list.workbook",
              "This is an Excel workbook or a ZIP file. Save the table as CSV and choose that."));
    }
    var mark = MARKS.stream().filter(one -> head.startsWith(one.bytes)).findFirst();
    var text =
        mark.map(one -> new ListText(file, one.encoding, one.bytes.length(), false))
            .orElseGet(() -> new ListText(file, unmarked(head), 0, false));
    if (text.isReadable()) {
      return text;
    }
    if (text.encoding.equals(StandardCharsets.UTF_8)) {
      var mixed = new ListText(file, StandardCharsets.UTF_8, text.mark, true);
      var asks = said.isEmpty() && new ListText(file, StandardCharsets.UTF_8, 0, true).hasMore();
      if (asks && mixed.isReadable()) {
        throw unclear(file);
      }
      var isUtf8 = said.filter(one -> one == ListChoices.Encoding.UTF_8).isPresent();
      var read = isUtf8 ? mixed : new ListText(file, WINDOWS, 0, said.isPresent());
      if (!asks && read.isReadable()) {
        return read;
      }
    }
    throw new NoList(
        Phrase.of("list.noText", "This is not readable text. Save the table as CSV in UTF-8."));
  }

  /** Without a mark, ASCII in UTF-16 has a zero in every other byte. */
  private static Charset unmarked(String head) {
    var odd = IntStream.range(0, head.length()).filter(i -> i % 2 == 1 && head.charAt(i) == 0);
    var even = IntStream.range(0, head.length()).filter(i -> i % 2 == 0 && head.charAt(i) == 0);
    var zeros = new long[] {even.count(), odd.count()};
    var many = head.length() / 4;
    return zeros[1] > many && zeros[0] == 0
        ? StandardCharsets.UTF_16LE
        : zeros[0] > many && zeros[1] == 0 ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8;
  }

  private static String head(Source file) throws IOException {
    try (var in = file.open()) {
      return new String(in.readNBytes(HEAD), StandardCharsets.ISO_8859_1);
    }
  }

  /** Whether anything beyond ASCII in it is valid. */
  private boolean hasMore() throws IOException {
    try (var reader = open()) {
      var letter = reader.read();
      while (letter >= 0 && !isMore(letter)) {
        letter = reader.read();
      }
      return letter >= 0;
    }
  }

  private static boolean isMore(int letter) {
    return letter > '~' && letter != BROKEN;
  }

  /** What a line of the file says, with a byte as each letter. */
  private record Odd(int line, String said) {}

  /** Shows the first line that cannot be UTF-8, and what another one is as Windows-1252. */
  private static Unclear unclear(Source file) throws IOException {
    var odd = first(file, true);
    var even = first(file, false);
    return new Unclear(
        Phrase.of(
            "list.mixed",
            "The file is written in two ways. As UTF-8, line {{line, number}} says '{{utf8}}' and"
                + " line {{other, number}} '{{otherUtf8}}'; as Windows-1252, '{{windows}}' and"
                + " '{{otherWindows}}'. Choose one: encoding=utf-8, which leaves out lines that are"
                + " not, or encoding=windows-1252.",
            "line",
            odd.line,
            "utf8",
            utf8(odd.said),
            "windows",
            windows(odd.said),
            "other",
            even.line,
            "otherUtf8",
            utf8(even.said),
            "otherWindows",
            windows(even.said)));
  }

  private static Odd first(Source file, boolean broken) throws IOException {
    var bytes = new ListText(file, StandardCharsets.ISO_8859_1, 0, false);
    try (var lines = new ListLines(bytes.open())) {
      for (var line = lines.next(); line != null; line = lines.next()) {
        if (isOdd(line, broken)) {
          return new Odd(lines.number(), around(line, broken));
        }
      }
    }
    return new Odd(1, "");
  }

  private static boolean isOdd(String bytes, boolean broken) {
    var text = utf8(bytes);
    return broken ? text.indexOf(BROKEN) >= 0 : text.chars().anyMatch(ListText::isMore);
  }

  /** The cell of a line that has such a letter. */
  private static String around(String line, boolean broken) {
    for (var cell : line.split("[,;\t|\"]", -1)) {
      if (isOdd(cell, broken)) {
        return shortened(cell, broken);
      }
    }
    return shortened(line, broken);
  }

  private static String shortened(String cell, boolean broken) {
    if (cell.length() <= SHOWN) {
      return cell;
    }
    var first = 0;
    while (first < cell.length() - 1 && cell.charAt(first) <= '~') {
      first++;
    }
    var from = broken ? Math.max(0, first - SHOWN / 2) : first;
    return cell.substring(from, Math.min(cell.length(), from + SHOWN));
  }

  private static String utf8(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private static String windows(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), WINDOWS);
  }

  /** Whether any of it is written otherwise in another encoding. */
  boolean isGuessed() {
    return encoding.equals(WINDOWS);
  }

  /**
   * Whether all of it is text: every byte is valid in this encoding, and there are no control
   * characters.
   */
  private boolean isReadable() throws IOException {
    try (var reader = open()) {
      var some = new char[8192];
      for (var read = reader.read(some); read >= 0; read = reader.read(some)) {
        for (var i = 0; i < read; i++) {
          if (some[i] < ' ' && "\t\r\n\f\u000B".indexOf(some[i]) < 0) {
            return false;
          }
        }
      }
      return true;
    } catch (CharacterCodingException _) {
      return false;
    }
  }

  /** Its characters, without the byte order mark. */
  BufferedReader open() throws IOException {
    InputStream in = new BufferedInputStream(file.open());
    in.skipNBytes(mark);
    var wrong = broken ? CodingErrorAction.REPLACE : CodingErrorAction.REPORT;
    var decoder = encoding.newDecoder().onMalformedInput(wrong).onUnmappableCharacter(wrong);
    return new BufferedReader(new InputStreamReader(in, decoder));
  }

  /** It cannot be told how the file is written. */
  static final class Unclear extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Phrase question;

    Unclear(Phrase question) {
      super(question.english(), null, false, false);
      this.question = question;
    }

    Phrase question() {
      return question;
    }
  }

  /** The file cannot be a list of people. */
  static final class NoList extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Phrase why;

    NoList(Phrase why) {
      super(why.english(), null, false, false);
      this.why = why;
    }

    Phrase why() {
      return why;
    }
  }
}
