package belfry.platform.ids;

import belfry.base.Bare;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whom stored rows may be about: a person, by all forms of all their ids, by their addresses and
 * their names.
 *
 * @param ids never empty, so that it can be a list in a statement
 * @param keys what the ids stand for, as far as it is known
 * @param emails in lower case; never empty either
 * @param names what they are called, as far as it is known
 */
public record Identity(
    List<String> ids, List<String> keys, List<String> emails, List<String> names) {
  /** With whatever other forms these ids have. One of the two collections has something in it. */
  public static Identity of(
      Collection<String> emails, Collection<String> known, Collection<String> names) {
    var lower = emails.stream().map(Bare::address).distinct().toList();
    // Whom the platform names in a space by an address only.
    var mailto = lower.stream().map(one -> "mailto:" + one);
    var ids =
        Stream.concat(known.stream().flatMap(id -> PlatformId.forms(id).stream()), mailto)
            .distinct()
            .toList();
    var keys = ids.stream().map(PlatformId::key).distinct().toList();
    var called = names.stream().map(Bare::of).filter(one -> !one.isEmpty()).distinct().toList();
    // Nobody has an address as their id, or an id as their address.
    return new Identity(
        ids.isEmpty() ? lower : ids,
        keys.isEmpty() ? lower : keys,
        lower.isEmpty() ? ids : lower,
        called);
  }

  /** Their ids and addresses: what stands for nobody else. */
  public List<String> marks() {
    return Stream.concat(emails.stream(), ids.stream()).distinct().toList();
  }

  /** Their names that have several words: others may be called by the single ones. */
  public List<String> fullNames() {
    return names.stream().filter(one -> one.contains(" ")).toList();
  }

  /** Their ids, addresses and {@link #fullNames}. */
  public List<String> marksAndNames() {
    return Stream.concat(marks().stream(), fullNames().stream()).toList();
  }
}
