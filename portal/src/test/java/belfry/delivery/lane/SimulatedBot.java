package belfry.delivery.lane;

import belfry.platform.Posted;
import belfry.platform.ids.PersonRef;
import belfry.testing.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the platform of a simulation keeps of one of an app's bots: its token, limit and rooms. */
final class SimulatedBot {
  /** From here on an app has two bots in the stories, of which each has people of its own. */
  static final long SEVERAL = 5_000_000;

  /** And from here on the second one is taken out of the settings now and then. */
  static final long LEAVING = 5_500_000;

  private static final Duration WINDOW = Duration.ofSeconds(10);

  private final PersonRef first;
  private final PersonRef other;
  private PersonRef now;
  private boolean tokenWorks = true;
  private boolean isRemoved;
  private long windowEnds;
  private int inWindow;

  /** What other programs have sent as this bot. */
  private final List<Posted> strange = new ArrayList<>();

  private SimulatedBot(PersonRef first, PersonRef other) {
    this.first = first;
    this.other = other;
    now = first;
  }

  /** The bots of a story. */
  static List<SimulatedBot> of(long seed) {
    var one = new SimulatedBot(SimulatedPlatform.BOT, named("other bot", "other"));
    return seed < SEVERAL
        ? List.of(one)
        : List.of(one, new SimulatedBot(named("second bot", "second"), named("spare", "spare")));
  }

  private static PersonRef named(String id, String name) {
    return PersonRef.of(id, name + "@webex.bot");
  }

  /** Which of so many bots writes to somebody. */
  static int numberFor(String target, int bots) {
    return Math.floorMod((target.hashCode() * 31) >> 3, bots);
  }

  /** Whose token it is. */
  PersonRef now() {
    return now;
  }

  boolean isOne(PersonRef bot) {
    return bot.equals(first) || bot.equals(other);
  }

  /** The token is replaced by another bot's, or put back. */
  void exchange() {
    now = now.equals(first) ? other : first;
  }

  boolean tokenWorks() {
    return tokenWorks;
  }

  void tokenWorks(boolean works) {
    tokenWorks = works;
  }

  boolean isRemoved() {
    return isRemoved;
  }

  void isRemoved(boolean removed) {
    isRemoved = removed;
  }

  List<Posted> strange() {
    return strange;
  }

  /** Whether one more send is within its limit. */
  boolean mayPost(ManualTime time, int permitted) {
    if (time.nanos() >= windowEnds) {
      windowEnds = time.nanos() + WINDOW.toNanos();
      inWindow = 0;
    }
    return ++inWindow <= permitted;
  }

  /** How long its limit lasts. */
  Duration untilWindowEnds(ManualTime time) {
    return Duration.ofNanos(windowEnds - time.nanos());
  }
}
