package belfry.base;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What people type and paste, as eyes see it: nothing white or invisible at its ends, and one form
 * of Unicode for what looks the same. Whatever is compared or stored as a name passes here.
 */
public final class Bare {
  /**
   * They turn around what follows, also what is not theirs; direction is given where it is shown.
   */
  private static final Pattern TURNING = Pattern.compile("[\\u202A-\\u202E\\u2066-\\u2069]+");

  private static final Pattern BLANKS = Pattern.compile("[\\p{Z}\\p{Cc}]+");

  private Bare() {}

  /** Without what cannot be seen at its ends. */
  public static String of(String text) {
    return isPlain(text)
        ? text
        : cut(Normalizer.normalize(TURNING.matcher(text).replaceAll(""), Normalizer.Form.NFC));
  }

  /** The same on one line, with single spaces. */
  public static String line(String text) {
    return BLANKS.matcher(of(text)).replaceAll(" ");
  }

  /** Whether there is nothing to see. */
  public static boolean isBlank(String text) {
    return text.codePoints().allMatch(Bare::isUnseen);
  }

  /**
   * An e-mail address as it is stored and compared: in lower case, with its letters in their usual
   * width, and nothing invisible in it.
   */
  public static String address(String email) {
    var seen = isPlain(email) ? email : cut(seen(email));
    return seen.toLowerCase(Locale.ROOT);
  }

  /** Letters in their usual forms, and nothing invisible among them. */
  static String seen(String text) {
    if (isPlain(text)) {
      return text;
    }
    var seen = new StringBuilder();
    text.codePoints()
        .filter(one -> (!isUnseen(one) && !isChoosing(one)) || isBlank(one))
        .forEach(seen::appendCodePoint);
    return Normalizer.normalize(seen, Normalizer.Form.NFKC).replace('\u3002', '.');
  }

  private static String cut(String text) {
    var from = 0;
    var until = text.length();
    while (from < until && isUnseen(text.codePointAt(from))) {
      from += Character.charCount(text.codePointAt(from));
    }
    while (until > from && isUnseen(text.codePointBefore(until))) {
      until -= Character.charCount(text.codePointBefore(until));
    }
    return text.substring(from, until);
  }

  /** Visible ASCII, without spaces at its ends. */
  private static boolean isPlain(String text) {
    for (var i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return text.isEmpty() || (text.charAt(0) != ' ' && text.charAt(text.length() - 1) != ' ');
  }

  private static boolean isBlank(int character) {
    return Character.isSpaceChar(character) || Character.isISOControl(character);
  }

  /** Whether it leaves no trace where it stands: white, or without width. */
  public static boolean isUnseen(int character) {
    if (character < 0x80) {
      return character <= ' ' || character == 0x7F;
    }
    return isBlank(character)
        || (Character.getType(character) == Character.FORMAT && !isSeen(character))
        || switch (character) {
          // Joiners, fillers and a blank that Unicode counts as marks, letters and symbols.
          case 0x034F,
              0x115F,
              0x1160,
              0x17B4,
              0x17B5,
              0x180B,
              0x180C,
              0x180D,
              0x180F,
              0x2800,
              0x3164,
              0xFFA0 ->
              true;
          default -> false;
        };
  }

  /** Whether it chooses the form of the sign before it: seen at an emoji, and nowhere else. */
  private static boolean isChoosing(int character) {
    return (character >= 0xFE00 && character <= 0xFE0F)
        || (character >= 0xE0100 && character <= 0xE01EF);
  }

  /** Signs around Arabic and other numbers, and the letters in flags, which are formats too. */
  private static boolean isSeen(int format) {
    return (format >= 0x0600 && format <= 0x0605)
        || format == 0x06DD
        || format == 0x070F
        || format == 0x0890
        || format == 0x0891
        || format == 0x08E2
        || format == 0x110BD
        || format == 0x110CD
        || (format >= 0xE0020 && format <= 0xE007F);
  }
}
