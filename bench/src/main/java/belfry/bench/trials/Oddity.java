package belfry.bench.trials;

import belfry.bench.site.TrialPlatform;
import belfry.bench.site.TrialPlatform.About;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * In what way the platform of one round is unlike what one would expect.
 *
 * @param name for people
 * @param manners each with the share of what it meets
 * @param event what happens besides, in the middle of the job
 * @param audience who gets the message
 * @param demand what must hold
 */
record Oddity(
    String name, Map<String, Double> manners, Event event, Audience audience, Demand demand) {
  private static final String REFUSED = "refused-alone";

  /** Whom they meet is refused while others pass, so they do not meet everybody. */
  private static final List<String> ALONE = List.of(REFUSED, "refused-alone-at-times");

  private static final double SOME = 0.1;

  /** Of manners for which it is not {@link Demand#SOUND}; by either stand-in's name for each. */
  private static final Map<String, Demand> DEMANDS = demands();

  /**
   * In part of what it shows, it hides one message and shows the next; in all of it, that shows.
   */
  private static final Set<String> UNKNOWABLE_IN_PART =
      Set.of(
          "ownHidden",
          "list-hides-own",
          "list-hides-newest",
          "list-retention",
          "direct-forgets",
          "direct-falsely-missing");

  /** How many of all manners one answer meets when all are on, about. */
  private static final double AT_ONCE = 3;

  /** What happens in the middle. */
  enum Event {
    NONE,
    /** The platform's clock jumps ahead. */
    CLOCK_AHEAD,
    CLOCK_BACK,
    /** The same words were sent two days ago, and our clock is as far behind. */
    TWO_DAYS,
    /** Another program sends the same words as the same bot to half of the people. */
    STRANGER,
    /** The bot's token is exchanged for another bot's, and later back. */
    ANOTHER_BOT,
    /** Its manners end after a minute, and by then all others have the message. */
    PARDON
  }

  /** Who gets the message. */
  enum Audience {
    GROUP,
    GROUP_AND_SPACES,
    ADDRESSES,
    /** The group, and people of another company by their addresses. */
    GROUP_AND_OUTSIDE
  }

  /** What must hold, the most first. */
  enum Demand {
    /** Nothing is lost, doubled or told wrongly, and nobody is left to people. */
    DECIDED,
    /** Nothing is lost, doubled or told wrongly. */
    SOUND,
    /** The same, but whom the platform refuses for good may be given up. */
    HONEST,
    /** Nothing can: it is shown what comes of it. */
    NOTHING
  }

  private static Map<String, Demand> demands() {
    var demands = new TreeMap<String, Demand>();
    // What the true platform is known to do.
    List.of("mentionsRewritten", "blanksTrimmed", "stampsOff", "mention-tags", "trimmed-line-ends")
        .forEach(manner -> demands.put(manner, Demand.DECIDED));
    // The platform refuses for good, and says so: whoever it was has to be chosen anew.
    demands.put("room-migrated", Demand.HONEST);
    // Whom it refuses for a while for longer than a bot tries is given up.
    ALONE.forEach(manner -> demands.put(manner, Demand.HONEST));
    // Nobody can tell these from a platform that does what it says: it stores what it refused,
    // stores one message twice, does not know whom it knows.
    List.of(
            "storedRefused",
            "throttled-but-stored",
            "refusal-stored",
            "gateway-retries",
            "stray-404")
        .forEach(manner -> demands.put(manner, Demand.NOTHING));
    return demands;
  }

  private static Demand demand(String manner) {
    return DEMANDS.getOrDefault(manner, Demand.SOUND);
  }

  /** All rounds with this platform: those with everything first. */
  static List<Oddity> of(TrialPlatform platform) {
    var manners = platform.manners();
    var all = new ArrayList<Oddity>();
    all.add(many("every manner together", inPart(manners), Audience.GROUP_AND_SPACES));
    all.add(
        new Oddity(
            "people outside", Map.of(), Event.NONE, Audience.GROUP_AND_OUTSIDE, Demand.DECIDED));
    for (var event : Event.values()) {
      if (event != Event.PARDON) {
        all.add(alone(event));
      }
    }
    if (manners.containsKey(REFUSED)) {
      all.add(forAMinute("", Audience.GROUP, Demand.DECIDED));
      all.add(forAMinute(", rooms too", Audience.GROUP_AND_SPACES, Demand.SOUND));
    }
    var truly = new TreeMap<String, Double>();
    manners.keySet().stream()
        .filter(name -> demand(name) == Demand.DECIDED)
        .forEach(name -> truly.put(name, 1.0));
    all.add(new Oddity("as the platform is", truly, Event.NONE, Audience.GROUP, Demand.DECIDED));
    manners.forEach((name, about) -> all.add(alone(name, about)));
    return all;
  }

  private static Map<String, Double> inPart(Map<String, About> manners) {
    var known =
        manners.entrySet().stream()
            .filter(one -> one.getValue() != About.DIRECTORY)
            .map(Map.Entry::getKey)
            .filter(name -> demand(name).compareTo(Demand.SOUND) <= 0)
            .filter(name -> !UNKNOWABLE_IN_PART.contains(name))
            .toList();
    var shares = new TreeMap<String, Double>();
    known.forEach(name -> shares.put(name, AT_ONCE / known.size()));
    return shares;
  }

  private static Oddity many(String name, Map<String, Double> manners, Audience audience) {
    return new Oddity(name, manners, Event.NONE, audience, Demand.SOUND);
  }

  private static Oddity forAMinute(String whom, Audience audience, Demand demand) {
    var name = REFUSED + " for a minute" + whom;
    return new Oddity(name, Map.of(REFUSED, SOME), Event.PARDON, audience, demand);
  }

  private static Oddity alone(Event event) {
    var name =
        switch (event) {
          case NONE -> "nothing odd";
          case CLOCK_AHEAD -> "its clock jumps 10 min ahead";
          case CLOCK_BACK -> "its clock jumps 10 min back";
          case TWO_DAYS -> "our clock is two days behind";
          case STRANGER -> "another program sends the same words";
          case ANOTHER_BOT -> "the bot is exchanged and comes back";
          case PARDON -> "it refuses some for a minute";
        };
    var demand =
        switch (event) {
          case NONE -> Demand.DECIDED;
          case CLOCK_AHEAD, CLOCK_BACK, TWO_DAYS, STRANGER, ANOTHER_BOT, PARDON -> Demand.SOUND;
        };
    return new Oddity(name, Map.of(), event, Audience.GROUP, demand);
  }

  private static Oddity alone(String manner, About about) {
    var audience =
        switch (about) {
          case SENDING -> Audience.GROUP;
          case SPACES -> Audience.GROUP_AND_SPACES;
          case DIRECTORY -> manner.startsWith("people") ? Audience.ADDRESSES : Audience.GROUP;
        };
    var share = ALONE.contains(manner) ? SOME : 1.0;
    return new Oddity(manner, Map.of(manner, share), Event.NONE, audience, demand(manner));
  }
}
