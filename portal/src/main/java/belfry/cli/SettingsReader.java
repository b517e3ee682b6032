package belfry.cli;

import belfry.apps.App;
import belfry.base.Secret;
import belfry.delivery.Tuning;
import belfry.http.StrictTransport;
import belfry.http.TrustedProxies;
import belfry.people.DirectorySettings;
import belfry.platform.PlatformId;
import belfry.signin.Integration;
import belfry.signin.SessionPolicy;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads {@link Settings} and reports every mistake at once, each with its key. */
final class SettingsReader {
  /** Every setting's environment name, and its default for people. A test pins this list. */
  static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("MESSAGING_INTEGRATION_CLIENT_ID", "–"),
          Map.entry("MESSAGING_INTEGRATION_CLIENT_SECRET", "–"),
          Map.entry("OAUTH_CALLBACK_URL_TEMPLATE", "–"),
          Map.entry("OAUTH_SCOPE", Integration.DEFAULT_SCOPE),
          Map.entry("OAUTH_STATE", "accepted"),
          Map.entry("OAUTH_PKCE", "false"),
          Map.entry("ALLOWED_ORGS", "–"),
          Map.entry("BELFRY_SESSION_IDLE_MINUTES", "–"),
          Map.entry("BELFRY_HSTS", "host"),
          Map.entry("MESSAGING_API_URL", "https://webexapis.com"),
          Map.entry("HOST", "127.0.0.1"),
          Map.entry("PORT", "8080"),
          Map.entry("BELFRY_DATA", "./data"),
          Map.entry("DATABASE_URL", "–"),
          Map.entry("BELFRY_KEY_FILE", "–"),
          Map.entry("BELFRY_TRUSTED_PROXIES", "–"),
          Map.entry("BELFRY_TRIAL_SPEED", "1"));

  private static final Set<String> APP_KEYS =
      Set.of("title", "bot-token", "admins", "hue", "ask-when-fewer-by");
  private static final Set<String> DIRECTORY_KEYS =
      Set.of("client-id", "client-secret", "refresh-token");

  private final Mistakes mistakes = new Mistakes();
  private final Sources sources;
  private final Path directory;

  private SettingsReader(Map<String, String> environment, Path directory) {
    this.directory = directory;
    sources = new Sources(environment, directory, mistakes);
  }

  /**
   * Reads them all.
   *
   * @param directory what relative paths count from
   * @throws Mistakes.SettingsException with every mistake
   */
  static Settings read(Map<String, String> environment, Path directory) {
    var reader = new SettingsReader(environment, directory);
    var settings = reader.settings();
    reader.mistakes.throwIfAny();
    return settings;
  }

  private Settings settings() {
    unknownKeys();
    var integration =
        new Integration(
            sources.setting("MESSAGING_INTEGRATION_CLIENT_ID"),
            sources.setting("MESSAGING_INTEGRATION_CLIENT_SECRET").map(Secret::new),
            sources.setting("OAUTH_CALLBACK_URL_TEMPLATE").flatMap(this::callback),
            sources.setting("OAUTH_SCOPE").orElse(Integration.DEFAULT_SCOPE),
            flag("OAUTH_PKCE"),
            stateRequired());
    return new Settings(
        integration,
        platform(),
        text("HOST"),
        port(),
        directory.resolve(text("BELFRY_DATA")),
        sources.setting("DATABASE_URL").flatMap(this::databaseUrl).map(Secret::new),
        sources.setting("BELFRY_KEY_FILE").map(directory::resolve),
        proxies(),
        transport(),
        new SessionPolicy(organisations(), idle()),
        tuning(),
        apps(),
        directory(integration));
  }

  private String text(String name) {
    return sources.setting(name).orElseGet(() -> NAMES.getOrDefault(name, ""));
  }

  private void unknownKeys() {
    var known = new TreeSet<>(NAMES.keySet().stream().map(Sources::key).toList());
    known.addAll(List.of("apps", "directory"));
    unknown(sources.file(), "", known);
  }

  private void unknown(JsonNode node, String prefix, Set<String> known) {
    node.fieldNames()
        .forEachRemaining(key -> {
          if (!known.contains(key)) {
            mistakes.add(
                prefix + key,
                "there is no such setting. Known here: "
                    + String.join(", ", new TreeSet<>(known))
                    + ".");
          }
        });
  }

  private Optional<String> callback(String template) {
    var example = template.replace("{app}", "app").replace(":app", "app").replace("%s", "app");
    try {
      var address = URI.create(example);
      if (address.getHost() != null && List.of("http", "https").contains(address.getScheme())) {
        return Optional.of(template);
      }
    } catch (IllegalArgumentException _) {
      // Said below.
    }
    mistakes.add(
        "OAUTH_CALLBACK_URL_TEMPLATE",
        "'%s' is no address. Write it like https://belfry.example.com/Hub/{app}/oauth."
            .formatted(template));
    return Optional.empty();
  }

  private boolean flag(String name) {
    return switch (text(name)) {
      case "true" -> true;
      case "false" -> false;
      case String other -> {
        mistakes.add(name, "'" + other + "' is neither true nor false.");
        yield false;
      }
    };
  }

  private boolean stateRequired() {
    return switch (text("OAUTH_STATE")) {
      case "required" -> true;
      case "accepted" -> false;
      case String other -> {
        mistakes.add("OAUTH_STATE", "'" + other + "' is neither required nor accepted.");
        yield false;
      }
    };
  }

  private URI platform() {
    var text = text("MESSAGING_API_URL").replaceFirst("/+$", "");
    try {
      var address = URI.create(text);
      var safe =
          "https".equals(address.getScheme())
              || ("http".equals(address.getScheme()) && loopback(address.getHost()));
      var bare =
          address.getRawUserInfo() == null
              && address.getRawQuery() == null
              && address.getRawFragment() == null;
      if (address.getHost() != null && safe && bare && !text.endsWith("/v1")) {
        return address;
      }
    } catch (IllegalArgumentException _) {
      // Said below.
    }
    mistakes.add(
        "MESSAGING_API_URL",
        "this must be an https address (http only on this machine), without /v1 at its end, user or query.");
    return URI.create("https://invalid.invalid");
  }

  private static boolean loopback(String host) {
    try {
      return host != null && InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException _) {
      return false;
    }
  }

  private int port() {
    var text = text("PORT");
    if (text.matches("\\d{1,5}") && Integer.parseInt(text) <= 65_535) {
      return Integer.parseInt(text);
    }
    mistakes.add("PORT", "'" + text + "' is no port. Use a number from 0 to 65535.");
    return 0;
  }

  private Optional<String> databaseUrl(String url) {
    if (url.startsWith("jdbc:postgresql:")) {
      return Optional.of(url);
    }
    mistakes.add(
        "DATABASE_URL",
        "this must begin with jdbc:postgresql:. Leave it out to use SQLite in BELFRY_DATA.");
    return Optional.empty();
  }

  private TrustedProxies proxies() {
    try {
      return TrustedProxies.of(
          sources
              .setting("BELFRY_TRUSTED_PROXIES")
              .map(text -> List.of(text.split("[,\\s]+", -1)))
              .orElse(List.of()));
    } catch (IllegalArgumentException e) {
      mistakes.add(
          "BELFRY_TRUSTED_PROXIES",
          e.getMessage()
              + ". List addresses like 10.0.0.5 or ranges like 10.0.0.0/8, with commas between.");
      return TrustedProxies.of(List.of());
    }
  }

  private StrictTransport transport() {
    return switch (text("BELFRY_HSTS")) {
      case "off" -> StrictTransport.OFF;
      case "host" -> StrictTransport.HOST;
      case "subdomains" -> StrictTransport.SUBDOMAINS;
      case String other -> {
        mistakes.add("BELFRY_HSTS", "'" + other + "' is none of off, host and subdomains.");
        yield StrictTransport.HOST;
      }
    };
  }

  private List<String> organisations() {
    var ids =
        sources
            .setting("ALLOWED_ORGS")
            .map(text -> List.of(text.strip().split("[,\\s]+")))
            .orElse(List.of());
    ids.stream()
        .filter(id -> !PlatformId.isReadable(id))
        .forEach(id ->
            mistakes.add(
                "ALLOWED_ORGS",
                "'%s' is no organisation's id. Write ids as the platform gives them in orgId, with commas between; './belfry check' prints that of each bot."
                    .formatted(id)));
    return ids;
  }

  private Optional<Duration> idle() {
    return sources
        .setting("BELFRY_SESSION_IDLE_MINUTES")
        .flatMap(text -> {
          if (text.matches("\\d{1,4}") && Integer.parseInt(text) >= 5) {
            return Optional.of(Duration.ofMinutes(Integer.parseInt(text)));
          }
          mistakes.add(
              "BELFRY_SESSION_IDLE_MINUTES",
              "'%s' is no number of minutes from 5 to 9999. Leave it out to let sessions last for 24 hours."
                  .formatted(text));
          return Optional.empty();
        });
  }

  /** Only trials shorten the protocol's times; all of them together, so that their order holds. */
  private Tuning tuning() {
    var text = text("BELFRY_TRIAL_SPEED");
    if (text.matches("\\d{1,3}(\\.\\d{1,3})?") && Double.parseDouble(text) >= 1) {
      return Double.parseDouble(text) == 1
          ? Tuning.PRODUCTION
          : Tuning.PRODUCTION.shortened(Double.parseDouble(text));
    }
    mistakes.add(
        "BELFRY_TRIAL_SPEED",
        "'" + text + "' is no number from 1 up. Leave it out, except in trials.");
    return Tuning.PRODUCTION;
  }

  private List<App> apps() {
    var apps = new ArrayList<App>();
    var node = sources.file().path("apps");
    if (!node.isMissingNode() && !node.isObject()) {
      mistakes.add("apps", "this must be a list of names, each with its title and bot-token.");
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

  /** Each app has its bot's pace to itself; two of them would be too fast together. */
  private void sharedBots(List<App> apps) {
    var owners = new HashMap<Secret, String>();
    for (var app : apps) {
      var first = app.botToken().isEmpty() ? null : owners.putIfAbsent(app.botToken(), app.name());
      if (first != null) {
        mistakes.add(
            "apps." + app.name() + ".bot-token",
            "this is the bot of " + first + ". Each app needs a bot of its own.");
      }
    }
  }

  private Optional<App> app(String name, JsonNode node) {
    var key = "apps." + name;
    if (!App.NAME.matcher(name).matches()) {
      mistakes.add(
          key,
          "a name has 1 to 64 of A-Z a-z 0-9 . _ -, begins with a letter or digit, and is not 'assets'.");
    }
    if (!node.isObject()) {
      mistakes.add(key, "this must have a title and a bot-token.");
      return Optional.empty();
    }
    unknown(node, key + ".", APP_KEYS);
    var token = required(node, "bot-token", key, "It is the access token of the bot.");
    return Optional.of(
        new App(
            name,
            sources.text(node.path("title"), key + ".title").orElse(name),
            new Secret(token.orElse("")),
            admins(node.path("admins"), key + ".admins"),
            hue(node.path("hue"), key + ".hue", name),
            drop(node.path("ask-when-fewer-by"), key + ".ask-when-fewer-by")));
  }

  /** Left out, without a value or blank is all the same; what else is wrong is said already. */
  private Optional<String> required(JsonNode node, String name, String parent, String what) {
    var key = parent + "." + name;
    var before = mistakes.found().size();
    var value = sources.text(node.path(name), key);
    if (value.isEmpty() && mistakes.found().size() == before) {
      mistakes.add(key, "this is missing. " + what);
    }
    return value;
  }

  private List<String> admins(JsonNode node, String key) {
    var admins = new ArrayList<String>();
    if (!node.isMissingNode() && !node.isArray()) {
      mistakes.add(key, "this must be a list, like [ana@example.com].");
    }
    node.forEach(one -> sources.text(one, key).ifPresent(admins::add));
    return admins;
  }

  /** Green, amber and red belong to states, so apps have hues between cyan and magenta. */
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

  private DirectorySettings directory(Integration integration) {
    var node = sources.file().path("directory");
    if (node.isMissingNode() || node.isNull()) {
      return new DirectorySettings(Optional.empty(), Optional.empty(), Optional.empty());
    }
    if (!node.isObject()) {
      mistakes.add("directory", "this must have a refresh-token.");
      return new DirectorySettings(Optional.empty(), Optional.empty(), Optional.empty());
    }
    unknown(node, "directory.", DIRECTORY_KEYS);
    var refresh =
        required(node, "refresh-token", "directory", "It is the refresh token of the service app.");
    return new DirectorySettings(
        sources.text(node.path("client-id"), "directory.client-id").or(integration::clientId),
        sources
            .text(node.path("client-secret"), "directory.client-secret")
            .map(Secret::new)
            .or(integration::clientSecret),
        refresh.map(Secret::new));
  }
}
