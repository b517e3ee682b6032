package belfry.web.frame;

import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.http.Problem;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Fields that requests about different things have; a refusal names the field. */
public final class Fields {
  private Fields() {}

  public static Optional<String> requestId(@Nullable String id) {
    if (id != null && (id.isBlank() || !Shortened.isShort(id, 100))) {
      throw Problem.invalid(
              "requestId", Phrase.of("requestId.length", "This must have 1 to 100 characters."))
          .thrown();
    }
    return Optional.ofNullable(id);
  }

  /** A moment in the form of RFC 3339, as exact as one is stored. */
  public static Instant moment(String field, String text) {
    try {
      return Instant.ofEpochMilli(Instant.parse(text).toEpochMilli());
    } catch (DateTimeException | ArithmeticException _) {
      throw Problem.invalid(
              field, Phrase.of("calendar.noTime", "Send a time like 2026-11-27T14:00:00Z."))
          .thrown();
    }
  }
}
