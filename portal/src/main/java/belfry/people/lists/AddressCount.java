package belfry.people.lists;

import belfry.base.Bare;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;

/**
 * Counts whatever looks like an e-mail address in a text, line by line, from its characters alone.
 * It knows nothing of tables, so that their reading can be compared with it.
 */
final class AddressCount implements Closeable {
  private static final String SIGNS = "@＠﹫";

  /** What an address may have before its sign, beside letters and digits. */
  private static final String BEFORE = "!#$%&'*+=?^_`{}~.-\"@＠﹫";

  private final Reader text;
  private final Count count = new Count();
  private int line = 1;
  private boolean afterReturn;

  AddressCount(Reader text) {
    this.text = text;
  }

  /** How many there are in a text. */
  static int in(String text) {
    var count = new Count();
    for (var i = 0; i < text.length(); i++) {
      count.take(text.charAt(i));
    }
    return count.found;
  }

  /** How many there are up to the end of this line, beside those counted before. */
  int until(int last) throws IOException {
    var before = count.found;
    while (line <= last && step()) {}
    return count.found - before;
  }

  /** The first line, from here on, that has some; 0 if none has. */
  int next() throws IOException {
    var before = count.found;
    while (count.found == before) {
      var here = line;
      if (!step()) {
        return 0;
      }
      if (count.found > before) {
        return here;
      }
    }
    return 0;
  }

  private boolean step() throws IOException {
    var letter = text.read();
    if (letter < 0) {
      return false;
    }
    if (letter == '\r' || (letter == '\n' && !afterReturn)) {
      line++;
    }
    afterReturn = letter == '\r';
    count.take((char) letter);
    return true;
  }

  @Override
  public void close() throws IOException {
    text.close();
  }

  /** One pass over characters. */
  private static final class Count {
    private boolean begun;
    private boolean signed;
    private int found;

    void take(char letter) {
      var isSign = SIGNS.indexOf(letter) >= 0;
      var isWord = Character.isLetterOrDigit(letter);
      if (!isSign && !isWord && Bare.isUnseen(letter) && !isBlank(letter)) {
        return;
      }
      if (signed && Character.isLetter(letter)) {
        found++;
      }
      signed =
          isSign ? begun : signed && (Character.isDigit(letter) || letter == '.' || letter == '-');
      begun = isWord || BEFORE.indexOf(letter) >= 0;
    }

    private static boolean isBlank(char letter) {
      return Character.isSpaceChar(letter) || Character.isISOControl(letter);
    }
  }
}
