package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.FilePayload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is still asked for when its view is left says nothing about the next one. */
class LeftViewsIT extends BrowserTest {
  private String draft(String words) {
    return (String) Objects.requireNonNull(api("jobs/edit", Map.of("markdown", words)).get("id"));
  }

  /** Questions about this, which nobody answers yet. */
  private List<Route> held(String pattern) {
    var held = new ArrayList<Route>();
    page.route(pattern, held::add);
    return held;
  }

  @Test
  void aDraftThatIsOpenDoesNotFailForOneThatWasLeft() {
    open("", "New message");
    var left = draft("Left");
    var opened = draft("Opened");
    expectComplaint("Failed to load resource");
    var held = held("**/jobs/detail/" + left);
    page.evaluate("fragment => location.hash = fragment", "/compose/" + left);
    page.waitForCondition(() -> held.size() == 1);
    page.evaluate("fragment => location.hash = fragment", "/compose/" + opened);
    assertThat(text()).hasValue("Opened");

    held.getFirst().abort();
    page.waitForRequestFinished(() -> page.evaluate("fetch('/status')"));

    assertThat(text()).hasValue("Opened");
    assertThat(page.locator("compose-view .notice.error, compose-view .trouble")).hasCount(0);
  }

  /** To and fro: the first question was about the same draft, but is not this one's. */
  @Test
  void theLatestQuestionAboutADraftCounts() {
    open("", "New message");
    var first = draft("First");
    var other = draft("Other");
    expectComplaint("Failed to load resource");
    var held = held("**/jobs/detail/" + first);
    page.evaluate("fragment => location.hash = fragment", "/compose/" + first);
    page.waitForCondition(() -> held.size() == 1);
    page.evaluate("fragment => location.hash = fragment", "/compose/" + other);
    assertThat(text()).hasValue("Other");
    page.evaluate("fragment => location.hash = fragment", "/compose/" + first);
    page.waitForCondition(() -> held.size() == 2);
    held.get(1).resume();
    assertThat(text()).hasValue("First");

    held.getFirst().abort();
    page.waitForRequestFinished(() -> page.evaluate("fetch('/status')"));

    assertThat(text()).hasValue("First");
  }

  /** The words of the last message are not those of the one that was written since. */
  @Test
  void aTemplateThatIsFilledInAfterItsDialogWasClosedReplacesNothing() {
    open("", "New message");
    api("templates/save", Map.of("name", "Late words", "markdown", "Out of the template"));
    button("More actions for this message").click();
    button("Start from a template").click();
    button("Late words").click();
    var held = held("**/templates/fill");
    button("Use this template").click();
    page.waitForCondition(() -> held.size() == 1);
    page.keyboard().press("Escape");
    assertThat(page.locator("dialog[open]")).hasCount(0);
    text().fill("Written since");
    answered(held, "**/templates/fill");

    assertThat(text()).hasValue("Written since");
  }

  @Test
  void whatIsTypedForAFieldOfATemplateIsNotFilledIntoAnotherOne() {
    expectComplaint("ERR_FAILED");
    open("", "New message");
    var saved = api("templates/save", Map.of("name", "Visit", "markdown", "[[Day]] in [[Room]]"));
    var first = (Map<?, ?>) Objects.requireNonNull(saved.get("template"), saved::toString);
    api(
        "templates/save",
        Map.of(
            "templateId",
            Objects.requireNonNull(first.get("id")),
            "version",
            Objects.requireNonNull(first.get("version")),
            "name",
            "Visit",
            "markdown",
            "[[Room]] on [[Day]]"));
    button("More actions for this message").click();
    button("Start from a template").click();
    button("Visit").click();
    page.getByLabel("Room").fill("A 1");
    page.getByLabel("Day").fill("Monday");
    var versions = page.locator("dialog[open] select");
    var held = held("**/templates/detail/**");
    versions.selectOption("1");
    page.waitForCondition(() -> held.size() == 1);
    assertThat(button("Use this template")).isDisabled();
    held.getFirst().abort();
    assertThat(page.locator("dialog[open] [role=alert]")).isVisible();
    assertThat(versions).hasValue("2");
    page.unroute("**/templates/detail/**");
    versions.selectOption("1");
    assertThat(page.locator("dialog[open] input").first()).hasValue("Monday");
    button("Use this template").click();

    assertThat(text()).hasValue("Monday in A 1");
  }

  /** Somebody else has taken out one of them since. */
  @Test
  void anAudienceThatWasChangedSinceItWasOpenedIsNotReplacedUnseen() {
    expectComplaint("status of 409");
    open("", "New message");
    var people = Stream.of("lars.berg", "zoe.muller").map(LeftViewsIT::person).toList();
    var saved = api("user/audiences/save", Map.of("name", "Both", "audience", people));
    button("More actions for this message").click();
    button("Saved audiences…").click();
    button("Open Both for changes").click();
    assertThat(page.locator(".chip")).hasCount(2);
    api(
        "user/audiences/save",
        Map.of("audienceId", saved.get("id"), "name", "Both", "audience", people.subList(1, 2)));
    page.reload();

    button("Saved audiences…").click();
    page.locator("dialog[open] input").fill("Both");
    page.keyboard().press("Enter");
    assertThat(page.locator("dialog[open] [role=alert]"))
        .containsText("Somebody else has changed this saved audience");
    assertThat(page.locator("dialog[open] li", new Page.LocatorOptions().setHasText("Both")))
        .not()
        .containsText("Lars Berg");
    page.keyboard().press("Enter");
    assertThat(page.locator("dialog[open]")).hasCount(0);
    assertThat(page.locator(".chip")).containsText("Both");
  }

  private static Map<String, String> person(String name) {
    return Map.of("kind", "person", "email", name + "@northwind.example");
  }

  @Test
  void whoWasTakenOutWhileAnAudienceWasBeingSavedStaysOut() {
    open("", "New message");
    choose("lars.berg", "Lars Berg");
    choose("zoe.muller", "Zoë Müller");
    button("Saved audiences…").click();
    page.locator("dialog[open] input").fill("Saved late");
    var held = held("**/user/audiences/save");
    page.keyboard().press("Enter");
    page.waitForCondition(() -> held.size() == 1);
    page.keyboard().press("Escape");
    assertThat(page.locator("dialog[open]")).hasCount(0);
    button(Pattern.compile("^Remove Lars Berg")).click();
    answered(held, "**/user/audiences/save");

    assertThat(page.locator(".toast")).isVisible();
    assertThat(page.locator(".chip")).hasCount(1);
    assertThat(page.locator(".chip")).containsText("Zoë Müller");
  }

  @Test
  void whatChangesUnderAnOpenReviewIsReviewedAnew() {
    open("", "New message");
    choose("zoe.muller", "Zoë Müller");
    text().fill("Reviewed");
    button("Saved audiences…").click();
    page.locator("dialog[open] input").fill("Saved under a review");
    var held = held("**/user/audiences/save");
    page.keyboard().press("Enter");
    page.waitForCondition(() -> held.size() == 1);
    page.keyboard().press("Escape");
    button("Review and send").click();
    assertThat(button("Send to 1 person")).isVisible();
    answered(held, "**/user/audiences/save");
    assertThat(page.locator(".chip")).containsText("Saved under a review");
    button("Send to 1 person").click();

    assertThat(page.locator("dialog[open] [role=alert]"))
        .hasText("The message was changed after this review was opened. Look at it again.");
    assertThat(page.locator("dialog[open] .whom")).containsText("Saved under a review");
  }

  /** The field that it was dropped on is gone. */
  @Test
  void aListThatArrivesAfterItsViewWasLeftBringsBackNobody() {
    open("", "New message");
    choose("lars.berg", "Lars Berg");
    var held = broughtLate();
    link("Jobs").click();
    assertThat(heading("Jobs")).isVisible();
    page.evaluate("location.hash = '#/compose'");
    assertThat(page.locator(".chip")).containsText("Lars Berg");
    button(Pattern.compile("^Remove Lars Berg")).click();
    choose("zoe.muller", "Zoë Müller");
    answered(held, "**/user/lists/add**");

    assertThat(page.locator(".chip")).hasCount(2);
    assertThat(page.locator(".chip").first()).containsText("Zoë Müller");
    assertThat(page.locator(".chip").last()).containsText("late");
  }

  @Test
  void aListThatFailsAfterItsViewWasLeftIsSaid() {
    expectComplaint("status of 400");
    open("", "New message");
    choose("zoe.muller", "Zoë Müller");
    button("Leave somebody out").click();
    var held = broughtLate();
    link("Jobs").click();
    assertThat(heading("Jobs")).isVisible();
    held.getFirst().fulfill(new Route.FulfillOptions().setStatus(400));

    assertThat(page.locator(".toast.bad")).containsText("late.csv");
  }

  @Test
  void aListThatArrivesAfterItsMessageWasDiscardedIsNotInTheNext() {
    open("", "New message");
    text().fill("Discarded");
    var held = broughtLate();
    button("More actions for this message").click();
    button("Discard this message").click();
    assertThat(text()).hasValue("");
    assertThat(page.locator("#to-below")).not().containsText("late.csv");
    answered(held, "**/user/lists/add**");

    assertThat(page.locator("#to-below")).not().containsText("late.csv");
    assertThat(page.locator(".chip")).hasCount(0);
  }

  /** It is sent slowly, its author goes back, and writes the next one. */
  @Test
  void whatIsWrittenWhileTheMessageBeforeIsBeingSentStays() {
    open("#/jobs", "Jobs");
    link("New message").click();
    choose("zoe.muller", "Zoë Müller");
    text().fill("Sent slowly");
    button("Review and send").click();
    var held = held("**/jobs/runNow");
    button("Send to 1 person").click();
    page.waitForCondition(() -> held.size() == 1);
    page.goBack();
    assertThat(heading("Jobs")).isVisible();
    link("New message").click();
    text().fill("Written since");
    answered(held, "**/jobs/runNow");

    assertThat(text()).hasValue("Written since");
    button("More actions for this message").click();
    var request = page.waitForRequest("**/jobs/edit", () -> button("Save as a draft").click());
    assertThat(request.postData()).contains("Written since").doesNotContain("jobId");
  }

  @Test
  void aMessageThatWasDiscardedWhileItWasBeingSavedIsNotTheNextOne() {
    open("", "New message");
    text().fill("Saved slowly");
    var held = held("**/jobs/edit");
    button("More actions for this message").click();
    button("Save as a draft").click();
    page.waitForCondition(() -> held.size() == 1);
    button("More actions for this message").click();
    button("Discard this message").click();
    assertThat(text()).hasValue("");
    text().fill("The next one");
    answered(held, "**/jobs/edit");
    page.unroute("**/jobs/edit");

    button("More actions for this message").click();
    var request = page.waitForRequest("**/jobs/edit", () -> button("Save as a draft").click());
    assertThat(request.postData()).contains("The next one").doesNotContain("jobId");
  }

  @Test
  void aPastedListIsNotInTheNextMessage() {
    open("", "New message");
    text().fill("Discarded");
    var held = held("**/list-file-*.js");
    paste(to(), "priya.patel@northwind.example, lars.berg@northwind.example");
    page.waitForCondition(() -> held.size() == 1);
    button("More actions for this message").click();
    button("Discard this message").click();
    assertThat(text()).hasValue("");
    answered(held, "**/list-file-*.js");
    assertThat(page.locator(".chip")).hasCount(0);

    button("Undo").click();
    assertThat(text()).hasValue("Discarded");
    assertThat(page.locator("#to-below [role=alert]"))
        .containsText("A list that was on its way was not added.");
  }

  /** Its template would change a message that nobody sees. */
  @Test
  void whatIsAskedForInAViewThatWasLeftIsNotShownInTheNext() {
    open("", "New message");
    for (var asked :
        Map.of("Saved audiences…", "user/audiences", "Start from a template", "templates")
            .entrySet()) {
      var held = held("**/" + asked.getValue() + "/list");
      button("More actions for this message").click();
      button(asked.getKey()).click();
      page.waitForCondition(() -> held.size() == 1);
      link("Jobs").click();
      assertThat(heading("Jobs")).isVisible();
      answered(held, "**/" + asked.getValue() + "/list");
      assertThat(page.locator("dialog[open]")).hasCount(0);
      link("New message").click();
      assertThat(heading("New message")).isVisible();
    }
  }

  /** A file with one address is on its way. */
  private List<Route> broughtLate() {
    var held = held("**/user/lists/add**");
    page.locator("audience-picker input[type=file]")
        .first()
        .setInputFiles(
            new FilePayload(
                "late.csv", "text/csv", "priya.patel@northwind.example\n".getBytes(UTF_8)));
    page.waitForCondition(() -> held.size() == 1);
    return held;
  }

  /** The question is answered now, and the page has seen that. */
  private void answered(List<Route> held, String pattern) {
    page.waitForResponse(pattern, held.getFirst()::resume);
    page.waitForRequestFinished(() -> page.evaluate("fetch('/status')"));
  }
}
