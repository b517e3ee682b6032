package belfry.simulator.directory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/** The group spaces: most take everybody's posts, some only moderators', one nobody's. */
public final class Spaces {
  private static final Instant FOUNDED = Instant.parse("2024-02-05T09:00:00.000Z");
  private static final List<String> TITLES =
      List.of(
          "Company announcements",
          "IT status",
          "Lunch and learn",
          "Office Helsinki",
          "Office Lisbon",
          "Incident bridge",
          "Release train",
          "Sales floor",
          "Warehouse shift A",
          "Warehouse shift B",
          "Benefits questions",
          "Town hall backstage",
          "Project Aurora",
          "Project Borealis",
          "Archive 2023",
          "Newcomers",
          "Running club",
          "Facilities tickets",
          "Legal updates",
          "Customer voices",
          "Security advisories",
          "Finance close",
          "Field service",
          "Data platform",
          "Book corner");

  private final Directory directory;
  private final List<Space> spaces;

  public Spaces(Directory directory, int number) {
    this.directory = directory;
    spaces = IntStream.range(0, number).mapToObj(this::seeded).toList();
  }

  public List<Space> all() {
    return spaces;
  }

  public List<Space> of(Principal member) {
    return spaces.stream().filter(it -> it.contains(member)).toList();
  }

  public Optional<Space> byUuid(UUID uuid) {
    var number = directory.ids().number(Ids.Kind.SPACE, uuid);
    return number.isPresent() && number.getAsLong() < spaces.size()
        ? Optional.of(spaces.get((int) number.getAsLong()))
        : Optional.empty();
  }

  private Space seeded(int index) {
    var title = index < TITLES.size() ? TITLES.get(index) : "Space " + (index + 1);
    var people = directory.scattered(1_000 + index);
    var size = Math.min(people.size(), 4 + index * 37 % 160);
    var members = new ArrayList<Principal>();
    directory.bots().stream()
        .filter(bot -> index % (bot.index() + 1) == 0)
        .forEach(bot -> members.add(new Principal.Bot(bot.index())));
    var roster = new Roster(people.slice(0, size), members);
    IntStream.range(0, directory.personas())
        .filter(persona -> index % 4 == persona % 4)
        .forEach(persona -> roster.add(new Principal.Person(persona)));
    return new Space(index, title, FOUNDED.plusSeconds(90_000L * index), rules(index), roster);
  }

  /**
   * Company announcements has the first bot as moderator; Town hall backstage has no bot as
   * moderator, so posting there is refused; Archive 2023 takes nothing any more.
   */
  private static Space.Rules rules(int index) {
    return switch (index) {
      case 0 -> new Space.Rules(true, false, Set.of(new Principal.Bot(0)));
      case 11 -> new Space.Rules(true, false, Set.of());
      case 14 -> new Space.Rules(false, true, Set.of());
      default -> new Space.Rules(false, false, Set.of());
    };
  }
}
