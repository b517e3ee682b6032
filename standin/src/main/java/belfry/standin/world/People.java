package belfry.standin.world;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Everybody in the organisation, and a few beside it; nobody comes or goes. */
public final class People {
  private static final List<String> FIRST =
      List.of(
          "Anna", "Björn", "Chloé", "Dmitri", "Élise", "Farid", "Grace", "Hiro", "Inês", "Jürgen",
          "Kofi", "Lúcia", "Mei", "Nils", "Olga", "Pedro", "Quinn", "Rosa", "Søren", "Zoë");
  private static final List<String> LAST =
      List.of(
          "Adeyemi",
          "Brandt",
          "Castro",
          "Dubois",
          "Eriksson",
          "Fischer",
          "García",
          "Haddad",
          "Ivanova",
          "Jensen",
          "Kowalski",
          "López",
          "Müller",
          "Nakamura",
          "O'Neill",
          "Peña",
          "Quist",
          "Rossi",
          "Šimić",
          "Tanaka",
          "Ueda",
          "Vogel",
          "Weiß",
          "Xu",
          "Yılmaz",
          "Zhang",
          // Some have no last name, and some have characters with a meaning in Markdown.
          "",
          "Keller [extern]");
  private static final int PARTNERS = 5;
  private static final Duration BEFORE_TODAY = Duration.ofDays(400);

  private static final UUID ELSEWHERE = UUID.nameUUIDFromBytes("quay.example".getBytes(UTF_8));

  private final UUID organisation;
  private final List<Person> staff = new ArrayList<>();
  private final List<Person> bots = new ArrayList<>();
  private final List<Person> partners = new ArrayList<>();
  private final Map<UUID, Person> byId = new HashMap<>();
  private final Map<String, Person> byEmail = new HashMap<>();

  private People(UUID organisation) {
    this.organisation = organisation;
  }

  /** So many members of staff, of whom the first administers the platform, and so many bots. */
  static People made(int staff, int bots, Seeded seeded, Instant now) {
    var people = new People(seeded.uuid());
    var since = now.minus(BEFORE_TODAY);
    for (var i = 0; i < staff; i++) {
      var first = FIRST.get(seeded.below(FIRST.size()));
      var last = LAST.get(seeded.below(LAST.size()));
      var email =
          i == 0 ? "harbour.master@harbour.example" : "staff.%05d@harbour.example".formatted(i);
      people.add(
          new Person(seeded.uuid(), email, first, last, Person.Kind.PERSON, since), people.staff);
    }
    for (var i = 0; i < bots; i++) {
      var name = "beacon-" + i;
      people.add(
          new Person(seeded.uuid(), name + "@webex.bot", name, "", Person.Kind.BOT, since),
          people.bots);
    }
    for (var i = 0; i < PARTNERS; i++) {
      var email = "mate.%02d@quay.example".formatted(i);
      var partner =
          new Person(
              UUID.nameUUIDFromBytes(email.getBytes(UTF_8)),
              email,
              FIRST.get(i),
              LAST.get(i),
              Person.Kind.PARTNER,
              since);
      people.add(partner, people.partners);
      people.byEmail.put(people.secondAddress(partner), partner);
    }
    return people;
  }

  private void add(Person person, List<Person> kind) {
    kind.add(person);
    byId.put(person.uuid(), person);
    byEmail.put(person.email(), person);
  }

  public UUID organisation() {
    return organisation;
  }

  public List<Person> staff() {
    return List.copyOf(staff);
  }

  public List<Person> bots() {
    return List.copyOf(bots);
  }

  /** Those of another company, whom nobody here can look up. */
  public List<Person> partners() {
    return List.copyOf(partners);
  }

  /** Under which a partner is reached as well; the platform shows the first one only. */
  public String secondAddress(Person partner) {
    return "also." + partner.email();
  }

  public UUID organisation(Person person) {
    return person.isPartner() ? ELSEWHERE : organisation;
  }

  public Person administrator() {
    return staff.getFirst();
  }

  public Optional<Person> byId(UUID uuid) {
    return Optional.ofNullable(byId.get(uuid));
  }

  /** By an id as it came over the wire. */
  public Optional<Person> byId(String id) {
    return IdType.uuidIn(id).flatMap(this::byId);
  }

  public Optional<Person> byEmail(String email) {
    return Optional.ofNullable(byEmail.get(email.toLowerCase(ROOT)));
  }

  /** Whose displayed name begins so, whatever the case. */
  public List<Person> named(String prefix) {
    var sought = prefix.toLowerCase(ROOT);
    return staff.stream()
        .filter(one -> one.displayName().toLowerCase(ROOT).startsWith(sought))
        .toList();
  }
}
