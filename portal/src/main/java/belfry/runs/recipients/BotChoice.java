package belfry.runs.recipients;

import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.people.audience.Target;
import belfry.platform.ids.PlatformId;
import belfry.platform.ids.SpaceId;
import belfry.runs.ids.RunId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/**
 * Which of an app's bots writes to whom. People hear from one bot, for as long as the app has it;
 * who is new is given to one by rendezvous hashing, by how fast they are, so that a bot that comes
 * or goes moves only its own share. In spaces the first bot writes that is there.
 */
public final class BotChoice {
  private final AppName app;
  private final Optional<RunId> reminded;
  private final Function<SpaceId, Optional<Integer>> inSpace;
  private final List<Candidate> all;
  private final List<Candidate> working;

  /**
   * A bot that may be chosen.
   *
   * @param weight how many it is given, beside the weights of others
   * @param works whether it can send now, as far as is known
   */
  public record Candidate(Bot bot, double weight, boolean works) {
    /** Whoever has the highest for a person writes to them (weighted rendezvous hashing). */
    private double score(String person) {
      return -weight / Math.log(fraction(person + " " + PlatformId.key(bot.personId())));
    }
  }

  /**
   * Among these bots.
   *
   * @param reminded the run whose recipients are reminded: each by the bot from which they have it
   * @param inSpace the number of the bot that is in a space
   */
  public BotChoice(
      AppName app,
      List<Candidate> candidates,
      Optional<RunId> reminded,
      Function<SpaceId, Optional<Integer>> inSpace) {
    this.app = app;
    this.reminded = reminded;
    this.inSpace = inSpace;
    all = candidates;
    var some = all.stream().filter(Candidate::works).toList();
    working = some.isEmpty() ? all : some;
  }

  /** For a message to a single person, where no bot need be spared. */
  public static BotChoice of(Handle handle, AppName app) {
    var bots = Apps.bots(handle, app);
    return new BotChoice(
        app,
        bots.stream().map(bot -> new Candidate(bot, 1, true)).toList(),
        Optional.empty(),
        _ -> Optional.empty());
  }

  /** Chooses for all of these, in their order, and writes it down; numbers of bots. */
  public List<Integer> among(Handle handle, List<Target> targets, Instant now) {
    if (all.stream().allMatch(one -> one.bot.number() == 0)) {
      return Collections.nCopies(targets.size(), 0);
    }
    var people =
        targets.stream().filter(one -> one.kind() == Target.Kind.PERSON).map(Target::id).toList();
    var bots = people.isEmpty() ? Map.<String, Integer>of() : ofPeople(handle, people, now);
    return targets.stream()
        .map(one ->
            one.kind() == Target.Kind.PERSON
                ? Objects.requireNonNull(bots.get(one.id()))
                : inSpace
                    .apply(new SpaceId(one.id()))
                    .orElseGet(() -> working.getFirst().bot.number()))
        .toList();
  }

  private Map<String, Integer> ofPeople(Handle handle, List<String> people, Instant now) {
    var bots = new HashMap<String, Integer>();
    reminded.ifPresent(run -> add(bots, PersonBots.got(handle, run, people), working));
    var kept = PersonBots.kept(handle, app, people);
    add(bots, kept, working);
    var known = new HashMap<>(kept);
    var unknown = without(people, kept);
    if (!unknown.isEmpty()) {
      known.putAll(PersonBots.heardFrom(handle, app, unknown));
    }
    add(bots, known, working);
    var moved = without(people, bots);
    if (!moved.isEmpty()) {
      // Whoever is in doubt is looked for by the bot that may have written to them.
      add(bots, PersonBots.unsettled(handle, app, moved), all);
    }
    without(people, bots)
        .forEach(person -> bots.put(person, best(working, PlatformId.key(person))));
    keep(handle, kept, known, bots, now);
    return bots;
  }

  /** Whose own bot only cannot send now, it is theirs still. */
  private void keep(
      Handle handle,
      Map<String, Integer> kept,
      Map<String, Integer> known,
      Map<String, Integer> bots,
      Instant now) {
    var anew = new HashMap<String, Integer>();
    bots.forEach((person, number) -> {
      var own = Optional.ofNullable(known.get(person)).filter(one -> isAmong(all, one));
      if (own.isEmpty() || !kept.containsKey(person)) {
        anew.put(person, own.orElse(number));
      }
    });
    PersonBots.keep(handle, app, anew, now);
  }

  boolean isAmongSeveral() {
    return all.size() > 1;
  }

  boolean isThere(int number) {
    return isAmong(all, number);
  }

  /** Whom somebody would be given of whom nothing is known, by the key of their id. */
  int ofNew(String personKey) {
    return best(working, personKey);
  }

  private static void add(
      Map<String, Integer> bots, Map<String, Integer> some, List<Candidate> among) {
    some.forEach((person, number) -> {
      if (isAmong(among, number)) {
        bots.putIfAbsent(person, number);
      }
    });
  }

  private static List<String> without(List<String> people, Map<String, ?> some) {
    return people.stream().filter(person -> !some.containsKey(person)).toList();
  }

  private static boolean isAmong(List<Candidate> some, int number) {
    return some.stream().anyMatch(one -> one.bot.number() == number);
  }

  private static int best(List<Candidate> some, String person) {
    return some.stream()
        .max(Comparator.comparingDouble(one -> one.score(person)))
        .orElseThrow()
        .bot
        .number();
  }

  /** A number between 0 and 1 that is the same for the same text, everywhere and always. */
  private static double fraction(String text) {
    try {
      var digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return ((ByteBuffer.wrap(digest).getLong() >>> 11) + 0.5) / (1L << 53);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
