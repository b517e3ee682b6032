package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.TestPortal;
import belfry.testing.WinterDay;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What becomes of a draft elsewhere is said where it is written, and nothing of the last message
 * stays for the next.
 */
class ElsewhereIT extends BrowserTest {
  private Locator notice() {
    return page.locator("draft-elsewhere .notice");
  }

  private Map<String, Object> draft(String markdown) {
    return api(
        "jobs/edit", Map.of("markdown", markdown, "audience", List.of(group("Crisis team"))));
  }

  private static String id(Map<String, Object> job) {
    return (String) Objects.requireNonNull(job.get("id"), job::toString);
  }

  private int delivered(String words) {
    return portal.simulator().ledger().totals(Ledger.Query.containing(words)).messages();
  }

  private String opened(String markdown) {
    open("#/jobs", "Jobs");
    var id = id(draft(markdown));
    open("#/compose/" + id, "New message");
    assertThat(text()).hasValue(markdown);
    return id;
  }

  /** As another tab does it. */
  private void elsewhere(String path, String id, Map<String, ?> form) {
    page.evaluate(
        """
        async ([path, jobId, form]) => {
          const { revision } = await (await fetch(`jobs/detail/${jobId}`)).json();
          const answer = await fetch(path, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ jobId, ...form, ...(path.endsWith("delete") ? {} : { revision }) }),
          });
          if (!answer.ok) {
            throw new Error(await answer.text());
          }
        }
        """,
        List.of(path, id, form));
  }

  private void changeElsewhere(String id, String markdown) {
    var form = Map.of("markdown", markdown, "audience", List.of(group("Crisis team")));
    elsewhere("jobs/edit", id, form);
  }

  @Test
  void aDraftThatIsDeletedElsewhereIsKeptOrDiscardedAndNeverSentByItself() {
    expectComplaint("status of 404");
    var id = opened("Deleted elsewhere");
    text().fill("Deleted elsewhere, and mine");
    elsewhere("jobs/delete", id, Map.of());
    assertThat(notice()).containsText("This draft was deleted elsewhere.");

    button("Review and send").click();
    button(Pattern.compile("^Send to ")).click();
    assertThat(page.locator("dialog[open]")).hasCount(0);
    assertThat(text()).hasValue("Deleted elsewhere, and mine");
    assertThat(delivered("Deleted elsewhere")).isZero();
    page.reload();
    assertThat(notice()).containsText("This draft was deleted elsewhere.");
    assertThat(text()).hasValue("Deleted elsewhere, and mine");

    button("Keep mine as a new draft").click();
    page.waitForCondition(() -> !page.url().endsWith(id));
    assertThat(text()).hasValue("Deleted elsewhere, and mine");
    assertThat(notice()).hasCount(0);
    var kept = page.url().replaceFirst(".*/", "");
    elsewhere("jobs/delete", kept, Map.of());
    button("Discard mine").click();
    assertThat(text()).hasValue("");
    assertThat(page).hasURL(address("#/compose"));
  }

  @Test
  void aDraftThatIsChangedElsewhereIsTakenOverOrKept() {
    var id = opened("As it was");
    text().fill("Mine");
    changeElsewhere(id, "Theirs");
    assertThat(notice()).containsText("This was changed elsewhere in the meantime.");
    button("Load the other version").click();
    assertThat(text()).hasValue("Theirs");
    assertThat(notice()).hasCount(0);

    text().fill("Mine again");
    changeElsewhere(id, "Theirs again");
    button("Keep mine").click();
    assertThat(notice()).hasCount(0);
    assertThat(text()).hasValue("Mine again");
    button("More actions for this message").click();
    button("Save as a draft").click();
    assertThat(page.locator(".toast")).containsText("Saved");
    assertThat(notice()).hasCount(0);
    page.reload();
    assertThat(text()).hasValue("Mine again");
    assertThat(notice()).hasCount(0);
  }

  @Test
  void whatIsSentElsewhereCanOnlyBeKeptAsAnotherMessage() {
    var id = opened("Sent elsewhere");
    text().fill("Not sent");
    open("#/compose", "New message");
    text().fill("Another one");
    api("jobs/runNow", Map.of("jobId", id));
    open("#/compose/" + id, "New message");
    assertThat(text()).hasValue("Not sent");
    assertThat(notice()).containsText("cannot be changed any more");
    button("Keep mine as a new draft").click();
    page.waitForCondition(() -> !page.url().endsWith(id));
    assertThat(text()).hasValue("Not sent");
    assertThat(notice()).hasCount(0);
  }

  @Test
  void whatOneTabSendsIsNotReplacedByWhatAnotherHasMadeOfTheSameNewMessage() {
    expectComplaint("status of 409");
    open("", "New message");
    choose("lars.berg", "Lars Berg");
    text().fill("Agreed to in one tab");
    var first = page;
    page = newPage();
    open("", "New message");
    assertThat(text()).hasValue("Agreed to in one tab");

    page = first;
    button("Review and send").click();
    button("Send to 1 person").click();
    assertThat(heading("Agreed to in one tab")).isVisible();

    page = context.pages().getLast();
    text().fill("Made of it in another");
    button("Review and send").click();
    button("Send to 1 person").click();
    assertThat(page.locator("dialog[open] [role=alert]")).isVisible();
    button("Keep editing").click();
    assertThat(notice()).containsText("cannot be changed any more");
    button("Keep mine as a new draft").click();
    assertThat(notice()).hasCount(0);
    assertThat(text()).hasValue("Made of it in another");
    Await.until(() -> delivered("Agreed to in one tab") == 1);
    assertThat(delivered("Made of it in another")).isZero();
  }

  /** The server has taken it, and the page hears of that only by what becomes of the message. */
  @Test
  void whoeverPressedThemselvesIsNotToldThatItWasDoneElsewhere() {
    expectComplaint("Failed to load resource: net::ERR_FAILED");
    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("Pressed here");
    page.route(
        "**/jobs/runNow",
        route -> {
          route.fetch();
          route.abort();
        });
    page.route(
        "**/jobs/detail/**",
        route -> {
          if (route.request().resourceType().equals("fetch")) {
            route.abort();
          } else {
            route.resume();
          }
        });
    button("Review and send").click();
    button("Send to 8 people").click();
    assertThat(notice()).containsText("The answer to your press was lost.");
    assertThat(notice()).not().containsText("elsewhere");

    page.unroute("**/jobs/runNow");
    page.reload();
    assertThat(notice()).containsText("The answer to your press was lost.");
    page.unroute("**/jobs/detail/**");
    button("Show the message").click();
    assertThat(heading("Pressed here")).isVisible();
    Await.until(() -> delivered("Pressed here") == 8);
  }

  /** Both tabs know the draft by the same key. */
  @Test
  void whatWasTakenBackInOneTabIsSentWhenItIsSentFromAnother() {
    var id = opened("Sent, taken back, sent");
    var first = page;
    page = newPage();
    open("#/compose/" + id, "New message");
    assertThat(text()).hasValue("Sent, taken back, sent");

    page = first;
    lengthenUndo();
    sendToEight();
    page.locator("toast-stack button").getByText("Undo").click();
    assertThat(text()).hasValue("Sent, taken back, sent");

    page = context.pages().getLast();
    assertThat(notice()).hasCount(0);
    sendToEight();
    assertThat(heading("Sent, taken back, sent")).isVisible();
    assertThat(detail(id).get("state")).as("not a draft again").isNotEqualTo("draft");
  }

  private void sendToEight() {
    button("Review and send").click();
    button("Send to 8 people").click();
    assertThat(page.locator("dialog[open]")).hasCount(0);
  }

  @Test
  void aJobThatIsDeletedWhileItIsOpenIsNoLongerOffered() {
    expectComplaint("status of 404");
    open("#/jobs", "Jobs");
    var id = id(draft("Open, and deleted"));
    var day = LocalDate.now(ZoneOffset.UTC).plusDays(30);
    elsewhere("jobs/schedule", id, Map.of("at", day + "T09:00", "zone", "Asia/Tokyo"));
    open("#/jobs/" + id, "Open, and deleted");
    assertThat(button("Send now")).isVisible();
    elsewhere("jobs/delete", id, Map.of());

    assertThat(heading("No such job")).isVisible();
    assertThat(page.locator("job-view")).containsText("It was deleted");
    assertThat(page.locator("job-view button")).hasCount(0);
    assertThat(page).hasTitle(Pattern.compile("^No such job"));
  }

  @Test
  void nobodyComesBackOrMayDoLessByAnOlderView() {
    expectComplaint("status of 409");
    var ana = portal.signedIn("news", TestPortal.ADMIN);
    var priya = Map.of("email", "priya.patel@northwind.example", "role", "admin");
    var id = ana.post("admin/users", priya).json().path("id").asText();
    open("#/people", "People");
    var row = page.locator("li").filter(new Locator.FilterOptions().setHasText("Priya Patel"));
    assertThat(row).containsText("Administrator");
    page.locator("person-field input").fill(priya.get("email"));
    button("Add").click();
    assertThat(page.locator("#add-fault")).containsText("is an administrator of this app already");
    ana.delete("admin/users/" + id);
    button("Actions for Priya Patel").click();
    button("Make a sender").click();
    assertThat(page.locator(".toast.bad")).containsText("somebody has removed them");
    assertThat(row).hasCount(0);
  }

  @Test
  void whatIsNoLongerKeptUpToDateSaysSo() {
    expectComplaint("status of 403");
    open("#/jobs", "Jobs");
    var id = id(draft("Shown as it was"));
    for (var view : List.of("jobs-view", "job-view")) {
      page.navigate(address(view.equals("jobs-view") ? "#/jobs" : "#/jobs/" + id));
      assertThat(page.locator(view)).containsText("Shown as it was");
      page.route(
          Pattern.compile("/jobs/(list/recent|detail/)"),
          route -> route.fulfill(new Route.FulfillOptions().setStatus(403)));
      hideAndShow();
      assertThat(page.locator(view + " .notice.bad")).isVisible();
      assertThat(page.locator(view)).containsText("Shown as it was");

      page.unrouteAll();
      page.locator(view + " .notice.bad button").click();
      assertThat(page.locator(view)).containsText("Shown as it was");
      assertThat(page.locator(view + " .notice.bad")).hasCount(0);
    }
  }

  /** As where another tab was looked at. */
  private void hideAndShow() {
    page.evaluate(
        """
        () => {
          for (const hidden of [true, false]) {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
          }
        }
        """);
  }

  @Test
  void toUndoACancellationSchedulesNothingThatWasMadeOfItSince() {
    expectComplaint("status of 409");
    open("#/jobs", "Jobs");
    var id = id(draft("Planned, and taken off"));
    var day = LocalDate.now(ZoneOffset.UTC).plusDays(30);
    elsewhere("jobs/schedule", id, Map.of("at", day + "T09:00", "zone", "Asia/Tokyo"));
    open("#/jobs/" + id, "Planned, and taken off");
    button("More actions for this job").click();
    holdNotices();
    button("Cancel for 8 people").click();
    assertThat(button("Undo")).isVisible();
    changeElsewhere(id, "Made of it since");
    button("Undo").click();
    assertThat(page.locator(".toast.bad")).isVisible();
    assertThat(detail(id).get("state")).isEqualTo("draft");
  }

  @Test
  void whatIsScheduledIsNotDeletedAsTheDraftThatItWas() {
    expectComplaint("status of (403|409)");
    open("#/jobs", "Jobs");
    var id = id(draft("A draft when it was listed"));
    var row =
        page.locator(".job")
            .filter(new Locator.FilterOptions().setHasText("A draft when it was listed"));
    assertThat(row).isVisible();
    page.route(
        Pattern.compile("/jobs/list/"),
        route -> route.fulfill(new Route.FulfillOptions().setStatus(403)));
    hideAndShow();
    assertThat(page.locator("jobs-view .notice.bad")).isVisible();
    var day = LocalDate.now(ZoneOffset.UTC).plusDays(30);
    elsewhere("jobs/schedule", id, Map.of("at", day + "T09:00", "zone", "Asia/Tokyo"));
    row.locator("button[popovertarget]").click();
    row.locator(".item").filter(new Locator.FilterOptions().setHasText("Delete")).click();
    assertThat(page.locator(".toast.bad")).containsText("Somebody else changed this");
    page.unrouteAll();

    page.reload();
    var other = opened("A draft when it was opened");
    elsewhere("jobs/schedule", other, Map.of("at", day + "T09:00", "zone", "Asia/Tokyo"));
    button("More actions for this message").click();
    button("Discard this message").click();
    assertThat(page.locator(".toast.bad")).containsText("Somebody else changed this");
    assertThat(detail(id).get("state")).isEqualTo("scheduled");
    assertThat(detail(other).get("state")).isEqualTo("scheduled");
  }

  @Test
  void nothingThatOneWroteIsShownToOrSentByWhoSignsInNextInThisBrowser() {
    use(new Browser.NewContextOptions());
    open("", "New message");
    choose("lars.berg", "Lars Berg");
    text().fill("Written by Ana");
    var anas = context.cookies();
    // Nobody but this test asks who is signed in.
    page.evaluate("() => { for (let i = setInterval(() => {}); i > 0; i--) clearInterval(i); }");
    context.addCookies(cookiesOf("priya.patel@northwind.example"));
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))");
    assertThat(page.getByText("Priya Patel").first()).isVisible();
    assertThat(page.locator("textarea, .chip")).hasCount(0);

    context.addCookies(anas);
    page.reload();
    assertThat(text()).hasValue("Written by Ana");
  }

  @Test
  void whoMayNotChangeAColleaguesMessageIsToldSoAtOnceAndMayUseItAnew() {
    open("#/jobs", "Jobs");
    var id = id(draft("Ana's own"));
    api("jobs/schedule", Map.of("jobId", id, "at", WinterDay.at("09:00"), "zone", "Europe/Madrid"));
    var sender = "lars.berg@northwind.example";
    var cookies = cookiesOf(sender);
    api("admin/users", Map.of("email", sender));
    page.close();
    context.addCookies(cookies);
    page = newPage();
    page.navigate(address("#/compose/" + id));
    assertThat(page.locator("main")).containsText("Only Ana Lopez and administrators may change");
    assertThat(text()).hasCount(0);

    button("Use as a new message").click();
    assertThat(text()).hasValue("Ana's own");
    assertThat(page.url()).doesNotContain(id);
  }

  /** Of another browser, in which this person has signed in. */
  private List<Cookie> cookiesOf(String email) {
    consentAs(email);
    try (var other = Chromium.browser().newContext()) {
      var there = other.newPage();
      there.navigate(address(""));
      assertThat(there.getByText("You are signed in as")).isVisible();
      return other.cookies();
    }
  }

  @Test
  void aDraftThatIsDeletedByMistakeComesBackWithAllThatItHad() {
    expectComplaint("status of 404");
    open("#/jobs", "Jobs");
    var before = withAllThatItCanHave();
    page.navigate(address("#/jobs/" + before.get("id")));
    button("More actions for this job").click();
    button("Delete").click();
    button("Undo").click();
    assertThat(heading("Jobs")).isVisible();
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("With a button"))
        .first()
        .click();
    page.waitForURL(url -> url.contains("#/jobs/") || url.contains("#/compose/"));
    comesBack(before, page.url().substring(page.url().lastIndexOf('/') + 1));
  }

  @Test
  void aDraftThatIsDiscardedWhereItIsWrittenComesBackWithAllThatItHad() {
    open("#/jobs", "Jobs");
    var before = withAllThatItCanHave();
    open("#/compose", "New message");
    text().fill("Half written");
    page.evaluate("fragment => location.hash = fragment", "/compose/" + before.get("id"));
    assertThat(text()).hasValue("With a button");
    button("More actions for this message").click();
    button("Discard this message").click();
    assertThat(text()).hasValue("Half written");
    button("Undo").click();
    assertThat(text()).hasValue("With a button");
    comesBack(before, page.url().substring(page.url().lastIndexOf('/') + 1));
    page.evaluate("location.hash = '#/compose'");
    assertThat(text()).hasValue("Half written");

    button("More actions for this message").click();
    button("Discard this message").click();
    text().fill("Written since");
    button("Undo").click();
    assertThat(page.locator(".toast")).containsText("so nothing was put back");
    assertThat(text()).hasValue("Written since");
  }

  @Test
  void whoeverDiscardsADraftIsNotToldThatItWasDeletedElsewhere() {
    open("#/jobs", "Jobs");
    var draft = id(api("jobs/edit", Map.of("markdown", "To be discarded")));
    page.navigate(address("#/compose/" + draft));
    assertThat(text()).hasValue("To be discarded");
    var over = new ArrayList<String>();
    Consumer<Request> note =
        one -> {
          if (one.resourceType().equals("eventsource")) {
            over.add(one.url());
          }
        };
    page.onRequestFinished(note);
    page.onRequestFailed(note);
    var held = new ArrayList<Runnable>();
    page.route(
        "**/jobs/delete",
        route -> {
          var answer = route.fetch();
          held.add(() -> route.fulfill(new Route.FulfillOptions().setResponse(answer)));
        });
    button("More actions for this message").click();
    button("Discard this message").click();
    page.waitForCondition(() -> !held.isEmpty() && !over.isEmpty());
    // Whatever it asked because of that has been answered by then.
    page.evaluate("async () => (await fetch('info')).status");
    assertThat(page.locator(".notice")).hasCount(0);
    held.getFirst().run();
    assertThat(page.locator(".toast").last()).containsText("Undo");
  }

  private Map<String, Object> withAllThatItCanHave() {
    var buttons = List.of(Map.of("title", "Read it", "url", "https://example.com/"));
    return detail(
        id(
            api(
                "jobs/edit",
                Map.ofEntries(
                    Map.entry("markdown", "With a button"),
                    Map.entry("audience", List.of(group("Crisis team"))),
                    Map.entry("except", List.of(group("Mentors"))),
                    Map.entry("outside", true),
                    Map.entry("card", Map.of("buttons", buttons)),
                    Map.entry("firstWave", Map.of("people", 3)),
                    Map.entry("acknowledge", Map.of("word", "OK")),
                    Map.entry("onUnknown", "resend")))));
  }

  private void comesBack(Map<String, Object> before, String id) {
    var after = detail(id);
    assertThat(after.get("id")).isNotEqualTo(before.get("id"));
    for (var part :
        List.of(
            "markdown",
            "audience",
            "except",
            "outside",
            "card",
            "firstWave",
            "acknowledge",
            "onUnknown")) {
      assertThat(after.get(part)).as(part).isNotNull().isEqualTo(before.get(part));
    }
  }

  @SuppressWarnings("unchecked")
  private Map<String, Object> detail(String id) {
    var job = page.evaluate("async (id) => (await fetch(`jobs/detail/${id}`)).json()", id);
    return (Map<String, Object>) Objects.requireNonNull(job);
  }

  @Test
  void aPlannedMessageThatIsTakenOffItsScheduleElsewhereIsSaidToBeSo() {
    open("#/jobs", "Jobs");
    var id = id(draft("Planned in two places"));
    var first = LocalDate.now(ZoneOffset.UTC).plusDays(30);
    elsewhere("jobs/schedule", id, Map.of("at", first + "T09:00", "zone", "Asia/Tokyo"));
    open("#/compose/" + id, "Edit message");
    assertThat(notice()).hasCount(0);
    var second = first.plusDays(1);
    elsewhere("jobs/schedule", id, Map.of("at", second + "T09:00", "zone", "Asia/Tokyo"));
    assertThat(notice()).containsText("This was changed elsewhere in the meantime.");
    button("Load the other version").click();
    assertThat(page.getByLabel("Date")).hasValue(second.toString());
    assertThat(notice()).hasCount(0);
  }

  @Test
  void whatWasTakenOffItsScheduleByMistakeIsAsUrgentAsItWas() {
    open("#/jobs", "Jobs");
    var id = id(draft("Planned, and urgent"));
    var day = LocalDate.now(ZoneOffset.UTC).plusDays(30);
    var urgent = Map.of("at", day + "T03:00", "zone", "Asia/Tokyo", "urgentReason", "A flood");
    elsewhere("jobs/schedule", id, urgent);
    open("#/jobs/" + id, "Planned, and urgent");
    holdNotices();
    button("More actions for this job").click();
    button("Cancel for 8 people").click();
    assertThat(jobState()).hasText("Draft");
    button("Undo").click();
    assertThat(jobState()).hasText("Scheduled");
    assertThat(detail(id).get("urgentReason")).isEqualTo("A flood");
  }

  @Test
  void afterASuccessNothingIsRedAndTheNextMessageHasOnesOwnZone() {
    open("", "New message");
    page.evaluate(
        """
        () => {
          window.red = [];
          new MutationObserver(() => {
            for (const one of document.querySelectorAll("[role=alert], .fault")) {
              if (one.textContent.trim() !== "") {
                window.red.push(one.textContent.trim());
              }
            }
          }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
        }
        """);
    choose("Crisis", "Crisis team");
    text().fill("In another zone");
    radio(Pattern.compile("Later")).check();
    button(Pattern.compile("^Monday|^Friday")).click();
    page.getByLabel("Time zone").selectOption("Asia/Tokyo");
    assertThat(page.locator(".goes-out")).containsText("for you");
    button("Review and schedule").click();
    button("Schedule for 8 people").click();
    assertThat(heading("In another zone")).isVisible();
    assertThat((List<?>) page.evaluate("window.red")).isEmpty();

    page.evaluate("location.hash = '#/compose'");
    assertThat(heading("New message")).isVisible();
    radio(Pattern.compile("Later")).check();
    assertThat(page.getByLabel("Time zone")).hasValue("Europe/Helsinki");
  }
}
