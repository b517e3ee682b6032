package belfry.page.jobs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.Heard;
import belfry.testing.JumpingTime;
import belfry.testing.TestPortal;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reminders that are set with an announcement, from the compose view to the last who presses. */
public class RemindersIT extends BrowserTest {
  private static final String LARS = "lars.berg@northwind.example";
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final String PRIYA = "priya.patel@northwind.example";
  private static final String PRESSED = "{\"belfry\":\"acknowledge\"}";
  private static final String WORDS = "Wear your badge from Monday on";

  @SuppressWarnings("NullAway.Init")
  private JumpingTime time;

  @Override
  public TestPortal started() {
    time = new JumpingTime();
    // The page goes by the server's clock.
    time.jump(Duration.ofHours(2));
    return TestPortal.start(
        SimulatorSettings.defaults().withPeople(1_000),
        settings -> TestPortal.readingAnswers(settings, true),
        time);
  }

  private Locator field(String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  private List<Ledger.Entry> reminders() {
    return portal.simulator().ledger().entries(Ledger.Query.containing("**Reminder:** " + WORDS));
  }

  private void press(String email, String words) {
    var reader = portal.simulator().directory().personByEmail(email).orElseThrow().id();
    var message =
        portal.simulator().ledger().entries(Ledger.Query.containing(words)).stream()
            .filter(entry -> entry.recipient().equals(reader))
            .reduce((_, later) -> later)
            .orElseThrow();
    portal.simulator().press(email, message.messageId(), PRESSED);
  }

  /** A time of day in so many minutes, where the browser is. */
  private String in(int minutes) {
    return time.now()
        .plus(Duration.ofMinutes(minutes))
        .atZone(ZoneId.of("Europe/Helsinki"))
        .format(DateTimeFormatter.ofPattern("HH:mm"));
  }

  private int days(int minutes) {
    var zone = ZoneId.of("Europe/Helsinki");
    var then = time.now().plus(Duration.ofMinutes(minutes)).atZone(zone).toLocalDate();
    return (int) (then.toEpochDay() - time.now().atZone(zone).toLocalDate().toEpochDay());
  }

  /** Where a day has just begun by the portal's clock, and not yet by that of the platform. */
  private String newDay() {
    var hour = time.now().atOffset(ZoneOffset.UTC).getHour();
    return hour <= 12 ? "Etc/GMT+" + hour : "Etc/GMT-" + (24 - hour);
  }

  @Test
  void remindersGoToThoseWhoAreSilentUntilNobodyIs() {
    open("#/compose", "New message");
    choose("lars.berg", "Lars Berg");
    choose("maija.salo", "Maija Salo");
    text().fill(WORDS);
    page.locator("#acknowledge > summary").click();
    page.getByLabel("Ask people to say that they have read it").check();
    page.getByLabel("Remind those who do not").check();
    button("Remove reminder 3").click();
    assertThat(page.locator(".reminders [role=group]")).hasCount(2);
    assertThat(button("Add a reminder")).isFocused();
    set(0, 10);
    set(1, 20);
    assertThat(page.locator(".reminders blockquote")).containsText(WORDS);
    button("Review and send").click();
    assertThat(page.locator("dialog[open]"))
        .containsText("Reminders to those who have not acknowledged it:");
    button("Send to 2 people").click();
    assertThat(heading(WORDS)).isVisible();

    var notice = page.locator(".notice").filter(named("Reminders."));
    assertThat(notice).containsText("The next goes to 2 people");
    assertThat(page.locator(".figures")).containsText("Acknowledged");
    press(LARS, WORDS);
    assertThat(notice).containsText("The next goes to 1 person");
    time.jump(Duration.ofMinutes(11));

    assertThat(notice.getByRole(AriaRole.LINK)).hasCount(1);
    notice.getByRole(AriaRole.LINK).click();
    assertThat(heading("Reminder: " + WORDS)).isVisible();
    assertThat(page.locator("main")).containsText("A reminder of a message");
    assertThat(page.locator(".recipients tbody tr")).hasCount(1);
    assertThat(page.locator(".recipients tbody")).containsText("Maija Salo");
    assertThat(page.locator(".recipients tbody")).containsText("Delivered");
    link("a message").click();
    press(MAIJA, "**Reminder:** " + WORDS);
    assertThat(notice).containsText("All have acknowledged it, so nobody else is reminded.");
    button("More actions for this job").click();
    button("Recall…").click();
    assertThat(page.locator("dialog[open]"))
        .containsText("Reminders of it that were sent are deleted too.");
    button("Recall from 2 people").click();
    Await.until(() -> reminders().getFirst().deleted());

    time.jump(Duration.ofMinutes(11));
    var after = startedJob("What is due is looked at before this begins", List.of(person(LARS)));
    open("#/jobs/" + after, "What is due is looked at before this begins");
    assertThat(page.locator(".figures")).containsText("Delivered");
    assertThat(page.locator(".pill").first()).containsText("Done");
    assertThat(reminders()).hasSize(1);
  }

  @Test
  void whatQuietHoursHoldIsShownWithTheTimeAtWhichItGoesOut() {
    open("#/jobs", "Jobs");
    var held = in(90);
    var until = in(120);
    var set = Map.of("days", days(90), "time", held);
    quiet(in(60), until, "Europe/Helsinki");
    try {
      var reminders = Map.of("times", List.of(set), "zone", "Europe/Helsinki");
      var made =
          api(
              "jobs/edit",
              Map.of(
                  "markdown",
                  "Held for some",
                  "acknowledge",
                  Map.of("word", "OK", "reminders", reminders),
                  "firstWave",
                  Map.of("people", 1, "goesOnAfterMinutes", 90),
                  "audience",
                  List.of(person(LARS), person(MAIJA))));
      // On a day on which clocks change, the name of the zone follows.
      var words = Pattern.compile("%s.{0,30} \\(after quiet hours: .+%s".formatted(held, until));

      open("#/compose/" + made.get("id"), "New message");
      assertThat(page.locator(".reminders .hint")).containsText(words);
      button("Review and send").click();
      assertThat(page.locator("dialog[open]")).containsText(words);
      button("Keep editing").click();
      // The browser's clock does not jump.
      api("jobs/runNow", Map.of("jobId", made.get("id")));
      open("#/jobs/" + made.get("id"), "Held for some");

      assertThat(page.locator(".notice").filter(named("Reminders."))).containsText(words);
      assertThat(page.locator(".notice").filter(named("It goes on by itself")))
          .containsText("(after quiet hours:");
      api("jobs/cancel", Map.of("jobId", made.get("id")));
    } finally {
      noQuiet();
    }
  }

  @Test
  void ofSeveralThatQuietHoursHoldOnlyTheNewestIsPromised() {
    open("#/jobs", "Jobs");
    quiet(in(10), in(30), "Europe/Helsinki");
    try {
      var times =
          List.of(
              Map.of("days", days(15), "time", in(15)), Map.of("days", days(20), "time", in(20)));
      var reminders = Map.of("times", times, "zone", "Europe/Helsinki");
      var made =
          api(
              "jobs/edit",
              Map.of(
                  "markdown",
                  "Only the newest",
                  "acknowledge",
                  Map.of("word", "OK", "reminders", reminders),
                  "audience",
                  List.of(person(LARS), person(MAIJA))));
      api("jobs/runNow", Map.of("jobId", made.get("id")));
      open("#/jobs/" + made.get("id"), "Only the newest");
      var notice = page.locator(".notice").filter(named("Reminders."));
      assertThat(notice)
          .containsText("not by itself: after quiet hours only the newest goes out, that of");
      api("jobs/stopReminders", Map.of("jobId", made.get("id")));
    } finally {
      noQuiet();
    }
  }

  @Test
  void theReviewShowsTheRemindersOfWhatIsUrgentOnceThatIsTicked() {
    open("#/jobs", "Jobs");
    // Where it is about noon.
    var noon = "Etc/GMT%+d".formatted(time.now().atZone(ZoneOffset.UTC).getHour() - 12);
    var today = time.now().atZone(ZoneId.of(noon)).toLocalDate().toString();
    var times = List.of(Map.of("days", 0, "time", "15:00"));
    quiet("06:00", "20:00", noon);
    try {
      var reminders = Map.of("times", times, "zone", noon, "until", today);
      var made =
          api(
              "jobs/edit",
              Map.of(
                  "markdown",
                  "Leave the building",
                  "acknowledge",
                  Map.of("word", "OK", "reminders", reminders),
                  "audience",
                  List.of(person(LARS))));
      open("#/compose/" + made.get("id"), "New message");
      button("Review and send").click();
      assertThat(page.locator("dialog[open]")).containsText("No reminder would be sent");
      assertThat(button("Send to 1 person")).isDisabled();
      page.locator("dialog[open] .tick input").check();
      assertThat(page.locator("dialog[open]")).not().containsText("No reminder would be sent");
    } finally {
      noQuiet();
    }
  }

  private void quiet(String from, String until, String zone) {
    var days =
        Stream.of(DayOfWeek.values()).map(day -> day.name().toLowerCase(Locale.ROOT)).toList();
    var quiet = Map.of("days", days, "from", from, "until", until, "zone", zone);
    api("admin/rules", Map.of("revision", revision(), "quiet", quiet));
  }

  private void noQuiet() {
    api("admin/rules", Map.of("revision", revision()));
  }

  private Object revision() {
    return page.evaluate("async () => (await (await fetch('admin/rules')).json()).revision");
  }

  @Test
  void theRemindersOfAnAnswerThatDoesNotSayWhatQuietHoursHoldAreShown() {
    open("#/jobs", "Jobs");
    var times = List.of(Map.of("days", days(90), "time", in(90)));
    var set = Map.of("times", times, "zone", "Europe/Helsinki");
    var made =
        api(
            "jobs/edit",
            Map.of(
                "markdown",
                "Answered by an older node",
                "acknowledge",
                Map.of("word", "OK", "reminders", set),
                "audience",
                List.of(person(LARS))));
    api("jobs/runNow", Map.of("jobId", made.get("id")));
    var older =
        page.evaluate(
            """
            async (id) => {
              let job = {};
              while (!job.reminders && job.state !== "finished") {
                job = await (await fetch(`jobs/detail/${id}`)).json();
              }
              delete job.reminders.quiet;
              return JSON.stringify(job);
            }
            """,
            made.get("id"));
    var event = new Route.FulfillOptions().setContentType("text/event-stream");
    event.setBody("data: " + older + "\n\n");
    page.route("**/jobs/detail/*", route -> route.fulfill(event));

    open("#/jobs/" + made.get("id"), "Answered by an older node");

    assertThat(page.locator(".notice").filter(named("Reminders."))).isVisible();
    page.unroute("**/jobs/detail/*");
  }

  private void set(int number, int minutes) {
    var group = page.locator(".reminders [role=group]").nth(number);
    group.getByLabel("Days after").fill(String.valueOf(days(minutes)));
    group.getByLabel("Days after").blur();
    group.getByLabel("At", new Locator.GetByLabelOptions().setExact(true)).fill(in(minutes));
  }

  private static Map<String, String> person(String email) {
    return Map.of("kind", "person", "email", email);
  }

  private static Locator.FilterOptions named(String words) {
    return new Locator.FilterOptions().setHasText(words);
  }

  /** They have the text that is recalled. */
  @Test
  void aMessageIsRecalledWithItsRemindersWhileOneOfTheseIs() {
    open("#/jobs", "Jobs");
    var salary = "The salary of the wrong person";
    var times = List.of(Map.of("days", days(10), "time", in(10)));
    var set = Map.of("times", times, "zone", "Europe/Helsinki");
    var made =
        api(
            "jobs/edit",
            Map.of(
                "markdown",
                salary,
                "acknowledge",
                Map.of("word", "OK", "reminders", set),
                "audience",
                List.of(person(LARS), person(MAIJA), person(PRIYA))));
    api("jobs/runNow", Map.of("jobId", made.get("id")));
    open("#/jobs/" + made.get("id"), salary);
    var notice = page.locator(".notice").filter(named("Reminders."));
    assertThat(notice).containsText("The next goes to 3 people");
    time.jump(Duration.ofMinutes(11));
    var sent = Ledger.Query.containing(salary);
    Await.until(() -> portal.simulator().ledger().entries(sent).size() == 6);
    assertThat(notice.getByRole(AriaRole.LINK)).containsText("3");
    var reminder = notice.getByRole(AriaRole.LINK).getAttribute("href").replaceFirst(".*/", "");

    api("jobs/recall", Map.of("jobId", reminder, "audience", List.of(person(PRIYA))));
    api("jobs/recall", Map.of("jobId", made.get("id")));

    Await.until(
        () -> portal.simulator().ledger().entries(sent).stream().allMatch(Ledger.Entry::deleted));
    notice.getByRole(AriaRole.LINK).click();
    assertThat(jobState()).containsText("ecalled");
  }

  /** Once it is recalled, nobody has it any more from whom its reminder could be recalled. */
  @Test
  void aRecallFromWhoeverHasTheMessageTakesTheirReminders() {
    open("#/jobs", "Jobs");
    var words = "For nobody any more";
    var times = List.of(Map.of("days", days(10), "time", in(10)));
    var set = Map.of("times", times, "zone", "Europe/Helsinki");
    var form =
        Map.of(
            "markdown",
            words,
            "acknowledge",
            Map.of("word", "OK", "reminders", set),
            "audience",
            List.of(person(LARS), person(MAIJA)));
    var id = api("jobs/edit", form).get("id");
    api("jobs/runNow", Map.of("jobId", id));
    open("#/jobs/" + id, words);
    assertThat(page.locator(".notice").filter(named("Reminders.")))
        .containsText("The next goes to 2 people");
    time.jump(Duration.ofMinutes(11));
    var sent = Ledger.Query.containing(words);
    Await.until(() -> portal.simulator().ledger().entries(sent).size() == 4);
    assertThat(page.locator(".notice").filter(named("Sent:"))).containsText("to 2");

    var them = Map.of("kind", "recipients", "id", id, "who", "silent");
    var slow = LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(1, 1));
    portal.simulator().limits().set(slow);
    try (var heard = Heard.whole("belfry.delivery.expansion")) {
      api("jobs/recall", Map.of("jobId", id, "audience", List.of(them)));
      Await.until(() -> heard.words().stream().anyMatch(RemindersIT::saysThatItWaits));
      portal.simulator().limits().set();
      Await.until(
          () -> portal.simulator().ledger().entries(sent).stream().allMatch(Ledger.Entry::deleted));

      assertThat(heard.warnings()).noneMatch(RemindersIT::saysThatItWaits);
    }
  }

  private static boolean saysThatItWaits(String words) {
    return words.contains("is still being recalled");
  }

  /** They may repeat what is corrected. */
  @Test
  void whoeverCorrectsTheTextIsToldOfRemindersInOwnWordsAndChangesThemThere() {
    open("#/jobs", "Jobs");
    var times = List.of(Map.of("days", 1, "time", "09:00"));
    var zone = newDay();
    var own = Map.of("times", times, "zone", zone, "markdown", "Do meet in room A");
    var form =
        Map.of(
            "markdown",
            "Meet in room A",
            "acknowledge",
            Map.of("word", "OK", "reminders", own),
            "audience",
            List.of(person(LARS), person(MAIJA)));
    var id = api("jobs/edit", form).get("id");
    api("jobs/runNow", Map.of("jobId", id));
    open("#/jobs/" + id, "Meet in room A");
    assertThat(page.locator(".pill").first()).containsText("Done");
    button("More actions for this job").click();
    button("Correct the text…").click();
    assertThat(page.locator("dialog[open]"))
        .containsText("Reminders to come keep the words that were written for them.");

    button("Change the reminders").click();
    field("Words of the reminder").fill("Do meet in room B");
    button("Remind 2 people").click();
    assertThat(page.locator("dialog[open]")).hasCount(1);
    page.locator("dialog[open] textarea").fill("Meet in room B");
    button("Correct for 2 people").click();

    assertThat(heading("Meet in room B")).isVisible();
    var sent = Ledger.Query.containing("Meet in room B");
    Await.until(() -> portal.simulator().ledger().entries(sent).size() == 2);
    button("Change").click();
    assertThat(field("Words of the reminder")).hasValue("Do meet in room B");
  }

  @Test
  void remindersAreChangedSkippedAndStoppedInTheJobsView() {
    open("#/jobs", "Jobs");
    var made =
        api(
            "jobs/edit",
            Map.of(
                "markdown",
                "Read *all* of it",
                "acknowledge",
                Map.of("button", "Got it"),
                "audience",
                List.of(person(LARS), person(MAIJA), person(PRIYA))));
    api("jobs/runNow", Map.of("jobId", made.get("id")));
    open("#/jobs/" + made.get("id"), "Read all of it");
    assertThat(page.locator(".pill").first()).containsText("Done");
    api("jobs/recall", Map.of("jobId", made.get("id"), "audience", List.of(person(PRIYA))));
    assertThat(page.locator(".pill").first()).containsText("Done, 1 recalled");
    button("More actions for this job").click();
    button("Set reminders").click();
    assertThat(page.locator("dialog[open] blockquote")).containsText("Reminder");
    assertThat(page.locator("dialog[open]")).containsText("The days count from");
    button("Change the words").click();
    field("Words of the reminder").fill("Please *do*");
    button("Remind 2 people").click();

    var notice = page.locator(".notice").filter(named("Reminders."));
    assertThat(notice).containsText("The next goes to 2 people");
    assertThat(notice).containsText("Set by Ana Lopez.");
    // Whether it is called tomorrow, or in so many hours, is a matter of the time of day.
    var next = notice.textContent().replaceFirst("(?s).*(people on [^(]+) \\(.*", "$1");
    button("Skip the next").click();
    assertThat(notice).not().containsText(next);
    button(Pattern.compile("^Remind on .+ after all$")).click();
    assertThat(notice).containsText(next);
    button("Skip the next").click();
    assertThat(notice).not().containsText(next);
    button("Stop them").click();
    assertThat(notice).containsText("Somebody stopped the reminders.");
    page.locator(".toast").filter(named("No more reminders are sent.")).getByText("Undo").click();
    assertThat(notice).containsText("The next goes to 2 people");
    assertThat(notice).not().containsText(next);
    button("More actions for this job").click();
    button("Delete").click();
    assertThat(page.locator("dialog[open]"))
        .containsText("2 reminders that are planned will not be sent.");
    // The page may look once more before it is left.
    expectComplaint("404");
    button("Delete the record of 3 recipients").click();
    assertThat(heading("Jobs")).isVisible();
    open("#/trail", "Audit trail");
    assertThat(page.locator("main")).containsText("The reminders ended");
  }
}
