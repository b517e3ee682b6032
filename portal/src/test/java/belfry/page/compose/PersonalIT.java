package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.simulator.messages.Ledger;
import belfry.testing.TestPortal;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Writing a message with placeholders. */
class PersonalIT extends BrowserTest {
  private Locator reader() {
    return page.locator(".preview .reader");
  }

  private Locator shown() {
    return page.locator(".preview .message");
  }

  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  private long delivered(String words) {
    return portal.simulator().ledger().totals(Ledger.Query.containing(words)).messages();
  }

  @Test
  void personalWordsComeFromAMenuAndEachReadsTheirOwn() {
    open("", "New message");
    choose("Change adv", "Change advisory board");
    text().fill("Dear ");
    text().press("End");
    button("Insert a name or address").click();
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("First name")).click();
    assertThat(text()).hasValue("Dear {{firstName|colleague}}");
    assertThat(text()).isFocused();

    assertThat(reader()).containsText(Pattern.compile("As .+ reads it"));
    assertThat(reader()).containsText("1 of ");
    assertThat(shown()).not().containsText("{{");
    var first = shown().innerText();
    button("Next recipient").click();
    assertThat(reader()).containsText("2 of ");
    page.keyboard().press("ArrowLeft");
    assertThat(shown()).hasText(first);

    api("admin/users", Map.of("email", "maija.salo@northwind.example", "role", "sender"));
    button("Next recipient").click();
    var second = shown().locator("p").first().innerText();
    button("Test with others").click();
    assertThat(dialog().getByLabel("Whose message they read").locator("option:checked"))
        .containsText("(");
    dialog().getByLabel("Maija Salo").check();
    button("Send the test to 2 people").click();
    assertThat(page.locator(".toast")).containsText("Ana Lopez and Maija Salo");
    assertThat(delivered(second)).as("each of the two reads another's message").isEqualTo(2);
    button("Review and send").click();
    assertThat(dialog()).containsText("You have tested exactly this");
    assertThat(dialog()).containsText("to Ana Lopez and Maija Salo, as ");
    var arrives =
        dialog()
            .getByRole(
                AriaRole.REGION,
                new Locator.GetByRoleOptions().setName("The message as it will look"));
    assertThat(arrives).containsText("Company News");
    assertThat(arrives.locator(".message")).hasText(first);
    button("Keep editing").click();
    text().press("End");
    text().pressSequentially("!");
    button("Review and send").click();
    assertThat(dialog()).containsText("It has changed since the last test");
    button("Keep editing").click();

    choose("All st", "All staff");
    text().fill("Dear {{firstName}}");
    button("Review and send").click();
    assertThat(dialog())
        .containsText(Pattern.compile("The longest message goes to .+, well within the limit"));
    var unknown =
        dialog()
            .getByRole(AriaRole.LISTITEM)
            .filter(new Locator.FilterOptions().setHasText("not fully known yet"));
    unknown.getByRole(AriaRole.BUTTON).click();
    assertThat(unknown.getByRole(AriaRole.LISTITEM)).hasCount(51);
    unknown.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Show more")).click();
    assertThat(unknown.getByRole(AriaRole.LISTITEM)).hasCount(101);
    var table =
        page.waitForDownload(() ->
            dialog()
                .getByRole(
                    AriaRole.BUTTON,
                    new Locator.GetByRoleOptions().setName("Download who does not get it (CSV)"))
                .click());
    assertThat(table.suggestedFilename()).isEqualTo("Not getting it.csv");
  }

  @Test
  void whatIsWrittenWhileTheReviewIsLoadedStandsInIt() {
    open("", "New message");
    choose("Lars", "Lars Berg");
    text().fill("Dear {{firstName}}, as it was");
    assertThat(shown()).containsText("Dear Lars, as it was");
    var held = new ArrayList<Route>();
    page.route(Pattern.compile("\\.js$"), held::add);
    button("Review and send").click();
    page.waitForCondition(() -> !held.isEmpty());
    text().fill("Dear {{firstName}}, in other words");
    page.unroute(Pattern.compile("\\.js$"));
    held.forEach(Route::resume);

    assertThat(dialog().locator(".arrives .message")).hasText("Dear Lars, in other words");
  }

  /** A value is written so that it means nothing, and is read as it is. */
  @Test
  void aValueThatLooksLikeMarkdownIsShownAsItArrives() {
    open("", "New message");
    var desks = "email,Desk\nlars.berg@northwind.example,5` *wide*\n";
    var list =
        portal
            .signedIn("news", TestPortal.ADMIN)
            .bringList("?name=desks.csv", desks.getBytes(StandardCharsets.UTF_8))
            .json()
            .at("/list/id")
            .asText();
    var text =
        Map.of(
            "markdown",
            "A ` and {{Desk}}, &#8364;&#x2014;&#0;",
            "audience",
            List.of(Map.of("kind", "list", "listId", list)));
    page.navigate(address("#/compose/" + api("jobs/edit", text).get("id")));

    assertThat(shown()).hasText("A ` and 5` *wide*, €—\ufffd");
  }

  @Test
  void aMisspeltNameIsSaidAtTheText() {
    open("", "New message");
    choose("Lars", "Lars Berg");
    text().fill("Dear {{fistName|friend}}");
    button("Review and send").click();

    assertThat(page.locator("#text-fault"))
        .containsText("There is no value called fistName. Use one of firstName");
    assertThat(page.locator("dialog[open]")).hasCount(0);
  }
}
