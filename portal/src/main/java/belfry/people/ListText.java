package belfry.people;

import belfry.base.Phrase;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file as text. Its encoding is what a byte order mark says, otherwise UTF-8 if it is valid,
 * otherwise Windows-1252, which older spreadsheets write.
 */
record ListText(Path file, Charset encoding, int mark) {
  private static final Charset WINDOWS = Charset.forName("windows-1252");

  /** Byte order marks, with each byte as one letter, and their encodings. */
  private record Mark(Charset encoding, String bytes) {}

  private static final List<Mark> MARKS =
      List.of(
          new Mark(StandardCharsets.UTF_8, "\u00EF\u00BB\u00BF"),
          new Mark(StandardCharsets.UTF_16LE, "\u00FF\u00FE"),
          new Mark(StandardCharsets.UTF_16BE, "\u00FE\u00FF"));

  /**
   * Inspects the whole file.
   *
   * @throws NoList if it is not text
   */
  static ListText of(Path file) throws IOException {
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
        mark.map(one -> new ListText(file, one.encoding, one.bytes.length()))
            .orElseGet(() -> new ListText(file, StandardCharsets.UTF_8, 0));
    if (text.isReadable()) {
      return text;
    }
    var windows = new ListText(file, WINDOWS, 0);
    if (mark.isEmpty() && windows.isReadable()) {
      return windows;
    }
    throw new NoList(
        Phrase.of("list.noText", "This is not readable text. Save the table as CSV in UTF-8."));
  }

  private static String head(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(4), StandardCharsets.ISO_8859_1);
    }
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
          if (some[i] < ' ' && "\t\r\n\f".indexOf(some[i]) < 0) {
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
  Reader open() throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    in.skipNBytes(mark);
    var decoder =
        encoding
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(
                encoding.equals(WINDOWS) ? CodingErrorAction.REPLACE : CodingErrorAction.REPORT);
    return new BufferedReader(new InputStreamReader(in, decoder));
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
