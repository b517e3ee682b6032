package belfry.standin.world;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** The kinds of ids on the wire: unpadded base64url of a URI with the kind and a UUID. */
public enum IdType {
  PEOPLE,
  ROOM,
  MESSAGE,
  MEMBERSHIP,
  ORGANIZATION,
  SCIM_GROUP,
  CONTENT,
  WEBHOOK,
  ATTACHMENT_ACTION;

  private static final String SCHEME = "ciscospark://";
  private static final Pattern UUID_FORM =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  public String of(UUID uuid) {
    return of(uuid.toString());
  }

  /** Some ids hold more than one UUID. */
  public String of(String inner) {
    return in("us", inner);
  }

  /** The same id as another cluster writes it. */
  public String in(String cluster, String inner) {
    var uri = SCHEME + cluster + "/" + name() + "/" + inner;
    return Base64.getUrlEncoder().withoutPadding().encodeToString(uri.getBytes(UTF_8));
  }

  /** The first UUID in an id of any kind, or a bare UUID; empty when it is neither. */
  public static Optional<UUID> uuidIn(String id) {
    if (UUID_FORM.matcher(id).matches()) {
      return Optional.of(UUID.fromString(id));
    }
    try {
      var uri = new String(Base64.getUrlDecoder().decode(id.replaceFirst("=+$", "")), UTF_8);
      var inner = uri.substring(uri.lastIndexOf('/') + 1).split(":", 2)[0];
      return uri.startsWith(SCHEME) && UUID_FORM.matcher(inner).matches()
          ? Optional.of(UUID.fromString(inner))
          : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
