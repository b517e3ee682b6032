package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
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
