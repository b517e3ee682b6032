package belfry.platform.ids;

import belfry.base.TypedId;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Compares the platform's ids. Each may be written as Base64 of {@code
 * ciscospark://cluster/TYPE/uuid}, padded or not, or as the bare UUID (platform-api.md 1.3).
 * Requests always use an id in the form in which it was received.
 */
public final class PlatformId {
  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final int UUID_LENGTH = 36;
  private static final String SCHEME = "ciscospark://";
  private static final String PERSON = SCHEME + "us/PEOPLE/";
  private static final String MESSAGE = SCHEME + "us/MESSAGE/";

  private PlatformId() {}

  /** Whether both ids are of one person. */
  public static Likeness compare(PersonId one, PersonId other) {
    return compare(one.value(), other.value());
  }

  /** Compares ids of one kind, each of which may be unknown. */
  public static <T extends TypedId> Likeness compare(Optional<T> one, Optional<T> other) {
    return compare(one.map(TypedId::value).orElse(""), other.map(TypedId::value).orElse(""));
  }

  /** Ids in different forms are compared by their UUIDs. */
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

  /** A key that is the same for all forms of an id; the id itself if it cannot be parsed. */
  public static String key(String id) {
    return meant(id).orElse(id);
  }

  /** A key that is the same for all forms of a person's id. */
  public static String key(PersonId id) {
    return key(id.value());
  }

  /** The other forms in which the platform may write a person's id; none if it cannot be parsed. */
  public static Set<PersonId> otherForms(PersonId id) {
    return otherForms(id.value()).stream()
        .map(PersonId::new)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The same for an id that may also be a space's. */
  public static Set<String> otherForms(String id) {
    return otherForms(id, PERSON);
  }

  /** {@code kind} is what an id is of that is a bare UUID. */
  private static Set<String> otherForms(String id, String kind) {
    var meant = meant(id).filter(uuid -> UUID.matcher(uuid).matches());
    if (meant.isEmpty()) {
      return Set.of();
    }
    var uuid = meant.get();
    var forms = new LinkedHashSet<String>();
    forms.add(uuid);
    encode(kind + uuid, forms);
    var text = decoded(id.strip());
    if (text.startsWith(SCHEME)) {
      encode(text.substring(0, text.lastIndexOf('/') + 1) + uuid, forms);
    }
    forms.remove(id);
    return forms;
  }

  /** A message's id in the form in which it was received, and in its other forms. */
  public static Set<String> formsOfMessage(String id) {
    var forms = new LinkedHashSet<String>();
    forms.add(id);
    forms.addAll(otherForms(id, MESSAGE));
    return forms;
  }

  /** A person's id in the form in which it was received, and in its other forms. */
  public static Set<PersonId> forms(PersonId id) {
    return forms(id.value()).stream()
        .map(PersonId::new)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The same for an id that may also be a space's. */
  public static Set<String> forms(String id) {
    var forms = new LinkedHashSet<String>();
    forms.add(id);
    forms.addAll(otherForms(id));
    return forms;
  }

  private static void encode(String text, Set<String> forms) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    forms.add(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    forms.add(Base64.getUrlEncoder().encodeToString(bytes));
  }

  /** Whether it can be parsed, and so distinguished from every other id. */
  public static boolean isReadable(String id) {
    return meant(id).isPresent();
  }

  /** Whether it is certainly the id of a person or bot, and so of nothing else. */
  public static boolean isOfPerson(String id) {
    return decoded(id.strip()).matches(SCHEME + "[^/]+/PEOPLE/.+");
  }

  /** Its UUID, without cluster and type; empty if it cannot be parsed. */
  private static Optional<String> meant(String id) {
    var bare = id.strip();
    if (bare.length() == UUID_LENGTH) {
      var uuid = bare.toLowerCase(Locale.ROOT);
      if (UUID.matcher(uuid).matches()) {
        return Optional.of(uuid);
      }
    }
    var text = decoded(bare);
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
