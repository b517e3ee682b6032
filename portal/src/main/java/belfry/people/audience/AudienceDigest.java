package belfry.people.audience;

import belfry.apps.App;
import belfry.base.Hash;
import belfry.people.directory.Person;
import belfry.people.groups.Group;
import belfry.people.groups.GroupStore;
import belfry.people.lists.ListId;
import belfry.platform.ids.PlatformId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One short text for whom an audience stands: another one if other people or spaces are chosen or
 * left out, though they are as many, or if values come from other lists. Addresses count as they
 * are written, so that looking them up changes nothing.
 */
final class AudienceDigest {
  private static final int LENGTH = 22;
  private static final int PAGE = 5_000;
  private static final int MOST_COPIES = 200;

  private final Audiences.Parts parts;

  /** Reading 50,000 members takes longer than all else that is asked with each change of a text. */
  private final Map<Copy, String> copies = new ConcurrentHashMap<>();

  /** A copy of a group of the directory as it is after so many changes and erasures. */
  private record Copy(long number, long generation, int people, long changes) {}

  AudienceDigest(Audiences.Parts parts) {
    this.parts = parts;
  }

  String of(App app, Audience spelled) {
    var all = Stream.of(all(app, spelled.entries()), all(app, spelled.excluded()));
    return joined(Stream.concat(all, Stream.of("" + spelled.outside()))).substring(0, LENGTH);
  }

  /**
   * The same of what colleagues can change at any moment: groups that are kept in Belfry, and whom
   * saved audiences name. Empty if neither is chosen. A group of the directory is as its copy.
   */
  String ofChangeable(App app, Audience audience) {
    var spelled = parts.saved().spelled(app, audience).audience();
    var isSaved = audience.entries().stream().anyMatch(Audience.Saved.class::isInstance);
    var sides =
        Stream.of(spelled.entries(), spelled.excluded())
            .map(entries ->
                entries.stream()
                    .map(entry -> changeable(app, entry, isSaved))
                    .filter(one -> !one.isEmpty())
                    .distinct()
                    .sorted()
                    .toList())
            .toList();
    return sides.stream().allMatch(List::isEmpty)
        ? ""
        : joined(sides.stream().map(each -> joined(each.stream())));
  }

  private String changeable(App app, Audience.Entry entry, boolean isSaved) {
    return switch (entry) {
      case Audience.Group(var id, _) ->
          parts
              .store()
              .get(app, id)
              .filter(group -> group.group().source() == Group.Source.PORTAL)
              .map(group -> id + read(group))
              .orElse(isSaved ? id : "");
      // A program brings the same list anew; what it says of them is compared by itself.
      case Audience.FromFile(var id, _) when isSaved ->
          joined(
              ListId.parse(id).map(parts.lists()::emails).orElse(List.of()).stream()
                  .map(Person::address)
                  .distinct()
                  .sorted());
      default -> isSaved ? one(app, entry) : "";
    };
  }

  private String all(App app, List<Audience.Entry> entries) {
    // Of several lists with a value for somebody, the first one counts.
    var lists = entries.stream().filter(Audience.FromFile.class::isInstance);
    var others = entries.stream().filter(entry -> !(entry instanceof Audience.FromFile));
    return joined(
        Stream.concat(
            others.map(entry -> one(app, entry)).distinct().sorted(),
            lists.map(entry -> one(app, entry)).distinct()));
  }

  private String one(App app, Audience.Entry entry) {
    return switch (entry) {
      case Audience.Person(var id, _) -> PlatformId.key(id);
      case Audience.Space(var id, _) -> PlatformId.key(id.value());
      case Audience.Group(var id, _) -> id + parts.store().get(app, id).map(this::members);
      case Audience.Addresses(_, var emails) ->
          joined(emails.stream().map(Person::address).distinct().sorted());
      // What is in a list does not change.
      case Audience.FromFile(var id, _) -> id;
      case Audience.Saved(var id, _) -> id;
      // Its title may be corrected.
      case Audience.Recipients whose ->
          whose.job() + whose.who() + whose.recall() + parts.earlier().digest(app, whose);
    };
  }

  private String members(GroupStore.Row group) {
    if (group.group().source() == Group.Source.PORTAL) {
      return read(group);
    }
    var people = parts.store().size(group, group.generation());
    var copy = new Copy(group.number(), group.generation(), people, group.changes());
    var known = copies.get(copy);
    if (known != null) {
      return known;
    }
    if (copies.size() >= MOST_COPIES) {
      copies.clear();
    }
    var read = read(group);
    copies.put(copy, read);
    return read;
  }

  private String read(GroupStore.Row group) {
    return Stream.iterate(
            parts.members().after(group, "", PAGE),
            page -> !page.isEmpty(),
            page -> parts.members().after(group, page.getLast(), PAGE))
        .map(page -> joined(page.stream()))
        .reduce("", AudienceDigest::joined);
  }

  private static String joined(String before, String more) {
    return joined(Stream.of(before, more));
  }

  private static String joined(Stream<String> texts) {
    return Hash.sha256(texts.collect(Collectors.joining("\n")));
  }
}
