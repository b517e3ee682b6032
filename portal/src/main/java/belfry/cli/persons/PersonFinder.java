package belfry.cli.persons;

import belfry.apps.App;
import belfry.base.Bare;
import belfry.platform.PeopleApi;
import belfry.platform.Platform;
import belfry.platform.ids.Forgotten;
import belfry.platform.ids.Identity;
import belfry.platform.ids.PlatformId;
import belfry.platform.wire.Response;
import belfry.storage.StorageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Finds out which ids and addresses are one person's: from what is stored, and from Webex, because
 * most rows know only one of the two. Where they could be of two people, it names both and decides
 * nothing.
 */
final class PersonFinder {
  private final List<App> apps;
  private final Optional<Platform> platform;

  /** With whom Webex shows for an address or an id, as often as it was asked. */
  private final Map<String, List<PeopleApi.Listed>> shown = new LinkedHashMap<>();

  private final List<String> remarks = new ArrayList<>();

  /** Asks nobody where there is no platform. */
  PersonFinder(List<App> apps, Optional<Platform> platform) {
    this.apps = apps;
    this.platform = platform;
  }

  /**
   * Who is meant.
   *
   * @param remarks what could not be found out, for people
   */
  record Identified(Identity who, List<String> remarks) {}

  /** Somebody, by the key of their ids. */
  private static final class Somebody {
    final Set<String> ids = new LinkedHashSet<>();
    final Set<String> emails = new LinkedHashSet<>();
    final Set<String> names = new LinkedHashSet<>();
  }

  /**
   * Finds them.
   *
   * @param given addresses and ids, all of one person
   * @throws StorageException if Webex could not be asked and is needed, or there are two people
   */
  Identified find(Handle handle, List<String> given) {
    var emails =
        given.stream()
            .filter(PersonFinder::isAddress)
            .map(PersonFinder::folded)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    var ids =
        given.stream()
            .filter(one -> !isAddress(one))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    var people = new LinkedHashMap<String, Somebody>();
    ids.forEach(id -> of(people, id));
    for (var email : emails) {
      idsOf(handle, email).forEach(id -> of(people, id).emails.add(email));
      asked(email, !ids.isEmpty()).forEach(one -> add(people, one));
    }
    requireOne(people, ids, emails);
    var who = new Somebody();
    who.emails.addAll(emails);
    for (var one : people.values()) {
      who.ids.addAll(one.ids);
      who.emails.addAll(one.emails);
      who.names.addAll(one.names);
    }
    complete(handle, who, people.keySet(), emails);
    if (people.isEmpty() && platform.isPresent()) {
      remarks.add(
          "Webex finds nobody with this address (it looks only within your organization), and"
              + " nothing stored says which id is theirs: what is stored under an id alone was not"
              + " looked for. If you know the id, give it.");
    }
    return new Identified(Identity.of(who.emails, who.ids, who.names), List.copyOf(remarks));
  }

  private static Somebody of(Map<String, Somebody> people, String id) {
    var somebody = people.computeIfAbsent(PlatformId.key(id), _ -> new Somebody());
    somebody.ids.add(id);
    return somebody;
  }

  private static void add(Map<String, Somebody> people, PeopleApi.Listed one) {
    var somebody = of(people, one.id().value());
    one.emails().forEach(email -> somebody.emails.add(folded(email)));
    somebody.names.add(one.name());
  }

  /** Whoever has an id that was not given must be the only one. */
  private static void requireOne(
      Map<String, Somebody> people, Set<String> ids, Set<String> emails) {
    var given = ids.stream().map(PlatformId::key).collect(Collectors.toSet());
    var others = people.keySet().stream().filter(key -> !given.contains(key)).toList();
    if (people.size() > 1 && !others.isEmpty()) {
      throw new StorageException(
          "%s is or was the address of different people:%n%sGive the id of the one you mean instead of the address, or, if it is one person, the others with --also"
              .formatted(
                  String.join(", ", emails),
                  people.values().stream().map(PersonFinder::line).collect(Collectors.joining())));
    }
  }

  private static String line(Somebody one) {
    var words = new LinkedHashSet<>(one.names);
    words.addAll(one.emails);
    return "  %s %s%n".formatted(one.ids.iterator().next(), String.join(", ", words));
  }

  /** Their other addresses, but those that are somebody else's by now. */
  private void complete(Handle handle, Somebody who, Set<String> keys, Set<String> given) {
    if (who.ids.isEmpty()) {
      return;
    }
    var found = new LinkedHashSet<>(who.emails);
    var forms = Identity.of(List.of(), who.ids, List.of());
    stored(handle, EMAILS, forms).forEach(email -> found.add(folded(email)));
    for (var id : List.copyOf(who.ids)) {
      for (var one : asked(id, !given.isEmpty())) {
        one.emails().forEach(email -> found.add(folded(email)));
        who.names.add(one.name());
      }
    }
    who.names.addAll(stored(handle, NAMES, forms));
    for (var email : found) {
      if (given.contains(email)) {
        continue;
      }
      var others = others(handle, email, keys);
      if (others.isEmpty()) {
        who.emails.add(email);
      } else {
        who.emails.remove(email);
        remarks.add(
            "%s was their address, and is or was that of %s too: what is stored under the address alone (lists, typed addresses) was left as it is."
                .formatted(email, String.join(", ", others)));
      }
    }
  }

  private Set<String> others(Handle handle, String email, Set<String> keys) {
    var others = new LinkedHashSet<String>();
    idsOf(handle, email).stream()
        .filter(id -> !keys.contains(PlatformId.key(id)))
        .forEach(others::add);
    asked(email, true).stream()
        .filter(one -> !keys.contains(PlatformId.key(one.id())))
        .forEach(one -> others.add("%s %s".formatted(one.id().value(), one.name()).strip()));
    return others;
  }

  // What is stored ----------------------------------------------------------------------------

  /** Reads all recipients through; others write meanwhile. */
  private static final String IDS =
      """
      SELECT id FROM person WHERE LOWER(email) = :email
      UNION SELECT person FROM address WHERE email IN (:email, 'mailto:' || :email) AND person <> ''
      UNION SELECT person FROM staff WHERE LOWER(email) = :email
      UNION SELECT person FROM pinned_admin WHERE LOWER(email) = :email
      UNION SELECT person FROM answer WHERE LOWER(email) = :email
      UNION SELECT target FROM recipient WHERE LOWER(email) = :email AND kind = 'person'
      """;

  private static final String EMAILS =
      """
      SELECT email FROM person WHERE id IN (<ids>)
      UNION SELECT REPLACE(email, 'mailto:', '') FROM address WHERE person IN (<ids>)
      UNION SELECT email FROM staff WHERE person IN (<ids>)
      UNION SELECT email FROM pinned_admin WHERE person IN (<ids>)
      UNION SELECT email FROM answer WHERE person IN (<ids>)
      UNION SELECT r.email FROM run JOIN recipient r ON r.run = run.id AND r.target IN (<ids>)
      """;

  private static final String NAMES =
      """
      SELECT name FROM person WHERE id IN (<ids>)
      UNION SELECT name FROM staff WHERE person IN (<ids>)
      UNION SELECT name FROM pinned_admin WHERE person IN (<ids>)
      UNION SELECT name FROM answer WHERE person IN (<ids>)
      UNION SELECT display_name FROM session WHERE person IN (<ids>)
      UNION SELECT author_name FROM job WHERE author IN (<ids>)
      UNION SELECT r.name FROM run JOIN recipient r ON r.run = run.id AND r.target IN (<ids>)
      """;

  private static List<String> idsOf(Handle handle, String email) {
    return handle.createQuery(IDS).bind("email", email).mapTo(String.class).stream()
        // Whom a message is sent to by address has no id.
        .filter(id -> !id.isEmpty() && !isAddress(id) && !Forgotten.is(id))
        .toList();
  }

  private static List<String> stored(Handle handle, String sql, Identity who) {
    return handle.createQuery(sql).bindList("ids", who.ids()).mapTo(String.class).stream()
        .filter(one -> !one.isBlank())
        .toList();
  }

  // What Webex says ---------------------------------------------------------------------------

  /**
   * Whom Webex shows for this.
   *
   * @param known whether the other half was given, so that it can do without
   */
  private List<PeopleApi.Listed> asked(String addressOrId, boolean known) {
    return platform
        .map(one -> shown.computeIfAbsent(addressOrId, what -> ask(one, what, known)))
        .orElse(List.of());
  }

  private List<PeopleApi.Listed> ask(Platform platform, String addressOrId, boolean known) {
    var trouble = Optional.<String>empty();
    for (var app : apps) {
      switch (platform.people().shown(app.botToken(), addressOrId)) {
        case Response.Got<List<PeopleApi.Listed>>(var people) when !people.isEmpty() -> {
          return people;
        }
        case Response.Got<List<PeopleApi.Listed>> _, Response.Absent<List<PeopleApi.Listed>> _ -> {}
        // It cannot know such an address or id.
        case Response.Denied<List<PeopleApi.Listed>>(var status, _) when status == 400 -> {}
        case Response<List<PeopleApi.Listed>> failed ->
            trouble = Optional.of(failed.trouble().english());
      }
    }
    if (trouble.isPresent() && !known) {
      throw new StorageException(
          "Webex could not be asked (%s), so what is stored under %s cannot be found. Give that too (--also), or --without-webex to go by what is stored alone"
              .formatted(trouble.get(), isAddress(addressOrId) ? "the id" : "the addresses"));
    }
    trouble.ifPresent(why ->
        remarks.add(
            "Webex could not be asked about %s (%s): there may be other addresses or ids."
                .formatted(addressOrId, why)));
    return List.of();
  }

  private static boolean isAddress(String text) {
    return text.contains("@");
  }

  private static String folded(String email) {
    return Bare.address(email);
  }
}
