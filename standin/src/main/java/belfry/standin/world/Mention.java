package belfry.standin.world;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Somebody mentioned in Markdown, as {@code <@personEmail:ana@harbour.example|Ana>}.
 *
 * @param kind {@code personEmail}, {@code personId} or {@code all}
 * @param whom the address or id; empty for all
 */
public record Mention(String kind, String whom, Optional<String> name) {
  private static final Pattern FORM =
      Pattern.compile("<@(personEmail|personId|all)(?::([^|>]*))?(?:\\|([^>]*))?>");

  public static List<Mention> in(String markdown) {
    return FORM.matcher(markdown).results().map(found -> of(found::group)).toList();
  }

  /** The text with each mention replaced. */
  public static String replaced(String markdown, Function<Mention, String> by) {
    return FORM.matcher(markdown)
        .replaceAll(found -> Matcher.quoteReplacement(by.apply(of(found::group))));
  }

  private static Mention of(IntFunction<String> group) {
    return new Mention(
        group.apply(1),
        Optional.ofNullable(group.apply(2)).orElse(""),
        Optional.ofNullable(group.apply(3)).filter(name -> !name.isEmpty()));
  }

  public boolean isOfAll() {
    return kind.equals("all");
  }

  /** The person, where there is one. */
  public Optional<Person> person(People people) {
    return switch (kind) {
      case "personEmail" -> people.byEmail(whom);
      case "personId" -> people.byId(whom);
      default -> Optional.empty();
    };
  }

  /** What a reader sees. */
  public String shown(People people) {
    return name.or(() -> person(people).map(Person::displayName)).orElse(isOfAll() ? "All" : whom);
  }
}
