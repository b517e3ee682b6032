package belfry.cli.checks;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.ProgramTest;
import belfry.cli.settings.SettingsReader;
import belfry.storage.TestPostgres;
import belfry.testing.Await;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code check} says of the settings, and of what they lead to. */
@Tag("whole")
class CheckCommandTest extends ProgramTest {
  @Test
  void checkPrintsWhatIsInForceWithoutItsSecretsAndTriesIt() throws Exception {
    configure();

    var ended = here(Map.of("OAUTH_STATE", "required"), "check");

    assertThat(ended.code()).as(ended.toString()).isZero();
    assertThat(ended.err()).isEmpty();
    var lines = ended.out().lines().map(line -> line.replaceAll(" +", " ")).toList();
    assertThat(lines)
        .contains(
            "MESSAGING_INTEGRATION_CLIENT_ID C1",
            "MESSAGING_INTEGRATION_CLIENT_SECRET ***",
            "OAUTH_CALLBACK_URL_TEMPLATE http://localhost:8080/Hub/{app}/oauth",
            "OAUTH_STATE required",
            "PORT 8080",
            "DATABASE_URL not set: SQLite in BELFRY_DATA",
            "BELFRY_KEY_FILE not set: keys are kept in BELFRY_DATA/keys",
            "BELFRY_TRUSTED_PROXIES 10.0.0.0/8, 0:0:0:0:0:0:0:1",
            "BELFRY_TRIAL_SPEED 1",
            "directory.refresh-token not set",
            "apps.news.title Company News",
            "apps.news.bot-token ***",
            "apps.news.admins ana.lopez@northwind.example",
            "keys ok",
            "All checks passed.");
    assertThat(lines).anyMatch(line -> line.startsWith("database ok, "));
    assertThat(lines).anyMatch(line -> line.startsWith("bot of news ok, "));
    for (var name : SettingsReader.NAMES.keySet()) {
      assertThat(lines).as(name).anyMatch(line -> line.startsWith(name + " "));
    }
    assertThat(ended.out()).doesNotContain(CLIENT_SECRET, simulator.botToken(0));
  }

  @Test
  void checkAndDoctorNameAVariableThatIsMisspelt() throws Exception {
    configure();
    Files.writeString(
        directory.resolve("belfry.yaml"), "host: ${BELFRY_OF_OURS}\n", StandardOpenOption.APPEND);
    var environment = Map.of("BELFRY_METRICS_TOKN", "secret", "BELFRY_OF_OURS", "127.0.0.1");
    var words =
        "BELFRY_METRICS_TOKN is in the environment, and there is no such setting: it changes nothing. Write BELFRY_METRICS_TOKEN if you mean that.";

    var checked = here(environment, "check");
    var examined = here(environment, "doctor");

    assertThat(checked.code()).as(checked.toString()).isZero();
    assertThat(checked.out())
        .contains("\n" + words + "\n")
        .doesNotContain("BELFRY_OF_OURS")
        .endsWith("All checks passed.\n");
    assertThat(examined.out()).containsPattern("settings +CAREFUL\\. " + words);
  }

  /** As {@code BELFRY_METRICS_TOKEN_FILE=<(…)} does. */
  @Test
  void aFileThatIsAPipeIsReadOnce() throws Exception {
    configure();
    var pipe = directory.resolve("token");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      var checked =
          threads.submit(() -> here(Map.of("BELFRY_METRICS_TOKEN_FILE", pipe.toString()), "check"));
      Files.writeString(pipe, "0123456789abcdef");
      try {
        Await.until(checked::isDone);
      } finally {
        if (!checked.isDone()) {
          Files.writeString(pipe, "0123456789abcdef");
        }
      }
      assertThat(checked.get().code()).as(checked.get().toString()).isZero();
    }
  }

  @Test
  void checkNamesWhatDoesNotWork() throws Exception {
    configure();
    Files.writeString(directory.resolve("bad.keys"), "k1:short");

    var ended =
        here(Map.of("MESSAGING_API_URL", deadEnd(), "BELFRY_KEY_FILE", "bad.keys"), "check");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out())
        .containsPattern("database +ok, ")
        .containsPattern("keys +FAILED\\. BELFRY_KEY_FILE: in ")
        .containsPattern("bot of news +FAILED\\. ")
        .endsWith("Something needs attention, see above.\n");
  }

  @Test
  void checkSaysWhatTheDatabaseCouldForget() throws Exception {
    configure();
    Files.writeString(directory.resolve("belfry.keys"), "k1:" + "A".repeat(43) + "=\n");
    var url = TestPostgres.freshDatabase().reveal();

    var ended = here(Map.of("DATABASE_URL", url, "BELFRY_KEY_FILE", "belfry.keys"), "check");

    assertThat(ended.code()).as("it is as the operator wants it").isZero();
    assertThat(ended.out())
        .containsPattern("database +CAREFUL\\. PostgreSQL runs with fsync = off")
        .endsWith("Everything works, but some data could be lost, see above.\n");
  }

  @ParameterizedTest
  @CsvSource({"true, 0, ok", "false, 1, FAILED. directory.refresh-token was declined"})
  void checkTriesTheDirectoryWhereThereIsOne(boolean works, int code, String said)
      throws Exception {
    configure();
    var token = works ? simulator.directoryRefreshToken() : "of-another-client";
    Files.writeString(
        directory.resolve("belfry.yaml"),
        """
        directory: { client-id: "%s", client-secret: "%s", refresh-token: "%s" }
        """
            .formatted(simulator.clientId(), simulator.clientSecret(), token),
        StandardOpenOption.APPEND);

    var ended = here(Map.of(), "check");

    assertThat(ended.code()).as(ended.toString()).isEqualTo(code);
    assertThat(ended.out().lines().map(line -> line.replaceAll(" +", " ")).toList())
        .anyMatch(line -> line.startsWith("directory " + said));
    assertThat(ended.out()).doesNotContain(token);
  }

  private static String deadEnd() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return "http://127.0.0.1:" + socket.getLocalPort();
    }
  }
}
