package belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.cli.settings.Settings;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.messages.Ledger;
import belfry.storage.TestPostgres;
import belfry.testing.Await;
import belfry.testing.Client;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What programs of earlier commits left behind opens in this one, and their work goes on: see
 * {@code databases/README.md}.
 */
@Tag("whole")
class EarlierDatabasesTest {
  private static final int PEOPLE = 60;

  /** Of those, so many had the message when the earlier program was stopped. */
  private static final int TOLD_BEFORE = 20;

  private final Simulator simulator =
      Simulator.start(SimulatorSettings.defaults().withPeople(PEOPLE));

  private static InputStream kept(String name) throws IOException {
    var file = EarlierDatabasesTest.class.getResourceAsStream("/databases/" + name);
    return new GZIPInputStream(Objects.requireNonNull(file, name));
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 7, 10, 19, 28, 38})
  void onSqlite(int schema) throws IOException {
    var settings = TestPortal.on(Optional.empty(), TestPortal.settings(simulator));
    try (var file = kept("schema-" + schema + ".db.gz")) {
      Files.copy(file, settings.data().resolve("belfry.db"));
    }
    renew(Jdbi.create("jdbc:sqlite:" + settings.data().resolve("belfry.db")));
    opensAndGoesOn(settings);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 7, 10, 19, 28, 38})
  void onPostgres(int schema) throws IOException {
    var url = TestPostgres.emptyDatabase();
    load(url, schema);
    renew(Jdbi.create(url.reveal()));
    opensAndGoesOn(TestPortal.on(Optional.of(url), TestPortal.settings(simulator)));
  }

  /** A change of the schema waits for somebody who uses a table, as a long one takes its time. */
  @Test
  void whileTheSchemaIsChangedItLivesAndIsNotReady() throws Exception {
    var url = TestPostgres.emptyDatabase();
    load(url, 38);
    var settings = TestPortal.on(Optional.of(url), TestPortal.settings(simulator));
    var client = new Client(URI.create("http://localhost:" + settings.port()), "news");
    try (var starting = Executors.newVirtualThreadPerTaskExecutor();
        var other = DriverManager.getConnection(url.reveal())) {
      other.setAutoCommit(false);
      other.createStatement().execute("LOCK TABLE job, run, recipient, lane");
      var start = starting.submit(() -> TestPortal.beside(simulator, settings));

      Await.until(() -> answers(settings.port()));
      assertThat(outside(client, "/status/live").status()).isEqualTo(200);
      var ready = outside(client, "/status/ready");
      assertThat(ready.status()).isEqualTo(503);
      assertThat(ready.json().path("detail").asText()).contains("schema is being brought up");
      var status = outside(client, "/status");
      assertThat(status.status()).isEqualTo(503);
      assertThat(status.json().at("/checks/database/ok").asBoolean()).isFalse();
      assertThat(client.get("info").json().path("type").asText()).isEqualTo("urn:belfry:starting");

      other.rollback();
      try (var portal = start.get()) {
        assertThat(portal.portal().port()).isEqualTo(settings.port());
        assertThat(outside(client, "/status/ready").status()).isEqualTo(200);
      }
    }
  }

  private static boolean answers(int port) {
    try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private static Client.Answer outside(Client client, String path) {
    return client.call("GET", path, Optional.empty());
  }

  private static void load(Secret url, int schema) throws IOException {
    try (var file = kept("schema-" + schema + ".sql.gz")) {
      var script = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      Jdbi.create(url.reveal())
          .useHandle(handle -> {
            try (var statement = handle.getConnection().createStatement()) {
              statement.execute(script);
            }
          });
    } catch (java.sql.SQLException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Takes off what belongs to the day on which it was made. The platform of then permitted two a
   * second, so that the program could be stopped half way; and the copies of the groups, of which
   * there is no directory here, would be too old to be sent to.
   */
  private static void renew(Jdbi database) {
    database.useHandle(handle -> {
      assertThat(handle.execute("UPDATE lane SET pace = ''")).isPositive();
      assertThat(
              handle.execute(
                  "UPDATE people_group SET fetched = ? WHERE fetched > 0",
                  System.currentTimeMillis()))
          .isPositive();
    });
  }

  private void opensAndGoesOn(Settings settings) {
    try (var portal = TestPortal.beside(simulator, settings)) {
      var ana = portal.signedIn("news", TestPortal.ADMIN);
      var half = finished(ana, job(ana, "Half way"));
      assertThat(half.at("/run/counts/total").asInt()).isEqualTo(PEOPLE);
      assertThat(half.at("/run/counts/sent").asInt()).isEqualTo(PEOPLE);
      // Those who were told before were told by a platform that is gone.
      assertThat(told("This one goes on")).isEqualTo(PEOPLE - TOLD_BEFORE);

      var done = job(ana, "Spring cleaning");
      assertThat(done.path("state").asText()).isEqualTo("finished");
      var recipients = ana.get("jobs/recipients/" + done.path("id").asText() + "?limit=200");
      assertThat(recipients.json().path("items"))
          .hasSize(PEOPLE)
          .allMatch(one -> one.path("state").asText().equals("sent"));
      assertThat(told("All of it is")).isZero();

      // Until 2031 comes.
      assertThat(job(ana, "Winter party").path("state").asText()).isIn("scheduled", "missed");

      var draft = job(ana, "A draft of old");
      var id = draft.path("id").asText();
      var edit =
          Map.of(
              "jobId",
              id,
              "revision",
              draft.path("revision").asInt(),
              "markdown",
              "# Written anew\n\nNow.");
      assertThat(ana.post("jobs/edit", edit).status()).isEqualTo(200);
      assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
      assertThat(finished(ana, draft).at("/run/counts/sent").asInt()).isEqualTo(PEOPLE);
      assertThat(told("Written anew")).isEqualTo(PEOPLE);

      var trail = ana.get("admin/trail/verify").json();
      assertThat(trail.path("sound").asBoolean()).as(trail.toString()).isTrue();
    } finally {
      simulator.close();
    }
  }

  private static JsonNode job(Client ana, String title) {
    return ana.get("jobs/list/all?limit=200")
        .json()
        .path("items")
        .valueStream()
        .filter(one -> one.path("title").asText().equals(title))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode finished(Client ana, JsonNode job) {
    return ana.followUntil(
        "jobs/detail/" + job.path("id").asText(),
        one -> one.path("state").asText().equals("finished"));
  }

  private int told(String words) {
    return simulator.ledger().totals(Ledger.Query.containing(words)).messages();
  }
}
