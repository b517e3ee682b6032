package belfry.apps;

import belfry.base.TypedId;
import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Optional;
import java.util.regex.Pattern;

/** The name of an app, as it appears in addresses and rows. */
public record AppName(String value) implements TypedId {
  /** {@code assets} is reserved for the page's own files. */
  private static final Pattern VALID =
      Pattern.compile("(?!assets$)[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public AppName {}

  /** Empty if no app can have this name. */
  public static Optional<AppName> parse(String text) {
    return VALID.matcher(text).matches() ? Optional.of(new AppName(text)) : Optional.empty();
  }

  @Override
  public String toString() {
    return value;
  }
}
