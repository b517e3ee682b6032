package belfry.cli.persons;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Hash;
import belfry.base.Secret;
import belfry.cli.FilledDatabase;
import belfry.cli.ProgramTest;
import belfry.cli.settings.Settings;
import belfry.people.directory.DirectorySettings;
import belfry.platform.ids.PlatformId;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.storage.Database;
import belfry.storage.Databases;
import belfry.storage.TestPostgres;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Somebody is forgotten beside a portal that runs, while others write about them, a message goes to
 * them and they are signed in.
 */
@Tag("whole")
@SuppressWarnings("NullAway.Init")
class ForgottenBesidePortalTest extends ProgramTest {
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final String PRIYA = "priya.patel@northwind.example";
  private static final String LARS = "lars.berg@northwind.example";
  private static final String BOT = "Company News";
  private static final String WORDS = "zanzibar";

  private Settings settings;
  private TestPortal portal;
  private Client ana;
  private Client lars;
  private Client maija;
  private String answered = "";

  /** Without a directory: its copies would bring her back, which is said. */
  private void start(Optional<Secret> database) {
    start(database, false);
  }

  private void start(Optional<Secret> database, boolean withDirectory) {
    configure();
    var usual =
        TestPortal.readingAnswers(TestPortal.on(database, TestPortal.settings(simulator)), false);
    settings =
        new Settings(
            usual.integration(),
            usual.platform(),
            usual.host(),
            usual.port(),
            usual.data(),
            usual.databaseUrl(),
            usual.keyFile(),
            usual.proxies(),
            usual.transport(),
            usual.sessions(),
            usual.tuning(),
            usual.apps(),
            withDirectory
                ? usual.directory()
                : new DirectorySettings(Optional.empty(), Optional.empty(), Optional.empty()),
            usual.answers(),
            usual.hooks(),
            usual.metricsToken(),
            usual.draining());
    portal = TestPortal.beside(simulator, settings);
    ana = portal.signedIn("news", TestPortal.ADMIN);
    ana.post("admin/users", Map.of("email", LARS, "role", "sender"));
    lars = portal.signedIn("news", LARS);
    maija = portal.signedIn("news", MAIJA).withHeader("Accept-Language", "de");
    assertThat(maija.get("info").json().at("/user/displayName").asText()).isEqualTo("Maija Salo");
  }

  @AfterEach
  void stopPortal() {
    simulator.faults().set();
    portal.portal().close();
  }

  private static String id() {
    var people = simulator.directory();
    return people.id(people.principalByEmail(MAIJA).orElseThrow());
  }

  private Map<String, Object> list(String desks) {
    var list = ana.bringList("?name=desks.csv", desks.getBytes(StandardCharsets.UTF_8)).json();
    return Map.of("kind", "list", "listId", list.at("/list/id").asText());
  }

  private static Map<String, Object> addressed(String email) {
    return Map.of("kind", "person", "email", email);
  }

  private String draft(Client by, String markdown, Object... audience) {
    var draft = by.post("jobs/edit", Map.of("markdown", markdown, "audience", audience));
    assertThat(draft.status()).as(draft.body()).isEqualTo(201);
    return draft.json().path("id").asText();
  }

  private String sent(Client by, String markdown, Object... audience) {
    var id = draft(by, markdown, audience);
    var answer = by.post("jobs/runNow", Map.of("jobId", id));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return id;
  }

  private static JsonNode finished(Client by, String id) {
    return by.followUntil(
        "jobs/detail/" + id, job -> job.path("state").asText().equals("finished"));
  }

  /** She gets a message with her words in it, answers, is chosen, and is left out of a message. */
  private void fill() {
    finished(
        ana,
        sent(
            ana,
            "Your desk: {{Desk}}",
            list("mail,Desk\n%s,%s\n%s,2\n".formatted(MAIJA, WORDS, PRIYA))));
    answered = simulator.say(MAIJA, BOT, WORDS + " is my answer").id();
    Await.until(() -> ana.get("answers/list").body().contains(WORDS));
    draft(ana, "To her alone", addressed(MAIJA));
    var saved = Map.of("name", "Some", "audience", List.of(addressed(MAIJA), addressed(PRIYA)));
    assertThat(ana.post("user/audiences/save", saved).status()).isEqualTo(200);
    var leftOut =
        draft(ana, "Later: {{Desk}}", list("mail,Desk\n%s,\n%s,2\n".formatted(MAIJA, PRIYA)));
    var at = LocalDateTime.now(ZoneOffset.UTC).plusDays(2).withNano(0).toString();
    var scheduled =
        ana.post(
            "jobs/schedule", Map.of("jobId", leftOut, "at", at.substring(0, 16), "zone", "UTC"));
    assertThat(scheduled.status()).as(scheduled.body()).isEqualTo(200);
  }

  private Ended run(String... command) {
    var environment = new HashMap<String, String>();
    environment.put(
        "BELFRY_DATA",
        (settings.databaseUrl().isPresent() ? directory.resolve("data") : settings.data())
            .toString());
    environment.put("BELFRY_KEY_FILE", settings.keyFile().orElseThrow().toString());
    settings.databaseUrl().ifPresent(one -> environment.put("DATABASE_URL", one.reveal()));
    return here(Map.copyOf(environment), command);
  }

  private Database open() {
    return Databases.open(settings.databaseUrl(), settings.data());
  }

  /** In which columns she stands, but for the trail. */
  private static Set<String> told(Database database) {
    var canaries = canaries(database);
    var told = new TreeSet<String>();
    FilledDatabase.everything(database)
        .forEach((column, values) -> {
          var all = String.join("\n", values).toLowerCase(Locale.ROOT);
          if (!column.startsWith("audit.") && canaries.stream().anyMatch(all::contains)) {
            told.add(column);
          }
        });
    return told;
  }

  private static Set<String> canaries(Database database) {
    var people = simulator.directory();
    var canaries = new TreeSet<String>();
    for (var canary :
        List.of(
            MAIJA,
            "maija salo",
            WORDS,
            id(),
            people.uuid(people.principalByEmail(MAIJA).orElseThrow()).toString())) {
      canaries.add(canary.toLowerCase(Locale.ROOT));
    }
    // Whoever knows her can make this again.
    database.read(handle ->
        handle.createQuery("SELECT salt FROM job_promise").mapTo(String.class).stream()
            .map(salt -> Hash.sha256(salt + PlatformId.key(id())).substring(0, 11))
            .map(digest -> digest.toLowerCase(Locale.ROOT))
            .map(canaries::add)
            .count());
    return canaries;
  }

  private static long left(Database database) {
    return database.read(handle ->
        handle.createQuery("SELECT SUM(others) FROM job_promise").mapTo(Long.class).one());
  }

  /** An author who changes a message to her and somebody else all the time. */
  private final class Editing implements AutoCloseable {
    final String job = draft(lars, "Version 0", addressed(MAIJA), addressed(PRIYA));
    final AtomicInteger version = new AtomicInteger();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Thread thread = Thread.ofVirtual().start(this::edit);

    private void edit() {
      while (!isOver.get()) {
        var job = lars.get("jobs/detail/" + this.job).json();
        var isChosen = job.path("audience").toString().contains("Maija");
        var answer =
            lars.post(
                "jobs/edit",
                Map.of(
                    "jobId",
                    this.job,
                    "revision",
                    job.path("revision").asLong(),
                    "markdown",
                    "Version " + (version.get() + 1),
                    "audience",
                    isChosen
                        ? List.of(
                            Map.of("kind", "person", "id", id(), "name", "Maija Salo"),
                            addressed(PRIYA))
                        : List.of(addressed(PRIYA))));
        assertThat(answer.status()).as(answer.body()).isIn(200, 409);
        if (answer.status() == 200) {
          version.incrementAndGet();
        }
        // Her page asks as well.
        maija.withHeader("Accept-Language", version.get() % 2 == 0 ? "de" : "es").get("info");
      }
    }

    @Override
    public void close() {
      isOver.set(true);
      Await.until(() -> !thread.isAlive());
    }
  }

  @Test
  void besideAPortalOnPostgresNothingIsLeftOfThemAndItGoesOn() throws Exception {
    start(Optional.of(TestPostgres.freshDatabase()));
    fill();
    try (var database = open()) {
      assertThat(told(database))
          .contains(
              "recipient.target",
              "recipient.personal",
              "answer.text",
              "job.audience",
              "audience.choices",
              "list_row.email",
              "session.person",
              "person_language.person",
              "job_promise.left_out");
      var promised = left(database);

      // Not while a message is being sent to her; it says which.
      simulator.faults().set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(503)).to(MAIJA));
      var sending = sent(ana, "In the middle of it", addressed(MAIJA));
      ana.followUntil(
          "jobs/detail/" + sending, job -> job.path("state").asText().equals("sending"));
      assertThat(run("forget-person", MAIJA).err())
          .startsWith("A message to them, or to people who are not listed yet, is being sent")
          .contains(sending);
      simulator.faults().set();
      finished(ana, sending);

      Ended ended;
      Editing editing;
      try (var edits = new Editing()) {
        editing = edits;
        Await.until(() -> edits.version.get() > 2);
        ended = run("forget-person", MAIJA);
        var reached = edits.version.get();
        Await.until(() -> edits.version.get() > reached + 1);
      }
      assertThat(ended.err()).isEmpty();
      assertThat(ended.code()).as(ended.out()).isZero();
      assertThat(told(database)).isEmpty();
      assertThat(left(database)).as("how many are left out").isEqualTo(promised + 1);
      // A table that others used could not be written anew; then it says so.
      Await.until(
          () -> run("forget-person", MAIJA).out(),
          said -> !said.contains("can be read in the files"));
      assertThat(inFiles(database)).isEmpty();

      var edited = lars.get("jobs/detail/" + editing.job).json();
      assertThat(edited.path("markdown").asText()).isEqualTo("Version " + editing.version.get());
      assertThat(edited.path("audience").toString()).contains(PRIYA);
      assertThat(maija.get("info").json().has("user")).isFalse();
      goesOn(database);
    }
  }

  /** The directory brings her back; a digest of her id, which names nobody, says who stays out. */
  @Test
  void whoeverWasLeftOutOfWhatIsScheduledStaysLeftOut() {
    start(Optional.of(TestPostgres.freshDatabase()), true);
    var all =
        Await.until(
            () -> ana.get("user/groups/find?q=All").json().at("/items/0/id").asText(),
            found -> !found.isEmpty());
    var form =
        Map.of(
            "markdown",
            "To all but her",
            "audience",
            List.of(Map.of("kind", "group", "id", all)),
            "except",
            List.of(Map.of("kind", "person", "id", id(), "name", "Maija Salo")));
    var job = ana.post("jobs/edit", form).json().path("id").asText();
    var at = LocalDateTime.now(ZoneOffset.UTC).plusSeconds(20).withNano(0).toString();
    var when = Map.<String, Object>of("jobId", job, "at", at, "zone", "UTC");
    var scheduled = ana.post("jobs/schedule", when);
    assertThat(scheduled.status()).as(scheduled.body()).isEqualTo(200);

    var ended = run("forget-person", MAIJA);
    assertThat(ended.out()).as(ended.err()).isNotEmpty();
    assertThat(ana.get("jobs/detail/" + job).body()).doesNotContain("Maija");

    finished(ana, job);
    assertThat(simulator.ledger().entries(Ledger.Query.containing("To all but her")))
        .isNotEmpty()
        .noneMatch(one -> one.recipient().equals(id()));
  }

  /** What she writes from now on is nobody's answer, and leaves nothing of her either. */
  private void goesOn(Database database) {
    simulator.say(MAIJA, BOT, WORDS + " once more");
    simulator.reply(MAIJA, answered, WORDS + " in her thread");
    finished(ana, sent(ana, "The portal goes on", addressed(PRIYA)));
    simulator.say(PRIYA, BOT, "It does");
    Await.until(() -> ana.get("answers/list").body().contains("It does"));
    Await.until(() -> told(database), Set::isEmpty);
    assertThat(ana.get("answers/list").body()).doesNotContain(WORDS);
  }

  /** The canaries that are in its files; the trail stays. */
  private static Set<String> inFiles(Database database) throws Exception {
    var canaries = canaries(database);
    var files =
        database.read(handle -> {
          handle.execute("CHECKPOINT");
          return handle
              .createQuery(
                  """
                  SELECT relname, current_setting('data_directory') || '/' || pg_relation_filepath(oid) AS path
                  FROM pg_class
                  WHERE relkind IN ('r', 'i', 't') AND relfilenode <> 0 AND relname NOT LIKE 'audit%'
                    AND relname <> 'pg_statistic'
                  """)
              .map((row, _) -> Map.entry(row.getString("relname"), Path.of(row.getString("path"))))
              .list();
        });
    assertThat(files).isNotEmpty();
    var found = new TreeSet<String>();
    // The planner's samples of the trail are in the same file as all others.
    database.read(handle ->
        handle
            .createQuery(
                """
                SELECT tablename || '.' || attname AS name,
                  LOWER(COALESCE(most_common_vals::text, '') || COALESCE(histogram_bounds::text, '')) AS said
                FROM pg_stats WHERE schemaname = current_schema() AND tablename <> 'audit'
                """)
            .map((row, _) -> Map.entry(row.getString("name"), row.getString("said")))
            .filter(one -> canaries.stream().anyMatch(one.getValue()::contains))
            .map(one -> found.add("sample of " + one.getKey()))
            .list());
    for (var file : files) {
      var text =
          Files.readString(file.getValue(), StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
      canaries.stream()
          .filter(text::contains)
          .forEach(one -> found.add(file.getKey() + ": " + one));
    }
    return found;
  }

  @Test
  void besideAPortalOnSqliteNobodyIsForgottenAndItGoesOn() {
    start(Optional.empty());
    fill();

    var refused = run("forget-person", MAIJA);

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .startsWith("BELFRY_DATA: another Belfry (process ")
        .contains("Stop it");
    assertThat(maija.get("info").json().has("user")).isTrue();
    finished(ana, sent(ana, "The portal goes on", addressed(MAIJA)));

    portal.portal().close();
    var ended = run("forget-person", MAIJA);
    assertThat(ended.err()).isEmpty();
    assertThat(ended.code()).isZero();
    try (var database = open()) {
      assertThat(told(database)).isEmpty();
    }

    portal = TestPortal.beside(simulator, settings);
    assertThat(maija.get("info").json().has("user")).isFalse();
    simulator.say(MAIJA, BOT, WORDS + " once more");
    simulator.say(PRIYA, BOT, "It does");
    Await.until(() -> ana.get("answers/list").body().contains("It does"));
    // Hers is heard of at the same time, and may be worked off after it.
    Await.until(() -> settledAsNoAnswer() > 0);
    portal.portal().close();
    try (var database = open()) {
      assertThat(told(database)).isEmpty();
    }
  }

  private long settledAsNoAnswer() {
    return Jdbi.create(portal.databaseAddress())
        .withHandle(handle ->
            handle
                .createQuery(
                    "SELECT COUNT(*) FROM answer_event WHERE due IS NULL AND outcome = 'no_announcement'")
                .mapTo(Long.class)
                .one());
  }
}
