package belfry.people;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Bare;
import belfry.base.Mailbox;
import belfry.base.Phrase;
import belfry.base.Secret;
import belfry.people.audience.EarlierRecipients;
import belfry.people.audience.Target;
import belfry.people.directory.Addresses;
import belfry.people.directory.Emails;
import belfry.people.directory.OutsidePeople;
import belfry.people.directory.Person;
import belfry.people.directory.PersonSearch;
import belfry.people.directory.PersonStore;
import belfry.people.groups.GroupCopies;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.platform.wire.Response;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds people, and shows of them what somebody in an app may learn. */
public final class People {
  private static final int MOST_WORDS_ASKED = 3;
  private static final int MOST_OF_A_WORD = 100;

  /** More than anybody reads; each is looked for in many runs. */
  private static final int MOST_OUTSIDE = 50;

  /** In so many, at each key that somebody presses. */
  private static final int NEWEST_RUNS = 500;

  /** In so many if it is one person who is asked for. */
  private static final int MANY_RUNS = 20_000;

  private final Platform platform;
  private final PersonStore persons;
  private final PersonSearch search;
  private final Emails emails;
  private final Addresses addresses;
  private final GroupCopies copies;
  private final OutsidePeople outside;
  private final EarlierRecipients earlier;

  People(
      Platform platform,
      PersonStore persons,
      PersonSearch search,
      Emails emails,
      Addresses addresses,
      GroupCopies copies,
      OutsidePeople outside,
      EarlierRecipients earlier) {
    this.platform = platform;
    this.persons = persons;
    this.search = search;
    this.emails = emails;
    this.addresses = addresses;
    this.copies = copies;
    this.outside = outside;
    this.earlier = earlier;
  }

  /**
   * Those who are stored here and of whom somebody in these apps may learn, without asking the
   * platform.
   */
  public PersonSearch.Page search(Collection<AppName> apps, String typed, int skip, int most) {
    return search.find(typed, skip, most, some -> visible(apps, some));
  }

  /**
   * Nobody learns from another app to whom outside the organization it has written. Of many such
   * people the first may be seen.
   */
  private List<Person> visible(Collection<AppName> apps, List<Person> some) {
    var hidden = new LinkedHashSet<>(some.stream().map(Person::id).toList());
    hidden.retainAll(outside.among(some));
    if (hidden.isEmpty()) {
      return some;
    }
    var most = some.size() == 1 ? MANY_RUNS : NEWEST_RUNS;
    hidden.removeAll(earlier.written(apps, hidden.stream().limit(MOST_OUTSIDE).toList(), most));
    return some.stream().filter(one -> !hidden.contains(one.id())).toList();
  }

  /** Somebody who is stored here, by any form of their id, if this app may learn of them. */
  Optional<Person> known(App app, PersonId id) {
    return known(List.of(app.name()), id);
  }

  /** The same, if somebody in these apps may. */
  public Optional<Person> known(Collection<AppName> apps, PersonId id) {
    return persons.find(id).filter(one -> !visible(apps, List.of(one)).isEmpty());
  }

  /**
   * These recipients as somebody in these apps may see them: of whom only others have written to,
   * no more than the address.
   */
  public List<Target> shown(Collection<AppName> apps, List<Target> some) {
    var people =
        some.stream()
            .filter(one -> one.kind() == Target.Kind.PERSON && !one.email().isEmpty())
            .map(one -> new Person(new PersonId(one.id()), one.name(), one.email()))
            .toList();
    var hidden = new HashSet<>(people);
    hidden.removeAll(visible(apps, people));
    var ids = hidden.stream().map(one -> one.id().value()).collect(Collectors.toSet());
    return some.stream().map(one -> ids.contains(one.id()) ? one.addressed() : one).toList();
  }

  /** The people found, and why there may be others. */
  public record Listing(List<Person> people, Optional<Phrase> trouble) {}

  /**
   * People who have this address, or whose names, in the platform's search, begin with {@code
   * words}; and those stored here of whom each of these words begins a word of a name or address.
   * As long as the directory was never read, the platform is asked about each word as well. Of half
   * an address, "priya.patel@nor", those are found whose address begins with it.
   *
   * @param own the token of the person who searches, which spares the bot's rate limit; otherwise
   *     the bot's is used
   */
  public Listing find(App app, Optional<Secret> own, String words, int most) {
    var token = own.orElse(app.botToken());
    copies.rememberEverybody(app);
    var unread = copies.whyNotEverybody(app);
    var answer =
        Mailbox.of(words)
            .map(it -> platform.people().byEmail(token, it).map(one -> one.stream().toList()))
            .orElseGet(() -> named(token, words, most));
    return switch (answer) {
      case Response.Got<List<Profile>>(var profiles) -> {
        var found = profiles.stream().map(Person::of).toList();
        persons.keep(found);
        found.stream()
            .filter(one -> address(words).filter(one.email()::equals).isPresent())
            .forEach(addresses::named);
        var all = unread.isEmpty() ? found : withEachWord(token, found, words);
        yield new Listing(addressed(app, own, withStored(app, all, words, most)), unread);
      }
      // The platform does not look for such words.
      case Response.Denied<List<Profile>>(var status, _) when status == 400 ->
          new Listing(withStored(app, List.of(), words, most), unread);
      case Response.Absent<List<Profile>> _ ->
          new Listing(withStored(app, List.of(), words, most), unread);
      case Response<List<Profile>> failed ->
          new Listing(
              withoutFormer(stored(app, words, most), words), Optional.of(failed.trouble()));
    };
  }

  /**
   * Whoever is chosen is written to whoever has their address by then, so that of an address the
   * one is offered whom a message to it would go to now, or nobody.
   */
  private List<Person> withoutFormer(List<Person> stored, String words) {
    var address = address(words);
    var holder = address.flatMap(addresses::believed).map(Person::id);
    return stored.stream()
        .filter(one ->
            address.filter(one.email()::equals).isEmpty() || holder.equals(Optional.of(one.id())))
        .toList();
  }

  private static Optional<String> address(String words) {
    return Mailbox.of(words).map(Person::address);
  }

  /** Half an address is often a name; only those at it are meant. */
  private Response<List<Profile>> named(Secret token, String words, int most) {
    var typed = Bare.of(words);
    var name =
        typed.contains(" ") && !Mailbox.mayHaveSome(typed)
            ? typed
            : Bare.of(typed.replaceAll("@\\S*|[._]+", " "));
    return platform
        .people()
        .named(token, name.isEmpty() ? typed : name, most)
        .map(found ->
            found.stream().filter(one -> PersonSearch.isAddressed(Person.of(one), words)).toList());
  }

  /** Whoever has all of these words in their name in another order: "Lopez Ana". */
  private List<Person> withEachWord(Secret token, List<Person> found, String words) {
    var each = Stream.of(Bare.line(words).split(" ")).limit(MOST_WORDS_ASKED).toList();
    if (each.size() == 1 || Mailbox.mayHaveSome(words)) {
      return found;
    }
    var others =
        each.stream()
            .map(word -> platform.people().named(token, word, MOST_OF_A_WORD))
            .flatMap(answer ->
                answer instanceof Response.Got<List<Profile>>(var profiles)
                    ? profiles.stream()
                    : Stream.empty())
            .map(Person::of)
            .filter(person -> PersonSearch.fits(person, words))
            .toList();
    persons.keep(others);
    return Stream.concat(found.stream(), others.stream()).distinct().toList();
  }

  /** Names that nothing is a word of, such as signs, are found by how they begin. */
  private List<Person> stored(App app, String words, int most) {
    var found = new LinkedHashMap<PersonId, Person>();
    Stream.concat(
            persons.named(words, most).stream(),
            search.find(words, 0, Integer.MAX_VALUE, all -> all).people().stream())
        .forEach(person -> found.putIfAbsent(person.id(), person));
    return visible(List.of(app.name()), List.copyOf(found.values())).stream().limit(most).toList();
  }

  /** The platform looks at how whole names begin only. */
  private List<Person> withStored(App app, List<Person> found, String words, int most) {
    if (found.size() >= most) {
      return found;
    }
    var all = new LinkedHashMap<String, Person>();
    Stream.concat(found.stream(), search(List.of(app.name()), words, 0, most).people().stream())
        .forEach(person -> all.putIfAbsent(PlatformId.key(person.id()), person));
    return all.values().stream().limit(most).toList();
  }

  /** A person by id or by address; a successful but empty answer if there is none. */
  public Response<Optional<Profile>> lookUp(
      App app, Optional<PersonId> id, Optional<String> email) {
    return email.isPresent()
        ? platform.people().byEmail(app.botToken(), Person.address(email.get()))
        : platform
            .people()
            .byIds(app.botToken(), id.stream().toList())
            .map(found -> found.stream().findFirst());
  }

  /**
   * The same people with the addresses that can be told, asked for where they are not known here.
   *
   * @param own as in {@link #find}
   */
  public List<Person> addressed(App app, Optional<Secret> own, List<Person> some) {
    var nameless = some.stream().filter(one -> one.email().isEmpty()).map(Person::id).toList();
    if (nameless.isEmpty()) {
      return some;
    }
    var known = emails.of(own.orElse(app.botToken()), nameless).byId();
    return some.stream()
        .map(one -> one.email().isEmpty() ? one.at(known.getOrDefault(one.id(), "")) : one)
        .toList();
  }
}
