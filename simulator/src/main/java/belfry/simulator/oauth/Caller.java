package belfry.simulator.oauth;

import belfry.simulator.directory.Principal;
import java.util.Set;

/**
 * Whoever a token stands for.
 *
 * @param scopes what was consented to; bots have no consents and need none
 * @param administers whether an administrator of the company stands behind it
 * @param label how limits and counts name the token
 */
public record Caller(Principal principal, Set<String> scopes, boolean administers, String label) {
  public boolean isBot() {
    return principal instanceof Principal.Bot;
  }

  /**
   * Whether one of these scopes was consented to; {@code spark:all} covers every {@code spark:}.
   */
  public boolean has(String... anyOf) {
    for (var scope : anyOf) {
      if (scopes.contains(scope) || (scope.startsWith("spark:") && scopes.contains("spark:all"))) {
        return true;
      }
    }
    return false;
  }
}
