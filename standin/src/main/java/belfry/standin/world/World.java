package belfry.standin.world;

import java.time.InstantSource;

/** All that the platform knows. */
public record World(
    People people,
    Groups groups,
    Rooms rooms,
    PostOffice office,
    Access access,
    PlatformClock clock) {

  /** The same people, groups, rooms and tokens for the same numbers. */
  public static World made(int staff, int bots, long seed, InstantSource time) {
    var seeded = new Seeded(seed);
    var clock = new PlatformClock(time);
    var people = People.made(staff, bots, seeded, clock.now());
    var groups = Groups.made(people, seeded);
    var rooms = Rooms.made(people, seeded, clock);
    var office = new PostOffice(rooms, clock);
    return new World(people, groups, rooms, office, new Access(people, seeded), clock);
  }
}
