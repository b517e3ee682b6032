package belfry.cli.settings;

import belfry.answers.AnswerSettings;
import belfry.base.IpRange;
import belfry.base.Secret;
import belfry.delivery.foundation.Tuning;
import belfry.hooks.HookSettings;
import belfry.http.StrictTransport;
import belfry.http.TrustedProxies;
import belfry.people.directory.DirectorySettings;
import belfry.platform.ids.PlatformId;
import belfry.signin.Integration;
import belfry.signin.SessionPolicy;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads {@link Settings} and reports every mistake at once, each with its key. */
public final class SettingsReader {
  /** Every setting's environment name, and its default for people. A test pins this list. */
  public static final Map<String, String> NAMES =
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
          Map.entry("PUBLIC_URL", "–"),
          Map.entry("BELFRY_ANSWERS", "read"),
          Map.entry("BELFRY_METRICS_TOKEN", "–"),
          Map.entry("BELFRY_WEBHOOK_NETWORKS", "–"),
          Map.entry("BELFRY_DRAIN_SECONDS", "0"),
          Map.entry("BELFRY_TRIAL_SPEED", "1"));

  private static final Set<String> DIRECTORY_KEYS =
      Set.of("client-id", "client-secret", "refresh-token");

  private static final String LIST_RANGES =
      ". List addresses like 10.0.0.5 or ranges like 10.0.0.0/8, with commas between.";

  private final Mistakes mistakes = new Mistakes();
  private final Sources sources;
  private final Path directory;

  private SettingsReader(Map<String, String> environment, Path directory) {
    this.directory = directory;
    sources = new Sources(environment, directory, mistakes);
  }

  /**
   * Reads all settings.
   *
   * @param directory the base of relative paths
   * @throws Mistakes.SettingsException with every mistake
   */
  public static Settings read(Map<String, String> environment, Path directory) {
    return readOnce(environment, directory).settings();
  }

  /**
   * What was read at once: a file that a variable names may be a pipe, which can be read only once.
   *
   * @param strange variables that have the look of settings and are none, each with what to do
   */
  public record Reading(Settings settings, List<String> strange) {}

  /** The same, and what is strange beside them. */
  static Reading readOnce(Map<String, String> environment, Path directory) {
    var reader = new SettingsReader(environment, directory);
    var settings = reader.settings();
    reader.mistakes.throwIfAny();
    return new Reading(settings, StrangeVariables.of(environment, reader.sources.used()));
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
        new AppsReader(sources, mistakes).read(),
        directory(integration),
        answers(),
        hooks(),
        metricsToken(),
        draining());
  }

  private String text(String name) {
    return sources.setting(name).orElseGet(() -> NAMES.getOrDefault(name, ""));
  }

  private void unknownKeys() {
    var known = new TreeSet<>(NAMES.keySet().stream().map(Sources::key).toList());
    known.addAll(List.of("apps", "directory"));
    sources.unknown(sources.file(), "", known);
  }

  private Optional<String> callback(String template) {
    var example = template.replace("{app}", "app").replace(":app", "app").replace("%s", "app");
    try {
      var address = URI.create(example);
      if (address.getHost() != null && List.of("http", "https").contains(address.getScheme())) {
        return Optional.of(template);
      }
    } catch (IllegalArgumentException _) {
      // Reported below.
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
      // Reported below.
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
      return TrustedProxies.of(listed("BELFRY_TRUSTED_PROXIES"));
    } catch (IllegalArgumentException e) {
      mistakes.add("BELFRY_TRUSTED_PROXIES", e.getMessage() + LIST_RANGES);
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

  /**
   * Only trials shorten the protocol's times: all of them together, so that their order is
   * preserved.
   */
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

  private AnswerSettings answers() {
    var speed = text("BELFRY_TRIAL_SPEED");
    var times =
        speed.matches("\\d{1,3}(\\.\\d{1,3})?") && Double.parseDouble(speed) > 1
            ? AnswerSettings.Times.PRODUCTION.shortened(Double.parseDouble(speed))
            : AnswerSettings.Times.PRODUCTION;
    return new AnswerSettings(
        answersAreRead(), sources.setting("PUBLIC_URL").flatMap(this::publicUrl), times);
  }

  private boolean answersAreRead() {
    return switch (text("BELFRY_ANSWERS")) {
      case "read" -> true;
      case "off" -> false;
      case String other -> {
        mistakes.add("BELFRY_ANSWERS", "'" + other + "' is neither read nor off.");
        yield true;
      }
    };
  }

  private HookSettings hooks() {
    try {
      return new HookSettings(IpRange.all(listed("BELFRY_WEBHOOK_NETWORKS")));
    } catch (IllegalArgumentException e) {
      mistakes.add("BELFRY_WEBHOOK_NETWORKS", e.getMessage() + LIST_RANGES);
      return HookSettings.PUBLIC;
    }
  }

  private List<String> listed(String name) {
    return sources.setting(name).map(text -> List.of(text.split("[,\\s]+", -1))).orElse(List.of());
  }

  /** As long as no one can guess it. */
  private Optional<Secret> metricsToken() {
    var token = sources.setting("BELFRY_METRICS_TOKEN");
    token
        .filter(text -> !text.matches("[\\x21-\\x7e]{16,512}"))
        .ifPresent(_ ->
            mistakes.add(
                "BELFRY_METRICS_TOKEN",
                "this must have 16 to 512 printable ASCII characters, without spaces. 'openssl rand -hex 32' makes one."));
    return token.map(Secret::new);
  }

  private Duration draining() {
    var text = text("BELFRY_DRAIN_SECONDS");
    if (text.matches("\\d{1,3}") && Integer.parseInt(text) <= 300) {
      return Duration.ofSeconds(Integer.parseInt(text));
    }
    mistakes.add("BELFRY_DRAIN_SECONDS", "'" + text + "' is no number of seconds from 0 to 300.");
    return Duration.ZERO;
  }

  private Optional<URI> publicUrl(String text) {
    try {
      var address = URI.create(text);
      var safe =
          "https".equals(address.getScheme())
              || ("http".equals(address.getScheme()) && loopback(address.getHost()));
      if (address.getHost() != null
          && safe
          && address.getRawUserInfo() == null
          && address.getRawQuery() == null
          && address.getRawFragment() == null) {
        return Optional.of(address);
      }
    } catch (IllegalArgumentException _) {
      // Reported below.
    }
    mistakes.add(
        "PUBLIC_URL",
        "this must be the https address at which Webex can reach this portal (http only on this machine), like https://belfry.example.com.");
    return Optional.empty();
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
    sources.unknown(node, "directory.", DIRECTORY_KEYS);
    var refresh =
        sources.required(
            node, "refresh-token", "directory", "It is the refresh token of the service app.");
    return new DirectorySettings(
        sources.text(node.path("client-id"), "directory.client-id").or(integration::clientId),
        sources
            .text(node.path("client-secret"), "directory.client-secret")
            .map(Secret::new)
            .or(integration::clientSecret),
        refresh.map(Secret::new));
  }
}
