package belfry.cli.settings;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Secret;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the apps of the settings, each with its bots. */
final class AppsReader {
  private static final Set<String> KEYS =
      Set.of("title", "bot-token", "bots", "admins", "hue", "ask-when-fewer-by", "keep-results");

  /** In days. */
  private static final int SHORTEST_KEPT = 30;

  private static final int LONGEST_KEPT = 3650;

  private final Sources sources;
  private final Mistakes mistakes;

  AppsReader(Sources sources, Mistakes mistakes) {
    this.sources = sources;
    this.mistakes = mistakes;
  }

  List<App> read() {
    var apps = new ArrayList<App>();
    var node = sources.file().path("apps");
    if (!node.isMissingNode() && !node.isObject()) {
      mistakes.add(
          "apps", "this must be a list of names, each with its title and bot-token or bots.");
      return apps;
    }
    node.properties().forEach(entry -> app(entry.getKey(), entry.getValue()).ifPresent(apps::add));
    sharedBots(apps);
    if (node.isEmpty() && sources.legible()) {
      mistakes.add(
          "apps",
          "no app is configured. Write one into belfry.yaml: apps: { news: { title: Company news, bot-token: ${NEWS_BOT_TOKEN} } }.");
    }
    return apps;
  }

  /**
   * Two apps with one bot would together exceed its rate limit, because each has a pacer of its
   * own.
   */
  private void sharedBots(List<App> apps) {
    var owners = new HashMap<Secret, AppName>();
    for (var app : apps) {
      for (var i = 0; i < app.botTokens().size(); i++) {
        var token = app.botTokens().get(i);
        var first = token.isEmpty() ? null : owners.putIfAbsent(token, app.name());
        if (first != null) {
          mistakes.add(
              "apps." + app.name() + (app.botTokens().size() == 1 ? ".bot-token" : bots(i)),
              first.equals(app.name())
                  ? "this bot is listed twice."
                  : "this is the bot of " + first + ". Each app needs bots of its own.");
        }
      }
    }
  }

  private Optional<App> app(String name, JsonNode node) {
    var key = "apps." + name;
    if (AppName.parse(name).isEmpty()) {
      mistakes.add(
          key,
          "a name has 1 to 64 of A-Z a-z 0-9 . _ -, begins with a letter or digit, and is not 'assets'.");
    }
    if (!node.isObject()) {
      mistakes.add(key, "this must have a title and a bot-token or bots.");
      return Optional.empty();
    }
    sources.unknown(node, key + ".", KEYS);
    return Optional.of(
        new App(
            new AppName(name),
            sources.text(node.path("title"), key + ".title").orElse(name),
            tokens(node, key),
            admins(node.path("admins"), key + ".admins"),
            hue(node.path("hue"), key + ".hue", name),
            drop(node.path("ask-when-fewer-by"), key + ".ask-when-fewer-by"),
            kept(node.path("keep-results"), key + ".keep-results")));
  }

  private static String bots(int place) {
    return ".bots[%d]".formatted(place + 1);
  }

  private List<Secret> tokens(JsonNode node, String key) {
    var several = node.path("bots");
    if (several.isMissingNode()) {
      var what = "It is the access token of the bot; for several, write a list named bots.";
      return List.of(new Secret(sources.required(node, "bot-token", key, what).orElse("")));
    }
    if (node.has("bot-token")) {
      mistakes.add(key, "write either bot-token or bots, which is a list of such tokens.");
    }
    var tokens = new ArrayList<Secret>();
    if (!several.isArray() || several.isEmpty() || several.size() > App.MOST_BOTS) {
      mistakes.add(
          key + ".bots",
          "this must be a list of 1 to %d tokens, like [${NEWS_BOT_1}, ${NEWS_BOT_2}]."
              .formatted(App.MOST_BOTS));
      return List.of(new Secret(""));
    }
    for (var i = 0; i < several.size(); i++) {
      var before = mistakes.found().size();
      var token = sources.text(several.get(i), key + bots(i));
      if (token.isEmpty() && mistakes.found().size() == before) {
        mistakes.add(key + bots(i), "this is empty. It is the access token of a bot.");
      }
      tokens.add(new Secret(token.orElse("")));
    }
    return tokens;
  }

  private List<String> admins(JsonNode node, String key) {
    var admins = new ArrayList<String>();
    if (!node.isMissingNode() && !node.isArray()) {
      mistakes.add(key, "this must be a list, like [ana@example.com].");
    }
    node.forEach(one -> sources.text(one, key).ifPresent(admins::add));
    return admins;
  }

  /** Green, amber and red stand for states, so default hues lie between cyan and magenta. */
  private int hue(JsonNode node, String key, String name) {
    if (node.isMissingNode()) {
      return 200 + Math.floorMod(name.hashCode() * 37, 130);
    }
    if (node.isInt() && node.asInt() >= 0 && node.asInt() <= 360) {
      return node.asInt();
    }
    mistakes.add(key, "this must be a whole number from 0 to 360; 200 to 330 look best.");
    return 230;
  }

  private int drop(JsonNode node, String key) {
    if (node.isMissingNode()) {
      return App.USUAL_DROP;
    }
    if (node.isInt() && node.asInt() >= 0 && node.asInt() <= 100) {
      return node.asInt();
    }
    mistakes.add(
        key,
        "this must be a whole number of percent from 0 (ask when anybody is missing) to 100 (ask only when nobody is left).");
    return App.USUAL_DROP;
  }

  private Optional<Duration> kept(JsonNode node, String key) {
    if (node.isMissingNode()) {
      return Optional.empty();
    }
    if (node.isInt() && node.asInt() >= SHORTEST_KEPT && node.asInt() <= LONGEST_KEPT) {
      return Optional.of(Duration.ofDays(node.asInt()));
    }
    mistakes.add(
        key,
        "this must be a whole number of days from %d to %d. Leave it out to keep everything."
            .formatted(SHORTEST_KEPT, LONGEST_KEPT));
    return Optional.empty();
  }
}
