package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.testing.HookReceiver;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every view for everybody: axe finds nothing, in light and in dark; 320 px are enough. */
class LooksIT extends BrowserTest {
  private static final Map<String, String> MAIJA =
      Map.of("kind", "person", "email", "maija.salo@northwind.example");
  private static final Map<String, String> LARS =
      Map.of("kind", "person", "email", "lars.berg@northwind.example");

  /** All of WCAG 2.2 to AA, best practices, and what is still an experiment. */
  private static final List<String> EVERYTHING =
      List.of(
          "wcag2a",
          "wcag2aa",
          "wcag21a",
          "wcag21aa",
          "wcag22a",
          "wcag22aa",
          "best-practice",
          "experimental");

  /** The parts of the page; each opens its views in turn and shows them once they stand still. */
  enum Part {
    COMPOSE,
    CONTENT,
    AUDIENCE,
    JOBS,
    GROUPS,
    PEOPLE,
    SEARCH,
    GATE
  }

  /** Is told the name of what is shown, and where in the page it is: empty for all of it. */
  private interface Look extends BiConsumer<String, String> {}

  private void each(Part part, Look look) {
    switch (part) {
      case COMPOSE -> compose(look);
      case CONTENT -> content(look);
      case AUDIENCE -> audience(look);
      case JOBS -> jobs(look);
      case GROUPS -> groups(look);
      case PEOPLE -> people(look);
      case SEARCH -> search(look);
      case GATE -> gate(look);
    }
  }

  private void compose(Look look) {
    open("", "New message");
    look.accept("compose, empty", "");
    choose("Crisis", "Crisis team");
    text().fill("# Title\n\n> quote `code`\n\n1. one\n2. two\n\n```\nblock\n```");
    radio(Pattern.compile("Later")).check();
    assertThat(page.locator(".goes-out")).isVisible();
    page.locator("#file")
        .setInputFiles(new FilePayload("תוכנית Plan.pdf", "application/pdf", new byte[10]));
    assertThat(page.locator(".draft .file")).containsText("Plan.pdf");
    look.accept("compose", "");
    radio(Pattern.compile("Repeat")).check();
    assertThat(page.locator(".goes-out b").first()).isVisible();
    look.accept("compose, repeating", "");
    button("Review and schedule").click();
    assertThat(page.locator("dialog[open]")).isVisible();
    look.accept("the dialog", "dialog");
    button("Keep editing").click();
    text().fill("Dear {{firstName|all}}");
    assertThat(page.locator(".preview .reader")).isVisible();
    button("Test with others").click();
    assertThat(page.locator("dialog[open]")).isVisible();
    look.accept("a test with others", "dialog");
    button("Cancel").click();
    to().fill("en");
    assertThat(page.locator("[role=option]").first()).isVisible();
    look.accept("suggestions", "");
  }

  /** Everything that can be in a message, and what is wrong with it. */
  private void content(Look look) {
    open("", "New message");
    button("Review and send").click();
    assertThat(page.locator("#to-below .fault")).isVisible();
    look.accept("nothing to send", "");
    choose("Crisis", "Crisis team");
    text().fill("Dear {{firstName}}\n\n| a | b |\n|---|---|\n| c | d |\n\n~~not~~ <b>bold</b>");
    assertThat(page.locator("#text-notes")).containsText("tables");
    button("Add a button").click();
    button("Add a picture").click();
    button("Review and send").click();
    assertThat(page.locator("#button-0-title-fault")).not().isEmpty();
    look.accept("a card without words", "");
    button("Remove the picture").click();
    button("Remove button 1").click();
    button("Use your own card").click();
    page.locator("#own-card").fill("{\"type\": \"AdaptiveCard\", \"body\": [{}]}");
    assertThat(page.locator("#own-card-faults")).containsText("missing");
    look.accept("a card with mistakes", "");
    button("Remove the card").click();
    text().fill("Dear {{fistName}}");
    assertThat(page.locator("#text-fault")).containsText("There is no value");
    look.accept("an unknown name", "");
    summary("Send to a few first").click();
    page.getByLabel("Who gets it first").selectOption("percent");
    summary("Acknowledgement").click();
    page.getByLabel("Ask people to say that they have read it").check();
    radio(Pattern.compile("Later")).check();
    summary("If something goes wrong").click();
    look.accept("all further choices", "");
    text().fill("Dear @mai");
    text().press("End");
    text().pressSequentially("j");
    assertThat(page.locator("[role=listbox] [role=option]").first()).isVisible();
    look.accept("somebody to mention", "");
    page.keyboard().press("Escape");
    page.locator("#file")
        .setInputFiles(new FilePayload("Big.mp4", "video/mp4", new byte[10_000_001]));
    assertThat(page.locator("#file-fault")).containsText("larger");
    look.accept("a file that is too large", "");
    api("templates/save", Map.of("name", "הזמנה Invitation 2", "markdown", "On [[Day]]"));
    button("More actions for this message").click();
    look.accept("the message's menu", "");
    page.keyboard().press("Escape");
    button("More actions for this message").click();
    page.getByText("Start from a template", new Page.GetByTextOptions().setExact(true)).click();
    assertThat(page.locator("dialog[open] li")).hasCount(1);
    look.accept("templates", "dialog");
    page.locator("dialog[open] .link").click();
    assertThat(page.locator("dialog[open] input")).isVisible();
    look.accept("a template", "dialog");
  }

  private Locator summary(String words) {
    return page.locator("summary").filter(new Locator.FilterOptions().setHasText(words));
  }

  private void audience(Look look) {
    open("", "New message");
    page.locator("audience-picker input[type=file]")
        .setInputFiles(
            new FilePayload(
                "Pilot.csv",
                "text/csv",
                "e-mail;Desk\nlars.berg@northwind.example;4\nnobody;5\n".getBytes(UTF_8)));
    assertThat(page.locator("dialog[open]")).containsText("cannot be added");
    look.accept("a list", "dialog");
    button("Use this address").click();
    choose("All staff", "All staff");
    paste(to(), "nobody.at.all@northwind.example, maija.salo@northwind.example");
    button("Leave somebody out").click();
    paste(page.locator("#except"), "typo@northwind.example, priya.patel@northwind.example");
    assertThat(page.locator("#except-below")).containsText("not found in your organization");
    look.accept("an audience", "");
    button("Saved audiences…").click();
    assertThat(page.locator("dialog[open]")).isVisible();
    look.accept("saved audiences", "dialog");
    page.keyboard().press("Escape");
    button("Check a person…").click();
    page.locator("dialog[open] input").fill("maria.garcia");
    page.locator("dialog[open] .main-one").click();
    assertThat(page.locator("dialog[open]")).containsText("Choose one of these.");
    look.accept("somebody to check", "dialog");
    page.keyboard().press("Escape");
    text().fill("Your desk: {{Desk}}");
    button("Review and send").click();
    assertThat(page.locator("dialog[open]")).containsText("do not get it");
    look.accept("the review of a personal message", "dialog");
  }

  private void jobs(Look look) {
    expectComplaint("status of 404");
    open("#/jobs", "Jobs");
    var refused = Fault.before(403).withText("Blocked");
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, refused)
                .to(Objects.requireNonNull(MAIJA.get("email"))));
    var sent =
        startedJob(
            "## Sent\n\nWith **words** and [a link](https://example.com).",
            List.of(group("Communications"), LARS, MAIJA));
    api("jobs/edit", Map.of("markdown", "A draft", "audience", List.of(LARS)));
    page.navigate(address("#/jobs/" + sent));
    assertThat(jobState()).hasText("Done, 1 failed");
    assertThat(page.locator(".recipients tbody tr").first()).isVisible();
    look.accept("a job", "");
    button("Show as a table").click();
    look.accept("a chart as a table", "");
    button("Retry failed recipients").click();
    assertThat(page.locator("dialog[open]")).isVisible();
    look.accept("reasons", "dialog");
    page.keyboard().press("Escape");
    button("More actions for this job").click();
    look.accept("a job's menu", "");
    page.keyboard().press("Escape");
    var series = scheduled("FREQ=WEEKLY;BYDAY=MO");
    page.navigate(address("#/jobs/" + series));
    assertThat(page.locator("series-jobs")).isVisible();
    look.accept("a job that repeats", "");
    page.navigate(address("#/jobs"));
    assertThat(page.locator(".job").first()).isVisible();
    look.accept("jobs", "");
    link("Calendar").click();
    openNextMonth();
    look.accept("the calendar", "");
    link("List").click();
    page.locator(".job .button").first().click();
    look.accept("a menu", "");
    page.keyboard().press("Escape");
    api("jobs/cancel", Map.of("jobId", series));
    page.navigate(address("#/jobs/" + series));
    assertThat(jobState()).hasText("Cancelled");
    look.accept("a job that was cancelled", "");
    page.navigate(address("#/jobs?q=nothingofthekind"));
    assertThat(page.locator("main")).containsText("No match");
    look.accept("no jobs", "");
    page.navigate(address("#/jobs/0000000000000"));
    assertThat(heading("No such job")).isVisible();
    look.accept("no job", "");
  }

  private String scheduled(String rule) {
    var draft = api("jobs/edit", Map.of("markdown", "Again and again", "audience", List.of(LARS)));
    var id = (String) Objects.requireNonNull(draft.get("id"));
    api(
        "jobs/schedule",
        Map.of("jobId", id, "at", "2026-01-05T10:00", "zone", "Europe/Helsinki", "repeat", rule));
    return id;
  }

  private void groups(Look look) {
    open("#/groups", "Groups");
    page.locator(".group-list a").nth(3).click();
    assertThat(page.locator(".one .rows .avatar").first()).isVisible();
    look.accept("groups", "");
    button(Pattern.compile("from the group$")).first().click();
    assertThat(page.locator("dialog[open]")).isVisible();
    look.accept("a question", "dialog");
    button("Cancel").click();
    page.getByPlaceholder("Find or add a person").fill("Maija");
    assertThat(button(Pattern.compile("^Add .*Maija Salo")).first()).isVisible();
    look.accept("somebody outside the group", "");
    button("New group").click();
    look.accept("a question with a field", "dialog");
    page.keyboard().press("Escape");
  }

  private void people(Look look) {
    expectComplaint("status of 400");
    open("#/people", "People");
    assertThat(page.locator(".rows .avatar").first()).isVisible();
    look.accept("people", "");
    page.getByLabel("Name or e-mail address").fill("Maija");
    assertThat(page.locator("[role=option]").first()).isVisible();
    look.accept("people found", "");
    page.keyboard().press("Escape");
    button("Add").click();
    assertThat(page.locator("#add-fault")).not().isEmpty();
    look.accept("a fault", "");
    heading("People").click();
    page.keyboard().press("?");
    assertThat(page.locator("dialog[open]")).isVisible();
    look.accept("shortcuts", "dialog");
    page.keyboard().press("Escape");
    button(Pattern.compile("Ana Lopez.*: theme, sessions, sign out$")).click();
    look.accept("me", "");
    page.keyboard().press("Escape");
    button(Pattern.compile("Ana Lopez.*: theme, sessions, sign out$")).click();
    button("Where you are signed in").click();
    assertThat(page.locator("dialog[open]")).containsText("This one");
    look.accept("sessions", "dialog");
    button("Close").click();
    secrets(look);
  }

  private void secrets(Look look) {
    var name = "pager-of-the-operations-team-in-helsinki-and-madrid-and-oslo";
    button(Pattern.compile("Ana Lopez.*: theme, sessions, sign out$")).click();
    page.locator(".item").filter(new Locator.FilterOptions().setHasText("API tokens")).click();
    page.locator("dialog[open] input[name=name]").fill(name);
    button("Make a token").click();
    assertThat(page.locator("#secret")).isVisible();
    look.accept("a token", "dialog");
    button("Close").click();
    try (var receiver = new HookReceiver()) {
      receiver.behave(HookReceiver.answering(503));
      var url = receiver.address().toString();
      for (var one : List.of("Failing", "Off")) {
        api("admin/webhooks", Map.of("name", one, "url", url, "events", List.of("job.held")));
      }
      button("Webhooks").click();
      button("Disable Off").click();
      button("Send Failing a test").click();
      assertThat(page.locator("dialog[open] li .fault")).containsText("answered 503");
      button("Send again to Failing what was given up").click();
      assertThat(page.locator("dialog[open]"))
          .containsText("0 events that “Failing” did not take are sent again.");
      page.locator("dialog[open] input[name=name]").fill(name);
      button("Add a webhook").click();
      assertThat(page.locator("#secret-fault")).not().isEmpty();
      look.accept("a webhook without an address", "dialog");
      page.locator("dialog[open] input[name=url]").fill(url);
      button("Add a webhook").click();
      assertThat(page.locator("#secret")).isVisible();
      look.accept("webhooks", "dialog");
      for (var one : List.of("Failing", "Off", name)) {
        button("Delete " + one).click();
        page.locator("dialog[open][aria-labelledby=question] .danger").click();
        assertThat(button("Delete " + one)).hasCount(0);
      }
    }
  }

  private void search(Look look) {
    open("#/jobs", "Jobs");
    startedJob(
        "# Fire drill\n\nAt **noon**, with Lars Berg and everybody else from all floors, gather at the gate.",
        List.of(LARS));
    assertThat(page.locator(".job .pill").first()).hasText("Done");
    page.keyboard().press("Control+k");
    page.locator("dialog.finding input").fill("noon lars");
    assertThat(page.locator("dialog.finding small mark").first()).isVisible();
    look.accept("the search", "dialog");
    page.locator("dialog.finding input").fill("lars berg");
    assertThat(page.locator("dialog.finding a.found[href*=person]").first()).isVisible();
    look.accept("the search for a person", "dialog");
    page.locator("dialog.finding a.found[href*=person]").first().click();
    assertThat(page.locator(".recipients tbody tr").first()).isVisible();
    look.accept("a person", "");
  }

  /** What stands before the page. */
  private void gate(Look look) {
    context.clearCookies();
    consentAs("priya.patel@northwind.example");
    page.navigate(address(""));
    assertThat(page.locator("h1")).containsText("You may not send as");
    look.accept("no role", "");
    page.locator(".me").click();
    button("Sign out").click();
    assertThat(heading("Sign in to continue")).isVisible();
    look.accept("signed out", "");
  }

  /** What of a dialog is wider than its place. */
  private static final String SIDEWAYS =
      """
      () => [...document.querySelectorAll("dialog[open], dialog[open] ul")]
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => `${one.localName}.${one.className}`)
      """;

  /** Light, dark, and on a small phone, in one walk: opening the views is what takes the time. */
  @ParameterizedTest
  @EnumSource
  void everyViewIsForEverybody(Part views) {
    use(signedIn().setViewportSize(1280, 720));
    DirectionsIT.rename(context);
    var faults = new LinkedHashMap<String, String>();
    each(
        views,
        (name, part) -> {
          DirectionsIT.faults(page).forEach(one -> faults.put(name + ", " + one, "direction"));
          Axe.ofTags(page, part, EVERYTHING)
              .forEach((rule, where) -> faults.put(name + ": " + rule, where));
          // Everything but the colours is as it is in light.
          page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
          Axe.ofRules(page, part, List.of("color-contrast"))
              .forEach((rule, where) -> faults.put(name + ", dark: " + rule, where));
          page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
          page.setViewportSize(320, 640);
          var width = page.evaluate("() => document.scrollingElement.scrollWidth");
          if (!Integer.valueOf(320).equals(width)) {
            faults.put(name, width + " px wide on a phone of 320 px");
          }
          if (page.evaluate(SIDEWAYS) instanceof List<?> wide && !wide.isEmpty()) {
            faults.put(name + ", sideways", wide.toString());
          }
          page.setViewportSize(1280, 720);
        });
    assertThat(faults).isEmpty();
  }

  @Test
  void theFirstVisitIsLightAndTheNextOneAlmostFree() {
    open("", "New message");
    var first = transferred();
    page.reload();
    assertThat(heading("New message")).isVisible();
    var next = transferred();
    System.out.printf("page: first visit %s, next %s%n", first, next);
    assertThat(first.get(0)).as("bytes of the first visit").isLessThan(82_000);
    assertThat(first.get(1)).as("requests of the first visit").isLessThanOrEqualTo(12);
    assertThat(next.get(0)).as("bytes of the next").isLessThan(5_000);
  }

  /** Bytes over the wire and requests, the page itself included. */
  @SuppressWarnings("unchecked")
  private List<Integer> transferred() {
    var figures =
        page.evaluate(
            """
            () => {
              const all = performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"));
              const over = all.filter((one) => one.transferSize > 0);
              return [over.reduce((sum, one) => sum + one.transferSize, 0), over.length];
            }
            """);
    return (List<Integer>) Objects.requireNonNull(figures);
  }
}
