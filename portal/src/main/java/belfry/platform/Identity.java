package belfry.platform;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Whom stored rows may be about: a person, by all forms of all their ids and by their address.
 *
 * @param ids never empty, so that it can be a list in a statement
 * @param keys what the ids stand for, as far as it is known
 * @param email in lower case
 */
public record Identity(List<String> ids, List<String> keys, String email) {
  /** With whatever other forms these ids have. */
  public static Identity of(String email, Collection<String> known) {
    var lower = email.strip().toLowerCase(Locale.ROOT);
    var ids =
        known.stream().flatMap(id -> PlatformId.forms(id).stream()).collect(Collectors.toSet());
    var keys = ids.stream().map(PlatformId::key).collect(Collectors.toSet());
    // Nobody has an address as their id.
    return ids.isEmpty()
        ? new Identity(List.of(lower), List.of(lower), lower)
        : new Identity(List.copyOf(ids), List.copyOf(keys), lower);
  }
}
