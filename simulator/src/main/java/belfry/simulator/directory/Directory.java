package belfry.simulator.directory;

import belfry.simulator.base.Mix;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The people and bots of the company. The same seed gives the same people, and everything about a
 * person is computed from the place in the directory: nothing is stored but who has joined it or
 * left.
 */
public final class Directory {
  public static final String DOMAIN = "northwind.example";
  private static final String BOT_DOMAIN = "webex.bot";

  /** The place of the first of those outside the company. */
  private static final int OUTSIDE = Population.MOST_PEOPLE;

  private final Population population;
  private final long seed;
  private final Ids ids;
  private final List<Persona> personas;
  private final NameOrder names;
  private final Departments departments;
  private final List<BotAccount> bots;

  /** The places of those outside the company who have joined it. */
  private final Set<Integer> joined = ConcurrentHashMap.newKeySet();

  /** The places of those who are not in the company any more. */
  private final Set<Integer> left = ConcurrentHashMap.newKeySet();

  /** The addresses that have passed to others: by each, whose it was, or is now. */
  private final Map<String, String> exchanged = new ConcurrentHashMap<>();

  public Directory(long seed, Population population) {
    this.seed = seed;
    this.population = population;
    ids = new Ids(seed);
    personas = Persona.ALL.subList(0, Math.min(Persona.ALL.size(), population.people()));
    var generated = population.people() - personas.size();
    names = new NameOrder(personas.size(), generated, seed);
    departments = new Departments(personas.size(), generated, seed);
    bots = IntStream.range(0, population.bots().size()).mapToObj(this::account).toList();
  }

  public Ids ids() {
    return ids;
  }

  public int people() {
    return population.people();
  }

  /** Whoever is listed from this place on, which moves when somebody before it leaves. */
  public IntStream listed(int from, int most) {
    return left.isEmpty()
        ? IntStream.range(from, Math.min(people(), from + most))
        : IntStream.range(0, people()).filter(it -> !left.contains(it)).skip(from).limit(most);
  }

  public Person person(int index) {
    var first = first(index);
    return first.at(now(first.email()));
  }

  private String now(String address) {
    return exchanged.getOrDefault(address, address);
  }

  /** Each of these two people has the other's address from now on, or again. */
  public void exchange(String one, String other) {
    if (exchanged.remove(one) == null) {
      exchanged.put(one, other);
      exchanged.put(other, one);
    } else {
      exchanged.remove(other);
    }
  }

  /** As they began. */
  private Person first(int index) {
    if (index >= OUTSIDE) {
      return Partner.ALL.get(index - OUTSIDE).person(index, personId(index));
    }
    if (index < personas.size()) {
      var persona = personas.get(index);
      return new Person(
          index,
          personId(index),
          persona.display(),
          persona.given(),
          persona.family(),
          persona.mailbox() + "@" + DOMAIN,
          persona.title(),
          persona.department());
    }
    var name = names.nameOf(index);
    var department = departments.of(index);
    var titles = department.titles();
    return new Person(
        index,
        personId(index),
        name.display(),
        name.given(),
        name.family(),
        email(index, name),
        titles.get(Mix.below(Mix.of(seed, 3, index), titles.size())),
        department.name());
  }

  /** The people one would show first: those with fixed names. */
  public List<Person> suggested() {
    return IntStream.range(0, personas.size()).mapToObj(this::person).toList();
  }

  public String personId(int index) {
    return ids.id(Ids.Kind.PERSON, index);
  }

  public String personEmail(int index) {
    return now(firstEmail(index));
  }

  private String firstEmail(int index) {
    if (index >= OUTSIDE) {
      return first(index).email();
    }
    return index < personas.size()
        ? personas.get(index).mailbox() + "@" + DOMAIN
        : email(index, names.nameOf(index));
  }

  /** The person with this address; the number in the address is the place in the directory. */
  public Optional<Person> personByEmail(String email) {
    var address = now(email.toLowerCase(Locale.ROOT));
    var outside = Partner.withAddress(address);
    if (outside.isPresent()) {
      var place = outside.getAsInt();
      return Partner.ALL.get(place).hasAccount() || joined.contains(OUTSIDE + place)
          ? Optional.of(person(OUTSIDE + place))
          : Optional.empty();
    }
    if (!address.endsWith("@" + DOMAIN)) {
      return Optional.empty();
    }
    var mailbox = address.substring(0, address.indexOf('@'));
    return IntStream.concat(IntStream.range(0, personas.size()), numberAtEnd(mailbox))
        .filter(index -> index < people() && !left.contains(index))
        .filter(index -> firstEmail(index).equals(address))
        .mapToObj(this::person)
        .findFirst();
  }

  /**
   * People whose display name begins with {@code prefix}, without regard to case and accents: the
   * fixed ones, then the others in the order of the alphabet.
   */
  public List<Person> byNamePrefix(String prefix, int offset, int max) {
    var folded = NameBook.folded(prefix);
    var fixed =
        IntStream.range(0, personas.size())
            .filter(it -> NameBook.folded(personas.get(it).display()).startsWith(folded));
    return IntStream.concat(fixed, names.startingWith(prefix))
        .filter(it -> !left.contains(it))
        .skip(offset)
        .limit(max)
        .mapToObj(this::person)
        .toList();
  }

  public List<BotAccount> bots() {
    return bots;
  }

  public BotAccount bot(int index) {
    return bots.get(index);
  }

  /** The bot with this name, address or id. */
  public Optional<BotAccount> bot(String name) {
    return bots.stream()
        .filter(it -> it.name().equals(name) || it.email().equals(name) || it.id().equals(name))
        .findFirst();
  }

  public boolean isAdmin(Person person) {
    return population.adminEmails().contains(person.email());
  }

  /** Whether they belong to another company: no look-up finds them, but they can be written to. */
  public boolean isOutside(Principal principal) {
    return principal instanceof Principal.Person(var index) && isOutside(index);
  }

  private boolean isOutside(int index) {
    return isPartner(index) && !joined.contains(index);
  }

  private static boolean isPartner(long index) {
    return index >= OUTSIDE && index < OUTSIDE + Partner.ALL.size();
  }

  /** From now on whoever outside the company has this address has an account in it. */
  public void join(String address) {
    joined.add(OUTSIDE + Partner.withAddress(address).orElseThrow());
  }

  /** From now on nobody finds them. Groups go on naming them. */
  public void leave(int index) {
    left.add(index);
  }

  /** The organization of this principal. */
  public String organizationId(Principal of) {
    return isOutside(of) ? ids.id(Ids.Kind.ORGANIZATION, 1) : organizationId();
  }

  public String organizationId() {
    return Ids.encoded("ORGANIZATION", organization().toString());
  }

  public UUID organization() {
    return ids.uuid(Ids.Kind.ORGANIZATION, 0);
  }

  /** Whoever has this PEOPLE identifier or bare uuid. */
  public Optional<Principal> principal(String id) {
    return Ids.uuidOf("PEOPLE", id).flatMap(this::principal);
  }

  public Optional<Principal> principal(UUID uuid) {
    var person = ids.number(Ids.Kind.PERSON, uuid);
    if (person.isPresent() && (person.getAsLong() < people() || isPartner(person.getAsLong()))) {
      var index = (int) person.getAsLong();
      return left.contains(index) ? Optional.empty() : Optional.of(new Principal.Person(index));
    }
    var bot = ids.number(Ids.Kind.BOT, uuid);
    if (bot.isPresent() && bot.getAsLong() < bots.size()) {
      return Optional.of(new Principal.Bot((int) bot.getAsLong()));
    }
    return ids.number(Ids.Kind.MACHINE, uuid).isPresent()
        ? Optional.of(new Principal.Machine())
        : Optional.empty();
  }

  /** Whoever has this address: a person or a bot. */
  public Optional<Principal> principalByEmail(String email) {
    Optional<Principal> bot =
        bots.stream()
            .filter(it -> it.email().equalsIgnoreCase(email))
            .<Principal>map(it -> new Principal.Bot(it.index()))
            .findFirst();
    return bot.or(() -> personByEmail(email).map(it -> new Principal.Person(it.index())));
  }

  public UUID uuid(Principal principal) {
    return switch (principal) {
      case Principal.Person(var index) -> ids.uuid(Ids.Kind.PERSON, index);
      case Principal.Bot(var index) -> ids.uuid(Ids.Kind.BOT, index);
      case Principal.Machine _ -> ids.uuid(Ids.Kind.MACHINE, 0);
      case Principal.Group(var index) -> ids.uuid(Ids.Kind.GROUP, index);
    };
  }

  public String id(Principal principal) {
    return principal instanceof Principal.Group
        ? groupId(uuid(principal))
        : Ids.encoded("PEOPLE", uuid(principal).toString());
  }

  String groupId(UUID group) {
    return Ids.encoded("SCIM_GROUP", group + ":" + organization());
  }

  public String email(Principal principal) {
    return switch (principal) {
      case Principal.Person(var index) -> personEmail(index);
      case Principal.Bot(var index) -> bot(index).email();
      case Principal.Machine _ -> "directory-sync@" + BOT_DOMAIN;
      case Principal.Group _ -> "";
    };
  }

  public String displayName(Principal principal) {
    return switch (principal) {
      case Principal.Person(var index) -> person(index).displayName();
      case Principal.Bot(var index) -> bot(index).name();
      case Principal.Machine _ -> "Directory sync";
      case Principal.Group _ -> "";
    };
  }

  Departments departments() {
    return departments;
  }

  /** People in a scattered order of their own for each purpose, the fixed ones among them. */
  Progression scattered(long purpose) {
    return Progression.scattered(0, people(), Mix.of(seed, 4, purpose));
  }

  int personas() {
    return personas.size();
  }

  Persona persona(int index) {
    return personas.get(index);
  }

  private BotAccount account(int index) {
    var name = population.bots().get(index);
    var earlier = Collections.frequency(population.bots().subList(0, index), name);
    var label = earlier == 0 ? name : name + " " + (earlier + 1);
    var mailbox = label.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return new BotAccount(
        index, ids.id(Ids.Kind.BOT, index), name, mailbox + "@" + BOT_DOMAIN, label);
  }

  private static String email(int index, NameBook.FullName name) {
    return name.latin() + index + "@" + DOMAIN;
  }

  private static IntStream numberAtEnd(String mailbox) {
    var digits = mailbox.length();
    while (digits > 0 && Character.isDigit(mailbox.charAt(digits - 1))) {
      digits--;
    }
    var number = mailbox.substring(digits);
    return number.isEmpty() || number.length() > 9
        ? IntStream.empty()
        : IntStream.of(Integer.parseInt(number));
  }
}
