package belfry.page.jobs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import belfry.page.BrowserTest;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.JumpingTime;
import belfry.testing.TestPortal;
import com.microsoft.playwright.Route;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
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
    page.waitForRequest(
        "**/jobs/cancel", () -> button(Pattern.compile("^Cancel for 1 person")).click());
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
}
