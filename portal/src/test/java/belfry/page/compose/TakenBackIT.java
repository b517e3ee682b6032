package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import belfry.page.BrowserTest;
import belfry.testing.WinterDay;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is scheduled, and is changed and sent in one step or taken back. */
class TakenBackIT extends BrowserTest {
  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  private String scheduled(String words, Map<String, Object> more) {
    page.navigate(address("#/jobs"));
    var audience = List.of(Map.of("kind", "person", "email", "lars.berg@northwind.example"));
    var draft = api("jobs/edit", Map.of("markdown", words, "audience", audience));
    var id = (String) Objects.requireNonNull(draft.get("id"));
    var form = new HashMap<String, Object>(more);
    form.putAll(Map.of("jobId", id, "at", WinterDay.at("09:00"), "zone", "Asia/Tokyo"));
    api("jobs/schedule", form);
    return id;
  }

  private Locator note(String words) {
    return page.locator(".notice", new Page.LocatorOptions().setHasText(words));
  }

  @Test
  void thatASeriesEndsIsSaidBeforeItIsScheduledForOneTime() {
    var id = scheduled("Daily", Map.of("repeat", "FREQ=DAILY"));
    page.navigate(address("#/compose/" + id));
    assertThat(note("This message repeats")).not().containsText("no longer repeats");
    radio(Pattern.compile("Later")).check();
    assertThat(note("This message repeats")).containsText("no longer repeats");
    button("Review and schedule").click();
    assertThat(dialog()).containsText("no longer repeats");
    button("Keep editing").click();
    api("jobs/cancel", Map.of("jobId", id));
  }
}
