package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.Axe;
import belfry.page.BrowserTest;
import com.microsoft.playwright.Locator;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A repeating message says who is new and who is gone, and a job who did not get it. */
class LastTimeIT extends BrowserTest {
  private static final String MAIJA = "maija.salo@northwind.example";
  private static final String LARS = "lars.berg@northwind.example";
  private static final String PRIYA = "priya.patel@northwind.example";

  private static Map<String, Object> person(String email) {
    return Map.of("email", email);
  }

  private String id(Map<String, Object> answer) {
    return (String) Objects.requireNonNull(answer.get("id"), answer::toString);
  }

  /** A message to the group but not to Priya, every day from the day after tomorrow. */
  private String repeating(String groupId) {
    var draft =
        api(
            "jobs/edit",
            Map.of(
                "markdown",
                "Standing by",
                "audience",
                List.of(Map.of("kind", "group", "id", groupId, "name", "Standby")),
                "except",
                List.of(Map.of("kind", "person", "email", PRIYA))));
    var start = LocalDateTime.now(ZoneId.of("UTC")).plusDays(2).truncatedTo(ChronoUnit.MINUTES);
    return id(
        api(
            "jobs/schedule",
            Map.of(
                "jobId",
                id(draft),
                "at",
                start.toString(),
                "zone",
                "UTC",
                "repeat",
                "FREQ=DAILY")));
  }

  private Locator notice() {
    return page.locator("last-time .notice");
  }

  @Test
  void whoIsNewAndWhoIsGoneStandsInTheJobAndWhoIsLeftOutInAFile() {
    open("#/jobs", "Jobs");
    var group = id(api("user/groups/create", Map.of("name", "Standby")));
    api(
        "user/groups/add",
        Map.of("groupId", group, "members", List.of(person(MAIJA), person(LARS), person(PRIYA))));
    var series = repeating(group);
    var first = id(api("jobs/runNow", Map.of("jobId", series)));
    page.navigate(address("#/jobs/" + first));
    assertThat(jobState()).hasText("Done");
    assertThat(notice()).hasCount(0);

    api("user/groups/remove", Map.of("groupId", group, "members", List.of(person(LARS))));
    api(
        "user/groups/add",
        Map.of("groupId", group, "members", List.of(person("kenji.tanaka@northwind.example"))));
    var second = id(api("jobs/runNow", Map.of("jobId", series)));
    page.navigate(address("#/jobs/" + second));
    assertThat(jobState()).hasText("Done");
    assertThat(notice()).containsText("Since last time");
    assertThat(notice()).containsText("1 is new: Kenji Tanaka");
    assertThat(notice()).containsText("1 no longer gets it: Lars Berg");
    assertThat(Axe.violations(page)).isEmpty();
    page.navigate(address("#/jobs/" + series));
    assertThat(notice()).containsText("The same recipients as last time");

    page.navigate(address("#/jobs/" + second));
    page.getByPlaceholder("Name or e-mail").fill(PRIYA);
    assertThat(page.locator(".why-not")).containsText("Priya Patel does not get it: left out.");
    page.getByPlaceholder("Name or e-mail").fill("lars b");
    assertThat(page.locator(".why-not")).containsText("Lars Berg does not get it: not chosen.");
    var file = page.waitForDownload(() -> link("Who did not get it (CSV)").click());
    assertThat(file.suggestedFilename())
        .matches("Standing by, not delivered 20\\d\\d-\\d\\d-\\d\\d\\.csv");
  }
}
