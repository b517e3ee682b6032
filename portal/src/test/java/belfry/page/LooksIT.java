package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.options.FilePayload;
import com.microsoft.playwright.options.ReducedMotion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every view for everybody: axe finds nothing, in light and in dark; 320 px are enough. */
class LooksIT extends BrowserTest {
  private static final Map<String, String> LARS =
      Map.of("kind", "person", "email", "lars.berg@northwind.example");

  /** Opens each view in turn and hands it over, once it stands still. */
  private void eachView(BiConsumer<String, String> look) {
    open("", "New message");
    look.accept("compose, empty", "");
    var sent =
        startedJob(
            "## Sent\n\nWith **words** and [a link](https://example.com).",
            List.of(group("Communications"), LARS));
    api("jobs/edit", Map.of("markdown", "A draft", "audience", List.of(LARS)));
    choose("Crisis", "Crisis team");
    text().fill("# Title\n\n> quote `code`\n\n1. one\n2. two\n\n```\nblock\n```");
    radio(Pattern.compile("Later")).check();
    assertThat(page.locator(".goes-out")).isVisible();
    page.locator("#file")
        .setInputFiles(new FilePayload("Plan.pdf", "application/pdf", new byte[10]));
    assertThat(page.locator(".draft .file")).containsText("Plan.pdf10 B");
    look.accept("compose", "");
    radio(Pattern.compile("Repeat")).check();
    assertThat(page.locator(".goes-out b").first()).isVisible();
    look.accept("compose, repeating", "");
    button("Review and schedule").click();
    assertThat(page.locator("dialog[open]")).isVisible();
    look.accept("the dialog", "dialog");
    button("Keep editing").click();
    to().fill("en");
    assertThat(page.locator("[role=option]").first()).isVisible();
    look.accept("suggestions", "");

    page.navigate(address("#/jobs/" + sent));
    assertThat(page.locator("main .pill").first()).hasText("Done");
    assertThat(page.locator(".recipients tbody tr").first()).isVisible();
    look.accept("a job", "");
    page.navigate(address("#/jobs"));
    assertThat(page.locator(".job").first()).isVisible();
    look.accept("jobs", "");
    page.locator(".job .button").first().click();
    look.accept("a menu", "");
    page.keyboard().press("Escape");
    page.navigate(address("#/groups"));
    page.locator(".group-list a").nth(3).click();
    assertThat(page.locator(".one .rows .avatar").first()).isVisible();
    look.accept("groups", "");
    page.navigate(address("#/people"));
    assertThat(page.locator(".rows .avatar").first()).isVisible();
    look.accept("people", "");
    page.keyboard().press("?");
    assertThat(page.locator("dialog[open]")).isVisible();
    look.accept("shortcuts", "dialog");
    page.keyboard().press("Escape");
    button("Ana Lopez: theme, sessions, sign out").click();
    look.accept("me", "");
    button("Where you are signed in").click();
    assertThat(page.locator("dialog[open]")).containsText("This one");
    look.accept("sessions", "dialog");
  }

  private void axeFindsNothing(List<String> rules) {
    var found = new LinkedHashMap<String, String>();
    eachView((name, part) -> {
      var axe = new AxeBuilder(page);
      if (!rules.isEmpty()) {
        axe.withRules(rules);
      }
      var results = (part.isEmpty() ? axe : axe.include(part)).analyze();
      results
          .getViolations()
          .forEach(violation ->
              found.put(
                  name + ": " + violation.getId(),
                  violation.getNodes().stream()
                      .map(node -> node.getHtml() + " " + node.getFailureSummary())
                      .toList()
                      .toString()));
    });
    assertThat(found).isEmpty();
  }

  @Test
  void axeFindsNothingInLight() {
    use(signedIn().setReducedMotion(ReducedMotion.REDUCE));
    axeFindsNothing(List.of());
  }

  /** Everything but the colours is as it is in light. */
  @Test
  void axeFindsNoColourTooFaintInDark() {
    use(dark().setReducedMotion(ReducedMotion.REDUCE));
    axeFindsNothing(List.of("color-contrast"));
  }

  @Test
  void nothingIsWiderThanASmallPhone() {
    use(signedIn().setViewportSize(320, 640).setReducedMotion(ReducedMotion.REDUCE));
    var wide = new LinkedHashMap<String, String>();
    eachView((name, _) -> {
      var width = page.evaluate("() => document.scrollingElement.scrollWidth");
      if (!Integer.valueOf(320).equals(width)) {
        wide.put(name, String.valueOf(width));
      }
    });
    assertThat(wide).isEmpty();
  }

  @Test
  void theFirstVisitIsLightAndTheNextOneAlmostFree() {
    open("", "New message");
    var first = transferred();
    page.reload();
    assertThat(heading("New message")).isVisible();
    var next = transferred();
    System.out.printf("page: first visit %s, next %s%n", first, next);
    assertThat(first.get(0)).as("bytes of the first visit").isLessThan(80_000);
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
