package belfry.bench.site;

import java.util.List;
import java.util.Optional;

/**
 * What a table says of some people and not of the others: where they sit, and the number of their
 * badge. Each value is of one person alone, and has characters that mean something in Markdown.
 */
final class Desks {
  private Desks() {}

  /** The table as a spreadsheet writes it, with the addresses in another form. */
  static String table(List<TrialPlatform.Person> people) {
    var table = new StringBuilder("\"E-Mail\";\"Desk\";\"Badge no\"\r\n");
    for (var person : people) {
      desk(person)
          .ifPresent(desk ->
              table.append(
                  "\"%s\";\"%s\";\"%s\"\r\n"
                      .formatted(
                          person.email().toUpperCase(java.util.Locale.ROOT),
                          desk,
                          badge(person).orElse(""))));
    }
    return table.toString();
  }

  static Optional<String> desk(TrialPlatform.Person person) {
    return isListed(person)
        ? Optional.of("*%s* [by the window]".formatted(number(person)))
        : Optional.empty();
  }

  /** Some of those in the table have none. */
  static Optional<String> badge(TrialPlatform.Person person) {
    return isListed(person) && person.email().hashCode() % 5 != 0
        ? Optional.of("<@all>#" + number(person))
        : Optional.empty();
  }

  private static boolean isListed(TrialPlatform.Person person) {
    return !person.email().isEmpty() && person.email().hashCode() % 2 == 0;
  }

  private static String number(TrialPlatform.Person person) {
    return "%08x".formatted(person.email().hashCode());
  }
}
