package belfry.page.compose;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.page.BrowserTest;
import belfry.simulator.messages.Ledger;
import belfry.testing.TestPortal;
import belfry.testing.WinterDay;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * People of other organizations: what is known of them is said, and the author may write to them.
 */
class OutsideIT extends BrowserTest {
  private Locator sum() {
    return page.locator(".sum b");
  }

  private Locator dialog() {
    return page.locator("dialog[open]");
  }

  @Test
  void theReviewOffersToSendToThemAndEachHasAResult() {
    open("", "New message");
    paste(to(), "lars.berg@northwind.example\ngrace.obi@partner.example\nnobody@partner.example");
    assertThat(page.locator("#to-below"))
        .containsText(
            Pattern.compile(
                "2 addresses not found in your organization: "
                    + "(grace.obi|nobody)@partner.example, (grace.obi|nobody)@partner.example\\s+"
                    + "Send to them anyway"));
    assertThat(sum()).hasText("1 person");
    text().fill("The partners' day is on Friday");

    button("Review and send").click();
    assertThat(dialog())
        .containsText("2 addresses were not found in your organization and will be skipped");

    dialog().getByText("Send to them anyway").click();
    assertThat(dialog().locator("h2")).containsText("3 people");
    assertThat(dialog())
        .containsText(
            "2 addresses were not found in your organization; it is sent to the addresses"
                + " themselves");

    button("Send to 3 people").click();

    assertThat(page.locator(".figures")).containsText("Delivered2 of 3");
    assertThat(page.locator("recipients-table"))
        .containsText(
            "Webex reaches nobody at this address: Failed to get one on one conversation");

    var totals = portal.simulator().ledger().totals(Ledger.Query.containing("partners' day"));
    assertThat(totals.messages()).isEqualTo(2);
    assertThat(totals.doubledRecipients()).isZero();
  }

  @Test
  void theChoiceCanBeTakenBackAndIsKeptWithTheDraft() {
    open("", "New message");
    paste(to(), "lars.berg@northwind.example\naino.virta@partner.example");
    page.locator("#to-below").getByText("Send to them anyway").click();
    assertThat(page.locator("#to-below"))
        .containsText(
            "1 address not found in your organization is written to all the same:"
                + " aino.virta@partner.example");
    assertThat(sum()).hasText("2 people");
    page.reload();
    assertThat(sum()).hasText("2 people");
    page.locator("#to-below").getByText("Skip them").click();
    assertThat(sum()).hasText("1 person");
  }

  @Test
  void aMessageToThemAloneCanBeSent() {
    open("", "New message");
    to().fill("aino.virta@partner.example");
    to().press("Enter");
    var below = page.locator("#to-below");
    assertThat(below).containsText("Nobody is in this audience");
    assertThat(below).containsText("1 address not found in your organization");
    below.getByText("Send to them anyway").click();
    assertThat(sum()).hasText("1 person");
    assertThat(below).not().containsText("Nobody");
  }

  /** A mistyped address would be written to unseen, which may be somebody else's. */
  @Test
  void theYesIsForTheAddressesThatWereShown() {
    open("", "New message");
    paste(to(), "lars.berg@northwind.example\naino.virta@partner.example");
    var below = page.locator("#to-below");
    below.getByText("Send to them anyway").click();
    assertThat(below).containsText("is written to all the same: aino.virta@partner.example");
    page.reload();
    text().fill("Whom the yes was for");
    to().fill("lars.breg@northwind.example");
    to().press("Enter");
    assertThat(below)
        .containsText(
            "2 addresses not found in your organization: aino.virta@partner.example,"
                + " lars.breg@northwind.example Send to them anyway");
    assertThat(sum()).hasText("1 person");
    button("Review and send").click();
    assertThat(dialog()).containsText("2 addresses were not found");
    assertThat(dialog()).containsText("will be skipped");
    button("Keep editing").click();
    page.locator(".chip button").last().click();
    below.getByText("Send to them anyway").click();
    assertThat(sum()).hasText("2 people");
    button("Review and send").click();
    button("Send to 2 people").click();
    assertThat(page.locator(".figures")).containsText("Delivered2 of 2");

    page.route("**/jobs/edit", Route::abort);
    var job = page.url();
    useAgain();
    page.unroute("**/jobs/edit");

    // A node of the version before copies it as it is.
    page.route(
        "**/jobs/duplicate",
        route -> {
          var copy = route.fetch().text().replaceFirst("(?s).*?\"id\": ?\"(\\w+)\".*", "$1");
          var form = Map.of("jobId", copy, "revision", 1, "outside", true);
          var answer = portal.signedIn("news", TestPortal.ADMIN).post("jobs/edit", form);
          assertThat(answer.json().path("outside").asBoolean()).as(answer.body()).isTrue();
          route.fulfill(
              new Route.FulfillOptions()
                  .setStatus(201)
                  .setContentType("application/json")
                  .setBody(answer.body()));
        });
    page.navigate(job);
    useAgain();
  }

  private void useAgain() {
    button("More actions for this job").click();
    button("Use as a new message").click();
    assertThat(text()).hasValue("Whom the yes was for");
    assertThat(page.locator("#to-below"))
        .containsText(
            "1 address not found in your organization: aino.virta@partner.example Send to them"
                + " anyway");
  }

  /** What was written there becomes a new message, as which others were written to before. */
  @Test
  void theYesOfADraftThatWasSentMeanwhileGoesWithWhatWasWrittenSince() {
    open("", "New message");
    choose("Lars", "Lars Berg");
    to().fill("aino.virta@partner.example");
    to().press("Enter");
    var below = page.locator("#to-below");
    below.getByText("Send to them anyway").click();
    text().fill("To others before");
    button("Review and send").click();
    button("Send to 2 people").click();
    assertThat(heading("To others before")).isVisible();

    var lars = Map.of("kind", "person", "email", "lars.berg@northwind.example");
    var draft = api("jobs/edit", Map.of("markdown", "Sent meanwhile", "audience", List.of(lars)));
    var id = (String) Objects.requireNonNull(draft.get("id"), draft::toString);
    page.navigate(address("#/compose/" + id));
    assertThat(text()).hasValue("Sent meanwhile");
    to().fill("omar.sy@partner.example");
    to().press("Enter");
    below.getByText("Send to them anyway").click();
    assertThat(sum()).hasText("2 people");
    api("jobs/runNow", Map.of("jobId", id));
    page.navigate(address("#/jobs"));
    assertThat(heading("Jobs")).isVisible();
    page.navigate(address("#/compose/" + id));

    assertThat(heading("New message")).isVisible();
    assertThat(text()).hasValue("Sent meanwhile");
    assertThat(below).containsText("is written to all the same: omar.sy@partner.example");
    assertThat(sum()).hasText("2 people");
  }

  /** A browser keeps little: of thousands the yes must not crowd out what was written. */
  @Test
  void theYesForAFileIsKeptInShort() {
    open("", "New message");
    var file = "Email\naino.virta@partner.example\nomar.sy@partner.example\n";
    page.locator("audience-picker input[type=file]")
        .setInputFiles(
            new FilePayload("partners.csv", "text/csv", file.getBytes(StandardCharsets.UTF_8)));
    var below = page.locator("#to-below");
    below.getByText("Send to them anyway").click();
    assertThat(sum()).hasText("2 people");
    assertThat((String) page.evaluate("() => JSON.stringify(localStorage)"))
        .contains("partners")
        .doesNotContain("aino.virta");
    page.reload();
    assertThat(sum()).hasText("2 people");
    to().fill("ida.holm@partner.example");
    to().press("Enter");
    assertThat(below).containsText("3 addresses not found in your organization:");
    below.getByText("Send to them anyway").click();
    assertThat(sum()).hasText("3 people");
    page.locator(".chip button").last().click();
    assertThat(sum()).hasText("2 people");
    page.reload();
    assertThat(sum()).hasText("2 people");
    assertThat(below).containsText("2 addresses not found in your organization are written to");
    to().fill("grace.obi@partner.example");
    to().press("Enter");
    assertThat(below).containsText("3 addresses not found in your organization:");
  }

  /** Whoever said so of a draft need not say it again where it is opened elsewhere. */
  @Test
  void theYesOfADraftIsForThoseWhoAreInIt() {
    open("#/jobs", "Jobs");
    var aino =
        Map.of("kind", "list", "name", "Aino", "emails", List.of("aino.virta@partner.example"));
    var job =
        api("jobs/edit", Map.of("markdown", "To Aino", "audience", List.of(aino), "outside", true));
    open("#/compose/" + job.get("id"), "New message");
    assertThat(sum()).hasText("1 person");
    var below = page.locator("#to-below");
    assertThat(below).containsText("is written to all the same: aino.virta@partner.example");
    to().fill("nobody@partner.example");
    to().press("Enter");
    assertThat(below).containsText("2 addresses not found in your organization:");
    assertThat(below).containsText("Send to them anyway");
  }

  /** The run would leave them out and say so when it is too late to ask. */
  @Test
  void whoeverAColleagueAddedToASavedAudienceIsAskedAboutBeforeItIsPlannedAnew() {
    open("#/jobs", "Jobs");
    var saved = savedOutsiders("", "aino.virta@partner.example");
    var audience = List.of(Map.of("kind", "saved", "id", saved));
    var draft = Map.of("markdown", "To partners", "audience", audience, "outside", true);
    var id = (String) Objects.requireNonNull(api("jobs/edit", draft).get("id"));
    api("jobs/schedule", Map.of("jobId", id, "at", WinterDay.at("09:00"), "zone", "UTC"));
    savedOutsiders(saved, "aino.virta@partner.example", "omar.sy@partner.example");

    page.navigate(address("#/compose/" + id));
    assertThat(page.locator("#to-below"))
        .containsText(
            "2 addresses not found in your organization: aino.virta@partner.example,"
                + " omar.sy@partner.example Send to them anyway");
    page.locator("#to-below").getByText("Send to them anyway").click();
    assertThat(sum()).hasText("3 people");
    page.reload();
    assertThat(sum()).hasText("3 people");
  }

  private String savedOutsiders(String id, String... emails) {
    var all = Stream.concat(Stream.of("lars.berg@northwind.example"), Stream.of(emails));
    var list = Map.of("kind", "list", "name", "Them", "emails", all.toList());
    var form = new HashMap<String, Object>(Map.of("name", "Some partners"));
    form.put("audience", List.of(list));
    if (!id.isEmpty()) {
      form.put("audienceId", id);
    }
    return (String) Objects.requireNonNull(api("user/audiences/save", form).get("id"));
  }

  /** Nobody who corrects a word at once says anything of whom it goes to. */
  @Test
  void theYesOfADraftStaysWhereItIsChangedBeforeItWasCounted() {
    open("#/jobs", "Jobs");
    var aino =
        Map.of("kind", "list", "name", "Aino", "emails", List.of("aino.virta@partner.example"));
    var job =
        api("jobs/edit", Map.of("markdown", "To Aino", "audience", List.of(aino), "outside", true));
    page.route(
        "**/jobs/preview",
        route -> {
          if (route.request().postData().contains("Corrected")) {
            route.resume();
          }
        });
    open("#/compose/" + job.get("id"), "New message");
    text().fill("Corrected, to Aino");
    var below = page.locator("#to-below");
    assertThat(below).containsText("is written to all the same: aino.virta@partner.example");
    assertThat(sum()).hasText("1 person");
    to().fill("omar.sy@partner.example");
    to().press("Enter");
    assertThat(below).containsText("2 addresses not found in your organization:");
    assertThat(below).containsText("Send to them anyway");
  }
}
