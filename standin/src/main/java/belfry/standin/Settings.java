package belfry.standin;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * How large the platform is.
 *
 * @param port 0 for any free one
 * @param people how many members of staff
 * @param seed the same people, ids and tokens for the same seed
 */
public record Settings(int port, int people, long seed, int bots) {
  private static final Set<String> KNOWN = Set.of("--port", "--people", "--seed", "--bots");

  public Settings {
    if (people < 1 || bots < 1) {
      throw new IllegalArgumentException("a platform has people and bots");
    }
  }

  /** From a command line such as {@code --port 0 --people 2000 --seed 7 --bots 2}. */
  static Settings parse(String... arguments) {
    var given = new HashMap<String, String>();
    for (var i = 0; i < arguments.length; i += 2) {
      if (!KNOWN.contains(arguments[i]) || i + 1 == arguments.length) {
        throw new IllegalArgumentException("not understood: " + arguments[i]);
      }
      given.put(arguments[i], arguments[i + 1]);
    }
    return new Settings(
        (int) number(given, "--port", 0),
        (int) number(given, "--people", 2000),
        number(given, "--seed", 7),
        (int) number(given, "--bots", 2));
  }

  private static long number(Map<String, String> given, String name, long usual) {
    return Long.parseLong(given.getOrDefault(name, Long.toString(usual)));
  }
}
