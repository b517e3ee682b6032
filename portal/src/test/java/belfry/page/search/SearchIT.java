package belfry.page.search;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.Axe;
import belfry.page.BrowserTest;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** One search from everywhere, and the page of a person. */
class SearchIT extends BrowserTest {
  private static final Map<String, String> LARS =
      Map.of("kind", "person", "email", "lars.berg@northwind.example");

  private Locator dialog() {
    return page.locator("dialog.finding");
  }

  private Locator field() {
    return dialog()
        .getByRole(AriaRole.SEARCHBOX, new Locator.GetByRoleOptions().setName("Search everything"));
  }

  private Locator found(String name) {
    return dialog()
        .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(name).setExact(true));
  }

  private String sent(String markdown) {
    var id = startedJob(markdown, List.of(LARS));
    page.navigate(address("#/jobs/" + id));
    assertThat(jobState()).hasText("Done");
    return id;
  }

  @Test
  void aMessageIsFoundFromAnywhereByTheKeyboardAlone() {
    open("#/jobs", "Jobs");
    var id = sent("# Marmots on the roof\n\nPlease **close the skylights** tonight.");
    open("", "New message");
    heading("New message").click();

    page.keyboard().press("/");
    assertThat(field()).isFocused();
    page.keyboard().type("skyl");
    assertThat(dialog().locator("mark")).hasText("skyl");
    assertThat(found("Marmots on the roof")).isVisible();
    assertThat(dialog().locator(".pill").first()).hasText("Done");
    assertThat(Axe.violations(page)).isEmpty();
    page.keyboard().press("ArrowDown");
    assertThat(found("Marmots on the roof")).isFocused();
    page.keyboard().press("ArrowUp");
    assertThat(field()).isFocused();
    page.keyboard().press("Enter");

    assertThat(page).hasURL(address("#/jobs/" + id));
    assertThat(dialog()).hasCount(0);
    assertThat(heading("Marmots on the roof")).isVisible();

    page.keyboard().press("Control+k");
    assertThat(field()).isFocused();
    page.keyboard().type("nothing of the kind");
    assertThat(dialog().locator(".none")).containsText("“nothing of the kind”");
    page.keyboard().press("Escape");
    page.keyboard().press("Escape");
    assertThat(dialog()).hasCount(0);

    button("Search everything").dblclick();
    assertThat(field()).isFocused();
    page.mouse().click(5, 5);
    assertThat(dialog()).hasCount(0);
  }

  @Test
  void aTemplateIsFoundAndANewMessageBeginsWithIt() {
    open("#/jobs", "Jobs");
    api(
        "templates/save",
        Map.of("name", "Wombat watch", "markdown", "The watch begins on [[Day]] at noon"));
    page.keyboard().press("Control+k");
    field().fill("womb");
    assertThat(dialog().locator(".section-head h3").last()).hasText("Templates");
    found("Wombat watch").click();

    assertThat(heading("New message")).isVisible();
    var fields = page.locator("dialog.templates");
    assertThat(fields.getByRole(AriaRole.HEADING)).hasText("Wombat watch");
    fields.locator("input").fill("Friday");
    button("Use this template").click();
    assertThat(text()).hasValue("The watch begins on Friday at noon");
    assertThat(page).hasURL(address("#/compose"));
  }

  @Test
  void aPersonIsFoundWithWhatTheyGot() {
    open("#/jobs", "Jobs");
    var id = sent("# Ptarmigan watch");
    button("Search everything").click();
    field().fill("lars berg");
    assertThat(
            dialog()
                .getByRole(AriaRole.HEADING)
                .filter(new Locator.FilterOptions().setHasText("Sent to them")))
        .isVisible();
    assertThat(found("Ptarmigan watch").first()).isVisible();
    found("Lars Berg").click();

    assertThat(heading("Lars Berg")).isVisible();
    assertThat(page).hasTitle(Pattern.compile("^Lars Berg"));
    assertThat(page.locator(".whom")).containsText("lars.berg@northwind.example");
    var row =
        page.locator(".recipients tbody tr")
            .filter(new Locator.FilterOptions().setHasText("Ptarmigan watch"));
    assertThat(row.locator(".pill")).hasText("Delivered");
    assertThat(Axe.violations(page)).isEmpty();
    row.getByRole(AriaRole.LINK).click();
    assertThat(page).hasURL(address("#/jobs/" + id));

    button("More actions for this job").click();
    button("Recall…").click();
    page.locator("dialog[open]").getByText(Pattern.compile("^Recall from \\d+ p")).click();
    assertThat(jobState()).hasText("Recalled");
    page.locator(".recipients tbody th a").first().click();
    assertThat(heading("Lars Berg")).isVisible();
    assertThat(row.locator(".pill")).hasText("Delivered, recalled");
  }

  @Test
  void whoIsNotKnownIsSaidToBeSo() {
    expectComplaint("status of 404");
    open("#/person/nobody", "A person");

    assertThat(page.locator("main")).containsText("Nothing is known here of such a person.");
    link("Show all jobs").click();
    assertThat(heading("Jobs")).isVisible();
  }

  @Test
  void whatIsNotAnsweredIsSaid() {
    expectComplaint("503");
    open("#/jobs", "Jobs");
    page.route(
        "**/search?**",
        route ->
            route.fulfill(
                new com.microsoft.playwright.Route.FulfillOptions()
                    .setStatus(503)
                    .setContentType("application/problem+json")
                    .setBody("{\"detail\":\"The database does not answer.\"}")));
    page.keyboard().press("Control+k");
    field().fill("anything");

    assertThat(dialog().getByRole(AriaRole.ALERT)).hasText("The database does not answer.");
    page.unroute("**/search?**");
    field().fill("anything else");
    assertThat(dialog().locator(".none")).isVisible();
  }
}
