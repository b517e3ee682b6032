package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Choosing recipients in the fields To and Except. */
class AudienceIT extends BrowserTest {
  @Test
  void whoIsLeftOutIsChosenInAFieldOfItsOwnAndSaidEverywhere() {
    open("", "New message");
    choose("All staff", "All staff");
    assertThat(sum()).hasText(Pattern.compile("^[\\d,]+ people$"));
    var everybody = number();
    button("Leave somebody out").click();
    assertThat(page.locator("#except")).isFocused();
    page.keyboard().type("Crisis");
    page.getByRole(AriaRole.OPTION, new Page.GetByRoleOptions().setName("Crisis team"))
        .first()
        .click();
    paste(page.locator("#except"), "lars.berg@northwind.example, typo@northwind.example");
    assertThat(page.locator("#except-below")).containsText("people left out");
    assertThat(page.locator("#except-below"))
        .containsText("typo@northwind.example is to be left out and has no Webex account");
    assertThat(page.locator("#except-below")).containsText("2 addresses added");
    var people = number();
    assertThat(people).isLessThan(everybody);

    page.reload();
    assertThat(page.locator("#except")).isVisible();
    assertThat(sum()).containsText("people");
    assertThat(number()).isEqualTo(people);
    text().fill("Not for everybody");
    button("Review and send").click();
    assertThat(dialog()).containsText("people were chosen and are left out");
    assertThat(dialog()).containsText("typo@northwind.example");
    button(Pattern.compile("^Send to ")).click();
    assertThat(heading("Not for everybody")).isVisible();
    assertThat(page.locator(".whom")).containsText("All staff, except Crisis team, Pasted list");
    assertThat(page.locator(".pages")).containsText("of " + people + " recipients");
  }

  private Locator sum() {
    return page.locator(".sum b:not(.quiet)");
  }

  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  private int number() {
    return Integer.parseInt(sum().textContent().replaceAll("\\D", ""));
  }
}
