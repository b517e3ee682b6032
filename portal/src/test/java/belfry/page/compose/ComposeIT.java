package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** Writing, choosing, testing, sending. */
class ComposeIT extends BrowserTest {
  private Locator sum() {
    return page.locator(".sum b:not(.quiet)");
  }

  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  private int delivered(String words) {
    return portal.simulator().ledger().totals(Ledger.Query.containing(words)).messages();
  }

  private static boolean isFocused(Locator one) {
    return (Boolean) one.evaluate("(one) => one === document.activeElement");
  }

  @Test
  void theKeyboardAloneWritesSendsAndTakesBack() {
    open("", "New message");
    var keys = page.keyboard();

    page.keyboard().press("Tab");
    assertThat(button("Skip to the content")).isFocused();
    to().focus();
    keys.type("Change adv");
    // Marked once all is answered: a key before that would wait until the next letter.
    assertThat(page.locator("[role=option][aria-selected=true]"))
        .containsText("Change advisory board");
    keys.press("Enter");
    assertThat(page.locator(".chip")).hasCount(1);
    keys.type("lars.berg@northwind.example");
    keys.press(",");
    assertThat(page.locator(".chip")).hasCount(2);
    for (var presses = 0; presses < 30 && !isFocused(text()); presses++) {
      keys.press("Tab");
    }
    assertThat(text()).isFocused();
    keys.type("## Keys only");
    keys.press("Enter");
    keys.type("- one");
    keys.press("Enter");
    keys.type("two");
    assertThat(text()).hasValue("## Keys only\n- one\n- two");
    keys.press("Control+Enter");

    assertThat(dialog().locator("h2")).isFocused();
    assertThat(dialog()).containsText("You have not tested this yet");
    keys.press("Enter");
    assertThat(dialog()).isVisible();
    keys.press("Tab");
    assertThat(dialog().getByRole(AriaRole.REGION)).isFocused();
    keys.press("Tab");
    keys.press("Tab");
    assertThat(button(Pattern.compile("^Send to \\d+ people$"))).isFocused();
    lengthenUndo();
    keys.press("Enter");

    assertThat(heading("Keys only")).isFocused();
    assertThat(page.locator(".toast")).containsText("Sending starts in");
    keys.press("u");

    assertThat(heading("New message")).isVisible();
    assertThat(text()).hasValue("## Keys only\n- one\n- two");
    assertThat(page.locator(".chip")).hasCount(2);
    assertThat(delivered("Keys only")).isZero();
  }

  @Test
  void twoGroupsAndThreePeopleGetItOnceAndTheFiguresAgree() {
    open("", "New message");
    choose("Change adv", "Change advisory board");
    choose("Crisis", "Crisis team");
    choose("Lars", "Lars Berg");
    choose("Maija", "Maija Salo");
    choose("Priya", "Priya Patel");
    text().fill("# All figures agree");
    assertThat(sum()).hasText(Pattern.compile("^\\d+ people$"));
    var said = Integer.parseInt(sum().textContent().replaceAll("\\D", ""));
    button("Review and send").click();
    assertThat(dialog().locator("h2")).containsText(said + " people");
    button("Send to " + said + " people").dblclick();

    assertThat(heading("All figures agree")).isVisible();
    assertThat(page.locator(".figures")).containsText("Delivered" + said + " of " + said);
    assertThat(page.locator(".progress.done")).isAttached();
    assertThat(page.locator(".pages")).containsText("of " + said + " recipients");
    var totals = portal.simulator().ledger().totals(Ledger.Query.containing("figures agree"));
    assertThat(totals.messages()).isEqualTo(said);
    assertThat(totals.doubledRecipients()).isZero();
  }

  @Test
  void aPastedListBecomesOneChipAndNothingOfItIsLostSilently() {
    open("", "New message");
    paste(
        to(),
        """
        name;e-mail
        Lars Berg;lars.berg@northwind.example
        Maija Salo <maija.salo@northwind.example>, priya.patel@northwind.example, Kenji
        lars.berg@northwind.example
        nobody@nowhere.example
        half@
        """);
    assertThat(page.locator(".chip")).containsText("Pasted list4");
    assertThat(page.locator("#to-below"))
        .containsText(
            "4 addresses added · 1 listed more than once · these are not addresses: Kenji, half@");
    assertThat(page.locator("#to-below")).containsText("1 address not found in your organization");
    assertThat(sum()).hasText("3 people");

    page.locator("audience-picker input[type=file]")
        .setInputFiles(
            new FilePayload(
                "Pilot.csv",
                "text/csv",
                "ana.lopez@northwind.example\nkenji.tanaka@northwind.example\n"
                    .getBytes(StandardCharsets.UTF_8)));
    assertThat(page.locator(".chip").nth(1)).containsText("Pilot2");
    assertThat(sum()).hasText("5 people");

    text().fill("Listed");
    button("Review and send").click();
    assertThat(dialog())
        .containsText("1 address was not found in your organization and will be skipped");
    button("Show").click();
    assertThat(dialog()).containsText("nobody@nowhere.example");
    button("Keep editing").click();

    to().focus();
    page.keyboard().press("ArrowLeft");
    page.keyboard().press("ArrowLeft");
    page.keyboard().press("Delete");
    assertThat(page.locator(".chip")).hasCount(1);
    assertThat(page.locator(".chip")).containsText("Pilot");
  }

  @Test
  void whatPeopleWriteNeverRuns() {
    open("", "New message");
    text()
        .fill(
            """
            <img src=x onerror="report('ran')"> <script>report("ran")</script>

            [press](javascript:report('ran')) [real](https://example.com/?q=<b>) [mail](mailto:a@b.example)

            | a | b |
            |---|---|
            | <b>c</b> | d |

            &lt;i&gt; and &amp;
            """);
    var shown = page.locator(".preview .message");
    assertThat(shown).containsText("<img src=x onerror=\"report('ran')\">");
    assertThat(shown).containsText("<script>report(\"ran\")</script>");
    assertThat(shown).containsText("[press](javascript:report('ran'))");
    assertThat(shown).containsText("| <b>c</b> | d |");
    assertThat(shown).containsText("<i> and &");
    assertThat(shown.locator("img, script, b, table")).hasCount(0);
    assertThat(shown.locator("a")).hasCount(2);
  }

  @Test
  void theTestArrivesAndIsRememberedForExactlyThisText() {
    open("", "New message");
    choose("Lars", "Lars Berg");
    text().fill("Tried first");
    button("Send a test to me").click();
    assertThat(page.locator(".toast")).containsText("Sent to you");
    assertThat(delivered("Tried first")).isEqualTo(1);
    button("Review and send").click();
    assertThat(dialog()).containsText("You have tested exactly this");
    button("Keep editing").click();
    text().press("End");
    text().pressSequentially("!");
    button("Review and send").click();
    assertThat(dialog()).containsText("You have not tested this yet");
  }

  @Test
  void aFileIsAttachedTestedSentAndKept() {
    open("", "New message");
    choose("Lars", "Lars Berg");
    text().fill("With the figures");
    file().setInputFiles(pdf("Figures.pdf", 2_345_678));
    assertThat(attached()).containsText("Figures.pdf2.3 MB");
    page.reload();
    assertThat(attached()).containsText("Figures.pdf2.3 MB");
    button("Send a test to me").click();
    assertThat(page.locator(".toast")).containsText("Sent to you");

    button("Remove Figures.pdf").click();
    drop("Übersicht.pdf");
    assertThat(attached()).containsText("Übersicht.pdf");
    assertThat(page.locator(".preview .file")).containsText("Übersicht.pdf");
    button("Review and send").click();
    assertThat(dialog()).containsText("Übersicht.pdf, 6 B, is attached");
    assertThat(dialog()).containsText("You have not tested this yet");
    button("Send to 1 person").click();
    assertThat(heading("With the figures")).isVisible();
    var kept = page.waitForDownload(() -> page.locator(".said a.file").click());

    assertThat(kept.suggestedFilename()).isEqualTo("Übersicht.pdf");
    assertThat(delivered("With the figures")).as("the test").isEqualTo(1);
    open("#/jobs", "Jobs");
    assertThat(page.locator(".job").first()).containsText("Lars Berg · with a file · Ana Lopez");
  }

  @Test
  void aFileThatCannotBeAttachedIsSaidAndNothingGoesWithoutIt() {
    expectComplaint("503");
    open("", "New message");
    choose("Lars", "Lars Berg");
    text().fill("Not without it");
    file().setInputFiles(pdf("Film.mp4", 10_000_001));
    assertThat(page.locator("#file-fault")).containsText("is larger than 10 MB");

    page.route(
        "**/jobs/attach?*",
        route -> {
          // Pressed while the file is still on its way.
          page.keyboard().press("Control+Enter");
          route.fulfill(
              new Route.FulfillOptions()
                  .setStatus(503)
                  .setContentType("application/problem+json")
                  .setBody("{\"detail\":\"The database does not answer.\"}"));
        });
    file().setInputFiles(pdf("Small.pdf", 10));
    assertThat(page.locator("#file-fault"))
        .hasText("Small.pdf could not be attached. The database does not answer.");
    assertThat(file()).isFocused();
    assertThat(dialog()).hasCount(0);

    page.unroute("**/jobs/attach?*");
    file().setInputFiles(pdf("Small.pdf", 10));
    assertThat(attached()).containsText("Small.pdf10 B");
    assertThat(page.locator("#file-fault")).isEmpty();
  }

  @Test
  void whatIsConfirmedIsWhatGoesOutWhateverIsDroppedMeanwhile() {
    open("", "New message");
    choose("Lars", "Lars Berg");
    text().fill("Exactly this");
    var held = held();
    file().focus();
    file().setInputFiles(pdf("First.pdf", 10));
    assertThat(attached()).containsText("First.pdfuploading");
    assertThat(button("Do not attach First.pdf")).isFocused();
    page.keyboard().press("Control+Enter");
    drop("Second.pdf");
    assertThat(attached()).containsText("Second.pdfuploading");
    page.waitForCondition(() -> held.size() == 2);
    held.forEach(Route::resume);

    assertThat(dialog()).containsText("Second.pdf, 6 B, is attached");
    button("Send to 1 person").click();
    assertThat(page.locator(".said a.file")).containsText("Second.pdf");
  }

  @Test
  void whoeverComesBackFindsTheFileOnItsWayAndLosesNoWord() {
    open("", "New message");
    var draft =
        (String)
            Objects.requireNonNull(api("jobs/edit", Map.of("markdown", "As it was")).get("id"));
    open("#/compose/" + draft, "New message");
    var held = held();
    file().setInputFiles(pdf("New.pdf", 10));
    assertThat(attached()).containsText("New.pdfuploading");
    link("Jobs").click();
    assertThat(heading("Jobs")).isVisible();
    page.goBack();
    assertThat(attached()).containsText("New.pdfuploading");
    text().fill("Newer words");
    page.waitForCondition(() -> held.size() == 1);
    held.getFirst().resume();
    assertThat(attached()).containsText("New.pdf10 B");
    assertThat(text()).hasValue("Newer words");

    button("Remove New.pdf").click();
    assertThat(file()).isFocused();
    file().setInputFiles(pdf("Left.pdf", 10));
    assertThat(attached()).containsText("Left.pdfuploading");
    page.reload();
    assertThat(text()).hasValue("Newer words");
    assertThat(page.locator("#file-fault")).containsText("Left.pdf was not attached");
  }

  @Test
  void aDeletedDraftComesBackWithItsFile() {
    open("", "New message");
    text().fill("Deleted too early");
    file().setInputFiles(pdf("Kept.pdf", 10));
    assertThat(attached()).containsText("Kept.pdf10 B");
    button("More actions for this message").click();
    button("Save as a draft").click();
    assertThat(page.locator(".toast")).containsText("Saved");
    link("Jobs").click();
    var row = page.locator(".job").filter(new Locator.FilterOptions().setHasText("Deleted too"));
    row.getByRole(AriaRole.BUTTON).last().click();
    button("Delete").click();
    assertThat(page.locator(".toast").last()).containsText("Draft deleted");
    button("Undo").click();
    row.getByRole(AriaRole.LINK).first().click();

    assertThat(heading("New message")).isVisible();
    assertThat(attached()).containsText("Kept.pdf10 B");
  }

  /** Files on their way to the server, which do not arrive before they are let go. */
  private List<Route> held() {
    var held = new CopyOnWriteArrayList<Route>();
    page.route("**/jobs/attach?*", held::add);
    return held;
  }

  private Locator file() {
    return page.locator("#file");
  }

  private Locator attached() {
    return page.locator(".draft .file");
  }

  private static FilePayload pdf(String name, int size) {
    return new FilePayload(name, "application/pdf", new byte[size]);
  }

  /** Lets go of a small file over the text. */
  private void drop(String name) {
    text()
        .evaluate(
            """
            (field, name) => {
              const data = new DataTransfer();
              data.items.add(new File(["%PDF-1"], name, { type: "application/pdf" }));
              for (const type of ["dragover", "drop"]) {
                field.dispatchEvent(
                  new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
              }
            }
            """,
            name);
  }

  @Test
  void theDraftSurvivesAReloadAndCanBeDiscardedAndFetchedBack() {
    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("Kept **here**");
    page.reload();
    assertThat(text()).hasValue("Kept **here**");
    assertThat(page.locator(".chip")).containsText("Crisis teamdirectory8");
    assertThat(page.getByText("Draft kept in this browser")).isVisible();

    button("More actions for this message").click();
    button("Discard this message").click();
    assertThat(text()).hasValue("");
    button("Undo").click();
    assertThat(text()).hasValue("Kept **here**");
  }

  /** What was kept before is another message. */
  @Test
  void whereThisBrowserKeepsNothingMoreThatIsSaidAndNothingOlderComesBack() {
    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("The older words");
    assertThat(page.getByText("Draft kept in this browser")).isVisible();
    page.evaluate(
        """
        () => {
          let letters = "x".repeat(1_000_000);
          for (let at = 0; letters !== ""; at++) {
            try {
              localStorage.setItem(`full ${at}`, letters);
            } catch {
              letters = letters.slice(Math.ceil(letters.length / 2));
            }
          }
        }
        """);
    text().fill("The newer words. ".repeat(200));
    assertThat(page.locator(".notice"))
        .hasText("This browser does not keep what you write. Save it before you close this page.");
    assertThat(page.getByText("Draft kept in this browser")).hasCount(0);
    var asked = new ArrayList<String>();
    page.onDialog(dialog -> {
      asked.add(dialog.type());
      dialog.accept();
    });
    page.reload();
    assertThat(heading("New message")).isVisible();
    assertThat(text()).hasValue("");
    assertThat(page.locator(".chip, .notice")).hasCount(0);
    assertThat(asked).containsExactly("beforeunload");
  }

  @Test
  void whatAnotherTabKeepsInItsPlaceIsSaidAndBothStay() {
    open("", "New message");
    text().click();
    text().fill("Written in the one tab");
    var there = newPage();
    there.navigate(address(""));
    var other = there.locator("#text");
    assertThat(other).hasValue("Written in the one tab");
    other.fill("Written in the other tab");
    assertThat(page.locator(".notice")).containsText("This is no longer kept in this browser");
    assertThat(page.getByText("Draft kept in this browser")).hasCount(0);

    text().fill("Written on");
    assertThat(page.locator(".notice")).hasCount(0);
    assertThat(there.locator(".notice")).containsText("no longer kept in this browser");
    there.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("More actions")).click();
    there.getByText("Discard this message").click();
    assertThat(other).hasValue("");
    assertThat(page.locator(".notice")).hasCount(0);
    there.close();
    page.reload();
    assertThat(text()).hasValue("Written on");
  }

  @Test
  void whatIsMissingIsSaidAtItsPlace() {
    open("", "New message");
    button("Review and send").click();
    assertThat(to()).isFocused();
    assertThat(page.locator("#to-below")).containsText("Choose who gets it.");
    choose("Crisis", "Crisis team");
    button("Review and send").click();
    assertThat(text()).isFocused();
    assertThat(page.locator("#text-fault")).hasText("Write a message first.");
    text().fill("Word ".repeat(1_400));
    assertThat(page.locator(".room-left")).hasText("about 439 more characters");
    text().fill("é".repeat(3_800));
    assertThat(page.locator(".room-left")).hasText("81 characters too long");
    assertThat(page.locator("#text-fault"))
        .hasText("This is longer than Webex accepts. Shorten it.");
    text().fill("Short");
    radio(Pattern.compile("Later")).check();
    page.getByLabel("Date").fill("2020-01-01");
    page.getByLabel("Date").blur();
    assertThat(page.locator("#when-fault")).containsText("That time has passed");
    button("Review and schedule").click();
    assertThat(page.getByLabel("Date")).isFocused();
  }

  @Test
  void whoWritesToASpaceSaysWhatIsToBeDoneWhereNobodyCanTell() {
    open("", "New message");
    choose("Crisis", "Crisis team");
    assertThat(radio(Pattern.compile("^Ask me"))).hasCount(0);
    var space = spaces(1).getFirst().getOrDefault("name", "");
    choose(space, space);
    page.getByText("If something goes wrong").click();
    assertThat(radio(Pattern.compile("^Ask me"))).isChecked();
    text().fill("To a space");
    radio(Pattern.compile("^Send it again")).check();
    page.reload();
    page.getByText("If something goes wrong").click();
    assertThat(radio(Pattern.compile("^Send it again"))).isChecked();

    button("More actions for this message").click();
    var saved =
        page.waitForRequest("**/jobs/edit", () -> button("Save as a draft").click()).postData();
    assertThat(saved).contains("\"onUnknown\":\"resend\"");
  }

  @Test
  void aLostAnswerSendsOnce() {
    expectComplaint("Failed to load resource: net::ERR_FAILED");
    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("Only once");
    button("Review and send").click();
    page.route(
        "**/jobs/runNow",
        route -> {
          route.fetch();
          route.abort();
        });
    page.route("**/jobs/detail/**", Route::abort);
    button("Send to 8 people").click();
    assertThat(dialog()).containsText("Belfry does not answer, so it is not known");
    page.unroute("**/jobs/runNow");
    page.unroute("**/jobs/detail/**");
    assertThat(heading("Only once")).isVisible();
    link("Jobs").first().click();
    assertThat(
            page.locator(".job .title").filter(new Locator.FilterOptions().setHasText("Only once")))
        .hasCount(1);
  }

  @Test
  void whatBelfryIsStillAtWorkOnIsFollowedAlsoAfterItWasSaidThatNothingWasSentSoFar() {
    expectComplaint("Failed to load resource: net::ERR_FAILED");
    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("Takes a while");
    button("Review and send").click();
    var asked = new CopyOnWriteArrayList<String>();
    page.route(
        "**/jobs/runNow",
        route -> {
          asked.add(route.request().postData());
          route.abort();
        });
    button("Send to 8 people").click();
    assertThat(dialog()).containsText("nothing was sent or scheduled so far");
    page.unroute("**/jobs/runNow");

    // As if the first request had come, and its answer had taken so long.
    var once =
        "body => fetch('jobs/runNow',"
            + " { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })";
    page.evaluate(once + ".then((answer) => answer.status)", asked.getFirst());
    assertThat(heading("Takes a while")).isVisible();
    assertThat(page.locator(".toast")).containsText("Undo");
  }

  @Test
  void whatNeverCameIsSaidNotToBeSentOnceBelfryAnswersAgain() {
    expectComplaint("Failed to load resource: net::ERR_FAILED");
    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("Never came");
    button("Review and send").click();
    page.route("**/jobs/runNow", Route::abort);
    button("Send to 8 people").click();
    assertThat(dialog()).containsText("nothing was sent or scheduled");
    assertThat(delivered("Never came")).isZero();

    page.unroute("**/jobs/runNow");
    button("Send to 8 people").click();
    assertThat(heading("Never came")).isVisible();
  }

  @Test
  void whoUndoesTooLateIsToldWhoHasItAndWhereItIsRecalled() {
    expectComplaint("status of 409");
    open("", "New message");
    choose("Lars", "Lars Berg");
    text().fill("Undone too late");
    button("Review and send").click();
    var held = new CopyOnWriteArrayList<Route>();
    page.route("**/jobs/cancel", held::add);
    lengthenUndo();
    button("Send to 1 person").click();
    assertThat(page.locator(".toast")).containsText("Sending starts in");
    page.keyboard().press("u");
    page.waitForCondition(() -> held.size() == 1);
    Jdbi.create(portal.databaseAddress())
        .useHandle(handle ->
            handle.execute(
                "UPDATE job SET due = ? WHERE title = 'Undone too late'",
                System.currentTimeMillis() - 1_000));
    // Belfry hears of that with its next commit.
    api("jobs/edit", Map.of("markdown", "Another"));
    var state =
        "async () => (await (await fetch('jobs/list/all?limit=9')).json())"
            + ".items.find((job) => job.title === 'Undone too late').state";
    Await.until(() -> page.evaluate(state).equals("finished"));
    link("Compose").click();
    held.getFirst().resume();

    assertThat(page.locator(".toast").last())
        .containsText("Too late to undo: sending had begun. 1 recipient has it. “Recall…” here");
    assertThat(heading("Undone too late")).isVisible();
    button("More actions for this job").click();
    assertThat(button("Recall…")).isVisible();
  }
}
