package belfry.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.settings.Settings;
import belfry.simulator.Simulator;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The program as operators start it, from this build's classes, with their environment only. */
public final class Program {
  private static final String SETTINGS = "(BELFRY|OAUTH|MESSAGING)_.*|PORT|HOST|DATABASE_URL";

  private Program() {}

  public static ProcessBuilder of(
      Path directory, Map<String, String> environment, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // A program that ends within a second gains nothing from C2.
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", classPath(), "belfry.cli.Main"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.matches(SETTINGS));
    builder.environment().putAll(environment);
    return builder;
  }

  /** Without what only tests have, above all their way of logging. */
  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.endsWith("test-classes"))
        .collect(joining(File.pathSeparator));
  }

  /** Serves the app "news" with these settings, and is ready. */
  static Process serving(Path directory, Simulator simulator, Settings settings) throws Exception {
    Files.writeString(
        directory.resolve("belfry.yaml"),
        """
        apps:
          news: { title: Company News, bot-token: "%s", admins: [%s] }
        """
            .formatted(simulator.botToken(0), TestPortal.ADMIN));
    var environment = new HashMap<String, String>();
    environment.put("BELFRY_DATA", settings.data().toString());
    environment.put("BELFRY_TRIAL_SPEED", "20");
    environment.put("BELFRY_WEBHOOK_NETWORKS", "127.0.0.0/8");
    environment.put("PORT", Integer.toString(settings.port()));
    environment.put("MESSAGING_API_URL", simulator.address().toString());
    environment.put("MESSAGING_INTEGRATION_CLIENT_ID", simulator.clientId());
    environment.put("MESSAGING_INTEGRATION_CLIENT_SECRET", simulator.clientSecret());
    environment.put(
        "OAUTH_CALLBACK_URL_TEMPLATE", settings.integration().callbackTemplate().orElseThrow());
    settings.databaseUrl().ifPresent(url -> environment.put("DATABASE_URL", url.reveal()));
    settings.keyFile().ifPresent(file -> environment.put("BELFRY_KEY_FILE", file.toString()));
    var log = Files.createTempFile(directory, "log", "");
    var process =
        of(directory, environment, "serve")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    awaitReady(process, log);
    return process;
  }

  /** Until it says in its log that it is. */
  static void awaitReady(Process process, Path log) throws IOException, InterruptedException {
    try (var reader = Files.newBufferedReader(log)) {
      while (process.isAlive()) {
        var line = reader.readLine();
        if (line == null) {
          process.waitFor(20, TimeUnit.MILLISECONDS);
        } else if (line.contains("is ready at")) {
          return;
        }
      }
    }
    throw new AssertionError("it ended early: " + Files.readString(log));
  }

  /** Ana, at what is served with these settings. */
  static Client signedIn(Simulator simulator, Settings settings) {
    var client = new Client(URI.create("http://localhost:" + settings.port()), "news");
    var callback = "http://localhost:" + settings.port() + "/Hub/news/oauth";
    var code = simulator.authorizationCode(TestPortal.ADMIN, callback, "spark:people_read");
    assertThat(client.get("oauth?code=" + code).status()).isEqualTo(301);
    return client;
  }
}
