package belfry.simulator.directory;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** How large the company is, which bots it has, and who of its people may administer it. */
public record Population(
    int people, int groups, int spaces, List<String> bots, List<String> adminEmails) {
  public static final int MOST_PEOPLE = 268_435_000;

  public Population {
    if (people < 0 || people > MOST_PEOPLE || groups < 0 || spaces < 0) {
      throw new IllegalArgumentException(
          "A directory of %d people, %d groups and %d spaces cannot be made"
              .formatted(people, groups, spaces));
    }
    bots = List.copyOf(bots);
    adminEmails = List.copyOf(adminEmails);
  }

  public static Population defaults() {
    return new Population(
        1_000,
        40,
        25,
        List.of("Company News", "IT Alerts", "People Ops"),
        List.of("ana.lopez@" + Directory.DOMAIN));
  }

  public Population withPeople(int number) {
    return new Population(number, groups, spaces, bots, adminEmails);
  }

  public Population withGroups(int number) {
    return new Population(people, number, spaces, bots, adminEmails);
  }

  public Population withSpaces(int number) {
    return new Population(people, groups, number, bots, adminEmails);
  }

  public Population withBots(List<String> names) {
    return new Population(people, groups, spaces, names, adminEmails);
  }

  /** So many more bots, all of this name. */
  public Population withMoreBots(String name, int more) {
    return withBots(
        Stream.concat(bots.stream(), Collections.nCopies(more, name).stream()).toList());
  }

  public Population withAdminEmails(List<String> emails) {
    return new Population(people, groups, spaces, bots, emails);
  }
}
