package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.messages.Ledger;
import com.microsoft.playwright.Locator;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What can be done about a message after it left. */
class AfterIT extends BrowserTest {
  private Locator follow(String title) {
    return page.locator(".notice").filter(new Locator.FilterOptions().setHasText(title));
  }

  private void more(String choice) {
    button("More actions for this job").click();
    button(choice).click();
  }

  private List<Ledger.Entry> entries(String words) {
    return portal.simulator().ledger().entries(Ledger.Query.containing(words));
  }

  private void sent(String markdown) {
    var id = startedJob(markdown, List.of(group("Engineering")));
    page.navigate(address("#/jobs/" + id));
    assertThat(page.locator("main .pill").first()).hasText("Done");
  }

  @Test
  void aTextIsCorrectedWhereItIs() {
    open("#/jobs", "Jobs");
    sent("The lift is out of order on Tuseday");
    more("Correct the text…");
    var dialog = page.locator("dialog[open]");
    assertThat(dialog).containsText("Nobody is notified.");

    dialog.locator("textarea").fill("The lift is out of order on Tuesday");
    assertThat(dialog.locator(".said")).containsText("on Tuesday");
    dialog.getByText(Pattern.compile("^Correct \\d+ messages$")).click();

    assertThat(follow("Corrected:")).isVisible();
    assertThat(entries("on Tuesday")).isNotEmpty();
    assertThat(entries("on Tuseday")).isEmpty();
    assertThat(page.locator("section.said")).containsText("on Tuesday");
  }

  @Test
  void aMessageIsRecalledForSomeAndThenForAll() {
    open("#/jobs", "Jobs");
    sent("Sent by mistake");
    more("Recall…");
    var dialog = page.locator("dialog[open]");
    dialog.getByText("Only some people or groups").click();
    assertThat(dialog.locator("button.danger")).isDisabled();
    button("Cancel").click();

    more("Recall…");
    page.locator("dialog[open]").getByText(Pattern.compile("^Recall \\d+ messages$")).click();

    assertThat(follow("Recalled:")).isVisible();
    assertThat(entries("Sent by mistake")).isNotEmpty().allMatch(Ledger.Entry::deleted);
    assertThat(page.locator("main .pill").first()).hasText("Recalled");
    button("More actions for this job").click();
    assertThat(button("Recall…")).isHidden();
  }
}
