package belfry.cli.persons;

import static belfry.cli.persons.SomebodyEverywhere.EARLIER;
import static belfry.cli.persons.SomebodyEverywhere.EMAIL;
import static belfry.cli.persons.SomebodyEverywhere.NAME;
import static belfry.cli.persons.SomebodyEverywhere.OTHER;
import static belfry.cli.persons.SomebodyEverywhere.OTHER_NAME;
import static belfry.cli.persons.SomebodyEverywhere.WORDS;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.base.Secret;
import belfry.cli.FilledDatabase;
import belfry.jobs.JobErasure;
import belfry.messages.Acknowledgement;
import belfry.messages.CardDesign;
import belfry.messages.MessageText;
import belfry.platform.ids.Forgotten;
import belfry.platform.ids.Identity;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.RecipientErasure;
import belfry.runs.recipients.RecipientRows;
import belfry.storage.Database;
import belfry.storage.StorageException;
import belfry.testing.InterruptedDatabase;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Somebody stands in everything that is stored; then in nothing, not even between the rows. */
@Tag("whole")
abstract class ForgottenContract extends StoredPeopleTest {
  private String id = "";
  private String otherId = "";

  /** The files in which the database has its rows. */
  abstract List<Path> files(Path data, Optional<Secret> url) throws Exception;

  @Override
  void fill(Database database) {
    id = idAtWebex(EMAIL);
    otherId = idAtWebex("lars.berg@northwind.example");
    new SomebodyEverywhere(id, otherId).fill(database);
  }

  final Ended forget() {
    return run("forget-person", EMAIL);
  }

  private String uuid() {
    var people = simulator.directory();
    return people.uuid(people.principalByEmail(EMAIL).orElseThrow()).toString();
  }

  private List<String> canaries() {
    return List.of(
        EMAIL,
        EARLIER,
        NAME.toLowerCase(Locale.ROOT),
        WORDS,
        id.toLowerCase(Locale.ROOT),
        uuid(),
        SomebodyEverywhere.asked(id).toLowerCase(Locale.ROOT),
        SomebodyEverywhere.digest(id).toLowerCase(Locale.ROOT));
  }

  private Set<String> told(Database database) {
    var told = new TreeSet<String>();
    FilledDatabase.everything(database)
        .forEach((column, values) -> {
          var all = String.join("\n", values).toLowerCase(Locale.ROOT);
          if (canaries().stream().anyMatch(all::contains)) {
            told.add(column);
          }
        });
    return told;
  }

  /**
   * What is about nobody, or goes with the row: whoever adds a column says so, or fills it above.
   */
  private static final String ABOUT_NOBODY =
      """
      answer.kind answer.source answer_event.kind answer_event.outcome answer_event.source
      answer_event.source_key answer_watch.secret api_token.last_address api_token.organisation
      api_token.scopes api_token.secret_hash attachment.type attachment_piece.bytes
      audit_head.signature bot.avatar bot.email bot.name bot.person further_bot.avatar further_bot.email further_bot.name further_bot.person claim_code.code_hash
      directory_token.access directory_token.configured_hash directory_token.refresh
      done_request.action done_request.answer done_request.id done_request.object follow_up.gate
      follow_up.kind follow_up.part follow_up_row.state hook.events hook.failure hook.name
      hook.old_secret hook.secret hook.state hook.url hook_message.answer hook_message.body
      hook_message.event hook_told_counts.counts hook_told_page.told job.first_wave job.local_time job.on_unknown job.rule job.skipped
      job.state job.tested job.zone job_news.what lane.bot lane.owner lane.pace lane.trouble
      lane.wanted_by job_promise.content job_promise.salt job_promise.incomplete job_promise.whom people_group.id people_group.parts person_language.language person_token.access person_token.refresh
      read_pace.learned read_pace.resource recipient.bot recipient.followed recipient.kind
      recipient.state reminder.ended reminder.left_out reminder.times run.bot run_lane.bot run.first_wave run.gate run.kind
      run.on_unknown run.wave_state sending_rules.rules session.address session.browser
      session.organisation session.token_hash staff.role used_state.id
      """;

  /** The trail stays, staff is not forgotten, and what names somebody by chance is listed. */
  private static final String STAYS =
      """
      audit.action audit.actor audit.detail audit.object audit.signature audit.through
      staff.person staff.name staff.email
      attachment.name audience.name audience.name_key automatic_reply.markdown people_group.name people_group.name_key template.name_key
      """;

  @Test
  void everyColumnThatCanTellOfSomebodyDoesInTheseTests() {
    try (var database = open()) {
      var silent = FilledDatabase.textColumns(database);
      silent.removeAll(told(database));
      silent.removeIf(column -> column.endsWith(".app"));
      var known = Set.of((ABOUT_NOBODY + STAYS).strip().split("\\s+"));
      assertThat(silent.stream().filter(column -> !known.contains(column)))
          .as("neither filled by SomebodyEverywhere nor named in ABOUT_NOBODY")
          .isEmpty();
      assertThat(known.stream().filter(column -> !silent.contains(column)))
          .as("named above, and tells of somebody or is not there")
          .isEmpty();
    }
  }

  @Test
  void whoIsForgottenByAddressStandsNowhere() throws Exception {
    assertThat(inFiles()).containsAll(canaries());

    var ended = run("forget-person", EMAIL);

    assertThat(ended.err()).isEmpty();
    assertThat(ended.code()).isZero();
    try (var database = open()) {
      assertThat(told(database)).isEmpty();
      assertThat(FilledDatabase.everything(database).toString())
          .contains(OTHER_NAME, OTHER, otherId, SomebodyEverywhere.digest(otherId));
    }
    assertThat(inFiles()).isEmpty();
  }

  @Test
  void whoIsForgottenByIdStandsNowhereEither() throws Exception {
    var ended = run("forget-person", uuid());

    assertThat(ended.err()).isEmpty();
    try (var database = open()) {
      assertThat(told(database)).isEmpty();
    }
    assertThat(inFiles()).isEmpty();
  }

  /** Nobody but them has the first one; the second one goes with a message. */
  @Test
  void whatTheyUploadedAndNeverSentIsDeleted() throws Exception {
    try (var database = open()) {
      for (var file : List.of(71, 72)) {
        FilledDatabase.insert(
            database, "attachment", "id", file, "app", "news", "person", id, "used", 1);
        FilledDatabase.insert(
            database,
            "attachment_piece",
            "attachment",
            file,
            "bytes",
            "file no. %d".formatted(file).getBytes(StandardCharsets.UTF_8));
      }
      FilledDatabase.insert(
          database,
          "job",
          "id",
          72,
          "app",
          "news",
          "state",
          "finished",
          "audience",
          "",
          "attachment",
          72);
    }

    assertThat(forget().err()).isEmpty();

    try (var database = open()) {
      for (var table : List.of("attachment", "attachment_piece")) {
        var key = table.equals("attachment") ? "id" : "attachment";
        List<Long> left =
            database.read(handle ->
                handle
                    .createQuery("SELECT %s FROM %s WHERE %s > 70".formatted(key, table, key))
                    .mapTo(Long.class)
                    .list());
        assertThat(left).as(table).containsExactly(72L);
      }
    }
  }

  /**
   * The first was missed, and one promise of it is set aside; of the second, a series that is over,
   * one time is still held.
   */
  @Test
  void whomExceptNamedStaysLeftOutAsLongAsTheMessageMayGoOut() {
    try (var database = open()) {
      for (var job : List.of(-2, 2, 3)) {
        FilledDatabase.insert(
            database,
            "job_promise",
            "job",
            job,
            "salt",
            SomebodyEverywhere.SALT,
            "left_out",
            "",
            "excepted",
            SomebodyEverywhere.digest(id),
            "incomplete",
            "[]");
      }
      FilledDatabase.insert(
          database, "job", "id", 3, "app", "news", "state", "cancelled", "audience", "");
      FilledDatabase.insert(
          database, "job", "id", 4, "app", "news", "state", "held", "series", 3, "audience", "");
      each(Set.of("job.state"), database, "CASE WHEN id = 2 THEN 'missed' ELSE state END");
    }

    assertThat(forget().err()).isEmpty();

    try (var database = open()) {
      assertThat(told(database)).containsExactly("job_promise.excepted");
      each(Set.of("job.state"), database, "CASE WHEN id = 2 THEN 'draft' ELSE 'cancelled' END");
    }
    assertThat(run("forget-person", EMAIL, "--also", id).code()).isZero();
    try (var database = open()) {
      assertThat(told(database)).isEmpty();
      List<Long> kept =
          database.read(handle ->
              handle
                  .createQuery("SELECT job FROM job_promise WHERE job > 1 ORDER BY job")
                  .mapTo(Long.class)
                  .list());
      assertThat(kept).as("a draft is counted anew").containsExactly(3L);
    }
  }

  /** Of those in HTML, Belfry has made the address out of it, for title and search. */
  @Test
  void inLinksAndHtmlTheirAddressIsFoundTooAndNamedWhereItStays() {
    var forms = List.of("%40", "&#64;", "&#X40;", "&commat;", "%2540", "&#064;", "&#x0040;");
    try (var database = open()) {
      for (var i = 0; i < forms.size(); i++) {
        var address = EMAIL.replace("@", forms.get(i));
        var text =
            "Ask https://x.example/?u=%s.\n%1$s, mailto%%3A%1$s, %%253A%1$s".formatted(address);
        var title = new MessageText(text).title();
        assertThat(title.contains(EMAIL)).as(title).isEqualTo(!forms.get(i).startsWith("%"));
        FilledDatabase.insert(
            database,
            "job",
            "id",
            41 + i,
            "app",
            "news",
            "state",
            i == 3 ? "scheduled" : "finished",
            "title",
            title,
            "search_key",
            title,
            "markdown",
            text,
            "audience",
            "{\"entries\":[]}",
            "author",
            otherId,
            "sender",
            otherId,
            "run",
            1,
            "zone",
            "UTC",
            "on_unknown",
            "hold");
      }
    }

    assertThat(forget().out())
        .contains("%s, news, Ask ".formatted(new JobId(44)))
        .doesNotContain(new JobId(41).toString(), new JobId(42).toString());

    try (var database = open()) {
      List<String> left =
          database.read(handle ->
              handle
                  .createQuery("SELECT markdown || title || search_key FROM job WHERE id > 40")
                  .mapTo(String.class)
                  .list());
      assertThat(left)
          .filteredOn(one -> one.toLowerCase(Locale.ROOT).contains("maija.salo"))
          .hasSize(1)
          .allMatch(one -> one.contains("&commat;"));
    }
  }

  /** By the beginning of an address, or as somebody else calls them. */
  @Test
  void inACardOfATextTheyAreNotCalledAsItsAuthorCalledThem() {
    var text =
        "Thanks to <@personEmail:%s> and <@personId:%s|Majsa \"M\">, **all** of {{Desk}}"
            .formatted(EMAIL, id);
    var design =
        new CardDesign.Simple(
            List.of(new CardDesign.Button("Majsa's page", "https://x.example/maija.salo")),
            Optional.of(new CardDesign.Picture("https://x.example/a.png", "Majsa")));
    var asked = Optional.of(new Acknowledgement("OK", ""));
    var card = Acknowledgement.card(new MessageText(text), Optional.of(design), asked);
    try (var database = open()) {
      database.write(handle ->
          handle.execute(
              "UPDATE run SET markdown = ?, card = ? WHERE id = 1",
              text,
              card.orElseThrow().json()));
    }

    assertThat(forget().err()).isEmpty();

    try (var database = open()) {
      var run =
          database.read(
              handle -> handle.createQuery("SELECT * FROM run WHERE id = 1").mapToMap().one());
      var now = new MessageText(requireNonNull(run.get("markdown")).toString());
      assertThat(now.markdown()).doesNotContain("maija.salo", "Majsa").endsWith("of {{Desk}}");
      assertThat(run.get("card"))
          .isEqualTo(Acknowledgement.card(now, Optional.of(design), asked).orElseThrow().json());
    }
  }

  /**
   * The first was about a message that is over, the others about one that may still go out. The
   * last was not sent, and may be once more.
   */
  @Test
  void inWhatAnAuthorWasToldOfAMessageTheyAreNotNamed() {
    try (var database = open()) {
      var list = "The list “Contacts of " + NAME + ".csv” is gone";
      var told = Map.of(1, "Ask @Majsa", 2, list, 3, list);
      told.forEach((job, words) -> {
        var run = 20 + job;
        FilledDatabase.insert(
            database,
            "run",
            "id",
            run,
            "app",
            "news",
            "job",
            job,
            "kind",
            "reply",
            "notice",
            1,
            "planned_at",
            run,
            "gate",
            "closed",
            "pending",
            0,
            "retry",
            0,
            "sending",
            0,
            "unknown",
            0,
            "held",
            job == 3 ? 1 : 0,
            "failed",
            0,
            "audience",
            "");
        FilledDatabase.insert(
            database,
            "recipient",
            "run",
            run,
            "kind",
            "person",
            "target",
            otherId,
            "state",
            job == 3 ? "held" : "sent",
            "personal",
            "{\"title\":\"%s\"}".formatted(words));
      });
    }

    assertThat(forget().err()).isEmpty();

    try (var database = open()) {
      List<String> words =
          database.read(handle ->
              handle
                  .createQuery("SELECT personal FROM recipient WHERE run > 20 ORDER BY run")
                  .mapTo(String.class)
                  .list());
      assertThat(words).startsWith("{}", "{}").last().asString().contains(NAME);
      each(Set.of("run.held"), database, "0");
    }
    assertThat(run("forget-person", EMAIL, "--also", id).code()).isZero();
    try (var database = open()) {
      assertThat(told(database)).isEmpty();
    }
  }

  @Test
  void inALineOfAListTheirAddressIsFoundHoweverItIsWritten() throws Exception {
    var theirs =
        List.of(
            "Maija;maija.salo @ northwind.example;1",
            "Maija;Maija.Salo(at)northwind.example;1",
            "maija . salo at northwind dot example",
            "Maija\tmaija.salo (at) northwind.example-",
            "maija.virtanen [ät] northwind.example");
    var others =
        List.of(
            "anna-maija.salo @ northwind.example",
            "maija.salonen(at)northwind.example",
            "maija.salo(at)northwind.example.org",
            "Maija Virtanen, Northwind Example",
            "maija.salo (at) southwind.example");
    try (var database = open()) {
      var line = 20;
      for (var said : Stream.concat(theirs.stream(), others.stream()).toList()) {
        FilledDatabase.insert(
            database,
            "list_skipped",
            "list",
            1,
            "line",
            line++,
            "said",
            said,
            "why",
            "{\"code\":\"list.x\",\"template\":\"“{{cell}}”\",\"arguments\":{\"cell\":\"%s\"}}"
                .formatted(said.replace("\t", "\\t")));
      }
    }
    var file = directory.resolve("lines.json");
    assertThat(run("export-person", EMAIL, file.toString()).err()).isEmpty();
    assertThat(new ObjectMapper().readTree(file.toFile()).path("unreadLinesOfLists"))
        .extracting(one -> one.path("line").asInt())
        .containsExactlyInAnyOrder(9, 20, 21, 22, 23, 24);

    assertThat(forget().err()).isEmpty();

    try (var database = open()) {
      var lines = FilledDatabase.everything(database);
      assertThat(lines.get("list_skipped.said")).containsOnlyOnceElementsOf(others);
      for (var column : List.of("list_skipped.said", "list_skipped.why")) {
        assertThat(String.join("\n", requireNonNull(lines.get(column))).replace("\\t", "\t"))
            .contains(others)
            .doesNotContain(theirs);
      }
    }
  }

  /** Which canaries the files have. */
  private Set<String> inFiles() throws Exception {
    var found = new TreeSet<String>();
    for (var file : files(data, url)) {
      var text = Files.readString(file, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
      canaries().stream().filter(text::contains).forEach(found::add);
    }
    return found;
  }

  @Test
  void anExportHasNothingOfAnybodyElse() throws Exception {
    var both = EMAIL + " of " + OTHER;
    try (var database = open()) {
      database.write(handle ->
          handle.execute(
              "UPDATE run SET markdown = ? WHERE id = 1",
              both.replace("@", "%40")
                  + ", mailto%3A"
                  + both.replace("@", "&#64;")
                  + ", mailto%253A"
                  + both.replace("@", "%2540")));
    }
    for (var who : List.of(EMAIL, id, uuid())) {
      var file = directory.resolve("of-%d.json".formatted(who.length()));

      var ended = run("export-person", who, file.toString());

      assertThat(ended.err()).isEmpty();
      assertThat(Files.readString(file))
          .contains(EMAIL, EARLIER, NAME, WORDS, "Harbour", "messagesThatLeaveThemOut")
          .contains(EMAIL.replace("@", "%40"), "mailto%3A" + EMAIL.replace("@", "&#64;"))
          .contains("mailto%253A" + EMAIL.replace("@", "%2540"))
          .doesNotContain(OTHER, OTHER_NAME, otherId, "benjamin", "To Ben")
          .doesNotContain(OTHER.replace("@", "%40"), OTHER.replace("@", "&#64;"))
          .doesNotContain(OTHER.replace("@", "%2540"));
    }
  }

  /** Also that they are named where it is about others, and nothing of what is said there. */
  @Test
  void anExportSaysWhereverForgettingErasesThem() throws Exception {
    try (var database = open()) {
      database.write(handle ->
          handle.execute(
              "UPDATE job SET title = 'Urgent', markdown = '', card = '',"
                  + " acknowledge = '', reference = '' WHERE id = 1"));
    }
    var file = directory.resolve("sendings.json");

    assertThat(run("export-person", EMAIL, file.toString()).err()).isEmpty();

    var record = new ObjectMapper().readTree(file.toFile());
    var sendings =
        record.path("sendingsThatNameThem").valueStream().map(JsonNode::toString).distinct();
    assertThat(sendings)
        .containsExactlyInAnyOrder(
            said("audience", "job", 1),
            said("audience", "reply", 2),
            said("audience", "reply", 3),
            said("audience", "job", 9),
            said("audience", "correction", 1),
            said("audience", "recall", 9),
            said("notes", "job", 1),
            said("notes", "job", 9),
            said("text", "job", 1),
            said("text", "test", 2),
            said("text", "correction", 1),
            said("text", "reminder", 1),
            said("text", "reminder", 2),
            said("recipients", "job", 1),
            said("recipients", "reply", 3),
            said("recipients", "correction", 1));
    assertThat(record.path("messagesThatNameThem").toString()).contains("Urgent");
  }

  private static String said(String what, String kind, long job) {
    return "{\"what\":\"%s\",\"app\":\"news\",\"kind\":\"%s\",\"job\":\"%s\"}"
        .formatted(what, kind, new JobId(job));
  }

  @Test
  void whoeverIsErasedWhileTheirAddressIsLookedUpGetsNone() {
    var run = new RunId(2);
    List<RecipientRows.Numbered> asked;
    try (var database = open()) {
      asked = RecipientRows.withoutAddress(database, run, -1, 10);
      assertThat(asked).hasSize(1);
    }

    forget();

    try (var database = open()) {
      database.write(handle -> RecipientRows.address(handle, run, Map.of(asked.getFirst(), EMAIL)));
      assertThat(told(database)).isEmpty();
      assertThat(RecipientRows.withoutAddress(database, run, -1, 10)).isEmpty();
    }
  }

  /** What a newer version wrote, or is damaged: the row is named, and all others are erased. */
  @Test
  void whatCannotBeReadIsNamedAndAllElseIsErased() throws Exception {
    var damaged =
        Map.of(
            "job.audience", "job 0000000000001 of news",
            "run.audience", "run 0000000000001 of news",
            "follow_up.only_for", "follow up 0000000000001 of news",
            "audience.choices", "audience 0000000000001 of news",
            "list_skipped.why", "skipped of list 0000000000001 of news");
    try (var database = open()) {
      each(damaged.keySet(), database, "'{' || %s");
    }
    var file = directory.resolve("export.json");
    assertThat(run("export-person", EMAIL, file.toString()).err()).isEmpty();
    assertThat(Files.readString(file))
        .contains("(this version of Belfry cannot read it)")
        .doesNotContain(OTHER, OTHER_NAME);

    var ended = forget();

    assertThat(ended.err()).isEmpty();
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out())
        .contains("LEFT, because this version of Belfry cannot read it:\n")
        .contains("Then run: belfry forget-person " + EMAIL + " --also " + EARLIER)
        .contains(" --also " + id);
    damaged.values().forEach(row -> assertThat(ended.out()).contains("- " + row + "\n"));
    try (var database = open()) {
      var left = new TreeSet<>(damaged.keySet());
      left.add("job.search_key");
      assertThat(told(database)).as("in these rows").isEqualTo(left);
      each(damaged.keySet(), database, "SUBSTR(%s, 2)");
    }

    assertThat(run("forget-person", EMAIL, "--also", EARLIER, "--also", id).code()).isZero();
    try (var database = open()) {
      assertThat(told(database)).isEmpty();
    }
  }

  /** Others have called something after them, which is theirs to change. */
  @Test
  void whatIsCalledAfterThemIsNamed() throws Exception {
    try (var database = open()) {
      FilledDatabase.insert(
          database, "hook", "id", 1, "app", "news", "name", "Told to " + NAME, "url", "https://x");
      FilledDatabase.insert(
          database,
          "hook",
          "id",
          2,
          "app",
          "news",
          "name",
          "CRM",
          "url",
          "https://x/?for=" + EMAIL);
      database.write(handle ->
          handle.execute("UPDATE api_token SET name = ? WHERE id = 2", "Script of " + NAME));
      database.write(handle ->
          handle.execute(
              "UPDATE done_request SET id = ? WHERE person = ?", "welcome-" + EMAIL, otherId));
    }

    assertThat(run("forget-person", EMAIL).out())
        .contains("webhook, news, Told to " + NAME, "webhook, news, CRM", "Script of " + NAME)
        .contains("key of a request, news, welcome-" + EMAIL);
  }

  /** What may still be sent stays as it was written. */
  @Test
  void whatIsNotOverAndSpeaksOfThemIsNamed() {
    try (var database = open()) {
      each(Set.of("reminder.ended"), database, "''");
      database.write(
          handle -> handle.execute("UPDATE job SET urgent = ? WHERE id = 2", "For " + EMAIL));
      database.write(
          handle -> handle.execute("UPDATE run SET markdown = ? WHERE id = 9", "Ask " + EMAIL));
      database.write(handle ->
          handle.execute(
              "UPDATE follow_up SET markdown = ?, kind = 'correction' WHERE id = 2", EMAIL));
    }

    assertThat(forget().out())
        .contains("    %s, news, Draft\n".formatted(new JobId(2)))
        .contains("    reminder, news, %s\n".formatted(new JobId(2)))
        .contains("    sending, news, %s\n".formatted(new JobId(9)))
        .contains("    correction, news, %s\n".formatted(new JobId(9)));
  }

  /** Of lists and of earlier recipients, by a message, a saved audience or reminders. */
  @Test
  void valuesAndRepliesThatMayStillBeSentStayAndAreNamed() {
    var list = "{\"entries\":[{\"kind\":\"file\",\"listId\":\"0000000000001\",\"name\":\"l\"}]}";
    var earlier =
        "{\"entries\":[{\"kind\":\"recipients\",\"job\":\"0000000000001\",\"who\":\"REACHED\",\"name\":\"m\"}]}";
    var ask = "Ask " + EMAIL;
    try (var database = open()) {
      database.write(handle -> {
        handle.execute("UPDATE list SET name = 'desks.csv' WHERE id = 1");
        handle.execute("UPDATE automatic_reply SET markdown = ?", ask);
        handle.execute(
            "UPDATE recipient SET personal = '{\"Desk\":\"4\"}' WHERE run = 1 AND seq = 1");
        return handle.execute(
            "UPDATE job SET state = 'scheduled', audience = ? WHERE id = 2", list);
      });
    }

    assertThat(forget().out())
        .contains("values of the list, news, desks.csv\n", "automatic reply, news\n")
        .doesNotContain("values of recipients");
    assertThat(stored()).contains(ask, "x " + EMAIL, "Asked by " + EMAIL).doesNotContain("Boss");

    try (var database = open()) {
      database.write(handle -> {
        handle.execute(
            "UPDATE recipient SET personal = ? WHERE run = 1", "{\"Boss\":\"" + EMAIL + "\"}");
        handle.execute("UPDATE audience SET choices = ?", list);
        return handle.execute("UPDATE job SET audience = ? WHERE id = 2", earlier);
      });
    }
    assertThat(again().out())
        .contains("values of the list", "values of recipients, news, " + new JobId(1));
    assertThat(stored()).contains("Boss", "x " + EMAIL);

    try (var database = open()) {
      database.write(handle -> {
        handle.execute("UPDATE audience SET choices = '{\"entries\":[]}'");
        handle.execute("UPDATE reminder SET ended = '' WHERE job = 1");
        return handle.execute("UPDATE job SET audience = '' WHERE id = 2");
      });
    }
    assertThat(again().out()).contains("values of recipients, news").doesNotContain("of the list");
    assertThat(stored()).contains("Boss").doesNotContain("x " + EMAIL, "Asked by " + EMAIL);

    try (var database = open()) {
      each(Set.of("reminder.ended", "automatic_reply.markdown"), database, "'over'");
    }
    assertThat(again().out()).doesNotContain("values of", "automatic reply");
    assertThat(stored()).doesNotContain("Boss");
  }

  @Test
  void aTestThatIsUnderWayAsNobodyKnowsWhomIsNamed() {
    try (var database = open()) {
      database.write(handle -> handle.execute("UPDATE run SET gate = 'open' WHERE id = 4"));
    }

    assertThat(forget().out()).contains("test under way, perhaps as them, news, ");
    assertThat(stored()).contains(WORDS);

    try (var database = open()) {
      database.write(handle -> handle.execute("UPDATE run SET gate = 'closed' WHERE id = 4"));
    }
    again();
    assertThat(stored()).doesNotContain(WORDS);
  }

  private Ended again() {
    return run("forget-person", EMAIL, "--also", id);
  }

  private String stored() {
    try (var database = open()) {
      return FilledDatabase.everything(database).toString();
    }
  }

  /** Whom it goes to is found out only when these are over. */
  @Test
  void whatWaitsForTheEndOfQuietHoursIsTakenLikeAScheduledMessage() {
    try (var database = open()) {
      database.write(handle -> handle.execute("DELETE FROM recipient WHERE run = 1"));
      database.write(handle ->
          handle.execute("UPDATE run SET gate = 'open', expanded = 0, urgent = 0 WHERE id = 1"));
    }
    assertThat(forget().err()).contains("A message to them", "(news, message 0000000000001)");
    quiet(Duration.ofMinutes(5));
    assertThat(forget().err()).as("nearly over").contains("A message to them");

    quiet(Duration.ofHours(5));
    var ended = forget();
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    try (var database = open()) {
      var audience =
          database.read(handle ->
              handle
                  .createQuery("SELECT audience FROM run WHERE id = 1")
                  .mapTo(String.class)
                  .one());
      assertThat(audience).contains(otherId).doesNotContain(id, EMAIL);
    }
  }

  private void quiet(Duration left) {
    var now = LocalDateTime.now(ZoneOffset.UTC);
    var rules =
        "{\"days\":[%s],\"from\":\"%s\",\"until\":\"%s\",\"zone\":\"UTC\",\"typeAbove\":1000}"
            .formatted(
                Stream.of(DayOfWeek.values())
                    .map("\"%s\""::formatted)
                    .collect(Collectors.joining(",")),
                now.minusHours(1).toLocalTime(),
                now.plus(left).toLocalTime());
    try (var database = open()) {
      database.write(handle -> {
        handle.execute("DELETE FROM sending_rules");
        return handle.execute(
            "INSERT INTO sending_rules (app, revision, rules) VALUES ('news', 1, ?)", rules);
      });
    }
  }

  /** A recall from people of whom it is not known yet who they are may be from them. */
  @Test
  void whatIsRecalledFromNobodyKnowsWhomYetIsWaitedFor() {
    try (var database = open()) {
      database.write(handle -> handle.execute("UPDATE follow_up SET complete = 0 WHERE id = 2"));
    }

    assertThat(forget().err()).contains("A message to them", "(news, message 0000000000009)");
    try (var database = open()) {
      assertThat(told(database)).contains("person.email");
    }
  }

  private static void each(Set<String> columns, Database database, String value) {
    for (var one : columns) {
      var column = one.substring(one.indexOf('.') + 1);
      database.write(handle ->
          handle.execute(
              "UPDATE %s SET %s = %s"
                  .formatted(one.replace("." + column, ""), column, value.formatted(column))));
    }
  }

  /** Its row was not there when the runs were listed, or was closed. */
  @Test
  void aRunThatBeginsInBetweenIsRefusedAndKeepsItsRecipients() {
    var who = Identity.of(List.of(EMAIL, EARLIER), List.of(id), List.of(NAME));
    try (var database = open()) {
      var begun =
          new InterruptedDatabase(
              database,
              () ->
                  database.write(
                      handle -> handle.execute("UPDATE run SET gate = 'open' WHERE id = 1")));

      assertThatThrownBy(
              () -> RecipientErasure.erase(begun, new Forgotten(who, "forgotten-1"), Set.of()))
          .isInstanceOf(StorageException.class)
          .hasMessageStartingWith("A message to them")
          .hasMessageContaining("(news, message 0000000000001)");

      var targets =
          database.read(handle ->
              handle
                  .createQuery("SELECT target FROM recipient WHERE run = 1 ORDER BY seq")
                  .mapTo(String.class)
                  .list());
      assertThat(targets).containsExactly(id, otherId);
    }
  }

  @Test
  void anAuthorsEditInBetweenIsKept() {
    var who = Identity.of(List.of(EMAIL, EARLIER), List.of(id), List.of(NAME));
    try (var database = open()) {
      var edited =
          new InterruptedDatabase(
              database,
              () ->
                  database.write(handle ->
                      handle.execute(
                          "UPDATE job SET revision = revision + 1, audience = REPLACE(audience, '2"
                              + " addresses', 'Edited meanwhile') WHERE id = 2")));

      JobErasure.erase(edited, new Forgotten(who, "forgotten-1"));

      var audience =
          database.read(handle ->
              handle
                  .createQuery("SELECT audience FROM job WHERE id = 2")
                  .mapTo(String.class)
                  .one());
      assertThat(audience).contains("Edited meanwhile", OTHER).doesNotContain(EMAIL, id);
    }
  }
}
