package belfry.apps;

import belfry.base.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An application: a name in the address, the bots it sends through, and its administrators.
 *
 * @param botTokens at least one
 * @param admins e-mail addresses and person ids from the configuration
 * @param hue colour of its pages, in degrees
 * @param largestDrop by how many percent an audience may have shrunk since it was confirmed before
 *     somebody is asked
 * @param resultsKept how long messages are kept after they ended, with their recipients and
 *     answers; empty for ever
 */
public record App(
    AppName name,
    String title,
    List<Secret> botTokens,
    List<String> admins,
    int hue,
    int largestDrop,
    Optional<Duration> resultsKept) {
  /** Each has a lane with a thread of its own. */
  public static final int MOST_BOTS = 100;

  /** A fifth. */
  public static final int USUAL_DROP = 20;

  public App(AppName name, String title, Secret botToken, List<String> admins, int hue) {
    this(name, title, List.of(botToken), admins, hue, USUAL_DROP, Optional.empty());
  }

  public App {
    botTokens = List.copyOf(botTokens);
    admins = List.copyOf(admins);
  }

  /** For what any of its bots may ask. */
  public Secret botToken() {
    return botTokens.getFirst();
  }
}
