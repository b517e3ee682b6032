package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Scheduling, repeating, and changing what is scheduled. */
class PlannedIT extends BrowserTest {
  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  @Test
  void aPlannedMessageCanBeChangedAndTakenOffTheSchedule() {
    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("Planned");
    radio(Pattern.compile("Later")).check();
    button(Pattern.compile("^Monday|^Friday")).click();
    page.getByLabel("Time zone").selectOption("Asia/Tokyo");
    assertThat(page.locator(".goes-out")).containsText("for you");
    button("Review and schedule").click();
    button("Schedule for 8 people").click();
    assertThat(heading("Planned")).isVisible();
    assertThat(page.locator(".not-sent")).containsText("Goes out");
    link("Edit").click();
    assertThat(heading("Edit message")).isVisible();
    assertThat(page).hasTitle("Edit message · Company News");
    assertThat(page.getByLabel("Time zone")).hasValue("Asia/Tokyo");
    assertThat(plannedWords()).hasText("This message is scheduled. It goes out as it stands here.");
    text().fill("Planned anew");
    assertThat(plannedWords()).containsText("It goes out unchanged until you schedule it again");
    button("More actions for this message").click();
    assertThat(button("Discard the changes")).isVisible();
    assertThat(button("Save the changes")).hasCount(0);
    page.keyboard().press("Escape");
    whatIsScheduledStaysWhereOthersWouldGetIt();
    button("Review and schedule").click();
    button("Schedule for 8 people").click();
    assertThat(heading("Planned anew")).isVisible();
    button("More actions for this job").click();
    button("Cancel for 8 people").click();
    assertThat(page.locator(".toast").last()).containsText("Taken off the schedule");
    assertThat(jobState()).hasText("Draft");

    // Browsers list this one under the name that it had.
    var id = page.url().replaceFirst(".*/", "");
    var at = "2026-01-05T10:00";
    var zone = "Asia/Kolkata";
    api("jobs/schedule", Map.of("jobId", id, "at", at, "zone", zone, "repeat", "FREQ=WEEKLY"));
    page.navigate(address("#/compose/" + id));
    assertThat(page.getByLabel("Time zone")).hasValue(zone);
    var offset = OffsetDateTime.now(ZoneOffset.ofHours(5)).plusDays(2).withNano(0);
    api("jobs/schedule", Map.of("jobId", id, "at", offset.toString()));
    page.reload();
    assertThat(radio(Pattern.compile("Later"))).isChecked();
    assertThat(page.getByLabel("Time zone")).hasValue("UTC");
  }

  @Test
  void whoeverGoesBackAfterThePressHasPressed() {
    page.navigate(address("#/jobs"));
    var audience = List.of(Map.of("kind", "person", "email", "lars.berg@northwind.example"));
    var draft = Map.of("markdown", "Planned before", "audience", audience);
    var id = (String) Objects.requireNonNull(api("jobs/edit", draft).get("id"));
    var at = OffsetDateTime.now(ZoneOffset.UTC).plusDays(2).withNano(0).toString();
    api("jobs/schedule", Map.of("jobId", id, "at", at));
    page.navigate(address("#/compose/" + id));
    text().fill("Planned on the way back");
    button("Review and schedule").click();
    assertThat(button("Schedule for 1 person")).isEnabled();
    var held = new CopyOnWriteArrayList<Route>();
    page.route("**/jobs/schedule", held::add);
    button("Schedule for 1 person").click();
    page.waitForCondition(() -> !held.isEmpty());

    page.goBack();
    assertThat(heading("Jobs")).isVisible();
    held.forEach(Route::resume);

    page.waitForCondition(() -> markdown(id).equals("Planned on the way back"));
    api("jobs/cancel", Map.of("jobId", id));
  }

  @Test
  void whatWasChangedAndIsTakenBackIsSaidToBeOffTheSchedule() {
    page.navigate(address("#/jobs"));
    var audience = List.of(Map.of("kind", "person", "email", "lars.berg@northwind.example"));
    var draft = Map.of("markdown", "For its day", "audience", audience);
    var id = (String) Objects.requireNonNull(api("jobs/edit", draft).get("id"));
    var at = OffsetDateTime.now(ZoneOffset.UTC).plusDays(2).withNano(0).toString();
    api("jobs/schedule", Map.of("jobId", id, "at", at, "zone", "Asia/Tokyo"));
    page.navigate(address("#/compose/" + id));
    text().fill("For its day, in other words");
    radio(Pattern.compile("Now")).check();
    button("Review and send").click();
    lengthenUndo();
    dialog().locator("button.main-one").click();
    assertThat(jobState()).hasText("Starting");
    page.keyboard().press("u");
    assertThat(page.locator(".toast").last()).containsText("no longer scheduled");
    assertThat(text()).hasValue("For its day, in other words");
  }

  @Test
  void whoSendsNowWhatTheyHaveChangedInThisBrowserIsToldAndMayGoOnEditing() {
    page.navigate(address("#/jobs"));
    var audience = List.of(Map.of("kind", "person", "email", "lars.berg@northwind.example"));
    var draft = Map.of("markdown", "In former words", "audience", audience);
    var id = (String) Objects.requireNonNull(api("jobs/edit", draft).get("id"));
    var at = OffsetDateTime.now(ZoneOffset.UTC).plusDays(2).withNano(0).toString();
    api("jobs/schedule", Map.of("jobId", id, "at", at));
    page.navigate(address("#/jobs/" + id));
    button("Send now").click();
    assertThat(dialog()).containsText("1 person");
    assertThat(dialog()).not().containsText("You have changed it");
    page.keyboard().press("Escape");

    link("Edit").click();
    assertThat(text()).hasValue("In former words");
    keepAsAnEarlierVersion(id);
    page.navigate(address("#/jobs/" + id));
    assertThat(button("Send now")).isVisible();
    assertThat(page.locator("job-view")).not().containsText("You have changed this message");

    link("Edit").click();
    text().fill("In other words");
    assertThat(plannedWords()).containsText("It goes out unchanged");
    page.navigate(address("#/jobs/" + id));
    assertThat(page.locator("job-view")).containsText("You have changed this message");
    button("Send now").click();
    assertThat(dialog()).containsText("It goes out without these changes.");
    dialog().locator("button").filter(new Locator.FilterOptions().setHasText("Edit")).click();

    assertThat(text()).hasValue("In other words");
    assertThat(markdown(id)).isEqualTo("In former words");
    button("Review and schedule").click();
    button("Schedule for 1 person").click();
    assertThat(heading("In other words")).isVisible();
    assertThat(page.locator("job-view")).not().containsText("You have changed this message");

    link("Edit").click();
    button("Leave somebody out").click();
    page.keyboard().type("maija");
    page.navigate(address("#/jobs/" + id));
    assertThat(page.locator("job-view")).containsText("You have changed this message");
    api("jobs/cancel", Map.of("jobId", id));
  }

  /** Without what was added since. */
  private void keepAsAnEarlierVersion(String id) {
    page.evaluate(
        """
        id => {
          const name = Object.keys(localStorage).find(one => one.endsWith("." + id));
          const { text, audience, when, key, saved } = JSON.parse(localStorage.getItem(name));
          localStorage.setItem(name, JSON.stringify({ text, audience, when, key, saved }));
        }\
        """,
        id);
  }

  private Locator plannedWords() {
    return page.locator(
        ".notice", new Page.LocatorOptions().setHasText("This message is scheduled"));
  }

  /** What is saved goes out, so nothing is that cannot be scheduled. */
  private void whatIsScheduledStaysWhereOthersWouldGetIt() {
    var id = page.url().replaceFirst(".*/", "");
    button("Review and schedule").click();
    assertThat(button("Schedule for 8 people")).isEnabled();
    page.route(
        "**/jobs/schedule",
        route -> {
          var others = route.request().postData().replaceFirst("\"whom\":\"", "$0others");
          route.resume(new Route.ResumeOptions().setPostData(others));
        });
    expectComplaint("400");
    button("Schedule for 8 people").click();
    assertThat(dialog().getByRole(AriaRole.ALERT)).containsText("Who would get it has changed");
    page.unroute("**/jobs/schedule");
    button("Keep editing").click();
    assertThat(plannedWords()).containsText("It goes out unchanged");
    assertThat(markdown(id)).isEqualTo("Planned");

    page.route("**/jobs/schedule", Route::abort);
    expectComplaint("ERR_FAILED");
    page.getByLabel("Time zone").selectOption("Asia/Seoul");
    button("Review and schedule").click();
    button("Schedule for 8 people").click();
    assertThat(dialog().getByRole(AriaRole.ALERT)).isVisible();
    button("Keep editing").click();
    assertThat(plannedWords()).containsText("It goes out unchanged");
    assertThat(markdown(id)).isEqualTo("Planned");
    page.unroute("**/jobs/schedule");
  }

  private Object markdown(String id) {
    return page.evaluate(
        "async (id) => (await (await fetch(`jobs/detail/${id}`)).json()).markdown", id);
  }

  @Test
  void aMessageThatRepeatsIsPlannedShownAndComesBackAsItWasEntered() {
    open("", "New message");
    choose("Crisis", "Crisis team");
    text().fill("Weekly");
    radio(Pattern.compile("Repeat")).check();
    for (var day : List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")) {
      page.getByLabel(day).uncheck();
    }
    page.getByLabel("Saturday").uncheck();
    page.getByLabel("Sunday").uncheck();
    assertThat(page.locator("#when-fault")).hasText("Choose at least one day.");
    button("Review and schedule").click();
    assertThat(page.getByLabel(Pattern.compile("\\bEvery\\b"))).isFocused();
    page.getByLabel("Monday").check();
    page.getByLabel("Wednesday").check();
    page.getByLabel("At", new Page.GetByLabelOptions().setExact(true)).fill("10:30");
    page.getByText("If something goes wrong").click();
    page.getByLabel("Still send up to").selectOption("4 hours late");
    assertThat(page.locator(".goes-out b")).hasCount(3);
    assertThat(page.locator(".goes-out b").first()).containsText("10:30");

    button("Review and schedule").click();
    assertThat(dialog()).containsText("every Monday and Wednesday, next on");
    button("Schedule for 8 people").click();
    assertThat(heading("Weekly")).isVisible();
    assertThat(page.locator(".not-sent")).containsText("Every Monday and Wednesday at 10:30");
    assertThat(page.locator("series-jobs")).containsText("Nothing yet.");

    link("Edit").click();
    assertThat(radio(Pattern.compile("Repeat"))).isChecked();
    assertThat(page.getByLabel("Wednesday")).isChecked();
    assertThat(page.getByLabel("Tuesday")).not().isChecked();
    assertThat(page.getByLabel("Still send up to")).hasValue("240");
    page.getByLabel(Pattern.compile("\\bEvery\\b")).selectOption("Month");
    page.getByLabel("On the").selectOption("last");
    page.getByLabel("Weekday").selectOption("Friday");
    button("Review and schedule").click();
    button("Schedule for 8 people").click();
    assertThat(page.locator(".not-sent")).containsText("Every month on the last Friday at 10:30");
    link("Jobs").first().click();
    // Others of this portal may be due before.
    radio(Pattern.compile("Scheduled")).check();
    assertThat(page.locator(".job").filter(new Locator.FilterOptions().setHasText("Weekly")))
        .containsText("Every month on the last Friday at 10:30");
  }

  @Test
  void aMessageThatRepeatsIsSentOnceMoreAndItsTimesStay() {
    var rule = "FREQ=DAILY;BYDAY=MO,TU;BYSETPOS=1";
    open("", "New message");
    var draft =
        api("jobs/edit", Map.of("markdown", "Daily", "audience", List.of(group("Crisis team"))));
    var id = (String) Objects.requireNonNull(draft.get("id"), draft::toString);
    var time = Map.of("at", "2026-01-01T04:00", "zone", "UTC", "repeat", rule, "jobId", id);
    api("jobs/schedule", time);
    page.navigate(address("#/jobs/" + id));
    assertThat(page.locator(".not-sent")).containsText("By the rule FREQ=DAILY");
    button("Send now").dblclick();
    assertThat(dialog()).containsText("once more in 8 seconds, in addition to its schedule");
    lengthenUndo();
    dialog().getByRole(AriaRole.BUTTON).last().click();
    assertThat(page.locator("series-jobs .pill")).hasText("Starting");
    assertThat(page.locator(".toast")).containsText("Sending starts in");
    page.keyboard().press("u");
    assertThat(page.locator("series-jobs .pill")).hasText("Cancelled");
    assertThat(jobState()).hasText("Scheduled");

    var times = page.locator(".not-sent p");
    button("More actions for this job").click();
    assertThat(button("Cancel for 8 people")).isVisible();
    button("Skip the next time").click();
    assertThat(times).containsText("is skipped");
    link("Jobs").first().click();
    // Others of this portal may be due before.
    radio(Pattern.compile("Scheduled")).check();
    var row = page.locator(".job").filter(new Locator.FilterOptions().setHasText("By the rule"));
    assertThat(row).containsText(Pattern.compile("next .+ \\(.+ is skipped\\)"));
    // By the keyboard, because a notice that is held may lie over it.
    row.locator(".title").press("Enter");
    // What is skipped stays so, and is not shown as its next time.
    link("Edit").click();
    text().fill("Daily, in other words");
    button("Review and schedule").click();
    button("Schedule for 8 people").click();
    assertThat(heading("Daily, in other words")).isVisible();
    assertThat(times).containsText("is skipped");
    button("More actions for this job").click();
    button(Pattern.compile("^Send on .+ after all$")).click();
    assertThat(times).not().containsText("is skipped");

    page.locator("series-jobs .title").click();
    link("a repeating message").click();
    link("Edit").click();
    assertThat(page.getByLabel(Pattern.compile("\\bEvery\\b"))).hasValue("rule");
    assertThat(page.locator(".rule code")).hasText(rule);
    page.getByLabel(Pattern.compile("\\bEvery\\b")).selectOption("Day");
    button("Review and schedule").click();
    button("Schedule for 8 people").click();
    assertThat(page.locator(".not-sent")).containsText("Every day at 04:00");
  }

  @Test
  void timesThatWereSkippedAreShownToWhoeverSchedulesTheDraftAgain() {
    open("", "New message");
    var draft =
        api("jobs/edit", Map.of("markdown", "Left out", "audience", List.of(group("Crisis team"))));
    var id = (String) Objects.requireNonNull(draft.get("id"), draft::toString);
    var time = Map.of("at", "2026-01-01T04:00", "zone", "UTC", "repeat", "FREQ=DAILY", "jobId", id);
    api("jobs/schedule", time);
    page.navigate(address("#/jobs/" + id));
    button("More actions for this job").click();
    button("Skip the next time").click();
    var times = page.locator(".not-sent p");
    assertThat(times).containsText("is skipped");
    button("More actions for this job").click();
    button("Cancel for 8 people").click();
    assertThat(jobState()).hasText("Draft");

    page.navigate(address("#/compose/" + id));
    assertThat(page.locator(".goes-out.next")).containsText("is skipped");
    button("Review and schedule").click();
    button("Schedule for 8 people").click();
    assertThat(heading("Left out")).isVisible();
    assertThat(jobState()).hasText("Scheduled");
    assertThat(times).containsText("is skipped");

    // Somebody who meant that day does not want it an hour later either.
    link("Edit").click();
    page.getByLabel("At", new Page.GetByLabelOptions().setExact(true)).fill("05:00");
    assertThat(page.locator(".goes-out.next")).containsText(Pattern.compile("5:00.* is skipped"));
    button("Review and schedule").click();
    button("Schedule for 8 people").click();
    assertThat(page.locator(".not-sent")).containsText("Every day at 05:00");
    assertThat(times).containsText(Pattern.compile("5:00.* is skipped"));
  }

  @Test
  void theReviewOfWhatHasGoneOutSaysItsNextTimeAndHowManyToComeAreSkipped() throws SQLException {
    open("", "New message");
    var draft =
        api("jobs/edit", Map.of("markdown", "Days", "audience", List.of(group("Crisis team"))));
    var id = (String) Objects.requireNonNull(draft.get("id"), draft::toString);
    var since = LocalDate.now(ZoneOffset.UTC).minusDays(2) + "T04:00";
    var rule = "FREQ=DAILY;COUNT=9";
    var time = Map.of("at", since, "zone", "UTC", "repeat", rule, "jobId", id);
    var next = Objects.requireNonNull(api("jobs/schedule", time).get("startsAt"));
    api("jobs/skip", Map.of("jobId", id, "time", next));

    skippedBefore("Days", LocalDate.now(ZoneOffset.UTC).minusDays(1) + "T04:00:00Z");
    open("#/jobs/" + id, "Days");
    assertThat(page.locator(".not-sent"))
        .containsText("9 times in all (1 of those to come is skipped)");
    page.navigate(address("#/compose/" + id));
    button("Review and schedule").click();
    assertThat(dialog()).containsText("9 times in all (1 of those to come is skipped), next on ");
  }

  /** What is past is forgotten only when the next one goes out. */
  private void skippedBefore(String title, String time) throws SQLException {
    try (var connection = DriverManager.getConnection(portal.databaseAddress());
        var statement =
            connection.prepareStatement(
                "UPDATE job SET skipped = REPLACE(skipped, '[', ?) WHERE title = ?")) {
      statement.setString(1, "[\"" + time + "\",");
      statement.setString(2, title);
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
  }

  @Test
  void theReviewSaysOnceThatASkippedDayIsForgottenWhereTheRuleLosesIt() {
    open("", "New message");
    var draft =
        api("jobs/edit", Map.of("markdown", "Mondays", "audience", List.of(group("Crisis team"))));
    var id = (String) Objects.requireNonNull(draft.get("id"), draft::toString);
    var rule = "FREQ=WEEKLY;BYDAY=MO";
    var time = Map.of("at", "2026-01-01T04:00", "zone", "UTC", "repeat", rule, "jobId", id);
    var next = Objects.requireNonNull(api("jobs/schedule", time).get("startsAt"));
    api("jobs/skip", Map.of("jobId", id, "time", next));

    page.navigate(address("#/compose/" + id));
    button("Review and schedule").click();
    assertThat(dialog()).containsText("goes out every Monday");
    assertThat(dialog()).not().containsText("was skipped");
    button("Keep editing").click();
    page.getByLabel("Tuesday").check();
    page.getByLabel("Monday").uncheck();
    button("Review and schedule").click();
    assertThat(dialog()).containsText("was skipped. That no longer holds");
    button("Schedule for 8 people").click();
    assertThat(page.locator(".not-sent")).containsText("Every Tuesday at 04:00");
    link("Edit").click();
    button("Review and schedule").click();
    assertThat(dialog()).containsText("goes out every Tuesday");
    assertThat(dialog()).not().containsText("was skipped");
  }
}
