package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.Axe;
import belfry.page.BrowserTest;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What is said before sending is one truth: one number for who gets it and for each group, one
 * sentence for when; and afterwards nothing is offered that is refused.
 */
class OneTruthIT extends BrowserTest {
  private static final String DESKS =
      """
      Email,Desk
      lars.berg@northwind.example,A1
      maija.salo@northwind.example,A2
      ana.lopez@northwind.example,A3
      kenji.tanaka@northwind.example,
      nobody.here@northwind.example,A5
      """;

  private static final String NOT_LOOKED_AT_EACH =
      "{\"people\":4,\"most\":4,\"spaces\":0,\"complete\":false}";

  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  private Locator sum() {
    return page.locator(".sum b:not(.quiet)");
  }

  private Locator check(String words) {
    return dialog().locator(".checks li").filter(new Locator.FilterOptions().setHasText(words));
  }

  private void shot(String name) {
    var where = System.getProperty("belfry.pictures");
    if (where != null) {
      page.screenshot(new Page.ScreenshotOptions().setPath(Path.of(where, name + ".png")));
    }
  }

  private void bringDesks() {
    page.locator("audience-picker input[type=file]")
        .setInputFiles(
            new FilePayload("desks.csv", "text/csv", DESKS.getBytes(StandardCharsets.UTF_8)));
    button("Use these 5 addresses").click();
  }

  // Before sending ---------------------------------------------------------------------------

  @Test
  void theNumberOfThoseWhoGetItIsTheSameEverywhere() {
    open("", "New message");
    bringDesks();
    text().fill("You sit at {{Desk}}, <@personEmail:lars.berg@northwind.example|Lars>");
    assertThat(sum()).hasText("3 people");
    button("Review and send").click();

    assertThat(dialog().locator("h2")).hasText("This will reach 3 people");
    assertThat(button("Send to 3 people")).isEnabled();
    assertThat(dialog()).not().containsText("4 people");
    assertThat(dialog().locator(".whom")).hasText(Pattern.compile("To\\s*desks\\s*5 people"));
    assertThat(dialog())
        .containsText(
            "“You sit at ‹Desk›, @Lars” goes out in 8 seconds; until it starts, you can undo it.");
    assertThat(check("1 recipient does not get it. No value is known for Desk."))
        .containsText("kenji.tanaka@northwind.example");
    var nobody = check("1 address was not found in your organization and will be skipped");
    nobody.getByText("Show").click();
    assertThat(nobody).containsText("nobody.here@northwind.example");
    assertThat(dialog()).not().containsText("<@");
    assertThat(Axe.violations(page)).isEmpty();
    shot("review");
    button("Keep editing").click();

    text().fill("You sit somewhere");
    assertThat(sum()).hasText("4 people");
    button("Review and send").click();
    assertThat(dialog().locator("h2")).hasText("This will reach 4 people");
    assertThat(button("Send to 4 people")).isEnabled();
  }

  /**
   * Above ten thousand, and where groups are not known, the server leaves it to the check who has a
   * value.
   */
  @Test
  void whereTheServerHasNotLookedAtEachTheReviewCountsAndThenSaysTheNumber() {
    page.route(
        "**/jobs/preview",
        route ->
            change(
                route,
                body -> body.replaceAll("\"reach\":\\{[^}]*}", "\"reach\":" + NOT_LOOKED_AT_EACH)));
    var checks = new ArrayDeque<Route>();
    page.route("**/jobs/check", checks::add);
    open("", "New message");
    bringDesks();
    text().fill("You sit at {{Desk}}");
    button("Review and send").click();

    var yes = dialog().locator("button.main-one");
    assertThat(dialog().locator("h2")).hasText("Counting who gets it…");
    assertThat(yes).hasText("Counting who gets it…");
    assertThat(yes).isDisabled();
    assertThat(dialog()).not().containsText("will reach");
    page.waitForCondition(() -> !checks.isEmpty());
    checks.remove().resume();

    assertThat(dialog().locator("h2")).hasText("This will reach 3 people");
    assertThat(yes).hasText("Send to 3 people");
    assertThat(yes).isEnabled();
  }

  /** Too many questions of one's own are no fault of the message. */
  @Test
  void aCountThatCameTooEarlyIsAskedForAgainByItself() {
    expectComplaint("status of 429");
    var refusals = new AtomicInteger(2);
    page.route(
        "**/jobs/preview",
        route -> {
          if (refusals.getAndDecrement() > 0) {
            route.fulfill(
                new Route.FulfillOptions()
                    .setStatus(429)
                    .setContentType("application/problem+json")
                    .setBody("{\"detail\":\"You are asking for more at once than one may.\"}"));
          } else {
            route.resume();
          }
        });
    open("", "New message");
    choose("Crisis", "Crisis team");
    assertThat(sum()).hasText("8 people");
  }

  @Test
  void whoIsChosenAndWhoIsLeftOutStandThereByName() {
    open("", "New message");
    var space = spaces(1).getFirst().getOrDefault("name", "");
    choose("Crisis", "Crisis team");
    choose("All staff", "All staff");
    choose(space, space);
    choose("lars berg", "Lars Berg");
    button("Leave somebody out").click();
    page.locator("#except").fill("Facilities");
    page.locator("#except-suggestions [role=option]").first().click();
    text().fill("For these");
    button("Review and send").click();

    var whom = dialog().locator(".whom");
    assertThat(whom.locator("dd").first()).containsText(Pattern.compile("Crisis team\\s*8 people"));
    assertThat(whom.locator("dd").first()).containsText(space);
    assertThat(whom.locator("dd").first()).containsText("lars.berg@northwind.example");
    assertThat(whom.locator("dd").last())
        .containsText(Pattern.compile("Facilities\\s*[\\d,]+ people"));
    assertThat(check("8 people are chosen more than once and get it only once").locator("small"))
        .containsText("@northwind.example");
    shot("review-names");
  }

  @Test
  void wherePlacesCannotBeFilledForAnybodyNothingIsSent() {
    open("", "New message");
    page.locator("audience-picker input[type=file]")
        .setInputFiles(
            new FilePayload(
                "desks.csv",
                "text/csv",
                "Email,Desk\nlars.berg@northwind.example,\nmaija.salo@northwind.example,\n"
                    .getBytes(StandardCharsets.UTF_8)));
    button("Use these 2 addresses").click();
    text().fill("You sit at {{Desk}}");
    assertThat(sum()).hasText("0 people");
    button("Review and send").click();
    assertThat(dialog().locator("h2")).hasText("This reaches nobody");
    assertThat(dialog().locator("button.main-one")).isDisabled();
  }

  @Test
  void whatChangedSinceItWasShownIsShownAgain() {
    expectComplaint("400");
    open("", "New message");
    var audience = "The three of us " + System.nanoTime();
    var id = api("user/audiences/save", saved(Map.of("name", audience), 2)).get("id");
    choose(audience, audience);
    text().fill("For us alone");
    button("Review and send").click();
    assertThat(button("Send to 2 people")).isEnabled();
    api("user/audiences/save", saved(Map.of("name", audience, "audienceId", id), 3));
    button("Send to 2 people").click();

    assertThat(dialog().getByRole(AriaRole.ALERT))
        .hasText("You confirmed 2, and it would go to 3. Look at who gets it again.");
    assertThat(dialog().locator("h2")).hasText("This will reach 3 people");

    api("user/audiences/save", saved(Map.of("name", audience, "audienceId", id), 3, 1));
    button("Send to 3 people").click();
    assertThat(dialog().getByRole(AriaRole.ALERT))
        .hasText("Who would get it has changed since you looked. Look at who gets it again.");
    button("Send to 3 people").click();
    assertThat(jobState()).hasText("Done");
    assertThat(page.locator(".pages")).containsText("of 3 recipients");
  }

  @Test
  void whatIsDueInQuietHoursIsSaidToGoOutAtTheirEndWhereverItsTimeIsShown() {
    open("", "New message");
    var due = LocalDateTime.now(ZoneOffset.UTC).plusHours(1).truncatedTo(ChronoUnit.MINUTES);
    quiet(true);
    try {
      for (var repeat : List.of("", "FREQ=DAILY")) {
        var words = repeat.isEmpty() ? "Held once" : "Held daily";
        var made = toLars(words);
        var form = new HashMap<String, Object>(Map.of("jobId", made, "zone", "UTC"));
        form.put("at", due.toString());
        if (!repeat.isEmpty()) {
          form.put("repeat", repeat);
        }
        var scheduled = api("jobs/schedule", form);

        open("#/jobs/" + made, words);
        assertThat(page.locator(".not-sent")).containsText("(after quiet hours:");
        assertThat(page.locator(".not-sent"))
            .containsText(Pattern.compile("for you: .+, " + endForReader(scheduled)));
        assertThat(button("Do not wait")).isHidden();
        open("#/jobs", "Jobs");
        assertThat(page.locator(".job").filter(new Locator.FilterOptions().setHasText(words)))
            .containsText("Quiet hours: starts");
        open("#/compose/" + made, "Edit message");
        assertThat(page.locator(".goes-out")).containsText("(after quiet hours:");
        if (!repeat.isEmpty()) {
          open("#/jobs/" + made, words);
          button("More actions for this job").click();
          button("Skip the next time").click();
          var toast = page.locator(".toast").last();
          assertThat(toast).containsText(Pattern.compile("Next: .+ \\(after quiet hours: "));
          toast.getByText("Undo").click();
          assertThat(toast).containsText(Pattern.compile("goes out on .+ \\(after quiet hours: "));
        }
        api("jobs/cancel", Map.of("jobId", made));
      }
      var made = toLars("Held at once");
      api("jobs/runNow", Map.of("jobId", made, "undoSeconds", 60));
      open("#/jobs/" + made, "Held at once");
      assertThat(page.locator(".not-sent")).containsText("after quiet hours");
      assertThat(jobState()).hasText("Waiting");
      api("jobs/cancel", Map.of("jobId", made));
    } finally {
      quiet(false);
    }
  }

  @Test
  void whatWasScheduledAsUrgentIsSaidToPassQuietHoursAndStaysUrgentUnlessItsAuthorTakesThatBack() {
    open("", "New message");
    var due = LocalDateTime.now(ZoneOffset.UTC).plusHours(1).truncatedTo(ChronoUnit.MINUTES);
    quiet(true);
    try {
      var id = toLars("A flood");
      var why = Map.of("urgentReason", "The cellar is full", "zone", "UTC");
      var form = new HashMap<String, Object>(why);
      form.putAll(Map.of("jobId", id, "at", due.toString()));
      api("jobs/schedule", form);

      open("#/jobs/" + id, "A flood");
      button("Send now").click();
      assertThat(dialog()).containsText("goes out in 8 seconds");
      button("Cancel").click();
      open("#/compose/" + id, "Edit message");
      assertThat(sum()).hasText("1 person");
      assertThat(page.locator(".goes-out")).containsText("Goes out");
      assertThat(page.locator(".goes-out")).not().containsText("quiet hours");
      text().fill("A flood in the cellar");
      button("Review and schedule").click();
      var tick =
          dialog().getByLabel("It is urgent: send it before other messages, also in quiet hours");
      assertThat(tick).isChecked();
      assertThat(dialog().getByLabel("Why it cannot wait")).hasValue("The cellar is full");
      assertThat(dialog()).not().containsText("in quiet hours, so it goes out");
      tick.uncheck();
      assertThat(dialog()).containsText("in quiet hours, so it goes out");
      tick.check();
      button("Schedule for 1 person").click();
      assertThat(jobState()).hasText("Scheduled");
      assertThat(page.locator(".not-sent")).not().containsText("quiet hours");

      quiet(false);
      open("#/compose/" + id, "Edit message");
      button("Review and schedule").click();
      assertThat(tick).isChecked();
      button("Keep editing").click();
      api("jobs/cancel", Map.of("jobId", id));
    } finally {
      quiet(false);
    }
  }

  @Test
  void whatIsTickedAsUrgentIsSaidToTakeAsLongAsItThenDoes() {
    open("", "New message");
    quiet(true);
    try {
      page.route(
          "**/jobs/preview",
          route ->
              change(
                  route,
                  body ->
                      body.replaceFirst(
                          "\"estimate\":\\{[^}]*}",
                          "\"estimate\":{\"seconds\":3600,\"urgentSeconds\":300,\"perSecond\":9,\"learned\":true}")));
      choose("lars.berg", "Lars Berg");
      text().fill("Behind others");
      button("Review and send").click();
      assertThat(dialog()).containsText("takes about 1 h;");
      var tick =
          dialog().getByLabel("It is urgent: send it before other messages, also in quiet hours");
      tick.check();
      assertThat(dialog()).containsText("takes about 5 min;");
      tick.uncheck();
      assertThat(dialog()).containsText("takes about 1 h;");
    } finally {
      quiet(false);
    }
  }

  /** They may end between the review and the seconds of Undo. */
  @Test
  void whenItGoesOutIsSaidAsTheServerAnswers() {
    open("", "New message");
    quiet(true);
    try {
      choose("lars.berg", "Lars Berg");
      text().fill("Just before their end");
      holdNotices();
      page.route(
          "**/jobs/runNow",
          route -> change(route, body -> body.replace("\"quietHours\"", "\"undo\"")));
      button("Review and send").click();
      assertThat(dialog()).containsText("goes out after quiet hours");
      button("Send to 1 person").click();
      assertThat(page.locator(".toast").last()).containsText("Sending starts in");
      page.locator(".toast").last().locator("button").first().click();
      assertThat(heading("New message")).isVisible();
    } finally {
      quiet(false);
    }
  }

  /** Their authors said that they are urgent, and have not taken it back. */
  @Test
  void whatWasUrgentStaysSoWhereItWasMissedOrHeldOrItsSendingWasUndone() throws SQLException {
    open("", "New message");
    quiet(true);
    try {
      var due = LocalDateTime.now(ZoneOffset.UTC).plusHours(1).truncatedTo(ChronoUnit.MINUTES);
      for (var state : List.of("missed", "held", "draft")) {
        var words = "A flood, " + state;
        var id = toLars(words);
        var form = new HashMap<String, Object>(Map.of("urgentReason", "The cellar is full"));
        form.putAll(Map.of("jobId", id, "at", due.toString(), "zone", "UTC"));
        api("jobs/schedule", form);
        if (state.equals("draft")) {
          api("jobs/cancel", Map.of("jobId", id, "keepDraft", true));
        } else {
          becomes(state, words);
          open("#/jobs/" + id, words);
          button("Send now").click();
          assertThat(dialog()).containsText("goes out in 8 seconds");
          button("Cancel").click();
        }

        open("#/compose/" + id, state.equals("draft") ? "New message" : "Edit message");
        assertThat(sum()).hasText("1 person");
        button(Pattern.compile("^Review and s")).click();
        assertThat(
                dialog()
                    .getByLabel("It is urgent: send it before other messages, also in quiet hours"))
            .isChecked();
        assertThat(dialog().getByLabel("Why it cannot wait")).hasValue("The cellar is full");
        button("Keep editing").click();
        api("jobs/cancel", Map.of("jobId", id));
      }
    } finally {
      quiet(false);
    }
  }

  private void becomes(String state, String title) throws SQLException {
    try (var connection = DriverManager.getConnection(portal.databaseAddress());
        var statement = connection.prepareStatement("UPDATE job SET state = ? WHERE title = ?")) {
      statement.setString(1, state);
      statement.setString(2, title);
      statement.executeUpdate();
    }
  }

  private String toLars(String words) {
    var lars = List.of(Map.of("kind", "person", "email", "lars.berg@northwind.example"));
    var made = api("jobs/edit", Map.of("markdown", words, "audience", lars));
    return String.valueOf(made.get("id"));
  }

  /** The clock of the browser when quiet hours are over for which this job waits. */
  private static String endForReader(Map<String, Object> job) {
    var waits = (Map<?, ?>) Objects.requireNonNull(job.get("waitsFor"));
    var end = Instant.parse(String.valueOf(waits.get("until")));
    return LocalTime.ofInstant(end, ZoneId.of("Europe/Helsinki")).toString();
  }

  /** Quiet hours around this moment, or none. */
  private void quiet(boolean now) {
    var revision =
        page.evaluate("async () => (await (await fetch('admin/rules')).json()).revision");
    var clock = LocalTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
    var days =
        Stream.of(DayOfWeek.values()).map(day -> day.name().toLowerCase(Locale.ROOT)).toList();
    var from = clock.minusHours(2).toString();
    var quiet =
        Map.of("days", days, "from", from, "until", clock.plusHours(2).toString(), "zone", "UTC");
    api(
        "admin/rules",
        now ? Map.of("revision", revision, "quiet", quiet) : Map.of("revision", revision));
  }

  @Test
  void whenItGoesOutIsAskedAnewForAReviewAndShownAgainIfItChangedSince() {
    expectComplaint("400");
    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("Before or after quiet hours");
    assertThat(sum()).hasText("8 people");
    quiet(true);
    // The plan is half a minute old.
    page.evaluate("() => { const now = Date.now; Date.now = () => now() + 30_000; }");
    button("Review and send").click();
    assertThat(dialog()).containsText("goes out after quiet hours");

    quiet(false);
    button("Send to 8 people").click();
    assertThat(dialog().getByRole(AriaRole.ALERT))
        .hasText(
            "By now it would go out at another time than you saw. Look at when it goes out again.");
    assertThat(dialog()).containsText("goes out in 8 seconds");
    quiet(true);
    button("Send to 8 people").click();
    assertThat(dialog()).containsText("goes out after quiet hours");
    quiet(false);
    button("Send to 8 people").click();
    assertThat(dialog()).containsText("goes out in 8 seconds");
    button("Send to 8 people").click();
    assertThat(jobState()).hasText("Done");
  }

  private Map<String, Object> saved(Map<String, Object> form, int people) {
    return saved(form, people, 0);
  }

  private Map<String, Object> saved(Map<String, Object> form, int people, int from) {
    var directory = portal.simulator().directory();
    var audience =
        IntStream.range(from, from + people)
            .mapToObj(i -> Map.of("kind", "person", "email", directory.personEmail(i)))
            .toList();
    var all = new HashMap<>(form);
    all.put("audience", audience);
    return all;
  }

  @Test
  void aGroupWithAGroupInItHasOneNumber() {
    open("#/groups", "Groups");
    link("Compose").click();
    choose("Extended", "Extended leadership");
    text().fill("To everybody in it");
    assertThat(sum()).isVisible();
    var people = sum().innerText().replaceAll("\\D", "");
    assertThat(Integer.parseInt(people)).as("one of its ten is a group").isGreaterThan(10);
    var written = sum().innerText();
    var count = written.split(" ", -1)[0];
    assertThat(page.locator(".chip .size")).hasText(count);
    button("Review and send").click();
    assertThat(dialog().locator("h2")).hasText("This will reach " + written);
    assertThat(dialog().locator(".whom")).containsText(written);
    assertThat(button("Send to " + written)).isDisabled();
    dialog().getByLabel("To confirm, type the number of recipients: " + count).fill(people);
    assertThat(button("Send to " + written)).isEnabled();
    button("Keep editing").click();
    button("Remove Extended leadership, directory").click();
    to().fill("Extended");
    assertThat(page.locator("#to-suggestions [role=option]").first()).containsText(written);

    page.navigate(address("#/groups"));
    assertThat(
            page.locator(".group-list li")
                .filter(new Locator.FilterOptions().setHasText("Extended leadership"))
                .locator(".size"))
        .containsText(written);
    link("Extended leadership From the directory " + written).click();
    assertThat(page.locator(".card.one")).containsText(written);
  }

  @Test
  void inAnotherLanguageAndOnAPhoneTheReviewSaysTheSame() {
    for (var language : List.of("de", "es")) {
      use(signedIn().setViewportSize(390, 844));
      page.addInitScript("localStorage['belfry.language'] = '" + language + "'");
      page.navigate(address(""));
      choose("Crisis", "Crisis team");
      page.locator("textarea").first().fill("<@all> Hallo");
      page.locator(".bar .main-one").click();
      assertThat(dialog().locator("h2")).containsText("8 ");
      assertThat(dialog().locator("button.main-one")).containsText("8 ");
      assertThat(dialog().locator("p").first()).containsText("@All Hallo");
      assertThat(dialog().locator("p").first()).containsText(" 8 ");
      assertThat(page.evaluate("() => document.scrollingElement.scrollWidth")).isEqualTo(390);
      assertThat(Axe.violations(page)).isEmpty();
      shot("review-" + language);
    }
    use(dark());
    open("", "New message");
    bringDesks();
    text().fill("You sit at {{Desk}}");
    button("Review and send").click();
    assertThat(dialog().locator("h2")).hasText("This will reach 3 people");
    shot("review-dark");
  }

  // Afterwards -------------------------------------------------------------------------------

  private String refusedForTwo(String markdown) {
    var directory = portal.simulator().directory();
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403).withText("Blocked"))
                .to(directory.personId(1), directory.personId(2)));
    var emails =
        List.of(
            directory.personEmail(0),
            directory.personEmail(1),
            directory.personEmail(2),
            directory.personEmail(3),
            "nobody.here@northwind.example");
    var draft =
        api(
            "jobs/edit",
            Map.of(
                "markdown",
                markdown,
                "audience",
                List.of(Map.of("kind", "list", "name", "Five", "emails", emails))));
    var id = draft.get("id") + "";
    api("jobs/runNow", Map.of("jobId", id));
    page.navigate(address("#/jobs/" + id));
    assertThat(jobState()).hasText("Done, 2 failed");
    portal.simulator().faults().set();
    return id;
  }

  private Locator notice(String words) {
    return page.locator(".notice").filter(new Locator.FilterOptions().setHasText(words));
  }

  @Test
  void afterARecallThoseWhoDidNotGetItAreWrittenTo() {
    open("#/jobs", "Jobs");
    var id = refusedForTwo("Fire drill at eleven");
    assertThat(button("Retry failed recipients")).isVisible();
    var first = portal.simulator().directory().personEmail(0);
    api(
        "jobs/recall",
        Map.of("jobId", id, "audience", List.of(Map.of("kind", "person", "email", first))));

    assertThat(jobState()).hasText("Done, 2 failed, 1 recalled");
    assertThat(jobState()).hasClass(Pattern.compile("\\bwarn\\b"));
    assertThat(button("Retry failed recipients")).hasCount(0);
    assertThat(notice("3 recipients did not get it."))
        .containsText("It was recalled or corrected since, so it is not sent to anybody else.");
    shot("not-reached");
    button("Write to the 3 who did not get it").click();

    assertThat(text()).hasValue("Fire drill at eleven");
    assertThat(page.locator(".chip")).containsText("those who did not get it");
    assertThat(sum()).hasText("2 people");
    assertThat(page.locator(".head .aside")).hasText("Saved in Belfry, where others can open it");
    button("Review and send").click();
    assertThat(dialog().locator("h2")).hasText("This will reach 2 people");
    button("Send to 2 people").click();
    assertThat(jobState()).hasText("Done, 1 skipped");
    assertThat(button("Write to the 1 who did not get it")).isVisible();
  }

  @Test
  void afterACorrectionTheyAreWrittenToWithTheCorrectedText() {
    open("#/jobs", "Jobs");
    var id = refusedForTwo("Fire drill at tvelve");
    api("jobs/correct", Map.of("jobId", id, "markdown", "Fire drill at twelve"));

    assertThat(jobState()).hasText("Done, 2 failed, corrected");
    assertThat(button("Retry failed recipients")).hasCount(0);
    button("Write to the 3 who did not get it").click();
    assertThat(text()).hasValue("Fire drill at twelve");
    text().fill("Fire drill at twelve, sharp");
    assertThat(page.locator(".head .aside"))
        .hasText("Your changes are kept in this browser; others see the saved draft");
  }
}
