package belfry.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.base.Secret;
import belfry.delivery.foundation.Tuning;
import belfry.http.StrictTransport;
import belfry.signin.SessionPolicy;
import belfry.testing.TestPortal;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read from where, what holds when nothing is said, and what is said to mistakes. */
class SettingsTest {
  private static final String ONE_APP = "apps: { news: { bot-token: t } }\n";

  @TempDir Path directory;

  private void file(String yaml) throws IOException {
    Files.writeString(directory.resolve("belfry.yaml"), yaml);
  }

  private Settings read(Map<String, String> environment) {
    return SettingsReader.read(environment, directory);
  }

  /** Each mistake's line, by the key it begins with. */
  private Map<String, String> mistakes(Map<String, String> environment) {
    try {
      read(environment);
    } catch (Mistakes.SettingsException e) {
      var found = new TreeMap<String, String>();
      var lines = Objects.requireNonNull(e.getMessage()).lines().toList();
      for (var line : lines.subList(1, lines.size())) {
        assertThat(line).startsWith("  - ");
        var key = line.substring(4).replaceFirst(": .*", "");
        assertThat(found.put(key, line.substring(key.length() + 6))).as(key).isNull();
      }
      assertThat(lines.getFirst())
          .isEqualTo(
              "%d mistake%s in the settings:"
                  .formatted(found.size(), found.size() == 1 ? "" : "s"));
      return found;
    }
    throw new AssertionError("no mistake was found");
  }

  // What holds when nothing is said -----------------------------------------------------------

  @Test
  void theNamesAndDefaultsAreTheDocumentedOnes() throws IOException {
    var documented = new TreeMap<String, String>();
    Files.readString(Path.of("../docs/configuration.md"))
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split(" *\\| *", -1))
        .forEach(cells -> documented.put(cells[1].replace("`", ""), cells[2].replace("`", "")));

    assertThat(new TreeMap<>(SettingsReader.NAMES)).isEqualTo(documented);
    assertThat(documented)
        .hasSize(22)
        .containsEntry("OAUTH_STATE", "accepted")
        .containsEntry("PORT", "8080");
  }

  @Test
  void oneAppIsAllThatMustBeSaid() throws IOException {
    file(ONE_APP);
    var settings = read(Map.of());

    assertThat(settings.integration().clientId()).isEmpty();
    assertThat(settings.integration().clientSecret()).isEmpty();
    assertThat(settings.integration().callbackTemplate()).isEmpty();
    assertThat(settings.integration().scope()).isEqualTo("spark:people_read");
    assertThat(settings.integration().pkce()).isFalse();
    assertThat(settings.integration().stateRequired()).isFalse();
    assertThat(settings.sessions()).isEqualTo(SessionPolicy.OPEN);
    assertThat(settings.transport()).isEqualTo(StrictTransport.HOST);
    assertThat(settings.advice())
        .hasSize(2)
        .anyMatch(words -> words.contains("ALLOWED_ORGS"))
        .anyMatch(words -> words.contains("OAUTH_STATE=required and OAUTH_PKCE=true"));
    assertThat(settings.platform()).isEqualTo(URI.create("https://webexapis.com"));
    assertThat(settings.host()).isEqualTo("127.0.0.1");
    assertThat(settings.port()).isEqualTo(8080);
    assertThat(settings.data().normalize()).isEqualTo(directory.resolve("data"));
    assertThat(settings.databaseUrl()).isEmpty();
    assertThat(settings.keyFile()).isEmpty();
    assertThat(settings.proxies()).hasToString("none");
    assertThat(settings.tuning()).isEqualTo(Tuning.PRODUCTION);
    assertThat(settings.directory().refreshToken()).isEmpty();
    var app = settings.apps().getFirst();
    assertThat(app.name()).isEqualTo(TestPortal.NEWS);
    assertThat(app.title()).isEqualTo("news");
    assertThat(app.admins()).isEmpty();
    assertThat(app.hue()).isBetween(200, 330);
    assertThat(app.largestDrop()).isEqualTo(20);
    assertThat(app.resultsKept()).isEmpty();
  }

  // Where it is read from ---------------------------------------------------------------------

  @Test
  void theEnvironmentGoesBeforeTheFileAndTheFileBeforeTheDefault() throws IOException {
    file(
        ONE_APP
            + "port: 9000\nhost: ::1\noauth-pkce: true\nmessaging-api-url: http://localhost:1/");
    var settings = read(Map.of("PORT", "9001", "OAUTH_STATE", " required "));

    assertThat(settings.port()).isEqualTo(9001);
    assertThat(settings.host()).isEqualTo("::1");
    assertThat(settings.integration().pkce()).isTrue();
    assertThat(settings.integration().stateRequired()).isTrue();
    assertThat(settings.platform()).hasToString("http://localhost:1");
    assertThat(read(Map.of("PORT", "")).port()).as("empty is not set").isEqualTo(9000);
  }

  @Test
  void aTrialDoesNotTakeAWebhookOfASlowMachineForLost() throws IOException {
    file(ONE_APP);

    assertThat(read(Map.of()).answers().times().late()).isEqualTo(Duration.ofMinutes(2));
    var times = read(Map.of("BELFRY_TRIAL_SPEED", "100")).answers().times();
    assertThat(times.poll()).isEqualTo(Duration.ofMillis(300));
    assertThat(times.late()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void whoMaySignInAndForHowLong() throws IOException {
    file(ONE_APP);
    var id = "1eb65fdf-9643-417f-9974-ad72cae0e10f";
    var settings =
        read(
            Map.of(
                "ALLOWED_ORGS", id + ", " + id.replace('1', '2'),
                "BELFRY_SESSION_IDLE_MINUTES", "45",
                "BELFRY_HSTS", "subdomains",
                "OAUTH_STATE", "required",
                "OAUTH_PKCE", "true"));

    assertThat(settings.sessions())
        .isEqualTo(
            new SessionPolicy(
                List.of(id, id.replace('1', '2')), Optional.of(Duration.ofMinutes(45))));
    assertThat(settings.transport()).isEqualTo(StrictTransport.SUBDOMAINS);
    assertThat(settings.advice()).isEmpty();
  }

  @Test
  void aSecretMayBeAMountedFile() throws IOException {
    Files.writeString(directory.resolve("token"), "from-the-file\n");
    file("apps: { news: { bot-token: '${NEWS_TOKEN}' } }");
    var settings =
        read(
            Map.of(
                "NEWS_TOKEN_FILE",
                "token",
                "MESSAGING_INTEGRATION_CLIENT_SECRET_FILE",
                directory.resolve("token").toString()));

    var secret = new Secret("from-the-file");
    assertThat(settings.apps().getFirst().botToken()).isEqualTo(secret);
    assertThat(settings.integration().clientSecret()).contains(secret);
    assertThat(settings.toString()).doesNotContain("from-the-file");
  }

  @Test
  void theDirectorysClientIsTheIntegrationsWhereNoneIsNamed() throws IOException {
    file(ONE_APP + "directory: { refresh-token: r }");
    var settings =
        read(
            Map.of(
                "MESSAGING_INTEGRATION_CLIENT_ID", "C1",
                "MESSAGING_INTEGRATION_CLIENT_SECRET", "s"));
    assertThat(settings.directory().clientId()).contains("C1");
    assertThat(settings.directory().clientSecret()).contains(new Secret("s"));
  }

  // What is said to mistakes ------------------------------------------------------------------

  @Test
  void allMistakesAreSaidAtOnce() throws IOException {
    Files.writeString(directory.resolve("empty"), "\n");
    Files.writeString(directory.resolve("token"), "t");
    file(
        """
        prot: 8080
        host: [a, b]
        apps:
          news: { title: { a: b }, bot-token: "${NEWS_TOKEN}", admin: ana@example.com }
          alerts: { bot-token: "  ", admins: kenji@example.com, hue: 361 }
          quiet: { bot-token: }
          first: { bot-token: same }
          second: { bot-token: same }
          "not/a name": { bot-token: t }
          nothing: here
        directory: { refresh: x }
        """);
    var environment = new HashMap<String, String>();
    environment.put("PORT", "80a");
    environment.put("OAUTH_PKCE", "yes");
    environment.put("OAUTH_STATE", "maybe");
    environment.put("ALLOWED_ORGS", "northwind.example");
    environment.put("BELFRY_SESSION_IDLE_MINUTES", "4");
    environment.put("BELFRY_HSTS", "yes");
    environment.put("OAUTH_CALLBACK_URL_TEMPLATE", "belfry.example.com/{app}");
    environment.put("MESSAGING_API_URL", "http://webexapis.com");
    environment.put("DATABASE_URL", "postgres://canary-password@db/belfry");
    environment.put("BELFRY_TRUSTED_PROXIES", "10.0.0.0/8, proxy.example");
    environment.put("BELFRY_WEBHOOK_NETWORKS", "10.0.0.0/33");
    environment.put("PUBLIC_URL", "http://belfry.example.com");
    environment.put("BELFRY_ANSWERS", "on");
    environment.put("BELFRY_METRICS_TOKEN", "short");
    environment.put("BELFRY_TRIAL_SPEED", "0");
    environment.put("MESSAGING_INTEGRATION_CLIENT_ID_FILE", "nowhere");
    environment.put("MESSAGING_INTEGRATION_CLIENT_SECRET_FILE", "empty");
    environment.put("BELFRY_KEY_FILE", "keys");
    environment.put("BELFRY_KEY_FILE_FILE", "token");

    var found = mistakes(environment);

    assertThat(found.keySet())
        .containsExactlyInAnyOrder(
            "prot",
            "host",
            "PORT",
            "OAUTH_PKCE",
            "OAUTH_STATE",
            "ALLOWED_ORGS",
            "BELFRY_SESSION_IDLE_MINUTES",
            "BELFRY_HSTS",
            "OAUTH_CALLBACK_URL_TEMPLATE",
            "MESSAGING_API_URL",
            "DATABASE_URL",
            "BELFRY_TRUSTED_PROXIES",
            "BELFRY_WEBHOOK_NETWORKS",
            "PUBLIC_URL",
            "BELFRY_ANSWERS",
            "BELFRY_METRICS_TOKEN",
            "BELFRY_TRIAL_SPEED",
            "MESSAGING_INTEGRATION_CLIENT_ID_FILE",
            "MESSAGING_INTEGRATION_CLIENT_SECRET_FILE",
            "BELFRY_KEY_FILE",
            "apps.news.title",
            "apps.news.bot-token",
            "apps.news.admin",
            "apps.alerts.bot-token",
            "apps.alerts.admins",
            "apps.alerts.hue",
            "apps.quiet.bot-token",
            "apps.second.bot-token",
            "apps.not/a name",
            "apps.nothing",
            "directory.refresh",
            "directory.refresh-token");
    assertThat(found.get("prot")).contains("there is no such setting", "port", "oauth-pkce");
    assertThat(found.get("apps.news.bot-token")).contains("does not have NEWS_TOKEN");
    assertThat(found.get("apps.news.admin"))
        .contains(
            "Known here: admins, ask-when-fewer-by, bot-token, bots, hue, keep-results, title");
    assertThat(found.get("apps.second.bot-token")).contains("this is the bot of first");
    assertThat(found.get("ALLOWED_ORGS")).contains("northwind.example", "orgId", "./belfry check");
    assertThat(found.get("BELFRY_KEY_FILE")).contains("set twice", "BELFRY_KEY_FILE_FILE");
    assertThat(found.get("BELFRY_TRUSTED_PROXIES")).contains("proxy.example");
    assertThat(found.get("BELFRY_WEBHOOK_NETWORKS")).contains("'10.0.0.0/33' is no address range");
    assertThat(found.get("MESSAGING_INTEGRATION_CLIENT_ID_FILE")).contains("does not exist");
    assertThat(found.get("MESSAGING_INTEGRATION_CLIENT_SECRET_FILE")).contains("is empty");
    assertThat(found.values()).noneMatch(what -> what.contains("canary-password"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 100})
  void byHowManyAnAudienceMayHaveShrunk(int percent) throws IOException {
    file(ONE_APP.replace("t }", "t, ask-when-fewer-by: " + percent + " }"));
    assertThat(read(Map.of()).apps().getFirst().largestDrop()).isEqualTo(percent);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "101", "20%", "0.2", "never", "\"20\""})
  void whatIsNoShare(String value) throws IOException {
    file(ONE_APP.replace("t }", "t, ask-when-fewer-by: " + value + " }"));
    var found = mistakes(Map.of());
    assertThat(found).containsOnlyKeys("apps.news.ask-when-fewer-by");
    assertThat(found.get("apps.news.ask-when-fewer-by")).contains("from 0", "to 100");
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 730, 3650})
  void howLongResultsAreKept(int days) throws IOException {
    file(ONE_APP.replace("t }", "t, keep-results: " + days + " }"));
    assertThat(read(Map.of()).apps().getFirst().resultsKept()).contains(Duration.ofDays(days));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "0", "29", "3651", "30.5", "730d", "forever", "\"730\""})
  void whatIsNoNumberOfDays(String value) throws IOException {
    file(ONE_APP.replace("t }", "t, keep-results: " + value + " }"));
    var found = mistakes(Map.of());
    assertThat(found).containsOnlyKeys("apps.news.keep-results");
    assertThat(found.get("apps.news.keep-results")).contains("from 30 to 3650", "Leave it out");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "65536", "8080.5", "999999", "http"})
  void whatIsNoPort(String port) throws IOException {
    file(ONE_APP);
    assertThat(mistakes(Map.of("PORT", port))).containsOnlyKeys("PORT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "webexapis.com",
        "http://webexapis.com",
        "https://",
        "https://webexapis.com/v1",
        "https://webexapis.com/v1/",
        "https://user:canary@webexapis.com",
        "https://webexapis.com?x=y",
        "https://webexapis.com#x",
        "ftp://localhost",
        "https://a b"
      })
  void whatIsNoPlatform(String url) throws IOException {
    file(ONE_APP);
    var found = mistakes(Map.of("MESSAGING_API_URL", url));
    assertThat(found).containsOnlyKeys("MESSAGING_API_URL");
    assertThat(found.values()).noneMatch(what -> what.contains("canary"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/Hub/{app}/oauth", "ftp://belfry.example.com", "https://", "{app}"})
  void whatIsNoCallback(String template) throws IOException {
    file(ONE_APP);
    assertThat(mistakes(Map.of("OAUTH_CALLBACK_URL_TEMPLATE", template)))
        .containsOnlyKeys("OAUTH_CALLBACK_URL_TEMPLATE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "apps: { news: { bot-token: a }, news: { bot-token: b } } | Duplicate field 'news'",
        "'apps: { news: '                                         | is not valid YAML at line",
        "- a                                                      | must begin with keys",
        "just words                                               | must begin with keys"
      })
  void aFileThatCannotBeReadIsTheOnlyMistake(String yaml, String what) throws IOException {
    file(yaml);
    var found = mistakes(Map.of());
    assertThat(found).as("not that no app is configured").containsOnlyKeys("BELFRY_CONFIG");
    assertThat(found.get("BELFRY_CONFIG")).contains(what);
  }

  @Test
  void aFileThatIsNamedMustBeThere() {
    assertThat(mistakes(Map.of("BELFRY_CONFIG", "other.yaml"))).containsOnlyKeys("BELFRY_CONFIG");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "apps:", "apps: {}", "apps: [news]", "apps: news", "port: 1"})
  void withoutAnAppThereIsNothingToDo(String yaml) throws IOException {
    file(yaml);
    assertThat(mistakes(Map.of())).containsOnlyKeys("apps");
  }

  @Test
  void oneMistakeIsSaidInTheSingular() throws IOException {
    file(ONE_APP);
    assertThatThrownBy(() -> read(Map.of("PORT", "x")))
        .hasMessage(
            "1 mistake in the settings:\n  - PORT: 'x' is no port. Use a number from 0 to 65535.");
  }
}
