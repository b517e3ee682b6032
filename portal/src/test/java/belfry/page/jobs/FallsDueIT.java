package belfry.page.jobs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import belfry.page.BrowserTest;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.JumpingTime;
import belfry.testing.TestPortal;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is pressed while a time comes. */
class FallsDueIT extends BrowserTest {
  @SuppressWarnings("NullAway.Init")
  private JumpingTime time;

  @Override
  public TestPortal started() {
    time = new JumpingTime();
    return TestPortal.start(
        SimulatorSettings.defaults().withPeople(1_000), settings -> settings, time);
  }

  @Test
  void whoeverCancelsARepeatingMessageAsItBeginsSeesTheMessageThatGoesOut() {
    open("#/jobs", "Jobs");
    var to = List.of(Map.of("kind", "person", "email", "lars.berg@northwind.example"));
    var words = "The figures of the day";
    var id = api("jobs/edit", Map.of("markdown", "# " + words, "audience", to)).get("id");
    var at = LocalDateTime.ofInstant(time.now(), ZoneOffset.UTC).plusMinutes(10);
    var first = at.truncatedTo(ChronoUnit.MINUTES).toString();
    api("jobs/schedule", Map.of("jobId", id, "at", first, "zone", "UTC", "repeat", "FREQ=DAILY"));
    page.navigate(address("#/jobs/" + id));
    var cancels = new ArrayList<Route>();
    page.route("**/jobs/cancel", cancels::add);
    button("More actions for this job").click();
    button(Pattern.compile("^Cancel for 1 person")).click();
    page.waitForCondition(() -> cancels.size() == 1);
    time.jump(Duration.ofMinutes(11));
    Await.until(
        () -> portal.simulator().ledger().totals(Ledger.Query.containing(words)).messages() == 1);

    cancels.forEach(Route::resume);

    assertThat(page.locator(".toast").last())
        .containsText(Pattern.compile("Taken off the schedule, but the time of .+ had begun"));
    assertThat(page.locator(".notice").first()).containsText("One sending of");
    assertThat(jobState()).hasText("Done");
  }

  @Test
  void whatWasTakenOffItsScheduleIsSaidWhereNothingElseIsAnswered() {
    open("#/jobs", "Jobs");
    var to = List.of(Map.of("kind", "person", "email", "lars.berg@northwind.example"));
    var id = api("jobs/edit", Map.of("markdown", "Not today", "audience", to)).get("id");
    var at = LocalDateTime.ofInstant(time.now(), ZoneOffset.UTC).plusDays(1);
    var first = at.truncatedTo(ChronoUnit.MINUTES).toString();
    api("jobs/schedule", Map.of("jobId", id, "at", first, "zone", "UTC", "repeat", "FREQ=DAILY"));
    page.navigate(address("#/jobs/" + id));
    expectComplaint("ERR_FAILED");
    page.route("**/jobs/list/all?*limit=10", Route::abort);

    button("More actions for this job").click();
    button(Pattern.compile("^Cancel for 1 person")).click();

    assertThat(page.locator(".toast").last()).containsText("Taken off the schedule");
    assertThat(page.locator(".toast").last()).containsText("Undo");
    page.unroute("**/jobs/list/all?*limit=10");
  }

  @Test
  void whatQuietHoursHoldSaysForHowManyItIsUntilTheyEnd() {
    open("#/jobs", "Jobs");
    var group = api("user/groups/create", Map.of("name", "Night owls")).get("id");
    var some =
        IntStream.range(10, 20)
            .mapToObj(portal.simulator().directory()::personEmail)
            .map(email -> Map.of("email", email))
            .toList();
    api("user/groups/add", Map.of("groupId", group, "members", some));
    var clock = LocalDateTime.ofInstant(time.now(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
    var days = Stream.of(DayOfWeek.values()).map(day -> day.name().toLowerCase(Locale.ROOT));
    var from = clock.minusHours(1).toLocalTime().toString();
    var until = clock.plusHours(2).toLocalTime().toString();
    var hours = Map.of("days", days.toList(), "from", from, "until", until, "zone", "UTC");
    api("admin/rules", Map.of("revision", 0, "quiet", hours));
    var words = "In the morning";
    var to = List.of(Map.of("kind", "group", "id", group));
    var id = api("jobs/send", Map.of("markdown", words, "audience", to)).get("id");

    page.navigate(address("#/jobs/" + id));
    assertThat(jobState()).hasText("Waiting");
    assertThat(page.locator(".figures-card"))
        .containsText(Pattern.compile("Waiting for the end of quiet hours, until .+10 expected"));
    assertThat(page.locator(".progress")).isVisible();
    assertThat(page.locator(".progress.searching")).isHidden();
    button("Stop sending to 10 recipients").click();
    assertThat(page.locator("dialog[open]")).containsText("Nobody has it yet.");
    assertThat(button("Stop: 10 will never get it")).isVisible();
    button("Continue sending").click();
    var other = api("jobs/send", Map.of("markdown", "Never mind", "audience", to)).get("id");
    page.navigate(address("#/jobs/" + other));
    button("Stop sending to 10 recipients").click();
    button("Stop: 10 will never get it").click();
    assertThat(jobState()).hasText("Cancelled");
    assertThat(page.locator(".not-sent")).containsText("Never sent");
    open("#/jobs", "Jobs");
    assertThat(page.locator(".job").filter(new Locator.FilterOptions().setHasText("Never mind")))
        .containsText("Never sent");
    var row = page.locator(".job").filter(new Locator.FilterOptions().setHasText(words));
    assertThat(row).containsText("10 expected");
    api("user/groups/remove", Map.of("groupId", group, "members", some.subList(0, 1)));

    time.jump(Duration.ofHours(2));

    assertThat(row).containsText("9 of 9 delivered");
    page.navigate(address("#/jobs/" + id));
    assertThat(jobState()).hasText("Done");
    assertThat(page.locator(".pages")).containsText("of 9 recipients");
    assertThat(page.getByText(some.getFirst().get("email"))).isHidden();
  }
}
