package belfry.page.jobs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.Axe;
import belfry.page.BrowserTest;
import belfry.simulator.base.Operation;
import belfry.simulator.base.Resource;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.messages.Ledger;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What somebody has to decide or to know before it goes wrong. */
class QuestionIT extends BrowserTest {

  private static final List<String> WITH_ACCOUNT =
      Stream.of("ana.lopez", "kenji.tanaka", "lars.berg", "priya.patel", "maija.salo")
          .map(name -> name + "@northwind.example")
          .toList();

  private static final Pattern STOP = Pattern.compile("^Stop sending to \\d+ recipients$");

  /** It was to go to 25 as far as anybody knew, of whom only five have an account. */
  private String asked(String title) {
    var emails =
        Stream.concat(
                IntStream.range(0, 60)
                    .mapToObj(number -> title.hashCode() + "." + number + "@x.example"),
                WITH_ACCOUNT.stream())
            .toList();
    var list = Map.of("kind", "list", "name", "Old list.csv", "emails", emails);
    var draft = api("jobs/edit", Map.of("markdown", "# " + title, "audience", List.of(list)));
    var id = (String) Objects.requireNonNull(draft.get("id"), draft::toString);
    api("jobs/runNow", Map.of("jobId", id));
    return id;
  }

  private Locator row(String title) {
    return page.locator(".job").filter(new Locator.FilterOptions().setHasText(title));
  }

  private Locator notice() {
    return page.locator(".notice[role=alert]");
  }

  private long sent(String words) {
    return portal.simulator().ledger().totals(Ledger.Query.containing("# " + words)).messages();
  }

  @Test
  void theAuthorSeesBothNumbersAndLetsItGoOn() {
    open("#/jobs", "Jobs");
    var id = asked("Goes on");
    assertThat(row("Goes on").locator(".pill")).hasText("On hold");
    assertThat(row("Goes on").locator(".how")).containsText("Needs a decision");
    row("Goes on").getByRole(AriaRole.BUTTON).click();
    assertThat(button("Resume")).hasCount(0);
    button("Decide").click();

    assertThat(page).hasURL(address("#/jobs/" + id));
    assertThat(notice())
        .containsText(
            "Is this the right audience? It would go to 5, but it was meant for 25. 60 addresses"
                + " were not found in your organization. Nothing has been sent.");
    assertThat(button("Resume")).hasCount(0);
    assertThat(sent("Goes on")).isZero();
    assertThat(Axe.violations(page)).isEmpty();

    button("Send it to 5").click();
    assertThat(jobState()).hasText("Done, 60 skipped");
    assertThat(notice()).hasCount(0);
    assertThat(sent("Goes on")).isEqualTo(5);
  }

  /** Its events are held up, so it still shows what was asked before. */
  @Test
  void aViewThatIsNotUpToDateAnswersNoOtherQuestion() throws SQLException {
    open("#/jobs", "Jobs");
    var id = asked("Revised");
    assertThat(row("Revised").locator(".how")).containsText("Needs a decision");
    var held = heldAsItIs("jobs/detail/" + id);
    page.navigate(address("#/jobs/" + id));
    assertThat(notice()).containsText("It would go to 5, but it was meant for 25.");

    askAnew("It would go to 3, but it was meant for 25.", "Revised");
    expectComplaint("409");
    button("Send it to 5").click();

    assertThat(page.getByText("Somebody else changed this; it is now at revision")).isVisible();
    assertThat(notice()).containsText("It would go to 5");
    assertThat(sent("Revised")).isZero();
    page.unroute("**/jobs/detail/*");
    held.forEach(Route::resume);
    assertThat(notice()).containsText("It would go to 3, but it was meant for 25.");
    button("Send it to 5").click();
    assertThat(jobState()).hasText("Done, 60 skipped");
    assertThat(sent("Revised")).isEqualTo(5);
  }

  /**
   * Whoever follows this sees it as it is now, and nothing after that until the rest is resumed.
   */
  private List<Route> heldAsItIs(String path) {
    var now = page.evaluate("async (path) => (await fetch(path)).text()", path);
    var first = new AtomicBoolean(true);
    var held = new ArrayList<Route>();
    page.route(
        "**/" + path.replaceFirst("[^/]*$", "*"),
        route -> {
          if (first.getAndSet(false)) {
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType("text/event-stream")
                    .setBody("data: %s\n\n".formatted(now)));
          } else {
            held.add(route);
          }
        });
    return held;
  }

  /** As when the audience is read once more. */
  private void askAnew(String question, String title) throws SQLException {
    try (var connection = DriverManager.getConnection(portal.databaseAddress());
        var statement = connection.createStatement()) {
      var job = " WHERE title = '%s'".formatted(title);
      statement.execute(
          "UPDATE run SET question = '%s' WHERE id = (SELECT run FROM job%s)"
              .formatted(question, job));
      statement.execute("UPDATE job SET revision = revision + 1" + job);
    }
  }

  @Test
  void orItIsNotSentAtAll() {
    open("#/jobs", "Jobs");
    page.navigate(address("#/jobs/" + asked("Goes nowhere")));
    button("Do not send it to 5 recipients").click();
    assertThat(page.locator("dialog[open]")).containsText("will not be sent to anybody");
    button("Decide later").click();
    assertThat(notice()).containsText("Is this the right audience?");

    button("Do not send it to 5 recipients").click();
    page.locator("dialog[open]").getByText("Do not send it").last().click();

    assertThat(jobState()).hasText("Cancelled");
    assertThat(notice()).hasCount(0);
    assertThat(sent("Goes nowhere")).isZero();
  }

  @Test
  void aFirstWaveIsChosenAndReviewedAndTheRestLetGoOn() {
    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("# Two first");
    page.getByText("Send to a few first").click();
    page.getByLabel("Who gets it first").selectOption("people");
    assertThat(page.locator("#first-wave"))
        .containsText("They are taken in this order: members of groups in no particular order.");
    page.getByLabel("How many").fill("0");
    page.getByLabel("Stop if").fill("20");
    assertThat(page.getByLabel("How many")).hasValue("1");
    page.getByLabel("How many").fill("2");
    page.getByLabel("When all of them").selectOption("60");
    button("Review and send").click();
    assertThat(page.locator("dialog[open]"))
        .containsText(
            "First it goes to 2 recipients, and stops if more than 20 % of them fail. Then it goes"
                + " on by itself after 1 h.");
    page.locator("dialog[open]").getByText("Send to").click();

    assertThat(notice())
        .containsText(Pattern.compile("The first wave is over: 2 delivered, 0 failed\\. \\d+"));
    assertThat(notice()).containsText("It goes on by itself");
    assertThat(sent("Two first")).isEqualTo(2);
    assertThat(Axe.violations(page)).isEmpty();
    button("Do not go on by itself").click();
    assertThat(button("Do not go on by itself")).hasCount(0);
    notice().getByText("more").click();
    assertThat(jobState()).hasText("Done");
    assertThat(sent("Two first")).isGreaterThan(2);
  }

  @Test
  void nothingGoesOnByItselfWhileSomebodyDecidesToStop() {
    open("#/jobs", "Jobs");
    var people = WITH_ACCOUNT.stream().map(one -> Map.of("kind", "person", "email", one)).toList();
    var wave = Map.of("people", 1, "goesOnAfterMinutes", 60);
    var form = Map.of("markdown", "# One first", "audience", people, "firstWave", wave);
    var id = (String) Objects.requireNonNull(api("jobs/edit", form).get("id"));
    api("jobs/runNow", Map.of("jobId", id));
    page.navigate(address("#/jobs/" + id));
    assertThat(notice()).containsText("It goes on by itself");
    notice().getByText("Stop sending to 4 recipients").click();

    assertThat(page.locator("dialog[open]")).containsText("It stays paused while you decide.");
    assertThat(notice()).not().containsText("It goes on by itself");
    button("Keep it paused").click();
    assertThat(button("Do not go on by itself")).hasCount(0);
    notice().getByText("Stop sending to 4 recipients").click();
    button("Stop: 4 will never get it").click();
    assertThat(jobState()).hasText("Stopped");
    assertThat(sent("One first")).isEqualTo(1);
  }

  @Test
  void whoIsTriedAgainWhileItIsPausedIsNotSaidToBeSentTo() {
    open("#/jobs", "Jobs");
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(403).withText("Blocked")));
    var people = WITH_ACCOUNT.stream().map(one -> Map.of("kind", "person", "email", one)).toList();
    var wave = Map.of("people", 1, "stopAbove", 1);
    var form = Map.of("markdown", "# One fails", "audience", people, "firstWave", wave);
    var id = (String) Objects.requireNonNull(api("jobs/edit", form).get("id"));
    api("jobs/runNow", Map.of("jobId", id));
    page.navigate(address("#/jobs/" + id));
    assertThat(notice()).containsText("1 of 1 failed");
    portal.simulator().faults().set();

    button("More actions for this job").click();
    button("Retry failed recipients").click();
    page.locator("dialog[open]").getByRole(AriaRole.CHECKBOX).check();
    button("Send again to 1 recipient").click();

    assertThat(page.locator(".toast").last())
        .containsText("They are sent to again when it goes on. Waiting for somebody to decide.");
    notice().getByText("Send it to 5 more").click();
    assertThat(jobState()).hasText("Done");
    assertThat(sent("One fails")).isEqualTo(5);
  }

  @Test
  void whoeverDoesNotStopAnswersNothingThatWasAskedMeanwhile() {
    open("#/jobs", "Jobs");
    var simulator = portal.simulator();
    simulator.limits().set(LimitRule.of(Resource.MESSAGES_SEND, Limit.tokenBucket(1, 0.3)));
    var people = WITH_ACCOUNT.stream().map(one -> Map.of("kind", "person", "email", one)).toList();
    var form =
        Map.of("markdown", "# Late stop", "audience", people, "firstWave", Map.of("people", 2));
    var id = (String) Objects.requireNonNull(api("jobs/edit", form).get("id"));
    var pauses = new ArrayList<Route>();
    page.route("**/jobs/pause", pauses::add);
    api("jobs/runNow", Map.of("jobId", id));
    page.navigate(address("#/jobs/" + id));
    button(STOP).click();
    page.waitForCondition(() -> pauses.size() == 1);
    assertThat(notice()).containsText("The first wave is over");
    simulator.limits().set();
    pauses.forEach(Route::resume);

    assertThat(page.locator("dialog[open]"))
        .containsText("2 of 5 have it. It stays paused while you decide.");
    button("Keep it paused").click();
    assertThat(page.locator(".toast").last()).containsText("Paused. Nothing new is sent");
    assertThat(page.locator(".toast").last().getByText("Resume")).hasCount(0);
    assertThat(notice()).containsText("The first wave is over");
    assertThat(sent("Late stop")).isEqualTo(2);
    api("jobs/cancel", Map.of("jobId", id));
  }

  @Test
  void theAnswersComeBelowTheQuestionOnAPhone() {
    use(signedIn().setViewportSize(390, 844));
    open("#/jobs", "Jobs");
    page.navigate(address("#/jobs/" + asked("On a phone")));
    var yes = button("Send it to 5").boundingBox();
    var words = notice().locator("> div").boundingBox();

    assertThat(yes.y).isGreaterThan(words.y + words.height);
    assertThat(words.width).isGreaterThan(250);
    assertThat(page.evaluate("() => document.scrollingElement.scrollWidth")).isEqualTo(390);
  }

  @Test
  void administratorsAreToldOfAnotherProgram() {
    open("#/people", "People");
    assertThat(notice()).hasCount(0);
    portal.simulator().postAs("Company News", List.of(WITH_ACCOUNT.get(2)), "From afar");
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, new Fault.Reset(Fault.Stage.BEFORE)));
    var id =
        startedJob("In doubt", List.of(Map.of("kind", "person", "email", WITH_ACCOUNT.get(2))));
    page.navigate(address("#/jobs/" + id));
    // On a busy machine the first attempts may end before their body leaves, which nobody doubts.
    assertThat(page.locator(".recipients tbody tr").first()).containsText("Being checked");
    portal.simulator().faults().set();
    assertThat(jobState()).hasText("Done");
    open("#/people", "People");

    assertThat(notice()).containsText("Another program sends through this bot.");
    assertThat(notice()).containsText("Give the other program a bot of its own");
    assertThat(Axe.violations(page)).isEmpty();
  }
}
