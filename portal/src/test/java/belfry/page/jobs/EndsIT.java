package belfry.page.jobs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.page.Widths;
import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * How a job ends, told in the same words everywhere and in figures that are right; at any width.
 */
class EndsIT extends BrowserTest {
  private static final String LARS = "lars.berg@northwind.example";

  /** What ran before may have left the bot resting. */
  private Locator row(String title) {
    return page.locator(".job").filter(new Locator.FilterOptions().setHasText(title));
  }

  private Locator pill() {
    return jobState();
  }

  private Locator figure(String name) {
    return page.locator(".figures > div").filter(new Locator.FilterOptions().setHasText(name));
  }

  /** So many people, among them Lars, who is refused. */
  private List<Map<String, String>> withLars(int count) {
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(
                    Operation.MESSAGES_CREATE, Fault.before(403).withText("Blocked by the company"))
                .to(LARS));
    var directory = portal.simulator().directory();
    var people = new ArrayList<Map<String, String>>();
    IntStream.range(100, 99 + count)
        .mapToObj(number ->
            Map.of("kind", "person", "id", directory.personId(number), "name", "No. " + number))
        .forEach(people::add);
    people.add(Map.of("kind", "person", "email", LARS));
    return people;
  }

  @Test
  void whereSomebodyFailedItIsSaidInTheListTheJobAndTheExport() {
    open("#/jobs", "Jobs");
    var id = startedJob("# Not to all", withLars(250));
    assertThat(row("Not to all").locator(".pill")).hasText("Done, 1 failed");
    assertThat(row("Not to all").locator(".pill.good")).hasCount(0);
    assertThat(row("Not to all")).containsText("249 of 250 delivered");
    assertThat(row("Not to all")).containsText("1 failed");

    row("Not to all").locator(".title").click();
    assertThat(pill()).hasText("Done, 1 failed");
    assertThat(figure("Failed")).containsText("0.4 %");
    assertThat(page.locator(".under")).containsText("99.6 %");
    assertThat(figure("Not sure")).hasCount(0);
    assertThat(page.locator(".figures .bad")).hasText(Pattern.compile("^1"));
    var file = page.waitForDownload(() -> link("Export the recipients as CSV").click());
    assertThat(file.suggestedFilename()).startsWith("Not to all 20");
    var table = api("jobs/export/" + id);
    assertThat(table.lines().filter(line -> line.contains("\"delivered\""))).hasSize(249);
    assertThat(table.lines().filter(line -> line.contains("\"failed\""))).hasSize(1);
  }

  /** What an address answers, as text. */
  private String api(String path) {
    return (String)
        Objects.requireNonNull(page.evaluate("async (path) => (await fetch(path)).text()", path));
  }

  @Test
  void whoIsInDoubtIsCheckedWhichIsNoSending() {
    open("#/jobs", "Jobs");
    var space = spaces(3).getLast();
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(500))
                .to(Objects.requireNonNull(space.get("id")))
                .onCalls(1L, 2L));
    var id = startedJob("# Is it there", List.of(space, group("Crisis team")));
    var listed = row("Is it there");
    assertThat(listed.locator(".pill")).hasText("Checking 1 space");
    assertThat(listed).containsText("Checking 1 space: known in");
    page.navigate(address("#/jobs/" + id));
    assertThat(pill()).hasText("Checking 1 space");
    assertThat(page.locator(".under")).containsText("Checking 1 space: known in");
    assertThat(figure("Being checked").locator("b")).hasText("1");
    assertThat(figure("Sending took").locator("b")).hasText(Pattern.compile("^[1-9].s$"));
    var took = figure("Sending took").locator("b").textContent();
    assertThat(figure("Still to go")).hasCount(0);
    assertThat(page.locator(".under")).not().containsText("left");

    assertThat(pill()).hasText("Done, 1 not sure");
    assertThat(figure("Not sure").locator("b")).hasText("1");
    assertThat(page.locator(".progress i.unsure")).hasCount(1);
    assertThat(page.locator(".progress i.bad")).hasCount(0);
    assertThat(figure("Failed").locator("b")).hasText("0");
    assertThat(figure("Sending took").locator("b")).hasText(took);
    page.navigate(address("#/jobs"));
    assertThat(listed).containsText("1 not sure");
    assertThat(listed.locator(".pill")).hasText("Done, 1 not sure");
  }

  /** Has the page see this job with other counts than it has. */
  private void showCounts(String id, long sent, long failed, long held) {
    try {
      var json = new ObjectMapper();
      var job = (ObjectNode) json.readTree(api("jobs/detail/" + id));
      var run = (ObjectNode) job.path("run");
      ((ObjectNode) run.path("counts"))
          .put("total", sent + failed + held)
          .put("sent", sent)
          .put("failed", failed)
          .put("held", held);
      var started = Instant.parse(run.path("startedAt").asText());
      run.put("sendingEndedAt", started.plusSeconds(535).toString());
      run.put("finishedAt", started.plusSeconds(925).toString());
      run.put("waitedSeconds", 60.4);
      var event = "data: " + json.writeValueAsString(job) + "\n\n";
      page.route(
          "**/jobs/detail/" + id,
          route ->
              route.fulfill(
                  new Route.FulfillOptions().setContentType("text/event-stream").setBody(event)));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aPartIsNeverRoundedToNoneOrAllAndDoubtHasATimeOfItsOwn() {
    open("#/jobs", "Jobs");
    var id = startedJob("# Two of very many", withLars(3));
    assertThat(row("Two of very many").locator(".pill")).hasText("Done, 1 failed");
    showCounts(id, 10_000, 2, 0);
    page.navigate(address("#/jobs/" + id));

    assertThat(figure("Failed")).containsText("0.02 %");
    assertThat(page.locator(".under")).containsText("99.98 %");
    assertThat(figure("Sending took").locator("b")).hasText("7 min 55 s");
    assertThat(figure("Checking took").locator("b")).hasText("6 min 30 s");
    assertThat(figure("Speed").locator("b")).hasText("21.1");
  }

  @Test
  void whoNeedsALookComesFirstWhenItEndsBeforeOnesEyes() {
    open("#/jobs", "Jobs");
    var form =
        Map.of(
            "markdown",
            "# Before my eyes",
            "audience",
            withLars(40),
            "firstWave",
            Map.of("people", 5));
    var id = (String) Objects.requireNonNull(api("jobs/edit", form).get("id"));
    api("jobs/runNow", Map.of("jobId", id));
    page.navigate(address("#/jobs/" + id));
    var first = page.locator(".recipients tbody tr").first();
    assertThat(first.locator(".pill")).hasText("Delivered");
    assertThat(pill()).hasText("Paused");
    api("jobs/resume", Map.of("jobId", id));

    assertThat(pill()).hasText("Done, 1 failed");
    assertThat(first).containsText("Lars Berg");
    assertThat(page.locator(".recipients tbody .pill").nth(1)).hasText("Delivered");
  }

  @Test
  void nobodyReachedIsFailedAndEverybodyReachedIsDone() {
    open("#/jobs", "Jobs");
    startedJob("# To Lars only", withLars(1));
    assertThat(row("To Lars only").locator(".pill.bad")).hasText("Failed");
    portal.simulator().faults().set();
    startedJob("# To Lars again", List.of(Map.of("kind", "person", "email", LARS)));
    assertThat(row("To Lars again").locator(".pill.good")).hasText("Done");
  }

  @Test
  void noColumnOfTheRecipientsJumpsBetweenTheFilters() {
    use(signedIn().setViewportSize(1280, 800));
    open("#/jobs", "Jobs");
    var id = startedJob("# Columns", withLars(12));
    page.navigate(address("#/jobs/" + id));
    assertThat(pill()).hasText("Done, 1 failed");
    assertThat(page.locator(".recipients tbody tr")).hasCount(12);
    var all = columns();
    radio(Pattern.compile("^Not delivered")).check();
    assertThat(page.locator(".recipients tbody tr")).hasCount(1);
    assertThat(columns()).isEqualTo(all);
    radio(Pattern.compile("^Delivered")).check();
    assertThat(page.locator(".recipients tbody tr")).hasCount(11);
    assertThat(columns()).isEqualTo(all);
  }

  private Object columns() {
    return Objects.requireNonNull(
        page.evaluate(
            """
            () => [...document.querySelectorAll(".recipients thead th")]
              .map((one) => Math.round(one.getBoundingClientRect().left)).join()
            """));
  }

  @Test
  void theJobFitsAtEveryWidthAndNoNumberBreaks() {
    use(signedIn().setViewportSize(1600, 700));
    open("#/jobs", "Jobs");
    var id =
        startedJob(
            "# A title of some length, with Donaudampfschifffahrtsgesellschaftskapitän in it",
            withLars(60));
    assertThat(row("A title").locator(".pill")).hasText("Done, 1 failed");
    showCounts(id, 1_234_567, 12_345, 1_234);
    page.navigate(address("#/jobs/" + id));
    assertThat(figure("Delivered").locator("b")).hasText("1,234,567");
    assertThat(page.locator(".recipients tbody tr")).hasCount(25);
    assertThat(misfits()).isEmpty();

    page.navigate(
        address("#/jobs/" + repeating("# Every other workday, with a long title of its own")));
    assertThat(pill()).hasText("Scheduled");
    assertThat(misfits()).isEmpty();
  }

  /** A job that goes out again and again, by a rule that takes many words. */
  private String repeating(String markdown) {
    var draft = api("jobs/edit", Map.of("markdown", markdown, "audience", withLars(3)));
    var id = (String) Objects.requireNonNull(draft.get("id"));
    var start =
        LocalDateTime.now(ZoneId.of("Pacific/Auckland"))
            .plusDays(2)
            .truncatedTo(ChronoUnit.MINUTES);
    var scheduled =
        api(
            "jobs/schedule",
            Map.of(
                "jobId",
                id,
                "at",
                start.toString(),
                "zone",
                "Pacific/Auckland",
                "repeat",
                "FREQ=MONTHLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1;COUNT=40"));
    assertThat(scheduled.get("state")).as(scheduled::toString).isEqualTo("scheduled");
    return id;
  }

  /** What is wrong at which width of the view that is open. */
  private Map<String, Object> misfits() {
    return Widths.misfits(
        page, 5, ".figures dd > b", ".figures dd > *, .recipients td, .recipients th");
  }
}
