package belfry.cli.persons;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Secret;
import belfry.people.audience.Audience;
import belfry.people.audience.EarlierRecipients;
import belfry.people.audience.Target;
import belfry.platform.ids.PlatformId;
import belfry.runs.Acknowledgements;
import belfry.runs.RecipientsAgain;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.testing.OnEngines;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code export-person} finds of somebody, and what {@code forget-person} leaves of them. */
@Tag("whole")
@OnEngines
class PersonCommandsTest extends StoredPeopleTest {
  private static final String EMAIL = "maija.salo@northwind.example";
  private static final String LARS = "lars.berg@northwind.example";

  private String id = "";

  @Override
  void fill(Database database) {
    id = idAtWebex(EMAIL);
    ROWS.forEach(sql -> write(database, sql));
  }

  /** Where it says {@code maija} alone, her id is meant. */
  private void write(Database database, String sql) {
    var meant = sql.replace("'maija'", "'" + id + "'").replace("\"maija\"", "\"" + id + "\"");
    database.write(handle -> handle.execute(meant));
  }

  private static final List<String> ROWS =
      List.of(
          "INSERT INTO person (id, name, name_key, email, searched) VALUES ('maija', 'Maija Salo', 'maija salo', 'maija.salo@northwind.example', 1)",
          "INSERT INTO person (id, name, name_key, email, searched) VALUES ('ana', 'Ana', 'ana', 'ana@northwind.example', 1)",
          "INSERT INTO address (email, person, asked) VALUES ('maija.salo@northwind.example', 'maija', 1)",
          "INSERT INTO people_group (number, id, app, name, name_key, size, generation) VALUES (1, 'g', 'news', 'Harbour', 'harbour', 2, 1)",
          "INSERT INTO group_member (group_number, generation, person) VALUES (1, 1, 'maija'), (1, 1, 'ana')",
          "INSERT INTO list (id, app, person, name, columns, people, size, whole, used) VALUES (1, 'news', 'ana', 'desks.csv', '[]', 1, 1, 1, 1)",
          "INSERT INTO list_row (list, line, email, fields) VALUES (1, 2, 'maija.salo@northwind.example', '{\"Desk\":\"4\"}')",
          """
          INSERT INTO run (id, app, job, kind, planned_at, gate, expanded, markdown, audience,
            on_unknown, started_by, late, notes, created, next_seq, total,
            pending, retry, sending, unknown, held, sent, failed, skipped)
          VALUES (1, 'news', 1, 'job', 1, 'closed', 1, 'Hello', '{"entries":[{"kind":"person","id":"maija","name":"Maija Salo"},{"kind":"person","id":"ana","name":"Ana"}]}',
            'hold', 'ana', 0, '[]', 1, 2, 2, 0, 0, 0, 0, 0, 2, 0, 0)
          """,
          "INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt, message_id, room_id, settled_at) VALUES (1, 0, 'person', 'maija', 'Maija Salo', 'maija salo', 'maija.salo@northwind.example', 'sent', 1, 'm1', 'r1', 5)",
          "INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt, message_id, room_id, settled_at) VALUES (1, 1, 'person', 'ana', 'Ana', 'ana', '', 'sent', 1, 'm2', 'r2', 5)",
          """
          INSERT INTO answer (id, app, kind, source, job, run, recipient, person, person_key, name,
            name_key, email, text, inputs, files, readable, written, received)
          VALUES (1, 'news', 'written', 's1', 1, 1, 0, 'maija', 'maija', 'Maija Salo', 'maija salo',
            'maija.salo@northwind.example', 'I am ill', '', 0, 1, 6, 7)
          """,
          "INSERT INTO person_language (person, language) VALUES ('maija', 'de'), ('ana', 'es')",
          "UPDATE audit_head SET seq = 1, signature = 'x'",
          """
          INSERT INTO audit (seq, at, app, actor, action, object, detail, signature)
          VALUES (1, 1, 'news', 'ana', 'answer.reply', '1', 'to maija.salo@northwind.example', 'x')
          """);

  /** Every text that is stored anywhere but in the trail. */
  private List<String> everything() {
    var all = new ArrayList<String>();
    try (var database = open()) {
      for (var table :
          List.of(
              "person",
              "address",
              "group_member",
              "list_row",
              "run",
              "recipient",
              "answer",
              "job",
              "reply",
              "answer_event",
              "audience",
              "person_word")) {
        database.read(handle ->
            handle.createQuery("SELECT * FROM " + table).mapToMap().stream()
                .map(row -> table + row)
                .map(all::add)
                .count());
      }
    }
    return all;
  }

  private boolean isAboutHer(String row) {
    return row.contains(id) || row.toLowerCase(Locale.ROOT).contains("maija");
  }

  @Test
  void everythingOfAPersonIsExported() throws IOException {
    var file = directory.resolve("maija.json");

    var ended =
        run(
            "export-person",
            "\u00a0%s\u200b".formatted(EMAIL.toUpperCase(Locale.ROOT)),
            file.toString());

    assertThat(ended.err()).isEmpty();
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).contains("  messages: 1\n", "  auditTrail: 1\n");
    assertThat(Files.readString(file))
        .contains("Maija Salo", "Harbour", "desks.csv", "I am ill", "1970-01-01T00:00:00.005Z")
        .doesNotContain("\"m2\"");
    assertThat(run("export-person", "nobody@northwind.example", "x").out())
        .startsWith("Webex finds nobody with this address")
        .endsWith("Nothing is stored about nobody@northwind.example.\n");
  }

  /** It is stored under the id alone. */
  @Test
  void theLanguageInWhichTheBotsWriteToSomebodyIsExportedAndForgotten() throws IOException {
    for (var who : List.of(EMAIL, id)) {
      var file = directory.resolve("language-%d.json".formatted(who.length()));
      assertThat(run("export-person", who, file.toString()).out()).contains("  language: 1\n");
      var language = new ObjectMapper().readTree(file.toFile()).path("language");
      assertThat(language).hasToString("[{\"language\":\"de\"}]");
    }

    assertThat(run("forget-person", EMAIL).code()).isZero();

    try (var database = open()) {
      var left =
          database.read(handle ->
              handle
                  .createQuery("SELECT person || ' ' || language FROM person_language")
                  .mapTo(String.class)
                  .list());
      assertThat(left).containsExactly("ana es");
    }
  }

  /** Of somebody who has only looked at the page once, nothing else is stored. */
  @Test
  void somebodyOfWhomOnlyTheLanguageIsStoredIsExportedAndForgottenToo() {
    var lars = idAtWebex(LARS);
    try (var database = open()) {
      write(
          database,
          "INSERT INTO person_language (person, language) VALUES ('%s', 'es')".formatted(lars));
    }
    var file = directory.resolve("lars.json").toString();
    assertThat(run("export-person", LARS, file).out()).contains("  language: 1\n");

    assertThat(run("forget-person", LARS).out())
        .contains("Sessions, tokens, requests and files: 1\n");

    assertThat(run("export-person", LARS, file + ".2").out()).doesNotContain("language");
  }

  @Test
  void ofAForgottenPersonCountsAndTimesAreLeft() {
    var ended = run("forget-person", EMAIL);

    assertThat(ended.err()).isEmpty();
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).contains("In sendings, without name and address now: 1", "audit trail");
    assertThat(everything())
        .noneMatch(row -> isAboutHer(row))
        .noneMatch(row -> row.contains("I am ill"))
        .anyMatch(row -> row.contains("target=ana"))
        .anyMatch(row -> row.contains("target=forgotten-"));
    try (var database = open()) {
      assertThat(number(database, "SELECT COUNT(*) FROM recipient WHERE state = 'sent'"))
          .isEqualTo(2);
      assertThat(number(database, "SELECT size FROM people_group")).isOne();
      assertThat(number(database, "SELECT COUNT(*) FROM answer WHERE written = 6")).isOne();
      // A further message to the same people goes to those who are left, and only they are waited
      // for.
      var news = new App(new AppName("news"), "News", new Secret("bot"), List.of(), 1);
      for (var who : List.of(Audience.Who.REACHED, Audience.Who.SILENT)) {
        var them = new Audience.Recipients(new JobId(1).toString(), who, "Hello");
        var again = new RecipientsAgain(database);
        assertThat(again.count(news, them)).contains(new EarlierRecipients.Count(1, 0));
        assertThat(again.page(news, them, -1, 9).targets())
            .extracting(Target::id)
            .containsExactly("ana");
      }
      var standing = database.read(handle -> Acknowledgements.standing(handle, new RunId(1)));
      assertThat(standing).isEqualTo(new Acknowledgements.Standing(1, 1, 0));
    }
    assertThat(run("export-person", EMAIL, directory.resolve("left").toString()).out())
        .contains("  auditTrail: 1\n")
        .doesNotContain("messages");
  }

  /** In what Belfry copied no name is anybody else's, but in whom somebody chose it may be. */
  @Test
  void whoeverIsCalledLikeThemStaysChosen() {
    try (var database = open()) {
      write(
          database,
          """
          UPDATE run SET audience = '{"entries":[{"kind":"person","id":"ana","name":"Maija Salo"},{"kind":"list","name":"Maija Salo_2.csv","emails":["ana.maija.salo@northwind.example"]}]}'
          """);
    }

    assertThat(run("forget-person", EMAIL).code()).isZero();

    assertThat(everything())
        .anyMatch(row ->
            row.contains("\"id\":\"ana\",\"name\":\"Maija Salo\"")
                && row.contains("_2.csv\",\"emails\":[\"ana.maija.salo@northwind.example\"]")
                && row.contains("\"name\":\"forgotten-"));
  }

  @Test
  void whoIsNamedInWhatAListSaysOfOthersIsSaidToBeLeftThere() {
    try (var database = open()) {
      write(
          database,
          """
          INSERT INTO list_row (list, line, email, fields)
          VALUES (1, 3, 'ana@northwind.example', '{"Boss":"Maija Salo"}')
          """);
    }

    assertThat(run("forget-person", EMAIL).out())
        .contains("\n    values of the list, news, desks.csv\n");
  }

  /** As if it were killed there: without its head, the trail takes no row. */
  @Test
  void whatWasBrokenOffIsFinishedByTheNextTime() {
    try (var database = open()) {
      database.write(handle -> handle.execute("UPDATE audit_head SET one = 2"));
    }
    assertThat(run("forget-person", EMAIL).code()).isOne();
    try (var database = open()) {
      database.write(handle -> handle.execute("UPDATE audit_head SET one = 1"));
    }

    assertThat(run("forget-person", EMAIL).code()).isZero();

    assertThat(everything()).noneMatch(row -> isAboutHer(row));
    try (var database = open()) {
      assertThat(number(database, "SELECT COUNT(*) FROM audit WHERE action = 'person.forget'"))
          .isOne();
    }
  }

  @Test
  void whoIsUnknownIsSaidToBe() {
    var ended = run("forget-person", "nobody@northwind.example");

    assertThat(ended.code()).isOne();
    assertThat(ended.out())
        .contains("In sendings, without name and address now: 0\n")
        .contains(
            "Webex finds nobody with this address (it looks only within your organization)",
            "Nothing was stored about nobody@northwind.example, but perhaps in the audit trail, which stays.\n");
  }

  private static long number(Database database, String sql) {
    return database.read(handle -> handle.createQuery(sql).mapTo(Long.class).one());
  }

  @Test
  void whoIsStaffOrIsBeingSentToIsNotForgotten() {
    try (var database = open()) {
      write(database, "UPDATE run SET gate = 'open'");
    }
    assertThat(run("forget-person", EMAIL).err())
        .startsWith("A message to them, or to people who are not listed yet, is being sent")
        .contains("(news, message 0000000000001)");
    try (var database = open()) {
      write(database, "UPDATE run SET gate = 'closed'");
      write(
          database,
          "INSERT INTO run (id, app, job, kind, planned_at, gate, expanded, markdown, audience,"
              + " on_unknown, started_by, late, notes, created, next_seq, total, pending, retry,"
              + " sending, unknown, held, sent, failed, skipped) VALUES (2, 'news', 2, 'job', 1,"
              + " 'open', 0, '', '', 'hold', '', 0, '[]', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)");
    }
    assertThat(run("forget-person", EMAIL).err()).contains("(news, message 0000000000002)");
    try (var database = open()) {
      write(
          database,
          "INSERT INTO staff (app, person, name, email, role, added, added_by) VALUES ('news', 'maija', 'M', '', 'sender', 1, '')");
    }
    assertThat(run("forget-person", EMAIL).err()).startsWith("They may send in news.");
    assertThat(run("forget-person", "ana.lopez@northwind.example").err())
        .startsWith("They are an administrator of news in the configuration.");
    assertThat(everything()).anyMatch(row -> row.contains("Maija Salo"));
  }

  /** What most sendings keep: a recipient out of a group has no address. */
  @Test
  void whatIsStoredUnderTheIdAloneIsFoundByTheAddressAndTheOtherWayRound() throws IOException {
    var lars = idAtWebex(LARS);
    try (var database = open()) {
      write(database, "UPDATE recipient SET target = '%s' WHERE target = 'ana'".formatted(lars));
      write(
          database,
          "INSERT INTO list_row (list, line, email, fields) VALUES (1, 3, '%s', '{}')"
              .formatted(LARS));
    }
    var byAddress = run("export-person", LARS, directory.resolve("address").toString());
    assertThat(byAddress.out()).contains("  messages: 1\n", "  lists: 1\n");
    var byId = run("export-person", lars, directory.resolve("id").toString());
    assertThat(byId.out()).contains("  messages: 1\n", "  lists: 1\n");

    assertThat(run("forget-person", LARS).out())
        .contains("In sendings, without name and address now: 1\n");
    assertThat(everything()).noneMatch(row -> row.contains(lars) || row.contains(LARS));
  }

  /** Webex finds nobody by either, but has named whom messages to them reached. */
  @Test
  void whatIsStoredUnderAnotherAddressOfSomebodyOutsideIsFoundAsWell() throws IOException {
    var first = "grace.obi@partner.example";
    var second = "grace@partner.example";
    var grace = idAtWebex(first);
    var rows =
        List.of(
            "INSERT INTO address (email, person, asked) VALUES ('mailto:%1$s', '%3$s', 1), ('mailto:%2$s', '%3$s', 1)",
            "INSERT INTO list_row (list, line, email, fields) VALUES (1, 7, '%1$s', '{}'), (1, 8, '%2$s', '{}')",
            "INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt) VALUES (1, 7, 'person', '%3$s', '', '', '%1$s', 'sent', 1), (1, 8, 'person', 'mailto:%2$s', '%2$s', '%2$s', '%2$s', 'failed', 1)");
    try (var database = open()) {
      for (var sql : rows) {
        write(database, sql.formatted(first, second, grace));
      }
    }
    for (var given : List.of(first, second, grace)) {
      var file = directory.resolve("of" + given.length());
      assertThat(run("export-person", given, file.toString()).out())
          .as(given)
          .contains("  lists: 2\n", "  messages: 2\n");
    }

    assertThat(run("forget-person", second).code()).isZero();

    assertThat(everything())
        .noneMatch(row -> row.contains(first) || row.contains(second) || row.contains(grace));
  }

  /**
   * Nobody knew this id before the message was sent, and only its row knows the address with it.
   */
  @Test
  void whoAcknowledgedUnderAnIdLearnedBySendingIsFoundByTheAddress() throws IOException {
    var address = "grace.obi@partner.example";
    var grace = idAtWebex(address);
    var rows =
        List.of(
            "INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt, followed) VALUES (1, 7, 'person', '%1$s', '', '', '%2$s', 'sent', 1, 'acknowledged')",
            """
            INSERT INTO answer (id, app, kind, source, job, run, recipient, person, person_key, name,
              name_key, email, text, inputs, files, readable, written, received)
            VALUES (2, 'news', 'press', 's2', 1, 1, 7, '%1$s', '%3$s', '', '', '', '', '{"word":"Got it"}', 0, 1, 6, 7)
            """);
    try (var database = open()) {
      for (var sql : rows) {
        write(database, sql.formatted(grace, address, PlatformId.key(grace)));
      }
    }

    var ended = run("export-person", address, directory.resolve("grace").toString());
    assertThat(ended.out()).contains("  answers: 1\n", "  messages: 1\n");

    assertThat(run("forget-person", address).code()).isZero();
    assertThat(everything())
        .noneMatch(row ->
            row.contains(address)
                || row.contains(grace)
                || row.contains(PlatformId.key(grace))
                || row.contains("Got it"));
  }

  @Test
  void withoutWebexNothingIsSaidToBeUnknown() throws IOException {
    var lars = idAtWebex(LARS);
    try (var database = open()) {
      write(database, "UPDATE recipient SET target = '%s' WHERE target = 'ana'".formatted(lars));
    }
    var yaml = Files.readString(directory.resolve("belfry.yaml"));
    Files.writeString(
        directory.resolve("belfry.yaml"),
        yaml.replace(simulator.address().toString(), "http://127.0.0.1:9"));

    for (var command :
        List.of(List.of("export-person", LARS, "x"), List.of("forget-person", LARS))) {
      var refused = run(command.toArray(String[]::new));
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.err())
          .startsWith("Webex could not be asked (")
          .contains(
              "so what is stored under the id cannot be found. Give that too (--also), or"
                  + " --without-webex");
    }
    assertThat(run("export-person", LARS, "x", "--without-webex").out())
        .isEqualTo("Nothing is stored about %s.\n".formatted(LARS));
    assertThat(run("forget-person", LARS, "--also", lars).out())
        .contains("Webex could not be asked about", "without name and address now: 1\n");
  }

  @Test
  void ofTwoPeopleWithOneAddressNeitherIsForgottenForTheOther() {
    try (var database = open()) {
      write(database, "UPDATE person SET email = '%s' WHERE id = 'ana'".formatted(EMAIL));
    }
    var refused = run("forget-person", EMAIL);

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .startsWith(EMAIL + " is or was the address of different people:")
        .contains("  %s Maija Salo, %s".formatted(id, EMAIL), "  ana ")
        .contains("Give the id of the one you mean");
    assertThat(everything()).anyMatch(this::isAboutHer);

    var byId = run("forget-person", "ana");
    assertThat(byId.out()).contains(EMAIL + " was their address, and is or was that of");
    assertThat(everything())
        .noneMatch(row -> row.contains("target=ana"))
        .anyMatch(row -> row.startsWith("list_row") && row.contains(EMAIL))
        .anyMatch(row -> row.startsWith("person{") && row.contains(id));
  }

  @Test
  void theBackupsThatStillHaveThemAreNamed() {
    var backup = directory.resolve("nightly.backup");
    assertThat(run("backup", backup.toString()).code()).isZero();

    assertThat(run("forget-person", EMAIL).out())
        .contains("- backups made before ", "Those noted in BELFRY_DATA:\n")
        .contains(" " + backup + "\n");
  }
}
