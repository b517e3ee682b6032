package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.testing.WinterDay;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is scheduled, and is changed and sent in one step or taken back. */
class TakenBackIT extends BrowserTest {
  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  private Locator toast() {
    return page.locator(".toast").last();
  }

  private String scheduled(String words, Map<String, Object> more) {
    page.navigate(address("#/jobs"));
    var audience = List.of(Map.of("kind", "person", "email", "lars.berg@northwind.example"));
    var draft = api("jobs/edit", Map.of("markdown", words, "audience", audience));
    var id = (String) Objects.requireNonNull(draft.get("id"));
    var form = new HashMap<String, Object>(more);
    form.putAll(Map.of("jobId", id, "at", WinterDay.at("09:00"), "zone", "Asia/Tokyo"));
    api("jobs/schedule", form);
    return id;
  }

  private Object detail(String id, String field) {
    return page.evaluate(
        "async ([id, field]) => JSON.stringify((await (await fetch(`jobs/detail/${id}`)).json())[field])",
        List.of(id, field));
  }

  private void sendNow() {
    button("Review and send").click();
    lengthenUndo();
    dialog().locator("button.main-one").click();
    assertThat(jobState()).hasText("Starting");
  }

  @Test
  void undoLeavesASeriesAsItWasBeforeItWasChangedAndSent() {
    var id = scheduled("Usual words", Map.of("repeat", "FREQ=DAILY"));
    page.navigate(address("#/compose/" + id));
    text().fill("Wrong words");
    radio(Pattern.compile("Now")).check();
    sendNow();
    page.keyboard().press("u");

    assertThat(toast()).hasText(Pattern.compile("your changes are back here"));
    assertThat(text()).hasValue("Wrong words");
    assertThat(page).hasURL(Pattern.compile("#/compose/" + id));
    assertThat(detail(id, "markdown")).isEqualTo("\"Usual words\"");
    radio(Pattern.compile("Now")).check();
    text().fill("Right words");
    sendNow();
    page.reload();
    page.locator("job-view .job-head").getByText("Undo").click();
    assertThat(text()).hasValue("Right words");
    api("jobs/cancel", Map.of("jobId", id));
  }

  @Test
  void undoDoesTheSameAfterTheTabWasLoadedAnew() {
    var id = scheduled("At its time", Map.of());
    var startsAt = detail(id, "startsAt");
    page.navigate(address("#/jobs/" + id));
    button("Send now").click();
    lengthenUndo();
    dialog().getByRole(AriaRole.BUTTON).last().click();
    assertThat(jobState()).hasText("Starting");
    page.reload();
    page.locator("job-view .job-head").getByText("Undo").click();
    assertThat(toast()).containsText("Scheduled for");
    assertThat(jobState()).hasText("Scheduled");
    assertThat(detail(id, "startsAt")).isEqualTo(startsAt);

    page.navigate(address("#/compose/" + id));
    text().fill("At its time, in other words");
    radio(Pattern.compile("Now")).check();
    sendNow();
    page.reload();
    page.locator("job-view .job-head").getByText("Undo").click();
    assertThat(toast()).containsText("no longer scheduled");
    assertThat(text()).hasValue("At its time, in other words");
  }

  @Test
  void undoOfWhatIsTakenBackAlreadyLeavesItOnItsSchedule() {
    var id = scheduled("At its time", Map.of());
    page.navigate(address("#/jobs/" + id));
    button("Send now").click();
    lengthenUndo();
    dialog().getByRole(AriaRole.BUTTON).last().click();
    assertThat(jobState()).hasText("Starting");
    api("jobs/cancel", Map.of("jobId", id, "undo", true));
    page.keyboard().press("u");

    assertThat(toast()).containsText("Scheduled for");
    assertThat(jobState()).hasText("Scheduled");
    assertThat(detail(id, "state")).isEqualTo("\"scheduled\"");
    api("jobs/cancel", Map.of("jobId", id));
  }

  @Test
  void whatDoesNotGoThroughChangesNothing() {
    var id = scheduled("As it was", Map.of());
    page.navigate(address("#/compose/" + id));
    text().fill("In other words");
    for (var call : List.of("jobs/schedule", "jobs/runNow")) {
      var later = call.endsWith("schedule");
      radio(Pattern.compile(later ? "Later" : "Now")).check();
      page.route("**/" + call, Route::abort);
      expectComplaint("ERR_FAILED");
      button(later ? "Review and schedule" : "Review and send").click();
      dialog().locator("button.main-one").click();
      assertThat(dialog().getByRole(AriaRole.ALERT)).isVisible();
      button("Keep editing").click();
      assertThat(detail(id, "markdown")).as(call).isEqualTo("\"As it was\"");
      page.unroute("**/" + call);
    }
    radio(Pattern.compile("Later")).check();
    assertThat(note("This message is scheduled")).containsText("It goes out unchanged");
    button("Review and schedule").click();
    dialog().locator("button.main-one").click();
    assertThat(heading("In other words")).isVisible();
    api("jobs/cancel", Map.of("jobId", id));
  }

  @Test
  void aNodeThatIsOlderThanThePageChangesNothingUntilItIsReplaced() {
    var id = scheduled("As it was", Map.of());
    page.navigate(address("#/compose/" + id));
    text().fill("In other words");
    radio(Pattern.compile("Later")).check();
    page.route("**/jobs/schedule", route -> route.fulfill(unknown("edit")));
    expectComplaint("status of 400");
    button("Review and schedule").click();
    dialog().locator("button.main-one").click();
    assertThat(toast()).containsText("Belfry is being upgraded");
    assertThat(detail(id, "markdown")).isEqualTo("\"As it was\"");

    page.route("**/jobs/schedule", route -> route.fulfill(unknown("goesOutAt")));
    button("Review and schedule").click();
    dialog().locator("button.main-one").click();
    assertThat(dialog().getByRole(AriaRole.ALERT)).containsText("Belfry is being upgraded");
    page.unroute("**/jobs/schedule");
    dialog().locator("button.main-one").click();
    assertThat(heading("In other words")).isVisible();
    api("jobs/cancel", Map.of("jobId", id));
  }

  private static Route.FulfillOptions unknown(String field) {
    var fault =
        "\"code\": \"field.unknown\", \"args\": {}, \"%s\": \"There is no such field. Remove it.\"";
    return new Route.FulfillOptions()
        .setStatus(400)
        .setContentType("application/problem+json")
        .setBody(
            """
            {"type": "urn:belfry:invalid", "title": "Invalid input", %s,
              "errors": [{"field": "%s", %s}]}
            """
                .formatted(fault.formatted("detail"), field, fault.formatted("message")));
  }

  private Locator note(String words) {
    return page.locator(".notice", new Page.LocatorOptions().setHasText(words));
  }

  @Test
  void thatASeriesEndsIsSaidBeforeItIsScheduledForOneTime() {
    var id = scheduled("Daily", Map.of("repeat", "FREQ=DAILY"));
    page.navigate(address("#/compose/" + id));
    assertThat(note("This message repeats")).not().containsText("no longer repeats");
    radio(Pattern.compile("Later")).check();
    assertThat(note("This message repeats")).containsText("no longer repeats");
    button("Review and schedule").click();
    assertThat(dialog()).containsText("no longer repeats");
    button("Keep editing").click();
    api("jobs/cancel", Map.of("jobId", id));
  }
}
