package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import belfry.simulator.messages.Ledger;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The clients that openapi-generator makes of docs/api/openapi.yaml for Python, TypeScript and Go:
 * each is used by a script of its language ({@code src/test/client}) to send a file, send, follow
 * and recall.
 */
@Tag("long")
class GeneratedClientsTest {
  private static final Path GENERATED = Path.of("target/clients").toAbsolutePath();
  private static final Path SCRIPTS = Path.of("src/test/client").toAbsolutePath();
  private static final Path ESBUILD =
      Path.of("target/page/node_modules/esbuild/bin/esbuild").toAbsolutePath();
  private static final Path TSC =
      Path.of("target/page/types/node_modules/typescript/bin/tsc").toAbsolutePath();

  /** A script gives up sooner by itself; a compiler may have to compile its own library first. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final String LARS = "lars.berg@northwind.example";
  private static final String CONTENT = "The plan";

  @TempDir private static Path directory;
  private static TestPortal portal;
  private static String token;
  private static Path file;

  /** What a program printed, and how it ended. */
  private record Ended(int code, String said) {}

  @BeforeAll
  static void start() throws IOException {
    assertThat(GENERATED).as("made with -Dbelfry.long, which --only needs as well").exists();
    assertThat(Files.getLastModifiedTime(GENERATED.resolve("go/api_jobs.go")))
        .as("made before openapi.yaml was changed")
        .isGreaterThanOrEqualTo(Files.getLastModifiedTime(Path.of("../docs/api/openapi.yaml")));
    file = Files.writeString(directory.resolve("plan.txt"), CONTENT);
    portal = TestPortal.start();
    Client ana = portal.signedIn("news", TestPortal.ADMIN);
    var wish = Map.of("name", "scripts", "days", 1, "scopes", List.of("read", "send"));
    token = ana.post("tokens", wish).json().path("secret").asText();
  }

  @AfterAll
  static void close() {
    Optional.ofNullable(portal).ifPresent(TestPortal::close);
  }

  /** Debian 12 has pydantic 1, newer ones pydantic 2: each has a client of its own. */
  @Test
  void inPython() throws Exception {
    var asked = "import dateutil, pydantic, typing_extensions, urllib3; print(pydantic.VERSION)";
    var python =
        Stream.of("/usr/bin/python3", "python3")
            .filter(one -> ran(Map.of(), one, "-c", asked).code == 0)
            .findFirst();
    assumeThat(python)
        .as("Python's client needs Debian's python3-pydantic, python3-urllib3, python3-dateutil")
        .isPresent();
    var version = ran(Map.of(), python.get(), "-c", asked).said.strip();
    var client = GENERATED.resolve(version.startsWith("1.") ? "python-pydantic-1" : "python");
    var environment = Map.of("PYTHONPATH", client.toString(), "PYTHONDONTWRITEBYTECODE", "1");

    sendsFollowsAndRecalls(
        "From Python", environment, python.get(), SCRIPTS + "/python/script.py", file.toString());
  }

  @Test
  void inTypeScript() throws Exception {
    assumeThat(ran(Map.of(), "node", "--version").code)
        .as("TypeScript's client needs Debian's nodejs")
        .isZero();
    assumeThat(TSC).as("./belfry test brings it, with npm").exists();
    var place = Files.createDirectory(directory.resolve("typescript"));
    copied(GENERATED.resolve("typescript"), place.resolve("client"));
    Files.copy(SCRIPTS.resolve("typescript/script.ts"), place.resolve("script.ts"));
    var script = place.resolve("script.ts").toString();
    succeeds(
        Map.of(),
        List.of(
            "node",
            TSC.toString(),
            "--noEmit",
            "--strict",
            "--target",
            "es2022",
            "--module",
            "esnext",
            "--moduleResolution",
            "bundler",
            "--lib",
            "es2022,dom",
            script));
    var made = place.resolve("script.mjs").toString();
    succeeds(
        Map.of(),
        List.of(
            ESBUILD.toString(),
            script,
            "--bundle",
            "--format=esm",
            "--platform=node",
            "--outfile=" + made,
            "--log-level=warning"));

    sendsFollowsAndRecalls("From TypeScript", Map.of(), "node", made, CONTENT);
  }

  /** Without Go's proxy of modules: what it takes of the one package that it needs is little. */
  @Test
  void inGo() throws Exception {
    assumeThat(ran(Map.of(), "go", "version").code)
        .as("Go's client needs Debian's golang-go")
        .isZero();
    var place = directory.resolve("go");
    copied(GENERATED.resolve("go"), place.resolve("src/belfry"));
    copied(SCRIPTS.resolve("go/validator"), place.resolve("src/gopkg.in/validator.v2"));
    var made = place.resolve("script").toString();
    var environment =
        Map.of(
            "GO111MODULE",
            "off",
            "GOPATH",
            place.toString(),
            "GOCACHE",
            place.resolve("cache").toString(),
            "GOTOOLCHAIN",
            "local");
    succeeds(environment, List.of("go", "build", "-o", made, SCRIPTS + "/go/script.go"));

    sendsFollowsAndRecalls("From Go", Map.of(), made, file.toString());
  }

  /** The last argument is the file; before it, the script is told where and who. */
  private static void sendsFollowsAndRecalls(
      String text, Map<String, String> environment, String... command) {
    var whole = new ArrayList<>(List.of(command));
    whole.addAll(whole.size() - 1, List.of(portal.address().toString(), token, LARS));

    assertThat(succeeds(environment, whole).strip().replace(" ", ""))
        .isEqualTo("[true,1,\"recall\",1]");

    var totals = portal.simulator().ledger().totals(Ledger.Query.containing(text));
    assertThat(totals.messages()).isEqualTo(1);
  }

  private static String succeeds(Map<String, String> environment, List<String> command) {
    var ended = ran(environment, command.toArray(String[]::new));
    assertThat(ended.code).as("%s: %s", command, ended.said).isZero();
    return ended.said;
  }

  /** A program that is not there has ended with a code as well. */
  private static Ended ran(Map<String, String> environment, String... command) {
    var builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.redirectErrorStream(true).environment().putAll(environment);
    var output = directory.resolve("said");
    builder.redirectOutput(output.toFile());
    try {
      var process = builder.start();
      try {
        process.getOutputStream().close();
        var ended = process.waitFor(PATIENCE);
        var said = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
        assertThat(ended).as("%s does not end: %s", List.of(command), said).isTrue();
        return new Ended(process.exitValue(), said);
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      return new Ended(127, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void copied(Path from, Path to) throws IOException {
    try (var all = Files.walk(from)) {
      all.filter(Files::isRegularFile)
          .forEach(one -> {
            try {
              var there = to.resolve(from.relativize(one).toString());
              Files.createDirectories(Optional.ofNullable(there.getParent()).orElseThrow());
              Files.copy(one, there, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }
}
