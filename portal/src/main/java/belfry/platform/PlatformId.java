package belfry.platform;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Compares the platform's ids, each of which may be written as Base64 of {@code
 * ciscospark://cluster/TYPE/uuid}, padded or not, or as the bare UUID (platform-api.md 1.3). What
 * is sent is always the id as it came.
 */
public final class PlatformId {
  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final String SCHEME = "ciscospark://";

  private PlatformId() {}

  /** Of two that are not written alike, only what they stand for can tell them apart. */
  public static Likeness compare(String one, String other) {
    if (one.isEmpty() || other.isEmpty()) {
      return Likeness.UNCLEAR;
    }
    if (one.equals(other)) {
      return Likeness.SAME;
    }
    var first = meant(one);
    var second = meant(other);
    if (first.isEmpty() || second.isEmpty()) {
      return Likeness.UNCLEAR;
    }
    return first.equals(second) ? Likeness.SAME : Likeness.OTHER;
  }

  /** What it stands for, without cluster and type; empty where it is none that we can read. */
  private static Optional<String> meant(String id) {
    var bare = id.strip().toLowerCase(Locale.ROOT);
    if (UUID.matcher(bare).matches()) {
      return Optional.of(bare);
    }
    var text = decoded(id.strip());
    return text.startsWith(SCHEME)
        ? Optional.of(text.substring(text.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT))
        : Optional.empty();
  }

  private static String decoded(String id) {
    if (id.startsWith(SCHEME)) {
      return id;
    }
    var plain = id.replace('+', '-').replace('/', '_').replace("=", "");
    try {
      return new String(Base64.getUrlDecoder().decode(plain), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return "";
    }
  }
}
