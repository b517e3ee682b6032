package belfry.simulator.control;

import belfry.simulator.api.Platform;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The environment a portal needs to take this simulator for the platform. */
public final class PortalEnvironment {
  private PortalEnvironment() {}

  /** Names and values in the order in which one would write them down. */
  public static Map<String, String> of(Platform platform, String address) {
    var settings = platform.oauth().settings();
    var variables = new LinkedHashMap<String, String>();
    variables.put("MESSAGING_API_URL", address);
    variables.put("MESSAGING_INTEGRATION_CLIENT_ID", settings.clientId());
    variables.put("MESSAGING_INTEGRATION_CLIENT_SECRET", settings.clientSecret());
    variables.put("DIRECTORY_REFRESH_TOKEN", platform.tokens().ofDirectory());
    for (var bot : platform.directory().bots()) {
      var name = bot.label().toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_");
      variables.put(name + "_BOT_TOKEN", platform.tokens().ofBot(bot.index()));
    }
    return variables;
  }
}
