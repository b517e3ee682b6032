package belfry.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./belfry} says in a clone on a machine without a JDK. */
@Tag("whole")
class LauncherTest {
  /** Only Maven and the packaging call them. */
  private static final Set<String> OF_THE_BUILD = Set.of("rehearse", "papers");

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path directory;

  /** Nothing is found there but what the script itself needs, so that it installs nothing. */
  @BeforeEach
  void withoutJdk() throws Exception {
    var launcher = Files.readString(ROOT.resolve("belfry"));
    Files.writeString(
        directory.resolve("belfry"), launcher.replace("/usr/lib/jvm/*", directory + "/none"));
    Files.copy(ROOT.resolve("pom.xml"), directory.resolve("pom.xml"));
    var tools = Files.createDirectories(directory.resolve("bin"));
    for (var tool : Set.of("cat", "dirname", "head", "id", "readlink", "sed", "uname")) {
      var script = tools.resolve(tool);
      Files.writeString(script, "#!/bin/sh\nexec %s \"$@\"\n".formatted(found(tool)));
      assertThat(script.toFile().setExecutable(true)).isTrue();
    }
  }

  private static Path found(String tool) {
    return Files.exists(Path.of("/usr/bin", tool))
        ? Path.of("/usr/bin", tool)
        : Path.of("/bin", tool);
  }

  private String said(String command) throws Exception {
    var builder =
        new ProcessBuilder("/bin/bash", directory.resolve("belfry").toString(), command)
            .redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(Map.of("PATH", directory.resolve("bin").toString()));
    var process = builder.start();
    var out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(out).isNotZero();
    return out;
  }

  @Test
  void whateverTheProgramDoesNeedsOnlyTheArchive() throws Exception {
    var commands =
        new TreeSet<>(new Main(Map.of(), directory).commandLine().getSubcommands().keySet());
    commands.remove("help");
    commands.removeAll(OF_THE_BUILD);
    commands.add("simulator");

    for (var command : commands) {
      assertThat(said(command))
          .as(command)
          .contains("has its own Java")
          .endsWith("run ./belfry %s in it%n".formatted(command));
    }
    assertThat(said("build")).contains("no JDK 25 was found");
    assertThat(said("nonsense")).contains("there is no command 'nonsense'");
  }

  @Test
  void itsHelpNamesEachCommand() throws Exception {
    var help = Files.readString(ROOT.resolve("belfry"));
    assertThat(new Main(Map.of(), directory).commandLine().getSubcommands().keySet())
        .filteredOn(command -> !command.equals("help") && !OF_THE_BUILD.contains(command))
        .allSatisfy(command -> assertThat(help).contains("\n  " + command + " "));
  }

  @Test
  void itsHelpOfTheDemoNamesEachOption() throws Exception {
    var help = Files.readString(ROOT.resolve("belfry"));
    var demo =
        requireNonNull(new Main(Map.of(), directory).commandLine().getSubcommands().get("demo"));
    assertThat(demo.getCommandSpec().options())
        .filteredOn(option -> !option.usageHelp() && !option.versionHelp())
        .allSatisfy(option -> assertThat(help).contains("\n  " + option.longestName() + " "));
  }

  /** What Maven would be asked for, by a launcher that finds a JDK, a browser and a Maven here. */
  private String askedOfMaven(String... words) throws Exception {
    for (var test :
        List.of(
            "portal/src/test/java/a/LaneTest",
            "portal/src/test/java/a/LooksIT",
            "standin/src/test/java/a/WorldTest")) {
      var file = directory.resolve(test + ".java");
      Files.createDirectories(file.getParent());
      Files.writeString(file, "");
    }
    Files.createDirectories(directory.resolve("simulator/src/test"));
    Files.createDirectories(directory.resolve("jdk/bin"));
    Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
    for (var program : List.of("jdk/bin/javac", "bin/mvn")) {
      Files.writeString(directory.resolve(program), "#!/bin/sh\necho \"asked: $*\"\n");
      assertThat(directory.resolve(program).toFile().setExecutable(true)).isTrue();
    }
    var command = new ArrayList<>(List.of("/bin/bash", directory + "/belfry", "test"));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "PATH",
                directory.resolve("bin") + ":/usr/bin:/bin",
                "JAVA_HOME",
                directory.resolve("jdk").toString(),
                "BELFRY_CHROMIUM",
                "/bin/true"));
    var process = builder.start();
    var out = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return out;
  }

  @Test
  void oneTestRunsAlone() throws Exception {
    assertThat(askedOfMaven("--only", "LaneTest#waits"))
        .containsOnlyOnce("asked:")
        .contains(" test -pl simulator,portal -Dtest=LaneTest#waits ")
        .doesNotContain("verify");
    assertThat(askedOfMaven("--only", "LooksIT", "-Dx=y"))
        .containsOnlyOnce("asked:")
        .contains(" verify -pl simulator,portal -Dit.test=LooksIT -Dtest=none ")
        .contains(" -Dx=y");
    assertThat(askedOfMaven("--only", "WorldTest")).contains(" test -pl standin -Dtest=WorldTest ");
    assertThat(askedOfMaven("--only", "NoSuchTest"))
        .contains("there is no test 'NoSuchTest'")
        .doesNotContain("asked:");
    assertThat(askedOfMaven("--only")).contains("--only needs the name of a test");
  }

  @Test
  void oneStoryOfTheSimulationRunsAlone() throws Exception {
    var story = "SimulationTest#noSeedLosesDoublesOrStrandsAMessage";
    assertThat(Class.forName("belfry.delivery.lane.SimulationTest").getDeclaredMethods())
        .extracting(method -> "SimulationTest#" + method.getName())
        .contains(story);
    Files.createDirectories(directory.resolve("portal/src/test/java/a"));
    Files.writeString(directory.resolve("portal/src/test/java/a/SimulationTest.java"), "");

    assertThat(askedOfMaven("--seed", "417"))
        .containsOnlyOnce("asked:")
        .contains(" test -pl simulator,portal -Dtest=" + story + " ")
        .contains(" -Dbelfry.seed=417");
    assertThat(askedOfMaven("--seed")).contains("--seed needs a number");
    assertThat(askedOfMaven("--seed", "abc"))
        .contains("--seed needs a number, which 'abc' is not")
        .doesNotContain("asked:");
  }
}
