package belfry.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is still asked for when its view is left says nothing about the next one. */
class LeftViewsIT extends BrowserTest {
  private String draft(String words) {
    return (String) Objects.requireNonNull(api("jobs/edit", Map.of("markdown", words)).get("id"));
  }

  /** Questions about this, which nobody answers yet. */
  private List<Route> held(String pattern) {
    var held = new ArrayList<Route>();
    page.route(pattern, held::add);
    return held;
  }

  @Test
  void aDraftThatIsOpenDoesNotFailForOneThatWasLeft() {
    open("", "New message");
    var left = draft("Left");
    var opened = draft("Opened");
    expectComplaint("Failed to load resource");
    var held = held("**/jobs/detail/" + left);
    page.evaluate("fragment => location.hash = fragment", "/compose/" + left);
    page.waitForCondition(() -> held.size() == 1);
    page.evaluate("fragment => location.hash = fragment", "/compose/" + opened);
    assertThat(text()).hasValue("Opened");

    held.getFirst().abort();
    page.waitForRequestFinished(() -> page.evaluate("fetch('/status')"));

    assertThat(text()).hasValue("Opened");
    assertThat(page.locator("compose-view .notice.error, compose-view .trouble")).hasCount(0);
  }

  /** To and fro: the first question was about the same draft, but is not this one's. */
  @Test
  void theLatestQuestionAboutADraftCounts() {
    open("", "New message");
    var first = draft("First");
    var other = draft("Other");
    expectComplaint("Failed to load resource");
    var held = held("**/jobs/detail/" + first);
    page.evaluate("fragment => location.hash = fragment", "/compose/" + first);
    page.waitForCondition(() -> held.size() == 1);
    page.evaluate("fragment => location.hash = fragment", "/compose/" + other);
    assertThat(text()).hasValue("Other");
    page.evaluate("fragment => location.hash = fragment", "/compose/" + first);
    page.waitForCondition(() -> held.size() == 2);
    held.get(1).resume();
    assertThat(text()).hasValue("First");

    held.getFirst().abort();
    page.waitForRequestFinished(() -> page.evaluate("fetch('/status')"));

    assertThat(text()).hasValue("First");
  }
}
