package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.TestPortal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What people write from right to left has its own direction, and turns nothing around it. */
class DirectionsIT extends BrowserTest {
  private static final String ARABIC = "تحديث الخطة";
  private static final String TEXT =
      "# "
          + ARABIC
          + "\n\nHello everybody\n\n- שלום לכולם\n- Second\n\nاجتماع اليوم (Webex) الساعة 10.";

  /** Texts from right to left whose element does not find out its direction by itself. */
  private static final String WITHOUT =
      """
      () => [...document.querySelectorAll("body *")]
        .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && /[\\u0590-\\u08ff]/.test(node.data)))
        .filter((one) => !["SCRIPT", "STYLE"].includes(one.tagName))
        .filter((one) => getComputedStyle(one).unicodeBidi !== "plaintext" && one.closest("[dir=auto]") === null)
        .map((one) => one.outerHTML.slice(0, 200))
      """;

  private void assertDirected(String name) {
    assertThat(page.evaluate(WITHOUT)).as(name).isEqualTo(List.of());
  }

  @Test
  void theMessageItsListAndItsPageKeepTheDirectionOfItsWords() {
    open("", "New message");
    text().fill(TEXT);
    assertThat(page.locator(".message h3").first()).hasText(ARABIC);
    assertDirected("compose");
    assertThat(direction(".message h3")).isEqualTo("rtl");
    assertThat(direction(".message p")).isEqualTo("ltr");
    assertThat(direction(".message li")).isEqualTo("rtl");
    assertThat(text()).hasAttribute("dir", "auto");

    var audience = List.of(Map.of("kind", "person", "email", TestPortal.OTHER_ADMIN));
    var id = startedJob(TEXT, audience);
    open("#/jobs", "Jobs");
    assertThat(page.locator(".job .title").first()).hasText(ARABIC);
    assertDirected("list");
    assertThat(page.locator(".job .title").first()).hasCSS("text-align", "left");
    page.navigate(address("#/jobs/" + id));
    assertThat(jobState()).hasText("Done");
    assertDirected("job");
    open("#/groups", "Groups");
    assertDirected("groups");
  }

  private Object direction(String where) {
    return page.locator(where).first().evaluate("(one) => getComputedStyle(one).direction");
  }
}
