package belfry.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import belfry.base.Time;
import belfry.cli.settings.Settings;
import belfry.cli.settings.SettingsReader;
import belfry.cli.settings.Simulated;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;

/**
 * Runs through a portal's first minute once, beside a simulated platform, and ends. Meanwhile Java
 * records what it loads, so that later starts can reuse it (the AOT cache).
 */
@Command(
    name = "rehearse",
    hidden = true,
    description =
        "Starts, sends one message in a simulation, and ends. Used to build Java's AOT cache.")
final class RehearseCommand implements Callable<Integer> {
  private static final int PEOPLE = 40;
  private static final String ID = "\"id\":\"([^\"]+)\"";
  private static final int LOOKS = 600;

  private final List<String> cookies = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    var data = Files.createTempDirectory("belfry-rehearsal-");
    try (var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(PEOPLE))) {
      var settings = settings(simulator, data);
      // The first start makes the database; most find one.
      Portal.start(settings, Time.system()).close();
      run(simulator, settings);
    } finally {
      sweep(data);
    }
    return 0;
  }

  private void run(Simulator simulator, Settings settings)
      throws IOException, InterruptedException {
    try (var portal = Portal.start(settings, Time.system())) {
      var base = "http://127.0.0.1:" + portal.port();
      ask(base + "/status", "");
      ask(base + "/Hub/news/sendMessage.html", "");
      var code =
          simulator.authorizationCode(
              Simulated.ADMIN, Simulated.callback(0, "news"), "spark:people_read");
      ask(base + "/Hub/news/oauth?code=" + code, "");
      ask(base + "/Hub/news/info", "");
      var group = awaited(base + "/Hub/news/user/groups/list", ID);
      var draft =
          ask(
              base + "/Hub/news/jobs/edit",
              "{\"markdown\":\"Good **morning**\",\"audience\":[{\"kind\":\"group\",\"id\":\"%s\"}]}"
                  .formatted(group));
      var job = first(draft, ID);
      ask(base + "/Hub/news/jobs/runNow", "{\"jobId\":\"%s\"}".formatted(job));
      awaited(base + "/Hub/news/jobs/detail/" + job, "\"state\":\"(finished)\"");
      ask(base + "/Hub/news/jobs/list/all", "");
      ask(base + "/Hub/news/jobs/recipients/" + job, "");
    }
  }

  /** Read in the same way as in production, so that reading them is rehearsed too. */
  private static Settings settings(Simulator simulator, Path data) throws IOException {
    Files.writeString(
        data.resolve("belfry.yaml"),
        """
        apps:
          news:
            title: Company news
            bot-token: "%s"
            admins: [%s]
        directory:
          refresh-token: "%s"
        """
            .formatted(simulator.botToken(0), Simulated.ADMIN, simulator.directoryRefreshToken()));
    return SettingsReader.read(
        Map.of(
            "PORT", "0",
            "MESSAGING_API_URL", simulator.address().toString(),
            "MESSAGING_INTEGRATION_CLIENT_ID", simulator.clientId(),
            "MESSAGING_INTEGRATION_CLIENT_SECRET", simulator.clientSecret(),
            "OAUTH_CALLBACK_URL_TEMPLATE", Simulated.callback(0, "{app}")),
        data);
  }

  /** What the portal has to fetch or to do first is asked for again. */
  private String awaited(String address, String pattern) throws IOException, InterruptedException {
    var time = Time.system();
    for (var look = 0; look < LOOKS; look++) {
      var found = first(ask(address, ""), pattern);
      if (!found.isEmpty()) {
        return found;
      }
      time.sleep(Duration.ofMillis(100));
    }
    throw new IOException(address + " did not say in time: " + pattern);
  }

  private String ask(String address, String body) throws IOException {
    var connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty("Cookie", String.join("; ", cookies));
    if (!body.isEmpty()) {
      connection.setRequestMethod("POST");
      connection.setRequestProperty("Content-Type", "application/json");
      connection.setDoOutput(true);
      try (var out = connection.getOutputStream()) {
        out.write(body.getBytes(UTF_8));
      }
    }
    if (connection.getResponseCode() >= 400) {
      throw new IOException(address + " answered " + connection.getResponseCode());
    }
    connection
        .getHeaderFields()
        .getOrDefault("Set-Cookie", List.of())
        .forEach(line -> cookies.add(line.replaceFirst(";.*", "")));
    try (var in = connection.getInputStream()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static String first(String text, String pattern) {
    var found = Pattern.compile(pattern).matcher(text);
    return found.find() ? found.group(1) : "";
  }

  private static void sweep(Path data) throws IOException {
    try (var files = Files.walk(data)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
