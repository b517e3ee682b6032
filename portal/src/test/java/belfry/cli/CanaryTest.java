package belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.settings.Settings;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.storage.Databases;
import belfry.storage.Keyring;
import belfry.storage.Vault;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every secret that the program meets in a day, and everything it writes: none of the former is in
 * any of the latter, however much it logs.
 */
@Tag("whole")
class CanaryTest {
  @TempDir Path directory;
  private final StringBuilder answers = new StringBuilder();
  private final Map<String, String> secrets = new LinkedHashMap<>();

  @Test
  void noSecretIsLoggedAnsweredOrStoredInTheClear() throws Exception {
    try (var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(1_000))) {
      var settings = TestPortal.settings(simulator);
      var log = directory.resolve("log");
      var process =
          Program.of(directory, environment(simulator, settings), "serve")
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      try {
        Program.awaitReady(process, log);
        useAll(simulator, settings.port());
      } finally {
        process.destroy();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
      }
      configured(simulator, settings);
      kept(settings);

      var logged = Files.readString(log);
      assertThat(logged)
          .contains("is ready at", "the token endpoint answered 400", "Stopping in 1 s", "Stopped");
      assertNone("the log", logged);
      assertThat(answers.toString()).contains("# Canary", "Ana Lopez", "urn:belfry:");
      assertNone("the answers", answers.toString());
      var stored = stored(settings);
      assertThat(stored).contains("# Canary", "Ana Lopez", "k1.");
      assertNone("the database", stored);
    }
  }

  private Map<String, String> environment(Simulator simulator, Settings settings)
      throws IOException {
    Files.writeString(
        directory.resolve("belfry.yaml"),
        """
        apps:
          news: { title: Company News, bot-token: "%s", admins: [%s] }
        directory: { refresh-token: "%s" }
        """
            .formatted(simulator.botToken(0), TestPortal.ADMIN, simulator.directoryRefreshToken()));
    return Map.of(
        "BELFRY_LOG_LEVEL", "TRACE",
        "BELFRY_DATA", settings.data().toString(),
        "BELFRY_TRIAL_SPEED", "20",
        "BELFRY_DRAIN_SECONDS", "1",
        "PORT", Integer.toString(settings.port()),
        "MESSAGING_API_URL", simulator.address().toString(),
        "MESSAGING_INTEGRATION_CLIENT_ID", simulator.clientId(),
        "MESSAGING_INTEGRATION_CLIENT_SECRET", simulator.clientSecret(),
        "OAUTH_PKCE", "true",
        "OAUTH_CALLBACK_URL_TEMPLATE", settings.integration().callbackTemplate().orElseThrow());
  }

  // What is done ------------------------------------------------------------------------------

  private void useAll(Simulator simulator, int port) {
    var client = new Client(URI.create("http://localhost:" + port), "news");
    var callback = "http://localhost:" + port + "/Hub/news/oauth";
    note(client.get("authUrl"));
    var half = client.cookies().entrySet().iterator().next();
    secrets.put("the browser's half of the state", half.getValue());
    note(client.get("oauth?code=canary-code-nobody-issued"));
    secrets.put("a code that was refused", "canary-code-nobody-issued");
    note(client.get("oauth?code=canary-code-2&state=canary-state"));
    secrets.put("a state that was refused", "canary-state");
    var code = simulator.authorizationCode(TestPortal.ADMIN, callback, "spark:people_read");
    secrets.put("the code", code);
    assertThat(note(client.get("oauth?code=" + code)).status()).isEqualTo(301);
    note(client.get("oauth?code=" + code));
    secrets.put("the session", cookie(client, "__Host-Http-belfry"));

    assertThat(note(client.get("user/groups/find?q=crisis")).status()).isEqualTo(200);
    assertThat(note(client.get("user/people/find?q=maija")).status()).isEqualTo(200);
    var job =
        note(client.post(
                "jobs/edit",
                Map.of(
                    "markdown",
                    "# Canary",
                    "audience",
                    List.of(
                        Map.of(
                            "kind", "list", "emails", List.of("maija.salo@northwind.example"))))))
            .json()
            .path("id")
            .asText();
    note(client.post("jobs/runNow", Map.of("jobId", job)));
    var last =
        client.followUntil(
            "jobs/detail/" + job, state -> state.path("state").asText().equals("finished"));
    answers.append(last);
    for (var path :
        List.of(
            "info",
            "jobs/list/all",
            "jobs/detail/" + job,
            "jobs/recipients/" + job,
            "admin/users",
            "sendMessage.html",
            "jobs/detail/none")) {
      note(client.get(path));
    }
    note(client.post("jobs/edit", "{\"markdown\": 1, \"token\": "));
    note(client.call("GET", "/status", Optional.empty()));
    note(client.post("logout", Map.of()));
    note(client.get("admin/users"));
  }

  private Client.Answer note(Client.Answer answer) {
    answers.append(answer.status()).append('\n').append(answer.body()).append('\n');
    answer.raw().headers().map().entrySet().stream()
        .filter(header -> !header.getKey().equalsIgnoreCase("set-cookie"))
        .forEach(answers::append);
    return answer;
  }

  private static String cookie(Client client, String name) {
    return Optional.ofNullable(client.cookies().get(name)).orElseThrow();
  }

  // What is secret ----------------------------------------------------------------------------

  private void configured(Simulator simulator, Settings settings) throws IOException {
    secrets.put("the client secret", simulator.clientSecret());
    secrets.put("the bot's token", simulator.botToken(0));
    secrets.put("the directory's refresh token", simulator.directoryRefreshToken());
    var line = Files.readAllLines(settings.data().resolve("keys/belfry.keys")).getFirst();
    secrets.put("the key", line.substring("k1:".length()));
  }

  /** The platform's tokens, as only the key opens them. */
  private void kept(Settings settings) {
    var vault = new Vault(Keyring.open(Optional.empty(), settings.data(), true));
    try (var database = Databases.open(Optional.empty(), settings.data())) {
      for (var table : Map.of("person_token", "person", "directory_token", "one").entrySet()) {
        for (var column : List.of("access", "refresh")) {
          var place = "%s of %s".formatted(column, table.getKey());
          secrets.put(
              place,
              database.read(handle ->
                  handle
                      .createQuery(
                          "SELECT %s AS row, %s AS sealed FROM %s"
                              .formatted(table.getValue(), column, table.getKey()))
                      .map((row, _) ->
                          vault
                              .open(
                                  row.getString("sealed"),
                                  new Vault.Place(table.getKey(), column, row.getString("row")))
                              .reveal())
                      .one()));
        }
      }
    }
  }

  private static String stored(Settings settings) throws IOException {
    var files = new ArrayList<String>();
    try (var all = Files.walk(settings.data())) {
      for (var file : all.filter(Files::isRegularFile).toList()) {
        if (!file.toString().contains("keys")) {
          files.add(Files.readString(file, StandardCharsets.ISO_8859_1));
        }
      }
    }
    return String.join("\n", files);
  }

  private void assertNone(String where, String text) {
    assertThat(secrets)
        .hasSize(13)
        .allSatisfy((_, secret) -> assertThat(secret).hasSizeGreaterThan(11));
    var found =
        secrets.entrySet().stream()
            .filter(secret -> text.contains(secret.getValue()))
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    assertThat(found).as("found in " + where).isEmpty();
  }
}
