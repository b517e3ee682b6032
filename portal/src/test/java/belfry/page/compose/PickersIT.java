package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.page.HeldAnswers;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What {@link ChoosingIT} says of recipients, in all other places where something is looked for and
 * chosen.
 */
class PickersIT extends BrowserTest {
  private static final String PEOPLE = "user/people/find";
  private static final int LONG = 2_500;

  private @Nullable HeldAnswers held;

  private void stand(int together) {
    held = HeldAnswers.stand(page, together);
  }

  private HeldAnswers held() {
    return requireNonNull(held);
  }

  private void openHeld(String fragment, String heading) {
    HeldAnswers.install(page);
    open(fragment, heading);
  }

  private void type(String letters) {
    page.keyboard().type(letters);
    page.clock().runFor(LONG);
  }

  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  private Locator option(String letters) {
    return page.getByRole(
        AriaRole.OPTION, new Page.GetByRoleOptions().setName(HeldAnswers.found(letters)));
  }

  private void pressEnterThatWaits() {
    page.keyboard().press("Enter");
    assertThat(dialog().getByRole(AriaRole.STATUS)).hasText(waiting("ma"));
    page.clock().runFor(LONG);
  }

  private static String waiting(String letters) {
    return "Still searching for “%s”. If there is one match, it is chosen.".formatted(letters);
  }

  @Test
  void whoIsMentioned() {
    openHeld("", "New message");
    stand(1);
    text().click();
    page.keyboard().type("@");
    assertThat(page.locator(".mention-picker")).isAttached();
    type("m");
    held().answer("m", PEOPLE, 1);
    assertThat(option("m")).hasCount(1);
    page.keyboard().type("a");
    assertThat(option("m")).isDisabled();
    option("m").dispatchEvent("click");
    page.keyboard().press("Enter");
    assertThat(page.locator(".mention-picker .note")).hasText(waiting("ma"));
    assertThat(text()).hasValue("@ma");
    page.clock().runFor(LONG);
    held().answer("ma", PEOPLE, 1);
    assertThat(text())
        .hasValue(Pattern.compile("^<@personEmail:\\S+\\|people/find ‹ma› [0-9.]+> $"));

    text().fill("");
    page.keyboard().type("@zz");
    page.keyboard().press("Tab");
    page.clock().runFor(LONG);
    held().answer("zz", PEOPLE, 2);
    assertThat(option("zz")).hasCount(2);
    assertThat(text()).hasValue("@zz");
    page.keyboard().press("Tab");
    assertThat(text()).hasValue(Pattern.compile("‹zz› [0-9]+\\.1> $"));

    text().fill("");
    page.keyboard().type("@home");
    page.keyboard().press("Enter");
    page.keyboard().type("next line");
    assertThat(text()).hasValue("@home\nnext line");
    text().fill("");
    page.keyboard().type("@nobody");
    page.keyboard().press("Enter");
    page.clock().runFor(LONG);
    held().answer("nobody", PEOPLE, 0);
    assertThat(text()).hasValue("@nobody\n");
  }

  @Test
  void whoMaySend() {
    expectComplaint("503");
    openHeld("#/people", "People");
    stand(1);
    var field = page.getByRole(AriaRole.COMBOBOX);
    field.click();
    type("ma");
    held().answer("ma", PEOPLE, 1);
    assertThat(option("ma")).hasCount(1);
    page.keyboard().type("r");
    option("ma").dispatchEvent("click");
    page.keyboard().press("Enter");
    assertThat(field).hasValue("mar");
    assertThat(page.locator(".suggestions .note")).hasText(waiting("mar"));
    page.clock().runFor(LONG);
    held().answer("mar", PEOPLE, 2);
    assertThat(page.locator(".suggestions .note"))
        .hasText("Nothing chosen yet: choose one of these.");
    page.keyboard().press("Enter");
    assertThat(field).hasValue("mar");
    page.keyboard().type("i");
    page.keyboard().press("Enter");
    page.clock().runFor(LONG);
    held().take("mari").forEach(HeldAnswers.Asked::fail);
    assertThat(page.locator(".suggestions .note")).containsText("Nothing was chosen.");
    page.keyboard().type("a");
    page.keyboard().press("Enter");
    page.clock().runFor(LONG);
    held().answer("maria", PEOPLE, 1);
    assertThat(field).hasValue(Pattern.compile("‹maria›"));
  }

  @Test
  void whatTheSearchOpens() {
    expectComplaint("status of 404");
    openHeld("#/jobs", "Jobs");
    button("Search everything").click();
    stand(1);
    assertThat(dialog().getByRole(AriaRole.SEARCHBOX)).isFocused();
    type("m");
    held().answer("m", "/search", 1);
    assertThat(dialog().locator("a.found")).containsText("‹m›");
    page.keyboard().type("a");
    assertThat(dialog().locator("[inert] a.found")).hasCount(1);
    page.keyboard().press("ArrowDown");
    pressEnterThatWaits();
    held().answer("ma", "/search", 2);
    assertThat(dialog().getByRole(AriaRole.STATUS))
        .hasText("Nothing chosen yet: choose one of these.");
    assertThat(page).hasURL(address("#/jobs"));
    var first = dialog().locator("a.found").first().getAttribute("href");
    page.keyboard().press("Enter");
    assertThat(page).hasURL(address(first));
  }

  @Test
  void whichColleagueGetsATest() {
    openHeld("", "New message");
    text().fill("Tried by somebody");
    stand(1);
    button("Test with others").click();
    page.clock().runFor(LONG);
    held().answer("", "user/colleagues/find", 9);
    assertThat(page.locator("#colleague")).isFocused();
    type("m");
    held().answer("m", "user/colleagues/find", 1);
    var found = dialog().getByRole(AriaRole.CHECKBOX).last();
    assertThat(dialog()).containsText("‹m›");
    page.keyboard().type("a");
    assertThat(found).isDisabled();
    pressEnterThatWaits();
    held().answer("ma", "user/colleagues/find", 1);
    assertThat(dialog().getByRole(AriaRole.CHECKBOX)).hasCount(2);
    assertThat(dialog().locator("label:has(:checked)").last()).containsText("‹ma›");
    assertThat(button("Send the test to 2 people")).isVisible();
  }

  @Test
  void whoIsChecked() {
    openHeld("", "New message");
    choose("Crisis", "Crisis team");
    stand(1);
    button("Check a person…").click();
    assertThat(dialog().locator("input")).isFocused();
    type("ma");
    held().answer("ma", PEOPLE, 1);
    assertThat(dialog().locator(".rows")).containsText("‹ma›");
    page.keyboard().type("r");
    assertThat(dialog().locator(".rows[inert]")).hasCount(1);
    page.keyboard().press("Enter");
    assertThat(dialog().getByRole(AriaRole.STATUS)).hasText(waiting("mar"));
    page.clock().runFor(LONG);
    held().answer("mar", PEOPLE, 2);
    assertThat(dialog().getByRole(AriaRole.ALERT)).hasText("Choose one of these.");
    page.keyboard().type("t");
    page.keyboard().press("Enter");
    var asked =
        page.waitForRequest(
            "**/user/audiences/explain",
            () -> {
              page.clock().runFor(LONG);
              held().answer("mart", PEOPLE, 1);
            });
    assertThat(asked.postData()).contains("\"personId\":\"p3.1\"");
  }

  @Test
  void whoIsAddedToAGroup() {
    openHeld("#/groups", "Groups");
    open("#/groups/" + keptHere("Kept here"), "Groups");
    assertThat(page.locator("group-members .members")).isVisible();
    ofMembers().click();
    stand(2);
    type("ma");
    held().answer("ma", PEOPLE, 1);
    var add = page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("‹ma›"));
    assertThat(add).isVisible();
    page.keyboard().type("r");
    assertThat(page.locator(".members[inert]")).hasCount(1);
    add.click(new Locator.ClickOptions().setForce(true));
    page.clock().runFor(LONG);
    held().answer("mar", PEOPLE, 1);
    assertThat(page.locator(".members[inert]")).hasCount(0);
    assertThat(page.locator(".members")).containsText("‹mar›");
    assertThat(page.locator(".toast")).hasCount(0);
  }

  @Test
  void whoIsAddedToAGroupThatIsNotKnownYet() {
    openHeld("#/groups", "Groups");
    var group = keptHere("Not known yet");
    stand(1);
    page.navigate(address("#/groups/" + group));
    ofMembers().click();
    held().about("", 1);
    type("ma");
    held().answer("ma", "user/groups/members", 0);
    held().answer("ma", PEOPLE, 1);
    assertThat(page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("‹ma›")))
        .isVisible();
  }

  private String keptHere(String name) {
    return (String)
        Objects.requireNonNull(api("user/groups/create", Map.of("name", name)).get("id"));
  }

  /** That of the groups is there before it. */
  private Locator ofMembers() {
    return page.locator("group-members").getByRole(AriaRole.SEARCHBOX);
  }

  @Test
  void whichGroupIsShown() {
    openHeld("#/groups", "Groups");
    assertThat(page.locator(".group-list li").nth(8)).isVisible();
    page.getByRole(AriaRole.SEARCHBOX).first().click();
    stand(1);
    type("m");
    held().answer("m", "user/groups/find", 2);
    assertThat(page.locator(".group-list li")).hasCount(2);
    page.keyboard().type("a");
    assertThat(page.locator(".group-list[inert]")).hasCount(1);
    page.clock().runFor(LONG);
    held().answer("ma", "user/groups/find", 1);
    assertThat(page.locator(".group-list:not([inert]) li"))
        .containsText(List.of("‹ma›").toArray(String[]::new));
  }

  // Lists that are narrowed down ------------------------------------------------------------------

  /** From now on these wait to be answered. */
  private Deque<Route> holding(String address) {
    var waiting = new ArrayDeque<Route>();
    page.route(Pattern.compile(address), waiting::add);
    return waiting;
  }

  private Route next(Deque<Route> waiting, String letters) {
    page.waitForCondition(() -> {
      waiting.removeIf(one -> !one.request().url().contains("q=" + letters));
      return !waiting.isEmpty();
    });
    return waiting.remove();
  }

  private static void fail(Route route) {
    route.fulfill(
        new Route.FulfillOptions()
            .setStatus(503)
            .setContentType("application/problem+json")
            .setBody("{\"detail\":\"The database does not answer.\"}"));
  }

  /**
   * What is shown belongs to the letters in the field: until their answer is there it is inert, an
   * answer to others changes nothing, and where theirs fails nothing of others is left.
   *
   * @param rows where it is shown; {@code "one"} finds one, and so does {@code "two"}
   */
  private void assertNarrowed(Locator field, String rows, String address, List<String> letters) {
    expectComplaint("status of 503");
    var shown = page.locator(rows);
    var stale = page.locator("[inert] " + rows.replaceFirst(".* ", ""));
    assertThat(shown).not().hasCount(0);
    assertThat(stale).hasCount(0);
    var waiting = holding(address);
    field.fill(letters.getFirst());
    assertThat(stale.or(page.locator(".bone")).first()).isAttached();
    var first = next(waiting, letters.getFirst());
    field.fill(letters.get(1));
    var second = next(waiting, letters.get(1));
    assertThat(stale.or(page.locator(".bone")).first()).isAttached();
    second.resume();
    assertThat(shown).hasCount(1);
    assertThat(shown).containsText(letters.get(1));
    assertThat(stale).hasCount(0);
    try {
      first.resume();
    } catch (PlaywrightException e) {
      assertThat(e).as("nobody waits for it any more").hasMessageContaining("handled");
    }
    field.fill(letters.getLast());
    fail(next(waiting, letters.getLast()));
    if (address.contains("list")) {
      fail(next(waiting, letters.getLast()));
    }
    assertThat(page.getByText("The database does not answer.")).isVisible();
    assertThat(shown).hasCount(0);
    page.unroute(Pattern.compile(address));
    button("Try again").or(page.locator(".recipients .notice .link")).first().click();
    assertThat(shown).hasCount(1);
    assertThat(shown).containsText(letters.getLast());
    assertThat(page.getByText("The database does not answer.")).hasCount(0);
  }

  private Locator search(Locator in) {
    return in.getByRole(AriaRole.SEARCHBOX);
  }

  @Test
  void whichJobsAreListed() {
    open("#/jobs", "Jobs");
    for (var words : List.of("Canteen", "Garage", "Stairs")) {
      api("jobs/edit", Map.of("markdown", words, "audience", List.of()));
    }
    assertThat(page.locator("jobs-view .job").getByText("Stairs")).isVisible();
    assertNarrowed(
        search(page.locator("jobs-view")),
        "jobs-view .job",
        "/jobs/list/",
        List.of("Canteen", "Garage", "Stairs"));
  }

  @Test
  void whichRecipientsAreListed() {
    open("#/jobs", "Jobs");
    var people =
        List.of("lars.berg", "maija.salo", "priya.patel").stream()
            .map(one -> Map.of("kind", "person", "email", one + "@northwind.example"))
            .toList();
    page.navigate(address("#/jobs/" + startedJob("To three", people)));
    assertThat(jobState()).hasText("Done");
    assertThat(page.locator("recipients-table tbody tr .pill.good")).hasCount(3);
    assertNarrowed(
        search(page.locator("recipients-table")),
        "recipients-table tr:has(td)",
        "/jobs/recipients/",
        List.of("Lars", "Maija", "Priya"));
  }

  @Test
  void whatIsShownOfTheTrail() {
    open("#/people", "People");
    for (var words : List.of("Canary", "Garden", "Stable")) {
      api("jobs/edit", Map.of("markdown", words, "audience", List.of()));
    }
    page.navigate(address("#/trail"));
    assertThat(page.locator(".trail").getByText("Garden")).isVisible();
    assertNarrowed(
        search(page.locator(".trail")),
        ".trail tr:has(td)",
        "/admin/trail\\?",
        List.of("Canary", "Garden", "Stable"));
  }
}
