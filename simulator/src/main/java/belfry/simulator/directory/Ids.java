package belfry.simulator.directory;

import belfry.simulator.base.Mix;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The platform's identifiers: base64 of {@code ciscospark://us/TYPE/uuid}. A uuid hides the number
 * it stands for, so the way back needs no table either.
 */
public final class Ids {
  /** What an identifier names. Bots and the machine account are PEOPLE too, with other uuids. */
  public enum Kind {
    PERSON("PEOPLE", 1),
    BOT("PEOPLE", 2),
    MACHINE("PEOPLE", 3),
    ORGANIZATION("ORGANIZATION", 4),
    GROUP("SCIM_GROUP", 5),
    SPACE("ROOM", 6),
    DIRECT("ROOM", 7),
    ACTION("ATTACHMENT_ACTION", 8),
    WEBHOOK("WEBHOOK", 9);

    private final String type;
    private final long salt;

    Kind(String type, long salt) {
      this.type = type;
      this.salt = salt;
    }

    public String type() {
      return type;
    }
  }

  private static final String SCHEME = "ciscospark://us/";
  private static final long NUMBER_BITS = (1L << 62) - 1;

  private final long seed;

  public Ids(long seed) {
    this.seed = seed;
  }

  public String id(Kind kind, long number) {
    return encoded(kind.type, uuid(kind, number).toString());
  }

  public UUID uuid(Kind kind, long number) {
    var high = high(kind, number);
    return new UUID(high, 1L << 63 | ((number ^ veil(kind, high)) & NUMBER_BITS));
  }

  /** The number behind a uuid, if it was made here for this kind. */
  public OptionalLong number(Kind kind, UUID uuid) {
    var high = uuid.getMostSignificantBits();
    var number = (uuid.getLeastSignificantBits() ^ veil(kind, high)) & NUMBER_BITS;
    return high == high(kind, number) ? OptionalLong.of(number) : OptionalLong.empty();
  }

  private long high(Kind kind, long number) {
    return (Mix.of(seed, kind.salt, number) & ~0xF000L) | 0x4000L;
  }

  private long veil(Kind kind, long high) {
    return Mix.of(~seed, kind.salt, high);
  }

  /** An identifier for anything that brings its own name. */
  public static String encoded(String type, String name) {
    var address = SCHEME + type + "/" + name;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(address.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * The name inside an identifier of this type. A bare uuid is taken too, as the platform does
   * ("Expect base64 ID or UUID.").
   */
  public static Optional<String> name(String type, String id) {
    if (id.length() == 36 && id.charAt(8) == '-') {
      return Optional.of(id);
    }
    var prefix = SCHEME + type + "/";
    return decoded(id)
        .filter(address -> address.startsWith(prefix))
        .map(address -> address.substring(prefix.length()));
  }

  /** The uuid inside an identifier of this type. */
  public static Optional<UUID> uuidOf(String type, String id) {
    return name(type, id).flatMap(Ids::parsed);
  }

  public static Optional<UUID> parsed(String uuid) {
    try {
      return uuid.length() == 36 ? Optional.of(UUID.fromString(uuid)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> decoded(String id) {
    try {
      var unpadded = id.replace("=", "").replace('+', '-').replace('/', '_');
      var bytes = Base64.getUrlDecoder().decode(unpadded);
      return Optional.of(new String(bytes, StandardCharsets.US_ASCII));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
