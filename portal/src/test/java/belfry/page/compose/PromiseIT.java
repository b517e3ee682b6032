package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.TestPortal;
import belfry.testing.WinterDay;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What a review promised is sent without a second yes, and what it did not say reaches its author.
 */
class PromiseIT extends BrowserTest {
  /** One has no account and one has no desk. */
  private static final String PEOPLE =
      """
      mail,desk,office
      ana.lopez@northwind.example,1,Madrid
      lars.berg@northwind.example,2,Oslo
      priya.patel@northwind.example,3,Pune
      maija.salo@northwind.example,,Turku
      nobody@northwind.example,5,Nowhere
      """;

  @Test
  void aConfirmedReviewIsNotAskedAboutAgain() {
    open("", "New message");
    page.locator("audience-picker input[type=file]")
        .setInputFiles(
            new FilePayload("people.csv", "text/csv", PEOPLE.getBytes(StandardCharsets.UTF_8)));
    page.locator("dialog[open] .main-one").click();
    assertThat(page.locator(".chip")).containsText("people");
    text().fill("Your desk {{desk}} in {{office}}.");
    button("Review and send").click();
    assertThat(page.locator("#confirm-title")).containsText("3 people");

    page.locator("dialog[open] .main-one").click();

    assertThat(jobState()).hasText("Done, 2 skipped");
    assertThat(told("waits for your answer")).isZero();
  }

  @Test
  void whoseGroupShrankReadsOfItInTheLanguageOfTheirPage() {
    open("", "New message");
    page.evaluate("() => localStorage.setItem('belfry.language', 'de')");
    page.reload();
    assertThat(heading("Neue Nachricht")).isVisible();
    var group = id(api("user/groups/create", Map.of("name", "Nachtschicht")));
    members("add", group, "ana.lopez", "lars.berg", "priya.patel", "maija.salo");
    var audience = List.of(Map.of("kind", "group", "id", group));
    var id = id(api("jobs/edit", Map.of("markdown", "# An die Nacht", "audience", audience)));
    api("jobs/runNow", Map.of("jobId", id, "undoSeconds", 8));
    members("remove", group, "lars.berg", "priya.patel", "maija.salo");

    page.navigate(address("#/jobs/" + id));

    assertThat(page.locator(".notice[role=alert]"))
        .containsText("Erreicht würden 1, vorgesehen waren 4.");
    Await.until(() ->
        told("„An die Nacht“ wartet auf Ihre Antwort: Erreicht würden 1, vorgesehen waren 4.")
            == 1);
    assertThat(told("sendMessage.html#/jobs/" + id)).isOne();
  }

  @Test
  void theReviewSaysWhatBecomesOfAListThatIsReplaced() {
    open("", "New message");
    var list =
        portal
            .signedIn("news", TestPortal.ADMIN)
            .bringList("?name=people.csv", PEOPLE.getBytes(StandardCharsets.UTF_8))
            .json()
            .at("/list/id")
            .asText();
    var people = List.of(Map.of("kind", "list", "listId", list));
    var saved = id(api("user/audiences/save", Map.of("name", "Desks", "audience", people)));
    var audience = List.of(Map.of("kind", "saved", "id", saved));
    var text = Map.of("markdown", "Your desk: {{desk}}", "audience", audience);
    page.navigate(address("#/compose/" + id(api("jobs/edit", text))));
    assertThat(text()).hasValue("Your desk: {{desk}}");

    radio(Pattern.compile("Later")).check();
    page.getByLabel("Date").fill(WinterDay.next().toString());
    page.getByLabel("Time", new Page.GetByLabelOptions().setExact(true)).fill("08:00");
    button("Review and schedule").click();
    var asked = "If a list of a saved audience says something else of somebody by then";
    assertThat(page.locator("dialog[open]")).containsText(asked);
    button("Keep editing").click();
    radio(Pattern.compile("Repeat")).check();
    button("Review and schedule").click();
    assertThat(page.locator("dialog[open]")).containsText("what their lists say, is looked up");
    assertThat(page.locator("dialog[open]")).not().containsText(asked);
  }

  private long told(String words) {
    return portal.simulator().ledger().totals(Ledger.Query.containing(words)).messages();
  }

  private void members(String what, String group, String... names) {
    var people =
        List.of(names).stream().map(name -> Map.of("email", name + "@northwind.example")).toList();
    api("user/groups/" + what, Map.of("groupId", group, "members", people));
  }

  private static String id(Map<String, Object> answer) {
    return (String) Objects.requireNonNull(answer.get("id"), answer::toString);
  }
}
