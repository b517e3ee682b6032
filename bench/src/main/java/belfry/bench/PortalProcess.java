package belfry.bench;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The packaged portal as a child process that is started, killed and stopped again and again. */
final class PortalProcess implements AutoCloseable {
  private static final Duration READY_WITHIN = Duration.ofSeconds(60);

  private final Path jar;
  private final Map<String, String> environment;
  private final Path log;
  private final int port = freePort();
  private Optional<Process> process = Optional.empty();

  /** Starts nothing yet; the child's output goes to {@code log}. */
  PortalProcess(Map<String, String> environment, Path log) {
    this.environment = environment;
    this.log = log;
    jar = program();
  }

  /** The program that the build has packaged. */
  static Path program() {
    var here = Path.of("").toAbsolutePath();
    for (var base : List.of(here, here.resolve(".."))) {
      var jar = base.resolve("portal/target/belfry/belfry.jar").normalize();
      if (Files.exists(jar)) {
        return jar;
      }
    }
    throw new TrialException("the program is not packaged yet: run ./belfry build");
  }

  URI address() {
    return URI.create("http://localhost:" + port);
  }

  int port() {
    return port;
  }

  /** Starts it and returns when it answers. */
  void start() {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command = new ArrayList<>(List.of(java, "-Xmx256m", "-jar", jar.toString(), "serve"));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().putAll(environment);
    builder.environment().put("PORT", Integer.toString(port));
    builder.environment().put("OAUTH_CALLBACK_URL_TEMPLATE", address() + "/Hub/{app}/oauth");
    try {
      process = Optional.of(builder.start());
    } catch (IOException e) {
      throw new TrialException("the program cannot be started", e);
    }
    awaitReady();
  }

  private void awaitReady() {
    var until = System.nanoTime() + READY_WITHIN.toNanos();
    var ask =
        HttpRequest.newBuilder(address().resolve("/status")).timeout(Duration.ofSeconds(2)).build();
    try (var http = HttpClient.newHttpClient()) {
      while (System.nanoTime() < until) {
        if (!process.orElseThrow().isAlive()) {
          throw new TrialException("the program ended by itself; see " + log);
        }
        try {
          if (http.send(ask, BodyHandlers.discarding()).statusCode() == 200) {
            return;
          }
        } catch (IOException _) {
          Pauses.of(Duration.ofMillis(20));
        } catch (InterruptedException e) {
          throw new TrialException("interrupted", e);
        }
      }
    }
    throw new TrialException(
        "the program did not answer within " + READY_WITHIN.toSeconds() + " s; see " + log);
  }

  boolean isAlive() {
    return process.filter(Process::isAlive).isPresent();
  }

  long pid() {
    return process.orElseThrow().pid();
  }

  /** {@code kill -9}. */
  void kill() {
    var child = process.orElseThrow();
    child.destroyForcibly();
    awaitEnd(child, Duration.ofSeconds(10));
  }

  /** {@code SIGTERM}; how long it took to end. */
  Duration stop() {
    var child = process.orElseThrow();
    var began = System.nanoTime();
    child.destroy();
    awaitEnd(child, Duration.ofSeconds(60));
    return Duration.ofNanos(System.nanoTime() - began);
  }

  private static void awaitEnd(Process child, Duration longest) {
    try {
      if (!child.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new TrialException("the program did not end within " + longest.toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      throw new TrialException("interrupted", e);
    }
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new TrialException("no free port", e);
    }
  }

  @Override
  public void close() {
    if (isAlive()) {
      kill();
    }
  }
}
