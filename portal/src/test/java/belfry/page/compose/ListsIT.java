package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The list of jobs: in which order, under which headings, how far, and what is found in it. */
class ListsIT extends BrowserTest {
  private static final Map<String, String> LARS =
      Map.of("kind", "person", "email", "lars.berg@northwind.example");

  private Locator row(String title) {
    return page.locator(".job").filter(new Locator.FilterOptions().setHasText(title));
  }

  private Locator section(String title) {
    return page.locator(".sections > section")
        .filter(new Locator.FilterOptions().setHas(page.getByText(title)));
  }

  private void scheduled(String markdown, int days) {
    var draft = api("jobs/edit", Map.of("markdown", markdown, "audience", List.of(LARS)));
    var at =
        LocalDateTime.now(ZoneId.of("Europe/Helsinki"))
            .plusDays(days)
            .truncatedTo(ChronoUnit.MINUTES);
    api(
        "jobs/schedule",
        Map.of(
            "jobId",
            Objects.requireNonNull(draft.get("id")),
            "at",
            at.toString(),
            "zone",
            "Europe/Helsinki"));
  }

  @Test
  void whatIsScheduledDoesNotBuryWhatWasSentToday() {
    open("#/jobs", "Jobs");
    for (var days = 2; days <= 6; days++) {
      scheduled("Due in " + days, days);
    }
    startedJob("# Sent today", List.of(LARS));
    page.reload();

    assertThat(section("Coming up").locator(".job")).hasCount(3);
    assertThat(section("Coming up").locator(".job").first()).containsText("Due in 2");
    assertThat(section("Today").getByText("Sent today")).isVisible();
    link("2 more scheduled").click();
    assertThat(radio(Pattern.compile("^Scheduled"))).isChecked();
    assertThat(page.locator(".job")).hasCount(5);
    assertThat(section("Coming up")).hasCount(0);
    assertThat(page.locator(".sections h2")).hasCount(5);
    walkThroughTheCalendar(LocalDate.now(ZoneId.of("Europe/Helsinki")).plusDays(2));
  }

  /** With a job on this day that is called "Due in 2". */
  private void walkThroughTheCalendar(LocalDate due) {
    link("Calendar").click();
    assertThat(heading("What goes out")).isVisible();
    page.navigate(address("#/jobs?as=calendar&month=" + YearMonth.from(due)));
    var month = page.locator(".month-name");
    var name = due.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH) + " " + due.getYear();
    assertThat(month).hasText(name);
    var ours = page.locator(".due").filter(new Locator.FilterOptions().setHasText("Due in 2"));
    assertThat(ours).hasCount(1);
    ours.focus();
    page.keyboard().press("ArrowUp");
    assertThat(page.locator(".due").first()).isFocused();
    ours.click();
    assertThat(heading("Due in 2")).isVisible();
    page.goBack();
    assertThat(ours).isVisible();
    page.setViewportSize(390, 800);
    assertThat(page.locator(".cell-names")).isHidden();
    assertThat(ours).isVisible();
    ours.press("PageDown");
    assertThat(month).not().hasText(name);
    assertThat(month).isFocused();
    button("Previous month").click();
    assertThat(month).hasText(name);
    button("Today").click();
    assertThat(page).hasURL(Pattern.compile("as=calendar$"));
    link("List").click();
    assertThat(heading("Jobs")).isVisible();
  }

  @Test
  void olderOnesComeAsOneScrollsAndWhatIsPushedOutOfTheFirstPageStays() {
    open("#/jobs", "Jobs");
    for (var number = 1; number <= 95; number++) {
      api("jobs/edit", Map.of("markdown", "Pushed " + number));
    }
    page.navigate(address("#/jobs?q=Pushed"));
    assertThat(page.getByPlaceholder("Search")).hasValue("Pushed");
    var rows = page.locator(".job");
    assertThat(rows).hasCount(30);

    page.mouse().wheel(0, 20_000);
    assertThat(rows).hasCount(90);
    page.mouse().wheel(0, 20_000);
    assertThat(rows).hasCount(95);
    assertThat(button("Show more")).hasCount(0);

    api("jobs/edit", Map.of("markdown", "Pushed at last"));
    assertThat(rows.first()).containsText("Pushed at last");
    assertThat(rows).hasCount(96);
  }

  @Test
  void whereOlderOnesDoNotComeAButtonAsksAgain() {
    expectComplaint("Failed to load resource");
    open("#/jobs", "Jobs");
    for (var number = 1; number <= 32; number++) {
      api("jobs/edit", Map.of("markdown", "Not at once " + number));
    }
    page.route("**/jobs/list/all?*cursor=*", route -> route.abort());
    page.navigate(address("#/jobs?q=once"));
    assertThat(page.getByPlaceholder("Search")).hasValue("once");
    assertThat(page.locator(".job")).hasCount(30);
    page.mouse().wheel(0, 20_000);
    assertThat(page.locator("main .notice")).containsText("Belfry does not answer");
    page.unroute("**/jobs/list/all?*cursor=*");
    button("Show more").click();
    assertThat(page.locator(".job")).hasCount(32);
  }

  @Test
  void aJobIsFoundByItsTextItsAuthorAndItsAudience() {
    open("#/jobs", "Jobs");
    api(
        "jobs/edit",
        Map.of(
            "markdown",
            "# Lunch\n\nThe canteen serves goulash.",
            "audience",
            List.of(group("Crisis team"))));
    for (var words : List.of("goulash", "crisis goul", "ana canteen")) {
      page.getByPlaceholder("Search").fill(words);
      assertThat(page.locator(".job")).hasCount(1);
      assertThat(row("Lunch")).isVisible();
    }
    page.getByPlaceholder("Search").fill("goulash tomorrow");
    assertThat(page.locator("main")).containsText("Titles, texts, authors and audiences");
  }

  /** The server reads what is about to start and what was before one after the other. */
  @Test
  void aJobThatMovesMeanwhileIsListedOnce() {
    open("#/jobs", "Jobs");
    api("jobs/edit", Map.of("markdown", "About to start", "audience", List.of(LARS)));
    var twice =
        page.evaluate(
            """
            async () => {
              const list = await (await fetch("jobs/list/recent?limit=20")).json();
              return JSON.stringify({ ...list, upcoming: [{ ...list.items[0], state: "scheduled", title: "At once" }] });
            }
            """);
    page.route(
        Pattern.compile("/jobs/list/recent"),
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType("text/event-stream")
                    .setBody("data: " + twice + "\n\n")));
    page.reload();

    assertThat(row("At once")).isVisible();
    assertThat(row("About to start")).hasCount(0);
  }

  @Test
  void noColumnJumpsBetweenTheFilters() {
    use(signedIn().setViewportSize(1280, 800));
    open("#/jobs", "Jobs");
    api("jobs/edit", Map.of("markdown", "A draft", "audience", List.of(LARS)));
    scheduled("A plan", 2);
    startedJob("# Long gone", List.of(LARS));
    page.reload();
    assertThat(row("Long gone").locator(".pill")).hasText("Done");

    for (var filter : List.of("All", "Scheduled", "Drafts", "Finished")) {
      radio(Pattern.compile("^" + filter)).check();
      assertThat(page.locator(".job").first()).isVisible();
      assertThat(places(".job > .pill")).as(filter).hasSize(1);
      assertThat(places(".job > .how")).as(filter).hasSize(1);
    }
    radio(Pattern.compile("^All")).check();
    var pills = places(".job > .pill");
    radio(Pattern.compile("^Drafts")).check();
    assertThat(row("Long gone")).hasCount(0);
    assertThat(places(".job > .pill")).isEqualTo(pills);
  }

  /** Where the left edges of these are, each place once. */
  @SuppressWarnings("unchecked")
  private List<Integer> places(String selector) {
    return (List<Integer>)
        Objects.requireNonNull(
            page.evaluate(
                """
                (selector) => [...new Set([...document.querySelectorAll(selector)]
                  .map((one) => Math.round(one.getBoundingClientRect().left)))]
                """,
                selector));
  }
}
