package belfry.people.lists;

import belfry.base.Bare;
import belfry.base.Folded;
import belfry.base.Mailbox;
import belfry.base.Shortened;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the titles of a table of people say: which column has addresses, and how each is called. */
final class ListTitles {
  /** The longest name that a placeholder can have. */
  static final int LONGEST_NAME = 60;

  private static final int ROOM_FOR_NUMBER = 3;

  private static final Pattern SIGNS = Pattern.compile("[^\\p{L}\\p{N}]+");
  private static final Pattern IN_PLACEHOLDERS = Pattern.compile("[\\s\\p{Z}\\p{Cntrl}{}|]+");

  /** Titles of a column with addresses, in the languages of spreadsheets. */
  private static final Set<String> USUAL =
      Stream.of(
              "email",
              "e-mail",
              "mail",
              "email address",
              "e-mail address",
              "mail address",
              "email id",
              "e-mail 1 - value",
              "e-mail-adresse",
              "emailadresse",
              "mailadresse",
              "mail-adresse",
              "correo",
              "correo electrónico",
              "dirección de correo",
              "dirección de correo electrónico",
              "adresse e-mail",
              "adresse email",
              "adresse mail",
              "adresse électronique",
              "adresse de messagerie",
              "courriel",
              "indirizzo e-mail",
              "posta elettronica",
              "endereço de e-mail",
              "correio eletrônico",
              "e-mailadres",
              "adres e-mail",
              "e-post",
              "sähköposti",
              "электронная почта",
              "почта",
              "メールアドレス",
              "メール",
              "eメール",
              "電子メール",
              "电子邮件",
              "邮箱",
              "이메일",
              "البريد الإلكتروني",
              "البريد",
              "الإيميل",
              "דואר אלקטרוני",
              "דוא\"ל",
              "webex")
          .map(ListTitles::key)
          .collect(Collectors.toSet());

  /** How an address looks that was mistyped. */
  private static final Pattern DOTTED = Pattern.compile("(?=\\S++$).*?\\p{L}.*?\\.\\p{L}.*");

  /** A word with dots, and letters around them. */
  private static final Pattern DOTS =
      Pattern.compile("[\\p{L}\\p{N}_-]{2,}(?:\\.\\p{L}[\\p{L}\\p{N}_-]+)+");

  /** A name, and what has no sign where its address belongs. */
  private static final Pattern NAMED = Pattern.compile("[^<>]*+<[^<>]++>[^<>]*+");

  /** The longest that an address can be, and somewhat more. */
  private static final int LONGEST_ADDRESS = 330;

  private ListTitles() {}

  /** Whether addresses are usually below this title. */
  static boolean isUsual(String title) {
    return title.length() <= LONGEST_NAME && USUAL.contains(key(title));
  }

  /** Whether it may be meant as somebody's address rather than as a title. */
  static boolean mayBeSomebody(String title) {
    return title.length() <= LONGEST_ADDRESS
        && (Mailbox.isSaid(title)
            || NAMED.matcher(title).matches()
            || (DOTTED.matcher(title).matches() && !isName(title))
            || DOTS.matcher(title).results().anyMatch(word -> !isName(word.group())));
  }

  /** Whether it is what programs call a column, such as {@code user.email}. */
  private static boolean isName(String dotted) {
    var parts = List.of(dotted.split("\\.", -1));
    var ends = parts.subList(parts.size() - 2, parts.size());
    return isUsual(parts.getLast())
        || isUsual(String.join(" ", ends))
        || (parts.size() == 2 && isUsual(parts.getFirst()));
  }

  private static String key(String title) {
    return SIGNS.matcher(Folded.of(title)).replaceAll(" ").strip();
  }

  /** What a column is called, be it one too many for these names. */
  static String name(List<String> names, int column) {
    return column < names.size() ? names.get(column) : "Column " + (column + 1);
  }

  /** Names for the columns that a placeholder can have, each only once. */
  static List<String> names(List<String> titles, int width) {
    var titled = titles.stream().limit(width).map(ListTitles::name).toList();
    var own = titled.stream().map(Folded::of).collect(Collectors.toSet());
    var names = new ArrayList<String>();
    var keys = new HashSet<String>();
    for (var i = 0; i < width; i++) {
      var title = i < titled.size() ? titled.get(i) : "";
      var name = title.isEmpty() ? "Column " + (i + 1) : title;
      var unused = name;
      // What another column is called is no name for this one.
      var isAnothers = title.isEmpty() && own.contains(Folded.of(name));
      for (var number = 2; isAnothers || !keys.add(Folded.of(unused)); number++) {
        unused = name + " " + number;
        isAnothers = own.contains(Folded.of(unused));
      }
      names.add(unused);
    }
    return names;
  }

  /**
   * The title on one line, cut to the longest length, without characters that end a placeholder.
   */
  private static String name(String title) {
    var name = Bare.of(IN_PLACEHOLDERS.matcher(Bare.of(title)).replaceAll(" "));
    return Bare.of(Shortened.to(name, LONGEST_NAME - ROOM_FOR_NUMBER));
  }
}
