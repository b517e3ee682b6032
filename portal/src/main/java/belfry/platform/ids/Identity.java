package belfry.platform.ids;

import belfry.base.Bare;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whom stored rows may be about: a person, by all forms of all their ids, by their addresses and
 * their names.
 *
 * @param ids never empty, so that it can be a list in a statement
 * @param keys what the ids stand for, as far as it is known
 * @param emails in lower case; never empty either
 * @param names what they are called, as far as it is known
 */
public record Identity(
    List<String> ids, List<String> keys, List<String> emails, List<String> names) {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

  /** Not within a longer address. */
  private static final String BEFORE = "(?<![\\p{L}\\p{N}._%+-])";

  private static final String AFTER = "(?![._-]?[\\p{L}\\p{N}])";
  private static final String SIGNS = "[^\\p{L}\\p{N}]+";
  private static final String DOT = SIGNS + "(?:(?:dot|punkt|punto)" + SIGNS + ")?";

  /** Two words alone may be of anybody: {@code Maria Silva, PT}. */
  private static final String AT =
      "(?:[^\\p{L}\\p{N}@＠﹫]*[@＠﹫][^\\p{L}\\p{N}]*|%1$s(?:at|arroba|ät)%1$s)".formatted(SIGNS);

  /** As links, links in links, and HTML have it, in lower case. */
  public static final List<String> FORMS_OF_AT =
      List.of(
          "%40",
          "%2540",
          "%252540",
          "&commat;",
          "&#64;",
          "&#064;",
          "&#0064;",
          "&#00064;",
          "&#x40;",
          "&#x040;",
          "&#x0040;",
          "&#x00040;");

  /**
   * What a link, or a link in one, may have before an address without being a part of it: a sign in
   * hexadecimal, but none of those that addresses have.
   */
  public static final String BEFORE_IN_LINK = "%(?:25){0,2}(?!2b|2d|2e|5f)[0-9a-f]{2}";

  private static final int CASES = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;

  /** With whatever other forms these ids have. One of the two collections has something in it. */
  public static Identity of(
      Collection<String> emails, Collection<String> known, Collection<String> names) {
    var lower = emails.stream().map(Bare::address).distinct().toList();
    // Whom the platform names in a space by an address only.
    var mailto = lower.stream().map(one -> "mailto:" + one);
    var ids =
        Stream.concat(known.stream().flatMap(id -> PlatformId.forms(id).stream()), mailto)
            .distinct()
            .toList();
    var keys = ids.stream().map(PlatformId::key).distinct().toList();
    var called = names.stream().map(Bare::of).filter(one -> !one.isEmpty()).distinct().toList();
    // Nobody has an address as their id, or an id as their address.
    return new Identity(
        ids.isEmpty() ? lower : ids,
        keys.isEmpty() ? lower : keys,
        lower.isEmpty() ? ids : lower,
        called);
  }

  /**
   * Whether a line has one of their addresses, also with blanks around its signs or with words in
   * place of them, as lists have them: {@code ana . reyes (at) x.example}.
   */
  public Predicate<String> written() {
    return emails.stream()
        .filter(email -> email.matches(".*[\\p{L}\\p{N}].*@.*[\\p{L}\\p{N}].*"))
        .map(email -> {
          var at = email.lastIndexOf('@');
          return apart(email.substring(0, at)) + AT + apart(email.substring(at + 1));
        })
        .map(email -> Pattern.compile(BEFORE + email + AFTER, CASES).asPredicate())
        .reduce(_ -> false, Predicate::or);
  }

  private static String apart(String half) {
    return WORD.matcher(half)
        .results()
        .map(word -> Pattern.quote(word.group()))
        .collect(Collectors.joining(DOT));
  }

  /** Their ids and addresses, also as these are in links and HTML: what stands for nobody else. */
  public List<String> marks() {
    return Stream.of(emails.stream(), ids.stream(), emails.stream().flatMap(Identity::encoded))
        .flatMap(all -> all)
        .distinct()
        .toList();
  }

  private static Stream<String> encoded(String email) {
    var inLink = inLink(email);
    return Stream.concat(
        Stream.of(inLink, inLink(inLink), inLink(inLink(inLink))),
        FORMS_OF_AT.stream().map(form -> email.replace("@", form)));
  }

  private static String inLink(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
  }

  /** Their names that have several words: others may be called by the single ones. */
  public List<String> fullNames() {
    return names.stream().filter(one -> one.contains(" ")).toList();
  }

  /** Their ids, addresses and {@link #fullNames}. */
  public List<String> marksAndNames() {
    return Stream.concat(marks().stream(), fullNames().stream()).toList();
  }
}
