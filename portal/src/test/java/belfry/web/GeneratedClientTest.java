package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Client;
import belfry.testing.TestPortal;
import belfry.testing.WinterDay;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The client that openapi-generator makes of docs/api/openapi.yaml, compiled and used by a script
 * ({@code src/test/client}) with an API token: what such clients cannot read is wrong there.
 */
@Tag("whole")
class GeneratedClientTest {
  private static final Path GENERATED = Path.of("target/client/src/main/java");
  private static final Path LIST = Path.of("target/client/.openapi-generator/FILES");
  private static final Path SCRIPT = Path.of("src/test/client");

  /** What it is made of; the configuration of the generator and its version are in the poms. */
  private static final List<Path> SOURCES =
      List.of(Path.of("../docs/api/openapi.yaml"), Path.of("pom.xml"), Path.of("../pom.xml"));

  private static final String LARS = "lars.berg@northwind.example";

  @TempDir private static Path directory;
  private static TestPortal portal;
  private static Client ana;
  private static URLClassLoader classes;
  private static Object script;

  @BeforeAll
  static void compile() throws Exception {
    isOfNow();
    compile(directory);
    classes = new URLClassLoader(new URL[] {directory.toUri().toURL()});
    portal = TestPortal.start();
    ana = portal.signedIn("news", TestPortal.ADMIN);
    var wish = Map.of("name", "scripts", "days", 1, "scopes", List.of("read", "send"));
    var token = ana.post("tokens", wish).json().path("secret").asText();
    script =
        classes
            .loadClass("scripts.Script")
            .getConstructor(String.class, String.class)
            .newInstance(portal.address().toString(), token);
  }

  /** A quick build makes no client, and an earlier one says nothing of what is there now. */
  private static void isOfNow() throws IOException {
    var how =
        "target/client is missing or made before %s was changed: build without -Dbelfry.quick";
    for (var source : SOURCES) {
      assertThat(LIST).as(how, source).exists();
      assertThat(Files.getLastModifiedTime(source))
          .as(how, source)
          .isLessThanOrEqualTo(Files.getLastModifiedTime(LIST));
    }
  }

  private static void compile(Path into) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        var generated = Files.walk(GENERATED);
        var written = Files.walk(SCRIPT)) {
      var sources =
          Stream.concat(generated, written)
              .filter(one -> one.toString().endsWith(".java"))
              .toList();
      var said = new StringWriter();
      var options =
          List.of(
              "-nowarn",
              "-proc:none",
              "-d",
              into.toString(),
              "-classpath",
              System.getProperty("java.class.path"));
      var done =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(done).as(said.toString()).isTrue();
    }
  }

  @AfterAll
  static void close() throws IOException {
    portal.close();
    classes.close();
  }

  private static Object ask(String method, Object... arguments) throws Exception {
    var found =
        Arrays.stream(script.getClass().getMethods())
            .filter(one -> one.getName().equals(method))
            .findFirst()
            .orElseThrow();
    try {
      return Objects.requireNonNull(found.invoke(script, arguments));
    } catch (InvocationTargetException e) {
      throw new AssertionError(method + " failed", e.getCause());
    }
  }

  @Test
  void itReadsWhatIsThere() throws Exception {
    assertThat(ask("look")).isEqualTo(List.of("Company News", "All staff"));
  }

  @Test
  void itDraftsSchedulesAndCancels() throws Exception {
    assertThat(ask("plan", LARS, WinterDay.at("09:00")))
        .isEqualTo(
            Map.of(
                "once", "true",
                "found", "From a generated client",
                "people", "1",
                "scheduled", "scheduled " + WinterDay.at("08:00:00Z"),
                "cancelled", "draft 0"));
  }

  @Test
  void itSendsAFileAndReadsTheResults() throws Exception {
    var file = Files.writeString(directory.resolve("plan.txt"), "The plan").toFile();
    var job = (String) ask("send", LARS, file);
    ana.followUntil("jobs/detail/" + job, one -> one.path("state").asText().equals("finished"));
    assertThat(ask("results", job)).isEqualTo(List.of("finished", "Done", "1", "sent", LARS));
  }

  @Test
  void itReadsProblems() throws Exception {
    assertThat(ask("wrong")).isEqualTo(List.of("400", "at", "at.noTime", "soon"));
  }
}
