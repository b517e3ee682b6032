package belfry.bench.site;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The packaged portal as a child process that is started, killed and stopped again and again. */
public final class PortalProcess implements AutoCloseable {
  /** Only one that hangs takes so long, however many start at once. */
  public static final Duration READY_WITHIN = Duration.ofMinutes(5);

  /** Given to every node. */
  private static final String METRICS_TOKEN = "metrics-token-of-trials";

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration SHORT_PATIENCE = Duration.ofSeconds(2);

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Map<String, String> environment;
  private final Path log;
  private final int port = Ports.free();
  private Optional<Path> other = Optional.empty();
  private Optional<ChildProcess> process = Optional.empty();

  /** Starts nothing yet; the child's output goes to {@code log}. */
  public PortalProcess(Map<String, String> environment, Path log) {
    this.environment = new HashMap<>(environment);
    this.log = log;
  }

  /** From its next start on, it reads answers; the platform can reach it, or cannot. */
  public void readAnswers(boolean reachable) {
    environment.put("BELFRY_ANSWERS", "read");
    if (reachable) {
      environment.put("PUBLIC_URL", address().toString());
    }
  }

  /** From its next start on it has this setting. */
  public void set(String name, String value) {
    environment.put(name, value);
  }

  /** From its next start on it is the program of another build: see {@link Program#programIn}. */
  public void use(Path build) {
    other = Optional.of(build);
  }

  /** From its next start on it is the program of this build. */
  public void useThis() {
    other = Optional.empty();
  }

  private List<String> command(String... arguments) {
    return other
        .map(build -> Program.commandOf(build, arguments))
        .orElseGet(() -> Program.command(arguments));
  }

  /** Runs another command of the program with the same settings; its exit code. */
  public int run(Duration longest, String... command) {
    try (var child = ChildProcess.start(command(command), environment, log)) {
      return child.awaitEnd(longest);
    }
  }

  public URI address() {
    return URI.create("http://localhost:" + port);
  }

  public int port() {
    return port;
  }

  public Path log() {
    return log;
  }

  /** How often it has logged something with these words, over all its starts. */
  public long logged(String words) {
    try (var lines = Files.lines(log)) {
      return lines.filter(line -> line.contains(words)).count();
    } catch (IOException e) {
      throw new TrialException("the log cannot be read: " + log, e);
    }
  }

  /** Starts it and returns when it answers. */
  public void start() {
    launch();
    awaitReady();
  }

  /** Starts it and returns at once. */
  public void launch() {
    process = Optional.of(ChildProcess.start(command("serve"), settings(), log));
  }

  /** The same, but {@linkplain ChildProcess#startApart apart}. */
  public void launchApart() {
    process = Optional.of(ChildProcess.startApart(List.of(), command("serve"), settings(), log));
  }

  private Map<String, String> settings() {
    var all = new HashMap<>(environment);
    all.put("PORT", Integer.toString(port));
    all.put("BELFRY_METRICS_TOKEN", METRICS_TOKEN);
    all.putIfAbsent("OAUTH_CALLBACK_URL_TEMPLATE", address() + "/Hub/{app}/oauth");
    return all;
  }

  private void awaitReady() {
    var ready =
        Pauses.until(
            () -> {
              if (!isAlive()) {
                throw new TrialException("the program ended by itself; see " + log);
              }
              return status() == 200;
            },
            READY_WITHIN);
    if (!ready) {
      throw new TrialException(
          "the program did not answer within " + READY_WITHIN.toSeconds() + " s; see " + log);
    }
  }

  /** What {@code GET /status} answers with; 0 when nothing answers. */
  public int status() {
    return askStatus().map(HttpResponse::statusCode).orElse(0);
  }

  /** Whether it sends for any app. */
  public boolean ownsLane() {
    return askStatus()
        .filter(answer -> answer.body().contains(" are sent from here"))
        .filter(answer -> !answer.body().contains("\"0 of "))
        .isPresent();
  }

  /** What it answers with a 200; empty if it answers anything else, or nothing soon. */
  public Optional<String> answer(String path) {
    return answer(address().resolve(path));
  }

  /** The same for whatever is at this address, like a proxy before it. */
  public static Optional<String> answer(URI address) {
    return ask(address, SHORT_PATIENCE)
        .filter(answer -> answer.statusCode() == 200)
        .map(HttpResponse::body);
  }

  /** What {@code GET /metrics} gives. */
  public String metrics() {
    return ask(address().resolve("/metrics"), PATIENCE)
        .filter(answer -> answer.statusCode() == 200)
        .map(HttpResponse::body)
        .orElseThrow(() -> new TrialException("there are no metrics"));
  }

  private Optional<HttpResponse<String>> askStatus() {
    return ask(address().resolve("/status"), PATIENCE);
  }

  private static Optional<HttpResponse<String>> ask(URI address, Duration patience) {
    var ask =
        HttpRequest.newBuilder(address)
            .header("Authorization", "Bearer " + METRICS_TOKEN)
            .timeout(patience)
            .build();
    try {
      return Optional.of(HTTP.send(ask, BodyHandlers.ofString()));
    } catch (IOException _) {
      return Optional.empty();
    } catch (InterruptedException e) {
      throw new TrialException("interrupted", e);
    }
  }

  public boolean isAlive() {
    return process.filter(ChildProcess::isAlive).isPresent();
  }

  /** The running child. */
  public ChildProcess process() {
    return process.orElseThrow(() -> new TrialException("the program was not started yet"));
  }

  /** {@code kill -9}. */
  public void kill() {
    process().kill();
  }

  /** {@code SIGTERM}; how long it took to end. */
  public Duration stop() {
    return process().stop();
  }

  @Override
  public void close() {
    process.ifPresent(ChildProcess::close);
  }
}
