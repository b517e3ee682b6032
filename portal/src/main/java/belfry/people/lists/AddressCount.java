package belfry.people.lists;

import belfry.base.Bare;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.util.Locale;
import java.util.Set;

/**
 * Counts whatever looks like an e-mail address in a text, line by line, from its characters alone,
 * also with blanks around its sign or as {@code ana(at)x.example}, but not as {@code ana at
 * x.example}, which sentences have. It knows nothing of tables, so that their reading can be
 * compared with it.
 */
final class AddressCount implements Closeable {
  private static final String SIGNS = "@＠﹫";

  /** What an address may have before its sign, beside letters and digits. */
  private static final String BEFORE = "!#$%&'*+=?^_`{}~.-@＠﹫)";

  private static final String OPENING = "([{（［";
  private static final String CLOSING = ")]}）］";

  /** What is written in brackets in place of the sign. */
  private static final Set<String> ENCLOSED = Set.of("at", "ät", "arroba", "@", "＠", "﹫");

  private static final int LONGEST_ENCLOSED = 12;

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

    /** Whether blanks at most are between it and what an address may begin with. */
    private boolean near;

    private Loose loose = Loose.NONE;

    /** What brackets enclose, with the first of them where it is no sign of an address. */
    private final StringBuilder enclosed = new StringBuilder("(");

    /**
     * How much there is behind a sign with blanks around it, or in brackets. Other words have such
     * signs, too, "Desk 4 @ Oslo", so that a dot is needed.
     */
    private enum Loose {
      NONE,
      SIGN,
      DOMAIN,
      DOT
    }

    void take(char letter) {
      var isSign = SIGNS.indexOf(letter) >= 0;
      var isLetter = Character.isLetterOrDigit(letter);
      if (!isSign && !isLetter && Bare.isUnseen(letter) && !isBlank(letter)) {
        return;
      }
      var isWord = isLetter || isMark(letter);
      if (signed && Character.isLetter(letter)) {
        found++;
        loose = Loose.NONE;
      } else {
        loose = loose(letter, isSign, isWord);
      }
      signed =
          isSign ? begun : signed && (Character.isDigit(letter) || letter == '.' || letter == '-');
      if (Character.getType(letter) == Character.SPACE_SEPARATOR) {
        begun = false;
      } else if (letter != '"') {
        // A quotation mark belongs to what it encloses: one before a sign begins no address.
        begun = isWord || BEFORE.indexOf(letter) >= 0;
        near = begun;
      }
    }

    private Loose loose(char letter, boolean isSign, boolean isWord) {
      var isBlank = Character.getType(letter) == Character.SPACE_SEPARATOR;
      if (OPENING.indexOf(letter) >= 0) {
        enclosed.setLength(0);
        enclosed.append(near ? "" : letter);
        return Loose.NONE;
      }
      if (CLOSING.indexOf(letter) >= 0) {
        return ENCLOSED.contains(enclosed.toString().toLowerCase(Locale.ROOT))
            ? Loose.SIGN
            : Loose.NONE;
      }
      if (!isBlank && enclosed.length() < LONGEST_ENCLOSED) {
        enclosed.append(letter);
      }
      if (isSign) {
        return near ? Loose.SIGN : Loose.NONE;
      }
      return switch (loose) {
        case NONE -> Loose.NONE;
        case SIGN -> isBlank ? Loose.SIGN : isWord ? Loose.DOMAIN : Loose.NONE;
        case DOMAIN ->
            letter == '.' ? Loose.DOT : isWord || letter == '-' ? Loose.DOMAIN : Loose.NONE;
        case DOT -> {
          found += Character.isLetter(letter) ? 1 : 0;
          yield Character.isDigit(letter) ? Loose.DOMAIN : Loose.NONE;
        }
      };
    }

    /** What is above or below the letter before it. */
    private static boolean isMark(char letter) {
      return switch (Character.getType(letter)) {
        case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK -> true;
        default -> false;
      };
    }

    private static boolean isBlank(char letter) {
      return Character.isSpaceChar(letter) || Character.isISOControl(letter);
    }
  }
}
