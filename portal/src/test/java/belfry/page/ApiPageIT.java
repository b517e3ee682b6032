package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Client;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The API for readers: without a script, in both themes, on a phone and with the keyboard. */
class ApiPageIT extends BrowserTest {
  private String api() {
    return URI.create(portal.address() + "/Hub/news/api").toString();
  }

  private void openApi() {
    page.navigate(api());
    assertThat(heading("API")).isVisible();
  }

  private Locator operation(String anchor) {
    return page.locator("article")
        .filter(new Locator.FilterOptions().setHas(page.locator("#" + anchor)));
  }

  @Test
  void everyOperationIsThereWithItsScopeItsFieldsAndItsAnswers() {
    openApi();

    var edit = operation("op-jobsEdit");
    assertThat(edit).containsText("/Hub/news/jobs/edit");
    assertThat(edit).containsText("A token needs the scope send.");
    assertThat(edit).containsText("Idempotency-Key string");
    assertThat(operation("op-jobsDuplicate"))
        .containsText("A token needs the scopes send and read.");
    assertThat(operation("op-jobsPreview")).containsText("A token needs the scope read.");
    assertThat(operation("op-tokensMake")).containsText("not with a token");
    assertThat(operation("op-status")).containsText("Open to everybody.");
    edit.getByText("WholeJob").first().click();
    assertThat(page).hasURL(api() + "#schema-WholeJob");
    assertThat(page.locator("#schema-WholeJob")).isInViewport();
    assertThat(page.locator("article"))
        .hasCount(operations("paths") + operations("webhooks") + schemas());
    assertThat(operation("op-toldJobHeld")).containsText("webhook-signature string");
    assertThat(operation("op-toldJobHeld")).not().containsText("A token needs");
  }

  private int operations(String part) {
    var paths = document().json().path(part);
    return paths.valueStream().mapToInt(path -> path.size()).sum();
  }

  private int schemas() {
    return document().json().at("/components/schemas").size();
  }

  private Client.Answer document() {
    return portal.client("news").call("GET", "/openapi.json", Optional.empty());
  }

  @Test
  void everyLinkInItLeadsSomewhere() {
    openApi();
    assertThat(
            page.evaluate(
                """
                () => [...document.querySelectorAll("a[href^='#']")]
                  .map((one) => one.getAttribute("href").slice(1))
                  .filter((id) => document.getElementById(id) === null)
                """))
        .isEqualTo(List.of());
    assertThat(
            page.evaluate(
                """
                () => {
                  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
                  return ids.filter((id, i) => ids.indexOf(id) !== i);
                }
                """))
        .isEqualTo(List.of());
    assertThat(page.locator("[id='op-']")).hasCount(0);
    assertThat(link("JSON")).hasAttribute("href", "/openapi.json");
    assertThat(link("YAML")).hasAttribute("href", "/openapi.yaml");
  }

  @Test
  void itIsAccessibleInBothThemesAndFitsEveryWindow() {
    use(new Browser.NewContextOptions());
    openApi();
    assertThat(Widths.misfits(page, 80, "", "")).isEmpty();
    page.setViewportSize(1280, 720);
    // All are made in one way; to look at every one of them three times takes a minute.
    page.evaluate(
        """
        () => document.querySelectorAll("section").forEach((section) =>
          [...section.querySelectorAll(":scope > article")].slice(3).forEach((one) => one.remove()))
        """);
    assertThat(Axe.violations(page)).isEmpty();
    // Everything but the colours is as it is in light, and everything but the sizes as it is wide.
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    assertThat(Axe.ofRules(page, "", List.of("color-contrast"))).isEmpty();
    page.setViewportSize(360, 740);
    assertThat(Axe.ofRules(page, "", List.of("target-size", "scrollable-region-focusable")))
        .isEmpty();
  }

  @Test
  void itIsUsedWithTheKeyboardAndWithoutScripts() {
    use(new Browser.NewContextOptions().setJavaScriptEnabled(false));
    openApi();
    page.keyboard().press("Tab");
    assertThat(link("Skip to the content")).isFocused();
    var jobs = page.locator("summary").filter(new Locator.FilterOptions().setHasText("jobs"));
    jobs.focus();
    page.keyboard().press("Enter");
    link("Sends a job now").focus();
    page.keyboard().press("Enter");
    assertThat(page).hasURL(api() + "#op-jobsRunNow");
  }

  @Test
  void itHasTheAppsColourAndTheChosenTheme() {
    openApi();
    page.evaluate("() => localStorage.setItem('belfry.theme', 'dark')");
    page.reload();
    assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
    assertThat(
            page.evaluate(
                "() => getComputedStyle(document.documentElement).getPropertyValue('--hue')"))
        .isEqualTo("230");
    assertThat(
            Map.of(
                "status",
                portal
                    .client("nowhere")
                    .call("GET", "/Hub/nowhere/api", Optional.empty())
                    .status()))
        .containsEntry("status", 404);
  }
}
