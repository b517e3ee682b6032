package belfry.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds together what packages say of the program and of each other. Whether they can be installed
 * is tried by {@code ./belfry package --check}.
 */
class PackagesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PARTS = ROOT.resolve("packaging");
  private static final Path DEBIAN = PARTS.resolve("debian");

  /** Read before all settings; no settings of their own. */
  private static final List<String> NO_SETTINGS =
      List.of("BELFRY_CONFIG", "BELFRY_LOG", "BELFRY_LOG_LEVEL", "JAVA_OPTS", "NEWS_BOT_TOKEN");

  @TempDir Path directory;

  private static String read(Path file) throws IOException {
    return Files.readString(file);
  }

  private static List<String> found(String pattern, String text) {
    return Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static Map<String, String> unit() throws IOException {
    return Pattern.compile("^(\\w+)=(.*)$", Pattern.MULTILINE)
        .matcher(read(DEBIAN.resolve("belfry.service")))
        .results()
        .collect(
            Collectors.toMap(
                match -> match.group(1),
                match -> match.group(2),
                (one, other) -> one + " " + other));
  }

  @Test
  void theUnitIsHardened() throws IOException {
    assertThat(unit())
        .containsEntry("User", "belfry")
        .containsEntry("Restart", "always")
        .containsEntry("StateDirectoryMode", "0700")
        .containsEntry("ProtectSystem", "strict")
        .containsEntry("CapabilityBoundingSet", "")
        .containsAllEntriesOf(
            Stream.of(
                    "NoNewPrivileges",
                    "ProtectHome",
                    "PrivateTmp",
                    "PrivateDevices",
                    "PrivateUsers",
                    "ProtectKernelTunables",
                    "ProtectControlGroups",
                    "RestrictNamespaces",
                    "RestrictSUIDSGID",
                    "LockPersonality")
                .collect(Collectors.toMap(name -> name, _ -> "yes")));
  }

  @Test
  void theUnitWaitsAsLongAsStoppingTakes() throws IOException {
    assertThat(Long.parseLong(unit().getOrDefault("TimeoutStopSec", "0")))
        .isGreaterThan(ServeCommand.LONGEST_STOP.toSeconds());
  }

  @Test
  void unitAndCommandUseTheSamePlacesAsThePackage() throws IOException {
    var command = read(DEBIAN.resolve("belfry"));
    for (var setting : unit().getOrDefault("Environment", "").split(" ", -1)) {
      assertThat(command).contains(setting);
    }
    assertThat(unit())
        .containsEntry("ExecStart", "/usr/lib/belfry/belfry serve")
        .containsEntry("EnvironmentFile", "-/etc/belfry/environment");
    assertThat(command).contains("exec /usr/lib/belfry/belfry", "/etc/belfry/environment");
    assertThat(read(PARTS.resolve("package"))).contains("$root/usr/lib/belfry", "$root/etc/belfry");
  }

  @Test
  void eachFileOfTheOperatorIsKept() throws IOException {
    for (var file : read(DEBIAN.resolve("conffiles")).lines().toList()) {
      assertThat(file).startsWith("/etc/belfry/");
      assertThat(DEBIAN.resolve(Path.of(file).getFileName())).isRegularFile();
      assertThat(read(DEBIAN.resolve("postinst"))).contains(file);
    }
  }

  @Test
  void packagesNameSettingsThatThereAre() throws IOException {
    var named = new TreeSet<>(found("^# ([A-Z][A-Z_]+)=", read(DEBIAN.resolve("environment"))));
    named.addAll(found("([A-Z][A-Z_]+)=/", unit().getOrDefault("Environment", "")));
    named.addAll(
        found(
            "([A-Z][A-Z_]+)=",
            found("^ENV (.*)$", read(PARTS.resolve("Containerfile"))).getFirst()));
    named.removeAll(NO_SETTINGS);

    assertThat(named).isNotEmpty().isSubsetOf(SettingsReader.NAMES.keySet());
  }

  @Test
  void theSettingsToBeginWithCanBeRead() throws IOException {
    var yaml =
        read(DEBIAN.resolve("belfry.yaml"))
            .lines()
            .filter(line -> line.matches("# *[a-z-]+:.*"))
            .map(line -> line.substring(2))
            .collect(Collectors.joining("\n"));
    Files.writeString(
        directory.resolve("belfry.yaml"),
        yaml.replace("allowed-orgs: …", "allowed-orgs: " + UUID.randomUUID()).replace("…", "x"));

    var settings = SettingsReader.read(Map.of("NEWS_BOT_TOKEN", "token"), directory);

    assertThat(settings.apps()).hasSize(1);
    assertThat(settings.advice()).isEmpty();
  }

  @Test
  void scriptsAreExecutableAndTheirSyntaxIsRight() throws Exception {
    for (var name :
        List.of(
            "package",
            "check",
            "check-inside",
            "launcher",
            "debian/belfry",
            "debian/postinst",
            "debian/prerm",
            "debian/postrm")) {
      var script = PARTS.resolve(name);
      assertThat(script).isExecutable();
      assertThat(ended("bash", "-n", script.toString())).as(name).isEmpty();
    }
  }

  @Test
  void theCommandExplainsItself() throws Exception {
    assertThat(ended(ROOT.resolve("belfry").toString(), "package", "--help"))
        .startsWith("usage: ./belfry package")
        .contains("--check");
  }

  private static String ended(String... command) throws Exception {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }
}
