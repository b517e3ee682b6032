package belfry.page.jobs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.WinterDay;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is on its way, and what became of it. */
class JobsIT extends BrowserTest {
  private static final Map<String, String> LARS =
      Map.of("kind", "person", "email", "lars.berg@northwind.example");

  /** What ran before may have left the bot resting. */
  private Locator row(String title) {
    return page.locator(".job").filter(new Locator.FilterOptions().setHasText(title));
  }

  private List<Map<String, String>> people(int count) {
    var directory = portal.simulator().directory();
    return IntStream.range(0, count)
        .mapToObj(number ->
            Map.of("kind", "person", "id", directory.personId(number), "name", "No. " + number))
        .toList();
  }

  private void slowly(double perSecond) {
    portal
        .simulator()
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(5, perSecond)));
  }

  @Test
  void progressMovesWithoutAReloadAndTheBadgeCounts() {
    open("#/jobs", "Jobs");
    slowly(8);
    var id = startedJob("# Moves by itself", List.of(group("Engineering")));
    var moving = row("Moves by itself");
    assertThat(moving.locator(".progress > i").first()).isAttached();
    assertThat(page.locator("nav .badge")).containsText("1");
    var before = moving.locator(".how b").textContent();
    assertThat(moving.locator(".how b")).not().hasText(before);

    moving.locator(".title").click();
    assertThat(heading("Moves by itself")).isFocused();
    var delivered = page.locator(".figures dd b").first();
    var figure = delivered.textContent();
    assertThat(delivered).not().hasText(figure);
    assertThat(page.locator(".plot .bar").first()).isVisible();
    portal.simulator().limits().set();
    button("Show as a table").click();
    assertThat(page.locator(".chart-table tbody tr").first()).isVisible();
    api("jobs/cancel", Map.of("jobId", id));
  }

  /** Both hours of the night in which clocks are put back look the same on them. */
  @Test
  void ofATimeThatComesTwiceThePageSaysWhich() {
    var rules = ZoneId.of("Europe/Helsinki").getRules();
    var back =
        Stream.iterate(
                rules.nextTransition(Instant.now()), one -> rules.nextTransition(one.getInstant()))
            .filter(ZoneOffsetTransition::isOverlap)
            .findFirst()
            .orElseThrow()
            .getInstant();
    open("#/jobs", "Jobs");
    var draft =
        api("jobs/edit", Map.of("markdown", "At half past three", "audience", List.of(LARS)));
    var id = (String) Objects.requireNonNull(draft.get("id"), draft::toString);
    for (var minutes : List.of(-30, 30)) {
      var at = back.plus(Duration.ofMinutes(minutes)).toString();
      api("jobs/schedule", Map.of("jobId", id, "at", at, "zone", "Europe/Helsinki"));
      page.navigate(address("#/jobs"));
      page.navigate(address("#/jobs/" + id));
      assertThat(page.locator("job-view"))
          .containsText("03:30 Helsinki (GMT+%d)".formatted(minutes < 0 ? 3 : 2));
    }
    button("More actions for this job").click();
    button("Cancel for 1 person").click();
    assertThat(page.locator("job-view")).not().containsText("Helsinki");
    button("Undo").click();
    assertThat(page.locator("job-view")).containsText("03:30 Helsinki (GMT+2)");
    api(
        "jobs/schedule",
        Map.of("jobId", id, "at", WinterDay.at("03:30"), "zone", "Europe/Helsinki"));
    assertThat(page.locator("job-view")).not().containsText("Helsinki");
    api("jobs/cancel", Map.of("jobId", id));
  }

  /** Who undoes it has not said that it is not to go out at its time. */
  @Test
  void whatIsTakenBackOfSendingNowGoesOutAtItsTime() {
    open("#/jobs", "Jobs");
    var draft = api("jobs/edit", Map.of("markdown", "At its time", "audience", List.of(LARS)));
    var id = (String) Objects.requireNonNull(draft.get("id"), draft::toString);
    api("jobs/schedule", Map.of("jobId", id, "at", WinterDay.at("09:00"), "zone", "Europe/Madrid"));
    page.navigate(address("#/jobs/" + id));
    var view = page.locator("job-view");
    assertThat(view).containsText("09:00");

    for (var where : List.of(".toast", "job-view")) {
      button("Send now").click();
      assertThat(page.locator("dialog[open]")).isVisible();
      lengthenUndo();
      page.locator("dialog[open] .main-one").click();
      page.locator(where).getByText("Undo", new Locator.GetByTextOptions().setExact(true)).click();

      assertThat(page.locator(".toast").last()).containsText("Scheduled for");
      assertThat(view).containsText("09:00");
      assertThat(button("Send now")).isVisible();
    }
    api("jobs/cancel", Map.of("jobId", id));
  }

  @Test
  void whoGetsNoAnswerIsToldThatItHadGoneOutOnceBelfryAnswersAgain() {
    open("#/jobs", "Jobs");
    var draft = api("jobs/edit", Map.of("markdown", "Each Monday", "audience", List.of(LARS)));
    var id = (String) Objects.requireNonNull(draft.get("id"), draft::toString);
    var monday = Map.of("at", WinterDay.at("09:00"), "zone", "Europe/Madrid");
    var schedule = new HashMap<String, Object>(monday);
    schedule.put("jobId", id);
    schedule.put("repeat", "FREQ=WEEKLY");
    api("jobs/schedule", schedule);
    page.navigate(address("#/jobs/" + id));
    expectComplaint("ERR_FAILED");
    page.route(
        "**/jobs/runNow",
        route -> {
          route.fetch();
          page.route("**/jobs/detail/**", Route::abort);
          route.abort();
        });
    sendNow();
    assertThat(page.locator(".toast").last()).containsText("does not answer, so it is not known");
    page.unroute("**/jobs/runNow");
    var gone = Ledger.Query.containing("Each Monday");
    Await.until(() -> portal.simulator().ledger().totals(gone).messages() == 1);

    page.unroute("**/jobs/detail/**");
    assertThat(page.locator(".toast").last()).containsText("It had gone out already, at");
    sendNow();
    assertThat(page.locator(".toast").last()).containsText("Undo");
    api("jobs/cancel", Map.of("jobId", id));
  }

  private void sendNow() {
    button("Send now").click();
    page.locator("dialog[open] .main-one").click();
    assertThat(page.locator("dialog[open]")).hasCount(0);
  }

  @Test
  void whoSendsBesideALongMessageIsToldSoAndNeedNotWaitForIt() {
    open("#/jobs", "Jobs");
    slowly(1);
    var id = startedJob("# A long one", List.of(group("Engineering")));
    assertThat(row("A long one").locator(".progress > i").first()).isAttached();
    open("", "New message");
    page.reload();
    choose("Lars", "Lars Berg");
    text().fill("# A short one");
    button("Review and send").click();
    assertThat(page.locator("dialog[open]"))
        .containsText(
            Pattern.compile("\\d+ recipients of other messages are still waiting, which the time"));
    page.locator("dialog[open]").getByLabel("It is urgent: send it before other messages").check();
    var why = page.locator("dialog[open]").getByLabel("Why it cannot wait");
    why.fill("🚒".repeat(201));
    assertThat(page.locator("dialog[open]")).containsText("This has more than 200 characters");
    assertThat(page.locator("dialog[open] .main-one")).isDisabled();
    why.fill("🚒".repeat(200));
    assertThat(page.locator("dialog[open] .main-one")).isEnabled();
    why.fill("The stairs are closed");
    page.locator("dialog[open] .main-one").click();
    assertThat(page.locator("dialog[open]")).hasCount(0);
    open("#/trail", "Audit trail");
    assertThat(page.locator("main")).containsText("The stairs are closed");
    api("jobs/cancel", Map.of("jobId", id));
  }

  @Test
  void aStopAsksWhileNothingLeavesAndSaysWhatItCameTo() {
    open("#/jobs", "Jobs");
    slowly(4);
    var id = startedJob("# To be stopped", List.of(group("Engineering")));
    page.navigate(address("#/jobs/" + id));
    assertThat(page.locator(".plot")).isVisible();

    var pauses = new CopyOnWriteArrayList<String>();
    page.onRequest(request -> {
      if (request.url().endsWith("jobs/pause")) {
        pauses.add(request.url());
      }
    });
    doubleClick(button("Pause"), () -> assertThat(jobState()).hasText("Paused"));
    assertThat(jobState()).hasText("Paused");
    // Not that of the notice, which goes with it.
    page.locator("job-view .acts button.main-one").focus();
    page.keyboard().down("Enter");
    assertThat(button("Pause")).isVisible();
    page.keyboard().down("Enter");
    page.keyboard().up("Enter");
    page.evaluate("async () => (await fetch('info')).status");
    assertThat(pauses).hasSize(1);
    assertThat(button("Pause")).isVisible();
    page.setViewportSize(390, 844);
    assertThat(page.locator(".acts .danger .in-short")).hasText(Pattern.compile("^\\d+$"));
    page.setViewportSize(1280, 720);
    button(Pattern.compile("^Stop sending to \\d+ recipients$")).click();
    var dialog = page.locator("dialog[open]");
    assertThat(dialog).containsText("Nothing new is sent while you decide.");
    button("Continue sending").click();
    assertThat(button("Pause")).isVisible();
    button(Pattern.compile("^Stop sending to \\d+ recipients$")).click();
    button(Pattern.compile("^Stop: \\d+ will never get it$")).click();

    assertThat(page.locator(".toast").last())
        .containsText(Pattern.compile("Stopped\\. \\d+ recipients? had it already"));
    assertThat(jobState()).hasText("Stopped");
    var said = Integer.parseInt(page.locator(".figures dd b").first().textContent());
    assertThat(
            portal.simulator().ledger().totals(Ledger.Query.containing("To be stopped")).messages())
        .isEqualTo(said);
    radio(Pattern.compile("^Not delivered")).check();
    assertThat(page.locator(".recipients tbody .pill").first()).hasText("Skipped");

    button("More actions for this job").click();
    button("Use as a new message").click();
    assertThat(text()).hasValue("# To be stopped");
  }

  @Test
  void whoeverPausesWhatSomebodyElseHasJustPausedDoesNotResumeIt() {
    open("#/jobs", "Jobs");
    slowly(4);
    var id = startedJob("# Paused by two", List.of(group("Engineering")));
    page.navigate(address("#/jobs/" + id));
    assertThat(button("Pause")).isVisible();
    // A finger that was on its way as the other button came.
    page.evaluate(
        """
        () => new MutationObserver((_, observer) => {
          const button = [...document.querySelectorAll(".acts > button")]
            .find(({ textContent }) => textContent.trim() === "Resume");
          if (button) {
            observer.disconnect();
            button.click();
          }
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
        """);
    api("jobs/pause", Map.of("jobId", id));

    assertThat(page.locator(".toast").last()).containsText("Paused. Nothing new is sent");
    assertThat(jobState()).hasText("Paused");
    assertThat(button("Resume")).isVisible();
    portal.simulator().limits().set();
    api("jobs/cancel", Map.of("jobId", id));
  }

  @Test
  void anOpenMenuStaysOpenWhenTheSendingEnds() {
    open("#/jobs", "Jobs");
    slowly(4);
    var id = startedJob("# Ends meanwhile", List.of(group("Engineering")));
    page.navigate(address("#/jobs/" + id));
    assertThat(page.locator(".plot .bar").first()).isVisible();
    button("More actions for this job").click();
    assertThat(button("Recall…")).isVisible();

    api("jobs/cancel", Map.of("jobId", id));
    assertThat(jobState()).hasText("Stopped");
    assertThat(button("Pause")).isHidden();
    assertThat(button("Recall…")).isVisible();
  }

  @Test
  void everySingleRecipientCanBeFoundWithTheReason() {
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(
                    Operation.MESSAGES_CREATE,
                    Fault.before(403).withText("Blocked by the organization"))
                .to("lars.berg@northwind.example"));
    open("#/jobs", "Jobs");
    var audience = new ArrayList<>(people(30));
    audience.add(LARS);
    var id = startedJob("# One by one", audience);
    page.navigate(address("#/jobs/" + id));
    assertThat(jobState()).hasText("Done, 1 failed");
    var first = page.locator(".recipients tbody tr").first();
    assertThat(first).containsText("Lars Berg");
    assertThat(first).containsText("The bot may not write here: Blocked by the organization");
    assertThat(page.locator(".pages")).containsText("1–25 of");
    button("Next recipients").click();
    assertThat(page.locator(".pages")).containsText("26–");
    page.getByPlaceholder("Name or e-mail").fill("lars.b");
    assertThat(page.locator(".recipients tbody tr")).hasCount(1);
    radio(Pattern.compile("^Delivered")).check();
    assertThat(page.locator(".recipients .none")).hasText("Nobody here matches “lars.b”.");

    var file = page.waitForDownload(() -> link("Export the recipients as CSV").click());
    assertThat(file.suggestedFilename()).matches("One by one 20\\d\\d-\\d\\d-\\d\\d\\.csv");
  }

  private List<Map<String, String>> spacesThatNobodyCanTellAbout() {
    var spaces = spaces(2);
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(500))
                .to(spaces.stream().map(space -> space.get("id")).toArray(String[]::new))
                .onCalls(1L, 2L));
    return spaces;
  }

  @Test
  void whomNobodyCanTellAboutIsDecidedByAPerson() {
    open("#/jobs", "Jobs");
    var spaces = spacesThatNobodyCanTellAbout();
    var id = startedJob("# Is it there", spaces);
    page.navigate(address("#/jobs/" + id));
    assertThat(page.locator("main .notice").first())
        .containsText("It is unknown whether 2 recipients have it.");
    var rows = page.locator(".recipients tbody tr");
    assertThat(rows.first()).containsText("Not sure");

    button(Pattern.compile("^It arrived: ")).first().click();
    assertThat(page.locator("dialog[open]")).containsText("cannot be undone");
    button("Count as delivered").click();
    assertThat(page.locator(".toast").last()).containsText("counted as delivered");
    assertThat(page.locator("main .notice").first()).containsText("one recipient has it");
    button("Send it again").click();
    assertThat(page.locator("dialog[open]")).containsText("it will be there twice");
    button("Send again to 1").click();

    assertThat(page.locator(".figures dd b").first()).hasText("2");
    assertThat(jobState()).hasText("Done");
    assertThat(
            portal.simulator().ledger().totals(Ledger.Query.containing("Is it there")).messages())
        .isEqualTo(3);
  }

  /** As many as were seen may be others by then. */
  @Test
  void aDecisionAboutAllIsAboutThoseWhoWereHeldWhenItWasAsked() {
    expectComplaint("status of 409");
    open("#/jobs", "Jobs");
    var spaces = spacesThatNobodyCanTellAbout();
    var id = startedJob("# Are these there", spaces);
    page.navigate(address("#/jobs/" + id));
    button("Send all again").click();
    assertThat(button("Send again to 2")).isVisible();
    var one = List.of(Objects.requireNonNull(spaces.getFirst().get("id")));
    api("jobs/decide", Map.of("jobId", id, "decision", "delivered", "recipients", one));

    button("Send again to 2").click();

    assertThat(page.locator(".toast").last()).containsText("Some of them are no longer held");
    assertThat(
            portal
                .simulator()
                .ledger()
                .totals(Ledger.Query.containing("Are these there"))
                .messages())
        .isEqualTo(2);
  }

  @Test
  void theFailedOfAChosenReasonAreTriedAgain() {
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(
                    Operation.MESSAGES_CREATE, Fault.before(403).withText("Blocked for a while"))
                .to("lars.berg@northwind.example"));
    open("#/jobs", "Jobs");
    var id = startedJob("# Once more", List.of(group("Crisis team"), LARS));
    page.navigate(address("#/jobs/" + id));
    assertThat(jobState()).hasText("Done, 1 failed");
    portal.simulator().faults().set();

    button("Retry failed recipients").click();
    var dialog = page.locator("dialog[open]");
    assertThat(dialog).containsText("Blocked for a while");
    var reason = dialog.getByRole(com.microsoft.playwright.options.AriaRole.CHECKBOX);
    assertThat(reason).not().isChecked();
    assertThat(button(Pattern.compile("^Send again to 0"))).isDisabled();
    reason.check();
    button("Send again to 1 recipient").click();

    assertThat(page.locator(".toast").last()).containsText("Trying again.");
    assertThat(page.locator("main")).containsText("this is wave 2");
    assertThat(page.locator(".recipients tbody tr").filter(named("Lars Berg")))
        .containsText("Delivered");
    assertThat(page.locator("main")).containsText("nobody got it twice");
  }

  private static Locator.FilterOptions named(String words) {
    return new Locator.FilterOptions().setHasText(words);
  }

  @Test
  void restsAreSaidInPlainWords() {
    open("#/jobs", "Jobs");
    // So few that it is exceeded at any pace that another test has taught the bot.
    portal
        .simulator()
        .limits()
        .set(LimitRule.of(Resource.MESSAGES_SEND, Limit.fixedWindow(2, Duration.ofSeconds(12))));
    var id = startedJob("# Rests", List.of(group("Engineering")));
    assertThat(row("Rests").locator(".pill")).hasText("Waiting");
    assertThat(row("Rests")).containsText("Waiting because Webex asked us to, until ");
    page.navigate(address("#/jobs/" + id));
    assertThat(page.locator(".plot .rest").first()).isAttached();
    assertThat(page.locator(".legend")).containsText("Webex asked us to wait");
    assertThat(page.locator(".recipients .waits").first())
        .containsText("Waiting because Webex asked us to, until ");
    portal.simulator().limits().set();
    api("jobs/cancel", Map.of("jobId", id));
  }

  @ParameterizedTest
  @CsvSource({"outage, Webex does not answer", "database, Nothing can be recorded"})
  void theCornerDoesNotSayThatAllIsWellWhileNothingCanBeSent(String reason, String words) {
    page.route(
        "**/Hub/*/info",
        route ->
            change(
                route,
                body ->
                    body.replace(
                        "\"pace\":{",
                        "\"pace\":{\"waitsFor\":{\"reason\":\"%s\",\"words\":\"x\"},"
                            .formatted(reason))));
    open("#/jobs", "Jobs");
    assertThat(page.locator(".state")).hasText(words);
  }

  @Test
  void errorsSayWhatHappenedAndRecover() {
    expectComplaint("Failed to load resource");
    page.route(
        "**/jobs/list/recent**",
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setStatus(503)
                    .setContentType("application/problem+json")
                    .setBody(
                        "{\"title\":\"x\",\"status\":503,\"detail\":\"The database rests.\",\"errors\":[]}")));
    open("#/jobs", "Jobs");
    assertThat(page.locator("main [role=alert]")).containsText("The database rests.");
    assertThat(page.locator(".head .pill")).hasText("Reconnecting");
    page.unroute("**/jobs/list/recent**");
    button("Try again").click();
    assertThat(page.locator(".filters .segments")).containsText(Pattern.compile("All\\d+"));
    assertThat(page.locator(".head .pill")).hasCount(0);

    page.navigate(address("#/jobs/0000000000000"));
    assertThat(heading("No such job")).isVisible();
    assertThat(page.locator(".head .pill")).hasCount(0);

    page.navigate(address("#/compose"));
    text().fill("Not lost");
    page.route("**/jobs/preview", Route::abort);
    choose("Crisis", "Crisis team");
    assertThat(page.locator(".sum")).containsText("Not counted. Belfry does not answer.");
    page.unroute("**/jobs/preview");
    button("Try again").click();
    assertThat(page.locator(".sum b")).hasText("8 people");
    assertThat(text()).hasValue("Not lost");
  }

  @Test
  void theListIsSearchedFilteredAndWalked() {
    open("#/jobs", "Jobs");
    api("jobs/edit", Map.of("markdown", "Walk here", "audience", List.of(LARS)));
    api("jobs/edit", Map.of("markdown", "Walk there", "audience", List.of(LARS)));
    radio(Pattern.compile("^Drafts")).check();
    assertThat(row("Walk there")).isVisible();
    page.keyboard().press("Escape");
    heading("Jobs").click();
    page.keyboard().press("/");
    page.keyboard().type("walk");
    assertThat(page.locator(".sections:not([inert]) .job")).hasCount(2);
    assertThat(page).hasURL(Pattern.compile("#/jobs\\?scope=drafts&q=walk$"));
    row("Walk there").locator(".title").focus();
    page.keyboard().press("ArrowDown");
    assertThat(row("Walk here").locator(".title")).isFocused();
    page.reload();
    assertThat(page.locator(".job")).hasCount(2);

    row("Walk here").getByRole(com.microsoft.playwright.options.AriaRole.BUTTON).click();
    button("Delete").last().click();
    assertThat(page.locator(".job")).hasCount(1);
    button("Undo").click();
    assertThat(page.locator(".job")).hasCount(2);
    page.getByPlaceholder("Search").fill("nothing like it");
    assertThat(page.locator("main")).containsText("No match");
    button("Show all jobs").click();
    assertThat(row("Walk here")).isVisible();
  }
}
