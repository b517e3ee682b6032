package belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Client;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The words and the exit codes of all commands. */
@Tag("whole")
class CommandsTest extends ProgramTest {
  @Test
  void mistakesInTheSettingsAreSaidAndNothingElse() throws Exception {
    Files.writeString(
        directory.resolve("belfry.yaml"),
        "prot: 1\napps: { news: { bot-token: canary-token, hue: x } }");

    for (var command : List.of("check", "doctor", "serve", "verify-audit", "rotate-keys")) {
      var environment = Map.of("PORT", "http");
      var ended =
          command.equals("serve") ? belfry(environment, command) : here(environment, command);

      assertThat(ended.code()).as(command).isEqualTo(2);
      assertThat(ended.out()).as(command).isEmpty();
      assertThat(ended.err())
          .startsWith("3 mistakes in the settings:\n")
          .contains("  - prot: ", "  - PORT: ", "  - apps.news.hue: ")
          .doesNotContain("canary-token", "Exception", "\tat ");
      assertThat(directory.resolve("data")).doesNotExist();
    }
  }

  @Test
  void serveSaysWhenItsPortIsTaken() throws Exception {
    configure();
    try (var socket = new ServerSocket(0)) {
      var port = Integer.toString(socket.getLocalPort());

      var ended = belfry(Map.of("PORT", port), "serve");

      assertThat(ended.code()).isEqualTo(2);
      assertThat(ended.err()).startsWith("PORT: 127.0.0.1:" + port + " cannot be opened");
    }
  }

  /** A class that cannot be read is an Error in the thread that first needs it. */
  @Test
  void anErrorInAThreadEndsTheProcessWithALastLine() throws Exception {
    configure();
    var broken = directory.resolve("broken");
    Files.createDirectories(broken.resolve("belfry/delivery/lane"));
    Files.createFile(broken.resolve("belfry/delivery/lane/Ledger$Acquired.class"));
    var builder = Program.of(directory, Map.of("PORT", "0"), "serve");
    var classPath = builder.command().indexOf("-cp") + 1;
    builder
        .command()
        .set(classPath, broken + File.pathSeparator + builder.command().get(classPath));
    var out = directory.resolve("out");

    var process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();

    assertThat(process.waitFor()).isEqualTo(LastWords.STATUS);
    assertThat(Files.readString(out))
        .contains("Belfry stops because thread lane-news failed with java.lang.ClassFormatError")
        .contains("Start it again: nothing is lost");
  }

  @Test
  void whateverTheUmaskNobodyElseCanReadWhatItMakes() throws Exception {
    configure();
    var data = directory.resolve("data");
    var builder =
        Program.of(directory, Map.of("PORT", "0", "BELFRY_DATA", data.toString()), "serve");
    builder.command().addAll(0, List.of("sh", "-c", "umask 000; exec \"$@\"", "sh"));
    var process = builder.redirectErrorStream(true).start();
    try (var out = process.inputReader()) {
      assertThat(out.lines().anyMatch(line -> line.contains("is ready at"))).isTrue();
      try (var made = Files.walk(data)) {
        assertThat(made)
            .hasSizeGreaterThan(4)
            .allSatisfy(one ->
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)))
                    .as(one.toString())
                    .isEqualTo(Files.isDirectory(one) ? "rwx------" : "rw-------"));
      }
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  @Test
  void aDatabaseThatIsNoneIsNamedWithWhatToDo() throws Exception {
    configure();
    var data = Files.createDirectory(directory.resolve("data"));
    var file = Files.writeString(data.resolve("belfry.db"), "This is no database. ".repeat(500));

    var ended = here(Map.of("BELFRY_DATA", data.toString()), "verify-audit");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .startsWith("BELFRY_DATA: " + file + " is no database of SQLite, or it is damaged (")
        .contains("./belfry restore FILE")
        .hasLineCount(1);
    assertThat(file).content().startsWith("This is no database.");
  }

  @Test
  void serveNamesAVariableThatIsMisspelt() throws Exception {
    configure();
    var environment = Map.of("PORT", "0", "BELFRY_DRAN_SECONDS", "5");
    var process = Program.of(directory, environment, "serve").redirectErrorStream(true).start();
    try (var out = process.inputReader()) {
      assertThat(line(out, "BELFRY_DRAN_SECONDS")).contains("Write BELFRY_DRAIN_SECONDS");
      assertThat(line(out, "is ready at")).isNotEmpty();
    } finally {
      process.destroyForcibly();
      process.waitFor();
    }
  }

  /** For longer than any test, so that it is seen however slow this machine is. */
  @Test
  void askedToStopItIsNotReadyAtOnceAndAnswersUntilTheTimeIsOver() throws Exception {
    configure();
    var environment = Map.of("PORT", "0", "BELFRY_DRAIN_SECONDS", "300");
    var process = Program.of(directory, environment, "serve").redirectErrorStream(true).start();
    try (var out = process.inputReader()) {
      var ready = line(out, "is ready at");
      var client = new Client(URI.create(ready.replaceFirst(".*(http:\\S+)", "$1")), "news");
      assertThat(outside(client, "/status/ready").json().path("ready").asBoolean()).isTrue();

      // Unlike the process itself, this does not close what it writes to.
      process.toHandle().destroy();

      assertThat(line(out, "Stopping in")).contains("Stopping in 300 s: /status/ready says so");
      var told = outside(client, "/status/ready");
      assertThat(told.status()).isEqualTo(503);
      assertThat(told.json().path("detail").asText()).isEqualTo("Belfry is stopping.");
      assertThat(told.raw().headers().firstValue("Connection")).contains("close");
      assertThat(outside(client, "/status/live").status()).isEqualTo(200);
      assertThat(outside(client, "/status").json().path("status").asText()).isEqualTo("ok");
      assertThat(client.get("sendMessage.html").status()).isEqualTo(200);
    } finally {
      process.destroyForcibly();
      process.waitFor();
    }
  }

  private static Client.Answer outside(Client client, String path) {
    return client.call("GET", path, Optional.empty());
  }

  private static String line(BufferedReader out, String words) throws IOException {
    for (var line = out.readLine(); line != null; line = out.readLine()) {
      if (line.contains(words)) {
        return line;
      }
    }
    throw new AssertionError("it ended without saying " + words);
  }

  @Test
  void demoSaysWhatItCannotUseAndNothingElse() throws Exception {
    var foreign = Files.writeString(directory.resolve("mine.txt"), "not the demo's");
    var data = directory.resolve("demo").toString();
    // Nothing follows the last port, so there is no other to take.
    try (var socket = new ServerSocket(65_535)) {
      assertThat(socket.isBound()).isTrue();

      isRefused(
          here(Map.of(), "demo", "--data", directory.toString()),
          "--data: " + directory + " holds something");
      refused("--nodes: several nodes are tried in a clone of the sources", "--nodes", "3");
      refused("--data: " + foreign + " cannot be emptied", "--data", foreign.toString());
      for (var port : List.of("65535", "65536", "-30")) {
        refused(
            "--simulator-port: no port from " + port + " on is free",
            "--data",
            data,
            "--simulator-port",
            port);
      }
    }
    assertThat(foreign).exists();
  }

  private void refused(String words, String... options) {
    isRefused(
        here(Map.of(), Stream.concat(Stream.of("demo"), Stream.of(options)).toArray(String[]::new)),
        words);
  }

  private static void isRefused(Ended ended, String words) {
    assertThat(ended.code()).as(ended.toString()).isEqualTo(2);
    assertThat(ended.err())
        .startsWith("1 mistake in the settings:\n  - " + words)
        .doesNotContain("\tat ");
  }

  @Test
  void anUnknownCommandIsAMistakeAndHelpIsNot() throws Exception {
    assertThat(belfry(Map.of(), "serv").code()).isEqualTo(2);
    var help = here(Map.of(), "--help");
    assertThat(help.code()).isZero();
    assertThat(help.out()).contains("serve", "check", "demo", "verify-audit", "rotate-keys");
    assertThat(here(Map.of(), "check", "--help").code()).isZero();
    assertThat(here(Map.of(), "--version").out()).startsWith("Belfry ");
    for (var command : new Main(Map.of(), directory).commandLine().getSubcommands().keySet()) {
      var one = here(Map.of(), command, "--help");
      assertThat(one.code()).as(command).isZero();
      assertThat(one.out()).as(command).contains("Usage: belfry " + command);
      assertThat(one.err()).as(command).isEmpty();
    }
  }
}
