package belfry.simulator.directory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** The group spaces: seeded ones of every kind, and those made through the API. */
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
  private final List<Space> spaces = new CopyOnWriteArrayList<>();

  public Spaces(Directory directory, int number) {
    this.directory = directory;
    spaces.addAll(IntStream.range(0, number).mapToObj(this::seeded).toList());
  }

  public List<Space> all() {
    return spaces.stream().filter(it -> !it.isGone()).toList();
  }

  /** The space at this place, be it deleted or not; places are never given away again. */
  public Space at(int index) {
    return spaces.get(index);
  }

  public boolean has(int index) {
    return index < spaces.size();
  }

  public synchronized Space create(String title, Principal creator, Instant at) {
    var space = new Space(spaces.size(), title, at, Space.Rules.OPEN, Roster.empty());
    space.add(creator, false);
    spaces.add(space);
    return space;
  }

  public void delete(Space space) {
    space.close();
  }

  public List<Space> of(Principal member) {
    return spaces.stream().filter(it -> it.contains(member)).toList();
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
    var space = new Space(index, title, FOUNDED.plusSeconds(90_000L * index), rules(index), roster);
    if (index == 0 && !directory.bots().isEmpty()) {
      space.add(new Principal.Bot(0), true);
    }
    return space;
  }

  /**
   * Company announcements has the first bot as moderator; Town hall backstage has no bot as
   * moderator, so posting there is refused; Archive 2023 takes nothing any more.
   */
  private static Space.Rules rules(int index) {
    return switch (index) {
      case 0, 11 -> Space.Rules.ANNOUNCEMENTS;
      case 14 -> Space.Rules.READ_ONLY;
      default -> Space.Rules.OPEN;
    };
  }
}
