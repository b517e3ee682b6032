package belfry.web.frame;

import belfry.base.Phrase;
import belfry.base.Said;
import belfry.platform.ids.PersonId;
import belfry.runs.recipients.Reasons;
import java.util.List;
import java.util.Optional;

/** What all of the API's JSON has in common; docs/api/openapi.yaml describes each record. */
public final class Views {
  private Views() {}

  /** A page of a list; {@code said} is the phrase of {@code trouble}. */
  public record Items<T>(
      List<T> items, Optional<String> next, Optional<String> trouble, Optional<Said> said) {
    public static <T> Items<T> page(
        List<T> items, Optional<String> next, Optional<Phrase> trouble) {
      return new Items<>(items, next, trouble.map(Phrase::english), trouble.flatMap(Said::of));
    }

    public static <T> Items<T> all(List<T> items, Optional<Phrase> trouble) {
      return page(items, Optional.empty(), trouble);
    }
  }

  public record AuthorView(PersonId id, String displayName) {}

  /** The phrase of a stored reason. */
  public static Optional<Said> reason(String reason) {
    return Reasons.read(reason).flatMap(Said::of);
  }

  public static Optional<String> present(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
