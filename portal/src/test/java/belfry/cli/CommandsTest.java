package belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.Platform;
import belfry.signin.SignIn;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.storage.Database;
import belfry.storage.Databases;
import belfry.storage.Keyring;
import belfry.storage.TestPostgres;
import belfry.storage.Vault;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program as operators start it: a process of its own, its words and its exit code. */
class CommandsTest {
  private static final String CLIENT_SECRET = "canary-client-secret";
  private static Simulator simulator;

  @TempDir Path directory;

  private record Ended(int code, String out, String err) {}

  @BeforeAll
  static void start() {
    simulator = Simulator.start(SimulatorSettings.defaults().withPeople(1_000));
  }

  @AfterAll
  static void stop() {
    simulator.close();
  }

  private Ended belfry(Map<String, String> environment, String... arguments) throws Exception {
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

  private void configure() {
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

  // check -------------------------------------------------------------------------------------

  @Test
  void checkPrintsWhatIsInForceWithoutItsSecretsAndTriesIt() throws Exception {
    configure();

    var ended = belfry(Map.of("OAUTH_STATE", "required"), "check");

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
            "BELFRY_KEY_FILE not set: a key of its own in BELFRY_DATA/keys",
            "BELFRY_TRUSTED_PROXIES 10.0.0.0/8, 0:0:0:0:0:0:0:1",
            "BELFRY_TRIAL_SPEED 1",
            "directory.refresh-token not set",
            "apps.news.title Company News",
            "apps.news.bot-token ***",
            "apps.news.admins ana.lopez@northwind.example",
            "keys ok",
            "All is well.");
    assertThat(lines).anyMatch(line -> line.startsWith("database ok, "));
    assertThat(lines).anyMatch(line -> line.startsWith("bot of news ok, "));
    for (var name : SettingsReader.NAMES.keySet()) {
      assertThat(lines).as(name).anyMatch(line -> line.startsWith(name + " "));
    }
    assertThat(ended.out()).doesNotContain(CLIENT_SECRET, simulator.botToken(0));
  }

  @Test
  void checkNamesWhatDoesNotWork() throws Exception {
    configure();
    Files.writeString(directory.resolve("bad.keys"), "k1:short");

    var ended =
        belfry(Map.of("MESSAGING_API_URL", deadEnd(), "BELFRY_KEY_FILE", "bad.keys"), "check");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out())
        .contains("FAILED. BELFRY_KEY_FILE: in ")
        .containsPattern("bot of news +FAILED\\. ")
        .endsWith("Something needs another look, see above.\n");
  }

  @Test
  void checkSaysWhatTheDatabaseCouldForget() throws Exception {
    configure();
    Files.writeString(directory.resolve("belfry.keys"), "k1:" + "A".repeat(43) + "=\n");
    var url = TestPostgres.freshDatabase().reveal();

    var ended = belfry(Map.of("DATABASE_URL", url, "BELFRY_KEY_FILE", "belfry.keys"), "check");

    assertThat(ended.code()).as("it is as the operator wants it").isZero();
    assertThat(ended.out())
        .containsPattern("database +CAREFUL\\. PostgreSQL runs with fsync = off")
        .endsWith("All works, but something could be lost, see above.\n");
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

    var ended = belfry(Map.of(), "check");

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

  @Test
  void mistakesInTheSettingsAreSaidAndNothingElse() throws Exception {
    Files.writeString(
        directory.resolve("belfry.yaml"),
        "prot: 1\napps: { news: { bot-token: canary-token, hue: x } }");

    for (var command : List.of("check", "serve", "verify-audit", "rotate-keys")) {
      var ended = belfry(Map.of("PORT", "http"), command);

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
    Files.createDirectories(broken.resolve("belfry/delivery"));
    Files.createFile(broken.resolve("belfry/delivery/Ledger$Acquired.class"));
    var builder = Program.of(directory, Map.of("PORT", "0"), "serve");
    var classPath = builder.command().indexOf("-cp") + 1;
    builder
        .command()
        .set(classPath, broken + File.pathSeparator + builder.command().get(classPath));
    var out = directory.resolve("out");

    var process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();

    assertThat(process.waitFor()).isEqualTo(LastWords.STATUS);
    assertThat(Files.readString(out))
        .contains("Belfry ends, because thread lane-news met java.lang.ClassFormatError")
        .contains("Start it again: nothing is lost");
  }

  @Test
  void demoSaysWhatItCannotUseAndNothingElse() throws Exception {
    var foreign = Files.writeString(directory.resolve("mine.txt"), "not the demo's");
    var data = directory.resolve("demo").toString();
    // Nothing follows the last port, so there is no other to take.
    try (var socket = new ServerSocket(65_535)) {
      assertThat(socket.isBound()).isTrue();

      refused("--data: " + directory + " holds something", "--data", directory.toString());
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

  private void refused(String words, String... options) throws Exception {
    var ended =
        belfry(
            Map.of(), Stream.concat(Stream.of("demo"), Stream.of(options)).toArray(String[]::new));

    assertThat(ended.code()).as(ended.toString()).isEqualTo(2);
    assertThat(ended.err())
        .startsWith("1 mistake in the settings:\n  - " + words)
        .doesNotContain("\tat ");
  }

  @Test
  void anUnknownCommandIsAMistakeAndHelpIsNot() throws Exception {
    assertThat(belfry(Map.of(), "serv").code()).isEqualTo(2);
    var help = belfry(Map.of(), "--help");
    assertThat(help.code()).isZero();
    assertThat(help.out()).contains("serve", "check", "demo", "verify-audit", "rotate-keys");
    assertThat(belfry(Map.of(), "--version").out()).startsWith("Belfry ");
  }

  // verify-audit and rotate-keys --------------------------------------------------------------

  /** A portal that was used: Ana has signed in, the directory was read, the trail has rows. */
  private Settings used() {
    var settings = TestPortal.settings(simulator);
    serving(
        settings,
        ana -> {
          assertThat(ana.get("user/groups/find?q=engineering").status()).isEqualTo(200);
          assertThat(
                  ana.post("admin/users", Map.of("email", "maija.salo@northwind.example")).status())
              .isEqualTo(201);
        });
    return settings;
  }

  /** Only the portal is closed after it: the simulator is everybody's. */
  private static void serving(Settings settings, Consumer<Client> asAna) {
    var portal = TestPortal.beside(simulator, settings);
    try {
      asAna.accept(portal.signedIn("news", TestPortal.ADMIN));
    } finally {
      portal.portal().close();
    }
  }

  private Ended belfryIn(Settings settings, String command) throws Exception {
    configure();
    return belfry(Map.of("BELFRY_DATA", settings.data().toString()), command);
  }

  private static void change(Settings settings, String sql) {
    try (var database = open(settings)) {
      assertThat(database.<Integer>write(handle -> handle.execute(sql))).isEqualTo(1);
    }
  }

  private static Database open(Settings settings) {
    return Databases.open(Optional.empty(), settings.data());
  }

  private static List<String> sealed(Settings settings) {
    try (var database = open(settings)) {
      return database.read(handle ->
          handle
              .createQuery(
                  """
                  SELECT access FROM person_token UNION ALL SELECT refresh FROM person_token
                  UNION ALL SELECT access FROM directory_token
                  UNION ALL SELECT refresh FROM directory_token
                  """)
              .mapTo(String.class)
              .list());
    }
  }

  /** With the keys as they are now; she is the only one who has signed in. */
  private static Optional<Secret> tokenOfAna(Settings settings) {
    try (var database = open(settings);
        var platform = new Platform(settings.platform(), Duration.ofSeconds(5), Time.system())) {
      var vault = new Vault(Keyring.open(Optional.empty(), settings.data(), true));
      var ana =
          database.read(handle ->
              handle.createQuery("SELECT person FROM person_token").mapTo(String.class).one());
      return new SignIn(
              settings.integration(), settings.sessions(), platform, database, vault, Time.system())
          .tokens()
          .access(ana);
    }
  }

  @Test
  void verifyAuditFindsTheRowThatWasChanged() throws Exception {
    var settings = used();
    var sound = belfryIn(settings, "verify-audit");
    assertThat(sound.code()).as(sound.toString()).isZero();
    assertThat(sound.out()).matches("All \\d+ rows are sound\\.\n");

    change(settings, "UPDATE audit SET actor = 'somebody else' WHERE seq = 2");

    var broken = belfryIn(settings, "verify-audit");
    assertThat(broken.code()).isEqualTo(1);
    assertThat(broken.out()).isEqualTo("BROKEN after 1 sound rows: row 2 was changed.\n");
  }

  @Test
  void afterARotationTheNewKeyAloneOpensEverySecret() throws Exception {
    var settings = used();
    var keys = settings.data().resolve("keys/belfry.keys");
    assertThat(sealed(settings)).hasSize(4).allMatch(one -> one.startsWith("k1."));

    var ended = belfryIn(settings, "rotate-keys");

    assertThat(ended.code()).as(ended.toString()).isZero();
    assertThat(ended.out()).startsWith("A new key is in force; 2 stored secrets");
    assertThat(sealed(settings)).hasSize(4).allMatch(one -> one.startsWith("k2."));
    assertThat(belfryIn(settings, "verify-audit").code()).as("signed by both keys").isZero();
    Files.write(keys, List.of(Files.readAllLines(keys).getFirst()));
    assertThat(tokenOfAna(settings)).isPresent();
    assertThat(belfryIn(settings, "verify-audit").out())
        .isEqualTo(
            "BROKEN after 0 sound rows: row 1 is signed with the key 'k1', which is not in the key file.\n");
  }

  /** Both have another source: people sign in again, the directory's token is configured. */
  @Test
  void withAnotherKeyThePortalGoesOnWithoutWhatItCannotOpen() throws Exception {
    var settings = used();
    Files.writeString(settings.data().resolve("keys/belfry.keys"), "k1:" + "A".repeat(43) + "=\n");
    assertThat(tokenOfAna(settings)).isEmpty();

    serving(
        settings,
        ana -> {
          assertThat(ana.get("user/groups/find?q=engineering").json().path("items")).isNotEmpty();
          assertThat(ana.get("user/people/find?q=maija").status()).isEqualTo(200);
        });
    assertThat(sealed(settings)).hasSize(4);
  }

  @Test
  void whatAnotherProcessHoldsIsLeftAlone() throws Exception {
    var settings = TestPortal.settings(simulator);
    try (var database = open(settings)) {
      assertThat(database.engine()).isNotEmpty();
      var ended = belfryIn(settings, "rotate-keys");
      assertThat(ended.code()).isEqualTo(2);
      assertThat(ended.err()).startsWith("BELFRY_DATA: another Belfry (process ");
    }
  }
}
