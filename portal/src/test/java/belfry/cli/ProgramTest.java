package belfry.cli;

import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program as operators start it, beside one simulator for a class. A process of its own costs a
 * second or two, so only what is about the process has one; other commands run in this one.
 */
public abstract class ProgramTest {
  public static final String CLIENT_SECRET = "canary-client-secret";
  public static Simulator simulator;

  @TempDir public Path directory;

  public record Ended(int code, String out, String err) {}

  @BeforeAll
  static void start() {
    simulator = Simulator.start(SimulatorSettings.defaults().withPeople(1_000));
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  /** In this process; not for {@code serve}, which takes it over. */
  public Ended here(Map<String, String> environment, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    var code =
        new Main(environment, directory)
            .commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new Ended(code, out.toString(), err.toString());
  }

  /** In a process of its own. */
  public Ended belfry(Map<String, String> environment, String... arguments) throws Exception {
    var out = directory.resolve("out");
    var err = directory.resolve("err");
    var process =
        Program.of(directory, environment, arguments)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    var code = process.waitFor();
    return new Ended(code, Files.readString(out), Files.readString(err));
  }

  public void configure() {
    try {
      Files.writeString(
          directory.resolve("belfry.yaml"),
          """
          messaging-api-url: %s
          messaging-integration-client-id: C1
          messaging-integration-client-secret: %s
          oauth-callback-url-template: http://localhost:8080/Hub/{app}/oauth
          belfry-trusted-proxies: 10.0.0.0/8 ::1
          apps:
            news: { title: Company News, bot-token: "%s", admins: [ana.lopez@northwind.example] }
          """
              .formatted(simulator.address(), CLIENT_SECRET, simulator.botToken(0)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
