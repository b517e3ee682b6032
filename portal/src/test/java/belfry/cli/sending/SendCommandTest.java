package belfry.cli.sending;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.storage.IdempotencyStore;
import belfry.testing.LossyProxy.Fate;
import belfry.testing.TestPortal;
import belfry.testing.WinterDay;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code belfry send}: who gets it, and that it is sent once. */
class SendCommandTest extends SendTest {
  @Test
  void itGoesToPeopleAndGroupsAndIsFollowedToItsEnd() throws IOException {
    Files.writeString(directory.resolve("news.md"), "\uFEFFAlbatross for {{firstName}}");
    var group = group("Albatrosses", LARS);

    var ended =
        send("--to", "group:albatrosses", "--to", ZOE, "--file", "news.md", "--wait", "--json");

    ended(ended, 0);
    assertThat(json(ended).path("outcome").asText()).isEqualTo("well");
    assertThat(json(ended).at("/job/counts/sent").asInt()).isEqualTo(2);
    assertThat(messages("Albatross for ")).isEqualTo(2);
    ended(
        send("--to", "group:" + group, "--markdown", "Albatross, by its id", "--wait"),
        0,
        "1 of 1 sent");
  }

  @Test
  void whoIsMeantIsReadAsItIsSeen() {
    group("Cormorants", LARS);

    ended(
        send(
            "--to",
            "\u200Bgroup:cormorants\u00A0",
            "--to",
            "\u202AZoe <" + ZOE + ">;\u202C",
            "--markdown",
            "Cormorant",
            "--wait"),
        0,
        "2 of 2 sent");
    ended(
        send("--to", LARS + ", " + ZOE, "--markdown", "Cormorant"),
        2,
        "--to: '" + LARS + ", " + ZOE + "' has several addresses. Give each its own option");
    assertThat(messages("Cormorant")).isEqualTo(2);
  }

  @Test
  void aNameThatIsNotClearIsRefusedWithWhatItMayMean() {
    group("Heron", LARS);
    group("HERON North", LARS);
    ended(send("--to", "group:All staff", "--markdown", "Heron", "--dry-run"), 6, "To 1,000");
    group("All staff", LARS);

    ended(send("--to", "group:heron", "--markdown", "Heron", "--dry-run"), 0, "To 1 person");
    ended(
        send("--to", "group:all staff", "--markdown", "Heron"),
        2,
        "--to: 2 are called 'all staff'. Give one by its id:\n  group:",
        "All staff (kept in Belfry, 1 person)",
        "All staff (of the directory, 1,000 people)");
    ended(
        send("--to", ZOE, "--except", "group:heron nor", "--markdown", "Heron"),
        2,
        "--except: nothing is called 'group:heron nor'. Do you mean one of these?\n  group:",
        "HERON North (kept in Belfry, 1 person)");
    ended(
        send("--to", "space:Nowhere at all", "--markdown", "Heron"), 2, "--to: nothing is called");
    ended(send("--to", "Heron", "--markdown", "Heron"), 2, "--to: 'Heron' is none of");
    assertThat(messages("Heron")).isZero();
  }

  /** The id of the group of everybody is a word, which another group may have for its name. */
  @ParameterizedTest
  @ValueSource(strings = {"everyone", "Everyone"})
  void whoCallsAGroupEveryoneIsAskedWhichIsMeant(String name) {
    ended(send("--to", "group:everyone", "--markdown", "Wheatear", "--dry-run"), 6, "To 1,00");
    var group = group(name, LARS);
    try {
      for (var word : List.of("group:everyone", "group:Everyone")) {
        ended(
            send("--to", word, "--markdown", "Wheatear"),
            2,
            "--to: 2 are called '",
            "\n  group:" + group + "   " + name + " (kept in Belfry, 1 person)",
            "\n  everyone   Everyone (of the directory, ");
        ended(
            send("--to", ZOE, "--except", word, "--markdown", "Wheatear"),
            2,
            "--except: 2 are called '");
      }
      ended(
          send("--to", "group:" + group, "--markdown", "Wheatear", "--dry-run"), 0, "To 1 person");
      ended(send("--to", "everyone", "--markdown", "Wheatear", "--dry-run"), 6, "To 1,00");
      assertThat(messages("Wheatear")).isZero();
    } finally {
      ana.post("user/groups/delete", Map.of("groupId", group));
    }
  }

  /** Each step loses its answer in each way once, and nobody gets anything twice. */
  @ParameterizedTest
  @EnumSource(
      value = Fate.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PASSED", "REQUEST_HELD", "ANSWER_HELD"})
  void whateverIsLostItIsSentOnce(Fate fate) throws IOException {
    Files.writeString(directory.resolve("plan.txt"), "The plan");
    var before = jobs();
    var lost = new HashMap<String, AtomicInteger>();
    line.decide(request -> {
      var path = request.replaceFirst("\\?.*", "").replaceFirst(" HTTP.*", "");
      var isFirst = lost.computeIfAbsent(path, _ -> new AtomicInteger()).getAndIncrement() == 0;
      // Each of these waits for a second.
      var fits = fate != Fate.THROTTLED || path.endsWith("runNow");
      return isFirst && fits ? fate : Fate.PASSED;
    });
    var words = "Ibis " + fate;

    var ended =
        send(
            line.address(),
            "--to",
            LARS,
            "--to",
            ZOE,
            "--markdown",
            words,
            "--attach",
            "plan.txt",
            "--wait");

    ended(ended, 0, "2 of 2 sent");
    assertThat(lost.keySet())
        .anyMatch(path -> path.endsWith("jobs/attach"))
        .anyMatch(path -> path.endsWith("jobs/edit"))
        .anyMatch(path -> path.endsWith("jobs/runNow"));
    assertThat(messages(words)).isEqualTo(2);
    assertThat(jobs()).isEqualTo(before + 1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fate.class,
      names = {"ANSWER_LOST", "REQUEST_LOST"})
  void whatWasNeverAnsweredIsSentOnceByTheSameCommandAgain(Fate fate) throws IOException {
    Files.writeString(directory.resolve("plan.txt"), "The plan");
    for (var step : List.of("edit", "attach", "runNow")) {
      line.decide(request -> request.contains("jobs/" + step) ? fate : Fate.PASSED);
      var words = "Crane " + step + " " + fate;
      var command =
          List.of(
              "--to",
              LARS,
              "--markdown",
              words,
              "--attach",
              "plan.txt",
              "--idempotency-key",
              words.replace(' ', '-'),
              "--retry-for",
              "1",
              "--wait");

      var first = send(line.address(), command.toArray(String[]::new));
      ended(first, 5, "--portal " + line.address());
      if (step.equals("runNow")) {
        assertThat(first.err())
            .contains("not known whether", "--idempotency-key " + words.replace(' ', '-'));
      }
      for (var again = 0; again < 2; again++) {
        ended(send(command.toArray(String[]::new)), 0, "1 of 1 sent");
      }
      assertThat(messages(words)).isEqualTo(1);
    }
  }

  @Test
  void aKeyStandsForOneMessage() throws IOException {
    Files.writeString(directory.resolve("plan.txt"), "The plan");
    var command =
        List.of(
            "--to",
            LARS,
            "--markdown",
            "Stork",
            "--attach",
            "plan.txt",
            "--idempotency-key",
            "stork");
    ended(send(command.toArray(String[]::new)), 0, "sendMessage.html#/jobs/");

    ended(
        send("--to", LARS, "--markdown", "Stork 2", "--idempotency-key", "stork"),
        4,
        "--idempotency-key stork: ");
    ended(
        send("--to", ZOE, "--markdown", "Stork", "--idempotency-key", "stork"),
        4,
        "--idempotency-key stork: ");
    Files.writeString(directory.resolve("plan.txt"), "The plam");
    ended(send(command.toArray(String[]::new)), 4, "another file, plan.txt");
    var later = new ArrayList<>(command.subList(0, 4));
    later.addAll(
        List.of(
            "--idempotency-key",
            "stork",
            "--at",
            WinterDay.at("09:00"),
            "--zone",
            "Europe/Madrid"));
    ended(send(later.toArray(String[]::new)), 4, "--idempotency-key stork: ");
    Files.writeString(directory.resolve("plan.txt"), "The plan");
    var last = new ArrayList<>(command);
    last.add("--wait");
    ended(send(last.toArray(String[]::new)), 0, "1 of 1 sent");
    assertThat(messages("Stork")).isEqualTo(1);

    Jdbi.create(portal.databaseAddress())
        .useTransaction(handle -> IdempotencyStore.erase(handle, List.of("somebody-else")));
    ended(
        send(last.toArray(String[]::new)),
        4,
        "--idempotency-key stork: What was asked under this key was erased");
  }

  @Test
  void aDraftThatSomebodyChangedIsLeftAlone() {
    line.decide(request -> request.contains("runNow") ? Fate.REQUEST_LOST : Fate.PASSED);
    var command =
        new String[] {
          "--to", LARS, "--markdown", "Grebe", "--idempotency-key", "grebe", "--retry-for", "1"
        };
    ended(send(line.address(), command), 5);
    var draft = ana.get("jobs/list/drafts?q=grebe").json().at("/items/0").path("id").asText();
    ana.post("jobs/edit", Map.of("jobId", draft, "revision", 1, "markdown", "Grebe, better"));

    ended(send(command), 3, "was changed on the page since", draft);

    ana.post("jobs/delete", Map.of("jobId", draft));
    ended(send(command), 4, "--idempotency-key grebe: its message was deleted");
    assertThat(messages("Grebe")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"now", "later", "with a file"})
  void aDraftThatWasScheduledOnThePageIsLeftToItsTime(String how) throws IOException {
    Files.writeString(directory.resolve("plan.txt"), "The plan");
    var words = "Godwit " + how;
    var command =
        new ArrayList<>(
            List.of("--to", LARS, "--to", "nobody.at.all@northwind.example", "--markdown", words));
    command.addAll(List.of("--idempotency-key", words.replace(' ', '-')));
    switch (how) {
      case "later" ->
          command.addAll(List.of("--at", WinterDay.at("09:00"), "--zone", "Europe/Madrid"));
      case "with a file" -> command.addAll(List.of("--attach", "plan.txt"));
      default -> {}
    }
    ended(with(command), 6, "--yes");
    var draft = ana.get("jobs/list/drafts?q=" + words.replace(" ", "%20")).json();
    var job = draft.at("/items/0/id").asText();
    var noon = Map.of("jobId", job, "at", WinterDay.at("12:00"), "zone", "Europe/Madrid");
    assertThat(ana.post("jobs/schedule", noon).status()).isEqualTo(200);
    var scheduled = ana.get("jobs/detail/" + job).json();

    ended(with(command, "--yes"), 3, "was changed on the page since", job);
    ana.post("jobs/edit", Map.of("jobId", job, "markdown", words + ", under embargo"));
    ended(with(command, "--yes"), 3, "was changed on the page since", job);

    var now = ana.get("jobs/detail/" + job).json();
    assertThat(now.path("state").asText()).isEqualTo("scheduled");
    assertThat(now.path("startsAt")).isEqualTo(scheduled.path("startsAt"));
    assertThat(messages(words)).isZero();
  }

  @Test
  void aDryRunSaysWhoWouldGetItAndSendsNothing() {
    var before = jobs();
    group("Puffins", LARS, ZOE);

    var ended =
        send("--to", "group:Puffins", "--except", LARS, "--markdown", "Puffin", "--dry-run");

    ended(ended, 0, "To 1 person.", "Left out 1: ", "Nothing was sent.");
    var told =
        json(
            send(
                "--to",
                "group:Puffins",
                "--except",
                LARS,
                "--markdown",
                "Puffin",
                "--dry-run",
                "--json"));
    assertThat(told.at("/audience/people").asInt()).isEqualTo(1);
    assertThat(told.at("/audience/leftOut/0/why").asText()).isEqualTo("excluded");
    assertThat(jobs()).isEqualTo(before);
    ended(
        send("--to", "group:Puffins", "--markdown", "Puffin {{nickname}}", "--dry-run"),
        4,
        "--markdown: There is no value called nickname");
  }

  @Test
  void whatThePageWouldAskIsAskedHere() {
    ana.post("admin/rules", Map.of("revision", revision(), "typeAbove", 1));
    try {
      group("Terns", LARS, ZOE);
      var command = List.of("--to", "group:Terns", "--markdown", "Tern");
      ended(send(command.toArray(String[]::new)), 6, "it would go to 2", "--at-most 2");
      ended(with(command, "--yes"), 6, "--at-most 2");
      ended(with(command, "--at-most", "1"), 6, "--at-most says 1");
      assertThat(messages("Tern")).isZero();
      ended(with(command, "--at-most", "2", "--wait"), 0, "2 of 2 sent");
    } finally {
      ana.post("admin/rules", Map.of("revision", revision(), "typeAbove", 500));
    }
  }

  private static int revision() {
    return ana.get("admin/rules").json().path("revision").asInt();
  }

  @Test
  void whoeverWouldNotGetItIsNamedFirst() {
    var command =
        List.of("--to", LARS, "--to", "nobody.at.all@northwind.example", "--markdown", "Gannet");
    ended(
        with(command),
        6,
        "not everybody would get it: 1: ",
        "nobody.at.all@northwind.example",
        "--yes");
    assertThat(messages("Gannet")).isZero();
    ended(with(command, "--yes", "--wait"), 1, "1 of 2 sent, 1 skipped");
    ended(
        send("--to", "nobody.at.all@northwind.example", "--markdown", "Gannet"),
        4,
        "--to: Nobody is in this audience",
        "left out 1: ",
        "(nobody.at.all@northwind.example)");
  }

  @Test
  void whoeverIsOutsideIsWrittenToIfThatIsSaid() {
    var command =
        List.of("--to", LARS, "--to", "tomas.silva@partner.example", "--markdown", "Avocet");
    ended(
        with(command),
        6,
        "Webex finds nobody with this address in your organization.",
        "--outside to send it to the addresses themselves");
    ended(
        with(command, "--outside", "--dry-run"),
        0,
        "To 2 people.",
        "not found in your organization, and written to at the address itself:"
            + " tomas.silva@partner.example");
    var without = List.of("--outside", "--except", "tomas.silva@partner.example", "--dry-run");
    ended(with(command, without.toArray(String[]::new)), 0, "To 1 person.");
    ended(with(command, "--outside", "--wait"), 0, "2 of 2 sent");
    assertThat(messages("Avocet")).isEqualTo(2);
    ended(
        send("--to", "nobody@partner.example", "--outside", "--markdown", "Avocet", "--wait"),
        1,
        "0 of 1 sent, 1 failed");
  }

  @Test
  void itsEndIsToldByTheExitCode() {
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403).withText("Blocked"))
                .to(LARS));
    ended(
        send("--to", LARS, "--to", ZOE, "--markdown", "Petrel", "--wait"),
        1,
        "1 of 2 sent, 1 failed");
    ended(send("--to", LARS, "--markdown", "Petrel alone", "--wait"), 1, "0 of 1 sent, 1 failed");
    ended(
        send(
            "--to",
            LARS,
            "--markdown",
            "Petrel",
            "--at",
            WinterDay.at("09:00"),
            "--zone",
            "Europe/Madrid",
            "--wait",
            "--timeout",
            "1"),
        7,
        "Not settled within 1 s");
    ended(
        send("--to", LARS, "--markdown", "Petrel", "--at", WinterDay.at("09:00+01:00")),
        0,
        "Scheduled for " + WinterDay.at("08:00:00Z"));
  }

  @Test
  void quietHoursAreSaidUnlessItIsUrgent() {
    var days = Stream.of(DayOfWeek.values()).map(day -> day.name().toLowerCase(Locale.ROOT));
    var quiet = Map.of("days", days.toList(), "from", "08:00", "until", "10:10", "zone", "UTC");
    rules(Map.of("quiet", quiet));
    try {
      var at = WinterDay.at("09:00");
      var command = List.of("--to", LARS, "--at", at, "--zone", "UTC", "--markdown", "Owl");
      ended(with(command, "--dry-run"), 0, "T10:10:00Z", "quiet hours");
      var urgent = with(command, "--urgent", "Fire", "--dry-run");
      ended(urgent, 0, "Begins at " + at.substring(0, 10) + "T09:00:00Z");
      assertThat(urgent.out() + urgent.err()).doesNotContain("uiet hours");
    } finally {
      rules(Map.of());
    }
  }

  @Test
  void whoMayNotMakeMessagesUrgentIsToldByTheOption() {
    ana.post("admin/users", Map.of("email", ZOE, "urgent", false));
    var zoe = portal.signedIn("news", ZOE);
    var wish = Map.of("name", "scripts", "days", 1, "scopes", List.of("read", "send"));
    var before = token;
    token = zoe.post("tokens", wish).json().path("secret").asText();
    for (var more : List.of("--yes", "--dry-run")) {
      ended(
          send("--to", LARS, "--markdown", "Bittern", "--urgent", "Fire", more),
          4,
          "Nothing was sent.",
          "--urgent: You may not make messages of Company News urgent.",
          "ask an administrator");
    }
    assertThat(messages("Bittern")).isZero();
    ended(send("--to", LARS, "--markdown", "Bittern", "--wait"), 0, "1 of 1 sent");
    token = before;
    ana.delete("admin/users/" + ZOE);
  }

  private static void rules(Map<String, Object> rules) {
    var wanted = new HashMap<>(rules);
    wanted.put("revision", ana.get("admin/rules").json().path("revision").asLong());
    assertThat(ana.post("admin/rules", wanted).status()).isEqualTo(200);
  }

  @Test
  void aTimeThatClocksSkipOrShowTwiceIsSaidWithWhenItBegins() {
    var madrid = ZoneId.of("Europe/Madrid");
    var winter = WinterDay.next().atStartOfDay(ZoneOffset.UTC).toInstant();
    var forward = madrid.getRules().nextTransition(winter);
    var back = madrid.getRules().nextTransition(forward.getInstant());
    var command = List.of("--to", LARS, "--zone", "Europe/Madrid", "--markdown", "Wagtail");
    var skipped = forward.getDateTimeBefore().plusMinutes(30);
    var said =
        "%s does not exist in Europe/Madrid, where clocks are put forward: it begins at %s+02:00"
            .formatted(skipped, skipped.plusHours(1));
    ended(with(command, "--at", skipped.toString(), "--dry-run"), 0, "Nothing was sent.", said);
    ended(
        with(command, "--at", skipped.toString()),
        0,
        "Scheduled for " + skipped.plusHours(1).toInstant(ZoneOffset.ofHours(2)),
        said);

    var twice = back.getDateTimeAfter().plusMinutes(30);
    ended(
        with(command, "--at", twice.toString()),
        0,
        "%s comes twice in Europe/Madrid, where clocks are put back: it begins the first time, at %s+02:00"
            .formatted(twice, twice));
    assertThat(with(command, "--at", twice.plusHours(9).toString()).out()).doesNotContain("clocks");
  }

  @Test
  void aTestGoesToTheOwnerOfTheToken() {
    var command = List.of("--test", "--markdown", "Shearwater", "--idempotency-key", "shearwater");
    ended(send(command.toArray(String[]::new)), 0, "The test has arrived");
    ended(send(command.toArray(String[]::new)), 0, "The test has arrived");
    var entries = portal.simulator().ledger().entries(Ledger.Query.containing("Shearwater"));
    assertThat(entries).hasSize(1);
    assertThat(portal.simulator().directory().personByEmail(TestPortal.ADMIN).orElseThrow().id())
        .isEqualTo(entries.getFirst().recipient());
  }

  @Test
  void whatThePortalRefusesIsSaidWithItsOption() {
    ended(
        send("--to", LARS, "--markdown", "Rook", "--at", "2020-01-01T09:00", "--zone", "UTC"),
        4,
        "--at: That time has passed");
    ended(send("--to", LARS, "--markdown", "x".repeat(7_440)), 4, "--markdown: ");
    ended(
        send("--app", "rooks", "--to", LARS, "--markdown", "Rook"),
        4,
        "--app rooks: There is no app called 'rooks'");
    ended(send("--app", "alerts", "--to", LARS, "--markdown", "Rook"), 4, "--token-file: ");
    var none =
        Map.of(
            "BELFRY_TOKEN",
            "belfry_no",
            "BELFRY_PORTAL",
            portal.address().toString(),
            "BELFRY_APP",
            "news");
    ended(
        send(none, "--to", LARS, "--markdown", "Rook"),
        4,
        "BELFRY_TOKEN or --token-file: This token does not exist");
    var narrow = new HashMap<>(none);
    narrow.put("BELFRY_TOKEN", token("read"));
    ended(send(narrow, "--to", LARS, "--markdown", "Rook"), 4, "lacks the scope 'send'");
    assertThat(messages("Rook")).isZero();
  }

  @Test
  void whatIsNoPortalIsSaid() {
    line.decide(_ -> Fate.OTHER_PAGE);
    ended(
        send(line.address(), "--to", LARS, "--markdown", "Kite", "--retry-for", "1"),
        5,
        "--portal " + line.address(),
        "text/html",
        "Nothing was sent");
    ended(
        send(portal.simulator().address(), "--to", LARS, "--markdown", "Kite", "--retry-for", "1"),
        5,
        "no Belfry portal");
    ended(
        send(
            URI.create("http://localhost:1"),
            "--to",
            LARS,
            "--markdown",
            "Kite",
            "--retry-for",
            "1"),
        5,
        "cannot be connected to",
        "Check the address");
  }
}
